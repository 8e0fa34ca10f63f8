//! The tables of figures for the README, from runs that are kept: `cargo xtask bench --save docs/figures.json` and
//! `cargo xtask load --save docs/load.json`.

use serde_json::Value;

use crate::shell::root;

/// The figures with a goal that were kept, as tables.
pub(crate) fn markdown() -> String {
    let bench = kept("docs/figures.json", "cargo xtask bench");
    let load = kept("docs/load.json", "cargo xtask load");
    format!(
        "{bench}\nThe server with 1,000 tables of ten people, each at a stream of its own, on the same machine as the \
         people:\n\n{load}"
    )
}

fn kept(path: &str, by: &str) -> String {
    let kept = std::fs::read_to_string(root().join(path)).unwrap_or_default();
    match serde_json::from_str::<Value>(&kept) {
        Ok(run) => table(&run),
        Err(_) => format!("No run is kept: `{by} --save {path}`.\n"),
    }
}

fn table(run: &Value) -> String {
    let text = |key: &str| run[key].as_str().unwrap_or("?").to_owned();
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
    let day: String = text("date").chars().take(10).collect();
    out.push_str(&format!(
        "\n{day}, {} with {} cores, load {}.\n",
        text("cpu"),
        run["cores"],
        run["load_before"]
    ));
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
