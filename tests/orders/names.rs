//! Which unit a name means.

use super::battle::gray;
use super::{file, good, help, refused, refuses, repairs};
use provost::games::blue_gray::scenario::UnitId;

fn unit(name: &str) -> UnitId {
    good(&file(&format!("move:\n- {name}: hold\n"))).moves[0].units[0].value
}

#[track_caller]
fn refuses_name(name: &str, complaint: &str) {
    refuses(&file(&format!("move:\n- {name}: hold\n")), &[&format!("4:3 {complaint}")]);
}

#[test]
fn the_exact_id_wins() {
    assert_eq!(unit("Law"), gray("Law"));
    assert_eq!(unit("Lawton"), gray("Lawton"));
    assert_eq!(unit("XI"), gray("XI"));
    assert_eq!(unit("F Lee Guard"), gray("F Lee Guard"));
    assert_eq!(unit("1/f  lee/s"), gray("1/F Lee/S"));
    // Even for a unit that is out of the game: orders are judged by the rules, not by the reader.
    assert_eq!(unit("Stafford"), gray("Stafford"));
}

#[test]
fn other_printed_forms() {
    assert_eq!(unit("Lne"), gray("Lane/H"));
    assert_eq!(unit("lane (h)"), gray("Lane/H"));
}

#[test]
fn three_letters_that_begin_a_part() {
    assert_eq!(unit("Colq"), gray("Colquitt/R"));
    assert_eq!(unit("ple"), gray("2/Pleasonton"));
    assert_eq!(unit("Guard"), gray("F Lee Guard"));
    assert_eq!(unit("1/F Le"), gray("1/F Lee/S"));
    assert_eq!(unit("Hoo"), gray("Hood"));
    refuses_name("Co", "no Confederate unit is called `Co`");
    refuses_name("olq", "no Confederate unit is called `olq`");
    refuses_name("Laws", "no Confederate unit is called `Laws`");
}

#[test]
fn what_fits_two_is_refused_with_both() {
    refuses_name("Jones", "`Jones` fits `H Jones/C` (1104) and `J Jones/C` (1107)");
    refuses_name(
        "Lee",
        "`Lee` fits `1/F Lee/S` (1828), `2/F Lee/S` (1829) and `F Lee Guard` (1002)",
    );
    refuses_name("Doles", "`Doles` fits `Doles 5` (0319), `Doles 7` (0419) and `Doles/R` (1823)");
    refuses_name("II", "`II` is too short: it may be `II 4a` (1105) and `II 6` (1106)");
    let text = file("move:\n- Jones: hold\n");
    assert_eq!(
        help(&text),
        "write the full id, `H Jones/C`, or where it stands, `H Jones/C @1104`"
    );
}

#[test]
fn strength_tells_apart() {
    assert_eq!(unit("Doles 7"), gray("Doles 7"));
    assert_eq!(unit("Dol 7"), gray("Doles 7"));
    assert_eq!(unit("Smith 2a"), gray("Smith 2a"));
    assert_eq!(unit("II 4"), gray("II 4a"));
    assert_eq!(unit("XI 2a"), gray("XI"));
    refuses_name("XI 3a", "no Confederate unit is called `XI 3a`");
    refuses_name("Smith 2c", "no Confederate unit is called `Smith 2c`");
}

#[test]
fn the_hex_tells_apart() {
    assert_eq!(unit("Smith @2106"), gray("Smith 5"));
    assert_eq!(unit("Smith@1109"), gray("Smith 2a"));
    assert_eq!(unit("Dol @0419"), gray("Doles 7"));
    assert_eq!(unit("Jones @ 1107"), gray("J Jones/C"));
    assert_eq!(unit("Reserve @1016"), gray("Reserve"));
    refuses_name("Reserve @1017", "`Reserve @1017` does not stand there: `Reserve` (1016)");
    refuses_name("Hood @1301", "`Hood @1301` does not stand there: `Hood` (due on turn 7)");
    refuses_name("Nobody @1016", "no Confederate unit is called `Nobody @1016`");
    refuses(&file("move:\n- Law @: hold\n"), &["4:8 the line ends where a hex is due"]);
}

#[test]
fn units_out_of_the_game_are_no_candidates() {
    refuses_name("Staf", "`Staf` is out of the game: `Stafford` (eliminated on turn 4)");
}

#[test]
fn the_nearest_name_is_offered() {
    let help = |name: &str| help(&file(&format!("move:\n- {name}: hold\n")));
    assert_eq!(help("Rodse/R"), "did you mean `Rodes/R` (1825)?");
    assert_eq!(help("Iversen/R"), "did you mean `Iverson/R` (1925)?");
    assert_eq!(help("Qx"), "a short name has at least three letters");
}

#[test]
fn enemy_units_are_named_as_such() {
    let complaints = refused(&file("move:\n- 1/V: hold\n- Syk: hold\n"));
    assert_eq!(complaints[0].headline, "no Confederate unit is called `1/V`");
    assert_eq!(complaints[0].notes, ["`1/V` (1115) is Union"]);
    assert_eq!(complaints[1].notes, ["`Sykes` (1716) is Union"]);
}

#[test]
fn look_alikes_show_their_code_points() {
    // The second letter is Cyrillic.
    let complaints = refused(&file("move:\n- R\u{43E}des/R: hold\n- L\u{E4}w: hold\n"));
    assert_eq!(complaints[0].notes, ["`\u{43E}` is U+043E, not the Latin `o`"]);
    assert_eq!(complaints[0].help.as_deref(), Some("did you mean `Rodes/R` (1825)?"));
    assert_eq!(complaints[1].notes, ["`\u{E4}` is U+00E4"]);
}

#[test]
fn every_short_form_is_told() {
    let text = file("move:\n- Colq, rodes/r: 1726\n- Smith @2106: hold\n");
    assert_eq!(
        repairs(&text),
        [
            "4:3 `Colq` read as `Colquitt/R`",
            "4:9 `rodes/r` read as `Rodes/R`",
            "5:3 `Smith @2106` read as `Smith 5`",
        ]
    );
}

#[test]
fn units_that_hold_words_of_the_grammar() {
    let text = file(
        "move:\n- All Stars, Go West: 1726\nattack:\n- at: 1723\n  by: All Stars, Go West\n  \
         EX: lose All Stars\n  won: advance Go West to 1723, else All Stars\n  \
         if: All Stars alive and Go West dead\n  AR: All Stars 1725, Go West toward 1725\n",
    );
    assert_eq!(repairs(&text), Vec::<String>::new());
}
