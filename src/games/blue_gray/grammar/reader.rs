//! What all parts of the grammar share: where complaints go, lists of lines, units.

use super::super::answers::{At, Whom};
use super::super::scenario::UnitId;
use super::head;
use super::keys::{ENTRY, MEANT, SECTIONS};
use super::names::Names;
use super::phrase::{Phrase, Read, shown};
use crate::board::Hex;
use crate::document::fields::nearest;
use crate::document::{Diagnostic, Node, Span, Text, Value};
use crate::mail::extract::{Block, Repair};

/// Complaints that are told; after so many, names are no longer looked up.
const ENOUGH: usize = 40;

/// Lines of one section that are looked at; each unit moves and attacks once.
const MOST_LINES: usize = 300;

/// Stands for a unit that was not found; the complaint keeps it from getting out.
const NOBODY: UnitId = UnitId(u16::MAX);

/// A reading in progress.
pub(super) struct Reader<'a> {
    pub names: &'a Names<'a>,
    /// The block that is read; `None` is a record, in which nothing is repaired.
    block: Option<&'a Block>,
    pub complaints: Vec<Diagnostic>,
    repairs: Vec<Repair>,
}

impl<'a> Reader<'a> {
    pub fn new(names: &'a Names<'a>, block: Option<&'a Block>) -> Reader<'a> {
        Reader { names, block, complaints: Vec::new(), repairs: Vec::new() }
    }

    /// The repairs, or all complaints in order of place.
    pub fn finish(mut self) -> Result<Vec<Repair>, Vec<Diagnostic>> {
        if self.complaints.is_empty() {
            return Ok(self.repairs);
        }
        self.complaints.sort();
        self.complaints.dedup();
        let more = self.complaints.len().saturating_sub(ENOUGH);
        self.complaints.truncate(ENOUGH);
        if more > 0 {
            self.complaints.push(Diagnostic::error(Span::NONE, format!("{more} more complaints")));
        }
        Err(self.complaints)
    }

    /// A place in the tree as a place in the original text.
    pub fn locate(&self, span: Span) -> Span {
        self.block.map_or(span, |block| block.locate(span))
    }

    /// The place of a line: its first key and what is said to it.
    pub fn line(&self, line: &Node) -> Span {
        let Some((key, value)) = line.as_map().and_then(<[_]>::first) else {
            return self.locate(line.span);
        };
        let (key, value) = (self.locate(key.span), self.locate(value.span));
        let length = match value.line == key.line && key.line > 0 {
            true => (value.column + value.length).saturating_sub(key.column),
            false => key.length,
        };
        Span { length, ..key }
    }

    /// The entries of a mapping.
    pub fn mapping<'n>(&mut self, node: &'n Node, what: &str) -> &'n [(Text, Node)] {
        match &node.value {
            Value::Map(entries) if !entries.is_empty() => entries,
            _ => {
                let span = self.locate(node.span);
                self.complaints.push(Diagnostic::error(span, format!("`{what}` holds no keys")));
                &[]
            }
        }
    }

    /// Complains about a key that nobody knows here.
    pub fn unknown(&mut self, key: &Text, known: &[&str]) {
        let shown = shown(&key.text);
        let complaint = Diagnostic::error(self.locate(key.span), format!("unknown key {shown}"));
        let lower = key.text.to_lowercase();
        let other = MEANT.iter().find(|(said, ours)| *said == lower && known.contains(ours));
        let help = match other.map(|(_, ours)| *ours).or_else(|| nearest(&lower, known)) {
            Some(near) => format!("did you mean `{near}`?"),
            None if ENTRY.contains(&key.text.as_str()) && !known.contains(&"at") => {
                format!("`{}` belongs to an entry of `attack`", key.text)
            }
            None if SECTIONS.contains(&key.text.as_str()) => {
                format!("`{}` belongs at the left margin", key.text)
            }
            None => format!("known here: {}", known.join(", ")),
        };
        self.complaints.push(complaint.help(help));
    }

    /// The lines of a section that is a list; `form` is one of its lines.
    pub fn lines<'n>(&mut self, node: &'n Node, section: &str, form: &str) -> &'n [Node] {
        let (headline, span) = match &node.value {
            Value::List(items) if items.len() > MOST_LINES => {
                let span = self.locate(items[MOST_LINES].span);
                let headline = format!("{} lines in `{section}`", items.len());
                let help = format!("no army needs more than {MOST_LINES}: send these alone");
                self.complaints.push(Diagnostic::error(span, headline).help(help));
                return &items[..MOST_LINES];
            }
            Value::List(items) if !items.is_empty() => return items,
            Value::List(_) => (format!("`{section}` has no lines"), node.span),
            Value::Text(text) if text.is_empty() => {
                (format!("`{section}` has no lines"), node.span)
            }
            Value::Text(text) => (format!("{} where a list is due", shown(text)), node.span),
            Value::Map(_) => (format!("a line of `{section}` does not begin with `- `"), node.span),
        };
        let complaint = Diagnostic::error(self.locate(span), headline);
        let help = format!("write `- {form}` under `{section}:`, or leave `{section}` out");
        self.complaints.push(complaint.help(help));
        &[]
    }

    /// The one key and the sentence of a line.
    pub fn pair<'n>(
        &mut self,
        line: &'n Node,
        form: &'static str,
    ) -> Option<(Phrase<'n>, Phrase<'n>)>
    where
        'a: 'n,
    {
        let complaint = match &line.value {
            Value::Map(entries) => match entries.as_slice() {
                [(key, value)] => {
                    let value = self.sentence(&key.text, value, form)?;
                    return Some((self.phrase(&key.text, key.span, form)?, value));
                }
                [_, (key, _), ..] => Diagnostic::error(
                    self.locate(key.span),
                    format!("a second key {} in one line", shown(&key.text)),
                )
                .help("begin each line with `- `"),
                [] => Diagnostic::error(self.locate(line.span), "an empty line"),
            },
            Value::Text(text) => {
                let headline = format!("no `: ` in {}", shown(text));
                let complaint = Diagnostic::error(self.locate(line.span), headline);
                match text.contains(':') {
                    true => complaint.help("write a blank after the colon"),
                    false => complaint,
                }
            }
            Value::List(_) => Diagnostic::error(self.locate(line.span), "a list within a list"),
        };
        self.complaints.push(complaint.with(format!("the form is `- {form}`")));
        None
    }

    /// A value that must be a sentence.
    pub fn sentence<'n>(
        &mut self,
        key: &str,
        node: &'n Node,
        form: &'static str,
    ) -> Option<Phrase<'n>>
    where
        'a: 'n,
    {
        let headline = match &node.value {
            Value::Text(text) if !text.trim().is_empty() => {
                return self.phrase(text, node.span, form);
            }
            Value::Text(_) => format!("nothing after {}", shown(&format!("{key}:"))),
            Value::List(_) => format!("a list where `{key}` wants a sentence"),
            Value::Map(_) => format!("keys where `{key}` wants a sentence"),
        };
        let complaint = Diagnostic::error(self.locate(node.span), headline);
        self.complaints
            .push(complaint.with(format!("the form is `{form}`")).help("write it on one line"));
        None
    }

    fn phrase<'n>(&mut self, text: &'n str, span: Span, form: &'static str) -> Option<Phrase<'n>>
    where
        'a: 'n,
    {
        let bytes = text.as_bytes();
        let pairs = bytes.iter().zip(bytes.get(1..).unwrap_or_default());
        // Without a way out of the loop the compiler looks at many bytes at once.
        let double = pairs.fold(false, |any, pair| any | (pair == (&b' ', &b' ')));
        let loose = double || text.starts_with(' ') || text.ends_with(' ');
        if self.block.is_none() && loose {
            self.complaints.push(
                Diagnostic::error(span, format!("{} holds spare blanks", shown(text)))
                    .help("records have single blanks"),
            );
            return None;
        }
        Some(Phrase::new(text, span, self.block, form))
    }

    /// Keeps what was read, or its complaint.
    pub fn keep<T>(&mut self, read: Read<T>) -> Option<T> {
        read.map_err(|complaint| self.complaints.push(complaint)).ok()
    }

    /// A unit whose name runs to a comma, `@`, a hex or one of the given words.
    pub fn unit(&mut self, phrase: &mut Phrase<'_>, stops: &[&str]) -> Read<At<UnitId>> {
        let name = phrase.name(stops)?;
        self.named(phrase, &name.value, name.span)
    }

    /// A unit, or `any`.
    pub fn whom(&mut self, phrase: &mut Phrase<'_>, stops: &[&str]) -> Read<At<Whom>> {
        let name = phrase.name(stops)?;
        if name.value.eq_ignore_ascii_case("any") {
            return Ok(At::new(Whom::Any, name.span));
        }
        let unit = self.named(phrase, &name.value, name.span)?;
        Ok(At::new(Whom::Unit(unit.value), unit.span))
    }

    /// Units with commas between them, none twice.
    pub fn units(&mut self, phrase: &mut Phrase<'_>) -> Read<Vec<At<UnitId>>> {
        let mut units: Vec<At<UnitId>> = Vec::new();
        loop {
            let unit = self.unit(phrase, joining(phrase))?;
            if phrase.is("and") {
                return Err(phrase.wrong("a comma", &[]).help("write `,` between two units"));
            }
            if unit.value != NOBODY && units.iter().any(|u| u.value == unit.value) {
                self.twice(unit, None);
            } else {
                units.push(unit);
            }
            if !phrase.eat(",") {
                return Ok(units);
            }
        }
    }

    /// A unit by its name, and perhaps the hex after an `@`.
    fn named(&mut self, phrase: &mut Phrase<'_>, name: &str, span: Span) -> Read<At<UnitId>> {
        let hex = if phrase.eat("@") { Some(phrase.hex()?.value) } else { None };
        Ok(At::new(self.look_up(name, hex, span), span))
    }

    /// The unit of this side with that name; a complaint and nobody if there is none.
    pub fn look_up(&mut self, name: &str, hex: Option<Hex>, span: Span) -> UnitId {
        if hex.is_none()
            && let Some(unit) = self.names.exact(name)
        {
            return unit;
        }
        if self.complaints.len() >= ENOUGH {
            return NOBODY;
        }
        if name.eq_ignore_ascii_case("any") {
            let complaint = Diagnostic::error(span, "`any` where the name of a unit is due");
            self.complaints.push(complaint);
            return NOBODY;
        }
        if self.block.is_none() {
            let headline = format!("{} is not the full id of a unit", shown(name));
            self.complaints.push(Diagnostic::error(span, headline));
            return NOBODY;
        }
        match self.names.find(self.names.army, name, hex) {
            Ok(unit) => self.resolved(name, hex, unit, span),
            Err(unfit) => {
                self.complaints.push(self.names.complaint(name, hex, span, unfit));
                NOBODY
            }
        }
    }

    /// Notes that something was understood otherwise than it was typed.
    pub fn repaired(&mut self, span: Span, what: String) {
        self.repairs.push(Repair::new(span, what));
    }

    /// Notes which unit a short name was understood to be.
    pub fn resolved(&mut self, name: &str, hex: Option<Hex>, unit: UnitId, span: Span) -> UnitId {
        let id = &self.names.scenario.unit(unit).id;
        if id != name {
            let typed = hex.map_or(name.to_owned(), |hex| format!("{name} @{hex}"));
            self.repairs.push(Repair::new(span, format!("`{typed}` read as `{id}`")));
        }
        unit
    }

    /// Whether names are still looked up, whatever the cost.
    pub fn is_patient(&self) -> bool {
        self.complaints.len() < ENOUGH
    }

    /// Whether short names are understood.
    pub fn is_lenient(&self) -> bool {
        self.block.is_some()
    }

    /// Complains that a unit is named twice; `before` is the place of the first line.
    pub fn twice(&mut self, unit: At<UnitId>, before: Option<Span>) {
        if unit.value == NOBODY {
            return;
        }
        let id = &self.names.scenario.unit(unit.value).id;
        self.named_twice(id, unit.span, before);
    }

    fn named_twice(&mut self, name: &str, span: Span, before: Option<Span>) {
        let headline = match before {
            Some(before) if before.line > 0 => {
                format!("`{name}` has a line already, line {}", before.line)
            }
            Some(_) => format!("`{name}` has a line already"),
            None => format!("`{name}` is named twice"),
        };
        self.complaints.push(Diagnostic::error(span, headline).help("leave out one of the two"));
    }

    /// `turn:` of a record.
    pub fn turn(&mut self, node: &Node) -> u8 {
        let turn = node.as_text().and_then(head::turn_number);
        turn.unwrap_or_else(|| {
            let span = self.locate(node.span);
            self.complaints.push(Diagnostic::error(span, "`turn` is not the number of a turn"));
            0
        })
    }

    /// `position:` of a record.
    pub fn label(&mut self, node: &Node) -> At<String> {
        let span = self.locate(node.span);
        match node.as_text().filter(|text| head::is_label(text)) {
            Some(label) => At::new(label.to_owned(), span),
            None => {
                self.complaints.push(Diagnostic::error(span, "`position` is not a label"));
                At::default()
            }
        }
    }
}

