//! The offer accepted: whoever is awaited declares his chain, if the mode wants one of him.

use super::chain::Awaited;
use super::open::Campaign;
use super::record::Anchor;
use super::secrets::Secrets;
use super::words::capital;
use super::{Draft, Trouble};
use crate::dice::Name;
use crate::document::Node;
use crate::store::{SecretFile, Store};

impl<S: Store> Campaign<S> {
    /// Who has yet to accept, in order.
    pub fn acceptors_left(&self) -> Vec<Name> {
        let Awaited::Accept(next) = self.replay.awaited() else { return Vec::new() };
        let all = self.replay.terms().acceptors(self.replay.offerer());
        all.into_iter().skip_while(|chair| chair != next).collect()
    }

    /// Who accepts next and with which command, for a letter.
    pub(super) fn who_accepts(&self, next: &Name) -> String {
        let left = self.acceptors_left();
        let offered = self.replay.head().records == 1;
        let title = capital(next.as_str());
        let files = if offered { "FILE" } else { "FILE FILE" };
        let from = match offered {
            true => "makes the folder from this letter",
            false => "makes the folder from the letter of the offer and those since",
        };
        let mut text = match left.as_slice() {
            [_] => format!("{title} accepts: `provost accept {files} --to DIR` {from}."),
            _ => format!("{title} accepts: `provost accept {files} --to DIR --as {next}` {from}."),
        };
        for later in left.iter().skip(1) {
            text.push_str(&format!(
                " Then {}, with that letter too: `provost accept FILE FILE --to DIR --as {later}`.",
                capital(later.as_str())
            ));
        }
        if !offered {
            text.push_str(" Whoever has a folder takes this in: `provost receive FILE`.");
        }
        text
    }

    /// Accepts the terms for the chair of the pen; returns the name of the file to mail.
    ///
    /// # Errors
    /// If somebody else is awaited; what the secret file says.
    pub fn accept(
        &mut self,
        secrets: &SecretFile,
        key: Option<&str>,
    ) -> Result<Option<String>, Trouble> {
        let seq = self.replay.head().records;
        let chair = match (self.replay.awaited(), &self.pen.chair) {
            (Awaited::Accept(awaited), Some(chair)) if awaited == chair => chair.clone(),
            (Awaited::Accept(_), _) => {
                return Err(Trouble::NotNow(self.replay.awaited().sentence()));
            }
            _ => return Err(Trouble::NotNow("the terms are accepted already".to_owned())),
        };
        let mut accept = Node::map([("terms", Node::text(self.replay.offer().to_string()))]);
        if let Some(key) = key {
            accept.set("key", Node::text(key));
        }
        let anchor = match self.replay.terms().has_chain(&chair) {
            true => {
                let known = Secrets::load(secrets, self.replay.id())?.chain();
                let none = || Trouble::NotNow("your secret file has no chain".to_owned());
                let (chain, links, x0) = known.ok_or_else(none)?;
                Some(Anchor { chain, links, x0 })
            }
            false => None,
        };
        let draft = Draft::new(self.replay.id(), self.replay.head(), &chair)
            .with("accept", accept)
            .with_some("anchor", anchor.as_ref().map(Anchor::node));
        let written = self.signed(draft.write()?)?;
        self.file(&written)?;
        self.write_caches()?;
        self.put_out(seq)
    }
}
