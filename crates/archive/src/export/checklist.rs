//! A tidying session as a list to tick off: what goes, what stays and where, what is left.
//!
//! It is made from how things stand, so what was undone or taken back is where it was before.

use std::io::{self, Write};

use engine::Viewer;
use protocol::table::utc_text;
use protocol::tidying::{Item, Pile, View, Way};

use super::{escape, header};
use crate::{ArchiveError, Saved};

/// Writes the list of a session.
pub fn write(saved: &Saved, viewer: Viewer, out: &mut dyn Write) -> Result<(), ArchiveError> {
    let view: View = serde_json::from_value(saved.session.activity.view(viewer))
        .map_err(|error| ArchiveError::bug(format!("the piles cannot be read: {error}")))?;
    let minutes = match &view.outcome {
        Some(outcome) => u64::from(outcome.minutes),
        None => saved.log.last().map_or(0, |(record, _)| record.time.0 / 60_000),
    };
    let header = header(saved, Some(viewer));
    let day = utc_text(header.created_at);
    let day = day.split('T').next().unwrap_or(&day).to_owned();
    list(&view, &day, &header.session, minutes, out)?;
    Ok(())
}

fn list(view: &View, day: &str, session: &str, minutes: u64, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# {}, {day}\n", words(&view.space))?;
    if let Some(function) = &view.function {
        writeln!(out, "For {}.\n", words(function))?;
    }
    if !view.anchors.is_empty() {
        let anchors: Vec<String> = view.anchors.iter().map(|anchor| words(anchor)).collect();
        writeln!(out, "What stays: {}.\n", anchors.join(", "))?;
    }
    let state = if view.outcome.is_some() { "" } else { " so far; it has not ended" };
    writeln!(
        out,
        "{} in {}{state}. Session `{session}`.",
        count(view.processed(), "thing sorted", "things sorted"),
        length(minutes)
    )?;

    let on = |way: Way| view.items.iter().filter(move |item| item.pile == Pile::Out { way });
    if Way::ALL.into_iter().any(|way| on(way).next().is_some()) {
        writeln!(out, "\n## Out")?;
        for way in Way::ALL {
            section(out, 3, title(way), on(way).map(|item| words(&item.name)).collect())?;
        }
    }
    let belongs = view.items.iter().filter_map(|item| match &item.pile {
        Pile::Belongs { at } => Some(format!("{} → {}", words(&item.name), words(at))),
        _ => None,
    });
    section(out, 2, "Belongs", belongs.collect())?;
    section(out, 2, "Unsure", view.unsure().map(described).collect())?;
    section(out, 2, "Left to sort", view.waiting().map(described).collect())?;

    let left = view.outcome.as_ref().map(|outcome| &outcome.left).or(view.before.as_ref());
    if let Some(next) = left.and_then(|left| left.next_time.as_ref()) {
        let title = if view.outcome.is_some() { "First next time" } else { "First, from last time" };
        section(out, 2, title, vec![words(next)])?;
    }
    if !view.photos.is_empty() {
        let count = view.photos.len();
        let which = if count == 1 { "Photo 1 is".to_owned() } else { format!("Photos 1 to {count} are") };
        writeln!(out, "\n{which} kept with this session, and not in this list.")?;
    }
    Ok(())
}

/// A heading with boxes under it; nothing where there is nothing to tick.
fn section(out: &mut dyn Write, level: usize, title: &str, lines: Vec<String>) -> io::Result<()> {
    if lines.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{} {title}\n", "#".repeat(level))?;
    lines.iter().try_for_each(|line| writeln!(out, "- [ ] {line}"))
}

fn title(way: Way) -> &'static str {
    match way {
        Way::Trash => "Trash",
        Way::Donate => "Donate",
        Way::Recycle => "Recycle",
    }
}

/// A thing with where it lies, if that is known: it has to be found again.
fn described(item: &Item) -> String {
    match &item.place {
        Some(place) => format!("{} ({})", words(&item.name), words(place)),
        None => words(&item.name),
    }
}

fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

