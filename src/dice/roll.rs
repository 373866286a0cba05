//! Faces from a key and a label, without bias and without a counter.

use super::{Key, Malformed, is_name};
use crate::document::digest::TAG;
use std::fmt;
use std::str::FromStr;

/// What a roll is for: `1722.crt.1`, the first combat roll against hex 1722 in this segment.
///
/// 1 to 64 of `a-z 0-9 . _ -`, beginning with a letter or digit. A label names one roll of a
/// segment; that nobody uses it twice is the caller's to see to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Label(String);

impl Label {
    /// The label as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Label {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Label, Malformed> {
        let good = is_name(text, "._-") && text.len() <= 64;
        let right = "a label has 1 to 64 of a-z, 0-9, `.`, `_` and -, \
                     and begins with a letter or digit";
        if good { Ok(Label(text.to_owned())) } else { Err(Malformed::new(text, right)) }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// How many dice of how many sides: `1d6`, `40d6`, `1d1000`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Dice {
    count: u32,
    sides: u32,
}

impl Dice {
    /// One ordinary die.
    pub const D6: Dice = Dice { count: 1, sides: 6 };

    /// 1 to 1000 dice of 2 to 65536 sides; none beyond that.
    pub fn new(count: u32, sides: u32) -> Option<Dice> {
        let good = (1..=1000).contains(&count) && (2..=65536).contains(&sides);
        good.then_some(Dice { count, sides })
    }

    /// How many dice.
    pub fn count(self) -> u32 {
        self.count
    }

    /// How many sides each has.
    pub fn sides(self) -> u32 {
        self.sides
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}d{}", self.count, self.sides)
    }
}

/// Reads `2d6`; `d6` is one die. Numbers have no leading zero.
impl FromStr for Dice {
    type Err = Malformed;

    fn from_str(text: &str) -> Result<Dice, Malformed> {
        let number = |digits: &str| match digits.as_bytes() {
            [b'1'..=b'9', rest @ ..] if rest.iter().all(u8::is_ascii_digit) => digits.parse().ok(),
            _ => None,
        };
        let read = text.split_once('d').and_then(|(count, sides)| {
            let count = if count.is_empty() { Some(1) } else { number(count) };
            Dice::new(count?, number(sides)?)
        });
        read.ok_or_else(|| {
            Malformed::new(text, "dice are written like 1d6: 1 to 1000 dice of 2 to 65536 sides")
        })
    }
}

/// The result of one roll.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faces {
    /// What each die shows, from 1, in order.
    pub faces: Vec<u32>,
    /// Every word that was read for it, those that were skipped included.
    pub words: Vec<u32>,
}

/// The faces as a report states them: `3 5 2`.
impl fmt::Display for Faces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faces: Vec<String> = self.faces.iter().map(u32::to_string).collect();
        f.pad(&faces.join(" "))
    }
}

/// Rolls dice for a label.
///
/// A word is one byte for up to 256 sides, else two, the higher first. Words at or above the
/// highest multiple of the sides are skipped, so every face is equally likely.
pub fn roll(key: &Key, label: &Label, dice: Dice) -> Faces {
    let (width, range) = if dice.sides <= 256 { (1, 256) } else { (2, 65536) };
    let limit = range - range % dice.sides;
    let wanted = dice.count as usize;
    let mut result = Faces { faces: Vec::with_capacity(wanted), words: Vec::new() };
    for counter in 0.. {
        for word in block(key, label, counter).chunks_exact(width) {
            let word = word.iter().fold(0, |high, low| high << 8 | u32::from(*low));
            result.words.push(word);
            if word < limit {
                result.faces.push(word % dice.sides + 1);
            }
            if result.faces.len() == wanted {
                return result;
            }
        }
    }
    result
}

/// Block `counter` of a label, from 0: the HMAC of [`block_input`] under the segment's key.
pub fn block(key: &Key, label: &Label, counter: u32) -> [u8; 32] {
    key.mac(&block_input(label, counter))
}

/// The text of which [`block`] is the HMAC.
pub fn block_input(label: &Label, counter: u32) -> String {
    format!("{TAG}|roll|{label}|{counter}")
}
