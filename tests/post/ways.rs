//! The ways by which letters leave: a draft, a file, a Maildir, a server; and what is found wrong before.

use crate::players::{Player, begun, lint, names, says};
use std::fs;
use std::path::PathBuf;

impl Player {
    /// The post file of the one game that this person has.
    pub fn post_file(&self) -> PathBuf {
        let secrets = names(&self.desk.at("secrets"));
        let game =
            secrets.iter().find_map(|name| name.strip_suffix(".yaml")).expect("a secret file");
        let game = game.trim_end_matches(".post");
        self.desk.at(&format!("secrets/{game}.post.yaml"))
    }

    pub fn addresses(&self, text: &str) {
        fs::write(self.post_file(), text).expect("a file");
        only_mine(&self.post_file());
    }
}

#[cfg(unix)]
fn only_mine(path: &std::path::Path) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o600)).expect("it is ours");
}

#[cfg(not(unix))]
fn only_mine(_path: &std::path::Path) {}

const BOB: &str = "from: Bob Hale <bob@example.org>\nto:\n  union: Jane Marsh <jane@example.org>\n";

#[test]
fn a_letter_goes_into_a_file_and_a_maildir() {
    let [bob, jane] = begun(&[]);
    bob.addresses(BOB);
    bob.orders("move:\n- Pelham: enter 1901\n");
    let sent = ["send", "orders.yaml", "--eml", "out.eml", "--maildir", "post"];
    let told = bob.told(&sent);
    says(&told, "letter to Union: outbox/0002-confederate.eml written to out.eml in post/new/");
    let written = fs::read_to_string(bob.desk.at("out.eml")).unwrap();
    lint(&written);
    let head = "From: Bob Hale <bob@example.org>\r\nTo: Jane Marsh <jane@example.org>\r\nSubject: ";
    assert!(written.starts_with(head), "{written}");
    // The campaign has nobody's address.
    let draft = bob.file("outbox/0002-confederate.eml");
    assert!(draft.starts_with("X-Unsent: 1\r\nSubject: ") && !draft.contains("example.org"));
    assert_eq!(draft.split_once("Subject:").unwrap().1, written.split_once("Subject:").unwrap().1);
    let post = bob.desk.at("post");
    assert_eq!(["tmp", "new", "cur"].map(|shelf| names(&post.join(shelf)).len()), [0, 1, 0]);
    let delivered = post.join("new").join(&names(&post.join("new"))[0]);
    assert_eq!(fs::read_to_string(delivered).unwrap(), written);
    let (code, told) = jane.said(&["receive", post.to_str().unwrap()]);
    assert_eq!(code, 0, "{told}");
    says(&told, "record 2 filed");

    // The same bytes once more; a file that is there is not written over.
    let (code, told) = bob.said(&["send", "--again", "--eml", "out.eml"]);
    assert_eq!(code, 2, "{told}");
    says(&told, "out.eml is there already");
    bob.told(&["send", "--again", "--eml", "again.eml", "--maildir", "post"]);
    assert_eq!(fs::read_to_string(bob.desk.at("again.eml")).unwrap(), written);
    assert_eq!(names(&post.join("new")).len(), 2);
    let (code, told) = jane.said(&["receive", post.to_str().unwrap()]);
    assert_eq!(code, 0, "{told}");
    says(&told, "already have it (record 2)");
    assert_eq!((bob.records(), jane.records()), (3, 3));

    // A letter that is gone is written anew, by `send` alone too.
    let lost = bob.desk.at("game/outbox/0002-confederate.eml");
    for command in [&["send", "--again", "--eml", "third.eml"][..], &["send"]] {
        fs::remove_file(&lost).expect("it is there");
        bob.told(command);
        let anew = fs::read_to_string(&lost).expect("it is there again");
        assert_eq!(
            anew.split_once("Message-ID:").unwrap().1,
            draft.split_once("Message-ID:").unwrap().1
        );
    }
    assert_eq!(bob.records(), 3);
}

