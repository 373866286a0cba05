//! Results of both sides on one head, when the game is over for both.

use crate::pair::{pair, terms};
use provost::campaign::chain::Awaited;
use provost::dice::Mode;

#[test]
fn both_give_the_result_at_once_and_one_says_it_again() {
    let [mut first, mut second] = pair(&terms(Mode::Duel));
    let is_over = |side: &crate::pair::Side| side.campaign.replay().is_over();
    while !is_over(&first) || !is_over(&second) {
        let [now, other] = match first.campaign.replay().awaited() {
            Awaited::Orders(side) if *side == first.chair => [&mut first, &mut second],
            Awaited::Close(Some(side)) if *side == first.chair => [&mut first, &mut second],
            _ => [&mut second, &mut first],
        };
        let closes = matches!(now.campaign.replay().awaited(), Awaited::Close(_));
        let head = now.head();
        let text = (!closes).then_some(head.as_str());
        now.campaign.look_back();
        let sent = now.send(text).unwrap_or_else(|why| panic!("{why}"));
        other.take(now, &sent.mailed).unwrap();
    }
    let mailed = [&mut first, &mut second].map(|side| {
        let noted = side.campaign.give_result(None, None, &side.secrets).unwrap();
        noted[0].mailed.clone().unwrap()
    });
    let taken = first.take(&second, &mailed[1]).unwrap();
    assert!(taken.records.is_empty() && taken.out_of_turn.len() == 1, "{taken:?}");
    let taken = second.take(&first, &mailed[0]).unwrap();
    assert_eq!(taken.records.len(), 1, "{taken:?}");
    assert!(taken.out_of_turn[0].starts_with("your record"), "{taken:?}");
    // The other one confirms it.
    let noted = second.campaign.give_result(None, None, &second.secrets).unwrap();
    first.take(&second, noted[0].mailed.as_ref().unwrap()).unwrap();
    for side in [&first, &second] {
        assert!(side.campaign.replay().is_confirmed());
        assert_eq!(*side.campaign.replay().awaited(), Awaited::Nobody);
    }
}
