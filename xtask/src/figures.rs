//! The tables of figures, from runs that are kept: `cargo xtask bench --save docs/figures.json`, `cargo xtask build-times --keep`, `cargo xtask ci
//! --keep`, `cargo xtask story --keep` (all in that file) and `cargo xtask load --save docs/load.json`.

use serde_json::{Value, json};

use crate::shell::root;

/// Where the figures of the engine, of builds and of CI are kept.
pub(crate) const FILE: &str = "docs/figures.json";

/// Where those of the server are.
const LOAD: &str = "docs/load.json";

/// What `build-times`, `ci` and `story` keep in [`FILE`], beside what a bench writes there.
const BESIDE: [&str; 3] = ["builds", "ci", "story"];

/// The figures that the README shows: what somebody who chooses wants to know first.
const CHOSEN: [&str; 5] = [
    "`cargo run --release`, cold, until the page answers",
    "games, random seats",
    "line to the others: p99",
    "the server in memory",
    "51,200 records off the disk, checked and folded",
];

/// All figures with a goal that were kept, as tables.
pub(crate) fn markdown() -> String {
    let (kept, load) = (read(FILE), read(LOAD));
    format!(
        "## The engine, the host and the store\n\n`cargo xtask bench`\n\n{}\n## The server\n\n`cargo xtask load`: 1,000 tables of ten \
         people, each at a stream of its own, on the same machine as the people.\n\n{}\n## Building it\n\n`cargo xtask build-times`, each in a \
         folder of its own with nothing built.\n\n{}\n## Checking it\n\n`cargo xtask ci`, by the clock.\n\n{}\n## A story at a model's \
         seat\n\n`cargo xtask story`, from evenings of the house, the kept sentences and the kept evenings: no model is asked.\n\n{}",
        table(&kept),
        table(&load),
        table(&kept["builds"]),
        table(&kept["ci"]),
        table(&kept["story"]),
    )
}

/// The few of the README.
pub(crate) fn chosen() -> String {
    let (kept, load) = (read(FILE), read(LOAD));
    let mut figures = Vec::new();
    for name in CHOSEN {
        let of = |run: &Value| run["figures"].as_array().cloned().unwrap_or_default();
        let all = [of(&kept), of(&load), of(&kept["builds"])].concat();
        figures.extend(all.into_iter().find(|figure| figure["name"] == name));
    }
    rows(&json!({ "figures": figures }))
}

fn read(path: &str) -> Value {
    let kept = std::fs::read_to_string(root().join(path)).unwrap_or_default();
    serde_json::from_str(&kept).unwrap_or_default()
}

/// Keeps something beside the figures of the bench.
pub(crate) fn keep(what: &str, figures: Value) -> Result<(), String> {
    let mut kept = read(FILE);
    kept[what] = figures;
    write(&kept)
}

/// What is kept beside the figures of the bench.
pub(crate) fn kept(what: &str) -> Value {
    read(FILE)[what].take()
}

fn write(kept: &Value) -> Result<(), String> {
    let text = serde_json::to_string_pretty(kept).map_err(|e| format!("cannot write {FILE}: {e}"))?;
    std::fs::write(root().join(FILE), text + "\n").map_err(|e| format!("cannot write {FILE}: {e}"))
}

/// Lets a bench write its file anew, and puts back what was beside its figures.
pub(crate) fn keeping<T>(bench: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    let before = read(FILE);
    let done = bench()?;
    let mut after = read(FILE);
    for what in BESIDE {
        if !before[what].is_null() {
            after[what] = before[what].clone();
        }
    }
    if after != before {
        write(&after)?;
    }
    Ok(done)
}

/// Where and when a run of it was made, for what is kept.
pub(crate) fn here() -> Result<Value, String> {
    use crate::shell::{output, program};
    let cpu = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let cpu = cpu.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": ").map(|it| it.1));
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split_whitespace().next().and_then(|load| load.parse::<f64>().ok());
    Ok(json!({
        "date": output(program("date", &["-u", "+%Y-%m-%dT%H:%M:%SZ"]))?.trim(),
        "commit": output(program("git", &["rev-parse", "--short", "HEAD"]))?.trim(),
        "cpu": cpu.unwrap_or("an unknown processor"),
        "cores": std::thread::available_parallelism().map_or(0, usize::from),
        "load_before": load,
    }))
}

fn table(run: &Value) -> String {
    if run["figures"].is_null() {
        return "No run is kept.\n".to_owned();
    }
    let text = |key: &str| run[key].as_str().unwrap_or("?").to_owned();
    let day: String = text("date").chars().take(10).collect();
    let place =
        format!("\n{day}, {} with {} cores, load {}.\n", text("cpu"), run["cores"], run["load_before"]);
    rows(run) + &place
}

fn rows(run: &Value) -> String {
    let mut out = String::from("| figure | median | min … max | goal |\n|---|---|---|---|\n");
    for figure in run["figures"].as_array().into_iter().flatten() {
        let number = |key: &str| figure[key].as_f64();
        let Some(median) = number("median") else { continue };
        let unit = figure["unit"].as_str().unwrap_or_default();
        let range = match (number("min"), number("max")) {
            (Some(min), Some(max)) if min < max => format!("{} … {}", short(min), short(max)),
            _ => "–".to_owned(),
        };
        let goal = match (number("at_least"), number("at_most")) {
            (Some(least), _) => format!("≥ {}{}", short(least), missed(figure)),
            (_, Some(most)) => format!("≤ {}{}", short(most), missed(figure)),
            (None, None) => continue,
        };
        let name = figure["name"].as_str().unwrap_or("?");
        out.push_str(&format!("| {name} | {} {unit} | {range} | {goal} |\n", short(median)));
    }
    out
}

fn missed(figure: &Value) -> &'static str {
    if figure["met"] == Value::Bool(false) { ", **missed**" } else { "" }
}

/// Three digits are enough to read.
fn short(number: f64) -> String {
    if number >= 1_000_000.0 {
        format!("{:.1} M", number / 1_000_000.0)
    } else if number >= 1_000.0 {
        let whole = number.round() as u64;
        format!("{},{:03}", whole / 1_000, whole % 1_000)
    } else if number >= 10.0 {
        format!("{number:.1}")
    } else {
        format!("{number:.2}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_becomes_a_table_that_says_what_was_missed() {
        let run = serde_json::json!({
            "date": "2026-01-02T03:04:05Z", "cpu": "some", "cores": 2, "load_before": 0.5,
            "figures": [
                {"name": "games", "unit": "games/s", "median": 102371.6, "min": 94445.0, "max": 103126.0,
                 "at_least": 100000.0, "met": true},
                {"name": "no goal", "unit": "", "median": 1.0},
                {"name": "size", "unit": "×", "median": 2.5, "at_most": 2.0, "met": false},
            ],
        });
        let table = table(&run);
        assert!(table.contains("| games | 102,372 games/s | 94,445 … 103,126 | ≥ 100,000 |"), "{table}");
        assert!(!table.contains("no goal"), "{table}");
        assert!(table.contains("| size | 2.50 × | – | ≤ 2.00, **missed** |"), "{table}");
        assert!(table.ends_with("2026-01-02, some with 2 cores, load 0.5.\n"), "{table}");
    }
}
