//! A program lays tables of its own: the house, a person whom the program answers for, and a model at one of them.

#![allow(clippy::expect_used, reason = "tests")]

mod words;

use parlor::engine::{Actor, Holder, SeatId, Seed, Viewer, raw};
use parlor::host::Listening;
use parlor::protocol::{Request, Scene};
use parlor::{NotLaid, Parlor, Tables};
use tempfile::TempDir;

fn tables(home: &TempDir) -> Tables {
    Parlor::new().activity::<words::Words>().open(home.path()).expect("a store")
}

#[tokio::test]
async fn the_house_a_person_and_a_model_play_to_the_end_of_it_and_the_log_has_it() {
    let home = TempDir::new().expect("a directory");
    let tables = tables(&home);
    let laid =
        tables.table("words").seat("Hal", Holder::House("random".to_owned())).seat("Kim", Holder::Person);
    let laid = laid.seat("Max", Holder::Model("scripted:legal".to_owned())).seed(Seed(7));
    let table = laid.start().await.expect("a table");
    let kim = SeatId::at(1);
    let mut listening = Listening::new(&table, Viewer::Seat(kim)).await.expect("a listener");
    let mut scene: Scene = table.scene(Viewer::Seat(kim)).await.expect("a scene");
    while scene.asks.is_empty() {
        if let Some(now) = listening.next().await.expect("an update").scene {
            scene = *now;
        }
    }
    let command = raw(&serde_json::json!({"type": "say", "word": "harbour"}));
    let answer = Request::Answer { ask: scene.asks[0].id, command };
    table.request(Actor::Seat(kim), None, answer).await.expect("it is legal");
    let outcome = table.ended().await.expect("it ends");
    let said: Vec<&str> = outcome.as_str().expect("words").split(' ').collect();
    assert!(said.contains(&"harbour") && !said.contains(&"nothing"), "{said:?}");
    let sessions = tables.host().recover().await.expect("the store");
    assert!(sessions.is_empty(), "it has ended");
}

#[tokio::test]
async fn what_cannot_be_laid_is_refused_without_a_word_of_the_command_line() {
    let home = TempDir::new().expect("a directory");
    let tables = tables(&home);
    let no = tables.table("cards").seat("Kim", Holder::Person).start().await.expect_err("unknown");
    assert!(matches!(&no, NotLaid::Unknown { name } if name == "cards"), "{no}");
    let none = tables.table("words").start().await.expect_err("nobody sits there");
    let unasked = tables.table("words").seat("Max", Holder::Model("nobody:x".to_owned()));
    let unasked = unasked.start().await.expect_err("no such provider");
    for why in [no, none, unasked] {
        assert!(!why.to_string().contains("--") && !why.to_string().contains("parlor "), "{why}");
    }
}
