//! Models that think before they answer, and models of which somebody must say how much they keep in mind.

use fakes::models::{Script, Turn};
use llm::{CallFault, ModelRequest, Settings, Wire};
use serde_json::{Value, json};

use crate::stage::{Ollama, OpenAi, Stage, Subject, ask};

/// With so many tokens to think, besides the 300 of the answer.
fn thinking(tokens: u32) -> ModelRequest {
    let mut request = ask();
    request.limits.thinking_tokens = tokens;
    request
}

pub(crate) async fn thoughts_and_answer_have_a_limit_each_and_the_sum_is_sent<S: Subject>() {
    let stage = Stage::<S>::of([Turn::text("Ben.")]).await;
    stage.reply(&thinking(5_000)).await;
    let sent = stage.sent();
    let limit = match S::WIRE {
        Wire::OpenAi => &sent["max_completion_tokens"],
        Wire::Gemini => &sent["generationConfig"]["maxOutputTokens"],
        Wire::Ollama => &sent["options"]["num_predict"],
        Wire::LlamaCpp | Wire::Vllm | Wire::Anthropic => &sent["max_tokens"],
    };
    assert_eq!(*limit, 5_300);
}

pub(crate) async fn an_answer_that_thinking_left_no_room_for_is_told_apart_from_one_that_is_too_long<
    S: Subject,
>() {
    let stage = Stage::<S>::of([
        Turn::cut_off("").thinking("Who could it be? ").usage(50, 0, 5_300),
        Turn::cut_off("I vote for").thinking("Hm. ").usage(50, 0, 5_300),
    ])
    .await;
    let mute = stage.failed(&thinking(5_000)).await;
    assert_eq!(mute.fault, CallFault::ThoughtOut { limit: 5_300 });
    assert_eq!(mute.usage.output, 5_300, "it is paid for all the same");
    assert_eq!(stage.failed(&thinking(5_000)).await.fault, CallFault::CutOff);
}

#[tokio::test]
async fn a_word_of_an_answer_that_thinking_cut_off_does_not_hide_it() {
    // Of 5300 tokens 5290 were thought, though 5000 were meant for it.
    let cut = |thought| Turn::cut_off("I vote").usage(50, 0, 5_300).thought_tokens(thought);
    let stage = Stage::<OpenAi>::of([cut(5_290), cut(5_000)]).await;
    assert_eq!(stage.failed(&thinking(5_000)).await.fault, CallFault::ThoughtOut { limit: 5_300 });
    assert_eq!(stage.failed(&thinking(5_000)).await.fault, CallFault::CutOff, "the answer had its room");
}

fn context(sent: &Value) -> u64 {
    sent["options"]["num_ctx"].as_u64().expect("it is told")
}

#[tokio::test]
async fn ollama_is_told_the_context_that_a_prompt_needs_and_never_a_smaller_one_after() {
    let stage = Stage::<Ollama>::with(Script::always(Turn::text("Ben.")), |_| {}).await;
    stage.reply(&ask()).await;
    assert_eq!(context(&stage.sent()), 8_192);
    let mut long = ask();
    // 90 KB are at most 30,000 tokens.
    long.prompt.told.push("and on it goes ".repeat(6_000));
    stage.reply(&long).await;
    assert_eq!(context(&stage.sent()), 32_768);
    stage.reply(&ask()).await;
    assert_eq!(context(&stage.sent()), 32_768, "another size would load the model anew");
    let sent = stage.sent();
    assert_eq!(
        (&sent["truncate"], &sent["shift"]),
        (&json!(false), &json!(false)),
        "nothing is left out unsaid"
    );
}

#[tokio::test]
async fn ollamas_context_can_be_set_and_a_prompt_that_does_not_fit_is_refused_in_words() {
    let small = |target: &mut llm::Target| {
        target.settings = Settings { context: Some(4_096), ..Settings::default() };
    };
    let stage = Stage::<Ollama>::with(Script::always(Turn::text("Ben.")), small).await;
    stage.reply(&ask()).await;
    assert_eq!(context(&stage.sent()), 4_096);
    let mut long = ask();
    long.prompt.told.push("and on it goes ".repeat(6_000));
    let fault = stage.failed(&long).await.fault;
    let CallFault::Denied { why } = &fault else { panic!("{fault}") };
    assert!(why.contains("does not fit into this model's context") && why.contains("@thinking=0"), "{why}");
}

#[tokio::test]
async fn ollama_is_asked_to_think_only_as_somebody_said() {
    for (effort, think) in [(None, Value::Null), (Some("none"), json!(false)), (Some("high"), json!("high"))]
    {
        let stage = Stage::<Ollama>::with(Script::of([Turn::text("Ben.")]), |target| {
            target.settings.effort = effort.map(str::to_owned);
        })
        .await;
        stage.reply(&ask()).await;
        assert_eq!(stage.sent()["think"], think, "{effort:?}");
    }
}

#[tokio::test]
async fn a_context_that_is_too_small_is_explained() {
    let body = r#"{"error":{"code":400,"message":"the request exceeds the available context size, try increasing it","type":"exceed_context_size_error","n_prompt_tokens":9000,"n_ctx":4096}}"#;
    let stage = Stage::<crate::stage::LlamaCpp>::of([Turn::status_with(400, body)]).await;
    let fault = stage.failed(&ask()).await.fault;
    assert!(fault.to_string().contains("start its server with a larger one"), "{fault}");
}
