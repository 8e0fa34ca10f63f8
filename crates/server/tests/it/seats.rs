//! Sitting down in a seat of the house, over sockets.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::rights::guest;
use crate::stage::{Stage, session, table};

async fn sit(client: &Client, id: &str, seat: u8, taken: bool) -> Answer {
    client.post(&format!("/api/tables/{id}/seats"), &json!({"seat": seat, "taken": taken})).await
}

async fn scene(client: &Client, id: &str, viewer: &str) -> Value {
    client.get(&format!("/api/tables/{id}?as={viewer}")).await.json()
}

/// Answers a question of a seat's by what is offered first.
async fn answer(client: &Client, id: &str, seat: u8, ask: &Value) {
    let tool = &ask["form"]["tools"][0];
    let mut command = json!({"type": tool["name"]});
    for field in tool["fields"].as_array().into_iter().flatten().filter(|field| field["required"] == true) {
        let name = field["name"].as_str().expect("a name");
        let first = &field["kind"]["choice"][0]["value"];
        command[name] = if first.is_null() { json!("I do not know yet.") } else { first.clone() };
    }
    let request = json!({"answer": {"ask": ask["id"], "command": command}});
    let command =
        json!({"as": format!("seat:{seat}"), "id": format!("ask{}", ask["id"]), "request": request});
    let done = client.post(&format!("/api/tables/{id}/commands"), &command).await;
    assert_eq!(done.status, 200, "{ask}: {done:?}");
}

#[tokio::test]
async fn the_owner_sits_down_at_a_table_of_the_house_and_plays_it_to_its_end() {
    let stage = Stage::open().await;
    let owner = stage.client();
    let id = table(&owner, 0).await;
    assert_eq!(sit(&owner, &id, 3, true).await.status, 200);
    session(&owner, &id, "start").await;
    let seen = scene(&owner, &id, "seat:3").await;
    assert_eq!(seen["table"]["taken"], json!([3]));
    assert!(seen["view"]["own"]["role"].is_string(), "it sees what the seat sees: {seen}");
    assert!(seen["outcome"].is_null(), "the table waits for the person");
    let mut live = owner.listen(&format!("/api/tables/{id}/events?as=seat:3")).await;
    let mut answered = BTreeSet::new();
    loop {
        let scene = live.next().await.expect("it goes on until it ends").data["scene"].take();
        if scene["outcome"].is_object() {
            break;
        }
        for ask in scene["asks"].as_array().into_iter().flatten() {
            // What was told before an answer came does not know of it.
            if ask["answered"] == false && answered.insert(ask["id"].to_string()) {
                answer(&owner, &id, 3, ask).await;
            }
        }
    }
    assert!(!answered.is_empty());
    let told = owner.get(&format!("/api/tables/{id}/frames?as=public")).await.body;
    assert!(told.contains("Whoever runs the table sits down in P3's seat; the house steps back."), "{told}");
}

#[tokio::test]
async fn a_seat_that_is_given_back_is_played_by_the_house_again() {
    let stage = Stage::open().await;
    let owner = stage.client();
    let id = table(&owner, 0).await;
    assert_eq!(sit(&owner, &id, 3, true).await.status, 200);
    session(&owner, &id, "start").await;
    let again = sit(&owner, &id, 3, true).await;
    assert_eq!((again.status, again.code().as_str()), (409, "seat-held"));
    assert_eq!(sit(&owner, &id, 3, false).await.status, 200);
    let running = stage.host.table(&id.parse().expect("an id")).expect("it runs");
    running.ended().await.expect("the house plays on");
    for (seat, taken, status, code) in
        [(3, false, 409, "not-taken"), (0, true, 400, "bad-request"), (9, true, 409, "no-such-seat")]
    {
        let answer = sit(&owner, &id, seat, taken).await;
        assert_eq!((answer.status, answer.code().as_str()), (status, code), "{seat} {taken}");
    }
}

