//! A table of minds, as its models read it: the bytes that are sent to them.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use activities::ALL;
use engine::{Holder, SeatId};
use host::{Host, HostOptions, Pace};
use llm::{ModelRequest, Models, Script, Scripted, Style};
use serde_json::json;

use crate::disk::Disk;
use crate::mafia::{new_game, session};
use crate::models::Spy;
use crate::stage::START_UTC;

/// Everything that the models of a whole game were asked, in order.
async fn asked() -> (Disk, Vec<ModelRequest>) {
    let disk = Disk::default();
    let requests = Arc::<Mutex<Vec<ModelRequest>>>::default();
    let inner = Scripted::new(Script::Legal, Style::Schema, Some(Duration::from_millis(50)));
    let models = Models::default().with("spy", Arc::new(Spy { inner, requests: Arc::clone(&requests) }));
    let options = HostOptions {
        models,
        pace: Pace::Instant.into(),
        start_utc: Some(START_UTC),
        ..HostOptions::default()
    };
    let host = Host::new(disk.clone(), ALL, options);
    let mut new = new_game("mmmmmmm", "INSTANT");
    for seat in &mut new.opening.seats {
        seat.holder = Holder::Model("spy:one".to_owned());
    }
    let mut setup: serde_json::Value = serde_json::from_str(new.opening.setup.get()).expect("a setup");
    let minds = json!({"rounds": 2, "ballot": "open", "team_agrees": true});
    setup.as_object_mut().expect("an object").extend(minds.as_object().cloned().expect("an object"));
    new.opening.setup = engine::raw(&setup);
    let table = host.create(new).await.expect("a good setup");
    session(&table, "start").await;
    table.ended().await.expect("it ends");
    host.stop().await;
    let requests = requests.lock().expect("no panic").clone();
    (disk, requests)
}

#[tokio::test(start_paused = true)]
async fn m18_m19_the_second_of_the_team_reads_the_first_ones_choice_and_every_voter_the_tally() {
    let (_, requests) = asked().await;
    let first_night = requests.iter().take_while(|request| request.prompt.now.contains("Night 1:"));
    let of_team: Vec<&ModelRequest> =
        first_night.filter(|request| request.prompt.fixed.contains("Your role: mafia.")).collect();
    let [first, second] = of_team[..] else { panic!("two of the mafia are asked once each: {of_team:?}") };
    assert!(!first.prompt.now.contains("Chosen tonight"), "{}", first.prompt.now);
    assert!(second.prompt.now.contains("Chosen tonight: \"Seat"), "{}", second.prompt.now);

    let votes = requests.iter().filter(|request| request.prompt.now.contains("Day 1: whom do you vote out?"));
    let mut before: BTreeMap<SeatId, usize> = BTreeMap::new();
    for (number, request) in votes.enumerate() {
        let now = &request.prompt.now;
        let again = before.insert(request.seat, number).is_some();
        let told = if number == 0 { "No votes yet." } else { "Votes so far, by seat: " };
        assert!(now.contains(told), "{now}");
        assert_eq!(now.contains("the lead has changed since"), again, "{now}");
    }
    assert!(before.len() >= 5, "all that live vote: {before:?}");
}
