//! How things stand, in lines for Discord: one drawing of the ten bodies, for every activity.
//!
//! What is covered is only drawn for the seat's own eyes, between spoiler marks, in as many lines whatever is under them.

use engine::board::{
    Board, Body, Dial, Die, Ending, Entry, Fact, Heap, Leaf, Meter, Note, Panel, Rank, SeatIs,
};
use engine::{Hash, Seat, SeatId};
use protocol::{Scene, clean_line};

use crate::parts::cut;
use crate::says;
use crate::text::escape;

/// The most that is drawn of a board on a card, in characters: an embed takes 4,096, and there is more on it.
const CARD_CHARS: usize = 3_200;
/// The most that is drawn of how it ended, where a message takes 2,000.
const ENDING_CHARS: usize = 1_800;
/// The most that is drawn in a panel below what is under covers: the question has to fit, too.
const SEAT_CHARS: usize = 700;
/// The most of one text, and of what stands on one line under a cover.
const TEXT_CHARS: usize = 240;
const COVERED_CHARS: usize = 400;
/// The most things of one body.
const THINGS: usize = 8;
/// The most cells of a bar.
const CELLS: u32 = 12;

/// What everybody may know, a line each.
pub(crate) fn standing(scene: &Scene) -> Vec<String> {
    let board = &scene.board;
    let mut lines = Vec::new();
    lines.extend(scene.heading.as_ref().map(|heading| format!("**{}**", text(heading))));
    let said = |heading: &String| heading.to_lowercase() == board.headline.to_lowercase();
    if !board.headline.is_empty() && !scene.heading.as_ref().is_some_and(said) {
        lines.push(text(&board.headline));
    }
    lines.extend(board.ending.as_ref().map(headed));
    lines.extend(seats(board, &scene.seats));
    let ending = board.ending.iter().flat_map(|ending| &ending.panels);
    fill(&mut lines, ending.chain(&board.panels), CARD_CHARS);
    lines
}

/// How it ended, a line each: what it came to, and all that is worth looking at.
pub(crate) fn ended(scene: &Scene) -> Vec<String> {
    let ending = scene.board.ending.iter();
    let mut lines: Vec<String> = ending.clone().map(headed).collect();
    // Who was who stands in what the ending shows, where it shows something.
    if ending.clone().all(|ending| ending.panels.is_empty()) {
        lines.extend(seats(&scene.board, &scene.seats));
    }
    fill(&mut lines, ending.flat_map(|ending| &ending.panels), ENDING_CHARS);
    lines
}

fn headed(ending: &Ending) -> String {
    format!("{} **{}** {}", ending.sign.0, text(&ending.title), text(&ending.text))
}

/// What a seat knows of itself, a line each: as many whatever is under the covers.
pub(crate) fn own(scene: &Scene, seat: SeatId) -> Vec<String> {
    let board = &scene.board;
    let covered: Vec<&Panel> = board.panels.iter().filter(|panel| panel.covered).collect();
    let mut lines: Vec<String> =
        covered.iter().flat_map(|panel| under_cover(panel, covered.len() > 1)).collect();
    lines.extend(known_of_seats(board, &scene.seats));
    let is_bare = lines.is_empty();
    let own = board.notes.iter().find(|note| note.seat == seat && !note.covered);
    lines.extend(own.map(|note| says::you(text(&note.text))));
    if !board.headline.is_empty() {
        lines.push(format!("-# {}", text(&board.headline)));
    }
    // Where nothing is secret there is no shape to keep.
    if is_bare {
        fill(&mut lines, board.panels.iter(), SEAT_CHARS);
    }
    lines
}

/// The dice that lie there for all to see, by the numbers under which they are offered.
pub(crate) fn dice(scene: &Scene) -> Vec<String> {
    let open = scene.board.panels.iter().filter(|panel| !panel.covered);
    let dice = open.filter(|panel| matches!(panel.body, Body::Dice(_)));
    dice.flat_map(|panel| body(&panel.body)).collect()
}

/// The dials that everybody may see.
pub(crate) fn dials(scene: &Scene) -> Vec<Dial> {
    let open = scene.board.panels.iter().filter(|panel| !panel.covered);
    open.flat_map(|panel| match &panel.body {
        Body::Dials(dials) => dials.clone(),
        Body::Facts(_)
        | Body::Meters(_)
        | Body::Dice(_)
        | Body::Matrix(_)
        | Body::Piles(_)
        | Body::Card(_)
        | Body::Pictures(_)
        | Body::List(_)
        | Body::Text(_) => Vec::new(),
    })
    .collect()
}

