//! The post file: a person's own address, those of the others, and his mail server.
//!
//! It lies beside the secret file, is read strictly, and never comes near a campaign.

use crate::cli::shell::{Failure, Shell, cannot};
use crate::dice::Name;
use crate::document::fields::Fields;
use crate::document::{Diagnostic, Node, Span, read};
use crate::mail::Mailbox;
use crate::store::{SecretFile, Stored};
use std::fmt;
use std::path::Path;

/// What the post file says.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Whose letters they are.
    pub from: Mailbox,
    /// The address of each chair.
    pub to: Vec<(String, Mailbox)>,
    /// The server that takes letters.
    pub smtp: Option<Server>,
}

/// A mail server.
#[derive(Clone, Debug)]
#[cfg_attr(not(feature = "smtp"), allow(dead_code, reason = "only the mailer looks at it"))]
pub struct Server {
    /// Its name, or its number.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How the way to it is kept secret.
    pub tls: Tls,
    /// Who logs in, and with what; nobody where the server wants nobody.
    pub login: Option<(String, Password)>,
}

/// How the way to a server is kept secret.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tls {
    /// From the first byte on.
    Wrapped,
    /// After STARTTLS, which the server must offer.
    Starttls,
    /// Not at all: on this machine alone.
    None,
}

/// What somebody logs in with.
#[derive(Clone)]
#[cfg_attr(not(feature = "smtp"), allow(dead_code, reason = "only the mailer looks at it"))]
pub enum Password {
    /// It stands in the file.
    Said(String),
    /// A command prints it.
    Command(String),
}

/// Never shows it.
impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password")
    }
}

impl Settings {
    /// Reads the post file of a game with these chairs, if it is there.
    pub fn load(shell: &Shell, path: &Path, chairs: &[Name]) -> Result<Option<Settings>, Failure> {
        let text = SecretFile::new(path.to_owned()).read().map_err(cannot)?;
        let Some(text) = text else { return Ok(None) };
        own_eyes(path)?;
        let read = Settings::read(&text, chairs);
        let name = path.display().to_string();
        read.map(Some).map_err(|all| shell.refused(&Stored { name, text }, &all))
    }

    fn read(text: &str, chairs: &[Name]) -> Result<Settings, Vec<Diagnostic>> {
        let node = read::parse(text, read::Limits::RECORD)?;
        let mut complaints = Vec::new();
        let settings = of_node(&node, chairs, &mut complaints);
        match settings {
            Some(settings) if complaints.is_empty() => Ok(settings),
            _ => Err(complaints),
        }
    }
}

fn of_node(node: &Node, chairs: &[Name], complaints: &mut Vec<Diagnostic>) -> Option<Settings> {
    let mut file = Fields::of(node, "post file", complaints)?;
    let from = file.required("from").read::<Mailbox>();
    let mut to = Vec::new();
    let entries = file.required("to").entries();
    for (chair, address) in entries {
        if !chairs.iter().any(|known| known.as_str() == chair.text.as_str()) {
            let headline = format!("nobody is called `{}` in this game", chair.text);
            let help = format!(
                "write {}",
                chairs.iter().map(Name::as_str).collect::<Vec<_>>().join(" or ")
            );
            file.complain(Diagnostic::error(chair.span, headline).help(help));
        }
        match address.as_text().unwrap_or_default().parse::<Mailbox>() {
            Ok(mailbox) => to.push((chair.text.to_string(), mailbox)),
            Err(why) => {
                let headline = format!("the address of {} {why}", chair.text);
                file.complain(Diagnostic::error(address.span, headline));
            }
        }
    }
    let smtp = file.optional("smtp").node();
    let smtp = smtp.map(|node| server(node, file.complaints()));
    file.finish();
    let smtp = match smtp {
        Some(None) => return None,
        Some(server) => server,
        None => None,
    };
    Some(Settings { from: from?, to, smtp })
}

