//! Orders, standing orders, answers and rolls as trees for a record.

use super::super::answers::{
    Advance, AdvanceWish, Answer, At, AttackList, Away, Cavalry, CavalryWish, Condition, Entry,
    GiveWay, Go, Lose, Move, NewStanding, Orders, Outcome, Retreat, Route, Sentence, Spot,
    Standing, Then, Towards, Whom,
};
use super::super::grammar::Names;
use super::super::scenario::UnitId;
use crate::document::{Node, Span, Text, Value};

/// The `orders` of a record; every node carries the place where its sentence was typed.
///
/// Head, standing orders, rolls and note go elsewhere in a record.
pub fn orders(orders: &Orders, names: &Names<'_>) -> Node {
    let mut node = Node::map([
        ("turn", Node::text(orders.turn.to_string())),
        ("position", said(orders.position.value.clone(), orders.position.span)),
    ]);
    let moves = orders.moves.iter().map(|line| moved(line, names)).collect();
    put(&mut node, "move", moves);
    let lines = orders.fall_back.iter().map(|line| retreat(line, names)).collect();
    put(&mut node, "fall back", lines);
    match &orders.attack {
        Some(AttackList::None(span)) => node.set("attack", said("none", *span)),
        Some(AttackList::Entries(entries, _)) => {
            put(&mut node, "attack", entries.iter().map(|e| entry(e, names)).collect());
        }
        None => {}
    }
    put(&mut node, "answer", orders.answers.iter().map(|a| answer(a, names)).collect());
    node
}

/// The `standing` of a record.
pub fn standing(standing: &NewStanding, names: &Names<'_>) -> Node {
    let NewStanding::Replaced(all) = standing else { return Node::text("none") };
    let mut node = Node::map::<&str>([]);
    for (section, lines) in sections(all, names) {
        put(&mut node, section, lines);
    }
    node
}

/// The `answer` of a record.
pub fn answers(answers: &[Answer], names: &Names<'_>) -> Node {
    Node::list(answers.iter().map(|line| answer(line, names)))
}

/// The `rolls` of a record.
pub fn rolls(rolls: &[(At<String>, u32)]) -> Node {
    Node::list(rolls.iter().map(|(label, face)| pair(&label.value, face.to_string(), label.span)))
}

/// The four sections with their lines.
pub(super) fn sections(all: &Standing, names: &Names<'_>) -> [(&'static str, Vec<Node>); 4] {
    [
        ("retreat", all.retreat.iter().map(|line| retreat(line, names)).collect()),
        ("give way", all.give_way.iter().map(|line| gives_way(line, names)).collect()),
        ("cavalry", all.cavalry.iter().map(|line| rides(line, names)).collect()),
        ("advance", all.advance.iter().map(|line| advances(line, names)).collect()),
    ]
}

fn put(node: &mut Node, key: &str, lines: Vec<Node>) {
    if !lines.is_empty() {
        node.set(key, Node::list(lines));
    }
}

fn said(text: impl Into<String>, span: Span) -> Node {
    Node { span, value: Value::Text(text.into().into()) }
}

/// A line `key: sentence`.
fn pair(key: &str, sentence: String, span: Span) -> Node {
    let key = Text { text: key.into(), span };
    Node { span, value: Value::Map(vec![(key, said(sentence, span))]) }
}

fn moved(line: &Move, names: &Names<'_>) -> Node {
    pair(&units(&line.units, names), route(&line.route), line.span)
}

fn route(route: &Route) -> String {
    let Route::March { from, enter, strategic, hexes, exit } = route else {
        return "hold".to_owned();
    };
    let mut words: Vec<String> = Vec::new();
    words.extend(from.map(|hex| format!("{} to", hex.value)));
    words.extend(enter.then(|| "enter".to_owned()));
    words.extend(strategic.then(|| "strategic,".to_owned()));
    words.extend(hexes.iter().map(|hex| hex.value.to_string()));
    words.extend(exit.map(|_| "exit".to_owned()));
    words.join(" ")
}