#[test]
fn what_stands_in_the_way_of_a_letter_is_found_before_anything_is_filed() {
    let [bob, _] = begun(&[]);
    bob.orders("");
    let refused = |way: &[&str], words: &str| {
        let (code, told) = bob.said(&[&["send", "orders.yaml"], way].concat());
        assert!(matches!(code, 1 | 2), "{way:?}: {code} {told}");
        says(&told, words);
        assert!(told.lines().all(|line| line.chars().count() <= 80), "{told}");
        assert_eq!(bob.records(), 2, "{way:?}");
    };
    refused(&["--eml", "nowhere/out.eml"], "no folder nowhere");
    bob.write("file", "");
    refused(&["--maildir", "file"], "no Maildir file");
    let unbuilt = "this program was built without a mailer";
    let built = cfg!(feature = "smtp");
    refused(&["--smtp"], if built { "no post file" } else { unbuilt });
    bob.addresses(BOB);
    refused(&["--smtp"], if built { "names no server: add `smtp:`" } else { unbuilt });
    bob.addresses("from: bob@example.org\nto: {}\n");
    refused(&["--eml", "out.eml"], "has no address of union under `to`");
    bob.addresses("from: bob\nto: {union: jane@example.org}\n");
    refused(&["--eml", "out.eml"], "post.yaml:1:7");
    bob.addresses("from: b@example.org\nto: {union: j@example.org, referee: r@example.org}\n");
    refused(&["--eml", "out.eml"], "nobody is called `referee` in this game");
    bob.addresses(BOB);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let open = fs::Permissions::from_mode(0o644);
        fs::set_permissions(bob.post_file(), open).unwrap();
        refused(&["--eml", "out.eml"], "others may read");
        only_mine(&bob.post_file());
    }
    // Nobody's business while the letter stays here.
    bob.addresses("nonsense");
    bob.told(&["send", "orders.yaml"]);
    assert_eq!(bob.records(), 3);
}

/// A port on which nobody listens.
#[cfg(feature = "smtp")]
fn closed_port() -> u16 {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("its number").port()
}

#[cfg(feature = "smtp")]
#[test]
fn a_server_that_is_away_leaves_the_letter_in_the_outbox() {
    let [bob, jane] = begun(&[]);
    let server = |port: u16| format!("{BOB}smtp: {{host: 127.0.0.1, port: {port}, tls: none}}\n");
    bob.addresses(&server(closed_port()));
    bob.orders("");
    let (code, told) = bob.said(&["send", "orders.yaml", "--smtp"]);
    assert_eq!(code, 2, "{told}");
    says(&told, "record 2 is filed");
    says(&told, "not handed over: 127.0.0.1 port");
    says(&told, "then type `provost send --again`");
    assert_eq!(bob.records(), 3);
    jane.gets(&bob, "0002-confederate.eml");
    let (code, told) = bob.said(&["send", "--again"]);
    assert_eq!(code, 2, "{told}");
    assert_eq!(bob.records(), 3);
    assert!(names(&bob.desk.at("secrets")).iter().all(|name| !name.ends_with("post.log")));
}

