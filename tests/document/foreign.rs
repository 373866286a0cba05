//! Another YAML reader as a second opinion.

use crate::good;
use provost::document::Node;

/// A YAML reader with every scalar forced to text.
struct Foreign(Node);

impl<'de> serde::Deserialize<'de> for Foreign {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Foreign, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Foreign;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a tree of text")
            }
            fn visit_str<E>(self, text: &str) -> Result<Foreign, E> {
                Ok(Foreign(Node::text(text)))
            }
            fn visit_bool<E>(self, value: bool) -> Result<Foreign, E> {
                Ok(Foreign(Node::text(value.to_string())))
            }
            fn visit_u64<E>(self, number: u64) -> Result<Foreign, E> {
                Ok(Foreign(Node::text(number.to_string())))
            }
            fn visit_i64<E>(self, number: i64) -> Result<Foreign, E> {
                Ok(Foreign(Node::text(number.to_string())))
            }
            fn visit_f64<E>(self, number: f64) -> Result<Foreign, E> {
                Ok(Foreign(Node::text(format!("a float: {number}"))))
            }
            fn visit_unit<E>(self) -> Result<Foreign, E> {
                Ok(Foreign(Node::text("")))
            }
            fn visit_seq<A: serde::de::SeqAccess<'de>>(
                self,
                mut seq: A,
            ) -> Result<Foreign, A::Error> {
                let mut items = Vec::new();
                while let Some(Foreign(item)) = seq.next_element()? {
                    items.push(item);
                }
                Ok(Foreign(Node::list(items)))
            }
            fn visit_map<A: serde::de::MapAccess<'de>>(
                self,
                mut map: A,
            ) -> Result<Foreign, A::Error> {
                let mut entries = Vec::new();
                while let Some(key) = map.next_key::<String>()? {
                    entries.push((key, map.next_value::<Foreign>()?.0));
                }
                Ok(Foreign(Node::map(entries)))
            }
        }
        from.deserialize_any(Visitor)
    }
}

pub fn foreign(text: &str) -> Node {
    let read: Result<Foreign, _> = serde_yaml::from_str(text);
    read.unwrap_or_else(|why| panic!("{text}\n{why}")).0
}

#[test]
fn another_reader_reads_the_same() {
    for text in [
        "a: b\nc:\n- d\n- e: f\n  g: h i  j\n-\n  k\n",
        "a: b\n  c\n\n  d\ne: 'f\n\n  g'\nh: \"i\\\n  j k\n  l\"\n",
        "a: |\n  b\n   c\n\n  d\n\ne: >-\n  f\n  g\n\n  h\n    i\n  j\nk: |+\n  l\n\nm: x\n",
        "a: {b: c, d: [e, f, {g: h}], 'i': \"j\"}\nk: [l: m, n]\n",
        "- - a\n  - b\n-\n  - c\n- d: e\n  f:\n  - g\n",
        "a: b # c\n# d\ne: # f\n  g # h\n\"i j\": k#l\nm: n:o\n",
        "a: \"\\u00e9\\t\\\"\\\\ \\x41\"\nnote: Größe – 2:1\n",
        "a:\nb: []\nc: {}\nd: ''\n",
        "Rodes/R, Colquitt/R: 1726 1725 1724\n1/F Lee/S: strategic, 1928\n",
    ] {
        assert_eq!(good(text), foreign(text), "{text}");
    }
}
