//! Mails as real programs write them, and what must come of each (`README.md`). `-- 019` runs case 19
//! alone; `UPDATE=1` writes the replies anew: read each of them as somebody who does not know the
//! program.

mod case;

use case::{Case, Mail, Wanted};
use libtest_mimic::{Arguments, Failed, Trial};
use provost::campaign::Campaign;
use provost::campaign::receive::{Ordered, Received, What};
use provost::document::{Diagnostic, Severity};
use provost::games::blue_gray::grammar::FORM;
use provost::mail::{Outcome, Why, extract};
use provost::store::Folder;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// After which record each position is reached.
const POSITIONS: [(&str, u32); 4] =
    [("reason-run-21", 0), ("purchase-teach-66", 2), ("license-any-34", 4), ("maid-spoon-01", 6)];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail");
    let update = std::env::var_os("UPDATE").is_some();
    let mut trials = Vec::new();
    for folder in case::folders(&root.join("cases")) {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let other = folder.clone();
        trials.push(Trial::test(name.clone(), move || {
            run(&folder, Ends::AsTheyAre, update).map_err(Failed::from)
        }));
        trials.push(Trial::test(format!("{name}, LF"), move || {
            run(&other, Ends::Lf, update).map_err(Failed::from)
        }));
    }
    trials.push(Trial::test("every reported fault is gone through", move || {
        every_number(&root).map_err(Failed::from)
    }));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail/cases");
    trials.push(Trial::test("parts that were cut off are missed", move || {
        cut_off(&root).map_err(Failed::from)
    }));
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Line ends of the mails that are handed over.
#[derive(Clone, Copy, PartialEq)]
enum Ends {
    AsTheyAre,
    /// As a Maildir holds them.
    Lf,
}

/// Each number is a case or a line of `not_applicable.md`.
fn every_number(root: &Path) -> Result<(), String> {
    let mut numbers: Vec<u32> = Vec::new();
    for folder in case::folders(&root.join("cases")) {
        numbers.push(Case::read(&folder)?.number);
    }
    numbers.retain(|number| *number <= 145);
    let text = fs::read_to_string(root.join("not_applicable.md")).map_err(|e| e.to_string())?;
    numbers.extend(
        text.lines()
            .filter_map(|line| line.strip_prefix("| ")?.split(' ').next()?.parse::<u32>().ok()),
    );
    numbers.sort_unstable();
    match numbers == (1..=145).collect::<Vec<u32>>() {
        true => Ok(()),
        false => Err(format!("missing or twice: {numbers:?}")),
    }
}

fn run(folder: &Path, ends: Ends, update: bool) -> Result<(), String> {
    let case = Case::read(folder)?;
    let place = tempfile::tempdir().map_err(|e| e.to_string())?;
    let campaign = arrived(&case.position, place.path())?;
    for (at, mail) in case.mails.iter().enumerate() {
        let bytes = match ends {
            Ends::AsTheyAre => mail.bytes.clone(),
            Ends::Lf => lf(&mail.bytes),
        };
        let run = || -> Result<(), String> {
            if mail.wanted == Wanted::Logged("already have it".to_owned()) {
                return has_it(&case, at, &bytes);
            }
            let begun = Instant::now();
            let mut received = campaign.look_through(&bytes).map_err(|e| e.to_string())?;
            let mut taken = begun.elapsed();
            if taken > Duration::from_secs(1) {
                // A machine that is busy with something else is no fault.
                let begun = Instant::now();
                received = campaign.look_through(&bytes).map_err(|e| e.to_string())?;
                taken = taken.min(begun.elapsed());
            }
            if mail.soon && taken > Duration::from_secs(1) {
                return Err(format!("it took {taken:?}"));
            }
            came(&campaign, mail, &received)?;
            replied(&campaign, mail, &received, &replies(folder, mail), update, ends)
        };
        run().map_err(|why| format!("{} of {}: {why}", mail.file, case.name))?;
    }
    Ok(())
}

/// A mail of several parts that did not come whole is never read as orders: half of a turn would be
/// as legal as all of it.
fn cut_off(root: &Path) -> Result<(), String> {
    let mut tried = 0;
    for folder in case::folders(root) {
        for mail in Case::read(&folder)?.mails {
            let text = String::from_utf8_lossy(&mail.bytes);
            let closed = text.trim_end().ends_with("--");
            let header = text.split("\r\n\r\n").next().unwrap_or_default().to_lowercase();
            if !header.contains("content-type: multipart/") || !closed || mail.bytes.len() > 20_000
            {
                continue;
            }
            let header = header.len();
            for cut in (header + 4..text.trim_end().len()).step_by(17) {
                let bytes = mail.bytes.get(..cut).unwrap_or_default();
                if let Outcome::Orders { .. } = provost::mail::find(bytes, &FORM).outcome {
                    return Err(format!("{} of {}, cut at {cut}", mail.file, folder.display()));
                }
            }
            tried += 1;
        }
    }
    match tried > 20 {
        true => Ok(()),
        false => Err(format!("only {tried} mails")),
    }
}

