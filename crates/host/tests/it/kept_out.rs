//! T12: what is kept out of a table is told by no seat of the house or of a model from the next word on.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use activities::ALL;
use engine::{Actor, Holder, Input, Opening, Part, Viewer, Voice, raw, replay};
use host::{Host, HostOptions, NewSession, Pace, Table};
use llm::{Calling, Delta, Hear, ModelRequest, Models, Provider, Script, Scripted, Style};
use protocol::table::TableState;
use protocol::{Frame, frames};
use serde_json::{Value, json};

use crate::disk::Disk;
use crate::mafia::session;
use crate::seats::SEED;
use crate::stage::{START_UTC, drain, id, log, pass, seat, seats};

const WORD: &str = "spider";

const TO_THE_END: usize = 20_000;

const WITHOUT_TIME: usize = 400;

/// A table with its usual setup: `person`, a model such as `scripted:legal`, or a character of the house in each seat.
pub(crate) async fn laid(disk: &Disk, activity: &str, holders: &[&str], models: Models) -> (Host, Table) {
    let options = HostOptions {
        pace: Pace::Instant.into(),
        start_utc: Some(START_UTC),
        models,
        ..HostOptions::default()
    };
    let host = Host::new(disk.clone(), *ALL, options);
    let mut seats = seats(&"h".repeat(holders.len()));
    for (seat, holder) in seats.iter_mut().zip(holders) {
        seat.holder = match *holder {
            "person" => Holder::Person,
            spec if spec.contains(':') => Holder::Model(spec.to_owned()),
            character => Holder::House(character.to_owned()),
        };
    }
    let roles = json!({"mafia": 2, "doctor": 1, "sheriff": 1, "villager": 3});
    let setup = if activity == "mafia" { json!({"roles": roles}) } else { json!({}) };
    let opening = Opening {
        activity: activity.to_owned(),
        seats,
        table: raw(&json!({"title": "Friday"})),
        setup: raw(&setup),
        seed: SEED,
        salt: None,
    };
    let new = NewSession { id: id("game"), title: "Friday".to_owned(), opening };
    let table = host.create(new).await.expect("a good setup");
    (host, table)
}

async fn draw(table: &Table, subject: &str) {
    draw_as(table, "line", subject).await;
}

async fn draw_as(table: &Table, kind: &str, subject: &str) {
    let command = raw(&json!({"type": "DrawLine", "kind": kind, "subject": subject}));
    let input = Input { part: Part::Table, by: Actor::Host, request: None, ask: None, command };
    table.command(input).await.expect("anybody may");
}

/// Lets it go on until it has ended or rests, or for so many steps: a story of models goes on and on, and no time goes by in it.
async fn played(table: &Table, steps: usize) {
    for _ in 0..steps {
        let scene = table.scene(Viewer::Public).await.expect("a scene");
        if scene.outcome.is_some() || scene.table.state != TableState::Active {
            return;
        }
        if steps == WITHOUT_TIME { tokio::task::yield_now().await } else { pass(1_000).await }
    }
}

/// What seats have said at a table, as whoever sees most was told.
fn said(disk: &Disk) -> Vec<String> {
    let told = frames::of_log(*ALL, &log(disk, "game"), Viewer::Host).expect("a good log");
    let aloud = |frame: Frame| frame.telling.filter(|telling| matches!(telling.voice, Voice::Seat(_)));
    told.into_iter().filter_map(aloud).map(|telling| telling.text).collect()
}

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphabetic()).filter(|word| word.chars().count() >= 5).map(str::to_lowercase)
}

/// Ends well for whatever was said, and says that word wherever there are words to say.
struct Rude {
    legal: Scripted,
    /// What it says.
    words: &'static str,
    requests: Arc<Mutex<Vec<ModelRequest>>>,
}

impl Provider for Rude {
    fn style(&self) -> Style {
        Style::Tools
    }
    fn call<'a>(&'a self, request: &'a ModelRequest, hear: &'a mut Hear<'_>) -> Calling<'a> {
        self.requests.lock().expect("no panic").push(request.clone());
        Box::pin(async move {
            let mut reply = self.legal.call(request, &mut |_| ()).await?;
            for (index, call) in reply.calls.iter_mut().enumerate() {
                let mut given: Value = serde_json::from_str(&call.arguments).expect("JSON");
                put_in(&mut given, self.words);
                call.arguments = given.to_string();
                hear(Delta::Call { index, name: call.name.clone() });
                hear(Delta::Arguments { index, json: call.arguments.clone() });
            }
            Ok(reply)
        })
    }
}

