//! A secret chain, and which lock each of its links was used for.
//!
//! *Using* a link is computing with it. Before that, the link is bound to one lock in the secret
//! file; asked again for the same lock it gives the same link, hence the same dice, and for any
//! other lock it refuses: a backup that was played back, or a campaign that was copied, cannot
//! roll the same segment twice. It refuses as well what everybody can compute by now: a link below
//! one that was used, because each link is the hash of the next, and under another chain a segment
//! that was rolled already.

use super::draft::text;
use crate::dice::{Chain, Game, Name};
use crate::document::digest::Digest;
use crate::document::fields::Fields;
use crate::document::{Diagnostic, Node, read, write};
use crate::store::{self, SecretFile};
use std::fmt;
use std::path::PathBuf;

/// The secrets that one person keeps for one game.
#[derive(Clone, Debug)]
pub struct Secrets {
    game: Game,
    chains: Vec<Own>,
}

/// A chain of one's own.
#[derive(Clone)]
struct Own {
    name: Name,
    links: u32,
    seed: Digest,
    /// Segment and digest of the lock for which its link was used.
    used: Vec<(u32, Digest)>,
}

/// Never shows the seed.
impl fmt::Debug for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Own({}, {} used)", self.name, self.used.len())
    }
}

/// Why a link is not to be had.
#[derive(Debug)]
pub enum Refused {
    /// The secret file cannot be read or written.
    Store(store::Error),
    /// There is no secret file.
    Missing(PathBuf),
    /// It is not the secret file of this game.
    Damaged(PathBuf, String),
    /// It has no chain of this name.
    NoChain(Name),
    /// The chain has no link for so high a segment.
    Exhausted(Name, u32),
    /// The link was used for another lock.
    Used {
        /// Which segment.
        segment: u32,
        /// For which lock.
        lock: Digest,
    },
    /// A later link was used: this one follows from it.
    Passed {
        /// Which segment.
        segment: u32,
        /// The latest whose link was used.
        latest: u32,
    },
    /// There is a secret file of this game already.
    Taken(PathBuf),
}

impl Secrets {
    /// The secrets of a game before there is any.
    pub fn new(game: &Game) -> Secrets {
        Secrets { game: game.clone(), chains: Vec::new() }
    }

    /// Adds a chain; the seed is 32 bytes from the operating system.
    pub fn with_chain(mut self, name: Name, links: u32, seed: Digest) -> Secrets {
        self.chains.push(Own { name, links, seed, used: Vec::new() });
        self
    }

    /// The name of the file that keeps a game's secrets.
    pub fn file_name(game: &Game) -> String {
        format!("{game}.yaml")
    }

    /// Writes a new secret file.
    ///
    /// # Errors
    /// [`Refused::Taken`] if there is one.
    pub fn create(&self, file: &SecretFile) -> Result<(), Refused> {
        file.change::<Refused>(|old| match old {
            Some(_) => Err(Refused::Taken(file.path().to_owned())),
            None => Ok(self.write()),
        })
    }

    /// The link of a segment, bound to one lock before it is computed.
    ///
    /// # Errors
    /// [`Refused::Used`] if it was used for another lock; [`Refused::Missing`] without the file.
    pub fn link(
        file: &SecretFile,
        game: &Game,
        chain: &Name,
        segment: u32,
        lock: &Digest,
    ) -> Result<Digest, Refused> {
        let mut own = None;
        file.change::<Refused>(|old| {
            let old = old.ok_or_else(|| Refused::Missing(file.path().to_owned()))?;
            let mut secrets = Secrets::read(&old, game)
                .map_err(|why| Refused::Damaged(file.path().to_owned(), why.to_string()))?;
            own = Some(secrets.bind(chain, segment, lock)?);
            Ok(secrets.write())
        })?;
        let own = own.expect("set above, or refused");
        let exhausted = || Refused::Exhausted(own.name.clone(), segment);
        let links = Chain::new(game, &own.name, own.links, &own.seed).map_err(|_| exhausted())?;
        links.link(segment).ok_or_else(exhausted)
    }

    /// Whether the link of a segment could be used for a lock, before anything is filed; `anchor` is
    /// what the log says that the chain ends in.
    ///
    /// # Errors
    /// What [`Secrets::link`] would say; [`Refused::Damaged`] if the chain ends elsewhere.
    pub fn ready(
        file: &SecretFile,
        game: &Game,
        chain: &Name,
        segment: u32,
        lock: &Digest,
        anchor: &Digest,
    ) -> Result<(), Refused> {
        let damaged = |why: String| Refused::Damaged(file.path().to_owned(), why);
        let text = file.read()?.ok_or_else(|| Refused::Missing(file.path().to_owned()))?;
        let mut secrets = Secrets::read(&text, game).map_err(|why| damaged(why.to_string()))?;
        let mine = secrets.bind(chain, segment, lock)?;
        let links = Chain::new(game, &mine.name, mine.links, &mine.seed)
            .map_err(|why| damaged(why.to_string()))?;
        if links.anchor() != *anchor {
            return Err(damaged("its chain does not end in the anchor of this game".to_owned()));
        }
        Ok(())
    }

