//! Who writes a record for whom, and how it begins.

use super::open::Campaign;
use super::record::Lock;
use super::terms::referee;
use super::{Draft, Trouble};
use crate::dice::{Mode, Name, beacon};
use crate::store::Store;

impl<S: Store> Campaign<S> {
    /// The next record of a side; it says who writes it, if that is somebody else.
    pub(super) fn draft(&self, side: &Name) -> Draft {
        let replay = &self.replay;
        let draft = Draft::new(replay.id(), replay.head(), side);
        match self.writer_for(side) {
            Some(writer) => draft.wrapped(&writer),
            None => draft,
        }
    }

    /// Who writes the record of a side: the referee for a player without the program, and in mode
    /// `recorded` either side what the other has mailed; none if it is the side itself.
    fn writer_for(&self, side: &Name) -> Option<Name> {
        let terms = self.replay.terms();
        if terms.one_machine(self.replay.offerer()) {
            return Some(referee());
        }
        let chair = self.pen.chair.clone().filter(|chair| chair != side)?;
        let writes = chair == referee() || terms.mode == Mode::Recorded;
        writes.then_some(chair)
    }

    /// The lock of the next segment: salt, and the beacon round that it fixes.
    pub(super) fn next_lock(&self, side: &Name) -> Lock {
        let segment = self.replay.segments() + 1;
        let wrapped = self.writer_for(side).is_some();
        let open = (!wrapped).then_some(self.pen.salts[0]);
        let delay = self.replay.terms().delay;
        let at = delay.and_then(|_| beacon::format_utc(self.pen.now));
        let round = delay.map(|delay| beacon::round_after(self.pen.now.saturating_add(delay)));
        Lock { segment, open, at, round }
    }

    /// Whether play rests on a report that is false; then nothing of its course is written.
    ///
    /// # Errors
    /// That it does, and who ends it.
    pub(super) fn is_at_rest(&self) -> Result<(), Trouble> {
        match self.replay.rests() {
            None => Ok(()),
            Some(rests) => Err(Trouble::NotNow(format!(
                "the report of record {} is false and not yet corrected: {} corrects it, `provost \
                 correct --report`",
                rests.seq,
                super::words::capital(rests.author.as_str())
            ))),
        }
    }

    /// Whether this program closes as that chair.
    pub(super) fn closes_as(&self, who: &Name) -> bool {
        match &self.pen.chair {
            Some(chair) => chair == who,
            None => self.replay.terms().one_machine(self.replay.offerer()),
        }
    }

    /// Whether dice are rolled here: on one machine, and by the referee; in mode `recorded` nobody
    /// rolls any, and each side files its own.
    pub(super) fn resolves_here(&self) -> Result<(), Trouble> {
        self.is_at_rest()?;
        let terms = self.replay.terms();
        let here = terms.mode == Mode::Recorded || self.closes_as(&referee());
        match (here, &self.pen.chair) {
            (true, _) => Ok(()),
            (false, Some(chair)) => Err(Trouble::NotNow(format!(
                "this is the folder of {}, in mode {}: `provost send` locks orders and closes",
                super::words::capital(chair.as_str()),
                terms.mode
            ))),
            (false, None) => Err(Trouble::NotNow(
                "this game is played by several people, and you are none of them: your secret file \
                 is not here; name its folder with `--secrets DIR`"
                    .to_owned(),
            )),
        }
    }
}
