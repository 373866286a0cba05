//! From a mail to what is to be done about it: orders, records, a refusal, or a line in the log.
//!
//! The order of the checks is that of this file. Whatever looks like orders and is not read is
//! refused, so that nobody believes that he has moved; what a machine sends is never answered.

use super::extract::{self, Form};
use super::header::{Head, header};
use super::kind::{Kind, kind};
use super::lines::{beginning, lines};
use super::message::{Message, Text, plain};
use super::names::{Part, PartName, printable, told};
use super::pasted;
use super::scan::scan;
use super::sender::{Sender, fields, sender};
use super::{forwarded, limits};
use crate::document::fields::nearest;
use crate::document::{Diagnostic, Span, read};

/// What came of one mail.
#[derive(Clone, Debug)]
pub struct Found {
    /// What its header says, for people.
    pub head: Head,
    /// What is to be done.
    pub outcome: Outcome,
}

/// What is to be done about a mail.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// One block of orders, not yet read by any game.
    Orders {
        /// The text in which it stands.
        part: Part,
        /// The other parts, as they are told.
        others: Vec<String>,
        /// What looks wrong without being refused.
        warnings: Vec<Diagnostic>,
    },
    /// Records, whole and undamaged.
    Records {
        /// Themselves, in the order of the mail.
        records: Vec<Part>,
        /// What opens seals, beside them.
        openings: Vec<Part>,
    },
    /// Refused; a reply is due.
    Refused(Refusal),
    /// To be noted and not to be answered.
    Logged(Why),
}

/// Why a mail is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// Where: the text that the complaints are about, or the mail as a whole.
    pub part: Part,
    /// Every complaint.
    pub complaints: Vec<Diagnostic>,
}

/// Why a mail is only noted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// A mail of ours could not be delivered; to whom, if that is told.
    Bounce(Option<String>),
    /// A machine wrote it.
    AutoReply,
    /// There is no trace of orders in it.
    Nothing,
}

impl Refusal {
    /// A refusal of the mail as a whole.
    fn whole(complaint: Diagnostic) -> Refusal {
        let part = Part { name: PartName::Mail, text: String::new() };
        Refusal { part, complaints: vec![complaint] }
    }
}

/// Looks through one mail, or a text that somebody pasted.
pub fn find(bytes: &[u8], form: &Form<'_>) -> Found {
    if kind(bytes) == Kind::Text {
        let outcome = in_text(bytes, form).unwrap_or_else(Outcome::Refused);
        return Found { head: Head::default(), outcome };
    }
    let bytes = beginning(bytes);
    let empty = lines(bytes).find(|line| line.bytes.is_empty());
    let (end, below) = empty.map_or((bytes.len(), bytes.len()), |line| (line.at, line.next));
    let top = bytes.get(..end.min(limits::HEADER)).unwrap_or_default();
    let fields = fields(top);
    let mut head = header(top).head();
    let sender = sender(&fields, bytes.get(below..).unwrap_or_default());
    if let Sender::Post(failed) = sender {
        return Found { head, outcome: Outcome::Logged(Why::Bounce(failed)) };
    }
    let senders = fields.iter().filter(|(name, _)| name == "from").count();
    let outcome = if senders > 1 {
        // Libraries take the first or the last; nobody is to be answered by chance.
        head.reply_to = None;
        let headline = "two `From:` lines";
        Outcome::Refused(Refusal::whole(
            Diagnostic::error(Span::NONE, headline).help("send the mail again from one address"),
        ))
    } else {
        in_mail(bytes, &head, form).unwrap_or_else(Outcome::Refused)
    };
    match (sender, outcome) {
        // A record proves itself, whoever sends it.
        (Sender::Machine, outcome) if !matches!(outcome, Outcome::Records { .. }) => {
            Found { head, outcome: Outcome::Logged(Why::AutoReply) }
        }
        (_, outcome) => Found { head, outcome },
    }
}

