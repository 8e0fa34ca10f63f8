//! The head of a table's page: strips, session controls, the pause, the look back, invitations.

use serde_json::{Value, json};

use crate::client::Client;
use crate::stage::{Stage, between, session, table};

/// What is marked as now in each strip of a page.
fn now(page: &str) -> Vec<String> {
    let steps = page.split("aria-current=\"step\"").skip(1);
    steps.map(|rest| between(rest, "class=\"step-title\">", "</span>").to_owned()).collect()
}

/// The verbs whose buttons a page has.
fn verbs(page: &str) -> Vec<String> {
    let buttons = page.split("name=\"verb\" value=\"").skip(1);
    let mut verbs: Vec<String> =
        buttons.map(|rest| rest.split('"').next().unwrap_or_default().to_owned()).collect();
    verbs.sort();
    verbs
}

/// Each state with its title and the verbs that lead away from it.
const STATES: [(&str, &str, &str, &[&str]); 5] = [
    ("IDLE", "Idle", "close", &["end", "pause", "start", "zero"]),
    ("SESSION_ZERO", "Session zero", "zero", &["close", "end", "pause", "start"]),
    ("ACTIVE", "Active", "start", &["close", "end", "pause", "zero"]),
    ("PAUSED", "Paused", "pause", &["close", "end", "resume", "zero"]),
    ("DEBRIEF", "Debrief", "end", &["close", "pause", "resume", "zero"]),
];

const VERBS: [(&str, &str); 6] = [
    ("start", "ACTIVE"),
    ("zero", "SESSION_ZERO"),
    ("pause", "PAUSED"),
    ("resume", "ACTIVE"),
    ("end", "DEBRIEF"),
    ("close", "IDLE"),
];

#[tokio::test]
async fn h1_h3_the_strips_and_the_buttons_follow_every_command_from_every_state() {
    let stage = Stage::open().await;
    let id = table(&stage.client(), 6).await;
    let page = format!("/t/{id}?as=public");
    for (from, title, way, offered) in STATES {
        // A token of its own for each, so that nobody is held back for asking too often.
        let client = stage.owner();
        for (verb, to) in VERBS {
            let state =
                async || client.get(&format!("/api/tables/{id}")).await.json()["table"]["state"].clone();
            if state().await != from {
                session(&client, &id, way).await;
            }
            let body = client.get(&page).await.body;
            assert_eq!(now(&body), [title, "Night"], "{from}");
            assert_eq!(verbs(&body), offered, "{from}");
            let sent = client.form(&format!("/t/{id}/session"), &format!("verb={verb}&look=public")).await;
            if from == to {
                assert_eq!(sent.status, 409, "{from} {verb}: {sent:?}");
                let words = sent.json()["error"]["message"].as_str().unwrap_or_default().to_owned();
                assert!(words.len() > 10, "{words}");
            } else {
                assert_eq!(sent.status, 303, "{from} {verb}: {sent:?}");
            }
            assert_eq!(state().await, to, "{from} {verb}");
            let title = STATES.iter().find(|state| state.0 == to).expect("a state").1;
            assert_eq!(now(&client.get(&page).await.body), [title, "Night"], "{from} {verb}");
        }
    }
}

