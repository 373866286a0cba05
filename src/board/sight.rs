//! The straight line between the centres of two hexes, in exact whole numbers.
//!
//! A line that runs along a common side of two hexes, or through the end of one, may be read two
//! ways round. The functions here name both; what blocks or what counts is for the rules to say.

use super::hex::{DIRECTIONS, Hex};

/// What a line meets between its ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Crossed {
    /// It runs through the inside of this hex.
    Hex(Hex),
    /// It runs along the common side of these two hexes, the lower number first.
    Either(Hex, Hex),
}

/// A piece of a line from a hex that it certainly runs through to the next one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stretch {
    /// The ways in which it may be read, one or two: chains of adjacent hexes, both ends included.
    pub ways: Vec<Vec<Hex>>,
}

/// The hexes that the line between two centres meets, in order, without the two ends.
///
/// A hex that it touches in a corner only is not met. Where the line runs along the upper edge of
/// the map, the half hexes that have no number are not met either.
pub fn line(from: Hex, to: Hex) -> Vec<Crossed> {
    let mut met = Vec::new();
    for stretch in stretches(from, to) {
        match stretch.ways.as_slice() {
            [a, b] => {
                if let (&[_, left, _], &[_, right, _]) = (a.as_slice(), b.as_slice()) {
                    met.push(Crossed::Either(left.min(right), left.max(right)));
                }
            }
            [only] => met.extend(
                only.get(1..only.len() - 1).unwrap_or(&[]).iter().map(|h| Crossed::Hex(*h)),
            ),
            _ => {}
        }
        let end = stretch.ways.first().and_then(|way| way.last());
        met.extend(end.filter(|hex| **hex != to).map(|hex| Crossed::Hex(*hex)));
    }
    met
}

/// The line between two centres in stretches, each with its ways round; none if `from` is `to`.
///
/// The stretches may be read independently of each other.
pub fn stretches(from: Hex, to: Hex) -> Vec<Stretch> {
    let (start, end) = (from.axial(), to.axial());
    let course = (end.0 - start.0, end.1 - start.1);
    let mut found = Vec::new();
    let mut at = start;
    while at != end {
        let (ways, next) = leave(start, course, at);
        let numbered = |way: &[Axial]| -> Option<Vec<Hex>> {
            way.iter().map(|(q, r)| Hex::from_axial(*q, *r)).collect()
        };
        found.push(Stretch { ways: ways.iter().filter_map(|way| numbered(way)).collect() });
        at = next;
    }
    found
}

/// The first steps that the line cannot avoid, whichever way round it is read: one step for each
/// way of the first stretch on all of whose ways `counts` holds somewhere. `None` if it can be
/// read so that it never counts.
///
/// `counts` is given the two hexes of a step in the direction of the line: look at the side
/// between them for what the line crosses, at the second hex for what it runs through. The last
/// step ends in `to`.
pub fn unavoidable(
    from: Hex,
    to: Hex,
    mut counts: impl FnMut(Hex, Hex) -> bool,
) -> Option<Vec<(Hex, Hex)>> {
    let mut first = |way: &Vec<Hex>| {
        way.windows(2).map(|pair| (pair[0], pair[1])).find(|(a, b)| counts(*a, *b))
    };
    stretches(from, to).iter().find_map(|stretch| stretch.ways.iter().map(&mut first).collect())
}

/// Axial coordinates q and r.
type Axial = (i32, i32);

