use super::dice_stats::Stats;
use super::shell::{Answer, Exit, Failure, Shell, cannot};
use crate::campaign::secrets::{Escrow, Secrets};
use crate::campaign::{Record, Trouble};
use crate::dice::{self, Dice as Spec, Key, Label, Name, Parts};
use crate::document::digest::{Digest, Purpose};
use crate::store::{Eyes, Store, write_whole};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Dice: recomputed from a key, or every hash input of a campaign for checking by hand.
///
/// With `--inputs`, every line can be checked with public tools:
/// `printf '%s' 'TEXT' | sha256sum`, and for keys and dice
/// `printf '%s' 'TEXT' | openssl dgst -sha256 -mac HMAC -macopt hexkey:KEY`.
///
/// To sign record 0: `provost dice --signing 0 | ssh-keygen -Y sign -n provost-dice -f KEY`; what
/// stands between the first and the last line goes under `check` in the record's file, as
/// `signature`.
#[derive(clap::Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    override_usage = "provost dice [OPTIONS] | provost dice stats [DIR]"
)]
pub struct Dice {
    #[command(subcommand)]
    what: Option<What>,
    /// Print every hash input of the campaign's closed segments
    #[arg(long)]
    inputs: bool,
    /// Print what a signature of this record signs, for `ssh-keygen -Y sign -n provost-dice`
    #[arg(long, value_name = "RECORD", conflicts_with_all = ["inputs", "key"])]
    signing: Option<u32>,
    /// Keep the round of the beacon that the open lock awaits: what a server says, in a file or `-`
    #[arg(long, value_name = "FILE", conflicts_with_all = ["inputs", "key", "signing"])]
    beacon: Option<PathBuf>,
    /// Write your chain for a third person to keep, who opens it if you fall silent or hand over
    #[arg(long, value_name = "FILE", conflicts_with_all = ["inputs", "key", "signing", "beacon"])]
    escrow: Option<PathBuf>,
    /// Check a chain in escrow against the anchor in the log; with `--take`, take the chair over
    #[arg(long, value_name = "FILE", conflicts_with_all = ["inputs", "key", "signing", "beacon"])]
    escrowed: Option<PathBuf>,
    /// Take over the chair whose chain was in escrow
    #[arg(long, requires = "escrowed")]
    take: bool,
    /// Only this segment
    #[arg(long)]
    segment: Option<u32>,
    /// Roll under this key of a segment (64 hex digits)
    #[arg(long, value_name = "HEX", requires = "label")]
    key: Option<String>,
    /// The label of the roll: 1722.crt.1
    #[arg(long)]
    label: Option<String>,
    /// What is rolled
    #[arg(long, default_value = "1d6")]
    dice: String,
}

#[derive(clap::Subcommand, Debug)]
enum What {
    Stats(Stats),
}