fn server(node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<Server> {
    let mut server = Fields::of(node, "mail server", complaints)?;
    let host = server.required("host").text().map(str::to_owned);
    let port = server.optional("port").number_up_to::<u16>(65_535);
    let words = [("wrapped", Tls::Wrapped), ("starttls", Tls::Starttls), ("none", Tls::None)];
    let tls = server.required("tls").word(&words);
    let user = server.optional("user").text().map(str::to_owned);
    let password = server.optional("password").text().map(|said| Password::Said(said.to_owned()));
    let command = server.optional("password_command").text();
    let command = command.map(|command| Password::Command(command.to_owned()));
    let refuse = |span: Span, headline: &str, help: &str| {
        Diagnostic::error(span, headline.to_owned()).help(help.to_owned())
    };
    if let (Some(host), Some(Tls::None)) = (&host, tls)
        && !is_here(host)
    {
        let help = "write `tls: wrapped` (port 465) or `tls: starttls` (port 587)";
        let headline = "without TLS everybody on the way can read letter and password";
        server.complain(refuse(node.span, headline, help));
    }
    let login = match (user, password, command) {
        (None, None, None) => None,
        (Some(user), Some(password), None) | (Some(user), None, Some(password)) => {
            Some((user, password))
        }
        _ => {
            let help = "write `user` with `password`, or with `password_command`, or none of them";
            server.complain(refuse(node.span, "half a login, or two", help));
            None
        }
    };
    server.finish();
    let tls = tls?;
    let usual = match tls {
        Tls::Wrapped => 465,
        Tls::Starttls => 587,
        Tls::None => 25,
    };
    Some(Server { host: host?, port: port.unwrap_or(usual), tls, login })
}

/// Whether a host is this machine.
fn is_here(host: &str) -> bool {
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|number| number.is_loopback())
}

/// Refuses a file that others may read.
#[cfg(unix)]
fn own_eyes(path: &Path) -> Result<(), Failure> {
    use std::os::unix::fs::PermissionsExt;
    let mode = std::fs::metadata(path).map_or(0, |about| about.permissions().mode());
    match mode & 0o077 {
        0 => Ok(()),
        _ => Err(Failure::could_not(format!(
            "others may read {0}, which holds addresses and perhaps a password: `chmod 600 {0}`",
            path.display()
        ))),
    }
}

#[cfg(not(unix))]
fn own_eyes(_path: &Path) -> Result<(), Failure> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(text: &str) -> Result<Settings, Vec<Diagnostic>> {
        Settings::read(
            text,
            &["confederate", "union", "referee"].map(|chair| chair.parse().unwrap()),
        )
    }

    fn headlines(text: &str) -> Vec<String> {
        let wrong = settings(text).err().unwrap_or_default();
        wrong.iter().map(|one| format!("{}: {}", one.span.line, one.headline)).collect()
    }

    #[test]
    fn a_post_file_is_read_strictly() {
        let sound = "from: Jane <j@x.org>\nto: {union: b@x.org}\nsmtp:\n  host: mail.x.org\n  \
                     tls: wrapped\n  user: jane\n  password: secret\n";
        let settings = settings(sound).unwrap();
        let server = settings.smtp.clone().unwrap();
        assert_eq!((server.port, server.tls), (465, Tls::Wrapped));
        assert!(!format!("{settings:?}").contains("secret"));
        let wrong = |from: &str, to: &str| headlines(&sound.replace(from, to));
        assert_eq!(
            wrong("j@x.org", "j.org"),
            ["1: `from` cannot be `Jane <j.org>`: needs `name@host`, or `A Name <name@host>`"]
        );
        assert_eq!(wrong("union", "onion"), ["2: nobody is called `onion` in this game"]);
        assert_eq!(
            wrong("b@x.org", "bob"),
            ["2: the address of union needs `name@host`, or `A Name <name@host>`"]
        );
        assert_eq!(
            wrong("tls: wrapped", "tls: none"),
            ["4: without TLS everybody on the way can read letter and password"]
        );
        assert_eq!(wrong("tls: wrapped", "tls: ssl"), ["5: `tls` cannot be `ssl`"]);
        assert_eq!(wrong("  user: jane\n", ""), ["4: half a login, or two"]);
        assert_eq!(wrong("host: mail", "hots: mail").len(), 2);
        assert_eq!(headlines("from: j@x.org\n"), ["1: `to` is missing from this post file"]);
        for here in ["localhost", "127.0.0.1", "\"::1\""] {
            let text = sound.replace("mail.x.org", here).replace("wrapped", "none");
            assert_eq!(headlines(&text), Vec::<String>::new(), "{here}");
        }
    }
}