/// Words with which people join units; at the beginning they may be a short name, as for Anderson.
pub(super) fn joining(phrase: &Phrase<'_>) -> &'static [&'static str] {
    if phrase.is("and") { &[] } else { &["and"] }
}

/// Who has had a line in a section.
pub(super) struct Seen {
    units: Vec<Option<Span>>,
    any: Option<Span>,
}

impl Seen {
    pub fn new(reader: &Reader<'_>) -> Seen {
        Seen { units: vec![None; reader.names.scenario.units.len()], any: None }
    }

    /// Complains if the unit has had a line before.
    pub fn unit(&mut self, unit: At<UnitId>, reader: &mut Reader<'_>) {
        let Some(seen) = self.units.get_mut(usize::from(unit.value.0)) else { return };
        if let Some(before) = seen.replace(unit.span) {
            reader.twice(unit, Some(before));
        }
    }

    /// The same for a unit or `any`.
    pub fn whom(&mut self, whom: At<Whom>, reader: &mut Reader<'_>) {
        match whom.value {
            Whom::Unit(unit) => self.unit(At::new(unit, whom.span), reader),
            Whom::Any => {
                if let Some(before) = self.any.replace(whom.span) {
                    reader.named_twice("any", whom.span, Some(before));
                }
            }
        }
    }
}
