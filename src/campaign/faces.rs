//! The faces of the dice of a log, counted, and what such a count can show. All of it in whole numbers.

use super::Filed;
use super::open::Campaign;
use super::record::Reroll;
use crate::store::Store;
use std::collections::BTreeMap;

/// Faces that were counted: how often each came up, the lowest first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Count {
    /// How often each face came up.
    pub faces: Vec<u32>,
}

/// The dice of a log with one number of faces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counts {
    /// Faces of each die.
    pub sides: u32,
    /// All dice.
    pub all: Count,
    /// Those of the player-turns of each side.
    pub by_side: BTreeMap<String, Count>,
    /// Those of each kind: `crt`, or what a battle rolls for.
    pub by_kind: BTreeMap<String, Count>,
}

impl Count {
    fn none(sides: u32) -> Count {
        Count { faces: (0..sides).map(|_| 0).collect() }
    }

    fn add(&mut self, face: u32) {
        let place = face.checked_sub(1).and_then(|at| usize::try_from(at).ok());
        if let Some(count) = place.and_then(|at| self.faces.get_mut(at)) {
            *count += 1;
        }
    }

    /// How many dice.
    pub fn dice(&self) -> u32 {
        self.faces.iter().sum()
    }

    /// Chi-square against equal shares, as a fraction: `(sides * sum of squares - dice^2) / dice`.
    pub fn chi_square(&self) -> (u64, u64) {
        let squares: u64 = self.faces.iter().map(|n| u64::from(*n) * u64::from(*n)).sum();
        let dice = u64::from(self.dice());
        let sides = self.faces.len() as u64;
        ((sides * squares).saturating_sub(dice * dice), dice)
    }

    /// What the test says of this count.
    pub fn verdict(&self) -> Verdict {
        let (above, below) = self.chi_square();
        if self.faces.len() != SIDES {
            Verdict::NoValue
        } else if self.dice() < LEAST {
            Verdict::TooFew
        } else if above * 1000 > CRITICAL * below {
            Verdict::Above
        } else {
            Verdict::Below
        }
    }
}

/// What the test says of a count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Fewer dice than the test needs.
    TooFew,
    /// Above the critical value: one fair count in twenty is.
    Above,
    /// Not above it: that does not prove that the dice are fair.
    Below,
    /// Dice with another number of faces, for which no value is kept here.
    NoValue,
}

impl Verdict {
    /// Its word for programs.
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::TooFew => "too few dice",
            Verdict::Above => "above",
            Verdict::Below => "not above",
            Verdict::NoValue => "no critical value",
        }
    }
}

/// Dice for which a critical value is kept here.
const SIDES: usize = 6;

/// Thousandths of the critical value of chi-square: 5 degrees of freedom, at 5 in 100.
pub const CRITICAL: u64 = 11_070;

/// Fewer dice than this leave less than five expected for a face, and the test says nothing.
pub const LEAST: u32 = 30;

/// Thousandths of the non-centrality at which that test finds a bias 8 times in 10.
const NONCENTRALITY: u64 = 12_828;

/// How many dice it takes to see, 8 times in 10, that one face of six comes up in `share` of all throws
/// and the others equally often: `None` where that is no bias.
///
/// With a share of a/b the non-centrality grows by (6a - b)^2 / (5 b^2) a die.
pub fn dice_to_see((a, b): (u64, u64)) -> Option<u64> {
    let off = (6 * a).abs_diff(b);
    (off > 0).then(|| (NONCENTRALITY * 5 * b * b).div_ceil(1000 * off * off))
}

/// `16.7`: a share in percent, rounded to tenths.
pub fn percent(part: u32, whole: u32) -> String {
    match whole {
        0 => "-".to_owned(),
        whole => {
            let (part, whole) = (u64::from(part), u64::from(whole));
            let tenths = (part * 2000 + whole) / (2 * whole);
            format!("{}.{}", tenths / 10, tenths % 10)
        }
    }
}

/// `11.07`: a fraction, rounded to hundredths.
pub fn hundredths((above, below): (u64, u64)) -> String {
    match below {
        0 => "-".to_owned(),
        below => {
            let rounded = (above * 200 + below) / (2 * below);
            format!("{}.{:02}", rounded / 100, rounded % 100)
        }
    }
}

