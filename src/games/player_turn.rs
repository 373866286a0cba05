//! A player-turn that can be played again and again, with more segments and answers each time.

use super::blue_gray::answers::{AttackList, Entry, NewStanding, Standing};
use super::blue_gray::scenario::UnitId;
use super::blue_gray::turn::{Conduct, Errors, Expectation, InForce, Input, Missing, Segment};
use super::blue_gray::{check, forecast};
use super::{Checked, Events, Forecast, Game, Orders, Played, PlayerTurn, State};
use crate::board::Hex;
use crate::document::{Diagnostic, Node, Span};
use crate::play::view::{Kind, Line, list};
use crate::play::{Fate, Stop};

impl Game {
    /// A player-turn from a position, before its first segment.
    pub fn begin(&self, opening: &State) -> PlayerTurn {
        let seat = self.scenario().seat(opening.position.phasing);
        let input = Input {
            segments: Vec::new(),
            answers: Vec::new(),
            standing: opening.standing[1 - seat].clone(),
            own: opening.standing[seat].orders.clone(),
            conduct: Conduct {
                errors: Errors::Refuse,
                missing: Missing::Default,
                expect: Expectation::Report,
                recorded: false,
            },
        };
        PlayerTurn { opening: opening.clone(), input }
    }

    /// Puts the enemy's standing orders in force from the last segment on; for the first segment
    /// their named lines count from where the units stand in the opening position.
    ///
    /// # Errors
    /// What cannot be read in them.
    pub fn enemy_stands_by(
        &self,
        turn: &mut PlayerTurn,
        standing: &Node,
    ) -> Result<(), Vec<Diagnostic>> {
        let enemy = turn.opening.position.phasing.enemy();
        if turn.input.segments.len() > 1 {
            let new = self.read_standing(&turn.opening, enemy, standing)?;
            if let Some(segment) = turn.input.segments.last_mut() {
                segment.standing = Some(new);
            }
            return Ok(());
        }
        self.set_standing(&mut turn.opening, enemy.word(), standing)?;
        turn.input.standing = turn.opening.standing[self.scenario().seat(enemy)].clone();
        Ok(())
    }

    /// Plays a player-turn as far as it goes.
    pub fn play(&self, turn: &PlayerTurn, fate: &mut dyn Fate) -> Played {
        let scenario = self.scenario();
        let opening = &turn.opening;
        let played = super::turn::play(scenario, &opening.position, &turn.input, fate);
        let seat = scenario.seat(opening.position.phasing);
        let mut standing = opening.standing.clone();
        standing[1 - seat] = played.standing;
        for side in &mut standing {
            side.homes.retain(|unit, _| !played.left.contains(unit));
        }
        let asked = match &played.stop {
            Some(Stop::Awaiting(ask)) => super::blue_gray::scenario::Army::read(&ask.whose),
            _ => None,
        };
        Played {
            state: State { position: played.position, standing, asked },
            events: Events(played.events.into()),
            rolls: played.rolls,
            halts: played.halts,
            complaints: played.complaints,
            stop: played.stop,
        }
    }

    /// Checks the last segment of a player-turn without rolling its dice; those of earlier
    /// segments are known.
    pub fn check(&self, turn: &PlayerTurn, known: &mut dyn Fate) -> Checked {
        let mut input = turn.input.clone();
        input.conduct.errors = Errors::Refuse;
        let found = check::check(self.scenario(), &turn.opening.position, &input, known);
        let asks = input.conduct.missing == Missing::Ask;
        let silences = found.silences.iter().map(|silence| {
            let done = match asks {
                true => format!("play halts and asks for {}", silence.key),
                false => format!("the default: {}: {}", silence.key, silence.sentence),
            };
            let said = match silence.shut.as_slice() {
                [] => "nothing said".to_owned(),
                shut => {
                    let places = shut.iter().map(|(hex, rule)| format!("{hex} ({rule})"));
                    format!("not open: {}", list(places))
                }
            };
            let text = format!(
                "{} at {}: {} ({} of 6), {said}; {done}",
                silence.combat,
                silence.odds,
                silence.result.word(),
                silence.faces,
            );
            Line::new(Kind::Notice, 0, text)
        });
        Checked {
            attacks: found.fought.iter().map(attack).collect(),
            silences: silences.collect(),
            complaints: found.complaints,
            events: Events(found.events.into()),
            states: found.states,
            cut: found.cut,
        }
    }

    /// What the attacks of the last segment are likely to bring.
    ///
    /// # Errors
    /// The refusals of [`Game::check`], or that there is no attack.
    pub fn odds(
        &self,
        turn: &PlayerTurn,
        known: &mut dyn Fate,
    ) -> Result<Forecast, Vec<Diagnostic>> {
        let scenario = self.scenario();
        let found = forecast::forecast(scenario, &turn.opening.position, &turn.input, known)?;
        let side = |unit: UnitId| scenario.unit(unit).army.word().to_owned();
        let id = |unit: UnitId| scenario.unit(unit).id.clone();
        let lost = [0, 1].map(|seat| forecast::mean(&found, |tally| tally.lost[seat]));
        Ok(Forecast {
            taken: found.taken.iter().map(|(hex, s)| (hex.to_string(), s.per_mille())).collect(),
            eliminated: found
                .eliminated
                .iter()
                .map(|(unit, s)| (side(*unit), id(*unit), s.per_mille()))
                .collect(),
            lost: lost.map(forecast::Share::per_mille),
            covered: found.covered.per_mille(),
            pauses: found.pauses.iter().map(Hex::to_string).collect(),
            states: found.states,
        })
    }

