//! From victory points to the result of a game: eight bands and the secondary objective, or the
//! optional simplified rules.
//!
//! A share is never computed: `difference / army points` is compared as a fraction, so that 5% of 37
//! army points lies between 1 and 2 and nothing is rounded.

use super::rulebook as bp;
use crate::rule::Rule;

/// One of the two players of a game, in the order of the result file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Seat {
    /// Named first.
    First,
    /// Named second.
    Second,
}

impl Seat {
    /// Both.
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// The opponent.
    pub const fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }

    /// His one of a pair.
    pub fn of<T>(self, pair: &[T; 2]) -> &T {
        let [first, second] = pair;
        match self {
            Seat::First => first,
            Seat::Second => second,
        }
    }
}

/// What was counted at the end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Army points of each side; at least 1.
    pub army_points: u32,
    /// Victory points of both; none is more than the army points.
    pub victory_points: [u32; 2],
    /// Who won the secondary objective; nobody if it was drawn or not played.
    pub secondary: Option<Seat>,
}

/// A step of the table: shares of the army points, and what its battle points are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Band {
    /// More than this many hundredths; the first band begins with 0 itself.
    pub over: u32,
    /// Up to and with this many hundredths; the last band has no end.
    pub to: Option<u32>,
    /// Battle points of who has more victory points.
    pub winner: i32,
    /// The rule.
    pub rule: Rule,
}

/// [BP 1.0a] Battle points of a game, both sides together.
pub const ALL: i32 = 20;

/// What the secondary objective is worth, in battle points.
pub const SECONDARY: i32 = 3;

/// The table.
pub static BANDS: [Band; 8] = [
    band(0, Some(5), 10, bp::R1_1),
    band(5, Some(10), 11, bp::R1_2),
    band(10, Some(20), 12, bp::R1_3),
    band(20, Some(30), 13, bp::R1_4),
    band(30, Some(40), 14, bp::R1_5),
    band(40, Some(50), 15, bp::R1_6),
    band(50, Some(70), 16, bp::R1_7),
    band(70, None, 17, bp::R1_8),
];

const fn band(over: u32, to: Option<u32>, winner: i32, rule: Rule) -> Band {
    Band { over, to, winner, rule }
}

impl Band {
    /// Battle points of who has fewer victory points.
    pub const fn loser(&self) -> i32 {
        ALL - self.winner
    }

    /// `0-5%`, `>5-10%`, `>70%`.
    pub fn sign(&self) -> String {
        match (self.over, self.to) {
            (0, Some(to)) => format!("0-{to}%"),
            (over, Some(to)) => format!(">{over}-{to}%"),
            (over, None) => format!(">{over}%"),
        }
    }

    /// `up to 5%`, `over 5% to 10%`, `over 70%`.
    pub fn words(&self) -> String {
        match (self.over, self.to) {
            (0, Some(to)) => format!("up to {to}%"),
            (over, Some(to)) => format!("over {over}% to {to}%"),
            (over, None) => format!("over {over}%"),
        }
    }
}

/// The result under the simplified rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nobody won.
    Draw,
    /// He won.
    Win(Seat),
    /// He won by more than half of the army points.
    Massacre(Seat),
}

impl Verdict {
    /// Who won.
    pub fn winner(self) -> Option<Seat> {
        match self {
            Verdict::Draw => None,
            Verdict::Win(seat) | Verdict::Massacre(seat) => Some(seat),
        }
    }

    /// `draw`, `win` or `massacre`.
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Draw => "draw",
            Verdict::Win(_) => "win",
            Verdict::Massacre(_) => "massacre",
        }
    }

    /// The rule that says so.
    pub const fn rule(self) -> Rule {
        match self {
            Verdict::Draw => bp::R3_2,
            Verdict::Win(_) => bp::R3_3,
            Verdict::Massacre(_) => bp::R3_4,
        }
    }

    /// [BP 4.6] What he gets for it in a table.
    pub fn points(self, seat: Seat) -> i32 {
        match self {
            Verdict::Draw => 1,
            Verdict::Win(winner) if winner == seat => 2,
            Verdict::Massacre(winner) if winner == seat => 3,
            Verdict::Win(_) | Verdict::Massacre(_) => 0,
        }
    }
}

impl Tally {
    /// Difference of the victory points.
    pub fn difference(&self) -> u32 {
        let [first, second] = self.victory_points;
        first.abs_diff(second)
    }

