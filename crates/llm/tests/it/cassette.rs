//! Calls on file.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use engine::{Hash, SeatId, Usage};
use llm::{
    CallFault, Cassette, Delta, Failed, Image, ModelRequest, Models, Provider, Recorded, Replay, Style,
};

use crate::stage::{Act, Stage, after_failure, ask, request, says, unreachable};

/// Answers without a network: everything that a reply can have, twice the same question, and a failure.
async fn record(
    path: &Path,
    acts: Vec<(ModelRequest, Act)>,
) -> Vec<(Vec<Delta>, Result<llm::ModelReply, Failed>)> {
    let stage = Stage::of(acts.iter().map(|(_, act)| act.clone()));
    let recorded = Recorded::new(stage, Cassette::open(path).expect("a file"), "test:model".into());
    let mut all = Vec::new();
    for (request, _) in &acts {
        all.push(ask(&recorded, request).await);
    }
    all
}

fn other(mut request: ModelRequest) -> ModelRequest {
    request.prompt.now = "Vote again.".into();
    request
}

#[tokio::test(start_paused = true)]
async fn what_was_recorded_is_played_again_delta_by_delta() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("game.jsonl");
    let request = request(Style::Tools);
    let broken = Act {
        say: vec![Delta::Thought("hm \u{1f3b2}\n".into()), Delta::Text("I \"".into())],
        end: Some(Err(Failed {
            estimated: false,
            fault: unreachable(),
            usage: Usage { input: 3, cached: 1, output: 2 },
            text: "I \"".into(),
        })),
        ..Act::default()
    };
    let acts = vec![
        (request.clone(), says("one", Usage { input: 9, cached: 3, output: 1 })),
        (other(request.clone()), broken),
        (request.clone(), says("two", Usage::default())),
        (after_failure(request.clone()), says("three", Usage::default())),
    ];
    let requests: Vec<ModelRequest> = acts.iter().map(|(request, _)| request.clone()).collect();
    let live = record(&path, acts).await;

    let replay = Replay::open(&path).expect("a cassette");
    for (request, live) in requests.iter().zip(&live) {
        // Another session, seat and limit: what is asked is the same.
        let mut request = request.clone();
        (request.session, request.seat, request.limits.time) =
            ("t".into(), SeatId::at(5), Duration::from_secs(1));
        assert_eq!(ask(&replay, &request).await, *live);
    }
    let (heard, result) = ask(&replay, &requests[0]).await;
    assert_eq!((&heard, &result), (&live[0].0, &live[0].1), "another session begins at the beginning");
}

#[tokio::test(start_paused = true)]
async fn a_call_that_was_made_again_is_played_without_its_failure() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("game.jsonl");
    let request = request(Style::Tools);
    let mut act = says("yes", Usage::default());
    act.say.insert(0, Delta::Again { number: 2, of: 3 });
    let live = record(&path, vec![(request.clone(), act)]).await;
    let replay = Replay::open(&path).expect("a cassette");
    assert_eq!(ask(&replay, &request).await, (live[0].0[1..].to_vec(), live[0].1.clone()));
}

#[tokio::test(start_paused = true)]
async fn what_is_not_on_it_cannot_be_had() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("game.jsonl");
    let request = request(Style::Tools);
    record(&path, vec![(request.clone(), says("one", Usage::default()))]).await;
    let replay = Replay::open(&path).expect("a cassette");
    let none =
        Err(Failed::new(CallFault::Unreachable { why: "the cassette has no answer to this prompt".into() }));
    assert_eq!(ask(&replay, &other(request.clone())).await.1, none);
    assert!(ask(&replay, &request).await.1.is_ok());
    assert_eq!(ask(&replay, &request).await.1, none, "the last answer is not given twice");
    let changed: [fn(&mut ModelRequest); 4] = [
        |request| request.allowed.clear(),
        |request| request.tools.clear(),
        |request| request.prompt.told.push("It is night.".into()),
        |request| request.tools[0].about.push('!'),
    ];
    for change in changed {
        let mut request = ModelRequest { session: "new".into(), ..request.clone() };
        change(&mut request);
        assert_eq!(ask(&replay, &request).await.1, none);
    }
}

