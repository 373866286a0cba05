//! Pens: fresh salts, the clock, and `ssh-keygen` for signatures. Only here are they asked.

use crate::campaign::pen::Signer;
use crate::campaign::secrets::Secrets;
use crate::campaign::{Campaign, Pen};
use crate::dice::Name;
use crate::dice::signature::NAMESPACE;
use crate::document::digest::Digest;
use crate::store::Folder;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What the owner of a secret file writes with.
pub fn pen(secrets: &Secrets) -> Result<Pen, String> {
    let Some(chair) = secrets.chair().cloned() else {
        return Ok(Pen { now: now(), ..Pen::default() });
    };
    let signer = secrets.key().map(|key| {
        let key = key.to_owned();
        Signer::new(move |text| sign(&key, text))
    });
    let salts = [random()?, random()?];
    Ok(Pen { chair: Some(chair), now: now(), salts, signer, ..Pen::default() })
}

/// The time, in seconds since 1970.
pub fn now() -> i64 {
    chrono::Utc::now().timestamp()
}

/// To whom the chair of a secret file was handed over, if its owner is out: his file is marked, or the
/// log names another one than the holder of the file.
pub fn successor(campaign: &Campaign<Folder>, secrets: &Secrets) -> Option<String> {
    let marked = secrets.handed_over().map(str::to_owned);
    marked.or_else(|| {
        let handed = campaign.replay().handed_over(secrets.chair()?)?;
        let out = secrets.holder() != Some(handed.part.to.as_str());
        out.then(|| handed.part.to.clone())
    })
}

/// To whom the owner of a secret file has handed his chair over in a run that did not come to its end:
/// the record is filed, and the file is not marked.
pub fn unfinished(campaign: &Campaign<Folder>, secrets: &Secrets) -> Option<String> {
    let chair = secrets.chair()?;
    let handed = campaign.replay().handed_over(chair)?;
    let own = handed.by == *chair && secrets.handed_over().is_none();
    successor(campaign, secrets).filter(|_| own)
}

/// 32 bytes from the operating system.
pub fn random() -> Result<Digest, String> {
    let mut bytes = [0u8; 32];
    getrandom::fill(&mut bytes).map_err(|e| format!("no random numbers from the system: {e}"))?;
    let hex: String = bytes.iter().map(|b| format!("{b:02x}")).collect();
    hex.parse().map_err(|_| "no random numbers from the system".to_owned())
}

/// The name of the first chain of a chair.
pub fn first_chain(chair: &Name) -> Result<Name, String> {
    format!("{chair}-1").parse().map_err(|_| "the name of the chain".to_owned())
}

/// The path of a private key, wherever the next command is run.
pub fn path(key: Option<&Path>) -> Result<Option<String>, String> {
    let Some(key) = key else { return Ok(None) };
    let whole = key.canonicalize();
    let whole = whole.map_err(|e| format!("no key {}: {e}", key.display()))?;
    match whole.to_str() {
        Some(path) => Ok(Some(path.to_owned())),
        None => Err(format!("the path of {} is not UTF-8", key.display())),
    }
}

/// The base64 of the public key beside a private one.
pub fn public(key: &Path) -> Result<String, String> {
    let mut beside = key.as_os_str().to_owned();
    if key.extension().is_none_or(|extension| extension != "pub") {
        beside.push(".pub");
    }
    let shown = Path::new(&beside).display().to_string();
    let text = std::fs::read_to_string(&beside)
        .map_err(|e| format!("cannot read the public key {shown}: {e}"))?;
    let base64 = text.split_whitespace().nth(1).unwrap_or_default();
    let read: Result<crate::dice::signature::PublicKey, _> = base64.parse();
    match read {
        Ok(read) if read.is_known() => Ok(base64.to_owned()),
        Ok(read) => Err(format!(
            "{shown}: keys of the kind {} cannot be verified here; make one with \
             `ssh-keygen -t ed25519`",
            read.algorithm()
        )),
        Err(why) => Err(format!("{shown}: {why}")),
    }
}

/// What `ssh-keygen -Y sign` makes of a text: the base64 between the first and the last line.
fn sign(key: &str, text: &str) -> Result<String, String> {
    let failed = |e: std::io::Error| format!("ssh-keygen cannot be run: {e}");
    let mut child = Command::new("ssh-keygen")
        .args(["-Y", "sign", "-n", NAMESPACE, "-f", key])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    let input = child.stdin.take().ok_or("ssh-keygen takes no text")?;
    let written = { &input }.write_all(text.as_bytes());
    drop(input);
    let output = child.wait_with_output().map_err(failed)?;
    written.map_err(failed)?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("ssh-keygen says: {}", said.trim()));
    }
    let armoured = String::from_utf8_lossy(&output.stdout);
    let lines: Vec<&str> = armoured.lines().filter(|line| !line.starts_with("-----")).collect();
    match lines.is_empty() {
        true => Err("ssh-keygen has signed nothing".to_owned()),
        false => Ok(lines.join(" ")),
    }
}
