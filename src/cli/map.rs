use super::scenario_new::Rows;
use super::shell::{Answer, Failure, Shell};
use crate::board::{Hex, Map as Board, Terrain};
use crate::document::Diagnostic;
use crate::document::digest::Pack;
use crate::document::read::{Limits, parse};
use crate::play::view::Line;
use crate::report::map_text::{self, Drawing, Window};
use crate::report::text::lines;
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
    bare: bool,
    /// Draw empty hexes with their numbers, to be marked beside a printed map
    #[arg(long)]
    blank: bool,
    /// Draw the map of a built-in battle or a scenario folder instead
    #[arg(long, value_name = "BATTLE")]
    of: Option<String>,
    /// Columns of a blank map
    #[arg(long, requires = "blank", value_parser = clap::value_parser!(u8).range(1..=99))]
    columns: Option<u8>,
    /// Rows of a blank map; `28,27` if even columns have fewer
    #[arg(long, requires = "columns")]
    rows: Option<Rows>,
}

impl Map {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        if let Some(columns) = self.columns {
            let Rows([odd, even]) = self.rows.unwrap_or(Rows([28, 27]));
            return self.transcript(&Board::blank(columns, odd, even));
        }
        if self.of.is_none() && !shell.names_a_campaign() && shell.folder().is_err() {
            let blank = if self.blank {
                ", or say how large it is: `provost map --blank --columns 25 --rows 28,27`"
            } else {
                ""
            };
            return Err(Failure::could_not(format!(
                "no campaign here; name it with `-C DIR`, or a battle: `provost map --of \
                 fredericksburg`{blank}"
            )));
        }
        if let Some(battle) = &self.of {
            return match super::battle::load(shell, battle, &super::battle::readings()) {
                Ok(game) => {
                    let state = game.deployment();
                    self.draw(game.map(), |hex| game.counters(&state, hex))
                }
                // A battle that is being typed has a map before it has units.
                Err(wrong) => match self.unfinished(shell, battle)? {
                    Some(map) => self.draw(&map, |_| Vec::new()),
                    None => Err(wrong),
                },
            };
        }
        let campaign = shell.open_ahead()?;
        let replay = campaign.replay();
        let state = replay.shown();
        self.draw(replay.game().map(), |hex| replay.game().counters(&state, hex))
    }

    /// The map of a scenario folder whose other files cannot be played yet.
    fn unfinished(&self, shell: &Shell, battle: &str) -> Result<Option<Board>, Failure> {
        let files = super::battle::pack_files(shell, battle)?;
        let map = Pack::ALL.into_iter().zip(&files).find(|(kind, _)| *kind == Pack::Map);
        let Some((_, file)) = map else { return Ok(None) };
        let mut complaints = Vec::new();
        let map = match parse(&file.text, Limits::PACK) {
            Ok(node) => Board::read(&node, &mut complaints),
            Err(wrong) => return Err(shell.refused(file, &wrong)),
        };
        Ok(map.filter(|_| !complaints.iter().any(Diagnostic::is_error)))
    }

    fn draw(&self, map: &Board, counters: impl Fn(Hex) -> Vec<String>) -> Result<Answer, Failure> {
        if self.blank {
            return self.transcript(&Board::blank(map.columns(), map.rows(1), map.rows(2)));
        }
        let window = self.window(map)?;
        let width = self.width.unwrap_or(80);
        let drawn = |hex| if self.bare { Vec::new() } else { counters(hex) };
        let drawing = Drawing::of(map, drawn);
        let mut text = drawing.strips(window, width);
        text.push('\n');
        text.push_str(&drawing.numbered(window, width));
        text.push_str(&map_text::legend(map, window, width));
        let on: Vec<_> = map
            .hexes()
            .iter()
            .filter(|hex| window.contains(**hex))
            .map(|hex| (hex, counters(*hex)))
            .filter(|(_, units)| !units.is_empty())
            .map(|(hex, units)| json!({ "hex": hex.to_string(), "units": units }))
            .collect();
        Ok(Answer::done(text, json!({ "map": map.name, "hexes": on })).verbatim())
    }

    fn window(&self, map: &Board) -> Result<Window, Failure> {
        match self.hexes.is_empty() {
            true => Ok(Window::whole(map)),
            false => Window::around(map, self.hexes.iter().copied(), self.margin)
                .ok_or_else(|| Failure::could_not("none of these hexes is on the map")),
        }
    }

    /// Empty hexes, and the marks that a map file has for what may be in them.
    fn transcript(&self, map: &Board) -> Result<Answer, Failure> {
        let window = self.window(map)?;
        let drawing = Drawing::of(map, |_| Vec::new());
        let mut text = drawing.strips(window, self.width.unwrap_or(80));
        let marks =
            Terrain::ALL.map(|(_, mark, name)| format!("{mark} {}", name.replace('_', " ")));
        let marks = format!("marks of a map file: {}, - no hex", marks.join(", "));
        text.push('\n');
        text.push_str(&lines(&[Line::fact(0, marks)]));
        let hexes = map.hexes().iter().filter(|hex| window.contains(**hex));
        let hexes: Vec<String> = hexes.map(ToString::to_string).collect();
        Ok(Answer::done(text, json!({ "map": "blank", "hexes": hexes })).verbatim())
    }
}
