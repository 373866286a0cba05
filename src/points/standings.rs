//! A tournament: games of many result files brought together, and its table.
//!
//! The order in which files are read changes nothing: games are put in the order of rounds and
//! names, and a complaint about two files stands at the later of their names.

use super::rating;
use super::result::{Game, Player, Rules, key};
use super::rulebook as bp;
use super::table::{Seat, Verdict};
use crate::document::{Diagnostic, Span};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The games of one tournament.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tournament {
    /// Its name.
    pub name: String,
    /// Under which rules its games were played.
    pub rules: Rules,
    /// Its games, by round, table and names.
    pub games: Vec<Game>,
}

/// One player in the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// His rank, from 1; who cannot be told apart shares one.
    pub rank: usize,
    /// His name.
    pub name: String,
    /// Games played.
    pub games: usize,
    /// Games won, massacres too.
    pub wins: usize,
    /// Games drawn.
    pub draws: usize,
    /// Games lost.
    pub losses: usize,
    /// Games won by a massacre (simplified rules).
    pub massacres: usize,
    /// Points of all games.
    pub points: i32,
    /// Points of all opponents, each as often as he was met.
    pub opponents: i32,
    /// Points in the games among those who were level before, if that decides anything.
    pub among_level: Option<i32>,
    /// Rating before the tournament.
    pub rating_before: i64,
    /// Rating after it.
    pub rating_after: i64,
}

/// What both players' ratings were before a game, and what it did to them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rated {
    /// Before the round.
    pub before: [i64; 2],
    /// Gained or given.
    pub change: [i64; 2],
}

impl Tournament {
    /// Brings games together; each comes with the name of its file.
    ///
    /// # Errors
    /// What does not fit together, with the number of the file that it is about. No games at all
    /// give an empty list of complaints.
    pub fn of(files: &[(&str, Game)]) -> Result<Tournament, Vec<(usize, Diagnostic)>> {
        let mut order: Vec<usize> = (0..files.len()).collect();
        order.sort_by_key(|at| files[*at].0);
        let Some((leader, first)) = order.first().map(|at| &files[*at]) else {
            return Err(Vec::new());
        };
        let mut book = Book::default();
        let mut complaints = Vec::new();
        for at in order {
            let (name, game) = &files[at];
            let mut found = Vec::new();
            one_tournament(game, (leader, first), &mut found);
            book.enter(name, game, &mut found);
            complaints.extend(found.into_iter().map(|complaint| (at, complaint)));
        }
        if !complaints.is_empty() {
            return Err(complaints);
        }
        let mut games: Vec<Game> = files.iter().map(|(_, game)| game.clone()).collect();
        games.sort_by_key(place);
        Ok(Tournament { name: first.tournament.text.to_string(), rules: first.rules, games })
    }

    /// [BP 4.8c] Each game with what it does to the ratings, which change after each round; who
    /// states none begins with `start`.
    pub fn rated(&self, start: i64) -> Vec<(&Game, Rated)> {
        let mut ratings = self.ratings_before(start);
        let mut rated: Vec<(&Game, Rated)> = Vec::new();
        for round in self.games.chunk_by(|a, b| a.round == b.round) {
            let from = rated.len();
            for game in round {
                let before =
                    Seat::BOTH.map(|seat| ratings.get(game.name(seat)).copied().unwrap_or(start));
                let change = rating::change(before, game.winner());
                rated.push((game, Rated { before, change }));
            }
            for (game, Rated { before, change }) in rated.iter().skip(from) {
                for seat in Seat::BOTH {
                    ratings.insert(game.name(seat), seat.of(before) + seat.of(change));
                }
            }
        }
        rated
    }

    fn ratings_before(&self, start: i64) -> BTreeMap<&str, i64> {
        let mut ratings: BTreeMap<&str, i64> = BTreeMap::new();
        for (game, seat) in self.seats() {
            let stated = game.player(seat).rating.map(|(rating, _)| rating);
            let rating = ratings.entry(game.name(seat)).or_insert(start);
            *rating = stated.unwrap_or(*rating);
        }
        ratings
    }

