//! The registry: what it takes to ask a model, and what is shared.

use std::time::Duration;

use engine::Nanos;
use fakes::models::{AnthropicApi, Api, Fake, GeminiApi, LlamaCppApi, OllamaApi, OpenAiApi, Script, Turn};
use llm::{CallFault, Config, Env, ModelRequest, Models, NotReady, Origin, Style, WallClock};

use crate::stage::{Stage, ask, fails, request, says, unreachable, usage};

fn models(config: &str, env: &[(&str, &str)]) -> Models {
    Models::new(Config::parse(config).expect("a configuration"), Env::of(env), WallClock::wall())
}

#[test]
fn a_missing_key_is_said_with_what_to_do() {
    let cases = [
        ("openai:x", "no key for openai", "set OPENAI_API_KEY, or try: parlor demo"),
        ("anthropic:x", "no key for anthropic", "set ANTHROPIC_API_KEY, or try: parlor demo"),
        ("gemini:x", "no key for gemini", "set GEMINI_API_KEY, or try: parlor demo"),
        ("openrouter:x/y", "no key for openrouter", "set OPENROUTER_API_KEY, or try: parlor demo"),
    ];
    for env in [&[][..], &[("OPENAI_API_KEY", " "), ("ANTHROPIC_API_KEY", "")]] {
        let models = models("", env);
        for (spec, what, todo) in cases {
            let error = models.get(spec).expect_err(spec);
            assert_eq!((error.to_string().as_str(), error.todo().as_str()), (what, todo));
        }
    }
}

#[test]
fn what_needs_no_key_is_ready() {
    let models = Models::default();
    for spec in ["ollama:llama3.2:3b", "llamacpp:any", "vllm:a/b", "scripted:legal"] {
        let model = models.get(spec).expect(spec);
        assert_eq!((model.output_tokens, model.time), (2_048, Duration::from_secs(60)));
    }
    let model = models.get("scripted:legal@tokens=9@time=3").expect("a script");
    assert_eq!((model.output_tokens, model.time), (9, Duration::from_secs(3)));
    assert_eq!(models.get("scripted:legal@answer=schema").expect("it").provider.style(), Style::Schema);
    let error = models.get("scripted:nobody").expect_err("no script").to_string();
    assert!(error.starts_with("there is no script \"nobody\"; known are legal, late, never"), "{error}");
}

#[test]
fn a_model_that_thinks_has_room_for_it_besides_its_answer() {
    let keys = ["OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY"];
    let models = models("", &keys.map(|name| (name, "sk-x")));
    for (spec, tokens) in [
        ("openai:gpt-5-mini", 16_384),
        ("openai:gpt-4o", 0),
        ("anthropic:claude-opus-5", 16_384),
        ("anthropic:claude-sonnet-4-5", 0),
        ("gemini:gemini-2.5-flash", 16_384),
        ("gemini:gemini-2.5-flash@effort=none", 0),
        ("openrouter:openai/gpt-4o-mini", 0),
        ("openrouter:anthropic/claude-3.7-sonnet:thinking", 16_384),
        ("openai:gpt-5@thinking=40000", 40_000),
        ("ollama:qwen3@thinking=0", 0),
        ("llamacpp:any", 16_384),
        ("scripted:legal", 0),
    ] {
        let model = models.get(spec).expect(spec);
        assert_eq!((model.thinking_tokens, model.output_tokens), (tokens, 2_048), "{spec}");
    }
}

#[test]
fn what_keeps_one_prompt_or_is_slow_is_not_asked_aside() {
    let models = models("[providers.attic]\nwire = \"ollama\"\nbase_url = \"http://attic:1\"", &[]);
    for (spec, can_be) in [
        ("ollama:llama3.2", false),
        ("llamacpp:any", false),
        ("attic:x", false),
        ("vllm:x", true),
        ("openai:x", true),
        ("openai:x@time=60", true),
        ("openai:x@time=3600", false),
        ("scripted:legal", true),
        ("nonsense", false),
    ] {
        assert_eq!(models.can_be_asked_aside(spec), can_be, "{spec}");
    }
}

#[test]
fn where_everything_comes_from() {
    let config = r#"
        [providers.openai]
        key = "sk-config"
        [providers.anthropic]
        key_command = "echo sk-command"
        base_url = "https://me:secret@proxy.example/api"
        [providers.attic]
        wire = "openai"
        base_url = "http://attic:1/v1"
    "#;
    let env = [("GOOGLE_API_KEY", "sk-google"), ("OLLAMA_HOST", "box"), ("VLLM_BASE_URL", "http://v:1/v1/")];
    let models = models(config, &env);
    let shown: Vec<String> = models
        .standings()
        .into_iter()
        .map(|standing| {
            let it = standing.expect("a standing");
            let address = it.address.as_deref().unwrap_or("-");
            format!(
                "{} {address} by {}, key: {}, {}",
                it.provider,
                it.address_from,
                it.key_from,
                it.is_configured()
            )
        })
        .collect();
    assert_eq!(
        shown,
        [
            "openai https://api.openai.com/v1 by the default, key: config.toml, true",
            "anthropic https://proxy.example/api by config.toml, key: the key command in config.toml, true",
            "gemini https://generativelanguage.googleapis.com by the default, key: GOOGLE_API_KEY, true",
            "openrouter https://openrouter.ai/api/v1 by the default, key: none, false",
            "ollama http://box:11434 by OLLAMA_HOST, key: none, true",
            "llamacpp http://127.0.0.1:8080/v1 by the default, key: none, true",
            "vllm http://v:1/v1 by VLLM_BASE_URL, key: none, true",
            "attic http://attic:1/v1 by config.toml, key: none, true",
        ]
    );
    assert!(models.get("attic:any").is_ok());
}

