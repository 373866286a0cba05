use super::shell::{Answer, Failure, Shell};
use crate::board::Hex;
use crate::games::{Game, Readings};
use crate::report::map_text::{self, Window};
use serde_json::json;

/// Draws the position in text: hex numbers, terrain, counters.
///
/// In at most 80 columns around the given hexes; without any, the whole map, which wants a wide
/// terminal or is cut into strips.
#[derive(clap::Args, Debug)]
pub struct Map {
    /// Hexes to look at
    hexes: Vec<Hex>,
    /// Columns and rows around them
    #[arg(long, default_value_t = 3)]
    margin: u8,
    /// Width of the page in characters
    #[arg(long)]
    width: Option<usize>,
    /// Draw no counters
    #[arg(long)]
    blank: bool,
    /// Draw the map of a built-in battle or a scenario folder instead
    #[arg(long, value_name = "BATTLE")]
    of: Option<String>,
}

impl Map {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        if let Some(battle) = &self.of {
            let packs = super::new::packs(shell, battle)?;
            let readings = Readings { edition: "third".to_owned(), rulings: Vec::new() };
            let game =
                Game::load(&crate::campaign::packs::together(packs), &readings).map_err(|_| {
                    Failure::could_not(format!("see `provost scenario check {battle}`"))
                })?;
            let state = game.deployment();
            return self.draw(&game, |hex| game.counters(&state, hex));
        }
        let campaign = shell.open()?;
        let replay = campaign.replay();
        let state = replay.shown();
        self.draw(replay.game(), |hex| replay.game().counters(&state, hex))
    }

    fn draw(&self, game: &Game, counters: impl Fn(Hex) -> Vec<String>) -> Result<Answer, Failure> {
        let map = game.map();
        let window = match self.hexes.is_empty() {
            true => Window::whole(map),
            false => Window::around(map, self.hexes.iter().copied(), self.margin)
                .ok_or_else(|| Failure::could_not("none of these hexes is on the map"))?,
        };
        let width = self.width.unwrap_or(80);
        let mut text =
            map_text::draw(
                map,
                window,
                width,
                |hex| if self.blank { Vec::new() } else { counters(hex) },
            );
        text.push('\n');
        text.push_str(&map_text::legend(map, window, width));
        let on: Vec<_> = map
            .hexes()
            .iter()
            .filter(|hex| window.contains(**hex))
            .map(|hex| (hex, counters(*hex)))
            .filter(|(_, units)| !units.is_empty())
            .map(|(hex, units)| json!({ "hex": hex.to_string(), "units": units }))
            .collect();
        Ok(Answer::done(text, json!({ "map": map.name, "hexes": on })))
    }
}
