//! Setting the stage: tables of toys, and reading what was told.

use std::time::Duration;

use engine::{
    Actor, AskId, Catalog, Erased, Holder, Input, LogEntry, Opening, Part, Seat, SeatId, Seed, SessionId,
    Viewer, raw, replay,
};
use host::{Ack, Closed, Host, HostOptions, Log, NewSession, Pace, Refused, Subscription, Table, Tempo};
use protocol::{Frame, Request, Update};
use serde_json::{Value, json};

use crate::disk::Disk;
use crate::toy::{Setup, Toy};
use crate::toy_table::ToyTable;

pub(crate) const CATALOG: Catalog =
    Catalog { table: &Erased::<ToyTable>::RULES, activities: &[&Erased::<Toy>::RULES] };

/// When every test begins: milliseconds of UTC since 1970.
pub(crate) const START_UTC: i64 = 1_704_110_400_000;

pub(crate) const SEED: Seed = Seed(11);

pub(crate) const TIMED: Pace =
    Pace::Timed(Tempo { think_ms: 1_000, jitter_ms: 2_000, word_ms: 100, percent: 100 });

pub(crate) fn options() -> HostOptions {
    HostOptions { start_utc: Some(START_UTC), ..HostOptions::default() }
}

pub(crate) fn host(log: &(impl Log + Clone)) -> Host {
    Host::new(log.clone(), CATALOG, options())
}

pub(crate) fn host_at(log: &(impl Log + Clone), pace: Pace) -> Host {
    Host::new(log.clone(), CATALOG, HostOptions { pace: pace.into(), ..options() })
}

pub(crate) fn id(text: &str) -> SessionId {
    text.parse().expect("an id")
}

pub(crate) fn seat(number: u8) -> SeatId {
    SeatId::new(number).expect("a seat")
}

/// `h` is the house, `p` a person, `m` a model.
pub(crate) fn seats(holders: &str) -> Vec<Seat> {
    let seat = |(number, holder): (usize, char)| Seat {
        id: format!("s{number}"),
        name: format!("Seat{number}"),
        holder: match holder {
            'h' => Holder::House("cautious".to_owned()),
            'm' => Holder::Model("acme:one".to_owned()),
            _ => Holder::Person,
        },
    };
    (1..).zip(holders.chars()).map(seat).collect()
}

pub(crate) fn new_session(name: &str, holders: &str, setup: &Setup) -> NewSession {
    let opening = Opening {
        activity: "toy".to_owned(),
        seats: seats(holders),
        table: raw(&json!({})),
        setup: raw(setup),
        seed: SEED,
        salt: None,
    };
    NewSession { id: id(name), title: "Toys".to_owned(), opening }
}

/// A table that is live.
pub(crate) async fn open(host: &Host, name: &str, holders: &str, setup: &Setup) -> Table {
    let table = host.create(new_session(name, holders, setup)).await.expect("a good setup");
    set(&table, "ACTIVE").await.expect("it is idle");
    table
}

pub(crate) async fn set(table: &Table, state: &str) -> Result<Ack, Refused> {
    let command = raw(&json!({"type": "Set", "state": state}));
    table.command(Input { part: Part::Table, by: Actor::Host, request: None, ask: None, command }).await
}

/// Something of the activity, by the host.
pub(crate) async fn do_as_host(table: &Table, command: Value) -> Result<Ack, Refused> {
    table.request(Actor::Host, None, Request::Do { command: raw(&command) }).await
}

pub(crate) fn answer(ask: u32, command: Value) -> Request {
    Request::Answer { ask: AskId(ask), command: raw(&command) }
}

pub(crate) fn line(text: &str) -> Request {
    Request::Line { text: text.to_owned() }
}

/// Lets everything happen that can happen without waiting.
pub(crate) async fn settle() {
    tokio::time::sleep(Duration::from_millis(1)).await;
}

pub(crate) async fn pass(ms: u64) {
    tokio::time::sleep(Duration::from_millis(ms)).await;
}

/// The log of a session, checked.
pub(crate) fn log(disk: &impl Log, name: &str) -> Vec<LogEntry> {
    let lines = disk.read(&id(name), 0).expect("a session");
    replay::read(lines.iter().map(|line| line.text.as_str())).expect("a good log")
}

/// The log decides itself again, and comes out the same.
pub(crate) fn verify(disk: &impl Log, name: &str) {
    replay::verify(CATALOG, SEED, &log(disk, name)).expect("the log can be decided again");
}

/// The types of the events of a log, in order, with who was told.
pub(crate) fn events(disk: &impl Log, name: &str) -> Vec<String> {
    let log = log(disk, name);
    log.iter().flat_map(|(record, _)| &record.events).map(|event| kind(event.json.get())).collect()
}

pub(crate) fn kind(event: &str) -> String {
    let event: Value = serde_json::from_str(event).expect("an event");
    event["type"].as_str().expect("a type").to_owned()
}

/// Everything that comes to a listener until nothing comes any more.
pub(crate) async fn drain(subscription: &mut Subscription) -> Vec<Update> {
    settle().await;
    std::iter::from_fn(|| subscription.try_next()).collect()
}

/// Everything that comes to a listener until the session is over.
pub(crate) async fn drain_all(mut subscription: Subscription) -> (Vec<Update>, Closed) {
    let mut updates = Vec::new();
    loop {
        match subscription.next().await {
            Ok(update) => updates.push(update),
            Err(closed) => return (updates, closed),
        }
    }
}

pub(crate) fn frames_of(updates: &[Update]) -> Vec<Frame> {
    updates.iter().flat_map(|update| update.frames.clone()).collect()
}

pub(crate) fn text<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("plain data")
}

/// A game of the house alone, played to its end on a disk of its own.
pub(crate) async fn played(pace: Pace, setup: &Setup) -> (Disk, Host, Table) {
    let disk = Disk::default();
    let host = host_at(&disk, pace);
    let table = open(&host, "game", "hhhh", setup).await;
    table.ended().await.expect("a house game ends");
    settle().await;
    (disk, host, table)
}

pub(crate) const VIEWERS: [Viewer; 4] =
    [Viewer::Public, Viewer::Observer, Viewer::Host, Viewer::Seat(SeatId::at(1))];
