//! `cargo xtask model play`: the real model in all five seats of a game of Mafia, played to its end by the binary as a
//! user has it, and checked by the log that it leaves.

use std::path::Path;
use std::process::Command;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::binary::built;
use crate::model::Server;
use crate::shell::{must, output, root};
use crate::step::Outcome;

/// How the model is asked. Its texts are short, so that a game takes minutes on one thread; a call has time for a prompt
/// that the server has never seen.
const MODEL: &str = "all=llamacpp:smollm2-135m@temperature=0.8@tokens=400@time=120";

/// A game that is not over by then loses its server: what is left is answered by the machine's own way out, and the
/// checks say so.
const TIME_BOX: Duration = Duration::from_secs(10 * 60);

/// Answers that must be legal as they came, but for [`ILLEGAL_MAX`]. The grammar allows few others: the limit of tokens cuts one
/// off, and words that are nothing but blanks are words to a grammar.
const VALID_PERCENT_MIN: u64 = 95;

/// So many answers may be illegal in a game of few calls, where one is more than its share.
const ILLEGAL_MAX: u64 = 1;

/// Prompt tokens that must come out of the server's cache: without a layout for it next to none would.
const CACHED_PERCENT_MIN: u64 = 50;

/// The step of CI.
pub(crate) fn step() -> Result<Outcome, String> {
    play().map(|()| Outcome::Passed)
}

/// Plays and checks.
pub(crate) fn play() -> Result<(), String> {
    let home = root().join("target/model/game");
    if home.exists() {
        std::fs::remove_dir_all(&home).map_err(|e| format!("cannot clear {}: {e}", home.display()))?;
    }
    let cassette = home.join("cassette.jsonl");
    std::fs::create_dir_all(&home).map_err(|e| format!("cannot make {}: {e}", home.display()))?;
    // Built before the clock runs.
    let binary = built()?;
    let parlor = |args: &[&str]| parlor(&binary, &home, args);
    let started = Instant::now();
    let server = Server::start(0)?;
    let url = format!("{}/v1", server.base_url());
    let record = cassette.display().to_string();
    let args = ["play", "mafia", "--seats", "5", "--seed", "7", "--speed", "instant"];
    let mut game = parlor(&args);
    game.args(["--model", MODEL, "--record", &record]).env("LLAMACPP_BASE_URL", &url);
    within_the_box(server, || must(game))?;
    // From here on there is no model any more.
    let log = output(parlor(&["export", "last"]))?;
    let tape = std::fs::read_to_string(&cassette).map_err(|e| format!("cannot read {record}: {e}"))?;
    must(parlor(&["verify", "last"]))?;
    must(parlor(&["cost", "last"]))?;
    let played = Played::of(&log, &tape)?;
    println!("{played} in {:.0} s", started.elapsed().as_secs_f64());
    played.check()
}

/// Does the work while the server runs, and no longer than the box allows.
fn within_the_box<T>(server: Server, work: impl FnOnce() -> T) -> T {
    let (done, is_done) = channel::<()>();
    let guard = std::thread::spawn(move || {
        if let Err(RecvTimeoutError::Timeout) = is_done.recv_timeout(TIME_BOX) {
            println!("the game took longer than {} s: the model's server is stopped", TIME_BOX.as_secs());
        }
        drop(server);
    });
    let worked = work();
    drop(done);
    // It has nothing left to do but to stop the server.
    let _ = guard.join();
    worked
}

/// The binary, with a home of its own and no key.
fn parlor(binary: &Path, home: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(binary);
    command.args(args).current_dir(root()).env("PARLOR_HOME", home).env_remove("PARLOR_CONFIG");
    for key in ["OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "OPENROUTER_API_KEY"] {
        command.env_remove(key);
    }
    command
}

/// What a log says of the model in its seats.
#[derive(Debug, Default, PartialEq, Eq)]
struct Played {
    /// Calls that were made.
    calls: u64,
    /// Calls whose answer was accepted as it came.
    valid: u64,
    /// Calls that were cut off at their limit of tokens.
    cut_off: u64,
    /// Answers that came whole and are no object of JSON, which the grammar does not allow.
    shapeless: u64,
    /// Prompt tokens.
    read: u64,
    /// Those of them that came out of the cache.
    cached: u64,
    /// The fewest pieces in which an answer came.
    pieces_min: u64,
    ended: bool,
}

