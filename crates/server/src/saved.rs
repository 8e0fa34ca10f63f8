//! Logs that are read as they lie in the store, whether their session runs or not.

use std::sync::Arc;

use engine::replay::{self, NO_SEED};
use engine::{LogEntry, Seat, SessionId, Spent, Viewer};
use host::{HostError, Told};
use protocol::{Frame, Scene, Update, frames};
use serde_json::Value;
use store::{SessionRow, StoreError};

use crate::answer::Fail;
use crate::guard::{Sight, Visitor};
use crate::limits::FEED_EVENTS_MAX;
use crate::says;
use crate::server::App;
use crate::wire::NewSeat;

/// The row of a session.
pub(crate) async fn row(app: &App, id: &SessionId) -> Result<SessionRow, Fail> {
    let (app, id) = (Arc::clone(app), id.clone());
    blocking(move || Ok(app.store.session(&id)?)).await
}

/// How much there is to be seen of a table. Only whoever runs it can have promised to see less than everything.
pub(crate) async fn sight(app: &App, visitor: &Visitor, row: &SessionRow) -> Result<Sight, Fail> {
    let id = &row.meta.id;
    if row.ended || !visitor.is_host(id) {
        return Ok(Sight::of(row.ended));
    }
    let fair = scene(app, id, Viewer::Public).await?.and_then(|scene| scene.table.fair);
    Ok(Sight { ended: false, fair })
}

/// How things stand at a table for a viewer, whether it runs, sleeps, or can only be read: then as far as its log is sound.
/// Nothing, if it has not begun there.
pub(crate) async fn scene(app: &App, id: &SessionId, viewer: Viewer) -> Result<Option<Scene>, Fail> {
    match app.host.scene(id, viewer).await {
        Ok(scene) => return Ok(Some(scene)),
        Err(HostError::NoSeed { .. } | HostError::UnknownMachine { .. } | HostError::Damaged { .. }) => {}
        Err(HostError::Store(StoreError::Damaged { .. })) => {}
        Err(error) => return Err(error.into()),
    }
    let (asked, id) = (Arc::clone(app), id.clone());
    reading(app, move || {
        let (log, _) = sound(&asked, &id)?;
        let last = u64::try_from(log.len()).unwrap_or(u64::MAX).saturating_sub(1);
        Ok(frames::scene_at(asked.catalog, &log, last, viewer).ok())
    })
    .await
}

/// Everything that a viewer was told, step by step.
pub(crate) async fn updates(app: &App, id: &SessionId, viewer: Viewer) -> Result<Vec<Update>, Fail> {
    let (asked, id) = (Arc::clone(app), id.clone());
    reading(app, move || {
        frames::updates(asked.catalog, &log(&asked, &id)?, viewer).map_err(|_| Fail::broken())
    })
    .await
}

/// Everything that a viewer was told. How things stood meanwhile is not worked out.
pub(crate) async fn told_all(app: &App, id: &SessionId, viewer: Viewer) -> Result<Vec<Frame>, Fail> {
    let (asked, id) = (Arc::clone(app), id.clone());
    reading(app, move || {
        frames::of_log(asked.catalog, &log(&asked, &id)?, viewer).map_err(|_| Fail::broken())
    })
    .await
}

/// The last that a viewer was told, or what it was told `before` one of its numbers: as much as a page has.
pub(crate) async fn told(
    app: &App,
    id: &SessionId,
    viewer: Viewer,
    before: Option<u64>,
) -> Result<Told, Fail> {
    let (asked, id) = (Arc::clone(app), id.clone());
    reading(app, move || Ok(asked.host.told(&id, viewer, before, FEED_EVENTS_MAX)?)).await
}

/// How things stood for a viewer after so many of the events that it was told. It is worked out once, for the record that they end
/// with.
pub(crate) async fn moment(
    app: &App,
    id: &SessionId,
    viewer: Viewer,
    at: u64,
) -> Result<Option<Scene>, Fail> {
    let (asked, id) = (Arc::clone(app), id.clone());
    reading(app, move || {
        let (catalog, log) = (asked.catalog, log(&asked, &id)?);
        let rules = replay::rules_of(catalog, &log).map_err(|_| Fail::broken())?;
        let (mut told, mut last) = (0, None);
        replay::fold_each(catalog, rules, NO_SEED, &log, |session, record, notices| {
            let frames = frames::of_record(session, record, &notices, viewer);
            if !frames.is_empty() && told <= at {
                last = Some(record.number);
            }
            told += frames.len() as u64;
        })
        .map_err(|_| Fail::broken())?;
        // Before record 1 there is no activity to look at.
        let scene = last.filter(|record| *record > 0);
        let scene = scene.map(|record| frames::scene_at(catalog, &log, record, viewer));
        scene.transpose().map_err(|_| Fail::broken())
    })
    .await
}