    /// [BP 1.0b] The step in which the difference lies, as a share of the army points.
    pub fn band(&self) -> &'static Band {
        let difference = u64::from(self.difference());
        let within = |to: u32| 100 * difference <= u64::from(to) * u64::from(self.army_points);
        let last = &BANDS[BANDS.len() - 1];
        BANDS.iter().find(|band| band.to.is_some_and(within)).unwrap_or(last)
    }

    /// The battle points of both: those of the band, and the secondary objective. Their sum is 20.
    pub fn battle_points(&self) -> [i32; 2] {
        let band = self.band();
        let [first, second] = self.victory_points;
        Seat::BOTH.map(|seat| {
            let ahead = match seat {
                Seat::First => first >= second,
                Seat::Second => second > first,
            };
            let points = if ahead { band.winner } else { band.loser() };
            points + self.for_secondary(seat)
        })
    }

    /// [BP 2.1] [BP 2.2] [BP 2.3] What the secondary objective does to his battle points.
    pub fn for_secondary(&self, seat: Seat) -> i32 {
        match self.secondary {
            Some(winner) if winner == seat => SECONDARY,
            Some(_) => -SECONDARY,
            None => 0,
        }
    }

    /// [BP 4.3] Who has more battle points.
    pub fn winner(&self) -> Option<Seat> {
        let [first, second] = self.battle_points();
        match first.cmp(&second) {
            std::cmp::Ordering::Greater => Some(Seat::First),
            std::cmp::Ordering::Less => Some(Seat::Second),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// [BP 3.1] Victory points with those for the secondary objective, in fifths, because 20% of the
    /// army points need not be whole.
    pub fn fifths(&self) -> [u64; 2] {
        Seat::BOTH.map(|seat| {
            let bonus = if self.secondary == Some(seat) { self.army_points } else { 0 };
            5 * u64::from(*seat.of(&self.victory_points)) + u64::from(bonus)
        })
    }

    /// [BP 3.0] The result under the simplified rules.
    pub fn verdict(&self) -> Verdict {
        let [first, second] = self.fifths();
        let ahead = if first >= second { Seat::First } else { Seat::Second };
        let difference = first.abs_diff(second);
        let army = 5 * u64::from(self.army_points);
        if 100 * difference < 10 * army {
            Verdict::Draw
        } else if 100 * difference <= 50 * army {
            Verdict::Win(ahead)
        } else {
            Verdict::Massacre(ahead)
        }
    }
}

/// A number of fifths as a decimal, exactly: `37` is `7.4`.
pub fn from_fifths(fifths: u64) -> String {
    match fifths % 5 {
        0 => (fifths / 5).to_string(),
        rest => format!("{}.{}", fifths / 5, rest * 2),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(army_points: u32, victory_points: [u32; 2], secondary: Option<Seat>) -> Tally {
        Tally { army_points, victory_points, secondary }
    }

    /// Every difference of every army up to 400 points, against the table written as whole points:
    /// the largest difference in a band is the share rounded down.
    #[test]
    fn bands_end_exactly_where_their_share_does() {
        for army in 1..=400_u32 {
            for difference in 0..=army {
                let steps = [5, 10, 20, 30, 40, 50, 70];
                let above = steps.iter().filter(|percent| difference > army * **percent / 100);
                let winner = 10 + above.count() as i32;
                for (points, expected) in [
                    ([difference, 0], [winner, 20 - winner]),
                    ([army - difference, army], [20 - winner, winner]),
                ] {
                    let found = tally(army, points, None).battle_points();
                    assert_eq!(found, expected, "{points:?} of {army}");
                }
            }
        }
    }

    /// [BP 1.9]
    #[test]
    fn the_printed_column_for_4500_is_the_same_table() {
        let column = [
            (0, 225, 10),
            (226, 450, 11),
            (451, 900, 12),
            (901, 1350, 13),
            (1351, 1800, 14),
            (1801, 2250, 15),
            (2251, 3150, 16),
            (3151, 4500, 17),
        ];
        for (from, to, winner) in column {
            for difference in [from, to] {
                let found = tally(4500, [difference, 0], None).battle_points();
                assert_eq!(found, [winner, 20 - winner], "{difference}");
            }
        }
    }

    #[test]
    fn both_sides_are_treated_alike_and_the_sum_is_20() {
        for army in [1, 19, 37, 100, 101, 4500] {
            for first in 0..=army.min(120) {
                for second in [0, army / 3, army] {
                    for secondary in [None, Some(Seat::First), Some(Seat::Second)] {
                        let one = tally(army, [first, second], secondary);
                        let other = tally(army, [second, first], secondary.map(Seat::other));
                        let [a, b] = one.battle_points();
                        assert_eq!(a + b, ALL);
                        assert_eq!(other.battle_points(), [b, a]);
                        let turned = match one.verdict() {
                            Verdict::Draw => Verdict::Draw,
                            Verdict::Win(seat) => Verdict::Win(seat.other()),
                            Verdict::Massacre(seat) => Verdict::Massacre(seat.other()),
                        };
                        assert_eq!(other.verdict(), turned, "{one:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        let most = tally(u32::MAX, [u32::MAX, 0], Some(Seat::First));
        assert_eq!(most.battle_points(), [20, 0]);
        assert_eq!(most.verdict(), Verdict::Massacre(Seat::First));
    }

    #[test]
    fn fifths_are_printed_exactly() {
        let printed = [0, 1, 4, 5, 37].map(from_fifths);
        assert_eq!(printed, ["0", "0.2", "0.8", "1", "7.4"]);
    }
}
