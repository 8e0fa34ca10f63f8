//! Every limit of the host, met.

use std::time::Duration;

use engine::{Actor, Viewer};
use host::limits::{MAILBOX_MAX, SESSIONS_MAX, SUBSCRIBER_QUEUE_MAX, SUBSCRIBERS_MAX};
use host::{Closed, Host, HostError, HostOptions, Refused};
use protocol::frames;

use crate::disk::Disk;
use crate::stage::*;
use crate::toy::Setup;

#[tokio::test(start_paused = true)]
async fn a_full_mailbox_is_busy_and_loses_nothing_that_it_took() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pppp", &Setup::default()).await;
    let records = disk.lines(&id("game")).len();
    disk.hold();
    let say = || {
        let table = table.clone();
        tokio::spawn(async move { table.request(Actor::Seat(seat(1)), None, line("((hi")).await })
    };
    // One is in the hands of the session, and as many as fit are in the mailbox.
    let mut taken = vec![say()];
    settle().await;
    taken.extend(std::iter::repeat_with(say).take(MAILBOX_MAX));
    settle().await;
    assert_eq!(say().await.expect("no panic"), Err(Refused::Busy));
    disk.release();
    for said in taken {
        said.await.expect("no panic").expect("done");
    }
    assert_eq!(disk.lines(&id("game")).len(), records + 1 + MAILBOX_MAX);
}

#[tokio::test(start_paused = true)]
async fn a_busy_table_can_be_stopped() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pppp", &Setup::default()).await;
    disk.hold();
    for _ in 0..=MAILBOX_MAX {
        let table = table.clone();
        tokio::spawn(async move { table.request(Actor::Seat(seat(1)), None, line("((hi")).await });
        settle().await;
    }
    let stopping = tokio::spawn({
        let table = table.clone();
        async move { table.stop().await }
    });
    settle().await;
    disk.release();
    assert_eq!(stopping.await.expect("no panic"), Closed::Stopped);
}

#[tokio::test(start_paused = true)]
async fn a_slow_listener_is_dropped_and_comes_back_without_a_gap() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pppp", &Setup::default()).await;
    let mut slow = table.subscribe(Viewer::Public, None).await.expect("a listener");
    let mut quick = table.subscribe(Viewer::Public, None).await.expect("a listener");
    settle().await;
    let mut quick_has = drain(&mut quick).await;
    for number in 0..SUBSCRIBER_QUEUE_MAX + 10 {
        table.request(Actor::Seat(seat(1)), None, line(&format!("(({number}"))).await.expect("said");
        quick_has.extend(drain(&mut quick).await);
    }
    let mut slow_has = Vec::new();
    let closed = loop {
        match slow.next().await {
            Ok(update) => slow_has.push(update),
            Err(closed) => break closed,
        }
    };
    assert_eq!(closed, Closed::Slow);
    assert_eq!(slow_has.len(), SUBSCRIBER_QUEUE_MAX);
    let after = frames_of(&slow_has).last().expect("frames").number;
    let mut back = table.subscribe(Viewer::Public, Some(after)).await.expect("back again");
    slow_has.extend(drain(&mut back).await);
    assert_eq!(text(&frames_of(&slow_has)), text(&frames_of(&quick_has)));
    let told = frames::of_log(CATALOG, &log(&disk, "game"), Viewer::Public).expect("a good log");
    assert_eq!(text(&frames_of(&slow_has)), text(&told));
}

#[tokio::test(start_paused = true)]
async fn a_table_has_so_many_listeners_and_a_place_is_free_again_when_one_goes() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pppp", &Setup::default()).await;
    let mut listening = Vec::new();
    for _ in 0..SUBSCRIBERS_MAX {
        listening.push(table.subscribe(Viewer::Public, None).await.expect("a place"));
    }
    let full = table.subscribe(Viewer::Public, None).await.expect_err("no place");
    assert_eq!(full, Refused::Full { limit: SUBSCRIBERS_MAX });
    listening.pop();
    table.subscribe(Viewer::Public, None).await.expect("a place again");
    table.request(Actor::Seat(seat(1)), None, line("((hi")).await.expect("said");
    for listener in &mut listening {
        assert_eq!(
            frames_of(&drain(listener).await).last().map(|frame| kind(frame.event.get())),
            Some("Said".to_owned())
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_host_runs_so_many_sessions() {
    let disk = Disk::default();
    let host = host(&disk);
    for number in 0..SESSIONS_MAX {
        host.create(new_session(&format!("s{number}"), "pp", &Setup::default())).await.expect("a place");
    }
    let full = host.create(new_session("more", "pp", &Setup::default())).await.expect_err("no place");
    assert!(matches!(full, HostError::TooManySessions { limit: SESSIONS_MAX }), "{full}");
    host.resume(&id("s7")).await.expect("one that runs needs no place");
    host.table(&id("s7")).expect("it runs").stop().await;
    host.create(new_session("more", "pp", &Setup::default())).await.expect("a place again");
}

#[tokio::test(start_paused = true)]
async fn the_limit_of_sessions_is_an_option_and_recovery_says_who_found_no_place() {
    let disk = Disk::default();
    let first = host(&disk);
    for name in ["one", "two", "three"] {
        open(&first, name, "pp", &Setup::default()).await;
    }
    first.stop().await;
    let second = Host::new(disk.clone(), CATALOG, HostOptions { sessions_max: 2, ..options() });
    let recovered = second.recover().await.expect("a list");
    let refused: Vec<_> = recovered.iter().filter(|(_, table)| table.is_err()).collect();
    assert_eq!((recovered.len(), refused.len()), (3, 1));
    tokio::time::sleep(Duration::from_millis(1)).await;
    assert_eq!(second.running().len(), 2);
}
