//! What is known about a rule: its gist, who keeps it, the rulings and defaults that touch it.

use super::super::builtin::BATTLES;
use super::super::record::options_of;
use super::super::rulebook::{self, RULEBOOK, terms};
use super::super::rulings::{DEFAULTS, OPTION_CHOICES, Published, RULINGS, Ruling, RulingEntry};
use super::super::rulings::{as_option, option_id};
use super::charts;
use crate::board::Hex;
use crate::document::Node;
use crate::document::fields::nearest;
use crate::document::read::{self, Limits};
use crate::play::view::{Kind, Line};
use crate::rule::Keeper;

/// Everything that is known about a rule, a chapter, a ruling, a default or a term of art.
///
/// A number may carry the prefix of the family (`BG 8.52`) or of a battle (`FR 19.13`); without one
/// it is looked for in all of them. A number above others (`8`, `FR 18`, `8.7`) lists them.
///
/// # Errors
/// That there is no such thing, and what may have been meant.
pub fn explain_rule(what: &str) -> Result<Vec<Line>, String> {
    let what = what.trim();
    let plain = match what.get(..3) {
        Some(family) if family.eq_ignore_ascii_case("BG ") => what[3..].trim_start(),
        _ => what,
    };
    if let Some(default) = DEFAULTS.iter().find(|default| default.id.eq_ignore_ascii_case(plain)) {
        return Ok(default_told(default));
    }
    if let Some(ruling) = Ruling::find(plain) {
        return Ok(ruling_told(ruling.entry()));
    }
    if let Some(id) = as_option(plain) {
        let scenarios = BATTLES.iter().filter_map(|b| read::parse(b.scenario, Limits::PACK).ok());
        let mut options = scenarios.flat_map(|scenario| options_in(&scenario));
        if let Some(option) = options.find(|option| option.id == id) {
            return Ok(option_told(&option, &book()));
        }
    }
    let book = book();
    let lines = number_told(&book, plain);
    if !lines.is_empty() {
        return Ok(lines);
    }
    if let Some(numbers) = terms::numbers_of(plain) {
        let head = Line::new(Kind::Heading, 0, format!("{plain}: {}", numbers.join(", ")));
        let is_of = |entry: &&Known| numbers.iter().any(|number| entry.is(number));
        return Ok(std::iter::once(head).chain(listed(book.iter().filter(is_of))).collect());
    }
    let found: Vec<&Known> = book.iter().filter(|entry| entry.speaks_of(plain)).collect();
    if found.is_empty() { Err(near_miss(&book, plain)) } else { Ok(listed(found)) }
}

/// A rule of the standard book or of a battle.
struct Known {
    /// `8.52b`, `FR 19.13`
    number: String,
    gist: String,
    keeper: Keeper,
    place: String,
}

/// Every rule, the standard ones first.
fn book() -> Vec<Known> {
    let standard = RULEBOOK.iter().map(|entry| Known {
        number: entry.number.to_owned(),
        gist: entry.gist.to_owned(),
        keeper: entry.keeper,
        place: entry.place.to_owned(),
    });
    let mut book: Vec<Known> = standard.collect();
    for battle in BATTLES {
        let Ok(node) = read::parse(battle.rules, Limits::PACK) else { continue };
        for entry in node.get("entries").and_then(Node::as_list).unwrap_or_default() {
            let text = |key: &str| entry.get_text(key).unwrap_or_default().to_owned();
            let keeper = match entry.get_text("keeper") {
                Some("code") => Keeper::Code,
                Some("data") => Keeper::Data,
                _ => Keeper::Players,
            };
            let (number, gist, place) = (text("number"), text("gist"), text("place"));
            book.push(Known { number, gist, keeper, place });
        }
    }
    book
}

impl Known {
    /// Its number in lower case, with and without the prefix of its battle.
    fn numbers(&self) -> impl Iterator<Item = String> {
        let short = self.number.split_once(' ').map(|(_, short)| short.to_ascii_lowercase());
        std::iter::once(self.number.to_ascii_lowercase()).chain(short)
    }

    /// Whether it is the rule of a number, or a lettered part of it.
    fn is(&self, number: &str) -> bool {
        let number = number.to_ascii_lowercase();
        self.numbers().any(|own| rulebook::is_of(&own, &number))
    }

    /// Whether a number stands above it: `8`, `8.7`, `FR 18`.
    fn is_under(&self, number: &str) -> bool {
        let number = number.to_ascii_lowercase();
        let number = number.trim_end_matches('.');
        self.numbers().any(|own| {
            own.strip_prefix(number).is_some_and(|rest| match number.contains('.') {
                true => rest.starts_with(|c: char| c.is_ascii_digit()),
                false => rest.starts_with('.'),
            })
        })
    }

    /// Whether its gist has every word of a text that is long enough to mean something.
    fn speaks_of(&self, text: &str) -> bool {
        let gist = self.gist.to_ascii_lowercase();
        let mut words = text.split_whitespace();
        let is_word = |word: &str| word.chars().all(|c| c.is_alphabetic() || c == '-');
        text.len() >= 3
            && text.split_whitespace().all(is_word)
            && words.all(|word| gist.contains(&word.to_ascii_lowercase()))
    }
}

/// One line for each rule.
fn listed<'k>(rules: impl IntoIterator<Item = &'k Known>) -> Vec<Line> {
    let lines = rules.into_iter().map(|known| format!("{} {}", known.number, known.gist));
    lines.map(|text| Line::fact(0, text)).collect()
}