/// Everything that a viewer was told, each with its record; and what is wrong with the log, if it is damaged: then it
/// is read up to there.
pub(crate) async fn by_record(
    app: &App,
    id: &SessionId,
    viewer: Viewer,
) -> Result<(Vec<(u64, Update)>, Option<String>), Fail> {
    let (asked, id) = (Arc::clone(app), id.clone());
    reading(app, move || {
        let (log, damage) = sound(&asked, &id)?;
        let updates = frames::updates_by_record(asked.catalog, &log, viewer).map_err(|_| Fail::broken())?;
        Ok((updates, damage))
    })
    .await
}

/// What the models of a session have used.
pub(crate) async fn spent(app: &App, id: &SessionId) -> Result<Spent, Fail> {
    let (asked, id) = (Arc::clone(app), id.clone());
    reading(app, move || Ok(asked.host.spent(&id)?)).await
}

/// The log as far as it is sound, and what is wrong after that.
pub(crate) fn sound(app: &App, id: &SessionId) -> Result<(Vec<LogEntry>, Option<String>), Fail> {
    let (lines, damage) = app.store.read_sound(id)?;
    let log = replay::read(lines.iter().map(|line| line.text.as_str())).map_err(|_| Fail::broken())?;
    Ok((log, damage.map(|damage| damage.to_string())))
}

/// What a session was opened with.
pub(crate) struct Opened {
    pub(crate) seats: Vec<NewSeat>,
    /// The activity's options.
    pub(crate) setup: Value,
    /// When people could sit down in seats of the house or of models, if it was said.
    pub(crate) open_seats: Option<String>,
    /// What was spoken there, if it was said.
    pub(crate) language: Option<String>,
}

/// What a session was opened with.
pub(crate) async fn opened(app: &App, id: &SessionId) -> Result<Opened, Fail> {
    let (asked, id) = (Arc::clone(app), id.clone());
    reading(app, move || {
        let log = log(&asked, &id)?;
        let open = |at: usize| -> Result<Value, Fail> {
            let (record, _) = log.get(at).ok_or_else(Fail::broken)?;
            serde_json::from_str(record.command.get()).map_err(|_| Fail::broken())
        };
        let (table, mut activity) = (open(0)?, open(1)?);
        let seats: Vec<Seat> =
            serde_json::from_value(activity["seats"].take()).map_err(|_| Fail::broken())?;
        let said = |name: &str| table["setup"][name].as_str().map(str::to_owned);
        let (open_seats, language) = (said("open_seats"), said("language"));
        let (seats, setup) = (seats.iter().map(NewSeat::from).collect(), activity["setup"].take());
        Ok(Opened { seats, setup, open_seats, language })
    })
    .await
}

fn log(app: &App, id: &SessionId) -> Result<Vec<LogEntry>, Fail> {
    let lines = app.store.read(id, 0)?;
    replay::read(lines.iter().map(|line| line.text.as_str())).map_err(|_| Fail::broken())
}

/// Reads a log, which may be long: on a thread of its own, while only so many others do. Too many of them are refused at
/// once, and none of them holds up who plays. Whoever goes away meanwhile has a thread until it is done.
pub(crate) async fn reading<T: Send + 'static>(
    app: &App,
    work: impl FnOnce() -> Result<T, Fail> + Send + 'static,
) -> Result<T, Fail> {
    let busy = |_| Fail::busy(says::TOO_MANY_ARE_READING_HERE_JUST);
    let asked = Arc::clone(&app.reading).try_acquire_owned().map_err(busy)?;
    let thread = Arc::clone(&app.readers).acquire_owned().await.map_err(|_| Fail::broken())?;
    blocking(move || {
        let done = work();
        drop((thread, asked));
        done
    })
    .await
}

/// Does something that may take its time where that holds up nobody.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Fail> + Send + 'static,
) -> Result<T, Fail> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| Err(Fail::broken()))
}
