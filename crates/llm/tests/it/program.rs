//! `exec:PROGRAM`: what a program is told, what it may say, and what keeps it within its bounds.

use std::path::{Path, PathBuf};
use std::time::Duration;

use llm::{CallFault, Config, Delta, Env, ModelRequest, Models, NotReady, Style, WallClock};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::stage::{ask, request, usage};

/// A folder with a program in it.
struct Desk {
    folder: TempDir,
}

impl Desk {
    fn new(program: &str) -> Desk {
        let desk = Desk { folder: tempfile::tempdir().expect("a folder") };
        std::fs::write(desk.path("mind"), program.replace("DESK", &desk.folder.path().display().to_string()))
            .expect("a program");
        desk
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn command(&self) -> String {
        format!("sh {}", self.path("mind").display())
    }

    /// Asks the program as a model that whoever starts this has named.
    async fn asked(&self, request: &ModelRequest) -> (Vec<Delta>, Result<llm::ModelReply, CallFault>) {
        let spec = format!("exec:{}", self.command());
        let models = models("");
        models.allow(&spec);
        let model = models.get(&spec).expect("it is allowed");
        let (heard, reply) = ask(&*model.provider, request).await;
        (heard, reply.map_err(|failed| failed.fault))
    }

    async fn fault(&self) -> CallFault {
        self.asked(&quick()).await.1.expect_err("it goes wrong")
    }
}

/// A request with so little time that nothing is tried twice.
fn quick() -> ModelRequest {
    let mut request = request(Style::Tools);
    request.limits.time = Duration::from_millis(900);
    request
}

fn models(config: &str) -> Models {
    let path = std::env::var("PATH").expect("a PATH");
    let env = [("PATH", path.as_str()), ("OPENAI_API_KEY", "sk-planted")];
    Models::new(Config::parse(config).expect("a configuration"), Env::of(&env), WallClock::wall())
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).expect("a file")
}

#[tokio::test]
async fn a_program_reads_the_request_as_a_line_and_says_its_answer_as_lines() {
    let desk = Desk::new(
        r#"
        cat > DESK/request
        echo '{"thought": "Who was it?"}'
        echo '{"text": "It was "}'
        echo
        echo '{"text": "Ben."}'
        echo '{"call": {"name": "vote", "arguments": {"target": "Ben", "words": "Him."}}}'
        echo '{"call": {"name": "pass"}}'
        echo '{"arguments": "{"}'
        echo '{"arguments": "}"}'
        echo '{"usage": {"input": 9, "cached": 2, "output": 4}}'
        "#,
    );
    let (heard, reply) = desk.asked(&request(Style::Tools)).await;
    let reply = reply.expect("an answer");
    assert_eq!(reply.text, "It was Ben.");
    assert_eq!(reply.usage, usage(9, 2, 4));
    let calls: Vec<(&str, Value)> = reply
        .calls
        .iter()
        .map(|call| (call.name.as_str(), serde_json::from_str(&call.arguments).expect("JSON")))
        .collect();
    assert_eq!(calls, [("vote", json!({"target": "Ben", "words": "Him."})), ("pass", json!({}))]);
    assert_eq!(heard[0], Delta::Thought("Who was it?".into()));
    assert_eq!(heard[1], Delta::Text("It was ".into()), "it is heard as it comes");

    let line = read(&desk.path("request"));
    assert_eq!(line.matches('\n').count(), 1, "one line");
    let mut asked: Value = serde_json::from_str(&line).expect("JSON");
    let tools = asked["tools"].take();
    assert_eq!((&tools[0]["name"], &tools[0]["about"]), (&json!("vote"), &json!("votes")));
    assert_eq!(tools[0]["schema"]["properties"]["target"]["enum"], json!(["Ada", "Ben", "Cleo"]));
    let expected = json!({
        "session": "s", "seat": 1, "ask": 1, "fixed": "You sit at a table of three.", "told": ["It is day."], "now": "Vote.",
        "exchanges": [], "tools": null, "allowed": ["vote", "pass"], "output": null, "tokens": 200, "seconds": 60.0,
    });
    assert_eq!(asked, expected);
}

