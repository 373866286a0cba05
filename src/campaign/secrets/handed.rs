//! A secret file in other hands: marked by whoever has given his chair away, made for whoever takes it.

use super::{Refused, Secrets};
use crate::campaign::replay::Replay;
use crate::dice::{Chain, Game, Name};
use crate::document::digest::Digest;
use crate::store::SecretFile;

impl Secrets {
    /// To whom the chair was handed over, if it was.
    pub fn handed_over(&self) -> Option<&str> {
        self.handed_over.as_deref()
    }

    /// Who has taken the chair over with a packet, if somebody has.
    pub fn holder(&self) -> Option<&str> {
        self.holder.as_deref()
    }

    /// Says who holds the chair, as the record that hands it over names him.
    pub fn held_by(mut self, holder: Option<&str>) -> Secrets {
        self.holder = holder.map(str::to_owned);
        self
    }

    /// What the referee may give to the successor of a player: what that side has sealed and opened to
    /// him.
    pub(in crate::campaign) fn of_side(&self, side: &Name) -> Secrets {
        let mut secrets = Secrets::new(&self.game).of_chair(side);
        let own = self.openings.iter().filter(|opening| opening.side == *side);
        secrets.openings = own.cloned().collect();
        secrets
    }

    /// Whether these are the secrets of a chair as a log has declared it: each chain ends in its anchor,
    /// and the one in force is among them.
    ///
    /// # Errors
    /// What is false in them.
    pub(in crate::campaign) fn fit(&self, side: &Name, replay: &Replay) -> Result<(), String> {
        for own in &self.chains {
            let ends = Chain::new(&self.game, &own.name, own.links, &own.seed);
            let declared = replay.anchor_under(&own.name);
            if declared.is_some_and(|anchor| ends.map(|chain| chain.anchor()) != Ok(anchor)) {
                return Err(format!(
                    "the seed of {} does not end in the anchor that {side} has declared",
                    own.name
                ));
            }
        }
        match replay.chain_of(side) {
            Some(chain) if !self.chains.iter().any(|own| own.name == *chain) => {
                Err(format!("the seed of {chain} is missing, with which {side} closes"))
            }
            _ => Ok(()),
        }
    }

    /// Whether the file has what an earlier run made of the same packet and nobody has written with
    /// since: all of it but the fresh seed.
    ///
    /// # Errors
    /// What the file says.
    pub fn was_begun(&self, file: &SecretFile) -> Result<bool, Refused> {
        let mut there = Secrets::load(file, &self.game)?;
        if let (Some(there), Some(own)) = (there.chains.last_mut(), self.chains.last()) {
            there.seed = own.seed;
        }
        Ok(there.write() == self.write())
    }

    /// Marks the file as handed over: it serves no link and remembers no record any more.
    ///
    /// # Errors
    /// What the file says.
    pub fn hand_over(file: &SecretFile, game: &Game, to: &str) -> Result<(), Refused> {
        file.change::<Refused>(|old| {
            let old = old.ok_or_else(|| Refused::Missing(file.path().to_owned()))?;
            let mut secrets = Secrets::read(&old, game)
                .map_err(|why| Refused::Damaged(file.path().to_owned(), why.to_string()))?;
            secrets.handed_over = Some(to.to_owned());
            Ok(secrets.write())
        })
    }

    /// The secrets in a packet.
    ///
    /// # Errors
    /// What is wrong with them.
    pub(in crate::campaign) fn of_packet(text: &str, game: &Game) -> Result<Secrets, String> {
        Secrets::read(text, game).map_err(|why| why.to_string())
    }

    /// The same for a successor: his key, and behind the old chain one of his own, with the next
    /// number in its name.
    pub(in crate::campaign) fn succeeded(
        mut self,
        who: &str,
        key: Option<String>,
        seed: Digest,
    ) -> Secrets {
        (self.key, self.handed_over, self.holder) = (key, None, Some(who.to_owned()));
        let next = self.chains.last().and_then(|last| {
            let (of, number) = last.name.as_str().rsplit_once('-')?;
            let number: u32 = number.parse().ok()?;
            format!("{of}-{}", number + 1).parse().ok().map(|name| (name, last.links))
        });
        match next {
            Some((name, links)) => self.with_chain(name, links, seed),
            None => self,
        }
    }
}
