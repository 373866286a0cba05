//! The clock of new terms, as it is typed.

use super::shell::Failure;
use crate::campaign::clock::agreed::{Agreed, Clock};
use crate::campaign::terms::{Absent, Terms};
use crate::document::Node;

/// Time, as `provost new` is told.
#[derive(clap::Args, Debug, Default)]
pub struct ClockTerms {
    /// Days for each record that is awaited
    #[arg(long, value_name = "N", requires = "zone")]
    days: Option<String>,
    /// The zone in which days are counted: Europe/Berlin
    #[arg(long, value_name = "ZONE", requires = "days")]
    zone: Option<String>,
    /// The time of day at which time is up [default: that at which the record before came]
    #[arg(long, value_name = "HH:MM", requires = "days")]
    hour: Option<String>,
    /// Further days of each side for the whole game
    #[arg(long, value_name = "N", requires = "days")]
    reserve: Option<String>,
    /// Days before the deadline on which calendars remind
    #[arg(long, value_name = "N", requires = "days")]
    remind: Option<String>,
    /// Where somebody lives, for deadlines in his own time
    #[arg(long = "lives", value_name = "SIDE=ZONE", requires = "days")]
    lives: Vec<String>,
    /// What a missed turn is, once overtime is claimed: nothing moves, standing orders speak, or
    /// somebody stands in
    #[arg(long, value_parser = ["hold", "standing", "standby"])]
    absent: Option<String>,
}

impl ClockTerms {
    /// The same terms with a clock.
    pub fn over(&self, terms: Terms) -> Result<Terms, Failure> {
        let absent = self.absent.as_deref().map(str::parse::<Absent>).transpose();
        let absent = absent.map_err(|why| usage(&format!("--absent: {why}")))?;
        let Some(node) = self.node()? else { return Ok(Terms { absent, ..terms }) };
        let mut complaints = Vec::new();
        let read = Clock::read(&node, &mut complaints).filter(|_| complaints.is_empty());
        let clock = read.ok_or_else(|| {
            let said: Vec<String> = complaints.iter().map(ToString::to_string).collect();
            usage(&format!("the clock: {}", said.join("; ")))
        })?;
        if let Some(stranger) = clock.strangers(&terms.sides) {
            return Err(usage(&stranger));
        }
        Ok(Terms { absent, clock: Some(Agreed::read(&clock.node())), ..terms })
    }

    fn node(&self) -> Result<Option<Node>, Failure> {
        let said = [
            ("days", &self.days),
            ("zone", &self.zone),
            ("hour", &self.hour),
            ("reserve", &self.reserve),
            ("remind", &self.remind),
        ];
        let said = said.iter().filter_map(|(key, text)| {
            let text = text.as_ref()?;
            Some((*key, Node::text(text.clone())))
        });
        let mut node = Node::map(said);
        if self.days.is_none() {
            return Ok(None);
        }
        if !self.lives.is_empty() {
            let lives = self.lives.iter().map(|lives| {
                let said = lives.split_once('=');
                said.ok_or_else(|| usage(&format!("`--lives {lives}` wants SIDE=ZONE")))
            });
            let lives: Vec<(&str, &str)> = lives.collect::<Result<_, _>>()?;
            node.set("zones", Node::map(lives.iter().map(|(of, zone)| (*of, Node::text(*zone)))));
        }
        Ok(Some(node))
    }
}

fn usage(text: &str) -> Failure {
    Failure::could_not(text)
}