/// Where phases wait, whoever runs the table has the button that lets them go on, and nobody else has.
#[tokio::test]
async fn a_table_by_steps_goes_on_when_whoever_runs_it_says_so() {
    let stage = Stage::open().await;
    let owner = stage.client();
    let seats: Vec<Value> =
        (1..=6).map(|number| json!({"name": format!("P{number}"), "holder": "house:cautious"})).collect();
    let setup = json!({"speed": "STEP", "roles": {"mafia": 1, "doctor": 1, "sheriff": 1, "villager": 3}});
    let wanted = json!({"machine": "mafia", "title": "Steps", "seats": seats, "seed": 7, "setup": setup});
    let made = owner.post("/api/tables", &wanted).await;
    let id = made.json()["id"].as_str().expect("an id").to_owned();
    let running = stage.host.table(&id.parse().expect("an id")).expect("it runs");
    let mut steps = host::Steps::new(&running, true).await.expect("it listens");
    session(&owner, &id, "start").await;
    while !steps.next().await.expect("it goes on") {}

    let page = format!("/t/{id}?as=public");
    let watcher = guest(&stage, &id, json!({"scope": "observe"})).await;
    let body = watcher.get(&format!("/t/{id}")).await.body;
    assert!(body.contains("waits for whoever runs the table") && !body.contains("set-advance"), "{body}");
    let body = owner.get(&page).await.body;
    assert!(body.contains("id=\"set-advance\"") && now(&body)[1] == "Night", "{body}");
    let on =
        async || owner.form(&format!("/t/{id}/session"), "as=host&verb=advance&look=public").await.status;
    assert_eq!(on().await, 303);
    assert_ne!(now(&owner.get(&page).await.body)[1], "Night");
    let refused = watcher.form(&format!("/t/{id}/session"), "as=host&verb=advance").await;
    assert_eq!(refused.status, 404);
}

#[tokio::test]
async fn only_those_who_may_are_offered_the_session_and_everybody_seated_can_stop_it() {
    let stage = Stage::open().await;
    let owner = stage.client();
    let id = table(&owner, 2).await;
    session(&owner, &id, "start").await;
    let seat = guest(&stage, &id, json!({"scope": "play", "seat": 2})).await;
    let watcher = guest(&stage, &id, json!({"scope": "observe"})).await;
    let page = format!("/t/{id}");
    let body = watcher.get(&page).await.body;
    assert!(verbs(&body).is_empty() && !body.contains("id=\"x-card\""), "{body}");
    assert!(!body.contains("id=\"invite\"") && !body.contains("id=\"see-as\""));
    let body = seat.get(&page).await.body;
    assert!(body.contains("You: seat 2 · P2") && body.contains("id=\"x-card\""), "{body}");
    assert!(!body.contains("id=\"invite\""), "who plays invites nobody");

    let paused = seat.form(&format!("/t/{id}/session"), "as=seat:2&verb=pause").await;
    assert_eq!(paused.status, 303, "{paused:?}");
    let body = watcher.get(&page).await.body;
    assert!(body.contains("Paused by P2"), "{body}");
    let not_theirs = seat.form(&format!("/t/{id}/session"), "as=host&verb=resume").await;
    assert_eq!(not_theirs.status, 404);

    session(&owner, &id, "resume").await;
    let stopped = seat.form(&format!("/t/{id}/answer"), "as=seat:2&line=/x").await;
    assert_eq!(stopped.status, 303, "{stopped:?}");
    let body = watcher.get(&page).await.body;
    assert!(body.contains("Paused by the host") && !body.contains("Paused by P2"), "nobody is named: {body}");
}

#[tokio::test]
async fn h5_asides_are_heard_in_a_break_and_stay_out_of_the_game() {
    let stage = Stage::open().await;
    let client = stage.client();
    let id = table(&client, 6).await;
    session(&client, &id, "start").await;
    session(&client, &id, "pause").await;
    for line in ["((hi there", "//hi again"] {
        let sent = client.form(&format!("/t/{id}/answer"), &format!("as=seat:1&line={line}")).await;
        assert_eq!(sent.status, 303, "{sent:?}");
    }
    let body = client.get(&format!("/t/{id}?as=seat:2")).await.body;
    assert_eq!(body.matches("<li class=\"aside\"").count(), 2, "{body}");
    let sent = client.form(&format!("/t/{id}/answer"), "as=seat:1&line=I+accuse+P2").await;
    assert_eq!(sent.status, 409, "{sent:?}");
}

