//! The layout in which nearly every file is written, read without the parser.
//!
//! Mappings and lists in lines, text on one line of its own or beside its key, `{...}` and `[...]`
//! within a line, blocks of text whose lines are indented alike. An audit is mostly reading, and this
//! is several times as fast. It complains of nothing: whatever is laid out in another way, or may be
//! wrong, it leaves to the parser. Where it answers, the parser gives the same tree with the same
//! places; tests compare the two.

use super::super::lines::{number, place};
use super::super::{Node, SmolStr, Span, Text, Value};
use super::Limits;
use memchr::{memchr, memchr2};

/// The longest line that is read here: a parser gives up on keys of more than 1,024 characters.
const LINE: usize = 1000;

/// Room for what most mappings and lists hold.
const SOME: usize = 6;

/// The tree of a text without tabs, control characters and letters beyond ASCII; none if the parser
/// must look.
pub(super) fn read(text: &str, lines_before: usize, limits: Limits) -> Option<Node> {
    let mut reader = Reader { rest: text, number: lines_before, line: None, limits };
    if text.starts_with("---\n") {
        reader.cut();
    }
    reader.advance()?;
    let first = reader.line?;
    let root = reader.mapping(first, key(first)?, first.indent, 0)?;
    reader.line.is_none().then_some(root)
}

/// A line that says something.
#[derive(Clone, Copy)]
struct Line<'t> {
    /// From 1.
    number: usize,
    /// Blanks before its text.
    indent: usize,
    /// Without blanks around it.
    text: &'t str,
}

impl<'t> Line<'t> {
    /// What follows `- `, at its column.
    fn item(self) -> Option<Line<'t>> {
        let rest = self.text.strip_prefix("- ")?.trim_start_matches(' ');
        let indent = self.indent + (self.text.len() - rest.len());
        Some(Line { indent, text: rest, ..self })
    }

    /// The place of a part of it.
    fn span(self, part: &str) -> Span {
        let column = self.indent + (part.as_ptr() as usize - self.text.as_ptr() as usize);
        place(self.number, column + 1, part.len())
    }

    /// The place where it begins.
    fn begin(self) -> Span {
        place(self.number, self.indent + 1, 1)
    }
}

struct Reader<'t> {
    /// What has not been cut into lines.
    rest: &'t str,
    /// Number of the last line that was cut off.
    number: usize,
    /// The line that is next; none at the end.
    line: Option<Line<'t>>,
    limits: Limits,
}

