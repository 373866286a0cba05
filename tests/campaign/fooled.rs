//! Attempts to fool an audit, step by step: each is found, in its step, at its record.

use crate::audit::audited;
use crate::duel::{Duel, sealed};
use crate::fixture::{Table, files};
use crate::game::Game;
use provost::campaign::audit::{Audit, Finding, State};
use provost::campaign::steps::Step;
use provost::campaign::terms::Missing;
use provost::campaign::{Campaign, Draft, Record};
use provost::dice::Mode;
use provost::document::Node;
use provost::document::digest::hash_text;
use provost::store::{Folder, Head, Store, Stored};
use std::sync::OnceLock;

/// Some player-turns with dice, and the files of their folder, the terms included.
fn game() -> Vec<Stored> {
    static FILES: OnceLock<Vec<Stored>> = OnceLock::new();
    FILES.get_or_init(played).clone()
}

fn played() -> Vec<Stored> {
    let mut table = Table::new(|_| {});
    table.resolve("note: Nice day for it\n").unwrap_or_else(|e| panic!("{e:#?}"));
    let mut game = Game::new(3);
    while !table.campaign.filed().iter().any(|filed| !filed.outcome.report.rolls.is_empty()) {
        let text = game.text(&table);
        game.file(&mut table, &text);
    }
    let mut files = files(&table);
    let text = table.file("campaign.yaml");
    files.push(Stored { name: "campaign.yaml".to_owned(), text });
    files
}

fn record(file: &Stored) -> Option<Record> {
    Record::read(&file.text).ok()
}

fn at(files: &[Stored], wanted: impl Fn(&Record) -> bool) -> usize {
    files.iter().position(|file| record(file).is_some_and(|record| wanted(&record))).unwrap()
}

fn with_dice(record: &Record) -> bool {
    record.report.as_ref().is_some_and(|report| !report.rolls.is_empty())
}

/// The audit after a change to one file, and the number of its record.
fn changed(files: &[Stored], at: usize, from: &str, to: &str) -> (Audit, Option<u32>) {
    let mut files = files.to_vec();
    let seq = record(&files[at]).map(|record| record.seq);
    assert!(files[at].text.contains(from), "{from}\n{}", files[at].text);
    files[at].text = files[at].text.replacen(from, to, 1);
    (audited(files), seq)
}

