//! The pages, as a browser without scripts has them.

use serde_json::json;

use crate::stage::{Stage, between, session, table};

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

#[tokio::test]
async fn what_pages_are_made_of_is_kept_for_good_by_its_version_and_comes_compressed_and_no_page_does() {
    let stage = Stage::opened(false).await;
    let client = stage.client();
    let page = client.with("accept-encoding", "gzip, br").get("/offline").await;
    assert_eq!(
        (page.status, page.header("content-encoding")),
        (200, None),
        "the length of a page tells nothing"
    );
    let version = between(&page.body, "href=\"/assets/", "/");
    assert!(version.len() == 12 && version.bytes().all(|byte| byte.is_ascii_hexdigit()), "{version}");
    for name in ["style.css", "page.js", "live.js", "app.js", "icon.svg", "manifest.json"] {
        let path = format!("/assets/{version}/{name}");
        let plain = client.get(&path).await;
        assert_eq!(plain.status, 200, "{name}");
        assert!(plain.header("cache-control").is_some_and(|keep| keep.contains("immutable")), "{plain:?}");
        assert_eq!((plain.header("content-encoding"), plain.header("vary")), (None, Some("accept-encoding")));
        let packed = client.with("accept-encoding", "gzip").get(&path).await;
        assert_eq!(packed.header("content-encoding"), Some("gzip"), "{name}");
        let length = |answer: &crate::client::Answer| {
            answer.header("content-length").and_then(|length| length.parse::<usize>().ok()).expect("a length")
        };
        assert!(length(&packed) < length(&plain) || length(&plain) < 400, "{name}");
        let smallest = client.with("accept-encoding", "gzip;q=0.8, br;q=1.0").get(&path).await;
        assert_eq!(smallest.header("content-encoding"), Some("br"), "{name}");
        assert!(length(&smallest) < length(&packed), "{name}");
        // A page that was open while the server was exchanged finds what there is now, and does not keep it.
        let older = client.get(&format!("/assets/0123456789ab/{name}")).await;
        assert_eq!((older.status, older.header("cache-control")), (200, Some("no-cache")), "{name}");
    }
    assert_eq!(client.get(&format!("/assets/{version}/nothing.js")).await.status, 404);
}

#[tokio::test]
async fn the_worker_keeps_nothing_but_files_and_the_page_that_says_that_nothing_is_reached() {
    let stage = Stage::opened(false).await;
    let worker = stage.client().get("/service.js").await;
    assert_eq!(worker.status, 200, "{worker:?}");
    assert!(worker.header("content-type").is_some_and(|kind| kind.starts_with("text/javascript")));
    let kept = worker.body.lines().filter(|line| line.contains(".put(") || line.contains(".addAll("));
    assert_eq!(
        kept.count(),
        2,
        "the files that are asked for, and those that are kept at once: {}",
        worker.body
    );
    let page = stage.client().get("/offline").await.body;
    assert!(page.contains("Parlor cannot be reached") && !page.contains("/t/"), "{page}");
}
