//! The header of a mail or of a part: what it says, and how the part was encoded for its journey.
//! That is a library's business, and seen here alone.

use super::names::told;
use crate::document::{Diagnostic, Span};
use mail_parser::decoders::base64::base64_decode;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::{
    ContentType, GetHeader, HeaderName, HeaderValue, MessageParser, MessagePart, MimeHeaders,
};
use std::borrow::Cow;

/// What the header of a mail says, for people: nobody is known by it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Head {
    /// `Subject:`
    pub subject: Option<String>,
    /// `Date:`, as `14 Mar 2026 10:15`.
    pub date: Option<String>,
    /// `From:`, as it is shown: `Jane Marsh <jane.marsh@example.org>`.
    pub from: Option<String>,
    /// The address to which a reply goes: of `Reply-To:`, else of `From:`.
    pub reply_to: Option<String>,
    /// `Message-ID:`, without its brackets.
    pub id: Option<String>,
}

/// The header of a part, or of a mail.
#[derive(Clone, Debug)]
pub(super) struct Header {
    part: Option<MessagePart<'static>>,
}

/// Reads a header.
pub(super) fn header(bytes: &[u8]) -> Header {
    let parsed = MessageParser::new()
        .with_minimal_headers()
        .header_address(HeaderName::ReplyTo)
        .header_text(HeaderName::MessageId)
        .parse_headers(&[bytes, b"\r\n"].concat())
        .map(|message| message.into_owned());
    Header { part: parsed.and_then(|message| message.parts.into_iter().next()) }
}

impl Header {
    fn value(&self, name: &HeaderName<'_>) -> Option<&HeaderValue<'static>> {
        self.part.as_ref()?.headers.header_value(name)
    }

    fn of_type(&self) -> Option<&ContentType<'static>> {
        match self.value(&HeaderName::ContentType)? {
            HeaderValue::ContentType(of_type) => Some(of_type),
            _ => None,
        }
    }

    /// `text/plain`, in lower case; that is also what a part without a type is.
    fn type_name(&self) -> String {
        match self.of_type() {
            Some(of_type) => {
                let subtype = of_type.c_subtype.as_deref().unwrap_or("plain");
                format!("{}/{subtype}", of_type.c_type).to_ascii_lowercase()
            }
            None => "text/plain".to_owned(),
        }
    }