/// The same with the digest in `check` made again.
fn forged(files: &[Stored], at: usize, from: &str, to: &str) -> (Audit, Option<u32>) {
    let mut files = files.to_vec();
    let before = record(&files[at]).unwrap();
    assert!(files[at].text.contains(from), "{from}\n{}", files[at].text);
    let text = files[at].text.replacen(from, to, 1);
    let after = Record::read(&text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    files[at].text = text.replace(&before.stated.unwrap().to_string(), &after.digest.to_string());
    (audited(files), Some(before.seq))
}

fn first(audit: &Audit) -> &Finding {
    audit.findings.first().unwrap_or_else(|| panic!("nothing is found: {audit:#?}"))
}

/// What is found first is an alteration of this record.
fn altered((found, seq): (Audit, Option<u32>)) -> Audit {
    let finding = first(&found);
    assert_eq!((finding.step, finding.seq), (Step::Records, seq), "{found:#?}");
    assert!(finding.what.starts_with("is altered: "), "{}", finding.what);
    assert_eq!(found.steps[0].state, State::False);
    found
}

#[test]
fn the_ten_steps_are_told() {
    let found = audited(game());
    assert!(found.is_clean(), "{found:#?}");
    let steps: Vec<Step> = found.steps.iter().map(|done| done.step).collect();
    assert_eq!(steps, Step::ALL);
    let of = |state| found.steps.iter().filter(move |done| done.state == state);
    let not: Vec<Step> = of(State::NotChecked).map(|done| done.step).collect();
    assert_eq!(not, [Step::Signatures, Step::Seals, Step::Beacon]);
    assert_eq!(found.steps[7].told, "none in mode referee");

    let mut table = Table::of(Mode::Recorded, |_| {});
    table.resolve("").unwrap();
    let found = audited(files(&table));
    let not = found.steps.iter().filter(|done| done.state == State::NotChecked);
    let not: Vec<Step> = not.map(|done| done.step).collect();
    let expected =
        [Step::Signatures, Step::Links, Step::Closes, Step::Seals, Step::Beacon, Step::Dice];
    assert_eq!(not, expected);
    assert_eq!(found.steps[8].told, "0 dice were typed in: on trust");
}

#[test]
fn a_changed_roll_is_shown_against_the_true_one() {
    let files = game();
    let at = at(&files, with_dice);
    let roll = record(&files[at]).unwrap().report.unwrap().rolls[0].clone();
    let from = format!("faces: {}", roll.faces);
    let to = format!("faces: {}", if roll.faces == "6" { "5" } else { "6" });
    let found = altered(changed(&files, at, &from, &to));
    let shown = found.findings[1].difference.as_deref().unwrap();
    assert!(shown.contains(&format!("-    {to}\n+    {from}\n")), "{shown}");
    let second = &found.findings[1];
    assert_eq!(second.step, Step::Dice);
    assert!(second.what.starts_with(&format!("die {} = ", roll.label)), "{}", second.what);

    // With a digest made again the same is found by the die itself.
    let (found, seq) = forged(&files, at, &from, &to);
    assert_eq!((first(&found).step, first(&found).seq), (Step::Dice, seq));
    assert!(first(&found).difference.as_deref().unwrap().contains(&format!("+    {from}")));
}

#[test]
fn a_changed_label_halt_or_position_in_a_report() {
    let files = game();
    let at = at(&files, with_dice);
    let report = record(&files[at]).unwrap().report.unwrap();
    let (digits, label) = (report.position.to_string(), report.rolls[0].label.to_string());
    let other = digits.replacen(&digits[..1], if digits.starts_with('0') { "1" } else { "0" }, 1);
    for (from, to, step) in [
        (digits.as_str(), other.as_str(), Step::Replay),
        ("halt: end", "halt: pause 1722", Step::Replay),
        (label.as_str(), "1722.crt.9", Step::Dice),
    ] {
        let found = altered(changed(&files, at, from, to));
        let shown = found.findings.iter().any(|f| f.difference.is_some());
        assert!(shown, "{from}: {found:#?}");
        let (found, seq) = forged(&files, at, from, to);
        assert_eq!(first(&found).seq, seq, "{from}");
        // A false label may call for the same face; then only the replay tells.
        let told = |step| found.findings.iter().any(|f| f.step == step);
        assert!(told(step) || told(Step::Replay), "{from}: {found:#?}");
        assert!(first(&found).difference.is_some(), "{from}: {found:#?}");
    }
}

#[test]
fn a_changed_link() {
    let files = game();
    let at = at(&files, |record| record.close.is_some());
    let link = record(&files[at]).unwrap().close.unwrap().referee.unwrap().to_string();
    let other = link.replacen(&link[..1], if link.starts_with('0') { "1" } else { "0" }, 1);
    altered(changed(&files, at, &link, &other));
    let (found, seq) = forged(&files, at, &link, &other);
    assert_eq!((first(&found).step, first(&found).seq), (Step::Links, seq));
}

#[test]
fn changed_terms() {
    let files = game();
    let offer = at(&files, |record| record.offer.is_some());
    altered(changed(&files, offer, "errors: return", "errors: forfeit"));
    let (found, _) = forged(&files, offer, "errors: return", "errors: forfeit");
    let broken = found.findings.iter().find(|f| f.step == Step::Chain && f.seq == Some(1));
    assert!(broken.is_some_and(|f| f.what.starts_with("answers ")), "{found:#?}");

    // The file that people read says what the offer says.
    let terms = files.iter().position(|file| file.name == "campaign.yaml").unwrap();
    let (found, _) = changed(&files, terms, "errors: return", "errors: forfeit");
    let said = first(&found);
    assert_eq!(
        (said.place.as_str(), said.what.as_str()),
        ("campaign.yaml", "is not what was offered")
    );
    let shown = said.difference.as_deref().unwrap();
    assert!(shown.contains("-errors: forfeit\n+errors: return"), "{shown}");
    let (found, _) = changed(&files, terms, "errors: return", "errors: nonsense");
    assert!(first(&found).what.starts_with("is not what was offered: "), "{found:#?}");
}

#[test]
fn a_changed_position_file() {
    let files = game();
    let last = files.iter().rposition(|file| file.name.starts_with("positions/")).unwrap();
    let (found, _) = changed(&files, last, "strength", "strangth");
    assert_eq!(first(&found).place, files[last].name);
    let after = files[last].text.lines().find(|line| line.starts_with("after:")).unwrap();
    // A position that says to be after another record is compared with that one.
    let (found, _) = changed(
        &files,
        last,
        after,
        &after.replace("seq: ", "seq: 0").replace("seq: 0", "seq: 1, x: "),
    );
    assert!(!found.is_clean(), "{found:#?}");
    // One that is no position at all is named.
    let (found, _) = changed(&files, last, "kind: position", "kind: potion");
    assert!(!found.is_clean() || found.steps[9].told.contains("position file"), "{found:#?}");
    let (found, _) = changed(&files, last, "kind: position", "kind: [");
    assert!(first(&found).what.starts_with("is no position file: "), "{found:#?}");
    // One that says to be of a game of which nothing is here, or of a record that is to come.
    let strong = |text: &str| text.replacen("strength: 1", "strength: 9", 1);
    for (from, to) in [("game: ", "game: x"), ("seq: ", "seq: 9")] {
        let mut files = files.clone();
        files[last].text = strong(&files[last].text).replacen(from, to, 1);
        let found = audited(files.clone());
        assert!(first(&found).place.starts_with(&files[last].name), "{found:#?}");
    }
    // One that is laid out in another way says the same.
    let mut other = files.clone();
    let text = &files[last].text;
    let begin = text.find("\nturn: ").expect("its turn") + 1;
    let end = begin + text[begin..].find('\n').expect("an end") + 1;
    other[last].text = format!("{}{}{}", &text[begin..end], &text[..begin], &text[end..]);
    let found = audited(other);
    assert!(found.is_clean(), "{found:#?}");
    // A true one beside it hides nothing.
    let mut two = files.clone();
    let text = files[last].text.replacen("1", "2", 1);
    two.insert(0, Stored { name: "positions/other.yaml".to_owned(), text });
    assert!(!audited(two).is_clean());
}

#[test]
fn a_changed_note_or_number_alone() {
    let files = game();
    let lock = at(&files, |record| record.has("note"));
    altered(changed(&files, lock, "Nice day", "Foul day"));
    let seq = record(&files[lock]).unwrap().seq;
    let found = altered(changed(&files, lock, &format!("seq: {seq}"), "seq: 77"));
    assert_eq!(found.findings[1].step, Step::Chain);
    assert!(found.findings[1].what.starts_with("says seq 77"), "{found:#?}");
    let (found, _) = forged(&files, lock, &format!("seq: {seq}"), "seq: 77");
    assert_eq!(first(&found).seq, Some(seq), "{found:#?}");
}

#[test]
fn a_changed_time_alone() {
    // The time of a lock stands in a hashed record: another second is another record, even where
    // it fixes the same round.
    let mut duel = Duel::with(|terms| {
        terms.mode = Mode::DuelBeacon;
        terms.delay = Some(3600);
    });
    let draft = duel.locked(duel.draft(0), "a");
    let at = "2026-04-20T00:00:00Z";
    let round =
        provost::dice::beacon::round_after(provost::dice::beacon::parse_utc(at).unwrap() + 3600);
    let lock = |at: &str| {
        Node::map([
            ("segment", Node::text("1")),
            ("open", Node::text(hash_text("a").to_string())),
            ("at", Node::text(at)),
            ("round", Node::text(round.to_string())),
        ])
    };
    duel.push(draft.with("lock", lock(at))).unwrap_or_else(|e| panic!("{e:#?}"));
    let files = duel.files();
    assert!(audited(files.clone()).is_clean());
    let last = files.len() - 1;
    altered(changed(&files, last, at, "2026-04-20T00:00:01Z"));
    let (found, seq) = forged(&files, last, at, "2026-04-20T00:00:09Z");
    assert_eq!((first(&found).step, first(&found).seq), (Step::Beacon, seq));
}

#[test]
fn an_altered_copy_beside_the_true_record() {
    let files = game();
    let lock = at(&files, |record| record.has("note"));
    let seq = record(&files[lock]).unwrap().seq;
    let mut both = files.clone();
    let text = files[lock].text.replace("Nice day", "Foul day");
    both.insert(0, Stored { name: "copy.yaml".to_owned(), text });
    let found = audited(both);
    let said = first(&found);
    assert_eq!((found.findings.len(), said.seq, found.unchecked), (1, Some(seq), 0));
    assert!(said.what.starts_with(&format!("is an altered copy of record {seq}")), "{}", said.what);
    assert!(said.difference.as_deref().unwrap().contains("Foul day"));
    // Everything else was looked at all the same.
    assert_eq!(found.records, audited(files.clone()).records);

    // A copy in which only the digest under `check` is another.
    let stated = record(&files[lock]).unwrap().stated.unwrap().to_string();
    let other = hash_text("other").to_string();
    for first_in_heap in [0, files.len()] {
        let mut both = files.clone();
        let text = files[lock].text.replace(&stated, &other);
        both.insert(first_in_heap, Stored { name: "copy.yaml".to_owned(), text });
        let found = audited(both);
        assert_eq!(found.findings.len(), 1, "{found:#?}");
        assert_eq!(first(&found).place, "copy.yaml");
    }
}

#[test]
fn a_second_record_of_the_same_number() {
    let files = game();
    let lock = at(&files, |record| record.has("note"));
    let own = record(&files[lock]).unwrap();
    let head = Head { records: own.seq as usize, digest: hash_text("nowhere") };
    let stray = Draft::new(&own.game, head, &own.from).with("note", Node::text("Mine"));
    let mut more = files.clone();
    more.push(Stored { name: "stray.yaml".to_owned(), text: stray.write().unwrap().text });
    let found = audited(more);
    assert_eq!(first(&found).step, Step::Chain);
    assert!(first(&found).place.starts_with("stray.yaml"), "{found:#?}");
    assert!(first(&found).what.contains("which no record of the log has"), "{found:#?}");
}

#[test]
fn a_number_that_is_left_out_and_records_in_another_order() {
    let files = game();
    let lock = at(&files, |record| record.lock.is_some());
    let mut without = files.clone();
    without.remove(lock);
    let found = audited(without);
    assert_eq!((first(&found).step, first(&found).seq), (Step::Chain, Some(1)));
    let mut backwards = files.clone();
    backwards.reverse();
    assert!(audited(backwards).is_clean());
    // Two files that have changed their names are told.
    let mut swapped = files.clone();
    let text = swapped[lock].text.clone();
    swapped[lock].text = std::mem::replace(&mut swapped[lock + 1].text, text);
    let found = audited(swapped);
    assert!(found.is_clean());
    assert!(found.notes.iter().any(|note| note.contains(" holds record ")), "{:?}", found.notes);
}

#[test]
fn records_of_another_game() {
    let files = game();
    let lock = at(&files, |record| record.has("note"));
    let (found, seq) = forged(&files, lock, "fr-01-2026-00000001", "fr-02-2026-00000001");
    assert_eq!((first(&found).step, first(&found).seq), (Step::Chain, seq));
    altered(changed(&files, lock, "fr-01-2026-00000001", "fr-02-2026-00000001"));

    // Another game's offer in the heap is left aside, and so is what hangs in the air there.
    let own = record(&files[lock]).unwrap();
    let other = "fr-09-2026-00000001".parse().unwrap();
    let offer = record(&files[at(&files, |record| record.offer.is_some())]).unwrap();
    let first_of = Draft::new(&other, Head::EMPTY, &offer.from)
        .with("offer", offer.node().get("offer").unwrap().clone());
    let stray = Draft::new(&other, Head { records: 9, digest: hash_text("x") }, &own.from);
    let mut heap = files.clone();
    for (name, draft) in [("a.yaml", first_of), ("b.yaml", stray)] {
        heap.insert(0, Stored { name: name.to_owned(), text: draft.write().unwrap().text });
    }
    let found = audited(heap);
    assert!(found.is_clean(), "{found:#?}");
    assert_eq!(found.game.as_ref().unwrap().as_str(), "fr-01-2026-00000001");
    let said = "2 records of the game fr-09-2026-00000001 were left aside";
    assert!(found.notes.iter().any(|note| note == said), "{:?}", found.notes);
}

#[test]
fn a_changed_pack_is_altered_and_a_missing_one_is_missing() {
    let files = game();
    let pack = files.iter().position(|file| file.name.starts_with("packs/")).unwrap();
    let name = files[pack].name.clone();
    for spoilt in [files[pack].text.clone() + "zz: 1\n", "a: [\n".to_owned(), String::new()] {
        let mut files = files.clone();
        files[pack].text = spoilt;
        let found = audited(files);
        assert_eq!(
            (first(&found).step, first(&found).place.as_str()),
            (Step::Packs, name.as_str())
        );
        assert!(first(&found).what.contains(" is altered: "), "{found:#?}");
    }
    let mut without = files.clone();
    without.remove(pack);
    let found = audited(without);
    assert!(found.is_clean() && !found.is_done(), "{found:#?}");
}

#[test]
fn what_mail_does_to_a_file_is_no_change() {
    let files = game();
    let mangle: [fn(&str) -> String; 5] = [
        |text| text.replace('\n', "\r\n"),
        |text| format!("\u{FEFF}{text}"),
        |text| text.replace('\n', "  \n"),
        |text| format!("{text}\n\n \n"),
        |text| format!("# from a mail\n{text}"),
    ];
    for change in mangle {
        let mangled = files.iter().map(|file| match file.name.starts_with("log/") {
            true => Stored { name: file.name.clone(), text: change(&file.text) },
            false => file.clone(),
        });
        let found = audited(mangled);
        assert!(found.is_clean(), "{found:#?}");
    }
}

#[test]
fn a_seal_and_a_close_of_another_lock() {
    let (mut duel, unseal, standing) = sealed();
    let opened = duel.draft(0).with("unseal", unseal.node(standing));
    duel.push(duel.answered(opened, 0, "c")).unwrap();
    let files = duel.files();
    let found = audited(files.clone());
    assert!(found.is_clean(), "{found:#?}");
    assert_eq!(found.steps[6].told, "1 of 1 opened, as sealed");
    let last = files.len() - 1;
    let salt = unseal.salt.to_string();
    let (found, seq) = forged(&files, last, &salt, &hash_text("other").to_string());
    assert_eq!((first(&found).step, first(&found).seq), (Step::Seals, seq));
    let lock = record(&files[last]).unwrap().close.unwrap().lock.to_string();
    let from = format!("lock:\n      \"{lock}\"");
    let to = from.replace(&lock, &hash_text("other").to_string());
    let (found, seq) = forged(&files, last, &from, &to);
    assert_eq!((first(&found).step, first(&found).seq), (Step::Closes, seq));
}

#[test]
fn a_false_lock_is_not_counted_as_wrapped() {
    let mut table = Table::new(|_| {});
    table.resolve("").unwrap();
    table.resolve("note: Nice day for it\n").unwrap();
    let files = files(&table);
    let lock = at(&files, |record| record.has("note"));
    let label = table.campaign.replay().past()[1].position;
    let label = provost::document::digest::label(&label);
    let (found, _) = forged(&files, lock, &label, "abandon-ability-00");
    assert!(found.notes.iter().any(|note| note.starts_with("1 of 1 locks were")), "{found:#?}");
}

/// An answer that means nothing is in the log and cannot be sent back: the default is taken, and said.
#[test]
fn an_answer_that_is_not_legal_falls_to_the_default() {
    let mut table = Table::new(|terms| terms.missing = Missing::Ask);
    let mut game = Game::new(5);
    while table.campaign.replay().ask().is_none() {
        let text = game.text(&table);
        game.file(&mut table, &text);
    }
    let replay = table.campaign.replay();
    let (ask, head) = (replay.ask().cloned().unwrap(), replay.head());
    // A sentence of the right kind, with a hex far away.
    let choice = ask.choices.iter().find(|choice| choice.ends_with(|c: char| c.is_ascii_digit()));
    let choice = choice.unwrap_or_else(|| panic!("{ask:#?}"));
    let nonsense = format!("{}1901", &choice[..choice.len() - 4]);
    let line = Node::map([(ask.key.as_str(), Node::text(nonsense))]);
    let side = ask.whose.parse().unwrap();
    let answer = Node::list([line]);
    let draft = Draft::new(replay.id(), head, &side).wrapped(&"referee".parse().unwrap());
    let orders = Node::map([
        ("turn", Node::text(replay.state_turn().to_string())),
        ("position", Node::text(replay.label())),
    ]);
    let lock = |segment: u32| {
        Node::map([("segment", Node::text(segment.to_string())), ("open", Node::text("-"))])
    };
    let segment = replay.segments() + 1;
    let phasing = replay.phasing().unwrap();
    let (root, secrets) = (table.root(), &table.secrets);
    drop(table.campaign);
    let mut store = Folder::open(&root).unwrap();
    if side == phasing {
        let mut orders = orders;
        orders.set("answer", answer);
        let text = draft.with("orders", orders).with("lock", lock(segment)).write().unwrap().text;
        store.append(head, side.as_str(), &text).unwrap();
    } else {
        let written = draft.with("answer", answer).write().unwrap();
        store.append(head, side.as_str(), &written.text).unwrap();
        let head = Head { records: head.records + 1, digest: written.record.digest };
        let draft = Draft::new(&written.record.game, head, &phasing);
        let draft = draft.wrapped(&"referee".parse().unwrap());
        let text = draft.with("orders", orders).with("lock", lock(segment)).write().unwrap().text;
        store.append(head, phasing.as_str(), &text).unwrap();
    }
    drop(store);
    let mut campaign = Campaign::open(Folder::open(&root).unwrap()).unwrap();
    let filing = campaign.go_on(secrets).unwrap_or_else(|e| panic!("{e:#?}"));
    let told = campaign.report(&filing.moved.unwrap()).replace("\n    ", " ");
    let said = format!("The answer to {}: ", ask.key);
    assert!(told.contains("Not legal, and done by the terms (errors: return)"), "{told}");
    assert!(told.contains(&said), "{told}");
    assert!(told.contains("by default"), "{told}");
}
