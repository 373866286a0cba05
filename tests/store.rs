//! One suite over every store, and what a store must survive: kills, full disks, two writers.

use provost::document::digest::Digest;
use provost::store::{Error, Folder, Head, Shelf, Store, digest_of, is_campaign, is_plain};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// A record that answers the given head; its contents are of no concern to a store.
fn record(head: Head, note: &str) -> String {
    let prev = head.digest;
    let seq = head.records;
    format!("record:\n  seq: {seq}\n  prev:\n    \"{prev}\"\n  note: {note}\n")
}

/// Appends a record and returns the head after it.
fn append(store: &mut dyn Store, head: Head, what: &str, note: &str) -> Result<Head, Error> {
    let text = record(head, note);
    store.append(head, what, &text)?;
    let digest = digest_of(&text).expect("the record above can be read");
    Ok(Head { records: head.records + 1, digest })
}

fn folder() -> (TempDir, Folder) {
    let place = tempfile::tempdir().expect("a temporary folder");
    let store = Folder::create(&place.path().join("hl-07")).expect("an empty folder");
    (place, store)
}

/// The campaign as a stranger would read it: numbers, digests, and that each answers the other.
fn verified(root: &Path) -> Head {
    let records = Folder::open(root).and_then(|folder| folder.log()).expect("a whole log");
    let mut head = Head::EMPTY;
    for stored in records {
        let number: usize = stored.name[..4].parse().expect("a number");
        assert_eq!(number, head.records, "{}", stored.name);
        assert!(stored.text.contains(&head.digest.to_string()), "{} is torn", stored.name);
        let digest = digest_of(&stored.text).unwrap_or_else(|e| panic!("{}: {e:?}", stored.name));
        head = Head { records: head.records + 1, digest };
    }
    head
}

// ---- the suite

fn grows_only_at_its_head(store: &mut dyn Store) {
    assert_eq!(store.log().unwrap(), []);
    let zero = append(store, Head::EMPTY, "offer", "first").unwrap();
    let one = append(store, zero, "union", "second").unwrap();
    let names: Vec<String> = store.log().unwrap().into_iter().map(|r| r.name).collect();
    assert_eq!(names, ["0000-offer.yaml", "0001-union.yaml"]);

    let stale = append(store, zero, "referee", "a second second").unwrap_err();
    assert!(matches!(stale, Error::Moved { thought, found } if thought == zero && found == one));
    let other = Head { digest: Digest::ZERO, ..one };
    assert!(matches!(append(store, other, "union", "x").unwrap_err(), Error::Moved { .. }));
    assert_eq!(store.log().unwrap().len(), 2);
    assert_eq!(store.log().unwrap()[0].text, record(Head::EMPTY, "first"));
}

fn keeps_what_is_on_its_shelves(store: &mut dyn Store) {
    for shelf in [Shelf::Packs, Shelf::Positions, Shelf::Reports, Shelf::Typed, Shelf::Letters] {
        assert_eq!(store.get(shelf, "0001.yaml").unwrap(), None);
        store.put(shelf, "0002.yaml", "two\n").unwrap();
        store.put(shelf, "0001.yaml", "one\n").unwrap();
        store.put(shelf, "0001.yaml", "one again\r\n").unwrap();
        assert_eq!(store.list(shelf).unwrap(), ["0001.yaml", "0002.yaml"]);
        assert_eq!(store.get(shelf, "0001.yaml").unwrap().as_deref(), Some("one again\r\n"));
        store.remove(shelf, "0001.yaml").unwrap();
        store.remove(shelf, "0001.yaml").unwrap();
        assert_eq!(store.list(shelf).unwrap(), ["0002.yaml"]);
    }
    store.put(Shelf::Terms, "campaign.yaml", "game: x\n").unwrap();
    assert_eq!(store.list(Shelf::Terms).unwrap(), ["campaign.yaml"]);
    assert_eq!(store.log().unwrap(), []);
}

