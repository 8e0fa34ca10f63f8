//! The pages, as a browser without scripts has them.

use serde_json::json;

use crate::stage::{Stage, session, table};

#[tokio::test]
async fn the_lobby_makes_a_table_and_its_page_is_played_with_plain_forms() {
    let stage = Stage::open().await;
    let client = stage.client();
    let empty = client.get("/").await;
    assert!(empty.body.contains("No tables yet"), "{}", empty.body);
    let made = client.form("/new", "machine=mafia&who=person").await;
    assert_eq!(made.status, 303, "{made:?}");
    let page = made.header("location").expect("a place").to_owned();
    assert!(page.ends_with("?as=seat:1"), "{page}");
    let body = client.get(&page).await.body;
    for words in ["aria-current=\"step\"", "id=\"ask\"", "name=\"ask\"", "id=\"feed\""] {
        assert!(body.contains(words), "{words}\n{body}");
    }
    assert_eq!(body.matches("aria-current=\"step\"").count(), 2, "one in each strip");
    assert!(client.get("/").await.body.contains("An evening of Mafia"));
}

#[tokio::test]
async fn names_are_words_on_every_page() {
    let stage = Stage::open().await;
    let client = stage.client();
    let evil = "<img src=x onerror=alert(1)>";
    let seats: Vec<_> =
        (1..=6).map(|at| json!({"name": format!("{at}{evil}"), "holder": "house:social"})).collect();
    let wanted = json!({"machine": "mafia", "title": evil, "seats": seats,
        "setup": {"speed": "INSTANT", "roles": {"mafia": 1, "doctor": 1, "sheriff": 1, "villager": 3}}});
    let made = client.post("/api/tables", &wanted).await;
    assert_eq!(made.status, 201, "{made:?}");
    let id = made.json()["id"].as_str().expect("an id").to_owned();
    session(&client, &id, "start").await;
    stage.host.table(&id.parse().expect("an id")).expect("it runs").ended().await.expect("it ends");
    for path in ["/".to_owned(), format!("/t/{id}")] {
        let body = client.get(&path).await.body;
        assert!(!body.contains("<img"), "{path}");
        assert!(body.contains("&lt;img src=x"), "{path}: {body}");
    }
}

#[tokio::test]
async fn the_page_of_a_running_table_is_told_what_has_changed() {
    let stage = Stage::open().await;
    let client = stage.client();
    let id = table(&client, 1).await;
    let mut live = client.listen(&format!("/t/{id}/live?as=seat:1")).await;
    let first = live.next().await.expect("how things stand");
    assert!(first.data["parts"]["strips"].as_str().is_some_and(|html| html.contains("now")), "{first:?}");
    session(&client, &id, "start").await;
    let next = live.next().await.expect("a change");
    assert!(next.data["parts"]["controls"].as_str().is_some_and(|html| html.contains("Pause")), "{next:?}");
    assert!(next.data["feed"].as_str().is_some_and(|html| html.contains("<li")), "{next:?}");
}

#[tokio::test]
async fn an_asset_that_a_browser_has_is_not_sent_again() {
    let stage = Stage::open().await;
    let client = stage.client();
    for name in ["style.css", "live.js", "manifest.json", "icon.svg"] {
        let first = client.get(&format!("/assets/{name}")).await;
        let tag = first.header("etag").expect("a tag").to_owned();
        assert!(first.status == 200 && !first.body.is_empty(), "{name}");
        let again = client.with("if-none-match", &tag).get(&format!("/assets/{name}")).await;
        assert_eq!((again.status, again.body.as_str(), again.header("etag")), (304, "", Some(tag.as_str())));
        let old =
            client.with("if-none-match", "\"of an older version\"").get(&format!("/assets/{name}")).await;
        assert_eq!((old.status, old.body == first.body), (200, true), "{name}");
    }
}
