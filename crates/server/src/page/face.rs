//! What differs by activity on a page. The live page, the replay and a file to keep ask for the same things here.

use engine::{Holder, OpenAsk, PhaseCard, Seat, SeatId, SeatSet, SessionId, Viewer};
use protocol::{Frame, Scene};
use serde_json::Value;

use super::form::Answers;
use super::html::{El, Html, el};
use super::{dm, mafia, tidying};
use crate::guests::Names;

/// How things stand for one viewer.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a> {
    pub(super) id: &'a SessionId,
    pub(super) viewer: Viewer,
    pub(super) seats: &'a [Seat],
    pub(super) scene: &'a Scene,
    /// The card of its phase.
    pub(super) card: Option<&'static PhaseCard>,
    /// May the viewer run the table, here? Not in a replay.
    pub(super) runs: bool,
    /// Is this the page of the table itself, and no replay?
    pub(super) live: bool,
    /// Can something be done here? Not in a replay, and not by those who watch.
    pub(super) acts: bool,
    /// Can photos be looked at? Not by those who only watch, and not once they are deleted.
    pub(super) looks: bool,
    /// May whoever looks at it make tables?
    pub(super) owns: bool,
    /// The seats that somebody is at, where that is known: at a table that runs.
    pub(super) here: Option<SeatSet>,
    /// The own names of those who came by the link of the table.
    pub(super) guests: &'a Names,
}

impl Seen<'_> {
    /// Who plays a seat, if they said what they are called.
    pub(super) fn guest(&self, seat: SeatId) -> Option<&str> {
        self.guests.get(&seat).filter(|_| self.is_person(seat)).map(String::as_str)
    }

    /// Does a person play a seat, since the opening or having sat down later?
    pub(super) fn is_person(&self, seat: SeatId) -> bool {
        is_person(self.seats, self.scene, seat)
    }

    /// The sign of a seat whose person said that they are away, or has no browser open here. Whoever looks is here
    /// themselves.
    pub(super) fn away(&self, seat: SeatId) -> Option<&'static str> {
        if self.scene.table.away.contains(seat) {
            return Some("◌ away");
        }
        let gone = self.here.is_some_and(|here| !here.contains(seat));
        let shown = self.viewer != Viewer::Seat(seat) && self.scene.outcome.is_none();
        (gone && shown && self.is_person(seat)).then_some("◌ not here")
    }

    /// The name of a seat.
    pub(super) fn name(&self, seat: SeatId) -> &str {
        self.seats.get(seat.index()).map_or("nobody", |seat| &seat.name)
    }
}

/// Does a person play a seat, since the opening or having sat down later?
pub(crate) fn is_person(seats: &[Seat], scene: &Scene, seat: SeatId) -> bool {
    let held = seats.get(seat.index()).is_some_and(|seat| seat.holder == Holder::Person);
    held || scene.table.taken.contains(seat)
}

/// Where a part stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Over everything else, as wide as the page.
    Over,
    /// Before the talk: on the left, or above it on a narrow screen.
    Before,
    /// Beside the talk: on the right, or below it on a narrow screen.
    Beside,
}

/// A part of a page, which is swapped when it changes. It is always there, if only as an empty element.
pub(super) struct Part {
    /// The id of its element.
    pub(super) id: &'static str,
    pub(super) place: Place,
    pub(super) html: Html,
}

impl Part {
    /// An element as a part: it is given the id.
    pub(super) fn new(id: &'static str, place: Place, element: El) -> Part {
        Part { id, place, html: element.id(id).into() }
    }
}

/// How an activity is shown.
pub(super) trait Face: Sync {
    /// What it is called in a list.
    fn title<'a>(&self, machine: &'a str) -> &'a str;

    /// Its parts, always the same ones in the same order.
    fn parts(&self, seen: Seen<'_>) -> Vec<Part>;

    /// What stands over what a seat is asked, whatever that is.
    fn over_asks(&self, _seen: Seen<'_>) -> Option<Html> {
        None
    }

    /// An ask of the viewer's in a shape of its own. Most have the general one.
    fn ask(&self, _seen: Seen<'_>, _ask: &OpenAsk, _answers: Answers<'_>) -> Option<Html> {
        None
    }

    /// A line of the talk that shows more than words; all others are drawn by their tone. `seen` is how things stood after it, and
    /// `before` how they stood before it, where that is known.
    fn line(&self, _seen: Seen<'_>, _before: Option<&Scene>, _frame: &Frame) -> Option<Html> {
        None
    }

    /// What is remarked beside a line, such as a claim that is not true. `seen` is how things stood then.
    fn remark(&self, _seen: Seen<'_>, _frame: &Frame) -> Option<Html> {
        None
    }

    /// What can be written on the line just now, where it is more than to say something.
    fn hint(&self, _seen: Seen<'_>) -> Option<&'static str> {
        None
    }

    /// How it stands in a few words, for a list of tables.
    fn summary(&self, _scene: &Scene) -> String {
        String::new()
    }

    /// The command of a seat that asks for more time, where there is one.
    fn more_time(&self) -> Option<Value> {
        None
    }

    /// The seat that leads all others, where there is one: nobody gets it by chance.
    fn leader(&self, _scene: &Scene) -> Option<SeatId> {
        None
    }

    /// Is the clock shown? Not where nobody is to be hurried.
    fn shows_clock(&self) -> bool {
        true
    }

    /// Is what only a seat was told kept covered, because others may see its screen?
    fn covers(&self) -> bool;

    /// The modules that its pages load besides the table's.
    fn modules(&self) -> &'static [&'static str] {
        &[]
    }
}

/// How a machine is shown; one that nothing was made for shows its seats.
pub(super) fn of(machine: &str) -> &'static dyn Face {
    match machine {
        "mafia" => &mafia::Mafia,
        "dm" => &dm::Dm,
        "tidying" => &tidying::Tidying,
        _ => &Plain,
    }
}

/// What an activity is called: one that nothing was made for, by its name.
pub(super) fn title(machine: &str) -> &str {
    of(machine).title(machine)
}

/// The seat that leads all others, where there is one.
pub(crate) fn leader(scene: &Scene) -> Option<SeatId> {
    of(&scene.machine).leader(scene)
}

/// How a table stands in a few words, for a list.
pub(crate) fn summary(scene: &Scene) -> String {
    of(&scene.machine).summary(scene)
}

struct Plain;

impl Face for Plain {
    fn title<'a>(&self, machine: &'a str) -> &'a str {
        if machine == "table" { "Table" } else { machine }
    }

    fn parts(&self, seen: Seen<'_>) -> Vec<Part> {
        let seats = (0..seen.seats.len()).map(SeatId::at).map(|seat| {
            let you = seen.viewer == Viewer::Seat(seat);
            el("li")
                .text(format!("{seat} {}", seen.name(seat)))
                .add(you.then(|| el("span").class("tag").text("you")))
        });
        let list = el("ol").class("panel seats plainly").attr("aria-label", "Seats").add_all(seats);
        vec![Part::new("seats", Place::Beside, list)]
    }

    /// What of it is a secret is not known here.
    fn covers(&self) -> bool {
        true
    }
}
