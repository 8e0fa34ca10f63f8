//! A knock: who may, and what the pages of the others are told.

use crate::client::{Client, Listening};
use crate::stage::{Stage, between, session, table};

/// The next update of a page that tells of a knock.
async fn knocked(live: &mut Listening) -> serde_json::Value {
    loop {
        let page = live.next().await.expect("it goes on").data;
        if page["knocks"] == true {
            return page;
        }
    }
}

async fn part(client: &Client, id: &str, seat: u8) -> String {
    let page = client.get(&format!("/t/{id}?as=seat:{seat}")).await.body;
    between(&page, "class=\"knock\"", "</div>").to_owned()
}

#[tokio::test]
async fn whoever_waits_for_somebody_can_knock_and_every_page_is_told_once() {
    let stage = Stage::open().await;
    let client = stage.client();
    let id = table(&client, 3).await;
    session(&client, &id, "start").await;
    let scene = client.get(&format!("/api/tables/{id}?as=seat:1")).await.json();
    assert_eq!(scene["asks"].as_array().map(Vec::len), Some(1), "all are asked at night: {scene}");
    assert!(!part(&client, &id, 1).await.contains("Knock"), "who is asked does not knock");
    let mut live = client.listen(&format!("/t/{id}/live?as=seat:2")).await;
    let ask = &scene["asks"][0]["id"];
    let answer = format!("as=seat:1&ask={ask}&type=ChooseTarget&target=2");
    let sent = client.form(&format!("/t/{id}/answer"), &answer).await;
    assert_eq!(sent.status, 303, "{sent:?}");
    let knock = part(&client, &id, 1).await;
    assert!(knock.contains("Knock") && knock.contains("value=\"/knock\""), "{knock}");
    assert!(!part(&client, &id, 4).await.contains("Knock"), "a seat of the house is only looked through");

    let sent = client.form(&format!("/t/{id}/answer"), "as=seat:1&line=/knock").await;
    assert_eq!(sent.status, 303, "{sent:?}");
    let page = knocked(&mut live).await;
    assert!(page["feed"].as_str().expect("lines").contains("P1 knocks"), "{page}");
    let again = client.form(&format!("/t/{id}/answer"), "as=seat:3&line=/knock").await;
    assert_eq!((again.status, again.body.contains("somebody has just knocked")), (409, true), "{again:?}");
}
