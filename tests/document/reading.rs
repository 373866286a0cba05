//! What is read, what is refused, and where.

use crate::{good, refused, text, told};
use provost::document::digest::{self, record_digest};
use provost::document::fields::Fields;
use provost::document::read::{self, Limits, cut_comments, parse, stream};
use provost::document::{Node, Span};

#[test]
fn every_scalar_is_text_and_knows_its_place() {
    let node = good("# form\na: 1\nlist:\n- yes\n- 'it''s'\n- \"x\\ny\"\nmap: {b: 2-1, c: [~]}\n");
    let list = Node::list([text("yes"), text("it's"), text("x\ny")]);
    let map = Node::map([("b", text("2-1")), ("c", Node::list([text("~")]))]);
    assert_eq!(node, Node::map([("a", text("1")), ("list", list), ("map", map)]));
    let span = |node: &Node| (node.span.line, node.span.column, node.span.length);
    assert_eq!(span(node.get("a").unwrap()), (2, 4, 1));
    let list = node.get("list").unwrap().as_list().unwrap();
    assert_eq!([&list[0], &list[1], &list[2]].map(span), [(4, 3, 3), (5, 3, 6), (6, 3, 5)]);
    let entries = node.get("map").unwrap().as_map().unwrap();
    assert_eq!(span(&entries[0].1), (7, 10, 3));
    let key = entries[1].0.span;
    assert_eq!((key.line, key.column, key.length), (7, 15, 1));
}

#[test]
fn columns_count_characters() {
    let node = good("note: Größe\nb: \"ä\" # c\n");
    assert_eq!(node.get("note").unwrap().span, Span { line: 1, column: 7, length: 5 });
    assert_eq!(node.get("b").unwrap().span, Span { line: 2, column: 4, length: 3 });
    assert_eq!(told(&refused("note: Größe\u{A0}\n")), ["1:12 no-break blank (U+00A0)"]);
}

#[test]
fn line_ends_marks_and_stuffing_do_not_count() {
    let plain = "a: 1\nb:\n- c\n- d: e\n";
    let node = good(plain);
    for mangled in [
        plain.replace('\n', "\r\n"),
        plain.replace('\n', "\r"),
        format!("\u{FEFF}{plain}"),
        format!("---\n{plain}...\n"),
        format!("\n\n# x\n{plain}\n\n"),
        plain.replace('\n', "  \n"),
        plain.lines().map(|l| format!(" {l}\n")).collect(),
    ] {
        assert_eq!(good(&mangled), node, "{mangled:?}");
    }
}

#[test]
fn refusals_say_where_and_what() {
    let cases: &[(&str, &[&str])] = &[
        ("", &["0:0 the document is empty"]),
        ("# only a form\n\n", &["0:0 the document is empty"]),
        ("---\n", &["2:1 the document is empty"]),
        ("a: &x 1\n", &["1:4 anchors are not allowed"]),
        ("a: *x\n", &["1:4 aliases are not allowed"]),
        ("a: !x 1\nb: !!str 2\n", &["1:4 tags are not allowed", "2:4 tags are not allowed"]),
        ("a: !x!y 1\n", &["1:4 tags are not allowed"]),
        ("<<: {a: 1}\n", &["1:1 merge keys are not allowed"]),
        ("%YAML 1.2\n---\na: 1\n", &["1:1 a line begins with `%`"]),
        ("a: 1\n---\nb: 2\n", &["2:1 a second document begins here"]),
        ("a: 1\n...\nb: 2\n", &["3:1 a second document begins here"]),
        ("a: 1\nb: 2\na: 3\nb: 4\n", &["3:1 duplicate key `a`", "4:1 duplicate key `b`"]),
        ("- {a: 1, 'a': 2}\n", &["1:10 duplicate key `a`"]),
        ("? [a]\n: 1\n", &["1:3 a key must be text on one line, before its `:`"]),
        ("? a\n: 1\n", &["1:3 a key must be text on one line, before its `:`"]),
        ("[a]: 1\n", &["1:1 a key must be text on one line, before its `:`"]),
        ("{a: 1}: 1\n", &["1:1 a key must be text on one line, before its `:`"]),
        ("? |\n  a\n: 1\n", &["2:3 a key must be text on one line, before its `:`"]),
        (": 1\n", &["1:1 a key is missing before `:`"]),
        ("a:\t1\n\tb: 2\n", &["1:3 tab (U+0009)", "2:1 tab (U+0009)"]),
        ("a:\u{A0}1\n", &["1:3 no-break blank (U+00A0)"]),
        ("a: 1\u{202F}!\n", &["1:5 no-break blank (U+202F)"]),
        ("a: x\u{0}y\n", &["1:5 control character (U+0000)"]),
        ("a: \u{7}\n", &["1:4 control character (U+0007)"]),
        ("a: b\u{FEFF}\n", &["1:5 byte order mark inside the text (U+FEFF)"]),
        ("a: b\u{2028}c\n", &["1:5 line separator (U+2028)"]),
        ("a: 'b\n", &["1:4 this quote is never closed"]),
        ("a: \"b\nc: d\n", &["1:4 this quoted text runs on into a line that is not indented"]),
        ("a: 'b' c\n", &["1:8 text after a closing quote"]),
        ("a: \"\\q\"\n", &["1:4 unknown escape after a backslash"]),
        ("a: \"\\x4\"\n", &["1:4 this escape needs hex digits"]),
        ("a: \"\\uD800\"\n", &["1:4 this escape names no character"]),
        ("a: b: c\n", &["1:5 a second `: ` on one line"]),
        ("a: - b\n", &["1:4 a list item cannot begin here"]),
        ("a: [- b]\n", &["1:5 a list item cannot begin inside brackets"]),
        ("a: 1\nb\nc: 2\n", &["3:1 a line that is neither `key: value` nor `- item`"]),
        ("a:\n  b: 1\n c: 2\n", &["3:2 this line does not belong to the mapping above"]),
        ("a: 1\n- b\n", &["2:3 this line does not belong to the mapping above"]),
        ("- a\nb: 1\n", &["2:1 this line does not belong to the list above"]),
        ("a: [b, c\n", &["2:1 a comma or `]` is missing"]),
        ("a: {b: c\n", &["2:1 a comma or `}` is missing"]),
        ("a: b]\nc: ]\n", &["2:4 a closing bracket without an opening one"]),
        ("a: @b\n", &["1:4 a value cannot begin with this character"]),
        ("a: x #y\n  z\n", &["1:6 a comment cuts this text in two"]),
        ("a: |x\n", &["1:4 text after `|` or `>`"]),
    ];
    for (text, complaints) in cases {
        assert_eq!(told(&refused(text)), *complaints, "{text:?}");
    }
}

