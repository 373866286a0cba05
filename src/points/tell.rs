//! Results and standings in words, each line with its rules.

use super::result::{Game, Rules};
use super::rulebook as bp;
use super::standings::{Rated, Row, Tournament};
use super::table::{SECONDARY, Seat, Verdict, from_fifths};
use crate::play::view::{Kind, Line, Table};
use crate::rule::Rule;

/// How the result of one game comes about.
pub fn score(game: &Game) -> Vec<Line> {
    let tally = &game.tally;
    let [one, other] = Seat::BOTH.map(|seat| game.name(seat));
    let [first, second] = tally.victory_points;
    let army = tally.army_points;
    let counted = format!("{one} {first}, {other} {second} of {army} army points");
    let mut lines = vec![Line::fact(0, counted)];
    match game.rules {
        Rules::Standard => {
            let band = tally.band();
            let mut text = format!(
                "Difference {}, {}: {} to {}",
                tally.difference(),
                band.words(),
                band.winner,
                band.loser()
            );
            if band.winner > band.loser() {
                text.push_str(&format!(" for {}", if first > second { one } else { other }));
            }
            lines.push(Line::fact(0, text).rule(band.rule.clone()));
            lines.push(match tally.secondary {
                None => Line::fact(0, "Nobody wins the secondary objective").rule(bp::R2_3),
                Some(seat) => {
                    let (winner, loser) = (game.name(seat), game.name(seat.other()));
                    let text =
                        format!("Secondary objective: {winner} +{SECONDARY}, {loser} -{SECONDARY}");
                    Line::fact(0, text).rule(bp::R2_1).rule(bp::R2_2)
                }
            });
            let [first, second] = game.points();
            let text = format!("{one} {first}, {other} {second}: {}", outcome(game));
            lines.push(Line::fact(0, text).rule(bp::R4_3));
        }
        Rules::Simplified => {
            let [first, second] = tally.fifths();
            if let Some(seat) = tally.secondary {
                let text = format!(
                    "Secondary objective: {} +{}; {} to {}",
                    game.name(seat),
                    from_fifths(u64::from(army)),
                    from_fifths(first),
                    from_fifths(second)
                );
                lines.push(Line::fact(0, text).rule(bp::R3_1));
            }
            let share = match tally.verdict() {
                Verdict::Draw => "under 10%",
                Verdict::Win(_) => "10% to 50%",
                Verdict::Massacre(_) => "over 50%",
            };
            let difference = from_fifths(first.abs_diff(second));
            let text = format!("Difference {difference}, {share}: {}", outcome(game));
            lines.push(Line::fact(0, text).rule(tally.verdict().rule()));
        }
    }
    lines
}

/// `Anna wins`, `a massacre by Anna`, `a draw`.
pub fn outcome(game: &Game) -> String {
    let massacre =
        game.rules == Rules::Simplified && matches!(game.tally.verdict(), Verdict::Massacre(_));
    match game.winner() {
        None => "a draw".to_owned(),
        Some(seat) if massacre => format!("a massacre by {}", game.name(seat)),
        Some(seat) => format!("{} wins", game.name(seat)),
    }
}

/// The table of a tournament.
pub fn table(tournament: &Tournament, rows: &[Row]) -> Table {
    let rounds = tournament.games.last().map_or(0, |game| game.round);
    let massacres = tournament.rules == Rules::Simplified;
    let mut columns = vec!["G", "W", "D", "L", "Points", "Opp", "Rating", "+/-"];
    if massacres {
        columns.insert(2, "M");
    }
    let row = |row: &Row| {
        let counts = [row.games, row.wins, row.draws, row.losses].map(|n| n.to_string());
        let mut cells = counts.to_vec();
        if massacres {
            cells.insert(2, row.massacres.to_string());
        }
        let change = row.rating_after - row.rating_before;
        cells.extend([
            row.points.to_string(),
            row.opponents.to_string(),
            row.rating_after.to_string(),
            signed(change),
        ]);
        (format!("{:>2} {}", row.rank, row.name), cells)
    };
    Table {
        title: format!("{}, after round {rounds}", tournament.name),
        columns: columns.into_iter().map(str::to_owned).collect(),
        rows: rows.iter().map(row).collect(),
    }
}

/// What the columns are, and what decided between players who are level in them.
pub fn below_table(tournament: &Tournament, rows: &[Row]) -> Vec<Line> {
    let mut text = "G games, W won".to_owned();
    if tournament.rules == Rules::Simplified {
        text.push_str(" (M by a massacre)");
    }
    text.push_str(", D drawn, L lost, Opp points of all opponents");
    let mut lines = vec![
        Line::fact(0, text).rule(bp::R4_7A),
        Line::fact(0, "Rating after the last round; each is rated by the ratings before it")
            .rule(bp::R4_8C),
    ];
    if tournament.rules == Rules::Simplified {
        let text = "Points: massacre 3, win 2, draw 1, loss 0";
        lines.push(Line::fact(0, text).rule(bp::R4_6));
    }
    let level =
        |a: &Row, b: &Row| (a.points, a.wins, a.opponents) == (b.points, b.wins, b.opponents);
    for group in rows.chunk_by(level).filter(|group| group.len() > 1) {
        let among: Vec<String> = group
            .iter()
            .filter_map(|row| row.among_level.map(|points| format!("{} {points}", row.name)))
            .collect();
        if !among.is_empty() {
            let text = format!("Level; in the games among them {}", among.join(", "));
            lines.push(Line::new(Kind::Notice, 0, text).rule(bp::R4_7B));
        }
        for shared in group.chunk_by(|a, b| a.rank == b.rank).filter(|shared| shared.len() > 1) {
            let names: Vec<&str> = shared.iter().map(|row| row.name.as_str()).collect();
            let text = format!("Level in everything: {}", names.join(", "));
            lines.push(Line::new(Kind::Notice, 0, text).rule(bp::R4_7C));
        }
    }
    lines
}

/// Every game of the tournament by rounds.
pub fn games(rated: &[(&Game, Rated)]) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut round = None;
    for (game, rated) in rated {
        if round != Some(game.round) {
            lines.push(Line::new(Kind::Heading, 0, format!("Round {}", game.round)));
            round = Some(game.round);
        }
        let [one, other] = Seat::BOTH.map(|seat| game.name(seat));
        let [first, second] = game.points();
        let mut text = format!("{one} {first}, {other} {second}");
        if game.rules == Rules::Simplified {
            text.push_str(&format!(": {}", outcome(game)));
        }
        let [gained, given] = rated.change.map(signed);
        text.push_str(&format!("; rating {gained}, {given}"));
        let mut line = Line::fact(1, text);
        line.rules = cited(game);
        line.rules.push(if game.winner().is_some() { bp::R4_8A } else { bp::R4_8B });
        lines.push(line);
    }
    lines
}

/// The rules that make a game's result.
pub fn cited(game: &Game) -> Vec<Rule> {
    match (game.rules, game.tally.secondary) {
        (Rules::Standard, None) => vec![game.tally.band().rule.clone(), bp::R2_3],
        (Rules::Standard, Some(_)) => vec![game.tally.band().rule.clone(), bp::R2_1, bp::R2_2],
        (Rules::Simplified, None) => vec![game.tally.verdict().rule()],
        (Rules::Simplified, Some(_)) => vec![bp::R3_1, game.tally.verdict().rule()],
    }
}

/// `+100`, `-100`, `0`.
fn signed(change: i64) -> String {
    if change > 0 { format!("+{change}") } else { change.to_string() }
}
