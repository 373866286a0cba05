//! Ratings after AREA, the rating service of wargamers that Avalon Hill began in 1974.
//!
//! The formula for two players is that of its administrator, Glenn Petroski ("How AREA ratings are
//! calculated", 2001 and 2002, at wolff.to/area): with `gap` = rating of the loser less rating of the
//! winner, the winner gains and the loser gives `round(gap x 0.05) + 100`, at least 1 and at most 200.
//! After a draw the lower rated gains and the higher rated gives `round(gap x 0.05)`, at most 200.
//! It is linear; there is no logistic curve in it. Halves are rounded away from zero. Everybody
//! begins with 5000.

use super::table::Seat;

/// The rating with which everybody begins.
pub const START: i64 = 5000;

/// What a decided game between equals moves.
const EVEN: i64 = 100;
/// The most that a game moves.
const MOST: i64 = 200;
/// The least that a decided game moves.
const LEAST: i64 = 1;
/// Points of difference that count one.
const STEP: i64 = 20;

/// [BP 4.8a] [BP 4.8b] What a game does to both ratings; the sum is 0.
pub fn change(ratings: [i64; 2], winner: Option<Seat>) -> [i64; 2] {
    let [first, second] = ratings;
    let gap = rounded(first.abs_diff(second));
    let (gains, moved) = match winner {
        Some(winner) => {
            let ahead = winner.of(&ratings) > winner.other().of(&ratings);
            let moved = if ahead { EVEN - gap } else { EVEN + gap };
            (winner, moved.clamp(LEAST, MOST))
        }
        None => (if first <= second { Seat::First } else { Seat::Second }, gap.min(MOST)),
    };
    match gains {
        Seat::First => [moved, -moved],
        Seat::Second => [-moved, moved],
    }
}

/// A twentieth, halves up.
fn rounded(gap: u64) -> i64 {
    let step = STEP.unsigned_abs();
    i64::try_from((gap.saturating_add(step / 2)) / step).unwrap_or(i64::MAX / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gap, what the higher gets for winning, what the lower gets for winning, what the lower gets
    /// for a draw.
    #[test]
    fn the_formula_at_its_edges() {
        let table = [
            (0, 100, 100, 0),
            (9, 100, 100, 0),
            (10, 99, 101, 1),
            (29, 99, 101, 1),
            (30, 98, 102, 2),
            (400, 80, 120, 20),
            (1969, 2, 198, 98),
            (1970, 1, 199, 99),
            (1990, 1, 200, 100),
            (3990, 1, 200, 200),
            (9000, 1, 200, 200),
        ];
        for (gap, higher, lower, draw) in table {
            let ratings = [START + gap, START];
            assert_eq!(change(ratings, Some(Seat::First)), [higher, -higher], "{gap}");
            assert_eq!(change(ratings, Some(Seat::Second)), [-lower, lower], "{gap}");
            assert_eq!(change(ratings, None), [-draw, draw], "{gap}");
            let turned = [START, START + gap];
            assert_eq!(change(turned, Some(Seat::Second)), [-higher, higher], "{gap}");
            assert_eq!(change(turned, None), [draw, -draw], "{gap}");
        }
    }

    #[test]
    fn the_largest_numbers_do_not_overflow() {
        assert_eq!(change([i64::MAX, i64::MIN], Some(Seat::Second)), [-200, 200]);
        assert_eq!(change([i64::MIN, i64::MAX], None), [200, -200]);
    }
}
