//! What a game does for the floors above: files in, files and words out.

use super::blue_gray::answers::{NewStanding, Whom};
use super::blue_gray::editions::{Edition, Policies};
use super::blue_gray::exclusive;
use super::blue_gray::facts::{self, Facts, NoFate, beside, no_orders};
use super::blue_gray::form::{self, FormFacts, Held, Thrown};
use super::blue_gray::grammar::{self, Expected, Names, head};
use super::blue_gray::position::{Phase, Position};
use super::blue_gray::record::{self, Heading};
use super::blue_gray::scenario::{Army, Scenario};
use super::blue_gray::turn::InForce;
use super::blue_gray::{ledger, movelog, tell, understood};
use super::{
    Answering, Awaited, Carried, Events, Game, Here, Orders, OrdersFile, Packs, Played, Readings,
    RecordParts, Standing, State, Understood, answers, army,
};
use crate::board::{Hex, Map};
use crate::document::digest::{Digest, Pack};
use crate::document::{Diagnostic, Node, Span};
use crate::mail::extract::{Form, Repair};
use crate::play::Ask;
use crate::play::view::{Line, Table};

impl Game {
    /// Reads a game from its packs, under the readings of a campaign.
    ///
    /// # Errors
    /// Every complaint about a pack, with the pack; those about the readings come without one.
    pub fn load(
        packs: &Packs,
        readings: &Readings,
    ) -> Result<Game, Vec<(Option<Pack>, Diagnostic)>> {
        let mut found = Vec::new();
        let mut complain =
            |headline: String| found.push((None, Diagnostic::error(Span::NONE, headline)));
        let edition = Edition::read(&readings.edition);
        if edition.is_none() {
            let words = Edition::ALL.map(Edition::word).join(", ");
            complain(format!("there is no edition `{}`, only {words}", readings.edition));
        }
        let mut policies = Policies::of(edition.unwrap_or(Edition::Third));
        for (id, word) in &readings.rulings {
            if let Err(why) = policies.rulings.set(id, word) {
                complain(why);
            }
        }
        let files = record::Packs {
            scenario: &packs.scenario,
            map: &packs.map,
            charts: &packs.charts,
            rules: &packs.rules,
        };
        let mut complaints = Vec::new();
        let scenario = Scenario::read(&files, policies, &mut complaints);
        found.extend(
            complaints.into_iter().filter(|(_, c)| c.is_error()).map(|(p, c)| (Some(p), c)),
        );
        match scenario {
            Some(scenario) if found.is_empty() => Ok(Game::BlueGray(Box::new(scenario))),
            _ => Err(found),
        }
    }

    pub(super) fn scenario(&self) -> &Scenario {
        let Game::BlueGray(scenario) = self;
        scenario
    }

    /// The sides, as files name them, in order of play.
    pub fn sides(&self) -> [&'static str; 2] {
        self.scenario().order.map(Army::word)
    }

    /// The battle's title.
    pub fn title(&self) -> &str {
        &self.scenario().title
    }

    /// The battle's name.
    pub fn name(&self) -> &str {
        &self.scenario().name
    }

    /// Number of game-turns.
    pub fn turns(&self) -> u8 {
        self.scenario().turns
    }

    /// Where map, charts and set-up come from: what, provenance.
    pub fn provenance(&self) -> &[(String, String)] {
        &self.scenario().provenance
    }

    /// The map.
    pub fn map(&self) -> &Map {
        &self.scenario().map
    }

    /// The position before the first player-turn.
    pub fn deployment(&self) -> State {
        let scenario = self.scenario();
        let mut position = Position::deployment(scenario);
        exclusive::open_game(scenario, &mut position);
        State { position, standing: [InForce::default(), InForce::default()], asked: None }
    }

    /// Whose player-turn it is, or is halted.
    pub fn awaited(&self, state: &State) -> Awaited {
        let side = (state.position.phase != Phase::Over).then(|| state.position.phasing.word());
        Awaited { turn: state.position.turn, side: side.map(str::to_owned) }
    }

    /// The digest of a position.
    pub fn position_digest(&self, state: &State, game: &str, scenario: Digest) -> Digest {
        let scenario = scenario.to_string();
        let heading = Heading { asked: state.asked, ..Heading::new(game, &scenario) };
        record::position_digest(self.scenario(), &state.position, &heading)
    }

    /// The position file after a record: its number, and the head of the log after it.
    pub fn position(
        &self,
        state: &State,
        game: &str,
        scenario: Digest,
        after: (u32, Digest),
    ) -> Node {
        let (scenario, head) = (scenario.to_string(), after.1.to_string());
        let after = Some((after.0, head.as_str()));
        let heading = Heading { asked: state.asked, after, ..Heading::new(game, &scenario) };
        record::position_node(self.scenario(), &state.position, &heading)
    }

    /// How orders are known in a mail.
    pub fn form_of_orders(&self) -> &'static Form<'static> {
        &grammar::FORM
    }