#[test]
fn the_post_file_of_the_schema_is_read() {
    use crate::validator::Schema;
    let [bob, _] = begun(&[]);
    let readme = include_str!("../../schema/README.md");
    let (_, after) = readme.split_once("```yaml\nfrom: ").expect("a post file is shown");
    let text = format!("from: {}", after.split_once("```").expect("its end").0);
    let node = provost::document::read::parse(&text, provost::document::read::Limits::RECORD);
    assert_eq!(Schema::load("post").faults(&node.expect("sound")), Vec::<String>::new());
    let faults = |from: &str, to: &str| {
        let node = provost::document::read::parse(
            &text.replace(from, to),
            provost::document::read::Limits::RECORD,
        );
        Schema::load("post").faults(&node.expect("sound")).len()
    };
    assert_eq!(faults("tls: wrapped", "tls: ssl"), 1);
    assert_eq!(faults("bob@example.org", "bob"), 1);
    assert_eq!(faults("smtp:", "smpt:"), 1);
    // It is of a game with a referee.
    let text = text.replace("  referee: ruth@example.org\n", "");
    bob.addresses(&text.replace("Bob Hale", "J\u{f6}rg Hale"));
    bob.orders("");
    bob.told(&["send", "orders.yaml", "--eml", "out.eml"]);
    let written = fs::read_to_string(bob.desk.at("out.eml")).unwrap();
    lint(&written);
    assert!(written.starts_with("From: =?utf-8?B?SsO2cmcgSGFsZQ==?= <bob@"), "{written}");
}

/// A refusal as a letter: to whoever wrote, as a file and in a Maildir.
#[test]
fn a_refused_mail_is_answered_by_a_letter() {
    let ruth = Player::new("referee");
    ruth.desk.done(&["new", "fredericksburg", "game"]);
    let mail = "From: Bob <bob@example.org>\r\nSubject: my turn\r\nMessage-ID: <1@example.org>\r\n\r\n\
                orders: FRE-01 turn 1 Confederate\r\n";
    ruth.write("bob.eml", mail);
    let receive = ["receive", "bob.eml", "--reply=replies", "--maildir", "post"];
    let (code, told) = ruth.said(&receive);
    assert_eq!(code, 1, "{told}");
    says(&told, "the reply: replies/");
    says(&told, "in post/new/");
    let only = |folder: &str| {
        let folder = ruth.desk.at(folder);
        let [name] = &names(&folder)[..] else { panic!("one letter in {}", folder.display()) };
        fs::read_to_string(folder.join(name)).expect("a letter")
    };
    // Without an address of one's own it is a draft.
    let letter = only("replies");
    let head =
        "X-Unsent: 1\r\nTo: bob@example.org\r\nSubject: Re: FRE-01: nothing is filed\r\nDate: ";
    assert!(letter.starts_with(head), "{letter}");
    assert!(letter.contains("\r\nIn-Reply-To: <1@example.org>\r\n"), "{letter}");
    assert!(letter.contains(".re.") && letter.contains("no `position:` line"), "{letter}");
    assert!(letter.lines().all(|line| line.len() <= 76 && !line.ends_with(' ')), "{letter}");
    assert_eq!(
        only("post/new").split_once("Date:").unwrap().0,
        letter.split_once("Date:").unwrap().0
    );
}

/// What is agreed on beside the course of play travels in letters too.
#[test]
fn a_ruling_is_proposed_and_agreed_by_letters() {
    let [bob, jane] = begun(&[]);
    let told = bob.told(&["rulings", "propose", "BG-friendzoc", "yes"]);
    says(&told, "letter to Union: outbox/0002-confederate.eml");
    bob.told(&["send", "--again", "--eml", "ruling.eml"]);
    let letter = fs::read_to_string(bob.desk.at("ruling.eml")).unwrap();
    lint(&letter);
    says(&letter, "Subject: FRE-01 turn 1 Confederate: a ruling");
    says(&letter, "Confederate writes the ruling BG-friendzoc yes");
    says(&letter, "Confederate proposes the ruling BG-friendzoc yes");
    jane.write("ruling.eml", &letter);
    says(&jane.told(&["receive", "ruling.eml"]), "record 2 filed");
    jane.told(&["rulings", "agree"]);
    bob.gets(&jane, "0003-union.eml");
    assert_eq!((bob.records(), jane.records()), (4, 4));
    // Play goes on as before.
    bob.orders("move:\n- Pelham: enter 1901\n");
    bob.told(&["send", "orders.yaml"]);
    jane.gets(&bob, "0004-confederate.eml");
}