fn retreat(line: &Retreat, names: &Names<'_>) -> Node {
    let sentence = line.away.as_ref().map_or("ask".to_owned(), away);
    pair(whom(line.whom, names), sentence, line.span)
}

fn gives_way(line: &GiveWay, names: &Names<'_>) -> Node {
    pair(whom(line.whom, names), give_way(line.smallest, &line.away), line.span)
}

fn rides(line: &Cavalry, names: &Names<'_>) -> Node {
    pair(whom(line.whom, names), cavalry(&line.wish), line.span)
}

fn advances(line: &Advance, names: &Names<'_>) -> Node {
    let sentence = match &line.wish {
        AdvanceWish::Stay => "stay".to_owned(),
        AdvanceWish::Go => "go".to_owned(),
        AdvanceWish::Ask => "ask".to_owned(),
        AdvanceWish::Hexes(hexes) => list(hexes, " "),
    };
    pair(whom(line.whom, names), sentence, line.span)
}

fn whom<'a>(whom: Whom, names: &Names<'a>) -> &'a str {
    match whom {
        Whom::Unit(unit) => names.id(unit),
        Whom::Any => "any",
    }
}

fn units(units: &[At<UnitId>], names: &Names<'_>) -> String {
    let ids: Vec<&str> = units.iter().map(|unit| names.id(unit.value)).collect();
    ids.join(", ")
}

fn list<T: ToString>(items: &[T], between: &str) -> String {
    items.iter().map(T::to_string).collect::<Vec<String>>().join(between)
}

fn away(away: &Away) -> String {
    let mut sentence = match &away.to {
        Towards::Toward(hex) => format!("toward {hex}"),
        Towards::Places(places) => {
            let places = places.iter().map(|place| match place {
                Spot::Hex(hex) => hex.to_string(),
                Spot::Exit => "exit".to_owned(),
            });
            places.collect::<Vec<String>>().join(" ")
        }
    };
    if away.alone {
        sentence.push_str(", alone if possible");
    }
    sentence
}

fn give_way(smallest: bool, to: &Away) -> String {
    let to = away(to);
    if smallest { format!("smallest, {to}") } else { to }
}

fn cavalry(wish: &CavalryWish) -> String {
    let CavalryWish::Go { if_all_go, at, paths } = wish else {
        let stands = *wish == CavalryWish::Stand;
        return if stands { "stand" } else { "ask" }.to_owned();
    };
    let mut sentence = "go".to_owned();
    if *if_all_go {
        sentence.push_str(" if all go");
    }
    if let Some(odds) = at {
        sentence.push_str(&format!(" at {odds} or worse"));
    }
    let paths: Vec<String> = paths.iter().map(|path| list(path, " ")).collect();
    format!("{sentence}, {}", paths.join(" or "))
}

/// One attack, its keys in the order of [`ENTRY`](super::super::grammar::ENTRY).
fn entry(entry: &Entry, names: &Names<'_>) -> Node {
    let first = |spans: Option<Span>| spans.unwrap_or(entry.span);
    let hexes: Vec<String> = entry.at.iter().map(|hex| hex.value.to_string()).collect();
    let conditions: Vec<String> =
        entry.conditions.iter().map(|c| condition(&c.value, names)).collect();
    let mut keys: Vec<(Text, Node)> = Vec::new();
    let mut add = |key: &str, sentence: String, span: Span| {
        let key = Text { text: key.into(), span };
        keys.push((key, said(sentence, span)));
    };
    add("at", hexes.join(", "), first(entry.at.first().map(|hex| hex.span)));
    add("by", units(&entry.by, names), first(entry.by.first().map(|unit| unit.span)));
    if let Some(aside) = entry.aside.first() {
        add("aside", units(&entry.aside, names), aside.span);
    }
    if let Some(condition) = entry.conditions.first() {
        add("if", conditions.join(" and "), condition.span);
    }
    if let Some(expect) = &entry.expect {
        let sums = expect.value.sums.map(|(attack, defence)| format!("{attack} to {defence}"));
        let odds = expect.value.odds.map(|odds| odds.to_string());
        let parts: Vec<String> = sums.into_iter().chain(odds).collect();
        add("expect", parts.join(", "), expect.span);
    }
    if let Some(least) = entry.least {
        add("least", least.value.to_string(), least.span);
    }
    if let Some(reduce) = entry.reduce {
        add("reduce", reduce.value.to_string(), reduce.span);
    }
    if let Some(span) = entry.pause {
        add("pause", "after".to_owned(), span);
    }
    if let Some(die) = entry.die {
        add("die", die.value.to_string(), die.span);
    }
    for (key, value) in [("won", &entry.won), ("DR", &entry.dr), ("DE", &entry.de)] {
        if let Some(options) = value {
            add(key, then(options, names), options.span);
        }
    }
    if let Some(ex) = &entry.ex {
        let (sentence, span) = lose(ex, names);
        add("EX", sentence, span);
    }
    if let Some(line) = entry.ar.first() {
        let items: Vec<String> = entry.ar.iter().map(|line| retreats(line, names)).collect();
        add("AR", items.join(", "), line.span);
    }
    if let Some(push) = entry.push.first() {
        let who = whom(push.whom, names);
        add("push", format!("{who} {}", give_way(push.smallest, &push.away)), push.span);
    }
    Node { span: entry.span, value: Value::Map(keys) }
}

