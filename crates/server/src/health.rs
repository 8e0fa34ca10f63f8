//! How the server does, part by part: as a monitor asks, and as its figures say.

use std::sync::atomic::Ordering;

use crate::answer::Fail;
use crate::limits::{FAILED_CALLS, ROOM_BYTES_MIN, WRITER_DELAY};
use crate::server::App;
use crate::wire::Part;

/// Every part, each with what is wrong with it, if something is.
pub(crate) fn parts(app: &App) -> Vec<Part> {
    let part = |name: &str, why: Option<String>| {
        let status = if why.is_some() { "degraded" } else { "ok" };
        Part { name: name.to_owned(), status: status.to_owned(), why }
    };
    let damaged = app.damaged.load(Ordering::Relaxed);
    let damaged =
        (damaged > 0).then(|| format!("{damaged} sessions are damaged and hidden: run parlor store check"));
    let room = app.store.room().filter(|room| *room < ROOM_BYTES_MIN);
    let writing = app.store.writing();
    let slow = (writing.delay >= WRITER_DELAY).then(|| {
        let (waiting, ms) = (writing.waiting, writing.delay.as_millis());
        format!("what is written takes {ms} ms, and {waiting} tasks wait for it")
    });
    let full = app.host.running().len() >= app.host.sessions_max();
    let providers = app.host.providers().into_iter().map(|(name, times, last)| {
        let why = format!("its last {times} calls failed, the very last by {last:?}");
        part(&format!("provider {name}"), (times >= FAILED_CALLS).then_some(why))
    });
    let own = [
        part("store", damaged),
        part("disk", room.map(|room| format!("{} MB are left", room / 1_000_000))),
        part("writer", slow),
        part("sessions", full.then(|| "as many are awake as may be".to_owned())),
    ];
    own.into_iter().chain(providers).collect()
}

/// Can it do what it is there for? If not, why.
pub(crate) fn ready(app: &App) -> Result<(), Fail> {
    if app.is_draining() {
        return Err(Fail::stopping());
    }
    if app.store.writing().stopped.is_some() { Err(Fail::stopped_store()) } else { Ok(()) }
}
