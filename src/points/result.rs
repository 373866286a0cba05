//! The result file: what two players report of one game. `schema/RESULTS.md` describes it.

use super::rulebook as bp;
use super::table::{Seat, Tally};
use crate::document::fields::{Fields, is_whole_number};
use crate::document::read::{self, Limits};
use crate::document::{Diagnostic, Node, Span, Text, is_hidden, shown};
use crate::rule::Rule;
use std::ops::RangeInclusive;
use unicode_normalization::UnicodeNormalization;

/// One game as it was reported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// Name of the tournament.
    pub tournament: Text,
    /// Round, from 1.
    pub round: u32,
    /// Where it stands.
    pub round_span: Span,
    /// Table, from 1.
    pub table: Option<u32>,
    /// Under which rules the winner is found.
    pub rules: Rules,
    /// Where it stands, if it does.
    pub rules_span: Span,
    /// Both players.
    pub players: [Player; 2],
    /// What was counted.
    pub tally: Tally,
}

/// A player as a result file names him.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// His name.
    pub name: Text,
    /// His rating before the tournament, if it is stated, and where.
    pub rating: Option<(i64, Span)>,
}

/// Under which rules the winner is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rules {
    /// Battle points out of the eight bands.
    Standard,
    /// [BP 3.0] Draw, win or massacre.
    Simplified,
}

impl Rules {
    /// `standard` or `simplified`.
    pub const fn word(self) -> &'static str {
        match self {
            Rules::Standard => "standard",
            Rules::Simplified => "simplified",
        }
    }
}

/// Army points that a game may have.
const ARMY: RangeInclusive<u32> = 1..=1_000_000;
/// Numbers of rounds and tables.
const NUMBERS: RangeInclusive<u32> = 1..=1000;
/// Ratings that may be stated.
const RATINGS: RangeInclusive<u32> = 1..=20_000;
/// Longest name of a player or tournament, in characters.
const LONGEST: usize = 40;

impl Game {
    /// Reads a result file.
    ///
    /// # Errors
    /// Every complaint about it.
    pub fn read(text: &str) -> Result<Game, Vec<Diagnostic>> {
        let node = read::parse(text, Limits::RECORD)?;
        let mut complaints = Vec::new();
        match game(&node, &mut complaints) {
            Some(game) if complaints.is_empty() => Ok(game),
            _ => Err(complaints),
        }
    }

    /// Who won, under the rules of the game.
    pub fn winner(&self) -> Option<Seat> {
        match self.rules {
            Rules::Standard => self.tally.winner(),
            Rules::Simplified => self.tally.verdict().winner(),
        }
    }

    /// What both get in a table: battle points, or the points of a verdict.
    pub fn points(&self) -> [i32; 2] {
        match self.rules {
            Rules::Standard => self.tally.battle_points(),
            Rules::Simplified => Seat::BOTH.map(|seat| self.tally.verdict().points(seat)),
        }
    }

    /// A player of the game.
    pub fn player(&self, seat: Seat) -> &Player {
        seat.of(&self.players)
    }

    /// A player's name.
    pub fn name(&self, seat: Seat) -> &str {
        &self.player(seat).name.text
    }
}

