//! Source files as text: what is code, what is said in strings, and which paths they name.

/// One file below `src`.
pub struct Source {
    /// Below `src`: `games/blue_gray/turn.rs`.
    pub path: String,
    /// Its place in the tree of modules: `games`, `blue_gray`, `turn`.
    pub module: Vec<String>,
    /// All of it.
    pub text: String,
    /// Without comments, strings and tests; what is left out is blank, so that places stay.
    pub code: String,
    /// Without comments and tests.
    pub said: String,
    /// Every path of two or more names in the code, `use` trees spread out.
    pub paths: Vec<Path>,
}

/// A path and where it stands.
pub struct Path {
    pub line: usize,
    pub names: Vec<String>,
}

impl Source {
    pub fn new(path: &str, text: &str) -> Source {
        let (mut code, mut said) = (blanked(text, Keep::Code), blanked(text, Keep::Strings));
        for (from, to) in tests_of(&code) {
            blank(&mut code, from, to);
            blank(&mut said, from, to);
        }
        let paths = paths(&code);
        let (path, text) = (path.to_owned(), text.to_owned());
        Source { module: module(&path), path, text, code, said, paths }
    }

    /// The folder or file directly below `src`; empty for the roots of library and program.
    pub fn top(&self) -> &str {
        self.module.first().map_or("", String::as_str)
    }

    /// Lines of the code in which a word stands by itself.
    pub fn lines_with(&self, word: &str) -> Vec<usize> {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let alone = |at: usize| {
            !self.code[..at].ends_with(is_part)
                && !self.code[at + word.len()..].starts_with(is_part)
        };
        let found = self.code.match_indices(word).filter(|(at, _)| alone(*at));
        found.map(|(at, _)| line_of(&self.code, at)).collect()
    }
}

/// The module of a file: `a/mod.rs` and `a.rs` are `a`; `lib.rs` and `main.rs` are the root.
fn module(path: &str) -> Vec<String> {
    let stem = path.strip_suffix(".rs").unwrap_or(path);
    let stem = stem.strip_suffix("/mod").unwrap_or(stem);
    match stem {
        "lib" | "main" => Vec::new(),
        _ => stem.split('/').map(str::to_owned).collect(),
    }
}

pub fn line_of(text: &str, at: usize) -> usize {
    text[..at].bytes().filter(|b| *b == b'\n').count() + 1
}

fn blank(text: &mut String, from: usize, to: usize) {
    let part: String =
        text[from..to].bytes().map(|b| if b == b'\n' { '\n' } else { ' ' }).collect();
    text.replace_range(from..to, &part);
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Keep {
    Code,
    Strings,
}

/// The text with comments blank, and strings too if only the code is kept.
fn blanked(text: &str, keep: Keep) -> String {
    let mut out = text.to_owned();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let (length, is_comment) = if rest.starts_with("//") {
            (rest.find('\n').unwrap_or(rest.len()), true)
        } else if rest.starts_with("/*") {
            (block_comment(rest), true)
        } else if let Some(length) = string(text, at) {
            (length, false)
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
            continue;
        };
        if is_comment || keep == Keep::Code {
            blank(&mut out, at, at + length);
        }
        at += length;
    }
    out
}

