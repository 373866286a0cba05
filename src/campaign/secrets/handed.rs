//! A secret file in other hands: marked by whoever has given his chair away, made for whoever takes it.

use super::{Refused, Secrets};
use crate::dice::{Game, Name};
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