fn of_size(bytes: &[u8]) -> Result<(), Refusal> {
    let most = limits::MAIL;
    if bytes.len() <= most {
        return Ok(());
    }
    let headline = format!("larger than {} MiB", most / (1024 * 1024));
    Err(Refusal::whole(
        Diagnostic::error(Span::NONE, headline)
            .help("send the orders as plain text, without attachments or old mail"),
    ))
}

fn in_text(bytes: &[u8], form: &Form<'_>) -> Result<Outcome, Refusal> {
    of_size(bytes)?;
    let Text { part, wrong, .. } = plain(bytes);
    if let Some(wrong) = wrong {
        return Err(Refusal { part, complaints: vec![wrong] });
    }
    if is_record(&part.text) {
        return records(pasted::alone(part, form), Vec::new());
    }
    orders(part, Vec::new(), Way::Pasted, form)
}

fn in_mail(bytes: &[u8], head: &Head, form: &Form<'_>) -> Result<Outcome, Refusal> {
    of_size(bytes)?;
    let parts = scan(bytes).map_err(Refusal::whole)?;
    let mut message = Message::of(bytes, &parts);
    let (with_record, rest): (Vec<Text>, Vec<Text>) =
        message.texts.into_iter().partition(|text| is_record(&text.part.text));
    message.texts = rest;
    let texts = message.texts.iter().enumerate();
    let has_head = |text: &Text| !extract::heads(&text.part.text, form).is_empty();
    let with_heads: Vec<usize> =
        texts.filter(|(_, text)| has_head(text)).map(|(at, _)| at).collect();
    if let (Some(record), Some(orders)) =
        (with_record.first(), message.texts.iter().find(|t| has_head(t)))
    {
        let (place, of) = (&orders.part.name, &record.part.name);
        return Err(Refusal::whole(
            Diagnostic::error(Span::NONE, format!("{} in {place}, a record in {of}", form.head))
                .help("send them in two mails, or leave only the one that you mean"),
        ));
    }
    if !with_record.is_empty() {
        let openings = message.texts.into_iter().filter(|text| is_opening(&text.part.text));
        let openings = openings.map(|text| text.part).collect();
        let with_record = with_record.into_iter().flat_map(|text| pasted::alone(text.part, form));
        return records(with_record.collect(), openings);
    }
    match with_heads.as_slice() {
        [] => match in_quotes(&message, form) {
            records if records.is_empty() => nothing(message, form),
            records => Ok(Outcome::Records { records, openings: Vec::new() }),
        },
        [at] => {
            let chosen = message.texts.remove(*at);
            if let Some(wrong) = chosen.wrong {
                return Err(Refusal { part: chosen.part, complaints: vec![wrong] });
            }
            let goes_on = |text: &Text| extract::has_section(&text.part.text, form);
            if message.texts.iter().any(goes_on) {
                let headline = format!("{} go on in another part of the mail", form.head);
                return Err(Refusal::whole(Diagnostic::error(Span::NONE, headline).help(format!(
                    "send the {} in one piece, without a picture between",
                    form.head
                ))));
            }
            let others = passed_over(&message);
            let mut outcome = orders(chosen.part, others, Way::Mailed, form)?;
            if let Outcome::Orders { part, warnings, .. } = &mut outcome {
                warnings.extend(other_turn(part, head, form));
            }
            Ok(outcome)
        }
        [first, second, ..] => Err(Refusal::whole(twice(
            message.texts.get(*first).map(|text| &text.part.name),
            message.texts.get(*second).map(|text| &text.part.name),
            form,
        ))),
    }
}

/// Whether a text says anything outside quotes that may be meant as orders.
fn may_order(text: &Text, form: &Form<'_>) -> bool {
    let own = pasted::unquoted_lines(&text.part.text);
    let like_a_head = |line: &str| {
        let word = line.split_once(':').map(|(word, _)| word.trim().to_lowercase());
        word.is_some_and(|word| nearest(&word, &[form.head]).is_some())
    };
    own.lines().any(like_a_head) || extract::has_section(&own, form)
}

