//! The strict YAML subset: one document of mappings, lists and text, each with its place.
//!
//! Every scalar is text. Refused, with line and column: anchors, aliases, tags, merge keys,
//! directives, a second document, duplicate, missing or complex keys, tabs, no-break blanks,
//! control characters, too many bytes, nesting too deep, and a document that says nothing. A byte
//! order mark at the start and CRLF line ends do not count. Typed reading of the tree is in
//! [`fields`](super::fields).

mod layout;

pub use super::lines::{cut_comments, parts};

use super::canonical::{ENOUGH, Form, clean_up, duplicate_key};
use super::digest::{Digest, digest_if_clean, record_digest};
use super::lines::{foreign_characters, is_plain, lines, number, place};
use super::{Diagnostic, Node, SmolStr, Span, Text, Value};
use saphyr_parser::{Event, Parser, ScalarStyle, ScanError, Span as Extent};
use std::collections::BTreeSet;

/// How much of a document is read before it is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Largest size of one document in bytes.
    pub bytes: usize,
    /// Most levels of mappings and lists within one entry of the outermost mapping.
    pub depth: usize,
}

impl Limits {
    /// What people exchange: records, orders, letters, positions.
    pub const RECORD: Limits = Limits { bytes: 256 * 1024, depth: 16 };
    /// Scenarios, maps, charts and rules.
    pub const PACK: Limits = Limits { bytes: 2 * 1024 * 1024, depth: 16 };
}

/// Reads one document.
///
/// Reading goes on after a complaint where it can, so that one mail carries them all.
pub fn parse(text: &str, limits: Limits) -> Result<Node, Vec<Diagnostic>> {
    parse_from(text, 0, limits)
}

/// Reads several documents that lines `---` separate; each keeps the limits by itself.
///
/// Places count lines from the start of the stream. A leading `---` is optional.
pub fn stream(text: &str, limits: Limits) -> Result<Vec<Node>, Vec<Diagnostic>> {
    let mut nodes = Vec::new();
    let mut complaints = Vec::new();
    for (lines_before, part) in parts(text) {
        if complaints.len() >= ENOUGH {
            break;
        }
        match parse_from(part, lines_before, limits) {
            Ok(node) => nodes.push(node),
            Err(more) => complaints.extend(more),
        }
    }
    if nodes.is_empty() && complaints.is_empty() {
        complaints.push(empty(Span::NONE));
    }
    if complaints.is_empty() { Ok(nodes) } else { Err(complaints) }
}

/// Reads the file of one record: a mapping with `record` and, if anything else, `check`.
///
/// Blanks that are not hashed are dropped from both, and every leaf is checked: the mapping under
/// `record` is what [`record_digest`] takes.
pub fn record(text: &str) -> Result<Node, Vec<Diagnostic>> {
    hashed_record(text).map(|(file, _)| file)
}

/// Reads the file of one record as [`record`] does; its digest as well, in the same pass.
pub fn hashed_record(text: &str) -> Result<(Node, Digest), Vec<Diagnostic>> {
    let mut file = parse(text, Limits::RECORD)?;
    let mut complaints = Vec::new();
    let mut digest = None;
    let span = file.span;
    let Value::Map(entries) = &mut file.value else {
        return Err(vec![no_record(span)]);
    };
    for (key, value) in entries.iter_mut() {
        if !matches!(key.text.as_str(), "record" | "check") {
            complaints.push(
                Diagnostic::error(key.span, format!("unknown key `{}` beside `record`", key.text))
                    .help("a record file has `record` and `check`, nothing else"),
            );
        }
        if key.text == "record" {
            digest = digest_if_clean(value);
        }
        if key.text != "record" || digest.is_none() {
            complaints.extend(clean_up(value, Form::Record).err().unwrap_or_default());
        }
    }
    if file.get("record").is_none_or(|record| complaints.is_empty() && record.as_map().is_none()) {
        complaints.push(no_record(span));
    }
    if !complaints.is_empty() {
        return Err(complaints);
    }
    let digest = match digest {
        Some(digest) => digest,
        None => record_digest(file.get("record").unwrap_or(&file))?,
    };
    Ok((file, digest))
}

fn no_record(span: Span) -> Diagnostic {
    Diagnostic::error(span, "no record here").help("a record file begins with the line `record:`")
}

fn parse_from(text: &str, lines_before: usize, limits: Limits) -> Result<Node, Vec<Diagnostic>> {
    if text.len() > limits.bytes {
        let headline = format!("larger than {} KiB", limits.bytes / 1024);
        let help = "send the file alone, without what does not belong to it";
        return Err(vec![Diagnostic::error(Span::NONE, headline).help(help)]);
    }
    let text = text.trim_start_matches('\u{FEFF}');
    if is_plain(text) {
        if let Some(node) = layout::read(text, lines_before, limits) {
            return Ok(node);
        }
    } else {
        let complaints = foreign_characters(text, lines_before);
        if !complaints.is_empty() {
            return Err(complaints);
        }
    }
    parse_events(text, lines_before, limits)
}

