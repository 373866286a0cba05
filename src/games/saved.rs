//! What would have saved a mail: the line of standing orders, or of an attack, that says beforehand
//! what was said at a halt.

use super::blue_gray::events::Event;
use super::blue_gray::r05_control::held_by;
use super::blue_gray::scenario::Scenario;
use super::{Game, Played};
use crate::board::Hex;
use crate::document::{Node, Value};
use crate::play::Ask;

/// Lines that would have saved a halt, and where they belong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Saving {
    /// The section, without its colon: `retreat`, `attack`.
    pub section: &'static str,
    /// The lines, as they are typed below it.
    pub lines: Vec<String>,
}

/// As many entries of an attack list are shown.
const SHOWN: usize = 4;

/// The line that answers a question before it is asked, with the sentence that was given.
///
/// The side that does not move has standing orders for it; the side that moves writes it into the
/// entry of the attack, which is shown whole, or into its fall backs. `list` is its attack list, and
/// takes the line in: what is asked next about the same attack comes beside it.
pub fn saves_question(ask: &Ask, phasing: &str, sentence: &str, list: Option<&mut Node>) -> Saving {
    let key = ask.key.split('@').next().unwrap_or_default();
    let (combat, what) = match key.strip_prefix("attack.").and_then(|rest| rest.split_once('.')) {
        Some((hex, what)) => (Some(hex), what),
        None => (None, key.strip_prefix("start.").unwrap_or(key)),
    };
    let (what, unit) = what.split_once('.').unwrap_or((what, ""));
    let standing = |section, line: String| Saving { section, lines: vec![format!("- {line}")] };
    if ask.whose != phasing {
        return match what {
            "cavalry" => standing("cavalry", format!("{unit}: {sentence}")),
            "push" => standing("give way", named(sentence)),
            "advance" if sentence == "stay" => standing("advance", "any: stay".to_owned()),
            "advance" => standing("advance", named(sentence)),
            _ => standing("retreat", format!("{unit}: {sentence}")),
        };
    }
    let hex = combat.unwrap_or_default();
    let within = |key: &str, said: &str| {
        let mut alone = Node::map([("at", Node::text(hex))]);
        let entry = list.and_then(|list| entry_at(list, hex)).unwrap_or(&mut alone);
        let said = match entry.get_text(key) {
            Some(before) => format!("{before}, {said}"),
            None => said.to_owned(),
        };
        entry.set(key, Node::text(said));
        Saving { section: "attack", lines: shown(entry) }
    };
    match (what, combat) {
        ("lose", Some(_)) => within("EX", sentence),
        ("push", Some(_)) => within("push", sentence),
        ("retreat", Some(_)) => within("AR", &format!("{unit} {sentence}")),
        ("push", None) => standing("give way", named(sentence)),
        _ => standing("fall back", format!("{unit}: {sentence}")),
    }
}

impl Game {
    /// The conditions that would have done what a pause was for; none if nothing was changed after it.
    ///
    /// `played` ends at the pause after the combat on `hex`; `later` is the attack list that came then.
    pub fn saves_pause(&self, played: &Played, hex: &str, later: Option<&Node>) -> Option<Saving> {
        let won = self.is_won(played, hex)?;
        let (is, is_not) = if won { ("won", "held") } else { ("held", "won") };
        let lines = match &later?.value {
            Value::List(entries) => {
                let entries = entries.iter().take(SHOWN);
                entries.flat_map(|entry| conditional(entry, &format!("{hex} {is}"))).collect()
            }
            // He stopped there: what was left was wanted only after the other result.
            _ => vec!["- at: HEX".to_owned(), format!("  if: {hex} {is_not}")],
        };
        Some(Saving { section: "attack", lines })
    }

    /// The least odds that would have done what `expect` was for: the entry as it was written, with
    /// `least` from its odds, and the one that came instead.
    pub fn saves_expectation(
        &self,
        hex: &str,
        filed: Option<&Node>,
        later: Option<&Node>,
    ) -> Option<Saving> {
        let of = |list: Option<&Node>| {
            let entries = list?.as_list()?;
            entries.iter().find(|entry| targets(entry).contains(&hex)).cloned()
        };
        let expect = of(filed)?.get_text("expect").map(str::to_owned)?;
        let odds = expect.rsplit(", ").next().filter(|odds| odds.contains('-'));
        later?;
        let mut lines = vec![format!("- at: {hex}")];
        lines.push(format!("  least: {}", odds.unwrap_or("N-N, the odds that you want")));
        lines.extend(of(later).iter().flat_map(shown));
        Some(Saving { section: "attack", lines })
    }

    /// Whether no enemy is left on any hex of the latest combat against this one.
    fn is_won(&self, played: &Played, hex: &str) -> Option<bool> {
        let scenario: &Scenario = self.scenario();
        let name: Hex = hex.parse().ok()?;
        let (mut army, mut at) = (None, Vec::new());
        for event in played.events.0.iter() {
            match event {
                Event::TurnBegins { army: phasing, .. } => army = Some(*phasing),
                Event::Attack(attack) if attack.at.contains(&name) => at.clone_from(&attack.at),
                _ => {}
            }
        }
        let (enemy, position) = (army?.enemy(), &played.state.position);
        (!at.is_empty()).then(|| !at.iter().any(|hex| held_by(scenario, position, enemy, *hex)))
    }
}