    /// Binds the link of a segment to a lock; the chain with it.
    fn bind(&mut self, chain: &Name, segment: u32, lock: &Digest) -> Result<Own, Refused> {
        let at = self.chains.iter().position(|own| own.name == *chain);
        let at = at.ok_or_else(|| Refused::NoChain(chain.clone()))?;
        let all = || self.chains.iter().flat_map(|own| &own.used);
        if let Some((_, other)) = all().find(|(s, other)| *s == segment && other != lock) {
            return Err(Refused::Used { segment, lock: *other });
        }
        let latest = all().map(|(s, _)| *s).max().unwrap_or(0);
        let own = &mut self.chains[at];
        if own.used.contains(&(segment, *lock)) {
            return Ok(own.clone());
        }
        if !(1..=own.links).contains(&segment) {
            return Err(Refused::Exhausted(own.name.clone(), segment));
        }
        if segment <= latest {
            return Err(Refused::Passed { segment, latest });
        }
        own.used.push((segment, *lock));
        Ok(own.clone())
    }

    fn write(&self) -> String {
        let used = |own: &Own| {
            let lines = own.used.iter();
            Node::list(
                lines.map(|(s, lock)| Node::map([("segment", text(s)), ("lock", text(lock))])),
            )
        };
        let chains = self.chains.iter().map(|own| {
            Node::map([
                ("chain", text(&own.name)),
                ("links", text(own.links)),
                ("seed", text(own.seed)),
                ("used", used(own)),
            ])
        });
        let node = Node::map([
            ("kind", Node::text("secrets")),
            ("note", Node::text("Never mail this file, and never play it back from a backup.")),
            ("game", text(&self.game)),
            ("chains", Node::list(chains)),
        ]);
        write::document(&node)
    }

    fn read(text: &str, game: &Game) -> Result<Secrets, Diagnostic> {
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
        let list = file.required("chains").list();
        let chains = list.iter().map(|node| own(node, file.complaints())).collect();
        file.finish();
        let of = of?;
        if of != *game {
            let headline = format!("these are the secrets of {of}, not of {game}");
            complaints.push(Diagnostic::error(node.span, headline));
        }
        Some(Secrets { game: of, chains: Option::from_iter::<Vec<Option<Own>>>(chains)? })
    }
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

impl From<store::Error> for Refused {
    fn from(error: store::Error) -> Refused {
        Refused::Store(error)
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refused::Store(error) => error.fmt(f),
            Refused::Missing(path) => write!(
                f,
                "the secret chain of this game is not on this machine (no {}); \
                 without it no die can be rolled",
                path.display()
            ),
            Refused::Damaged(path, why) => write!(f, "{}: {why}", path.display()),
            Refused::NoChain(name) => write!(f, "the secret file has no chain {name}"),
            Refused::Exhausted(name, segment) => {
                write!(f, "chain {name} has no link for segment {segment}; declare a new one")
            }
            Refused::Used { segment, lock } => write!(
                f,
                "the link of segment {segment} was used for another lock, {lock}: \
                 this campaign was copied, or played back from a backup; \
                 continue with the newer copy"
            ),
            Refused::Passed { segment, latest } => write!(
                f,
                "the link of segment {segment} follows from that of segment {latest}, which was \
                 used: this campaign was copied, or played back from a backup; \
                 continue with the newer copy"
            ),
            Refused::Taken(path) => write!(f, "{} is there already", path.display()),
        }
    }
}

impl std::error::Error for Refused {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::digest::hash_text;

    fn secrets(place: &std::path::Path) -> (SecretFile, Game, Name) {
        let game: Game = "hl-07-2026-9f3a12cd".parse().unwrap();
        let name: Name = "referee-1".parse().unwrap();
        let file = SecretFile::new(place.join("secrets").join(Secrets::file_name(&game)));
        let secrets = Secrets::new(&game).with_chain(name.clone(), 16, hash_text("seed"));
        secrets.create(&file).unwrap();
        (file, game, name)
    }

