//! Tables that sleep, as whoever opens their pages sees them.

use std::time::Duration;

use serde_json::json;
use tokio::time::timeout;

use crate::rights::guest;
use crate::stage::{HostOptions, Options, Stage, between, session, table};

#[tokio::test]
async fn a_table_that_sleeps_is_listed_as_it_stands_and_its_page_wakes_it() {
    let stage = Stage::open().await;
    let client = stage.client();
    let id = table(&client, 1).await;
    session(&client, &id, "start").await;
    session(&client, &id, "pause").await;
    let awake = client.get("/api/tables").await.json();
    let look = client.get(&format!("/api/tables/{id}?as=seat:1")).await.body;
    stage.host.stop().await;
    for _ in 0..2 {
        assert_eq!(client.get("/api/tables").await.json(), awake);
    }
    assert_eq!(client.get(&format!("/api/tables/{id}?as=seat:1")).await.body, look);
    assert!(stage.host.running().is_empty(), "nobody had to wake it");
    let page = client.get(&format!("/t/{id}")).await.body;
    assert!(between(&page, "id=\"table\"", ">").contains("data-live"), "{page}");
    let mut live = client.listen(&format!("/t/{id}/live")).await;
    assert_eq!(live.next().await.expect("news").name, "page");
    assert_eq!(stage.host.running().len(), 1);
}

#[tokio::test]
async fn a_table_that_finds_no_place_to_be_awake_says_when_to_come_again() {
    let host = HostOptions { sessions_max: 1, ..HostOptions::default() };
    let stage = Stage::with(Options::new(true), host).await;
    let client = stage.client();
    let id = table(&client, 1).await;
    stage.host.stop().await;
    table(&client, 1).await;
    for refused in [
        client.get(&format!("/api/tables/{id}/events")).await,
        client.get(&format!("/t/{id}/live")).await,
        client.post("/api/tables", &json!({"machine": "mafia"})).await,
    ] {
        assert_eq!((refused.status, refused.code().as_str()), (503, "busy"), "{refused:?}");
        assert_eq!(refused.header("retry-after"), Some("30"), "{refused:?}");
        assert!(refused.body.contains("falls asleep"), "in words: {refused:?}");
    }
    assert_eq!(
        client.get(&format!("/api/tables/{id}")).await.status,
        200,
        "it can be looked at all the same"
    );
}

#[tokio::test]
async fn the_streams_of_one_are_that_ones_own_and_players_always_find_room() {
    let options = Options { rate_times: 1_000, ..Options::new(false) };
    let stage = Stage::with(options, HostOptions::default()).await;
    let owner = stage.owner();
    let id = table(&owner, 2).await;
    let events = format!("/api/tables/{id}/events");
    let mut open = Vec::new();
    for number in 0..6 {
        let watcher = guest(&stage, &owner, &id, json!({"scope": "observe"})).await;
        for _ in 0..32 {
            open.push(watcher.listen(&events).await);
        }
        if number == 0 {
            let refused = watcher.get(&events).await;
            assert_eq!((refused.status, refused.code().as_str()), (429, "too-many-streams"), "{refused:?}");
            assert!(refused.body.contains("32 times already"), "{refused:?}");
        }
    }
    let late = guest(&stage, &owner, &id, json!({"scope": "observe"})).await;
    let refused = late.get(&events).await;
    assert_eq!((refused.status, refused.code().as_str()), (503, "busy"), "{refused:?}");
    assert!(refused.body.contains("players go first"), "{refused:?}");
    let seat = guest(&stage, &owner, &id, json!({"scope": "play", "seat": 1})).await;
    for client in [&seat, &owner] {
        let mut playing = client.listen(&events).await;
        let first = timeout(Duration::from_secs(60), playing.next()).await.expect("in time");
        assert!(first.is_some(), "a player gets in, and the owner");
    }
}
