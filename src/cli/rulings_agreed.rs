use super::noted;
use super::shell::{Answer, Failure, Shell};
use serde_json::json;

/// Proposes a reading of the rules from a game-turn on.
///
/// It is in force when every other player has repeated it (`rulings agree`); where there is a referee he
/// alone decides, and what he proposes is in force at once. It is never in force for a turn that has
/// begun.
#[derive(clap::Args, Debug)]
pub struct Propose {
    /// Which open reading: BG-friendzoc
    id: String,
    /// The choice
    word: Vec<String>,
    /// The first game-turn to which it applies [default: the next that has not begun]
    #[arg(long, value_name = "N")]
    from_turn: Option<u32>,
}

impl Propose {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let (mut campaign, secrets) = noted::open(shell)?;
        let from = self.from_turn.unwrap_or_else(|| campaign.replay().next_open_turn());
        let word = self.word.join(" ");
        let before = campaign.replay().agreed().len();
        let noted = campaign.propose_ruling(&self.id, &word, from, &secrets);
        let noted = noted.map_err(|trouble| shell.trouble(trouble, None))?;
        let in_force = campaign.replay().agreed().len() > before;
        let told = match in_force {
            true => format!("{} {word} is in force from turn {from} on", self.id),
            false => format!(
                "{} {word} from turn {from} on is proposed; it is in force when the others have agreed",
                self.id
            ),
        };
        let data = json!({ "id": self.id, "value": word, "from_turn": from, "in_force": in_force });
        Ok(noted::answer(&campaign, &noted, &told, data))
    }
}

/// Agrees to a reading that somebody has proposed, word for word.
#[derive(clap::Args, Debug)]
pub struct Agree {
    /// Which one, if several are proposed
    id: Option<String>,
}

impl Agree {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let (mut campaign, secrets) = noted::open(shell)?;
        let agreed = campaign.agree_to_ruling(self.id.as_deref(), &secrets);
        let (ruling, noted) = agreed.map_err(|trouble| shell.trouble(trouble, None))?;
        let told = format!("agreed: {ruling}");
        let data = json!({
            "id": ruling.id, "value": ruling.value, "from_turn": ruling.from_turn, "in_force": true,
        });
        Ok(noted::answer(&campaign, &noted, &told, data))
    }
}
