//! What those who watch say to each other: who may say something, who may read it, and when.

use serde_json::json;

use crate::again::{played, stage as for_others};
use crate::client::{Client, Listening};
use crate::rights::guest;
use crate::stage::{Stage, table};

async fn says(client: &Client, id: &str, form: &str) -> u16 {
    client.form(&format!("/t/{id}/gallery"), form).await.status
}

async fn page(client: &Client, id: &str, viewer: &str) -> String {
    client.get(&format!("/t/{id}?as={viewer}")).await.body
}

/// Reads updates until a part says something; gives all that came until then.
async fn until(live: &mut Listening, part: &str, words: &str) -> String {
    let mut all = String::new();
    loop {
        let page = live.next().await.expect("it goes on").data;
        all.push_str(&page.to_string());
        if page["parts"][part].as_str().is_some_and(|html| html.contains(words)) {
            return all;
        }
    }
}

#[tokio::test]
async fn those_who_watch_talk_and_whoever_plays_reads_it_at_the_end() {
    let stage = for_others().await;
    let owner = stage.owner();
    let id = table(&owner, 2).await;
    let [ana, ben] = [
        guest(&stage, &owner, &id, json!({"scope": "play", "seat": 1})).await,
        guest(&stage, &owner, &id, json!({"scope": "play", "seat": 2})).await,
    ];
    let [mia, ono] = [
        guest(&stage, &owner, &id, json!({"scope": "observe"})).await,
        guest(&stage, &owner, &id, json!({"scope": "observe"})).await,
    ];
    let mut player = ana.listen(&format!("/t/{id}/live?as=seat:1")).await;
    until(&mut player, "seats", "P1").await;
    let mut watcher = ono.listen(&format!("/t/{id}/live?as=public")).await;
    let told = until(&mut player, "watching", "1 is watching.").await;
    assert!(!told.contains("gallery-line"), "who plays has no line there: {told}");
    until(&mut watcher, "gallery", "gallery-line").await;

    assert_eq!(says(&mia, &id, "look=public&name=Mia&text=Watch <P2> closely").await, 303);
    until(&mut watcher, "gallery", "<b>Mia</b> <span class=\"words\">Watch &lt;P2&gt; closely").await;
    // The name that somebody gave is theirs; who gives none is numbered.
    assert_eq!(says(&mia, &id, "look=public&name=P2&text=He is quiet").await, 303);
    assert_eq!(says(&ono, &id, "look=public&text=Why him?").await, 303);
    let read = page(&mia, &id, "public").await;
    for words in ["<b>Mia</b> <span class=\"words\">He is quiet", "<b>Watcher 2</b>", "Say something, Mia: "]
    {
        assert!(read.contains(words), "{words}: {read}");
    }
    // The owner has no seat here: both people have come.
    assert!(page(&owner, &id, "public").await.contains("Why him?"));
    for (player, own) in [(&ana, "seat:1"), (&ben, "seat:2")] {
        for viewer in [own, "public"] {
            let read = page(player, &id, viewer).await;
            assert!(!read.contains("Mia") && !read.contains("Why him?"), "{viewer}: {read}");
        }
        assert_eq!(says(player, &id, "look=public&text=What do you see?").await, 404);
    }
    assert_eq!(says(&stage.client(), &id, "look=public&text=hello").await, 404);
    for wrong in [
        "text=",
        "text=+++",
        &format!("text={}", "x".repeat(301)),
        &format!("name={}&text=x", "x".repeat(33)),
    ] {
        assert_eq!(says(&mia, &id, &format!("look=public&{wrong}")).await, 400, "{wrong}");
    }
    // Who has left a seat has seen what it sees, and tells it nobody before the end.
    let dee = guest(&stage, &owner, &id, json!({"scope": "play", "seat": 4})).await;
    let left = dee.form(&format!("/t/{id}/seats"), "seat=4&taken=no").await;
    assert_eq!(left.status, 303, "{left:?}");
    assert_eq!(says(&dee, &id, "look=public&text=It is P3").await, 404);
    assert!(!page(&dee, &id, "public").await.contains("Why him?"));

    played(&stage, &owner, &id, &[1, 2]).await;
    until(&mut player, "gallery", "Why him?").await;
    let read = page(&ana, &id, "seat:1").await;
    assert!(read.contains("What those who watched said") && !read.contains("gallery-line"), "{read}");
    // It is in no log.
    for path in ["frames?as=host", "export"] {
        let body = owner.get(&format!("/api/tables/{id}/{path}")).await.body;
        assert!(!body.contains("Why him?"), "{path}");
    }
    assert_eq!(owner.send("DELETE", &format!("/api/tables/{id}"), "", "").await.status, 200);
}

#[tokio::test]
async fn whoever_runs_a_table_watches_it_only_where_no_seat_is_theirs() {
    let stage = Stage::open().await;
    let owner = stage.client();
    let (played, watched) = (table(&owner, 1).await, table(&owner, 0).await);
    assert_eq!(says(&owner, &played, "look=public&text=Hm").await, 404, "they play it themselves");
    assert!(!page(&owner, &played, "public").await.contains("gallery-line"));
    assert_eq!(says(&owner, &watched, "look=public&text=Hm").await, 303);
    assert!(page(&owner, &watched, "public").await.contains("<span class=\"words\">Hm"));
    let promised = owner.form(&format!("/t/{watched}/seats"), "seat=3&taken=yes").await;
    assert_eq!(promised.status, 303, "{promised:?}");
    assert!(!page(&owner, &watched, "public").await.contains("Hm</span>"), "they sat down");
}
