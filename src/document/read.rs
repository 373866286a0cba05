//! The strict YAML subset: one document of mappings, lists and text, each with its place.
//!
//! Every scalar is text. Refused, with line and column: anchors, aliases, tags, merge keys,
//! directives, a second document, duplicate, missing or complex keys, tabs, no-break blanks,
//! control characters, too many bytes, nesting too deep, and a document that says nothing. A byte
//! order mark at the start and CRLF line ends do not count. Typed reading of the tree is in
//! [`fields`](super::fields).

use super::digest::{ENOUGH, Form, cleaned, duplicate_key};
use super::{Diagnostic, Node, Span, Text, Value};
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
/// `record` is what [`record_digest`](super::digest::record_digest) takes.
pub fn record(text: &str) -> Result<Node, Vec<Diagnostic>> {
    let mut file = parse(text, Limits::RECORD)?;
    let mut complaints = Vec::new();
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
        match cleaned(std::mem::replace(value, Node::text("")), Form::Record) {
            Ok(clean) => *value = clean,
            Err(more) => complaints.extend(more),
        }
    }
    if file.get("record").is_none_or(|record| complaints.is_empty() && record.as_map().is_none()) {
        complaints.push(no_record(span));
    }
    if complaints.is_empty() { Ok(file) } else { Err(complaints) }
}

fn no_record(span: Span) -> Diagnostic {
    Diagnostic::error(span, "no record here").help("a record file begins with the line `record:`")
}

/// Finds every ` #` that YAML takes for a comment although no blank follows it: `see rule #5`.
///
/// Quoted text and block scalars are left alone. Each span begins at the `#` and runs to the end
/// of its line: the part of the value that is cut off.
pub fn cut_comments(text: &str) -> Vec<Span> {
    let mut cuts = Vec::new();
    let mut open = Open::default();
    for (number, line) in lines(text).enumerate() {
        if let Some(at) = open.comment(line)
            && line[at + 1..].starts_with(|c| c != ' ' && c != '\t')
        {
            let column = line[..at].chars().count() + 1;
            cuts.push(place(number + 1, column, line[at..].chars().count()));
        }
    }
    cuts
}

/// What one line leaves open for the next.
#[derive(Default)]
struct Open {
    quote: Option<u8>,
    /// A block scalar under a line with this indentation.
    block: Option<usize>,
    brackets: usize,
}

impl Open {
    /// The byte at which the comment of a line begins, unless the line is nothing else.
    fn comment(&mut self, line: &str) -> Option<usize> {
        let indent = line.len() - line.trim_start_matches(' ').len();
        if self.block.is_some_and(|parent| line.trim().is_empty() || indent > parent) {
            return None;
        }
        self.block = None;
        let bytes = line.as_bytes();
        let is_blank = |at: usize| matches!(bytes.get(at), None | Some(b' ' | b'\t'));
        let mut fresh = true; // a scalar may begin here
        let mut at = 0;
        while let Some(&byte) = bytes.get(at) {
            let in_brackets = self.brackets > 0;
            match (self.quote, byte) {
                (Some(b'"'), b'\\') => at += 1,
                (Some(b'\''), b'\'') if bytes.get(at + 1) == Some(&b'\'') => at += 1,
                (Some(quote), _) => self.quote = (quote != byte).then_some(quote),
                (None, b'#') if at == 0 => return None,
                (None, b'#') if is_blank(at - 1) => return Some(at),
                (None, b'"' | b'\'') if fresh => self.quote = Some(byte),
                (None, b'|' | b'>') if fresh => self.block = Some(indent),
                (None, b'[' | b'{') if fresh => self.brackets += 1,
                (None, b']' | b'}') if in_brackets => self.brackets -= 1,
                (None, b',') if in_brackets => fresh = true,
                (None, b':') if is_blank(at + 1) => fresh = true,
                (None, b'-' | b'?') if fresh && is_blank(at + 1) => {}
                (None, b' ') => {}
                _ => fresh = false,
            }
            at += 1;
        }
        None
    }
}

/// The lines of a text; LF, CRLF and a lone CR end one.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let here = rest?;
        let Some(end) = here.find(['\n', '\r']) else {
            rest = None;
            return Some(here);
        };
        let after = &here[end..];
        let ending = if after.starts_with("\r\n") { 2 } else { 1 };
        rest = Some(&after[ending..]);
        Some(&here[..end])
    })
}

