//! A real mail server and a real mail store, Debian's exim4 and dovecot, on loopback: what is mailed
//! with `--smtp` comes out of the Maildir and over IMAP as the same record.

use std::io::Write;

#[cfg(not(all(unix, feature = "smtp")))]
#[test]
fn letters_go_through_real_servers() {
    skipped("this is a build without `--features smtp`");
}

/// Says so past the harness, which keeps to itself what a test prints.
fn skipped(why: &str) {
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

#[cfg(all(unix, feature = "smtp"))]
mod real {
    use super::skipped;
    use crate::players::{Player, lint, names, says};
    use std::fs;
    use std::io::{Read, Write};
    use std::net::{TcpListener, TcpStream};
    use std::path::{Path, PathBuf};
    use std::process::{Child, Command, Stdio};
    use std::time::{Duration, Instant};

    /// How long anything may take before the test gives up.
    const PATIENCE: Duration = Duration::from_secs(30);

    /// A server that is stopped with the test.
    struct Server(Child);

    impl Drop for Server {
        fn drop(&mut self) {
            // Politely, so that it takes its children along.
            let _ = Command::new("kill").arg(self.0.id().to_string()).status();
            let begun = Instant::now();
            while begun.elapsed() < Duration::from_secs(5) {
                if matches!(self.0.try_wait(), Ok(Some(_)) | Err(_)) {
                    return;
                }
                std::thread::sleep(Duration::from_millis(50));
            }
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }

    fn program(name: &str) -> Option<PathBuf> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
        folders.extend(["/usr/sbin", "/usr/local/sbin"].map(PathBuf::from));
        folders.iter().map(|folder| folder.join(name)).find(|path| path.is_file())
    }

    fn run(program: &str, arguments: &[&str]) -> String {
        let output = Command::new(program).args(arguments).output().expect("it runs");
        assert!(output.status.success(), "{program} {arguments:?}: {output:?}");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    fn free_port() -> u16 {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        listener.local_addr().expect("its number").port()
    }

    fn started(program: &Path, arguments: &[&str], port: u16, log: &Path) -> Server {
        let out = fs::File::create(log).expect("a log");
        let child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(out.try_clone().expect("the log"))
            .stderr(out)
            .spawn();
        let mut server = Server(child.expect("it starts"));
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            let ended = server.0.try_wait().expect("its state");
            let told = fs::read_to_string(log).unwrap_or_default();
            assert!(ended.is_none(), "{} ended: {ended:?} {told}", program.display());
            assert!(begun.elapsed() < PATIENCE, "{} does not answer: {told}", program.display());
            std::thread::sleep(Duration::from_millis(50));
        }
        server
    }

    /// The post office: who has a mailbox, and where.
    struct Office {
        home: tempfile::TempDir,
        smtp: u16,
        imap: u16,
        _servers: [Server; 2],
    }

    const PEOPLE: [&str; 2] = ["bob", "jane"];

    impl Office {
        fn opened(exim: &Path, dovecot: &Path) -> Office {
            use std::os::unix::fs::PermissionsExt;
            let home = tempfile::tempdir().expect("a folder");
            let root = home.path().to_str().expect("a path").to_owned();
            for folder in ["spool", "mail"] {
                fs::create_dir(home.path().join(folder)).expect("a folder");
            }
            fs::set_permissions(&root, fs::Permissions::from_mode(0o755)).expect("it is ours");
            let owned = [format!("{root}/spool"), format!("{root}/mail")];
            run("chown", &["Debian-exim:Debian-exim", &owned[0], &owned[1]]);
            let (smtp, imap) = (free_port(), free_port());
            let config = home.path().join("exim.conf");
            fs::write(&config, exim_config(&root, smtp)).expect("a file");
            let of = |path: &Path| path.to_str().expect("a path").to_owned();
            let log = home.path().join("exim.out");
            let exim = started(exim, &["-C", &of(&config), "-bdf"], smtp, &log);
            let config = home.path().join("dovecot.conf");
            fs::write(&config, dovecot_config(&root, imap)).expect("a file");
            let log = home.path().join("dovecot.out");
            let dovecot = started(dovecot, &["-F", "-c", &of(&config)], imap, &log);
            Office { home, smtp, imap, _servers: [exim, dovecot] }
        }

        fn maildir(&self, who: &str) -> PathBuf {
            self.home.path().join("mail").join(who).join("Maildir")
        }

        /// Waits until somebody has so many mails, and gives their files, the oldest first.
        fn mails(&self, who: &str, number: usize) -> Vec<PathBuf> {
            let begun = Instant::now();
            loop {
                let shelves = ["cur", "new"].map(|shelf| self.maildir(who).join(shelf));
                let files = shelves.iter().flat_map(|shelf| {
                    names(shelf).into_iter().map(|name| (name.clone(), shelf.join(name)))
                });
                let mut files: Vec<(String, PathBuf)> = files.collect();
                files.sort();
                if files.len() >= number {
                    return files.into_iter().map(|(_, path)| path).collect();
                }
                let log = self.home.path().join("spool/mainlog");
                let log = fs::read_to_string(log).unwrap_or_default();
                assert!(begun.elapsed() < PATIENCE, "{who} has {} mails\n{log}", files.len());
                std::thread::sleep(Duration::from_millis(50));
            }
        }

        /// The post file of somebody who writes to the other.
        fn post_file(&self, from: &str, to: &str) -> String {
            format!(
                "from: {from}@example.org\nto: {to}\nsmtp:\n  host: 127.0.0.1\n  port: {}\n  \
                 tls: none\n  user: {from}\n  password_command: printf sesame\n",
                self.smtp
            )
        }
    }

    /// Takes letters from whoever logs in, for the two who live here.
    fn exim_config(root: &str, port: u16) -> String {
        let mut config = format!(
            "primary_hostname = localhost\nspool_directory = {root}/spool\n\
             log_file_path = {root}/spool/%slog\npid_file_path = {root}/exim.pid\n\
             daemon_smtp_ports = {port}\nlocal_interfaces = 127.0.0.1\n\
             deliver_drop_privilege = true\ntls_advertise_hosts =\nkeep_environment =\n\
             acl_smtp_rcpt = rcpt\n\nbegin acl\nrcpt:\n  accept\n    authenticated = *\n    \
             domains = example.org\n    local_parts = bob : jane\n  deny\n    \
             message = nobody of that name lives here\n\nbegin authenticators\nplain:\n  \
             driver = plaintext\n  public_name = PLAIN\n  server_condition = \
             ${{if eq{{$auth3}}{{sesame}}}}\n  server_set_id = $auth2\n\nbegin routers\n"
        );
        for who in PEOPLE {
            config.push_str(&format!(
                "{who}:\n  driver = accept\n  local_parts = {who}\n  transport = {who}\n"
            ));
        }
        config.push_str("\nbegin transports\n");
        for who in PEOPLE {
            config.push_str(&format!(
                "{who}:\n  driver = appendfile\n  directory = {root}/mail/{who}/Maildir\n  \
                 maildir_format\n  create_directory\n  return_path_add\n  delivery_date_add\n"
            ));
        }
        config
    }

    /// Shows the same mailboxes over IMAP.
    fn dovecot_config(root: &str, port: u16) -> String {
        format!(
            "base_dir = {root}/run\nstate_dir = {root}/state\nlog_path = {root}/dovecot.log\n\
             protocols = imap\nlisten = 127.0.0.1\nssl = no\ndisable_plaintext_auth = no\n\
             first_valid_uid = 1\nmail_location = maildir:{root}/mail/%n/Maildir\n\
             passdb {{\n  driver = static\n  args = password=sesame\n}}\n\
             userdb {{\n  driver = static\n  \
             args = uid=Debian-exim gid=Debian-exim home={root}/mail/%n\n}}\n\
             service imap-login {{\n  inet_listener imap {{\n    port = {port}\n  }}\n  \
             inet_listener imaps {{\n    port = 0\n  }}\n}}\n"
        )
    }

    /// The last mail of somebody's inbox over IMAP, byte for byte.
    fn over_imap(port: u16, who: &str) -> Vec<u8> {
        let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        let mut answers = Vec::new();
        let mut until = |stream: &mut TcpStream, tag: &str| -> Vec<u8> {
            answers.clear();
            let mut bytes = [0; 4096];
            loop {
                let read = stream.read(&mut bytes).expect("an answer");
                assert!(read > 0, "IMAP has hung up: {}", String::from_utf8_lossy(&answers));
                answers.extend_from_slice(&bytes[..read]);
                let text = String::from_utf8_lossy(&answers);
                let ended = text.lines().any(|line| line.starts_with(&format!("{tag} ")));
                if ended && text.ends_with("\r\n") {
                    assert!(text.contains(&format!("{tag} OK")), "{text}");
                    return answers.clone();
                }
            }
        };
        until(&mut stream, "*");
        for (tag, command) in
            [("a", format!("LOGIN {who} sesame")), ("b", "EXAMINE INBOX".to_owned())]
        {
            write!(stream, "{tag} {command}\r\n").expect("it reads");
            until(&mut stream, tag);
        }
        write!(stream, "c FETCH * (BODY.PEEK[])\r\n").expect("it reads");
        let answer = until(&mut stream, "c");
        let open = answer.iter().position(|b| *b == b'{').expect("a literal");
        let close = answer.iter().position(|b| *b == b'}').expect("its length");
        let length = std::str::from_utf8(&answer[open + 1..close]).expect("digits");
        let length: usize = length.parse().expect("a number");
        answer[close + 3..close + 3 + length].to_vec()
    }

    #[test]
    fn letters_go_through_real_servers() {
        let (Some(exim), Some(dovecot)) = (program("exim4"), program("dovecot")) else {
            return skipped(
                "no exim4 or no dovecot here (Debian: exim4-daemon-light dovecot-imapd)",
            );
        };
        if run("id", &["-u"]) != "0" {
            return skipped("exim4 and dovecot are started by root alone");
        }
        let office = Office::opened(&exim, &dovecot);
        let [bob, jane] = ["confederate", "union"].map(Player::new);
        let game = "fre-01-2026-0e5a3b1e";
        let address = |player: &Player, text: &str| {
            use std::os::unix::fs::PermissionsExt;
            fs::create_dir_all(player.desk.at("secrets")).expect("a folder");
            let file = player.desk.at(&format!("secrets/{game}.post.yaml"));
            fs::write(&file, text).expect("a file");
            fs::set_permissions(file, fs::Permissions::from_mode(0o600)).expect("it is ours");
        };
        address(&bob, &office.post_file("bob", "{union: Jane <jane@example.org>}"));
        address(&jane, &office.post_file("jane", "{confederate: Bob <bob@example.org>}"));

        // The offer: over IMAP.
        let new = ["new", "fredericksburg", "game", "--game", game, "--mode", "duel"];
        let told = bob.desk.done(&[&new[..], &["--as", "confederate", "--smtp"]].concat());
        says(&told, "letter to Union: outbox/0000-offer.eml mailed to jane@example.org");
        office.mails("jane", 1);
        let offer = over_imap(office.imap, "jane");
        jane.write("offer.eml", &offer);
        let told = jane.desk.done(&["accept", "offer.eml", "--to", "game", "--smtp"]);
        says(&told, "mailed to bob@example.org");
        // The acceptance: out of the Maildir.
        office.mails("bob", 1);
        let told = bob.told(&["receive", office.maildir("bob").to_str().expect("a path")]);
        says(&told, "record 1 filed");

        // A server that takes it for nobody: filed, kept, and mailed when the address is mended.
        address(&bob, &office.post_file("bob", "{union: joan@example.org}"));
        bob.orders("move:\n- Pelham: enter 1901\nnote: From here, Ren\u{e9}\n");
        let (code, told) = bob.said(&["send", "orders.yaml", "--smtp"]);
        assert_eq!(code, 2, "{told}");
        says(&told, "record 2 is filed");
        says(&told, "refuses it");
        says(&told, "nobody of that name lives here");
        address(&bob, &office.post_file("bob", "{union: jane@example.org}"));
        let told = bob.told(&["send", "--again"]);
        says(&told, "letter to Union: outbox/0002-confederate.eml mailed to jane@example.org");
        office.mails("jane", 2);
        let mail = over_imap(office.imap, "jane");
        let mail = String::from_utf8(mail).expect("ASCII");
        // What the server has put on top is not ours; all the rest is as it was written.
        let draft = bob.file("outbox/0002-confederate.eml");
        let (_, ours) = draft.split_once("Subject: ").expect("a subject");
        assert!(mail.ends_with(&format!("\r\nSubject: {ours}")), "{mail}");
        lint(&draft);
        jane.write("lock.eml", &mail);
        says(&jane.told(&["receive", "lock.eml"]), "record 2 filed");
        assert_eq!(
            bob.file("log/0002-confederate.yaml"),
            jane.file("log/0002-confederate.yaml"),
            "the same record, byte for byte"
        );

        // Once more, and said so; the other has it already.
        let told = bob.told(&["send", "--again", "--smtp"]);
        says(&told, "mailed to jane@example.org again, as before at 20");
        office.mails("jane", 3);
        let told = jane.told(&["receive", office.maildir("jane").to_str().expect("a path")]);
        says(&told, "already have it (record 2)");
        assert_eq!((bob.records(), jane.records()), (3, 3));

        // Without TLS, where it is wanted, nothing leaves, and no password either.
        let post = office.post_file("bob", "{union: jane@example.org}");
        address(&bob, &post.replace("tls: none", "tls: starttls"));
        let (code, told) = bob.said(&["send", "--again", "--smtp"]);
        assert_eq!(code, 2, "{told}");
        says(&told, "not handed over: 127.0.0.1 port");
        assert_eq!(office.mails("jane", 3).len(), 3);

        // A password that is wrong.
        let wrong = office.post_file("jane", "{confederate: bob@example.org}");
        address(&jane, &wrong.replace("printf sesame", "printf porridge"));
        jane.orders("");
        let (code, told) = jane.said(&["send", "orders.yaml", "--smtp"]);
        assert_eq!((code, jane.records()), (2, 4), "{told}");
        assert!(!told.contains("porridge"), "{told}");
        let audit = jane.desk.done(&["audit", "game"]);
        says(&audit, "0 mismatches");
    }
}