#[tokio::test]
async fn an_invitation_to_a_seat_of_the_house_is_taken_up_by_sitting_down_in_it() {
    let stage = Stage::opened(false).await;
    let owner = stage.owner();
    let id = table(&owner, 1).await;
    let guest_of = async |seat: u8| guest(&stage, &owner, &id, json!({"scope": "play", "seat": seat})).await;
    let (own, other) = (guest_of(3).await, guest_of(1).await);
    assert_eq!(scene(&owner, &id, "public").await["table"]["taken"], json!([3]), "seat 1 was a person's");
    assert_eq!(own.get(&format!("/api/tables/{id}?as=seat:3")).await.status, 200);
    assert!(!own.get(&format!("/t/{id}?as=public")).await.body.contains("Sit here"), "not theirs to give");
    assert_eq!(own.get(&format!("/api/tables/{id}?as=seat:2")).await.status, 404, "and nothing more");
    assert_eq!(sit(&own, &id, 2, true).await.status, 404, "whoever runs the table lets people in");
    assert_eq!(sit(&other, &id, 3, false).await.status, 404, "nobody is sent away by another");
    assert_eq!(sit(&own, &id, 3, false).await.status, 200, "but everybody may go");
    assert_eq!(own.get(&format!("/api/tables/{id}?as=seat:3")).await.status, 404, "and only watches then");
    assert!(scene(&owner, &id, "public").await["table"]["taken"].is_null());
    let watcher = guest(&stage, &owner, &id, json!({"scope": "observe"})).await;
    assert_eq!(sit(&watcher, &id, 3, true).await.status, 404);
}

#[tokio::test]
async fn a_form_of_the_page_leads_to_what_the_seat_sees_and_back() {
    let stage = Stage::open().await;
    let owner = stage.client();
    let id = table(&owner, 0).await;
    let page = async |viewer: &str| owner.get(&format!("/t/{id}?as={viewer}")).await.body;
    assert_eq!(page("public").await.matches(">Sit here</button>").count(), 6, "every seat is the house's");
    assert!(!page("seat:3").await.contains(">Leave the seat</button>"), "nobody sits there");
    let sat = owner.form(&format!("/t/{id}/seats"), "seat=3&taken=yes").await;
    assert_eq!((sat.status, sat.header("location")), (303, Some(format!("/t/{id}?as=seat:3").as_str())));
    let own = page("seat:3").await;
    assert!(own.contains(">Leave the seat</button>") && !own.contains(">Sit here</button>"), "{own}");
    assert_eq!(page("public").await.matches(">Sit here</button>").count(), 5);
    assert!(!owner.get(&format!("/t/{id}/replay")).await.body.contains("Sit here"), "what is over is over");
    let left = owner.form(&format!("/t/{id}/seats"), "seat=3&taken=no").await;
    assert_eq!((left.status, left.header("location")), (303, Some(format!("/t/{id}?as=public").as_str())));
    assert_eq!(owner.form(&format!("/t/{id}/seats"), "seat=three").await.status, 400);
}

