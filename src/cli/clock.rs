use super::claim::{claimed, moment};
use super::shell::{Answer, Failure, Shell, cannot};
use super::signing::now;
use crate::campaign::Campaign;
use crate::campaign::claim::{Meaning, day};
use crate::campaign::clock::agreed::Clock;
use crate::campaign::clock::ics::{Event, calendar};
use crate::campaign::clock::stand::{Used, Wait, stand};
use crate::campaign::clock::told::{for_programs, in_zones, utc};
use crate::campaign::told::capital;
use crate::dice::Name;
use crate::store::{Eyes, Folder, write_whole};
use serde_json::json;
use std::path::PathBuf;

/// Tells the time used by each side, whose time runs, and what may be claimed when it is up.
///
/// The deadline counts calendar days in the zone of the terms, over changes of summer time. Days on
/// which somebody has said that he is absent do not count for him, days that are granted do. Only
/// locks of the beacon modes carry a time in the log; all others are what this folder has noted in
/// `letters/times.log`. Nothing happens by itself when time is up.
#[derive(clap::Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    override_usage = "provost clock [OPTIONS] [absent FROM TO | grant SIDE DAYS]"
)]
pub struct ClockOf {
    /// Writes the deadline into a file for calendars
    #[arg(long, value_name = "FILE")]
    ics: Option<PathBuf>,
    /// When the record before came, if this folder has not noted it: 2026-12-01T10:00:00Z
    #[arg(long, value_name = "UTC")]
    since: Option<String>,
    /// The time for which it is told [default: now]
    #[arg(long, value_name = "UTC")]
    now: Option<String>,
    #[command(subcommand)]
    act: Option<Act>,
}

#[derive(clap::Subcommand, Debug)]
enum Act {
    /// Says that you are away, both days included; they do not count for you
    Absent {
        /// The first day: 2026-12-20
        from: String,
        /// The last one: 2027-01-04
        to: String,
        /// Whose absence it is; must be said where this machine plays for everybody
        #[arg(long, value_name = "SIDE")]
        of: Option<String>,
    },
    /// Grants the other side more days for what is awaited of it now
    Grant {
        /// To whom
        side: String,
        /// How many
        days: u32,
        /// Who grants them, where this machine plays for everybody [default: the referee]
        #[arg(long, value_name = "CHAIR")]
        by: Option<String>,
    },
}

impl ClockOf {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        match &self.act {
            Some(Act::Absent { from, to, of }) => {
                let (Some(first), Some(last)) = (day(from), day(to)) else {
                    return Err(Failure::could_not("a day is written like 2026-12-20"));
                };
                if last < first {
                    return Err(Failure::could_not(format!("{last} is before {first}")));
                }
                let why = Meaning::Absent(first, last).to_string();
                claimed(shell, of.as_deref(), &why, None, now())
            }
            Some(Act::Grant { side, days, by }) => {
                let to: Name = side.parse().map_err(|_| {
                    Failure::could_not(format!("`{side}` has no part in this game"))
                })?;
                let why = Meaning::Grant(to, *days).to_string();
                claimed(shell, by.as_deref(), &why, None, now())
            }
            None => self.told(shell),
        }
    }

    fn told(&self, shell: &Shell) -> Result<Answer, Failure> {
        let (since, now) = (moment(&self.since)?, moment(&self.now)?.unwrap_or_else(now));
        let campaign = shell.open()?;
        let terms = campaign.replay().terms();
        let Some(clock) = terms.typed_clock() else { return Err(no_clock(&campaign)) };
        let (used, _) = stand(clock, &terms.sides, campaign.handed(), &campaign.times(), now);
        let wait = campaign.wait(since, now);
        let mut text = format!("{}: {}\n", terms.title, clock.words());
        match &wait {
            Some(wait) => text.push_str(&waits(&campaign, clock, wait, now)),
            None => text.push_str("nobody's time runs\n"),
        }
        text.push_str("time used\n");
        used.iter().for_each(|used| text.push_str(&format!("  {}\n", used.words())));
        for handed in campaign.handed() {
            if let Some(claim) = &handed.claim {
                let from = capital(handed.from.as_str());
                text.push_str(&format!("record {}: {from} {}\n", handed.seq, claim.does()));
            }
        }
        if let Some(file) = &self.ics {
            let Some(events) = wait.as_ref().and_then(|wait| events(&campaign, wait, now)) else {
                return Err(Failure::none("there is no deadline to write down"));
            };
            write_whole(file, &calendar(&events), Eyes::All).map_err(cannot)?;
            text.push_str(&format!("written: {}\n", file.display()));
        }
        let data = json!({
            "clock": clock.words(), "now": for_programs(Some(now)),
            "awaited": wait.as_ref().map(|wait| json!({
                "chair": wait.chair.as_str(), "turn": wait.turn, "record": wait.since_record,
                "since": for_programs(wait.since), "due": for_programs(wait.due),
                "last": for_programs(wait.last), "granted": wait.granted, "reserve": wait.reserve,
                "over": wait.is_over(now),
            })),
            "used": used.iter().map(tally).collect::<Vec<_>>(),
            "ics": self.ics.as_ref().map(|file| file.display().to_string()),
        });
        Ok(Answer::done(text, data))
    }
}

