use super::post::{Again, Posted, Posting, Ways, post};
use super::shell::{Answer, Exit, Failure, Handed, Shell, cannot};
use super::signing;
use crate::campaign::receive::{Ordered, Received, What, number_of_record};
use crate::campaign::told::capital;
use crate::campaign::{Campaign, Trouble};
use crate::document::Diagnostic;
use crate::mail::{Reply, Why, limits, told};
use crate::store::{Eyes, Folder, Stored, write_whole};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Takes in mail: orders wait for `resolve`, records are filed, the rest is refused or logged.
///
/// Reads mails as they come (.eml, mbox, Maildir) and pasted text, and tells the orders as they were
/// understood. Whatever can be understood in two ways is refused, with a reply that is ready to
/// send; bounces and machines are only logged. The side is the one that the head line names: `From:`
/// is nobody's identity. Nothing is rolled without `--resolve`. Replies, and the letter of what was
/// resolved, leave by the ways that you name; a server mails replies to people of your post file alone.
#[derive(clap::Args, Debug)]
pub struct Receive {
    /// Mails: files, folders, or `-` for standard input [default: standard input]
    #[arg(value_name = "MAIL")]
    mails: Vec<PathBuf>,
    /// Writes the replies to refused mails into a folder, or prints the one that there is
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    reply: Option<PathBuf>,
    /// Resolves at once what is legal
    #[arg(long)]
    resolve: bool,
    #[command(flatten)]
    posting: Posting,
}

impl Receive {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let mut campaign = shell.open_to_write()?;
        let ways = self.posting.ready(shell, &mut campaign)?;
        let mut mails = Vec::new();
        let standard_input = [PathBuf::from("-")];
        let paths = if self.mails.is_empty() { &standard_input[..] } else { &self.mails };
        for path in paths {
            mails.extend(shell.read_mails(path)?);
        }
        let print = self.reply.as_deref() == Some(Path::new("-"));
        if print && mails.len() > 1 {
            return Err(Failure::could_not(format!(
                "{} mails: name a folder for their replies, `--reply=DIR`",
                mails.len()
            )));
        }
        if let Some(folder) = self.reply.as_ref().filter(|_| !print) {
            // Before anything is kept.
            let failed = |e| Failure::could_not(format!("cannot write {}: {e}", folder.display()));
            std::fs::create_dir_all(folder).map_err(failed)?;
        }
        let unread = mails.get(limits::MAILS).map(|mail| mail.name.clone());
        mails.truncate(limits::MAILS);
        let mails = in_order_of_records(shell, mails);
        let mut page = Page::default();
        for (at, mail) in mails.iter().enumerate() {
            let bytes = match shell.mail(mail) {
                Ok(bytes) => bytes,
                // Gone since the folder was listed: the others are read all the same.
                Err(failure) => {
                    page.unreadable(mail, &failure);
                    continue;
                }
            };
            let received = campaign.receive(&bytes);
            let received = received.map_err(|trouble| shell.trouble(trouble, None))?;
            if at > 0 {
                page.text.push('\n');
            }
            let number = format!("mail {} of {}", at + 1, mails.len());
            page.text.push_str(&title(&number, mail, &received));
            page.told(shell, &campaign, mail, &received);
            let (What::Refused(_), Some(reply)) = (&received.what, page.replies.last()) else {
                continue;
            };
            let draft = campaign.reply_letter(&received, reply, signing::now());
            let to = reply.to.as_deref();
            if let Some(folder) = self.reply.as_ref().filter(|_| !print) {
                let name = write_reply(folder, &received, &ways.reply(&draft, to))?;
                page.text.push_str(&format!("the reply: {name}\n"));
            } else if !self.posting.is_wanted() {
                page.text.push_str("for a reply that is ready to send, add `--reply`\n");
            }
            if self.posting.is_wanted() {
                let posted = ways.deliver_reply(&draft, to);
                page.posted("the reply:\n", &posted);
            }
        }
        if let Some(name) = unread {
            let most = limits::MAILS;
            page.text.push_str(&format!("\nmore than {most} mails: not read from `{name}` on\n"));
            page.worst(Exit::Refused);
        }
        if mails.is_empty() {
            page.text.push_str("no mail\n");
        }
        let mut data = json!({ "mails": page.mails });
        if self.resolve {
            page.resolved(shell, &mut campaign, &ways, &mut data)?;
        }
        let text = match page.replies.first() {
            Some(reply) if print => reply.to_string(),
            None if print => format!("{}\nno reply is due\n", page.text),
            _ => page.text,
        };
        Ok(Answer::done(text, data).exit(page.exit.unwrap_or(Exit::Done)))
    }
}