/// `crt` of `1722.crt.1`, `ford` of `averell.ford.1`.
fn kind(label: &str) -> &str {
    let mut parts = label.rsplit('.');
    match (parts.next(), parts.next()) {
        (Some(last), Some(kind)) if last.bytes().all(|b| b.is_ascii_digit()) => kind,
        (Some(last), _) => last,
        _ => label,
    }
}

impl<S: Store> Campaign<S> {
    /// The dice of the log, counted; those with few faces first.
    pub fn faces(&self) -> Vec<Counts> {
        let mut all: BTreeMap<u32, Counts> = BTreeMap::new();
        // What was replayed with every face standing has rolled nothing of its own.
        let replays = |filed: &&Filed| {
            filed.corrected.as_ref().is_some_and(|again| again.reroll == Reroll::None)
        };
        for filed in self.filed().iter().filter(|filed| !replays(filed)) {
            for roll in &filed.outcome.report.rolls {
                let sides = roll.dice.sides();
                let none = || Count::none(sides);
                let counts = all.entry(sides).or_insert_with(|| Counts {
                    sides,
                    all: none(),
                    by_side: BTreeMap::new(),
                    by_kind: BTreeMap::new(),
                });
                let (side, kind) = (filed.outcome.side.to_string(), kind(roll.label.as_str()));
                let side = counts.by_side.entry(side).or_insert_with(none);
                let kind = counts.by_kind.entry(kind.to_owned()).or_insert_with(none);
                for face in roll.faces.split_whitespace().filter_map(|face| face.parse().ok()) {
                    for count in [&mut counts.all, &mut *side, &mut *kind] {
                        count.add(face);
                    }
                }
            }
        }
        all.into_values().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(faces: [u32; 6]) -> Count {
        Count { faces: faces.to_vec() }
    }

    #[test]
    fn chi_square_is_exact() {
        // 60 dice, 10 expected: deviations 5 5 0 0 0 0 come to 50/10.
        assert_eq!(hundredths(count([15, 5, 10, 10, 10, 10]).chi_square()), "5.00");
        assert_eq!(hundredths(count([10; 6]).chi_square()), "0.00");
        assert_eq!(hundredths(count([1, 0, 0, 0, 0, 0]).chi_square()), "5.00");
        assert_eq!(hundredths(count([0; 6]).chi_square()), "-");
    }

    #[test]
    fn few_dice_show_nothing_however_odd_they_look() {
        assert_eq!(count([6, 0, 0, 0, 0, 0]).verdict(), Verdict::TooFew);
        assert_eq!(count([29, 0, 0, 0, 0, 0]).verdict(), Verdict::TooFew);
        assert_eq!(count([30, 0, 0, 0, 0, 0]).verdict(), Verdict::Above);
        // Deviations 8 5 -4 -3 -3 -3: 132 / 12 = 11.00 is below 11.070; 9 4 -4 -3 -3 -3: 140 / 12.
        assert_eq!(count([20, 17, 8, 9, 9, 9]).verdict(), Verdict::Below);
        assert_eq!(count([21, 16, 8, 9, 9, 9]).verdict(), Verdict::Above);
        assert_eq!(Count { faces: vec![40; 10] }.verdict(), Verdict::NoValue);
    }

    #[test]
    fn a_small_bias_takes_many_dice() {
        assert_eq!(dice_to_see((1, 6)), None);
        assert_eq!(dice_to_see((1, 5)), Some(1604));
        assert_eq!(dice_to_see((1, 4)), Some(257));
        assert_eq!(dice_to_see((1, 3)), Some(65));
    }

    #[test]
    fn shares_are_rounded_to_tenths() {
        let all =
            [(1, 6, "16.7"), (1, 8, "12.5"), (0, 7, "0.0"), (3, 3, "100.0"), (1, 2000, "0.1")];
        for (part, whole, told) in all {
            assert_eq!(percent(part, whole), told);
        }
        assert_eq!(percent(0, 0), "-");
    }

    #[test]
    fn the_kind_of_a_die_is_what_it_is_rolled_for() {
        assert_eq!(
            ["1722.crt.1", "averell.ford.1", "burnside.move"].map(kind),
            ["crt", "ford", "move"]
        );
    }
}