/// How the line that begins at `start` and goes by `course` leaves the hex `at`: the ways to the
/// next hex that it certainly runs through, and that hex.
///
/// The line leaves over the side, or between the two sides, that it reaches first. In cube
/// coordinates the side towards the neighbour at `n` is where the distance from the centre along
/// `n` is half of n.n, that is 1.
fn leave(start: Axial, course: Axial, at: Axial) -> (Vec<Vec<Axial>>, Axial) {
    // Directions in which the line goes, with when it gets there: (1 + away) / pace.
    let away = (at.0 - start.0, at.1 - start.1);
    let mut sides: Vec<(i64, i64, Axial)> = DIRECTIONS
        .iter()
        .map(|direction| OFFSETS[*direction as usize])
        .map(|n| (1 + dot(away, n), dot(course, n), n))
        .filter(|(_, pace, _)| *pace > 0)
        .collect();
    // Sooner first: a / p < b / q is a * q < b * p. At once: the one that the line turns to more.
    sides.sort_by(|(a, p, _), (b, q, _)| (a * q).cmp(&(b * p)).then(q.cmp(p)));
    let to = |n: Axial| (at.0 + n.0, at.1 + n.1);
    match sides.as_slice() {
        [(a, p, n), (b, q, m), ..] if a * q == b * p && p == q => {
            let beyond = (at.0 + n.0 + m.0, at.1 + n.1 + m.1);
            (vec![vec![at, to(*n), beyond], vec![at, to(*m), beyond]], beyond)
        }
        [(a, p, n), (b, q, m), ..] if a * q == b * p => {
            (vec![vec![at, to(*n)], vec![at, to(*m), to(*n)]], to(*n))
        }
        [(_, _, n), ..] => (vec![vec![at, to(*n)]], to(*n)),
        [] => unreachable!("a line that has not reached its end goes in some direction"),
    }
}

/// Axial offsets of the neighbours, clockwise from the top.
const OFFSETS: [Axial; 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];

