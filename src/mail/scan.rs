//! The raw lines of a mail: where its parts begin and end, and whether they are few, shallow, and
//! closed in order.
//!
//! What a header says is asked of the library; walking is ours. The library calls itself for each
//! mail inside a mail, and no stack is deep enough for a forger's; it also takes a boundary in the
//! middle of a line for one. Here it is one pass, with a stack of at most [`limits::DEPTH`].

use super::header::header;
use super::limits;
use super::lines::lines;
use crate::document::{Diagnostic, Span};
use std::ops::Range;

/// A part that has no parts inside, as bytes of the mail.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Section {
    pub header: Range<usize>,
    pub body: Range<usize>,
    /// The innermost mail inside the mail that it belongs to: an index of [`Scan::mails`].
    pub of: Option<usize>,
}

/// The parts of a mail, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Scan {
    pub sections: Vec<Section>,
    /// Headers of the mails inside the mail.
    pub mails: Vec<Range<usize>>,
}

/// What is open.
enum Frame {
    /// Between the boundaries of a multipart.
    Multipart { boundary: Vec<u8>, digest: bool },
    /// Inside a mail inside the mail.
    Mail(usize),
}

/// Finds the parts of a mail.
///
/// # Errors
/// Too many parts, too deep, too long a header, or boundaries that are not closed in order.
pub(super) fn scan(bytes: &[u8]) -> Result<Scan, Diagnostic> {
    let mut walk =
        Walk { bytes, stack: Vec::new(), headers: 0, at: At::Header(0), found: Scan::default() };
    for line in lines(bytes) {
        if let Some((frame, last)) = walk.delimiter(line.bytes) {
            walk.close(line.at)?;
            if walk.stack.iter().skip(frame + 1).any(Frame::is_multipart) {
                return Err(out_of_order());
            }
            walk.stack.truncate(if last { frame } else { frame + 1 });
            walk.at = if last { At::Nothing } else { At::Header(line.next) };
        } else if let At::Header(begun) = walk.at {
            if line.next - begun > limits::HEADER {
                let headline = format!("a header of more than {} KiB", limits::HEADER / 1024);
                return Err(refused(headline));
            }
            if line.bytes.is_empty() {
                walk.end_of_header(begun..line.at, line.next)?;
            }
        }
    }
    walk.close(bytes.len())?;
    if walk.stack.iter().any(Frame::is_multipart) {
        return Err(out_of_order());
    }
    Ok(walk.found)
}

/// Where the walk is.
enum At {
    /// In a header that begins here.
    Header(usize),
    /// In the last part of those found.
    Body,
    /// Before the first part of a multipart, or after its last.
    Nothing,
}

struct Walk<'b> {
    bytes: &'b [u8],
    stack: Vec<Frame>,
    headers: usize,
    at: At,
    found: Scan,
}

impl Frame {
    fn is_multipart(&self) -> bool {
        matches!(self, Frame::Multipart { .. })
    }
}

impl Walk<'_> {
    /// The frame whose boundary a line is, and whether it is the last one.
    fn delimiter(&self, line: &[u8]) -> Option<(usize, bool)> {
        let line = line.strip_prefix(b"--")?.trim_ascii_end();
        self.stack.iter().enumerate().rev().find_map(|(at, frame)| {
            let Frame::Multipart { boundary, .. } = frame else { return None };
            match line.strip_prefix(boundary.as_slice())? {
                b"" => Some((at, false)),
                b"--" => Some((at, true)),
                _ => None,
            }
        })
    }

    /// Ends the part that is open, before a boundary or at the end.
    fn close(&mut self, end: usize) -> Result<(), Diagnostic> {
        if let At::Header(begun) = self.at {
            // A part that ends with its header.
            self.end_of_header(begun..end, end)?;
        }
        if let (At::Body, Some(section)) = (&self.at, self.found.sections.last_mut()) {
            // The line end before a boundary belongs to the boundary.
            let body = self.bytes.get(section.body.start..end).unwrap_or_default();
            let inner = match end == self.bytes.len() {
                true => body,
                false => body.strip_suffix(b"\n").unwrap_or(body),
            };
            let inner = match inner.len() < body.len() {
                true => inner.strip_suffix(b"\r").unwrap_or(inner),
                false => inner,
            };
            section.body.end = section.body.start + inner.len();
        }
        self.at = At::Nothing;
        Ok(())
    }

    /// Opens what a header says that it opens; what is below it begins at `next`.
    fn end_of_header(&mut self, range: Range<usize>, next: usize) -> Result<(), Diagnostic> {
        self.headers += 1;
        if self.headers > limits::PARTS {
            return Err(refused(format!("more than {} parts", limits::PARTS)));
        }
        let of = self.stack.iter().rev().find_map(|frame| match frame {
            Frame::Mail(at) => Some(*at),
            Frame::Multipart { .. } => None,
        });
        if let Some(Frame::Mail(at)) = self.stack.last()
            && let Some(own) = self.found.mails.get_mut(*at)
        {
            *own = range.clone();
        }
        let in_digest = matches!(self.stack.last(), Some(Frame::Multipart { digest: true, .. }));
        let header = header(self.bytes.get(range.clone()).unwrap_or_default());
        if header.lacks_boundary() {
            return Err(out_of_order());
        }
        let frame = match (header.boundary(), header.is_mail(in_digest)) {
            (Some(boundary), _) => Frame::Multipart {
                boundary: boundary.into_bytes(),
                digest: header.is("multipart/digest"),
            },
            (None, true) => {
                self.found.mails.push(0..0);
                Frame::Mail(self.found.mails.len() - 1)
            }
            (None, false) => {
                self.found.sections.push(Section { header: range, body: next..next, of });
                self.at = At::Body;
                return Ok(());
            }
        };
        if self.stack.len() >= limits::DEPTH {
            return Err(refused(format!("parts inside each other: more than {}", limits::DEPTH)));
        }
        self.at = if frame.is_multipart() { At::Nothing } else { At::Header(next) };
        self.stack.push(frame);
        Ok(())
    }
}

