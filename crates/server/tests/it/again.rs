//! Again with everybody: the same table once it is over, and all who were at it come along, each to their own seat.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::client::{Answer, Client};
use crate::join::with_cookie;
use crate::rights::guest;
use crate::stage::{HostOptions, Options, Stage, between, session, table};

pub(crate) async fn stage() -> Stage {
    Stage::with(Options { rate_times: 100, ..Options::new(false) }, HostOptions::default()).await
}

/// Plays a table to its end: the people in these seats take the first of whatever they are offered.
pub(crate) async fn played(stage: &Stage, owner: &Client, id: &str, people: &[u64]) {
    // Whoever plays alone may have promised fair play.
    let eyes = if let [alone] = people { format!("seat:{alone}") } else { "host".to_owned() };
    let mut told = owner.listen(&format!("/api/tables/{id}/events?as={eyes}")).await;
    session(owner, id, "start").await;
    let mut answered = BTreeSet::new();
    loop {
        let scene = told.next().await.expect("it goes on").data["scene"].take();
        if !scene["outcome"].is_null() {
            break;
        }
        for ask in scene["asks"].as_array().into_iter().flatten() {
            let (seat, number) = (ask["seat"].as_u64().expect("a seat"), ask["id"].as_u64());
            if people.contains(&seat) && ask["answered"] == false && answered.insert((seat, number)) {
                let request = json!({"answer": {"ask": number, "command": first(&ask["form"]["tools"][0])}});
                let sent = json!({"as": format!("seat:{seat}"), "id": format!("{seat}.{number:?}"), "request": request});
                let done = owner.post(&format!("/api/tables/{id}/commands"), &sent).await;
                assert!(done.status == 200 || done.status == 409, "{done:?}");
            }
        }
    }
    stage.host.table(&id.parse().expect("an id")).expect("it runs").ended().await.expect("it ends");
}

/// The command of a tool with the first choice of each of its fields.
fn first(tool: &Value) -> Value {
    let mut command = json!({"type": tool["name"]});
    for field in tool["fields"].as_array().into_iter().flatten().filter(|field| field["required"] == true) {
        let choice = &field["kind"]["choice"][0]["value"];
        command[field["name"].as_str().expect("a name")] =
            if choice.is_null() { json!("I have my doubts.") } else { choice.clone() };
    }
    command
}

/// The table that a press leads to.
fn next(answer: &Answer) -> String {
    assert_eq!(answer.status, 303, "{answer:?}");
    let to = answer.header("location").expect("a place");
    to.trim_start_matches("/t/").split('?').next().expect("an id").to_owned()
}

async fn again(owner: &Client, id: &str, look: &str) -> String {
    next(&owner.form(&format!("/t/{id}/again"), &format!("look={look}")).await)
}

async fn along(guest: &Client, id: &str) -> (String, Client) {
    let led = guest.form(&format!("/t/{id}/along"), "look=public").await;
    (next(&led), with_cookie(guest, &led))
}

async fn scene(owner: &Client, id: &str) -> Value {
    owner.get(&format!("/api/tables/{id}?as=public")).await.json()
}