fn lf(bytes: &[u8]) -> Vec<u8> {
    let text: Vec<&[u8]> = bytes.split(|b| *b == b'\n').collect();
    let lines: Vec<&[u8]> =
        text.iter().map(|line| line.strip_suffix(b"\r").unwrap_or(line)).collect();
    lines.join(&b'\n')
}

/// The campaign of the example, as far as the position.
fn arrived(position: &str, to: &Path) -> Result<Campaign<Folder>, String> {
    let last = POSITIONS.iter().find(|(label, _)| *label == position);
    let (label, last) = last.ok_or_else(|| format!("no position {position}"))?;
    let from = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/fredericksburg/fre-01");
    for shelf in ["log", "packs"] {
        fs::create_dir_all(to.join(shelf)).map_err(|e| e.to_string())?;
        for entry in fs::read_dir(from.join(shelf)).expect("the example is there").flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let number = name.split('-').next().and_then(|n| n.parse::<u32>().ok());
            if entry.path().is_file() && (shelf == "packs" || number.is_some_and(|n| n <= *last)) {
                fs::copy(entry.path(), to.join(shelf).join(&name)).map_err(|e| e.to_string())?;
            }
        }
    }
    let folder = Folder::open(to).map_err(|e| e.to_string())?;
    let campaign = Campaign::open(folder).map_err(|e| e.to_string())?;
    assert_eq!(campaign.replay().label(), *label);
    Ok(campaign)
}

/// Whether a mail says nothing new once those before it have been taken in.
fn has_it(case: &Case, at: usize, bytes: &[u8]) -> Result<(), String> {
    let place = tempfile::tempdir().map_err(|e| e.to_string())?;
    let mut campaign = arrived(&case.position, place.path())?;
    for before in &case.mails[..at] {
        campaign.receive(&before.bytes).map_err(|e| e.to_string())?;
    }
    let letters = |place: &Path| -> Vec<(PathBuf, String)> {
        let entries = fs::read_dir(place.join("letters")).expect("letters").flatten();
        let mut all: Vec<_> = entries
            .map(|e| (e.path(), fs::read_to_string(e.path()).expect("text")))
            .filter(|(path, _)| !path.ends_with("mail.log"))
            .collect();
        all.sort();
        all
    };
    let old = letters(place.path());
    match campaign.receive(bytes).map_err(|e| e.to_string())?.what {
        What::Known(_) if letters(place.path()) == old => Ok(()),
        What::Known(_) => Err("something was kept".to_owned()),
        what => Err(format!("{what:?}")),
    }
}

/// Whether that came of a mail which must.
fn came(campaign: &Campaign<Folder>, mail: &Mail, received: &Received) -> Result<(), String> {
    match (&mail.wanted, &received.what) {
        (Wanted::Orders(wanted), What::Orders(found)) => ordered(campaign, mail, wanted, found),
        (Wanted::Record(digest), What::Records(taken)) => {
            let [taken] = taken.as_slice() else { return Err("several records".to_owned()) };
            same("part", &mail.part, &taken.name.place().to_owned())?;
            same("digest", digest, &taken.record.record.digest.to_string())
        }
        (Wanted::Refused(wanted, among), What::Refused(refusal)) => {
            let place = refusal.part.name.place();
            let mut errors: Vec<&Diagnostic> =
                refusal.complaints.iter().filter(|complaint| complaint.is_error()).collect();
            errors.sort_by_key(|complaint| complaint.span);
            let found: Vec<(String, &str)> = errors
                .iter()
                .map(|complaint| match complaint.span.line {
                    0 => (place.to_owned(), complaint.headline.as_str()),
                    line => (
                        format!("{place} {line}:{}", complaint.span.column),
                        complaint.headline.as_str(),
                    ),
                })
                .collect();
            let fits = |(at, says): &(String, String), (place, headline): &(String, &str)| {
                at == place && headline.contains(says.as_str())
            };
            let all = match among {
                true => wanted.iter().all(|one| found.iter().any(|found| fits(one, found))),
                false => {
                    wanted.len() == found.len()
                        && wanted.iter().zip(&found).all(|(one, found)| fits(one, found))
                }
            };
            if !all {
                return Err(format!("wanted {wanted:?}, found {found:?}"));
            }
            match mail.most_complaints {
                Some(most) if found.len() > most => Err(format!("{} complaints", found.len())),
                _ => Ok(()),
            }
        }
        (Wanted::Logged(wanted), What::Logged(why)) => {
            let found = match why {
                Why::Bounce(_) => "bounce",
                Why::AutoReply => "auto-reply",
                Why::Nothing => "nothing in it",
            };
            same("logged", wanted, &found.to_owned())
        }
        (wanted, found) => Err(format!("wanted {wanted:?}, found {found:?}")),
    }
}

