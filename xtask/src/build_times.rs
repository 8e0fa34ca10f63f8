//! `cargo xtask build-times`: how long whoever builds this waits, and what it costs the machine. Each figure is taken in a folder of its own
//! with nothing built, from a copy of the tree; `--keep` writes them into docs/figures.json, and `--check` fails where one costs
//! [`GROWTH_MAX`] times the CPU-seconds that are kept there.
//!
//! Seconds depend on what else the machine does, CPU-seconds hardly: so the goals are about both, and the check about the second.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::Failed;
use crate::figures;
use crate::shell::{emptied, must, output, program, root};

/// What a figure may grow to, of the one that is kept, before the check fails.
const GROWTH_MAX: f64 = 1.15;

/// How long the page may take to answer once the address is printed.
const ANSWER_TIME: Duration = Duration::from_secs(10);

/// The file that gets a line more, and the tests that are then run: the rules of that machine.
const TOUCHED: &str = "activities/dm/src/decide.rs";
const ITS_TESTS: &[&str] = &["nextest", "run", "--locked", "-p", "parlor-rules", "--test", "dm", "rules::"];

/// The file that is built; CPU-seconds can be counted on Linux alone.
const BINARY: &str = "parlor";

/// What a measurement found.
struct Figure {
    name: &'static str,
    unit: &'static str,
    value: f64,
    at_most: Option<f64>,
}

/// The verb.
pub(crate) fn run(args: &[String]) -> Result<(), Failed> {
    let (keep, check) = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => (false, false),
        ["--keep"] => (true, false),
        ["--check"] => (false, true),
        _ => {
            let what =
                format!("`cargo xtask build-times` knows `--keep` and `--check`, not `{}`", args.join(" "));
            return Err(what.into());
        }
    };
    // Nothing is downloaded while the clock runs.
    must(program("cargo", &["fetch", "--quiet", "--locked"]))?;
    let figures = measure()?;
    for figure in &figures {
        let goal = figure.at_most.map_or(String::new(), |most| {
            let missed = if figure.value > most { ", missed" } else { "" };
            format!("  (≤ {most}{missed})")
        });
        println!("{:58} {:8.1} {}{goal}", figure.name, figure.value, figure.unit);
    }
    if keep {
        let mut run = figures::here()?;
        run["figures"] = figures.iter().map(written).collect();
        figures::keep("builds", run)?;
    }
    if check { Ok(grown(&figures, &figures::kept("builds"))?) } else { Ok(()) }
}

fn written(figure: &Figure) -> Value {
    let mut out = json!({"name": figure.name, "unit": figure.unit, "median": figure.value});
    if let Some(most) = figure.at_most {
        out["at_most"] = json!(most);
        out["met"] = json!(figure.value <= most);
    }
    out
}

/// Fails where something costs too much more than it did.
fn grown(figures: &[Figure], kept: &Value) -> Result<(), String> {
    let before = |figure: &Figure| {
        let same = |row: &&Value| row["name"] == figure.name && row["unit"] == figure.unit;
        kept["figures"].as_array()?.iter().find(same)?["median"].as_f64()
    };
    let mut too_much = Vec::new();
    for figure in figures.iter().filter(|figure| figure.unit == "CPU-s") {
        let before = before(figure).ok_or_else(|| {
            format!("no {:?} is kept to compare with: `cargo xtask build-times --keep`", figure.name)
        })?;
        if figure.value > before * GROWTH_MAX {
            too_much.push(format!("{}: {:.0} CPU-s, and it was {before:.0}", figure.name, figure.value));
        }
    }
    if too_much.is_empty() {
        println!("nothing costs {GROWTH_MAX} times what it did");
        Ok(())
    } else {
        Err(format!("{}; `cargo build --timings` shows where it goes", too_much.join("; ")))
    }
}