#[tokio::test]
async fn everybody_goes_along_to_the_next_table_and_keeps_their_seat() {
    let stage = stage().await;
    let owner = stage.owner();
    let id = table(&owner, 3).await;
    let mia = guest(&stage, &owner, &id, json!({"scope": "play", "seat": 2})).await;
    let watcher = guest(&stage, &owner, &id, json!({"scope": "observe"})).await;
    // One sits in a seat of the house, under a name of their own.
    let link = owner.post(&format!("/api/tables/{id}/invitations"), &json!({"scope": "any"})).await.json();
    let path = link["path"].as_str().expect("a path");
    for seat in [1, 3] {
        guest(&stage, &owner, &id, json!({"scope": "play", "seat": seat})).await;
    }
    let ono = with_cookie(&stage.client(), &stage.client().form(path, "name=Ono").await);
    assert!(ono.get(&format!("/t/{id}")).await.body.contains("You: seat 4 · P4, played by Ono"));
    played(&stage, &owner, &id, &[1, 2, 3, 4]).await;

    let end = mia.get(&format!("/t/{id}")).await.body;
    let card = between(&end, "id=\"ending\"", "id=\"banner\"");
    assert!(card.contains("Ask for another one") && !card.contains("Again with everybody"), "{card}");
    let asked = mia.form(&format!("/t/{id}/answer"), "as=seat:2&line=((Again, with everybody?").await;
    assert_eq!(asked.status, 303, "{asked:?}");
    let mut pages = mia.listen(&format!("/t/{id}/live?as=seat:2")).await;
    let end = owner.get(&format!("/t/{id}?as=seat:1")).await.body;
    assert!(end.contains("Again, with everybody?") && end.contains(">Again with everybody<"), "{end}");

    let new = again(&owner, &id, "seat:1").await;
    assert_ne!(new, id);
    let led = loop {
        let page = pages.next().await.expect("it goes on").data;
        let ending = page["parts"]["ending"].as_str().unwrap_or_default().to_owned();
        if ending.contains("id=\"along\"") {
            break ending;
        }
    };
    assert!(led.contains(&format!("action=\"/t/{id}/along\"")) && !led.contains(&new), "{led}");

    let before = scene(&owner, &id).await;
    let laid = scene(&owner, &new).await;
    assert_eq!(laid["seats"], before["seats"], "house, models and people as they were");
    assert_eq!((&laid["machine"], &laid["table"]["title"]), (&before["machine"], &before["table"]["title"]));
    assert_eq!(laid["table"]["state"], "IDLE", "it waits for them");
    let [mia_there, ono_there, watcher_there] =
        [along(&mia, &id).await, along(&ono, &id).await, along(&watcher, &id).await];
    for (there, you) in [
        (&mia_there, "You: seat 2 · P2"),
        (&ono_there, "You: seat 4 · P4, played by Ono"),
        (&watcher_there, "Watching · what all see"),
    ] {
        assert_eq!(there.0, new);
        let page = there.1.get(&format!("/t/{new}")).await.body;
        assert!(page.contains(you), "{you}: {page}");
        assert_eq!(there.1.get(&format!("/t/{id}")).await.status, 200, "the old table is not lost");
    }
    assert_eq!(scene(&owner, &new).await["table"]["taken"], json!([4]), "Ono sits in the seat of the house");
    let frames = owner.get(&format!("/api/tables/{new}/frames?as=public")).await.body;
    assert!(frames.contains("Ono plays P4 from now on"), "{frames}");
}