    fn seats(&self) -> impl Iterator<Item = (&Game, Seat)> {
        self.games.iter().flat_map(|game| Seat::BOTH.map(|seat| (game, seat)))
    }

    /// The table, best first.
    pub fn table(&self, start: i64) -> Vec<Row> {
        let mut rows: BTreeMap<&str, Row> = BTreeMap::new();
        for (name, rating) in self.ratings_before(start) {
            rows.insert(name, Row::new(name, rating));
        }
        for (game, rated) in self.rated(start) {
            for seat in Seat::BOTH {
                if let Some(row) = rows.get_mut(game.name(seat)) {
                    row.count(game, seat);
                    row.rating_after += seat.of(&rated.change);
                }
            }
        }
        let points: BTreeMap<&str, i32> = rows.iter().map(|(n, row)| (*n, row.points)).collect();
        for (game, seat) in self.seats() {
            if let Some(row) = rows.get_mut(game.name(seat)) {
                row.opponents += points.get(game.name(seat.other())).copied().unwrap_or(0);
            }
        }
        self.ranked(rows.into_values().collect())
    }

    /// [BP 4.7a] [BP 4.7b] [BP 4.7c] Puts the rows in order and gives them their ranks.
    fn ranked(&self, mut rows: Vec<Row>) -> Vec<Row> {
        let level = |row: &Row| Reverse((row.points, row.wins, row.opponents));
        rows.sort_by_key(level);
        for group in rows.chunk_by_mut(|a, b| level(a) == level(b)) {
            let names: Vec<String> = group.iter().map(|row| row.name.clone()).collect();
            for row in &mut *group {
                row.among_level = self.among(&names, &row.name);
            }
            let decided = group.windows(2).any(|pair| pair[0].among_level != pair[1].among_level);
            if !decided {
                group.iter_mut().for_each(|row| row.among_level = None);
            }
            group.sort_by_key(|row| (Reverse(row.among_level), key(&row.name), row.name.clone()));
        }
        let mut rank = 1;
        for at in 0..rows.len() {
            let whole = |row: &Row| (level(row), row.among_level);
            if at > 0 && whole(&rows[at]) != whole(&rows[at - 1]) {
                rank = at + 1;
            }
            rows[at].rank = rank;
        }
        rows
    }

    /// Points of a player in the games among some who are level; nothing unless each two of them
    /// have met, and all equally often.
    fn among(&self, names: &[String], name: &str) -> Option<i32> {
        let mut points = 0;
        let mut met: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        let is_one = |name: &str| names.iter().any(|n| n == name);
        for game in &self.games {
            let [first, second] = Seat::BOTH.map(|seat| game.name(seat));
            if is_one(first) && is_one(second) {
                *met.entry((first.min(second), first.max(second))).or_default() += 1;
                for seat in Seat::BOTH.into_iter().filter(|seat| game.name(*seat) == name) {
                    points += seat.of(&game.points());
                }
            }
        }
        let pairs = names.len() * names.len().saturating_sub(1) / 2;
        let mut often = met.values();
        let first = often.next()?;
        (met.len() == pairs && often.all(|n| n == first)).then_some(points)
    }
}

impl Row {
    fn new(name: &str, rating: i64) -> Row {
        Row {
            rank: 0,
            name: name.to_owned(),
            games: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            massacres: 0,
            points: 0,
            opponents: 0,
            among_level: None,
            rating_before: rating,
            rating_after: rating,
        }
    }

    fn count(&mut self, game: &Game, seat: Seat) {
        self.games += 1;
        self.points += seat.of(&game.points());
        match game.winner() {
            Some(winner) if winner == seat => self.wins += 1,
            Some(_) => self.losses += 1,
            None => self.draws += 1,
        }
        let massacre = game.tally.verdict() == Verdict::Massacre(seat);
        if game.rules == Rules::Simplified && massacre {
            self.massacres += 1;
        }
    }
}

/// Where a game stands among the others.
fn place(game: &Game) -> (u32, u32, [String; 2]) {
    let table = game.table.unwrap_or(u32::MAX);
    (game.round, table, Seat::BOTH.map(|seat| key(game.name(seat))))
}