#[test]
fn complaints_are_collected() {
    let complaints = refused("a: !x 1\nb: &y 2\na: 3\nc:\n  d: 1\n  d: 2\ne: 'f\n");
    assert_eq!(complaints.len(), 4, "{complaints:#?}");
    assert_eq!(refused(&"a:\t1\n".repeat(1000)).len(), 20);
    assert_eq!(refused(&"a: 1\n".repeat(1000)).len(), 20);
}

#[test]
fn depth_is_counted_below_the_outermost_mapping() {
    let nested =
        |levels: usize| format!("record:\n  a: {}x{}\n", "[".repeat(levels), "]".repeat(levels));
    let deep = read::record(&nested(15)).expect("16 levels below the record");
    assert!(record_digest(deep.get("record").unwrap()).is_ok());
    let complaints = read::record(&nested(16)).unwrap_err();
    assert_eq!(told(&complaints), ["2:22 deeper than 16 levels"]);
    let complaints = read::record(&nested(20)).unwrap_err();
    assert_eq!(told(&complaints), ["2:22 deeper than 16 levels"]);
}

#[test]
fn sizes_are_limited() {
    let note = |size: usize| format!("note: {}", "x".repeat(size - 6));
    let limit = Limits::RECORD.bytes;
    assert!(parse(&note(limit), Limits::RECORD).is_ok());
    assert_eq!(told(&refused(&note(limit + 1))), ["0:0 larger than 256 KiB"]);
    assert!(parse(&note(limit + 1), Limits::PACK).is_ok());
    assert!(parse(&note(Limits::PACK.bytes + 1), Limits::PACK).is_err());
}

#[test]
fn streams_hold_documents_under_the_same_rules() {
    let nodes =
        stream("---\na: 1\n---\nb: '---'\nc: |\n  ---\n--- # third\nd: 4\n", Limits::RECORD);
    let nodes = nodes.unwrap();
    assert_eq!(nodes.len(), 3);
    assert_eq!(nodes[1], Node::map([("b", text("---")), ("c", text("---\n"))]));
    assert_eq!(nodes[2].get("d").unwrap().span.line, 8);
    assert_eq!(
        stream("# log\r\n\r\n---\r\na: 1\r\n---\r\nb: 2\r\n", Limits::RECORD).unwrap().len(),
        2
    );
    assert_eq!(stream("a: 1", Limits::RECORD).unwrap(), [good("a: 1")]);

    let complaints = stream("a: 1\n---\nb: &x 1\n---\nc: 'd\n---\na: 1\na: 2\n", Limits::RECORD);
    let wanted =
        ["3:4 anchors are not allowed", "5:4 this quote is never closed", "8:1 duplicate key `a`"];
    assert_eq!(told(&complaints.unwrap_err()), wanted);
    assert_eq!(told(&stream("", Limits::RECORD).unwrap_err()), ["0:0 the document is empty"]);
    let complaints = stream("a: 1\n---\n---\nb: 1\n", Limits::RECORD).unwrap_err();
    assert_eq!(told(&complaints), ["3:1 the document is empty"]);

    let big = format!("---\nnote: {}\n", "x".repeat(200_000));
    assert_eq!(stream(&big.repeat(5), Limits::RECORD).unwrap().len(), 5);
}

