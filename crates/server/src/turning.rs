//! When a game turned: worked out once for each table that is over and looked at, one at a time, while nobody waits for it.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use engine::{SessionId, Viewer};
use tokio::sync::Semaphore;

use crate::desk::Turning;
use crate::limits::TURNINGS_MAX;
use crate::saved::{self, blocking};
use crate::server::App;

/// When a game turned, and which moment of its public replay that is.
#[derive(Clone, Debug)]
pub(crate) struct Turned {
    pub(crate) turning: Turning,
    pub(crate) moment: usize,
}

/// Those that were worked out, or are being worked out, or did not turn.
pub(crate) struct Turnings {
    known: Mutex<BTreeMap<SessionId, Option<Turned>>>,
    /// One at a time: games that go on need the machine more.
    alone: Arc<Semaphore>,
}

impl Default for Turnings {
    fn default() -> Turnings {
        Turnings { known: Mutex::default(), alone: Arc::new(Semaphore::new(1)) }
    }
}

impl Turnings {
    /// When the game of a table turned, if that is known by now.
    pub(crate) fn of(&self, id: &SessionId) -> Option<Turned> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned().flatten()
    }

    /// Notes that nobody else has to work it out. Did somebody before?
    fn begin(&self, id: &SessionId) -> bool {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.contains_key(id) {
            return false;
        }
        if known.len() >= TURNINGS_MAX {
            known.clear();
        }
        known.insert(id.clone(), None);
        true
    }

    /// Forgets a table.
    pub(crate) fn forget(&self, id: &SessionId) {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
    }

    fn found(&self, id: &SessionId, turned: Turned) {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(id.clone(), Some(turned));
    }
}

/// Has it worked out for a table that is over. Its pages are drawn anew when it is known.
pub(crate) fn seek(app: &App, id: &SessionId) {
    if !app.turnings.begin(id) {
        return;
    }
    let (app, id) = (Arc::clone(app), id.clone());
    tokio::spawn(async move {
        let Ok(alone) = Arc::clone(&app.turnings.alone).acquire_owned().await else { return };
        let (desk, of) = (Arc::clone(&app), id.clone());
        let found = blocking(move || Ok(desk.desk.turning(&of))).await;
        drop(alone);
        let Ok(Some(turning)) = found else { return };
        let Ok((updates, _)) = saved::by_record(&app, &id, Viewer::Public).await else { return };
        let told = updates.iter().filter(|(record, _)| *record <= turning.record);
        let frames: usize = told.map(|(_, update)| update.frames.len()).sum();
        let moment = frames.saturating_sub(1);
        app.turnings.found(&id, Turned { turning, moment });
        app.presence.tell(&id);
    });
}
