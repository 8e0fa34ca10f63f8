//! Replays that are watched together, what somebody was thinking, and moments that are handed on.

use engine::Viewer;
use serde_json::{Value, json};

use crate::rights::guest;
use crate::stage::{Stage, between, session, table};

/// Something is thought and said out of character at a table that runs, and what all were told of it.
async fn played(stage: &Stage, id: &str) -> u64 {
    let owner = stage.owner();
    session(&owner, id, "start").await;
    let sent = owner.form(&format!("/t/{id}/answer"), "as=seat:1&line=((a-word-of-mine").await;
    assert_eq!(sent.status, 303, "{sent:?}");
    let frames = owner.get(&format!("/api/tables/{id}/frames?as=public")).await.json();
    frames.as_array().expect("frames").len() as u64 - 1
}

#[tokio::test]
async fn a_clip_has_what_its_viewer_was_told_and_nothing_else() {
    let stage = Stage::opened(false).await;
    let owner = stage.owner();
    let id = table(&owner, 2).await;
    played(&stage, &id).await;
    let observer = guest(&stage, &owner, &id, json!({"scope": "observe"})).await;
    for kind in ["svg", "txt"] {
        let clip = observer.get(&format!("/t/{id}/clip.{kind}")).await;
        assert_eq!(clip.status, 200, "{clip:?}");
        assert!(clip.body.contains("a-word-of-mine") && clip.body.contains("P1"), "{clip:?}");
        assert!(clip.body.contains(&format!("/t/{id}/replay?as=public&")), "{clip:?}");
        for eyes in ["seat:1", "host", "observer"] {
            let refused = observer.get(&format!("/t/{id}/clip.{kind}?as={eyes}")).await;
            assert_eq!(refused.status, 404, "{eyes}: {refused:?}");
        }
        // Of what was told to others there is nothing at any moment: neither roles nor what was chosen.
        let secrets = owner.get(&format!("/api/tables/{id}/frames?as=host")).await.json();
        let known = owner.get(&format!("/api/tables/{id}/frames?as=public")).await.json();
        let texts = |frames: &Value| -> Vec<String> {
            let told = frames.as_array().into_iter().flatten();
            told.filter_map(|frame| frame["telling"]["text"].as_str().map(str::to_owned)).collect()
        };
        let (secrets, known) = (texts(&secrets), texts(&known));
        for at in 0..known.len() {
            let clip = observer.get(&format!("/t/{id}/clip.{kind}?at={at}")).await.body;
            let leaked = secrets.iter().find(|secret| !known.contains(secret) && clip.contains(*secret));
            assert_eq!(leaked, None, "at {at}");
        }
    }
    assert_eq!(stage.client().get(&format!("/t/{id}/clip.svg")).await.status, 404);
}

#[tokio::test]
async fn what_somebody_was_thinking_is_for_those_who_may_see_everything() {
    let stage = Stage::opened(false).await;
    let owner = stage.owner();
    let id = table(&owner, 2).await;
    let at = played(&stage, &id).await;
    let player = guest(&stage, &owner, &id, json!({"scope": "play", "seat": 2})).await;
    let path = format!("/t/{id}/replay/thought?as=public&at={at}");
    assert_eq!(player.get(&path).await.status, 404, "while it is played");
    assert_eq!(owner.get(&path).await.status, 200);
}

#[tokio::test]
async fn whoever_leads_is_followed_by_those_who_may_look_and_led_by_nobody_else() {
    let stage = Stage::opened(false).await;
    let owner = stage.owner();
    let id = table(&owner, 2).await;
    played(&stage, &id).await;
    let path = format!("/t/{id}/together");
    let begun = owner.form(&path, "as=public&at=1").await;
    let (code, key) = (begun.json()["with"].clone(), begun.json()["key"].clone());
    let (code, key) = (code.as_str().expect("a code"), key.as_str().expect("a key"));
    assert!(begun.json()["link"].as_str().expect("a link").ends_with(&format!("/t/{id}/replay?with={code}")));
    let player = guest(&stage, &owner, &id, json!({"scope": "play", "seat": 2})).await;
    let page = player.get(&format!("/t/{id}/replay?with={code}")).await.body;
    assert!(
        between(&page, "id=\"replay\"", ">").contains("data-at=\"1\""),
        "it opens where whoever leads is"
    );
    let mut live = player.listen(&format!("{path}/{code}")).await;
    let now = live.next().await.expect("where it is");
    assert_eq!((now.name.as_str(), &now.data["at"]), ("now", &json!(1)));
    let moved = owner.form(&path, &format!("as=public&at=2&with={code}&key={key}")).await;
    assert_eq!(moved.status, 200, "{moved:?}");
    assert_eq!(live.next().await.expect("it goes on").data["at"], 2);
    // Through eyes that are not theirs nobody is led.
    owner.form(&path, &format!("as=host&at=3&with={code}&key={key}")).await;
    assert_eq!(live.next().await.expect("it goes on").data, json!({"hidden": true}));
    let wrong = "0".repeat(64);
    for (who, sent) in [
        (&player, format!("as=public&at=2&with={code}&key={wrong}")),
        (&player, format!("as=public&at=2&with={wrong}&key={key}")),
        (&player, "as=host&at=2".to_owned()),
        (&stage.client(), "as=public&at=2".to_owned()),
    ] {
        assert_eq!(who.form(&path, &sent).await.status, 404, "{sent}");
    }
    let other = table(&owner, 2).await;
    assert_eq!(owner.get(&format!("/t/{other}/together/{code}")).await.status, 404, "of another table");
    assert_eq!(stage.client().get(&format!("{path}/{code}")).await.status, 404);
    assert!(stage.host.scene(&id.parse().expect("an id"), Viewer::Public).await.is_ok());
    stage.server.drain();
    assert_eq!(live.next().await.expect("it ends").name, "over");
}