/// Puts mails that carry records into the order of these, whatever order they were named in; one that
/// carries none stays behind the mail before it.
fn in_order_of_records(shell: &Shell, mails: Vec<Handed>) -> Vec<Handed> {
    if mails.len() < 2 {
        return mails;
    }
    let mut before = 0;
    let mut keyed: Vec<(u32, Handed)> = Vec::new();
    for mail in mails {
        let number = shell.mail(&mail).ok().and_then(|bytes| number_of_record(&bytes));
        before = number.unwrap_or(before);
        keyed.push((before, mail));
    }
    keyed.sort_by_key(|(number, _)| *number);
    keyed.into_iter().map(|(_, mail)| mail).collect()
}

fn write_reply(folder: &Path, received: &Received, reply: &str) -> Result<String, Failure> {
    let digest = received.digest.to_string();
    let path = folder.join(format!("{}.eml", digest.get(..16).unwrap_or_default()));
    write_whole(&path, reply, Eyes::All).map_err(cannot)?;
    Ok(path.display().to_string())
}

/// `mail 1 of 2: "my turn" from jane.marsh@example.org`, on two lines if it is long.
fn title(number: &str, mail: &Handed, received: &Received) -> String {
    let head = &received.head;
    let name = match &head.subject {
        Some(subject) => format!("\"{}\"", told(subject)),
        None if mail.name == "-" => "standard input".to_owned(),
        None => told(&mail.name),
    };
    let from = head.reply_to.as_ref().or(head.from.as_ref());
    let from = from.map_or_else(String::new, |from| format!("from {}", told(from)));
    let first = format!("{number}: {name}");
    let space = match from.is_empty() {
        true => "",
        false if first.chars().count() + from.chars().count() < 79 => " ",
        false => "\n  ",
    };
    format!("{first}{space}{from}\n")
}

/// What is told of the mails.
#[derive(Default)]
struct Page {
    text: String,
    mails: Vec<Value>,
    replies: Vec<Reply>,
    exit: Option<Exit>,
}

impl Page {
    /// False evidence weighs most, then what could not be read, then a refusal, then a halt.
    fn worst(&mut self, exit: Exit) {
        let weight = |exit: Exit| match exit {
            Exit::False => 4,
            Exit::CouldNot => 3,
            Exit::Refused => 2,
            Exit::Halted => 1,
            Exit::Done => 0,
        };
        if self.exit.is_none_or(|before| weight(before) < weight(exit)) {
            self.exit = Some(exit);
        }
    }

    /// What became of a letter.
    fn posted(&mut self, before: &str, posted: &Posted) {
        self.text.push_str(&format!("{before}{}", posted.text));
        if posted.or(Exit::Done) != Exit::Done {
            self.worst(Exit::CouldNot);
        }
    }

    fn unreadable(&mut self, mail: &Handed, failure: &Failure) {
        self.worst(failure.exit);
        self.text.push_str(&failure.text);
        self.mails.push(json!({ "name": mail.name, "outcome": "unreadable" }));
    }