/// One line of somebody's words, as they are.
fn text(words: &str) -> String {
    escape(&cut(&clean_line(words), TEXT_CHARS))
}

/// Adds panels as long as there is room, then says what there is besides.
fn fill<'a>(lines: &mut Vec<String>, panels: impl Iterator<Item = &'a Panel>, most: usize) {
    let mut besides = Vec::new();
    let mut room = most.saturating_sub(lines.iter().map(|line| line.chars().count() + 1).sum());
    for panel in panels.filter(|panel| !panel.covered && !panel.body.is_empty()) {
        let drawn = drawn(panel);
        let chars: usize = drawn.iter().map(|line| line.chars().count() + 1).sum();
        if panel.rank == Rank::Folded || chars > room {
            besides.push(text(&panel.title));
        } else {
            room -= chars;
            lines.extend(drawn);
        }
    }
    if !besides.is_empty() {
        lines.push(says::also_there(besides.join(", ")));
    }
}

/// A panel that all may see.
pub(crate) fn drawn(panel: &Panel) -> Vec<String> {
    let mut lines = body(&panel.body);
    // A card says itself what it is.
    if !matches!(panel.body, Body::Card(_)) {
        lines.insert(0, format!("**{}**", text(&panel.title)));
    }
    lines
}

/// A panel that only one may see: a line for each fact, one line for anything else.
fn under_cover(panel: &Panel, titled: bool) -> Vec<String> {
    let hidden = |words: &str| {
        let words = escape(&cut(&clean_line(words), COVERED_CHARS));
        format!("||{}||", if words.is_empty() { "–" } else { &words })
    };
    let title = text(&panel.title);
    let Body::Facts(facts) = &panel.body else {
        // It is escaped already; only our own marks are in pairs, and a cut would leave one alone.
        let all = body(&panel.body).join(" · ").replace("-# ", "").replace("**", "").replace("||", "");
        let all = if all.is_empty() { "–".to_owned() } else { cut(&all, COVERED_CHARS) };
        return vec![format!("{title}: ||{}||", all.trim_end_matches('\\'))];
    };
    let head = titled.then(|| format!("**{title}**"));
    let rows = facts.iter().map(|fact| format!("{}: {}", text(&fact.name), hidden(&fact.value)));
    head.into_iter().chain(rows).collect()
}

fn name(seats: &[Seat], seat: SeatId) -> String {
    seats.get(seat.index()).map_or_else(|| says::seat(seat), |it| text(&it.name))
}

/// Notes that say the same stand together, in the order of the seats.
fn grouped<'a>(notes: impl Iterator<Item = &'a Note>) -> Vec<(&'a Note, Vec<SeatId>)> {
    let mut groups: Vec<(&Note, Vec<SeatId>)> = Vec::new();
    for note in notes {
        match groups.iter_mut().find(|(first, _)| first.text == note.text && first.is == note.is) {
            Some((_, seats)) => seats.push(note.seat),
            None => groups.push((note, vec![note.seat])),
        }
    }
    groups
}

/// What stands at the seats for all to see.
fn seats(board: &Board, seats: &[Seat]) -> Vec<String> {
    let line = |(note, of): (&Note, Vec<SeatId>)| {
        let names: Vec<String> = of.into_iter().map(|seat| name(seats, seat)).collect();
        let (names, words) = (names.join(", "), text(&note.text));
        match note.is {
            SeatIs::In => format!("{names} · {words}"),
            SeatIs::Up => format!("▸ **{names}** · {words}"),
            SeatIs::Out => format!("~~{names}~~ · {words}"),
        }
    };
    grouped(board.notes.iter().filter(|note| !note.covered)).into_iter().map(line).collect()
}

/// What only this seat knows of the seats: one line, however much it is.
fn known_of_seats(board: &Board, seats: &[Seat]) -> Option<String> {
    let groups = grouped(board.notes.iter().filter(|note| note.covered));
    let known: Vec<String> = groups
        .into_iter()
        .map(|(note, of)| {
            let names: Vec<String> = of.into_iter().map(|seat| name(seats, seat)).collect();
            format!("{}: {}", text(&note.text), names.join(", "))
        })
        .collect();
    (!known.is_empty()).then(|| says::at_the_seats(known.join("; ").replace("||", "")))
}

