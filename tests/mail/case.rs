//! A case of mail: the bytes of its mails, and what must come of each. See `README.md`.

use provost::document::{Node, read};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// A folder of `cases/`.
pub struct Case {
    pub name: String,
    pub number: u32,
    /// The position at which the mails arrive.
    pub position: String,
    pub mails: Vec<Mail>,
}

/// One mail, and what must come of it.
pub struct Mail {
    /// Its file, from the folder of the case.
    pub file: String,
    pub bytes: Vec<u8>,
    pub wanted: Wanted,
    pub part: String,
    pub repairs: Vec<String>,
    pub warnings: Vec<String>,
    pub before: usize,
    pub cut: usize,
    pub quoted: Vec<u32>,
    pub passed_over: Vec<String>,
    pub reply: Vec<String>,
    pub soon: bool,
    pub most_complaints: Option<usize>,
}

/// What must come of a mail.
#[derive(Clone, PartialEq, Debug)]
pub enum Wanted {
    Orders(String),
    /// Place and a part of the headline of each complaint; whether others may be there too.
    Refused(Vec<(String, String)>, bool),
    Record(String),
    Logged(String),
}

const KEYS: [&str; 22] = [
    "case",
    "title",
    "seen",
    "program",
    "position",
    "notes",
    "mails",
    "file",
    "orders",
    "refused",
    "refused among",
    "record",
    "logged",
    "part",
    "repairs",
    "warnings",
    "before",
    "cut",
    "quoted",
    "passed over",
    "reply",
    "expand",
];

impl Case {
    /// Reads a case.
    pub fn read(folder: &Path) -> Result<Case, String> {
        let text =
            std::fs::read_to_string(folder.join("expect.yaml")).map_err(|e| e.to_string())?;
        let node = read::parse(&text, read::Limits::PACK).map_err(|all| format!("{all:?}"))?;
        let keys = |node: &Node| -> Vec<String> {
            node.as_map().unwrap_or_default().iter().map(|(key, _)| key.text.to_string()).collect()
        };
        let mut entries = vec![node.clone()];
        if let Some(mails) = node.get("mails").and_then(Node::as_list) {
            entries = mails.to_vec();
        }
        for key in entries.iter().flat_map(keys).chain(keys(&node)) {
            if !KEYS.contains(&key.as_str()) && key != "limits" {
                return Err(format!("unknown key `{key}`"));
            }
        }
        let mut given: BTreeMap<String, std::vec::IntoIter<Vec<u8>>> = BTreeMap::new();
        let mut mails = Vec::new();
        for entry in &entries {
            let file = entry.get_text("file").unwrap_or("message.eml").to_owned();
            if file.contains("/tmp/") {
                // On its way: whoever lists the folder must not see it.
                continue;
            }
            let bytes = match given.get_mut(&file) {
                Some(rest) => rest.next(),
                None => {
                    let bytes = expanded(&folder.join(&file), entry)?;
                    let mut all = handed_over(bytes).into_iter();
                    let first = all.next();
                    given.insert(file.clone(), all);
                    first
                }
            };
            let bytes = bytes.ok_or_else(|| format!("there are not so many mails in {file}"))?;
            mails.push(Mail::read(entry, file, bytes)?);
        }
        if let Some((file, rest)) = given.iter().find(|(_, rest)| rest.len() > 0) {
            return Err(format!("{} mails too many in {file}", rest.len()));
        }
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let number = node.get_text("case").and_then(|n| n.parse().ok()).ok_or("no `case`")?;
        if !name.starts_with(&format!("{number:03}-")) {
            return Err(format!("case {number} in a folder of another number"));
        }
        let position = node.get_text("position").unwrap_or("reason-run-21").to_owned();
        Ok(Case { name, number, position, mails })
    }
}

/// The mails of a file, as `receive` has them.
fn handed_over(bytes: Vec<u8>) -> Vec<Vec<u8>> {
    match provost::mail::kind(&bytes) {
        provost::mail::Kind::Mailbox => provost::mail::mailbox(&bytes),
        _ => vec![bytes],
    }
}

