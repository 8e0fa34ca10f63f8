//! Every address of the server, with every token that does not open it: the same refusal, byte for byte.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use server::Token;

use crate::client::{Answer, Client};
use crate::rights::guest;
use crate::stage::{HostOptions, Options, Stage, session, table};

/// One way to ask.
struct Way {
    method: String,
    path: String,
    name: String,
    /// Is it about one table?
    of_table: bool,
}

/// Every way to ask: those of the document, and those of the pages, which stand in the list of routes alone.
fn ways() -> Vec<Way> {
    let mut ways = Vec::new();
    for (path, methods) in server::document()["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("methods") {
            let name = operation["operationId"].as_str().expect("a name").to_owned();
            let of_table = path.contains("{id}");
            ways.push(Way { method: method.to_uppercase(), path: path.clone(), name, of_table });
        }
    }
    let routes = include_str!("../../src/routes.rs");
    for line in routes.lines() {
        let Some(rest) = line.trim().strip_prefix(".route(\"") else { continue };
        let (path, handler) = rest.split_once("\", ").expect("a handler");
        for (word, method) in [("get(", "GET"), ("post(", "POST"), ("delete(", "DELETE")] {
            if handler.contains(word) {
                let (path, name) = (path.to_owned(), format!("{method} {path}"));
                ways.push(Way { method: method.to_owned(), of_table: path.contains("{id}"), path, name });
            }
        }
    }
    ways
}

impl Way {
    async fn ask(&self, client: &Client, id: &str, body: Option<&str>) -> Answer {
        let path = self.path.replace("{id}", id).replace("{name}", "mafia");
        let path = path.replace("{hash}", &"0".repeat(64)).replace("{token}", &"0".repeat(64));
        // Through the eyes of seat 1, wherever that can be said.
        let looks = matches!(self.name.as_str(), "look" | "listen" | "frames" | "export" | "add_photo");
        let is_page = path.starts_with("/t/") && (self.method == "GET" || path.contains("/photos"));
        let path = if looks || is_page { format!("{path}?as=seat:1") } else { path };
        let own = match self.name.as_str() {
            "create" => json!({"machine": "mafia"}),
            "command" => json!({"as": "seat:1", "id": "x", "request": {"line": {"text": "((hello"}}}),
            "session" => json!({"verb": "pause"}),
            "sit" => json!({"seat": 3, "taken": true}),
            "rewind" => json!({"as": "host", "to": 1}),
            "fork" => json!({"at": 1}),
            "invite" | "revoke" => json!({"scope": "observe"}),
            _ => Value::Null,
        };
        let (kind, own) = match own {
            Value::Null if self.method == "GET" => ("", String::new()),
            Value::Null => {
                ("application/x-www-form-urlencoded", "as=seat:1&line=((hello&verb=pause".to_owned())
            }
            own => ("application/json", own.to_string()),
        };
        client.send(&self.method, &path, kind, body.unwrap_or(&own)).await
    }
}

/// What everybody may ask for.
const OPEN: &[&str] = &[
    "health",
    "activities",
    "machines",
    "machine",
    "diagram",
    "tables",
    "GET /",
    "GET /help",
    "GET /join",
    "GET /assets/{name}",
    "GET /assets/{version}/{name}",
    "GET /service.js",
    "GET /offline",
    "GET /api/openapi.json",
];