fn takes_only_plain_names(store: &mut dyn Store) {
    let bad = ["", ".", "..", ".hidden", "../x", "a/b", "a\\b", "a b", "Union", "-rf", "x\0", "a."];
    for name in bad.into_iter().chain([&*"x".repeat(200)]) {
        assert!(!is_plain(name), "{name:?}");
        assert!(matches!(store.put(Shelf::Packs, name, "x").unwrap_err(), Error::Name(_)));
        assert!(matches!(store.get(Shelf::Packs, name).unwrap_err(), Error::Name(_)));
    }
    let text = record(Head::EMPTY, "x");
    assert!(matches!(store.append(Head::EMPTY, "../../x", &text).unwrap_err(), Error::Name(_)));
    assert_eq!(store.log().unwrap(), []);
}

#[test]
fn a_folder_is_a_store() {
    for test in [grows_only_at_its_head, keeps_what_is_on_its_shelves, takes_only_plain_names] {
        let (_place, mut store) = folder();
        test(&mut store);
    }
}

// ---- the folder

#[test]
fn the_layout_is_that_of_the_formats() {
    let (_place, mut store) = folder();
    append(&mut store, Head::EMPTY, "offer", "x").unwrap();
    store.put(Shelf::Typed, "0001-union.yaml", "orders: x\n").unwrap();
    store.put(Shelf::Positions, "0000.yaml", "x: y\n").unwrap();
    let root = store.root().to_owned();
    for file in ["log/0000-offer.yaml", "log/typed/0001-union.yaml", "positions/0000.yaml"] {
        assert!(root.join(file).is_file(), "{file}");
    }
}

#[test]
fn only_a_folder_with_a_first_record_is_a_campaign() {
    let (_place, mut store) = folder();
    let root = store.root().to_owned();
    assert!(!is_campaign(&root));
    assert!(matches!(Folder::open(&root).unwrap_err(), Error::NoCampaign(_)));
    append(&mut store, Head::EMPTY, "offer", "x").unwrap();
    drop(store);
    assert!(is_campaign(&root));
    assert!(matches!(Folder::create(&root).unwrap_err(), Error::Taken(_)));
}

#[test]
fn a_new_campaign_takes_no_folder_with_other_files() {
    let place = tempfile::tempdir().unwrap();
    std::fs::write(place.path().join("thesis.txt"), "x").unwrap();
    assert!(matches!(Folder::create(place.path()).unwrap_err(), Error::Taken(_)));
}

#[test]
fn a_new_campaign_that_was_never_finished_is_begun_again() {
    let (_place, mut store) = folder();
    let root = store.root().to_owned();
    store.put(Shelf::Packs, "a.yaml", "x: y\n").unwrap();
    store.put(Shelf::Terms, "campaign.yaml", "x: y\n").unwrap();
    drop(store);
    Folder::create(&root).expect("no record was written");
}

#[test]
fn a_hole_and_a_double_number_are_named() {
    let (_place, mut store) = folder();
    let log = store.root().join("log");
    let zero = append(&mut store, Head::EMPTY, "offer", "x").unwrap();
    let one = append(&mut store, zero, "union", "x").unwrap();
    append(&mut store, one, "referee", "x").unwrap();
    std::fs::copy(log.join("0001-union.yaml"), log.join("0001-zouave.yaml")).unwrap();
    assert_eq!(
        store.log().unwrap_err().to_string(),
        "two records with one number: 0001-union.yaml and 0001-zouave.yaml"
    );
    std::fs::remove_file(log.join("0001-union.yaml")).unwrap();
    std::fs::remove_file(log.join("0001-zouave.yaml")).unwrap();
    assert_eq!(store.log().unwrap_err().to_string(), "record 1 is missing from the log");
}

#[test]
fn files_that_are_no_records_are_passed_over() {
    let (_place, mut store) = folder();
    append(&mut store, Head::EMPTY, "offer", "x").unwrap();
    let log = store.root().join("log");
    for name in ["0001-union.yaml~", "0001 union.yaml", "1-union.yaml", "notes.txt", "0001-.yaml"] {
        std::fs::write(log.join(name), "x").unwrap();
    }
    assert_eq!(store.log().unwrap().len(), 1);
}