#[tokio::test]
async fn what_is_written_where_only_asides_are_shown_is_one_and_a_command_stays_a_command() {
    let stage = Stage::open().await;
    let client = stage.client();
    let id = table(&client, 6).await;
    session(&client, &id, "start").await;
    session(&client, &id, "pause").await;
    let page = client.get(&format!("/t/{id}?as=seat:1")).await.body;
    let tab = between(&page, "name=\"tab\" value=\"aside\" form=\"", ">");
    assert!(tab.starts_with("say\" id=\"tab-aside\""), "{tab}");
    let line = between(&page, "<form ", "id=\"say\"");
    assert!(!line.is_empty(), "the line that the tab goes along with: {page}");
    let said = async |line: &str, tab: &str| {
        let sent = client.form(&format!("/t/{id}/answer"), &format!("as=seat:1&line={line}&tab={tab}")).await;
        let page = client.get(&format!("/t/{id}?as=seat:2")).await.body;
        (sent.status, page.matches("<li class=\"aside\"").count())
    };
    assert_eq!(said("I+accuse+P2", "talk").await, (409, 0));
    assert_eq!(said("brb%2C+pizza", "aside").await, (303, 1));
    assert_eq!(said("((me+too", "aside").await, (303, 2));
    assert_eq!(said("/status", "aside").await, (303, 2));
}

#[tokio::test]
async fn h9_looking_back_has_a_form_and_what_it_sends_is_kept() {
    let stage = Stage::open().await;
    let client = stage.client();
    let id = table(&client, 2).await;
    session(&client, &id, "start").await;
    session(&client, &id, "end").await;
    let page = client.get(&format!("/t/{id}?as=seat:1")).await.body;
    assert!(page.contains("name=\"feedback\""), "{page}");
    let watched = client.get(&format!("/t/{id}?as=public")).await.body;
    assert!(!watched.contains("name=\"feedback\""), "who watches has played nothing");
    let sent =
        client.form(&format!("/t/{id}/answer"), "as=seat:1&kind=star&feedback=the+second%0D%0Anight").await;
    assert_eq!(sent.status, 303, "{sent:?}");
    let frames = client.get(&format!("/api/tables/{id}/frames?as=seat:1")).await.json();
    let given = frames.as_array().expect("frames").iter().find(|it| it["event"]["kind"] == "star").cloned();
    assert_eq!(given.expect("the star")["event"]["text"], "the second night");
    assert!(client.get(&format!("/t/{id}?as=seat:1")).await.body.contains("So far: 1 star."));
}

#[tokio::test]
async fn l7_an_invitation_opens_its_seat_once_and_then_says_so_in_words() {
    let stage = Stage::open().await;
    let client = stage.client();
    let id = table(&client, 2).await;
    let shown = client.form(&format!("/t/{id}/invite"), "to=2").await;
    assert_eq!(shown.status, 200, "{shown:?}");
    let link = between(&shown.body, "data-copy=\"", "\"").to_owned();
    let path = format!("/join/{}", between(&link, "/join/", "\""));
    assert_eq!(link, format!("http://{}{path}", stage.at));
    assert!(shown.body.contains("Only this machine can open it"), "{shown:?}");
    assert!(shown.body.contains("parlor serve --bind 0.0.0.0:"), "and what to do about it: {shown:?}");
    assert!(shown.body.contains("class=\"qr\""), "{shown:?}");
    let browser = client.with("accept", "text/html,application/xhtml+xml");
    let looked = browser.get(&path).await;
    assert_eq!((looked.status, looked.header("set-cookie")), (200, None), "{looked:?}");
    assert!(looked.body.contains("<h1>Sit down at <em>Friday</em> as P2</h1>"), "{looked:?}");
    let joined = browser.form(&path, "").await;
    assert_eq!(joined.status, 303, "{joined:?}");
    let cookie =
        joined.header("set-cookie").expect("a cookie").split(';').next().unwrap_or_default().to_owned();
    let page = browser.with("cookie", &cookie).get(&format!("/t/{id}")).await.body;
    assert!(page.contains("You: seat 2 · P2"), "{page}");
    let again = browser.get(&path).await;
    assert_eq!(again.status, 410);
    assert!(
        again.body.starts_with("<!doctype html>") && again.body.contains("<h1>Seat taken</h1>"),
        "{again:?}"
    );
    assert_eq!(client.get(&path).await.code(), "seat-taken", "a program is answered as one");
}