#[tokio::test]
async fn t15_a_right_to_one_table_opens_no_other_and_is_taken_along_once() {
    let stage = stage().await;
    let owner = stage.owner();
    let id = table(&owner, 2).await;
    let mia = guest(&stage, &owner, &id, json!({"scope": "play", "seat": 1})).await;
    let leaver = guest(&stage, &owner, &id, json!({"scope": "play", "seat": 3})).await;
    let left = leaver.form(&format!("/t/{id}/seats"), "seat=3&taken=no").await;
    assert_eq!(left.status, 303, "{left:?}");
    played(&stage, &owner, &id, &[1, 2]).await;
    let early = mia.form(&format!("/t/{id}/along"), "").await;
    assert_eq!(early.status, 404, "nothing is laid yet: {early:?}");
    let refused = mia.form(&format!("/t/{id}/again"), "").await;
    assert_eq!(refused.status, 404, "a guest lays no tables");
    let new = again(&owner, &id, "public").await;
    let page = format!("/t/{new}");
    for path in [page.clone(), format!("{page}?as=seat:1"), format!("/api/tables/{new}/events?as=seat:1")] {
        assert_eq!(mia.get(&path).await.status, 404, "{path}");
    }
    // Who has left their seat was there to watch, and is.
    let (_, leaver) = along(&leaver, &id).await;
    assert_eq!(leaver.get(&format!("{page}?as=seat:3")).await.status, 404);
    assert!(leaver.get(&page).await.body.contains("Watching · what all see"));

    let (_, there) = along(&mia, &id).await;
    assert_eq!(there.get(&format!("{page}?as=seat:2")).await.status, 404, "nobody else's seat");
    let twice = mia.form(&format!("/t/{id}/along"), "").await;
    assert_eq!((twice.status, twice.header("set-cookie")), (410, None), "once: {twice:?}");
    // Whoever is there already is led there, with nothing new.
    let back = there.form(&format!("/t/{id}/along"), "").await;
    assert_eq!((next(&back), back.header("set-cookie")), (new.clone(), None));
    // What is taken away there is not to be had here.
    let rights = owner.get(&format!("/api/tables/{new}/rights")).await.json();
    for right in rights.as_array().expect("rights") {
        let path = format!("/api/tables/{new}/rights/{}", right["right"].as_str().expect("a name"));
        assert_eq!(owner.send("DELETE", &path, "", "").await.status, 200);
    }
    assert_eq!(mia.form(&format!("/t/{id}/along"), "").await.status, 410);
    assert_eq!(there.get(&page).await.status, 404);
    assert_eq!(stage.client().form(&format!("/t/{id}/along"), "").await.status, 404, "nor by a stranger");
}

#[tokio::test]
async fn d29_at_the_end_of_a_campaigns_evening_the_next_one_is_offered() {
    let stage = stage().await;
    let owner = stage.owner();
    for (campaign, words) in [("The Long Winter", "The next evening"), ("", "Again")] {
        let seats = json!([
            {"name": "Ana", "holder": "house:player"},
            {"name": "The House", "holder": "house:narrator"},
        ]);
        let setup = json!({"campaign": campaign});
        let wanted = json!({"machine": "dm", "title": "Rain", "seats": seats, "seed": 7, "setup": setup});
        let made = owner.post("/api/tables", &wanted).await;
        assert_eq!(made.status, 201, "{made:?}");
        let id = made.json()["id"].as_str().expect("an id").to_owned();
        played(&stage, &owner, &id, &[]).await;
        let end = owner.get(&format!("/t/{id}")).await.body;
        assert!(end.contains(&format!(">{words}<")), "{campaign:?}: {end}");
        let next = again(&owner, &id, "public").await;
        assert_ne!(next, id);
    }
}

#[tokio::test]
async fn whoever_plays_alone_goes_on_at_once_and_two_presses_lay_one_table() {
    let stage = Stage::open().await;
    let owner = stage.client();
    let id = table(&owner, 1).await;
    let early = owner.form(&format!("/t/{id}/again"), "look=seat:1").await;
    assert_eq!((early.status, early.code().as_str()), (409, "not-over"));
    let sat = owner.form(&format!("/t/{id}/fair"), "on=yes&seat=1").await;
    assert_eq!(sat.status, 303, "{sat:?}");
    played(&stage, &owner, &id, &[1]).await;
    let (path, nothing) = (format!("/api/tables/{id}/again"), json!({}));
    let (one, two) = tokio::join!(again(&owner, &id, "seat:1"), owner.post(&path, &nothing));
    assert_eq!(Some(one.as_str()), two.json()["id"].as_str());
    let laid = scene(&owner, &one).await;
    assert_eq!((&laid["table"]["state"], &laid["table"]["fair"]), (&json!("ACTIVE"), &json!({"seat": 1})));
    let page = owner.get(&format!("/t/{one}")).await.body;
    assert!(page.contains("Watching") && !page.contains("id=\"along\""), "{page}");
    let end = owner.form(&format!("/t/{id}/along"), "look=seat:1").await;
    assert_eq!(end.header("location"), Some(format!("/t/{one}?as=seat:1").as_str()));
}

