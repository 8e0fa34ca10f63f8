//! A model whose calls fail: who is told that they are made again.

use activities::ALL;
use engine::{Holder, SeatSet, Viewer, Voice};
use host::{Host, HostOptions, Pace};
use protocol::{Chunk, Tries, Update};

use crate::disk::Disk;
use crate::mafia::{new_game, session};
use crate::models::{count, open_with};
use crate::stage::*;
use crate::toy::Setup;

fn chunks(updates: &[Update]) -> Vec<&Chunk> {
    updates.iter().flat_map(|update| &update.chunks).collect()
}

#[tokio::test(start_paused = true)]
async fn m17_whoever_waits_for_a_seats_words_is_told_of_every_further_try_and_the_game_goes_on() {
    let disk = Disk::default();
    let host = host(&disk);
    let setup = Setup { rounds: 1, secret: SeatSet::EMPTY, night_ms: 1_000, ..Setup::default() };
    let table = open_with(&host, "mh", "scripted:unreachable", &setup).await;
    let mut ears = Vec::new();
    for viewer in VIEWERS {
        ears.push(table.subscribe(viewer, None).await.expect("room"));
    }
    table.ended().await.expect("it ends");
    assert_eq!((count(&disk, "Skipped"), count(&disk, "Said")), (1, 1), "the way out, and the others");
    for ear in &mut ears {
        let updates = drain(ear).await;
        let heard: Vec<Option<Tries>> = chunks(&updates).iter().map(|chunk| chunk.tries).collect();
        let again = |number| Some(Tries { number, of: 3 });
        assert_eq!(heard, [again(2), again(3)], "{:?}", ear.viewer());
        for chunk in chunks(&updates) {
            assert_eq!((chunk.voice, chunk.attempt, chunk.text.as_str()), (Voice::Seat(seat(1)), 0, ""));
        }
        let last = updates.iter().rposition(|update| !update.chunks.is_empty());
        let skipped = |update: &Update| update.frames.iter().any(|it| kind(it.event.get()) == "Skipped");
        assert!(last < updates.iter().position(skipped), "{last:?}");
    }
    assert!(log(&disk, "game").iter().all(|(_, line)| !line.text.contains("tries")));
}

#[tokio::test(start_paused = true)]
async fn whose_call_fails_at_night_is_told_to_nobody_else() {
    let disk = Disk::default();
    let options =
        HostOptions { pace: Pace::Instant.into(), start_utc: Some(START_UTC), ..HostOptions::default() };
    let host = Host::new(disk.clone(), *ALL, options);
    let mut new = new_game("hmhhhhh", "NORMAL");
    new.opening.seats[1].holder = Holder::Model("scripted:unreachable".to_owned());
    let table = host.create(new).await.expect("a good setup");
    let mut ears = Vec::new();
    for viewer in [Viewer::Public, Viewer::Seat(seat(1)), Viewer::Seat(seat(2)), Viewer::Host] {
        ears.push((viewer, table.subscribe(viewer, None).await.expect("room")));
    }
    session(&table, "start").await;
    // The first night, in which the others have answered at once.
    pass(2_000).await;
    for (viewer, ear) in &mut ears {
        let updates = drain(ear).await;
        let told: Vec<Voice> = chunks(&updates).iter().map(|chunk| chunk.voice).collect();
        let own = matches!(viewer, Viewer::Host) || *viewer == Viewer::Seat(seat(2));
        let expected = if own { vec![Voice::Thought(seat(2)); 2] } else { Vec::new() };
        assert_eq!(told, expected, "{viewer}");
    }
    table.stop().await;
}