    /// Whether it is of a type.
    pub fn is(&self, name: &str) -> bool {
        self.type_name() == name
    }

    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.of_type()?.attribute(name)
    }

    /// The boundary of a multipart.
    pub fn boundary(&self) -> Option<String> {
        let is_multipart = self.type_name().starts_with("multipart/");
        let boundary = self.attribute("boundary").map(str::trim_end).filter(|b| !b.is_empty());
        boundary.filter(|_| is_multipart).map(str::to_owned)
    }

    /// Whether another mail stands below it, as it is.
    pub fn is_mail(&self, in_digest: bool) -> bool {
        let mail = match self.of_type() {
            Some(_) => self.is("message/rfc822") || self.is("message/global"),
            None => in_digest,
        };
        // Nobody may encode a mail inside a mail; what would come out was never counted.
        mail && matches!(self.encoding().as_deref(), Some("" | "7bit" | "8bit" | "binary") | None)
    }

    pub fn is_encrypted(&self) -> bool {
        ["application/pkcs7-mime", "application/x-pkcs7-mime", "application/pgp-encrypted"]
            .iter()
            .any(|name| self.is(name))
    }

    /// Whether it is to be looked at or listened to.
    pub fn is_picture(&self) -> bool {
        let name = self.type_name();
        ["image/", "audio/", "video/"].iter().any(|kind| name.starts_with(kind))
    }

    /// Whether parts stand below it, and nobody can say where they begin.
    pub fn lacks_boundary(&self) -> bool {
        self.type_name().starts_with("multipart/") && self.boundary().is_none()
    }

    /// Whether people write orders into such a part.
    pub fn is_text(&self) -> bool {
        const TYPES: [&str; 5] =
            ["text/plain", "text/yaml", "text/x-yaml", "application/yaml", "application/x-yaml"];
        let name = self.name().unwrap_or_default().to_ascii_lowercase();
        TYPES.iter().any(|of_type| self.is(of_type))
            || [".yaml", ".yml", ".txt"].iter().any(|end| name.ends_with(end))
    }

    fn encoding(&self) -> Option<String> {
        let encoding = self.part.as_ref()?.content_transfer_encoding()?;
        Some(encoding.trim().to_ascii_lowercase())
    }

    /// The name of a file, as somebody chose it.
    pub fn name(&self) -> Option<String> {
        let part = self.part.as_ref()?;
        part.attachment_name().filter(|name| !name.trim().is_empty()).map(str::to_owned)
    }

    /// `IMG_2201.jpg (image/jpeg)`, `text of 2 lines (text/plain)`
    pub fn told(&self, text: Option<&str>) -> String {
        let name = match (self.name(), text) {
            (Some(name), _) => told(&name),
            (None, None) => "a part without a name".to_owned(),
            (None, Some(text)) => {
                let lines = text.lines().filter(|line| !line.trim().is_empty()).count();
                format!("text of {lines} line{}", if lines == 1 { "" } else { "s" })
            }
        };
        format!("{name} ({})", told(&self.type_name()))
    }

    /// The bytes that were encoded for the journey.
    pub fn decoded<'b>(&self, body: &'b [u8]) -> Result<Cow<'b, [u8]>, Diagnostic> {
        let damaged = |what: &str| {
            Diagnostic::error(Span::NONE, format!("the {what} of this part is damaged"))
                .help("send the mail as plain text, or attach the file")
        };
        match self.encoding().as_deref() {
            None | Some("" | "7bit" | "8bit" | "binary") => Ok(Cow::Borrowed(body)),
            Some("base64") => base64_decode(body).map(Cow::Owned).ok_or_else(|| damaged("base64")),
            Some("quoted-printable") => quoted_printable_decode(body)
                .map(Cow::Owned)
                .ok_or_else(|| damaged("quoted-printable")),
            Some(other) => {
                let headline = format!("the transfer encoding `{}` is not known", told(other));
                Err(Diagnostic::error(Span::NONE, headline)
                    .help("send the mail as plain text, or attach the file"))
            }
        }
    }

    /// What it says of the mail, for people.
    pub fn head(&self) -> Head {
        let text = |name: &HeaderName<'_>| match self.value(name)? {
            HeaderValue::Text(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
            _ => None,
        };
        let first = |name: &HeaderName<'_>| match self.value(name)? {
            HeaderValue::Address(all) => all.first().cloned(),
            _ => None,
        };
        let from = first(&HeaderName::From);
        let address = |of: &mail_parser::Addr<'_>| of.address.as_deref().map(str::to_owned);
        Head {
            subject: text(&HeaderName::Subject),
            date: match self.value(&HeaderName::Date) {
                Some(HeaderValue::DateTime(date)) if date.is_valid() => Some(day(date)),
                _ => None,
            },
            from: from.as_ref().and_then(|from| match (from.name.as_deref(), address(from)) {
                (Some(name), Some(address)) => Some(format!("{name} <{address}>")),
                (None, Some(address)) => Some(address),
                (name, None) => name.map(str::to_owned),
            }),
            reply_to: first(&HeaderName::ReplyTo).or(from).as_ref().and_then(address),
            id: text(&HeaderName::MessageId)
                .map(|id| id.trim_matches(['<', '>', ' ']).to_owned())
                .filter(|id| id.len() <= 200 && id.bytes().all(|b| b.is_ascii_graphic()))
                .filter(|id| !id.is_empty() && !id.contains(['<', '>'])),
        }
    }
}

/// `14 Mar 2026 10:15`, as the writer's clock had it.
fn day(date: &mail_parser::DateTime) -> String {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let month = MONTHS.get(usize::from(date.month).wrapping_sub(1)).copied().unwrap_or("?");
    format!("{} {month} {} {:02}:{:02}", date.day, date.year, date.hour, date.minute)
}
