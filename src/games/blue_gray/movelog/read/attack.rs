//! What an attack is fought with: attackers, defenders, sums, odds.

use super::*;

impl Reader<'_> {
    /// A combat, after `x`.
    pub(super) fn attack(&mut self, at: Vec<Hex>) -> Read<Event> {
        self.combat = at.first().copied();
        let mut by = Vec::new();
        loop {
            let reach = if self.line.sign('+') { Reach::Bombarding } else { Reach::Adjacent };
            if reach == Reach::Adjacent && !self.line.at_unit() {
                break;
            }
            let unit = self.line.unit()?;
            by.push((unit, self.strength(unit)?, reach));
        }
        self.keyword("vs")?;
        let mut against = Vec::new();
        while self.line.at_unit() {
            against.push(self.defender(&at)?);
        }
        let (attack, defence) = self.sums()?;
        let mut odds = self.line.odds()?;
        let mut reduced_from = None;
        if self.line.glued('>') {
            reduced_from = Some(odds);
            odds = self.line.odds()?;
        }
        let missing = if self.line.keyword("without") { self.line.units()? } else { Vec::new() };
        let aside = if self.line.keyword("aside") { self.line.units()? } else { Vec::new() };
        let expected = self.line.keyword("expected").then(|| self.line.quoted()).transpose()?;
        Ok(Event::Attack(Attack {
            at,
            by,
            missing,
            aside,
            against,
            attack,
            defence,
            odds,
            reduced_from,
            expected,
        }))
    }

    fn defender(&mut self, targets: &[Hex]) -> Read<Defender> {
        let unit = self.line.unit()?;
        let at = match (self.line.glued('@'), targets) {
            (true, _) => self.line.hex()?,
            (false, [only]) => *only,
            (false, _) => return Err(self.line.wrong("`@` and the hex of the unit")),
        };
        let strength = self.strength(unit)?;
        let (mut multiplier, mut benefit) = (1, String::new());
        if self.line.glued('*') {
            multiplier = self.line.number()?;
            if self.line.peek() == Some('[')
                && let Some((items, _)) = self.line.bracket()?
            {
                benefit = items.join(", ");
            }
        }
        Ok(Defender { unit, at, strength, multiplier, benefit })
    }

    /// A strength in parentheses, else the printed one.
    fn strength(&mut self, unit: UnitId) -> Read<u16> {
        if !self.line.glued('(') {
            return Ok(self.scenario.unit(unit).strength);
        }
        let strength = self.line.number()?;
        self.line.expect(')')?;
        Ok(strength)
    }

    /// `20:9=`
    pub(super) fn sums(&mut self) -> Read<(u32, u32)> {
        let attack = self.line.number()?;
        self.line.expect(':')?;
        let defence = self.line.number()?;
        self.line.expect('=')?;
        Ok((attack, defence))
    }
}