impl Dice {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        if let Some(What::Stats(stats)) = &self.what {
            return stats.run(shell);
        }
        if let Some(key) = &self.key {
            return self.roll(key);
        }
        if let Some(seq) = self.signing {
            return signing(shell, seq);
        }
        if let Some(path) = &self.beacon {
            return beacon(shell, path);
        }
        if let Some(path) = &self.escrow {
            return escrow(shell, path);
        }
        if let Some(path) = &self.escrowed {
            return escrowed(shell, path, self.take);
        }
        if !self.inputs {
            return self.list(shell);
        }
        let campaign = shell.open()?;
        let mut text = String::new();
        let mut lines = Vec::new();
        let mut records: Vec<Record> = Vec::new();
        for file in campaign.store().log().map_err(cannot)? {
            records.push(Record::read(&file.text).map_err(|all| shell.refused(&file, &all))?);
        }
        let anchors: BTreeMap<Name, Name> = records
            .iter()
            .filter_map(|r| r.anchor.as_ref().map(|a| (r.from.clone(), a.chain.clone())))
            .collect();
        for (at, close) in records.iter().enumerate() {
            let (Some(closed), Some(report)) = (&close.close, &close.report) else { continue };
            if self.segment.is_some_and(|segment| segment != report.segment) {
                continue;
            }
            let lock = records[..at].iter().rev().find(|r| r.digest == closed.lock);
            let Some(lock) = lock else { continue };
            let chain = anchors.get(&close.from);
            let hashed = lock.file().get("record").unwrap_or(lock.file());
            let mut say = |what: &str, input: String, output: String| {
                // Quoted for a shell: the text stands as it is between '…'.
                let quoted = input.replace('\'', "'\\''");
                text.push_str(&format!("{what}\n  '{quoted}'\n  = {output}\n"));
                lines.push(json!({ "what": what, "input": input, "output": output }));
            };
            let input = Purpose::Record.input(hashed).unwrap_or_default();
            say(
                &format!("segment {}: digest of record {}", report.segment, lock.seq),
                input,
                lock.digest.to_string(),
            );
            if let (Some(mut link), Some(chain)) = (closed.referee.or(closed.duel), chain) {
                for index in (1..=report.segment).rev() {
                    let input = dice::chain::step_input(&close.game, chain, index, &link);
                    link = dice::chain::step(&close.game, chain, index, &link);
                    let what = match index {
                        1 => "  its link, hashed down to the anchor".to_owned(),
                        _ => format!("  its link, step {index}"),
                    };
                    say(&what, input, link.to_string());
                }
            }
            let parts = Parts {
                referee: closed.referee,
                duel: closed.duel,
                beacon: closed.beacon.as_ref().map(|(_, signature)| dice::beacon::value(signature)),
            };
            let key = dice::lock::segment_key(&lock.digest, &close.game, report.segment, &parts);
            let input = dice::lock::segment_input(&close.game, report.segment, &parts);
            say(
                &format!("  key of the segment: HMAC under hexkey {}", lock.digest),
                input,
                key.to_string(),
            );
            for roll in &report.rolls {
                let input = dice::roll::block_input(&roll.label, 0);
                let block = dice::roll::block(&key, &roll.label, 0);
                let hex: String = block.iter().map(|b| format!("{b:02x}")).collect();
                let faces = dice::roll(&key, &roll.label, roll.dice);
                let words: Vec<String> = faces.words.iter().map(u32::to_string).collect();
                let what = format!("  die {}: HMAC under hexkey {key}", roll.label);
                let output = format!(
                    "{hex}\n  first bytes {}, shows {faces} ({})",
                    words.join(" "),
                    roll.dice
                );
                say(&what, input, output);
            }
        }
        if lines.is_empty() {
            text.push_str("no segment is closed\n");
        }
        Ok(Answer::done(text, json!(lines)).verbatim())
    }

    fn roll(&self, key: &str) -> Result<Answer, Failure> {
        let key: Digest =
            key.parse().map_err(|_| Failure::could_not("--key wants 64 lower-case hex digits"))?;
        let label: Label = self.label.as_deref().unwrap_or_default().parse().map_err(|_| {
            Failure::could_not("--label wants lower-case letters, digits, `.`, `_` and `-`")
        })?;
        let spec: Spec =
            self.dice.parse().map_err(|_| Failure::could_not("--dice wants `1d6` or `3d10`"))?;
        let faces = dice::roll(&Key::new(key), &label, spec);
        let text = format!("{label} {spec}: {faces}\n");
        Ok(Answer::done(
            text,
            json!({ "label": label.to_string(), "dice": spec.to_string(), "faces": faces.faces }),
        ))
    }

    /// The dice of the campaign, in order.
    fn list(&self, shell: &Shell) -> Result<Answer, Failure> {
        let campaign = shell.open()?;
        let mut text = String::new();
        let mut lines = Vec::new();
        for file in campaign.store().log().map_err(cannot)? {
            let record = Record::read(&file.text).map_err(|all| shell.refused(&file, &all))?;
            let Some(report) = &record.report else { continue };
            for roll in &report.rolls {
                text.push_str(&format!(
                    "segment {:>3}  {:<16} {} {}\n",
                    report.segment,
                    roll.label.as_str(),
                    roll.dice,
                    roll.faces
                ));
                lines.push(json!({ "segment": report.segment, "label": roll.label.as_str(), "dice": roll.dice.to_string(), "faces": roll.faces }));
            }
        }
        if lines.is_empty() {
            text.push_str("no die has been rolled\n");
        }
        Ok(Answer::done(text, json!(lines)))
    }
}

