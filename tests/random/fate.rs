//! Dice that depend on nothing but their label.

use super::chance::Chance;
use provost::play::{Ask, Fate, Stop};

/// Dice of a seed: the same label shows the same face, whatever segment it is rolled in. Looks at
/// every question that is put.
#[derive(Clone, Debug)]
pub struct Labelled {
    seed: u64,
    /// Questions put, in order.
    pub asks: Vec<Ask>,
    /// Labels rolled, in order.
    pub labels: Vec<String>,
}

impl Labelled {
    /// Dice of a seed.
    pub fn new(seed: u64) -> Labelled {
        Labelled { seed, asks: Vec::new(), labels: Vec::new() }
    }

    /// The same dice, not yet rolled.
    pub fn again(&self) -> Labelled {
        Labelled::new(self.seed)
    }

    /// The face under a label.
    pub fn face(&self, label: &str) -> u32 {
        Chance::apart(self.seed, label).below(6) as u32 + 1
    }
}

impl Fate for Labelled {
    fn die(&mut self, _: usize, label: &str, _: &dyn Fn(u32) -> u32) -> Result<u32, Stop> {
        assert!(!self.labels.iter().any(|known| known == label), "{label} is rolled twice");
        self.labels.push(label.to_owned());
        Ok(self.face(label))
    }

    fn open(&mut self, ask: &Ask) -> Result<Option<usize>, Stop> {
        assert!(ask.choices.len() >= 2, "nothing to choose: {ask:?}");
        assert!(ask.default < ask.choices.len(), "the default is none of the choices: {ask:?}");
        let mut choices = ask.choices.clone();
        choices.sort();
        choices.dedup();
        assert_eq!(choices.len(), ask.choices.len(), "a choice stands there twice: {ask:?}");
        self.asks.push(ask.clone());
        Ok(None)
    }
}
