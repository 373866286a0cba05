//! `scenario.yaml` with the three packs beside it.

use super::super::editions::Policies;
use super::super::exclusive::reader::{Context, Ground};
use super::super::exclusive::{Exclusive, set_costs};
use super::super::scenario::{Army, Charts, OptionalRule, Scenario, Unit};
use super::rules::Rulebook;
use super::units::Counter;
use super::{PROVENANCES, Packs, exclusive, options, rules, units};
use crate::board::{Hex, Map};
use crate::document::digest::Pack;
use crate::document::fields::{Field, Fields};
use crate::document::{Diagnostic, Node};

impl Scenario {
    /// Reads a battle from its four packs, to be played under the policies of a campaign.
    ///
    /// Every complaint about any of them is added to `complaints`, with the pack in which it is;
    /// what keeps a pack from being hashed is told where it is hashed.
    /// Nothing comes of it if one of them is an error; a warning does not matter.
    pub fn read(
        packs: &Packs<'_>,
        policies: Policies,
        complaints: &mut Vec<(Pack, Diagnostic)>,
    ) -> Option<Scenario> {
        let mut found = Vec::new();
        let mut file = |pack: Pack, own: Vec<Diagnostic>| {
            found.extend(own.into_iter().map(|complaint| (pack, complaint)));
        };
        let mut own = Vec::new();
        let map = Map::read(packs.map, &mut own);
        file(Pack::Map, std::mem::take(&mut own));
        let charts = Charts::read(packs.charts, &mut own);
        if let (Some(charts), Some(map)) = (&charts, &map) {
            charts.covers(map, packs.charts.span, &mut own);
        }
        file(Pack::Charts, std::mem::take(&mut own));
        let book = rules::read(packs.rules, &mut own);
        file(Pack::Rules, std::mem::take(&mut own));
        let rest = Rest { map: map.as_ref(), charts: charts.as_ref(), book: book.as_ref() };
        let applied = options::apply(packs.scenario, &policies.rulings);
        let draft = Draft::read(&applied, &policies, &rest, &mut own);
        file(Pack::Scenario, own);

        found.sort_by_key(|(pack, complaint)| (*pack, complaint.span));
        let refused = found.iter().any(|(_, complaint)| complaint.is_error());
        complaints.extend(found);
        let (draft, map, mut charts, book) = (draft?, map?, charts?, book?);
        set_costs(&draft.exclusive, &mut charts);
        let of_charts = packs.charts.get_text("provenance").unwrap_or_default().to_owned();
        let scenario = Scenario {
            name: draft.name,
            title: draft.title,
            prefix: draft.prefix,
            provenance: vec![
                ("set-up".to_owned(), draft.provenance),
                ("map".to_owned(), map.provenance.clone()),
                ("charts".to_owned(), of_charts),
            ],
            order: draft.order,
            turns: draft.turns,
            night: draft.night,
            base: draft.base,
            units: draft.units,
            map,
            charts,
            exclusive: draft.exclusive,
            options: draft.options,
            rules: book.entries,
            policies,
        };
        (!refused).then_some(scenario)
    }
}

/// The other packs, as far as they could be read.
struct Rest<'a> {
    map: Option<&'a Map>,
    charts: Option<&'a Charts>,
    book: Option<&'a Rulebook>,
}

/// What `scenario.yaml` itself holds.
struct Draft {
    name: String,
    title: String,
    prefix: String,
    provenance: String,
    order: [Army; 2],
    turns: u8,
    night: Vec<u8>,
    base: [Hex; 2],
    units: Vec<Unit>,
    exclusive: Vec<Exclusive>,
    options: Vec<OptionalRule>,
}

impl Draft {
    fn read(
        node: &Node,
        policies: &Policies,
        rest: &Rest<'_>,
        complaints: &mut Vec<Diagnostic>,
    ) -> Option<Draft> {
        let mut fields = Fields::of(node, "scenario", complaints)?;
        let name = fields.required("scenario").text();
        let game = fields.required("game").word(&[("blue_gray", ())]);
        let title = fields.required("title").text();
        let prefix = fields.required("prefix").text();
        let provenance = fields.required("provenance").word(&PROVENANCES);
        fields.optional("note").text();
        let order = fields.required("order").node();
        let turns = read_turns(fields.required("turns"));
        let night = fields.optional("night").list();
        let base = fields.required("base").node();
        let armies = fields.required("units").node();
        let exclusive = fields.optional("exclusive").list();
        fields.optional("options").list();
        fields.finish();

        if let Some(book) = rest.book {
            agree(node, "scenario", name, &book.name, complaints);
            agree(node, "prefix", prefix, &book.prefix, complaints);
        }
        let mut context = Context {
            map: rest.map,
            charts: rest.charts,
            rules: rest.book.map(|book| book.entries.as_slice()),
            prefix,
            turns,
            first: None,
            units: &[],
            all_units: false,
        };
        let order = order.and_then(|node| read_order(node, complaints));
        context.first = order.map(|[first, _]| first);
        let night = read_night(night, &context, complaints);
        let base = base.and_then(|node| read_base(node, order, &context, complaints));
        let counters = armies.map(|node| read_armies(node, &context, complaints));
        let (mut counters, all_units) = counters.unwrap_or_default();
        units::lint(&mut counters, complaints);
        let units = in_order(counters, order.unwrap_or([Army::Union, Army::Confederate]));
        (context.units, context.all_units) = (&units, all_units);
        let exclusive = exclusive::read(exclusive, &context, complaints);
        let options = options::read(node, &policies.rulings, &context, complaints);
        game?;
        Some(Draft {
            name: name?.to_owned(),
            title: title?.to_owned(),
            prefix: prefix?.to_owned(),
            provenance: provenance?.to_owned(),
            order: order?,
            turns: turns?,
            night: night?,
            base: base?,
            exclusive,
            options,
            units,
        })
    }
}

