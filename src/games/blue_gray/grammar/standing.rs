//! The four sections of standing orders.

use super::super::answers::{
    Advance, AdvanceWish, At, Cavalry, CavalryWish, GiveWay, Retreat, Standing, Whom,
};
use super::phrase::{Phrase, Read};
use super::reader::{Reader, Seen};
use super::routes::{AWAY, away, give_way, one};
use crate::document::{Node, Span};

const RETREAT: &str = "UNIT|any: HEX HEX ... | toward HEX [, alone if possible] | ask";
const GIVE_WAY: &str = "UNIT|any: [smallest,] HEX HEX ... | [smallest,] toward HEX";
const CAVALRY: &str =
    "UNIT|any: stand | ask | go [if all go] [at ODDS or worse], HEX HEX or HEX HEX";
const ADVANCE: &str = "UNIT|any: stay | go | ask | HEX HEX ...";

impl Reader<'_> {
    /// Reads one of the four sections into its place.
    pub fn standing_section(&mut self, section: &str, node: &Node, all: &mut Standing) {
        match section {
            "retreat" => {
                all.retreat = self.each(node, "retreat", RETREAT, |value, whom, span| {
                    let away = if value.eat("ask") { None } else { Some(away(value)?) };
                    value.done("a place", AWAY)?;
                    Ok(Retreat { whom, away, span })
                });
            }
            "give way" => {
                all.give_way = self.each(node, "give way", GIVE_WAY, |value, whom, span| {
                    let (smallest, away) = give_way(value)?;
                    value.done("a place", AWAY)?;
                    Ok(GiveWay { whom, smallest, away, span })
                });
            }
            "cavalry" => {
                all.cavalry = self.each(node, "cavalry", CAVALRY, |value, whom, span| {
                    Ok(Cavalry { whom, wish: cavalry(value)?, span })
                });
            }
            _ => {
                all.advance = self.each(node, "advance", ADVANCE, |value, whom, span| {
                    Ok(Advance { whom, wish: advance(value)?, span })
                });
            }
        }
    }

    /// Reads the lines `( unit | "any" ) : ...` of a section; nobody has two.
    fn each<T>(
        &mut self,
        node: &Node,
        section: &str,
        form: &'static str,
        read: impl Fn(&mut Phrase<'_>, Whom, Span) -> Read<T>,
    ) -> Vec<T> {
        let mut seen = Seen::new(self);
        let mut lines = Vec::new();
        for line in self.lines(node, section, "UNIT: ...") {
            let Some((mut key, mut value)) = self.pair(line, form) else { continue };
            let whom = self.whom(&mut key, &[]).and_then(|whom| one(&key).map(|()| whom));
            let whom: Option<At<Whom>> = self.keep(whom);
            if let Some(whom) = whom {
                seen.whom(whom, self);
            }
            // The value is read even for a unit that is unknown, to find all that is wrong.
            let for_whom = whom.map_or(Whom::Any, |whom| whom.value);
            let span = whom.map_or(key.whole(), |whom| whom.span);
            let value = self.keep(read(&mut value, for_whom, span));
            lines.extend(value.filter(|_| whom.is_some()));
        }
        lines
    }
}

/// `"stand" | "ask" | "go" [ "if all go" ] [ "at" odds "or worse" ] "," path { "or" path }`
pub(super) fn cavalry(phrase: &mut Phrase<'_>) -> Read<CavalryWish> {
    for (word, wish) in [("stand", CavalryWish::Stand), ("ask", CavalryWish::Ask)] {
        if phrase.eat(word) {
            phrase.done("", &[])?;
            return Ok(wish);
        }
    }
    if !phrase.eat("go") {
        return Err(phrase.wrong("`stand`, `ask` or `go`", &["stand", "ask", "go"]));
    }
    let if_all_go = phrase.is("if");
    if if_all_go && !phrase.eat_all(&["if", "all", "go"]) {
        return Err(phrase.wrong("`if all go`", &[]));
    }
    let mut at = None;
    if phrase.eat("at") {
        at = Some(phrase.odds()?.value);
        if !phrase.eat_all(&["or", "worse"]) {
            return Err(phrase.wrong("`or worse`", &["or"]));
        }
    }
    if !phrase.eat(",") {
        let due = match (if_all_go, at) {
            (_, Some(_)) => "a comma and a path of two hexes",
            (true, None) => "`at ODDS or worse` or a comma and a path of two hexes",
            (false, None) => "`if all go`, `at ODDS or worse` or a comma and a path of two hexes",
        };
        return Err(phrase.wrong(due, &["if", "at"]));
    }
    let mut paths = Vec::new();
    loop {
        paths.push([phrase.hex()?.value, phrase.hex()?.value]);
        if !phrase.eat("or") {
            break;
        }
    }
    let complaint = phrase.done("`or` and another path", &["or"]);
    complaint.map_err(|complaint| match phrase.clone().try_hex() {
        Some(_) => complaint.help("a path is two hexes; write `or` before another path"),
        None => complaint,
    })?;
    Ok(CavalryWish::Go { if_all_go, at, paths })
}

/// `"stay" | "go" | "ask" | hex { hex }`
fn advance(phrase: &mut Phrase<'_>) -> Read<AdvanceWish> {
    const WORDS: &[&str] = &["stay", "go", "ask"];
    let mut hexes = Vec::new();
    while let Some(hex) = phrase.try_hex() {
        hexes.push(hex.value);
    }
    let wish = match phrase.peek() {
        _ if !hexes.is_empty() => {
            phrase.done("a hex", &[])?;
            return Ok(AdvanceWish::Hexes(hexes));
        }
        word if word.eq_ignore_ascii_case("stay") => AdvanceWish::Stay,
        word if word.eq_ignore_ascii_case("go") => AdvanceWish::Go,
        word if word.eq_ignore_ascii_case("ask") => AdvanceWish::Ask,
        _ => return Err(phrase.wrong("`stay`, `go`, `ask` or a hex", WORDS)),
    };
    phrase.take();
    phrase.done("", &[])?;
    Ok(wish)
}
