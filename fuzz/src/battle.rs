//! The battle that orders and positions are read against, with both armies in contact.

use provost::document::digest::Pack;
use provost::document::read::{self, Limits};
use provost::games::blue_gray::editions::{Edition, Policies};
use provost::games::blue_gray::position::{Place, Position};
use provost::games::blue_gray::record::Packs;
use provost::games::blue_gray::scenario::{Army, Scenario};
use provost::games::blue_gray::{builtin, exclusive};
use std::sync::LazyLock;

/// A battle that comes with the program.
pub static SCENARIO: LazyLock<Scenario> = LazyLock::new(|| {
    let battle = builtin::BATTLES[0];
    let packs = Pack::ALL.map(|pack| read::parse(battle.text(pack), Limits::PACK).expect("sound"));
    let [scenario, map, charts, rules] = &packs;
    let packs = Packs { scenario, map, charts, rules };
    Scenario::read(&packs, Policies::of(Edition::Third), &mut Vec::new()).expect("sound")
});

/// Turn 1, moved so that a dozen Union units stand beside Confederates.
pub static POSITION: LazyLock<Position> = LazyLock::new(|| {
    let scenario = &*SCENARIO;
    let mut position = Position::deployment(scenario);
    exclusive::open_game(scenario, &mut position);
    let of = |army| move |id: &_| scenario.unit(*id).army == army;
    let mut union = scenario.ids().filter(of(Army::Union)).take(12);
    for id in scenario.ids().filter(of(Army::Confederate)) {
        let Some(hex) = position.hex(id) else { continue };
        let open = scenario.map.neighbours(hex).map(|(_, near)| near).find(|near| {
            let terrain = scenario.map.terrain(*near).map(|terrain| scenario.charts.hex(terrain));
            terrain.is_some_and(|t| t.zone && !t.crossing)
                && position.stack(&scenario.map, *near).next().is_none()
        });
        if let Some((near, union)) = open.zip(union.next()) {
            position.put(&scenario.map, union, Place::Map(near));
        }
    }
    position
});
