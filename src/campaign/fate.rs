//! Where the dice of a campaign come from while a player-turn is played.

use crate::dice::{Dice, Key, Label, roll};
use crate::document::{Diagnostic, Span};
use crate::play::{Ask, Fate, Stop};
use std::collections::{BTreeMap, BTreeSet};

/// Dice that follow from the keys of segments.
///
/// A player-turn is played again after every halt; what was rolled before is remembered.
#[derive(Clone, Debug, Default)]
pub struct Keyed {
    keys: Vec<Key>,
    /// Which key serves each segment of play.
    serves: Vec<usize>,
    rolled: BTreeMap<(usize, String), u32>,
    used: BTreeSet<(usize, String)>,
}

impl Keyed {
    /// Adds the key of the next segment.
    pub fn push(&mut self, key: Key) {
        self.keys.push(key);
        self.serves.push(self.keys.len() - 1);
    }

    /// Lets the last key serve one more segment of play: a halt that the terms do not grant.
    pub fn go_on(&mut self) {
        self.serves.extend(self.serves.last().copied());
    }

    /// Which key served a segment of play.
    pub fn key_of(&self, segment: usize) -> Option<usize> {
        self.serves.get(segment).copied()
    }

    /// The segment of play with which each key begins to serve.
    pub fn begun(&self) -> Vec<usize> {
        let first = |key| self.serves.iter().position(|serves| *serves == key);
        (0..self.keys.len()).filter_map(first).collect()
    }

    /// A key by its place.
    pub fn key(&self, at: usize) -> Option<&Key> {
        self.keys.get(at)
    }

    /// Ready to play the same player-turn from its beginning.
    pub fn rewind(&mut self) {
        self.used.clear();
    }
}

impl Fate for Keyed {
    fn die(&mut self, segment: usize, label: &str, _: &dyn Fn(u32) -> u32) -> Result<u32, Stop> {
        let Some((at, key)) = self.key_of(segment).and_then(|at| Some((at, self.keys.get(at)?)))
        else {
            return Err(refused(format!("no key for die {label}")));
        };
        let place = (at, label.to_owned());
        if !self.used.insert(place.clone()) {
            return Err(refused(format!("the label {label} is used twice in one segment")));
        }
        if let Some(face) = self.rolled.get(&place) {
            return Ok(*face);
        }
        let read: Label = label.parse().map_err(|why| refused(format!("{label}: {why}")))?;
        let face = roll(key, &read, Dice::D6).faces[0]; // one die has one face
        self.rolled.insert(place, face);
        Ok(face)
    }

    fn open(&mut self, _: &Ask) -> Result<Option<usize>, Stop> {
        Ok(None)
    }
}

/// Dice that are known already: a search over the branches of a turn looks each of them up as often
/// as it wants.
#[derive(Clone, Debug)]
pub struct Known(pub Keyed);

impl Fate for Known {
    fn die(
        &mut self,
        segment: usize,
        label: &str,
        meaning: &dyn Fn(u32) -> u32,
    ) -> Result<u32, Stop> {
        self.0.rewind();
        self.0.die(segment, label, meaning)
    }

    fn open(&mut self, ask: &Ask) -> Result<Option<usize>, Stop> {
        self.0.open(ask)
    }
}

/// Dice that were thrown on a table and typed in (mode `recorded`).
#[derive(Clone, Debug, Default)]
pub struct Typed {
    faces: BTreeMap<String, (u32, Span)>,
    used: BTreeSet<String>,
    /// Where the die of each combat is to be typed, by the combat's hex.
    combats: Vec<(String, Span)>,
    /// Where anything else is missing.
    head: Span,
}

impl Typed {
    /// Dice as typed: label, face, and where.
    ///
    /// # Errors
    /// A label with two faces, and a face that no die has.
    pub fn new(typed: Vec<(String, u32, Span)>) -> Result<Typed, Vec<Diagnostic>> {
        let mut dice = Typed::default();
        let mut complaints = Vec::new();
        for (label, face, span) in typed {
            if !(1..=6).contains(&face) {
                complaints
                    .push(Diagnostic::error(span, format!("no die shows {face}")).help("1 to 6"));
            }
            match dice.faces.get(&label) {
                Some((other, _)) if *other != face => complaints.push(
                    Diagnostic::error(
                        span,
                        format!("die {label} is {other} above and {face} here"),
                    )
                    .help("write the die once, at the attack that was fought"),
                ),
                _ => drop(dice.faces.insert(label, (face, span))),
            }
        }
        if complaints.is_empty() { Ok(dice) } else { Err(complaints) }
    }

    /// Tells where dice that are missing belong: those of combats, by hex, and all others.
    pub fn placed(mut self, combats: Vec<(String, Span)>, head: Span) -> Typed {
        (self.combats, self.head) = (combats, head);
        self
    }

