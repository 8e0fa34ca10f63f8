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
    }
    let ended = watcher.post(&format!("/api/tables/{one}/session"), &json!({"verb": "end"})).await;
    assert_eq!(ended.status, 404, "whoever watches changes nothing");
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

#[tokio::test]
async fn t14_buttons_and_answers_agree_on_who_may_change_the_state() {
    let stage = Stage::opened(false).await;
    let owner = stage.owner();
    let id = table(&owner, 2).await;
    let (one, two) = (
        guest(&stage, &owner, &id, json!({"scope": "play", "seat": 1})).await,
        guest(&stage, &owner, &id, json!({"scope": "play", "seat": 2})).await,
    );
    let watcher = guest(&stage, &owner, &id, json!({"scope": "observe"})).await;
    let set = async |client: &Client, verb: &str| {
        client.post(&format!("/api/tables/{id}/session"), &json!({"verb": verb})).await
    };
    let page = async |client: &Client| client.get(&format!("/t/{id}")).await.body;
    session(&owner, &id, "start").await;
    for (who, ones, twos) in [("everyone", true, true), ("some&seat=1", true, false), ("host", false, false)]
    {
        let named = owner.form(&format!("/t/{id}/stewards"), &format!("who={who}")).await;
        assert_eq!(named.status, 303, "{named:?}");
        for (seat, client, may) in [(1, &one, ones), (2, &two, twos)] {
            assert_eq!(
                page(client).await.contains("id=\"set-pause\""),
                may,
                "{who}: the button of seat {seat}"
            );
            let paused = set(client, "pause").await;
            assert_eq!(paused.status, if may { 200 } else { 409 }, "{who}: {paused:?}");
            if may {
                session(&owner, &id, "resume").await;
            } else {
                assert_eq!(paused.code(), "not-steward", "and says who may");
            }
        }
        assert_eq!(set(&watcher, "pause").await.status, 404, "whoever watches changes nothing");
        assert!(!page(&watcher).await.contains("id=\"set-pause\""));
        assert_eq!(
            one.form(&format!("/t/{id}/stewards"), "who=everyone").await.status,
            404,
            "not theirs to name"
        );
    }
    let told = owner.get(&format!("/api/tables/{id}/frames?as=public")).await.body;
    assert!(told.contains("From now on the host may change the table's state."), "{told}");
}

#[tokio::test]
async fn t14_what_a_guest_may_not_open_is_not_offered_and_an_end_is_asked_about() {
    let stage = Stage::opened(false).await;
    let owner = stage.owner();
    let id = table(&owner, 2).await;
    session(&owner, &id, "start").await;
    let one = guest(&stage, &owner, &id, json!({"scope": "play", "seat": 1})).await;
    let page = one.get(&format!("/t/{id}")).await.body;
    assert!(!page.contains(&format!("/t/{id}/machine")) && !page.contains("id=\"rights\""), "{page}");
    assert_eq!(one.get(&format!("/t/{id}/machine")).await.status, 404);
    let sure = crate::stage::between(&page, "id=\"sure-end\"", "</details>");
    assert!(sure.contains("End for everybody?") && sure.contains("id=\"set-end\""), "{page}");
    let page = owner.get(&format!("/t/{id}")).await.body;
    assert!(page.contains(&format!("/t/{id}/machine")) && page.contains("id=\"rights\""), "{page}");
}

