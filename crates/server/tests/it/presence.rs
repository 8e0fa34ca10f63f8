//! Who is here: what others see of a person whose browser is open, and of one whose browser is not.

use serde_json::json;

use crate::client::{Client, Listening};
use crate::rights::guest;
use crate::stage::{Stage, between, session, table};

/// What the ring says of a seat.
fn of_seat(html: &str, seat: u8) -> String {
    let found = between(html, &format!("data-at=\"{seat}\""), "</li>");
    assert!(!found.is_empty(), "seat {seat} is in {html}");
    found.to_owned()
}

fn is_away(html: &str, seat: u8) -> bool {
    of_seat(html, seat).contains("◌ not here")
}

/// Listens until the ring is sent with these of the first two seats away.
async fn until_away(live: &mut Listening, wanted: [bool; 2]) {
    loop {
        let page = live.next().await.expect("it goes on").data;
        assert!(page["now"].is_null() || page["now"].is_u64());
        if let Some(ring) = page["parts"]["seats"].as_str()
            && [is_away(ring, 1), is_away(ring, 2)] == wanted
        {
            return;
        }
    }
}

async fn players(stage: &Stage, id: &str) -> [Client; 2] {
    let owner = stage.owner();
    let player = |seat: u8| guest(stage, &owner, id, json!({"scope": "play", "seat": seat}));
    [player(1).await, player(2).await]
}

#[tokio::test]
async fn somebody_who_says_so_is_away_for_all_to_see() {
    let stage = Stage::open().await;
    let owner = stage.client();
    let id = table(&owner, 2).await;
    session(&owner, &id, "start").await;
    let says = async |line: &str| {
        let sent = owner.form(&format!("/t/{id}/answer"), &format!("as=seat:1&line={line}")).await;
        assert_eq!(sent.status, 303, "{sent:?}");
        owner.get(&format!("/t/{id}?as=seat:1")).await.body
    };
    assert!(of_seat(&says("/away").await, 1).contains("◌ away"));
    assert!(!of_seat(&says("/back").await, 1).contains("◌ away"));
}

#[tokio::test]
async fn m14_others_see_who_has_no_browser_open_and_that_they_are_back() {
    let stage = Stage::opened(false).await;
    let owner = stage.owner();
    let id = table(&owner, 2).await;
    session(&owner, &id, "start").await;
    let [one, two] = players(&stage, &id).await;
    let records = || stage.store.read(&id.parse().expect("an id"), 0).expect("a log").len();
    let before = records();
    let live = format!("/t/{id}/live");

    let mut watching = owner.listen(&live).await;
    until_away(&mut watching, [true, true]).await;
    let mut first = one.listen(&live).await;
    until_away(&mut watching, [false, true]).await;
    // Nobody is told that they are not here themselves.
    until_away(&mut first, [false, true]).await;
    // A program that listens for its seat is here too.
    let second = two.listen(&format!("/api/tables/{id}/events")).await;
    until_away(&mut watching, [false, false]).await;
    until_away(&mut first, [false, false]).await;

    drop(second);
    until_away(&mut watching, [false, true]).await;
    until_away(&mut first, [false, true]).await;
    // Two tabs are one person: who closes one is still here.
    let another = one.listen(&live).await;
    drop(first);
    let _second = two.listen(&live).await;
    until_away(&mut watching, [false, false]).await;
    drop(another);
    until_away(&mut watching, [true, false]).await;
    let _back = one.listen(&live).await;
    until_away(&mut watching, [false, false]).await;

    assert_eq!(records(), before, "who comes and goes is in no log");
}

#[tokio::test]
async fn a_page_says_who_is_not_here_of_people_alone_and_a_replay_of_nobody() {
    let stage = Stage::open().await;
    let owner = stage.client();
    let id = table(&owner, 2).await;
    session(&owner, &id, "start").await;
    let page = owner.get(&format!("/t/{id}?as=seat:2")).await.body;
    assert!(is_away(&page, 1) && !is_away(&page, 2), "{page}");
    assert!((3..=6).all(|seat| !is_away(&page, seat)), "the house is always here");
    // Whoever watches is at no seat.
    let mut watching = owner.listen(&format!("/t/{id}/live?as=host")).await;
    until_away(&mut watching, [true, true]).await;
    let replay = owner.get(&format!("/t/{id}/replay?as=seat:2")).await;
    assert_eq!(replay.status, 200);
    assert!(!of_seat(&replay.body, 1).contains("not here"), "{}", replay.body);
    let scene = owner.get(&format!("/api/tables/{id}?as=host")).await;
    assert!(!scene.body.contains("not here") && !scene.body.contains("◌"));
}
