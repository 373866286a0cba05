//! What to write instead of a word that the grammar does not know.

use super::phrase::Phrase;
use crate::board::Hex;
use crate::document::fields::nearest;

/// Words that people write for one of ours: what they say, what it is called here.
const SYNONYMS: &[(&[&str], &[&str])] = &[
    (&["stay", "stand", "stop", "stops", "remain", "remains", "wait", "halt", "keep"], &["hold"]),
    (&["hold", "stand", "stop", "stops", "remain", "remains", "wait", "halt", "none"], &["stay"]),
    (&["stay", "hold", "stop", "remain", "remains", "wait", "fight", "no"], &["stand"]),
    (&["move", "advance", "retreat", "withdraw", "evade", "flee", "run", "yes"], &["go"]),
    (&["go", "move", "follow", "pursue", "occupy", "adv", "yes"], &["advance"]),
    (&["arrive", "arrives", "arriving", "appear", "reinforce"], &["enter"]),
    (&["leave", "leaves", "off", "out"], &["exit"]),
    (&["strat", "road", "strategically"], &["strategic"]),
    (&["towards", "to", "into", "direction"], &["toward"]),
    (&["lost", "failed", "fails", "repulsed", "defended", "holds"], &["held"]),
    (&["win", "wins", "taken", "took", "captured", "success", "succeeded"], &["won"]),
    (&["left", "withdrawn", "evaded", "fled"], &["gone"]),
    (&["clear", "vacant", "free"], &["empty"]),
    (&["occupied", "enemies"], &["enemy"]),
    (&["lost", "killed", "eliminated", "destroyed", "gone"], &["dead"]),
    (&["lives", "living", "survives", "survived"], &["alive"]),
    (&["loses", "lost", "remove", "eliminate", "kill", "exchange"], &["lose"]),
    (&["weakest", "least", "lowest", "minimum"], &["smallest"]),
    (&["or", "then", "otherwise"], &["else"]),
    (&["yes", "true", "on"], &["after"]),
    (&["&", "+", "with"], &["and"]),
    (&["rebel", "rebels", "csa", "south", "southern", "gray", "grey"], &["confederate"]),
    (&["federal", "federals", "usa", "north", "northern", "blue", "yankee"], &["union"]),
];

/// Words with which people begin a route, and which say nothing.
const MARCHING: [&str; 12] = [
    "march", "marches", "go", "goes", "move", "moves", "advance", "retreat", "proceed", "toward",
    "towards", "via",
];

/// The word that is most likely meant: a usual other word for it, or one that is misspelt.
pub(super) fn meant<'k>(word: &str, known: &[&'k str]) -> Option<&'k str> {
    let lower = word.to_lowercase();
    let same = |k: &&&str| k.eq_ignore_ascii_case(&lower);
    if known.iter().any(|k| same(&k)) {
        return None;
    }
    let named = SYNONYMS.iter().filter(|(said, _)| said.contains(&lower.as_str()));
    let ours = named.flat_map(|(_, ours)| ours.iter());
    let found = ours.flat_map(|ours| known.iter().find(|k| k.eq_ignore_ascii_case(ours)));
    found.copied().next().or_else(|| nearest(&lower, known))
}

impl Phrase<'_> {
    /// What to write instead of the next word, if that can be told; `due` is what is due there.
    pub(super) fn advice(&self, word: &str, due: &str, known: &[&str]) -> Option<String> {
        if let Some(known) = meant(word, known) {
            return Some(format!("did you mean `{known}`?"));
        }
        let hex = due.contains("hex");
        if word == "," {
            let mut after = self.clone();
            after.take();
            let next = after.peek();
            return match next {
                _ if next.eq_ignore_ascii_case("alone") => {
                    Some("write `, alone if possible`".to_owned())
                }
                _ if due.contains("`and`") => {
                    Some("write `and` between two conditions, no comma".to_owned())
                }
                _ if due.contains("`or`") => {
                    Some("write `or` before another path, no comma".to_owned())
                }
                _ if next.parse::<Hex>().is_ok() && hex => {
                    Some("write blanks between hexes, no commas".to_owned())
                }
                _ => None,
            };
        }
        if due.contains("`enter`") && MARCHING.iter().any(|w| word.eq_ignore_ascii_case(w)) {
            return Some(format!("leave out `{word}`: a route is hexes alone, or where to"));
        }
        let digits = word.bytes().filter(u8::is_ascii_digit).count();
        let only = |more: &[u8]| word.bytes().all(|b| b.is_ascii_digit() || more.contains(&b));
        if hex && digits >= 8 && only(b"-") {
            return Some("write blanks between hexes".to_owned());
        }
        if due.contains("odds") && digits >= 2 && only(b":/") {
            return Some(format!("write `{}`", word.replace([':', '/'], "-")));
        }
        let like_hex = digits > 0 && only(b"Oo") && word.parse::<Hex>().is_err();
        (hex && like_hex).then(|| "a hex has four digits, such as 0504".to_owned())
    }

    /// The mark that is due where a `;` stands, with what to do.
    pub(super) fn semicolon(&self, before: &str, due: &str) -> (&'static str, &'static str) {
        let hex = before.parse::<Hex>().is_ok();
        let mut after = self.clone();
        after.take();
        let clause = ["alone", "else"].iter().any(|word| after.is(word));
        let next_is_hex = after.peek().trim_end_matches(';').parse::<Hex>().is_ok();
        if due.contains("`and`") || self.form().starts_with("if:") {
            ("`and`", "write `and` between two conditions")
        } else if hex && next_is_hex && self.form().contains(" or HEX") {
            ("`or`", "write `or` before another path")
        } else if hex && next_is_hex && !clause && !self.form().starts_with("at:") {
            ("a blank", "write blanks between hexes")
        } else {
            ("a comma", "write `,` for `;`")
        }
    }
}
