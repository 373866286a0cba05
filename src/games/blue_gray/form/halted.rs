//! The form for the phasing side of a halted player-turn: what may still be ordered there.

use super::super::position::{Marks, Position};
use super::super::scenario::{Army, Scenario};
use super::{Contact, Form, FormFacts, Lines};

/// The form for going on after a halt: movement is over, and only attacks not yet begun are open.
///
/// The contacts of the facts are those that are left: who may attack no more, or be attacked no
/// more, is in none.
pub fn after_halt(
    scenario: &Scenario,
    position: &Position,
    army: Army,
    facts: &FormFacts,
) -> Vec<String> {
    let mut form = Form { scenario, position, army, facts, lines: Vec::new() };
    form.lines.order(format!("orders: {} turn {} {}", facts.title, position.turn, army.title()));
    form.lines.order(format!("position: {}", facts.label));
    form.lines.info(
        "This player-turn is halted, and its movement is over. The two lines above, alone, go on \
         with the rest of the attack list. An `attack:` list below them replaces that rest; what \
         is fought, or being fought, stands.",
    );
    form.lines.info("Take the first # and its blank away from every line that you want to use.");
    form.attacks_left();
    form.standing();
    form.lines
}

impl Form<'_> {
    /// [8.0] Enemies that must still be attacked, then those that only may: their contact came
    /// after duties were counted.
    fn attacks_left(&mut self) {
        let contacts = &self.facts.contacts;
        if contacts.is_empty() {
            self.lines.info(
                "no enemy that may still be attacked is in contact with a unit that may still \
                 attack",
            );
            return;
        }
        // Before duties are counted everybody in contact is going to have one.
        let counted = self.position.pieces().any(|(_, piece)| piece.marks.has(Marks::DUTY));
        let (owed, free): (Vec<&Contact>, Vec<&Contact>) =
            contacts.iter().partition(|contact| !counted || self.is_owed(contact));
        self.attacks_on(owed);
        for contact in free {
            let text = format!(
                "{} ({}) may be attacked, but need not; in contact with {}",
                contact.at,
                self.enemies_on(contact.at),
                self.names(&contact.own)
            );
            self.lines.info(&text);
        }
    }

    fn is_owed(&self, contact: &Contact) -> bool {
        let mut there = self.position.stack(&self.scenario.map, contact.at);
        let owes = |unit| self.position.has(unit, Marks::DUTY);
        there.any(owes) || contact.own.iter().any(|unit| owes(*unit))
    }
}