fn measure() -> Result<Vec<Figure>, String> {
    let folder = root().join("target/build-times");
    let tree = copied(&folder.join("tree"))?;
    let cargo = |target: &str, args: &[&str]| {
        let mut command = Command::new("cargo");
        command.args(args).current_dir(&tree).env("CARGO_TARGET_DIR", folder.join(target));
        command
    };
    let mut figures = Vec::new();
    let mut both = |name, (seconds, cpu): (f64, f64), most: Option<f64>, most_cpu: Option<f64>| {
        figures.push(Figure { name, unit: "s", value: seconds, at_most: most });
        figures.push(Figure { name, unit: "CPU-s", value: cpu, at_most: most_cpu });
    };

    emptied(&folder.join("release"))?;
    let home = emptied(&folder.join("home"))?;
    let mut first = cargo("release", &["run", "--release", "--locked"]);
    first.env("PARLOR_HOME", home).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    both(
        "`cargo run --release`, cold, until the page answers",
        spent(|| answered(first))?,
        Some(200.0),
        Some(400.0),
    );

    says_what_is_left_out(&folder.join("release/release").join(BINARY))?;

    emptied(&folder.join("check"))?;
    let check = spent(|| must(cargo("check", &["check", "--locked", "-p", "parlor-activities"])))?;
    both("`cargo check -p parlor-activities`, cold", check, Some(60.0), None);

    emptied(&folder.join("machine"))?;
    must(cargo("machine", ITS_TESTS))?;
    touch(&tree.join(TOUCHED))?;
    let changed = spent(|| must(cargo("machine", ITS_TESTS)))?;
    both("a line more in a machine, until its rules were tried", changed, Some(60.0), None);

    emptied(&folder.join("dist"))?;
    let dist = ["build", "--profile", "dist", "--locked", "-p", "parlor-app", "--features", "full"];
    both("what is handed out, cold", spent(|| must(cargo("dist", &dist)))?, None, None);
    let file = folder.join("dist/dist").join(BINARY);
    let bytes = file.metadata().map_err(|e| format!("cannot look at {}: {e}", file.display()))?.len();
    figures.push(Figure {
        name: "what is handed out, as one file",
        unit: "MB",
        value: bytes as f64 / 1e6,
        at_most: Some(45.0),
    });
    Ok(figures)
}

/// A copy of the tree as it is now, so that a change meanwhile does not count, and a change of ours stays there.
fn copied(to: &Path) -> Result<PathBuf, String> {
    emptied(to)?;
    let listed = output(program("git", &["ls-files", "-z", "--cached", "--others", "--exclude-standard"]))?;
    for path in listed.split('\0').filter(|path| !path.is_empty()) {
        let (from, to) = (root().join(path), to.join(path));
        // One that was deleted is listed until that is staged.
        if !from.is_file() {
            continue;
        }
        let folder = to.parent().unwrap_or(&to);
        let copied = std::fs::create_dir_all(folder).and_then(|()| std::fs::copy(&from, &to));
        copied.map_err(|e| format!("cannot copy {path}: {e}"))?;
    }
    Ok(to.to_owned())
}

/// Puts a line more into a file, after what it says of itself.
fn touch(path: &Path) -> Result<(), String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("cannot read {}: {e}", path.display()))?;
    std::fs::write(path, with_a_line(&text)).map_err(|e| format!("cannot write {}: {e}", path.display()))
}

fn with_a_line(text: &str) -> String {
    let head: usize =
        text.lines().take_while(|line| line.starts_with("//!")).map(|line| line.len() + 1).sum();
    let (head, rest) = text.split_at(head);
    // All that follows has another line number, as after any change.
    format!("{head}\n/// Not there before.\n#[doc(hidden)]\npub fn touched() -> u32 {{ 1 }}\n{rest}")
}

/// Runs the first command until its page answers, and stops it.
fn answered(mut command: Command) -> Result<(), String> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|e| format!("cannot start cargo: {e}"))?;
    let done = address(&mut child).and_then(|address| answers(&address));
    let _ = child.kill();
    let _ = child.wait();
    done
}

/// The quick build has not everything: asked for it, it says which command builds it in.
fn says_what_is_left_out(binary: &Path) -> Result<(), String> {
    for verb in [&["discord", "run"][..], &["mcp"]] {
        let ran = Command::new(binary).args(verb).stdin(Stdio::null()).output();
        let ran = ran.map_err(|e| format!("cannot start {}: {e}", binary.display()))?;
        let said = String::from_utf8_lossy(&ran.stderr);
        let command =
            format!("build it in: cargo run --release --features {} -- {};", verb[0], verb.join(" "));
        if !said.lines().any(|line| line.contains(&command)) {
            return Err(format!("`parlor {}` of the quick build says {said:?}", verb.join(" ")));
        }
    }
    Ok(())
}