/// Records that stand whole behind quote marks or blanks; their digests prove that nothing is missing. None
/// beside what may be meant as orders.
fn in_quotes(message: &Message, form: &Form<'_>) -> Vec<Part> {
    let mut records: Vec<Part> = Vec::new();
    let is_quoted = |text: &Text| pasted::quoted_line(&text.part.text).is_some();
    if !message.texts.iter().any(is_quoted) {
        return records;
    }
    if message.texts.iter().any(|text| may_order(text, form)) {
        return records;
    }
    for text in &message.texts {
        for (_, record) in pasted::behind_marks(&text.part.text) {
            // A mail that is quoted twice has it twice.
            if records.iter().all(|known| known.text != record) {
                records.push(Part { name: text.part.name.clone(), text: record });
            }
        }
    }
    records
}

/// The parts that are not read, texts first.
fn passed_over(message: &Message) -> Vec<String> {
    let is_blank = |text: &&Text| text.wrong.is_none() && text.part.text.trim().is_empty();
    let texts = message.texts.iter().filter(|text| !is_blank(text)).map(|text| &text.told);
    texts.chain(message.others.iter().map(|other| &other.told)).cloned().collect()
}

/// Orders in two parts.
fn twice(first: Option<&PartName>, second: Option<&PartName>, form: &Form<'_>) -> Diagnostic {
    let (headline, help) = match (first, second) {
        (Some(PartName::Body), Some(PartName::Body)) | (None, _) | (_, None) => {
            (format!("{} in two parts of the body", form.head), "leave only the one that you mean")
        }
        (Some(a @ PartName::Attachment(_)), Some(b @ PartName::Attachment(_))) => {
            (format!("{} in {a} and in {b}", form.head), "attach only the one that you mean")
        }
        (Some(a), Some(b)) => {
            (format!("{} in {a} and in {b}", form.head), "leave only the one that you mean")
        }
    };
    Diagnostic::error(Span::NONE, headline).help(help)
}

fn forwarded_from(span: Span, who: Option<&str>) -> Diagnostic {
    let who = who.map_or("somebody else".to_owned(), |who| printable(who, 120));
    Diagnostic::error(span, format!("the orders are in a forwarded mail from {who}")).help(
        "orders count only as their writer has sent them: save that mail and hand it over by itself",
    )
}

/// How a text came.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Mailed,
    /// By hand; a header on top of it is that of the mail itself.
    Pasted,
}

/// One block of orders in a text.
fn orders(part: Part, others: Vec<String>, way: Way, form: &Form<'_>) -> Result<Outcome, Refusal> {
    let refused = |part: Part, complaints| Err(Refusal { part, complaints });
    let block = match extract::find(&part.text, form) {
        // What is damaged in it the grammar tells, beside what else is wrong.
        Ok((block, _)) => block,
        Err(complaints) => return refused(part, complaints),
    };
    if way == Way::Mailed
        && let Some(who) = forwarded::from(&part.text, block.head.line)
    {
        return refused(part, vec![forwarded_from(block.head, Some(&who))]);
    }
    let above = part.text.split(['\n', '\r']).take(block.head.line as usize);
    let signed =
        above.zip(1..).find(|(line, _)| line.trim() == "-----BEGIN PGP SIGNED MESSAGE-----");
    if let Some((text, line)) = signed {
        let span = Span { line, column: 1, length: text.chars().count() as u32 };
        let complaint = Diagnostic::error(span, "a signature inside the text")
            .help("sign the mail as OpenPGP/MIME, or not at all");
        return refused(part, vec![complaint]);
    }
    Ok(Outcome::Orders { part, others, warnings: Vec::new() })
}

/// Warns of a subject that names another turn than the head line.
fn other_turn(part: &Part, head: &Head, form: &Form<'_>) -> Option<Diagnostic> {
    let span = *extract::heads(&part.text, form).first()?;
    let line = part.text.split(['\n', '\r']).nth(span.line as usize - 1)?;
    let (says, is) = (turn_in(head.subject.as_deref()?)?, turn_in(line)?);
    (says != is).then(|| {
        Diagnostic::warning(span, format!("the subject says turn {says}; the orders say turn {is}"))
            .help("the head line counts, the subject is not read")
    })
}