/// [BP 4.5] A game is of the same tournament, under the same rules, as that of the first file.
fn one_tournament(game: &Game, leader: (&str, &Game), found: &mut Vec<Diagnostic>) {
    let (file, first) = leader;
    let (own, name) = (&game.tournament, &first.tournament.text);
    if own.text != *name {
        found.push(
            Diagnostic::error(own.span, format!("`{}` is not `{name}`, as in {file}", own.text))
                .rule(bp::R4_5)
                .help("keep the results of one tournament in a folder of their own"),
        );
    }
    if game.rules != first.rules {
        let (own, other) = (game.rules.word(), first.rules.word());
        let headline = format!("played under the {own} rules, {file} under the {other} ones");
        found.push(
            Diagnostic::error(game.rules_span, headline)
                .rule(bp::R4_5)
                .help("their points cannot be added; make a table of each"),
        );
    }
}

/// What earlier files have said of players and rounds.
#[derive(Default)]
struct Book<'f> {
    /// Spelling of a name, and the file where it was read first.
    spelt: BTreeMap<String, (&'f str, &'f str)>,
    /// The game of a player in a round.
    played: BTreeMap<(u32, String), (&'f str, &'f Game)>,
    /// The game on a table in a round.
    tables: BTreeMap<(u32, u32), &'f str>,
    /// Stated ratings.
    ratings: BTreeMap<String, (i64, &'f str)>,
}

impl<'f> Book<'f> {
    fn enter(&mut self, file: &'f str, game: &'f Game, found: &mut Vec<Diagnostic>) {
        let keys = Seat::BOTH.map(|seat| key(game.name(seat)));
        let round = game.round;
        let before = self.played.get(&(round, keys[0].clone()));
        if let Some((other, played)) = before
            && Seat::BOTH.map(|seat| key(played.name(seat))).contains(&keys[1])
        {
            let headline = format!(
                "the game of {} and {} in round {round} stands in {other} too",
                game.name(Seat::First),
                game.name(Seat::Second)
            );
            found.push(
                Diagnostic::error(game.round_span, headline)
                    .rule(bp::R4_4)
                    .help("take one of the two files away, or give one another round"),
            );
            return;
        }
        for (seat, key) in Seat::BOTH.into_iter().zip(keys) {
            self.player(file, game.player(seat), &key, found);
            match self.played.get(&(round, key.clone())) {
                Some((other, _)) => {
                    let name = game.name(seat);
                    let headline = format!("{name} has a game in round {round} already: {other}");
                    found.push(
                        Diagnostic::error(game.player(seat).name.span, headline)
                            .rule(bp::R4_4)
                            .help("give one of the two games another round"),
                    );
                }
                None => {
                    self.played.insert((round, key), (file, game));
                }
            }
        }
        if let Some(table) = game.table
            && let Some(other) = self.tables.insert((round, table), file)
        {
            let headline = format!("table {table} has a game in round {round} already: {other}");
            found.push(
                Diagnostic::error(game.round_span, headline)
                    .rule(bp::R4_4)
                    .help("mend `table` or `round` in one of the two, or leave `table` out"),
            );
        }
    }

    /// One player, one spelling, one rating.
    fn player(
        &mut self,
        file: &'f str,
        player: &'f Player,
        key: &str,
        found: &mut Vec<Diagnostic>,
    ) {
        let name = player.name.text.as_str();
        let (known, where_) = *self.spelt.entry(key.to_owned()).or_insert((name, file));
        if known != name {
            let headline = format!("`{name}` is written `{known}` in {where_}");
            let help = "write a player's name the same way everywhere";
            found.push(Diagnostic::error(player.name.span, headline).rule(bp::R4_4).help(help));
        }
        let Some((rating, span)) = player.rating else { return };
        let (known, where_) = *self.ratings.entry(key.to_owned()).or_insert((rating, file));
        if known != rating {
            found.push(contradiction(span, name, (rating, known), where_));
        }
    }
}

fn contradiction(span: Span, name: &str, ratings: (i64, i64), file: &str) -> Diagnostic {
    let (rating, known) = ratings;
    Diagnostic::error(span, format!("{name} cannot have rating {rating}: {file} says {known}"))
        .rule(bp::R4_8)
        .help("state the rating before the tournament, once or the same each time")
}
