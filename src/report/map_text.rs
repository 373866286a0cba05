//! The map in plain ASCII, for a terminal or a mail.
//!
//! Hexes are flat-topped, nine characters apart and four lines high:
//!
//! ```text
//!   _______
//!  /=1112f \        a road to the upper left, number, terrain
//! / Cobb    \       first counter
//! \ Semmes  /       second counter
//!  \__===__/        a road to the hex below
//! ```
//!
//! A hex without counters is filled with its terrain.

mod short;

use self::short::Short;
use super::wrap::plain;
use crate::board::hex::DIRECTIONS;
use crate::board::map::Compass;
use crate::board::{Direction, Hex, Map, Side, Terrain};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Characters from one column of hexes to the next.
const PITCH: usize = 9;
/// Lines from one hex to the one below.
const HEIGHT: usize = 4;

/// The part of a map that is drawn: first and last column, first and last row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    columns: (u8, u8),
    rows: (u8, u8),
}

impl Window {
    /// The whole map.
    pub fn whole(map: &Map) -> Window {
        Window { columns: (1, map.columns()), rows: (1, map.rows(1).max(map.rows(2))) }
    }

    /// The hexes given and `margin` columns and rows around them; `None` if none is on the map.
    pub fn around(map: &Map, hexes: impl IntoIterator<Item = Hex>, margin: u8) -> Option<Window> {
        let whole = Window::whole(map);
        let mut found: Option<Window> = None;
        for hex in hexes.into_iter().filter(|hex| map.contains(*hex)) {
            let (column, row) = (hex.column(), hex.row());
            let near = |at: u8, last: u8| {
                (at.saturating_sub(margin).max(1), at.saturating_add(margin).min(last))
            };
            let (columns, rows) = (near(column, whole.columns.1), near(row, whole.rows.1));
            let so_far = found.unwrap_or(Window { columns, rows });
            let both = |a: (u8, u8), b: (u8, u8)| (a.0.min(b.0), a.1.max(b.1));
            found = Some(Window {
                columns: both(so_far.columns, columns),
                rows: both(so_far.rows, rows),
            });
        }
        found
    }

    /// Whether a hex is in it.
    pub fn contains(&self, hex: Hex) -> bool {
        let within = |n: u8, (first, last): (u8, u8)| (first..=last).contains(&n);
        within(hex.column(), self.columns) && within(hex.row(), self.rows)
    }

    /// The strips of at most `width` characters into which it is cut, from left to right. The
    /// last column of a strip is the first of the next.
    fn strips(self, width: usize) -> Vec<Window> {
        let fit = (width.saturating_sub(2) / PITCH).clamp(2, 99) as u8;
        let (mut first, last) = self.columns;
        let mut strips = Vec::new();
        loop {
            let end = last.min(first + fit - 1);
            strips.push(Window { columns: (first, end), ..self });
            if end == last {
                return strips;
            }
            first = end;
        }
    }
}

/// A map with what stands on it, ready to be drawn.
pub struct Drawing<'m> {
    map: &'m Map,
    /// Names of what stands on each hex.
    stacks: BTreeMap<Hex, Vec<String>>,
    /// The names as each line of a hex shows them.
    rooms: [Short; 2],
}

