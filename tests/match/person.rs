//! A person with a folder, a secret file, and nothing of anybody else's but what was mailed.

use crate::desk::Desk;
use crate::random::typed::typed;
use crate::random::{Player, Temper, battles};
use crate::validator::Schema;
use provost::dice::beacon;
use provost::document::read;
use provost::games::blue_gray::answers::Standing;
use provost::games::blue_gray::position::Position;
use serde_json::Value;
use std::cell::RefCell;
use std::fs;
use std::path::{Path, PathBuf};

/// A round of quicknet as a server told it, and what every lock of these matches fixes.
pub const ROUND: &str = "{\"round\":1000,\"randomness\":\
    \"fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd\",\"signature\":\
    \"b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39\"}";

/// When a lock is mailed, so that it fixes round 1000 an hour later.
pub fn mailed_at() -> String {
    let at = beacon::round_time(1000) - 3601;
    assert_eq!(beacon::round_after(at + 3600), 1000);
    beacon::format_utc(at).unwrap()
}

pub struct Person {
    pub desk: Desk,
    pub chair: &'static str,
    /// Everything that the program has printed to this person.
    printed: RefCell<String>,
}

impl Person {
    pub fn new(chair: &'static str) -> Person {
        Person { desk: Desk::new(), chair, printed: RefCell::default() }
    }

    /// The campaign's folder.
    pub fn folder(&self) -> PathBuf {
        self.desk.at("game")
    }

    /// Exit code and everything printed, in the campaign.
    pub fn said(&self, arguments: &[&str]) -> (i32, String) {
        let arguments = [&["-C", "game"], arguments].concat();
        let (code, told) = self.desk.said(&arguments);
        self.printed.borrow_mut().push_str(&told);
        (code, told)
    }

    /// The answer as data, where nothing is refused.
    pub fn done(&self, arguments: &[&str]) -> Value {
        let (code, told) = self.said(&[&["--format", "json"], arguments].concat());
        assert!(matches!(code, 0 | 3), "{} {arguments:?}: {code} {told}", self.chair);
        serde_json::from_str(&told).unwrap_or_else(|e| panic!("{e}: {told}"))
    }

    /// What is printed for people.
    pub fn told(&self, arguments: &[&str]) -> String {
        let (code, told) = self.said(arguments);
        assert!(matches!(code, 0 | 3), "{} {arguments:?}: {code} {told}", self.chair);
        told
    }

    /// Who owes what, as this person sees it: beyond a lock that is his to close.
    pub fn awaited(&self) -> String {
        self.done(&[])["awaiting"].as_str().unwrap().to_owned()
    }

    pub fn turn(&self) -> u64 {
        self.done(&[])["turn"].as_u64().unwrap()
    }

    pub fn write(&self, name: &str, text: &str) {
        fs::write(self.desk.at(name), text).unwrap();
    }

    /// The head lines for this person's next orders.
    pub fn head(&self) -> String {
        let status = self.done(&[]);
        let capital = match self.chair {
            "union" => "Union",
            _ => "Confederate",
        };
        let (turn, label) = (&status["turn"], status["position"].as_str().unwrap());
        format!("orders: M-01 turn {turn} {capital}\nposition: {label}\n")
    }

    /// A file of orders that `check` takes: what is given, or something at random.
    pub fn orders(&self, body: Option<&str>, seed: u64) -> String {
        if let Some(body) = body {
            let text = self.head() + body;
            self.write("orders.yaml", &text);
            let (code, told) = self.said(&["check", "orders.yaml"]);
            assert_eq!(code, 0, "{told}");
            return text;
        }
        let scenario = battles::fredericksburg();
        let label = self.done(&[])["position"].as_str().unwrap().to_owned();
        let node = read::parse(&self.told(&["show"]), read::Limits::RECORD).unwrap();
        let mut complaints = Vec::new();
        let position = Position::read(&scenario, &node, &mut complaints);
        let position = position.unwrap_or_else(|| panic!("{complaints:#?}"));
        let mut told = String::new();
        for attempt in 0..30 {
            let mut player = Player::new(&scenario, seed * 1000 + attempt);
            // Duties are enough here, and a crowded front takes long to check.
            player.temper = Temper { aggression: 0, movers: 4, ..player.temper };
            let orders = player.orders(&position, &Standing::default());
            let text = typed(&scenario, &position, &orders, "M-01", &label);
            self.write("orders.yaml", &text);
            let (code, refused) = self.said(&["check", "orders.yaml"]);
            if code == 0 {
                return text;
            }
            told = refused;
        }
        panic!("thirty files of orders were refused, the last one: {told}");
    }

    /// Keeps the round of the beacon, if the open lock awaits one.
    pub fn paste(&self) {
        self.write("round.json", ROUND);
        self.done(&["dice", "--beacon", "round.json"]);
    }

    /// Files of this person's log, by name.
    pub fn log(&self) -> Vec<(String, String)> {
        let mut names: Vec<PathBuf> = fs::read_dir(self.folder().join("log"))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.is_file())
            .collect();
        names.sort();
        let name = |path: &Path| path.file_name().unwrap().to_str().unwrap().to_owned();
        names.iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect()
    }

    /// The secret file.
    pub fn secrets(&self) -> PathBuf {
        let mut files = fs::read_dir(self.desk.at("secrets")).unwrap();
        files
            .find_map(|file| {
                let path = file.unwrap().path();
                (path.extension()? == "yaml").then_some(path)
            })
            .expect("a secret file")
    }

    /// That nothing printed so far shows a link, a seed or a salt.
    pub fn has_seen_no_secret(&self, everybody: &[&Person]) {
        let printed = self.printed.borrow();
        for person in everybody {
            let secrets = fs::read_to_string(person.secrets()).unwrap();
            let mut lines = secrets.lines();
            while let Some(line) = lines.next() {
                if line.trim() == "seed:" || line.trim() == "salt:" {
                    let secret = lines.next().unwrap().trim().trim_matches('"').to_owned();
                    assert_eq!(secret.len(), 64);
                    assert!(!printed.contains(&secret), "{line} of {}", person.chair);
                }
            }
            for (_, record) in person.log() {
                let mut lines = record.lines();
                while let Some(line) = lines.next() {
                    if matches!(line.trim(), "duel:" | "referee:") {
                        let link = lines.next().unwrap().trim().trim_matches('"').to_owned();
                        assert_eq!(link.len(), 64);
                        assert!(!printed.contains(&link), "a link of {}", person.chair);
                    }
                }
            }
        }
    }
}

