//! A session as lists to tick off: what the activity puts on its pages.

use std::io::{self, Write};

use engine::{Pages, Viewer};
use protocol::table::utc_text;

use super::lines::header_of;
use super::pages;
use super::panels::{self, words};
use crate::{ArchiveError, Saved};

/// Writes the lists of a session.
pub fn write(saved: &Saved, viewer: Viewer, out: &mut dyn Write) -> Result<(), ArchiveError> {
    let header = header_of(saved, viewer);
    let day = utc_text(header.created_at);
    let day = day.split('T').next().unwrap_or(&day).to_owned();
    let pages = pages(saved, viewer);
    Ok(list(&pages, &header.title, &day, &header.session, out)?)
}

fn list(pages: &Pages, table: &str, day: &str, session: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "# {}, {day}", words(pages.title.as_deref().unwrap_or(table)))?;
    pages.first.iter().try_for_each(|panel| panels::write(panel, "- [ ] ", out))?;
    writeln!(out, "\n{}. Session `{session}`.", words(&pages.sum))?;
    pages.last.iter().try_for_each(|panel| panels::write(panel, "- [ ] ", out))
}

#[cfg(test)]
mod tests {
    use engine::{Hash, Machine as _, Photo, SeatId, TableTime};
    use tidying::{Item, ItemId, Left, Mode, Outcome, Phase, Pile, State, Tidying, Way};

    use super::*;

    fn item(id: u16, name: &str, pile: Pile) -> Item {
        Item { id: ItemId(id), name: name.to_owned(), look: None, place: None, kind: None, pile }
    }

    fn view(items: Vec<Item>) -> State {
        State {
            coach: SeatId::at(1),
            phase: Phase::At(Mode::sorting()),
            space: "the *study*".to_owned(),
            function: Some("painting".to_owned()),
            anchors: vec!["easel".to_owned(), "north light".to_owned()],
            items,
            photos: vec![Photo { hash: Hash::of(b"photo"), width: 10, height: 10 }; 2],
            turn: 1,
            ..State::default()
        }
    }

    fn text(view: &State) -> String {
        let mut out = Vec::new();
        let pages = Tidying::pages(view, TableTime(14 * 60_000));
        list(&pages, "", "2026-11-15", "abc", &mut out).expect("it is written");
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
        view.phase = Phase::Ended(Box::new(Outcome {
            space: view.space.clone(),
            processed: 4,
            belongs: Vec::new(),
            out: Vec::new(),
            hand_in: Vec::new(),
            unsure: Vec::new(),
            minutes: 14,
            summary: String::new(),
            left,
            seed: 7,
            salt: None,
        }));
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