/// What it prints first is where it is.
fn address(child: &mut Child) -> Result<String, String> {
    let out = child.stdout.take().ok_or("its output is not there")?;
    let line = BufReader::new(out).lines().next().and_then(Result::ok).unwrap_or_default();
    let address = line.strip_prefix("http://").map(|rest| rest.trim_end_matches('/').to_owned());
    address.ok_or_else(|| format!("`cargo run --release` printed {line:?} where its address should be"))
}

fn answers(address: &str) -> Result<(), String> {
    let broken = |e: std::io::Error| format!("{address} does not answer: {e}");
    let mut stream = TcpStream::connect(address).map_err(broken)?;
    stream.set_read_timeout(Some(ANSWER_TIME)).map_err(broken)?;
    write!(stream, "GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n").map_err(broken)?;
    let mut answer = String::new();
    let _ = stream.read_to_string(&mut answer);
    if answer.starts_with("HTTP/1.1 200") {
        Ok(())
    } else {
        Err(format!("{address} answers {:?}", answer.lines().next().unwrap_or_default()))
    }
}

/// The seconds and the CPU-seconds that something takes, with all the processes that it starts.
fn spent(work: impl FnOnce() -> Result<(), String>) -> Result<(f64, f64), String> {
    let (started, before) = (Instant::now(), cpu()?);
    work()?;
    Ok((started.elapsed().as_secs_f64(), cpu()? - before))
}

/// The CPU-seconds of all processes that this one has started and waited for.
fn cpu() -> Result<f64, String> {
    let stat = std::fs::read_to_string("/proc/self/stat")
        .map_err(|e| format!("CPU-seconds are counted on Linux alone: /proc/self/stat: {e}"))?;
    ticks(&stat)
        .map(|ticks| ticks as f64 / TICKS_A_SECOND)
        .ok_or_else(|| format!("/proc/self/stat says {stat:?}"))
}

/// What Linux counts in for programs, whatever the kernel itself counts in.
const TICKS_A_SECOND: f64 = 100.0;

/// The 16th and the 17th value; the second is a name in brackets, which may have spaces.
fn ticks(stat: &str) -> Option<u64> {
    let mut values = stat.rsplit_once(')')?.1.split_whitespace().skip(13);
    let mut next = || values.next()?.parse::<u64>().ok();
    Some(next()? + next()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_children_is_read_behind_any_name() {
        let stat = "7 (a ) name) S 1 7 7 0 -1 4194304 96 5 0 0 11 12 130 14 20 0 1 0 5 6 7";
        assert_eq!(ticks(stat), Some(144));
        assert_eq!(ticks("7 (cut off"), None);
    }

    #[test]
    fn a_line_more_stands_after_what_a_file_says_of_itself() {
        let changed = with_a_line("//! One.\n//! Two.\n\nuse x;\n");
        assert!(changed.starts_with("//! One.\n//! Two.\n\n/// Not"), "{changed}");
        assert!(changed.ends_with("}\n\nuse x;\n"), "{changed}");
        assert!(root().join(TOUCHED).is_file(), "{TOUCHED} has moved");
    }

    #[test]
    fn what_costs_a_sixth_more_is_found() {
        let kept = json!({"figures": [{"name": "a", "unit": "CPU-s", "median": 100.0}, {"name": "a", "unit": "s", "median": 1.0}]});
        let cost = |value| [Figure { name: "a", unit: "CPU-s", value, at_most: None }];
        assert_eq!(grown(&cost(114.0), &kept), Ok(()));
        assert!(grown(&cost(116.0), &kept).is_err_and(|why| why.starts_with("a: 116 CPU-s, and it was 100")));
        assert!(grown(&cost(1.0), &json!({})).is_err_and(|why| why.contains("--keep")));
    }

    #[test]
    fn a_flag_that_is_unknown_is_refused() {
        assert!(run(&["--chek".into()]).is_err());
    }
}
