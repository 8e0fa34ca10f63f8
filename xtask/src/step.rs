//! Steps one after another, each with its name and the seconds it took, and a table at the end.
//!
//! Steps that leave most of the machine idle can run at once with their neighbours.

use std::time::Instant;

/// One step of a longer chore.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    /// What to do when it fails.
    pub(crate) fix: &'static str,
    /// May it run at once with those beside it of which this is said, too?
    pub(crate) at_once: bool,
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

/// Runs the steps in their order and stops after the first that fails. Returns whether all went well.
pub(crate) fn run_all(steps: &[Step]) -> bool {
    let began = Instant::now();
    let mut closing = Closing::new();
    let mut rows = Vec::new();
    let mut failure = None;
    for group in steps.chunk_by(|step, next| step.at_once && next.at_once) {
        for (step, row, ended, last) in run_group(group, rows.len(), steps.len()) {
            rows.push(row);
            closing.extend(last);
            if let Err(why) = ended {
                failure.get_or_insert((step, why));
            }
        }
        if failure.is_some() {
            break;
        }
    }
    print!("\n{}", table(&rows, steps.len(), began.elapsed().as_secs_f64()));
    if let Some((step, why)) = &failure {
        println!("\nerror: {} failed: {why}\nwhat to do: {}", step.name, step.fix);
    }
    if !closing.is_empty() {
        println!("\n{}", closing.join("\n"));
    }
    failure.is_none()
}

/// A step, its line of the table, how it ended and what is to stand last.
type Ran<'a> = (&'a Step, Row, Result<Outcome, String>, Closing);

/// Runs steps at once. Their output is mixed, line by line.
fn run_group(group: &[Step], before: usize, of: usize) -> Vec<Ran<'_>> {
    let run = |index: usize, step: &'_ Step| {
        println!("\n── {} ({} of {of}) ──", step.name, before + index + 1);
        let (started, mut closing) = (Instant::now(), Closing::new());
        let ended = (step.run)(&mut closing);
        let seconds = started.elapsed().as_secs_f64();
        let (result, note) = match &ended {
            Ok(Outcome::Passed) => ("ok", String::new()),
            Ok(Outcome::Skipped(why)) => ("skipped", why.clone()),
            Err(_) => ("FAILED", String::new()),
        };
        println!("── {}: {result}, {seconds:.1} s{}", step.name, said(&note));
        (Row { name: step.name, result, seconds, note }, ended, closing)
    };
    if let [step] = group {
        let (row, ended, closing) = run(0, step);
        return vec![(step, row, ended, closing)];
    }
    std::thread::scope(|scope| {
        let run = &run;
        let mut running = Vec::new();
        for (index, step) in group.iter().enumerate() {
            running.push((step, scope.spawn(move || run(index, step))));
        }
        let mut ran = Vec::new();
        for (step, running) in running {
            match running.join() {
                Ok((row, ended, closing)) => ran.push((step, row, ended, closing)),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        ran
    })
}

fn said(note: &str) -> String {
    if note.is_empty() { String::new() } else { format!(": {note}") }
}

fn table(rows: &[Row], steps: usize, total: f64) -> String {
    let width = rows.iter().map(|row| row.name.len()).max().unwrap_or(0).max("step".len());
    let mut out = format!("{:width$}  {:8}  seconds\n", "step", "result");
    for row in rows {
        let line = format!("{:width$}  {:8}  {:7.1}  {}", row.name, row.result, row.seconds, row.note);
        out.push_str(line.trim_end());
        out.push('\n');
    }
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
        assert_eq!(table(&rows, 3, 12.34), expected);
    }

    #[test]
    fn nothing_runs_after_a_failure() {
        let fails = |_: &mut Closing| Err("no".into());
        let step = |name, at_once, run| Step { name, fix: "nothing", at_once, run };
        let never = || step("never", false, |_| panic!("this step must not be reached"));
        assert!(!run_all(&[step("fails", false, fails), never()]));
        let passes = |_: &mut Closing| Ok(Outcome::Passed);
        assert!(!run_all(&[step("passes", true, passes), step("fails", true, fails), never()]));
        assert!(run_all(&[step("passes", true, passes), step("passes too", true, passes)]));
    }

    #[test]
    fn steps_that_may_run_at_once_do() {
        /// Each waits for the other.
        static BOTH: std::sync::Barrier = std::sync::Barrier::new(2);
        let waits = |_: &mut Closing| {
            BOTH.wait();
            Ok(Outcome::Passed)
        };
        let step = |name| Step { name, fix: "nothing", at_once: true, run: waits };
        assert!(run_all(&[step("one"), step("other")]));
    }
}
