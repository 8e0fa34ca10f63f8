//! What one viewer is told: frames and scenes, from a session that runs or from a log that is read again.
//!
//! There is one path for both, so that what a viewer saw live and what it reads later are the same bytes.

use engine::replay::{NO_SEED, rules_of};
use engine::{
    Audience, Catalog, Damage, LogEntry, Notice, OpenAsk, Record, Session, Speed, TableTime, Viewer, replay,
};

use crate::{Clock, Frame, Scene, Update, table};

/// Everything that one viewer was told in a log, in its own numbers.
pub fn of_log(catalog: Catalog, log: &[LogEntry], viewer: Viewer) -> Result<Vec<Frame>, Damage> {
    let rules = rules_of(catalog, log)?;
    let mut frames = Vec::new();
    replay::fold_each(catalog, rules, NO_SEED, log, |session, record, notices| {
        frames.extend(of_record(session, record, &notices, viewer));
    })?;
    number(&mut frames, 0);
    Ok(frames)
}

/// What one viewer was shown of a log, record by record: what it was told, and how things stood then. Records of
/// which it was told nothing are left out.
pub fn updates(catalog: Catalog, log: &[LogEntry], viewer: Viewer) -> Result<Vec<Update>, Damage> {
    let by_record = updates_by_record(catalog, log, viewer)?;
    Ok(by_record.into_iter().map(|(_, update)| update).collect())
}

/// The same, each with the number of its record. That number counts what the viewer was not told: it is for whoever
/// sees all, and for a session that is over.
pub fn updates_by_record(
    catalog: Catalog,
    log: &[LogEntry],
    viewer: Viewer,
) -> Result<Vec<(u64, Update)>, Damage> {
    let rules = rules_of(catalog, log)?;
    let (mut updates, mut next) = (Vec::new(), 0);
    replay::fold_each(catalog, rules, NO_SEED, log, |session, record, notices| {
        let mut frames = of_record(session, record, &notices, viewer);
        if frames.is_empty() {
            return;
        }
        next = number(&mut frames, next);
        // Before record 1 there is no activity to look at.
        let scene = (record.number > 0).then(|| Box::new(scene(session, viewer, &session.activity.asks())));
        updates.push((record.number, Update { frames, scene, chunks: Vec::new(), now: record.time }));
    })?;
    Ok(updates)
}

/// How things stood for one viewer after a record of a log.
pub fn scene_at(catalog: Catalog, log: &[LogEntry], number: u64, viewer: Viewer) -> Result<Scene, Damage> {
    let rules = rules_of(catalog, log)?;
    let upto = usize::try_from(number).ok().and_then(|number| log.get(..=number));
    let upto = upto.ok_or(Damage::Unreadable { number, why: "the log ends before it".to_owned() })?;
    let session = replay::fold(catalog, rules, NO_SEED, upto)?;
    Ok(scene(&session, viewer, &session.activity.asks()))
}

/// What a viewer is told of a record, which has a notice of each of its events. Not yet numbered.
pub fn of_record(session: &Session, record: &Record, notices: &[Notice], viewer: Viewer) -> Vec<Frame> {
    let of_activity = record.machine == session.rules.name();
    let told = record.events.iter().zip(notices);
    told.filter(|(event, _)| viewer.sees(event.audience))
        .map(|(event, notice)| Frame {
            number: 0,
            at: record.at,
            time: record.time,
            machine: record.machine.clone(),
            private: event.audience != Audience::Public,
            to: (viewer == Viewer::Host && event.audience != Audience::Public).then_some(event.audience),
            event: event.json.clone(),
            telling: notice.telling.clone(),
            begins: notice.begins.clone().filter(|_| of_activity),
        })
        .collect()
}

/// Numbers frames from `next` on; returns the number after the last.
pub fn number(frames: &mut [Frame], next: u64) -> u64 {
    let mut next = next;
    for frame in frames {
        frame.number = next;
        next += 1;
    }
    next
}

/// How the table stands for a viewer.
///
/// # Panics
/// If the table's view is not what the protocol says a table is: a bug in the table machine.
pub fn table_for(session: &Session, viewer: Viewer) -> table::View {
    match serde_json::from_value(session.table.view(viewer)) {
        Ok(table) => table,
        Err(error) => panic!("the view of the table is not a table: {error}"),
    }
}

/// How things stand for a viewer. `asks` are all that are open.
pub fn scene(session: &Session, viewer: Viewer, asks: &[OpenAsk]) -> Scene {
    let shown = |ask: &&OpenAsk| match viewer {
        Viewer::Host => true,
        Viewer::Seat(seat) => ask.seat == seat,
        Viewer::Public | Viewer::Observer => false,
    };
    Scene {
        table: table_for(session, viewer),
        machine: session.rules.name().to_owned(),
        seats: session.seats.clone(),
        phase: session.activity.phase().to_owned(),
        heading: session.activity.heading(),
        view: session.activity.view(viewer),
        board: session.activity.board(viewer),
        asks: asks.iter().filter(shown).cloned().collect(),
        clock: clock(session, asks),
        outcome: session.activity.outcome(),
    }
}

fn clock(session: &Session, asks: &[OpenAsk]) -> Clock {
    let closes = closes(session, asks);
    let is_timed = closes.is_some() || !session.rules.custom().clock;
    let speed = || session.setup().and_then(|setup| session.rules.speed(setup));
    Clock { closes, running: session.table.live(), by_hand: !is_timed && speed() == Some(Speed::Step) }
}

/// The deadline that all see: that of the open asks. The clock itself may act earlier, when every answer is in, and
/// when that is must not be told: it would say when the last seat has answered.
fn closes(session: &Session, asks: &[OpenAsk]) -> Option<TableTime> {
    if asks.is_empty() { session.activity.deadline() } else { asks.iter().find_map(|ask| ask.deadline) }
}