fn block_comment(text: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < text.len() {
        match &text.as_bytes()[at..] {
            [b'/', b'*', ..] => (depth, at) = (depth + 1, at + 2),
            [b'*', b'/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// The length of a string or character that begins here, if one does.
fn string(text: &str, at: usize) -> Option<usize> {
    let bytes = &text.as_bytes()[at..];
    let is_part = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_';
    if bytes[0] == b'r' && !at.checked_sub(1).is_some_and(|i| is_part(&text.as_bytes()[i])) {
        let marks = bytes[1..].iter().take_while(|b| **b == b'#').count();
        if bytes.get(1 + marks) == Some(&b'"') {
            let end = format!("\"{}", "#".repeat(marks));
            let body = &text[at + marks + 2..];
            return Some(marks + 2 + body.find(&end).map_or(body.len(), |i| i + end.len()));
        }
    }
    let quote = bytes[0];
    let is_char = quote == b'\'' && (bytes.get(1) == Some(&b'\\') || closes(&text[at..]));
    if quote != b'"' && !is_char {
        return None;
    }
    let mut length = 1;
    while let Some(b) = bytes.get(length) {
        match b {
            b'\\' => length += 1,
            b if *b == quote => break,
            _ => {}
        }
        length += 1;
    }
    Some((length + 1).min(bytes.len()))
}

/// Whether a quote closes after one character, and so is no lifetime.
fn closes(text: &str) -> bool {
    text.chars().nth(2) == Some('\'')
}

/// Items under `#[cfg(test)]`, from the attribute to the closing brace or semicolon.
fn tests_of(code: &str) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    for (from, attribute) in code.match_indices("#[cfg(test)]") {
        let body = from + attribute.len();
        let end = code[body..].find([';', '{']).map_or(code.len(), |i| body + i);
        let to = match code[end..].starts_with('{') {
            true => end + braces(&code[end..]),
            false => (end + 1).min(code.len()),
        };
        found.push((from, to));
    }
    found
}

/// The length of what stands in braces, both included.
fn braces(code: &str) -> usize {
    let mut depth = 0;
    for (at, b) in code.bytes().enumerate() {
        match b {
            b'{' => depth += 1,
            b'}' => depth -= 1,
            _ => continue,
        }
        if depth == 0 {
            return at + 1;
        }
    }
    code.len()
}

/// A name or a sign of the code, with its byte.
type Token<'c> = (usize, &'c str);

fn tokens(code: &str) -> Vec<Token<'_>> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens = Vec::new();
    let mut at = 0;
    while let Some(c) = code[at..].chars().next() {
        let rest = &code[at..];
        let length = if is_part(c) {
            rest.find(|c| !is_part(c)).unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            c.len_utf8()
        };
        if !c.is_whitespace() {
            tokens.push((at, &rest[..length]));
        }
        at += length;
    }
    tokens
}

fn paths(code: &str) -> Vec<Path> {
    let tokens = tokens(code);
    let word = |at: usize| tokens.get(at).map_or("", |(_, text)| *text);
    let is_name = |text: &str| text.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let mut found: Vec<(usize, Vec<String>)> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if word(at) == "use" && word(at + 1) != "<" {
            at = tree(&tokens, at + 1, &[], &mut found);
        } else if is_name(word(at)) {
            let begin = at;
            let mut names = vec![word(at).to_owned()];
            while word(at + 1) == "::" && is_name(word(at + 2)) {
                at += 2;
                names.push(word(at).to_owned());
            }
            if names.len() > 1 {
                found.push((tokens[begin].0, names));
            }
            at += 1;
        } else {
            at += 1;
        }
    }
    let path = |(at, names)| Path { line: line_of(code, at), names };
    found.into_iter().map(path).collect()
}

/// Spreads out a `use` tree that begins at a token; the token after it.
fn tree(
    tokens: &[Token<'_>],
    mut at: usize,
    before: &[String],
    found: &mut Vec<(usize, Vec<String>)>,
) -> usize {
    let word = |at: usize| tokens.get(at).map_or(";", |(_, text)| *text);
    let mut names = before.to_vec();
    let begin = tokens.get(at).map_or(0, |(byte, _)| *byte);
    loop {
        match word(at) {
            "{" => {
                at += 1;
                while !matches!(word(at), "}" | ";") {
                    at = tree(tokens, at, &names, found);
                    at += usize::from(word(at) == ",");
                }
                return at + 1;
            }
            "::" => at += 1,
            "as" => at += 2,
            "," | "}" | ";" => {
                found.push((begin, names));
                return at;
            }
            "self" if !names.is_empty() => at += 1,
            name => {
                names.push(name.to_owned());
                at += 1;
            }
        }
    }
}