#[tokio::test]
async fn every_address_is_closed_alike_to_every_wrong_token() {
    let options = Options { rate_times: 1_000, ..Options::new(false) };
    let stage = Stage::with(options, HostOptions::default()).await;
    let owner = stage.owner();
    let (one, two) = (table(&owner, 2).await, table(&owner, 2).await);
    session(&owner, &one, "start").await;
    // Those in seats may be let change the state: here they are not.
    assert_eq!(owner.form(&format!("/t/{one}/stewards"), "who=host").await.status, 303);
    let bearer = |token: &str| stage.client().with("authorization", &format!("Bearer {token}"));
    let revoked = guest(&stage, &owner, &one, json!({"scope": "play", "seat": 1})).await;
    let body = "{\"scope\":\"play\",\"seat\":1}";
    let gone = owner.send("DELETE", &format!("/api/tables/{one}/rights"), "application/json", body).await;
    assert_eq!(gone.json()["revoked"], 1);
    let expired = Token::fresh().expect("chance");
    stage.server.grant_owner(&expired, 1).expect("granted");
    let other = guest(&stage, &owner, &two, json!({"scope": "host"})).await;
    let watcher = guest(&stage, &owner, &one, json!({"scope": "observe"})).await;
    let seat = guest(&stage, &owner, &one, json!({"scope": "play", "seat": 2})).await;
    let strangers = [
        ("nobody", stage.client()),
        ("a token that never was", bearer(&"0".repeat(64))),
        ("no token at all", bearer("x")),
        ("another way to say it", stage.client().with("authorization", "Basic eDp5")),
        ("a cookie that is none", stage.client().with("cookie", "parlor-owner=x")),
        ("expired", bearer(expired.as_str())),
        ("revoked", revoked),
        ("who runs another table", other),
    ];
    let guests = [("a watcher", watcher), ("another seat", seat)];
    let refusal = stage.client().get("/api/tables/never-was").await.body;
    let mut asked = BTreeSet::new();
    for way in ways() {
        for (who, client) in strangers.iter().chain(&guests) {
            let is_guest = guests.iter().any(|(name, _)| name == who);
            let answer = way.ask(client, &one, None).await;
            closed_to_other_origins(&way, &answer);
            let what = format!("{who}: {} {}: {answer:?}", way.method, way.path);
            if OPEN.contains(&way.name.as_str()) {
                assert!(answer.status < 400 || way.path.starts_with("/assets/"), "{what}");
                assert!(!answer.body.contains(&one) || is_guest, "{what}");
                continue;
            }
            if way.path == "/join/{token}" {
                assert_eq!((answer.status, answer.code().as_str()), (410, "seat-taken"), "{what}");
                continue;
            }
            if way.name == "session" && *who == "another seat" {
                assert_eq!((answer.status, answer.code().as_str()), (409, "not-steward"), "{what}");
                continue;
            }
            if way.name == "book" && is_guest {
                // What all were told is theirs.
                assert_eq!((answer.status, answer.body.contains(&one)), (200, true), "{what}");
                continue;
            }
            if way.path == "/t/{id}/gallery" && *who == "a watcher" {
                assert_eq!((answer.status, answer.code().as_str()), (400, "bad-request"), "{what}");
                continue;
            }
            assert_eq!((answer.status, &answer.body), (404, &refusal), "{what}");
            if !is_guest && way.method != "GET" && way.path != "/new" {
                // Not even whether what they send would be right.
                let answer = way.ask(client, &one, Some("{")).await;
                assert_eq!((answer.status, &answer.body), (404, &refusal), "{what}");
            }
            if way.of_table && !is_guest {
                let never = way.ask(client, "never-was", None).await;
                assert_eq!((never.status, &never.body), (404, &refusal), "{what}");
            }
        }
        asked.insert(way.name);
    }
    assert!(asked.len() >= 28 && asked.contains("listen") && asked.contains("GET /t/{id}/live"), "{asked:?}");
    let records = stage.store.session(&one.parse().expect("an id")).expect("a row").records;
    let frames = owner.get(&format!("/api/tables/{one}/frames?as=host")).await.json();
    assert!(
        !frames.to_string().contains("((hello") && !frames.to_string().contains("\"hello\""),
        "{records}"
    );
}

fn closed_to_other_origins(way: &Way, answer: &Answer) {
    let what = format!("{} {}", way.method, way.path);
    let policy = answer.header("content-security-policy").unwrap_or_default();
    assert!(policy.starts_with("default-src 'none'; script-src 'self'"), "{what}: {policy}");
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{what}");
    assert_eq!(answer.header("referrer-policy"), Some("same-origin"), "{what}");
    assert_eq!(answer.header("x-frame-options"), Some("DENY"), "{what}");
    if way.path.starts_with("/api/") {
        assert_eq!(answer.header("cache-control"), Some("no-store"), "{what}");
    }
}

#[tokio::test]
async fn every_address_is_closed_to_other_names_and_to_pages_of_others() {
    let stage = Stage::open().await;
    let id = table(&stage.client(), 1).await;
    for way in ways() {
        let elsewhere = way.ask(&stage.client().with("host", "evil.example"), &id, None).await;
        assert_eq!((elsewhere.status, elsewhere.code().as_str()), (421, "wrong-host"), "{}", way.name);
        if way.method != "GET" {
            let from = way.ask(&stage.client().with("origin", "http://evil.example"), &id, None).await;
            assert_eq!((from.status, from.code().as_str()), (403, "cross-origin"), "{}", way.name);
        }
    }
    let row = stage.store.session(&id.parse().expect("an id")).expect("a row");
    assert_eq!(stage.store.sessions().expect("rows").len(), 1, "no other was made");
    assert_eq!(row.records, 2, "and nothing was done");
}

#[tokio::test]
async fn an_invitation_that_two_take_up_at_once_lets_one_in() {
    let stage = Stage::opened(false).await;
    let owner = stage.owner();
    let id = table(&owner, 2).await;
    let made = owner.post(&format!("/api/tables/{id}/invitations"), &json!({"scope": "host"})).await;
    let path = made.json()["path"].as_str().expect("a path").to_owned();
    let (one, two) = (stage.client(), stage.client());
    let (one, two) = tokio::join!(one.form(&path, ""), two.form(&path, ""));
    let statuses = BTreeSet::from([one.status, two.status]);
    assert_eq!(statuses, BTreeSet::from([303, 410]));
    let cookies = [&one, &two].into_iter().filter_map(|it| it.header("set-cookie"));
    assert_eq!(cookies.count(), 1);
}