#[tokio::test]
async fn a_guest_who_leaves_a_seat_by_whatever_way_watches_from_then_on() {
    let stage = Stage::opened(false).await;
    let owner = stage.owner();
    let id = table(&owner, 0).await;
    let guest_of = async |seat: u8| guest(&stage, &owner, &id, json!({"scope": "play", "seat": seat})).await;
    let (three, four, five, six) =
        (guest_of(3).await, guest_of(4).await, guest_of(5).await, guest_of(6).await);
    let mut pages = Vec::new();
    let mut streams = Vec::new();
    for (seat, client) in [(3, &three), (4, &four), (5, &five)] {
        pages.push(client.listen(&format!("/t/{id}/live?as=seat:{seat}")).await);
        streams.push(client.listen(&format!("/api/tables/{id}/events?as=seat:{seat}")).await);
    }
    let line = |text: &str| json!({"as": "seat:4", "id": &text[1..], "request": {"line": {"text": text}}});
    let commands = format!("/api/tables/{id}/commands");

    assert_eq!(four.post(&commands, &line("/status")).await.status, 200);
    assert_eq!(
        four.get(&format!("/api/tables/{id}?as=seat:4")).await.status,
        200,
        "other lines change nothing"
    );
    assert_eq!(sit(&three, &id, 3, false).await.status, 200);
    assert_eq!(four.post(&commands, &line("/leave")).await.status, 200);
    let left = five.form(&format!("/t/{id}/answer"), "as=seat%3A5&line=%2Fleave").await;
    assert_eq!((left.status, left.json()["to"].as_str()), (200, Some(format!("/t/{id}?as=public").as_str())));

    for (seat, client) in [(3, &three), (4, &four), (5, &five)] {
        for path in [format!("/api/tables/{id}?as=seat:{seat}"), format!("/t/{id}?as=seat:{seat}")] {
            assert_eq!(client.get(&path).await.status, 404, "{path}");
        }
        let says = json!({"as": format!("seat:{seat}"), "id": "x", "request": {"line": {"text": "((hello"}}});
        assert_eq!(client.post(&commands, &says).await.status, 404, "{seat} speaks for nobody");
        assert_eq!(sit(client, &id, seat, true).await.status, 404, "{seat} takes another invitation");
        let page = client.get(&format!("/t/{id}")).await;
        assert_eq!(page.status, 200, "{seat} watches: {page:?}");
        assert!(page.body.contains("data-as=\"public\""), "{}", page.body);
    }
    // What was open before is told nothing that happens from then on.
    session(&owner, &id, "start").await;
    for mut open in pages.into_iter().chain(streams) {
        let last = loop {
            let event = open.next().await.expect("it is said why it is over");
            for news in ["STATE_CHANGED", "The session begins."] {
                assert!(!event.data.to_string().contains(news), "{event:?}");
            }
            if event.name == "closed" {
                break event;
            }
        };
        assert_eq!(last.data["code"], "not-found");
        assert!(open.next().await.is_none(), "it is over");
    }
    // Whoever runs the table may leave a guest the eyes of a seat that the house plays again.
    assert_eq!(sit(&owner, &id, 6, false).await.status, 200);
    assert_eq!(six.get(&format!("/api/tables/{id}?as=seat:6")).await.status, 200);
    // Another invitation lets them sit down anew.
    let again = guest_of(3).await;
    assert_eq!(again.get(&format!("/api/tables/{id}?as=seat:3")).await.status, 200);
}

#[tokio::test]
async fn a_stream_ends_when_the_right_to_it_is_taken_away() {
    let stage = Stage::opened(false).await;
    let owner = stage.owner();
    let id = table(&owner, 1).await;
    let own = guest(&stage, &owner, &id, json!({"scope": "play", "seat": 1})).await;
    let mut live = own.listen(&format!("/api/tables/{id}/events?as=seat:1")).await;
    assert_eq!(live.next().await.expect("how it stands").name, "update");
    let taken = json!({"scope": "play", "seat": 1});
    assert_eq!(
        owner
            .send("DELETE", &format!("/api/tables/{id}/rights"), "application/json", &taken.to_string())
            .await
            .status,
        200
    );
    session(&owner, &id, "start").await;
    let last = live.next().await.expect("why it is over");
    assert_eq!((last.name.as_str(), &last.data["code"]), ("closed", &json!("not-found")));
}

/// The forms to sit down and to leave are on the pages of a story too, for every seat that the house plays.
#[tokio::test]
async fn one_sits_down_in_a_story_of_the_house_by_its_page_and_leaves_again() {
    let stage = Stage::open().await;
    let owner = stage.client();
    let seats = json!([{"name": "Ana", "holder": "house:player"}, {"name": "Ben", "holder": "person"},
        {"name": "The House", "holder": "house:narrator"}]);
    let made = owner.post("/api/tables", &json!({"machine": "dm", "seats": seats, "seed": 3})).await.json();
    let id = made["id"].as_str().expect("an id").to_owned();
    let page = async |viewer: &str| owner.get(&format!("/t/{id}?as={viewer}")).await.body;
    let offered = page("public").await;
    for (name, times) in [("Ana", 1), ("Ben", 0), ("The House", 1)] {
        let label = format!("Sit here, in {name}&#39;s seat");
        assert_eq!(offered.matches(&label).count(), times, "{name}: {offered}");
    }
    assert!(!page("seat:2").await.contains("Sit here"), "a person who sits there has a seat");
    assert_eq!(owner.form(&format!("/t/{id}/seats"), "seat=1&taken=yes").await.status, 303);
    let own = page("seat:1").await;
    assert!(own.contains("Leave the seat of Ana") && !own.contains("Sit here"), "{own}");
    assert!(!owner.get(&format!("/t/{id}/replay?as=seat:1")).await.body.contains("Leave the seat"));
    assert_eq!(owner.form(&format!("/t/{id}/seats"), "seat=1&taken=no").await.status, 303);
    assert!(page("public").await.contains("Sit here, in Ana&#39;s seat"));
}

