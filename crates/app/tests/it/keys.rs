//! A planted key is in nothing that the program leaves or says, wherever the key came from and whatever went wrong.

use std::path::Path;
use std::process::Command;

use fakes::models::Turn;

use crate::providers::{Providers, legal};
use crate::stage::{Home, Ran, run};

/// Every file below a directory, but this one.
fn files(dir: &Path, but: &Path, found: &mut Vec<(String, Vec<u8>)>) {
    for entry in std::fs::read_dir(dir).expect("a directory") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, but, found);
        } else if path != but {
            found.push((path.display().to_string(), std::fs::read(&path).expect("a file")));
        }
    }
}

/// Where a key comes from.
#[derive(Clone, Copy, Debug)]
enum From {
    Env,
    Config,
    Command,
}

/// A home whose keys come from one place, and all that was said in it.
struct Stage<'a> {
    home: Home,
    providers: &'a Providers,
    keys: [(&'static str, String); 3],
    from: From,
    said: Vec<(String, Vec<u8>)>,
}

impl<'a> Stage<'a> {
    fn new(providers: &'a Providers, keys: [(&'static str, String); 3], from: From) -> Stage<'a> {
        let home = Home::new();
        let mut config = String::new();
        for ((_, key), name) in keys.iter().zip(["openai", "anthropic", "gemini"]) {
            let line = match from {
                From::Env => continue,
                From::Config => format!("key = {key:?}"),
                From::Command => format!("key_command = {:?}", format!("echo {key}")),
            };
            config.push_str(&format!("[providers.{name}]\n{line}\n"));
        }
        std::fs::create_dir_all(home.store()).expect("a directory");
        std::fs::write(home.store().join("config.toml"), config).expect("a file");
        Stage { home, providers, keys, from, said: Vec::new() }
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = self.home.command(args);
        command.envs(self.providers.addresses());
        // As talkative as it can be.
        command.env("PARLOR_LOG", "debug");
        if let From::Env = self.from {
            command.envs(self.keys.clone());
        }
        command
    }

    /// Runs it, keeps what it says, and gives it back.
    fn run(&mut self, args: &[&str]) -> Ran {
        let ran = run(&mut self.command(args));
        self.said.push((format!("{args:?}, output"), ran.out.clone().into_bytes()));
        self.said.push((format!("{args:?}, errors"), ran.err.clone().into_bytes()));
        ran
    }

    /// Plays a game of all three, and asks for everything that there is to ask about it.
    fn play(&mut self, more: &[&str]) -> Ran {
        let [openai, anthropic, gemini] = self.providers.specs();
        let cassette = self.home.path("cassette.jsonl").display().to_string();
        let models =
            [format!("1-2={openai}@time=2"), format!("3={anthropic}@time=2"), format!("4-5={gemini}@time=2")];
        let mut args = vec!["play", "mafia", "-v", "--speed", "instant", "--seats", "5", "--seed", "3"];
        args.extend(models.iter().flat_map(|model| ["--model", model]));
        args.extend(["--record", &cassette]);
        args.extend(more);
        let ran = self.run(&args);
        for what in [
            vec!["export", "last"],
            vec!["export", "last", "--format", "md"],
            vec!["cost", "--calls", "-v"],
            vec!["cost", "--json", "--calls"],
            vec!["doctor", "-v", "--model", &openai, "--model", &anthropic, "--model", &gemini],
            vec!["doctor", "--json", "--model", &openai, "--model", &anthropic, "--model", &gemini],
            vec!["sessions", "--json"],
            vec!["table", "show", "--json"],
            vec!["verify", "last", "--json"],
        ] {
            self.run(&what);
        }
        for viewer in ["public", "observer", "host", "seat:1", "seat:5"] {
            for what in [
                vec!["export", "last", "--as", viewer],
                vec!["export", "last", "--as", viewer, "--format", "md"],
                vec!["replay", "last", "--as", viewer, "--json"],
            ] {
                self.run(&what);
            }
        }
        ran
    }

    /// No byte of any key is anywhere but in the configuration.
    fn check(mut self) {
        let config = self.home.store().join("config.toml");
        let place = self.home.path("");
        files(&place, &config, &mut self.said);
        assert!(self.said.iter().any(|(name, bytes)| name.ends_with("parlor.db") && bytes.len() > 10_000));
        assert!(self.said.iter().any(|(name, _)| name.ends_with("cassette.jsonl")));
        for (name, bytes) in &self.said {
            for (_, key) in &self.keys {
                // Half a key is a secret too.
                let half = &key.as_bytes()[..key.len() / 2 + 4];
                let found = bytes.windows(half.len()).any(|window| window == half);
                assert!(!found, "{key} from {:?} is in {name}", self.from);
            }
        }
    }
}

/// The keys that the providers accept.
fn right(providers: &Providers) -> [(&'static str, String); 3] {
    providers.keys().map(|(name, key)| (name, key.to_owned()))
}

#[test]
fn a_game_leaves_no_key_wherever_it_comes_from() {
    for from in [From::Env, From::Config, From::Command] {
        let providers = Providers::start(legal);
        let mut stage = Stage::new(&providers, right(&providers), from);
        let ran = stage.play(&[]);
        assert!(!ran.err.contains("without an answer"), "{from:?}: {}", ran.err);
        assert!(providers.asked().iter().all(|asked| *asked > 0), "{from:?}");
        assert!(
            ran.err.contains("model called") && ran.err.contains("on disk"),
            "it says what it does: {}",
            ran.err
        );
        ran.fine();
        stage.check();
    }
}

#[test]
fn a_key_that_is_not_accepted_and_said_back_is_left_nowhere() {
    for from in [From::Env, From::Config, From::Command] {
        let providers = Providers::start(legal);
        let wrong = ["OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"]
            .map(|name| (name, format!("planted-{}-0123456789", name.to_lowercase())));
        let mut stage = Stage::new(&providers, wrong, from);
        let ran = stage.play(&[]);
        assert_eq!(ran.code, 3, "{from:?}: {}", ran.err);
        assert!(ran.err.contains("does not let us in") && ran.err.contains("parlor doctor"), "{}", ran.err);
        let ran = stage.play(&["--no-check"]);
        assert!(ran.err.contains("denied "), "{from:?}: {}", ran.err);
        // The fakes say the whole key back, as no provider should.
        let complaints = providers.openai.complaints();
        assert!(complaints.iter().any(|wrong| wrong.message.contains("planted-openai")), "{complaints:?}");
        assert_eq!(ran.code, 4, "{}", ran.err);
        stage.check();
    }
}

#[test]
fn a_provider_that_fails_makes_nobody_tell_a_key() {
    let providers = Providers::start(|_| Turn::status(500));
    let mut stage = Stage::new(&providers, right(&providers), From::Env);
    let ran = stage.play(&["--no-check"]);
    assert!(ran.err.contains("without an answer"), "{}", ran.err);
    assert_eq!(ran.code, 4, "{}", ran.err);
    stage.check();
}
