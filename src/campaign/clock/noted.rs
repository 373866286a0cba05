//! When records came, as one folder has noted it: `letters/times.log`, private and on nobody's word
//! but its owner's. The log of the game holds no such times.

use crate::campaign::Campaign;
use crate::campaign::course::Handed;
use crate::dice::beacon::{format_utc, parse_utc};
use crate::store::{Shelf, Store};
use std::collections::BTreeMap;

/// Times by number of the record, in seconds since 1970.
pub type Times = BTreeMap<u32, i64>;

/// The file among the letters.
const TIMES: &str = "times.log";

impl<S: Store> Campaign<S> {
    /// Notes when a record was filed, if the terms have a clock and whoever writes knows the time.
    ///
    /// A note that cannot be written keeps no record from being filed.
    pub(in crate::campaign) fn note_time(&mut self, now: i64) {
        let time = format_utc(now).filter(|_| now > 0 && self.replay().terms().clock.is_some());
        let Some((time, handed)) = time.zip(self.handed().last()) else { return };
        let line = format!("{:04} {time} {}\n", handed.seq, short(handed));
        let log = self.times_log() + &line;
        let _ = self.store.put(Shelf::Letters, TIMES, &log);
    }

    fn times_log(&self) -> String {
        self.store.get(Shelf::Letters, TIMES).ok().flatten().unwrap_or_default()
    }

    /// When each record came: as its own lock says in beacon modes, else as this folder noted it. The
    /// first note about a record counts; one about another record of that number, which was out of
    /// turn, says nothing, nor does a line that cannot be read.
    pub fn times(&self) -> Times {
        let mut times = Times::new();
        let log = self.times_log();
        for line in log.lines() {
            let mut words = line.split(' ');
            let seq = words.next().and_then(|seq| seq.parse().ok());
            let time = words.next().and_then(|time| parse_utc(time).ok());
            let Some((seq, time)) = seq.zip(time) else { continue };
            let here = self.handed().iter().find(|handed| handed.seq == seq);
            // Whoever writes a line himself need not know the digest.
            if here.is_some_and(|here| words.next().is_none_or(|said| said == short(here))) {
                times.entry(seq).or_insert(time);
            }
        }
        times.extend(self.handed().iter().filter_map(|handed| Some((handed.seq, handed.at?))));
        times
    }
}

/// The first digits of a record's digest.
fn short(handed: &Handed) -> String {
    let digest = handed.record.to_string();
    digest.get(..16).unwrap_or_default().to_owned()
}
