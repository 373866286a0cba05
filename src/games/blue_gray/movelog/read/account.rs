//! What exclusive rules add to the account: the state of an army, lines, levels.

use super::super::super::events::Event;
use super::super::super::scenario::Army;
use super::super::cursor::Read;
use super::Reader;

impl Reader<'_> {
    /// Such a clause, if its word comes next.
    pub(super) fn account(&mut self) -> Read<Option<Event>> {
        if self.line.keyword("demoralized") {
            let (army, losses, limit) = self.losses()?;
            return Ok(Some(Event::Demoralized { army, losses, limit, rule: self.line.rule()? }));
        }
        if self.line.keyword("rallied") {
            let (army, losses, limit) = self.losses()?;
            return Ok(Some(Event::Rallied { army, losses, limit, rule: self.line.rule()? }));
        }
        if self.line.keyword("line") {
            let army = self.line.army()?;
            let mut cut = None;
            if !self.line.keyword("open") {
                self.keyword("cut")?;
                let mut at = Vec::new();
                while self.line.at_hex() {
                    at.push(self.line.hex()?);
                }
                cut = Some(at);
            }
            return Ok(Some(Event::Line { army, cut, rule: self.line.rule()? }));
        }
        if self.line.keyword("drop") {
            let (army, from) = (self.line.army()?, self.line.text()?);
            let draw = self.line.keyword("draw");
            let to = if draw { None } else { Some(self.line.text()?) };
            return Ok(Some(Event::LevelDropped { army, from, to, rule: self.line.rule()? }));
        }
        Ok(None)
    }

    /// Whose losses, how many, and how many the army stands.
    fn losses(&mut self) -> Read<(Army, u32, u32)> {
        let (army, losses) = (self.line.army()?, self.line.number()?);
        self.line.expect('/')?;
        Ok((army, losses, self.line.number()?))
    }
}