#[tokio::test]
async fn t14_whoever_runs_the_table_sees_who_is_here_and_takes_a_right_away() {
    let stage = Stage::opened(false).await;
    let owner = stage.owner();
    let id = table(&owner, 2).await;
    let one = guest(&stage, &owner, &id, json!({"scope": "play", "seat": 1})).await;
    let watcher = guest(&stage, &owner, &id, json!({"scope": "observe"})).await;
    owner.post(&format!("/api/tables/{id}/invitations"), &json!({"scope": "play", "seat": 2})).await;
    let rights = format!("/api/tables/{id}/rights");
    let stream = one.listen(&format!("/api/tables/{id}/events?as=seat:1")).await;
    let listed = owner.get(&rights).await.json();
    let named = |scope: &str, seat: serde_json::Value| {
        let rows = listed.as_array().expect("a list");
        rows.iter().find(|row| row["scope"] == scope && row["seat"] == seat).expect("a row").clone()
    };
    assert_eq!(listed.as_array().map(Vec::len), Some(3));
    let (playing, invited) = (named("play", json!(1)), named("play", json!(2)));
    assert_eq!((&playing["here"], &playing["invitation"]), (&json!(true), &json!(false)));
    assert_eq!((&invited["here"], &invited["invitation"]), (&json!(false), &json!(true)));
    drop(stream);
    for client in [&one, &watcher] {
        assert_eq!(client.get(&rights).await.status, 404, "not theirs to see");
        let path = format!("{rights}/{}", playing["right"].as_str().expect("a name"));
        assert_eq!(client.send("DELETE", &path, "application/json", "").await.status, 404);
    }
    let page = owner.get(&format!("/t/{id}")).await.body;
    assert!(page.contains("Plays P1") && page.contains("An invitation to play P2"), "{page}");
    let taken = format!("right={}", playing["right"].as_str().expect("a name"));
    assert_eq!(owner.form(&format!("/t/{id}/rights"), &taken).await.status, 303);
    assert_eq!(one.get(&format!("/api/tables/{id}")).await.status, 404, "gone at once");
    let path = format!("{rights}/{}", named("observe", json!(null))["right"].as_str().expect("a name"));
    assert_eq!(owner.send("DELETE", &path, "application/json", "").await.status, 200);
    assert_eq!(owner.send("DELETE", &path, "application/json", "").await.status, 404, "once");
    assert_eq!(watcher.get(&format!("/api/tables/{id}")).await.status, 404);
}

#[tokio::test]
async fn t14_under_fair_play_whoever_runs_the_table_sees_no_more_than_their_seat() {
    let stage = Stage::opened(false).await;
    let owner = stage.owner();
    let id = table(&owner, 2).await;
    session(&owner, &id, "start").await;
    let look = async |viewer: &str| owner.get(&format!("/api/tables/{id}?as={viewer}")).await;
    assert_eq!(look("host").await.status, 200);
    let mut stream = owner.listen(&format!("/api/tables/{id}/events?as=host")).await;
    stream.next().await.expect("how things stand");
    assert_eq!(owner.form(&format!("/t/{id}/fair"), "on=yes&seat=1").await.status, 303);
    for viewer in ["host", "observer", "seat:2", "seat:4"] {
        let refused = look(viewer).await;
        assert_eq!((refused.status, refused.code().as_str()), (409, "fair-play"), "{viewer}: {refused:?}");
    }
    for viewer in ["public", "seat:1"] {
        assert_eq!(look(viewer).await.status, 200, "{viewer}");
    }
    while let Some(event) = stream.next().await {
        assert!(event.data["scene"].is_null(), "a stream that was open is told nothing more: {event:?}");
    }
    for path in ["/export", "/export?as=host&format=html", "/frames?as=seat:2"] {
        assert_eq!(owner.get(&format!("/api/tables/{id}{path}")).await.code(), "fair-play", "{path}");
    }
    assert_eq!(owner.get(&format!("/t/{id}/machine")).await.status, 409);
    assert_eq!(owner.post(&format!("/api/tables/{id}/fork"), &json!({"at": 2})).await.code(), "fair-play");
    let act = json!({"as": "seat:2", "id": "x", "request": {"line": {"text": "((hello"}}});
    assert_eq!(owner.post(&format!("/api/tables/{id}/commands"), &act).await.code(), "fair-play");
    let page = owner.get(&format!("/t/{id}?as=seat:1")).await.body;
    assert!(page.contains("Lift fair play") && !page.contains(">Machine<"), "{page}");
    assert_eq!(owner.form(&format!("/t/{id}/fair"), "on=no").await.status, 303);
    assert_eq!(look("host").await.status, 200);
    let told = owner.get(&format!("/api/tables/{id}/frames?as=public")).await.body;
    for words in ["the host sees no more than P1 does", "The host lifts fair play, and can see everything"] {
        assert!(told.contains(words), "the table is told: {words}");
    }
}
