//! The lobby and the form of a new table.

use serde_json::json;

use crate::stage::{Stage, between, session, table};

#[tokio::test]
async fn l1_an_empty_lobby_has_both_ways_on_and_the_demo_is_one_click_away() {
    let stage = Stage::open().await;
    let client = stage.client();
    let empty = client.get("/").await.body;
    assert!(empty.contains("No tables yet") && empty.contains("No key is needed"), "{empty}");
    assert!(empty.contains("Watch the demo") && empty.contains("href=\"/new\""), "{empty}");
    let made = client.form("/new", "machine=mafia&who=house").await;
    assert_eq!(made.status, 303, "{made:?}");
    let place = made.header("location").expect("a place").to_owned();
    assert!(place.ends_with("?as=public"), "{place}");
    assert_eq!(client.get(&place).await.status, 200);
    let stranger = Stage::opened(false).await.client().get("/").await;
    assert!(!stranger.body.contains("Watch the demo"), "a guest makes no tables");
}

#[tokio::test]
async fn l2_l6_the_list_says_how_tables_stand_and_is_chosen_from_by_its_address() {
    let stage = Stage::open().await;
    let client = stage.client();
    let (one, two) = (table(&client, 1).await, table(&client, 2).await);
    session(&client, &one, "start").await;
    let body = client.get("/").await.body;
    let row = |body: &str, id: &str| between(body, &format!("id=\"row-{id}\""), "</li>").to_owned();
    let live = row(&body, &one);
    for words in ["Live · Night", "day 1, 6 of 6 alive", "1 person", "Play", "?as=seat:1"] {
        assert!(live.contains(words), "{words}: {live}");
    }
    let idle = row(&body, &two);
    assert!(idle.contains("Not begun") && idle.contains("Join"), "{idle}");
    session(&client, &one, "pause").await;
    let list = client.get("/?part=list").await.body;
    assert!(list.starts_with("<div id=\"list\"") && row(&list, &one).contains("Paused"), "{list}");

    for (query, wanted) in [
        ("show=live", vec![&one]),
        ("show=open", vec![&two]),
        ("show=over", vec![]),
        ("machine=mafia", vec![&one, &two]),
        ("machine=dm", vec![]),
        ("q=fri", vec![&one, &two]),
        ("q=saturday", vec![]),
    ] {
        let body = client.get(&format!("/?{query}")).await.body;
        for id in [&one, &two] {
            assert_eq!(body.contains(&format!("row-{id}")), wanted.contains(&id), "{query} {id}");
        }
    }
    let body = client.get("/?show=live&q=%3Cb%3E&machine=mafia").await.body;
    assert!(body.contains("value=\"&lt;b&gt;\"") && body.contains("value=\"live\" selected"), "{body}");
}

#[tokio::test]
async fn l9_no_role_and_no_winner_is_in_the_list() {
    let stage = Stage::open().await;
    let client = stage.client();
    let id = table(&client, 0).await;
    session(&client, &id, "start").await;
    let ended = stage.host.table(&id.parse().expect("an id")).expect("it runs");
    loop {
        let body = client.get("/").await.body.to_lowercase();
        for word in ["doctor", "sheriff", "villager", "wins", "won", "winner"] {
            assert!(!body.contains(word), "{word}: {body}");
        }
        let over = client.get("/api/tables").await.json();
        assert!(over["tables"][0].get("outcome").is_none());
        if body.contains("over</span>") {
            assert!(body.contains(&format!("/t/{id}/replay")), "{body}");
            return;
        }
        ended.ended().await.expect("it ends");
    }
}

/// A form as a browser sends it, with these fields changed.
fn filled(page: &str, changes: &[(&str, &str)]) -> String {
    let form = between(page, "action=\"/new\" class=\"new\"", "</form>");
    let form = if form.is_empty() { between(page, "class=\"new\"", "</form>") } else { form };
    let mut fields: Vec<(String, String)> = Vec::new();
    for tag in form.split('<').filter(|tag| tag.starts_with("input")) {
        let attribute = |name: &str| between(tag, &format!(" {name}=\""), "\"").to_owned();
        if attribute("type") != "checkbox" && !attribute("name").is_empty() {
            fields.push((attribute("name"), attribute("value")));
        }
    }
    for (name, value) in changes {
        fields.retain(|(known, _)| known != name);
        fields.push(((*name).to_owned(), (*value).to_owned()));
    }
    let escaped = |text: &str| text.replace('%', "%25").replace('&', "%26").replace(' ', "+");
    fields
        .iter()
        .map(|(name, value)| format!("{}={}", escaped(name), escaped(value)))
        .collect::<Vec<_>>()
        .join("&")
}

#[tokio::test]
async fn l3_l4_a_new_table_is_made_by_its_form_and_what_is_wrong_is_named_beside_it() {
    let stage = Stage::open().await;
    let client = stage.client();
    let page = client.get("/new").await.body;
    assert!(page.contains("nearby at http://127.0.0.1:9: nothing answers"), "{page}");
    assert!(page.contains("<option value=\"house:social\">"), "{page}");
    let changes = [("do", "create"), ("title", "My evening"), ("seats[2].holder", "nobody"), ("seed", "41")];
    let wrong = client.form("/new", &filled(&page, &changes)).await;
    assert_eq!(wrong.status, 422, "{wrong:?}");
    assert!(
        wrong.body.contains("Seat 3: ") && wrong.body.contains("href=\"#seats[2].holder\""),
        "{}",
        wrong.body
    );
    for kept in ["value=\"My evening\"", "value=\"nobody\"", "value=\"41\""] {
        assert!(wrong.body.contains(kept), "{kept} is lost: {}", wrong.body);
    }
    assert_eq!(client.get("/api/tables").await.json()["tables"].as_array().map(Vec::len), Some(0));

    let wrong = client.form("/new", &filled(&page, &[("do", "create"), ("seed", "many")])).await;
    assert!(wrong.body.contains("Seed: give a whole number"), "{}", wrong.body);
    let more =
        client.form("/new", &filled(&page, &[("do", "count"), ("count", "9"), ("title", "Nine")])).await;
    assert_eq!(more.body.matches("list=\"holders\" spellcheck").count(), 9, "{}", more.body);
    assert!(more.body.contains("value=\"Nine\""), "{}", more.body);
    let made = client.form("/new", &filled(&page, &[("do", "create"), ("title", "My evening")])).await;
    assert_eq!(made.status, 303, "{made:?}");
    assert!(made.header("location").is_some_and(|to| to.ends_with("?as=seat:1")), "{made:?}");
    let list = client.get("/api/tables").await.json();
    assert_eq!(
        (list["tables"][0]["title"].as_str(), list["tables"][0]["state"].as_str()),
        (Some("My evening"), Some("ACTIVE"))
    );
}

#[tokio::test]
async fn a_table_with_several_people_waits_for_them_and_the_same_seats_sit_down_again() {
    let stage = Stage::open().await;
    let client = stage.client();
    let page = client.get("/new").await.body;
    let made = client.form("/new", &filled(&page, &[("do", "create"), ("seats[1].holder", "person")])).await;
    assert_eq!(made.status, 303, "{made:?}");
    let list = client.get("/api/tables").await.json();
    assert_eq!(list["tables"][0]["state"], "IDLE", "{list}");
    assert_eq!(list["tables"][0]["people"], json!([1, 2]));
    let id = list["tables"][0]["id"].as_str().expect("an id").to_owned();
    let again = client.get(&format!("/new?from={id}")).await.body;
    assert_eq!(again.matches("value=\"person\" autocomplete").count(), 2, "{again}");
}
