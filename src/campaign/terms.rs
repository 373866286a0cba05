//! What the players agree on before the first move: the offer, and `campaign.yaml` before it.

use super::clock::agreed::{Agreed, Clock};
use super::words::words;
use crate::dice::beacon::LEAST_DELAY;
use crate::dice::{Mode, Name};
use crate::document::digest::{Digest, Pack};
use crate::document::fields::Fields;
use crate::document::{Diagnostic, Node};
use std::str::FromStr;

words! {
    /// What happens to orders that turn out to be illegal (R13).
    Errors {
        /// They go back before any die; once locked they are cut like `truncate`.
        Return = "return",
        /// A unit stops in its last legal hex, an illegal attack is passed over.
        Truncate = "truncate",
        /// That unit or attack does nothing.
        Forfeit = "forfeit",
    }
}

words! {
    /// What happens where no order says anything.
    Missing {
        /// The published default is taken.
        Default = "default",
        /// Play halts and asks.
        Ask = "ask",
    }
}

words! {
    /// What happens when declared odds turn out wrong.
    Expect {
        /// The report says so.
        Report = "report",
        /// Play halts before that combat.
        Pause = "pause",
    }
}

words! {
    /// How standing orders travel.
    StandingOrders {
        /// In the open.
        Open = "open",
        /// Under a seal.
        Sealed = "sealed",
        /// As each side likes.
        Either = "either",
    }
}

words! {
    /// What happens when no orders come by the deadline.
    Absent {
        /// Nothing moves.
        Hold = "hold",
        /// Standing orders speak.
        Standing = "standing",
        /// Somebody stands in.
        Standby = "standby",
    }
}

/// The chair that is no side.
pub const REFEREE: &str = "referee";

/// The terms of a campaign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terms {
    /// Where dice come from.
    pub mode: Mode,
    /// The sides in order of play.
    pub sides: [Name; 2],
    /// What the head line of an orders file calls the campaign.
    pub title: String,
    /// Name of the scenario.
    pub scenario: String,
    /// Digests of the packs, in the order of [`Pack::ALL`].
    pub packs: [Digest; 4],
    /// Edition of the rulebook.
    pub edition: String,
    /// Choices of open readings: id, word.
    pub rulings: Vec<(String, String)>,
    /// Illegal orders.
    pub errors: Errors,
    /// Missing instructions.
    pub missing: Missing,
    /// Wrong expectations.
    pub expect: Expect,
    /// Standing orders.
    pub standing: Option<StandingOrders>,
    /// Missed deadlines.
    pub absent: Option<Absent>,
    /// Halts that each side may order in the whole game; without it, any number.
    pub pauses: Option<u32>,
    /// Seconds from a lock to its beacon round.
    pub delay: Option<i64>,
    /// Time allowed.
    pub clock: Option<Agreed>,
    /// Who plays: chair, name.
    pub players: Vec<(Name, String)>,
    /// Public keys: chair, base64 of an SSH key.
    pub keys: Vec<(Name, String)>,
}

impl Terms {
    /// Terms of which nothing is agreed but who plays what: the third edition, no ruling, errors sent
    /// back, published defaults.
    pub fn plain(
        mode: Mode,
        sides: [Name; 2],
        title: impl Into<String>,
        scenario: impl Into<String>,
        packs: [Digest; 4],
    ) -> Terms {
        Terms {
            mode,
            sides,
            title: title.into(),
            scenario: scenario.into(),
            packs,
            edition: "third".to_owned(),
            rulings: Vec::new(),
            errors: Errors::Return,
            missing: Missing::Default,
            expect: Expect::Report,
            standing: None,
            absent: None,
            pauses: None,
            delay: None,
            clock: None,
            players: Vec::new(),
            keys: Vec::new(),
        }
    }