/// Cuts a stream at its lines `---`; each part comes with the number of lines before it.
fn parts(text: &str) -> Vec<(usize, &str)> {
    let mut parts = Vec::new();
    let (mut start, mut start_line) = (0, 0);
    for (number, line) in lines(text).enumerate() {
        let at = line.as_ptr() as usize - text.as_ptr() as usize;
        let marker = line
            .trim_start_matches('\u{FEFF}')
            .strip_prefix("---")
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']));
        if marker && at > start {
            parts.push((start_line, &text[start..at]));
            (start, start_line) = (at, number);
        }
    }
    parts.push((start_line, &text[start..]));
    let silent = |part: &str| lines(part).all(|l| l.trim().is_empty() || l.starts_with('#'));
    if parts.first().is_some_and(|(_, part)| silent(part)) {
        parts.remove(0);
    }
    parts
}

fn parse_from(text: &str, lines_before: usize, limits: Limits) -> Result<Node, Vec<Diagnostic>> {
    if text.len() > limits.bytes {
        let headline = format!("larger than {} KiB", limits.bytes / 1024);
        let help = "send the file alone, without what does not belong to it";
        return Err(vec![Diagnostic::error(Span::NONE, headline).help(help)]);
    }
    let text = text.trim_start_matches('\u{FEFF}');
    let complaints = foreign_characters(text, lines_before);
    if !complaints.is_empty() {
        return Err(complaints);
    }
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
    builder.finish()
}

/// Complains about every character that has no place in a document, wherever it stands.
fn foreign_characters(text: &str, lines_before: usize) -> Vec<Diagnostic> {
    let mut complaints = Vec::new();
    for (number, line) in lines(text).enumerate() {
        let number = lines_before + number + 1;
        if line.starts_with('%') {
            complaints.push(
                Diagnostic::error(place(number, 1, 1), "a line begins with `%`")
                    .help("directives are not allowed; put such text in quotes"),
            );
        }
        if !line.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
            for (at, c) in line.chars().enumerate() {
                if let Some((what, help)) = foreign(c) {
                    let what = format!("{what} (U+{:04X})", u32::from(c));
                    complaints.push(Diagnostic::error(place(number, at + 1, 1), what).help(help));
                }
                if complaints.len() >= ENOUGH {
                    return complaints;
                }
            }
        }
    }
    complaints
}

/// Why a character may not stand in a document as it is, and what to do.
pub(super) fn foreign(c: char) -> Option<(&'static str, &'static str)> {
    Some(match c {
        '\t' => ("tab", "use blanks"),
        '\u{A0}' | '\u{2007}' | '\u{202F}' => {
            ("no-break blank", "send the file as plain text, or as an attachment")
        }
        '\u{FEFF}' => ("byte order mark inside the text", "leave it out"),
        '\u{2028}' | '\u{2029}' => ("line separator", "begin a new line instead"),
        '\u{FFFE}' | '\u{FFFF}' => ("not a character", "leave it out"),
        c if c.is_control() => ("control character", "leave it out"),
        _ => return None,
    })
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
                return self.scalar(text.into_owned(), style, extent, span);
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
        mut text: String,
        style: ScalarStyle,
        extent: Extent,
        span: Span,
    ) -> Result<(), Diagnostic> {
        text.shrink_to_fit();
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

fn place(line: usize, column: usize, length: usize) -> Span {
    Span { line: number(line), column: number(column), length: number(length) }
}

fn number(count: usize) -> u32 {
    count.try_into().unwrap_or(u32::MAX)
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
const PLAIN_WORDS: [(&str, &str, &str); 27] = [
    ("unexpected end of stream", "this quote is never closed", "put the closing quote at the end of the text"),
    ("unexpected document indicator", "this quote is not closed before a line `---` or `...`", "put the closing quote at the end of the text"),
    ("indentation in quoted scalar", "a line of this quoted text is not indented enough", "indent it more than its key"),
    ("trailing content after", "text after a closing quote", "put all of the value inside the quotes, or none"),
    ("unknown escape", "unknown escape after a backslash", "use single quotes for text with a backslash"),
    ("hexadecimal number", "this escape needs hex digits", "use single quotes for text with a backslash"),
    ("escape code", "this escape names no character", "use single quotes for text with a backslash"),
    ("mapping values are not allowed", "a second `: ` on one line", "put the text in quotes, or begin a new line"),
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
