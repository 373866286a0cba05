use super::shell::{Answer, Failure, Shell, cannot};
use crate::campaign::Campaign;
use crate::campaign::faces::{
    CRITICAL, Count, Counts, LEAST, Verdict, dice_to_see, hundredths, percent,
};
use crate::campaign::told::capital;
use crate::dice::Mode;
use crate::play::view::Table;
use crate::report::text;
use crate::store::Folder;
use serde_json::{Value, json};
use std::path::PathBuf;

/// Counts the faces of all dice of the log, and says what such a count can show.
///
/// All dice, those of each side's player-turns, and those of each kind, with the expected share and
/// chi-square. Whether a die is the one that its key gives is shown by `provost audit`, not by counting.
#[derive(clap::Args, Debug)]
pub struct Stats {
    /// The campaign's folder [default: the campaign here]
    dir: Option<PathBuf>,
}

impl Stats {
    pub fn run(&self, shell: &Shell) -> Result<Answer, Failure> {
        let campaign = match &self.dir {
            None => shell.open()?,
            Some(dir) => Campaign::open(Folder::open(dir).map_err(cannot)?)
                .map_err(|trouble| shell.trouble(trouble, None))?,
        };
        let all = campaign.faces();
        let recorded = campaign.replay().terms().mode == Mode::Recorded;
        let mut text = String::new();
        for counts in &all {
            text.push_str(&text::table(&table(counts), &[]));
        }
        if all.is_empty() {
            text.push_str("no die has been rolled\n\n");
        }
        limits(&all, recorded).iter().for_each(|line| text.push_str(&format!("{line}\n")));
        let told: Vec<Value> = all.iter().map(data).collect();
        let seen = BIASES
            .map(|(a, b)| json!({ "share": format!("{a}/{b}"), "dice": dice_to_see((a, b)) }));
        let test = json!({
            "critical": hundredths((CRITICAL, 1000)), "degrees_of_freedom": 5, "level": "0.05",
            "least_dice": LEAST, "dice_to_see": seen,
        });
        Ok(Answer::done(text, json!({ "counts": told, "test": test, "on_trust": recorded })))
    }
}

/// Shares of one face whose detection is told.
const BIASES: [(u64, u64); 3] = [(1, 5), (1, 4), (1, 3)];

/// The rows of a table: the name of each count.
fn rows(counts: &Counts) -> impl Iterator<Item = (String, &Count)> {
    let of_side = counts.by_side.iter().map(|(side, count)| (capital(side), count));
    let of_kind = counts.by_kind.iter().map(|(kind, count)| (format!("kind {kind}"), count));
    std::iter::once(("all dice".to_owned(), &counts.all)).chain(of_side).chain(of_kind)
}

fn table(counts: &Counts) -> Table {
    let faces = (1..=counts.sides).map(|face| face.to_string());
    let columns = ["dice".to_owned()].into_iter().chain(faces).chain(["chi-square".to_owned()]);
    let mut rows: Vec<(String, Vec<String>)> = rows(counts)
        .flat_map(|(name, count)| {
            let dice = count.dice();
            let faces = count.faces.iter().map(u32::to_string);
            let shares = count.faces.iter().map(|n| percent(*n, dice));
            let chi = match count.verdict() {
                Verdict::TooFew => "too few".to_owned(),
                _ => hundredths(count.chi_square()),
            };
            let first = [dice.to_string()].into_iter().chain(faces).chain([chi]).collect();
            let second = [String::new()].into_iter().chain(shares).chain([String::new()]).collect();
            [(name, first), ("  percent".to_owned(), second)]
        })
        .collect();
    let share = (0..counts.sides).map(|_| percent(1, counts.sides));
    let expected = [String::new()].into_iter().chain(share).chain([String::new()]).collect();
    rows.push(("expected percent".to_owned(), expected));
    Table { title: format!("Dice with {} faces", counts.sides), columns: columns.collect(), rows }
}

/// What the counts show, and what they cannot show.
fn limits(all: &[Counts], recorded: bool) -> Vec<String> {
    let mut lines = Vec::new();
    let mut say = |text: String| lines.push(text);
    let counted: Vec<(String, &Count)> = all.iter().flat_map(rows).collect();
    let tested: Vec<&(String, &Count)> = counted
        .iter()
        .filter(|(_, count)| matches!(count.verdict(), Verdict::Above | Verdict::Below))
        .collect();
    let critical = hundredths((CRITICAL, 1000));
    say(format!(
        "Critical value of chi-square for six faces: {critical} (5 degrees of freedom, level 0.05). \
         One count of fair dice in twenty is above it."
    ));
    for (name, count) in &tested {
        let is = match count.verdict() {
            Verdict::Above => "above",
            _ => "not above",
        };
        let chi = hundredths(count.chi_square());
        say(format!("{}: {chi} is {is} the critical value.", capital(name)));
    }
    if tested.len() > 1 {
        say(format!(
            "{} counts were tested, and they share dice: that one of them is above is likelier than \
             one in twenty.",
            tested.len()
        ));
    }
    if tested.len() < counted.len() || counted.is_empty() {
        say(format!("A count of fewer than {LEAST} dice is not tested: it shows nothing."));
    }
    let seen: Vec<String> = BIASES
        .iter()
        .filter_map(|(a, b)| {
            Some(format!("{} for a face that comes {a} time in {b}", dice_to_see((*a, *b))?))
        })
        .collect();
    say(format!(
        "Dice that it takes to see a bias 8 times in 10: {}; 1 time in 6 is fair.",
        seen.join(", ")
    ));
    say("A count that is not above the critical value does not prove fair dice.".to_owned());
    say(match recorded {
        true => {
            "The dice of this campaign were typed in: nothing but trust says that they fell so."
        }
        false => "Whether each die is the one that its key gives is shown by `provost audit`.",
    }
    .to_owned());
    lines
}

fn data(counts: &Counts) -> Value {
    let one = |count: &Count| {
        let dice = count.dice();
        let shares: Vec<String> = count.faces.iter().map(|n| percent(*n, dice)).collect();
        json!({
            "dice": dice, "faces": count.faces, "percent": shares,
            "chi_square": hundredths(count.chi_square()), "test": count.verdict().word(),
        })
    };
    let each = |all: &std::collections::BTreeMap<String, Count>| {
        all.iter()
            .map(|(name, count)| (name.clone(), one(count)))
            .collect::<serde_json::Map<_, _>>()
    };
    json!({
        "sides": counts.sides, "expected_percent": percent(1, counts.sides), "all": one(&counts.all),
        "by_side": each(&counts.by_side), "by_kind": each(&counts.by_kind),
    })
}