    fn told(
        &mut self,
        shell: &Shell,
        campaign: &Campaign<Folder>,
        mail: &Handed,
        received: &Received,
    ) {
        let head = &received.head;
        let mut data = json!({
            "mail": received.digest.to_string(), "name": mail.name, "subject": head.subject,
            "from": head.from, "date": head.date,
        });
        let more = match &received.what {
            What::Orders(ordered) => self.orders(shell, ordered),
            What::Records(taken) => {
                let names: Vec<String> =
                    taken.iter().map(|taken| taken.record.record.name()).collect();
                let next = capital(&campaign.replay().awaited().sentence());
                self.text.push_str(&format!("{} filed\n{next}\n", names.join(", ")));
                let crossed = received.crossed.iter().map(|told| format!("{told}\n"));
                self.text.extend(crossed);
                self.text.push_str(&super::noted::notices(campaign));
                let rests = campaign.replay().rests().map(|rests| rests.seq);
                if taken.iter().any(|taken| Some(taken.record.record.seq) == rests) {
                    self.worst(Exit::False);
                }
                if let Some(why) = &received.unwritten {
                    let again = "`provost resolve` writes positions and reports again";
                    self.text.push_str(&format!("filed in the log, but {why}\n{again}\n"));
                }
                let digests: Vec<String> =
                    taken.iter().map(|taken| taken.record.record.digest.to_string()).collect();
                json!({ "outcome": "record", "records": digests })
            }
            What::Known(known) => {
                self.text.push_str(&format!("already have it ({known})\n"));
                json!({ "outcome": "already have it", "where": known })
            }
            What::Refused(refusal) => {
                self.worst(Exit::Refused);
                let reply = campaign.reply(head, refusal);
                let name = refusal.part.name.place().to_owned();
                let file = Stored { name, text: refusal.part.text.clone() };
                self.text.push_str("refused, nothing filed\n");
                self.text.extend(campaign.still_waits().map(|waits| format!("{waits}\n")));
                self.text.push_str(&shell.render(&file, &refusal.complaints));
                let data = json!({
                    "outcome": "refused", "part": file.name,
                    "diagnostics": shell.entries(&file, &refusal.complaints),
                    "reply": reply.to_string(),
                });
                self.replies.push(reply);
                data
            }
            What::False { part, wrong } => {
                self.worst(Exit::False);
                let file = Stored { name: part.name.place().to_owned(), text: part.text.clone() };
                self.text.push_str("a false record, nothing filed\n");
                self.text.push_str(&shell.render(&file, &wrong.findings));
                json!({
                    "outcome": "false record", "part": file.name,
                    "diagnostics": shell.entries(&file, &wrong.findings),
                })
            }
            What::Logged(why) => {
                let (outcome, words) = match why {
                    Why::Bounce(Some(failed)) => {
                        ("bounce", format!("mail to {} came back, logged", told(failed)))
                    }
                    Why::Bounce(None) => ("bounce", "mail of ours came back, logged".to_owned()),
                    Why::AutoReply => ("auto-reply", "a machine wrote it, logged".to_owned()),
                    Why::Nothing => ("nothing in it", "no trace of orders, logged".to_owned()),
                };
                self.text.push_str(&format!("{words}\n"));
                json!({ "outcome": outcome })
            }
        };
        if let (Value::Object(all), Value::Object(more)) = (&mut data, more) {
            all.extend(more);
        }
        self.mails.push(data);
    }

    fn orders(&mut self, shell: &Shell, ordered: &Ordered) -> Value {
        let Ordered { part, others, warnings, proposal, replaces } = ordered;
        let file = Stored { name: part.name.place().to_owned(), text: part.text.clone() };
        self.text.push_str(&format!("found in {}\n{}", part.name, proposal.understood.echo));
        if !self.text.ends_with('\n') {
            self.text.push('\n');
        }
        if !others.is_empty() {
            self.text.push_str("parts that were not read:\n");
            others.iter().for_each(|other| self.text.push_str(&format!("  {other}\n")));
        }
        let found = proposal.diagnostics();
        let repairs = found.iter().filter(|found| proposal.is_repair(found));
        let repairs: Vec<Diagnostic> = repairs.cloned().collect();
        let told: Vec<Diagnostic> = found
            .iter()
            .filter(|found| !proposal.is_repair(found))
            .chain(warnings)
            .cloned()
            .collect();
        if !told.is_empty() {
            self.text.push('\n');
            self.text.push_str(&shell.render(&file, &told));
        }
        let instead = if *replaces { ", in place of the earlier ones" } else { "" };
        let how = match proposal.is_refused() {
            true => "not legal, and not sent back: the terms cut it to what is legal",
            false => "legal",
        };
        self.text.push_str(&format!("{how}; waiting for `provost resolve`{instead}\n"));
        json!({
            "outcome": "orders", "side": proposal.side.as_str(), "part": file.name,
            "replaces": replaces, "understood": proposal.understood.echo,
            "repairs": shell.entries(&file, &repairs),
            "diagnostics": shell.entries(&file, &told), "others": others,
        })
    }

    /// Resolves what waits.
    fn resolved(
        &mut self,
        shell: &Shell,
        campaign: &mut Campaign<Folder>,
        ways: &Ways,
        data: &mut Value,
    ) -> Result<(), Failure> {
        let failed = |trouble: Trouble| shell.trouble(trouble, None);
        let Some(waiting) = campaign.waiting().map_err(failed)? else { return Ok(()) };
        let secrets = shell.secret_file(campaign.replay().id())?;
        let filing = campaign.resolve_waiting(&waiting, &secrets).map_err(failed)?;
        self.text.push('\n');
        let halted = match &filing.moved {
            Some(moved) => {
                self.text.push_str(&campaign.report(moved));
                !moved.outcome.report.ended()
            }
            None => {
                self.text.push_str("answer filed; type `provost resolve` to go on\n");
                true
            }
        };
        if halted {
            self.worst(Exit::Halted);
        }
        if let Some(mailed) = &filing.mailed {
            let posted = post(shell, campaign, ways, mailed, Again::No)?;
            self.posted("\n", &posted);
        }
        if let Value::Object(all) = data {
            all.insert("position".to_owned(), campaign.replay().label().into());
            all.insert("halted".to_owned(), halted.into());
        }
        Ok(())
    }
}
