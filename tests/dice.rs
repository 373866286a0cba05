//! Every vector of `data/dice_vectors.json`, and the traps of the dice protocol.

use provost::dice::{
    Chain, Dice, Game, Key, Label, Mode, Name, Parts, Signature, Verifier, beacon, chain, lock,
    roll, seal, sealed_orders, segment_key, verify,
};
use provost::document::digest::{
    Digest, Pack, Purpose, hash_text, jcs, label, pack_digest, position_digest, record_digest,
};
use provost::document::read::{self, Limits};
use provost::document::{Node, write};
use serde_json::Value;
use std::str::FromStr;

const GAME: &str = "hl-07-2026-9f3a12cd";

fn vectors(name: &str) -> Value {
    let text = include_str!("data/dice_vectors.json");
    let mut all: Value = serde_json::from_str(text).expect("the vectors are JSON");
    all[name].take()
}

fn each(name: &str) -> Vec<Value> {
    let list = vectors(name).as_array().cloned().unwrap_or_default();
    assert!(!list.is_empty(), "no vectors under {name}");
    list
}

/// The text under a key of a vector, read as what it is.
fn get<T: FromStr<Err: std::fmt::Debug>>(vector: &Value, key: &str) -> T {
    let text = vector[key].as_str().map_or_else(|| vector[key].to_string(), str::to_owned);
    text.parse().unwrap_or_else(|why| panic!("{key} {text}: {why:?}"))
}

fn read<T: FromStr<Err: std::fmt::Debug>>(text: &str) -> T {
    text.parse().unwrap_or_else(|why| panic!("{text}: {why:?}"))
}

fn tree(json: &Value) -> Node {
    match json {
        Value::String(text) => Node::text(text.clone()),
        Value::Array(items) => Node::list(items.iter().map(tree)),
        Value::Object(entries) => Node::map(entries.iter().map(|(k, v)| (k.clone(), tree(v)))),
        other => panic!("{other} is no mapping, list or text"),
    }
}

fn numbers(json: &Value) -> Vec<u32> {
    serde_json::from_value(json.clone()).expect("a list of numbers")
}

#[test]
fn chains() {
    for vector in each("chains") {
        let (game, name): (Game, Name) = (get(&vector, "game"), get(&vector, "chain"));
        let (links, seed): (u32, Digest) = (get(&vector, "links"), get(&vector, "seed"));
        let chain = Chain::new(&game, &name, links, &seed).unwrap();
        assert_eq!(chain.links(), links);
        assert_eq!(chain.link(links), Some(get(&vector, "tip")));
        assert_eq!(chain.link(2), Some(get(&vector, "x2")));
        assert_eq!(chain.link(1), Some(get(&vector, "x1")));
        assert_eq!(chain.anchor(), get(&vector, "x0"));
        assert_eq!((chain.link(0), chain.link(links + 1)), (None, None));
        let x1: Digest = get(&vector, "x1");
        assert_eq!(chain::tip_input(&game, &name, links, &seed), vector["tip_input"]);
        assert_eq!(chain::step_input(&game, &name, 1, &x1), vector["x0_input"]);
        assert_eq!(hash_text(vector["x0_input"].as_str().unwrap()), chain.anchor());
    }
}

#[test]
fn one_record_however_mail_has_mangled_it() {
    for vector in each("canonical") {
        let case = &vector["case"];
        let file = read::record(vector["yaml"].as_str().unwrap()).expect("a record");
        let record = file.get("record").unwrap();
        assert_eq!(jcs(record).unwrap(), vector["jcs"], "{case}");
        assert_eq!(record_digest(record).unwrap(), get(&vector, "digest"), "{case}");
        let input = Purpose::Record.input(record).unwrap();
        assert_eq!(hash_text(&input), get(&vector, "digest"), "{case}");
        let again = read::record(&write::record(&file)).expect("what was written");
        assert_eq!(record_digest(again.get("record").unwrap()).unwrap(), get(&vector, "digest"));
    }
}