/// The rules of a number with all that touches them, and a list of those under it.
fn number_told(book: &[Known], number: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut full: Vec<&str> = Vec::new();
    for known in book.iter().filter(|known| known.is(number)) {
        let kept = match known.keeper {
            Keeper::Code => "kept by the program".to_owned(),
            Keeper::Data => format!("kept by {}", known.place),
            Keeper::Players => format!("kept by the players: {}", known.place),
        };
        let head = format!("{} {}", known.number, known.gist);
        lines.push(Line::new(Kind::Heading, 0, head));
        lines.push(Line::fact(1, kept));
        lines.extend(charts::told(&known.number));
        full.push(&known.number);
    }
    let touches = |rules: &str| {
        rules.split(',').map(str::trim).any(|rule| full.iter().any(|f| rulebook::is_of(f, rule)))
    };
    for ruling in RULINGS.iter().filter(|ruling| touches(ruling.rule)) {
        lines.extend(ruling_told(ruling));
    }
    for default in DEFAULTS.iter().filter(|default| touches(default.rule)) {
        lines.extend(default_told(default));
    }
    let mut kept: Vec<_> = full.iter().filter_map(|full| rulebook::place_of(full)).collect();
    kept.dedup();
    for (files, cases) in kept {
        for (what, places) in [("code", files), ("cases", cases)] {
            if !places.is_empty() {
                lines.push(Line::fact(0, format!("{what}: {places}")));
            }
        }
    }
    let under: Vec<&Known> = book.iter().filter(|known| known.is_under(number)).collect();
    if !under.is_empty() {
        let what = if number.contains('.') { "Under" } else { "Chapter" };
        lines.push(Line::new(Kind::Heading, 0, format!("{what} {number}")));
        lines.extend(listed(under));
    }
    lines
}

fn ruling_told(ruling: &RulingEntry) -> Vec<Line> {
    let question = format!("ruling {}: {}", ruling.id, ruling.question);
    let choices = format!("choices: {}; the first is the default", ruling.choices.join(", "));
    vec![
        Line::new(Kind::Heading, 0, question),
        Line::fact(1, choices),
        Line::fact(1, ruling.why),
        Line::fact(1, format!("about {}", ruling.rule)),
    ]
}

fn default_told(default: &Published) -> Vec<Line> {
    vec![
        Line::new(Kind::Heading, 0, format!("default {}: {}", default.id, default.gist)),
        Line::fact(1, format!("where nobody has written anything; about {}", default.rule)),
    ]
}

/// An optional rule of a battle.
struct Optional {
    /// `WI-with-pickett`
    id: String,
    /// `WI 19.1`
    rule: String,
}

/// The optional rules of a battle, as its scenario file has them.
fn options_in(scenario: &Node) -> Vec<Optional> {
    let prefix = scenario.get_text("prefix").unwrap_or_default();
    let entries = options_of(scenario);
    let optional = |(name, body): (&str, &Node)| Optional {
        id: option_id(prefix, name),
        rule: format!("{prefix} {}", body.get_text("rule").unwrap_or_default()),
    };
    entries.map(optional).collect()
}

fn option_told(option: &Optional, book: &[Known]) -> Vec<Line> {
    let head = format!("ruling {}: is the optional rule {} played?", option.id, option.rule);
    let choices = format!("choices: {}; the first is the default", OPTION_CHOICES.join(", "));
    let mut lines = vec![Line::new(Kind::Heading, 0, head), Line::fact(1, choices)];
    let number = option.rule.to_ascii_lowercase();
    let under = book.iter().filter(|known| {
        known.is(&number) || known.number.to_ascii_lowercase().starts_with(&format!("{number}."))
    });
    lines.extend(under.map(|known| Line::fact(1, format!("{} {}", known.number, known.gist))));
    lines
}

/// What to say of something that is not there: the numbers around it, or the word nearest to it.
fn near_miss(book: &[Known], what: &str) -> String {
    let no = format!("there is no rule `{what}`");
    let chapter = what.split('.').next().unwrap_or(what);
    let mut around: Vec<&str> = Vec::new();
    for known in book.iter().filter(|known| known.is_under(chapter)) {
        let number = known.number.trim_end_matches(|c: char| c.is_ascii_lowercase());
        if around.last() != Some(&number) {
            around.push(number);
        }
    }
    if !chapter.is_empty() && !around.is_empty() {
        return format!("{no}; there are {}", around.join(", "));
    }
    let mut words: Vec<&str> = RULINGS.iter().map(|ruling| ruling.id).collect();
    words.extend(DEFAULTS.iter().map(|default| default.id));
    words.extend(terms::TERMS.iter().flat_map(|(name, others, _)| others.iter().chain([name])));
    words.extend(book.iter().map(|known| known.number.as_str()));
    // Case is no reason not to be near.
    let lower: Vec<String> = words.iter().map(|word| word.to_ascii_lowercase()).collect();
    let known: Vec<&str> = lower.iter().map(String::as_str).collect();
    let near = nearest(&what.to_ascii_lowercase(), &known)
        .and_then(|near| words.iter().find(|word| word.eq_ignore_ascii_case(near)));
    match near {
        _ if what.parse::<Hex>().is_ok() => {
            format!("{no}; for a hex type `provost map {what}`, for a way there `explain path`")
        }
        Some(near) => format!("{no}; did you mean `{near}`?"),
        None => format!(
            "{no}; write a number (`8.52`, `FR 19.13`), a chapter (`8`), a ruling (`BG-chain`), a \
             default (`D-1`) or a term (`zone of control`)"
        ),
    }
}