#[test]
fn a_damaged_last_record_stops_the_next() {
    let (_place, mut store) = folder();
    let zero = append(&mut store, Head::EMPTY, "offer", "x").unwrap();
    let path = store.root().join("log/0000-offer.yaml");
    let length = std::fs::metadata(&path).unwrap().len() as usize;
    std::fs::write(&path, vec![0; length]).unwrap(); // as after a loss of power
    let error = append(&mut store, zero, "union", "x").unwrap_err();
    assert!(matches!(&error, Error::Damaged { name, .. } if name == "0000-offer.yaml"), "{error}");
    std::fs::write(&path, b"note: M\xFCller\n").unwrap();
    let error = append(&mut store, zero, "union", "x").unwrap_err();
    assert!(matches!(error, Error::NotText { byte: 7, .. }), "{error}");
}

#[test]
fn what_a_killed_writer_left_is_ignored_and_cleared_away() {
    let (_place, mut store) = folder();
    append(&mut store, Head::EMPTY, "offer", "x").unwrap();
    let root = store.root().to_owned();
    drop(store);
    let strays = ["log/.0001-union.yaml.77.tmp", ".campaign.yaml.77.tmp", "packs/.a.yaml.77.tmp"];
    std::fs::create_dir_all(root.join("packs")).unwrap();
    for stray in strays {
        std::fs::write(root.join(stray), "record:\n  se").unwrap();
    }
    let mut store = Folder::open(&root).unwrap();
    assert_eq!(store.log().unwrap().len(), 1);
    assert!(store.list(Shelf::Packs).unwrap().is_empty());
    store.lock().unwrap();
    for stray in strays {
        assert!(!root.join(stray).exists(), "{stray}");
    }
}

#[test]
fn a_second_writer_is_refused() {
    let (_place, mut first) = folder();
    let zero = append(&mut first, Head::EMPTY, "offer", "x").unwrap();
    let mut second = Folder::open(first.root()).unwrap();
    assert!(matches!(second.lock().unwrap_err(), Error::Busy(_)));
    assert!(matches!(append(&mut second, zero, "union", "x").unwrap_err(), Error::Busy(_)));
    assert_eq!(second.log().unwrap().len(), 1); // reading is free
    drop(first);
    append(&mut second, zero, "union", "x").unwrap();
}

#[cfg(unix)]
#[test]
fn a_read_only_folder_is_said_and_left_alone() {
    use std::os::unix::fs::PermissionsExt;
    let (_place, mut store) = folder();
    let zero = append(&mut store, Head::EMPTY, "offer", "x").unwrap();
    let root = store.root().to_owned();
    drop(store);
    // Root may write anywhere, but nobody makes a folder where a file is.
    std::fs::write(root.join("positions"), "no folder").unwrap();
    std::fs::set_permissions(root.join("log"), PermissionsExt::from_mode(0o555)).unwrap();
    let mut store = Folder::open(&root).unwrap();
    let error = store.put(Shelf::Positions, "0000.yaml", "x: y\n").unwrap_err();
    assert!(error.to_string().starts_with("cannot "), "{error}");
    if std::fs::write(root.join("log/probe"), "x").is_err() {
        let error = append(&mut store, zero, "union", "x").unwrap_err();
        assert!(error.to_string().starts_with("cannot write "), "{error}");
    } else {
        std::fs::remove_file(root.join("log/probe")).unwrap();
    }
    std::fs::set_permissions(root.join("log"), PermissionsExt::from_mode(0o755)).unwrap();
    assert_eq!(verified(&root), zero);
}

// ---- other processes: this test program, run again as a writer