/// Keeps a round of the beacon.
fn beacon(shell: &Shell, path: &Path) -> Result<Answer, Failure> {
    let mut campaign = shell.open_to_write()?;
    let file = shell.read(path)?;
    let pasted = campaign.paste_round(&file.text);
    let (round, verified) = pasted.map_err(|trouble| shell.trouble(trouble, Some(&file)))?;
    let told = match &verified {
        Ok(()) => "its signature is verified".to_owned(),
        Err(why) => why.clone(),
    };
    let text = format!("round {round} is kept; {told}\n");
    Ok(Answer::done(text, json!({ "round": round, "verified": verified.is_ok() })))
}

/// Writes the reader's chain for a third person.
fn escrow(shell: &Shell, path: &Path) -> Result<Answer, Failure> {
    let campaign = shell.open()?;
    let id = campaign.replay().id();
    let secrets = Secrets::load(&shell.secret_file(id)?, id);
    let secrets = secrets.map_err(|why| shell.trouble(Trouble::from(why), None))?;
    let Some(escrow) = secrets.escrow() else {
        return Err(Failure::none("you have no chain in this game"));
    };
    if campaign.replay().anchor_under(&escrow.chain).is_none() {
        return Err(Failure::none(format!(
            "{} is not declared yet: your next record declares it, and then it can be compared with the \
             log",
            escrow.chain
        )));
    }
    if path.exists() {
        return Err(Failure::could_not(format!("{} is there already", path.display())));
    }
    write_whole(path, &escrow.file(), Eyes::Owner).map_err(cannot)?;
    let text = format!(
        "{}: the seed of {}, for a third person alone: whoever has it knows all dice of {}\n",
        path.display(),
        escrow.chain,
        escrow.chair
    );
    let data = json!({ "file": path.display().to_string(), "chain": escrow.chain.as_str() });
    Ok(Answer::done(text, data))
}

/// Compares a chain in escrow with the log, and takes the chair over if that is wanted.
fn escrowed(shell: &Shell, path: &Path, take: bool) -> Result<Answer, Failure> {
    let campaign = shell.open()?;
    let file = shell.read(path)?;
    let escrow = Escrow::read(&file.text).map_err(|all| shell.refused(&file, &all))?;
    let replay = campaign.replay();
    let declared = replay.anchor_of(&escrow.chair);
    let right = escrow.game == *replay.id()
        && replay.chain_of(&escrow.chair) == Some(&escrow.chain)
        && declared.is_some()
        && declared == escrow.anchor();
    if !right {
        return Err(Failure {
            exit: Exit::False,
            ..Failure::none(format!(
                "this is not the chain that {} has declared in this game",
                escrow.chair
            ))
        });
    }
    let mut text =
        format!("{}: it ends in the anchor that {} declared\n", escrow.chain, escrow.chair);
    if take {
        let secrets = shell.secret_file(replay.id())?;
        let holder = replay.handed_over(&escrow.chair).map(|handed| handed.part.to.as_str());
        let created = escrow.secrets().held_by(holder).create(&secrets);
        created.map_err(|why| shell.trouble(Trouble::from(why), None))?;
        // What the log shows is entered at once, so that no segment is rolled a second time.
        let campaign = shell.open()?;
        let learnt = campaign.learn_from_log(&secrets);
        learnt.map_err(|trouble| shell.trouble(trouble, None))?;
        text.push_str(&format!("you sit for {} now: {}\n", escrow.chair, secrets.path().display()));
    }
    let data =
        json!({ "chain": escrow.chain.as_str(), "chair": escrow.chair.as_str(), "taken": take });
    Ok(Answer::done(text, data))
}

/// The message that a signature of a record signs, without a line feed.
fn signing(shell: &Shell, seq: u32) -> Result<Answer, Failure> {
    let campaign = shell.open()?;
    let log = campaign.store().log().map_err(cannot)?;
    let file = usize::try_from(seq).ok().and_then(|at| log.get(at));
    let file = file.ok_or_else(|| Failure::could_not(format!("there is no record {seq}")))?;
    let record = Record::read(&file.text).map_err(|all| shell.refused(file, &all))?;
    let text = dice::lock::signed_text(&record.game, record.seq, &record.from, &record.digest);
    let data = json!({ "record": seq, "text": text });
    Ok(Answer::done(text, data).verbatim())
}
