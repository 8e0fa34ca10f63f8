//! Things: how they are noted, and how they come onto piles.

use crate::view::{Disposition, Item, ItemId, Pile};
use engine::Draft;

use super::{line, name, some};
use crate::Tidying;
use crate::command::{NewItem, Verb};
use crate::event::{Decider, Event};
use crate::heard::{HERE, key};
use crate::limits::ITEMS_MAX;
use crate::rejection::Rejection;

/// Checks things that are to be noted.
pub(super) fn check(items: &[NewItem]) -> Result<Vec<NewItem>, Rejection> {
    let check = |item: &NewItem| {
        Ok(NewItem {
            name: name("the name", &item.name)?,
            look: some(line, "its look", item.look.as_ref())?,
            place: some(line, "its place", item.place.as_ref())?,
            kind: some(name, "its kind", item.kind.as_ref())?,
        })
    };
    items.iter().map(check).collect()
}

/// Notes things. Of those that are known, what is new about them is noted: nothing is on the list twice (Y5), and nothing
/// that was said of them is lost (Y4).
pub(super) fn note(draft: &mut Draft<Tidying>, items: &[NewItem]) {
    let state = draft.state();
    let mut noted: Vec<Item> = Vec::new();
    for NewItem { name, look, place, kind } in items.iter().cloned() {
        let earlier = noted.iter().position(|it| key(&it.name) == key(&name));
        let known = earlier.map(|at| noted.remove(at)).or_else(|| state.named(&name).cloned());
        let new = noted.iter().filter(|it| state.item(it.id).is_none()).count();
        let next = state.items.len() + new + 1;
        if known.is_none() && next > ITEMS_MAX {
            continue;
        }
        let id = ItemId(u16::try_from(next).unwrap_or(u16::MAX));
        let blank = Item {
            id,
            name: name.trim().to_owned(),
            look: None,
            place: None,
            kind: None,
            pile: Pile::Waiting,
        };
        let item = known.unwrap_or(blank);
        let (look, place, kind) =
            (look.or(item.look.clone()), place.or(item.place.clone()), kind.or(item.kind.clone()));
        noted.push(Item { look, place, kind, ..item });
    }
    noted.retain(|item| state.item(item.id) != Some(item));
    noted.sort_by_key(|item| item.id);
    draft.tell(Event::ItemsNoted { items: noted });
}

/// The thing of this name, with what is new about it. One that is new is noted, unless the list is full.
pub(super) fn named_or_new(draft: &mut Draft<Tidying>, item: NewItem) -> Result<ItemId, Rejection> {
    let known = draft.state().named(&item.name).map(|known| known.id);
    if known.is_none() && draft.state().is_full() {
        return Err(Rejection::Full { name: item.name });
    }
    let says_more = item.look.is_some() || item.place.is_some() || item.kind.is_some();
    if known.is_none() || says_more {
        note(draft, std::slice::from_ref(&item));
    }
    // The list was not full: a name that was not on it is its last now.
    Ok(known.unwrap_or(ItemId(u16::try_from(draft.state().items.len()).unwrap_or(u16::MAX))))
}

/// A disposition out of its name, and of the place that it may need.
pub(super) fn disposition(verb: Verb, at: Option<&String>) -> Result<Disposition, Rejection> {
    Ok(match verb {
        Verb::Place => {
            Disposition::Place { at: some(name, "the place", at)?.unwrap_or_else(|| HERE.to_owned()) }
        }
        Verb::Trash => Disposition::Trash,
        Verb::Donate => Disposition::Donate,
        Verb::Recycle => Disposition::Recycle,
        Verb::Skip => Disposition::Skip,
        Verb::NeedInfo => Disposition::NeedInfo,
    })
}

/// Has nobody decided yet whether a thing stays or goes?
pub(super) fn is_open(draft: &Draft<Tidying>, id: ItemId) -> bool {
    draft.state().item(id).is_some_and(|item| matches!(item.pile, Pile::Waiting | Pile::Unsure))
}

/// A thing goes onto a pile (Y5), and a part of the unsure pile may be done with it (Y9).
pub(super) fn decide(draft: &mut Draft<Tidying>, id: ItemId, to: Pile, by: Decider) {
    let Some(item) = draft.state().item(id) else { return };
    let (name, from) = (item.name.clone(), item.pile.clone());
    draft.tell(Event::ItemDecided { item: id, name, from, to, by });
    close_groups(draft);
}

/// Parts of the unsure pile in which nothing is left are done.
pub(super) fn close_groups(draft: &mut Draft<Tidying>) {
    while let Some(done) = draft.state().groups.iter().find(|group| group.items.is_empty()) {
        let kind = done.kind.clone();
        draft.tell(Event::GroupDone { kind });
    }
}
