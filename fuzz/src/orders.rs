//! An orders file on its whole way: found, read, told as understood, read back, played, logged.

use super::battle::{POSITION, SCENARIO};
use super::is_refusal;
use provost::games::blue_gray::grammar::{self, Names};
use provost::games::blue_gray::turn::{Errors, play};
use provost::games::blue_gray::{check, facts, forecast, movelog, understood};
use provost::play::{Ask, Fate, Stop};

/// Orders as understood are read back as the same orders. They can be checked, and played under a
/// policy that refuses nothing: to the same end every time, in a log that gives the same events.
pub fn properties(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    let file = match grammar::open(text) {
        Ok(file) => file,
        Err(complaints) => return is_refusal(text, &complaints),
    };
    let mut opening = POSITION.clone();
    opening.phasing = file.head.army.value;
    let names = Names::new(&SCENARIO, &opening, opening.phasing);
    let orders = match file.read(&names) {
        Ok(reading) => reading.orders,
        Err(complaints) => return is_refusal(text, &complaints),
    };
    let node = understood::orders(&orders, &names);
    let again = grammar::record_orders(&node, &names).expect("what was understood can be read");
    assert_eq!(node, understood::orders(&again, &names));

    let mut input = facts::no_orders();
    input.segments[0].orders = orders;
    check::check(&SCENARIO, &opening, &input, &mut Dice);
    if let Ok(forecast) = forecast::forecast(&SCENARIO, &opening, &input, &mut Dice) {
        let shares = forecast.tallies.iter().map(|(_, share)| share.ways).sum::<u128>();
        assert_eq!(shares, forecast.covered.ways, "shares that do not add up");
    }
    input.conduct.errors = Errors::Truncate;
    let [played, same] = [(); 2].map(|()| play(&SCENARIO, &opening, &input, &mut Dice));
    assert_eq!((&played.events, &played.position), (&same.events, &same.position));
    let log = movelog::print(&SCENARIO, &played.events);
    assert_eq!(movelog::parse(&SCENARIO, &log).as_ref(), Ok(&played.events), "{log}");
}

/// A face that hangs on the label alone; nobody answers questions.
struct Dice;

impl Fate for Dice {
    fn die(&mut self, _: usize, label: &str, _: &dyn Fn(u32) -> u32) -> Result<u32, Stop> {
        Ok(label.bytes().fold(0, |sum, b| (sum * 31 + u32::from(b)) % 6) + 1)
    }

    fn open(&mut self, _: &Ask) -> Result<Option<usize>, Stop> {
        Ok(None)
    }
}
