//! A session as a list to tick off: what goes, what stays and where, what is left.

use engine::board::{Body, Entry, Heap, Panel};
use engine::{Pages, TableTime};

use super::piles::{Item, OnPile, Pile, Way};
use super::report::{about_next, length};
use super::state::State;
use kit::words::counted;

/// The pages: from how things stand, so what was undone or taken back is where it was before.
pub(super) fn pages(view: &State, time: TableTime) -> Pages {
    let mut first = Vec::new();
    let mut words = |text: String| first.push(Panel::new("page", "", Body::Text(text)));
    if let Some(function) = &view.function {
        words(format!("For {function}."));
    }
    if !view.anchors.is_empty() {
        words(format!("What stays: {}.", view.anchors.join(", ")));
    }
    let minutes = view.outcome().map_or(time.0 / 60_000, |outcome| u64::from(outcome.minutes));
    let state = if view.outcome().is_some() { "" } else { " so far; it has not ended" };
    let sum = format!("{} sorted in {}{state}", counted(view.processed(), "thing"), length(minutes));
    Pages { title: Some(view.space.clone()), first, sum, last: lists(view) }
}

/// What there is to do, list by list; those with nothing in them are left out.
fn lists(view: &State) -> Vec<Panel> {
    let heap = |(title, way): (&str, Way)| {
        let goes = view.items.iter().filter(|item| item.pile == Pile::Out { way });
        Heap::new(title, goes.map(|item| Entry::new(&item.name)).collect())
    };
    let noted = |on_it: OnPile| -> Vec<Entry> {
        let things = view.items.iter().filter(|item| on_it(&item.pile));
        things.map(|item| Entry::new(&item.name).note(item.pile.detail().unwrap_or_default())).collect()
    };
    let heaps = [("Trash", Way::Trash), ("Donate", Way::Donate), ("Recycle", Way::Recycle)].map(heap);
    let hand_in = Heap::new("Hand in", noted(|pile| matches!(pile, Pile::HandIn { .. })));
    let heaps = heaps.into_iter().chain([hand_in]);
    let out: Vec<Heap> = heaps.filter(|heap| !heap.things.is_empty()).collect();
    let (first, next) = about_next(view);
    let bodies = [
        ("Out", Body::Piles(out)),
        ("Belongs", Body::List(noted(|pile| matches!(pile, Pile::Belongs { .. })))),
        ("To do", Body::List(noted(|pile| matches!(pile, Pile::ToDo { .. })))),
        ("Unsure", Body::List(view.unsure().map(lies).collect())),
        ("Left to sort", Body::List(view.waiting().map(lies).collect())),
        (first, Body::List(next.into_iter().map(Entry::new).collect())),
        ("", Body::Text(photos(view.photos.len()))),
    ];
    let some = bodies.into_iter().filter(|(_, body)| !body.is_empty());
    some.map(|(title, body)| Panel::new("page", title, body)).collect()
}

fn photos(count: usize) -> String {
    match count {
        0 => String::new(),
        1 => "Photo 1 is kept with this session, and not in this list.".to_owned(),
        many => format!("Photos 1 to {many} are kept with this session, and not in this list."),
    }
}

/// A thing with where it lies, if that is known: it has to be found again.
fn lies(item: &Item) -> Entry {
    match &item.place {
        Some(place) => Entry::new(format!("{} ({place})", item.name)),
        None => Entry::new(&item.name),
    }
}