impl<'t> Reader<'t> {
    /// Cuts off a line.
    fn cut(&mut self) -> Option<&'t str> {
        if self.rest.is_empty() {
            return None;
        }
        let (line, rest) = match memchr(b'\n', self.rest.as_bytes()) {
            Some(end) => (&self.rest[..end], &self.rest[end + 1..]),
            None => (self.rest, ""),
        };
        self.rest = rest;
        self.number += 1;
        Some(line)
    }

    /// Goes on to the next line that says something; none if the parser must look.
    fn advance(&mut self) -> Option<()> {
        self.line = None;
        while let Some(line) = self.cut() {
            let text = line.trim_start_matches(' ');
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            // `---` and `...` end a document.
            if line.len() > LINE || line.starts_with("---") || line.starts_with("...") {
                return None;
            }
            let indent = line.len() - text.len();
            let text = text.trim_end_matches(' ');
            self.line = Some(Line { number: self.number, indent, text });
            break;
        }
        Some(())
    }

    /// The line that is next, if it is indented as much as this.
    fn at(&self, indent: usize) -> Option<Line<'t>> {
        self.line.filter(|line| line.indent == indent)
    }

    /// Whether what was begun at an indentation is over: text does not run on into the next line.
    fn over(&self, indent: usize) -> Option<()> {
        self.line.is_none_or(|line| line.indent <= indent).then_some(())
    }

    /// A mapping whose first key was found in a line, perhaps behind a `- `.
    fn mapping(
        &mut self,
        first: Line<'t>,
        found: (Text, &'t str),
        indent: usize,
        depth: usize,
    ) -> Option<Node> {
        if depth > self.limits.depth {
            return None;
        }
        let mut entries: Vec<(Text, Node)> = Vec::with_capacity(SOME);
        let (mut line, (mut name, mut rest)) = (first, found);
        loop {
            if entries.iter().any(|(before, _)| before.text == name.text) {
                return None;
            }
            let value = self.value(line, rest, indent, depth)?;
            entries.push((name, value));
            let Some(next) = self.at(indent) else { break };
            // A list that begins where the keys stand belongs to none of them.
            (!is_item(next.text)).then_some(())?;
            (line, (name, rest)) = (next, key(next)?);
        }
        self.over(indent)?;
        Some(Node { span: first.begin(), value: Value::Map(entries) })
    }

    /// What stands behind a key: on its line, or below it.
    fn value(
        &mut self,
        line: Line<'t>,
        rest: &'t str,
        indent: usize,
        depth: usize,
    ) -> Option<Node> {
        if matches!(rest, ">" | ">-" | "|" | "|-") {
            return self.block(rest, indent);
        }
        if !rest.is_empty() && !rest.starts_with('#') {
            return self.beside(line, rest, indent, depth);
        }
        self.advance()?;
        let below = self.line?;
        if is_item(below.text) {
            // The parser has a list that stands below its key begin at its first item.
            let span = match below.indent == indent {
                true => below.item()?.begin(),
                false => below.begin(),
            };
            return (below.indent >= indent).then(|| self.list(span, below.indent, depth + 1))?;
        }
        if below.indent <= indent {
            return None;
        }
        match key(below) {
            Some(found) => self.mapping(below, found, below.indent, depth + 1),
            None => self.beside(below, below.text, indent, depth),
        }
    }

    /// A list, item by item.
    fn list(&mut self, span: Span, indent: usize, depth: usize) -> Option<Node> {
        if depth > self.limits.depth {
            return None;
        }
        let mut items = Vec::with_capacity(SOME);
        while let Some(line) = self.at(indent).filter(|line| is_item(line.text)) {
            let item = line.item()?;
            items.push(match key(item) {
                Some(found) => self.mapping(item, found, item.indent, depth + 1)?,
                None => self.beside(item, item.text, indent, depth)?,
            });
        }
        self.over(indent)?;
        Some(Node { span, value: Value::List(items) })
    }

    /// A value that stands whole on a line, up to a comment.
    fn beside(
        &mut self,
        line: Line<'t>,
        text: &'t str,
        indent: usize,
        depth: usize,
    ) -> Option<Node> {
        let (node, rest) = match text.as_bytes().first()? {
            b'{' | b'[' => flow(line, text, depth + 1, self.limits)?,
            b'"' | b'\'' => quoted(line, text)?,
            _ => return self.plain(line, text, indent),
        };
        is_comment(rest).then_some(())?;
        self.advance()?;
        self.over(indent)?;
        Some(node)
    }

    /// Text without quotes, up to a comment, or on several lines that follow each other.
    fn plain(&mut self, line: Line<'t>, text: &'t str, indent: usize) -> Option<Node> {
        // Most text has neither a colon nor a comment in it.
        let bare = |text: &str| memchr2(b':', b'#', text.as_bytes()).is_none();
        let comment = if bare(text) { None } else { find(text, *b" #") };
        let (first, comment) = (&text[..comment.unwrap_or(text.len())], comment.is_some());
        let first = first.trim_end_matches(' ');
        let sentence = |text: &str| {
            let whole = || find(text, *b": ").is_none() && !text.ends_with(':');
            begins_plain(text) && (bare(text) || whole())
        };
        sentence(first).then_some(())?;
        self.advance()?;
        let node = scalar(line, first, first);
        let mut number = line.number;
        let mut whole = String::new();
        while let Some(next) = self.line.filter(|next| next.indent > indent) {
            number += 1;
            let follows = next.number == number && !comment && find(next.text, *b" #").is_none();
            (follows && sentence(next.text)).then_some(())?;
            if whole.is_empty() {
                whole.push_str(first);
            }
            whole.push(' ');
            whole.push_str(next.text);
            self.advance()?;
        }
        if whole.is_empty() {
            return Some(node);
        }
        Some(Node { span: Span { length: 1, ..node.span }, value: Value::Text(whole.into()) })
    }

    /// A block of text without empty lines in it; where lines are joined, all are indented alike.
    fn block(&mut self, style: &str, indent: usize) -> Option<Node> {
        let folded = style.starts_with('>');
        let mut text = String::new();
        let (mut inner, mut ended) = (None, false);
        let first = self.number + 1;
        loop {
            let before = (self.rest, self.number);
            let Some(raw) = self.cut() else { break };
            let here = raw.trim_start_matches(' ');
            let wide = raw.len() - here.len();
            if raw.is_empty() {
                ended = true;
                continue;
            }
            if wide <= indent && !here.is_empty() {
                (self.rest, self.number) = before;
                break;
            }
            if ended || raw.ends_with(' ') || !before.0.contains('\n') {
                return None;
            }
            let inner = *inner.get_or_insert(wide);
            if wide < inner || folded && wide > inner {
                return None;
            }
            if !text.is_empty() {
                text.push(if folded { ' ' } else { '\n' });
            }
            text.push_str(&raw[inner..]);
        }
        let begin = place(first, inner? + 1, 1);
        if !style.ends_with('-') {
            text.push('\n');
        }
        self.advance()?;
        self.over(indent)?;
        Some(Node { span: begin, value: Value::Text(text.into()) })
    }
}

/// Whether a text is an item of a list.
fn is_item(text: &str) -> bool {
    text.starts_with("- ") || text == "-"
}

/// Whether nothing, or nothing but a comment, is left of a line.
fn is_comment(rest: &str) -> bool {
    let text = rest.trim_start_matches(' ');
    text.is_empty() || text.starts_with('#') && text.len() < rest.len()
}

/// Whether text without quotes may begin so.
fn begins_plain(text: &str) -> bool {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || b"/._+(<=$^~;)\\".contains(byte);
    match text.as_bytes() {
        [b'-', second, ..] => plain(second),
        [first, ..] => plain(first),
        [] => false,
    }
}