/// What two spellings of one name have in common: neither capitals nor the kind of letters count.
pub fn key(name: &str) -> String {
    let folded = name.nfkc().collect::<String>().to_lowercase();
    folded.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn game(node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<Game> {
    if node.as_map().is_some() && node.get("result").is_none() && node.get("players").is_none() {
        complaints.push(
            Diagnostic::error(node.span, "this is no result file")
                .help("a result file begins with `result:` and the name of the tournament"),
        );
        return None;
    }
    let mut fields = Fields::of(node, "result", complaints)?;
    let tournament = by(&mut fields, bp::R4_5, |f| f.required("result").node());
    let round_node = by(&mut fields, bp::R4_4, |f| f.required("round").node());
    let table = fields.optional("table").node();
    let rules_node = fields.optional("rules").node();
    let words = [Rules::Standard, Rules::Simplified].map(|rules| (rules.word(), rules));
    let rules = match rules_node {
        None => Some(Rules::Standard),
        Some(_) => by(&mut fields, bp::R3_0, |f| f.optional("rules").word(&words)),
    };
    let army = by(&mut fields, bp::R4_0, |f| f.required("army points").node());
    let players_node = by(&mut fields, bp::R4_4, |f| f.required("players").node());
    fields.optional("date").text();
    fields.optional("note").text();
    fields.finish();

    let tournament = tournament.and_then(|node| name(node, "a tournament", complaints));
    let mut number = |node: Option<&Node>, what, range: &RangeInclusive<u32>, rule| {
        let most = &range.end().to_string();
        node.and_then(|node| Whole { what, range, most, rule }.read(node, complaints))
    };
    let round = number(round_node, "`round`", &NUMBERS, bp::R4_4);
    let table = match table {
        None => Some(None),
        Some(_) => number(table, "`table`", &NUMBERS, bp::R4_4).map(Some),
    };
    let army_points = number(army, "`army points`", &ARMY, bp::R4_0);
    let (players, victory_points, secondary) = players(players_node?, army_points, complaints)?;
    Some(Game {
        tournament: tournament?,
        round: round?,
        round_span: round_node.map_or(Span::NONE, |node| node.span),
        table: table?,
        rules: rules?,
        rules_span: rules_node.map_or(Span::NONE, |node| node.span),
        players,
        tally: Tally { army_points: army_points?, victory_points, secondary },
    })
}

/// Reads a field; a complaint about it is by this rule.
fn by<'n, T>(
    fields: &mut Fields<'n, '_>,
    rule: Rule,
    read: impl FnOnce(&mut Fields<'n, '_>) -> T,
) -> T {
    let before = fields.complaints().len();
    let value = read(fields);
    for complaint in fields.complaints().iter_mut().skip(before) {
        complaint.rules.push(rule.clone());
    }
    value
}

/// Both players, what they scored, and who won the secondary objective.
fn players(
    node: &Node,
    army: Option<u32>,
    complaints: &mut Vec<Diagnostic>,
) -> Option<([Player; 2], [u32; 2], Option<Seat>)> {
    let Some([first, second]) = node.as_list() else {
        let found = match node.as_list() {
            Some([_]) => "1 is listed".to_owned(),
            Some(players) => format!("{} are listed", players.len()),
            None => "this is no list".to_owned(),
        };
        let headline = format!("a game has two players; {found}");
        complaints.push(
            Diagnostic::error(node.span, headline)
                .rule(bp::R4_4)
                .help("write `- name: ...` for each, with `victory points: ...` below it"),
        );
        return None;
    };
    let reports = [first, second].map(|node| report(node, army, complaints));
    let [Some(one), Some(other)] = reports else { return None };
    let names = [&one.player.name, &other.player.name];
    if key(&names[0].text) == key(&names[1].text) {
        let headline = format!("{} cannot play against himself", names[0].text);
        let help = "name both players; where two have the same name, add something to one";
        complaints.push(Diagnostic::error(names[1].span, headline).rule(bp::R4_4).help(help));
    }
    let secondary = secondary([&one, &other], complaints);
    let victory_points = [one.victory_points?, other.victory_points?];
    Some(([one.player, other.player], victory_points, secondary?))
}

/// An entry under `players`.
struct Report {
    player: Player,
    victory_points: Option<u32>,
    secondary: Option<(Objective, Span)>,
}

/// What a player says of the secondary objective.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Objective {
    Won,
    Lost,
    Drawn,
}

const OBJECTIVES: [(&str, Objective); 3] =
    [("won", Objective::Won), ("lost", Objective::Lost), ("drawn", Objective::Drawn)];

/// One player; nothing if there is no name to speak of.
fn report(node: &Node, army: Option<u32>, complaints: &mut Vec<Diagnostic>) -> Option<Report> {
    let mut fields = Fields::of(node, "player", complaints)?;
    let name_node = by(&mut fields, bp::R4_4, |f| f.required("name").node());
    let points = by(&mut fields, bp::R4_1, |f| f.required("victory points").node());
    let secondary = by(&mut fields, bp::R4_2, |f| f.optional("secondary").word(&OBJECTIVES));
    let secondary_span = node.get("secondary").map_or(Span::NONE, |node| node.span);
    let rating_node = fields.optional("rating").node();
    fields.finish();

    let name = name_node.and_then(|node| name(node, "a player", complaints));
    let called = name.as_ref().map_or("this player", |name| &name.text);
    let what = format!("victory points of {called}");
    let range = 0..=army.unwrap_or(*ARMY.end());
    let most = match army {
        Some(army) => format!("the army points, {army}"),
        None => format!("any army points, {}", ARMY.end()),
    };
    let victory_points = points.and_then(|node| {
        let (what, range, most) = (&what, &range, &most);
        Whole { what, range, most, rule: bp::R4_1 }.read(node, complaints)
    });
    let what = format!("the rating of {called}");
    let rating = match rating_node {
        None => None,
        Some(node) => {
            let most = &RATINGS.end().to_string();
            let rating = Whole { what: &what, range: &RATINGS, most, rule: bp::R4_8 };
            rating.read(node, complaints).map(|rating| (i64::from(rating), node.span))
        }
    };
    Some(Report {
        player: Player { name: name?, rating },
        victory_points,
        secondary: secondary.map(|word| (word, secondary_span)),
    })
}

