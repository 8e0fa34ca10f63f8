//! The lobby and the form of a new table.

use serde_json::json;

use server::limits::PAGE_TABLES_MAX;

use crate::stage::{HostOptions, Options, Stage, between, session, table};

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
async fn every_table_is_found_however_many_came_after_it() {
    let options = Options { rate_times: 1_000, ..Options::new(true) };
    let stage = Stage::with(options, HostOptions::default()).await;
    let client = stage.client();
    let oldest =
        client.post("/api/tables", &json!({"machine": "mafia", "title": "The very first & only"})).await;
    let oldest = oldest.json()["id"].as_str().expect("an id").to_owned();
    let mut all = std::collections::BTreeSet::from([oldest.clone()]);
    for _ in 0..PAGE_TABLES_MAX + 20 {
        all.insert(table(&client, 1).await);
    }
    // Page by page, each once.
    let (mut seen, mut pages, mut behind) = (Vec::new(), 0, String::new());
    loop {
        let page = client.get(&format!("/api/tables?behind={behind}")).await.json();
        let tables = page["tables"].as_array().expect("tables");
        seen.extend(tables.iter().map(|table| table["id"].as_str().expect("an id").to_owned()));
        pages += 1;
        assert_eq!(page["more"].as_bool(), Some(page["behind"].is_string()));
        match page["behind"].as_str() {
            Some(last) => behind = last.to_owned(),
            None => break,
        }
    }
    assert_eq!((pages, seen.len()), (2, all.len()));
    assert_eq!(seen.iter().cloned().collect::<std::collections::BTreeSet<_>>(), all);
    // By its words, its id, and how it stands, on the first page that is asked for.
    let short = &oldest[..8];
    for query in [
        "q=VERY%20first".to_owned(),
        "q=first%20%26%20only&machine=mafia&show=open".to_owned(),
        format!("q={short}"),
    ] {
        let found = client.get(&format!("/api/tables?{query}")).await.json();
        assert_eq!(found["tables"][0]["id"].as_str(), Some(oldest.as_str()), "{query}: {found}");
        let page = client.get(&format!("/?{query}")).await.body;
        assert!(page.contains(&format!("row-{oldest}")), "{query}");
    }
    assert_eq!(client.get("/api/tables?show=over").await.json()["tables"], json!([]));
    let refused = client.get("/api/tables?show=null").await;
    assert_eq!(refused.status, 400);
    assert!(refused.body.contains("say live, open or over"), "{}", refused.body);
    // In the browser by the way that leads on, with what was looked for.
    let first = client.get("/?show=open").await.body;
    assert!(!first.contains(&format!("row-{oldest}")));
    let on = between(between(&first, "id=\"older\"", ">"), "href=\"", "\"").replace("&amp;", "&");
    assert!(on.starts_with("/?show=open&behind="), "{on}");
    let second = client.get(&on).await.body;
    assert!(second.contains(&format!("row-{oldest}")) && !second.contains("id=\"older\""), "{second}");
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
    for select in form.split("<select").skip(1) {
        let (head, rest) = select.split_once('>').unwrap_or_default();
        let chosen = rest.split("</select>").next().unwrap_or_default();
        let option = chosen.split("<option").skip(1).find(|option| option.contains(" selected>"));
        let value = between(option.unwrap_or_default(), "value=\"", "\"").to_owned();
        fields.push((between(head, " name=\"", "\"").to_owned(), value));
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
    let changes = [
        ("do", "create"),
        ("title", "My evening"),
        ("seats[2].holder", "typed"),
        ("seats[2].typed", "nobody"),
        ("seed", "41"),
    ];
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
    assert_eq!(more.body.matches(": who sits there</label>").count(), 9, "{}", more.body);
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
    let changes = [("do", "create"), ("seats[1].holder", "friend"), ("open_seats", "never")];
    let made = client.form("/new", &filled(&page, &changes)).await;
    assert_eq!(made.status, 200, "{made:?}");
    let list = client.get("/api/tables").await.json();
    assert_eq!(list["tables"][0]["state"], "IDLE", "{list}");
    assert_eq!(list["tables"][0]["people"], json!([1, 2]));
    let id = list["tables"][0]["id"].as_str().expect("an id").to_owned();
    let again = client.get(&format!("/new?from={id}")).await.body;
    assert_eq!(chosen(&again, 0), "you");
    assert_eq!(chosen(&again, 1), "friend");
    assert!(again.contains("<option value=\"never\" selected>"), "{again}");
}

/// Who is to sit in a seat, by the form.
fn chosen(page: &str, seat: usize) -> String {
    let select = between(page, &format!("<select id=\"seats[{seat}].holder\""), "</select>");
    let option = select.split("<option").find(|option| option.contains(" selected>"));
    between(option.unwrap_or_default(), "value=\"", "\"").to_owned()
}

#[tokio::test]
async fn each_seat_is_yours_a_friends_the_houses_or_a_models_with_its_price_speed_and_whether_it_answers() {
    let stage = Stage::open().await;
    let client = stage.client();
    let page = client.get("/new").await.body;
    let seat = between(&page, "<select id=\"seats[1].holder\"", "</select>");
    for words in [
        "<option value=\"you\">You</option>",
        "<option value=\"friend\">A friend</option>",
        "<optgroup label=\"The house\"><option value=\"house:social\" selected>social: trusts</option>",
        "<optgroup label=\"hosted: a key is set; not asked yet\">",
        "<option value=\"model:hosted:swift\">swift · $0.25 read, $2.00 written, a million tokens · about 1.2 s an answer</option>",
        "<option value=\"typed\">Another model…</option>",
    ] {
        assert!(seat.contains(words), "{words}: {seat}");
    }
    assert_eq!(chosen(&page, 0), "you");
    // Those elsewhere are asked when somebody wants it, and what was typed is kept.
    let looked = client.form("/new", &filled(&page, &[("do", "look"), ("title", "Mine")])).await;
    assert_eq!(looked.status, 200, "{looked:?}");
    assert!(looked.body.contains("<optgroup label=\"hosted: answers now\">"), "{}", looked.body);
    assert!(looked.body.contains("value=\"Mine\"") && !looked.body.contains("Ask which models answer now"));
    // Several things that are wrong are told at once, each beside its field.
    let changes = [
        ("do", "create"),
        ("seats[2].holder", "you"),
        ("seats[4].holder", "typed"),
        ("seats[4].typed", "x"),
        ("seed", "?"),
    ];
    let wrong = client.form("/new", &filled(&page, &changes)).await;
    assert_eq!(wrong.status, 422, "{wrong:?}");
    for field in ["seats[2].holder", "seats[4].holder", "seed"] {
        assert!(wrong.body.contains(&format!("id=\"{field}-fault\"")), "{field}: {}", wrong.body);
        assert!(wrong.body.contains(&format!("href=\"#{field}\"")), "{field}: {}", wrong.body);
    }
    assert_eq!(chosen(&wrong.body, 4), "typed");
}

#[tokio::test]
async fn a_friends_link_is_there_as_soon_as_the_table_is_laid_and_opens_their_seat() {
    let stage = Stage::open().await;
    let client = stage.client();
    let page = client.get("/new").await.body;
    let changes = [
        ("do", "create"),
        ("seats[0].holder", "friend"),
        ("seats[2].holder", "you"),
        ("seats[3].holder", "friend"),
        ("seats[3].name", "Mia"),
    ];
    let laid = client.form("/new", &filled(&page, &changes)).await;
    assert_eq!(laid.status, 200, "{laid:?}");
    let links: Vec<&str> =
        laid.body.split("<li class=\"panel\">").skip(1).map(|card| between(card, "/join/", "\"")).collect();
    assert_eq!(links.len(), 2, "{}", laid.body);
    assert!(laid.body.contains("P1, seat 1") && laid.body.contains("Mia, seat 4"), "{}", laid.body);
    assert!(laid.body.contains("?as=seat:3\">Go to the table</a>"), "{}", laid.body);
    let door = client.get(&format!("/join/{}", links[1])).await.body;
    assert!(door.contains("as Mia</h1>"), "{door}");
    let joined = stage.client().form(&format!("/join/{}", links[1]), "").await;
    assert_eq!(joined.status, 303, "{joined:?}");
}

#[tokio::test]
async fn surprise_me_makes_a_character_by_one_press_on_the_first_page_or_at_the_question() {
    let stage = Stage::open().await;
    let client = stage.client();
    let lobby = client.get("/").await.body;
    let door = between(&lobby, "href=\"/help/dm\"", "</li>");
    assert!(!door.contains("Surprise me"), "the ways stand before it");
    assert_eq!(lobby.matches(">Surprise me<").count(), 1, "only what prepares something surprises: {lobby}");
    let asks = async |place: &str| {
        let id = between(place, "/t/", "?").to_owned();
        let scene = client.get(&format!("/api/tables/{id}?as=seat:1")).await.json();
        let party = scene["view"]["party"][0]["name"].as_str().unwrap_or_default().to_owned();
        (id, scene["asks"][0].clone(), party)
    };
    let made = client.form("/new", "machine=dm&who=surprised").await;
    assert_eq!(made.status, 303, "{made:?}");
    let (_, ask, name) = asks(made.header("location").expect("a place")).await;
    assert!(!name.is_empty(), "the character is there: {ask}");

    let made = client.form("/new", "machine=dm&who=person").await;
    let place = made.header("location").expect("a place").to_owned();
    let (id, ask, name) = asks(&place).await;
    assert_eq!(name, "", "nobody is made who was not asked for");
    let page = client.get(&place).await.body;
    assert!(between(&page, "id=\"ask\"", "</section>").contains(">Surprise me</button>"), "{page}");
    let sent = format!("as=seat:1&ask={}&surprise=yes", ask["id"]);
    let drawn = client.form(&format!("/t/{id}/answer"), &sent).await;
    assert_eq!(drawn.status, 303, "{drawn:?}");
    assert_ne!(asks(&place).await.2, "");
    let late = client.form(&format!("/t/{id}/answer"), &sent).await;
    assert_eq!(late.status, 409, "{late:?}");
}