/// Puts the word into everything that is said: what is chosen has no spaces.
fn put_in(given: &mut Value, words: &str) {
    match given {
        Value::String(text) if text.contains(' ') => {
            *text = format!("{words} {text}").chars().take(40).collect()
        }
        Value::Array(all) => all.iter_mut().for_each(|given| put_in(given, words)),
        Value::Object(fields) => fields.values_mut().for_each(|given| put_in(given, words)),
        Value::String(_) | Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[tokio::test(start_paused = true)]
async fn t12_no_model_says_what_is_kept_out_streamed_or_whole() {
    for (activity, holders) in
        [("mafia", &["rude:x"; 7][..]), ("dm", &["rude:x", "narrator"]), ("tidying", &["hesitant", "rude:x"])]
    {
        for kept_out in [false, true] {
            let (disk, requests) = (Disk::default(), Arc::<Mutex<Vec<ModelRequest>>>::default());
            let rude = Rude {
                legal: Scripted::new(Script::Legal, Style::Tools, None),
                words: "Look, SPIDERS!",
                requests: Arc::clone(&requests),
            };
            let models = Models::default().with("rude", Arc::new(rude));
            let (_host, table) = laid(&disk, activity, holders, models).await;
            let mut public = table.subscribe(Viewer::Host, None).await.expect("a listener");
            if kept_out {
                draw(&table, WORD).await;
            }
            session(&table, "start").await;
            played(&table, if activity == "mafia" { TO_THE_END } else { WITHOUT_TIME }).await;
            if activity != "mafia" {
                session(&table, "pause").await;
            }
            let heard: Vec<String> = drain(&mut public)
                .await
                .iter()
                .flat_map(|update| &update.chunks)
                .map(|chunk| chunk.text.to_lowercase())
                .collect();
            let said = said(&disk).join(" ").to_lowercase();
            let told_why = requests.lock().expect("no panic").iter().any(|request| {
                request
                    .exchanges
                    .iter()
                    .flat_map(|exchange| &exchange.results)
                    .any(|result| result.content.contains("kept out"))
            });
            match kept_out {
                true => {
                    assert!(!said.contains(WORD), "{activity}: {said}");
                    assert!(!heard.concat().contains(WORD), "{activity}: not streamed either");
                    assert!(told_why, "{activity}: it is told why");
                }
                // What the test looks for is there if nothing is kept out.
                false => assert!(
                    said.contains(WORD) && !told_why,
                    "{activity}: {said}, {}",
                    log(&disk, "game").len()
                ),
            }
            replay::verify(*ALL, SEED, &log(&disk, "game")).expect("the log can be decided again");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn t12_no_model_tells_of_what_is_veiled_in_more_than_one_sentence() {
    for (activity, holders) in
        [("mafia", &["rude:x"; 7][..]), ("dm", &["rude:x", "narrator"]), ("tidying", &["hesitant", "rude:x"])]
    {
        for (words, told) in [("A spider. Spiders!", false), ("Look, a spider,", true)] {
            let disk = Disk::default();
            let legal = Scripted::new(Script::Legal, Style::Tools, None);
            let rude = Rude { legal, words, requests: Arc::default() };
            let (_host, table) =
                laid(&disk, activity, holders, Models::default().with("rude", Arc::new(rude))).await;
            let mut public = table.subscribe(Viewer::Host, None).await.expect("a listener");
            draw_as(&table, "veil", WORD).await;
            session(&table, "start").await;
            played(&table, if activity == "mafia" { TO_THE_END } else { WITHOUT_TIME }).await;
            session(&table, "pause").await;
            let chunks = drain(&mut public).await.iter().map(|update| update.chunks.len()).sum::<usize>();
            assert_eq!(chunks, 0, "{activity}: nothing is told before it is whole");
            let said = said(&disk).join("\n").to_lowercase();
            assert_eq!(said.contains(WORD), told, "{activity}: {said}");
            replay::verify(*ALL, SEED, &log(&disk, "game")).expect("the log can be decided again");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn t12_the_house_finds_other_words_or_says_nothing() {
    let mafia = ["cautious", "aggressive", "analytical", "social", "cautious", "social", "analytical"];
    for (activity, house) in [
        ("mafia", &mafia[..]),
        ("dm", &["player", "player", "narrator"]),
        ("tidying", &["hesitant", "coach"]),
    ] {
        let disk = Disk::default();
        let (_host, table) = laid(&disk, activity, house, Models::default()).await;
        session(&table, "start").await;
        played(&table, TO_THE_END).await;
        let mut often: BTreeMap<String, u32> = BTreeMap::new();
        for word in said(&disk).iter().flat_map(|text| words(text)) {
            *often.entry(word).or_default() += 1;
        }
        let mut often: Vec<(u32, String)> = often.into_iter().map(|(word, count)| (count, word)).collect();
        often.sort_unstable();
        assert!(often.len() > 30, "{activity}: the house talks: {often:?}");
        // What it says most, what it says seldom, and all of these at once.
        let some: Vec<&str> =
            often.iter().rev().step_by(often.len() / 6).map(|(_, word)| word.as_str()).collect();
        for kept_out in some.iter().map(std::slice::from_ref).chain([&some[..]]) {
            let disk = Disk::default();
            let (_host, table) = laid(&disk, activity, house, Models::default()).await;
            session(&table, "start").await;
            for word in kept_out {
                draw(&table, word).await;
            }
            let before = said(&disk).len();
            played(&table, TO_THE_END).await;
            let said = said(&disk);
            for text in &said[before..] {
                let crossed = words(text).find(|word| kept_out.iter().any(|line| word.starts_with(line)));
                assert_eq!(crossed, None, "{activity}, without {kept_out:?}: {text}");
            }
            assert!(said.len() > before, "{activity}, without {kept_out:?}: it finds other words");
            replay::verify(*ALL, SEED, &log(&disk, "game")).expect("the log can be decided again");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn t12_an_answer_that_the_house_makes_up_for_a_person_tells_of_nothing_that_is_kept_out() {
    let disk = Disk::default();
    let (_host, table) = laid(&disk, "dm", &["person", "narrator"], Models::default()).await;
    session(&table, "zero").await;
    let ask = table.scene(Viewer::Seat(seat(1))).await.expect("a scene").asks[0].id;
    let made_up = async || {
        let answer = table.would_answer(seat(1), ask).await.expect("it is asked");
        let answer: Value = serde_json::from_str(answer.get()).expect("JSON");
        words(answer["background"].as_str().expect("words")).collect::<Vec<_>>()
    };
    let first = made_up().await;
    for word in &first {
        draw(&table, word).await;
    }
    let second = made_up().await;
    assert!(!first.is_empty() && first != second, "{first:?}");
    assert!(!second.iter().any(|word| first.iter().any(|line| word.starts_with(line))), "{second:?}");
}