/// The key of a line, and what follows its colon.
fn key<'t>(line: Line<'t>) -> Option<(Text, &'t str)> {
    let text = line.text;
    let (key, rest) = if text.starts_with('"') || text.starts_with('\'') {
        let (node, rest) = quoted(line, text)?;
        let Value::Text(key) = node.value else { return None };
        (Text { text: key, span: node.span }, rest.strip_prefix(':')?)
    } else {
        let colon = colon(text)?;
        let key = &text[..colon];
        if !begins_plain(key) || key.ends_with(' ') || find(key, *b" #").is_some() || key == "<<" {
            return None;
        }
        (Text { text: key.into(), span: line.span(key) }, &text[colon + 1..])
    };
    if !(rest.is_empty() || rest.starts_with(' ')) || key.text.is_empty() {
        return None;
    }
    Some((key, rest.trim_start_matches(' ')))
}

/// Where two characters stand that follow each other.
fn find(text: &str, [first, second]: [u8; 2]) -> Option<usize> {
    let bytes = text.as_bytes();
    bytes.windows(2).position(|pair| pair[0] == first && pair[1] == second)
}

/// Where the first colon stands that ends a key.
fn colon(text: &str) -> Option<usize> {
    let bytes = text.as_bytes();
    let ends = |at: usize| matches!(bytes.get(at + 1), None | Some(b' '));
    bytes.iter().enumerate().find(|&(at, byte)| *byte == b':' && ends(at)).map(|(at, _)| at)
}

/// A scalar that stands at `part` of a line.
fn scalar(line: Line<'_>, part: &str, text: &str) -> Node {
    Node { span: line.span(part), value: Value::Text(SmolStr::new(text)) }
}

/// Quoted text without any escape, and what follows it.
fn quoted<'t>(line: Line<'_>, text: &'t str) -> Option<(Node, &'t str)> {
    let quote = *text.as_bytes().first()?;
    let inner = &text[1..];
    let end = memchr(quote, inner.as_bytes())?;
    let (inside, rest) = (&inner[..end], &inner[end + 1..]);
    let escapes = quote == b'"' && memchr(b'\\', inside.as_bytes()).is_some();
    if escapes || rest.as_bytes().first() == Some(&quote) {
        return None;
    }
    Some((scalar(line, &text[..end + 2], inside), rest))
}

/// A mapping or list in brackets, and what follows it on the line.
fn flow<'t>(
    line: Line<'t>,
    text: &'t str,
    depth: usize,
    limits: Limits,
) -> Option<(Node, &'t str)> {
    if depth > limits.depth {
        return None;
    }
    let span = Span { length: number(1), ..line.span(text) };
    let mapping = text.starts_with('{');
    let close = if mapping { '}' } else { ']' };
    let (mut entries, mut items) = (Vec::<(Text, Node)>::new(), Vec::new());
    let mut rest = text[1..].trim_start_matches(' ');
    if let Some(after) = rest.strip_prefix(close) {
        let value = if mapping { Value::Map(entries) } else { Value::List(items) };
        return Some((Node { span, value }, after));
    }
    loop {
        if mapping {
            let (name, after) = word(line, rest)?;
            let Node { span, value: Value::Text(text) } = name else { return None };
            if text.is_empty() || entries.iter().any(|(before, _)| before.text == text) {
                return None;
            }
            let after = after.strip_prefix(": ")?.trim_start_matches(' ');
            let (value, after) = member(line, after, depth, limits)?;
            entries.push((Text { text, span }, value));
            rest = after;
        } else {
            let (item, after) = member(line, rest, depth, limits)?;
            items.push(item);
            rest = after;
        }
        rest = rest.trim_start_matches(' ');
        if let Some(after) = rest.strip_prefix(close) {
            let value = if mapping { Value::Map(entries) } else { Value::List(items) };
            return Some((Node { span, value }, after));
        }
        rest = rest.strip_prefix(", ")?.trim_start_matches(' ');
    }
}

/// One value within brackets, and what follows it.
fn member<'t>(
    line: Line<'t>,
    text: &'t str,
    depth: usize,
    limits: Limits,
) -> Option<(Node, &'t str)> {
    match text.as_bytes().first()? {
        b'{' | b'[' => flow(line, text, depth + 1, limits),
        _ => word(line, text),
    }
}

/// Text within brackets, quoted or not, and what follows it.
fn word<'t>(line: Line<'t>, text: &'t str) -> Option<(Node, &'t str)> {
    if text.starts_with('"') || text.starts_with('\'') {
        return quoted(line, text);
    }
    let bytes = text.as_bytes();
    let is_colon =
        |at: usize| bytes[at] == b':' && bytes.get(at + 1).is_none_or(|b| b" ,[]{}".contains(b));
    let ends = |at: usize| b",[]{}#".contains(&bytes[at]) || is_colon(at);
    let end = (0..bytes.len()).find(|&at| ends(at))?;
    let plain = text[..end].trim_end_matches(' ');
    begins_plain(plain).then(|| (scalar(line, plain, plain), &text[plain.len()..]))
}

#[cfg(test)]
mod tests;
