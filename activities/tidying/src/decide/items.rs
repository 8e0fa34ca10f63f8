//! Things: how they are noted, and how they come onto piles.

use engine::Draft;
use kit::words::capital;

use crate::Tidying;
use crate::command::NewItem;
use crate::event::{Decider, Event};
use crate::heard::key;
use crate::house::the;
use crate::house::things::hand_in;
use crate::limits::ITEMS_MAX;
use crate::mode::Next;
use crate::piles::{Disposition, Item, ItemId, Pile};
use crate::rejection::Rejection;

/// Notes things. Of those that are known, what is new about them is noted: nothing is on the list twice (Y5), and nothing
/// that was said of them is lost (Y4).
pub(super) fn note(draft: &mut Draft<Tidying>, items: &[NewItem]) {
    let state = draft.state();
    let mut noted: Vec<Item> = Vec::new();
    for NewItem { name, look, place, kind, was: _ } in items.iter().cloned() {
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

/// Those that have another name now (Y15): one that is called otherwise, or several that were taken for one. Once something has
/// changed, a name that cannot be is passed over.
pub(super) fn replace(draft: &mut Draft<Tidying>, items: &[NewItem]) -> Result<(), Rejection> {
    let was = |item: &NewItem| item.was.as_deref().map(key);
    let mut changed = false;
    for (at, first) in items.iter().enumerate() {
        let known = first.was.as_ref().and_then(|name| draft.state().named(name)).map(|known| known.id);
        let Some(known) = known.filter(|_| !items[..at].iter().any(|it| was(it) == was(first))) else {
            continue;
        };
        let names = items[at..].iter().filter(|it| was(it) == was(first)).map(|it| it.name.trim().to_owned());
        match becomes(draft, known, &names.collect::<Vec<_>>()) {
            Err(no) if !changed => return Err(no),
            Ok(()) | Err(_) => changed = true,
        }
    }
    Ok(())
}

/// A thing is called otherwise now, or is several things with a name each, of which the first keeps its number (Y15).
pub(super) fn becomes(draft: &mut Draft<Tidying>, id: ItemId, names: &[String]) -> Result<(), Rejection> {
    let state = draft.state();
    let Some(item) = state.item(id).cloned() else { return Ok(()) };
    for (at, name) in names.iter().enumerate() {
        let other = state.named(name).is_some_and(|known| known.id != id);
        if other || names[..at].iter().any(|earlier| key(earlier) == key(name)) {
            return Err(Rejection::Taken(name.clone()));
        }
    }
    let (from, known) = (item.name.clone(), state.items.len());
    match names {
        [to] if *to != from => draft.tell(Event::ItemRenamed { item: id, from, to: to.clone() }),
        [] | [_] => {}
        [.., last] if known + names.len() > ITEMS_MAX + 1 => return Err(Rejection::Full(last.clone())),
        [..] => {
            let number = |at: usize| match at {
                0 => id,
                _ => ItemId(u16::try_from(known + at).unwrap_or(u16::MAX)),
            };
            let part =
                |(at, name): (usize, &String)| Item { id: number(at), name: name.clone(), ..item.clone() };
            let into = names.iter().enumerate().map(part).collect();
            draft.tell(Event::ItemSplit { item: id, name: from, into });
        }
    }
    Ok(())
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

/// What does harm in the bin has a way out of its own: it is put to whoever would throw it there, before that (Y19). Where it stood
/// before them already, they mean what they say.
pub(super) fn own_way(draft: &Draft<Tidying>, id: ItemId, becomes: &Disposition) -> Option<Next> {
    let state = draft.state();
    let item = state.item(id)?;
    let at = match becomes {
        Disposition::Trash | Disposition::Recycle => hand_in(&state.things, item)?,
        Disposition::Place { .. }
        | Disposition::Donate
        | Disposition::HandIn { .. }
        | Disposition::ToDo { .. }
        | Disposition::Skip
        | Disposition::NeedInfo => return None,
    };
    let stands = state.proposal().filter(|stands| stands.item == id);
    if stands.is_some_and(|stands| stands.choices.contains(becomes)) {
        return None;
    }
    let name = capital(&the(&item.name));
    let choices = vec![Disposition::HandIn { at: at.to_owned() }, becomes.clone(), Disposition::Skip];
    Some(Next { response: format!("{name} can do harm in the bin. Better: {at}."), item: id, choices })
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