/// The number after the last word `turn`.
fn turn_in(text: &str) -> Option<u32> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let at = words.iter().rposition(|word| word.eq_ignore_ascii_case("turn"))?;
    let number: String = words.get(at + 1)?.chars().take_while(char::is_ascii_digit).collect();
    number.parse().ok()
}

/// Endings of the files into which people write orders, and which cannot be read here.
const FILES: [&str; 18] = [
    ".doc", ".docx", ".odt", ".rtf", ".pdf", ".pages", ".xls", ".xlsx", ".htm", ".html", ".zip",
    ".7z", ".jpg", ".jpeg", ".png", ".heic", ".eml", ".msg",
];

/// Why there are no orders in a mail.
fn nothing(message: Message, form: &Form<'_>) -> Result<Outcome, Refusal> {
    let whole = |headline: String, help: &str| {
        Refusal::whole(Diagnostic::error(Span::NONE, headline).help(help))
    };
    if let Some(text) = message.texts.iter().find(|text| text.wrong.is_some()) {
        let complaints = text.wrong.clone().into_iter().collect();
        return Err(Refusal { part: text.part.clone(), complaints });
    }
    if message.encrypted {
        return Err(whole("the mail is encrypted".to_owned(), "decrypt it and hand over the text"));
    }
    let holds_orders =
        |part: &Part| !extract::heads(&part.text, form).is_empty() || is_record(&part.text);
    if let Some(inside) = message.inside.iter().find(|mail| mail.texts.iter().any(holds_orders)) {
        return Err(Refusal::whole(forwarded_from(Span::NONE, inside.from.as_deref())));
    }
    let is_winmail = |name: &str| name.eq_ignore_ascii_case("winmail.dat");
    if message.others.iter().any(|other| other.name.as_deref().is_some_and(is_winmail)) {
        return Err(whole(
            "`winmail.dat` can be read by Outlook alone".to_owned(),
            "send the mail as plain text (in Outlook: Format Text, Plain Text), or paste the orders",
        ));
    }
    let is_blank = |text: &Text| text.part.text.trim().is_empty();
    let empty = !message.texts.is_empty() && message.texts.iter().all(is_blank);
    let mark = format!("{}:", form.head);
    let traces = |text: &&Text| {
        text.part.text.to_lowercase().contains(&mark) || extract::has_section(&text.part.text, form)
    };
    let trace = message.texts.iter().find(traces);
    let in_html = message.html.iter().any(|html| untagged(html).contains(&mark));
    if in_html && trace.is_none()
        || empty && message.html.iter().any(|html| !html.trim().is_empty())
    {
        let mut refusal = whole(
            format!("the {} are in HTML", form.head),
            "send the mail as plain text, or attach the file",
        );
        if empty && let Some(complaint) = refusal.complaints.first_mut() {
            complaint.notes.push("the plain text of the mail is empty".to_owned());
        }
        return Err(refusal);
    }
    let damaged = message.texts.iter().filter(|text| !may_order(text, form));
    let mut damaged =
        damaged.filter_map(|text| Some((text, pasted::quoted_line(&text.part.text)?)));
    if let Some((text, line)) = damaged.next() {
        let span = Span { line, column: 1, length: "record:".len() as u32 };
        let complaint =
            Diagnostic::error(span, "a quoted or indented record that was damaged on its way");
        let complaints = vec![complaint.help("attach the file")];
        return Err(Refusal { part: text.part.clone(), complaints });
    }
    if let Some(text) = trace
        && let Err(complaints) = extract::find(&text.part.text, form)
    {
        return Err(Refusal { part: text.part.clone(), complaints });
    }
    let is_file = |name: &String| FILES.iter().any(|end| name.to_lowercase().ends_with(end));
    let unread = message.others.iter().find(|other| {
        other.name.as_ref().is_some_and(is_file) || other.text.to_lowercase().contains(&mark)
    });
    if let Some(other) = unread {
        let name = other.name.as_deref().map(|name| format!("`{}`", told(name)));
        let name = name.unwrap_or_else(|| other.told.clone());
        return Err(whole(
            format!("no {} found; {name} cannot be read", form.head),
            "paste the orders, or attach a plain text file (.txt or .yaml)",
        ));
    }
    Ok(Outcome::Logged(Why::Nothing))
}

