//! Two logs of one game: the first record in which they differ.

use super::archive::{Archive, Found};
use super::difference::difference;
use crate::document::digest::Digest;
use crate::document::write;
use crate::store::Head;
use std::collections::BTreeMap;

/// How two logs compare.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// They are the same, up to this head.
    Same(Head),
    /// One goes on where the other ends.
    Longer {
        /// Which one: 0 or 1.
        which: usize,
        /// Where the shorter one ends.
        after: Head,
        /// How many more records there are.
        more: usize,
    },
    /// They part.
    Differ {
        /// Number of the first record that is not the same.
        seq: usize,
        /// The files.
        places: [String; 2],
        /// Digests.
        digests: [Digest; 2],
        /// What they say, line by line: `-` the first, `+` the second.
        difference: String,
    },
    /// They are not logs of one game, or begin differently.
    Strangers(String),
}

/// Compares two archives along their chains of heads.
pub fn compare(first: &Archive, second: &Archive) -> Comparison {
    let logs = [chain(first), chain(second)];
    for (log, which) in logs.iter().zip(["first", "second"]) {
        if log.is_empty() {
            return Comparison::Strangers(format!("the {which} one has no first record"));
        }
    }
    let mut head = Head::EMPTY;
    let [a, b] = &logs;
    for (x, y) in a.iter().zip(b) {
        if x.record.digest != y.record.digest {
            let game = (&x.record.game, &y.record.game);
            if head == Head::EMPTY && game.0 != game.1 {
                return Comparison::Strangers(format!("{} and {} are two games", game.0, game.1));
            }
            let text = |found: &Found| write::record(found.record.file());
            return Comparison::Differ {
                seq: head.records,
                places: [x, y].map(|found| found.place.at(Default::default())),
                digests: [x.record.digest, y.record.digest],
                difference: difference(&text(x), &text(y)).unwrap_or_default(),
            };
        }
        head = Head { records: head.records + 1, digest: x.record.digest };
    }
    match a.len().cmp(&b.len()) {
        std::cmp::Ordering::Equal => Comparison::Same(head),
        order => Comparison::Longer {
            which: usize::from(order.is_lt()),
            after: head,
            more: a.len().abs_diff(b.len()),
        },
    }
}

/// The records from the first one on, each answering the one before; at a fork the one from which
/// the longer chain leads.
fn chain(archive: &Archive) -> Vec<&Found> {
    let mut answers: BTreeMap<Digest, Vec<&Found>> = BTreeMap::new();
    for found in &archive.records {
        answers.entry(found.record.prev).or_default().push(found);
    }
    // How many records follow each, found from the highest number down.
    let mut order: Vec<&Found> = archive.records.iter().collect();
    order.sort_by_key(|found| std::cmp::Reverse(found.record.seq));
    let mut length: BTreeMap<Digest, usize> = BTreeMap::new();
    for found in order {
        let after = answers.get(&found.record.digest).into_iter().flatten();
        let longest = after.filter_map(|next| length.get(&next.record.digest)).max();
        length.insert(found.record.digest, 1 + longest.copied().unwrap_or(0));
    }
    let mut log = Vec::new();
    let mut head = Digest::ZERO;
    while log.len() < archive.records.len() {
        let here = answers.get(&head).into_iter().flatten();
        let next = here.max_by_key(|found| (length.get(&found.record.digest), found.record.digest));
        let Some(next) = next else { break };
        head = next.record.digest;
        log.push(*next);
    }
    log
}
