//! Who writes, as far as the header says it: a person, a machine that answers, or the post itself.
//!
//! Headers of the outermost mail alone, never words: a report that is quoted says many things.

use super::lines::lines;

/// Who writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Sender {
    Person,
    /// A machine: what it sends is no orders, and an answer would never end.
    Machine,
    /// The post: a mail could not be delivered, to this address.
    Post(Option<String>),
}

/// Names and values of the fields of a header, in order; folded lines are one.
pub(super) fn fields(header: &[u8]) -> Vec<(String, String)> {
    let mut fields: Vec<(String, String)> = Vec::new();
    for line in lines(header) {
        let text = String::from_utf8_lossy(line.bytes);
        match (fields.last_mut(), text.split_once(':')) {
            (Some((_, value)), _) if text.starts_with([' ', '\t']) => {
                value.push(' ');
                value.push_str(text.trim());
            }
            (_, Some((name, value))) => {
                fields.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
            }
            _ => {}
        }
    }
    fields
}

/// Who writes, by the fields of the header; `body` is looked into for the address that failed.
pub(super) fn sender(fields: &[(String, String)], body: &[u8]) -> Sender {
    let values = |name: &'static str| {
        fields.iter().filter(move |(field, _)| field == name).map(|(_, value)| value.as_str())
    };
    let first_word =
        |value: &str| value.split([';', ' ', '(']).next().unwrap_or_default().to_ascii_lowercase();
    let of_type = values("content-type").next().unwrap_or_default().to_ascii_lowercase();
    let is_report = of_type.starts_with("multipart/report");
    let returned = values("return-path").any(|path| path == "<>")
        || is_report && of_type.contains("delivery-status")
        || values("x-failed-recipients").next().is_some();
    if returned {
        let failed = values("x-failed-recipients").next().map(str::to_owned);
        return Sender::Post(failed.or_else(|| recipient(body)));
    }
    let answers = values("auto-submitted").any(|value| first_word(value) != "no")
        || values("x-autoreply").chain(values("x-autorespond")).next().is_some()
        || values("precedence").any(|value| first_word(value) == "auto_reply")
        || is_report;
    if answers { Sender::Machine } else { Sender::Person }
}

/// The address in a report of the post.
fn recipient(body: &[u8]) -> Option<String> {
    let mut found = lines(body).take(10_000).filter_map(|line| {
        let text = std::str::from_utf8(line.bytes).ok()?;
        let (name, value) = text.split_once(':')?;
        let (_, address) = value.split_once(';')?;
        name.eq_ignore_ascii_case("final-recipient").then(|| address.trim().to_owned())
    });
    found.next()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn who(header: &str) -> Sender {
        sender(&fields(header.as_bytes()), b"x\r\nFinal-Recipient: rfc822; a@b.c\r\n")
    }

    #[test]
    fn headers_say_it() {
        assert_eq!(
            who("Auto-Submitted: no\nPrecedence: list\nX-Auto-Response-Suppress: All"),
            Sender::Person
        );
        assert_eq!(who("Auto-Submitted: auto-replied (vacation)"), Sender::Machine);
        assert_eq!(who("precedence: AUTO_REPLY"), Sender::Machine);
        assert_eq!(
            who("Content-Type: multipart/report;\n report-type=disposition-notification"),
            Sender::Machine
        );
        let failed = Sender::Post(Some("a@b.c".to_owned()));
        assert_eq!(who("Return-Path: <>\nAuto-Submitted: auto-replied"), failed);
        assert_eq!(who("Content-Type: multipart/report;\n report-type=delivery-status"), failed);
        assert_eq!(who("X-Failed-Recipients: d@e.f"), Sender::Post(Some("d@e.f".to_owned())));
    }
}
