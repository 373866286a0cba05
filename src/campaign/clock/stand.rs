//! Where the clock stands: the time that each side has used, who is awaited, and when his time is up.

use super::agreed::Clock;
use super::calendar::{due, local};
use super::noted::Times;
use crate::campaign::chain::Awaited;
use crate::campaign::claim::Meaning;
use crate::campaign::course::Handed;
use crate::dice::Name;
use chrono::NaiveDate;

/// What a chair has used so far, of what is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Used {
    /// Whose.
    pub chair: Name,
    /// Seconds in which it was awaited, up to now.
    pub seconds: i64,
    /// How often it was awaited and has answered.
    pub answers: u32,
    /// How often nobody has noted when that began or ended.
    pub unknown: u32,
    /// Days of its reserve that are used up.
    pub reserve: u32,
}

/// Who is awaited, since when, and until when.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wait {
    /// Who.
    pub chair: Name,
    /// The record after which he is awaited.
    pub since_record: u32,
    /// When that came, in seconds since 1970; none if nobody has noted it.
    pub since: Option<i64>,
    /// Who says so.
    pub says: Says,
    /// Game-turn.
    pub turn: u8,
    /// Days that were granted to him meanwhile.
    pub granted: u32,
    /// Days of his reserve that are left.
    pub reserve: u32,
    /// When the days of this record are up.
    pub due: Option<i64>,
    /// When his reserve is used up too: after that overtime may be claimed.
    pub last: Option<i64>,
}

/// On whose word a time is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Says {
    /// The lock's own, which the log keeps (beacon modes).
    Lock,
    /// A note of this folder.
    Folder,
}

/// A stretch of the log in which one chair was awaited.
struct Stretch<'c> {
    chair: Name,
    /// The record behind which it begins, and that with which it ends.
    from: &'c Handed,
    until: Option<&'c Handed>,
}

/// The time used by each chair, in the order in which they were first awaited, and who is awaited
/// now; `now` in seconds since 1970.
pub fn stand(
    clock: &Clock,
    sides: &[Name; 2],
    course: &[Handed],
    times: &Times,
    now: i64,
) -> (Vec<Used>, Option<Wait>) {
    let mut used: Vec<Used> = Vec::new();
    let mut wait = None;
    for stretch in stretches(course, sides) {
        let at = used.iter().position(|used| used.chair == stretch.chair).unwrap_or_else(|| {
            let chair = stretch.chair.clone();
            used.push(Used { chair, seconds: 0, answers: 0, unknown: 0, reserve: 0 });
            used.len() - 1
        });
        let tally = &mut used[at];
        let began = times.get(&stretch.from.seq).copied();
        let ended = match stretch.until {
            Some(until) => times.get(&until.seq).copied(),
            None => Some(now),
        };
        match began.zip(ended) {
            Some((began, ended)) => tally.seconds += (ended - began).max(0),
            None => tally.unknown += 1,
        }
        tally.answers += u32::from(stretch.until.is_some());
        let absent = |date: NaiveDate| is_absent(clock, course, times, &stretch.chair, date);
        let granted = granted(course, &stretch);
        let up = |days: u32| due(clock.zone, clock.hour, began?, days + granted, &absent);
        let (free, left) = (up(clock.days), clock.reserve.saturating_sub(tally.reserve));
        if let (Some(free), Some(ended)) = (free, ended)
            && free < ended
        {
            tally.reserve += over(&up, clock.days, left, ended);
        }
        if stretch.until.is_none() {
            wait = Some(Wait {
                chair: stretch.chair.clone(),
                since_record: stretch.from.seq,
                since: began,
                says: if stretch.from.at.is_some() { Says::Lock } else { Says::Folder },
                turn: course.last().map_or(0, |last| last.turn),
                granted,
                reserve: clock.reserve.saturating_sub(tally.reserve),
                due: free,
                last: up(clock.days + left),
            });
        }
    }
    (used, wait)
}

/// How many days of a reserve it takes until an answer is in time.
fn over(up: &dyn Fn(u32) -> Option<i64>, days: u32, left: u32, ended: i64) -> u32 {
    let in_time = |more: &u32| up(days + more).is_none_or(|up| ended <= up);
    (1..left).find(in_time).unwrap_or(left)
}

/// Who was awaited from which record to which. Records out of turn change nothing, and as long as the
/// same chair is awaited its time goes on.
fn stretches<'c>(course: &'c [Handed], sides: &[Name; 2]) -> Vec<Stretch<'c>> {
    let mut stretches: Vec<Stretch> = Vec::new();
    for handed in course.iter().filter(|handed| !handed.free || handed.void.is_some()) {
        let chair = awaited(handed, sides);
        if let Some(last) = stretches.last_mut().filter(|last| last.until.is_none()) {
            if chair.as_ref() == Some(&last.chair) {
                continue;
            }
            last.until = Some(handed);
        }
        stretches.extend(chair.map(|chair| Stretch { chair, from: handed, until: None }));
    }
    stretches
}

/// The chair that owes the next record; where anybody may close, the side that does not move.
fn awaited(handed: &Handed, sides: &[Name; 2]) -> Option<Name> {
    match &handed.awaited {
        Awaited::Accept(name) | Awaited::Orders(name) | Awaited::Answer(name) => Some(name.clone()),
        Awaited::Close(Some(name)) => Some(name.clone()),
        Awaited::Close(None) => sides.iter().find(|side| **side != handed.from).cloned(),
        Awaited::Result(_) | Awaited::Nobody => None,
    }
}

/// Whether a chair has said that it is away on that day. What is over when it is said does not count:
/// the day of the record is the first, if it is noted.
fn is_absent(
    clock: &Clock,
    course: &[Handed],
    times: &Times,
    chair: &Name,
    date: NaiveDate,
) -> bool {
    course.iter().filter(|handed| handed.from == *chair).any(|handed| {
        let Some(Meaning::Absent(from, until)) = handed.claim.as_ref().map(|claim| &claim.means)
        else {
            return false;
        };
        let said = times.get(&handed.seq).and_then(|time| local(clock.zone, *time));
        let first = said.map_or(*from, |said| said.date_naive().max(*from));
        (first..=*until).contains(&date)
    })
}

/// The days granted to whoever is awaited, while he is.
fn granted(course: &[Handed], stretch: &Stretch) -> u32 {
    let until = stretch.until.map_or(u32::MAX, |until| until.seq);
    let within = course.iter().filter(|h| h.seq > stretch.from.seq && h.seq < until);
    let days = within.filter_map(|handed| match &handed.claim.as_ref()?.means {
        Meaning::Grant(side, days) if *side == stretch.chair => Some(*days),
        _ => None,
    });
    days.fold(0, u32::saturating_add)
}

impl Wait {
    /// Whether overtime may be claimed; none if nobody has noted when the time began.
    pub fn is_over(&self, now: i64) -> Option<bool> {
        self.last.map(|last| now > last)
    }
}