#[tokio::test(start_paused = true)]
async fn a_dropped_call_leaves_no_line_and_recording_goes_on_behind_what_is_there() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("game.jsonl");
    let request = request(Style::Tools);
    record(&path, vec![(request.clone(), says("one", Usage::default()))]).await;
    let stage = Stage::of([Act::default()]);
    let recorded = Recorded::new(stage, Cassette::open(&path).expect("a file"), "test:model".into());
    let hung = tokio::time::timeout(Duration::from_secs(1), ask(&recorded, &request)).await;
    assert!(hung.is_err());
    record(&path, vec![(request.clone(), says("two", Usage::default()))]).await;
    let text = std::fs::read_to_string(&path).expect("the file");
    assert_eq!(text.lines().count(), 2);
    let replay = Replay::open(&path).expect("a cassette");
    for expected in ["one", "two"] {
        assert_eq!(ask(&replay, &request).await.1.expect("an answer").text, expected);
    }
}

#[test]
fn a_damaged_one_is_refused_with_the_line() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("game.jsonl");
    let good = r#"{"request":"aa","model":"m","answer":"schema","deltas":[],"reply":{"text":"","calls":[],"usage":{"input":0,"cached":0,"output":0},"stop":"end"}}"#;
    let check = |text: String, expected: Option<&str>| {
        std::fs::write(&path, &text).expect("a file");
        let error = Replay::open(&path).err().map(|error| error.to_string());
        match expected {
            None => assert_eq!(error, None, "{text}"),
            Some(expected) => {
                let error = error.expect("it is damaged");
                assert!(
                    error.contains("game.jsonl is damaged in line ") && error.contains(expected),
                    "{error}"
                );
            }
        }
    };
    check(format!("{good}\n{good}\n"), None);
    check(String::new(), None);
    check(format!("{good}\n{}", &good[..50]), Some("line 2"));
    check(format!("{good}\n\n{good}\n"), Some("line 2"));
    check(good.replace("schema", "aloud"), Some("line 1: \"aloud\" is no way to answer"));
    check(good.replace("\"reply\"", "\"silence\""), Some("line 1"));
    let missing = Replay::open(&dir.path().join("none")).expect_err("no file").to_string();
    assert!(missing.starts_with("could not open the recorded answers "), "{missing}");
}

#[tokio::test(start_paused = true)]
async fn a_game_is_recorded_through_models_and_asked_for_in_the_same_way() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("game.jsonl");
    let models = Models::default();
    models.record_to(&path).expect("a file");
    let request = request(Style::Schema);
    let live = {
        let model = models.get("scripted:legal@answer=schema").expect("a model");
        ask(&*model.provider, &request).await
    };
    let spec = format!("replay:{}", path.display());
    let played = Models::default().get(&spec).expect("a cassette");
    assert_eq!(played.provider.style(), Style::Schema);
    assert_eq!(ask(&*played.provider, &request).await, live);
    let asked = Models::default().get(&format!("{spec}@answer=tools")).expect("a cassette");
    assert_eq!(asked.provider.style(), Style::Tools);
    // Nobody waits for what will not come.
    let start = tokio::time::Instant::now();
    let (_, result) = ask(&*played.provider, &request).await;
    assert!(matches!(result, Err(Failed { fault: CallFault::Unreachable { .. }, .. })));
    assert_eq!(start.elapsed(), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn seats_that_share_a_cassette_share_its_turns() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("game.jsonl");
    let request = request(Style::Tools);
    let acts = ["one", "two"].map(|text| (request.clone(), says(text, Usage::default())));
    record(&path, acts.to_vec()).await;
    let models = Models::default();
    let spec = format!("replay:{}", path.display());
    let (a, b) = (models.get(&spec).expect("it"), models.get(&spec).expect("it"));
    let text =
        async |provider: &Arc<dyn Provider>| ask(&**provider, &request).await.1.expect("an answer").text;
    assert_eq!((text(&a.provider).await, text(&b.provider).await), ("one".into(), "two".into()));
}

#[tokio::test(start_paused = true)]
async fn photos_are_known_by_their_hash_and_are_not_on_the_cassette() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("game.jsonl");
    let seen = |bytes: &[u8]| {
        let mut request = request(Style::Tools);
        request.prompt.photos = vec![Image { hash: Hash::of(bytes), bytes: bytes.into() }];
        request
    };
    let photo = [b"\xff\xd8\xff".as_slice(), &[7; 3_000]].concat();
    record(&path, vec![(seen(&photo), says("a shelf", Usage::default()))]).await;
    let written = std::fs::read(&path).expect("a file");
    assert!(written.len() < 1_000, "no photo is in it");
    let replay = Replay::open(&path).expect("a cassette");
    assert!(ask(&replay, &seen(b"another")).await.1.is_err(), "another photo is another question");
    assert!(ask(&replay, &request(Style::Tools)).await.1.is_err(), "no photo is another question");
    assert_eq!(ask(&replay, &seen(&photo)).await.1.expect("an answer").text, "a shelf");
}