/// Whether a text says these words, wherever its lines break.
pub fn has(told: &str, words: &str) -> bool {
    told.split_whitespace().collect::<Vec<_>>().join(" ").contains(words.trim())
}

/// What the post carries, and how many mails that were.
#[derive(Default)]
pub struct Post {
    pub mails: usize,
}

impl Post {
    /// One mail: a file of somebody's outbox to everybody else, who take it in.
    pub fn carry(&mut self, from: &Person, file: &str, to: &[&Person]) {
        self.mails += 1;
        for person in to {
            deliver(from, file, person);
            let at = mailed_at();
            let taken = person.done(&["import", "mail.yaml", "--arrived", &at]);
            assert!(!taken["filed"].as_array().unwrap().is_empty(), "{taken}");
        }
    }

    /// A mail to the referee, with what he alone may see.
    pub fn carry_with(&mut self, from: &Person, sent: &Value, to: &Person) {
        self.mails += 1;
        deliver(from, sent["mailed"].as_str().unwrap(), to);
        let at = mailed_at();
        let mut arguments = vec!["import", "mail.yaml"];
        if let Some(opening) = sent["opening"].as_str() {
            fs::copy(from.folder().join(opening), to.desk.at("opening.yaml")).unwrap();
            // Without what opens it a sealed record is not filed.
            let (code, told) = to.said(&["import", "mail.yaml", "--arrived", &at]);
            assert_eq!(code, 4, "{told}");
            assert!(told.contains("has not opened them"), "{told}");
            arguments.push("opening.yaml");
        }
        arguments.extend(["--arrived", &at]);
        to.done(&arguments);
    }
}

/// Puts a file of somebody's outbox on somebody else's desk.
pub fn deliver(from: &Person, file: &str, to: &Person) {
    fs::copy(from.folder().join(file), to.desk.at("mail.yaml")).unwrap();
}

/// Begins a match: the Confederate offers, the others accept; everybody has everything then.
pub fn begun<const N: usize>(options: &[&str], people: &[Person; N]) {
    begun_with(options, &[], people);
}

/// The same, with further options for each person.
pub fn begun_with<const N: usize>(options: &[&str], own: &[&[&str]], people: &[Person; N]) {
    let offers = &people[0];
    let further = |at: usize| own.get(at).copied().unwrap_or_default();
    let begins = ["new", "fredericksburg", "game", "--title", "M-01", "--as", offers.chair];
    let new = [&begins, options, further(0)];
    let (code, told) = offers.desk.said(&new.concat());
    assert_eq!(code, 0, "{told}");
    assert!(told.contains("outbox/0000-offer.eml"), "{told}");
    for (at, person) in people.iter().enumerate().skip(1) {
        deliver(offers, "outbox/0000-offer.yaml", person);
        let mut files = vec!["mail.yaml".to_owned()];
        for (before, from) in people.iter().enumerate().take(at).skip(1) {
            let name = format!("accept-{before}.yaml");
            let sent = from.folder().join(format!("outbox/{before:04}-{}.yaml", from.chair));
            fs::copy(sent, person.desk.at(&name)).unwrap();
            files.push(name);
        }
        let files: Vec<&str> = files.iter().map(String::as_str).collect();
        // In one step, or in two.
        let accept = match at {
            1 if people.len() > 2 => {
                let accept = ["--to", "game", "--as", person.chair];
                [&["accept"], files.as_slice(), &accept, further(at)].concat()
            }
            1 => [&["accept"], files.as_slice(), &["--to", "game"], further(at)].concat(),
            _ => {
                let import = [&["import"], files.as_slice(), &["--to", "game"]].concat();
                assert_eq!(person.desk.said(&import).0, 0);
                [&["-C", "game", "accept", "--as", person.chair], further(at)].concat()
            }
        };
        let (code, told) = person.desk.said(&accept);
        assert_eq!(code, 0, "{told}");
        for before in &people[..at] {
            deliver(person, &format!("outbox/{at:04}-{}.yaml", person.chair), before);
            let taken = before.done(&["import", "mail.yaml"]);
            assert!(taken["filed"].as_array().unwrap().iter().any(|seq| *seq == at), "{taken}");
        }
    }
}

/// That all folders audit clean and are the same, and that every record fits its schema.
pub fn agree(people: &[&Person]) {
    let schema = Schema::load("record");
    for (name, text) in people[0].log() {
        let node = read::record(&text).unwrap_or_else(|e| panic!("{name}: {e:#?}"));
        assert_eq!(schema.faults(&node), Vec::<String>::new(), "{name}");
    }
    for person in people {
        let (code, told) = person.desk.said(&["audit", "game"]);
        assert_eq!(code, 0, "{told}");
        assert!(told.contains("0 mismatches"), "{told}");
        let other = people[0].folder();
        let (code, told) = person.desk.said(&["compare", "game", other.to_str().unwrap()]);
        assert_eq!(code, 0, "{told}");
    }
}