#[tokio::test]
async fn what_a_table_has_cost_and_how_it_is_seen_are_for_those_who_may_know() {
    let stage = Stage::open().await;
    let client = stage.client();
    let id = table(&client, 0).await;
    session(&client, &id, "start").await;
    let body = client.get(&format!("/t/{id}")).await.body;
    for viewer in ["public", "seat:1", "seat:6", "observer", "host"] {
        assert!(body.contains(&format!("<option value=\"{viewer}\"")), "{viewer}");
    }
    stage.host.table(&id.parse().expect("an id")).expect("it runs").ended().await.expect("it ends");
    let body = client.get(&format!("/t/{id}")).await.body;
    assert!(body.contains("data-copy=\"7\"") && body.contains("seed 7"), "the seed can do no harm any more");
}

/// Takes up an invitation.
async fn guest(stage: &Stage, id: &str, scope: Value) -> Client {
    let made = stage.client().post(&format!("/api/tables/{id}/invitations"), &scope).await.json();
    let joined = stage.client().form(made["path"].as_str().expect("a path"), "").await;
    let cookie =
        joined.header("set-cookie").expect("a cookie").split(';').next().unwrap_or_default().to_owned();
    stage.client().with("cookie", &cookie)
}

#[tokio::test]
async fn t6_what_words_suggest_is_a_button_for_those_who_may_and_a_line_for_the_others() {
    let stage = Stage::open().await;
    let owner = stage.client();
    let id = table(&owner, 2).await;
    session(&owner, &id, "start").await;
    let sent = owner.form(&format!("/t/{id}/answer"), "as=seat:1&line=((pizza's here").await;
    assert_eq!(sent.status, 303, "{sent:?}");
    let page = owner.get(&format!("/t/{id}?as=seat:2")).await.body;
    let part = between(&page, "id=\"suggestion\"", "</form>");
    assert!(part.contains("Take a break?") && part.contains("value=\"/agree\""), "{part}");
    assert!(page.contains("data-lapses=\"1"), "{page}");
    let agreed = owner.form(&format!("/t/{id}/answer"), "as=seat:2&line=/agree").await;
    assert_eq!(agreed.status, 303, "{agreed:?}");
    let now = owner.get(&format!("/api/tables/{id}")).await.json();
    assert_eq!(now["table"]["state"], "PAUSED");
    let page = owner.get(&format!("/t/{id}?as=seat:2")).await.body;
    assert!(!page.contains("id=\"agree\""), "it is done");
}

#[tokio::test]
async fn t5_the_help_page_lists_what_can_be_typed() {
    let stage = Stage::open().await;
    let help = stage.client().get("/help").await.body;
    for command in protocol::table::COMMANDS {
        assert!(help.contains(&format!("<kbd>/{}", command.name)), "/{}", command.name);
    }
}

#[tokio::test]
async fn a_seat_that_asks_for_what_it_was_told_is_led_to_that_and_to_nothing_else() {
    let stage = Stage::open().await;
    let id = table(&stage.client(), 6).await;
    session(&stage.client(), &id, "start").await;
    let seated = guest(&stage, &id, json!({"scope": "play", "seat": 2})).await;
    let answer = format!("/t/{id}/answer");
    let sent = seated.form(&answer, "as=seat:2&line=/export").await;
    assert_eq!(sent.status, 200, "{sent:?}");
    let path = sent.json()["export"].as_str().expect("a path").to_owned();
    assert_eq!(path, format!("/api/tables/{id}/export?format=md&as=seat:2"));
    let page = seated.with("accept", "text/html").form(&answer, "as=seat:2&line=/export").await.body;
    assert!(page.contains("Save it (Markdown)") && page.contains("format=md&amp;as=seat:2"), "{page}");
    let command = json!({"id": "r1", "as": "seat:2", "request": {"line": {"text": "/export"}}});
    let done = seated.post(&format!("/api/tables/{id}/commands"), &command).await.json();
    assert_eq!(done["export"], path.as_str(), "{done}");
    let text = seated.get(&path).await;
    assert_eq!(text.body, format!("{id} Markdown Some(Seat(SeatId(2)))"));
    for other in ["seat:1", "host"] {
        let refused = seated.get(&path.replace("seat:2", other)).await;
        assert_eq!(refused.status, 404, "{other}: {refused:?}");
    }
}
