//! A home of its own for each test, and the binary to run in it.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// What a run came to.
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ran {
    /// The run went well; its output.
    #[track_caller]
    pub(crate) fn fine(self) -> String {
        assert_eq!(self.code, 0, "{}\n{}", self.out, self.err);
        self.out
    }

    /// The run went well; its output as one JSON object of the schema.
    #[track_caller]
    pub(crate) fn json(self) -> Value {
        let value: Value = serde_json::from_str(&self.fine()).expect("one JSON object");
        assert_eq!(value["schema"], "parlor.v1");
        value
    }
}

/// A place for sessions that goes away with the test.
pub(crate) struct Home {
    dir: TempDir,
}

impl Home {
    pub(crate) fn new() -> Home {
        Home { dir: TempDir::new().expect("a directory") }
    }

    /// A home in which one demo was played to its end; the session's id.
    pub(crate) fn with_demo(seed: u64) -> (Home, String) {
        let home = Home::new();
        home.run(&["demo", "--speed", "instant", "--seed", &seed.to_string(), "-q"]).fine();
        let id = home.newest();
        (home, id)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub(crate) fn store(&self) -> PathBuf {
        self.path("store")
    }

    /// Writes a file beside the store; its name as an argument.
    pub(crate) fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        std::fs::write(self.path(name), bytes).expect("a file");
        self.path(name).display().to_string()
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_parlor"));
        command.args(args).env_clear().env("PARLOR_HOME", self.store()).stdin(Stdio::null());
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Ran {
        run(&mut self.command(args))
    }

    /// Runs with these words on standard input.
    pub(crate) fn run_with(&self, args: &[&str], input: &str) -> Ran {
        let mut command = self.command(args);
        let mut child = command
            // What it writes is written beside the store.
            .current_dir(self.dir.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let input = input.to_owned();
        // One that ends without reading it all is no failure of the test.
        let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
        let ran = ran(child.wait_with_output().expect("it ends"));
        writer.join().expect("the writer ends");
        ran
    }

    /// Plays: the first number where a number is asked for, and these words where words will do. The exit code and
    /// everything that was said.
    pub(crate) fn converse(&self, args: &[&str], words: &str) -> (i32, String) {
        let mut command = self.command(args);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let (mut all, mut number) = (String::new(), None);
        for line in BufReader::new(child.stdout.take().expect("a pipe")).lines() {
            let line = line.expect("text");
            all.push_str(&line);
            all.push('\n');
            if line.starts_with("? ") {
                number = None;
            } else if let Some(found) =
                line.split_whitespace().next().and_then(|word| word.parse::<u64>().ok())
            {
                number.get_or_insert(found);
            }
            let answer = match line.trim() {
                "Give a number." => number.map(|number| number.to_string()),
                "Give a number, or say it in words." => Some(words.to_owned()),
                _ => None,
            };
            if let Some(answer) = answer {
                writeln!(stdin, "{answer}").expect("it listens");
            }
        }
        (child.wait().expect("it ends").code().unwrap_or(-1), all)
    }

    /// Starts it and lets it run.
    pub(crate) fn start(&self, args: &[&str]) -> Child {
        self.command(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts")
    }

    /// The id of the newest session.
    pub(crate) fn newest(&self) -> String {
        let sessions = self.run(&["sessions", "--json"]).json();
        sessions["sessions"][0]["session"].as_str().expect("a session").to_owned()
    }

    /// The whole log of a session as text.
    pub(crate) fn export(&self, id: &str) -> String {
        self.run(&["export", id]).fine()
    }
}

pub(crate) fn run(command: &mut Command) -> Ran {
    ran(command.output().expect("it runs"))
}

fn ran(output: std::process::Output) -> Ran {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    Ran { code: output.status.code().unwrap_or(-1), out: text(output.stdout), err: text(output.stderr) }
}

/// Sends a signal to a process that the test started.
#[cfg(unix)]
pub(crate) fn signal(child: &Child, name: &str) {
    let done = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
    assert!(done.expect("kill runs").success());
}