fn retreats(line: &Retreat, names: &Names<'_>) -> String {
    let to = line.away.as_ref().map(away).unwrap_or_default();
    format!("{} {to}", whom(line.whom, names))
}

fn condition(condition: &Condition, names: &Names<'_>) -> String {
    match condition {
        Condition::Combat(hex, outcome) => {
            let word = match outcome {
                Outcome::Won => "won",
                Outcome::Held => "held",
                Outcome::Gone => "gone",
                Outcome::Result(result) => result.word(),
            };
            format!("{hex} {word}")
        }
        Condition::Empty(hex) => format!("{hex} empty"),
        Condition::Enemy(hex) => format!("{hex} enemy"),
        Condition::Alive(unit) => format!("{} alive", anybody(*unit, names)),
        Condition::Dead(unit) => format!("{} dead", anybody(*unit, names)),
    }
}

/// A unit of either army; the hex of an enemy whose name is also that of an own unit.
fn anybody(unit: UnitId, names: &Names<'_>) -> String {
    let id = names.id(unit);
    match names.exact(id).filter(|own| *own != unit).and(names.position.hex(unit)) {
        Some(hex) => format!("{id} @{hex}"),
        None => id.to_owned(),
    }
}

fn then(then: &Then, names: &Names<'_>) -> String {
    let go = |go: &Go| match go {
        Go::Stay => "stay".to_owned(),
        Go::Advance(unit, None) => names.id(*unit).to_owned(),
        Go::Advance(unit, Some(hex)) => format!("{} to {hex}", names.id(*unit)),
    };
    let options: Vec<String> = then.options.iter().map(go).collect();
    let advances = matches!(then.options.first(), Some(Go::Advance(..)));
    format!("{}{}", if advances { "advance " } else { "" }, options.join(", else "))
}

fn lose(lose: &Lose, names: &Names<'_>) -> (String, Span) {
    match lose {
        Lose::Units(list, span) => (format!("lose {}", units(list, names)), *span),
        Lose::Smallest(span) => ("lose smallest".to_owned(), *span),
        Lose::All(span) => ("lose all".to_owned(), *span),
    }
}

fn answer(answer: &Answer, names: &Names<'_>) -> Node {
    let sentence = match &answer.sentence {
        Sentence::Cavalry(wish) => cavalry(wish),
        Sentence::Away(to) => away(to),
        Sentence::Push(who, smallest, to) => {
            format!("{} {}", whom(*who, names), give_way(*smallest, to))
        }
        Sentence::Advance(Go::Stay) => "stay".to_owned(),
        Sentence::Advance(Go::Advance(unit, hex)) => {
            let hex = hex.map(|hex| format!(" {hex}")).unwrap_or_default();
            format!("{}{hex}", names.id(*unit))
        }
        Sentence::Lose(who) => lose(who, names).0,
    };
    pair(&answer.key.value, sentence, answer.key.span)
}
