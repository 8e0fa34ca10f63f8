//! The replay and the machine view: who may see what of them.

use serde_json::Value;

use crate::client::Client;
use crate::stage::{Stage, session, table};

/// A client with the right that an invitation gives.
async fn guest(owner: &Client, fresh: Client, id: &str, wanted: Value) -> Client {
    let made = owner.post(&format!("/api/tables/{id}/invitations"), &wanted).await;
    let joined = fresh.form(made.json()["path"].as_str().expect("a path"), "").await;
    let cookie = joined.header("set-cookie").expect("a cookie");
    fresh.with("cookie", cookie.split(';').next().expect("a pair"))
}

#[tokio::test]
async fn a_replay_of_a_game_that_runs_is_ones_own_and_nobody_elses() {
    let stage = Stage::open().await;
    let owner = stage.client();
    let id = table(&owner, 2).await;
    session(&owner, &id, "start").await;
    let play = serde_json::json!({"scope": "play", "seat": 1});
    let first = guest(&owner, stage.client(), &id, play).await;
    let own = first.get(&format!("/t/{id}/replay")).await;
    assert_eq!(own.status, 200);
    assert!(own.body.contains("data-as=\"seat:1\""), "as themselves, if nothing is said");
    assert!(!own.body.contains("value=\"seat:2\""), "what they may not see is not offered");
    assert!(!own.body.contains("Fork from here"), "nor what they may not do");
    for path in [
        format!("/t/{id}/replay?as=seat:2"),
        format!("/t/{id}/replay?as=host"),
        format!("/t/{id}/replay?as=seat:1&from=host&at=3"),
        format!("/t/{id}/replay/cut?as=seat:2&at=0&have=0"),
        format!("/t/{id}/machine"),
    ] {
        assert_eq!(first.get(&path).await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn a_cut_has_the_lines_of_its_viewer_and_the_parts_of_one_phase() {
    let stage = Stage::open().await;
    let owner = stage.client();
    let id = table(&owner, 0).await;
    session(&owner, &id, "start").await;
    stage.host.table(&id.parse().expect("an id")).expect("it runs").ended().await.expect("it ends");
    let frames = owner.get(&format!("/api/tables/{id}/frames")).await.json();
    let all = frames.as_array().expect("a list").len();
    let cut = owner.get(&format!("/t/{id}/replay/cut?as=public&at={}&have=0", all - 1)).await.json();
    assert_eq!(cut["lines"].as_array().map(Vec::len), Some(all), "a line, or none, for every event");
    let moments = cut["moments"].as_array().expect("moments");
    assert_eq!(cut["from"].as_u64(), Some((all - moments.len()) as u64), "the last phase");
    assert!(moments.len() < all);
    let text = cut["texts"].to_string();
    assert!(text.contains("aria-current"), "the strips are in it");
    let first = owner.get(&format!("/t/{id}/replay/cut?as=public&at=0&have=0")).await.body;
    assert!(!first.contains("on day"), "and the first phase knows nothing of the end");
}

#[tokio::test]
async fn the_same_moment_has_another_number_for_another_viewer() {
    let stage = Stage::open().await;
    let owner = stage.client();
    let id = table(&owner, 0).await;
    session(&owner, &id, "start").await;
    stage.host.table(&id.parse().expect("an id")).expect("it runs").ended().await.expect("it ends");
    let there = owner.get(&format!("/t/{id}/replay?as=host&from=public&at=20&think=live")).await;
    assert_eq!(there.status, 303);
    let to = there.header("location").expect("an address").to_owned();
    let number: usize =
        to.split("at=").nth(1).and_then(|at| at.split('&').next()?.parse().ok()).expect("a number");
    assert!(number > 20, "the host was told more: {to}");
    assert!(to.contains("think=live"));
    let text = |client: Client, viewer: &'static str, at: usize| {
        let path = format!("/api/tables/{id}/frames?as={viewer}");
        async move { client.get(&path).await.json()[at]["time"].clone() }
    };
    assert_eq!(text(owner.clone(), "public", 20).await, text(owner.clone(), "host", number).await);
}

#[tokio::test]
async fn a_finished_game_as_one_file_is_whole_and_asks_for_nothing() {
    let stage = Stage::open().await;
    let owner = stage.client();
    let id = table(&owner, 0).await;
    session(&owner, &id, "start").await;
    stage.host.table(&id.parse().expect("an id")).expect("it runs").ended().await.expect("it ends");
    let (lines, _) = stage.store.read_sound(&id.parse().expect("an id")).expect("a log");
    let log = engine::replay::read(lines.iter().map(|line| line.text.as_str())).expect("sound");
    let session = id.parse().expect("an id");
    let file =
        |viewer| server::replay_file(*activities::ALL, &session, "<b>Friday", &log, viewer).expect("a file");
    let whole = file(None);
    assert!(whole.contains("You suspect"), "what only a seat knows is in the whole");
    assert!(whole.contains("&lt;b&gt;Friday") && !whole.contains("<b>Friday"));
    for asks in ["src=", "import ", "http://127", "<link"] {
        assert!(!whole.contains(asks), "{asks}");
    }
    for viewer in ["public", "seat:1", "seat:6", "host"] {
        assert!(whole.contains(&format!("\"{viewer}\":{{")), "{viewer}");
    }
    let public = file(Some(engine::Viewer::Public));
    assert!(!public.contains("\"host\":{") && !public.contains("You are") && !public.contains("You suspect"));
}