#[test]
fn segments() {
    for vector in each("segments") {
        let part = |name: &str| {
            let link = vector["part"][name].as_str();
            link.map(read::<Digest>)
        };
        let parts = Parts { referee: part("referee"), duel: part("duel"), beacon: part("beacon") };
        let mode: Mode = get(&vector, "mode");
        assert!(Mode::ALL.iter().all(|other| other.takes(&parts) == (*other == mode)));
        let (game, segment): (Game, u32) = (get(&vector, "game"), get(&vector, "segment"));
        assert_eq!(lock::segment_input(&game, segment, &parts), vector["input"]);
        let key = segment_key(&get(&vector, "lock_digest"), &game, segment, &parts);
        assert_eq!(key.to_string(), vector["key"], "{mode}");
    }
}

#[test]
fn rolls() {
    for vector in each("rolls") {
        let key = Key::new(get(&vector, "key"));
        let (label, dice): (Label, Dice) = (get(&vector, "label"), get(&vector, "dice"));
        assert_eq!(dice.to_string(), vector["dice"]);
        let rolled = roll(&key, &label, dice);
        assert_eq!(rolled.faces, numbers(&vector["faces"]), "{label} {dice}");
        assert_eq!(rolled.words, numbers(&vector["words"]), "{label} {dice}");
        let block = Digest::new(roll::block(&key, &label, 0));
        assert_eq!(block, get(&vector, "block0"));
        assert_eq!(roll::block_input(&label, 0), vector["block0_input"]);
    }
}

#[test]
fn beacon_rounds() {
    for vector in each("beacon") {
        assert_eq!(beacon::CHAIN, vector["chain"]);
        assert_eq!(beacon::PUBLIC_KEY, vector["pubkey"]);
        let (round, signature): (u64, Signature) = (get(&vector, "round"), get(&vector, "sig"));
        assert_eq!(beacon::round_time(round), get::<i64>(&vector, "time"));
        assert_eq!(beacon::value(&signature), get(&vector, "value"));
        assert_eq!(signature.to_string(), vector["sig"]);
        #[cfg(not(feature = "beacon"))]
        assert_eq!(beacon::verify(round, &signature), Err(beacon::Unverified::NotChecked));
        #[cfg(feature = "beacon")]
        {
            let wrong = Err(beacon::Unverified::False);
            assert_eq!(beacon::verify(round, &signature), Ok(()));
            assert_eq!(beacon::verify(round + 1, &signature), wrong);
            let forged = vector["sig"].as_str().unwrap().replacen('b', "a", 1);
            assert_eq!(beacon::verify(round, &read(&forged)), wrong);
            assert_eq!(beacon::verify(round, &read(&"0".repeat(96))), wrong);
            let infinity = format!("c0{}", "0".repeat(94));
            assert_eq!(beacon::verify(round, &read(&infinity)), wrong);
        }
    }
    for vector in each("round_after") {
        let (time, round): (i64, u64) = (get(&vector, "t"), get(&vector, "round"));
        assert_eq!(beacon::round_after(time), round);
        assert!(beacon::round_time(round) > time);
        assert!(round == 1 || beacon::round_time(round - 1) <= time);
    }
    assert_eq!((beacon::round_after(i64::MIN), beacon::round_after(0)), (1, 1));
    assert!(beacon::round_time(u64::MAX) > beacon::round_time(0));
}

