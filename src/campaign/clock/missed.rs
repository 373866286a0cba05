//! A turn that is missed, as the terms agree on it (`absent`): after overtime is claimed somebody
//! writes for the silent side, where the mode lets him.

use crate::campaign::chain::Awaited;
use crate::campaign::terms::Absent;
use crate::campaign::words::capital;
use crate::campaign::{Campaign, Filing, Trouble};
use crate::dice::Mode;
use crate::games::Orders;
use crate::store::{SecretFile, Store};

impl<S: Store> Campaign<S> {
    /// What comes after a claim of overtime, a sentence for whoever made it.
    pub fn after_overtime(&self) -> Option<String> {
        let replay = self.replay();
        let late = capital(replay.overtime()?.as_str());
        let terms = replay.terms();
        let orders = matches!(replay.awaited(), Awaited::Orders(_) | Awaited::Answer(_));
        Some(match (terms.absent, terms.mode) {
            (None, _) => format!(
                "the terms do not say what a missed turn is (absent): agree on it; {late} may still \
                 write, and nothing is forfeit by itself"
            ),
            (Some(Absent::Standby), _) => format!(
                "the terms let somebody stand in: a handover to him is awaited (`provost handover`), \
                 and until then {late} may still write"
            ),
            (Some(_), mode) if mode.has_referee() && orders => format!(
                "the terms let play go on without {late}: `provost resolve --missed` of the referee \
                 does it; until then {late} may still write"
            ),
            (Some(_), Mode::Recorded) => format!(
                "the terms let play go on without {late}: whoever writes for it files head lines \
                 without moves, `provost resolve FILE`; until then {late} may still write"
            ),
            (Some(_), mode) => format!(
                "in mode {mode} nobody can write for {late}: it may still write, or whoever claims \
                 it ends the game, `provost result --claim`"
            ),
        })
    }

    /// Plays the turn that a side has missed: nothing moves, its standing orders stay in force, duties
    /// are met as the rules add them (D-17), and what it is asked falls to the published default.
    ///
    /// # Errors
    /// If no overtime is claimed, or the terms or the mode do not let anybody write for it.
    pub fn play_missed(&mut self, secrets: &SecretFile) -> Result<Filing, Trouble> {
        self.resolves_here()?;
        let replay = self.replay();
        let Some(late) = replay.overtime().cloned() else {
            return Err(Trouble::NotNow(format!(
                "{}, and no overtime is claimed: `provost claim overtime` comes first",
                replay.awaited().sentence()
            )));
        };
        let plays_on = matches!(replay.terms().absent, Some(Absent::Hold | Absent::Standing));
        if !plays_on || !replay.terms().mode.has_referee() {
            return Err(Trouble::NotNow(self.after_overtime().unwrap_or_default()));
        }
        let choice =
            replay.ask().map(|ask| (ask.key.clone(), ask.choices.get(ask.default).cloned()));
        let head = |orders: &str| {
            format!(
                "orders: {} turn {} {late}\nposition: {}\n{orders}",
                replay.terms().title,
                replay.state_turn(),
                replay.label()
            )
        };
        match choice {
            Some((key, Some(sentence))) => {
                let text = head(&format!("answer:\n- {key}: {sentence}\n"));
                self.resolve(&text, secrets)
            }
            _ => self.lock_for(&late, &Orders::nothing(), secrets),
        }
    }
}
