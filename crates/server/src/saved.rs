//! Logs that are read as they lie in the store, whether their session runs or not.

use std::collections::BTreeSet;
use std::sync::Arc;

use engine::{Entry, Seat, Seed, SessionId, Spent, Viewer, replay};
use protocol::{Frame, Scene, Update, frames};
use serde_json::Value;
use store::SessionRow;

use crate::answer::Fail;
use crate::guard::{Sight, Visitor};
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
    let fair = match app.host.table(id) {
        Some(table) => table.scene(Viewer::Public).await?.table.fair,
        None => rested(app, id).await?.and_then(|scene| scene.table.fair),
    };
    Ok(Sight { ended: false, fair })
}

/// How a table that rests stands for all, as far as its log can be read. Nothing, if it has not begun there.
async fn rested(app: &App, id: &SessionId) -> Result<Option<Scene>, Fail> {
    let (app, id) = (Arc::clone(app), id.clone());
    blocking(move || {
        let (log, _) = sound(&app, &id)?;
        let last = u64::try_from(log.len()).unwrap_or(u64::MAX).saturating_sub(1);
        Ok(frames::scene_at(app.catalog, &log, last, Viewer::Public).ok())
    })
    .await
}

/// Everything that a viewer was told, step by step.
pub(crate) async fn updates(app: &App, id: &SessionId, viewer: Viewer) -> Result<Vec<Update>, Fail> {
    let (app, id) = (Arc::clone(app), id.clone());
    blocking(move || frames::updates(app.catalog, &log(&app, &id)?, viewer).map_err(|_| Fail::broken())).await
}

/// The same, and which of the events do not hold any more: what was taken back and not brought back again.
pub(crate) async fn told(
    app: &App,
    id: &SessionId,
    viewer: Viewer,
) -> Result<(Vec<Update>, BTreeSet<u64>), Fail> {
    let (app, id) = (Arc::clone(app), id.clone());
    blocking(move || {
        let log = log(&app, &id)?;
        let updates = frames::updates_by_record(app.catalog, &log, viewer).map_err(|_| Fail::broken())?;
        let last = u64::try_from(log.len()).unwrap_or(u64::MAX).saturating_sub(1);
        let holds = replay::live_records(&log, last);
        let is_undone =
            |record: u64| usize::try_from(record).is_ok_and(|at| holds.get(at).is_some_and(|it| !it));
        let undone = updates.iter().filter(|(record, _)| is_undone(*record));
        let undone = undone.flat_map(|(_, update)| update.frames.iter().map(|frame| frame.number)).collect();
        Ok((updates.into_iter().map(|(_, update)| update).collect(), undone))
    })
    .await
}

/// How things stood for a viewer after so many of the events that it was told, and the last of these.
pub(crate) async fn moment(
    app: &App,
    id: &SessionId,
    viewer: Viewer,
    at: Option<u64>,
) -> Result<(Option<Box<Scene>>, Option<Frame>), Fail> {
    let mut scene = None;
    let mut last = None;
    for update in updates(app, id, viewer).await? {
        let begins_later = |frame: &Frame| at.is_some_and(|at| frame.number > at);
        if update.frames.first().is_some_and(begins_later) {
            break;
        }
        last = update.frames.into_iter().rfind(|frame| !begins_later(frame)).or(last);
        scene = update.scene.or(scene);
    }
    Ok((scene, last))
}

/// Everything that a viewer was told, each with its record; and what is wrong with the log, if it is damaged: then it
/// is read up to there.
pub(crate) async fn by_record(
    app: &App,
    id: &SessionId,
    viewer: Viewer,
) -> Result<(Vec<(u64, Update)>, Option<String>), Fail> {
    let (app, id) = (Arc::clone(app), id.clone());
    blocking(move || {
        let (log, damage) = sound(&app, &id)?;
        let updates = frames::updates_by_record(app.catalog, &log, viewer).map_err(|_| Fail::broken())?;
        Ok((updates, damage))
    })
    .await
}

/// What the models of a session have used.
pub(crate) async fn spent(app: &App, id: &SessionId) -> Result<Spent, Fail> {
    let (app, id) = (Arc::clone(app), id.clone());
    blocking(move || {
        let log = log(&app, &id)?;
        let machine = log.get(1).and_then(|(record, _)| app.catalog.activity(&record.machine));
        // Reading draws nothing, so it needs no seed.
        let session = replay::fold(app.catalog, machine.ok_or_else(Fail::broken)?, Seed(0), &log);
        Ok(session.map_err(|_| Fail::broken())?.table.accounts().total())
    })
    .await
}

/// The log as far as it is sound, and what is wrong after that.
pub(crate) fn sound(app: &App, id: &SessionId) -> Result<(Vec<Entry>, Option<String>), Fail> {
    let (lines, damage) = app.store.read_sound(id)?;
    let log = replay::read(lines.iter().map(|line| line.text.as_str())).map_err(|_| Fail::broken())?;
    Ok((log, damage.map(|damage| damage.to_string())))
}

/// Who sat down to a session, and the setup that it was opened with.
pub(crate) async fn opened(app: &App, id: &SessionId) -> Result<(Vec<NewSeat>, Value), Fail> {
    let (app, id) = (Arc::clone(app), id.clone());
    blocking(move || {
        let log = log(&app, &id)?;
        let (record, _) = log.get(1).ok_or_else(Fail::broken)?;
        let open: Value = serde_json::from_str(record.command.get()).map_err(|_| Fail::broken())?;
        let seats: Vec<Seat> = serde_json::from_value(open["seats"].clone()).map_err(|_| Fail::broken())?;
        Ok((seats.iter().map(NewSeat::from).collect(), open["setup"].clone()))
    })
    .await
}

fn log(app: &App, id: &SessionId) -> Result<Vec<Entry>, Fail> {
    let lines = app.store.read(id, 0)?;
    replay::read(lines.iter().map(|line| line.text.as_str())).map_err(|_| Fail::broken())
}

/// Does something that may take its time where that holds up nobody.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Fail> + Send + 'static,
) -> Result<T, Fail> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|_| Err(Fail::broken()))
}