#[tokio::test]
async fn whoever_sat_in_a_seat_of_the_house_sits_there_again() {
    let stage = Stage::open().await;
    let owner = stage.client();
    let id = table(&owner, 1).await;
    let sat = owner.form(&format!("/t/{id}/seats"), "seat=5&taken=yes").await;
    assert_eq!(sat.status, 303, "{sat:?}");
    played(&stage, &owner, &id, &[1, 5]).await;
    let new = again(&owner, &id, "seat:5").await;
    assert_eq!(scene(&owner, &new).await["table"]["taken"], json!([5]));
    assert!(owner.get(&format!("/t/{new}?as=seat:5")).await.body.contains("You: seat 5 · P5"));
}

#[tokio::test]
async fn the_end_says_when_the_game_turned_as_soon_as_that_is_worked_out() {
    let stage = Stage::open().await;
    let owner = stage.client();
    let id = table(&owner, 0).await;
    let mut pages = owner.listen(&format!("/t/{id}/live?as=public")).await;
    assert!(!owner.get(&format!("/t/{id}")).await.body.contains("id=\"turning\""), "not before the end");
    session(&owner, &id, "start").await;
    let told = loop {
        let page = pages.next().await.expect("it goes on").data;
        let ending = page["parts"]["ending"].as_str().unwrap_or_default().to_owned();
        if ending.contains("id=\"turning\"") {
            break ending;
        }
    };
    for words in [
        "Vote 1. From before it town won 12 of 40 games that the house played on, and from after it 30.",
        &format!("href=\"/t/{id}/replay?as=public&amp;at="),
    ] {
        assert!(told.contains(words), "{words}: {told}");
    }
    let turning = between(&told, "id=\"turning\"", "</p>");
    assert!(
        owner.get(&format!("/t/{id}")).await.body.contains(turning),
        "and whoever opens it later sees it"
    );
    let way = between(turning, "href=\"", "\"").replace("&amp;", "&");
    assert_eq!(owner.get(&way).await.status, 200);
}

#[tokio::test]
async fn t10_a_table_that_has_ended_asks_what_was_good_and_is_laid_again_once_it_is_closed() {
    let host = HostOptions { looks_back: true, ..HostOptions::default() };
    let stage = Stage::with(Options { rate_times: 100, ..Options::new(false) }, host).await;
    let owner = stage.owner();
    let id = table(&owner, 1).await;
    let mut told = owner.listen(&format!("/api/tables/{id}/events?as=seat:1")).await;
    played(&stage, &owner, &id, &[1]).await;
    while told.next().await.expect("it goes on").data["scene"]["table"]["state"] != "DEBRIEF" {}
    let page = owner.get(&format!("/t/{id}?as=seat:1")).await.body;
    for part in ["Looking back", "name=\"feedback\"", ">Again<", "Each of you is asked: P1."] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!page.contains("Look back, everybody"), "it does already");
    assert!(page.contains("id=\"set-close\""), "{page}");
    for verb in ["zero", "start", "resume", "pause"] {
        assert!(!page.contains(&format!("id=\"set-{verb}\"")), "what is over is not gone on with: {verb}");
    }
    let given = owner.form(&format!("/t/{id}/answer"), "as=seat:1&kind=star&feedback=the+vote").await;
    assert_eq!(given.status, 303, "{given:?}");
    session(&owner, &id, "close").await;
    let page = owner.get(&format!("/t/{id}?as=seat:1")).await.body;
    assert!(
        page.contains("☆ the vote") && page.contains(">Again<") && !page.contains("Looking back"),
        "{page}"
    );
    let next = again(&owner, &id, "seat:1").await;
    assert_ne!(next, id);
    assert_eq!(scene(&owner, &next).await["seats"], scene(&owner, &id).await["seats"]);
}
