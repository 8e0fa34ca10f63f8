//! Time in which the host did not run is nobody's: it is in the log, and no deadline passes in it.

use engine::{Actor, TableTime, Viewer, raw};
use host::{Gap, Host, HostOptions, Log, Table};
use protocol::table::TableState;
use serde_json::json;

use crate::disk::{Disk, Trouble};
use crate::stage::*;
use crate::toy::Setup;

const DAY_MS: i64 = 86_400_000;

/// A host that begins so long after the first.
fn later(disk: &Disk, ms: i64) -> Host {
    let go_on = |state: TableState| raw(&json!({"type": "Set", "state": state}));
    let gap = Gap { pause: raw(&json!({"type": "Set", "state": "PAUSED"})), go_on };
    let options = HostOptions { start_utc: Some(START_UTC + ms), gap: Some(gap), ..options() };
    Host::new(disk.clone(), CATALOG, options)
}

/// What each record of a log did, and when: in UTC since the start, and in table time.
fn told(disk: &Disk) -> Vec<(String, i64, u64)> {
    let of = |record: &engine::Record| {
        let kinds = record.events.iter().map(|event| kind(event.json.get()));
        (kinds.collect::<Vec<_>>().join(" "), record.at - START_UTC, record.time.0)
    };
    log(disk, "game").iter().map(|(record, _)| of(record)).collect()
}

async fn state(table: &Table) -> TableState {
    table.scene(Viewer::Public).await.expect("a scene").table.state
}

async fn closes(table: &Table) -> Option<TableTime> {
    table.scene(Viewer::Public).await.expect("a scene").clock.closes
}

#[tokio::test(start_paused = true)]
async fn no_deadline_passes_while_the_host_is_stopped() {
    let disk = Disk::default();
    let first = later(&disk, 0);
    let table = open(&first, "game", "pppp", &Setup::default()).await;
    let due = closes(&table).await;
    assert_eq!(due, Some(TableTime(10_000)));
    pass(2_000).await;
    first.stop().await;
    let second = later(&disk, DAY_MS);
    let recovered = second.recover().await.expect("a list");
    let [(_, Ok(table))] = &recovered[..] else { panic!("it goes on") };
    settle().await;
    let told = told(&disk);
    let [.., stopped, again] = &told[..] else { panic!("{told:?}") };
    assert_eq!((stopped.1, stopped.2), (2_000, 2_000), "{told:?}");
    assert!((DAY_MS..DAY_MS + 10).contains(&again.1) && again.2 == 2_000, "{told:?}");
    assert_eq!(closes(table).await, due, "it has the time that it had left");
    pass(7_900).await;
    assert_eq!(table.scene(Viewer::Public).await.expect("a scene").phase, "NIGHT");
    pass(200).await;
    assert_eq!(table.scene(Viewer::Public).await.expect("a scene").phase, "DAY");
    verify(&disk, "game");
}

#[tokio::test(start_paused = true)]
async fn after_a_crash_the_time_since_the_last_record_is_nobodys() {
    let disk = Disk::default();
    let first = later(&disk, 0);
    let table = open(&first, "game", "pppp", &Setup::default()).await;
    pass(2_000).await;
    table.request(Actor::Seat(seat(1)), None, line("((tea?")).await.expect("said");
    pass(3_000).await;
    drop(first);
    table.stopped().await;
    let second = later(&disk, DAY_MS);
    let table = second.resume(&id("game")).await.expect("whoever looks at it first");
    settle().await;
    let told = told(&disk);
    let [.., tea, stopped, again] = &told[..] else { panic!("{told:?}") };
    assert_eq!((tea.1, tea.2), (stopped.1, stopped.2), "{told:?}");
    assert!(again.1 >= DAY_MS && again.2 == tea.2, "{told:?}");
    assert_eq!(closes(&table).await, Some(TableTime(10_000)));
    verify(&disk, "game");
}

#[tokio::test(start_paused = true)]
async fn a_table_that_somebody_paused_stays_so_and_one_without_a_gap_has_no_record_of_it() {
    let disk = Disk::default();
    let first = later(&disk, 0);
    let table = open(&first, "game", "pppp", &Setup::default()).await;
    set(&table, "PAUSED").await.expect("live");
    let records = disk.lines(&id("game")).len();
    first.stop().await;
    let second = later(&disk, DAY_MS);
    assert!(second.recover().await.expect("a list").is_empty(), "it sleeps");
    let table = second.resume(&id("game")).await.expect("resumed");
    settle().await;
    assert_eq!((state(&table).await, disk.lines(&id("game")).len()), (TableState::Paused, records));
    set(&table, "ACTIVE").await.expect("paused");
    drop(second);
    table.stopped().await;
    // The host of a face that pauses by itself is told of no gap.
    let third = host(&disk);
    third.resume(&id("game")).await.expect("resumed");
    settle().await;
    assert_eq!(disk.lines(&id("game")).len(), records + 1);
}

#[tokio::test(start_paused = true)]
async fn a_crash_in_the_middle_of_going_on_is_made_good() {
    let disk = Disk::default();
    let first = later(&disk, 0);
    open(&first, "game", "pppp", &Setup::default()).await;
    first.stop().await;
    let records = disk.lines(&id("game")).len() as u64;
    disk.trouble_at(records, Trouble::NoAnswer);
    let second = later(&disk, DAY_MS);
    let table = second.resume(&id("game")).await.expect("resumed");
    table.stopped().await;
    assert_eq!(disk.lines(&id("game")).len() as u64, records);
    assert_eq!(disk.awake().expect("a list"), [id("game")], "the next start goes on with it");
    disk.trouble_at(99_999, Trouble::NoAnswer);
    let third = later(&disk, 2 * DAY_MS);
    let recovered = third.recover().await.expect("a list");
    settle().await;
    assert_eq!(state(recovered[0].1.as_ref().expect("it goes on")).await, TableState::Active);
    assert_eq!(disk.lines(&id("game")).len() as u64, records + 1);
    verify(&disk, "game");
}
