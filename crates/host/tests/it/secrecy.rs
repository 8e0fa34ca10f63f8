//! Who was not told of a thing does not notice it: not by a frame, a number, a scene, or the time that something came.

use engine::{Actor, SeatSet, Viewer};
use host::Pace;
use serde_json::json;
use tokio::time::Instant;

use crate::disk::Disk;
use crate::stage::*;
use crate::toy::Setup;

/// Everything that a viewer receives in a whole game, each with the moment that it came.
async fn received(pace: Pace, secret: SeatSet, viewer: Viewer) -> Vec<(u128, String)> {
    let disk = Disk::default();
    let host = host_at(&disk, pace);
    let table = host
        .create(new_session("game", "hhhh", &Setup { secret, ..Setup::default() }))
        .await
        .expect("created");
    let mut listening = table.subscribe(viewer, None).await.expect("a listener");
    settle().await;
    let start = Instant::now();
    set(&table, "ACTIVE").await.expect("live");
    let mut got = Vec::new();
    loop {
        let update = listening.next().await.expect("more to come");
        got.push((start.elapsed().as_millis(), text(&update)));
        if update.scene.is_some_and(|scene| scene.outcome.is_some()) {
            return got;
        }
    }
}

fn set_of(numbers: &[u8]) -> SeatSet {
    numbers.iter().map(|number| seat(*number)).collect()
}

#[tokio::test(start_paused = true)]
async fn two_worlds_that_differ_in_what_a_viewer_was_not_told_look_the_same_to_it() {
    for pace in [Pace::Instant, TIMED] {
        for viewer in [Viewer::Public, Viewer::Observer, Viewer::Seat(seat(1)), Viewer::Seat(seat(2))] {
            let worlds: &[&[u8]] = match viewer {
                Viewer::Seat(two) if two == seat(2) => &[&[2], &[2, 4], &[1, 2, 3, 4]],
                _ => &[&[], &[2], &[2, 4], &[2, 3, 4]],
            };
            let first = received(pace, set_of(worlds[0]), viewer).await;
            for world in &worlds[1..] {
                assert_eq!(
                    received(pace, set_of(world), viewer).await,
                    first,
                    "{viewer} in {world:?}, {pace:?}"
                );
            }
        }
        // The test can see a difference where there is one.
        let seat_two = Viewer::Seat(seat(2));
        assert_ne!(
            received(pace, set_of(&[2]), seat_two).await,
            received(pace, set_of(&[4]), seat_two).await
        );
    }
}

#[tokio::test(start_paused = true)]
async fn a_record_that_a_viewer_was_not_told_of_sends_it_nothing() {
    let disk = Disk::default();
    let host = host(&disk);
    let table = open(&host, "game", "pppp", &Setup::default()).await;
    let mut listeners = Vec::new();
    for viewer in [Viewer::Public, Viewer::Observer, Viewer::Seat(seat(1)), Viewer::Seat(seat(4))] {
        listeners.push(table.subscribe(viewer, None).await.expect("a listener"));
    }
    let mut told = table.subscribe(Viewer::Seat(seat(2)), None).await.expect("a listener");
    let mut host_eyes = table.subscribe(Viewer::Host, None).await.expect("a listener");
    for listener in listeners.iter_mut().chain([&mut told, &mut host_eyes]) {
        assert_eq!(drain(listener).await.len(), 1);
    }
    let choose = answer(100, json!({"type": "Choose", "number": 7}));
    table.request(Actor::Seat(seat(2)), None, choose).await.expect("accepted");
    for listener in &mut listeners {
        assert!(drain(listener).await.is_empty(), "{} noticed", listener.viewer());
    }
    for listener in [&mut told, &mut host_eyes] {
        let updates = drain(listener).await;
        assert_eq!((updates.len(), updates[0].frames.len()), (1, 1));
        assert!(updates[0].scene.is_some());
    }
    // And a refusal is heard by nobody but the one who asked.
    let late = answer(99, json!({"type": "Choose", "number": 7}));
    table.request(Actor::Seat(seat(2)), None, late).await.expect_err("no such ask");
    for listener in listeners.iter_mut().chain([&mut told, &mut host_eyes]) {
        assert!(drain(listener).await.is_empty());
    }
}
