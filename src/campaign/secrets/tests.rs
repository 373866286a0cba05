//! One link, one lock; one record under one number.

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
    let secrets = Secrets::new(&game).with_chain("union-1".parse().unwrap(), 16, hash_text("seed"));
    assert!(!format!("{secrets:?}").contains(&hash_text("seed").to_string()));
}

fn lock(seq: u32, segment: u32, what: &str) -> Authored {
    Authored { seq, record: hash_text(what), locks: Some(segment), closes: None }
}

#[test]
fn one_record_stands_for_a_number_and_for_a_segment() {
    let place = tempfile::tempdir().unwrap();
    let (file, game, _) = secrets(place.path());
    let node = |what: &str| Node::map([("record", Node::text(what))]);
    let write = |authored: &Authored| {
        Secrets::remember(&file, &game, authored, &node(&authored.record.to_string()), None)
    };
    write(&lock(4, 2, "a")).unwrap();
    write(&lock(4, 2, "a")).unwrap();
    let close = |seq, what: &str| Authored { locks: None, closes: Some(2), ..lock(seq, 0, what) };
    for (second, told) in [
        (lock(4, 2, "b"), "locks segment 2"),
        (lock(6, 2, "b"), "locks segment 2"),
        (lock(4, 3, "b"), "is record 4"),
    ] {
        let refused = write(&second).unwrap_err();
        assert!(matches!(&refused, Refused::Written { other, .. } if other.seq == 4), "{refused}");
        assert!(refused.to_string().contains(told), "{refused}");
    }
    write(&close(7, "c")).unwrap();
    assert!(write(&close(9, "d")).unwrap_err().to_string().contains("closes segment 2"));
    let known = Secrets::load(&file, &game).unwrap();
    assert!(known.wrote(&hash_text("a")) && !known.wrote(&hash_text("b")));
    assert_eq!(known.latest(), Some((7, &node(&hash_text("c").to_string()))));
}

#[test]
fn an_older_file_learns_and_a_newer_one_is_not_overruled() {
    let place = tempfile::tempdir().unwrap();
    let (file, game, name) = secrets(place.path());
    let used = |segment, lock: &str| [(name.clone(), segment, hash_text(lock))];
    let learn = |used: &[(Name, u32, Digest)], written: &[Authored]| {
        Secrets::learn(&file, &game, used, written)
    };
    assert_eq!(learn(&used(3, "a"), &[lock(5, 4, "x")]).unwrap(), 2);
    assert_eq!(learn(&used(3, "a"), &[lock(5, 4, "x")]).unwrap(), 0);
    assert!(matches!(learn(&used(3, "b"), &[]).unwrap_err(), Refused::Used { segment: 3, .. }));
    assert!(matches!(learn(&[], &[lock(5, 4, "y")]).unwrap_err(), Refused::Written { .. }));
    // An earlier link is entered too, although it follows from the later one.
    assert_eq!(learn(&used(2, "c"), &[]).unwrap(), 1);
    let refused = Secrets::link(&file, &game, &name, 3, &hash_text("b")).unwrap_err();
    assert!(matches!(refused, Refused::Used { segment: 3, .. }), "{refused}");
}

#[test]
fn openings_and_escrows_are_read_as_they_were_written() {
    let game: Game = "hl-07-2026-9f3a12cd".parse().unwrap();
    let line = Node::map([("any", Node::text("toward 2501"))]);
    let standing = Node::map([("retreat", Node::list([line]))]);
    let (side, salt) = ("union".parse::<Name>().unwrap(), hash_text("pepper"));
    let opening = Opening { side: side.clone(), of: 3, salt, standing };
    let node =
        crate::document::read::parse(&opening.file(&game), crate::document::read::Limits::RECORD);
    assert_eq!(Opening::find(&node.unwrap()), Some(Ok((game.clone(), opening.clone()))));
    assert!(!format!("{opening:?}").contains(&salt.to_string()));

    let own = Secrets::new(&game).of_chair(&side);
    let own = own.with_chain("union-1".parse().unwrap(), 16, hash_text("seed"));
    let escrow = own.escrow().unwrap();
    assert_eq!(Escrow::read(&escrow.file()).unwrap().anchor(), own.chain().map(|(_, _, x0)| x0));
    assert!(Escrow::read("escrow: {game: hl-07}\n").is_err());
}
