//! The beginning of a prompt stays as it was, so that a provider's cache holds.

use fakes::models::Turn;
use llm::{ModelRequest, Wire};
use serde_json::{Value, json};

use crate::stage::{Stage, Subject, ask};

/// A later call of the same seat: one piece more was told.
fn later() -> ModelRequest {
    let mut later = ask();
    later.prompt.told.push("Night 2: Cy died.".into());
    later.prompt.now = "Vote again.".into();
    later
}

pub(crate) async fn what_was_told_stays_as_it_was<S: Subject>() {
    let stage = Stage::<S>::of([Turn::text("Ben."), Turn::text("Ben.")]).await;
    stage.reply(&ask()).await;
    stage.reply(&later()).await;
    let requests = stage.fake.requests();
    let [first, second] = [0, 1].map(|at| prompt_of(S::WIRE, &requests[at].json()));
    // What is asked now comes last; everything before it is the beginning of the later prompt.
    let kept = first.strip_suffix("Vote.").expect("what is asked now comes last");
    assert!(
        kept.contains("You are Ada.") && kept.contains("nobody died.") && kept.contains("Ben says \"hm\".")
    );
    assert!(second.starts_with(kept), "{kept:?} begins {second:?}");
    assert!(second.ends_with("Night 2: Cy died.\n\nVote again."), "{second:?}");
}

/// Everything that a model reads, in order.
fn prompt_of(wire: Wire, body: &Value) -> String {
    let blocks = |list: &Value| -> Vec<String> {
        list.as_array()
            .expect("a list")
            .iter()
            .map(|it| it["text"].as_str().expect("a text").to_owned())
            .collect()
    };
    let parts = match wire {
        Wire::Anthropic => [blocks(&body["system"]), blocks(&body["messages"][0]["content"])].concat(),
        Wire::Gemini => {
            [blocks(&body["systemInstruction"]["parts"]), blocks(&body["contents"][0]["parts"])].concat()
        }
        _ => {
            let messages = body["messages"].as_array().expect("messages");
            assert_eq!(messages.len(), 2, "one for the system, one for all that is told");
            messages.iter().map(|it| it["content"].as_str().expect("a text").to_owned()).collect()
        }
    };
    parts.join("\n\n")
}

pub(crate) async fn only_what_stays_is_marked<S: Subject>() {
    let stage = Stage::<S>::of([Turn::text("Ben.")]).await;
    stage.reply(&ask()).await;
    let sent = stage.sent();
    let mark = json!({"type": "ephemeral"});
    match S::WIRE {
        Wire::Anthropic => {
            assert_eq!(
                sent["system"],
                json!([{"type": "text", "text": "You are Ada.", "cache_control": mark}])
            );
            let told = json!([
                {"type": "text", "text": "Night 1: nobody died."},
                {"type": "text", "text": "Day 1: Ben says \"hm\".", "cache_control": mark},
                {"type": "text", "text": "Vote."},
            ]);
            assert_eq!(sent["messages"], json!([{"role": "user", "content": told}]));
        }
        Wire::OpenAi => assert_eq!(sent["prompt_cache_key"], "0f3a/3"),
        Wire::LlamaCpp => assert_eq!(sent["cache_prompt"], true),
        // The cache of this one is its own business.
        _ => assert!(!sent.to_string().contains("cache"), "{sent}"),
    }
}

#[tokio::test]
async fn anthropic_is_sent_no_empty_block() {
    let stage = Stage::<crate::stage::Anthropic>::of([Turn::text("Ben.")]).await;
    let mut request = ask();
    request.prompt.fixed = " ".into();
    request.prompt.told.push(String::new());
    stage.reply(&request).await;
    let sent = stage.sent();
    assert!(sent.get("system").is_none());
    assert!(sent["messages"][0]["content"][1].get("cache_control").is_some(), "{sent}");
}

#[tokio::test]
async fn a_long_name_of_a_session_makes_no_long_name_of_a_cache() {
    let stage = Stage::<crate::stage::OpenAi>::of([Turn::text("Ben.")]).await;
    stage.reply(&ModelRequest { session: "s".repeat(200), ..ask() }).await;
    assert_eq!(stage.sent()["prompt_cache_key"], format!("{}/3", "s".repeat(62)));
}
