//! The secret file as text, and what is handed over by itself: openings of seals, chains in escrow.

use super::{Authored, Escrow, Opening, Own, Secrets};
use crate::campaign::draft::text;
use crate::dice::{Chain, Game};
use crate::document::digest::Digest;
use crate::document::fields::Fields;
use crate::document::{Diagnostic, Node, read, write};

impl Secrets {
    /// Its text.
    pub(in crate::campaign) fn write(&self) -> String {
        let mut node = Node::map([
            ("kind", Node::text("secrets")),
            ("note", Node::text("Never mail this file, and never play it back from a backup.")),
            ("game", text(&self.game)),
        ]);
        if let Some(chair) = &self.chair {
            node.set("chair", text(chair));
        }
        if let Some(key) = &self.key {
            node.set("signs_with", Node::text(key.clone()));
        }
        if let Some(to) = &self.handed_over {
            node.set("handed_over_to", Node::text(to.clone()));
        }
        if let Some(holder) = &self.holder {
            node.set("held_by", Node::text(holder.clone()));
        }
        node.set("chains", Node::list(self.chains.iter().map(Own::node)));
        if !self.authored.is_empty() {
            node.set("authored", Node::list(self.authored.iter().map(Authored::node)));
        }
        if let Some(latest) = &self.latest {
            node.set("latest", latest.clone());
        }
        if !self.openings.is_empty() {
            node.set("openings", Node::list(self.openings.iter().map(Opening::node)));
        }
        write::document(&node)
    }

    pub(super) fn read(text: &str, game: &Game) -> Result<Secrets, Diagnostic> {
        let limits = read::Limits::PACK;
        let mut complaints = Vec::new();
        let read = match read::parse(text, limits) {
            Ok(node) => Secrets::of(&node, game, &mut complaints),
            Err(more) => {
                complaints = more;
                None
            }
        };
        match (read, complaints.into_iter().next()) {
            (Some(secrets), None) => Ok(secrets),
            (_, complaint) => Err(complaint.expect("nothing is refused without a complaint")),
        }
    }

    fn of(node: &Node, game: &Game, complaints: &mut Vec<Diagnostic>) -> Option<Secrets> {
        let mut file = Fields::of(node, "secret file", complaints)?;
        file.optional("kind");
        file.optional("note");
        let of: Option<Game> = file.required("game").read();
        let chair = file.optional("chair").read();
        let key = file.optional("signs_with").text().map(str::to_owned);
        let handed_over = file.optional("handed_over_to").text().map(str::to_owned);
        let holder = file.optional("held_by").text().map(str::to_owned);
        let latest = file.optional("latest").node().cloned();
        let list = file.required("chains").list();
        let chains: Vec<_> = list.iter().map(|node| own(node, file.complaints())).collect();
        let list = file.optional("authored").list();
        let authored: Vec<_> = list.iter().map(|node| wrote(node, file.complaints())).collect();
        let list = file.optional("openings").list();
        let openings: Vec<_> = list.iter().map(|node| opens(node, file.complaints())).collect();
        file.finish();
        let of = of?;
        if of != *game {
            let headline = format!("these are the secrets of {of}, not of {game}");
            complaints.push(Diagnostic::error(node.span, headline));
        }
        Some(Secrets {
            game: of,
            chair,
            key,
            chains: chains.into_iter().collect::<Option<_>>()?,
            authored: authored.into_iter().collect::<Option<_>>()?,
            latest,
            openings: openings.into_iter().collect::<Option<_>>()?,
            handed_over,
            holder,
        })
    }
}

impl Own {
    fn node(&self) -> Node {
        let used = self.used.iter();
        let used = used.map(|(s, lock)| Node::map([("segment", text(s)), ("lock", text(lock))]));
        Node::map([
            ("chain", text(&self.name)),
            ("links", text(self.links)),
            ("seed", text(self.seed)),
            ("used", Node::list(used)),
        ])
    }
}

impl Authored {
    fn node(&self) -> Node {
        let mut node = Node::map([("seq", text(self.seq)), ("record", text(self.record))]);
        for (key, segment) in [("locks", self.locks), ("closes", self.closes)] {
            if let Some(segment) = segment {
                node.set(key, text(segment));
            }
        }
        node
    }
}

impl Opening {
    fn node(&self) -> Node {
        Node::map([
            ("side", text(&self.side)),
            ("of", text(self.of)),
            ("salt", text(self.salt)),
            ("standing", self.standing.clone()),
        ])
    }