impl Played {
    fn of(log: &str, tape: &str) -> Result<Played, String> {
        let mut played = Played::default();
        for line in log.lines() {
            let line: Value =
                serde_json::from_str(line).map_err(|e| format!("the export has a line that is none: {e}"))?;
            if let Some(result) = line.get("result") {
                played.ended = !result.is_null();
            }
            // A seat's own command, and not one that was given for it.
            let of_seat = line["by"].as_str().is_some_and(|by| by.starts_with("seat:"));
            played.valid += u64::from(of_seat && line["machine"] == "mafia");
            for event in line["events"].as_array().into_iter().flatten() {
                if event["type"] == "MODEL_ANSWERED" {
                    played.calls += 1;
                    played.cut_off += u64::from(event["end"] == "cut_off");
                    played.read += event["usage"]["input"].as_u64().unwrap_or(0);
                    played.cached += event["usage"]["cached"].as_u64().unwrap_or(0);
                }
            }
        }
        let calls: Vec<Value> = tape.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let pieces = calls.iter().filter_map(|call| call["deltas"].as_array().map(|it| it.len() as u64));
        played.pieces_min = pieces.min().unwrap_or(0);
        let whole = calls.iter().filter_map(|call| call["reply"]["text"].as_str()).map(str::trim);
        played.shapeless =
            whole.filter(|text| !(text.starts_with('{') && text.ends_with('}'))).count() as u64;
        Ok(played)
    }

    /// Everything that must be so, in one go.
    fn check(&self) -> Result<(), String> {
        let mut wrong = Vec::new();
        if !self.ended {
            wrong.push("the game did not come to its end".to_owned());
        }
        let illegal = self.calls - self.valid.min(self.calls);
        if illegal > ILLEGAL_MAX && self.valid * 100 < self.calls * VALID_PERCENT_MIN || self.calls == 0 {
            wrong.push(format!("{} of {} answers were legal as they came", self.valid, self.calls));
        }
        if self.shapeless > 0 {
            wrong.push("an answer came whole and is no object of JSON: the grammar did not hold".to_owned());
        }
        if self.cached * 100 < self.read * CACHED_PERCENT_MIN {
            wrong.push(format!("only {} of {} prompt tokens were cached", self.cached, self.read));
        }
        if self.pieces_min < 2 {
            wrong.push("an answer did not come piece by piece".to_owned());
        }
        if wrong.is_empty() { Ok(()) } else { Err(wrong.join("; ")) }
    }
}

impl std::fmt::Display for Played {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let percent = |part: u64, of: u64| (part * 100).checked_div(of).unwrap_or(0);
        write!(
            f,
            "{} calls, {} % legal as they came, {} cut off, {} % of {} prompt tokens cached",
            self.calls,
            percent(self.valid, self.calls),
            self.cut_off,
            percent(self.cached, self.read),
            self.read
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = r#"{"schema":"parlor.v1"}
{"machine":"table","by":"host","events":[{"type":"MODEL_CALLED"}]}
{"machine":"table","by":"host","events":[{"type":"MODEL_ANSWERED","end":"answered","usage":{"input":100,"cached":90}}]}
{"machine":"mafia","by":"seat:2","events":[]}
{"machine":"table","by":"host","events":[{"type":"MODEL_ANSWERED","end":"cut_off","usage":{"input":100,"cached":80}}]}
{"machine":"mafia","by":"host","events":[]}
{"result":{"winner":"town"},"records":5}"#;

    #[test]
    fn a_log_says_how_the_model_played() {
        let tape = r#"{"deltas":[1,2,3],"reply":{"text":"{\"type\":\"Pass\"}\n"}}
{"deltas":[1,2],"failed":"cut off"}
{"deltas":[1,2],"reply":{"text":"I pass."}}"#;
        let played = Played::of(LOG, tape).expect("a log");
        let expected = Played {
            calls: 2,
            valid: 1,
            cut_off: 1,
            shapeless: 1,
            read: 200,
            cached: 170,
            pieces_min: 2,
            ended: true,
        };
        assert_eq!(played, expected);
        assert!(played.check().is_err_and(|why| why.contains("the grammar did not hold")));
        let played = Played { shapeless: 0, ..expected };
        assert_eq!(played.check(), Ok(()), "one may be illegal");
        let two = Played { calls: 3, ..played };
        assert_eq!(two.check(), Err("1 of 3 answers were legal as they came".into()));
    }

    #[test]
    fn everything_that_is_wrong_is_said() {
        let wrong = Played { calls: 10, valid: 8, shapeless: 1, read: 10, ..Played::default() }
            .check()
            .expect_err("all of it");
        for part in ["its end", "8 of 10", "grammar", "0 of 10", "piece by piece"] {
            assert!(wrong.contains(part), "{part:?} is not in {wrong:?}");
        }
    }
}
