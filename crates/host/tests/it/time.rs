//! Table time: deadlines, breaks, and what is done when.

use engine::{Actor, TableTime, Viewer};
use host::{Closed, Refused};
use serde_json::json;

use crate::disk::Disk;
use crate::stage::*;
use crate::toy::Setup;

const HOUR_MS: u64 = 3_600_000;

#[tokio::test(start_paused = true)]
async fn a_deadline_fires_once_when_it_is_due() {
    let disk = Disk::default();
    let host = host(&disk);
    let _table = open(&host, "game", "pppp", &Setup::default()).await;
    pass(9_990).await;
    assert!(!events(&disk, "game").contains(&"DayBroke".to_owned()));
    pass(20).await;
    assert_eq!(events(&disk, "game").iter().filter(|kind| *kind == "DayBroke").count(), 1);
    let log = log(&disk, "game");
    let (record, _) = log.last().expect("a record");
    assert_eq!((record.by, record.time), (Actor::Clock, TableTime(10_000)));
}

#[tokio::test(start_paused = true)]
async fn a_pause_freezes_the_deadline() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pppp", &Setup::default()).await;
    pass(4_000).await;
    set(&table, "PAUSED").await.expect("paused");
    let records = disk.lines(&id("game")).len();
    pass(HOUR_MS).await;
    assert_eq!(disk.lines(&id("game")).len(), records, "an hour passes, and nothing happens");
    let scene = table.scene(Viewer::Public).await.expect("a scene");
    assert_eq!((scene.clock.closes, scene.clock.running), (Some(TableTime(10_000)), false));
    set(&table, "ACTIVE").await.expect("live again");
    pass(5_900).await;
    assert!(!events(&disk, "game").contains(&"DayBroke".to_owned()));
    pass(200).await;
    assert!(events(&disk, "game").contains(&"DayBroke".to_owned()));
    assert_eq!(log(&disk, "game").last().expect("a record").0.time, TableTime(10_000));
    verify(&disk, "game");
}

#[tokio::test(start_paused = true)]
async fn a_pause_freezes_the_house_while_it_thinks() {
    let disk = Disk::default();
    let host = host_at(&disk, TIMED);
    let table = open(&host, "game", "hhhh", &Setup::default()).await;
    pass(500).await;
    set(&table, "PAUSED").await.expect("paused");
    let records = disk.lines(&id("game")).len();
    pass(HOUR_MS).await;
    assert_eq!(disk.lines(&id("game")).len(), records, "an hour passes, and nothing happens");
    set(&table, "ACTIVE").await.expect("live again");
    table.ended().await.expect("it goes on to its end");
    // As if there had been no break: the same answers at the same moments of table time.
    let (other, _host, _table) = played(TIMED, &Setup::default()).await;
    let moments = |disk: &Disk| {
        let log = log(disk, "game");
        let of_game = log.into_iter().filter(|(record, _)| record.machine == "toy");
        of_game.map(|(record, _)| (record.time, record.command.get().to_owned())).collect::<Vec<_>>()
    };
    assert_eq!(moments(&disk), moments(&other));
}

#[tokio::test(start_paused = true)]
async fn a_table_that_is_not_live_plays_nothing_at_all() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = host.create(new_session("game", "hhhm", &Setup::default())).await.expect("created");
    pass(HOUR_MS).await;
    assert_eq!(disk.lines(&id("game")).len(), 2);
    set(&table, "ACTIVE").await.expect("live");
    table.ended().await.expect("it ends");
}

#[tokio::test(start_paused = true)]
async fn a_machine_that_is_deaf_to_its_clock_stops_instead_of_filling_the_log() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pppp", &Setup { deaf_clock: true, ..Setup::default() }).await;
    pass(10_001).await;
    assert_eq!(table.stopped().await, Closed::Bug);
    assert_eq!(disk.lines(&id("game")).len() as u32, 3 + host::limits::CLOCK_RUN_MAX);
}

#[tokio::test(start_paused = true)]
async fn a_house_that_thinks_longer_than_the_phase_answers_at_its_last_moment() {
    let disk = Disk::default();
    let host = host_at(&disk, TIMED);
    let _table = open(&host, "game", "hhhh", &Setup { night_ms: 600, ..Setup::default() }).await;
    pass(601).await;
    assert_eq!(&events(&disk, "game")[5..], ["StateSet", "Chosen", "Chosen", "DayBroke"]);
    assert!(log(&disk, "game").iter().skip(3).all(|(record, _)| record.time == TableTime(600)));
}

#[tokio::test(start_paused = true)]
async fn a_rewind_takes_the_activity_and_its_time_back() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pppp", &Setup { rewind: true, ..Setup::default() }).await;
    let mut listening = table.subscribe(Viewer::Public, None).await.expect("a listener");
    pass(10_001).await;
    let by = Actor::Seat(seat(1));
    let before = table.scene(Viewer::Public).await.expect("a scene");
    let to = table.request(by, None, line("it was me")).await.expect("said").number - 1;
    let frames = frames_of(&drain(&mut listening).await).len();
    assert!(matches!(table.rewind(by, to).await, Err(Refused::Rules(_))), "only the host may");
    let spoken = table.rewind(Actor::Host, to).await.expect("the host may").number;
    assert_eq!(table.scene(Viewer::Public).await.expect("a scene"), before);
    let updates = drain(&mut listening).await;
    assert_eq!(updates.len(), 1, "no event, but things stand differently");
    assert!(updates[0].frames.is_empty());
    // The day runs on from where it was, and its deadline fires again, once.
    pass(59_990).await;
    assert_eq!(table.scene(Viewer::Public).await.expect("a scene").phase, "DAY");
    pass(20).await;
    assert_eq!(table.scene(Viewer::Public).await.expect("a scene").phase, "NIGHT");
    // A rewind can be rewound, and no other numbers were used for it.
    table.rewind(Actor::Host, spoken - 1).await.expect("back to what was said");
    assert_eq!(table.scene(Viewer::Public).await.expect("a scene").view["said"], 1);
    let updates = drain(&mut listening).await;
    assert_eq!(frames_of(&updates)[0].number, frames as u64);
    verify(&disk, "game");
    for nowhere in [0, 9_999] {
        assert!(matches!(table.rewind(Actor::Host, nowhere).await, Err(Refused::Rules(_))));
    }
    // A resumed session is the rewound one.
    let scene = table.scene(Viewer::Host).await.expect("a scene");
    table.stop().await;
    let again = host.resume(&id("game")).await.expect("resumed");
    assert_eq!(again.scene(Viewer::Host).await.expect("a scene"), scene);
}

#[tokio::test(start_paused = true)]
async fn an_ended_game_that_is_rewound_is_not_ended() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "hhhh", &Setup { rewind: true, ..Setup::default() }).await;
    table.ended().await.expect("it ends");
    assert!(disk.row(&id("game")).ended);
    set(&table, "PAUSED").await.expect("so that it does not play on at once");
    assert!(disk.row(&id("game")).ended);
    table.rewind(Actor::Host, 2).await.expect("back to the first night");
    assert!(!disk.row(&id("game")).ended);
    set(&table, "ACTIVE").await.expect("live");
    pass(1).await;
    assert_eq!(table.ended().await, Ok(json!({"said": 8})));
    verify(&disk, "game");
}