/// [BP 4.2] Who won the secondary objective, if what both say can be true.
fn secondary(reports: [&Report; 2], complaints: &mut Vec<Diagnostic>) -> Option<Option<Seat>> {
    use Objective::{Drawn, Lost, Won};
    let [first, second] = reports.map(|report| report.secondary.map(|(word, _)| word));
    let [one, other] = reports.map(|report| report.player.name.text.as_str());
    let wrong = match (first, second) {
        (Some(Won), Some(Lost) | None) | (None, Some(Lost)) => return Some(Some(Seat::First)),
        (Some(Lost), Some(Won) | None) | (None, Some(Won)) => return Some(Some(Seat::Second)),
        (Some(Drawn) | None, Some(Drawn) | None) => return Some(None),
        (Some(Won), Some(Won)) => format!("{one} and {other} cannot both win"),
        (Some(Lost), Some(Lost)) => format!("{one} and {other} cannot both lose"),
        (Some(Drawn), Some(word)) => cannot(other, word, one),
        (Some(word), Some(Drawn)) => cannot(one, word, other),
    };
    let [_, last] = reports.map(|report| report.secondary.map_or(Span::NONE, |(_, span)| span));
    complaints.push(
        Diagnostic::error(last, format!("{wrong} the secondary objective"))
            .rule(bp::R4_2)
            .help("write `won` for one of them and `lost` for the other, or `drawn` for both"),
    );
    None
}

fn cannot(one: &str, word: Objective, other: &str) -> String {
    let word = if word == Objective::Won { "won" } else { "lost" };
    format!("{one} cannot have {word} and {other} drawn")
}

/// The name of a player or tournament.
fn name(node: &Node, whose: &str, complaints: &mut Vec<Diagnostic>) -> Option<Text> {
    let found = match node.as_text() {
        None => "a list or a mapping".to_owned(),
        Some("") => "empty".to_owned(),
        Some(text) if text.chars().count() > LONGEST => {
            format!("{} characters long", text.chars().count())
        }
        Some(text) => {
            let first = text.chars().next().is_some_and(char::is_alphanumeric);
            if first && !text.contains(is_hidden) {
                return Some(Text { text: text.into(), span: node.span });
            }
            // What does not show could turn the line round, or command a terminal.
            format!("`{}`", shown(text))
        }
    };
    let help =
        format!("write 1 to {LONGEST} characters that show, the first of them a letter or a digit");
    complaints.push(
        Diagnostic::error(node.span, format!("the name of {whose} cannot be {found}"))
            .rule(bp::R4_4)
            .help(help),
    );
    None
}

/// A whole number that must lie in a range, and the rule that says so.
struct Whole<'a> {
    what: &'a str,
    range: &'a RangeInclusive<u32>,
    /// What the end of the range is, in words: `the army points, 4500`.
    most: &'a str,
    rule: Rule,
}

impl Whole<'_> {
    fn read(&self, node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<u32> {
        let (least, most) = (*self.range.start(), *self.range.end());
        let what = self.what;
        let end = self.most;
        let headline = match node.as_text() {
            None => format!("{what} must be a whole number, not a list or a mapping"),
            Some("") => format!("{what} must be a whole number, not empty"),
            Some(text) if !is_whole_number(text) => {
                let shown: String = text.chars().take(LONGEST).collect();
                format!("{what} must be a whole number, not `{shown}`")
            }
            Some(text) => match text.parse::<u32>().ok().filter(|n| self.range.contains(n)) {
                Some(number) => return Some(number),
                None if text.starts_with('-') => {
                    let shown: String = text.chars().take(LONGEST).collect();
                    format!("{what} cannot be {shown}, less than {least}")
                }
                None if text == "0" => format!("{what} cannot be 0"),
                None => {
                    let shown: String = text.chars().take(LONGEST).collect();
                    format!("{what} cannot be {shown}, more than {end}")
                }
            },
        };
        complaints.push(
            Diagnostic::error(node.span, headline)
                .rule(self.rule.clone())
                .help(format!("write a whole number from {least} to {most}")),
        );
        None
    }
}
