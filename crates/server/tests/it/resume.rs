//! The law of coming back: wherever a stream is cut, what came before and what comes after are the whole.

use serde_json::Value;

use crate::client::{Client, Event};
use crate::stage::{Stage, session, table};

fn frames(event: &Event) -> Vec<Value> {
    event.data["frames"].as_array().cloned().unwrap_or_default()
}

fn is_over(event: &Event) -> bool {
    event.data["scene"]["outcome"].is_object()
}

/// Everything, by streams that are cut after every event until the game is over.
async fn in_pieces(client: &Client, path: &str) -> Vec<Value> {
    let (mut told, mut last): (Vec<Value>, Option<u64>) = (Vec::new(), None);
    loop {
        let again = match last {
            Some(last) => client.with("last-event-id", &last.to_string()),
            None => client.clone(),
        };
        let event = again.listen(path).await.next().await.expect("more to come");
        assert_eq!(event.name, "update", "{event:?}");
        told.extend(frames(&event));
        last = event.id.or(last);
        if is_over(&event) {
            return told;
        }
    }
}

#[tokio::test]
async fn a_stream_that_is_cut_after_every_event_of_a_game_is_the_whole_game() {
    let options = server::Options { rate_times: 1_000, ..server::Options::new(true) };
    let stage = Stage::with(options, host::HostOptions::default()).await;
    let client = stage.client();
    let id = table(&client, 0).await;
    let path = |viewer: &str| format!("/api/tables/{id}/events?as={viewer}");
    let (seat, all) = (path("seat:1"), path("public"));
    let mut whole = client.listen(&all).await;
    let uncut = async {
        let mut told = Vec::new();
        loop {
            let event = whole.next().await.expect("more to come");
            told.extend(frames(&event));
            if is_over(&event) {
                return told;
            }
        }
    };
    let begin = session(&client, &id, "start");
    let (whole, public, seat, ()) =
        tokio::join!(uncut, in_pieces(&client, &all), in_pieces(&client, &seat), begin);
    let len = whole.len().min(public.len());
    assert!(len > 20, "a whole game: {len}");
    assert_eq!(whole[..len], public[..len]);
    let kept = client.get(&format!("/api/tables/{id}/frames?as=seat:1")).await.json();
    assert_eq!(
        Value::from(seat.clone()),
        Value::from(kept.as_array().expect("frames")[..seat.len()].to_vec())
    );
}

#[tokio::test]
async fn a_stream_can_be_taken_up_after_every_single_frame() {
    let options = server::Options { rate_times: 1_000, ..server::Options::new(true) };
    let stage = Stage::with(options, host::HostOptions::default()).await;
    let client = stage.client();
    let id = table(&client, 0).await;
    session(&client, &id, "start").await;
    let running = stage.host.table(&id.parse().expect("an id")).expect("it runs");
    running.ended().await.expect("it ends");
    for rests in [false, true] {
        if rests {
            running.stop().await;
        }
        for viewer in ["public", "seat:2", "host"] {
            let whole = client.get(&format!("/api/tables/{id}/frames?as={viewer}")).await.json();
            let whole = whole.as_array().expect("frames");
            for cut in 0..whole.len() - 1 {
                let again = client.with("last-event-id", &cut.to_string());
                let mut live = again.listen(&format!("/api/tables/{id}/events?as={viewer}")).await;
                let mut told = Vec::new();
                while told.len() < whole.len() - cut - 1 {
                    let event = live.next().await.expect("more to come");
                    assert_eq!(event.name, "update", "{event:?}");
                    told.extend(frames(&event));
                }
                assert_eq!(told, whole[cut + 1..], "as {viewer}, after {cut}, resting: {rests}");
            }
        }
    }
}
