//! Which unit a name means.
//!
//! In this order: the exact id; an `also:` name of the scenario; at least three letters that begin
//! a part of an id and fit exactly one unit of the side that is in play or due. A strength
//! (`XI 2a`) or the hex on which the unit stands (`Reserve @1016`) tells two of them apart.
//! Nothing is guessed: a name that fits two units, or none, is refused with the candidates.

use super::super::position::{How, Place, Position};
use super::super::scenario::{Army, Scenario, Unit, UnitId};
use super::phrase::shown;
use crate::board::Hex;
use crate::document::fields::nearest;
use crate::document::{Diagnostic, Span};
use std::ops::Range;

/// The names of both armies' units, looked up for one of them.
#[derive(Clone, Debug)]
pub struct Names<'a> {
    /// The battle.
    pub scenario: &'a Scenario,
    /// The position that the orders answer.
    pub position: &'a Position,
    /// Whose units are meant.
    pub army: Army,
    /// Indices of the units of the side that plays first, and of the other.
    seats: [Range<usize>; 2],
}

/// Why a name means no unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Unfit {
    /// No unit is called so.
    Unknown,
    /// It fits these, and nothing tells them apart.
    Ambiguous(Vec<UnitId>),
    /// It fits these, but is too short to go by.
    Short(Vec<UnitId>),
    /// It fits these, which stand elsewhere.
    Elsewhere(Vec<UnitId>),
    /// It fits only these, which are out of the game.
    Gone(Vec<UnitId>),
}