#[test]
fn beacon_times() {
    assert_eq!(beacon::parse_utc("2026-04-20T00:00:00Z"), Ok(1_776_643_200));
    assert_eq!(beacon::parse_utc("2023-08-23T15:09:27Z"), Ok(beacon::GENESIS));
    for time in [0, beacon::GENESIS, 1_776_643_199, 4_102_444_800] {
        let text = beacon::format_utc(time).unwrap();
        assert_eq!(beacon::parse_utc(&text), Ok(time), "{text}");
    }
    for wrong in [
        "2026-04-20 00:00:00Z",
        "2026-04-20T00:00:00",
        "2026-04-20T00:00:00z",
        "2026-04-20T00:00:00+00:00",
        "2026-4-20T00:00:00Z",
        "2026-04-20T00:00:60Z",
        "2026-02-30T00:00:00Z",
        "+2026-04-20T00:00:00Z",
        " 2026-04-20T00:00:00Z",
        "2026-04-20T24:00:00Z",
        "",
    ] {
        assert!(beacon::parse_utc(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn seals() {
    let vector = vectors("seal");
    let (game, side): (Game, Name) = (get(&vector, "game"), get(&vector, "side"));
    let (seq, salt): (u32, Digest) = (get(&vector, "seq"), get(&vector, "salt"));
    let standing = tree(&vector["standing"]);
    assert_eq!(jcs(&standing).unwrap(), vector["jcs"]);
    let sealed = seal(&game, &side, seq, &salt, &standing).unwrap();
    assert_eq!(sealed, get(&vector, "seal"));
    let input = lock::seal_input(&game, &side, seq, &salt, &standing).unwrap();
    assert_eq!(hash_text(&input), sealed);
    let other = seal(&game, &side, seq + 1, &salt, &standing).unwrap();
    assert_ne!(other, sealed, "a seal belongs to one record");
    assert!(seal(&game, &side, seq, &salt, &Node::text("Müller")).is_err());

    let jcs = vector["jcs"].as_str().unwrap();
    let hidden = lock::sealed_orders_input(&game, seq, &side, &salt, &standing).unwrap();
    assert_eq!(hidden, format!("provost-dice/1|sealed|{GAME}|2|union|{salt}|{jcs}"));
    assert_eq!(sealed_orders(&game, seq, &side, &salt, &standing).unwrap(), hash_text(&hidden));
    let signed = lock::signed_text(&game, 23, &side, &sealed);
    assert_eq!(signed, format!("provost-dice/1|signed|{GAME}|23|union|{sealed}"));
}

#[test]
fn positions_and_packs() {
    let vector = vectors("position");
    let position = tree(&vector["jcs_of"]);
    let digest = position_digest(&position).unwrap();
    assert_eq!(digest, get(&vector, "digest"));
    assert_eq!(hash_text(&Purpose::Position.input(&position).unwrap()), digest);
    assert_eq!(label(&digest), "bubble-gospel-43");
    let words: Vec<&str> = include_str!("../src/document/words.txt").lines().collect();
    let bits = numbers(&vector["label_bits"]);
    let [first, second] = [bits[0], bits[1]].map(|bits| words[bits as usize]);
    assert_eq!(label(&digest), format!("{first}-{second}-{:02}", bits[2]));

    let written = write::position(&position);
    let again = read::parse(&written, Limits::RECORD).unwrap();
    assert_eq!(position_digest(&again).unwrap(), digest);

    let vector = vectors("pack");
    let pack = tree(&vector["tree"]);
    assert_eq!(vector["kind"], Pack::Map.word());
    let digest = pack_digest(Pack::Map, &pack).unwrap();
    assert_eq!(digest, get(&vector, "digest"));
    assert_ne!(pack_digest(Pack::Charts, &pack).unwrap(), digest);
    assert!(record_digest(&pack).is_err(), "line feeds are for packs");
    let again = read::parse(&write::document(&pack), Limits::PACK).unwrap();
    assert_eq!(pack_digest(Pack::Map, &again).unwrap(), digest);
}

#[test]
fn refused_records() {
    for vector in each("refused") {
        let why = vector["why"].as_str().unwrap();
        let mut text = vector["yaml"].as_str().unwrap().to_owned();
        if why == "too large" {
            text = format!("record:\n  note: {}\n", "x".repeat(270_000));
        }
        let complaints = read::record(&text).expect_err(why);
        assert!(complaints.iter().all(|c| c.is_error() && c.help.is_some()), "{complaints:?}");
        let located = complaints.iter().all(|c| c.span.line > 0);
        assert!(located || why == "too large", "{why}: {complaints:?}");
    }
}

#[test]
fn a_link_serves_one_segment_of_one_chain() {
    let (game, name): (Game, Name) = (read(GAME), read("union-1"));
    let chain = Chain::new(&game, &name, 64, &hash_text("seed")).unwrap();
    let anchor = chain.anchor();
    let link = |segment| chain.link(segment).unwrap();
    for segment in [1, 2, 3, 40, 64] {
        assert!(verify(&game, &name, segment, &link(segment), &anchor));
        for other in [segment - 1, segment + 1] {
            assert!(!verify(&game, &name, other, &link(segment), &anchor), "{segment} as {other}");
        }
    }
    assert!(!verify(&game, &name, 0, &anchor, &anchor), "the anchor is no link");
    assert!(!verify(&game, &read("union-2"), 1, &link(1), &anchor));
    assert!(!verify(&read("another-game"), &name, 1, &link(1), &anchor));
    assert!(!verify(&game, &name, u32::MAX, &link(1), &anchor));
}

#[test]
fn a_verifier_agrees_with_the_long_way_in_any_order() {
    let (game, name): (Game, Name) = (read(GAME), read("referee-1"));
    let chain = Chain::new(&game, &name, 64, &hash_text("seed")).unwrap();
    let mut verifier = Verifier::new(game.clone(), name.clone(), chain.anchor());
    assert_eq!(verifier.anchor(), chain.anchor());
    for segment in [1, 2, 3, 7, 5, 7, 64, 1, 63, 64] {
        let (right, wrong) = (chain.link(segment).unwrap(), hash_text("wrong"));
        assert!(!verifier.verify(segment, &wrong));
        assert!(verifier.verify(segment, &right), "{segment}");
        assert!(!verifier.verify(segment + 1, &right));
        assert!(!verifier.verify(segment - 1, &right));
    }
}

#[test]
fn chains_have_limits() {
    let (game, name): (Game, Name) = (read(GAME), read("referee-1"));
    for links in [0, 65537, u32::MAX] {
        assert!(Chain::new(&game, &name, links, &Digest::ZERO).is_err(), "{links}");
    }
    let chain = Chain::new(&game, &name, 16, &Digest::ZERO).unwrap();
    let shown = format!("{chain:?}");
    assert!((1..=16).all(|s| !shown.contains(&chain.link(s).unwrap().to_string())), "{shown}");
}

#[test]
fn names() {
    let long = |count| "a".repeat(count);
    assert!(["abc", "0-1", &long(48)].iter().all(|good| good.parse::<Game>().is_ok()));
    assert!(
        ["ab", "-ab", "a_b", "Abc", "a|b", "äbc", "", &long(49)]
            .iter()
            .all(|wrong| wrong.parse::<Game>().is_err())
    );
    assert!(["u", "union-1", &long(24)].iter().all(|good| good.parse::<Name>().is_ok()));
    assert!(
        ["", "-u", "u.1", "u 1", "u|1", "U", "u\n", &long(25)]
            .iter()
            .all(|wrong| wrong.parse::<Name>().is_err())
    );
    assert!(["1", "1722.crt.1", "a_b-c", &long(64)].iter().all(|l| l.parse::<Label>().is_ok()));
    assert!(
        ["", ".a", "a|1", "a b", "A", "a/r", "a\n", &long(65)]
            .iter()
            .all(|wrong| wrong.parse::<Label>().is_err())
    );
    for mode in Mode::ALL {
        assert_eq!(mode.word().parse(), Ok(mode));
    }
    assert!("beacon+duel".parse::<Mode>().is_err());
    let refused = "Union".parse::<Name>().unwrap_err();
    assert_eq!(refused.read, "Union");
    assert!(refused.to_string().contains("1 to 24"));
}

#[test]
fn dice_are_written_one_way() {
    for (text, count, sides) in [("1d6", 1, 6), ("d6", 1, 6), ("40d6", 40, 6), ("1000d2", 1000, 2)]
    {
        let dice: Dice = read(text);
        assert_eq!((dice.count(), dice.sides()), (count, sides));
    }
    for wrong in [
        "",
        "6",
        "0d6",
        "01d6",
        "1d06",
        "1d1",
        "1d0",
        "1D6",
        "1d65537",
        "1001d6",
        "-1d6",
        "+1d6",
        "1d+6",
        "1d6 ",
        "1d6d6",
        "1d99999999999999999999",
    ] {
        assert!(wrong.parse::<Dice>().is_err(), "{wrong}");
    }
    assert_eq!(Some(Dice::D6), Dice::new(1, 6));
}

/// A word at or above the highest multiple of the sides is read on, never folded back.
#[test]
fn no_face_is_likelier_than_another() {
    let key = Key::new(hash_text("key"));
    let mut counts = [0u32; 100];
    for label in ["bias.1", "bias.2", "bias.3"] {
        let rolled = roll(&key, &read(label), Dice::new(1000, 100).unwrap());
        assert_eq!(rolled.words.iter().filter(|&&w| w < 200).count(), 1000);
        assert!(rolled.words.iter().any(|&w| w >= 200), "some words are skipped");
        let kept = rolled.words.iter().filter(|&&w| w < 200).map(|w| w % 100 + 1);
        assert!(kept.eq(rolled.faces.iter().copied()));
        rolled.faces.iter().for_each(|&face| counts[face as usize - 1] += 1);
    }
    // with plain modulo the faces 57 to 100 would be a third rarer
    let (low, high) = counts.split_at(56);
    let mean = |part: &[u32]| part.iter().sum::<u32>() * 100 / part.len() as u32;
    assert!(mean(low).abs_diff(mean(high)) < 300, "{} {}", mean(low), mean(high));
}

#[test]
fn wide_dice_read_two_bytes() {
    let key = Key::new(hash_text("key"));
    for (sides, widest) in [(256, 255), (257, 65535), (65536, 65535)] {
        let rolled = roll(&key, &read("wide.1"), Dice::new(1000, sides).unwrap());
        assert!(rolled.words.iter().all(|&word| word <= widest));
        assert_eq!(rolled.words.iter().any(|&word| word > 255), widest > 255);
        assert!(rolled.faces.iter().all(|face| (1..=sides).contains(face)));
    }
    // 65536 sides reject nothing: the word is the face less one
    let rolled = roll(&key, &read("wide.2"), Dice::new(20, 65536).unwrap());
    assert!(rolled.words.iter().map(|word| word + 1).eq(rolled.faces.iter().copied()));
}

#[test]
fn a_longer_roll_begins_like_a_shorter_one_and_labels_do_not_meet() {
    let key = Key::new(hash_text("key"));
    let label: Label = read("1723.crt.1");
    let long = roll(&key, &label, read("100d6"));
    for count in 1..100 {
        let short = roll(&key, &label, Dice::new(count, 6).unwrap());
        assert!(long.faces.starts_with(&short.faces));
    }
    assert_ne!(roll(&key, &read("1723.crt.2"), read("100d6")).faces, long.faces);
    assert_ne!(roll(&Key::new(hash_text("k")), &label, read("100d6")).faces, long.faces);
    assert_eq!(roll(&key, &label, read("3d6")).to_string().len(), 5);
}

/// The report, the seal and the salt of the lock all stand in the digest that keys the segment,
/// but nothing that is written after the lock does.
#[test]
fn every_field_of_the_lock_counts_and_the_text_around_it_does_not() {
    let vector = &each("canonical")[0];
    let text = vector["yaml"].as_str().unwrap();
    let digest = |text: &str| {
        let file = read::record(text).unwrap();
        record_digest(file.get("record").unwrap()).unwrap()
    };
    let right = digest(text);
    assert_eq!(digest(&format!("{text}check:\n  digest: {}\n", Digest::ZERO)), right);
    assert_eq!(digest(&format!("# typed on a train\n{text}")), right);
    for (from, to) in [("seq: 3", "seq: 03"), ("turn: 6", "turn: 6.0"), ("2:1", "2:2")] {
        assert_ne!(digest(&text.replace(from, to)), right, "{from} -> {to}");
    }
}
