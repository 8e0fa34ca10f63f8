//! Session zero: the table plays as soon as the activity has nothing more to prepare.

use engine::{Actor, Viewer};
use host::Table;
use protocol::table::TableState;

use crate::back::say;
use crate::disk::{Disk, Trouble};
use crate::stage::*;
use crate::toy::Setup;

fn zero() -> Setup {
    Setup { zero: true, rewind: true, take_back: true, ..Setup::default() }
}

async fn stands(table: &Table) -> (TableState, String) {
    let scene = table.scene(Viewer::Public).await.expect("a scene");
    (scene.table.state, scene.phase)
}

#[tokio::test(start_paused = true)]
async fn the_host_lets_play_begin_when_everything_is_prepared() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = host.create(new_session("game", "pp", &zero())).await.expect("a good setup");
    set(&table, "SESSION_ZERO").await.expect("idle");
    pass(60_000).await;
    assert_eq!(stands(&table).await, (TableState::SessionZero, "ZERO".to_owned()));
    say(&table, 1, "a story of the sea").await;
    assert_eq!(stands(&table).await, (TableState::Active, "NIGHT".to_owned()));
    let (record, _) = log(&disk, "game").pop().expect("a record");
    assert_eq!((record.by, record.request, record.machine.as_str()), (Actor::Host, None, "table"));
    // Taken back, brought back: a table that plays is not told again, and one that prepares again is.
    say(&table, 1, "/undo").await;
    assert_eq!(stands(&table).await, (TableState::Active, "ZERO".to_owned()));
    set(&table, "SESSION_ZERO").await.expect("active");
    say(&table, 1, "/redo").await;
    assert_eq!(stands(&table).await, (TableState::Active, "NIGHT".to_owned()));
    // In play a table may be set to it, and stays so.
    set(&table, "SESSION_ZERO").await.expect("active");
    say(&table, 1, "((a moment").await;
    pass(10_001).await;
    assert_eq!(stands(&table).await, (TableState::SessionZero, "DAY".to_owned()));
    table.stop().await;
    let table = host.resume(&id("game")).await.expect("resumed");
    settle().await;
    assert_eq!(stands(&table).await, (TableState::SessionZero, "DAY".to_owned()));
    verify(&disk, "game");
}

#[tokio::test(start_paused = true)]
async fn a_table_that_plays_already_is_left_alone() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pp", &zero()).await;
    say(&table, 1, "a story of the sea").await;
    assert_eq!(stands(&table).await, (TableState::Active, "NIGHT".to_owned()));
    assert_eq!(log(&disk, "game").last().map(|(record, _)| record.machine.clone()).as_deref(), Some("toy"));
}

#[tokio::test(start_paused = true)]
async fn a_crash_before_play_could_begin_is_made_good() {
    let disk = Disk::default();
    let first = host(&disk);
    let table = first.create(new_session("game", "pp", &zero())).await.expect("a good setup");
    set(&table, "SESSION_ZERO").await.expect("idle");
    disk.trouble_at(4, Trouble::Fenced);
    table.request(Actor::Seat(seat(1)), None, line("a story of the sea")).await.expect("said");
    table.stopped().await;
    disk.trouble_at(99_999, Trouble::Fenced);
    let second = host(&disk);
    let table = second.resume(&id("game")).await.expect("resumed");
    settle().await;
    assert_eq!(stands(&table).await, (TableState::Active, "NIGHT".to_owned()));
    assert_eq!(disk.lines(&id("game")).len(), 5);
    verify(&disk, "game");
}
