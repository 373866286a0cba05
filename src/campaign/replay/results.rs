//! How the game came to its end: what each side says, and whether that is what the replay says.

use super::{False, Replay};
use crate::campaign::chain::Awaited;
use crate::campaign::record::{How, Record, Verdict};
use crate::dice::Name;
use crate::document::Node;

/// A result as a side has given it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Given {
    /// Number of the record.
    pub seq: u32,
    /// Whose.
    pub by: Name,
    /// What it says.
    pub verdict: Verdict,
}

impl Replay {
    /// A result: after the end from each side; before it whoever is awaited may offer to stop or
    /// resign, and whoever has claimed the game may end it so.
    pub(super) fn result(&mut self, record: &Record) -> Result<(), False> {
        let at = |key: &str, why: &str| False::at(record, &["result", key], why);
        let Some(verdict) = &record.result else { return Ok(()) };
        let Some(seat) = self.terms.seat(&record.from) else {
            return Err(False::at(record, &["from"], "a result of nobody who plays"));
        };
        let other = self.terms.sides[1 - seat].clone();
        if let Awaited::Result(sides) = &mut self.chain.awaited {
            if verdict.how == How::PlayOn {
                return self.play_on(record);
            }
            if self.stopped.is_none() && verdict.how != How::PlayedOut {
                return Err(at("how", "the game is played out, and its result is given so"));
            }
            sides.retain(|side| *side != record.from);
            if sides.is_empty() {
                self.chain.awaited = Awaited::Nobody;
            }
        } else {
            match &verdict.how {
                How::PlayedOut => {
                    return Err(at("how", "a result before the end of the game"));
                }
                How::PlayOn => return Err(at("how", "nobody has offered to stop")),
                How::Resigned(side) if *side != record.from => {
                    return Err(at("how", "whoever resigns says so himself"));
                }
                How::Claimed(side) if *side != record.from || !self.chain.claims(side) => {
                    return Err(at("how", "whoever claims the game has said why, in a `claim`"));
                }
                How::Agreed | How::Resigned(_) if !self.chain.awaited.is(&record.from) => {
                    let why = "only whoever is awaited offers to stop, or resigns";
                    return Err(at("how", why));
                }
                _ => {}
            }
            let before = std::mem::replace(&mut self.chain.awaited, Awaited::Result(vec![other]));
            self.stopped = Some(before);
        }
        let (seq, by) = (record.seq, record.from.clone());
        self.results.push(Given { seq, by, verdict: verdict.clone() });
        Ok(())
    }

    /// Play goes on where it was when somebody offered to stop.
    fn play_on(&mut self, record: &Record) -> Result<(), False> {
        // What was false in an offer stays so when it is declined.
        self.declined = self.differing_results();
        let offered = self.results.last().is_some_and(|given| given.verdict.how == How::Agreed);
        match self.stopped.take().filter(|_| offered) {
            Some(before) => {
                self.chain.awaited = before;
                self.results.clear();
                Ok(())
            }
            None => Err(False::at(record, &["result", "how"], "nobody has offered to stop")),
        }
    }

    /// The results that were given, in order.
    pub fn results(&self) -> &[Given] {
        &self.results
    }

    /// Whether the game was stopped before its end, or that is offered.
    pub fn was_stopped(&self) -> bool {
        self.stopped.is_some()
    }

    /// Whether both sides have given one, and the same.
    pub fn is_confirmed(&self) -> bool {
        let [first, second] = self.results.as_slice() else { return false };
        first.verdict == second.verdict
    }

    /// What the replay has for the result of the game, if it came to its end so.
    pub fn verdict(&self, how: &How) -> Verdict {
        let standing = self.game().standing(&self.state);
        let other = |side: &Name| self.terms.sides.iter().find(|of| *of != side).cloned();
        let won = match (&standing.winner, &standing.level) {
            (None, _) => "draw".to_owned(),
            (Some(winner), None) => winner.clone(),
            (Some(winner), Some(level)) => format!("{winner}, {level}"),
        };
        let level = match how {
            How::Resigned(side) => other(side).map(|side| side.to_string()),
            How::Claimed(side) => Some(side.to_string()),
            How::PlayOn => None,
            How::PlayedOut | How::Agreed => Some(won),
        };
        let figures = self.game().figures(&self.state).into_iter().map(|(side, sources)| {
            let sources = sources.into_iter().map(|(what, n)| (what, Node::text(n.to_string())));
            (side, Node::map(sources))
        });
        let points = (*how != How::PlayOn).then(|| Node::map(figures));
        Verdict { points, level, how: how.clone() }
    }

    /// Where results differ from the replay or from each other: number of the record, and a sentence.
    pub fn differing_results(&self) -> Vec<(u32, String)> {
        let mut found = self.declined.clone();
        for given in &self.results {
            let truth = self.verdict(&given.verdict.how);
            let free = given.verdict.how == How::Agreed;
            let said = &given.verdict;
            if said.points != truth.points {
                found.push((
                    given.seq,
                    format!(
                        "the result of {} has the points {}; the replay has {}",
                        given.by,
                        told(said.points.as_ref()),
                        told(truth.points.as_ref())
                    ),
                ));
            }
            if said.level != truth.level && !free {
                let words = |level: &Option<String>| level.clone().unwrap_or("nothing".to_owned());
                found.push((
                    given.seq,
                    format!(
                        "the result of {} has the level {}; the replay has {}",
                        given.by,
                        words(&said.level),
                        words(&truth.level)
                    ),
                ));
            }
        }
        if let [first, second] = self.results.as_slice()
            && (&first.verdict.how, &first.verdict.level)
                != (&second.verdict.how, &second.verdict.level)
        {
            let words = |given: &Given| {
                let level = given.verdict.level.as_deref().unwrap_or("no level");
                format!("{} ({level})", given.verdict.how)
            };
            found.push((
                second.seq,
                format!(
                    "the result of {} says {}; that of {} in record {} says {}",
                    second.by,
                    words(second),
                    first.by,
                    first.seq,
                    words(first)
                ),
            ));
        }
        found
    }
}

/// `union 12 (eliminated 12), confederate 3 (eliminated 3)`
pub fn told(points: Option<&Node>) -> String {
    let Some(points) = points.and_then(Node::as_map) else { return "nothing".to_owned() };
    let side = |(side, sources): &(crate::document::Text, Node)| {
        let total = sources.get_text("total").unwrap_or("?");
        let of = sources.as_map().unwrap_or_default().iter();
        let of: Vec<String> = of
            .filter(|(source, _)| source.text != "total")
            .map(|(source, n)| format!("{} {}", source.text, n.as_text().unwrap_or("?")))
            .collect();
        match of.is_empty() {
            true => format!("{} {total}", side.text),
            false => format!("{} {total} ({})", side.text, of.join(", ")),
        }
    };
    points.iter().map(side).collect::<Vec<_>>().join(", ")
}