impl<'m> Drawing<'m> {
    /// A map on which `counters` names what stands on a hex; a blank map has none.
    pub fn of(map: &'m Map, counters: impl Fn(Hex) -> Vec<String>) -> Drawing<'m> {
        let stacks: BTreeMap<Hex, Vec<String>> =
            map.hexes().iter().map(|hex| (*hex, counters(*hex))).collect();
        let names = || stacks.values().flatten().map(|name| plain(name));
        let rooms = ROOMS.map(|room| Short::of(names(), room));
        Drawing { map, stacks, rooms }
    }

    /// Draws a window in strips of at most `width` characters, one below the other.
    ///
    /// The first two names on a hex are shown, cut to eight and seven characters so that no two on
    /// the map are alike; if there are more, the second gives way to their number.
    pub fn strips(&self, window: Window, width: usize) -> String {
        let draw = |strip: Window| {
            let mut canvas = Canvas::new(strip);
            for &hex in self.map.hexes().iter().filter(|hex| strip.contains(**hex)) {
                let stack = self.stacks.get(&hex).map_or(&[][..], Vec::as_slice);
                canvas.hex(self.map, hex, stack, &self.rooms);
            }
            canvas.text()
        };
        window.strips(width).into_iter().map(draw).collect::<Vec<String>>().join("\n")
    }

    /// The lines that tell what a drawn window shows under a number, as `1009 U 2/3~3 is U 2/3/III`;
    /// none if it shows no such name.
    pub fn numbered(&self, window: Window, width: usize) -> String {
        let within = self.stacks.iter().filter(|(hex, _)| window.contains(**hex));
        let shown = within.flat_map(|(hex, stack)| {
            let lines = if stack.len() > 2 { 1 } else { stack.len() };
            let named = stack.iter().zip(&self.rooms).take(lines);
            named.map(move |(name, room)| (hex, plain(name), room))
        });
        let told = shown.filter_map(|(hex, name, room)| {
            let short = room.name(&name);
            (short != name && short.contains('~')).then(|| format!("{hex} {short} is {name}"))
        });
        let mut text = String::new();
        wrap(&mut text, width, told.collect());
        text
    }
}

/// The lines that explain a drawn window: its marks, crossings, named places, and the compass.
///
/// They have at most `width` characters, unless a single item is longer than that.
pub fn legend(map: &Map, window: Window, width: usize) -> String {
    let hexes = || map.hexes().iter().copied().filter(|hex| window.contains(*hex));
    let mut marks: Vec<String> = Vec::new();
    for (terrain, symbol, name) in Terrain::ALL {
        if terrain != Terrain::Clear && hexes().any(|hex| map.terrain(hex) == Some(terrain)) {
            marks.push(format!("{symbol} {}", name.replace('_', " ")));
        }
    }
    let sides = hexes().fold(Side::NONE, |all, hex| all.with(map.sides_of(hex)));
    let glyphs = [
        (Side::ROAD, "= road"),
        (Side::TRAIL, "- trail"),
        (Side::RAIL, "+ rail"),
        (Side::STREAM, "~ side: stream"),
        (CLOSED, "% side: creek, river or lake"),
        (Side::BRIDGE, "H bridge"),
        (Side::FORD, ": ford"),
        (Side::REDOUBT, "< ^ > v # redoubt, facing the enemy"),
    ];
    marks.extend(
        glyphs.iter().filter(|(mark, _)| sides.has(*mark)).map(|(_, text)| (*text).to_owned()),
    );
    let crossings = hexes().filter(|hex| !map.arrows(*hex).is_empty()).map(|hex| {
        let kind = map.terrain(hex).map_or("", Terrain::name).replace('_', " ");
        let ends: Vec<String> = map.arrows(hex).iter().map(Hex::to_string).collect();
        format!("{hex} {kind} between {}", ends.join(" and "))
    });
    let places = map.names().filter(|(hex, _)| window.contains(*hex));
    let places = places.map(|(hex, name)| format!("{hex} {}", plain(name)));
    let mut text = String::new();
    wrap(&mut text, width, marks);
    wrap(&mut text, width, crossings.collect());
    wrap(&mut text, width, places.collect());
    if let Some((column, row)) = map.compass {
        let _ = writeln!(text, "column 01 lies {}, row 01 {}", point(column), point(row));
    }
    text
}

fn point(point: Compass) -> &'static str {
    match point {
        Compass::North => "north",
        Compass::East => "east",
        Compass::South => "south",
        Compass::West => "west",
    }
}

/// Appends items, separated by `; `, in lines of at most `width` characters.
fn wrap(text: &mut String, width: usize, items: Vec<String>) {
    let mut line = 0;
    for (n, item) in items.iter().enumerate() {
        if n > 0 {
            let room = line + 2 + item.len() < width;
            text.push_str(if room { "; " } else { ";\n" });
            line = if room { line + 2 } else { 0 };
        }
        text.push_str(item);
        line += item.len();
    }
    if !items.is_empty() {
        text.push('\n');
    }
}

/// Side marks of water that the map closes.
const CLOSED: Side = Side::CREEK.with(Side::RIVER).with(Side::LAKE);

struct Canvas {
    window: Window,
    lines: Vec<Vec<u8>>,
}

impl Canvas {
    fn new(window: Window) -> Canvas {
        let columns = usize::from(window.columns.1 - window.columns.0) + 1;
        let rows = usize::from(window.rows.1 - window.rows.0) + 1;
        // One line for the upper side of the first row, half a hex for the even columns.
        let line = vec![b' '; columns * PITCH + 2];
        Canvas { window, lines: vec![line; rows * HEIGHT + 1 + HEIGHT / 2] }
    }

    fn put(&mut self, line: usize, at: usize, text: &str) {
        for (n, byte) in text.bytes().enumerate() {
            self.lines[line][at + n] = byte;
        }
    }

    fn text(&self) -> String {
        let lines = self.lines.iter().map(|line| String::from_utf8_lossy(line));
        let lines: Vec<String> = lines.map(|line| line.trim_end().to_owned()).collect();
        let is_blank = |line: &&String| line.is_empty();
        let lead = lines.iter().take_while(is_blank).count();
        let tail = lines.iter().rev().take_while(is_blank).count();
        let drawn = lines.get(lead..lines.len() - tail).unwrap_or(&[]);
        drawn.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
    }