fn tally(used: &Used) -> serde_json::Value {
    json!({
        "chair": used.chair.as_str(), "seconds": used.seconds, "answers": used.answers,
        "unknown": used.unknown, "reserve": used.reserve,
    })
}

/// Why nothing can be told: no clock, or one that is between the players.
pub fn no_clock(campaign: &Campaign<Folder>) -> Failure {
    let agreed = campaign.replay().terms().clock.as_ref();
    Failure::none(match agreed {
        None => "the terms have no clock".to_owned(),
        Some(agreed) => {
            let why = agreed.complaints().first().map_or_else(String::new, ToString::to_string);
            format!(
                "the clock of the terms says: {}; this program keeps no such clock ({why})",
                agreed.words()
            )
        }
    })
}

/// Whose time runs, and until when in each zone.
fn waits(campaign: &Campaign<Folder>, clock: &Clock, wait: &Wait, now: i64) -> String {
    let sides = &campaign.replay().terms().sides;
    let awaited = campaign.replay().awaited().sentence();
    let mut text = format!("{awaited}, turn {}\nsince    {}\n", wait.turn, wait.since_words());
    let mut tell = |what: &str, time: i64| {
        text.push_str(&format!("{what:<8} {}\n", utc(time)));
        for zone in in_zones(clock, sides, time) {
            text.push_str(&format!("         {zone}\n"));
        }
    };
    if let Some(due) = wait.due {
        tell("due", due);
    }
    if let Some(last) = wait.last.filter(|last| Some(*last) != wait.due) {
        tell("reserve", last);
    }
    if wait.granted > 0 {
        text.push_str(&format!("granted  {} days, counted above\n", wait.granted));
    }
    match (campaign.replay().overtime(), wait.last.filter(|last| now <= *last)) {
        (Some(late), None) => {
            text + &format!("overtime of {} is claimed\n", capital(late.as_str()))
        }
        // Whoever claimed it may have noted another hour.
        (Some(late), Some(last)) => {
            let late = capital(late.as_str());
            let up = utc(last);
            text + &format!(
                "overtime of {late} is claimed; by the notes of this folder its time \
                             is up after {up}\n"
            )
        }
        (None, _) => text + &format!("{}\n", wait.claimable(now)),
    }
}

/// The deadline, and the end of the reserve.
fn events(campaign: &Campaign<Folder>, wait: &Wait, now: i64) -> Option<Vec<Event>> {
    let replay = campaign.replay();
    let clock = replay.terms().typed_clock()?;
    let due = wait.due?;
    let what = format!("{} turn {}", replay.terms().title, wait.turn);
    let awaited = replay.awaited().sentence();
    let event = |tail: &str, at: i64, words: &str| Event {
        uid: format!("{}.{}{tail}@provost.invalid", replay.id(), wait.since_record),
        stamp: now,
        at,
        summary: format!("{what}: {words}"),
        description: format!(
            "{awaited}, in answer to record {} ({}).\n{}",
            wait.since_record,
            replay.label(),
            "Nothing happens by itself when time is up."
        ),
        remind: clock.remind,
    };
    let mut events = vec![event("", due, &awaited)];
    if let Some(last) = wait.last.filter(|last| *last != due) {
        events.push(event(".reserve", last, "the reserve is used up, overtime may be claimed"));
    }
    Some(events)
}
