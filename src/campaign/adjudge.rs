//! Everything that a judge of an unfinished game needs, on a few pages.

use super::Filed;
use super::corrected::corrected;
use super::open::Campaign;
use super::words::capital;
use crate::play::view::{Kind, Line};
use crate::report::text;
use crate::store::Store;

impl<S: Store> Campaign<S> {
    /// The packet for a judge: position, points, who was awaited, terms, rulings, and what happened, in
    /// plain text.
    pub fn adjudication(&self) -> String {
        let replay = self.replay();
        let (game, terms) = (replay.game(), replay.terms());
        let mut lines = vec![
            Line::new(Kind::Heading, 0, format!("{}, {}", game.title(), terms.title)),
            Line::fact(0, format!("Game {}", replay.id())),
            Line::fact(0, format!("Log: {} records, head", replay.head().records)),
            Line::fact(1, replay.head().digest.to_string()),
            Line::fact(
                0,
                format!(
                    "Turn {} of {}, position {}",
                    replay.state_turn(),
                    game.turns(),
                    replay.label()
                ),
            ),
            Line::fact(0, capital(&replay.awaited().sentence())),
        ];
        if let Some(ask) = replay.ask() {
            lines.push(Line::fact(1, format!("the question: {}", ask.key)));
        }
        lines.extend(self.notices().into_iter().map(|text| Line::new(Kind::Notice, 0, text)));
        let mut packet = text::lines(&lines);
        packet.push_str(&section(
            "If the game ended now",
            &[Line::fact(0, game.standing(replay.state()).words)],
        ));
        packet.push_str(&format!("\n{}", text::table(&game.points(replay.state()), &[])));
        packet.push_str(super::told::invitation(replay).trim_start_matches('\n'));
        packet.push_str(&section("Chairs", &self.chairs()));
        packet.push_str(&section("Rulings that are not the default", &self.rulings_told()));
        packet.push_str(&section("Units", &self.roster()));
        packet.push_str(&section("What happened", &self.happened()));
        packet
    }

    fn chairs(&self) -> Vec<Line> {
        let replay = self.replay();
        let chairs = replay.terms().sides.iter();
        let mut lines: Vec<Line> = chairs
            .map(|side| {
                let player = replay.player(side).unwrap_or("a player without a name");
                Line::fact(0, format!("{}: {player}", capital(side.as_str())))
            })
            .collect();
        for handed in replay.handovers() {
            let text = format!(
                "{} was handed over to {} in record {}",
                capital(handed.part.side.as_str()),
                handed.part.to,
                handed.seq
            );
            lines.push(Line::fact(0, text));
        }
        lines
    }

    fn rulings_told(&self) -> Vec<Line> {
        let replay = self.replay();
        let offered = replay.terms().rulings.iter();
        let offered = offered.map(|(id, word)| format!("{id} {word}, by the terms"));
        let agreed = replay.readings_after(u32::MAX).into_iter();
        let agreed = agreed.map(|reading| replay.reading_words(reading));
        let mut lines: Vec<Line> = offered.chain(agreed).map(|text| Line::fact(0, text)).collect();
        if lines.is_empty() {
            lines.push(Line::fact(0, "none"));
        }
        lines
    }

    fn roster(&self) -> Vec<Line> {
        let replay = self.replay();
        let mut lines = Vec::new();
        for (side, units) in replay.game().roster(replay.state()) {
            lines.push(Line::new(Kind::Heading, 0, capital(&side)));
            lines.extend(
                units.into_iter().map(|(id, place)| Line::fact(1, format!("{id}: {place}"))),
            );
        }
        lines
    }

    /// The move log, record by record.
    fn happened(&self) -> Vec<Line> {
        let mut lines = Vec::new();
        let all = self.filed();
        for (at, filed) in all.iter().enumerate() {
            if !filed.outcome.report.ended() && at + 1 < all.len() {
                continue;
            }
            let Filed { seq, outcome, corrected: again, .. } = filed;
            lines.push(Line::new(
                Kind::Heading,
                0,
                match again {
                    Some(_) => format!("Record {seq}: play corrected"),
                    None => format!("Record {seq}"),
                },
            ));
            match again {
                Some(again) => lines.extend(corrected(self.replay(), again)),
                None => {
                    let log = self.replay().game().movelog(&outcome.played.events);
                    lines.extend(log.lines().map(|line| Line::fact(1, line.trim_start())));
                }
            }
        }
        lines
    }
}

fn section(title: &str, lines: &[Line]) -> String {
    let underline = "-".repeat(title.len());
    format!("\n{title}\n{underline}\n{}", text::lines(lines))
}