    #[test]
    fn the_same_lock_gets_the_same_link_again_and_another_none() {
        let place = tempfile::tempdir().unwrap();
        let (file, game, name) = secrets(place.path());
        let link = |s, lock: &str| Secrets::link(&file, &game, &name, s, &hash_text(lock));
        let chain = Chain::new(&game, &name, 16, &hash_text("seed")).unwrap();
        assert_eq!(link(3, "a").unwrap(), chain.link(3).unwrap());
        assert_eq!(link(3, "a").unwrap(), chain.link(3).unwrap());
        let refused = link(3, "b").unwrap_err();
        assert!(matches!(&refused, Refused::Used { segment: 3, lock } if *lock == hash_text("a")));
        // Whoever has seen the third link can compute the second.
        let refused = link(2, "b").unwrap_err();
        assert!(matches!(refused, Refused::Passed { segment: 2, latest: 3 }), "{refused}");
        assert_eq!(link(3, "a").unwrap(), chain.link(3).unwrap());
        assert_eq!(link(4, "b").unwrap(), chain.link(4).unwrap());
    }

    #[test]
    fn a_second_chain_does_not_roll_a_segment_again() {
        let place = tempfile::tempdir().unwrap();
        let (file, game, name) = secrets(place.path());
        Secrets::link(&file, &game, &name, 5, &hash_text("a")).unwrap();
        let other: Name = "referee-2".parse().unwrap();
        file.change::<Refused>(|old| {
            let secrets = Secrets::read(&old.unwrap(), &game).unwrap();
            Ok(secrets.with_chain(other.clone(), 16, hash_text("new")).write())
        })
        .unwrap();
        let link = |s, lock: &str| Secrets::link(&file, &game, &other, s, &hash_text(lock));
        assert!(matches!(link(5, "b").unwrap_err(), Refused::Used { segment: 5, .. }));
        assert!(matches!(link(4, "b").unwrap_err(), Refused::Passed { segment: 4, latest: 5 }));
        link(6, "b").unwrap();
    }

    #[test]
    fn the_order_of_the_lines_in_the_file_does_not_matter() {
        let place = tempfile::tempdir().unwrap();
        let (file, game, name) = secrets(place.path());
        for segment in 1..=5 {
            Secrets::link(&file, &game, &name, segment, &hash_text("a")).unwrap();
        }
        file.change::<Refused>(|old| {
            let mut secrets = Secrets::read(&old.unwrap(), &game).unwrap();
            secrets.chains[0].used.reverse();
            Ok(secrets.write())
        })
        .unwrap();
        for segment in 1..=5 {
            let refused = Secrets::link(&file, &game, &name, segment, &hash_text("b")).unwrap_err();
            assert!(matches!(refused, Refused::Used { .. }), "{refused}");
        }
    }

    #[test]
    fn no_link_beyond_the_chain_or_without_its_file() {
        let place = tempfile::tempdir().unwrap();
        let (file, game, name) = secrets(place.path());
        let lock = hash_text("a");
        let link = |name: &Name, s| Secrets::link(&file, &game, name, s, &lock);
        assert!(matches!(link(&name, 17).unwrap_err(), Refused::Exhausted(_, 17)));
        assert!(matches!(link(&name, 0).unwrap_err(), Refused::Exhausted(_, 0)));
        assert!(matches!(link(&"union-1".parse().unwrap(), 1).unwrap_err(), Refused::NoChain(_)));
        let gone = SecretFile::new(place.path().join("none.yaml"));
        let refused = Secrets::link(&gone, &game, &name, 1, &lock).unwrap_err();
        assert!(matches!(refused, Refused::Missing(_)));
        assert!(!gone.path().exists());
    }

    #[test]
    fn a_file_is_made_once_and_belongs_to_one_game() {
        let place = tempfile::tempdir().unwrap();
        let (file, game, name) = secrets(place.path());
        assert!(matches!(Secrets::new(&game).create(&file).unwrap_err(), Refused::Taken(_)));
        let other: Game = "hl-08-2026-00000000".parse().unwrap();
        let refused = Secrets::link(&file, &other, &name, 1, &hash_text("a")).unwrap_err();
        assert!(matches!(refused, Refused::Damaged(..)), "{refused}");
    }

    #[cfg(unix)]
    #[test]
    fn only_the_owner_may_read_it() {
        use std::os::unix::fs::PermissionsExt;
        let place = tempfile::tempdir().unwrap();
        let (file, game, name) = secrets(place.path());
        Secrets::link(&file, &game, &name, 1, &hash_text("a")).unwrap();
        let mode = std::fs::metadata(file.path()).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn no_debug_output_shows_a_seed() {
        let game: Game = "hl-07-2026-9f3a12cd".parse().unwrap();
        let secrets =
            Secrets::new(&game).with_chain("union-1".parse().unwrap(), 16, hash_text("seed"));
        assert!(!format!("{secrets:?}").contains(&hash_text("seed").to_string()));
    }
}
