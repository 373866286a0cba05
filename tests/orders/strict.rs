//! What could be understood in two ways is refused, with what to do.

use super::sample::SAMPLE;
use super::{file, help, refused, refuses};

#[test]
fn nothing_is_not_no_moves() {
    refuses("", &["0:0 no orders found"]);
    refuses("Hi Bob,\nI am away.\n", &["0:0 no orders found"]);
    refuses("position: bubble-gospel-43\nmove:\n- Law: hold\n", &["0:0 no orders found"]);
    let bare = refused("Orders:\n\nLaw to 1726\n");
    assert_eq!(bare[0].notes, ["line 1: nothing follows the colon"]);
}

#[test]
fn an_unedited_form_is_no_orders() {
    let form: String = SAMPLE.lines().map(|line| format!("# {line}\n")).collect();
    let complaints = refused(&form);
    assert_eq!(complaints[0].headline, "no orders found");
    assert_eq!(complaints[0].notes, ["line 1: a comment; lines that begin with `#` are not read"]);
    let quoted: String = form.lines().map(|line| format!("> {line}\n")).collect();
    assert_eq!(refused(&quoted)[0].headline, "no orders found");
}

#[test]
fn only_quoted_orders() {
    let quoted: String = SAMPLE.lines().map(|line| format!("> {line}\n")).collect();
    refuses(&quoted, &["1:3 only quoted orders here"]);
    refuses(&format!("Yes!\n\n{}", quoted.replace("> ", ">>>")), &["3:4 only quoted orders here"]);
    assert_eq!(help(&quoted), "if you mean them, take the `>` marks away");
}

#[test]
fn two_blocks() {
    let text = format!("{SAMPLE}end\n\n{SAMPLE}");
    refuses(&text, &["59:1 two blocks of orders, lines 1 and 59"]);
    refuses(&format!("{SAMPLE}{SAMPLE}"), &["57:1 two blocks of orders, lines 1 and 57"]);
    let forwarded = format!("{SAMPLE}\nFrom: Bob\nSent: today\n\nOrders: HL-07 turn 5 Union\n");
    assert_eq!(refused(&forwarded)[0].headline, "two blocks of orders, lines 1 and 61");
    assert_eq!(refused(&SAMPLE.repeat(3)).len(), 2);
}

#[test]
fn tabs() {
    refuses(&file("move:\n-\tLaw: hold\n"), &["4:2 a tab (U+0009)"]);
    refuses(
        &file("attack:\n- at: 1723\n\tby: Law\n\twon: stay\n"),
        &["5:1 a tab (U+0009)", "6:1 a tab (U+0009)"],
    );
    assert_eq!(help(&file("move:\n-\tLaw: hold\n")), "use blanks");
    // Outside the block nobody minds.
    super::good(&format!("\tHi\n{}end\n\tBob\n", file("")));
}

#[test]
fn characters_that_nobody_sees() {
    for (c, told) in [
        ('\0', "a control character (U+0000)"),
        ('\u{85}', "a control character (U+0085)"),
        ('\u{200B}', "an invisible character (U+200B)"),
        ('\u{200F}', "an invisible character (U+200F)"),
        ('\u{202E}', "an invisible character (U+202E)"),
        ('\u{AD}', "an invisible character (U+00AD)"),
        ('\u{FEFF}', "an invisible character (U+FEFF)"),
        ('\u{2003}', "a blank of odd width (U+2003)"),
        ('\u{3000}', "a blank of odd width (U+3000)"),
        ('\u{2028}', "a blank of odd width (U+2028)"),
    ] {
        let complaints = super::told(&refused(&file(&format!("move:\n- La{c}w: hold\n"))));
        assert!(complaints.contains(&format!("4:5 {told}")), "{complaints:?}");
        let complaints = super::told(&refused(&file(&format!("note: so{c}so\n"))));
        assert!(complaints.contains(&format!("3:9 {told}")), "{complaints:?}");
    }
}

#[test]
fn a_hash_that_would_cut() {
    refuses(
        &file("move:\n- Law: 1726 #2\n"),
        &["4:13 ` #` without a blank after it would cut the line"],
    );
    refuses(
        &file("move: #first\n- Law: hold\n"),
        &["3:7 ` #` without a blank after it would cut the line"],
    );
    refuses(&file("#move:\n"), &["3:1 `#` is not followed by a blank"]);
    refuses(&file("note: we are # 1\n"), &["3:14 ` #` in a note without quotes would cut it"]);
    refuses(&file("note: we are #1\n"), &["3:14 ` #` in a note without quotes would cut it"]);
    refuses(&file("note: we\n  # are\n"), &["4:3 ` #` in a note without quotes would cut it"]);
    refuses(&file("note: # 1\n"), &["3:7 ` #` in a note without quotes would cut it"]);
    assert_eq!(help(&file("note: # 1\n")), "put the note in quotes");
}

#[test]
fn colons_where_none_belong() {
    refuses(&file("note: PS: away\n"), &["3:9 `: ` in a note without quotes"]);
    assert_eq!(help(&file("note: PS: away\n")), "put the note in quotes");
    refuses(&file("move:\n- Law: 1726: 1725\n"), &["4:12 a second `:` in one line"]);
    refuses(&file("position:bubble-gospel-43\n"), &["3:9 no blank after the colon"]);
    refuses(&file("attack:\n- at: 1723\n  by:Law\n"), &["5:5 no blank after the colon"]);
    refuses(&file("move:\n-Law: hold\n"), &["4:1 no blank after `-`"]);
}