impl<'a> Names<'a> {
    /// Names as one side uses them in answer to a position.
    pub fn new(scenario: &'a Scenario, position: &'a Position, army: Army) -> Names<'a> {
        let units = &scenario.units;
        let border = units.partition_point(|unit| unit.army == scenario.order[0]);
        Names { scenario, position, army, seats: [0..border, border..units.len()] }
    }

    fn range(&self, army: Army) -> Range<usize> {
        let [first, second] = &self.seats;
        if self.scenario.seat(army) == 0 { first.clone() } else { second.clone() }
    }

    /// The unit of the side with exactly this id.
    pub fn exact(&self, id: &str) -> Option<UnitId> {
        self.exact_of(self.army, id)
    }

    /// The unit of either side with exactly this id.
    pub fn exact_of(&self, army: Army, id: &str) -> Option<UnitId> {
        let range = self.range(army);
        let units = self.scenario.units.get(range.clone())?;
        let at = units.binary_search_by(|unit| unit.id.as_str().cmp(id)).ok()?;
        Some(UnitId((range.start + at) as u16))
    }

    /// The id of a unit; empty for an index that is none.
    pub fn id(&self, unit: UnitId) -> &'a str {
        self.scenario.units.get(usize::from(unit.0)).map_or("", |unit| &unit.id)
    }

    /// The unit that a name means, which is none of the exact ids.
    pub(super) fn find(&self, army: Army, name: &str, hex: Option<Hex>) -> Result<UnitId, Unfit> {
        let all: Vec<UnitId> = self.range(army).map(|index| UnitId(index as u16)).collect();
        let pick = |fits: &dyn Fn(&Unit) -> bool| -> Vec<UnitId> {
            all.iter().copied().filter(|id| fits(self.scenario.unit(*id))).collect()
        };
        if let Some(hex) = hex {
            let called = pick(&|unit| is_called(unit, name));
            let (here, elsewhere): (Vec<UnitId>, Vec<UnitId>) =
                called.into_iter().partition(|id| self.position.hex(*id) == Some(hex));
            return match (here.as_slice(), elsewhere.is_empty()) {
                ([one], _) => Ok(*one),
                ([], true) => Err(Unfit::Unknown),
                ([], false) => Err(Unfit::Elsewhere(elsewhere)),
                _ => Err(Unfit::Ambiguous(here)),
            };
        }
        for rank in [has_id as fn(&Unit, &str) -> bool, has_other_name] {
            match pick(&|unit| rank(unit, name)).as_slice() {
                [] => {}
                [one] => return Ok(*one),
                more => return Err(Unfit::Ambiguous(more.to_vec())),
            }
        }
        let (alive, gone): (Vec<UnitId>, Vec<UnitId>) = pick(&|unit| begins(unit, name))
            .into_iter()
            .partition(|id| !matches!(self.position.place(*id), Place::Gone { .. }));
        match (alive.as_slice(), gone.is_empty()) {
            ([one], _) => Ok(*one),
            ([], false) => Err(Unfit::Gone(gone)),
            ([], true) => match pick(&|unit| base(unit).eq_ignore_ascii_case(name)) {
                short if short.is_empty() => Err(Unfit::Unknown),
                short => Err(Unfit::Short(short)),
            },
            _ => Err(Unfit::Ambiguous(alive)),
        }
    }

    /// The unit of the side that a name means, or those that it fits.
    ///
    /// # Errors
    /// The candidates; none if no unit is called so.
    pub fn one(&self, name: &str) -> Result<UnitId, Vec<UnitId>> {
        self.find(self.army, name, None).map_err(|unfit| match unfit {
            Unfit::Unknown => Vec::new(),
            Unfit::Ambiguous(units)
            | Unfit::Short(units)
            | Unfit::Elsewhere(units)
            | Unfit::Gone(units) => units,
        })
    }

    /// Says why a name was refused, with the candidates and their hexes.
    pub(super) fn complaint(
        &self,
        name: &str,
        hex: Option<Hex>,
        span: Span,
        unfit: Unfit,
    ) -> Diagnostic {
        let name = match hex {
            Some(hex) => format!("{name} @{hex}"),
            None => name.to_owned(),
        };
        let quoted = shown(&name);
        let complaint = match unfit {
            Unfit::Unknown => return self.unknown(&name, span),
            Unfit::Ambiguous(units) => {
                let complaint = format!("{quoted} fits {}", self.list(&units));
                Diagnostic::error(span, complaint).help(self.tell_apart(&units))
            }
            Unfit::Short(units) => {
                let complaint = format!("{quoted} is too short: it may be {}", self.list(&units));
                Diagnostic::error(span, complaint).help(self.tell_apart(&units))
            }
            Unfit::Elsewhere(units) => Diagnostic::error(
                span,
                format!("{quoted} does not stand there: {}", self.list(&units)),
            ),
            Unfit::Gone(units) => {
                let complaint = format!("{quoted} is out of the game: {}", self.list(&units));
                Diagnostic::error(span, complaint)
            }
        };
        look_alikes(&name).into_iter().fold(complaint, Diagnostic::with)
    }

    fn unknown(&self, name: &str, span: Span) -> Diagnostic {
        let army = self.army;
        let headline = format!("no {army} unit is called {}", shown(name));
        let mut complaint = Diagnostic::error(span, headline);
        let bare = name.split(" @").next().unwrap_or(name);
        let enemy =
            self.exact_of(army.enemy(), bare).or_else(|| self.find(army.enemy(), bare, None).ok());
        if let Some(enemy) = enemy {
            complaint = complaint.with(format!("{} is {}", self.place(enemy), army.enemy()));
        }
        for note in look_alikes(name) {
            complaint = complaint.with(note);
        }
        if let Some(option) = self.scenario.unplayed(army, bare) {
            return complaint.rule(option.rule.clone()).help(format!(
                "{bare} belongs to the option {}, which these terms do not have ({}: yes)",
                option.name, option.id
            ));
        }
        let units: Vec<&Unit> =
            self.scenario.units.get(self.range(army)).unwrap_or_default().iter().collect();
        let ids: Vec<&str> = units.iter().map(|unit| unit.id.as_str()).collect();
        let plain: String = bare.chars().map(latin).collect();
        match nearest(&plain, &ids).and_then(|id| self.exact(id)) {
            Some(near) => complaint.help(format!("did you mean {}?", self.place(near))),
            None if enemy.is_none() && plain.chars().filter(|c| c.is_alphabetic()).count() < 3 => {
                complaint.help("a short name has at least three letters")
            }
            None if enemy.is_none() => {
                complaint.help(format!("`provost form` lists the {army} units"))
            }
            None => complaint,
        }
    }

    fn tell_apart(&self, units: &[UnitId]) -> String {
        let on_map = units.iter().find_map(|id| Some((*id, self.position.hex(*id)?)));
        let first = units.first().map_or("", |id| self.scenario.unit(*id).id.as_str());
        match on_map {
            Some((id, hex)) => {
                let id = &self.scenario.unit(id).id;
                format!("write the full id, `{first}`, or where it stands, `{id} @{hex}`")
            }
            None => format!("write the full id, such as `{first}`"),
        }
    }

    fn list(&self, units: &[UnitId]) -> String {
        const MOST: usize = 6;
        let mut list: Vec<String> = units.iter().take(MOST).map(|id| self.place(*id)).collect();
        if units.len() > MOST {
            list.push(format!("{} more", units.len() - MOST));
        }
        let last = list.pop().unwrap_or_default();
        if list.is_empty() { last } else { format!("{} and {last}", list.join(", ")) }
    }

    /// `Doles/R (1724)`
    fn place(&self, id: UnitId) -> String {
        let name = &self.scenario.unit(id).id;
        match self.position.place(id) {
            Place::Map(hex) => format!("`{name}` ({hex})"),
            Place::Reserve { due } => format!("`{name}` (due on turn {due})"),
            Place::Gone { how: How::Struck, .. } => format!("`{name}` (struck)"),
            Place::Gone { how, turn, .. } => format!("`{name}` ({} on turn {turn})", how.word()),
        }
    }
}