/// Reads a document with the parser, which takes whatever YAML allows and says what is wrong.
fn parse_events(text: &str, lines_before: usize, limits: Limits) -> Result<Node, Vec<Diagnostic>> {
    let mut builder = Builder::new(lines_before, limits);
    for event in Parser::new_from_str(text) {
        let taken = match event {
            Ok((event, extent)) => builder.take(event, extent),
            Err(error) => Err(in_plain_words(&error, lines_before)),
        };
        if let Err(complaint) = taken {
            builder.complaints.push(complaint);
            break;
        }
        if builder.complaints.len() >= ENOUGH {
            break;
        }
    }
    builder.finish().map_err(|complaints| {
        let told = complaints.into_iter().map(|c| without_colon(text, lines_before, c));
        within(text, lines_before, told.collect())
    })
}

/// A key without its colon runs on into the next line, where the parser complains of the colon that
/// is there; it is told of the line that lacks it.
fn without_colon(text: &str, lines_before: usize, complaint: Diagnostic) -> Diagnostic {
    let at = (complaint.span.line as usize).checked_sub(lines_before + 1);
    let (Some(at), true) = (at, complaint.headline == TWO_COLONS) else { return complaint };
    let Some(line) = lines(text).nth(at) else { return complaint };
    let colons = line.matches(": ").count() + usize::from(line.trim_end().ends_with(':'));
    let above: Vec<&str> = lines(text).take(at).collect();
    let Some((row, lacks)) = above.iter().enumerate().rfind(|(_, line)| !line.trim().is_empty())
    else {
        return complaint;
    };
    if colons > 1 || lacks.contains(':') {
        return complaint;
    }
    let begin = lacks.chars().take_while(|c| matches!(c, ' ' | '-')).count();
    let span = place(
        lines_before + row + 1,
        begin + 1,
        lacks.trim_end().chars().count().saturating_sub(begin),
    );
    Diagnostic::error(span, "a line that is neither `key: value` nor `- item`")
        .help("put a colon and a blank after the key: `key: value`")
}

const TWO_COLONS: &str = "a second `: ` on one line";

/// What is missing at the end is told behind the last line, not on one that the text lacks.
fn within(text: &str, lines_before: usize, mut complaints: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let last = lines(text).enumerate().last().map_or((1, ""), |(at, line)| (at + 1, line));
    let end = place(lines_before + last.0, last.1.chars().count() + 1, 1);
    for complaint in complaints.iter_mut().filter(|complaint| complaint.span.line > end.line) {
        complaint.span = end;
    }
    complaints
}

/// Builds the tree from the parser's events, without recursion.
struct Builder {
    lines_before: usize,
    limits: Limits,
    documents: usize,
    open: Vec<Unfinished>,
    root: Option<Node>,
    complaints: Vec<Diagnostic>,
}

/// A list or mapping whose end has not been read.
enum Unfinished {
    List(Span, Vec<Node>),
    Map {
        span: Span,
        /// Column (from 0) at which the keys of a block mapping stand.
        column: Option<usize>,
        entries: Vec<(Text, Node)>,
        key: Option<Text>,
    },
}

impl Builder {
    fn new(lines_before: usize, limits: Limits) -> Builder {
        Builder {
            lines_before,
            limits,
            documents: 0,
            open: Vec::new(),
            root: None,
            complaints: Vec::new(),
        }
    }

