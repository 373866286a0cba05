//! What holds for every tree and every text.

use crate::foreign::foreign;
use proptest::prelude::*;
use provost::document::digest::{self, Form, Pack, cleaned, jcs, pack_digest, record_digest};
use provost::document::read::{self, Limits, cut_comments, parse, stream};
use provost::document::{Diagnostic, Node, Value, write};

/// Leaves that a plain writer would spoil, and ordinary ones.
fn leaf() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ -~]{0,30}",
        "[a-z #:,'\"-]{0,12}",
        "[A-Za-z0-9/, ]{0,200}",
        "[0-9.eExX_:+-]{1,8}",
        "[0-9a-f]{64}",
        "(y|no|Null|~|<<|=|---|[.]{3}|- x|[?] y|: z|%a|@b|`c|!d|&e|[*]f|\\||>|# g|\\{\\}|\\[\\])",
        "[a\n \t\r]{0,8}",
        "([a-z]{1,5}[ \n]{1,2}){0,30}",
        "\\PC{0,12}",
        any::<String>(),
    ]
}

fn key() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,8}",
        "[0-9]{4}",
        "[ -~]{1,20}",
        "(sig|signature|key|note|<<|y|~)",
        "([A-Z][a-z]{2,7}/[A-Z](, )?){1,7}",
        "\\PC{0,6}",
    ]
}

/// Trees with at most `depth` levels, without duplicate keys.
fn tree(
    leaf: impl Strategy<Value = String> + 'static,
    key: impl Strategy<Value = String> + Clone + 'static,
) -> impl Strategy<Value = Node> {
    leaf.prop_map(Node::text).prop_recursive(5, 40, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Node::list),
            prop::collection::vec((key.clone(), inner), 0..6).prop_map(|entries| {
                let mut map = Node::map::<String>([]);
                entries.into_iter().for_each(|(key, value)| map.set(&key, value));
                map
            }),
        ]
    })
}

fn boxed_tree() -> BoxedStrategy<Node> {
    tree(leaf(), key().boxed())
        .prop_filter("empty text is no document", |n| n.as_text() != Some(""))
        .boxed()
}

/// Pieces of YAML in any order.
fn any_document() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "a", "b", "c d", "a: ", "b: ", "c:", ": ", ":", "- ", "-", "? ", "?", "[", "]", "{", "}",
        ", ", ",", "'", "\"", "'e'", "\"f\"", "''", "|", "|\n", ">-\n", "|2\n", "# c", " #c", "#",
        "---", "--- ", "...", "&x ", "*x ", "!t ", "!", "\\", "\\n", "%a", "@", "`", "~", "<<: ",
        "=", ".", "0", "é", " ", "  ", "\n", "\n", "\n ", "\n  ", "\n  ", "\n    ", "\n\n", "\n- ",
        "\n  - ", "\r\n", "\r", "\t", "\u{FEFF}",
    ];
    prop::collection::vec(prop::sample::select(PIECES), 0..24).prop_map(|pieces| pieces.concat())
}

/// A tree that may be hashed as a record.
fn record_tree() -> BoxedStrategy<Node> {
    let leaf = prop_oneof![
        "[!-~]([ -~]{0,28}[!-~])?",
        "([A-Z][a-z]{2,9}/[A-Z](, )?){0,12}[a-z]",
        "[0-9a-f]{64}",
        "[0-9]{1,4}",
        "([0-9]{4} ){0,40}[0-9]{4}",
    ];
    tree(leaf, prop_oneof!["[a-z]{1,8}", "[0-9]{4}", "note", "sig", "signature", "key"].boxed())
        .boxed()
}

fn without_blanks_where_they_do_not_count(node: &Node, key: &str) -> Node {
    match &node.value {
        Value::Text(text) if digest::drops_blanks(key) => Node::text(text.replace([' ', '\n'], "")),
        Value::Text(_) => node.clone(),
        Value::List(items) => {
            Node::list(items.iter().map(|item| without_blanks_where_they_do_not_count(item, key)))
        }
        Value::Map(entries) => Node::map(entries.iter().map(|(key, value)| {
            (key.text.clone(), without_blanks_where_they_do_not_count(value, &key.text))
        })),
    }
}

