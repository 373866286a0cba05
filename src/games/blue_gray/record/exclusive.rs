//! The list `exclusive` of a scenario file: which kind of rule each entry is.

use super::super::exclusive::reader::{Context, Reader};
use super::super::exclusive::{
    Exclusive, either::Either, entry::Entry, exit::Exit, fog::Fog, immobile::Immobile,
    losses::Losses, occupation::Occupation, quota::Quota, start_points::StartPoints,
    sudden_victory::SuddenVictory, victory::Victory,
};
use crate::board::Hex;
use crate::document::fields::nearest;
use crate::document::{Diagnostic, Node};

/// Every kind with its word, and whether a battle can have it only once.
const KINDS: [(&str, Times); 11] = [
    ("either", Times::Any),
    ("entry", Times::Once),
    ("exit", Times::Once),
    ("fog", Times::Once),
    ("immobile", Times::Any),
    ("losses", Times::Once),
    ("occupation", Times::Once),
    ("quota", Times::OnceASide),
    ("start_points", Times::OnceASide),
    ("sudden_victory", Times::OnceASide),
    ("victory", Times::Once),
];

/// How often a kind may stand in the list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Times {
    Once,
    OnceASide,
    Any,
}

/// Reads the list; an entry that cannot be read is left out, with its complaints.
pub fn read(
    nodes: &[Node],
    context: &Context<'_>,
    complaints: &mut Vec<Diagnostic>,
) -> Vec<Exclusive> {
    let mut seen: Vec<(&str, Option<&str>)> = Vec::new();
    let mut rules = Vec::new();
    for node in nodes {
        let Some((kind, times, body)) = kind(node, complaints) else { continue };
        let side = body.get_text("side").filter(|_| times == Times::OnceASide);
        if times != Times::Any && seen.contains(&(kind, side)) {
            let whose = side.map(|s| format!(" for {s}")).unwrap_or_default();
            let headline = format!("a second `{kind}`{whose}");
            let help = "put both together into one entry";
            complaints.push(Diagnostic::error(node.span, headline).help(help));
        }
        seen.push((kind, side));
        rules.extend(read_kind(kind, body, context, complaints));
    }
    lint_exits(nodes, &rules, complaints);
    rules
}

/// Complains about a release by an exit that is none.
fn lint_exits(nodes: &[Node], rules: &[Exclusive], complaints: &mut Vec<Diagnostic>) {
    let exits: Vec<Hex> = rules
        .iter()
        .filter_map(|rule| match rule {
            Exclusive::Exit(exit) => Some(exit.hexes.as_slice()),
            _ => None,
        })
        .flatten()
        .copied()
        .collect();
    let releases = nodes.iter().filter_map(|node| node.get("immobile")?.get("releases")?.as_list());
    for release in releases.flatten() {
        for node in release.get("own_exit").and_then(Node::as_list).unwrap_or_default() {
            let hex = node.as_text().and_then(|text| text.parse::<Hex>().ok());
            if let Some(hex) = hex.filter(|hex| !exits.contains(hex)) {
                let headline = format!("{hex} is no exit of this battle");
                let known: Vec<String> = exits.iter().map(Hex::to_string).collect();
                let help = format!("exits: {}", known.join(", "));
                complaints.push(Diagnostic::error(node.span, headline).help(help));
            }
        }
    }
}

/// The word of an entry and what stands under it.
fn kind<'n>(
    node: &'n Node,
    complaints: &mut Vec<Diagnostic>,
) -> Option<(&'static str, Times, &'n Node)> {
    let words = KINDS.map(|(word, _)| word);
    let Some([(key, body)]) = node.as_map() else {
        let help = format!("write `- kind: {{...}}`, a kind of {}", words.join(", "));
        let headline = "an exclusive rule is one kind with its entries";
        complaints.push(Diagnostic::error(node.span, headline).help(help));
        return None;
    };
    let known = KINDS.iter().find(|(word, _)| *word == key.text);
    let Some((word, times)) = known else {
        let help = match nearest(&key.text, &words) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("kinds: {}", words.join(", ")),
        };
        let headline = format!("there is no kind of exclusive rule `{}`", key.text);
        complaints.push(Diagnostic::error(key.span, headline).help(help));
        return None;
    };
    Some((word, *times, body))
}

fn read_kind(
    kind: &'static str,
    body: &Node,
    context: &Context<'_>,
    complaints: &mut Vec<Diagnostic>,
) -> Option<Exclusive> {
    let reader = Reader::of(body, kind, context, complaints)?;
    match kind {
        "either" => Either::read(reader).map(Exclusive::Either),
        "entry" => Entry::read(reader).map(Exclusive::Entry),
        "exit" => Exit::read(reader).map(Exclusive::Exit),
        "fog" => Fog::read(reader).map(Exclusive::Fog),
        "immobile" => Immobile::read(reader).map(Exclusive::Immobile),
        "losses" => Losses::read(reader).map(Exclusive::Losses),
        "occupation" => Occupation::read(reader).map(Exclusive::Occupation),
        "quota" => Quota::read(reader).map(Exclusive::Quota),
        "start_points" => StartPoints::read(reader).map(Exclusive::StartPoints),
        "sudden_victory" => SuddenVictory::read(reader).map(Exclusive::SuddenVictory),
        "victory" => Victory::read(reader).map(Exclusive::Victory),
        _ => None,
    }
}
