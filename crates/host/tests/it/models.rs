//! Models in seats: the turn loop, its limits, its accounts, what is heard while they speak.

use std::sync::{Arc, Mutex};

use engine::{Accounts, CallEnd, Holder, SeatSet, Viewer, replay};
use host::limits::{ASK_CALLS_MAX, BREAKS_MAX, STRIKES_MAX};
use host::{Host, HostOptions, Table};
use llm::{Calling, Hear, ModelRequest, Models, Provider, Scripted, Style};
use protocol::{Chunk, Voice};
use serde_json::Value;

use crate::disk::Disk;
use crate::stage::*;
use crate::toy::Setup;

/// Listens to what a scripted model is asked.
pub(crate) struct Spy {
    pub(crate) inner: Scripted,
    pub(crate) requests: Arc<Mutex<Vec<ModelRequest>>>,
}

impl Provider for Spy {
    fn style(&self) -> Style {
        self.inner.style()
    }
    fn call<'a>(&'a self, request: &'a ModelRequest, hear: &'a mut Hear<'_>) -> Calling<'a> {
        self.requests.lock().expect("no panic").push(request.clone());
        self.inner.call(request, hear)
    }
}

/// A host whose provider `spy` is a script, and everything that it is asked.
pub(crate) fn spied(disk: &Disk, script: llm::Script, style: Style) -> (Host, Arc<Mutex<Vec<ModelRequest>>>) {
    let requests = Arc::<Mutex<Vec<ModelRequest>>>::default();
    let spy = Spy { inner: Scripted::new(script, style, None), requests: Arc::clone(&requests) };
    let models = Models::default().with("spy", Arc::new(spy));
    (Host::new(disk.clone(), CATALOG, HostOptions { models, ..options() }), requests)
}

/// A live table of the house, with this model in every seat of `holders` that is `m`.
pub(crate) async fn open_with(host: &Host, holders: &str, spec: &str, setup: &Setup) -> Table {
    let mut new = new_session("game", holders, setup);
    for seat in &mut new.opening.seats {
        if matches!(seat.holder, Holder::Model(_)) {
            seat.holder = Holder::Model(spec.to_owned());
        }
    }
    let table = host.create(new).await.expect("a good setup");
    set(&table, "ACTIVE").await.expect("it is idle");
    table
}

/// The accounts at the end of a log.
pub(crate) fn accounts(disk: &Disk) -> Accounts {
    let log = log(disk, "game");
    let rules = CATALOG.activity("toy").expect("the toy");
    replay::fold(CATALOG, rules, SEED, &log).expect("a good log").table.accounts().clone()
}

/// How the calls of a log ended.
fn ends(disk: &Disk) -> Vec<CallEnd> {
    let log = log(disk, "game");
    let events = log.iter().flat_map(|(record, _)| &record.events);
    let settled = events.filter(|event| kind(event.json.get()) == "Answered");
    settled
        .map(|event| {
            let event: Value = serde_json::from_str(event.json.get()).expect("an event");
            serde_json::from_value(event["end"].clone()).expect("an end")
        })
        .collect()
}

pub(crate) fn count(disk: &Disk, what: &str) -> usize {
    events(disk, "game").iter().filter(|kind| *kind == what).count()
}