    fn read_standing(
        &self,
        state: &State,
        army: super::blue_gray::scenario::Army,
        standing: &Node,
    ) -> Result<Standing, Vec<Diagnostic>> {
        let names = super::blue_gray::grammar::Names::new(self.scenario(), &state.position, army);
        match super::blue_gray::grammar::record_standing(standing, &names)? {
            NewStanding::Replaced(standing) => Ok(standing),
            NewStanding::Withdrawn => Ok(Standing::default()),
        }
    }

    /// Puts a side's standing orders in force, for where its units stand now; the text `none`
    /// withdraws them.
    ///
    /// # Errors
    /// What cannot be read in them.
    pub fn set_standing(
        &self,
        state: &mut State,
        side: &str,
        standing: &Node,
    ) -> Result<(), Vec<Diagnostic>> {
        let army = super::army(side)?;
        let new = self.read_standing(state, army, standing)?;
        let seat = self.scenario().seat(army);
        state.standing[seat] = InForce::from_now(new, &state.position);
        Ok(())
    }
}

/// `1112: 23 to 12, 1-1; or 15 to 12, 1-1; not on every branch`
fn attack(fought: &check::Fought) -> Line {
    let hexes: Vec<String> = fought.at.iter().map(ToString::to_string).collect();
    let odds: Vec<String> = fought
        .odds
        .iter()
        .map(|(attack, defence, odds)| format!("{attack} to {defence}, {odds}"))
        .collect();
    let sure = if fought.sure { "" } else { "; not fought on every branch" };
    Line::fact(1, format!("{}: {}{sure}", hexes.join(", "), odds.join("; or ")))
}

impl PlayerTurn {
    /// The position from which it is played.
    pub fn opening(&self) -> &State {
        &self.opening
    }

    /// How many segments it has.
    pub fn segments(&self) -> usize {
        self.input.segments.len()
    }

    /// How it is played on.
    pub fn under(mut self, conduct: Conduct) -> PlayerTurn {
        self.input.conduct = conduct;
        self
    }

    /// Adds the next segment.
    pub fn lock(&mut self, orders: Orders) {
        self.input.segments.push(Segment { orders: orders.0, standing: None });
    }

    /// Takes the last segment back.
    pub fn unlock(&mut self) {
        self.input.segments.pop();
    }

    /// Adds answers to the question of a halt.
    pub fn answer(&mut self, answers: Orders) {
        self.input.answers.extend(answers.0.answers);
    }

    /// Takes the latest answer back.
    pub fn unanswer(&mut self) {
        self.input.answers.pop();
    }
}

impl Orders {
    /// Orders that say nothing: play goes on.
    pub fn nothing() -> Orders {
        Orders::default()
    }

    /// The keys of its answers, each with its place.
    pub fn answer_keys(&self) -> Vec<(&str, Span)> {
        self.0.answers.iter().map(|answer| (answer.key.value.as_str(), answer.key.span)).collect()
    }

    /// Takes the answers out.
    pub fn take_answers(&mut self) -> Orders {
        let answers = std::mem::take(&mut self.0.answers);
        Orders(super::answers::Orders { answers, ..Default::default() })
    }

    /// Dice that were typed in: label, face, and where.
    pub fn typed_dice(&self) -> Vec<(String, u32, Span)> {
        let rolls = self.0.rolls.iter();
        let mut dice: Vec<_> =
            rolls.map(|(label, face)| (label.value.clone(), *face, label.span)).collect();
        if let Some(AttackList::Entries(entries, _)) = &self.0.attack {
            dice.extend(entries.iter().filter_map(|entry| {
                let die = entry.die?;
                Some((format!("{}.crt.1", entry.name()), die.value, die.span))
            }));
        }
        dice
    }

    /// The first move or fall back, which have no place after a halt: the section, and where.
    pub fn movement(&self) -> Option<(&'static str, Span)> {
        let moves = self.0.moves.first().map(|line| ("move", line.span));
        moves.or_else(|| self.0.fall_back.first().map(|line| ("fall back", line.span)))
    }

    /// The game-turn of its head.
    pub fn turn(&self) -> u8 {
        self.0.turn
    }

    /// The sections that order something, with where each begins; answers are none.
    pub fn sections(&self) -> Vec<(&'static str, Span)> {
        let mut sections: Vec<_> =
            self.0.moves.first().map(|line| ("move", line.span)).into_iter().collect();
        sections.extend(self.0.fall_back.first().map(|line| ("fall back", line.span)));
        if let Some(AttackList::None(span) | AttackList::Entries(_, span)) = &self.0.attack {
            sections.push(("attack", *span));
        }
        match &self.0.standing {
            Some(NewStanding::Withdrawn) => sections.push(("standing", self.place())),
            Some(NewStanding::Replaced(new)) => {
                sections.extend(new.retreat.first().map(|line| ("retreat", line.span)));
                sections.extend(new.give_way.first().map(|line| ("give way", line.span)));
                sections.extend(new.cavalry.first().map(|line| ("cavalry", line.span)));
                sections.extend(new.advance.first().map(|line| ("advance", line.span)));
            }
            None => {}
        }
        sections
    }

    /// Where it says which position it answers: the place of what is missing from it.
    pub fn place(&self) -> Span {
        self.0.position.span
    }

    /// The hex that names each combat of the attack list, and where it stands; entries whose die is
    /// typed come last.
    pub fn combats(&self) -> Vec<(String, Span)> {
        let Some(AttackList::Entries(entries, _)) = &self.0.attack else { return Vec::new() };
        let mut entries: Vec<_> = entries.iter().collect();
        entries.sort_by_key(|entry| entry.die.is_some());
        let place = |entry: &Entry| entry.at.first().map_or(entry.span, |at| at.span);
        entries.into_iter().map(|entry| (entry.name().to_string(), place(entry))).collect()
    }
}