/// The writer: appends records until it is killed or cannot write.
#[test]
#[ignore = "run by the tests below, as a child process"]
fn writer() {
    let Some(root) = std::env::var_os("PROVOST_TEST_ROOT").map(PathBuf::from) else { return };
    let mut store = Folder::open(&root).expect("a campaign");
    let mut head = verified(&root);
    let note = "x".repeat(3000);
    for _ in 0..100_000 {
        match append(&mut store, head, "union", &note) {
            Ok(next) => head = next,
            Err(error) => {
                println!("refused: {error}");
                std::process::exit(7);
            }
        }
    }
}

fn spawn_writer(root: &Path, shell: &str) -> Child {
    let program = std::env::current_exe().expect("this program");
    Command::new("sh")
        .arg("-c")
        .arg(format!("{shell} exec \"$0\" --ignored --exact writer --nocapture"))
        .arg(program)
        .env("PROVOST_TEST_ROOT", root)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a shell")
}

fn count(root: &Path) -> usize {
    Folder::open(root).and_then(|folder| folder.log()).map_or(0, |log| log.len())
}

#[cfg(unix)]
#[test]
fn a_writer_killed_in_the_middle_leaves_the_old_campaign_or_the_new_one() {
    let (_place, mut store) = folder();
    append(&mut store, Head::EMPTY, "offer", "x").unwrap();
    let root = store.root().to_owned();
    drop(store);
    let mut records = 1;
    for round in 0..12 {
        let mut child = spawn_writer(&root, "");
        let begun = Instant::now();
        // Killed at another moment each time, but not before it has written something.
        while count(&root) == records && begun.elapsed() < Duration::from_secs(30) {
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_micros(317 * round));
        child.kill().expect("it runs");
        child.wait().expect("it was killed");
        let head = verified(&root);
        assert!(head.records > records, "the writer of round {round} wrote nothing");
        records = head.records;
    }
    // The lock of a dead process holds nobody up, and its temporary files go.
    let mut store = Folder::open(&root).unwrap();
    append(&mut store, verified(&root), "union", "after all that").unwrap();
    let strays = std::fs::read_dir(root.join("log")).unwrap().filter_map(Result::ok);
    assert!(strays.into_iter().all(|e| !e.file_name().to_string_lossy().starts_with('.')));
}

/// A limit of 2 KiB for each file, smaller than one record: writing fails in the middle of it.
#[cfg(unix)]
#[test]
fn a_write_that_fails_half_way_leaves_the_old_campaign() {
    let (_place, mut store) = folder();
    let zero = append(&mut store, Head::EMPTY, "offer", "x").unwrap();
    let root = store.root().to_owned();
    drop(store);
    let child = spawn_writer(&root, "trap '' XFSZ; ulimit -f 4;");
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(7), "{said}");
    assert!(said.contains("refused: cannot write "), "{said}");
    assert_eq!(verified(&root), zero);
    let left = std::fs::read_dir(root.join("log")).unwrap().count();
    assert_eq!(left, 1, "no temporary file stays behind");
}

/// A real full disk, where the tests may mount one.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_leaves_the_old_campaign() {
    let place = tempfile::tempdir().unwrap();
    let mount = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=64k", "tmpfs"])
        .arg(place.path())
        .stderr(Stdio::null())
        .status();
    if !mount.is_ok_and(|status| status.success()) {
        return; // only root may mount; the test above fails a write for everybody
    }
    let filled = fill(&place.path().join("hl-07"));
    let unmounted = Command::new("umount").arg(place.path()).status().unwrap();
    assert!(unmounted.success());
    assert!(filled.contains("No space left on device"), "{filled}");
}

#[cfg(target_os = "linux")]
fn fill(root: &Path) -> String {
    let mut store = Folder::create(root).unwrap();
    let mut head = append(&mut store, Head::EMPTY, "offer", "x").unwrap();
    loop {
        match append(&mut store, head, "union", &"x".repeat(3000)) {
            Ok(next) => head = next,
            Err(error) => {
                drop(store);
                assert_eq!(verified(root), head);
                return error.to_string();
            }
        }
    }
}