#[tokio::test]
async fn a_program_can_be_asked_by_a_schema() {
    let desk = Desk::new(r#"cat > DESK/request; echo '{"text": "{\"type\": \"pass\"}"}'"#);
    let spec = format!("exec:{}@answer=schema", desk.command());
    let models = models("");
    models.allow(&spec);
    let model = models.get(&spec).expect("it is allowed");
    assert_eq!(model.provider.style(), Style::Schema);
    let reply = ask(&*model.provider, &request(Style::Schema)).await.1.expect("an answer");
    assert_eq!(reply.text, r#"{"type": "pass"}"#);
    let asked: Value = serde_json::from_str(&read(&desk.path("request"))).expect("JSON");
    assert_eq!(asked["output"]["anyOf"][1]["required"], json!(["type"]));
}

#[tokio::test]
async fn what_goes_wrong_with_a_program_is_said_in_its_own_words() {
    for (program, expected) in [
        (r#"echo '{"refused": "Not that."}'"#, CallFault::Refused { why: "Not that.".into() }),
        (
            r#"yes one | head -c 200000 >&2; echo 'no key for it' >&2; echo '{"text": "a"}'; exit 3"#,
            CallFault::Unreachable { why: "it ended with exit status: 3: no key for it".into() },
        ),
        ("exit 1", CallFault::Unreachable { why: "it ended with exit status: 1".into() }),
        (
            r#"echo '{"arguments": "{}"}'"#,
            CallFault::Malformed { why: "it gives arguments before a call".into() },
        ),
    ] {
        assert_eq!(Desk::new(program).fault().await, expected, "{program}");
    }
    for (program, line) in
        [("echo hello", "line 1 "), (r#"echo '{"text": "a"}'; echo '{"words": "a"}'"#, "line 2 ")]
    {
        let fault = Desk::new(program).fault().await.to_string();
        assert!(fault.contains(line) && fault.contains("docs/models.md lists"), "{program}: {fault}");
    }
}

#[tokio::test]
async fn a_program_that_never_ends_is_ended_with_its_time() {
    // Somebody reads from the pipe until nobody can write to it any more.
    let desk = Desk::new("exec sleep 1000 > DESK/pipe");
    let made = std::process::Command::new("mkfifo").arg(desk.path("pipe")).status().expect("mkfifo runs");
    assert!(made.success());
    let pipe = desk.path("pipe");
    let gone = tokio::task::spawn_blocking(move || read(&pipe));
    assert!(matches!(desk.fault().await, CallFault::TimedOut { .. }));
    assert_eq!(gone.await.expect("it was read"), "");
}

#[tokio::test]
async fn a_program_that_says_too_much_is_not_heard_to_its_end() {
    for program in [
        // One line without an end, and many of them.
        "exec cat /dev/zero",
        r#"exec yes '{"text": "and so on, and so on, and so on"}'"#,
    ] {
        let mut request = request(Style::Tools);
        request.limits.reply_bytes = 10_000;
        let (_, reply) = Desk::new(program).asked(&request).await;
        let why = "it is longer than it may be".to_owned();
        assert_eq!(reply.expect_err("too long"), CallFault::Malformed { why }, "{program}");
    }
}

#[tokio::test]
async fn a_program_that_does_not_read_is_heard_all_the_same() {
    let mut request = request(Style::Tools);
    request.prompt.fixed = "much ".repeat(200_000);
    let desk = Desk::new(r#"exec <&-; echo '{"text": "I know."}'"#);
    assert_eq!(desk.asked(&request).await.1.expect("an answer").text, "I know.");
}

#[tokio::test]
async fn a_program_is_given_no_key_and_no_variable_but_those_that_it_needs_to_run() {
    let desk = Desk::new("env > DESK/env");
    desk.asked(&request(Style::Tools)).await.1.expect("an answer, of nothing");
    let env = read(&desk.path("env"));
    assert!(env.contains("PATH="), "{env}");
    // The shell sets a few of its own.
    let known = ["PATH", "PWD", "OLDPWD", "SHLVL", "_"];
    let others: Vec<&str> =
        env.lines().filter(|line| !known.iter().any(|name| line.starts_with(&format!("{name}=")))).collect();
    assert!(others.is_empty(), "{others:?}");
}

#[test]
fn a_program_is_started_only_where_whoever_runs_this_has_named_it() {
    let desk = Desk::new("exit 0");
    let (command, spec) = (desk.command(), format!("exec:{}@time=9", desk.command()));
    let refused = models("").get(&spec).expect_err("nobody has named it");
    assert_eq!(refused, NotReady::NotAllowed { command: command.clone() });
    assert!(refused.todo().contains(&format!("allow = [{command:?}] under [exec]")), "{}", refused.todo());
    // Another program is another, whatever it begins with.
    let named = models("");
    named.allow(&format!("exec:{command} --more"));
    named.allow("scripted:legal");
    assert!(matches!(named.get(&spec), Err(NotReady::NotAllowed { .. })));
    named.allow(&spec);
    assert!(named.get(&spec).is_ok());
    assert!(models(&format!("[exec]\nallow = [{command:?}]")).get(&spec).is_ok());
}

#[test]
fn a_program_that_is_not_there_is_said() {
    for name in ["no-such-program", "/no/such/program", "./nothing"] {
        let (spec, models) = (format!("exec:{name} --fast"), models(""));
        models.allow(&spec);
        assert_eq!(models.get(&spec).expect_err(name), NotReady::NoProgram { name: name.to_owned() });
    }
}