    /// Reads an offer, or the same keys of `campaign.yaml` (whose `game` the caller takes).
    ///
    /// Complains about everything that is wrong; `None` if anything needed is missing.
    pub fn read(node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<Terms> {
        let before = complaints.len();
        let mut offer = Fields::of(node, "offer", complaints)?;
        offer.optional("game");
        let mode = offer.required("mode").read();
        let title = offer.required("title").text().map(str::to_owned);
        let scenario = offer.required("scenario").text().map(str::to_owned);
        let edition = offer.optional("edition").text().unwrap_or("third").to_owned();
        let errors = offer.optional("errors").read().unwrap_or(Errors::Return);
        let missing = offer.optional("missing").read().unwrap_or(Missing::Default);
        let expect = offer.optional("expect").read().unwrap_or(Expect::Report);
        let standing = offer.optional("standing").read();
        let absent = offer.optional("absent").read();
        let pauses = offer.optional("pauses").number();
        let delay = offer.optional("delay").number();
        let clock = offer.optional("clock").node().map(Agreed::read);
        let rulings = offer.optional("rulings").entries();
        let sides = offer.required("sides").list();
        let players = offer.optional("players").entries();
        let keys = offer.optional("keys").list();
        let packs = packs(&mut offer);
        let rulings = words_of(rulings, "a ruling", offer.complaints());
        let players = words_of(players, "a player", offer.complaints());
        let sides = two_sides(node, sides, offer.complaints());
        let keys = keys.iter().filter_map(|key| read_key(key, offer.complaints())).collect();
        offer.finish();
        let mut terms = Terms {
            mode: mode?,
            sides: sides?,
            title: title?,
            scenario: scenario?,
            packs: packs?,
            edition,
            rulings,
            errors,
            missing,
            expect,
            standing,
            absent,
            pauses,
            delay,
            clock,
            players: Vec::new(),
            keys,
        };
        terms.players = terms.chairs(&players, node, complaints);
        terms.check(node, complaints);
        (complaints.len() == before).then_some(terms)
    }

    /// The mapping of an offer; what says nothing is left out.
    pub fn node(&self) -> Node {
        let text = |value: &dyn std::fmt::Display| Node::text(value.to_string());
        let mut node = Node::map([
            ("mode", text(&self.mode)),
            ("sides", Node::list(self.sides.iter().map(|side| text(side)))),
            ("title", text(&self.title)),
            ("scenario", text(&self.scenario)),
        ]);
        let packs = Pack::ALL.into_iter().zip(self.packs);
        node.set("packs", Node::map(packs.map(|(kind, digest)| (kind.word(), text(&digest)))));
        node.set("edition", text(&self.edition));
        if !self.rulings.is_empty() {
            let words = self.rulings.iter().map(|(id, word)| (id.as_str(), text(word)));
            node.set("rulings", Node::map(words));
        }
        node.set("errors", text(&self.errors));
        node.set("missing", text(&self.missing));
        node.set("expect", text(&self.expect));
        let optional: [(&str, Option<String>); 4] = [
            ("standing", self.standing.map(|s| s.to_string())),
            ("absent", self.absent.map(|a| a.to_string())),
            ("pauses", self.pauses.map(|n| n.to_string())),
            ("delay", self.delay.map(|n| n.to_string())),
        ];
        for (key, value) in optional {
            if let Some(value) = value {
                node.set(key, Node::text(value));
            }
        }
        if let Some(clock) = &self.clock {
            node.set("clock", clock.node().clone());
        }
        if !self.players.is_empty() {
            let players = self.players.iter().map(|(of, name)| (of.as_str(), text(name)));
            node.set("players", Node::map(players));
        }
        if !self.keys.is_empty() {
            let keys = self.keys.iter();
            let keys = keys.map(|(of, key)| Node::map([("of", text(of)), ("key", text(key))]));
            node.set("keys", Node::list(keys));
        }
        node
    }

    /// The clock, if it is of the form that this program keeps.
    pub fn typed_clock(&self) -> Option<&Clock> {
        self.clock.as_ref().and_then(Agreed::clock)
    }

    /// The digest of a pack.
    pub fn pack(&self, kind: Pack) -> Digest {
        let at = Pack::ALL.iter().position(|k| *k == kind).expect("the four kinds are all there");
        self.packs[at]
    }

    /// Place of a side in the order of play.
    pub fn seat(&self, side: &Name) -> Option<usize> {
        self.sides.iter().position(|s| s == side)
    }

    /// Whether one machine plays for everybody: the referee offers, names no players, and so
    /// nobody has to accept.
    pub fn one_machine(&self, offerer: &Name) -> bool {
        offerer.as_str() == REFEREE && self.players.is_empty()
    }

    /// Who must accept, in order: the other sides, then the referee, never the offerer.
    pub fn acceptors(&self, offerer: &Name) -> Vec<Name> {
        if self.one_machine(offerer) {
            return Vec::new();
        }
        let referee = self.mode.has_referee().then(referee);
        let chairs = self.sides.iter().cloned().chain(referee);
        chairs.filter(|chair| chair != offerer).collect()
    }

    /// Whether a chair closes segments with links of a chain of its own.
    pub fn has_chain(&self, chair: &Name) -> bool {
        match chair.as_str() {
            REFEREE => self.mode.has_referee(),
            _ => self.mode.has_duel() && self.seat(chair).is_some(),
        }
    }

    /// Whether records of this name belong into the log: those of a side, and of a referee where the
    /// mode has one or one machine plays for everybody.
    pub fn may_write(&self, name: &Name, offerer: &Name) -> bool {
        let referees = self.mode.has_referee() || self.one_machine(offerer);
        self.seat(name).is_some() || referees && name.as_str() == REFEREE
    }

    /// Whether somebody may be named so: a side, or the referee.
    pub fn is_chair(&self, name: &Name) -> bool {
        self.seat(name).is_some() || name.as_str() == REFEREE
    }

    fn chairs(
        &self,
        named: &[(String, String)],
        node: &Node,
        complaints: &mut Vec<Diagnostic>,
    ) -> Vec<(Name, String)> {
        let mut chairs = Vec::new();
        for (chair, player) in named {
            match Name::from_str(chair).ok().filter(|chair| self.is_chair(chair)) {
                Some(chair) => chairs.push((chair, player.clone())),
                None => complaints.push(
                    Diagnostic::error(
                        node.span,
                        format!("`{chair}` under `players` plays no side"),
                    )
                    .help(format!("the sides are {} and {}", self.sides[0], self.sides[1])),
                ),
            }
        }
        chairs
    }

    fn check(&self, node: &Node, complaints: &mut Vec<Diagnostic>) {
        let mut refuse = |key: &str, headline: String, help: &str| {
            let span = node.get(key).map_or(node.span, |n| n.span);
            complaints.push(Diagnostic::error(span, headline).help(help));
        };
        if let Err(why) = check_title(&self.title) {
            refuse("title", format!("`title` cannot be `{}`: {why}", self.title), "HL-07");
        }
        match self.delay {
            Some(_) if !self.mode.has_beacon() => refuse(
                "delay",
                format!("`delay` says nothing in mode {}", self.mode),
                "leave it out",
            ),
            Some(delay) if delay < LEAST_DELAY => refuse(
                "delay",
                format!("a delay of {delay} seconds is too short"),
                "3600 or more: the lock must arrive before its round",
            ),
            None if self.mode.has_beacon() => {
                refuse("mode", "`delay` is missing".to_owned(), "add `delay: 3600` or more");
            }
            _ => {}
        }
    }
}

/// The referee's chair.
pub fn referee() -> Name {
    REFEREE.parse().expect("`referee` is a name")
}

/// Whether a title can stand in the head line of an orders file: `TITLE turn N SIDE`.
///
/// # Errors
/// What is wrong with it.
pub fn check_title(title: &str) -> Result<(), &'static str> {
    let plain = |c: char| c.is_ascii_alphanumeric() || " -_.&'()/".contains(c);
    let words = || title.split(' ');
    if !(1..=40).contains(&title.len()) {
        Err("needs 1 to 40 letters")
    } else if !title.chars().all(plain) {
        Err("needs letters, digits, blanks and - _ . & ' ( ) /")
    } else if words().any(|word| word.is_empty()) {
        Err("needs single blanks, none at the ends")
    } else if words().any(|word| word.eq_ignore_ascii_case("turn")) {
        Err("must not have the word `turn`")
    } else {
        Ok(())
    }
}