#[tokio::test(start_paused = true)]
async fn a_legal_model_plays_to_the_end_by_tools_and_by_schema() {
    for style in [Style::Tools, Style::Schema] {
        let disk = Disk::default();
        let (host, requests) = spied(&disk, llm::Script::Legal, style);
        let table = open_with(&host, "mmmm", "spy:one", &Setup::default()).await;
        table.ended().await.expect("it ends");
        assert_eq!((count(&disk, "Skipped"), count(&disk, "Said")), (0, 8), "{style:?}");
        let accounts = accounts(&disk);
        assert!(accounts.open.is_empty());
        assert_eq!(accounts.total().calls, 12, "two a night and four a day, two rounds");
        assert!(accounts.total().usage.cached > 0, "{:?}", accounts.total());
        assert!(ends(&disk).iter().all(|end| *end == CallEnd::Answered));
        let requests = requests.lock().expect("no panic");
        for request in requests.iter() {
            assert_eq!(request.tools.is_empty(), style == Style::Schema);
            assert_eq!(request.allowed.is_empty(), style == Style::Schema);
            assert_eq!(text(&request.tools), text(&requests[0].tools), "the tools never change");
        }
        verify(&disk, "game");
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_is_in_the_log_before_it_is_made_and_its_result_before_the_answer() {
    let disk = Disk::default();
    let (host, _) = spied(&disk, llm::Script::Legal, Style::Tools);
    let table =
        open_with(&host, "mhhh", "spy:one", &Setup { rounds: 1, secret: SeatSet::EMPTY, ..Setup::default() })
            .await;
    table.ended().await.expect("it ends");
    let events = events(&disk, "game");
    let at = |kind: &str| events.iter().position(|event| event == kind).expect(kind);
    assert!(at("Called") < at("Answered") && at("Answered") < at("Said"), "{events:?}");
}

#[tokio::test(start_paused = true)]
async fn every_way_of_failing_ends_in_the_way_out_with_its_reason() {
    for (script, reason, calls) in [
        (llm::Script::Broken, "its model gave no legal answer", 2),
        (llm::Script::Forbidden, "its model gave no legal answer", 2),
        (llm::Script::Loops, "its model gave no legal answer", 2),
        (llm::Script::Refuses, "its model refused to answer", 2),
        (llm::Script::RateLimited, "its model has too many requests", 1),
        (llm::Script::Unreachable, "its model cannot be reached", 1),
        (llm::Script::Denied, "its provider does not accept the request", 1),
    ] {
        let disk = Disk::default();
        let (host, _) = spied(&disk, script, Style::Tools);
        let table = open_with(&host, "mmmm", "spy:one", &Setup::default()).await;
        table.ended().await.expect("it ends all the same");
        let log = log(&disk, "game");
        let fallen: Vec<&str> = log
            .iter()
            .filter(|(record, _)| kind(record.command.get()) == "AnswerFor")
            .map(|(record, _)| record.command.get())
            .collect();
        assert_eq!(fallen.len(), 12, "{script:?}");
        assert!(fallen.iter().all(|command| command.contains(reason)), "{script:?}: {fallen:?}");
        assert_eq!(ends(&disk).len(), 12 * calls, "{script:?}: one explained retry where it may help");
        assert!(calls <= 1 + STRIKES_MAX as usize);
        verify(&disk, "game");
    }
}

#[tokio::test(start_paused = true)]
async fn a_model_is_told_once_what_was_wrong_and_may_try_again() {
    for style in [Style::Tools, Style::Schema] {
        let disk = Disk::default();
        let (host, requests) = spied(&disk, llm::Script::Recovers, style);
        let table = open_with(&host, "mhhh", "spy:one", &Setup::default()).await;
        table.ended().await.expect("it ends");
        assert_eq!(count(&disk, "Skipped"), 0, "{style:?}");
        let requests = requests.lock().expect("no panic");
        let second = requests.iter().find(|request| !request.exchanges.is_empty()).expect("a retry");
        let told = text(&second.exchanges);
        assert!(told.contains("this is no JSON"), "{told}");
        assert_eq!(second.prompt, requests[0].prompt, "a retry changes nothing that was sent");
    }
}

#[tokio::test(start_paused = true)]
async fn only_the_first_of_two_answers_counts() {
    let disk = Disk::default();
    let (host, _) = spied(&disk, llm::Script::Twice, Style::Tools);
    let table = open_with(&host, "mmmm", "spy:one", &Setup::default()).await;
    table.ended().await.expect("it ends");
    assert_eq!((count(&disk, "Said"), count(&disk, "Skipped")), (8, 0));
}

#[tokio::test(start_paused = true)]
async fn a_model_that_is_not_there_is_passed_over_in_words() {
    for spec in ["openai:gpt", "acme:one", "scripted:nobody"] {
        let disk = Disk::default();
        let host = host(&disk);
        let table = open_with(&host, "hmhm", spec, &Setup::default()).await;
        table.ended().await.expect("it ends");
        let log = log(&disk, "game");
        let skips: Vec<_> =
            log.iter().filter(|(record, _)| kind(record.command.get()) == "AnswerFor").collect();
        assert!(!skips.is_empty());
        assert!(
            skips.iter().all(|(record, _)| record.command.get().contains("its model is not ready")),
            "{spec}"
        );
        assert_eq!(accounts(&disk).begun, 0, "no call is noted that was not made");
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_that_never_answers_ends_inside_the_deadline() {
    let disk = Disk::default();
    let host = host(&disk);
    let setup = Setup { rounds: 1, secret: SeatSet::EMPTY, night_ms: 1, day_ms: 30_000, ..Setup::default() };
    let table = open_with(&host, "mh", "scripted:never", &setup).await;
    table.ended().await.expect("it ends");
    let log = log(&disk, "game");
    let skip = log.iter().find(|(record, _)| kind(record.command.get()) == "AnswerFor").expect("the way out");
    assert!(skip.0.command.get().contains("its model took too long"));
    assert!(skip.0.time.0 < 30_000, "{:?}", skip.0.time);
    assert_eq!(ends(&disk), [CallEnd::TimedOut]);
}

#[tokio::test(start_paused = true)]
async fn closing_an_ask_cancels_its_call_and_settles_it() {
    let disk = Disk::default();
    let host = host(&disk);
    let setup =
        Setup { rounds: 1, secret: SeatSet::EMPTY, night_ms: 1, day_ms: 3_600_000, ..Setup::default() };
    let table = open_with(&host, "mp", "scripted:never@time=3000", &setup).await;
    pass(10).await;
    assert_eq!(accounts(&disk).open.len(), 1);
    do_as_host(&table, serde_json::json!({"type": "Close"})).await.expect("the host may");
    settle().await;
    assert_eq!(ends(&disk), [CallEnd::Cancelled]);
    let accounts = accounts(&disk);
    assert!(accounts.open.is_empty() && accounts.total().usage.input > 0, "{accounts:?}");
}

#[tokio::test(start_paused = true)]
async fn stopping_a_session_cancels_its_calls_and_settles_them() {
    let disk = Disk::default();
    let host = host(&disk);
    let setup = Setup { secret: SeatSet::EMPTY, night_ms: 1, ..Setup::default() };
    let table = open_with(&host, "mhhh", "scripted:never", &setup).await;
    pass(10).await;
    table.stop().await;
    assert_eq!(ends(&disk), [CallEnd::Cancelled]);
}

#[tokio::test(start_paused = true)]
async fn a_call_that_a_crash_cut_short_is_settled_once_and_made_again() {
    let disk = Disk::default();
    let first = host(&disk);
    let setup = Setup { rounds: 1, secret: SeatSet::EMPTY, night_ms: 1, ..Setup::default() };
    open_with(&first, "mhhh", "scripted:legal@delay=100", &setup).await;
    pass(10).await;
    drop(first);
    settle().await;
    let open = accounts(&disk).open;
    assert_eq!(open.len(), 1, "the call was noted and not settled");
    let second = host(&disk);
    let table = second.resume(&id("game")).await.expect("it is there");
    table.ended().await.expect("it ends");
    assert_eq!(ends(&disk), [CallEnd::Lost, CallEnd::Answered]);
    let accounts = accounts(&disk);
    assert_eq!((accounts.total().calls, accounts.total().lost), (2, 1));
    assert!(
        accounts.total().usage.input >= open[0].most.input,
        "what was lost counts as the most it could be"
    );
    drop(second);
    let third = host(&disk);
    third.resume(&id("game")).await.expect("it is there").stop().await;
    assert_eq!(ends(&disk).len(), 2, "settled once");
    verify(&disk, "game");
}

#[tokio::test(start_paused = true)]
async fn while_the_table_rests_an_answer_waits() {
    let disk = Disk::default();
    let host = host(&disk);
    let setup = Setup { rounds: 1, secret: SeatSet::EMPTY, night_ms: 1, ..Setup::default() };
    let table = open_with(&host, "mh", "scripted:legal@delay=1000", &setup).await;
    pass(10).await;
    set(&table, "PAUSED").await.expect("it is live");
    pass(60_000).await;
    assert_eq!(count(&disk, "Said"), 0);
    set(&table, "ACTIVE").await.expect("it rests");
    table.ended().await.expect("it ends");
    assert_eq!((count(&disk, "Said"), count(&disk, "Called")), (2, 1), "it was asked once");
}

#[tokio::test(start_paused = true)]
async fn a_prompt_holds_what_the_seat_was_told_and_grows_at_its_end() {
    let disk = Disk::default();
    let (host, requests) = spied(&disk, llm::Script::Legal, Style::Tools);
    let table =
        open_with(&host, "mhhh", "spy:one", &Setup { secret: SeatSet::only(seat(2)), ..Setup::default() })
            .await;
    table.ended().await.expect("it ends");
    let requests = requests.lock().expect("no panic");
    assert_eq!(requests.len(), 2);
    let (first, second) = (&requests[0].prompt, &requests[1].prompt);
    assert_eq!(first.fixed, second.fixed);
    assert_eq!(
        second.told[..first.told.len()],
        first.told[..],
        "a piece that was sent is sent again as it was"
    );
    let told = second.told.concat();
    for line in
        ["Host: Day breaks.\n", "1 Seat1 says: \"", "2 Seat2 says: \"well ", "1 Seat1 thinks: \"I said "]
    {
        assert!(told.contains(line), "{line:?} is not in\n{told}");
    }
    assert!(!told.contains("you chose"), "what another seat chose is its own\n{told}");
    assert!(!told.contains("Seat2 thinks"), "{told}");
}

#[tokio::test(start_paused = true)]
async fn after_a_crash_the_next_prompt_is_the_same_byte_for_byte() {
    let whole = |requests: &Mutex<Vec<ModelRequest>>| -> Vec<String> {
        let requests = requests.lock().expect("no panic");
        let prompt = |request: &ModelRequest| {
            let llm::ModelPrompt { fixed, told, now, .. } = &request.prompt;
            format!("{fixed}{}{now}", told.concat())
        };
        requests.iter().map(prompt).collect()
    };
    let disk = Disk::default();
    let (host, requests) = spied(&disk, llm::Script::Legal, Style::Tools);
    open_with(&host, "hmhh", "spy:one", &Setup::default()).await.ended().await.expect("it ends");
    let uncut = whole(&requests);

    let disk = Disk::default();
    let (host, requests) = spied(&disk, llm::Script::Legal, Style::Tools);
    let table = open_with(&host, "hmhh", "spy:one", &Setup::default()).await;
    let mut listening = table.subscribe(Viewer::Public, None).await.expect("room");
    while whole(&requests).is_empty() {
        listening.next().await.expect("it goes on");
    }
    drop(host);
    table.stopped().await;
    let (host, more) = spied(&disk, llm::Script::Legal, Style::Tools);
    host.resume(&id("game")).await.expect("it is there").ended().await.expect("it ends");
    let cut = [whole(&requests), whole(&more)].concat();
    assert!(!whole(&more).is_empty(), "something was left to ask");
    let again = cut.len() - uncut.len();
    assert!(again <= 1, "at most the call that was cut short is made again");
    let asked: std::collections::BTreeSet<_> = cut.iter().collect();
    assert_eq!(asked, uncut.iter().collect(), "the same prompts, whatever happened in between");
}

#[tokio::test(start_paused = true)]
async fn words_are_heard_as_they_are_said_by_those_who_may_and_are_in_no_log() {
    let disk = Disk::default();
    let host = host(&disk);
    let setup = Setup { rounds: 1, secret: SeatSet::EMPTY, night_ms: 1_000, ..Setup::default() };
    let table = open_with(&host, "mh", "scripted:slow@delay=10", &setup).await;
    let mut ears = Vec::new();
    for viewer in VIEWERS {
        ears.push(table.subscribe(viewer, None).await.expect("room"));
    }
    table.ended().await.expect("it ends");
    for ear in &mut ears {
        let updates = drain(ear).await;
        let chunks: Vec<&Chunk> = updates.iter().flat_map(|update| &update.chunks).collect();
        assert!(chunks.len() > 1, "{:?} heard it in pieces", ear.viewer());
        assert!(chunks.iter().all(|chunk| chunk.voice == Voice::Seat(seat(1)) && chunk.attempt == 1));
        let heard: String = chunks.iter().map(|chunk| chunk.text.as_str()).collect();
        let said = frames_of(&updates).iter().find_map(|frame| match &frame.telling {
            Some(telling) if telling.voice == Voice::Seat(seat(1)) => Some(telling.text.clone()),
            _ => None,
        });
        assert_eq!(Some(heard), said, "the finished words are the record");
        let last_chunk = updates.iter().rposition(|update| !update.chunks.is_empty());
        let said_at = updates.iter().position(|update| {
            update.frames.iter().any(|frame| frame.event.get().contains("\"type\":\"Said\",\"seat\":1"))
        });
        assert!(last_chunk < said_at, "{last_chunk:?} {said_at:?}");
    }
    assert!(log(&disk, "game").iter().all(|(_, line)| !line.text.contains("attempt")));
}

#[tokio::test(start_paused = true)]
async fn a_stream_that_breaks_leaves_what_was_said() {
    let disk = Disk::default();
    let host = host(&disk);
    let setup = Setup { rounds: 1, secret: SeatSet::EMPTY, night_ms: 1, ..Setup::default() };
    let table = open_with(&host, "mh", "scripted:slow@delay=2000@time=5", &setup).await;
    table.ended().await.expect("it ends");
    assert_eq!((count(&disk, "Skipped"), count(&disk, "Said")), (0, 2));
    assert_eq!(ends(&disk), [CallEnd::TimedOut]);
    let log = log(&disk, "game");
    assert!(log.iter().any(|(record, _)| record.command.get().contains('…')), "it is marked as cut off");
    verify(&disk, "game");
}

#[tokio::test(start_paused = true)]
async fn a_model_that_makes_headway_without_an_answer_stops_at_its_limit() {
    let disk = Disk::default();
    let (host, requests) = spied(&disk, llm::Script::Legal, Style::Tools);
    let setup = Setup { rounds: 1, secret: SeatSet::EMPTY, night_ms: 1, dawdles: true, ..Setup::default() };
    let table = open_with(&host, "mh", "spy:one", &setup).await;
    table.ended().await.expect("it ends");
    assert_eq!(requests.lock().expect("no panic").len(), ASK_CALLS_MAX as usize);
    assert_eq!(count(&disk, "Skipped"), 1);
}

#[tokio::test(start_paused = true)]
async fn d2_a_model_that_changes_the_phase_again_and_again_is_stopped() {
    let disk = Disk::default();
    let (host, requests) = spied(&disk, llm::Script::Legal, Style::Tools);
    let setup = Setup { secret: SeatSet::only(seat(1)), flips: true, ..Setup::default() };
    let table = open_with(&host, "m", "spy:one", &setup).await;
    settle().await;
    assert_eq!(requests.lock().expect("no panic").len(), BREAKS_MAX as usize);
    let log = log(&disk, "game");
    assert!(log.iter().any(|(record, _)| record.command.get().contains("changed the phase too often")));
    drop(table);
}

#[tokio::test(start_paused = true)]
async fn replay_needs_no_provider_and_reaches_the_same_head() {
    let disk = Disk::default();
    let (host, _) = spied(&disk, llm::Script::Legal, Style::Tools);
    let table = open_with(&host, "mmmm", "spy:one", &Setup::default()).await;
    table.ended().await.expect("it ends");
    let scene = table.scene(Viewer::Host).await.expect("it runs");
    let log = log(&disk, "game");
    let rules = CATALOG.activity("toy").expect("the toy");
    let session = replay::fold(CATALOG, rules, SEED, &log).expect("a good log");
    assert_eq!(session.head, log.last().expect("records").1.hash);
    assert_eq!(session.activity.outcome(), scene.outcome);
    verify(&disk, "game");
}

#[tokio::test(start_paused = true)]
async fn after_a_rewind_a_model_has_not_heard_what_was_taken_back() {
    let disk = Disk::default();
    let (host, requests) = spied(&disk, llm::Script::Legal, Style::Tools);
    let setup = Setup { rounds: 1, secret: SeatSet::EMPTY, night_ms: 1, rewind: true, ..Setup::default() };
    let table = open_with(&host, "pm", "spy:one", &setup).await;
    pass(10).await;
    let before = log(&disk, "game").len() as u64 - 1;
    let speak = |text: &str| line(text);
    table.request(engine::Actor::Seat(seat(1)), None, speak("the butler did it")).await.expect("its turn");
    settle().await;
    assert!(requests.lock().expect("no panic")[0].prompt.told.concat().contains("butler"));
    table.rewind(engine::Actor::Host, before).await.expect("the toy may be rewound");
    table.request(engine::Actor::Seat(seat(1)), None, speak("nobody did it")).await.expect("its turn again");
    settle().await;
    let requests = requests.lock().expect("no panic");
    let last = requests.last().expect("asked again").prompt.told.concat();
    assert!(last.contains("nobody did it") && !last.contains("butler"), "{last}");
}
