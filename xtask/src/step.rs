//! Steps one after another, each with its name and the seconds it took, and a table at the end.

use std::time::Instant;

/// One step of a longer chore.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    /// What to do when it fails.
    pub(crate) fix: &'static str,
    pub(crate) run: fn(&mut Closing) -> Result<Outcome, String>,
}

/// How a step that did not fail ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Passed,
    /// Nothing was checked, and why.
    Skipped(String),
}

/// Lines that a step wants to stand last in the whole output, after the table.
pub(crate) type Closing = Vec<String>;

/// One line of the table.
struct Row {
    name: &'static str,
    result: &'static str,
    seconds: f64,
    note: String,
}

/// Runs the steps in their order and stops at the first that fails. Returns whether all went well.
pub(crate) fn run_all(steps: &[Step]) -> bool {
    let mut closing = Closing::new();
    let mut rows = Vec::new();
    let mut failure = None;
    for (index, step) in steps.iter().enumerate() {
        println!("\n── {} ({} of {}) ──", step.name, index + 1, steps.len());
        let started = Instant::now();
        let ended = (step.run)(&mut closing);
        let seconds = started.elapsed().as_secs_f64();
        let (result, note) = match &ended {
            Ok(Outcome::Passed) => ("ok", String::new()),
            Ok(Outcome::Skipped(why)) => ("skipped", why.clone()),
            Err(_) => ("FAILED", String::new()),
        };
        println!("── {}: {result}, {seconds:.1} s{}", step.name, said(&note));
        rows.push(Row { name: step.name, result, seconds, note });
        if let Err(why) = ended {
            failure = Some((step, why));
            break;
        }
    }
    print!("\n{}", table(&rows, steps.len()));
    if let Some((step, why)) = &failure {
        println!("\nerror: {} failed: {why}\nwhat to do: {}", step.name, step.fix);
    }
    if !closing.is_empty() {
        println!("\n{}", closing.join("\n"));
    }
    failure.is_none()
}

fn said(note: &str) -> String {
    if note.is_empty() { String::new() } else { format!(": {note}") }
}

fn table(rows: &[Row], steps: usize) -> String {
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0).max("step".len());
    let mut out = format!("{:width$}  {:8}  seconds\n", "step", "result");
    for row in rows {
        let line = format!("{:width$}  {:8}  {:7.1}  {}", row.name, row.result, row.seconds, row.note);
        out.push_str(line.trim_end());
        out.push('\n');
    }
    let total: f64 = rows.iter().map(|row| row.seconds).sum();
    out.push_str(&format!("{:width$}  {:>8}  {total:7.1}\n", "total", format!("{} of {steps}", rows.len())));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_shows_what_was_skipped_and_how_far_it_came() {
        let rows = [
            Row { name: "clippy", result: "ok", seconds: 12.34, note: String::new() },
            Row { name: "fuzz", result: "skipped", seconds: 0.0, note: "there is no fuzz/".into() },
        ];
        let expected = "step    result    seconds\n\
                        clippy  ok           12.3\n\
                        fuzz    skipped       0.0  there is no fuzz/\n\
                        total     2 of 3     12.3\n";
        assert_eq!(table(&rows, 3), expected);
    }

    #[test]
    fn nothing_runs_after_a_failure() {
        let fails = Step { name: "fails", fix: "nothing", run: |_| Err("no".into()) };
        let never = Step { name: "never", fix: "nothing", run: |_| panic!("this step must not be reached") };
        assert!(!run_all(&[fails, never]));
    }
}
