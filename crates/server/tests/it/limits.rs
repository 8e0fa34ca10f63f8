//! What is too slow, too much or too large is ended in words, and holds up nobody else.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

use crate::client::Client;
use crate::rights::guest;
use crate::stage::{HostOptions, Options, Stage, session, table};

/// Longer than anything here takes: what has not come by then never does.
const NEVER: Duration = Duration::from_secs(60);

const SHORT: Duration = Duration::from_millis(100);

async fn all_of(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    // It may end in words or without any.
    let _ = timeout(NEVER, stream.read_to_end(&mut bytes)).await.expect("it is ended");
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test]
async fn headers_that_do_not_come_end_the_connection() {
    let options = Options { header_time: SHORT, ..Options::new(true) };
    let stage = Stage::with(options, HostOptions::default()).await;
    let mut stream = TcpStream::connect(stage.at).await.expect("a server");
    stream.write_all(b"GET / HTTP/1.1\r\nhost: 127").await.expect("sent");
    let answer = all_of(&mut stream).await;
    assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert_eq!(stage.client().get("/api/health").await.status, 200, "others go on");
}

#[tokio::test]
async fn a_body_that_does_not_come_is_refused_in_words() {
    let options = Options { body_time: SHORT, ..Options::new(true) };
    let stage = Stage::with(options, HostOptions::default()).await;
    let id = table(&stage.client(), 1).await;
    for path in ["/api/tables".to_owned(), format!("/t/{id}/answer")] {
        let mut stream = TcpStream::connect(stage.at).await.expect("a server");
        let head = format!(
            "POST {path} HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{{\"machine",
            stage.at
        );
        stream.write_all(head.as_bytes()).await.expect("sent");
        let mut first = vec![0; 12];
        timeout(NEVER, stream.read_exact(&mut first)).await.expect("an answer").expect("an answer");
        assert_eq!(String::from_utf8_lossy(&first), "HTTP/1.1 408", "{path}");
        assert!(all_of(&mut stream).await.contains("did not come within"), "{path}");
    }
}

#[tokio::test]
async fn one_who_never_reads_is_closed() {
    let options = Options { write_time: SHORT, rate_times: 1_000, ..Options::new(true) };
    let stage = Stage::with(options, HostOptions::default()).await;
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4 * 1024).expect("a size");
    let mut stream = socket.connect(stage.at).await.expect("a server");
    let request = format!("GET /api/openapi.json HTTP/1.1\r\nhost: {}\r\n\r\n", stage.at);
    // Answers that nobody reads, until the connection takes no more requests because it is gone.
    let gone = async {
        loop {
            if stream.write_all(request.as_bytes()).await.is_err() {
                break;
            }
        }
    };
    timeout(NEVER, gone).await.expect("it is closed");
    assert_eq!(stage.client().get("/api/health").await.status, 200, "others go on");
}

#[tokio::test]
async fn a_listener_who_is_too_far_behind_is_let_go_and_comes_back_without_a_loss() {
    let options = Options { rate_times: 1_000, ..Options::new(true) };
    let stage = Stage::with(options, HostOptions::default()).await;
    let client = stage.client();
    let id = table(&client, 1).await;
    session(&client, &id, "start").await;
    let path = format!("/api/tables/{id}/events?as=seat:1");
    let mut slow = client.listen_narrowly(&path).await;
    for number in 0..450 {
        let text = format!("(({number} {}", "x".repeat(1_900));
        let line = json!({"as": "seat:1", "id": format!("r{number}"), "request": {"line": {"text": text}}});
        assert_eq!(client.post(&format!("/api/tables/{id}/commands"), &line).await.status, 200);
    }
    let (mut told, mut last) = (Vec::new(), None);
    let closed = loop {
        let event = timeout(NEVER, slow.next()).await.expect("more to come").expect("more to come");
        if event.name == "closed" {
            break event.data;
        }
        last = event.id.or(last);
        told.extend(event.data["frames"].as_array().cloned().unwrap_or_default());
    };
    assert_eq!(closed["code"], "slow", "{closed}");
    assert!(told.len() < 450, "it was let go before the end");
    let mut again = client.with("last-event-id", &last.expect("a number").to_string()).listen(&path).await;
    let rest = again.next().await.expect("the rest");
    told.extend(rest.data["frames"].as_array().cloned().unwrap_or_default());
    let frames = client.get(&format!("/api/tables/{id}/frames?as=seat:1")).await.json();
    assert_eq!(&Value::from(told), &frames);
}

