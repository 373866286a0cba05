//! A mail taken apart: its texts, decoded, and what else hangs on it.

use super::charset;
use super::flowed;
use super::header::{Header, header};
use super::names::{Part, PartName, told};
use super::scan::{Scan, Section};
use crate::document::Diagnostic;

/// A mail taken apart.
#[derive(Clone, Debug, Default)]
pub(super) struct Message {
    /// Its texts, in order; they are never joined.
    pub texts: Vec<Text>,
    /// Parts that are not looked into: how they are told, and their names.
    pub others: Vec<Other>,
    /// Texts in HTML, only looked into to say why there are no orders.
    pub html: Vec<String>,
    /// Whether a part is encrypted.
    pub encrypted: bool,
    /// Mails inside the mail that hold something, and their texts.
    pub inside: Vec<Inside>,
}

/// A text of a mail, or why it cannot be read.
#[derive(Clone, Debug)]
pub(super) struct Text {
    /// How it is told where it is passed over: its name and its type.
    pub told: String,
    pub part: Part,
    /// Why it is not to be read; what could be made of it is in `part`.
    pub wrong: Option<Diagnostic>,
}

/// A part that is not looked into.
#[derive(Clone, Debug)]
pub(super) struct Other {
    pub told: String,
    pub name: Option<String>,
    /// What can be seen of it without reading its format; nothing of pictures, sounds and films.
    pub text: String,
}

/// A mail inside the mail.
#[derive(Clone, Debug, Default)]
pub(super) struct Inside {
    pub from: Option<String>,
    pub texts: Vec<Part>,
}

impl Message {
    /// Takes the parts of a mail that were found.
    pub fn of(bytes: &[u8], scan: &Scan) -> Message {
        let header_of =
            |range: &std::ops::Range<usize>| header(bytes.get(range.clone()).unwrap_or_default());
        let mut message = Message {
            inside: scan
                .mails
                .iter()
                .map(|range| Inside { from: header_of(range).head().from, texts: Vec::new() })
                .collect(),
            ..Message::default()
        };
        for section in &scan.sections {
            let header = header_of(&section.header);
            let body = bytes.get(section.body.clone()).unwrap_or_default();
            message.take(section, &header, body);
        }
        message
    }

    fn take(&mut self, section: &Section, header: &Header, body: &[u8]) {
        if let Some(at) = section.of {
            if header.is_text()
                && let Some(inside) = self.inside.get_mut(at)
            {
                inside.texts.push(Text::of(header, body).part);
            }
        } else if header.is_encrypted() {
            self.encrypted = true;
        } else if header.is("text/html") && header.name().is_none() {
            self.html.push(Text::of(header, body).part.text);
        } else if header.is_text() {
            self.texts.push(Text::of(header, body));
        } else {
            let bytes = if header.is_picture() { None } else { header.decoded(body).ok() };
            let text = bytes.map_or_else(String::new, |b| String::from_utf8_lossy(&b).into_owned());
            self.others.push(Other { told: header.told(None), name: header.name(), text });
        }
    }
}

impl Text {
    /// The text below a header: transfer encoding and charset undone, CRLF made LF, flowed lines joined.
    fn of(header: &Header, body: &[u8]) -> Text {
        let name = header.name().map_or(PartName::Body, |name| PartName::Attachment(told(&name)));
        let (text, wrong) = match header.decoded(body) {
            Ok(bytes) => {
                let (text, wrong) = charset::decode(&bytes, header.attribute("charset"));
                (text.replace("\r\n", "\n"), wrong)
            }
            Err(wrong) => {
                let part = Part { name: PartName::Mail, text: String::new() };
                return Text { told: header.told(Some("")), part, wrong: Some(wrong) };
            }
        };
        let format = header.attribute("format").unwrap_or_default();
        let is_flowed = header.name().is_none() && format.eq_ignore_ascii_case("flowed");
        let del_sp = header.attribute("delsp").is_some_and(|yes| yes.eq_ignore_ascii_case("yes"));
        let text = if is_flowed { flowed::joined(&text, del_sp) } else { text };
        let told = header.told(Some(&text));
        Text { told, part: Part { name, text }, wrong }
    }
}

/// A text that was handed over as it is.
pub(super) fn plain(bytes: &[u8]) -> Text {
    let (text, wrong) = charset::decode(bytes, None);
    let text = text.replace("\r\n", "\n");
    Text { told: String::new(), part: Part { name: PartName::Body, text }, wrong }
}
