//! Specs: read, written, and read again.

use std::str::FromStr;

use llm::{Spec, SpecError, SpecOptions, Style};
use proptest::option;
use proptest::prelude::*;

fn error(text: &str) -> String {
    Spec::from_str(text).expect_err(text).to_string()
}

#[test]
fn the_model_is_all_from_the_first_colon_to_the_first_at() {
    let parts = |text: &str| {
        let spec = Spec::from_str(text).expect(text);
        (spec.provider, spec.model)
    };
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(parts("ollama:llama3.2:3b"), pair("ollama", "llama3.2:3b"));
    assert_eq!(parts("openrouter:meta/llama"), pair("openrouter", "meta/llama"));
    assert_eq!(parts("openrouter:a/b:free@seed=1"), pair("openrouter", "a/b:free"));
    assert_eq!(parts("replay:C:\\games\\one.jsonl"), pair("replay", "C:\\games\\one.jsonl"));
}

#[test]
fn every_option_is_read() {
    let text = "scripted:legal@temperature=0.7@top_p=0.95@seed=18446744073709551615@effort=low@answer=schema\
                @tokens=100@thinking=0@context=9000@time=5@delay=20@sees=yes";
    let spec = Spec::from_str(text).expect("a spec");
    let options = SpecOptions {
        temperature: Some(0.7),
        top_p: Some(0.95),
        seed: Some(u64::MAX),
        effort: Some("low".into()),
        answer: Some(Style::Schema),
        tokens: Some(100),
        thinking: Some(0),
        context: Some(9_000),
        time: Some(5),
        delay: Some(20),
        sees: Some(true),
    };
    assert_eq!(spec.options, options);
    assert_eq!(spec.to_string(), text);
}

#[test]
fn what_is_wrong_is_said_with_what_would_be_right() {
    assert_eq!(error("gpt"), "\"gpt\" names no provider; write provider:model, such as ollama:llama3.2:3b");
    assert_eq!(
        error("open:x"),
        "there is no provider \"open\"; known are openai, anthropic, gemini, openrouter, ollama, llamacpp, vllm, \
         exec, replay, scripted"
    );
    assert_eq!(error("openai:"), "openai needs a model; write openai:MODEL");
    assert_eq!(error("openai:@seed=1"), "openai needs a model; write openai:MODEL");
    let keys = "temperature, top_p, seed, effort, answer, tokens, thinking, context, time, delay, sees";
    assert_eq!(error("openai:x@heat=1"), format!("there is no option \"heat\"; known are {keys}"));
    assert_eq!(error("openai:x@seed"), format!("\"seed\" is no option; write @key=value with one of {keys}"));
    assert_eq!(error("openai:x@seed=1@seed=2"), "seed is given twice");
    assert_eq!(error("openai:x@temperature=3"), "temperature=3: a number from 0 to 2");
    assert_eq!(error("openai:x@answer=aloud"), "answer=aloud: tools or schema");
    assert_eq!(error("openai:x@delay=5"), "delay=5: only a script can be told to wait");
    for text in [
        "temperature=NaN",
        "top_p=-0.1",
        "seed=-1",
        "tokens=0",
        "thinking=-1",
        "context=1023",
        "time=0",
        "time=1.5",
        "effort=",
        "effort=a b",
        "sees=maybe",
    ] {
        let spec = format!("openai:x@{text}");
        assert!(matches!(Spec::from_str(&spec), Err(SpecError::BadValue { .. })), "{spec}");
    }
    assert_eq!(Spec::from_str("openai:a\nb"), Err(SpecError::BadName));
    assert_eq!(Spec::from_str(&format!("openai:{}", "x".repeat(600))), Err(SpecError::BadName));
}

#[test]
fn a_model_sees_if_its_provider_is_known_to_or_somebody_says_so() {
    let sees = |text: &str| Spec::parse(text, &["attic"]).expect(text).sees();
    for text in ["openai:x", "anthropic:x", "gemini:x", "ollama:llava@sees=yes", "attic:x@sees=yes"] {
        assert!(sees(text), "{text}");
    }
    for text in ["ollama:x", "openrouter:x", "llamacpp:x", "vllm:x", "replay:x", "scripted:legal", "attic:x"]
    {
        assert!(!sees(text), "{text}");
    }
    assert!(!sees("openai:gpt-3.5@sees=no"));
}

#[test]
fn a_configured_name_is_known_and_listed() {
    assert_eq!(Spec::parse("attic:x", &["attic"]).expect("known").provider, "attic");
    let error = Spec::parse("cellar:x", &["attic"]).expect_err("not known").to_string();
    assert!(error.ends_with("scripted, attic"), "{error}");
}

fn specs() -> impl Strategy<Value = Spec> {
    let provider = prop::sample::select(vec!["openai", "ollama", "openrouter", "scripted"]);
    let options = (
        option::of(0.0_f32..=2.0),
        option::of(0.0_f32..=1.0),
        option::of(any::<u64>()),
        option::of("[a-z][a-z0-9_-]{0,8}"),
        option::of(prop::sample::select(vec![Style::Tools, Style::Schema])),
        option::of(1_u32..=1_000_000),
        option::of(0_u32..=1_000_000),
        option::of(1_024_u32..=4_194_304),
        option::of(1_u32..=3_600),
        option::of(1_u32..=3_600_000),
        option::of(any::<bool>()),
    );
    (provider, "[a-zA-Z0-9:/._=-]{1,40}", options).prop_map(|(provider, model, options)| {
        let (temperature, top_p, seed, effort, answer, tokens, thinking, context, time, delay, sees) =
            options;
        let delay = delay.filter(|_| provider == "scripted");
        let options = SpecOptions {
            temperature,
            top_p,
            seed,
            effort,
            answer,
            tokens,
            thinking,
            context,
            time,
            delay,
            sees,
        };
        Spec { provider: provider.to_owned(), model, options }
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read_again(spec in specs()) {
        let text = spec.to_string();
        let read: Spec = text.parse().expect("its own words");
        prop_assert_eq!(&read, &spec);
        prop_assert_eq!(read.to_string(), text);
    }

    #[test]
    fn nothing_makes_it_panic(text in ".{0,80}") {
        let _ = Spec::from_str(&text);
        let _ = Spec::from_str(&format!("openai:{text}"));
    }
}
