//! Bare `provost`: whose turn it is, and what to type next.

use super::shell::{Answer, Exit, Failure, Shell};
use crate::campaign::chain::Awaited;
use crate::campaign::told::capital;
use serde_json::json;

/// Says whose turn it is; outside a campaign, how to begin.
pub fn run(shell: &Shell) -> Result<Answer, Failure> {
    let found = shell.folder();
    if shell.names_a_campaign() {
        found.as_ref().map_err(Clone::clone)?;
    }
    let Ok(folder) = found else {
        let text = "no campaign here\n\n  provost demo                      watch a first game-turn\n  \
                    provost new fredericksburg DIR    begin a campaign\n  provost --help\n";
        return Ok(Answer::done(text, json!({ "campaign": null })));
    };
    let campaign = shell.open()?;
    let replay = campaign.replay();
    let mut text = format!(
        "{}: {} ({})\n{} of {} game-turns, position {}\n",
        replay.terms().title,
        replay.game().title(),
        folder.display(),
        replay.state_turn(),
        replay.game().turns(),
        replay.label()
    );
    let waiting = campaign.waiting().map_err(|trouble| shell.trouble(trouble, None))?;
    let (halted, next) = match (replay.awaited(), replay.ask()) {
        (Awaited::Orders(side) | Awaited::Answer(side), ask) if waiting.is_some() => {
            let (what, wait) = match ask {
                Some(_) => ("an answer", "waits"),
                None => ("orders", "wait"),
            };
            let side = capital(side.as_str());
            (
                replay.player_turn().is_some(),
                format!("{what} of {side} came by mail and {wait}\nnext: provost resolve\n"),
            )
        }
        (Awaited::Orders(side) | Awaited::Answer(side), Some(ask)) => {
            let side = capital(side.as_str());
            (
                true,
                format!(
                    "{side} answers {}\nnext: provost form > answer.yaml\n      (edit it, then `provost resolve answer.yaml`)\n",
                    ask.key
                ),
            )
        }
        (Awaited::Orders(side), None) if replay.player_turn().is_some() => {
            let side = capital(side.as_str());
            (
                true,
                format!(
                    "{side}'s player-turn is halted\nnext: provost resolve (to go on), or provost form for new attacks\n"
                ),
            )
        }
        (Awaited::Orders(side), None) => {
            let side = capital(side.as_str());
            (
                false,
                format!(
                    "{side} moves\nnext: provost form > orders.yaml\n      (edit it, then `provost check orders.yaml`, `provost resolve orders.yaml`)\n"
                ),
            )
        }
        (Awaited::Close(_), _) => {
            (true, "orders are locked and await their dice\nnext: provost resolve\n".to_owned())
        }
        (Awaited::Result(_) | Awaited::Nobody, _) => {
            (false, "the game is over\nnext: provost report, provost audit\n".to_owned())
        }
        (other, _) => (false, format!("{}\n", other.sentence())),
    };
    let standing = replay.game().standing(replay.state());
    let over = replay.is_over();
    let head = if over { "result" } else { "if it ended now" };
    text.push_str(&format!("{head}: {}\n", standing.words));
    text.push_str(&next);
    let points: serde_json::Map<String, serde_json::Value> =
        standing.points.into_iter().map(|(side, points)| (side, points.into())).collect();
    let data = json!({
        "campaign": folder.display().to_string(), "game": replay.id().to_string(),
        "turn": replay.state_turn(), "position": replay.label(),
        "awaiting": replay.awaited().to_string(), "halted": halted, "over": over,
        "waiting": waiting.is_some(),
        "result": {
            "winner": standing.winner, "level": standing.level, "rule": standing.rule,
            "points": points,
        },
    });
    let exit = if halted { Exit::Halted } else { Exit::Done };
    Ok(Answer::done(text, data).exit(exit))
}