/// The longest run of characters in a leaf or key that no line may break, with its indentation.
fn widest(node: &Node, indent: usize) -> usize {
    match &node.value {
        Value::Text(text) => {
            indent + text.split(' ').map(|word| word.chars().count() + 2).max().unwrap_or(0)
        }
        Value::List(items) => items.iter().map(|item| widest(item, indent + 2)).max().unwrap_or(0),
        Value::Map(entries) => entries
            .iter()
            .map(|(key, value)| {
                let key_width = indent + key.text.chars().count() + 6;
                key_width.max(widest(value, indent + 2))
            })
            .max()
            .unwrap_or(0),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    #[test]
    fn documents_survive_writing(node in boxed_tree()) {
        let written = write::document(&node);
        let read = parse(&written, Limits::PACK);
        prop_assert_eq!(read.as_ref(), Ok(&node), "{}", written);
        prop_assert_eq!(write::document(&read.unwrap()), written);
    }

    #[test]
    fn positions_survive_writing(node in boxed_tree()) {
        let written = write::position(&node);
        let read = parse(&written, Limits::PACK);
        prop_assert_eq!(read.as_ref(), Ok(&node), "{}", written);
        prop_assert_eq!(write::position(&read.unwrap()), written);
    }

    #[test]
    fn records_survive_writing(node in boxed_tree()) {
        let written = write::record(&node);
        let read = parse(&written, Limits::PACK);
        prop_assert!(read.is_ok(), "{}\n{:?}", written, read);
        let (read, node) = (read.unwrap(), without_blanks_where_they_do_not_count(&node, ""));
        prop_assert_eq!(&without_blanks_where_they_do_not_count(&read, ""), &node, "{}", written);
        prop_assert_eq!(write::record(&read), written);
    }

    #[test]
    fn records_keep_their_digest_and_their_width(record in record_tree()) {
        let digest = record_digest(&record).unwrap();
        let file = Node::map([("record", Node::map([("part", record.clone())]))]);
        let written = write::record(&file);
        let again = read::record(&written).unwrap();
        let part = again.get("record").unwrap().get("part").unwrap();
        prop_assert_eq!(record_digest(part).unwrap(), digest, "{}", written);
        let longest = written.lines().map(|line| line.chars().count()).max().unwrap();
        prop_assert!(longest <= 72.max(widest(&without_blanks_where_they_do_not_count(&record, ""), 8)), "{}", written);
        // mail programs strip blanks at line ends, stuff lines with a blank, and change line ends
        let stuffed: String = written.lines().map(|l| format!(" {}  \r\n", l)).collect();
        let again = read::record(&stuffed).unwrap();
        let part = again.get("record").unwrap().get("part").unwrap();
        prop_assert_eq!(record_digest(part).unwrap(), digest, "{}", stuffed);
    }

    #[test]
    fn digests_do_not_depend_on_the_order_of_keys(record in record_tree()) {
        fn reversed(node: &Node) -> Node {
            match &node.value {
                Value::Text(_) => node.clone(),
                Value::List(items) => Node::list(items.iter().map(reversed)),
                Value::Map(entries) => {
                    Node::map(entries.iter().rev().map(|(k, v)| (k.text.clone(), reversed(v))))
                }
            }
        }
        prop_assert_eq!(jcs(&reversed(&record)), jcs(&record));
    }

    #[test]
    fn cleaning_changes_no_digest(node in tree("[ -~]{0,20}[ \n]{0,3}", key().boxed())) {
        if let Ok(digest) = pack_digest(Pack::Map, &node) {
            let clean = cleaned(node, Form::Pack).unwrap();
            let twice = cleaned(clean.clone(), Form::Pack).unwrap();
            prop_assert_eq!(&twice, &clean);
            prop_assert_eq!(pack_digest(Pack::Map, &clean), Ok(digest));
        }
    }

    #[test]
    fn nothing_that_is_read_panics(text in any_document()) {
        let _ = cut_comments(&text);
        let _ = stream(&text, Limits::RECORD);
        let _ = read::record(&text);
        match parse(&text, Limits::RECORD) {
            Ok(node) => {
                let again = parse(&write::document(&node), Limits::RECORD);
                prop_assert_eq!(again.as_ref(), Ok(&node));
                let _ = jcs(&node);
            }
            Err(complaints) => {
                let ends = text.matches(['\n', '\r']).count() as u32 + 2;
                prop_assert!(complaints.iter().all(|complaint| complaint.span.line <= ends));
                let told = |complaint: &Diagnostic| complaint.headline != "this cannot be read";
                prop_assert!(complaints.iter().all(told), "{:?}", complaints);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn another_reader_reads_what_was_written(
        node in tree("([ -~]{0,30}|[a-z .:#'\"-]{0,90}|[ab\n ]{0,9}|[0-9.xe_+-]{1,6})", "[ -~]{1,16}".boxed())
    ) {
        for written in [write::document(&node), write::position(&node)] {
            // it takes the tag-like `<<` in quotes for a merge all the same
            prop_assume!(!written.contains("<<"));
            prop_assert_eq!(foreign(&written), node.clone(), "{}", written);
        }
    }
}