/// HTML without its tags, in lower case: to look for a word, never to read orders.
fn untagged(html: &str) -> String {
    let mut text = String::new();
    let mut in_tag = false;
    for c in html.chars() {
        match c {
            '<' => in_tag = true,
            '>' => in_tag = false,
            c if !in_tag => text.extend(c.to_lowercase()),
            _ => {}
        }
    }
    text
}

/// Whether a text is a record, or was one: `record:` at a line's start, and `prev:` below.
fn is_record(text: &str) -> bool {
    record_line(text).is_some()
}

/// Whether a text opens a seal.
fn is_opening(text: &str) -> bool {
    text.lines().any(|line| line.trim_end() == "opening:")
}

fn record_line(text: &str) -> Option<u32> {
    let text = text.trim_start_matches('\u{FEFF}');
    let at = text.lines().position(|line| line.starts_with("record:"))?;
    let mut below = text.lines().skip(at + 1);
    below.any(|line| line.trim_start().starts_with("prev:")).then_some(at as u32 + 1)
}

/// Records as they are; a damaged one is refused.
fn records(parts: Vec<Part>, openings: Vec<Part>) -> Result<Outcome, Refusal> {
    for part in &parts {
        let whole = read::record(&part.text).and_then(|file| match pasted::is_whole(&file) {
            true => Ok(()),
            false => Err(vec![Diagnostic::error(
                Span::NONE,
                "its digest is not the one that stands under `check`",
            )]),
        });
        let Err(complaints) = whole else { continue };
        let line = record_line(&part.text).unwrap_or(1);
        let span = Span { line, column: 1, length: "record:".len() as u32 };
        let mut complaint =
            Diagnostic::error(span, "a record that was damaged on its way").help("attach the file");
        complaint.notes.extend(complaints.first().map(|first| match first.span.line {
            0 => first.headline.clone(),
            line => format!("line {line}: {}", first.headline),
        }));
        return Err(Refusal { part: part.clone(), complaints: vec![complaint] });
    }
    Ok(Outcome::Records { records: parts, openings })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::digest::record_digest;
    use crate::document::{Node, write};

    const FORM: Form<'static> = Form {
        head: "orders",
        first: &["orders", "position", "move", "note"],
        second: &["at"],
        free: &["note"],
        meant: &[],
    };

    /// A note inside a record may say anything, also what a head line says.
    #[test]
    fn a_record_is_no_block_of_orders() {
        let note = "orders: X turn 1 Union\nposition: a-b-01";
        let prev = Node::text("0".repeat(64));
        let record = Node::map([("prev", prev), ("note", Node::text(note))]);
        let digest = Node::text(record_digest(&record).expect("it can be hashed").to_string());
        let check = Node::map([("digest", digest)]);
        let text = write::record(&Node::map([("record", record), ("check", check)]));
        assert!(!extract::heads(&text, &FORM).is_empty(), "the note has no head line: {text}");
        let mail = format!("From: a@b.c\nAuto-Submitted: auto-generated\n\n{text}");
        for given in [&mail, &text] {
            let found = find(given.as_bytes(), &FORM).outcome;
            assert!(matches!(found, Outcome::Records { .. }), "{found:?}");
        }
        let other = mail.replace("Union", "Confederate");
        let found = find(other.replace("Auto", "X-Auto").as_bytes(), &FORM).outcome;
        let Outcome::Refused(refusal) = found else { panic!("{found:?}") };
        assert_eq!(refusal.complaints[0].headline, "a record that was damaged on its way");
    }

    #[test]
    fn the_number_of_a_turn() {
        assert_eq!(turn_in("Re[2]: FRE-01 turn 6,2/3 v2"), Some(6));
        assert_eq!(turn_in("turn of the year, turn 7."), Some(7));
        assert_eq!(turn_in("return 5"), None);
        assert_eq!(turn_in("turn one"), None);
    }
}