fn has_id(unit: &Unit, name: &str) -> bool {
    unit.id.eq_ignore_ascii_case(name)
}

fn has_other_name(unit: &Unit, name: &str) -> bool {
    unit.also.iter().any(|also| also.eq_ignore_ascii_case(name))
}

/// Whether a unit may be called so by somebody who says where it stands.
fn is_called(unit: &Unit, name: &str) -> bool {
    has_id(unit, name)
        || has_other_name(unit, name)
        || base(unit).eq_ignore_ascii_case(name)
        || begins(unit, name)
}

/// Whether at least three letters begin a part of the id, or the name without its strength is the
/// id without its strength.
fn begins(unit: &Unit, name: &str) -> bool {
    if let Some((name, strength)) = name.rsplit_once(' ')
        && is_strength(unit, strength)
    {
        return base(unit).eq_ignore_ascii_case(name)
            || has_other_name(unit, name)
            || begins_part(&unit.id, name);
    }
    begins_part(&unit.id, name)
}

fn begins_part(id: &str, name: &str) -> bool {
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    let parts = id.match_indices(['/', ' ']).map(|(at, _)| at + 1);
    letters >= 3
        && std::iter::once(0).chain(parts).any(|at| {
            let start = id.get(at..).and_then(|rest| rest.get(..name.len()));
            start.is_some_and(|start| start.eq_ignore_ascii_case(name))
        })
}

/// The id without the strength that tells it from its namesakes.
fn base(unit: &Unit) -> &str {
    match unit.id.rsplit_once(' ') {
        Some((base, strength)) if is_strength(unit, strength) => base,
        _ => &unit.id,
    }
}

/// Whether a word is the printed strength of a unit: `5`, `2a`.
fn is_strength(unit: &Unit, word: &str) -> bool {
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let letter = word.get(digits.len()..).unwrap_or_default();
    digits.parse() == Ok(unit.strength)
        && (letter.is_empty() || letter.eq_ignore_ascii_case(unit.arm.letter()))
}

/// Names every character that only looks like one of the Latin alphabet.
fn look_alikes(name: &str) -> Vec<String> {
    let mut foreign: Vec<char> = name.chars().filter(|c| !c.is_ascii()).collect();
    foreign.sort_unstable();
    foreign.dedup();
    let note = |c: char| match latin(c) {
        plain if plain == c => format!("`{c}` is U+{:04X}", u32::from(c)),
        plain => format!("`{c}` is U+{:04X}, not the Latin `{plain}`", u32::from(c)),
    };
    foreign.into_iter().take(5).map(note).collect()
}

/// The Latin character that a Cyrillic, Greek or wide one looks like; any other is itself.
fn latin(c: char) -> char {
    const ALIKE: [(&str, &str); 2] = [
        ("АВЕЅІЈКМНОРСТУХаеорсухіјѕ", "ABESIJKMHOPCTYXaeopcyxijs"),
        ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοΙν", "ABEZHIKMNOPTYXoIv"),
    ];
    for (foreign, plain) in ALIKE {
        if let Some(at) = foreign.chars().position(|f| f == c) {
            return plain.chars().nth(at).unwrap_or(c);
        }
    }
    match u32::from(c) {
        wide @ 0xFF01..=0xFF5E => char::from_u32(wide - 0xFEE0).unwrap_or(c),
        0x2160 => 'I',
        0x2164 => 'V',
        0x2169 => 'X',
        _ => c,
    }
}
