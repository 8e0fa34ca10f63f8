//! A program lays tables of its own: the house, a person whom the program answers for, and a model at one of them.

#![allow(clippy::expect_used, reason = "tests")]

mod words;

use parlor::engine::{Actor, Holder, SeatId, Seed, Viewer, raw};
use parlor::host::Listening;
use parlor::protocol::{Request, Scene};
use parlor::{NotLaid, NotOpened, Parlor, Tables};
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
async fn models_are_those_of_the_configuration_beside_the_store() {
    let home = TempDir::new().expect("a directory");
    let write = |text: &str| std::fs::write(home.path().join("config.toml"), text).expect("a file");
    // Nobody listens there: the house answers for the seat.
    write("[providers.attic]\nwire = \"vllm\"\nbase_url = \"http://127.0.0.1:9/v1\"\n");
    let known = tables(&home);
    let laid = known.table("words").seat("Max", Holder::Model("attic:m".to_owned()));
    let table = laid.seat("Hal", Holder::House("random".to_owned())).start().await.expect("a table");
    table.ended().await.expect("it ends");
    drop((table, known));
    write("[providers.attic]\nwire = 7\n");
    let no = Parlor::new().activity::<words::Words>().open(home.path()).err().expect("no configuration");
    assert!(matches!(&no, NotOpened::Config(why) if why.contains("line 2")), "{no}");
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

/// How many calls of models were answered in a game that is played now.
async fn answered(home: &TempDir, tables: &Tables) -> usize {
    let laid = tables.table("words").seat("Max", Holder::Model("scripted:legal".to_owned()));
    let laid = laid.seat("Hal", Holder::House("random".to_owned())).seed(Seed(7));
    let table = laid.start().await.expect("a table");
    table.ended().await.expect("it ends, by the house's answers if there is no budget");
    let lines = store::Reader::open(home.path()).expect("a store").read(table.id(), 0).expect("a log");
    lines.iter().filter(|line| line.text.contains("\"end\":\"answered\"")).count()
}

#[tokio::test]
async fn a_days_budget_holds_over_restarts_by_the_log() {
    let home = TempDir::new().expect("a directory");
    std::fs::write(home.path().join("config.toml"), "[budget.day]\ntokens = 4000\n").expect("a file");
    let first = tables(&home);
    assert!(answered(&home, &first).await > 0, "there is something to use up");
    let mut games = 1;
    while answered(&home, &first).await > 0 {
        games += 1;
        assert!(games < 200, "the budget is met");
    }
    drop(first);
    // What ran at its tables lets go of the store when it is next looked at.
    let again = loop {
        match Parlor::new().activity::<words::Words>().open(home.path()) {
            Ok(tables) => break tables,
            Err(NotOpened::Store(store::StoreError::Locked { .. })) => tokio::task::yield_now().await,
            Err(other) => panic!("{other}"),
        }
    };
    assert_eq!(answered(&home, &again).await, 0, "a start does not begin the day anew");
}
