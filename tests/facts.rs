//! The facts that a battle's map must satisfy: `tests/data/<battle>_facts.yaml`.

use provost::board::path::trace;
use provost::board::{Hex, Map, Side, Terrain};
use provost::document::Node;
use provost::document::read::{Limits, parse};

fn load(path: &str) -> Node {
    let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    parse(&text, Limits::PACK).unwrap_or_else(|complaints| panic!("{path}: {complaints:?}"))
}

/// One fact about a hex `a`, perhaps about another `b`.
struct Fact<'n>(&'n Node);

impl<'n> Fact<'n> {
    fn text(&self, key: &str) -> &'n str {
        self.0.get_text(key).unwrap_or_else(|| panic!("{:?} has no `{key}`", self.0))
    }

    fn hex(&self, key: &str) -> Hex {
        self.text(key).parse().expect("a hex number")
    }

    /// What the map says, in the words of `want`.
    fn found(&self, map: &Map) -> String {
        let yes = |holds| if holds { "yes" } else { "no" }.to_owned();
        let a = self.hex("a");
        match self.text("test") {
            "bank" if map.is_in("east_bank", a) => "east".to_owned(),
            "bank" if map.terrain(a).is_some_and(Terrain::is_water) => "water".to_owned(),
            "bank" => "west".to_owned(),
            "severed" => yes(!is_joined(map, a, self.hex("b"))),
            "crossing" => {
                let is_crossing = map.terrain(a).is_some_and(Terrain::is_crossing);
                assert!(is_crossing, "{a} is no crossing hex");
                map.arrows(a).iter().map(Hex::to_string).collect::<Vec<_>>().join(" ")
            }
            "terrain" => map.terrain(a).map_or("no hex", Terrain::name).to_owned(),
            "redoubt" => yes(map.side_between(a, self.hex("b")).has(Side::REDOUBT)),
            "adjacent" => yes(map.neighbours(a).any(|(_, hex)| hex == self.hex("b"))),
            "way" => yes(map.sides_of(a).has(Side::ROAD.with(Side::TRAIL))),
            other => panic!("unknown test `{other}`"),
        }
    }
}

fn is_joined(map: &Map, a: Hex, b: Hex) -> bool {
    let dry = |hex| map.terrain(hex).is_some_and(|t| !t.is_water() && !t.is_crossing());
    trace(map, a, map.len() as u32, |_, hex| dry(hex), |hex| hex == b).is_some()
}

#[test]
fn fredericksburg() {
    let mut complaints = Vec::new();
    let map = Map::read(&load("scenarios/blue_gray/fredericksburg/map.yaml"), &mut complaints);
    assert_eq!(complaints, []);
    let map = map.expect("a map without complaints");
    let file = load("tests/data/fredericksburg_facts.yaml");
    let facts = file.get("tests").and_then(Node::as_list).expect("a list of facts");
    assert_eq!(facts.len(), 25);
    let wrong = facts.iter().map(Fact).filter_map(|fact| {
        let (found, want) = (fact.found(&map), fact.text("want"));
        let place = format!("{} {} of {}", fact.text("n"), fact.text("test"), fact.text("a"));
        (found != want).then(|| format!("{place}: {found}, not {want} ({})", fact.text("why")))
    });
    assert_eq!(wrong.collect::<Vec<_>>(), Vec::<String>::new());
}

/// The questions can be answered with no: without the river nothing is severed.
#[test]
fn a_map_without_a_river_is_joined() {
    let map = Map::tiny(25, 28);
    let parse = |n: &str| n.parse().expect("a hex number");
    assert!(is_joined(&map, parse("0206"), parse("1113")));
}
