//! How things stand for whoever looks, and the parts of which a page is made. The live page, the replay and a file to keep ask for
//! the same things here.

use std::borrow::Cow;
use std::collections::BTreeMap;

use engine::{Catalog, Custom, Holder, PhaseCard, Seat, SeatId, SeatSet, SessionId, Viewer};
use protocol::Scene;
use serde::Serialize;

use super::html::{El, Html, el};
use super::stage::After;
use crate::guests::Names;
use crate::says;

/// How things stand for one viewer.
#[derive(Clone, Copy)]
pub(super) struct Seen<'a> {
    pub(super) id: &'a SessionId,
    pub(super) viewer: Viewer,
    pub(super) seats: &'a [Seat],
    pub(super) scene: &'a Scene,
    /// The card of its phase.
    pub(super) card: Option<&'static PhaseCard>,
    /// What is usual at the tables of the activity.
    pub(super) custom: Custom,
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
    /// What came after its end.
    pub(super) after: &'a After,
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
            return Some(says::AWAY);
        }
        let gone = self.here.is_some_and(|here| !here.contains(seat));
        let shown = self.viewer != Viewer::Seat(seat) && self.scene.outcome.is_none();
        (gone && shown && self.is_person(seat)).then_some(says::NOT_HERE)
    }

    /// Where forms of this page are sent, and as whom.
    pub(super) fn sends(&self) -> (String, String) {
        (format!("/t/{}/answer", self.id), self.viewer.to_string())
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Place {
    /// Below the talk, in place of what is asked: how it ended.
    End,
    /// Beside the talk: who sits where, and what only whoever looks knows.
    Seats,
    /// Beside the talk: how things stand.
    Board,
}

impl Place {
    const ALL: [Place; 3] = [Place::End, Place::Seats, Place::Board];

    /// Those beside the talk, with what they are called.
    pub(super) const BESIDE: [(Place, &str); 2] = [(Place::Seats, says::SEATS), (Place::Board, says::BOARD)];

    /// What its element is called in ids, as on the wire.
    pub(super) fn word(self) -> &'static str {
        match self {
            Place::End => "end",
            Place::Seats => "seats",
            Place::Board => "board",
        }
    }

    /// The element in which the parts that stand there are, in their order. What stands beside the talk scrolls by itself.
    pub(super) fn of(self, parts: &[Part]) -> El {
        let here = parts.iter().filter(|part| part.place == Some(self)).map(|part| part.html.clone());
        let word = self.word();
        let element = el("div").id(format!("place-{word}")).class("place");
        let element = match Place::BESIDE.into_iter().find(|(place, _)| *place == self) {
            Some((_, name)) => element.attr("role", "region").attr("aria-label", name).attr("tabindex", "0"),
            None => element,
        };
        element.add_all(here)
    }
}

/// A part of a page, which is swapped alone when it changes.
#[derive(Clone)]
pub(super) struct Part {
    /// The id of its element.
    pub(super) id: Cow<'static, str>,
    /// Where it stands; one that the page itself has its own place for stands nowhere else.
    pub(super) place: Option<Place>,
    pub(super) html: Html,
}

impl Part {
    /// An element as a part: it is given the id.
    pub(super) fn new(id: impl Into<Cow<'static, str>>, place: Place, element: El) -> Part {
        let id = id.into();
        let html = element.id(&id).flag("data-part", true).into();
        Part { id, place: Some(place), html }
    }

    /// One that the page itself has a place for.
    pub(super) fn fixed(id: &'static str, element: El) -> Part {
        Part { id: Cow::Borrowed(id), place: None, html: element.id(id).into() }
    }
}

/// Which parts there are, in order, and where each stands: parts come and go as a board does.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Layout {
    pub(super) ids: Vec<Cow<'static, str>>,
    pub(super) places: BTreeMap<Place, Vec<Cow<'static, str>>>,
}

impl Layout {
    pub(super) fn of(parts: &[Part]) -> Layout {
        let at = |place: Place| {
            let here = parts.iter().filter(move |part| part.place == Some(place));
            (place, here.map(|part| part.id.clone()).collect())
        };
        let ids = parts.iter().map(|part| part.id.clone()).collect();
        Layout { ids, places: Place::ALL.into_iter().map(at).collect() }
    }
}

/// What a machine is called in a list.
pub(super) fn title(catalog: Catalog, machine: &str) -> String {
    match catalog.activity(machine) {
        Some(activity) => activity.label(),
        None if machine == catalog.table.name() => catalog.table.label(),
        None => machine.to_owned(),
    }
}

/// How a table stands in a few words, for a list.
pub(crate) fn summary(scene: &Scene) -> String {
    scene.board.headline.clone()
}