impl Mail {
    fn read(entry: &Node, file: String, bytes: Vec<u8>) -> Result<Mail, String> {
        let text = |key: &str| entry.get_text(key).map(str::to_owned);
        let list = |key: &str| -> Vec<String> {
            let items = entry.get(key).and_then(Node::as_list).unwrap_or_default();
            items.iter().filter_map(Node::as_text).map(str::to_owned).collect()
        };
        let number = |key: &str| entry.get_text(key).map_or(Ok(0), str::parse::<usize>);
        let complaints = |key: &str| {
            let items = entry.get(key)?.as_list()?;
            let at_says = |item: &Node| {
                Some((item.get_text("at")?.to_owned(), item.get_text("says")?.to_owned()))
            };
            items.iter().map(at_says).collect::<Option<Vec<_>>>()
        };
        let outcomes = [
            text("orders").map(Wanted::Orders),
            complaints("refused").map(|all| Wanted::Refused(all, false)),
            complaints("refused among").map(|all| Wanted::Refused(all, true)),
            text("record").map(Wanted::Record),
            text("logged").map(Wanted::Logged),
        ];
        let [wanted]: [Wanted; 1] =
            outcomes
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .try_into()
                .map_err(|all: Vec<Wanted>| format!("{file}: {} outcomes", all.len()))?;
        let limits = list("limits");
        let complaints = limits.iter().find_map(|l| l.strip_suffix(" complaints")?.parse().ok());
        Ok(Mail {
            wanted,
            part: text("part").unwrap_or_else(|| "body".to_owned()),
            repairs: list("repairs"),
            warnings: list("warnings"),
            before: number("before").map_err(|e| e.to_string())?,
            cut: number("cut").map_err(|e| e.to_string())?,
            quoted: list("quoted").iter().map(|n| n.parse().expect("a line")).collect(),
            passed_over: list("passed over"),
            reply: list("reply"),
            soon: limits.iter().any(|limit| limit == "1 second"),
            most_complaints: complaints,
            file,
            bytes,
        })
    }
}

/// The bytes of a file, its marks replaced by what they stand for.
fn expanded(path: &Path, entry: &Node) -> Result<Vec<u8>, String> {
    let mut bytes = std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
    for mark in entry.get("expand").and_then(Node::as_list).unwrap_or_default() {
        let text = |key: &str| mark.get_text(key).ok_or(format!("`expand` without `{key}`"));
        let times: usize = text("times")?.parse().map_err(|_| "`times` is no number")?;
        let lines = mark.get("lines").and_then(Node::as_list).unwrap_or_default();
        let lines: Vec<&str> = lines.iter().filter_map(Node::as_text).collect();
        let mut all = String::new();
        for n in 0..times {
            for line in &lines {
                all.push_str(&line.replace("{n}", &n.to_string()));
                all.push_str("\r\n");
            }
        }
        let marked = text("mark")?.as_bytes();
        let at = bytes.windows(marked.len()).position(|window| window == marked);
        let at = at.ok_or_else(|| format!("{} has no mark", path.display()))?;
        // The mark is a line of its own; its end goes with it.
        let end = at + marked.len();
        let rest = bytes.get(end..).unwrap_or_default();
        let rest = rest.strip_prefix(b"\r\n").or(rest.strip_prefix(b"\n")).unwrap_or(rest).to_vec();
        bytes.truncate(at);
        bytes.extend_from_slice(all.as_bytes());
        bytes.extend_from_slice(&rest);
    }
    Ok(bytes)
}

/// All folders of cases, in order.
pub fn folders(root: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(root).expect("tests/mail/cases is there").flatten();
    let mut all: Vec<PathBuf> = entries.map(|e| e.path()).filter(|path| path.is_dir()).collect();
    all.sort();
    all
}
