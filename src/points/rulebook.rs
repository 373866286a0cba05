//! The rules about battle points: every one with our own gist and who keeps it.
//!
//! The rules text has no numbers. `BP 1` to `BP 3` are its sections in their order; `BP 4` is ours:
//! what a tournament needs and the text leaves open.

use crate::play::view::{Kind, Line};
use crate::rule::{Keeper, rulebook};

rulebook! {
    R1_0 "BP 1.0" {
        R1_0A "BP 1.0a" Code "20 battle points are divided between the two players" ""
        R1_0B "BP 1.0b" Code
            "they are divided by the difference of victory points, as a share of the army points" ""
    }
    R1_1 "BP 1.1" { "BP 1.1" Code "up to 5%: 10 to 10" "" }
    R1_2 "BP 1.2" { "BP 1.2" Code "over 5% to 10%: 11 to 9" "" }
    R1_3 "BP 1.3" { "BP 1.3" Code "over 10% to 20%: 12 to 8" "" }
    R1_4 "BP 1.4" { "BP 1.4" Code "over 20% to 30%: 13 to 7" "" }
    R1_5 "BP 1.5" { "BP 1.5" Code "over 30% to 40%: 14 to 6" "" }
    R1_6 "BP 1.6" { "BP 1.6" Code "over 40% to 50%: 15 to 5" "" }
    R1_7 "BP 1.7" { "BP 1.7" Code "over 50% to 70%: 16 to 4" "" }
    R1_8 "BP 1.8" { "BP 1.8" Code "over 70%: 17 to 3" "" }
    R1_9 "BP 1.9" {
        "BP 1.9" Players "for 4500 army points the steps are printed in whole points"
            "an example of the shares, not a second rule; a test holds them equal"
    }
    R2_1 "BP 2.1" { "BP 2.1" Code "who wins the secondary objective gains 3 battle points" "" }
    R2_2 "BP 2.2" { "BP 2.2" Code "who loses it loses 3 battle points" "" }
    R2_3 "BP 2.3" { "BP 2.3" Code "if nobody wins it, nobody's battle points change" "" }
    R3_0 "BP 3.0" {
        "BP 3.0" Code "optional: the winner is found by these simplified rules instead" ""
    }
    R3_1 "BP 3.1" {
        "BP 3.1" Code
            "the secondary objective gives its winner victory points, 20% of the army points" ""
    }
    R3_2 "BP 3.2" { "BP 3.2" Code "a difference under 10% of the army points is a draw" "" }
    R3_3 "BP 3.3" { "BP 3.3" Code "from 10% to 50% it is a win" "" }
    R3_4 "BP 3.4" { "BP 3.4" Code "over 50% it is a massacre" "" }
    R4_0 "BP 4.0" {
        "BP 4.0" Code "ours: army points are a whole number from 1 to 1000000, one for both sides" ""
    }
    R4_1 "BP 4.1" {
        "BP 4.1" Code "ours: victory points are a whole number from 0 to the army points" ""
    }
    R4_2 "BP 4.2" {
        "BP 4.2" Code "ours: the secondary objective has one winner and one loser, or neither" ""
    }
    R4_3 "BP 4.3" {
        "BP 4.3" Code "ours: a game is won by whoever has more battle points in the end" ""
    }
    R4_4 "BP 4.4" {
        "BP 4.4" Code "ours: a game has two players, and a round one game for each player and table" ""
    }
    R4_5 "BP 4.5" {
        "BP 4.5" Code "ours: a table is of one tournament under one set of rules" ""
    }
    R4_6 "BP 4.6" {
        "BP 4.6" Code
            "ours: under the simplified rules a massacre counts 3, a win 2, a draw 1, a loss 0" ""
    }
    R4_7 "BP 4.7" {
        R4_7A "BP 4.7a" Code "ours: the table goes by points, wins, points of all opponents" ""
        R4_7B "BP 4.7b" Code
            "ours: then by the games among those still level, if all of them have met equally often"
            ""
        R4_7C "BP 4.7c" Code "ours: who is still level shares a rank, in the order of names" ""
    }
    R4_8 "BP 4.8" {
        R4_8A "BP 4.8a" Code
            "ours, after AREA: a decided game moves 100 points of rating, 1 less for each 20 that \
             the winner was ahead, 1 more for each 20 behind; at least 1, at most 200"
            ""
        R4_8B "BP 4.8b" Code
            "ours, after AREA: a draw moves 1 for each 20 between them to the lower; at most 200" ""
        R4_8C "BP 4.8c" Code
            "ours: the games of a round are rated by the ratings before that round" ""
    }
}

/// What a number says and who keeps it, as lines; `BP` alone gives all, an unknown number nothing.
pub fn explain(number: &str) -> Vec<Line> {
    let number = number.trim().to_ascii_lowercase();
    let Some(rest) = number.strip_prefix("bp").map(str::trim_start) else { return Vec::new() };
    let wanted = |full: &str| {
        let full = full.trim_start_matches("BP ");
        let plain = full.trim_end_matches(|c: char| c.is_ascii_lowercase());
        rest.is_empty() || rest == full || rest == plain
    };
    let entries = RULEBOOK.iter().filter(|entry| wanted(entry.number));
    let lines = entries.flat_map(|entry| {
        let kept = match entry.keeper {
            Keeper::Code => "kept by the program".to_owned(),
            Keeper::Data => format!("kept by {}", entry.place),
            Keeper::Players => format!("kept by the players: {}", entry.place),
        };
        let heading = format!("{} {}", entry.number, entry.gist);
        [Line::new(Kind::Heading, 0, heading), Line::fact(1, kept)]
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_once_and_are_explained() {
        for (i, entry) in RULEBOOK.iter().enumerate() {
            assert!(RULEBOOK[..i].iter().all(|e| e.number != entry.number), "{}", entry.number);
            assert_eq!(entry.place.is_empty(), entry.keeper == Keeper::Code, "{}", entry.number);
            assert_eq!(explain(entry.number).len(), 2, "{}", entry.number);
        }
        assert_eq!(explain("bp 4.7").len(), 6);
        assert_eq!(explain("BP").len(), 2 * RULEBOOK.len());
        assert!(explain("BP 9").is_empty() && explain("8.52").is_empty());
    }
}
