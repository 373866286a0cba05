//! People at their desks, and the letters that they have written.

use crate::desk::Desk;
use serde_json::Value;
use std::fs;
use std::path::Path;

/// Somebody with a folder `game` and a secret file.
pub struct Player {
    pub desk: Desk,
    pub chair: &'static str,
}

impl Player {
    pub fn new(chair: &'static str) -> Player {
        Player { desk: Desk::new(), chair }
    }

    /// Exit code and everything printed, in the campaign.
    pub fn said(&self, arguments: &[&str]) -> (i32, String) {
        self.desk.said(&[&["-C", "game"], arguments].concat())
    }

    /// The answer as data, where nothing goes wrong.
    pub fn done(&self, arguments: &[&str]) -> Value {
        let (code, told) = self.said(&[&["--format", "json"], arguments].concat());
        assert!(matches!(code, 0 | 3), "{arguments:?}: {code} {told}");
        serde_json::from_str(&told).unwrap_or_else(|e| panic!("{e}: {told}"))
    }

    /// What is printed for people, where nothing goes wrong.
    pub fn told(&self, arguments: &[&str]) -> String {
        let (code, told) = self.said(arguments);
        assert!(matches!(code, 0 | 3), "{arguments:?}: {code} {told}");
        told
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.desk.at(name), text).expect("a file");
    }

    /// A file of the campaign's folder.
    pub fn file(&self, name: &str) -> String {
        let path = self.desk.at("game").join(name);
        fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    }

    /// Files of the outbox, in order.
    pub fn outbox(&self) -> Vec<String> {
        names(&self.desk.at("game/outbox"))
    }

    /// How many records are filed.
    pub fn records(&self) -> usize {
        names(&self.desk.at("game/log")).iter().filter(|name| name.ends_with(".yaml")).count()
    }

    /// Takes in a file of somebody's outbox.
    pub fn gets(&self, from: &Player, letter: &str) -> Value {
        self.write("mail.eml", from.file(&format!("outbox/{letter}")));
        self.done(&["receive", "mail.eml"])
    }

    /// The two head lines of the next orders, from the form.
    pub fn head(&self) -> String {
        let form = self.told(&["form"]);
        let lines = form.lines().filter_map(|line| line.strip_prefix("# "));
        lines.take(2).map(|line| format!("{line}\n")).collect()
    }

    /// Writes orders to `orders.yaml`.
    pub fn orders(&self, body: &str) {
        self.write("orders.yaml", self.head() + body);
    }
}

/// Names in a folder, in order; none if it is not there.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// A duel that both have accepted; all that passed between them were letters.
pub fn begun(more: &[&str]) -> [Player; 2] {
    let players = ["confederate", "union"].map(Player::new);
    let [bob, jane] = &players;
    let new = ["new", "fredericksburg", "game", "--mode", "duel", "--as", "confederate"];
    bob.desk.done(&[&new, more].concat());
    jane.write("offer.eml", bob.file("outbox/0000-offer.eml"));
    jane.desk.done(&["accept", "offer.eml", "--to", "game"]);
    bob.gets(jane, "0001-union.eml");
    players
}

/// Whether a text says these words, wherever its lines break.
#[track_caller]
pub fn says(text: &str, words: &str) {
    let run_together = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(run_together(text).contains(&run_together(words)), "no `{words}` in\n{text}");
}

/// What no mail of ours may be.
#[track_caller]
pub fn lint(mail: &str) {
    assert!(mail.ends_with("\r\n") && mail.is_ascii(), "{mail}");
    assert_eq!(mail.matches('\n').count(), mail.matches("\r\n").count(), "{mail}");
    for line in mail.split_terminator("\r\n") {
        assert!(!line.contains('\r') && line.len() <= 76, "{line:?}");
        assert!(!line.ends_with([' ', '\t']), "{line:?}");
        assert!(!line.starts_with(['.', '>']) && !line.starts_with("From "), "{line:?}");
        assert!(line != "--" && !line.starts_with("-- "), "{line:?}");
    }
    let body = body(mail);
    assert!(body.lines().all(|line| line.len() <= 72), "{body}");
}

/// The text of a letter, without what hangs on it.
pub fn body(mail: &str) -> String {
    let boundary = mail.split("boundary=\"").nth(1).and_then(|rest| rest.split('"').next());
    let boundary = boundary.unwrap_or_else(|| panic!("no parts in {mail}"));
    let part = mail.split(&format!("--{boundary}\r\n")).nth(1).expect("a first part");
    let (header, text) = part.split_once("\r\n\r\n").expect("a header");
    assert!(header.contains("text/plain; charset=us-ascii") && header.contains("7bit"), "{header}");
    text.trim_end().replace("\r\n", "\n") + "\n"
}