fn refused(headline: String) -> Diagnostic {
    Diagnostic::error(Span::NONE, headline)
        .help("send the orders as plain text, without attachments or old mail")
}

fn out_of_order() -> Diagnostic {
    Diagnostic::error(Span::NONE, "the parts of the mail are not closed in order")
        .help("a gateway has damaged the mail: paste the orders into a mail without attachments")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn multipart(boundary: &str, inside: &str) -> String {
        format!(
            "Content-Type: multipart/mixed; boundary=\"{boundary}\"\n\npreamble\n{inside}\n\
             --{boundary}--\nepilogue\n"
        )
    }

    fn bodies(text: &str) -> Vec<String> {
        let scan = scan(text.as_bytes()).expect("it is sound");
        scan.sections.iter().map(|section| text[section.body.clone()].to_owned()).collect()
    }

    fn headline(text: &str) -> String {
        scan(text.as_bytes()).expect_err("it is refused").headline
    }

    #[test]
    fn parts_are_found_inside_parts() {
        let inner = multipart("a1", "--a1\n\nx\n\n--a1\nContent-Type: image/png\n\ny");
        let mail = "--a\nContent-Type: message/rfc822\n\nSubject: deep\n\nz";
        let all = multipart("a", &format!("--a\n{inner}{mail}"));
        assert_eq!(bodies(&all), ["x\n", "y", "z"]);
        assert_eq!(bodies(&all.replace('\n', "\r\n")), ["x\r\n", "y", "z"]);
        let found = scan(all.as_bytes()).unwrap();
        assert_eq!(found.sections.iter().map(|s| s.of).collect::<Vec<_>>(), [None, None, Some(0)]);
        assert_eq!(&all[found.mails[0].clone()], "Subject: deep\n");
        assert_eq!(bodies("Subject: x"), [""]);
        assert_eq!(bodies("Subject: x\n\n\nlast line\n"), ["\nlast line\n"]);
    }

    #[test]
    fn boundaries_are_whole_lines() {
        let text = multipart("b", "--b\n\n--bc\nx --b\n--b-- x\ny");
        assert_eq!(bodies(&text), ["--bc\nx --b\n--b-- x\ny"]);
    }

    #[test]
    fn what_is_not_closed_is_damaged() {
        let inner = "--a\nContent-Type: multipart/alternative; boundary=i\n\n--i\n\nx";
        assert_eq!(
            headline(&multipart("a", inner)),
            "the parts of the mail are not closed in order"
        );
        let lost = "Content-Type: multipart/mixed\n\n--a\n\nx\n--a--\n";
        assert_eq!(headline(lost), "the parts of the mail are not closed in order");
        let whole = multipart("a", "--a\n\nx");
        for cut in 46..=whole.rfind("--a--").unwrap() + 4 {
            assert!(scan(&whole.as_bytes()[..cut]).is_err(), "cut at {cut}");
        }
    }

    #[test]
    fn a_mail_inside_that_is_encoded_is_a_file_like_any_other() {
        let inside = "--a\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\nU3Vi";
        assert_eq!(bodies(&multipart("a", inside)), ["U3Vi"]);
        let digest =
            "Content-Type: multipart/digest; boundary=d\n\n--d\n\nSubject: x\n\ny\n--d--\n";
        assert_eq!(bodies(digest), ["y"]);
    }

    #[test]
    fn depth_parts_and_headers_have_an_end() {
        let deep = |n: usize| "Content-Type: message/rfc822\n\n".repeat(n);
        assert_eq!(bodies(&deep(limits::DEPTH)), [""]);
        assert!(headline(&deep(limits::DEPTH + 1)).starts_with("parts inside each other"));
        let many = |n: usize| multipart("b", &"--b\n\nx\n".repeat(n));
        assert_eq!(bodies(&many(limits::PARTS - 1)).len(), limits::PARTS - 1);
        assert_eq!(headline(&many(limits::PARTS)), "more than 256 parts");
        let long = format!("X: {}\n\n", "x".repeat(limits::HEADER));
        assert_eq!(headline(&long), "a header of more than 64 KiB");
    }
}
