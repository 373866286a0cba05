//! Orders as people type them: the two head lines and the sections as understood.

use provost::document::{Node, Value, write};
use provost::games::blue_gray::answers::{NewStanding, Orders};
use provost::games::blue_gray::grammar::Names;
use provost::games::blue_gray::position::Position;
use provost::games::blue_gray::scenario::Scenario;
use provost::games::blue_gray::understood;

/// A file of orders for a position, ready to be mailed.
pub fn typed(
    scenario: &Scenario,
    position: &Position,
    orders: &Orders,
    title: &str,
    label: &str,
) -> String {
    let army = position.phasing;
    let names = Names::new(scenario, position, army);
    let head = format!("{title} turn {} {army}", position.turn);
    let mut file = Node::map([("orders", Node::text(head)), ("position", Node::text(label))]);
    let mut add = |sections: Node| {
        if let Value::Map(entries) = sections.value {
            for (key, value) in entries {
                if !matches!(key.text.as_str(), "turn" | "position") {
                    file.set(&key.text, value);
                }
            }
        }
    };
    add(understood::orders(orders, &names));
    match &orders.standing {
        Some(NewStanding::Withdrawn) => file.set("standing", Node::text("none")),
        Some(standing) => add(understood::standing(standing, &names)),
        None => {}
    }
    write::record(&file)
}
