//! Who may do what: every way in, with every token that does not open it.

use serde_json::json;

use crate::client::Client;
use crate::stage::{Stage, session, table};

/// Takes up an invitation, and gives the client that has its cookie.
pub(crate) async fn guest(stage: &Stage, owner: &Client, id: &str, scope: serde_json::Value) -> Client {
    let made = owner.post(&format!("/api/tables/{id}/invitations"), &scope).await;
    assert_eq!(made.status, 201, "{made:?}");
    let path = made.json()["path"].as_str().expect("a path").to_owned();
    let joined = stage.client().form(&path, "").await;
    assert_eq!((joined.status, joined.header("location")), (303, Some(format!("/t/{id}").as_str())));
    let cookie = joined.header("set-cookie").expect("a cookie").to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    assert!(cookie.contains("Max-Age=2592000") && cookie.contains("Path=/"), "{cookie}");
    assert_eq!(stage.client().form(&path, "").await.code(), "seat-taken", "once");
    assert_eq!(stage.client().get(&path).await.code(), "seat-taken", "and it says so");
    let cookie = cookie.split(';').next().expect("a pair").to_owned();
    stage.client().with("cookie", &cookie)
}

#[tokio::test]
async fn every_way_in_is_closed_alike_to_every_wrong_token() {
    let stage = Stage::opened(false).await;
    let owner = stage.owner();
    let (one, two) = (table(&owner, 2).await, table(&owner, 2).await);
    session(&owner, &one, "start").await;
    let watcher = guest(&stage, &owner, &one, json!({"scope": "observe"})).await;
    let other_seat = guest(&stage, &owner, &one, json!({"scope": "play", "seat": 2})).await;
    let other_table = guest(&stage, &owner, &two, json!({"scope": "play", "seat": 1})).await;
    let wrong = stage.client().with("authorization", &format!("Bearer {}", "0".repeat(64)));
    let line = json!({"as": "seat:1", "id": "x", "request": {"line": {"text": "((hello"}}});
    let strangers = [("nobody", stage.client()), ("wrong", wrong), ("another table", other_table)];
    let mut bodies = std::collections::BTreeSet::new();
    for (who, client) in &strangers {
        for path in ["", "/events", "/frames", "/export", "?as=seat:1"] {
            let answer = client.get(&format!("/api/tables/{one}{path}")).await;
            assert_eq!(answer.status, 404, "{who} {path}: {answer:?}");
            bodies.insert(answer.body);
        }
        bodies.insert(client.get("/api/tables/never-was").await.body);
        assert_eq!(client.get(&format!("/t/{one}")).await.status, 404, "{who}");
        for path in ["commands", "session", "seats", "rewind", "fork", "invitations"] {
            let answer = client.post(&format!("/api/tables/{one}/{path}"), &line).await;
            assert!(matches!(answer.status, 400 | 404), "{who} {path}: {answer:?}");
        }
        assert_eq!(client.post(&format!("/api/tables/{one}/commands"), &line).await.status, 404, "{who}");
        assert_eq!(client.post("/api/tables", &json!({"machine": "mafia"})).await.status, 404, "{who}");
        assert!(
            client.get("/api/tables").await.json()["tables"]
                .as_array()
                .is_some_and(|it| it.iter().all(|row| row["id"] != one.as_str()))
        );
    }
    assert_eq!(bodies.len(), 1, "one and the same refusal: {bodies:?}");

    for (who, client) in [("watcher", &watcher), ("seat 2", &other_seat)] {
        assert_eq!(client.get(&format!("/api/tables/{one}")).await.status, 200, "{who}");
        for viewer in ["seat:1", "host", "observer"] {
            let answer = client.get(&format!("/api/tables/{one}?as={viewer}")).await;
            assert_eq!(answer.status, 404, "{who} as {viewer}");
            assert_eq!(
                client.get(&format!("/api/tables/{one}/export?as={viewer}")).await.status,
                404,
                "{who}"
            );
        }
        assert_eq!(client.post(&format!("/api/tables/{one}/commands"), &line).await.status, 404, "{who}");
        assert_eq!(
            client.post(&format!("/api/tables/{one}/session"), &json!({"verb": "end"})).await.status,
            404,
            "{who}"
        );
    }
    assert_eq!(other_seat.get(&format!("/api/tables/{one}?as=seat:2")).await.status, 200);
    let listed = async |client: &Client| client.get("/api/tables").await.json()["tables"][0].clone();
    assert!(listed(&owner).await["updated_at"].is_i64());
    for guest in [&watcher, &other_seat] {
        let row = listed(guest).await;
        assert_eq!(
            (row["id"].as_str(), row.get("updated_at")),
            (Some(one.as_str()), None),
            "what is hidden has no time"
        );
    }
    let own = json!({"as": "seat:2", "id": "y", "request": {"line": {"text": "((hello"}}});
    assert_eq!(other_seat.post(&format!("/api/tables/{one}/commands"), &own).await.status, 200);

    let gone = owner
        .send(
            "DELETE",
            &format!("/api/tables/{one}/rights"),
            "application/json",
            "{\"scope\":\"play\",\"seat\":2}",
        )
        .await;
    assert_eq!(gone.json()["revoked"], 1);
    assert_eq!(other_seat.get(&format!("/api/tables/{one}?as=seat:2")).await.status, 404, "taken away");
}

#[tokio::test]
async fn on_loopback_nobody_needs_a_token_and_whoever_brings_one_has_its_rights_alone() {
    let stage = Stage::open().await;
    let id = table(&stage.client(), 2).await;
    let seat = guest(&stage, &stage.client(), &id, json!({"scope": "play", "seat": 1})).await;
    assert_eq!(seat.get(&format!("/api/tables/{id}?as=seat:1")).await.status, 200);
    assert_eq!(seat.get(&format!("/api/tables/{id}?as=seat:2")).await.status, 404);
    assert_eq!(seat.get("/api/metrics").await.status, 404);
    assert_eq!(stage.client().get("/api/metrics").await.status, 200);
}

#[tokio::test]
async fn rights_are_there_after_a_restart() {
    let stage = Stage::open().await;
    let id = table(&stage.client(), 2).await;
    let seat = guest(&stage, &stage.client(), &id, json!({"scope": "play", "seat": 1})).await;
    stage.host.stop().await;
    let rights = store::Rights::open(stage.dir.path()).expect("rights");
    let token = seat.headers[0].1.split_once('=').expect("a pair").1.to_owned();
    let token = server::Token::read(&token).expect("a token");
    assert!(rights.of(token.hash(), 0).is_some());
}