/// Sit, look, leave, next: with every seat the next role would be known.
#[tokio::test]
async fn t15_nobody_reads_seat_after_seat() {
    let stage = Stage::open().await;
    let owner = stage.client();
    let id = table(&owner, 0).await;
    session(&owner, &id, "start").await;
    assert_eq!(sit(&owner, &id, 3, true).await.status, 200);
    assert_eq!(sit(&owner, &id, 3, false).await.status, 200);
    for seat in [1, 2, 4, 5, 6] {
        let next = sit(&owner, &id, seat, true).await;
        assert_eq!((next.status, next.code().as_str()), (409, "one-seat"), "{next:?}");
        assert!(next.body.contains("nobody takes a second seat"), "{next:?}");
        let pressed = owner.form(&format!("/t/{id}/seats"), &format!("seat={seat}&taken=yes")).await;
        assert_eq!(pressed.status, 409, "by the page, too: {pressed:?}");
    }
    assert_eq!(sit(&owner, &id, 3, true).await.status, 200, "the same seat again");
    let told = owner.get(&format!("/api/tables/{id}/frames?as=public")).await.body;
    assert_eq!(told.matches("Whoever runs the table sits down in P3's seat").count(), 2, "the table knows");
}

#[tokio::test]
async fn t15_a_guest_who_held_a_seat_takes_up_no_invitation_to_another() {
    let stage = Stage::opened(false).await;
    let owner = stage.owner();
    let id = table(&owner, 1).await;
    session(&owner, &id, "start").await;
    let invited = async |scope: Value| {
        let made = owner.post(&format!("/api/tables/{id}/invitations"), &scope).await;
        made.json()["path"].as_str().expect("a path").to_owned()
    };
    let mia = guest(&stage, &owner, &id, json!({"scope": "play", "seat": 3})).await;
    let (other, all) =
        (invited(json!({"scope": "play", "seat": 4})).await, invited(json!({"scope": "host"})).await);
    for left in [false, true] {
        if left {
            assert_eq!(sit(&mia, &id, 3, false).await.status, 200);
            assert_eq!(
                mia.get(&format!("/api/tables/{id}?as=seat:3")).await.status,
                404,
                "its eyes are gone"
            );
        }
        for path in [&other, &all] {
            let refused = mia.form(path, "").await;
            assert_eq!((refused.status, refused.code().as_str()), (409, "one-seat"), "{left}: {refused:?}");
        }
        for viewer in ["seat:4", "observer", "host"] {
            let look = mia.get(&format!("/api/tables/{id}?as={viewer}")).await;
            assert_eq!(look.status, 404, "no more than all see: {viewer}");
        }
    }
    // The invitation is not used up by it: it is for somebody else.
    assert_eq!(stage.client().form(&other, "").await.status, 303);
}

#[tokio::test]
async fn t15_where_the_table_does_not_allow_it_nobody_sits_down() {
    let stage = Stage::open().await;
    let owner = stage.client();
    let laid = async |open_seats: &str| {
        let seats: Vec<Value> =
            (1..=6).map(|it| json!({"name": format!("P{it}"), "holder": "house:cautious"})).collect();
        let roles = json!({"mafia": 1, "doctor": 1, "sheriff": 1, "villager": 3});
        let wanted = json!({"machine": "mafia", "seats": seats, "open_seats": open_seats,
            "setup": {"speed": "STEP", "roles": roles}});
        let made = owner.post("/api/tables", &wanted).await;
        assert_eq!(made.status, 201, "{made:?}");
        made.json()["id"].as_str().expect("an id").to_owned()
    };
    let never = laid("never").await;
    assert_eq!(sit(&owner, &never, 3, true).await.code(), "seats-closed");
    assert!(!owner.get(&format!("/t/{never}?as=public")).await.body.contains("Sit here"));
    let before = laid("before_play").await;
    assert_eq!(sit(&owner, &before, 3, true).await.status, 200);
    assert_eq!(sit(&owner, &before, 3, false).await.status, 200);
    session(&owner, &before, "start").await;
    assert_eq!(sit(&owner, &before, 3, true).await.code(), "seats-closed");
}
