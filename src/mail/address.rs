//! A mailbox of somebody: `Jane Marsh <jane@example.org>` (RFC 5322, 3.4).

use super::typewriter::is_address;
use base64ct::{Base64, Encoding};
use std::fmt;
use std::str::FromStr;

/// An address, with a name before it if it has one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mailbox {
    name: String,
    address: String,
}

impl Mailbox {
    /// The address alone: `jane@example.org`.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// As a header has it, in ASCII; a name of other letters is an encoded word (RFC 2047).
    pub(super) fn in_header(&self) -> String {
        let word = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-/=?^_`{|}~ ".contains(c);
        if self.name.is_empty() {
            self.address.clone()
        } else if self.name.chars().all(word) {
            format!("{} <{}>", self.name, self.address)
        } else if self.name.is_ascii() {
            let escaped = self.name.replace('\\', "\\\\").replace('"', "\\\"");
            format!("\"{escaped}\" <{}>", self.address)
        } else {
            format!("{} <{}>", encoded(&self.name), self.address)
        }
    }
}

/// Encoded words of a name, each of at most 75 columns.
fn encoded(name: &str) -> String {
    // 45 bytes are 60 letters of base64.
    const MOST: usize = 45;
    let mut pieces = vec![String::new()];
    for c in name.chars() {
        match pieces.last_mut() {
            Some(last) if last.len() + c.len_utf8() <= MOST => last.push(c),
            _ => pieces.push(c.to_string()),
        }
    }
    let word = |piece: &String| format!("=?utf-8?B?{}?=", Base64::encode_string(piece.as_bytes()));
    pieces.iter().map(word).collect::<Vec<_>>().join(" ")
}

impl FromStr for Mailbox {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Mailbox, &'static str> {
        let wanted = "needs `name@host`, or `A Name <name@host>`";
        let (name, address) = match text.trim().strip_suffix('>') {
            Some(inner) => inner.rsplit_once('<').ok_or(wanted)?,
            None => ("", text.trim()),
        };
        let name = name.trim();
        let bare = name.strip_prefix('"').and_then(|name| name.strip_suffix('"'));
        let name = bare.unwrap_or(name).trim();
        let fits = name.chars().count() <= 100 && !name.chars().any(char::is_control);
        match fits && is_address(address) && address.len() <= 70 {
            true => Ok(Mailbox { name: name.to_owned(), address: address.to_owned() }),
            false => Err(wanted),
        }
    }
}

/// As people write it.
impl fmt::Display for Mailbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name.as_str() {
            "" => f.write_str(&self.address),
            name => write!(f, "{name} <{}>", self.address),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Mailbox;

    fn header(text: &str) -> Option<String> {
        text.parse::<Mailbox>().ok().map(|mailbox| mailbox.in_header())
    }

    #[test]
    fn mailboxes_as_people_write_them() {
        assert_eq!(header("jane@x.org").as_deref(), Some("jane@x.org"));
        assert_eq!(header(" Jane Marsh <j@x.org> ").as_deref(), Some("Jane Marsh <j@x.org>"));
        assert_eq!(header("\"Marsh, J.\" <j@x.org>").as_deref(), Some("\"Marsh, J.\" <j@x.org>"));
        assert_eq!(
            header("J\u{f6}rg <j@x.org>").as_deref(),
            Some("=?utf-8?B?SsO2cmc=?= <j@x.org>")
        );
        for wrong in
            ["jane", "a@b@c", "Jane <j@x.org", "j@x.org>", "a@b\nBcc: c@d", "a\nb <c@d>", "<>"]
        {
            assert_eq!(header(wrong), None, "{wrong}");
        }
        let long = format!("{} <j@x.org>", "\u{e9}".repeat(60));
        assert!(header(&long).unwrap().split(' ').all(|word| word.len() <= 75));
    }
}
