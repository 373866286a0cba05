//! Orders found inside an ordinary mail: prose around them, quote marks, signatures, and the
//! harm that mail programs and telephones do to indentation, blanks, dashes and quotes.
//!
//! The block runs from its head line to a line `end`, or to the first line at the left margin
//! that is not blank, a comment, a list item or of the form `words:`. It comes out as clean YAML
//! with one value a line; every repair is told, and every place leads back to the original text.
//! What could be understood in two ways is refused.

use crate::document::fields::nearest;
use crate::document::read::Limits;
use crate::document::{Diagnostic, Span};

mod block;
mod characters;
mod lines;
mod rebuild;

pub use block::{Block, Form, Repair, Stop};

use block::ENOUGH;
use lines::Line;
use rebuild::Walk;

/// Finds the one block of a kind in a text, whole and undamaged.
///
/// Refused, with every place at once: no block, two unquoted blocks, only quoted blocks, tabs and
/// invisible characters, a `#` that would cut a value, HTML, undecoded quoted-printable, unknown
/// keys at the left margin, and a text of more than 256 KiB.
pub fn extract(text: &str, form: &Form<'_>) -> Result<Block, Vec<Diagnostic>> {
    match find(text, form)? {
        (block, damage) if damage.is_empty() => Ok(block),
        (_, damage) => Err(damage),
    }
}

/// The same, with what is damaged in the block beside it: what stands on other lines can still be
/// looked at.
///
/// # Errors
/// Where there is no block that could be looked at.
pub fn find(text: &str, form: &Form<'_>) -> Result<(Block, Vec<Diagnostic>), Vec<Diagnostic>> {
    let bytes = Limits::RECORD.bytes;
    if text.len() > bytes {
        let headline = format!("larger than {} KiB", bytes / 1024);
        let help = format!("send the {} alone, without attachments or old mail", form.head);
        return Err(vec![Diagnostic::error(Span::NONE, headline).help(help)]);
    }
    let lines: Vec<Line<'_>> = lines::split(text).collect();
    let heads: Vec<Head> = lines.iter().enumerate().filter_map(|l| head(l, form)).collect();
    let quoted: Vec<u32> = heads.iter().filter(|h| h.quoted).map(|h| h.span.line).collect();
    let mut found = heads.iter().filter(|h| !h.quoted);
    let Some(first) = found.next() else {
        return Err(vec![nothing(&lines, heads.first(), form)]);
    };
    let others: Vec<&Head> = found.collect();
    if !others.is_empty() {
        let complain = |other: &&Head| {
            let (a, b) = (first.span.line, other.span.line);
            Diagnostic::error(other.span, format!("two blocks of {}, lines {a} and {b}", form.head))
                .help("leave only the one that you mean; put `> ` before each line of an old one")
        };
        return Err(others.iter().take(ENOUGH).map(complain).collect());
    }
    let mut walk = Walk::new(form, first.margin);
    let (before, after) = lines.split_at(first.index);
    let taken = after.iter().position(|line| !walk.take(line)).unwrap_or(after.len());
    // A line `end` belongs to the block.
    let taken = taken + usize::from(walk.has_end());
    let after = after.get(taken..).unwrap_or_default();
    let (mut block, damage) = walk.finish(after);
    if damage.len() >= ENOUGH {
        return Err(damage);
    }
    if let Some(repair) = lines::endings(text) {
        block.repairs.insert(0, repair);
    }
    block.head = first.span;
    block.before = before.iter().filter(|line| !line.is_blank()).count();
    block.cut = after
        .iter()
        .filter(|line| !line.is_blank())
        .map(|line| (line.number, line.text.trim_end().to_owned()))
        .collect();
    block.quoted = quoted;
    Ok((block, damage))
}

/// Where blocks begin that are not quoted.
pub fn heads(text: &str, form: &Form<'_>) -> Vec<Span> {
    let lines = lines::split(text).enumerate();
    let heads = lines.filter_map(|(at, line)| head((at, &line), form));
    heads.filter(|head| !head.quoted).map(|head| head.span).collect()
}

