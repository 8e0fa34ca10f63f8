//! `kill -9` of a process that runs games: every command that it acknowledged is in the log afterwards, once, and the
//! game goes on to an end.
#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs, reason = "a test says so by failing")]

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use activities::ALL;
use engine::{
    Actor, Dice, DiceBox, FieldKind, Holder, Input, OpenAsk, Opening, Part, Purpose, Seat, SeatId, Seed,
    SessionId, Viewer, raw, replay,
};
use parlor_host::{Host, HostOptions, NewSession, Table};
use protocol::Request;
use serde_json::{Map, Value, json};
use store::Store;

const KILLS: u32 = 200;
const CHILD: &str = "PARLOR_HOST_KILLED_CHILD";
const PERSON: usize = 3;

fn dice(seed: u64) -> Dice {
    DiceBox::new(Seed(seed), "kills").rules(0, Purpose { code: 1, name: "kills and answers" })
}

/// Not a test of its own: the process that is killed. It plays one game after the other, with a person in a seat, and says
/// what was acknowledged.
#[test]
fn child_that_plays_until_it_is_killed() {
    let Some(dir) = std::env::var_os(CHILD) else { return };
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async {
        let host = Host::new(Store::open(Path::new(&dir)).unwrap(), *ALL, HostOptions::default());
        for (_, table) in host.recover().await.unwrap() {
            play(table.unwrap()).await;
        }
        for game in 0.. {
            let id: SessionId = format!("{}-{game}", std::process::id()).parse().unwrap();
            let table = host.create(new_game(id)).await.unwrap();
            table.command(start()).await.unwrap();
            play(table).await;
        }
    });
}

fn start() -> Input {
    let command = raw(&json!({"type": "SetSession", "verb": "start"}));
    Input { part: Part::Table, by: Actor::Host, request: None, ask: None, command }
}

fn new_game(id: SessionId) -> NewSession {
    let seat = |index: usize| Seat {
        id: format!("p{index}"),
        name: format!("P{index}"),
        holder: if index == PERSON { Holder::Person } else { Holder::House("social".to_owned()) },
    };
    let opening = Opening {
        activity: "mafia".to_owned(),
        seats: (0..10).map(seat).collect(),
        table: raw(&json!({"title": "Friday"})),
        setup: raw(&json!({"speed": "INSTANT"})),
        seed: Seed(u64::from(std::process::id())),
        salt: None,
    };
    NewSession { id, title: "Friday".to_owned(), opening }
}

/// Answers for the person, every ask once or twice, until the game is over.
async fn play(table: Table) {
    let me = SeatId::at(PERSON);
    let mut news = table.subscribe(Viewer::Seat(me), None).await.unwrap();
    let mut dice = dice(u64::from(std::process::id()));
    let mut sent = 0;
    // A session that was over before it was subscribed to says so in its first scene.
    while let Ok(update) = news.next().await {
        let Some(scene) = update.scene else { continue };
        if scene.outcome.is_some() {
            return;
        }
        let Some(ask) = scene.asks.iter().find(|ask| !ask.answered) else { continue };
        sent += 1;
        let id = format!("{}-{sent}", std::process::id());
        let request = Request::Answer { ask: ask.id, command: raw(&answer(ask, &mut dice)) };
        if let Ok(ack) = table.request(Actor::Seat(me), Some(id.clone()), request).await {
            println!("\nack {} {id} {} {}", table.id(), ack.number, ack.head);
        }
    }
}

/// Any answer that the form offers.
fn answer(ask: &OpenAsk, dice: &mut Dice) -> Value {
    let tool = dice.pick(&ask.form.tools).expect("a way to answer");
    let mut command = Map::from_iter([("type".to_owned(), Value::from(tool.name.as_str()))]);
    for field in tool.fields.iter().filter(|field| field.required) {
        let value = match &field.kind {
            FieldKind::Choice(choices) => dice.pick(choices).expect("a legal choice").value.clone(),
            FieldKind::Text { .. } => json!("I was at home all night."),
            FieldKind::Each { .. } => json!([]),
            kind => panic!("{kind:?} is no field of Mafia"),
        };
        command.insert(field.name.clone(), value);
    }
    Value::Object(command)
}

fn spawn(dir: &Path) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child_that_plays_until_it_is_killed", "--nocapture"])
        .env(CHILD, dir)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// What was acknowledged: by session and request, the record and its hash.
type Acked = BTreeMap<(String, String), (u64, String)>;

fn take(acked: &mut Acked, line: &str) -> bool {
    let parts: Vec<&str> = line.split(' ').collect();
    let ["ack", session, request, number, hash] = parts[..] else { return false };
    // The last line of a killed process may be cut short.
    if hash.len() == 64 {
        let place = (number.parse().unwrap(), hash.to_owned());
        acked.insert((session.to_owned(), request.to_owned()), place);
    }
    true
}

#[test]
fn two_hundred_kills_lose_nothing_and_every_game_comes_to_an_end() {
    let dir = tempfile::tempdir().unwrap();
    let mut dice = dice(7);
    let mut acked = Acked::new();
    for _ in 0..KILLS {
        let acks = 1 + dice.below(25);
        let mut child = spawn(dir.path());
        let mut said = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut heard = 0;
        while heard < acks {
            heard += u32::from(take(&mut acked, &said.next().expect("the child ended by itself").unwrap()));
        }
        child.kill().unwrap();
        child.wait().unwrap();
        for line in said.map_while(Result::ok) {
            take(&mut acked, &line);
        }
    }
    assert!(acked.len() as u32 > KILLS * 5, "{} acknowledgements", acked.len());
    finish(dir.path());

    let store = Store::open(dir.path()).unwrap();
    let mut ended = 0;
    let mut found = Acked::new();
    for row in store.sessions().unwrap() {
        let lines = store.read(&row.meta.id, 0).unwrap();
        let log = replay::read(lines.iter().map(|line| line.text.as_str())).unwrap();
        for (record, line) in &log {
            let Some((_, request)) = record.request.as_deref().and_then(|request| request.split_once('/'))
            else {
                continue;
            };
            let key = (row.meta.id.to_string(), request.to_owned());
            let twice = found.insert(key, (line.number, line.hash.to_string()));
            assert!(twice.is_none(), "{} did {request} twice", row.meta.id);
        }
        let session = replay::verify(*ALL, row.meta.seed.unwrap(), &log).unwrap();
        let winner = session.activity.outcome().expect("every game has ended")["winner"].clone();
        assert!(winner == "town" || winner == "mafia");
        ended += 1;
    }
    assert!(ended > 20, "only {ended} games were played");
    for (key, place) in &acked {
        assert_eq!(found.get(key), Some(place), "{key:?} was acknowledged");
    }
}

/// Lets every game be played to its end: one that a kill came before the start of, too, which sleeps.
fn finish(dir: &Path) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let store = Store::open(dir).unwrap();
        let rows = store.sessions().unwrap();
        let host = Host::new(store, *ALL, HostOptions::default());
        for row in rows {
            let table = host.resume(&row.meta.id).await.unwrap();
            // One that is on already, or over, refuses it.
            drop(table.command(start()).await);
            play(table).await;
        }
        host.stop().await;
    });
}