    /// The file that a player sends to the referee alone.
    pub fn file(&self, game: &Game) -> String {
        let mut opening = Node::map([("game", text(game))]);
        for (key, value) in self.node().as_map().unwrap_or_default() {
            opening.set(&key.text, value.clone());
        }
        write::record(&Node::map([("opening", opening)]))
    }

    /// Reads such a file; `None` if it is something else.
    pub fn find(file: &Node) -> Option<Result<(Game, Opening), Vec<Diagnostic>>> {
        let node = file.get("opening")?;
        let mut complaints = Vec::new();
        let game = node.get_text("game").and_then(|game| game.parse().ok());
        let read = opens(node, &mut complaints);
        Some(match (game, read) {
            (Some(game), Some(read)) if complaints.is_empty() => Ok((game, read)),
            _ if complaints.is_empty() => {
                Err(vec![Diagnostic::error(node.span, "an opening of no game")])
            }
            _ => Err(complaints),
        })
    }
}

impl Escrow {
    /// The file that the third person keeps.
    pub fn file(&self) -> String {
        let escrow = Node::map([
            ("game", text(&self.game)),
            ("chair", text(&self.chair)),
            ("chain", text(&self.chain)),
            ("links", text(self.links)),
            ("seed", text(self.seed)),
        ]);
        let note = "Whoever has this knows all dice of this chair. Open it only as agreed.";
        write::document(&Node::map([("note", Node::text(note)), ("escrow", escrow)]))
    }

    /// Reads such a file.
    ///
    /// # Errors
    /// Every complaint about it.
    pub fn read(file: &str) -> Result<Escrow, Vec<Diagnostic>> {
        let node = read::parse(file, read::Limits::RECORD)?;
        let mut complaints = Vec::new();
        let read = escrow(&node, &mut complaints);
        match read {
            Some(escrow) if complaints.is_empty() => Ok(escrow),
            _ => Err(complaints),
        }
    }

    /// The anchor in which the chain of the seed ends.
    pub fn anchor(&self) -> Option<Digest> {
        Chain::new(&self.game, &self.chain, self.links, &self.seed).ok().map(|c| c.anchor())
    }

    /// The secrets of whoever takes the chair over.
    pub fn secrets(&self) -> Secrets {
        let secrets = Secrets::new(&self.game).of_chair(&self.chair);
        secrets.with_chain(self.chain.clone(), self.links, self.seed)
    }
}

fn escrow(node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<Escrow> {
    let mut file = Fields::of(node, "file of a third person", complaints)?;
    file.optional("note");
    let part = file.required("escrow").node();
    file.finish();
    let mut escrow = Fields::of(part?, "escrow", complaints)?;
    let game = escrow.required("game").read();
    let chair = escrow.required("chair").read();
    let chain = escrow.required("chain").read();
    let links = escrow.required("links").number();
    let seed = escrow.required("seed").read();
    escrow.finish();
    Some(Escrow { game: game?, chair: chair?, chain: chain?, links: links?, seed: seed? })
}

fn own(node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<Own> {
    let mut chain = Fields::of(node, "chain", complaints)?;
    let name = chain.required("chain").read();
    let links = chain.required("links").number();
    let seed = chain.required("seed").read();
    let lines = chain.optional("used").list();
    let used = lines.iter().map(|line| used(line, chain.complaints())).collect::<Vec<_>>();
    chain.finish();
    let used = used.into_iter().collect::<Option<Vec<_>>>();
    Some(Own { name: name?, links: links?, seed: seed?, used: used? })
}

fn used(line: &Node, complaints: &mut Vec<Diagnostic>) -> Option<(u32, Digest)> {
    let mut used = Fields::of(line, "used link", complaints)?;
    let segment = used.required("segment").number();
    let lock = used.required("lock").read();
    used.finish();
    segment.zip(lock)
}

fn wrote(node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<Authored> {
    let mut line = Fields::of(node, "record written", complaints)?;
    let seq = line.required("seq").number();
    let record = line.required("record").read();
    let locks = line.optional("locks").number();
    let closes = line.optional("closes").number();
    line.finish();
    Some(Authored { seq: seq?, record: record?, locks, closes })
}

fn opens(node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<Opening> {
    let mut opening = Fields::of(node, "opening", complaints)?;
    opening.optional("game");
    let side = opening.required("side").read();
    let of = opening.required("of").number();
    let salt = opening.required("salt").read();
    let standing = opening.required("standing").node().cloned();
    opening.finish();
    Some(Opening { side: side?, of: of?, salt: salt?, standing: standing? })
}