/// `XI 1522` as a line: `XI: 1522`. A name may hold blanks; what follows it are hexes and words of
/// places.
fn named(sentence: &str) -> String {
    let is_place = |word: &str| {
        word.len() == 4 && word.bytes().all(|b| b.is_ascii_digit())
            || matches!(word, "toward" | "smallest," | "exit")
    };
    let words: Vec<&str> = sentence.split(' ').collect();
    match words.iter().position(|word| is_place(word)).filter(|at| *at > 0) {
        Some(at) => format!("{}: {}", words[..at].join(" "), words[at..].join(" ")),
        None => sentence.to_owned(),
    }
}

/// The first entry of an attack list against a hex.
fn entry_at<'n>(list: &'n mut Node, hex: &str) -> Option<&'n mut Node> {
    let Value::List(entries) = &mut list.value else { return None };
    entries.iter_mut().find(|entry| targets(entry).contains(&hex))
}

fn targets(entry: &Node) -> Vec<&str> {
    entry.get_text("at").unwrap_or_default().split(", ").collect()
}

/// An entry as it is typed.
fn shown(entry: &Node) -> Vec<String> {
    let entries = entry.as_map().unwrap_or_default().iter().enumerate();
    let line = |(n, (key, value)): (usize, &(crate::document::Text, Node))| {
        let dash = if n == 0 { "- " } else { "  " };
        format!("{dash}{}: {}", key.text, value.as_text().unwrap_or_default())
    };
    entries.map(line).collect()
}

/// An entry with one more condition.
fn conditional(entry: &Node, condition: &str) -> Vec<String> {
    let mut lines = shown(entry);
    match lines.iter_mut().find(|line| line.trim_start().starts_with("if: ")) {
        Some(line) => line.push_str(&format!(" and {condition}")),
        None => lines.insert(1.min(lines.len()), format!("  if: {condition}")),
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::Rule;

    #[test]
    fn every_question_has_its_line() {
        let saves = |key: &str, whose: &str, sentence: &str| {
            let (key, whose) = (key.to_owned(), whose.to_owned());
            let ask = Ask { key, whose, choices: Vec::new(), default: 0, rule: Rule::new("8.5") };
            let Saving { section, lines } = saves_question(&ask, "union", sentence, None);
            format!("{section}: {}", lines.join(" / "))
        };
        let enemy = |key, sentence| saves(key, "confederate", sentence);
        let own = |key, sentence| saves(key, "union", sentence);
        let told = [
            (enemy("attack.1722.retreat.1/XI", "1622"), "retreat: - 1/XI: 1622"),
            (enemy("attack.1722.retreat.1/F Lee/S@2", "1622"), "retreat: - 1/F Lee/S: 1622"),
            (
                enemy("attack.1722.cavalry.Hampton", "go, 1419 1418"),
                "cavalry: - Hampton: go, 1419 1418",
            ),
            (enemy("attack.1722.cavalry.Hampton", "stand"), "cavalry: - Hampton: stand"),
            (enemy("attack.1722.push.1522", "1/F Lee/S 1523"), "give way: - 1/F Lee/S: 1523"),
            (
                enemy("attack.1722.push.1522", "any smallest, toward 1418"),
                "give way: - any: smallest, toward 1418",
            ),
            (enemy("attack.1722.advance", "stay"), "advance: - any: stay"),
            (enemy("attack.1722.advance", "3/XI 1822"), "advance: - 3/XI: 1822"),
            (own("attack.1722.retreat.Rodes/R", "1725"), "attack: - at: 1722 /   AR: Rodes/R 1725"),
            (own("attack.1722.push.1725", "XI 1726"), "attack: - at: 1722 /   push: XI 1726"),
            (own("attack.1722.lose", "lose smallest"), "attack: - at: 1722 /   EX: lose smallest"),
            (own("start.retreat.Lane/H", "2115"), "fall back: - Lane/H: 2115"),
            (own("start.push.2115", "XI 2116"), "give way: - XI: 2116"),
        ];
        for (said, right) in told {
            assert_eq!(said, right);
        }
    }
    #[test]
    fn two_questions_about_one_attack_are_saved_by_one_line() {
        let entry =
            |at: &str, by: &str| Node::map([("at", Node::text(at)), ("by", Node::text(by))]);
        let mut list = Node::list([entry("0914", "3/V"), entry("1112, 1113", "1/II, 1/2/IX")]);
        let mut saves = |unit: &str, sentence: &str| {
            let (key, whose) = (format!("attack.1112.retreat.{unit}"), "union".to_owned());
            let ask = Ask { key, whose, choices: Vec::new(), default: 0, rule: Rule::new("8.5") };
            saves_question(&ask, "union", sentence, Some(&mut list)).lines
        };
        let before = ["- at: 1112, 1113", "  by: 1/II, 1/2/IX"];
        assert_eq!(saves("1/2/IX", "0912"), [before[0], before[1], "  AR: 1/2/IX 0912"]);
        let both = "  AR: 1/2/IX 0912, 1/II 0911";
        assert_eq!(saves("1/II", "0911"), [before[0], before[1], both]);
    }
}
