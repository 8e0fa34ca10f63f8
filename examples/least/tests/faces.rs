//! `least` on the faces that speak to other programs: Discord, by its stand-in on loopback, and an agent over the Model Context Protocol.

#![allow(clippy::expect_used, reason = "tests")]

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use fakes::discord::{Discord, Shown};
use serde_json::{Value, json};

/// A program that is ended with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn program(home: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_least"));
    command.args(args).env("PARLOR_HOME", home).env_remove("PARLOR_CONFIG").stderr(Stdio::null());
    command
}

/// Is what was played in the only session of a home as it must be?
fn verified(home: &Path) -> bool {
    program(home, &["verify", "last"]).stdout(Stdio::null()).status().expect("the program").success()
}

#[tokio::test(flavor = "multi_thread")]
async fn it_is_played_in_discord() {
    let home = tempfile::tempdir().expect("a folder");
    let discord = Discord::start().await;
    let guild = discord.guild();
    let channel = discord.channel(guild);
    let gateway = discord.gateway();
    let mut command = program(home.path(), &["discord", "run", "--speed", "instant"]);
    command
        .env("PARLOR_DISCORD_TOKEN", discord.token())
        .env("PARLOR_DISCORD_REST", discord.rest())
        .env("PARLOR_DISCORD_GATEWAY", gateway.strip_prefix("ws://").expect("a gateway"))
        .stdout(Stdio::null());
    let _bot = Running(command.spawn().expect("the program"));
    discord.until(Discord::connected).await;

    let kim = discord.user("Kim").joins(guild);
    kim.slash(channel, "session start", &[("activity", "least")]).expect("a command");
    let thread = discord.find(|it| it.messages(channel).into_iter().find_map(|card| card.thread)).await;
    let asks = |it: &Shown| it.labels().contains(&"My seat");
    let open = discord.find(|it| it.messages(thread).into_iter().rfind(asks)).await;
    kim.press(open.id, "My seat").expect("it can be pressed");
    let panel = |it: &Shown| it.ephemeral && it.text.contains("Your word?");
    let panel = discord.find(|_| kim.sees(thread).into_iter().rfind(panel)).await;
    kim.press(panel.id, "Say").expect("it can be pressed");
    discord.find(|_| kim.modal()).await;
    kim.submits_modal(&[("the word", "ox")], &[]).expect("a form");
    let won = |it: &Shown| format!("{it:?}").contains("won with");
    discord.until(|it| it.messages(channel).iter().any(won)).await;
    assert!(discord.text(thread).contains("ox"), "{}", discord.text(thread));
    discord.assert_no_unknown();
    assert!(verified(home.path()));
}

#[test]
fn it_is_played_by_an_agent() {
    let home = tempfile::tempdir().expect("a folder");
    let args = ["mcp", "--seat", "Kim"];
    let mut child = program(home.path(), &args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program");
    let (mut to, mut from) =
        (child.stdin.take().expect("input"), BufReader::new(child.stdout.take().expect("output")));
    let _running = Running(child);
    let mut ask = |id: u64, method: &str, params: Value| {
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        writeln!(to, "{request}").expect("it listens");
        loop {
            let mut line = String::new();
            assert!(from.read_line(&mut line).expect("text") > 0, "it ended before it answered {method}");
            let message: Value = serde_json::from_str(&line).expect("JSON");
            if message["id"] == id {
                return message["result"].clone();
            }
        }
    };
    let client = json!({"name": "test", "version": "1"});
    ask(1, "initialize", json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}));
    let asked = ask(2, "tools/call", json!({"name": "wait", "arguments": {}}));
    assert!(asked.to_string().contains("Your word?"), "{asked}");
    let tools = ask(3, "tools/list", json!({}));
    assert_eq!(tools["tools"][0]["name"], "say", "{tools}");
    let said = ask(4, "tools/call", json!({"name": "say", "arguments": {"word": "ox"}}));
    assert!(said.to_string().contains("Kim won with"), "{said}");
    assert!(verified(home.path()));
}
