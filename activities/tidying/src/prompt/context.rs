//! What a template may see of a view: typed, quoted, and cut to what there is room for. These are the parts that both
//! seats' prompts have; `coach.rs` and `person.rs` put them together.

use crate::view::{Item, ItemId, Pile, View};
use engine::SeatId;
use serde::Serialize;

use kit::quoted::{Cut, Quoted};

/// Bytes that any name has room for: sixty characters, each of up to four, in their quotation marks.
const NAME: usize = 242;
/// Bytes of one line of others' words.
const LINE: usize = 402;
/// Names of one list.
pub(super) const NAMES_MAX: usize = 20;

/// How much room there is: each step halves what may be said about anything.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room(pub(super) u32);

impl Room {
    /// So many bytes where there is room, and less where there is not.
    pub(super) const fn of(self, bytes: usize) -> usize {
        bytes >> self.0
    }

    /// A name, which is cut only where there is hardly any room left.
    pub(super) fn name(self, name: &str) -> Quoted {
        Quoted::of(name, if self.0 < 3 { NAME } else { 64 })
    }

    /// A line of others' words.
    pub(super) fn line(self, text: &str) -> Quoted {
        Quoted::of(text, self.of(LINE))
    }

    /// As many names as there is room for.
    pub(super) fn names<'a>(
        self,
        names: impl IntoIterator<Item = &'a String>,
        most: usize,
        bytes: usize,
    ) -> Cut<Quoted> {
        Cut::of(names.into_iter().map(|name| self.name(name)), most, self.of(bytes))
    }

    /// The names of things, as many as there is room for.
    pub(super) fn things<'a>(self, items: impl Iterator<Item = &'a Item>) -> Cut<Quoted> {
        self.names(items.map(|item| &item.name), NAMES_MAX, 1_500)
    }
}

/// A seat.
#[derive(Serialize)]
pub(super) struct Place {
    number: u8,
    name: Quoted,
}

pub(super) fn place(view: &View, seat: SeatId) -> Place {
    Place { number: seat.number(), name: seat_name(view, seat) }
}

pub(super) fn seat_name(view: &View, seat: SeatId) -> Quoted {
    Quoted::of(view.seats.get(seat.index()).map_or("nobody", |seat| &seat.name), NAME)
}

/// How many things are where.
#[derive(Serialize)]
pub(super) struct Counts {
    processed: usize,
    belongs: usize,
    out: usize,
    unsure: usize,
    waiting: usize,
}

pub(super) fn counts(view: &View) -> Counts {
    let on = |pile: fn(&Pile) -> bool| view.items.iter().filter(|item| pile(&item.pile)).count();
    Counts {
        processed: view.processed(),
        belongs: on(|pile| matches!(pile, Pile::Belongs { .. })),
        out: on(|pile| matches!(pile, Pile::Out { .. })),
        unsure: on(|pile| *pile == Pile::Unsure),
        waiting: on(|pile| *pile == Pile::Waiting),
    }
}

/// The space, what it is for and what stays, as far as it is known.
#[derive(Serialize)]
pub(super) struct Space {
    space: Quoted,
    function: Option<Quoted>,
    anchors: Cut<Quoted>,
    counts: Counts,
}

pub(super) fn space(view: &View, room: Room) -> Space {
    Space {
        space: room.name(&view.space),
        function: view.function.as_ref().map(|function| room.name(function)),
        anchors: room.names(&view.anchors, 12, 900),
        counts: counts(view),
    }
}

/// A thing that it is about.
#[derive(Serialize)]
pub(super) struct Hand {
    name: Quoted,
    look: Option<Quoted>,
    place: Option<Quoted>,
}

/// The thing, with where it lies now, if that is known better than when it was noted.
pub(super) fn hand(view: &View, item: ItemId, lies: Option<&String>, room: Room) -> Option<Hand> {
    let item = view.item(item)?;
    Some(Hand {
        name: room.name(&item.name),
        look: item.look.as_ref().map(|look| room.line(look)),
        place: lies.or(item.place.as_ref()).map(|place| room.line(place)),
    })
}

impl Hand {
    /// A thing that is not on the list, which no session has.
    pub(super) fn unknown(room: Room) -> Hand {
        Hand { name: room.name("a thing"), look: None, place: None }
    }
}
