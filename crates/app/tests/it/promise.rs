//! The promise of the seed at a running server: a seed that somebody typed is found by nobody who tries them all.

use engine::{Chance, Salt, Seed};
use serde_json::{Value, json};

use crate::pace::{ask, begun, serving};
use crate::serve::Serving;
use crate::stage::Home;

/// A seed as people think of one: an observer found such a one within seconds when it was hashed alone.
const SEED: u64 = 19_870_412;

/// A table of the house, with the seed and whatever else.
fn laid(serving: &Serving, more: &Value) -> String {
    let mut wanted = json!({"machine": "mafia", "seed": SEED, "setup": {"speed": "INSTANT"}});
    let house = ask(serving, "GET", "/api/activities", &Value::Null);
    wanted["seats"] = house[0]["house_seats"].clone();
    for (key, value) in more.as_object().expect("fields") {
        wanted[key] = value.clone();
    }
    begun(serving, &wanted)
}

/// Everything that whoever watches can ask for.
fn watched(serving: &Serving, id: &str) -> String {
    let paths = [
        format!("/api/tables/{id}?as=public"),
        format!("/api/tables/{id}/frames?as=public"),
        format!("/api/tables/{id}/export?as=public&format=jsonl"),
        format!("/api/tables/{id}/export?as=public&format=md"),
        format!("/api/tables/{id}/export?as=public&format=html"),
        format!("/t/{id}?as=public"),
        format!("/t/{id}/replay?as=public"),
        "/api/tables".to_owned(),
        "/".to_owned(),
    ];
    paths.iter().map(|path| ask(serving, "GET", path, &Value::Null).to_string()).collect()
}

#[test]
fn m23_whoever_watches_is_told_nothing_that_trying_seeds_could_be_compared_with() {
    let home = Home::new();
    let serving = serving(&home);
    let id = laid(&serving, &json!({}));
    let text = watched(&serving, &id);
    let scene = ask(&serving, "GET", &format!("/api/tables/{id}?as=public"), &Value::Null);
    let promise = scene["view"]["seed_hash"].as_str().expect("a promise").to_owned();
    assert!(text.contains(&promise));
    assert_ne!(promise, Seed(SEED).promise(None).to_string());
    for secret in [Seed(SEED).promise(None).to_string(), SEED.to_string(), "\"salt\"".to_owned()] {
        assert!(!text.contains(&secret), "{secret}");
    }
}

#[test]
fn m23_seed_and_salt_give_the_same_evening_again_and_the_seed_alone_another() {
    let home = Home::new();
    let serving = Serving::start(
        &home,
        &["serve", "--bind", "127.0.0.1:0", "--rate-times", "1000", "--speed", "instant"],
    );
    let ended = |more: &Value| {
        let id = laid(&serving, more);
        loop {
            let scene = ask(&serving, "GET", &format!("/api/tables/{id}?as=public"), &Value::Null);
            if !scene["outcome"].is_null() {
                return (id, scene);
            }
        }
    };
    let (id, first) = ended(&json!({}));
    let outcome = &first["outcome"];
    let salt: Salt = outcome["salt"].as_str().expect("a salt").parse().expect("32 hex digits");
    let promised = Chance { seed: Seed(SEED), salt: Some(salt) };
    assert_eq!(outcome["seed"], SEED);
    assert_eq!(first["view"]["seed_hash"], promised.seed.promise(promised.salt).to_string());
    let (_, again) = ended(&json!({"salt": salt}));
    let plain = |scene: &Value| {
        let mut view = scene["view"].clone();
        view["outcome"]["durationMs"] = Value::Null;
        view["outcome"].take();
        (scene["outcome"]["roles"].clone(), view["deaths"].clone(), view["votes"].clone())
    };
    assert_eq!(plain(&again), plain(&first), "the same evening");
    let (_, other) = ended(&json!({}));
    assert_ne!(other["view"]["seed_hash"], first["view"]["seed_hash"]);
    drop(serving);
    home.run(&["verify", &id]).fine();
    let file = home.file("evening.jsonl", home.export(&id));
    let elsewhere = Home::new();
    elsewhere.run(&["import", &file]).fine();
    elsewhere.run(&["verify", &id]).fine();
}