#[test]
fn a_variable_that_is_no_address_is_refused() {
    let models = models("", &[("VLLM_BASE_URL", "localhost:8000")]);
    let error = models.get("vllm:x").expect_err("no address");
    assert_eq!(error.to_string(), "VLLM_BASE_URL holds no address of vllm");
    assert_eq!(error.todo(), "begin VLLM_BASE_URL with http:// or https://, or unset it");
}

#[cfg(unix)]
#[test]
fn a_key_command_is_run_once_and_its_failure_is_said() {
    let dir = tempfile::tempdir().expect("a directory");
    let runs = dir.path().join("runs");
    let config = format!(
        "[providers.openai]\nkey_command = \"echo run >> {}; echo sk-secret\"\n[providers.gemini]\nkey_command = \"echo sk-secret; exit 4\"",
        runs.display()
    );
    let models = models(&config, &[]);
    for _ in 0..3 {
        models.get("openai:x").expect("a key");
    }
    assert_eq!(std::fs::read_to_string(&runs).expect("the file").lines().count(), 1);
    let error = models.get("gemini:x").expect_err("a failure");
    assert_eq!(error.to_string(), "the key command of gemini gave no key: it ended with status 4");
}

#[test]
fn the_variable_goes_before_the_configuration() {
    let config = "[providers.openai]\nkey = \"sk-config\"\nbase_url = \"http://config/v1\"";
    let env = [("OPENAI_API_KEY", "sk-env"), ("OPENAI_BASE_URL", "http://env/v1")];
    let standing = models(config, &env).standings().remove(0).expect("a standing");
    assert_eq!(standing.key_from, Origin::Variable("OPENAI_API_KEY".into()));
    assert_eq!(standing.address_from, Origin::Variable("OPENAI_BASE_URL".into()));
    assert_eq!(standing.address.as_deref(), Some("http://env/v1"));
}

#[test]
fn costs_are_known_or_not() {
    let models = models("[prices.\"scripted:legal\"]\ninput = 1\noutput = 2", &[]);
    let cost = |spec: &str| models.cost(&models.spec(spec).expect(spec), usage(1_000_000, 0, 1_000_000));
    assert_eq!(cost("openai:gpt-4o-mini@seed=1"), Some(Nanos(750_000_000)));
    assert_eq!(cost("openai:gpt-99"), None);
    assert_eq!(cost("ollama:any"), Some(Nanos(0)));
    assert_eq!(cost("scripted:legal"), Some(Nanos(3_000_000_000)));
}

#[tokio::test(start_paused = true)]
async fn a_budget_of_the_configuration_holds_for_all_sessions() {
    let config = "[budget.day]\ntokens = 1000\n[budget.call]\ndollars = 1";
    let models = models(config, &[("OPENAI_API_KEY", "sk")]);
    let model = models.get("scripted:legal").expect("a script");
    let mut made = 0;
    let refused = loop {
        let request = ModelRequest { session: format!("s{made}"), ..request(Style::Tools) };
        match ask(&*model.provider, &request).await.1 {
            Ok(_) => made += 1,
            Err(failed) => break failed.fault,
        }
    };
    assert!(made > 2, "{made}");
    assert!(refused.to_string().starts_with("over budget: the day has "), "{refused}");
    assert!(models.ledger().today().tokens <= 1_000);
    // A model without a price cannot keep to a budget of money: it is not even asked.
    let unpriced = models.get("openai:gpt-99").expect("a key");
    let (_, result) = ask(&*unpriced.provider, &request(Style::Tools)).await;
    assert!(result.expect_err("no price").fault.to_string().contains("no price is known for openai:gpt-99"));
}

#[tokio::test(start_paused = true)]
async fn the_places_of_a_provider_are_shared_by_its_models() {
    let models = models("[limits]\nconcurrency = { scripted = 1 }", &[]);
    let (a, b) = (models.get("scripted:legal@delay=1000"), models.clone().get("scripted:twice@delay=1000"));
    let (a, b) = (a.expect("a script"), b.expect("a script"));
    let request = request(Style::Tools);
    let start = tokio::time::Instant::now();
    let ((_, one), (_, two)) = tokio::join!(ask(&*a.provider, &request), ask(&*b.provider, &request));
    assert!(one.is_ok() && two.is_ok());
    assert_eq!(start.elapsed(), Duration::from_secs(2));
}