    /// Takes one event; an error ends the reading.
    fn take(&mut self, event: Event<'_>, extent: Extent) -> Result<(), Diagnostic> {
        let begin = place(self.lines_before + extent.start.line(), extent.start.col() + 1, 1);
        match event {
            Event::DocumentStart(_) => {
                self.documents += 1;
                if self.documents > 1 {
                    return Err(Diagnostic::error(begin, "a second document begins here")
                        .help("send one document; leave out the line `---` or `...`"));
                }
            }
            Event::Alias(_) => return Err(alias(begin)),
            Event::Scalar(text, style, anchor, tag) => {
                self.refuse_decorations(anchor, tag.is_some(), begin);
                let span = Span { length: length(&text, style, extent), ..begin };
                return self.scalar(&text, style, extent, span);
            }
            Event::SequenceStart(anchor, tag) => {
                self.refuse_decorations(anchor, tag.is_some(), begin);
                self.descend(Unfinished::List(begin, Vec::new()), begin)?;
            }
            Event::MappingStart(anchor, tag) => {
                self.refuse_decorations(anchor, tag.is_some(), begin);
                let column = extent.is_empty().then_some(extent.start.col());
                let (entries, key) = (Vec::new(), None);
                self.descend(Unfinished::Map { span: begin, column, entries, key }, begin)?;
            }
            Event::SequenceEnd | Event::MappingEnd => {
                let done = match self.open.pop() {
                    Some(Unfinished::List(span, items)) => Node { span, value: Value::List(items) },
                    Some(Unfinished::Map { span, entries, .. }) => {
                        self.refuse_duplicates(&entries);
                        Node { span, value: Value::Map(entries) }
                    }
                    None => return Ok(()),
                };
                self.put(done);
            }
            Event::StreamStart | Event::StreamEnd | Event::DocumentEnd | Event::Nothing => {}
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Node, Vec<Diagnostic>> {
        match self.root {
            _ if !self.complaints.is_empty() => Err(self.complaints),
            Some(Node { span, value: Value::Text(text) }) if text.is_empty() => {
                Err(vec![empty(span)])
            }
            Some(root) => Ok(root),
            None => {
                self.complaints.push(empty(Span::NONE));
                Err(self.complaints)
            }
        }
    }

    fn scalar(
        &mut self,
        text: &str,
        style: ScalarStyle,
        extent: Extent,
        span: Span,
    ) -> Result<(), Diagnostic> {
        let text = SmolStr::new(text);
        let Some(Unfinished::Map { key: key @ None, column, .. }) = self.open.last_mut() else {
            self.put(Node { span, value: Value::Text(text) });
            return Ok(());
        };
        if column.is_some_and(|column| column != extent.start.col()) {
            return Err(complex_key(span));
        }
        if text.is_empty() && style == ScalarStyle::Plain {
            return Err(Diagnostic::error(span, "a key is missing before `:`")
                .help("put text that begins with `:` in quotes"));
        }
        if text == "<<" && style == ScalarStyle::Plain {
            self.complaints
                .push(Diagnostic::error(span, "merge keys are not allowed").help(WRITE_IT_OUT));
        }
        *key = Some(Text { text, span });
        Ok(())
    }

    fn descend(&mut self, unfinished: Unfinished, begin: Span) -> Result<(), Diagnostic> {
        if let Some(Unfinished::Map { key: None, .. }) = self.open.last() {
            return Err(complex_key(begin));
        }
        // the outermost mapping is not counted, so that a record may be as deep as it is hashed
        if self.open.len() > self.limits.depth + 1 {
            return Err(too_deep(begin, self.limits.depth));
        }
        self.open.push(unfinished);
        Ok(())
    }

    fn put(&mut self, node: Node) {
        match self.open.last_mut() {
            None => self.root = Some(node),
            Some(Unfinished::List(_, items)) => items.push(node),
            Some(Unfinished::Map { entries, key, .. }) => {
                if let Some(key) = key.take() {
                    entries.push((key, node));
                }
            }
        }
    }

    fn refuse_decorations(&mut self, anchor: usize, tag: bool, begin: Span) {
        if anchor > 0 {
            self.complaints.push(
                Diagnostic::error(begin, "anchors are not allowed")
                    .help("put text that begins with `&` in quotes"),
            );
        }
        if tag {
            self.complaints.push(
                Diagnostic::error(begin, "tags are not allowed")
                    .help("put text that begins with `!` in quotes"),
            );
        }
    }

    fn refuse_duplicates(&mut self, entries: &[(Text, Node)]) {
        let mut seen = BTreeSet::new();
        for (at, (key, _)) in entries.iter().enumerate() {
            let duplicate = match entries.len() {
                ..=12 => entries[..at].iter().any(|(before, _)| before.text == key.text),
                _ => !seen.insert(&key.text),
            };
            if duplicate {
                self.complaints.push(duplicate_key(key));
            }
            if self.complaints.len() >= ENOUGH {
                return;
            }
        }
    }
}

/// Length of a scalar on its line in characters; 1 if it runs over several lines.
fn length(text: &str, style: ScalarStyle, extent: Extent) -> u32 {
    if extent.start.line() != extent.end.line() {
        return 1;
    }
    let length = match style {
        ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => {
            extent.len().min(text.chars().count() + 2)
        }
        _ => extent.len(),
    };
    number(length).max(1)
}

const WRITE_IT_OUT: &str = "write the value out in full";

fn empty(span: Span) -> Diagnostic {
    Diagnostic::error(span, "the document is empty")
}

fn alias(span: Span) -> Diagnostic {
    Diagnostic::error(span, "aliases are not allowed")
        .help(format!("{WRITE_IT_OUT}; put text that begins with `*` in quotes"))
}

fn complex_key(span: Span) -> Diagnostic {
    Diagnostic::error(span, "a key must be text on one line, before its `:`")
        .help("put a key that begins with `?`, `[` or `{` in quotes")
}

fn too_deep(span: Span, depth: usize) -> Diagnostic {
    Diagnostic::error(span, format!("deeper than {depth} levels"))
        .help("close lists and mappings; put text that begins with `[` or `{` in quotes")
}

/// The parser's error as a located sentence that says what to do.
fn in_plain_words(error: &ScanError, lines_before: usize) -> Diagnostic {
    let marker = error.marker();
    let span = place(lines_before + marker.line(), marker.col() + 1, 1);
    let info = error.info();
    if info.contains("recursion limit") {
        return too_deep(span, Limits::RECORD.depth);
    }
    if info.contains("unknown anchor") {
        return alias(span);
    }
    let known = PLAIN_WORDS.iter().find(|(needle, ..)| info.contains(needle));
    let (headline, help) = known.map_or(
        ("this cannot be read", "check indentation and punctuation, or put the text in quotes"),
        |&(_, headline, help)| (headline, help),
    );
    Diagnostic::error(span, headline).help(help)
}

const LIKE_THE_LINE_ABOVE: &str = "indent it like the entry above that it belongs with";

/// What the parser says, what we say, and what to do; the first match counts.
#[rustfmt::skip]
const PLAIN_WORDS: &[(&str, &str, &str)] = &[
    ("unexpected end of stream", "this quote is never closed", "put the closing quote at the end of the text"),
    ("unexpected document indicator", "this quote is not closed before a line `---` or `...`", "put the closing quote at the end of the text"),
    ("indentation in quoted scalar", "this quoted text runs on into a line that is not indented", "close the quote, or indent all of the text more than its key"),
    ("trailing content after", "text after a closing quote", "put all of the value inside the quotes, or none"),
    ("unknown escape", "unknown escape after a backslash", "use single quotes for text with a backslash"),
    ("hexadecimal number", "this escape needs hex digits", "use single quotes for text with a backslash"),
    ("escape code", "this escape names no character", "use single quotes for text with a backslash"),
    ("illegal placement of ':'", "a key and its `:` must stand on one line", "join the lines, or put a comma between two items"),
    ("mapping keys are not allowed", "a key cannot begin here", "put text that begins with `?` in quotes"),
    ("expected whitespace", "a blank is missing after `?`", "put text that begins with `?` in quotes"),
    ("mapping values are not allowed", TWO_COLONS, "put the text in quotes, or begin a new line"),
    ("simple key expect", "a line that is neither `key: value` nor `- item`", "add the `: `, or indent the line as part of the text above"),
    ("sequence entries are not allowed", "a list item cannot begin here", "begin the list on the line below its key"),
    (r#""-" is only valid"#, "a list item cannot begin inside brackets", "separate the items with commas"),
    ("invalid indentation", "this line is not indented like any line above", LIKE_THE_LINE_ABOVE),
    ("did not find expected key", "this line does not belong to the mapping above", LIKE_THE_LINE_ABOVE),
    ("expected '-' indicator", "this line does not belong to the list above", LIKE_THE_LINE_ABOVE),
    ("expected ',' or '}'", "a comma or `}` is missing", "close the brace, or put text with a brace or comma in quotes"),
    ("expected ',' or ']'", "a comma or `]` is missing", "close the bracket, or put text with a bracket or comma in quotes"),
    ("misplaced bracket", "a closing bracket without an opening one", "put text with brackets in quotes"),
    ("in flow mapping", "a blank is missing after `:`", "write `: `"),
    ("expected node content", "a value cannot begin with this character", "put the text in quotes"),
    ("plain scalar cannot start", "a value inside brackets cannot begin with this character", "put the text in quotes"),
    ("end of plain scalar", "a value cannot begin with this character", "put the text in quotes"),
    ("after document end marker", "text after the end of the document", "begin a new line"),
    ("unexpected character", "a value cannot begin with this character", "put the text in quotes"),
    ("comments must be separated", "a comment needs a blank before its `#`", "write ` # `"),
    ("comment intercepting", "a comment cuts this text in two", "put the text in quotes, or take the `#` out"),
    ("expected comment or line break", "text after `|` or `>`", "put text that begins with `|` or `>` in quotes"),
    ("block scalar", "this block of text is not indented evenly", "indent every line of it alike, more than its key"),
    ("expected <document start>", "text after the end of the document", LIKE_THE_LINE_ABOVE),
    ("handle wasn't declared", "tags are not allowed", "put text that begins with `!` in quotes"),
    ("tag", "tags are not allowed", "put text that begins with `!` in quotes"),
    ("anchor", "anchors are not allowed", "put text that begins with `&` or `*` in quotes"),
];