/// The units: sides in order of play, then ids bytewise.
fn in_order(counters: Vec<Counter>, order: [Army; 2]) -> Vec<Unit> {
    let mut units: Vec<Unit> = counters.into_iter().map(|counter| counter.unit).collect();
    units.sort_by(|a, b| {
        let seat = |unit: &Unit| order[1] == unit.army;
        (seat(a), &a.id).cmp(&(seat(b), &b.id))
    });
    units
}

/// Complains if the scenario says of itself something else than its rules say.
fn agree(
    node: &Node,
    key: &str,
    own: Option<&str>,
    of_rules: &str,
    complaints: &mut Vec<Diagnostic>,
) {
    if let (Some(own), Some(at)) = (own, node.get(key))
        && own != of_rules
    {
        let headline = format!("`{key}` is `{own}` here and `{of_rules}` in rules.yaml");
        complaints.push(Diagnostic::error(at.span, headline).help("make both the same"));
    }
}

/// The number of game-turns.
fn read_turns(field: Field<'_, '_>) -> Option<u8> {
    field.read::<Turns>().map(|Turns(turns)| turns)
}

/// A number of game-turns.
struct Turns(u8);

impl std::str::FromStr for Turns {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Turns, &'static str> {
        let turns = text.parse().ok().filter(|n| (1..=99).contains(n));
        turns.map(Turns).ok_or("a game has 1 to 99 game-turns")
    }
}

/// Both armies, the first player first.
fn read_order(node: &Node, complaints: &mut Vec<Diagnostic>) -> Option<[Army; 2]> {
    let words: Option<Vec<&str>> =
        node.as_list().map(|items| items.iter().filter_map(Node::as_text).collect());
    let armies: Vec<Army> =
        words.unwrap_or_default().iter().filter_map(|word| Army::read(word)).collect();
    let both = node.as_list().is_some_and(|items| items.len() == 2);
    match armies.as_slice() {
        [first, second] if first != second && both => Some([*first, *second]),
        _ => {
            let help = "write [confederate, union] or [union, confederate]";
            let headline = "`order` must name both sides, the first player first";
            complaints.push(Diagnostic::error(node.span, headline).help(help));
            None
        }
    }
}

/// Night turns, in order.
fn read_night(
    nodes: &[Node],
    context: &Context<'_>,
    complaints: &mut Vec<Diagnostic>,
) -> Option<Vec<u8>> {
    let mut night: Vec<u8> = Vec::new();
    let mut sound = true;
    for node in nodes {
        match context.turn(node, complaints) {
            Some(turn) if night.last().is_none_or(|last| *last < turn) => night.push(turn),
            Some(turn) => {
                let headline = format!("night turn {turn} is not after the one before it");
                let help = "list each once, in order";
                complaints.push(Diagnostic::error(node.span, headline).help(help));
                sound = false;
            }
            None => sound = false,
        }
    }
    sound.then_some(night)
}

/// The hex towards which each side retreats by default, in order of play.
fn read_base(
    node: &Node,
    order: Option<[Army; 2]>,
    context: &Context<'_>,
    complaints: &mut Vec<Diagnostic>,
) -> Option<[Hex; 2]> {
    let mut fields = Fields::of(node, "list of bases", complaints)?;
    let nodes = [fields.required("confederate").node(), fields.required("union").node()];
    fields.finish();
    let mut hex = |node: Option<&Node>| context.hex(node?, Ground::Any, complaints);
    let [confederate, union] = nodes.map(&mut hex);
    let of = |army| if army == Army::Union { union } else { confederate };
    let [first, second] = order?;
    Some([of(first)?, of(second)?])
}

/// The units of both sides, and whether all lines could be read.
fn read_armies(
    node: &Node,
    context: &Context<'_>,
    complaints: &mut Vec<Diagnostic>,
) -> (Vec<Counter>, bool) {
    let before = complaints.len();
    let Some(mut fields) = Fields::of(node, "list of units", complaints) else {
        return (Vec::new(), false);
    };
    let lists = Army::BOTH.map(|army| (army, fields.required(army.word()).list()));
    fields.finish();
    let mut counters = Vec::new();
    let there = complaints.len() == before;
    for (army, nodes) in lists {
        if nodes.is_empty() && there {
            let headline = format!("the {} army has no units", army.title());
            let help =
                "add lines such as `- {id: Cobb, type: infantry, strength: 6, at: \"0206\"}`";
            let place = node.get(army.word()).map_or(node.span, |list| list.span);
            complaints.push(Diagnostic::error(place, headline).help(help));
        }
        counters.extend(nodes.iter().filter_map(|n| units::read(n, army, context, complaints)));
    }
    let written: usize = lists.iter().map(|(_, nodes)| nodes.len()).sum();
    let all = counters.len() == written && complaints.len() == before;
    (counters, all)
}
