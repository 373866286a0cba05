//! The mail server: `lettre`, seen here alone, where it is built in.

use super::settings::Settings;
use crate::mail::Mailbox;

/// Whether mailing was built into this program.
pub fn is_built_in() -> Result<(), &'static str> {
    match cfg!(feature = "smtp") {
        true => Ok(()),
        false => Err(
            "this program was built without a mailer: build it with `--features smtp`, or leave \
             `--smtp` out and mail the letter in outbox/ yourself",
        ),
    }
}

/// Hands a mail to the server; it goes to all or to nobody.
#[cfg(feature = "smtp")]
pub fn send(settings: &Settings, to: &[Mailbox], mail: &str) -> Result<(), String> {
    use super::settings::{Password, Tls as Way};
    use lettre::address::Envelope;
    use lettre::transport::smtp::authentication::Credentials;
    use lettre::transport::smtp::client::{Tls, TlsParameters};
    use lettre::{Address, SmtpTransport, Transport};
    use std::time::Duration;

    /// Seconds that a server may take for one answer.
    const PATIENCE: u64 = 60;

    let server = settings.smtp.as_ref().ok_or("no server")?;
    let address = |mailbox: &Mailbox| {
        let address: Result<Address, _> = mailbox.address().parse();
        address.map_err(|why| format!("{}: {why}", mailbox.address()))
    };
    let people: Vec<Address> = to.iter().map(address).collect::<Result<_, _>>()?;
    let envelope = Envelope::new(Some(address(&settings.from)?), people);
    let envelope = envelope.map_err(|why| why.to_string())?;
    let parameters = || TlsParameters::new(server.host.clone()).map_err(|why| why.to_string());
    let tls = match server.tls {
        Way::Wrapped => Tls::Wrapper(parameters()?),
        Way::Starttls => Tls::Required(parameters()?),
        Way::None => Tls::None,
    };
    let mut transport = SmtpTransport::builder_dangerous(&server.host)
        .port(server.port)
        .tls(tls)
        .timeout(Some(Duration::from_secs(PATIENCE)));
    if let Some((user, password)) = &server.login {
        let password = match password {
            Password::Said(password) => password.clone(),
            Password::Command(command) => printed_by(command)?,
        };
        transport = transport.credentials(Credentials::new(user.clone(), password));
    }
    let place = format!("{} port {}", server.host, server.port);
    // The library ends the last line itself.
    let mail = mail.strip_suffix("\r\n").unwrap_or(mail);
    match transport.build().send_raw(&envelope, mail.as_bytes()) {
        Ok(_) => Ok(()),
        Err(why) if why.is_permanent() || why.is_transient() => {
            Err(format!("{place} refuses it: {}", whole(&why)))
        }
        Err(why) => Err(format!("{place}: {}", whole(&why))),
    }
}

/// The first line that a command prints.
#[cfg(feature = "smtp")]
fn printed_by(command: &str) -> Result<String, String> {
    use std::process::{Command, Stdio};
    let shell = if cfg!(windows) { ["cmd", "/C"] } else { ["sh", "-c"] };
    let mut run = Command::new(shell[0]);
    run.args([shell[1], command]).stdin(Stdio::null()).stderr(Stdio::inherit());
    let output = run.output().map_err(|e| format!("`password_command` cannot be run: {e}"))?;
    let printed = String::from_utf8_lossy(&output.stdout);
    match printed.lines().next().filter(|line| output.status.success() && !line.is_empty()) {
        Some(password) => Ok(password.to_owned()),
        None => Err("`password_command` printed no password".to_owned()),
    }
}

/// An error with what is behind it.
#[cfg(feature = "smtp")]
fn whole(error: &dyn std::error::Error) -> String {
    let mut told = error.to_string();
    let mut behind = error.source();
    while let Some(error) = behind {
        let more = error.to_string();
        if !told.contains(&more) {
            told.push_str(&format!(": {more}"));
        }
        behind = error.source();
    }
    told.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(not(feature = "smtp"))]
pub fn send(_settings: &Settings, _to: &[Mailbox], _mail: &str) -> Result<(), String> {
    is_built_in().map_err(str::to_owned)
}
