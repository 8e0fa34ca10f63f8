//! A game master's model in every mood: what is told to it of what it wanted, and what becomes of a story where it fails.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use engine::{Holder, raw};
use host::{Host, Table};
use llm::{
    Calling, Hear, ModelReply, ModelRequest, Models, Provider, SCRIPTS, Script, Scripted, Stop, Style,
    ToolCall,
};
use serde_json::{Value, json};

use crate::disk::Disk;
use crate::dm::{answer, begun, host_with, snapshot, wait};
use crate::stage::{kind, log};

fn gm() -> Holder {
    Holder::Model("own:model".to_owned())
}

/// A reply with these calls.
fn reply(calls: &[(&str, Value)]) -> ModelReply {
    let call = |(at, (name, arguments)): (usize, &(&str, Value))| ToolCall {
        id: format!("{name}-{at}"),
        name: (*name).to_owned(),
        arguments: arguments.to_string(),
    };
    let calls = calls.iter().enumerate().map(call).collect();
    ModelReply { calls, stop: Stop::Calls, ..ModelReply::default() }
}

fn is_legal(request: &ModelRequest, name: &str) -> bool {
    request.allowed.iter().any(|allowed| allowed == name)
}

/// The same request with one tool alone.
fn only(request: &ModelRequest, name: &str) -> ModelRequest {
    let schema: Value =
        request.output.as_ref().map(|it| serde_json::from_str(it.get()).expect("JSON")).expect("a schema");
    let is_it = |schema: &&Value| schema["properties"]["type"]["const"] == name;
    let one =
        schema["anyOf"].as_array().into_iter().flatten().chain([&schema]).find(is_it).expect("it is legal");
    ModelRequest { output: Some(raw(one)), ..request.clone() }
}

fn scene() -> Value {
    let suggested = ["Wait.", "Go."];
    json!({"kind": "open", "title": "The gate", "place": "The Yard", "narration": "Rain.", "suggested": suggested})
}

/// The table, once a player has the word in a scene: the model's own story fails, and the house's is taken.
async fn in_a_scene(disk: &Disk, model: Arc<dyn Provider>) -> (Host, Table) {
    let host = host_with(disk, Models::default().with("own", model));
    let table = begun(&host, "pm", gm()).await;
    let ask = wait(&table).await.expect("no story came");
    if ask.form.tools[0].name == "try_again" {
        answer(&table, 1, json!({"type": "house_story"})).await;
        wait(&table).await.expect("a scene");
    }
    (host, table)
}

