//! `cargo xtask story`: what a story costs at a model's seat and what it remembers, from evenings of the house, the kept sentences and the kept
//! evenings: no model is asked. The tests that hold these figures take them; `--keep` writes them into docs/figures.json.

use serde_json::Value;

use crate::shell::{cargo, must, root};
use crate::{Failed, figures};

/// The tests that take a figure.
const TESTS: [&str; 6] =
    ["d21_", "d24_what_comes", "d29_what_was_planted", "d30_", "figures_", "prompts::cache"];

/// The verb.
pub(crate) fn run(args: &[String]) -> Result<(), Failed> {
    let keep = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => false,
        ["--keep"] => true,
        _ => return Err(format!("`cargo xtask story` knows `--keep`, not `{}`", args.join(" ")).into()),
    };
    let file = root().join("target/story-figures.jsonl");
    if file.exists() {
        std::fs::remove_file(&file).map_err(|why| format!("{}: {why}", file.display()))?;
    }
    let mut tests = cargo(&["test", "--quiet", "--locked", "-p", "parlor-rules", "--test", "dm", "--"]);
    tests.args(TESTS).env("PARLOR_FIGURES", &file);
    must(tests)?;
    let lines = std::fs::read_to_string(&file).map_err(|why| format!("{}: {why}", file.display()))?;
    let read = |line: &str| serde_json::from_str(line).map_err(|why| format!("{line}: {why}"));
    let mut all = lines.lines().map(read).collect::<Result<Vec<Value>, String>>()?;
    all.sort_by_key(|figure| figure["name"].to_string());
    for figure in &all {
        let (name, unit) = (&figure["name"], figure["unit"].as_str().unwrap_or_default());
        println!(
            "{:72} {:8.2} {unit}",
            name.as_str().unwrap_or_default(),
            figure["median"].as_f64().unwrap_or(f64::NAN)
        );
    }
    if keep {
        let mut run = figures::here()?;
        run["figures"] = all.into();
        figures::keep("story", run)?;
    }
    Ok(())
}
