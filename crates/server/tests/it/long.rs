//! Tables at which much was said: their page is sent the end of it, and the rest as one scrolls up.

use std::time::{Duration, Instant};

use activities::ALL;
use engine::{Actor, Holder, Input, Opening, Part, Seat, SeatId, Seed, Session, SessionMeta, raw};
use serde_json::json;

use crate::client::Client;
use crate::stage::{Stage, between, session, table};

/// Records of a long evening.
const RECORDS: u64 = 100_000;

/// Bytes of a page.
const BYTES_MAX: usize = 150 * 1024;

/// How long it may take, where nothing else is done meanwhile.
const WITHIN: Duration = Duration::from_millis(300);

/// How often it is tried: others may use the machine.
const TRIES: u32 = 10;

/// A log of so many records, as if all of it had been said, written at once.
fn laid(stage: &Stage, records: u64) -> String {
    let seat =
        |number: u64| Seat { id: format!("s{number}"), name: format!("P{number}"), holder: Holder::Person };
    let opening = Opening {
        activity: "mafia".to_owned(),
        seats: (1..=10).map(seat).collect(),
        table: raw(&json!({"title": "Long"})),
        setup: raw(&json!({"speed": "STEP"})),
        seed: Seed(7),
        salt: None,
    };
    let (mut session, entries) = Session::open(*ALL, &opening, 1_700_000_000_000).expect("a good setup");
    let mut lines: Vec<_> = entries.into_iter().map(|(_, line)| line).collect();
    let mut take = |by: Actor, command: serde_json::Value| {
        let number = session.records;
        let command = raw(&command);
        let input = Input { part: Part::Table, by, request: None, ask: None, command };
        let proposal = session.propose(&input, 1_700_000_000_000 + number as i64).expect("allowed");
        lines.push(proposal.line.clone());
        session.commit(proposal);
    };
    take(Actor::Host, json!({"type": "SetSession", "verb": "start"}));
    for number in 3..records {
        let by = Actor::Seat(SeatId::at((number % 10) as usize));
        let words = format!("word {number}, and some more of what one says on a long evening with friends");
        take(by, json!({"type": "SayAside", "text": words, "addressed": false}));
    }
    let id: engine::SessionId = "long".parse().expect("an id");
    let meta = SessionMeta {
        id: id.clone(),
        machine: "mafia".to_owned(),
        title: "Long".to_owned(),
        created_at: 1_700_000_000_000,
        seed: Some(Seed(7)),
        parent: None,
    };
    stage.store.create(meta, lines, false).expect("it is written");
    id.to_string()
}

/// The numbers of the lines of a page.
fn numbers(page: &str) -> Vec<u64> {
    let feed = between(page, "id=\"feed\"", "</ol>");
    let number = |rest: &str| rest.split('"').next()?.parse().ok();
    feed.split("data-number=\"").skip(1).filter_map(number).collect()
}

/// What leads to the lines before those of a page.
fn earlier(page: &str) -> Option<String> {
    let href = between(between(page, "id=\"earlier\"", ">"), "href=\"", "\"").replace("&amp;", "&");
    Some(href).filter(|href| !href.is_empty())
}

/// A page with all the lines that come as one scrolls up.
pub(crate) async fn scrolled_up(client: &Client, path: &str) -> String {
    let mut page = client.get(path).await.body;
    let mut more = earlier(&page);
    while let Some(path) = more {
        let older = client.get(&path).await.body;
        more = earlier(&older);
        page.push_str(between(&older, "id=\"feed\"", "</section>"));
    }
    page
}

#[tokio::test]
async fn a_page_of_a_hundred_thousand_records_is_small_and_quick_and_older_talk_comes_as_one_scrolls_up() {
    let stage = Stage::open().await;
    let client = stage.client();
    let id = laid(&stage, RECORDS);
    // The first look makes what play would have made on the way.
    let page = client.get(&format!("/t/{id}")).await;
    assert_eq!(page.status, 200, "{page:?}");
    let mut best = Duration::MAX;
    for _ in 0..TRIES {
        let began = Instant::now();
        let page = client.get(&format!("/t/{id}?as=seat:1")).await;
        best = best.min(began.elapsed());
        assert!(page.body.len() <= BYTES_MAX, "{} bytes", page.body.len());
        if best <= WITHIN {
            break;
        }
    }
    assert!(best <= WITHIN, "it takes {best:?}");

    let page = client.get(&format!("/t/{id}")).await.body;
    assert!(page.contains(&format!("word {}, ", RECORDS - 1)), "the last line is there");
    let mut first = *numbers(&page).first().expect("lines");
    let mut more = earlier(&page);
    for _ in 0..3 {
        let page = client.get(&more.expect("there is more")).await;
        assert_eq!(page.status, 200, "{page:?}");
        assert!(page.body.len() <= BYTES_MAX, "{} bytes", page.body.len());
        let older = numbers(&page.body);
        assert_eq!(older.last(), Some(&(first - 1)), "nothing is left out and nothing comes twice");
        assert!(older.is_sorted_by(|a, b| a + 1 == *b), "{older:?}");
        first = older[0];
        more = earlier(&page.body);
    }
    // Whoever listens goes on from there.
    let mut live = client.listen(&format!("/t/{id}/live?after={}", first + 1)).await;
    assert_eq!(live.next().await.expect("news").name, "page");
}

#[tokio::test]
async fn a_short_evening_is_on_its_page_whole() {
    let stage = Stage::open().await;
    let client = stage.client();
    let id = table(&client, 6).await;
    session(&client, &id, "start").await;
    let page = client.get(&format!("/t/{id}")).await.body;
    assert!(!page.contains("id=\"earlier\""), "{page}");
    assert_eq!(numbers(&page).first(), Some(&0));
    let none = client.get(&format!("/t/{id}/talk?before=0")).await;
    assert_eq!((none.status, numbers(&none.body).len()), (200, 0), "{none:?}");
    let stranger = Stage::opened(false).await;
    let id = table(&stranger.owner(), 2).await;
    let refused = stranger.client().get(&format!("/t/{id}/talk?before=9")).await;
    assert_eq!(refused.status, 404, "{refused:?}");
}
