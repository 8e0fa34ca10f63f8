//! What a server says of itself: to monitors, to its owner, and to whoever asks while it cannot do what it is there for.

use engine::Hash;
use serde_json::json;

use crate::stage::{Stage, session, table};

#[tokio::test]
async fn health_names_its_parts_and_why_is_for_the_owner() {
    let stage = Stage::opened(false).await;
    let health = stage.client().get("/api/health").await.json();
    assert_eq!(health["status"], "ok", "{health}");
    let names: Vec<&str> =
        health["parts"].as_array().expect("parts").iter().filter_map(|it| it["name"].as_str()).collect();
    assert_eq!(names, ["store", "disk", "writer", "sessions"]);
    let other = rusqlite::Connection::open(stage.dir.path().join("parlor.db")).expect("the database");
    let owner = stage.owner();
    let (well, broken) = (table(&owner, 1).await, table(&owner, 1).await);
    other.execute("UPDATE session SET title = 'x' WHERE id = ?1", [&broken]).expect("changed");
    let listed = owner.get("/api/tables").await.json();
    let ids: Vec<&str> =
        listed["tables"].as_array().expect("tables").iter().filter_map(|it| it["id"].as_str()).collect();
    assert_eq!(ids, [&well], "one damaged row hides one table");
    let health = stage.client().get("/api/health").await.json();
    assert_eq!(
        (health["status"].as_str(), health["parts"][0].get("why")),
        (Some("degraded"), None),
        "{health}"
    );
    let why = owner.get("/api/health").await.json()["parts"][0]["why"].to_string();
    assert!(why.contains("1 sessions are damaged") && why.contains("store check"), "{why}");
}

#[tokio::test]
async fn a_stopped_store_is_said_in_health_in_metrics_and_to_those_who_ask() {
    let stage = Stage::open().await;
    let client = stage.client();
    let id = table(&client, 1).await;
    session(&client, &id, "start").await;
    assert!(client.get("/api/metrics").await.body.contains("\nparlor_store_stopped 0\n"));
    let other = rusqlite::Connection::open(stage.dir.path().join("parlor.db")).expect("the database");
    let sealed = Hash::of(b"parlor.epoch.v1:7");
    other.execute("UPDATE store SET epoch = 7, seal = ?1", [sealed.0]).expect("taken over");
    let line = json!({"as": "seat:1", "id": "r", "request": {"line": {"text": "((hi"}}});
    for refused in [
        client.post(&format!("/api/tables/{id}/commands"), &line).await,
        client.post("/api/tables", &json!({"machine": "mafia"})).await,
        client.get("/api/health").await,
        client.get(&format!("/t/{id}/live")).await,
    ] {
        assert_eq!(refused.status, 503, "{refused:?}");
    }
    let refused = client.post(&format!("/api/tables/{id}/commands"), &line).await;
    assert_eq!(refused.code(), "storage-stopped", "{refused:?}");
    assert!(refused.body.contains("what was confirmed before is saved"), "{refused:?}");
    assert_eq!(client.get("/api/health").await.code(), "storage-stopped");
    assert!(client.get("/api/metrics").await.body.contains("\nparlor_store_stopped 1\n"));
    let why = stage.host.log_failed().await;
    assert!(why.contains("taken this store over"), "{why}");
    assert_eq!(client.get(&format!("/t/{id}")).await.status, 200, "what is there can be read");
}

#[tokio::test]
async fn every_figure_of_the_board_is_one_that_there_is() {
    let stage = Stage::open().await;
    let client = stage.client();
    assert_eq!(client.get("/api/nothing").await.status, 404);
    let metrics = client.get("/api/metrics").await.body;
    let kinds: Vec<(&str, &str)> =
        metrics.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.split_once(' ')).collect();
    let board = include_str!("../../../../deploy/grafana.json");
    let board: serde_json::Value = serde_json::from_str(board).expect("JSON");
    let mut shown = std::collections::BTreeSet::new();
    for panel in board["panels"].as_array().expect("panels") {
        for target in panel["targets"].as_array().expect("targets") {
            let expr = target["expr"].as_str().expect("an expression");
            let named = expr.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            for name in named.filter(|name| name.starts_with("parlor_")) {
                let is_of = |(known, kind): &&(&str, &str)| match *kind {
                    "histogram" => {
                        ["_bucket", "_sum", "_count"].iter().any(|end| *name == format!("{known}{end}"))
                    }
                    _ => name == *known,
                };
                let known = kinds.iter().find(is_of);
                shown.insert(known.unwrap_or_else(|| panic!("there is no {name}: {metrics}")).0);
            }
        }
    }
    let all = kinds.iter().map(|(name, _)| *name).collect();
    assert_eq!(shown, all, "and there is none that it does not show");
}

#[tokio::test]
async fn a_server_that_is_being_stopped_begins_nothing_and_ends_what_it_has() {
    let stage = Stage::open().await;
    let client = stage.client();
    let id = table(&client, 1).await;
    session(&client, &id, "start").await;
    let mut listening = client.listen(&format!("/api/tables/{id}/events")).await;
    listening.next().await.expect("the first");
    stage.server.drain();
    let line = json!({"as": "seat:1", "id": "r", "request": {"line": {"text": "((hi"}}});
    for refused in [
        client.post(&format!("/api/tables/{id}/commands"), &line).await,
        client.post("/api/tables", &json!({"machine": "mafia"})).await,
        client.get(&format!("/api/tables/{id}/events")).await,
        client.get("/api/health").await,
    ] {
        assert_eq!((refused.status, refused.code().as_str()), (503, "stopping"), "{refused:?}");
        assert_eq!(refused.header("retry-after"), Some("5"), "{refused:?}");
    }
    assert_eq!(client.get(&format!("/t/{id}")).await.status, 200, "what only looks is answered");
    stage.host.stop().await;
    let mut last = None;
    while let Some(event) = listening.next().await {
        last = Some(event);
    }
    let last = last.expect("a word");
    assert_eq!((last.name.as_str(), &last.data["code"]), ("closed", &json!("stopped")));
}
