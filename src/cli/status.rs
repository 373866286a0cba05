//! Bare `provost`: whose turn it is, and what to type next.

use super::shell::{Answer, Exit, Failure, Shell};
use super::signing::{now, successor};
use crate::campaign::Campaign;
use crate::campaign::chain::Awaited;
use crate::campaign::clock::told::{for_programs, utc};
use crate::campaign::record::How;
use crate::campaign::replay::Replay;
use crate::campaign::secrets::Secrets;
use crate::campaign::told::capital;
use crate::dice::Mode;
use crate::store::Folder;
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
    let mut campaign = shell.open()?;
    shell.put_out_missing(&mut campaign);
    let (mut waits, mut handed) = (None, None);
    if campaign.chair().is_some() {
        let secrets = shell.secret_file(campaign.replay().id())?;
        let looked = campaign.look_ahead(&secrets);
        waits = looked.map_err(|trouble| shell.trouble(trouble, None))?;
    }
    if campaign.chair().is_none()
        && let Ok(secrets) =
            Secrets::load(&shell.secret_file(campaign.replay().id())?, campaign.replay().id())
    {
        handed = successor(&campaign, &secrets);
    }
    let campaign = campaign;
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
        _ if replay.terms().one_machine(replay.offerer()) && replay.rests().is_some() => {
            (false, "next: provost correct --report\n".to_owned())
        }
        _ if !replay.terms().one_machine(replay.offerer()) => (
            replay.player_turn().is_some() && !campaign.is_ahead(),
            between(&campaign, waits, handed),
        ),
        (Awaited::Orders(_), None) if replay.correcting().is_some() => {
            (false, "next: provost resolve (without a file)\n".to_owned())
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
        (Awaited::Result(_) | Awaited::Nobody, _) => (
            false,
            "the game is over\nnext: provost report, provost result, provost audit\n".to_owned(),
        ),
        (other, _) => (false, format!("{}\n", other.sentence())),
    };
    let standing = replay.game().standing(replay.state());
    // An offer to stop ends nothing yet; whoever resigns ends it another way than the points.
    let over = replay.is_over() && offered(replay).is_none();
    let given = replay.results().last().filter(|_| over && replay.was_stopped());
    text.push_str(&match given.map(|given| &given.verdict) {
        Some(verdict) => {
            let level = verdict.level.as_deref().unwrap_or("no level");
            format!("result: {}, {level}\n", verdict.how)
        }
        None if over => format!("result: {}\n", standing.words),
        None => format!("if it ended now: {}\n", standing.words),
    });
    let wait = campaign.wait(None, now());
    if let Some(due) = wait.as_ref().and_then(|wait| wait.due) {
        text.push_str(&format!("due {}; see `provost clock`\n", utc(due)));
    }
    text.push_str(&super::noted::notices(&campaign));
    text.push_str(&next);
    let points: serde_json::Map<String, serde_json::Value> =
        standing.points.into_iter().map(|(side, points)| (side, points.into())).collect();
    let data = json!({
        "campaign": folder.display().to_string(), "game": replay.id().to_string(),
        "turn": replay.state_turn(), "position": replay.label(),
        "awaiting": replay.awaited().to_string(), "halted": halted, "over": over,
        "chair": campaign.chair().map(ToString::to_string), "ahead": campaign.is_ahead(),
        "waiting": waiting.is_some(),
        "due": for_programs(wait.and_then(|wait| wait.due)),
        "notices": campaign.notices(),
        "given": given.map(|given| json!({
            "how": given.verdict.how.to_string(), "level": given.verdict.level,
        })),
        "result": {
            "winner": standing.winner, "level": standing.level, "rule": standing.rule,
            "points": points,
        },
    });
    let exit = if halted { Exit::Halted } else { Exit::Done };
    Ok(Answer::done(text, data).exit(exit))
}

/// An offer to stop that nobody has answered yet.
fn offered(replay: &Replay) -> Option<String> {
    let [given] = replay.results() else { return None };
    if !replay.was_stopped() || given.verdict.how != How::Agreed {
        return None;
    }
    let level = given.verdict.level.as_deref().unwrap_or("no level");
    Some(format!("{} offers to stop here: {level}", capital(given.by.as_str())))
}

/// What is next where several people play: for the reader, if he has a chair.
fn between(campaign: &Campaign<Folder>, waits: Option<String>, handed: Option<String>) -> String {
    let replay = campaign.replay();
    let sentence = capital(&replay.awaited().sentence());
    let Some(chair) = campaign.chair() else {
        return match handed {
            Some(to) => {
                format!("{sentence}; you have no chair here: you play no more, but {to} does\n")
            }
            None => format!("{sentence}; you have no chair here (no secret file)\n"),
        };
    };
    let mut text = format!("you are {}\n", capital(chair.as_str()));
    if campaign.is_ahead() {
        text.push_str(
            "the lock of the other side is yours to close: your next record does it, and until then \
             nobody else knows what happened; `provost report` tells it\n",
        );
    }
    let file = match (replay.ask(), replay.player_turn()) {
        (Some(_), _) => "answer.yaml",
        _ => "orders.yaml",
    };
    if let Some(rests) = campaign.rests() {
        text.push_str(&match rests.author == *chair {
            true => "next: provost correct --report\n".to_owned(),
            false => "next: provost receive FILE, when the correction has come\n".to_owned(),
        });
        return text;
    }
    let act = if replay.terms().mode == Mode::Recorded { "resolve" } else { "send" };
    let write = |file: &str| {
        format!("next: provost form > {file}, edit, provost check {file}, provost {act} {file}\n")
    };
    text.push_str(&match replay.awaited() {
        Awaited::Accept(who) if who == chair => "next: provost accept\n".to_owned(),
        Awaited::Orders(who) if who == chair && replay.correcting().is_some() => {
            format!("{sentence}\nnext: provost {act} (without a file)\n")
        }
        Awaited::Orders(who)
            if who == chair && replay.player_turn().is_some() && replay.ask().is_none() =>
        {
            format!(
                "{sentence}: the player-turn is halted\nnext: provost {act} (to go on), or \
                     provost form for new attacks\n"
            )
        }
        Awaited::Orders(who) | Awaited::Answer(who) if who == chair => {
            format!("{sentence}\n{}", write(file))
        }
        Awaited::Close(Some(who)) if who == chair && waits.is_none() => {
            format!("{sentence}\nnext: provost resolve\n")
        }
        Awaited::Result(sides) if sides.contains(chair) && !campaign.is_ahead() => {
            match offered(replay) {
                Some(told) => format!(
                    "{told}\nnext: provost result (agrees), or provost result --play-on (declines)\n"
                ),
                None => "the game is over\nnext: provost result\n".to_owned(),
            }
        }
        _ if campaign.is_ahead() => format!("{sentence}\nnext: provost send (closes)\n"),
        _ => match waits {
            Some(why) => format!("{}\n", capital(&why)),
            None => format!("{sentence}\nnext: provost receive FILE, when its letter has come\n"),
        },
    });
    text
}
