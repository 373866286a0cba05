use super::shell::{Answer, Failure, Shell};
use serde_json::json;
use std::path::PathBuf;

/// Foretells an attack list: the distribution of what it takes and costs.
///
/// The conditions of the list and the standing orders of both sides are part of it; where the
/// enemy's are silent, the published defaults speak. Equal states are merged, so that the
/// distribution is exact as long as it says `100.0% of all throws`.
#[derive(clap::Args, Debug)]
pub struct Odds {
    /// The file of orders; `-` is standard input
    file: PathBuf,
}

impl Odds {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let campaign = shell.open_ahead()?;
        let file = shell.read(&self.file)?;
        let forecast =
            campaign.odds(&file.text).map_err(|trouble| shell.trouble(trouble, Some(&file)))?;
        let sides = campaign.replay().game().sides();
        let percent = |share: u32| format!("{}.{}%", share / 10, share % 10);
        let mut text = String::from("Mean losses in strength points\n");
        for (side, lost) in sides.iter().zip(forecast.lost) {
            let side = crate::campaign::told::capital(side);
            text.push_str(&format!("  {side:<12} {}.{:02}\n", lost / 1000, lost % 1000 / 10));
        }
        text.push_str("Hexes taken\n");
        for (hex, share) in &forecast.taken {
            text.push_str(&format!("  {hex}  {:>6}\n", percent(*share)));
        }
        if forecast.taken.is_empty() {
            text.push_str("  none\n");
        }
        text.push_str("Units eliminated\n");
        for (side, unit, share) in &forecast.eliminated {
            let side = crate::campaign::told::capital(side);
            text.push_str(&format!("  {side:<12} {unit:<14} {:>6}\n", percent(*share)));
        }
        if forecast.eliminated.is_empty() {
            text.push_str("  none\n");
        }
        text.push_str(&format!(
            "{}; {} merged states, {} of all throws\n",
            if forecast.covered == 1000 { "exact" } else { "cut off at the limit of states" },
            forecast.states,
            percent(forecast.covered)
        ));
        for hex in &forecast.pauses {
            text.push_str(&format!(
                "play pauses after {hex}; what comes then is counted as the list stands\n"
            ));
        }
        let data = json!({
            "lost": { sides[0]: forecast.lost[0], sides[1]: forecast.lost[1] },
            "taken": forecast.taken.iter().map(|(h, s)| json!({ "hex": h, "per_mille": s })).collect::<Vec<_>>(),
            "eliminated": forecast.eliminated.iter().map(|(s, u, p)| json!({ "side": s, "unit": u, "per_mille": p })).collect::<Vec<_>>(),
            "covered_per_mille": forecast.covered,
            "states": forecast.states,
            "pauses": forecast.pauses,
        });
        Ok(Answer::done(text, data))
    }
}
