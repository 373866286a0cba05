use super::noted;
use super::shell::{Answer, Failure, Shell};
use crate::campaign::record::How;
use crate::campaign::replay::points_told;
use serde_json::json;

/// Gives your result, or confirms that of the other side: points by source, level, how it ended.
///
/// After the end of the game each side gives one. Before it whoever is awaited may resign, or offer to
/// stop (`--agree`), which the other side confirms or declines (`--play-on`); and whoever has claimed
/// the game because the other one is silent may end it (`--claim`). Where two results differ, that is
/// told, and nothing is decided.
#[derive(clap::Args, Debug)]
#[command(group = clap::ArgGroup::new("how").multiple(false))]
pub struct GiveResult {
    /// Give the game up
    #[arg(long, group = "how")]
    resign: bool,
    /// Offer to stop here, or confirm such an offer
    #[arg(long, group = "how")]
    agree: bool,
    /// End a game that you have claimed
    #[arg(long, group = "how")]
    claim: bool,
    /// Decline an offer to stop
    #[arg(long, group = "how")]
    play_on: bool,
    /// The level of an agreed end: draw, union [default: as the position stands]
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["resign", "claim", "play_on"])]
    level: Option<String>,
}

impl GiveResult {
    pub fn run(&self, shell: &Shell) -> std::result::Result<Answer, Failure> {
        let (mut campaign, secrets) = noted::open(shell)?;
        let own = campaign.chair().cloned();
        let side = own.or_else(|| campaign.replay().phasing());
        let how = match (self.resign, self.claim, side) {
            _ if self.agree => Some(How::Agreed),
            _ if self.play_on => Some(How::PlayOn),
            (true, _, Some(side)) => Some(How::Resigned(side)),
            (_, true, Some(side)) => Some(How::Claimed(side)),
            _ => None,
        };
        let given = campaign.give_result(how, self.level.clone(), &secrets);
        let given = given.map_err(|trouble| shell.trouble(trouble, None))?;
        let replay = campaign.replay();
        let mut told = Vec::new();
        for given in replay.results() {
            let verdict = &given.verdict;
            let level = verdict.level.as_deref().unwrap_or("no level");
            told.push(format!("{} says: {}, {level}", given.by, verdict.how));
            told.push(format!("  points: {}", points_told(verdict.points.as_ref())));
        }
        if told.is_empty() {
            told.push("the offer to stop is declined; play goes on".to_owned());
        }
        told.extend(
            replay
                .differing_results()
                .into_iter()
                .map(|(seq, what)| format!("record {seq}: {what}")),
        );
        let confirmed = replay.is_confirmed();
        if confirmed {
            told.push("both sides have given the same result".to_owned());
        }
        let data = json!({
            "confirmed": confirmed,
            "differs": replay.differing_results().into_iter().map(|(_, what)| what).collect::<Vec<_>>(),
        });
        match given.last() {
            Some(noted) => Ok(noted::answer(&campaign, noted, &told.join("\n"), data)),
            None => Err(Failure::none("nobody has a result to give")),
        }
    }
}