#[tokio::test]
async fn watchers_give_way_to_players() {
    let options = Options { watchers_max: 1, ..Options::new(false) };
    let stage = Stage::with(options, HostOptions::default()).await;
    let owner = stage.owner();
    let id = table(&owner, 2).await;
    let watcher = guest(&stage, &owner, &id, json!({"scope": "observe"})).await;
    let seat = guest(&stage, &owner, &id, json!({"scope": "play", "seat": 1})).await;
    let events = format!("/api/tables/{id}/events");
    let first = watcher.listen(&events).await;
    let refused = watcher.get(&events).await;
    assert_eq!((refused.status, refused.code().as_str()), (503, "busy"), "{refused:?}");
    assert_eq!(refused.header("retry-after"), Some("1"));
    assert!(refused.body.contains("players go first"), "{refused:?}");
    let refused = watcher.get(&format!("/t/{id}/live")).await;
    assert_eq!(refused.status, 503, "{refused:?}");
    let mut playing = seat.listen(&events).await;
    assert!(playing.next().await.is_some(), "a player gets in");
    drop((first, playing));
}

#[tokio::test]
async fn no_more_tables_run_than_there_is_room_for() {
    let host = HostOptions { sessions_max: 1, ..HostOptions::default() };
    let stage = Stage::with(Options::new(true), host).await;
    let client = stage.client();
    table(&client, 1).await;
    let refused = client.post("/api/tables", &json!({"machine": "mafia"})).await;
    assert_eq!((refused.status, refused.code().as_str()), (503, "busy"), "{refused:?}");
    assert!(refused.body.contains("sessions"), "in words: {refused:?}");
}

#[tokio::test]
async fn what_would_wait_too_long_is_refused_at_once() {
    let options = Options { under_way_max: 0, ..Options::new(true) };
    let stage = Stage::with(options, HostOptions::default()).await;
    let client = stage.client();
    let id = table(&client, 1).await;
    session(&client, &id, "start").await;
    let line = json!({"as": "seat:1", "id": "r", "request": {"line": {"text": "((hi"}}});
    let refused = client.post(&format!("/api/tables/{id}/commands"), &line).await;
    assert_eq!((refused.status, refused.header("retry-after")), (429, Some("1")), "{refused:?}");
    let refused = client.form(&format!("/t/{id}/answer"), "as=seat:1&line=((hi").await;
    assert_eq!(refused.status, 429, "{refused:?}");
}

#[tokio::test]
async fn fields_that_are_too_long_are_refused_in_words() {
    let stage = Stage::open().await;
    let client = stage.client();
    let id = table(&client, 1).await;
    session(&client, &id, "start").await;
    let say = async |client: &Client, name: &str, text: &str| {
        let line = json!({"as": "seat:1", "id": name, "request": {"line": {"text": text}}});
        client.post(&format!("/api/tables/{id}/commands"), &line).await
    };
    for (name, text) in [
        ("r", format!("(({}", "x".repeat(3_000))),
        (&"r".repeat(60), "((hi".to_owned()),
        ("", "((hi".to_owned()),
    ] {
        let refused = say(&client, name, &text).await;
        assert_eq!(refused.status, 409, "{refused:?}");
        assert!(refused.body.contains("characters"), "{refused:?}");
    }
    let long = json!({"machine": "mafia", "title": "x".repeat(500)});
    let refused = client.post("/api/tables", &long).await;
    assert!((400..500).contains(&refused.status), "{refused:?}");
}

#[tokio::test]
async fn those_who_read_logs_have_places_of_their_own_and_hold_up_nobody_who_plays() {
    let options = Options { reading_max: 0, ..Options::new(true) };
    let stage = Stage::with(options, HostOptions::default()).await;
    let client = stage.client();
    let id = table(&client, 1).await;
    session(&client, &id, "start").await;
    for path in ["", "/replay", "/replay/cut"] {
        let refused = client.get(&format!("/t/{id}{path}")).await;
        assert_eq!((refused.status, refused.header("retry-after")), (503, Some("1")), "{path}: {refused:?}");
    }
    for path in ["frames", "export", "export?format=html"] {
        let refused = client.get(&format!("/api/tables/{id}/{path}")).await;
        assert_eq!((refused.status, refused.code().as_str()), (503, "busy"), "{path}: {refused:?}");
        assert!(refused.body.contains("reading"), "in words: {refused:?}");
    }
    let line = json!({"as": "seat:1", "id": "r", "request": {"line": {"text": "((hi"}}});
    assert_eq!(client.post(&format!("/api/tables/{id}/commands"), &line).await.status, 200);
    assert_eq!(
        client.get(&format!("/api/tables/{id}?as=seat:1")).await.status,
        200,
        "how it stands is no reading"
    );
    assert!(client.listen(&format!("/api/tables/{id}/events")).await.next().await.is_some());
}