/// What is in a panel, a line each.
fn body(body: &Body) -> Vec<String> {
    match body {
        Body::Facts(facts) => some(facts, fact),
        Body::Meters(meters) => some(meters, meter),
        Body::Dials(dials) => some(dials, dial),
        Body::Dice(dice) => rolled(dice),
        Body::Matrix(matrix) if !matrix.sum.is_empty() => vec![long(&matrix.sum)],
        Body::Matrix(matrix) => some(&matrix.rows, |row| text(&row.join(" · "))),
        Body::Piles(heaps) => some(heaps, heap),
        Body::Card(leaf) => card(leaf),
        Body::Pictures(hashes) => {
            let names: Vec<String> = hashes.iter().take(THINGS).map(short).collect();
            let word = if hashes.len() == 1 { "picture" } else { "pictures" };
            vec![format!("{} {word}: {}", hashes.len(), names.join(", "))]
        }
        Body::List(entries) => some(entries, entry),
        Body::Text(words) => vec![long(words)],
    }
}

/// A paragraph.
fn long(words: &str) -> String {
    escape(&cut(&clean_line(words), 3 * TEXT_CHARS))
}

/// The first of them, and how many more there are.
fn some<T>(things: &[T], line: impl Fn(&T) -> String) -> Vec<String> {
    let more = things.len().saturating_sub(THINGS);
    let more = (more > 0).then(|| says::and_more(more));
    things.iter().take(THINGS).map(line).chain(more).collect()
}

fn fact(fact: &Fact) -> String {
    format!("{}: {}", text(&fact.name), text(&fact.value))
}

/// With something behind it, if there is something.
fn noted(words: String, note: &str) -> String {
    if note.is_empty() { words } else { format!("{words} · {}", text(note)) }
}

fn meter(it: &Meter) -> String {
    let cells = it.of.clamp(1, CELLS);
    // What has begun is not empty.
    let full = (it.value.min(it.of) * cells).div_ceil(it.of.max(1));
    let bar = "▰".repeat(full as usize) + &"▱".repeat((cells - full) as usize);
    noted(format!("{} {bar} {}/{}", text(&it.name), it.value, it.of), &it.note)
}

fn dial(it: &Dial) -> String {
    const PIES: [&str; 5] = ["○", "◔", "◑", "◕", "●"];
    let quarters = usize::from(it.filled) * 4 / usize::from(it.segments.max(1));
    // What has begun is not empty.
    let quarters = if it.filled > 0 { quarters.max(1) } else { 0 };
    let pie = PIES[quarters.min(4)];
    noted(format!("{pie} {} {}/{}", text(&it.name), it.filled, it.segments), &it.note)
}

fn rolled(dice: &[Die]) -> Vec<String> {
    let mut lines: Vec<String> = (1..)
        .zip(dice)
        .map(|(number, die)| noted(format!("{number} · **{}** {}", die.value, text(&die.worth)), &die.note))
        .collect();
    let seals: Vec<String> = dice.iter().filter_map(|die| die.seal.as_ref()).map(short).collect();
    if !seals.is_empty() {
        lines.push(says::every_ending_is_sealed(seals.join(", ")));
    }
    lines
}

fn short(hash: &Hash) -> String {
    format!("{:.8}…", hash.to_string())
}

fn heap(heap: &Heap) -> String {
    let things: Vec<String> = heap
        .things
        .iter()
        .take(THINGS)
        .map(|it| {
            if it.note.is_empty() {
                text(&it.text)
            } else {
                format!("{} → {}", text(&it.text), text(&it.note))
            }
        })
        .collect();
    let more = heap.things.len().saturating_sub(THINGS);
    let more = if more > 0 { says::and_so_many_more(more) } else { String::new() };
    let count = heap.things.len();
    let (name, things) = (text(&heap.name), things.join(", "));
    if count == 0 { format!("{name} **0**") } else { format!("{name} **{count}** · {things}{more}") }
}

fn card(leaf: &Leaf) -> Vec<String> {
    let mut lines = vec![format!("**{}**", text(&leaf.title))];
    if !leaf.note.is_empty() {
        lines.push(format!("-# {}", text(&leaf.note)));
    }
    if !leaf.text.is_empty() {
        lines.push(long(&leaf.text));
    }
    lines.extend(some(&leaf.facts, fact));
    lines
}

fn entry(it: &Entry) -> String {
    noted(format!("{} {}", if it.done { "✓" } else { "•" }, text(&it.text)), &it.note)
}

#[cfg(test)]
mod tests;
