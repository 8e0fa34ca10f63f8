//! The stop that anybody at the table may call, and nobody is named for.

use engine::{Actor, Viewer};
use protocol::table::TableState;

use crate::back::{say, snapshot, talk};
use crate::disk::{Disk, Trouble};
use crate::models::{accounts, open_with};
use crate::requests::{code, some};
use crate::stage::*;
use crate::toy::Setup;

async fn state(table: &host::Table) -> TableState {
    table.scene(Viewer::Public).await.expect("a scene").table.state
}

#[tokio::test(start_paused = true)]
async fn a_stop_stops_play_at_once_and_takes_the_last_moment_back() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "phph", &talk()).await;
    pass(10).await;
    let before = snapshot(&disk);
    say(&table, 1, "it was me").await;
    let mut listening = table.subscribe(Viewer::Seat(seat(2)), None).await.expect("a listener");
    drain(&mut listening).await;
    let records = disk.lines(&id("game")).len();
    let ack = table.request(Actor::Seat(seat(3)), some("x"), line("/x")).await.expect("always");
    assert_eq!((ack.number, ack.report), (records as u64 + 2, None));
    assert_eq!((state(&table).await, snapshot(&disk)), (TableState::Paused, before));
    let frames = frames_of(&drain(&mut listening).await);
    let told: Vec<String> = frames.iter().map(|frame| kind(frame.event.get())).collect();
    assert_eq!(told, ["Stopped", "StateSet", "TakenBack"], "first of all, play stops");
    for (record, line) in &log(&disk, "game")[records..] {
        assert_eq!((record.by, &record.request), (Actor::Host, &None));
        assert!(!line.text.contains("seat:3") && !line.text.contains("Seat3"), "{}", line.text);
    }
    // Nothing moves in the break, and nothing is taken back twice.
    let stood = disk.lines(&id("game"));
    for number in [1, 3] {
        let ack = table.request(Actor::Seat(seat(number)), some("x"), line("/x")).await.expect("always");
        assert_eq!(ack.number, stood.len() as u64 - 1);
    }
    pass(3_600_000).await;
    assert_eq!(disk.lines(&id("game")), stood);
    // What a stop took back is not brought back; play goes on from before it.
    let refused = table.request(Actor::Host, None, line("/redo")).await.expect_err("not this");
    assert_eq!(code(&refused), "nothing-to-redo");
    say(&table, 1, "/go").await;
    say(&table, 1, "let us begin again").await;
    verify(&disk, "game");
}

#[tokio::test(start_paused = true)]
async fn the_log_is_the_same_whoever_calls() {
    let mut logs = Vec::new();
    for (number, request, words) in [(1, Some("a"), "/x"), (3, None, "/x"), (4, Some("b"), "((no!)) /x")] {
        let disk = Disk::default();
        let host = host(&disk);
        let table = open(&host, "game", "phpp", &talk()).await;
        pass(10).await;
        say(&table, 1, "it was me").await;
        let by = Actor::Seat(seat(number));
        let ack = table.request(by, request.map(str::to_owned), line(words)).await.expect("always");
        pass(10).await;
        say(&table, 1, "/go").await;
        pass(10).await;
        logs.push((ack, disk.lines(&id("game"))));
    }
    assert_eq!(logs[0], logs[1]);
    assert_eq!(logs[0], logs[2]);
}

#[tokio::test(start_paused = true)]
async fn a_stop_is_called_in_every_state_and_where_nothing_can_be_taken_back() {
    for (at, stops) in
        [("ACTIVE", true), ("SESSION_ZERO", true), ("PAUSED", false), ("DEBRIEF", false), ("IDLE", false)]
    {
        let disk = Disk::default();
        let host = host(&disk);
        let table = open(&host, "game", "pp", &Setup { rewind: false, take_back: false, ..talk() }).await;
        pass(10).await;
        say(&table, 1, "it was me").await;
        if at != "ACTIVE" {
            set(&table, at).await.expect("another state");
        }
        let (records, stood) = (disk.lines(&id("game")).len(), snapshot(&disk));
        table.request(Actor::Seat(seat(2)), None, line("/x")).await.expect("always");
        assert_eq!(disk.lines(&id("game")).len(), records + usize::from(stops), "{at}");
        assert_eq!(snapshot(&disk), stood, "the machine is not rewound");
        assert_eq!(state(&table).await == TableState::Paused, stops || at == "PAUSED");
        verify(&disk, "game");
    }
    // Nobody has done anything yet: there is nothing to take back, and play stops all the same.
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pp", &talk()).await;
    table.request(Actor::Host, None, line("/x")).await.expect("the host may too");
    assert_eq!(state(&table).await, TableState::Paused);
}

#[tokio::test(start_paused = true)]
async fn a_stop_ends_what_a_model_is_saying() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open_with(&host, "pm", "scripted:never@time=3000", &talk()).await;
    pass(10).await;
    say(&table, 1, "well?").await;
    assert_eq!(accounts(&disk).open.len(), 1, "the model is asked");
    say(&table, 1, "/x").await;
    assert!(accounts(&disk).open.is_empty(), "and its call is settled");
    pass(60_000).await;
    assert!(accounts(&disk).open.is_empty(), "nobody is asked in the break");
    table.stop().await;
}

#[tokio::test(start_paused = true)]
async fn a_crash_on_the_way_leaves_play_stopped() {
    let disk = Disk::default();
    let first = host(&disk);
    let table = open(&first, "game", "pp", &talk()).await;
    pass(10).await;
    say(&table, 1, "it was me").await;
    let (records, stood) = (disk.lines(&id("game")).len() as u64, snapshot(&disk));
    disk.trouble_at(records + 1, Trouble::Fenced);
    assert!(table.request(Actor::Seat(seat(2)), None, line("/x")).await.is_err(), "the disk failed");
    disk.trouble_at(99_999, Trouble::Fenced);
    let second = host(&disk);
    let table = second.resume(&id("game")).await.expect("resumed");
    assert_eq!((state(&table).await, snapshot(&disk)), (TableState::Paused, stood));
    // What was not taken back then can be taken back by a wish that has a name.
    table.request(Actor::Seat(seat(1)), None, line("/undo")).await.expect("a break is no hindrance");
    verify(&disk, "game");
}
