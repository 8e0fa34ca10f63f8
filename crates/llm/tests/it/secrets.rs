//! A key is sent to its provider and is nowhere else.

use fakes::models::{OpenAi, Script, Turn};
use llm::{Config, Env, Models, Style, WallClock};

use crate::stage::{ask, request};

const CANARY: &str = "sk-canary-4711";

#[test]
fn an_error_in_a_configuration_does_not_show_what_is_in_it() {
    let texts = [
        "[providers.openai]\nkey = CANARY",
        "[providers.openai]\nkey = \"CANARY",
        "[providers.openai]\nkey = 'CANARY' CANARY",
        "[providers.openai]\nkey = [\"CANARY\"]",
        "[providers.openai]\nkey = { is = \"CANARY\" }",
        "[providers]\nopenai = \"CANARY\"",
        "providers = \"CANARY\"",
        "[providers.openai]\nkey = \"CANARY\"\nkey = \"CANARY\"",
        "[providers.openai]\nkey = \"CANARY\"\nwire = \"openai\"",
        "[providers.openai]\nkey = \"CANARY\"\nbase_url = \"CANARY\"",
        "[providers.openai]\nkey = \"CANARY\\q\"",
        "[providers.attic]\nkey = \"CANARY\"",
        "[limits]\nconcurrency = \"CANARY, expected CANARY\"",
    ];
    for text in texts {
        let text = text.replace("CANARY", CANARY);
        let error = Config::parse(&text).map(|_| ()).expect_err(&text);
        for said in [error.to_string(), format!("{error:?}")] {
            assert!(!said.contains("canary"), "{text}\nshows {said}");
        }
    }
}

#[tokio::test]
async fn a_key_is_in_no_file_and_in_no_words() {
    let dir = tempfile::tempdir().expect("a directory");
    let path = dir.path().join("game.jsonl");
    let fake = OpenAi::start(Script::always(Turn::text("yes"))).await;
    let config = format!(
        "[providers.openai]\nkey = \"{CANARY}\"\nbase_url = \"{}\"\n[providers.gemini]\nkey_command = \"echo {CANARY}; exit 1\"",
        fake.base_url()
    );
    let config = Config::parse(&config).expect("a configuration");
    let models = Models::new(config.clone(), Env::of(&[("ANTHROPIC_API_KEY", CANARY)]), WallClock::wall());
    models.record_to(&path).expect("a file");
    let spec = format!("openai:{}", fake.model());
    let model = models.get(&spec).expect("a key");
    // This fake takes another key, and says the wrong one back.
    let (_, result) = ask(&*model.provider, &request(Style::Tools)).await;
    let failed = result.expect_err("the wrong key");
    let checked = models.check(&spec).await.expect("it is configured");
    let said = [
        failed.fault.to_string(),
        format!("{failed:?}"),
        format!("{checked:?}"),
        format!("{config:?}"),
        format!("{models:?}"),
        format!("{model:?}"),
        format!("{:?}", models.standings()),
        format!("{:?}", models.get("anthropic:x")),
        format!("{:?}", models.get("gemini:x")),
        std::fs::read_to_string(&path).expect("the cassette"),
    ];
    for said in said {
        // The command itself is no key, though this one has it in it.
        let said = said.replace(&format!("echo {CANARY}"), "");
        assert!(!said.contains("canary"), "{said}");
    }
    let sent = fake.requests();
    assert!(!sent.is_empty());
    assert_eq!(sent[0].header("authorization"), Some(format!("Bearer {CANARY}").as_str()));
}
