//! Who is here: the seats through whose eyes somebody looks at a table just now who may act for them, and how many watch. It is
//! known to the server alone, is in no log, and tells all who see the table no more than that a browser is open.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use engine::{Actor, SeatId, SeatSet, SessionId, Viewer};
use tokio::sync::watch;

use crate::guard::Visitor;
use crate::limits::WATCHERS_COUNTED_MAX;
use crate::rate::Key;
use crate::server::App;

/// Who is at which table.
#[derive(Default)]
pub(crate) struct Presence(Mutex<BTreeMap<SessionId, Open>>);

/// The streams of a table that are open.
#[derive(Default)]
struct Open {
    all: usize,
    /// Whose they are.
    of: BTreeMap<Key, Streams>,
    of_seats: BTreeMap<SeatId, usize>,
    here: watch::Sender<Here>,
}

/// The streams of one of them.
#[derive(Clone, Copy, Default)]
struct Streams {
    all: usize,
    /// Those at a seat.
    of_seats: usize,
}

/// Who is at a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Here {
    /// The seats that somebody is at.
    pub(crate) seats: SeatSet,
    /// How many are there and at no seat; where there are many, no more than are counted.
    pub(crate) watching: usize,
}

impl Presence {
    /// Who is at a table.
    pub(crate) fn here(&self, id: &SessionId) -> Here {
        self.tables().get(id).map_or_else(Here::default, |open| *open.here.borrow())
    }

    /// How many streams of a table are open, and how many of them are somebody's own.
    pub(crate) fn streams(&self, id: &SessionId, key: Key) -> (usize, usize) {
        let tables = self.tables();
        tables.get(id).map_or((0, 0), |open| (open.all, open.of.get(&key).copied().unwrap_or_default().all))
    }

    /// Has every page of a table that is open drawn anew: something has changed that is not in its log.
    pub(crate) fn tell(&self, id: &SessionId) {
        if let Some(open) = self.tables().get(id) {
            open.here.send_modify(|_| ());
        }
    }

    fn tables(&self) -> MutexGuard<'_, BTreeMap<SessionId, Open>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Somebody at a table, for as long as their stream is open.
pub(crate) struct Attending {
    app: App,
    id: SessionId,
    key: Key,
    /// The seat that they are at; nobody is at one that they only look through the eyes of.
    seat: Option<SeatId>,
    here: watch::Receiver<Here>,
}

impl Attending {
    pub(crate) fn new(app: &App, visitor: &Visitor, id: &SessionId, viewer: Viewer) -> Attending {
        let seat = match viewer {
            Viewer::Seat(seat) if visitor.check_acts(id, Actor::Seat(seat)).is_ok() => Some(seat),
            Viewer::Seat(_) | Viewer::Public | Viewer::Observer | Viewer::Host => None,
        };
        let mut tables = app.presence.tables();
        let open = tables.entry(id.clone()).or_default();
        open.all += 1;
        let own = open.of.entry(visitor.key).or_default();
        own.all += 1;
        own.of_seats += usize::from(seat.is_some());
        if let Some(seat) = seat {
            *open.of_seats.entry(seat).or_default() += 1;
        }
        open.tell();
        Attending {
            app: App::clone(app),
            id: id.clone(),
            key: visitor.key,
            seat,
            here: open.here.subscribe(),
        }
    }

    /// Who is at the table.
    pub(crate) fn here(&mut self) -> Here {
        *self.here.borrow_and_update()
    }

    /// Waits until somebody has come or gone, or something else has changed that is not in the log. Can be cancelled.
    pub(crate) async fn changed(&mut self) {
        // Whoever attends keeps the table's entry: there is always somebody to tell.
        let _ = self.here.changed().await;
    }
}

impl Open {
    /// Tells who is here, if that has changed.
    fn tell(&self) {
        let seats = self.of_seats.keys().fold(SeatSet::EMPTY, |seats, seat| seats.with(*seat));
        let watch = self.of.values().filter(|streams| streams.of_seats == 0);
        let now = Here { seats, watching: watch.take(WATCHERS_COUNTED_MAX).count() };
        self.here.send_if_modified(|here| std::mem::replace(here, now) != now);
    }
}

impl Drop for Attending {
    fn drop(&mut self) {
        let mut tables = self.app.presence.tables();
        let Some(open) = tables.get_mut(&self.id) else { return };
        if let Some(seat) = self.seat
            && let Some(count) = open.of_seats.get_mut(&seat)
        {
            *count -= 1;
            if *count == 0 {
                open.of_seats.remove(&seat);
            }
        }
        if let Some(own) = open.of.get_mut(&self.key) {
            own.all -= 1;
            own.of_seats -= usize::from(self.seat.is_some());
            if own.all == 0 {
                open.of.remove(&self.key);
            }
        }
        open.tell();
        open.all -= 1;
        if open.all == 0 {
            tables.remove(&self.id);
        }
    }
}