/// A game master that answers a player's words by these replies, one after the other, and by the last of them for ever.
struct Replies {
    replies: Vec<Vec<(&'static str, Value)>>,
    requests: Mutex<Vec<ModelRequest>>,
}

impl Provider for Replies {
    fn style(&self) -> Style {
        Style::Tools
    }
    fn call<'a>(&'a self, request: &'a ModelRequest, _: &'a mut Hear<'_>) -> Calling<'a> {
        if is_legal(request, "open_scene") {
            return Box::pin(async { Ok(reply(&[("open_scene", scene())])) });
        }
        if !is_legal(request, "engage") {
            return Box::pin(async { Ok(ModelReply::default()) });
        }
        let mut requests = self.requests.lock().expect("no panic");
        let at = requests.len().min(self.replies.len() - 1);
        requests.push(request.clone());
        Box::pin(async move { Ok(reply(&self.replies[at])) })
    }
}

fn told() -> Value {
    json!({"narration": "It is quiet.", "continue_scene": true, "suggested": ["Wait.", "Go."]})
}

fn speaks(person: &str) -> Value {
    json!({"person": person, "words": "Good evening."})
}

/// How often an event of a kind is in the log.
fn count(disk: &Disk, what: &str) -> usize {
    let log = log(disk, "game");
    log.iter().flat_map(|(record, _)| &record.events).filter(|event| kind(event.json.get()) == what).count()
}

#[tokio::test(start_paused = true)]
async fn d23_a_refused_step_is_told_in_its_own_result_and_what_follows_it_waits() {
    let vesk = json!({"name": "Mr. Aubin Vesk", "role": "clerk", "voice": "dry", "secret": "He cannot read.",
        "want": "Sleep.", "disposition": "neutral"});
    let first = vec![
        ("introduce", vesk),
        ("speak_as_npc", speaks("Mr. Aubin Vesk")),
        ("speak_as_npc", speaks("Nobody")),
        ("narrate", told()),
    ];
    let mended = vec![("speak_as_npc", speaks("mr aubin vesk")), ("narrate", told())];
    let model = Arc::new(Replies { replies: vec![first, mended], requests: Mutex::default() });
    let disk = Disk::default();
    let (_host, table) = in_a_scene(&disk, Arc::clone(&model) as Arc<dyn Provider>).await;
    let (spoken, narrated) = (count(&disk, "NPC_SPOKE"), count(&disk, "NARRATION_GIVEN"));
    answer(&table, 1, json!({"type": "act", "text": "What do you offer?"})).await;
    wait(&table).await.expect("the word again");
    let requests = model.requests.lock().expect("no panic").clone();
    assert_eq!(requests.len(), 2, "the model is asked once more, and no oftener");
    let results = &requests[1].exchanges[0].results;
    let read: Vec<(&str, bool)> = results.iter().map(|it| (it.name.as_str(), it.is_error)).collect();
    assert_eq!(
        read,
        [("introduce", false), ("speak_as_npc", false), ("speak_as_npc", true), ("narrate", true)],
        "whoever was brought in may speak in the same answer"
    );
    assert!(results[2].content.contains("choose one of"), "{}", results[2].content);
    assert_eq!(results[3].content, "what came before it was not done");
    assert_eq!(count(&disk, "NPC_SPOKE"), spoken + 2, "and in the answer that mended it");
    assert_eq!(count(&disk, "NARRATION_GIVEN"), narrated + 1, "told once, after what it belongs to");
    snapshot(&disk);
}

#[tokio::test(start_paused = true)]
async fn d23_a_model_that_does_not_mend_it_is_asked_once_more_and_the_story_goes_on() {
    let same = vec![("speak_as_npc", speaks("Nobody")), ("narrate", told())];
    let model = Arc::new(Replies { replies: vec![same], requests: Mutex::default() });
    let disk = Disk::default();
    let (_host, table) = in_a_scene(&disk, Arc::clone(&model) as Arc<dyn Provider>).await;
    for turn in 1..=2 {
        answer(&table, 1, json!({"type": "act", "text": "I wait."})).await;
        wait(&table).await.expect("the word again");
        assert_eq!(model.requests.lock().expect("no panic").len(), 2 * turn);
    }
    let last = model.requests.lock().expect("no panic")[2].prompt.now.clone();
    assert!(last.contains("Of your last answer this was not done: speak_as_npc ("), "{last}");
    assert_eq!(count(&disk, "ANSWERED_FOR"), 0, "nobody answers for it");
    snapshot(&disk);
}

/// A game master that leads a player through every mood, and is bad wherever one tool is asked for.
struct Led {
    legal: Scripted,
    bad: Scripted,
    on: &'static str,
    /// Has it hurt somebody until they broke?
    hurt: Mutex<bool>,
}

impl Provider for Led {
    fn style(&self) -> Style {
        Style::Tools
    }
    fn call<'a>(&'a self, request: &'a ModelRequest, hear: &'a mut Hear<'_>) -> Calling<'a> {
        const ENDS: [&str; 10] = [
            "open_story",
            "open_scene",
            "engage",
            "land",
            "spend_die",
            "offer_bargain",
            "scar",
            "pass_time",
            "compress",
            "close_story",
        ];
        if is_legal(request, self.on) {
            return self.bad.call(request, hear);
        }
        if is_legal(request, "open_scene") {
            return Box::pin(async { Ok(reply(&[("open_scene", scene())])) });
        }
        if is_legal(request, "engage") && !std::mem::replace(&mut *self.hurt.lock().expect("no panic"), true)
        {
            let mut hurt = told();
            hurt["stress"] = 9.into();
            return Box::pin(async move { Ok(reply(&[("narrate", hurt)])) });
        }
        let Some(name) = ENDS.into_iter().find(|name| is_legal(request, name)) else {
            return self.legal.call(request, hear);
        };
        Box::pin(async move {
            let request = only(request, name);
            self.legal.call(&request, hear).await
        })
    }
}

/// What a player does who risks everything, and falls where a bargain was offered before.
fn player(names: &[&str], bargains: &mut u32) -> Value {
    match names {
        ["try_again", ..] => json!({"type": "house_story"}),
        ["take_risk", ..] => json!({"type": "take_risk"}),
        ["choose_die"] => json!({"type": "choose_die", "die": 1}),
        ["strike", ..] => {
            *bargains += 1;
            if *bargains > 1 { json!({"type": "pass_out"}) } else { json!({"type": "strike", "deal": 1}) }
        }
        ["take_way_out", ..] => json!({"type": "take_way_out", "way": 1}),
        ["next_scene", ..] => json!({"type": "next_scene"}),
        ["lay_low", ..] => json!({"type": "back_to_work"}),
        _ => json!({"type": "act", "text": "I go on."}),
    }
}

/// The moods that a log has been in.
fn moods(disk: &Disk) -> BTreeSet<String> {
    let log = log(disk, "game");
    let events = log.iter().flat_map(|(record, _)| &record.events);
    let changed = events.filter(|event| kind(event.json.get()) == "MOOD_CHANGED");
    let to =
        changed.map(|event| serde_json::from_str::<Value>(event.json.get()).expect("an event")["to"].clone());
    to.filter_map(|to| to.as_str().map(str::to_owned)).collect()
}

const MOODS: [&str; 7] = ["ACTION", "AFTERMATH", "BARGAIN", "BETWEEN_SCENES", "DOWNTIME", "SCENE", "TRAUMA"];

/// Dice, a bargain, a break and a rest, each with every bad model there is: it is in the mood, its player is asked again and
/// again, and the log can be decided again.
#[tokio::test(start_paused = true)]
async fn every_mood_is_reached_and_no_model_is_bad_enough_to_stay_in_it() {
    for on in ["spend_die", "offer_bargain", "scar", "pass_time", "none of them"] {
        for (name, script) in SCRIPTS {
            let disk = Disk::default();
            let led = Led {
                legal: Scripted::new(Script::Legal, Style::Tools, None),
                bad: Scripted::new(*script, Style::Tools, Some(Duration::from_millis(1))),
                on,
                hurt: Mutex::default(),
            };
            let (_host, table) = in_a_scene(&disk, Arc::new(led)).await;
            let (mut bargains, mut turns) = (0, 0);
            // The log is long, and read now and then.
            while turns % 4 > 0 || !MOODS.iter().all(|mood| moods(&disk).contains(*mood)) {
                turns += 1;
                assert!(turns < 60, "{on} by {name}: {:?} are all", moods(&disk));
                let Some(ask) = wait(&table).await else {
                    panic!("{on} by {name}: nobody asks in turn {turns}")
                };
                let names: Vec<&str> = ask.form.tools.iter().map(|tool| tool.name.as_str()).collect();
                answer(&table, 1, player(&names, &mut bargains)).await;
            }
            let records = log(&disk, "game").len();
            assert!(
                records < 60 * turns,
                "{on} by {name}: {records} records for {turns} answers of a player"
            );
            snapshot(&disk);
            if on == "none of them" {
                break;
            }
        }
    }
}