    /// Finds orders in a text and reads their head.
    ///
    /// # Errors
    /// No orders, two blocks of them, or something that cannot be repaired.
    pub fn open_orders(&self, text: &str) -> Result<OrdersFile, Vec<Diagnostic>> {
        grammar::open(text).map(OrdersFile)
    }

    /// Whether the head of a file fits the game, each complaint with what is right.
    pub fn check_head(
        &self,
        file: &OrdersFile,
        state: &State,
        side: &str,
        here: Here<'_>,
    ) -> Vec<Diagnostic> {
        let turn = state.position.turn;
        let Here { title, label, earlier } = here;
        match army(side) {
            Ok(army) => head::check(&file.0.head, &Expected { title, turn, army, label, earlier }),
            Err(complaints) => complaints,
        }
    }

    /// Reads a typed file in answer to a position.
    ///
    /// # Errors
    /// Everything that cannot be understood, each at its word.
    pub fn read_orders(
        &self,
        state: &State,
        file: &OrdersFile,
        answering: Answering,
    ) -> Result<Understood, Vec<Diagnostic>> {
        let scenario = self.scenario();
        let army = file.0.head.army.value;
        let names = Names::new(scenario, &state.position, army);
        let answers = match answering {
            Answering::Himself => names.clone(),
            Answering::Enemy => Names::new(scenario, &state.position, army.enemy()),
        };
        let (reading, mut complaints, whole) = file.0.attempt(&names, &answers);
        if !complaints.is_empty() {
            // A slip elsewhere does not hide what is wrong with the rest.
            let orders = &reading.orders;
            let more = beside(scenario, &state.position, orders, whole, &complaints);
            complaints.extend(more);
            return Err(complaints);
        }
        let in_force = &state.standing[scenario.seat(army)].orders;
        let echo = understood::echo(&file.0, &reading, Some(in_force), &names);
        let notes: Vec<Diagnostic> = reading.repairs.iter().map(repaired).collect();
        Ok(Understood { orders: Orders(reading.orders), notes, echo })
    }

    /// Reads the orders of a record strictly.
    ///
    /// # Errors
    /// Everything that is not as a record has it, each at its place in the record.
    pub fn read_record(
        &self,
        state: &State,
        side: &str,
        parts: RecordParts,
    ) -> Result<Orders, Vec<Diagnostic>> {
        let names = Names::new(self.scenario(), &state.position, army(side)?);
        let mut complaints = Vec::new();
        let mut orders = match parts.orders.map(|node| grammar::record_orders(node, &names)) {
            Some(Ok(orders)) => orders,
            Some(Err(more)) => {
                complaints.extend(more);
                answers::Orders::default()
            }
            None => answers::Orders::default(),
        };
        if let Some(node) = parts.standing {
            match grammar::record_standing(node, &names) {
                Ok(standing) => orders.standing = Some(standing),
                Err(more) => complaints.extend(more),
            }
        }
        if let Some(node) = parts.rolls {
            match grammar::record_rolls(node, &names) {
                Ok(rolls) => orders.rolls = rolls,
                Err(more) => complaints.extend(more),
            }
        }
        if let Some(node) = parts.answer {
            match grammar::record_answers(node, &names) {
                Ok(answers) => orders.answers.extend(answers),
                Err(more) => complaints.extend(more),
            }
        }
        if complaints.is_empty() { Ok(Orders(orders)) } else { Err(complaints) }
    }

    /// What a record carries of a side's orders.
    ///
    /// # Errors
    /// If there is no such side.
    pub fn carry(
        &self,
        state: &State,
        side: &str,
        orders: &Orders,
    ) -> Result<Carried, Vec<Diagnostic>> {
        let names = Names::new(self.scenario(), &state.position, army(side)?);
        let some = |rolls: &[_]| (!rolls.is_empty()).then(|| understood::rolls(rolls));
        let said = &orders.0.answers;
        Ok(Carried {
            orders: understood::orders(&orders.0, &names),
            standing: orders.0.standing.as_ref().map(|new| understood::standing(new, &names)),
            rolls: some(&orders.0.rolls),
            answer: (!said.is_empty()).then(|| understood::answers(said, &names)),
            note: orders.0.note.clone(),
        })
    }

    /// Tells what happened, in order.
    pub fn tell(&self, events: &Events) -> Vec<Line> {
        tell::tell(self.scenario(), &events.0)
    }

    /// Losses of a player-turn and points so far.
    pub fn tables(&self, played: &Played) -> Vec<Table> {
        let scenario = self.scenario();
        vec![ledger::losses(scenario, &played.events.0), self.points(&played.state)]
    }

    /// Victory points so far.
    pub fn points(&self, state: &State) -> Table {
        ledger::points(self.scenario(), &state.position)
    }