#[test]
fn quotes_that_stay_open() {
    refuses(&file("move:\n- Law: 'hold\n"), &["4:8 this quote is not closed"]);
    refuses(&file("note: 'tis late\nBob\n"), &["3:7 this quote is not closed"]);
    refuses(&file("note: \"so\" he said\n"), &["3:11 text after the closing quote"]);
    refuses(&file("note: \"so\"\n  he said\n"), &["4:3 text after the closing quote"]);
}

#[test]
fn undecoded_mail() {
    for line in
        ["move:=20\n", "note: x=3Dy\n", "note: caf=C3=A9\n", "move:\n- Law: 1726=\n  1725\n"]
    {
        let complaints = refused(&file(line));
        assert_eq!(complaints[0].headline, "this looks like undecoded quoted-printable", "{line}");
    }
    // Neither is this, nor what stands outside.
    super::good(&file("note: K=10, x=y\n"));
    super::good(&format!("see a=3Db=\n{}end\n=20\n", file("")));
}

#[test]
fn html() {
    let page = "<html><body><div>orders: HL-07 turn 6 Union</div><br></body></html>";
    refuses(page, &["1:1 this is HTML, not plain text"]);
    refuses("&gt; orders: HL-07 turn 6 Union", &["1:1 this is HTML, not plain text"]);
    refuses(&file("move:<br>\n"), &["3:6 this looks like HTML"]);
    refuses(&file("note: so&nbsp;so\n"), &["3:9 this looks like HTML"]);
    super::good(&file("note: I <3 Bob & Jane <bob@example.org> a<b\n"));
}

#[test]
fn unknown_keys_at_the_margin() {
    refuses(&file("mvoe:\n- Law: hold\n"), &["3:1 unknown key `mvoe`"]);
    assert_eq!(
        help(&file("mvoe:\n")),
        "did you mean `move`? if it is not part of the orders, write `end` on a line above it"
    );
    for line in ["Cheers:", "Bob Smith wrote:", "Tel: 555 0123", "1/XI: 1622"] {
        let key = line.split(':').next().unwrap_or_default();
        refuses(&file(&format!("{line}\n")), &[&format!("3:1 unknown key `{key}`")]);
        assert_eq!(help(&file(&format!("{line}\n"))), "write `end` on a line above your signature");
        super::good(&file(&format!("end\n{line}\n")));
    }
}

#[test]
fn keys_on_the_wrong_level() {
    refuses(&file("by: Law\n"), &["3:1 `by` stands alone"]);
    refuses(&file("attack:\nat: 1723\n"), &["4:1 `at` stands alone"]);
    refuses(&file("move:\n- Law: hold\n  by: Hood\n"), &["5:3 a second key `by` in one line"]);
    refuses(&file("move:\n  Law: hold\n"), &["4:3 a line of `move` does not begin with `- `"]);
    refuses(
        &file("attack: none\n- at: 1723\n"),
        &["4:1 a list item under `attack`, which has a value"],
    );
    refuses(&file("- Law: hold\n"), &["3:1 a list item under `position`, which has a value"]);
    refuses(&file("  so: what\n"), &["3:3 `position` has its value already"]);
}

#[test]
fn the_same_key_twice() {
    refuses(&file("move:\n- Law: hold\nMove:\n- Hood: hold\n"), &["5:1 duplicate key `move`"]);
    refuses(&file("position: bubble-gospel-43\n"), &["3:1 duplicate key `position`"]);
    let text = file("attack:\n- at: 1723\nby: Law\nBy: Hood\n");
    refuses(&text, &["6:1 duplicate key `by`"]);
}

#[test]
fn lists_where_a_sentence_is_due() {
    let wanted = |at: &str, key: &str| format!("{at} a list where `{key}` wants a sentence");
    let nested = "attack:\n- at: 1723\n  by:\n  - Law\n  - Hood\n  won: stay\n";
    refuses(&file(nested), &[&wanted("6:5", "by")]);
    let flat: String = nested.lines().map(|line| line.trim_start().to_owned() + "\n").collect();
    refuses(&file(&flat), &[&wanted("6:3", "by")]);
    refuses(&file("move:\n- Law:\n  - 1726\n"), &[&wanted("5:5", "Law")]);
    refuses(&file("attack:\n- at: [1723, 1724]\n  by: Law\n"), &[&wanted("4:7", "at")]);
    refuses(
        &file("move:\n- Rodes/R, Law,\n  Hood: hold\n"),
        &["5:3 an item goes on in a second line before its colon"],
    );
}

#[test]
fn yaml_beyond_the_subset() {
    for line in ["- &a Law: hold", "- *a: hold", "- !!str Law: hold", "- ? Law", "- <<: hold"] {
        let complaints = refused(&file(&format!("move:\n{line}\n")));
        assert_eq!(complaints[0].span.line, 4, "{line}: {complaints:?}");
    }
}

#[test]
fn everything_wrong_is_told_at_once() {
    refuses(
        &file(
            "move:\n- Rodse/R, Jones: 1726\n- Law: halt\nattack:\n- at: 1723\n  by: Law, Nobody\n  \
             wom: stay\ncavalry:\n- any: ride\n",
        ),
        &[
            "4:3 no Confederate unit is called `Rodse/R`",
            "4:12 `Jones` fits `H Jones/C` (1104) and `J Jones/C` (1107)",
            "5:8 `halt` where a hex, `enter`, `exit`, `hold` or `strategic,` is due",
            "8:12 no Confederate unit is called `Nobody`",
            "9:3 unknown key `wom`",
            "11:8 `ride` where `stand`, `ask` or `go` is due",
        ],
    );
}