    /// Where what belongs to a combat is to be typed, or what belongs to none.
    pub fn place(&self, combat: Option<&str>) -> Span {
        let named = self.combats.iter().find(|(hex, _)| Some(hex.as_str()) == combat);
        named.map_or(self.head, |(_, span)| *span)
    }

    /// Ready to play the same player-turn from its beginning.
    pub fn rewind(&mut self) {
        self.used.clear();
    }

    /// Complaints about dice that nobody rolled.
    pub fn unused(&self) -> Vec<Diagnostic> {
        let left = self.faces.iter().filter(|(label, _)| !self.used.contains(*label));
        let complain = |(label, (_, span)): (&String, &(u32, Span))| {
            let (headline, help) = match label.strip_suffix(".crt.1") {
                Some(hex) => (
                    format!("a die for the attack on {hex}, which is not fought as it stands"),
                    "take the die out, or order what it was thrown for",
                ),
                None => (
                    format!("a die called {label}, which nothing in this player-turn asks for"),
                    "take it out, or order what it was thrown for",
                ),
            };
            Diagnostic::error(*span, headline).help(help)
        };
        left.map(complain).collect()
    }
}

impl Fate for Typed {
    fn die(&mut self, _: usize, label: &str, _: &dyn Fn(u32) -> u32) -> Result<u32, Stop> {
        if !self.used.insert(label.to_owned()) {
            return Err(refused(format!("the label {label} is used twice")));
        }
        match self.faces.get(label) {
            Some((face, _)) => Ok(*face),
            None => Err(missing(label, self.place(label.strip_suffix(".crt.1")))),
        }
    }

    fn open(&mut self, _: &Ask) -> Result<Option<usize>, Stop> {
        Ok(None)
    }
}

fn missing(label: &str, place: Span) -> Stop {
    let (headline, help) = match label.strip_suffix(".crt.1") {
        Some(hex) => (
            format!("the attack on {hex} is fought and its die is missing"),
            format!("throw it, and add `die: N` to the entry `at: {hex}`"),
        ),
        None => (
            format!("the die {label} is missing"),
            format!("throw it, and add `- {label}: N` under `rolls:`"),
        ),
    };
    Stop::Refused(vec![Diagnostic::error(place, headline).help(help)])
}

fn refused(headline: String) -> Stop {
    Stop::Refused(vec![Diagnostic::error(Span::NONE, headline)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::digest::hash_text;

    fn same(face: u32) -> u32 {
        face
    }

    #[test]
    fn dice_come_from_the_key_of_their_segment_and_stand_when_played_again() {
        let keys = ["a", "b"].map(|text| Key::new(hash_text(text)));
        let faces = |fate: &mut Keyed| {
            fate.rewind();
            [(0, "1722.crt.1"), (1, "1722.crt.1"), (1, "1723.crt.1")]
                .map(|(segment, label)| fate.die(segment, label, &same).unwrap())
        };
        let mut fate = Keyed::default();
        keys.iter().for_each(|key| fate.push(*key));
        let direct = |key: &Key, label: &str| roll(key, &label.parse().unwrap(), Dice::D6).faces[0];
        let expected = [
            direct(&keys[0], "1722.crt.1"),
            direct(&keys[1], "1722.crt.1"),
            direct(&keys[1], "1723.crt.1"),
        ];
        assert_eq!(faces(&mut fate), expected);
        assert_eq!(faces(&mut fate), expected);
    }

    #[test]
    fn a_label_is_used_once_a_key() {
        let mut fate = Keyed::default();
        fate.push(Key::new(hash_text("a")));
        fate.go_on();
        fate.die(0, "1722.crt.1", &same).unwrap();
        assert!(matches!(fate.die(0, "1722.crt.1", &same), Err(Stop::Refused(_))));
        assert!(matches!(fate.die(1, "1722.crt.1", &same), Err(Stop::Refused(_))));
        assert!(matches!(fate.die(2, "1723.crt.1", &same), Err(Stop::Refused(_))));
    }

    #[test]
    fn typed_dice_are_all_rolled_and_none_is_missing() {
        let typed = |label: &str, face| (label.to_owned(), face, Span::NONE);
        let dice = vec![typed("1722.crt.1", 5), typed("averell.ford.1", 2)];
        let mut fate = Typed::new(dice).unwrap();
        assert_eq!(fate.die(0, "1722.crt.1", &same), Ok(5));
        let Err(Stop::Refused(missing)) = fate.die(0, "1723.crt.1", &same) else { panic!() };
        assert_eq!(
            missing[0].help.as_deref(),
            Some("throw it, and add `die: N` to the entry `at: 1723`")
        );
        let unused = fate.unused();
        assert_eq!(unused.len(), 1);
        assert_eq!(
            unused[0].headline,
            "a die called averell.ford.1, which nothing in this player-turn asks for"
        );
        assert!(Typed::new(vec![typed("a", 7)]).is_err());
        assert!(Typed::new(vec![typed("a", 1), typed("a", 2)]).is_err());
        assert!(Typed::new(vec![typed("a", 1), typed("a", 1)]).is_ok());
    }
}