/// Whether a key of the first level stands at the left margin of a text, one that orders something.
pub fn has_section(text: &str, form: &Form<'_>) -> bool {
    let orders = || form.first.iter().filter(|key| !form.free.contains(key));
    let mut lines = lines::split(text).filter(|line| line.text.contains(':'));
    lines.any(|line| orders().any(|key| key_of(line.text, key).is_some()))
}

/// A line that begins a block.
struct Head {
    /// Index of the line.
    index: usize,
    /// Whether quote marks stand before it.
    quoted: bool,
    /// Blanks before it.
    margin: usize,
    span: Span,
}

fn head((index, line): (usize, &Line<'_>), form: &Form<'_>) -> Option<Head> {
    if !line.text.contains(':') {
        return None;
    }
    let mut rest = line.text.trim_start_matches(characters::is_blank);
    let margin = line.text.chars().count() - rest.chars().count();
    let mut quoted = false;
    while let Some(inner) = rest.strip_prefix('>') {
        quoted = true;
        rest = inner.trim_start_matches(characters::is_blank);
    }
    let column = line.text.chars().count() - rest.chars().count() + 1;
    let value = key_of(rest, form.head)?;
    let says_something = !value.is_empty() && !value.starts_with('#');
    let length = rest.trim_end().chars().count() as u32;
    let span = Span { line: line.number, column: column as u32, length };
    says_something.then_some(Head { index, quoted, margin, span })
}

/// What stands after `key:`, if the line begins so.
fn key_of<'l>(line: &'l str, key: &str) -> Option<&'l str> {
    let written = line.get(..key.len())?;
    let rest = line.get(key.len()..)?.trim_start_matches(characters::is_blank);
    let value = rest.strip_prefix(':')?;
    written.eq_ignore_ascii_case(key).then(|| value.trim_matches(characters::is_blank))
}

/// Why no block was found.
fn nothing(lines: &[Line<'_>], quoted: Option<&Head>, form: &Form<'_>) -> Diagnostic {
    let name = form.head;
    if let Some(head) = quoted {
        return Diagnostic::error(head.span, format!("only quoted {name} here"))
            .help("if you mean them, take the `>` marks away");
    }
    if let Some(span) = lines.iter().find_map(characters::html) {
        return Diagnostic::error(span, "this is HTML, not plain text")
            .help("send the mail as plain text, or attach the file");
    }
    let nothing = Diagnostic::error(Span::NONE, format!("no {name} found"))
        .help(format!("begin with a line `{name}: ...` at the left margin"));
    let bare = lines.iter().find(|line| {
        let text = line.text.trim_start_matches(characters::is_blank);
        key_of(text, name).is_some()
    });
    let in_comment = lines.iter().find(|line| {
        let text =
            line.text.trim_start_matches(|c| c == '#' || c == '>' || characters::is_blank(c));
        line.text.contains('#') && key_of(text, name).is_some()
    });
    let says = |line: &Line<'_>, what: &str| format!("line {}: {what}", line.number);
    match (bare, in_comment) {
        (Some(line), _) => nothing.with(says(line, "nothing follows the colon")),
        (None, Some(line)) => nothing
            .with(says(line, "a comment; lines that begin with `#` are not read"))
            .help("take the `# ` away from the lines that you mean"),
        (None, None) => match lines.iter().find(|line| says_elsewhere(line, name)) {
            Some(line) => nothing.with(says(line, &format!("`{name}:` does not begin the line"))),
            None => match lines.iter().find_map(|line| mistyped(line, name).map(|key| (line, key)))
            {
                Some((line, key)) => {
                    nothing.with(says(line, &format!("`{key}:` is not `{name}:`")))
                }
                None => nothing,
            },
        },
    }
}

/// The key at the left margin of a line, if it is almost the one looked for.
fn mistyped<'l>(line: &Line<'l>, key: &str) -> Option<&'l str> {
    let (word, _) = line.text.split_once(':')?;
    nearest(&word.to_lowercase(), &[key]).map(|_| word)
}

/// Whether a line has `key:` somewhere: inside marks, behind a picture, in a sentence.
fn says_elsewhere(line: &Line<'_>, key: &str) -> bool {
    line.text.to_lowercase().contains(&format!("{key}:"))
}
