//! What is done with what is kept: deleted, backed up and put back, and given back to the disk; and what is said of all that is done.

use std::process::Stdio;

use serde_json::{Value, json};

use crate::serve::Serving;
use crate::stage::Home;

#[test]
fn a_session_is_deleted_and_only_a_backup_brings_it_back() {
    let (home, id) = Home::with_demo(3);
    let log = home.export(&id);
    home.run(&["fork", &id, "--at", "9", "-q"]).fine();
    let backup = home.path("backup").display().to_string();
    home.run(&["store", "backup", &backup]).fine();

    let gone = home.run(&["session", "delete", &id]);
    assert!(gone.err.contains("forked from it is there still"), "{}", gone.err);
    assert!(gone.fine().contains(&id));
    assert_eq!(home.run(&["session", "delete", &id]).code, 1, "once");
    assert_eq!(home.run(&["export", &id]).code, 1);
    let left = home.run(&["sessions", "--json"]).json();
    assert_eq!(
        left["sessions"].as_array().map(Vec::len),
        Some(1),
        "the fork is a session of its own: {left}"
    );
    let vacuumed = home.run(&["store", "vacuum", "--json"]).json();
    assert!(vacuumed["after"].as_u64() <= vacuumed["before"].as_u64(), "{vacuumed}");
    assert!(home.run(&["store", "check"]).fine().contains("whole: 1 sessions"));

    let refused = home.run(&["store", "restore", &backup]);
    assert!(refused.code == 1 && refused.err.contains("--replace"), "{}", refused.err);
    let restored = home.run(&["store", "restore", &backup, "--replace"]);
    assert!(restored.err.contains("before-restore"), "{}", restored.err);
    assert!(restored.fine().contains("2 sessions"));
    assert_eq!(home.export(&id), log, "as it was, to the byte");
    home.run(&["verify", &id]).fine();
}

#[test]
fn while_it_is_served_a_session_is_deleted_over_http_and_what_is_said_of_it_has_no_word_that_anybody_said() {
    let home = Home::new();
    let mut command = home.command(&["serve", "--bind", "127.0.0.1:0"]);
    command.env("PARLOR_LOG", "debug:json").stdout(Stdio::piped()).stderr(Stdio::piped());
    let serving = Serving::of(command.spawn().expect("it starts"));
    let ask = |method: &str, path: &str, body: &str| serving.ask(method, path, body);
    let wanted = r#"{"machine":"mafia","title":"Plum pudding","setup":{"speed":"STEP"}}"#;
    let made = ask("POST", "/api/tables", wanted);
    let id =
        made.split("\"id\":\"").nth(1).and_then(|rest| rest.split('"').next()).expect("an id").to_owned();
    let started = ask("POST", &format!("/api/tables/{id}/session"), r#"{"verb":"start"}"#);
    assert!(started.starts_with("HTTP/1.1 200"), "{started}");
    let scene = ask("GET", &format!("/api/tables/{id}?as=public"), "");
    let scene: Value = serde_json::from_str(scene.rsplit("\r\n\r\n").next().expect("a body")).expect("JSON");
    let seats = scene["seats"].as_array().expect("seats");
    let seat = 1 + seats.iter().position(|seat| seat["holder"] == "person").expect("a person");
    let line = json!({"as": format!("seat:{seat}"), "id": "plum-request", "request": {"line": {"text": "((plum duff"}}});
    let said = ask("POST", &format!("/api/tables/{id}/commands"), &line.to_string());
    assert!(said.starts_with("HTTP/1.1 200"), "{said}");
    let name = said.lines().find_map(|line| line.strip_prefix("x-request-id: ")).expect("a name").to_owned();
    let token = "plum5ec7e7".repeat(6);
    assert!(ask("GET", &format!("/owner/{token}"), "").starts_with("HTTP/1.1 404"));
    let held = home.run(&["session", "delete", &id]);
    assert!(held.code == 1 && held.err.contains("DELETE /api/tables/ID"), "{}", held.err);
    assert!(ask("DELETE", &format!("/api/tables/{id}"), "").starts_with("HTTP/1.1 200"));
    assert!(ask("GET", &format!("/api/tables/{id}"), "").starts_with("HTTP/1.1 404"));
    let err = serving.said();
    let logs: Vec<Value> = err.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let found = logs.iter().find(|log| log["request"] == name).expect("it is found by its name");
    assert_eq!(
        (&found["path"], &found["status"]),
        (&"/api/tables/*/commands".into(), &200.into()),
        "{found}"
    );
    assert!(logs.iter().any(|log| log["what"] == "on disk" && log["session"] == id.as_str()), "{err}");
    assert!(logs.iter().any(|log| log["path"] == "/owner/*" && log["code"] == "not-found"), "{err}");
    for log in &logs {
        let log = log.to_string().to_lowercase();
        for word in ["plum", "duff", "villager", "sheriff", "doctor"] {
            assert!(!log.contains(word), "{word}: {log}");
        }
    }
}