    /// How the game has ended, or would end if it ended now.
    pub fn standing(&self, state: &State) -> Standing {
        let scenario = self.scenario();
        let (position, verdict) = facts::ended(scenario, &state.position);
        let points = |army: Army| (army.word().to_owned(), position.total(army));
        let (won, rule) = (tell::words::won(verdict.winner), verdict.rule.to_string());
        Standing {
            winner: verdict.winner.map(|army| army.word().to_owned()),
            points: scenario.order.map(points).to_vec(),
            words: format!("{won}: {} ({rule})", verdict.words()),
            level: verdict.level,
            rule,
        }
    }

    /// What happened, in the notation of the move log.
    pub fn movelog(&self, events: &Events) -> String {
        movelog::print(self.scenario(), &events.0)
    }

    /// The pre-filled form for the next orders of the side whose player-turn it is, or is halted.
    pub fn form(&self, state: &State, title: &str, label: &str, thrown: Thrown) -> Vec<String> {
        let scenario = self.scenario();
        let position = &state.position;
        let army = position.phasing;
        let halted = position.phase == Phase::Combat;
        let input = no_orders();
        let mut fate = NoFate;
        let facts = Facts::of(scenario, position, &input, &mut fate);
        let filled = FormFacts {
            title,
            label,
            thrown,
            allowance: &|unit| facts.allowance(unit),
            strategic: &|unit| facts.strategic(unit),
            bound: &|unit| facts.bound(unit),
            must_enter: &|unit| facts.must_enter(unit),
            step: &|unit| facts.step(unit),
            contacts: &if halted { facts.contacts_left() } else { facts.contacts() },
            standing: &self.held(state, army),
        };
        match halted {
            true => form::after_halt(scenario, position, army, &filled),
            false => form::form(scenario, position, army, &filled),
        }
    }

    /// The form for the side that is asked at a halt.
    pub fn halt_form(&self, state: &State, title: &str, label: &str, ask: &Ask) -> Vec<String> {
        let side = Army::read(&ask.whose).map_or("", Army::title);
        form::halt_form(title, state.position.turn, side, label, std::slice::from_ref(ask))
    }

    /// The standing orders of a side, line by line.
    fn held(&self, state: &State, army: Army) -> Vec<Held> {
        let scenario = self.scenario();
        let names = Names::new(scenario, &state.position, army);
        let in_force = &state.standing[scenario.seat(army)];
        let orders = &in_force.orders;
        let whom: [(&str, Vec<Whom>); 4] = [
            ("retreat", orders.retreat.iter().map(|line| line.whom).collect()),
            ("give way", orders.give_way.iter().map(|line| line.whom).collect()),
            ("cavalry", orders.cavalry.iter().map(|line| line.whom).collect()),
            ("advance", orders.advance.iter().map(|line| line.whom).collect()),
        ];
        let written = understood::standing(&NewStanding::Replaced(orders.as_ref().clone()), &names);
        // What was ordered for the enemy's turn counts from where the units stand when it comes.
        let at_own_halt = state.position.phase == Phase::Combat && state.position.phasing == army;
        let mut held = Vec::new();
        for (section, whom) in whom {
            let lines = written.get(section).and_then(Node::as_list).unwrap_or_default();
            for (line, whom) in lines.iter().zip(whom) {
                let Some([(key, sentence)]) = line.as_map() else { continue };
                let sentence = sentence.as_text().unwrap_or_default();
                let holds = match whom {
                    Whom::Unit(unit) if at_own_halt => {
                        in_force.homes.get(&unit).copied() == state.position.hex(unit)
                    }
                    Whom::Unit(unit) => in_force.counts(&state.position, unit),
                    Whom::Any => true,
                };
                held.push(Held { section, line: format!("{}: {sentence}", key.text), holds });
            }
        }
        held
    }

    /// What stands on a hex, one name a counter; a letter tells the side.
    pub fn counters(&self, state: &State, hex: Hex) -> Vec<String> {
        let scenario = self.scenario();
        let units = state.position.stack(&scenario.map, hex);
        units
            .map(|id| {
                let unit = scenario.unit(id);
                let letter = &unit.army.title()[..1];
                format!("{letter} {}", unit.id)
            })
            .collect()
    }
}

impl OrdersFile {
    /// The label of the position that it answers.
    pub fn label(&self) -> &str {
        &self.0.head.position.value
    }

    /// The lines on which a section has something.
    pub fn lines_of(&self, section: &str) -> Vec<u32> {
        self.0.lines_of(section)
    }

    /// The side that it names.
    pub fn side(&self) -> &'static str {
        self.0.head.army.value.word()
    }

    /// What was repaired before any name was looked up.
    pub fn notes(&self) -> Vec<Diagnostic> {
        self.0.block.repairs.iter().map(repaired).collect()
    }
}

fn repaired(repair: &Repair) -> Diagnostic {
    Diagnostic::note(repair.span, format!("repaired: {}", repair.what))
}