fn packs(offer: &mut Fields) -> Option<[Digest; 4]> {
    let mut packs = offer.required("packs").fields("list of packs")?;
    let digests: Vec<Digest> =
        Pack::ALL.iter().filter_map(|kind| packs.required(kind.word()).read()).collect();
    packs.finish();
    digests.try_into().ok()
}

/// Entries `id: word`.
fn words_of(
    entries: &[(crate::document::Text, Node)],
    what: &str,
    complaints: &mut Vec<Diagnostic>,
) -> Vec<(String, String)> {
    let mut words = Vec::new();
    for (id, value) in entries {
        match value.as_text().filter(|word| !word.is_empty()) {
            Some(word) => words.push((id.text.to_string(), word.to_owned())),
            None => complaints.push(
                Diagnostic::error(value.span, format!("`{}` needs one word", id.text))
                    .help(format!("write {what} as `ID: WORD`")),
            ),
        }
    }
    words
}

fn two_sides(offer: &Node, sides: &[Node], complaints: &mut Vec<Diagnostic>) -> Option<[Name; 2]> {
    let span = offer.get("sides").map_or(offer.span, |n| n.span);
    let names: Vec<Name> =
        sides.iter().filter_map(|s| s.as_text()).filter_map(|s| s.parse().ok()).collect();
    match <[Name; 2]>::try_from(names) {
        Ok([a, b])
            if sides.len() == 2 && a != b && ![&a, &b].iter().any(|s| s.as_str() == REFEREE) =>
        {
            Some([a, b])
        }
        _ => {
            if offer.get("sides").is_some() {
                complaints.push(
                    Diagnostic::error(span, "`sides` needs two different names")
                        .help("in order of play, each of a-z, 0-9 and -, none of them `referee`"),
                );
            }
            None
        }
    }
}

fn read_key(node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<(Name, String)> {
    let mut entry = Fields::of(node, "key", complaints)?;
    let of = entry.required("of").read();
    let key = entry.required("key").text().map(str::to_owned);
    entry.finish();
    Some((of?, key?))
}