#[test]
fn cut_values_are_found() {
    let cut = |text: &str| -> Vec<(u32, u32, u32)> {
        cut_comments(text).iter().map(|s| (s.line, s.column, s.length)).collect()
    };
    assert_eq!(cut("note: see rule #5, Müller\n"), [(1, 16, 10)]);
    assert_eq!(cut("a: b\n- c: d #1\n  #2\n"), [(2, 8, 2), (3, 3, 2)]);
    assert_eq!(cut("a: Doles' men #1\nb: x - \"y #2\n"), [(1, 15, 2), (2, 11, 2)]);
    for whole in [
        "# form\n#form\na: b # c #d\n",
        "a: b#c\n",
        "a: ' #b'\nc: \"\\\" #d\"\ne: 'it''s #f'\n",
        "a: \"b\n  #c\"\nd: e #\n",
        "a: |\n  b #c\n  #d\n\n  e #f\ng: >-\n  h #i\n",
        "a: [' #b', \"c #d\"]\n",
        "- - ' #a'\n",
    ] {
        assert_eq!(cut(whole), [], "{whole:?}");
    }
    assert_eq!(cut("a: [b, 'c', d #e\n  ]\nf: |\n  g #h\ni: j #k\n"), [(1, 15, 2), (5, 6, 2)]);
}

#[test]
fn fields_collect_every_complaint() {
    let node = good("id: 1/XI\nstrength: 09\ndue: 300\nat: [1]\nstat: lost\nzzz: 1\ndigest: AB\n");
    let mut complaints = Vec::new();
    let mut unit = Fields::of(&node, "unit", &mut complaints).unwrap();
    assert_eq!(unit.required("id").text(), Some("1/XI"));
    assert_eq!(unit.required("strength").number::<u8>(), None);
    assert_eq!(unit.optional("due").number::<u8>(), None);
    assert_eq!(unit.optional("at").text(), None);
    assert_eq!(unit.optional("state").list().len(), 0);
    assert_eq!(unit.required("side").text(), None);
    assert_eq!(unit.optional("digest").read::<digest::Digest>(), None);
    unit.finish();
    assert_eq!(
        told(&complaints),
        [
            "2:11 `strength` must be a whole number, not `09`",
            "3:6 `due` is out of range: 300",
            "4:5 `at` must be text, not a list",
            "1:1 `side` is missing from this unit",
            "7:9 `digest` cannot be `AB`: needs 64 lower-case hex digits",
            "5:1 unknown key `stat` in this unit",
            "6:1 unknown key `zzz` in this unit",
        ]
    );
    assert_eq!(complaints[5].help.as_deref(), Some("did you mean `state`?"));
    assert!(complaints[6].help.as_deref().unwrap().starts_with("known here: id, strength"));

    let node = good("a:\n  b: [1, 2]\n  c: {x: 3}\n  n: -4\n");
    let mut complaints = Vec::new();
    let mut outer = Fields::of(&node, "file", &mut complaints).unwrap();
    let mut inner = outer.required("a").fields("part").unwrap();
    assert_eq!(inner.required("b").list().len(), 2);
    assert_eq!(inner.required("c").entries()[0].0.text, "x");
    assert_eq!(inner.required("n").number(), Some(-4));
    assert!(inner.optional("missing").node().is_none());
    inner.finish();
    outer.finish();
    assert!(complaints.is_empty(), "{complaints:?}");
    assert!(Fields::of(&text("x"), "file", &mut complaints).is_none());
    assert_eq!(told(&complaints), ["0:0 this file must be a mapping, not `x`"]);
}

#[test]
fn numbers_are_bounded_and_shown_short() {
    let digits = "9".repeat(5000);
    let node = good(&format!("a: {digits}\nb: 1000000000\nc: 999999999\nd: 12\n"));
    let mut complaints = Vec::new();
    let mut fields = Fields::of(&node, "thing", &mut complaints).unwrap();
    assert_eq!(fields.required("a").number::<u64>(), None);
    assert_eq!(fields.required("b").number::<u64>(), None);
    assert_eq!(fields.required("c").number::<u64>(), Some(999_999_999));
    assert_eq!(fields.required("d").number_up_to::<u32>(11), None);
    fields.finish();
    assert!(complaints.iter().all(|c| c.headline.len() < 80), "{complaints:?}");
    assert_eq!(complaints.len(), 3);
}
