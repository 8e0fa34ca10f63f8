//! What a template may see of a session: quoted, and cut to what there is room for. These are the parts that both seats' prompts have;
//! `coach.rs` and `person.rs` put them together. Words of others are in them as [`Quoted`] and in no other way.

use engine::SeatId;
use serde_json::{Value, json};

use crate::house::things::is_held_dear;
use crate::piles::{Item, ItemId, Pile};
use crate::state::State;
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

    /// The same, where there may be none.
    pub(super) fn some(self, text: Option<&String>) -> Option<Quoted> {
        text.map(|text| self.line(text))
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
pub(super) fn place(view: &State, seat: SeatId) -> Value {
    json!({ "number": seat.number(), "name": seat_name(view, seat) })
}

pub(super) fn seat_name(view: &State, seat: SeatId) -> Quoted {
    Quoted::of(view.who(seat), NAME)
}

/// The space, what it is for and what stays, as far as it is known, how many things are where and which wait; and more.
pub(super) fn with_space(view: &State, room: Room, more: Value) -> Value {
    let [belongs, out, to_do, unsure, waiting] = Pile::counts(&view.items);
    let mut all = json!({
        "space": room.name(&view.space),
        "function": view.function.as_ref().map(|function| room.name(function)),
        "anchors": room.names(&view.anchors, 12, 900),
        "counts": {
            "processed": view.processed(),
            "belongs": belongs,
            "out": out,
            "to_do": to_do,
            "unsure": unsure,
            "waiting": waiting,
        },
        "waiting": room.things(view.waiting()),
        "to_do": Cut::of(view.to_do().map(|(item, what)| [room.name(&item.name), room.name(what)]), 8, room.of(600)),
    });
    if let (Value::Object(all), Value::Object(more)) = (&mut all, more) {
        all.extend(more);
    }
    all
}

/// A thing that it is about, with where it lies now, if that is known better than when it was noted.
pub(super) fn hand(view: &State, item: ItemId, lies: Option<&String>, room: Room) -> Option<Value> {
    let item = view.item(item)?;
    let (look, place) = (room.some(item.look.as_ref()), room.some(lies.or(item.place.as_ref())));
    let dear = is_held_dear(&view.things, item);
    Some(json!({ "name": room.name(&item.name), "look": look, "place": place, "dear": dear }))
}
