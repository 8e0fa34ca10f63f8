//! What a program asks for: lists, tables, events, commands, and what goes wrong.

use serde_json::{Value, json};

use crate::stage::{Stage, session, table};

#[tokio::test]
async fn a_house_game_is_made_watched_and_read_again() {
    let stage = Stage::open().await;
    let client = stage.client();
    let id = table(&client, 0).await;
    let mut live = client.listen(&format!("/api/tables/{id}/events?as=public")).await;
    session(&client, &id, "start").await;
    let mut told: Vec<Value> = Vec::new();
    while let Some(event) = live.next().await {
        if event.name != "update" {
            break;
        }
        told.extend(event.data["frames"].as_array().cloned().unwrap_or_default());
        if event.data["scene"]["outcome"].is_object() {
            break;
        }
    }
    let numbers: Vec<u64> = told.iter().map(|frame| frame["number"].as_u64().expect("a number")).collect();
    assert_eq!(numbers, (0..numbers.len() as u64).collect::<Vec<_>>(), "dense, in the viewer's own numbers");

    let frames = client.get(&format!("/api/tables/{id}/frames?as=public")).await.json();
    let frames = frames.as_array().expect("frames");
    assert_eq!(frames[..told.len()], told[..], "what is read later is what was told");
    let scene = client.get(&format!("/api/tables/{id}?as=public&at=3")).await.json();
    assert!(scene["outcome"].is_null(), "{scene}");
    let scene = client.get(&format!("/api/tables/{id}")).await.json();
    assert!(scene["outcome"].is_object(), "{scene}");
    let list = client.get("/api/tables").await.json();
    assert_eq!(
        (list["tables"][0]["id"].as_str(), list["tables"][0]["ended"].as_bool()),
        (Some(id.as_str()), Some(true))
    );
}

#[tokio::test]
async fn a_stream_that_is_cut_goes_on_after_the_last_event_that_it_has() {
    let stage = Stage::open().await;
    let client = stage.client();
    let id = table(&client, 0).await;
    session(&client, &id, "start").await;
    let table = stage.host.table(&id.parse().expect("an id")).expect("it runs");
    table.ended().await.expect("it ends");
    let path = format!("/api/tables/{id}/events?as=public");
    let whole = client.get(&format!("/api/tables/{id}/frames?as=public")).await.json();
    let whole = whole.as_array().expect("frames").len() as u64;
    for cut in [0, 1, whole / 2, whole - 1] {
        let mut live = client.with("last-event-id", &cut.to_string()).listen(&path).await;
        let event = live.next().await.expect("the rest");
        let first = event.data["frames"][0]["number"].as_u64();
        assert_eq!(first, Some(cut + 1).filter(|first| *first < whole), "after {cut}");
    }
}

#[tokio::test]
async fn bad_requests_are_answered_in_words_and_change_nothing() {
    let stage = Stage::open().await;
    let client = stage.client();
    let id = table(&client, 1).await;
    let before = stage.store.session(&id.parse().expect("an id")).expect("a row").records;
    let commands = format!("/api/tables/{id}/commands");
    let command = |by: &str, request: Value| json!({"as": by, "id": "r1", "request": request});
    let deep = format!("{}1{}", "[".repeat(40), "]".repeat(40));
    for (answer, status, code) in [
        (client.get("/api/nothing").await, 404, "not-found"),
        (client.get("/api/tables/nope").await, 404, "not-found"),
        (client.get(&format!("/api/tables/{id}?as=seat:99")).await, 400, "bad-request"),
        (client.post("/api/tables", &json!({"machine": "chess"})).await, 422, "setup"),
        (
            client
                .post("/api/tables", &json!({"machine": "mafia", "seats": [{"name": "a", "holder": "x"}]}))
                .await,
            422,
            "setup",
        ),
        (client.post("/api/tables", &json!({"machine": "mafia", "more": 1})).await, 400, "bad-request"),
        (client.send("POST", "/api/tables", "text/plain", "{}").await, 415, "not-json"),
        (client.send("POST", "/api/tables", "application/json", "{").await, 400, "bad-request"),
        (client.send("POST", "/api/tables", "application/json", &deep).await, 400, "bad-request"),
        (client.send("POST", "/api/tables", "application/json", &"x".repeat(70_000)).await, 413, "too-large"),
        (
            client.post(&commands, &command("seat:1", json!({"line": {"text": "hello"}}))).await,
            409,
            "table-not-live",
        ),
        (
            client.post(&commands, &command("clock", json!({"line": {"text": "hello"}}))).await,
            404,
            "not-found",
        ),
        (
            client.post(&commands, &command("nobody", json!({"line": {"text": "hello"}}))).await,
            400,
            "bad-request",
        ),
        (client.post(&commands, &command("seat:1", json!({"shout": {}}))).await, 400, "bad-request"),
        (
            client.post(&format!("/api/tables/{id}/session"), &json!({"verb": "explode"})).await,
            409,
            "unreadable",
        ),
        (client.with("host", "evil.example").get("/api/tables").await, 421, "wrong-host"),
        (
            client.with("origin", "http://evil.example").post("/api/tables", &json!({})).await,
            403,
            "cross-origin",
        ),
    ] {
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{answer:?}");
        assert!(
            answer.json()["error"]["message"].as_str().is_some_and(|words| words.len() > 10),
            "{answer:?}"
        );
    }
    let after = stage.store.session(&id.parse().expect("an id")).expect("a row").records;
    assert_eq!(before, after);
}

#[tokio::test]
async fn the_same_request_again_is_not_done_twice() {
    let stage = Stage::open().await;
    let client = stage.client();
    let id = table(&client, 1).await;
    session(&client, &id, "start").await;
    let line = json!({"as": "seat:1", "id": "one", "request": {"line": {"text": "((hello"}}});
    for _ in 0..3 {
        assert_eq!(client.post(&format!("/api/tables/{id}/commands"), &line).await.status, 200);
    }
    let frames = client.get(&format!("/api/tables/{id}/frames?as=public")).await.json();
    let said = |frame: &&Value| frame["telling"]["voice"] == "aside";
    assert_eq!(frames.as_array().expect("frames").iter().filter(said).count(), 1);
}

#[tokio::test]
async fn too_many_commands_are_held_back_and_it_is_over_when_it_is_over() {
    let stage = Stage::open().await;
    let client = stage.client();
    let id = table(&client, 1).await;
    session(&client, &id, "start").await;
    let path = format!("/api/tables/{id}/commands");
    let mut held = None;
    for number in 0..200 {
        let line = json!({"as": "seat:1", "id": format!("r{number}"), "request": {"line": {"text": "((hi"}}});
        let answer = client.post(&path, &line).await;
        if answer.status == 429 {
            held = answer.header("retry-after").map(str::to_owned);
            break;
        }
    }
    assert_eq!(held.as_deref(), Some("1"));
    assert_eq!(client.get("/api/health").await.status, 200, "others go on");
}

#[tokio::test]
async fn every_answer_is_closed_to_other_origins() {
    let stage = Stage::open().await;
    for path in ["/", "/api/tables", "/assets/live.js", "/nothing"] {
        let answer = stage.client().get(path).await;
        let policy = answer.header("content-security-policy").expect("a policy").to_owned();
        assert!(policy.starts_with("default-src 'none'; script-src 'self'"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("referrer-policy"), Some("same-origin"));
    }
}
