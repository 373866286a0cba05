//! The list `exclusive` of a scenario file: which kind of rule each entry is.

use super::super::exclusive::kind::Times;
use super::super::exclusive::reader::{Context, Reader};
use super::super::exclusive::{Exclusive, KINDS, train};
use crate::document::fields::nearest;
use crate::document::{Diagnostic, Node};

/// Reads an entry of one kind.
type Read = fn(Reader<'_, '_>) -> Option<Exclusive>;

/// Reads the list; an entry that cannot be read is left out, with its complaints.
pub fn read(
    nodes: &[Node],
    context: &Context<'_>,
    complaints: &mut Vec<Diagnostic>,
) -> Vec<Exclusive> {
    let mut seen: Vec<(&str, Option<&str>)> = Vec::new();
    let (mut rules, mut bodies): (Vec<Exclusive>, Vec<&Node>) = (Vec::new(), Vec::new());
    for node in nodes {
        let Some((kind, times, read, body)) = kind(node, complaints) else { continue };
        let side = body.get_text("side").filter(|_| times == Times::OnceASide);
        if times != Times::Any && seen.contains(&(kind, side)) {
            let whose = side.map(|s| format!(" for {s}")).unwrap_or_default();
            let headline = format!("a second `{kind}`{whose}");
            let help = "put both together into one entry";
            complaints.push(Diagnostic::error(node.span, headline).help(help));
        }
        seen.push((kind, side));
        let Some(mut rule) = Reader::of(body, kind, context, complaints).and_then(read) else {
            continue;
        };
        rule.number(rules.iter().filter(|other| other.word() == kind).count());
        rules.push(rule);
        bodies.push(body);
    }
    for (rule, body) in rules.iter().zip(bodies) {
        rule.lint(body, &rules, complaints);
    }
    rules.extend(train::implied(context.units, &rules));
    rules
}

/// The word of an entry and what stands under it.
fn kind<'n>(
    node: &'n Node,
    complaints: &mut Vec<Diagnostic>,
) -> Option<(&'static str, Times, Read, &'n Node)> {
    let words: Vec<&str> = KINDS.iter().map(|(word, ..)| *word).collect();
    let Some([(key, body)]) = node.as_map() else {
        let help = format!("write `- kind: {{...}}`, a kind of {}", words.join(", "));
        let headline = "an exclusive rule is one kind with its entries";
        complaints.push(Diagnostic::error(node.span, headline).help(help));
        return None;
    };
    let known = KINDS.iter().find(|(word, ..)| *word == key.text);
    let Some((word, times, read)) = known else {
        let help = match nearest(&key.text, &words) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("kinds: {}", words.join(", ")),
        };
        let headline = format!("there is no kind of exclusive rule `{}`", key.text);
        complaints.push(Diagnostic::error(key.span, headline).help(help));
        return None;
    };
    Some((word, *times, *read, body))
}
