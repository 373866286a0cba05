//! When records came, as one folder has noted it: `letters/times.log`, private and on nobody's word
//! but its owner's. The log of the game holds no such times.

use crate::campaign::Campaign;
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
    pub(in crate::campaign) fn note_time(&mut self, seq: u32, now: i64) {
        let time = format_utc(now).filter(|_| now > 0 && self.replay().terms().clock.is_some());
        if let Some(time) = time {
            let mut log = self.times_log();
            log.push_str(&format!("{seq:04} {time}\n"));
            let _ = self.store.put(Shelf::Letters, TIMES, &log);
        }
    }

    fn times_log(&self) -> String {
        self.store.get(Shelf::Letters, TIMES).ok().flatten().unwrap_or_default()
    }

    /// When each record came: as its own lock says in beacon modes, else as this folder noted it. The
    /// first note about a record counts; a line that cannot be read says nothing.
    pub fn times(&self) -> Times {
        let mut times = Times::new();
        for line in self.times_log().lines() {
            if let Some((seq, time)) = line.split_once(' ')
                && let (Ok(seq), Ok(time)) = (seq.parse(), parse_utc(time))
            {
                times.entry(seq).or_insert(time);
            }
        }
        times.extend(self.handed().iter().filter_map(|handed| Some((handed.seq, handed.at?))));
        times
    }
}