#[tokio::test(start_paused = true)]
async fn a_provider_from_outside_has_everything_round_it() {
    let stage = Stage::of([fails(unreachable()), says("yes", usage(9, 0, 1))]);
    let models = Models::default().with("own", stage.clone());
    let model = models.get("own:any@tokens=7").expect("a model");
    assert_eq!((model.spec.model.as_str(), model.output_tokens), ("any", 7));
    let (_, result) = ask(&*model.provider, &request(Style::Tools)).await;
    assert_eq!(result.expect("an answer").text, "yes");
    assert_eq!(stage.calls(), 2);
    assert_eq!(models.ledger().today().tokens, 10);
    assert!(models.check("own:any").await.expect("it is there").has_model());
    assert!(Models::default().get("own:any").is_err());
}

/// Asks a fake through the whole registry, and looks at what models it has.
async fn reach<A: Api>(provider: &str, url: &str, key: Option<&str>) {
    let fake = Fake::<A>::start(Script::always(Turn::text("{\"type\":\"pass\"}").usage(30, 10, 5))).await;
    let base = fake.base_url();
    let mut env = vec![(url, base.as_str())];
    env.extend(key.map(|variable| (variable, fake.key())));
    let models = models("", &env);
    let spec = format!("{provider}:{}@answer=schema", fake.model());
    let checked = models.check(&spec).await.expect(provider);
    assert!(checked.has_model(), "{provider}: {:?}", checked.models);
    let model = models.get(&spec).expect(provider);
    let (_, result) = ask(&*model.provider, &request(Style::Schema)).await;
    let reply = result.expect(provider);
    assert_eq!((reply.text.as_str(), reply.usage.output), ("{\"type\":\"pass\"}", 5), "{provider}");
    assert!(fake.complaints().is_empty(), "{provider}: {:?}", fake.complaints());
}

#[tokio::test]
async fn every_provider_is_reached_where_its_variable_says() {
    reach::<OpenAiApi>("openai", "OPENAI_BASE_URL", Some("OPENAI_API_KEY")).await;
    reach::<OpenAiApi>("openrouter", "OPENROUTER_BASE_URL", Some("OPENROUTER_API_KEY")).await;
    reach::<AnthropicApi>("anthropic", "ANTHROPIC_BASE_URL", Some("ANTHROPIC_API_KEY")).await;
    reach::<GeminiApi>("gemini", "GEMINI_BASE_URL", Some("GEMINI_API_KEY")).await;
    reach::<LlamaCppApi>("llamacpp", "LLAMACPP_BASE_URL", None).await;
    reach::<LlamaCppApi>("vllm", "VLLM_BASE_URL", None).await;
    reach::<OllamaApi>("ollama", "OLLAMA_HOST", None).await;
}

#[tokio::test]
async fn a_check_says_how_much_a_model_keeps_in_mind_where_its_provider_does() {
    let context = async |provider: &str, url: &str, base: String, model: &str, option: &str| {
        let models = models("", &[(url, base.as_str()), ("GEMINI_API_KEY", "AIza-fake-0123456789abcdef")]);
        models.check(&format!("{provider}:{model}{option}")).await.expect("it is configured").context
    };
    let script = || Script::of([]);
    let (ollama, llama) =
        (Fake::<OllamaApi>::start(script()).await, Fake::<LlamaCppApi>::start(script()).await);
    let gemini = Fake::<GeminiApi>::start(script()).await;
    let of_ollama = |option| context("ollama", "OLLAMA_HOST", ollama.base_url(), ollama.model(), option);
    assert_eq!(of_ollama("").await, Some(131_072));
    assert_eq!(of_ollama("@context=9000").await, Some(9_000), "what it is asked for");
    let of_llama = context("llamacpp", "LLAMACPP_BASE_URL", llama.base_url(), llama.model(), "").await;
    assert_eq!(of_llama, Some(4_096), "that of one conversation");
    let of_gemini = context("gemini", "GEMINI_BASE_URL", gemini.base_url(), gemini.model(), "").await;
    assert_eq!(of_gemini, Some(1_048_576));
    let of_vllm = context("vllm", "VLLM_BASE_URL", llama.base_url(), llama.model(), "").await;
    assert_eq!(of_vllm, None, "this one does not say");
}

#[tokio::test]
async fn a_check_says_what_is_wrong() {
    let models = models("", &[("LLAMACPP_BASE_URL", "http://127.0.0.1:1/v1")]);
    let checked = models.check("llamacpp:any").await.expect("it is configured");
    assert!(matches!(checked.models, Err(CallFault::Unreachable { .. })) && !checked.has_model());
    assert!(matches!(models.check("openai:x").await, Err(NotReady::NoKey { .. })));
    assert!(matches!(models.check("replay:/nowhere").await, Err(NotReady::Cassette(_))));
    assert!(models.check("scripted:legal").await.expect("a script").has_model());
}