/// The inner product in cube coordinates.
fn dot(a: Axial, b: Axial) -> i64 {
    let ((aq, ar), (bq, br)) = (a, b);
    i64::from(aq * bq + ar * br + (aq + ar) * (bq + br))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(n: &str) -> Hex {
        n.parse().expect("a hex number")
    }

    fn show(from: &str, to: &str) -> String {
        let part = |crossed: &Crossed| match crossed {
            Crossed::Hex(hex) => hex.to_string(),
            Crossed::Either(a, b) => format!("{a}|{b}"),
        };
        line(hex(from), hex(to)).iter().map(part).collect::<Vec<_>>().join(" ")
    }

    /// Whether the line from `from` to `to` crosses one of the `wet` sides on every way round.
    fn crosses(from: &str, to: &str, wet: &[(&str, &str)]) -> bool {
        let is_wet =
            |a: Hex, b: Hex| wet.iter().any(|(c, d)| [(a, b), (b, a)].contains(&(hex(c), hex(d))));
        unavoidable(hex(from), hex(to), is_wet).is_some()
    }

    #[test]
    fn lines_down_columns_and_along_sides() {
        assert_eq!(show("0505", "0505"), "");
        assert_eq!(show("0505", "0504"), "");
        assert_eq!(show("0505", "0503"), "0504");
        assert_eq!(show("0505", "0705"), "0604|0605");
        assert_eq!(show("0303", "0503"), "0402|0403");
        assert_eq!(show("0505", "0406"), "0405|0506");
        assert_eq!(show("0505", "0905"), "0604|0605 0705 0804|0805");
        assert_eq!(show("0505", "0803"), "0604 0704");
    }

    /// BG-along: one side wet does not count, both ways round wet does, a stream along the line
    /// never does.
    #[test]
    fn water_counts_if_it_is_crossed_both_ways_round() {
        assert!(!crosses("0505", "0705", &[("0505", "0604")]));
        assert!(!crosses("0505", "0705", &[("0604", "0605")]));
        assert!(crosses("0505", "0705", &[("0505", "0604"), ("0505", "0605")]));
        assert!(crosses("0505", "0705", &[("0505", "0604"), ("0605", "0705")]));
        assert!(!crosses("0505", "0705", &[("0505", "0604"), ("0604", "0705")]));
        assert!(crosses("0705", "0505", &[("0505", "0604"), ("0505", "0605")]));
    }

    /// BG-bombmix: of two batteries one fires over the stream, the other along a side beside it.
    #[test]
    fn two_batteries_and_one_stream() {
        assert!(crosses("0505", "0503", &[("0503", "0504")]));
        assert!(!crosses("0303", "0503", &[("0503", "0504")]));
    }

    /// BG-bombferry and BG-bomb: a hex can count as well as a side, and one of each both ways
    /// round counts too.
    #[test]
    fn hexes_and_sides_count_together() {
        let over = |a: Hex, b: Hex| b == hex("0604") || (a == hex("0605") && b == hex("0705"));
        let steps = unavoidable(hex("0505"), hex("0705"), over);
        let expected = vec![(hex("0505"), hex("0604")), (hex("0605"), hex("0705"))];
        assert_eq!(steps, Some(expected));
        assert_eq!(unavoidable(hex("0505"), hex("0705"), |_, b| b == hex("0604")), None);
        assert!(unavoidable(hex("0505"), hex("0503"), |_, b| b == hex("0504")).is_some());
    }

    /// Within three hexes a line meets no hex in a corner only; farther it does.
    #[test]
    fn corners() {
        let corner = |from: Hex, to: Hex| {
            stretches(from, to)
                .iter()
                .any(|s| s.ways.len() == 2 && s.ways[0].len() != s.ways[1].len())
        };
        let mut first = u32::MAX;
        for from in [hex("3030"), hex("3130")] {
            for column in 10..=50 {
                for row in 10..=50 {
                    let to = Hex::new(column, row);
                    if corner(from, to) {
                        first = first.min(from.distance(to));
                    }
                }
            }
        }
        assert!(first > 3 && first < 20, "first corner at range {first}");
    }

    /// Along the upper and the lower edge only the hexes with a number are left.
    #[test]
    fn lines_along_the_edge() {
        assert_eq!(show("0101", "0301"), "0201");
        assert_eq!(show("0201", "0401"), "0301|0302");
        assert_eq!(show("0299", "0499"), "0399");
    }

    /// Every hex on the lines of a wide square, against the definition: the open hex around a
    /// centre holds the points nearer to it than to any other centre.
    #[test]
    fn lines_agree_with_the_definition() {
        for from in [hex("1010"), hex("1110")] {
            for column in 4..=17 {
                for row in 4..=17 {
                    let to = Hex::new(column, row);
                    assert_eq!(line(from, to), by_definition(from, to), "{from} {to}");
                    let mut back = line(to, from);
                    back.reverse();
                    assert_eq!(line(from, to), back, "{from} {to} and back");
                    chains(from, to);
                }
            }
        }
    }

    /// Ways are chains of adjacent hexes that hang together.
    fn chains(from: Hex, to: Hex) {
        let mut at = from;
        for stretch in stretches(from, to) {
            let end = *stretch.ways[0].last().expect("a way has hexes");
            for way in &stretch.ways {
                assert_eq!((way[0], *way.last().expect("a way has hexes")), (at, end));
                assert!(way.windows(2).all(|pair| pair[0].distance(pair[1]) == 1));
            }
            at = end;
        }
        assert_eq!(at, to);
    }

    /// Looks at every hex around: for which part of the line is it nearest (alone, or together
    /// with one other)? Times are fractions over a common denominator.
    fn by_definition(from: Hex, to: Hex) -> Vec<Crossed> {
        let (start, end) = (from.axial(), to.axial());
        let course = (end.0 - start.0, end.1 - start.1);
        // Divisible by every pace up to 30.
        const WHOLE: i64 = 2_329_089_562_800;
        let mut inside: Vec<(i64, Crossed)> = Vec::new();
        let mut along: Vec<(i64, Hex)> = Vec::new();
        for column in 1..=25 {
            for row in 1..=25 {
                let hex = Hex::new(column, row);
                let c = (hex.axial().0 - start.0, hex.axial().1 - start.1);
                let (mut enter, mut leave, mut beside) = (0, WHOLE, false);
                let mut empty = false;
                for n in OFFSETS {
                    let (pace, place) = (dot(course, n), 1 + dot(c, n));
                    // Inside while t * pace < place.
                    match pace {
                        0 if place < 0 => empty = true,
                        0 if place == 0 => beside = true,
                        0 => {}
                        p if p > 0 => {
                            assert_eq!(WHOLE * place % p, 0);
                            leave = leave.min(WHOLE * place / p);
                        }
                        p => {
                            assert_eq!(WHOLE * place % p, 0);
                            enter = enter.max(WHOLE * place / p);
                        }
                    }
                }
                if empty || enter >= leave || hex == from || hex == to {
                    continue;
                }
                if beside {
                    along.push((enter, hex))
                } else {
                    inside.push((enter, Crossed::Hex(hex)))
                }
            }
        }
        along.sort();
        for pair in along.chunks(2) {
            inside.push((pair[0].0, Crossed::Either(pair[0].1, pair[1].1)));
        }
        inside.sort();
        inside.into_iter().map(|(_, crossed)| crossed).collect()
    }
}
