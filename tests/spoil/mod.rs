//! How a text is tampered with.

/// A text with another byte at a place.
pub fn flipped(text: &str, at: usize) -> String {
    let mut bytes = text.as_bytes().to_vec();
    bytes[at] = match bytes[at] {
        b'0'..=b'8' | b'a'..=b'e' => bytes[at] + 1,
        b'9' => b'0',
        b'\n' => b' ',
        b' ' => b'x',
        _ => b'#',
    };
    String::from_utf8_lossy(&bytes).into_owned()
}