fn ordered(
    campaign: &Campaign<Folder>,
    mail: &Mail,
    wanted: &str,
    found: &Ordered,
) -> Result<(), String> {
    let clean = campaign.check(wanted).map_err(|e| format!("the orders that are wanted: {e}"))?;
    let repairs = |notes: &[Diagnostic]| -> Vec<String> {
        let told = |note: &Diagnostic| {
            let what = note.headline.strip_prefix("repaired: ")?;
            Some(format!("{}:{} {what}", note.span.line, note.span.column))
        };
        notes.iter().filter_map(told).collect()
    };
    same("repairs of the orders that are wanted", &Vec::new(), &repairs(&clean.understood.notes))?;
    let (game, state) = (campaign.replay().game(), campaign.replay().shown());
    let carried = |proposal: &provost::campaign::Proposal| {
        game.carry(&state, proposal.side.as_str(), &proposal.understood.orders)
            .map_err(|e| format!("{e:?}"))
    };
    same("side", &clean.side, &found.proposal.side)?;
    same("orders", &carried(&clean)?, &carried(&found.proposal)?)?;
    same("part", &mail.part, &found.part.name.place().to_owned())?;
    same("repairs", &mail.repairs, &repairs(&found.proposal.understood.notes))?;
    let warned = found.warnings.iter().chain(&found.proposal.checked.complaints);
    let warned: Vec<String> =
        warned.filter(|w| w.severity == Severity::Warning).map(|w| w.headline.clone()).collect();
    same("warnings", &mail.warnings, &warned)?;
    let block = extract::extract(&found.part.text, &FORM).map_err(|e| format!("{e:?}"))?;
    same("before", &mail.before, &block.before)?;
    same("cut", &mail.cut, &block.cut.len())?;
    same("quoted", &mail.quoted, &block.quoted)?;
    same("passed over", &mail.passed_over, &found.others)
}

fn same<T: PartialEq + std::fmt::Debug>(what: &str, wanted: &T, found: &T) -> Result<(), String> {
    match wanted == found {
        true => Ok(()),
        false => Err(format!("{what}: wanted {wanted:#?}, found {found:#?}")),
    }
}

/// Where the reply to a mail is kept.
fn replies(folder: &Path, mail: &Mail) -> PathBuf {
    let name = mail.file.rsplit('/').next().unwrap_or_default();
    folder.join(format!("{}.reply.txt", name.trim_end_matches(".eml")))
}

/// Whether a refusal has the reply that it must have, and nothing else has one.
fn replied(
    campaign: &Campaign<Folder>,
    mail: &Mail,
    received: &Received,
    kept: &Path,
    update: bool,
    ends: Ends,
) -> Result<(), String> {
    let What::Refused(refusal) = &received.what else {
        return same("reply", &mail.reply, &Vec::new());
    };
    let reply = campaign.reply(&received.head, refusal).to_string();
    let plain = |text: &str| text.split_whitespace().collect::<Vec<&str>>().join(" ");
    let words = plain(&reply);
    for wanted in
        mail.reply.iter().map(|wanted| plain(wanted)).chain(["nothing is filed".to_owned()])
    {
        if !words.contains(&wanted) {
            return Err(format!("no `{wanted}` in\n{reply}"));
        }
    }
    if mail.reply.is_empty() {
        return Err("a refusal, and nobody says what its reply must hold".to_owned());
    }
    for line in reply.lines() {
        if !line.is_ascii() || line.len() > 76 || line.ends_with(' ') {
            return Err(format!("no line for a mail: {line:?}"));
        }
        if line.starts_with("From ") || line.starts_with(['>', '.']) || line == "--" {
            return Err(format!("a line that means something to mail programs: {line:?}"));
        }
    }
    // Quoted or not, our own letter holds no orders.
    if !extract::heads(&reply, &FORM).is_empty() {
        return Err(format!("a head line in\n{reply}"));
    }
    if update {
        let write = || fs::write(kept, reply).map_err(|e| e.to_string());
        return if ends == Ends::AsTheyAre { write() } else { Ok(()) };
    }
    let wanted = fs::read_to_string(kept).unwrap_or_default();
    match wanted == reply {
        true => Ok(()),
        false => Err(format!("expected:\n{wanted}\nfound:\n{reply}")),
    }
}