fn length(minutes: u64) -> String {
    match minutes {
        0 => "less than a minute".to_owned(),
        1 => "1 minute".to_owned(),
        many => format!("{many} minutes"),
    }
}

/// Words as words: on one line, and with nothing in them that would be a mark or an end of the list.
fn words(text: &str) -> String {
    escape(&protocol::clean_line(text)).replace('!', "\\!")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use engine::{Hash, Photo, SeatId};
    use protocol::tidying::{Floor, ItemId, Left, Outcome, PhaseName};

    use super::*;

    fn item(id: u16, name: &str, pile: Pile) -> Item {
        Item { id: ItemId(id), name: name.to_owned(), look: None, place: None, kind: None, pile }
    }

    fn view(items: Vec<Item>) -> View {
        View {
            seats: Arc::from([]),
            person: SeatId::at(0),
            coach: SeatId::at(1),
            phase: PhaseName::Sorting,
            seed_hash: Hash::of(b"seed"),
            space: "the *study*".to_owned(),
            coach_sees: false,
            function: Some("painting".to_owned()),
            anchors: vec!["easel".to_owned(), "north light".to_owned()],
            items,
            groups: Vec::new(),
            kept_whole_at: 0,
            mode: None,
            floor: Floor::Person,
            said: None,
            pending: Vec::new(),
            photos: vec![Photo { hash: Hash::of(b"photo"), width: 10, height: 10 }; 2],
            coach_said: None,
            last_decided: None,
            turn: 1,
            begun_at: 0,
            before: None,
            things: Vec::new(),
            outcome: None,
        }
    }

    fn text(view: &View) -> String {
        let mut out = Vec::new();
        list(view, "2026-11-15", "abc", 14, &mut out).expect("it is written");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn y13_the_piles_are_boxes_to_tick() {
        let out = |way| Pile::Out { way };
        let mut view = view(vec![
            item(1, "brushes", Pile::Belongs { at: "the jar by the window".to_owned() }),
            item(2, "old chargers", out(Way::Recycle)),
            item(3, "torn bag", out(Way::Trash)),
            item(4, "letters", Pile::Unsure),
            item(5, "lamp", Pile::Waiting),
        ]);
        view.items[4].place = Some("under the desk".to_owned());
        let left = Left { next_time: Some("the letters".to_owned()), ..Left::default() };
        view.outcome = Some(Outcome {
            space: view.space.clone(),
            processed: 4,
            belongs: Vec::new(),
            out: Vec::new(),
            unsure: Vec::new(),
            minutes: 14,
            summary: String::new(),
            left,
            seed: 7,
            salt: None,
        });
        assert_eq!(
            text(&view),
            "\
# the \\*study\\*, 2026-11-15

For painting.

What stays: easel, north light.

4 things sorted in 14 minutes. Session `abc`.

## Out

### Trash

- [ ] torn bag

### Recycle

- [ ] old chargers

## Belongs

- [ ] brushes → the jar by the window

## Unsure

- [ ] letters

## Left to sort

- [ ] lamp (under the desk)

## First next time

- [ ] the letters

Photos 1 to 2 are kept with this session, and not in this list.
"
        );
    }

    #[test]
    fn a_session_that_has_just_begun_has_a_list_too() {
        let mut view = view(Vec::new());
        (view.function, view.anchors, view.photos) = (None, Vec::new(), Vec::new());
        assert_eq!(
            text(&view),
            "# the \\*study\\*, 2026-11-15\n\n0 things sorted in 14 minutes so far; it has not ended. Session `abc`.\n"
        );
    }

    #[test]
    fn no_name_breaks_out_of_its_line() {
        let name = "a\n- [x] b\n# c [d](javascript:e) <script> ![f](g) `h` | \u{202e}i";
        let text = text(&view(vec![item(1, name, Pile::Unsure)]));
        let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("- ")).collect();
        assert_eq!(
            lines,
            ["- [ ] a - \\[x\\] b \\# c \\[d\\](javascript:e) \\<script\\> \\!\\[f\\](g) \\`h\\` \\| i"],
            "{text}"
        );
    }
}
