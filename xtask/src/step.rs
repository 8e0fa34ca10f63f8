//! Steps one after another, each with its name and the seconds it took, and a table at the end.
//!
//! Steps that keep one core busy run in two lanes side by side, each lane in its order.

use std::time::Instant;

/// One step of a longer chore.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    /// What to do when it fails.
    pub(crate) fix: &'static str,
    pub(crate) lane: Lane,
    pub(crate) run: fn(&mut Closing) -> Result<Outcome, String>,
}

/// Where a step runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// With nothing beside it: it keeps every core busy.
    Whole,
    /// Beside the steps of the other lane that stand next to it in the list.
    Left,
    /// The same on the other side.
    Right,
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
pub(crate) struct Row {
    pub(crate) name: &'static str,
    result: &'static str,
    pub(crate) seconds: f64,
    note: String,
}

/// What became of all steps.
pub(crate) struct Ran {
    /// Did all go well?
    pub(crate) well: bool,
    pub(crate) rows: Vec<Row>,
    pub(crate) seconds: f64,
}

/// Runs the steps in their order. After one that fails, no other is begun.
pub(crate) fn run_all(steps: &[Step]) -> Ran {
    let began = Instant::now();
    let mut closing = Closing::new();
    let mut rows = Vec::new();
    let mut failure = None;
    for group in steps.chunk_by(|step, next| step.lane != Lane::Whole && next.lane != Lane::Whole) {
        for (step, row, ended, last) in run_group(group) {
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
    let seconds = began.elapsed().as_secs_f64();
    print!("\n{}", table(&rows, steps.len(), seconds));
    if let Some((step, why)) = &failure {
        println!("\nerror: {} failed: {why}\nwhat to do: {}", step.name, step.fix);
    }
    if !closing.is_empty() {
        println!("\n{}", closing.join("\n"));
    }
    Ran { well: failure.is_none(), rows, seconds }
}

/// A step, its line of the table, how it ended and what is to stand last.
type Ended<'a> = (&'a Step, Row, Result<Outcome, String>, Closing);

/// Runs both lanes at once. Their output is mixed, line by line.
fn run_group(group: &[Step]) -> Vec<Ended<'_>> {
    let lane = |lane: Lane| {
        let mut ended = Vec::new();
        for step in group.iter().filter(|step| step.lane == lane) {
            ended.push(run_one(step));
            if ended.last().is_some_and(|(_, _, ended, _)| ended.is_err()) {
                break;
            }
        }
        ended
    };
    std::thread::scope(|scope| {
        let right = scope.spawn(|| lane(Lane::Right));
        let mut ended = lane(Lane::Whole);
        ended.extend(lane(Lane::Left));
        match right.join() {
            Ok(right) => ended.extend(right),
            Err(panic) => std::panic::resume_unwind(panic),
        }
        ended
    })
}

fn run_one(step: &Step) -> Ended<'_> {
    println!("\n── {} ──", step.name);
    let (started, mut closing) = (Instant::now(), Closing::new());
    let ended = (step.run)(&mut closing);
    let seconds = started.elapsed().as_secs_f64();
    let (result, note) = match &ended {
        Ok(Outcome::Passed) => ("ok", String::new()),
        Ok(Outcome::Skipped(why)) => ("skipped", why.clone()),
        Err(_) => ("FAILED", String::new()),
    };
    println!("── {}: {result}, {seconds:.1} s{}", step.name, said(&note));
    (step, Row { name: step.name, result, seconds, note }, ended, closing)
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
        let step = |name, lane, run| Step { name, fix: "nothing", lane, run };
        let never = |lane| step("never", lane, |_| panic!("this step must not be reached"));
        assert!(!run_all(&[step("fails", Lane::Whole, fails), never(Lane::Whole)]).well);
        let passes = |_: &mut Closing| Ok(Outcome::Passed);
        let steps = [
            step("passes", Lane::Left, passes),
            step("fails", Lane::Right, fails),
            never(Lane::Right),
            never(Lane::Whole),
        ];
        assert!(!run_all(&steps).well);
        assert!(run_all(&[step("passes", Lane::Left, passes), step("passes too", Lane::Right, passes)]).well);
    }

    #[test]
    fn the_two_lanes_run_at_once_and_each_in_its_order() {
        /// Each waits for the other.
        static BOTH: std::sync::Barrier = std::sync::Barrier::new(2);
        let waits = |_: &mut Closing| {
            BOTH.wait();
            Ok(Outcome::Passed)
        };
        let step = |name, lane| Step { name, fix: "nothing", lane, run: waits };
        let steps = [
            step("one", Lane::Left),
            step("other", Lane::Right),
            step("next", Lane::Right),
            step("last", Lane::Left),
        ];
        let ran = run_all(&steps);
        let names: Vec<&str> = ran.rows.iter().map(|row| row.name).collect();
        assert!(ran.well);
        assert_eq!(names, ["one", "last", "other", "next"]);
    }
}
