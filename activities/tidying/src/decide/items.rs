//! Things: how they are noted, and how they come onto piles.

use engine::Draft;

use crate::Tidying;
use crate::command::NewItem;
use crate::event::{Decider, Event};
use crate::heard::key;
use crate::limits::ITEMS_MAX;
use crate::piles::{Item, ItemId, Pile};
use crate::rejection::Rejection;

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
        let item = known.unwrap_or_else(|| Item::new(id, name.trim()));
        let (look, place, kind) = (look.or(item.look), place.or(item.place), kind.or(item.kind));
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
        return Err(Rejection::Full(item.name));
    }
    let says_more = item.look.is_some() || item.place.is_some() || item.kind.is_some();
    if known.is_none() || says_more {
        note(draft, std::slice::from_ref(&item));
    }
    // The list was not full: a name that was not on it is its last now.
    Ok(known.unwrap_or(ItemId(u16::try_from(draft.state().items.len()).unwrap_or(u16::MAX))))
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