    fn hex(&mut self, map: &Map, hex: Hex, counters: &[String], rooms: &[Short; 2]) {
        let x = usize::from(hex.column() - self.window.columns.0) * PITCH;
        let lower = if hex.column().is_multiple_of(2) { HEIGHT / 2 } else { 0 };
        let y = usize::from(hex.row() - self.window.rows.0) * HEIGHT + 1 + lower;
        let mut ways = [' '; 6];
        for (direction, way) in DIRECTIONS.into_iter().zip(&mut ways) {
            *way = way_glyph(map.side(hex, direction)).unwrap_or(' ');
            self.side(x, y, direction, &SideGlyphs::of(map, hex, direction));
        }
        let [_, north_east, south_east, _, south_west, north_west] = ways;
        let terrain = map.terrain(hex).unwrap_or(Terrain::Clear);
        let symbol = if counters.is_empty() { ' ' } else { glyph(terrain) };
        self.put(y, x + 2, &format!("{north_west}{hex}{symbol}{north_east}"));
        let (upper, lower) = inside(terrain, counters, rooms);
        self.put(y + 1, x + 1, &upper);
        self.put(y + 2, x + 1, &lower);
        for (at, way) in [(x + 1, south_west), (x + 9, south_east)] {
            if way != ' ' {
                self.put(y + 2, at, &way.to_string());
            }
        }
    }

    /// Draws one side of the hex whose number stands at line `y`, from `x` on.
    fn side(&mut self, x: usize, y: usize, direction: Direction, glyphs: &SideGlyphs) {
        let (slash, first, second) = match direction {
            Direction::North => return self.put(y - 1, x + 2, &glyphs.level()),
            Direction::South => return self.put(y + 3, x + 2, &glyphs.level()),
            Direction::NorthEast => ('\\', (y, x + 9), (y + 1, x + 10)),
            Direction::SouthEast => ('/', (y + 2, x + 10), (y + 3, x + 9)),
            Direction::SouthWest => ('\\', (y + 2, x), (y + 3, x + 1)),
            Direction::NorthWest => ('/', (y, x + 1), (y + 1, x)),
        };
        let (at_way, beside) = glyphs.slanted(slash);
        self.put(first.0, first.1, &at_way.to_string());
        self.put(second.0, second.1, &beside.to_string());
    }
}

/// The terrain's symbol; clear ground has none.
fn glyph(terrain: Terrain) -> char {
    if terrain == Terrain::Clear { ' ' } else { terrain.symbol() }
}

/// Characters for a counter in the upper and in the lower line of a hex.
const ROOMS: [usize; 2] = [8, 7];

/// The two lines of nine characters inside a hex.
fn inside(terrain: Terrain, counters: &[String], rooms: &[Short; 2]) -> (String, String) {
    let t = glyph(terrain);
    let line = |text: &str| format!(" {text:<8.8}");
    let [upper, lower] = rooms.each_ref().map(|room| |name: &String| line(room.name(&plain(name))));
    match counters {
        [] if terrain.is_water() => (" ~ ~ ~ ~ ".to_owned(), "~ ~ ~ ~ ~".to_owned()),
        [] => (format!(" {t}  {t}  {t} "), format!("   {t}  {t}  ")),
        [one] => (upper(one), line("")),
        [one, two] => (upper(one), lower(two)),
        [one, more @ ..] => (upper(one), line(&format!("+{} more", more.len()))),
    }
}

/// The glyph of the best way over a side.
fn way_glyph(side: Side) -> Option<char> {
    let ways = [(Side::ROAD, '='), (Side::TRAIL, '-'), (Side::RAIL, '+')];
    ways.into_iter().find(|(way, _)| side.has(*way)).map(|(_, glyph)| glyph)
}

/// What is to be seen of a hexside.
struct SideGlyphs {
    way: Option<char>,
    water: Option<char>,
    crossing: Option<char>,
    redoubt: Option<char>,
}

impl SideGlyphs {
    fn of(map: &Map, hex: Hex, direction: Direction) -> SideGlyphs {
        let own = map.side(hex, direction);
        let other =
            hex.step(direction).map_or(Side::NONE, |hex| map.side(hex, direction.opposite()));
        let barbs = |direction| match direction {
            Direction::North => '^',
            Direction::NorthEast | Direction::SouthEast => '>',
            Direction::South => 'v',
            Direction::SouthWest | Direction::NorthWest => '<',
        };
        SideGlyphs {
            way: way_glyph(own),
            water: match own {
                side if side.has(CLOSED) => Some('%'),
                side if side.has(Side::STREAM) => Some('~'),
                _ => None,
            },
            crossing: match own {
                side if side.has(Side::BRIDGE) => Some('H'),
                side if side.has(Side::FORD) => Some(':'),
                _ => None,
            },
            redoubt: match (own.has(Side::REDOUBT), other.has(Side::REDOUBT)) {
                (true, true) => Some('#'),
                (true, false) => Some(barbs(direction)),
                (false, true) => Some(barbs(direction.opposite())),
                (false, false) => None,
            },
        }
    }

    /// The two characters of a slanted side: that in line with the way, and the other.
    fn slanted(&self, slash: char) -> (char, char) {
        let water = self.water.unwrap_or(slash);
        (self.crossing.unwrap_or(water), self.redoubt.unwrap_or(water))
    }

    /// The seven characters of an upper or lower side.
    fn level(&self) -> String {
        let water = self.water.unwrap_or('_');
        let end = self.redoubt.unwrap_or(water);
        let beside = self.crossing.unwrap_or(water);
        let middle = self.way.unwrap_or(beside);
        format!("{end}{beside}{middle}{middle}{middle}{beside}{end}")
    }
}
