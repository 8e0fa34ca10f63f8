//! The places of the sessions that run: each is taken as soon as somebody starts the session, so that it is started
//! once, and is given back when it is over or when nothing came of it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::SessionId;
use store::StoreError;
use tokio::sync::OnceCell;
use tokio::task::AbortHandle;

use crate::{HostError, Table};

/// All places of a host.
pub(crate) struct Slots {
    places: Mutex<BTreeMap<SessionId, Arc<Slot>>>,
    limit: usize,
}

/// The place of one session.
#[derive(Default)]
pub(crate) struct Slot {
    pub(crate) running: OnceCell<(Table, AbortHandle)>,
}

impl Slots {
    pub(crate) fn new(limit: usize) -> Slots {
        Slots { places: Mutex::default(), limit }
    }

    /// The session with this id, if it runs.
    pub(crate) fn get(&self, id: &SessionId) -> Option<Table> {
        self.lock().get(id).and_then(|slot| slot.table())
    }

    /// Every session that runs.
    pub(crate) fn all(&self) -> Vec<Table> {
        self.lock().values().filter_map(|slot| slot.table()).collect()
    }

    /// Takes the place of a session, or joins those who have.
    pub(crate) fn take(&self, id: &SessionId, new: bool) -> Result<Taken<'_>, HostError> {
        let mut places = self.lock();
        let full = places.len() >= self.limit;
        let slot = match places.get(id) {
            Some(_) if new => return Err(StoreError::Exists { id: id.clone() }.into()),
            Some(slot) => Arc::clone(slot),
            None if full => return Err(HostError::TooManySessions { limit: self.limit }),
            None => Arc::clone(places.entry(id.clone()).or_default()),
        };
        Ok(Taken { slots: self, id: id.clone(), slot })
    }

    /// Gives the place of a session back, if it is still this one.
    pub(crate) fn forget(&self, id: &SessionId, slot: &Arc<Slot>) {
        let mut places = self.lock();
        if places.get(id).is_some_and(|held| Arc::ptr_eq(held, slot)) {
            places.remove(id);
        }
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<SessionId, Arc<Slot>>> {
        // The map is never left half changed, so a panic elsewhere does not spoil it.
        self.places.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Slot {
    fn table(&self) -> Option<Table> {
        self.running.get().map(|(table, _)| table.clone())
    }
}

/// Ends every session where it stands, when the host is gone.
impl Drop for Slots {
    fn drop(&mut self) {
        let places = self.places.get_mut().unwrap_or_else(PoisonError::into_inner);
        for (_, abort) in places.values().filter_map(|slot| slot.running.get()) {
            abort.abort();
        }
    }
}

/// A place that somebody is starting a session in. If nothing comes of it, because it failed or because nobody waits
/// any more, the last to let go gives the place back.
pub(crate) struct Taken<'a> {
    slots: &'a Slots,
    id: SessionId,
    pub(crate) slot: Arc<Slot>,
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        let mut places = self.slots.lock();
        let ours = places.get(&self.id).is_some_and(|held| Arc::ptr_eq(held, &self.slot));
        // Two hold it: the map and this. A third is starting it at this moment.
        if ours && self.slot.running.get().is_none() && Arc::strong_count(&self.slot) <= 2 {
            places.remove(&self.id);
        }
    }
}
