//! Steps one after another, each with its name and the seconds it took, and a table at the end.
//!
//! Steps that keep one core busy run two at a time: whoever is done takes the next of them. One that can wait runs beside all of them, on what
//! they leave.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Instant;

use crate::passed::Passed;

/// One step of a longer chore.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    /// What to do when it fails.
    pub(crate) fix: &'static str,
    pub(crate) lane: Lane,
    pub(crate) run: fn(&mut Closing, &Passed) -> Result<Outcome, String>,
}

/// Beside what a step runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Lane {
    /// Nothing at all: it looks at the clock.
    Alone,
    /// Nothing but what is `Spare`: it keeps every core busy.
    Whole,
    /// Another step of one core.
    Half,
    /// As `Half`, but it takes more than a core at times.
    Heavy,
    /// As `Half`, but its answers run out of their time beside what is `Heavy`.
    Timed,
    /// Anything but what is `Alone`: its programs yield to all others (`shell::yielding`).
    Spare,
}

impl Lane {
    /// May both run at once?
    fn beside(self, other: Lane) -> bool {
        match (self, other) {
            (Lane::Alone, _) | (_, Lane::Alone) => false,
            (Lane::Spare, _) | (_, Lane::Spare) => true,
            (Lane::Whole, _) | (_, Lane::Whole) => false,
            (Lane::Heavy, Lane::Timed) | (Lane::Timed, Lane::Heavy) => false,
            (Lane::Half | Lane::Heavy | Lane::Timed, Lane::Half | Lane::Heavy | Lane::Timed) => true,
        }
    }

    /// Is nothing begun before it that stands behind it?
    fn is_waited_for(self) -> bool {
        match self {
            Lane::Alone | Lane::Whole => true,
            Lane::Half | Lane::Heavy | Lane::Timed | Lane::Spare => false,
        }
    }
}

/// How many steps run at once, besides one that is `Spare`.
const AT_ONCE: usize = 2;

/// How a step that did not fail ended.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    Passed,
    /// It passed, and what there is to say of it.
    PassedWith(String),
    /// It passed before, when that was, and nothing that it reads has changed since.
    Unchanged(String),
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

/// Begins the steps in their order. After one that fails, no other is begun.
pub(crate) fn run_all(steps: &[Step], passed: &Passed) -> Ran {
    let began = Instant::now();
    let mut closing = Closing::new();
    let mut rows = Vec::new();
    let mut failure = None;
    for (step, row, ended, last) in run_each(steps, passed) {
        rows.push(row);
        closing.extend(last);
        if let Err(why) = ended {
            failure.get_or_insert((step, why));
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

/// The steps that are not done.
struct Open<'a> {
    waiting: Vec<&'a Step>,
    running: Vec<&'a Step>,
    failed: bool,
}

impl<'a> Open<'a> {
    /// The first step that may run beside what runs.
    fn begin(&mut self) -> Option<&'a Step> {
        let next = self.waiting.iter().position(|step| self.may_begin(step) || step.lane.is_waited_for())?;
        if !self.may_begin(self.waiting[next]) {
            return None;
        }
        let step = self.waiting.remove(next);
        self.running.push(step);
        Some(step)
    }

    fn may_begin(&self, step: &Step) -> bool {
        let running = self.running.iter().map(|running| running.lane);
        running.clone().all(|lane| step.lane.beside(lane))
            && (step.lane == Lane::Spare || running.filter(|&lane| lane != Lane::Spare).count() < AT_ONCE)
    }
}

/// Runs the steps, as many at once as they allow, each as soon as somebody is free for it: where several run, the long ones stand first,
/// so that nobody waits for them in the end. Their output is mixed, line by line. After one that fails, none is begun.
fn run_each<'a>(steps: &'a [Step], passed: &Passed) -> Vec<Ended<'a>> {
    let open = Mutex::new(Open { waiting: steps.iter().collect(), running: Vec::new(), failed: false });
    let is_done = Condvar::new();
    // What is locked is changed by no more than a push or a removal: there is no half of that.
    let work = || {
        let mut ended = Vec::new();
        loop {
            let mut now = open.lock().unwrap_or_else(PoisonError::into_inner);
            let step = loop {
                if now.failed || now.waiting.is_empty() {
                    return ended;
                }
                match now.begin() {
                    Some(step) => break step,
                    None => now = is_done.wait(now).unwrap_or_else(PoisonError::into_inner),
                }
            };
            drop(now);
            let done = run_one(step, passed);
            let mut now = open.lock().unwrap_or_else(PoisonError::into_inner);
            now.running.retain(|running| !std::ptr::eq(*running, step));
            now.failed |= done.2.is_err();
            is_done.notify_all();
            ended.push(done);
        }
    };
    let mut ended: Vec<Ended<'a>> = std::thread::scope(|scope| {
        let others: Vec<_> = (0..AT_ONCE).map(|_| scope.spawn(work)).collect();
        let mut ended = work();
        for other in others {
            match other.join() {
                Ok(more) => ended.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        ended
    });
    // The table has them in the order of the list.
    ended.sort_by_key(|(step, ..)| steps.iter().position(|it| std::ptr::eq(it, *step)));
    ended
}

fn run_one<'a>(step: &'a Step, passed: &Passed) -> Ended<'a> {
    println!("\n── {} ──", step.name);
    let (started, mut closing) = (Instant::now(), Closing::new());
    let ended = (step.run)(&mut closing, passed);
    let seconds = started.elapsed().as_secs_f64();
    let (result, note) = match &ended {
        Ok(Outcome::Passed) => ("ok", String::new()),
        Ok(Outcome::PassedWith(what)) => ("ok", what.clone()),
        Ok(Outcome::Unchanged(when)) => ("unchanged", when.clone()),
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
    let mut out = format!("{:width$}  {:9}  seconds\n", "step", "result");
    for row in rows {
        let line = format!("{:width$}  {:9}  {:7.1}  {}", row.name, row.result, row.seconds, row.note);
        out.push_str(line.trim_end());
        out.push('\n');
    }
    out.push_str(&format!("{:width$}  {:>9}  {total:7.1}\n", "total", format!("{} of {steps}", rows.len())));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(steps: &[Step]) -> Ran {
        run_all(steps, &Passed::of(std::path::Path::new("nowhere"), ""))
    }

    #[test]
    fn the_table_shows_what_was_skipped_and_how_far_it_came() {
        let rows = [
            Row { name: "clippy", result: "ok", seconds: 12.34, note: String::new() },
            Row { name: "fuzz", result: "skipped", seconds: 0.0, note: "there is no fuzz/".into() },
            Row { name: "http", result: "unchanged", seconds: 0.1, note: "passed 5 min ago".into() },
        ];
        let expected = "step    result     seconds\n\
                        clippy  ok            12.3\n\
                        fuzz    skipped        0.0  there is no fuzz/\n\
                        http    unchanged      0.1  passed 5 min ago\n\
                        total      3 of 4     12.3\n";
        assert_eq!(table(&rows, 4, 12.34), expected);
    }

    #[test]
    fn nothing_runs_after_a_failure() {
        let fails = |_: &mut Closing, _: &Passed| Err("no".into());
        let step = |name, lane, run| Step { name, fix: "nothing", lane, run };
        let never = |lane| step("never", lane, |_, _| panic!("this step must not be reached"));
        assert!(!all(&[step("fails", Lane::Whole, fails), never(Lane::Whole)]).well);
        let passes = |_: &mut Closing, _: &Passed| Ok(Outcome::Passed);
        let steps =
            [step("passes", Lane::Half, passes), step("fails", Lane::Half, fails), never(Lane::Whole)];
        assert!(!all(&steps).well);
        // Both are begun at once, and the third is not begun once one of them has failed.
        static BOTH: std::sync::Barrier = std::sync::Barrier::new(2);
        let fails_too = |_: &mut Closing, _: &Passed| {
            BOTH.wait();
            Err("no".into())
        };
        let steps = [step("a", Lane::Half, fails_too), step("b", Lane::Half, fails_too), never(Lane::Half)];
        assert!(!all(&steps).well);
        assert!(all(&[step("passes", Lane::Half, passes), step("passes too", Lane::Half, passes)]).well);
    }

    #[test]
    fn two_steps_run_at_once_and_whoever_is_done_takes_the_next() {
        /// The first waits until the last of the others has begun.
        static LAST: std::sync::Barrier = std::sync::Barrier::new(2);
        let waits = |_: &mut Closing, _: &Passed| {
            LAST.wait();
            Ok(Outcome::Passed)
        };
        let passes = |_: &mut Closing, _: &Passed| Ok(Outcome::Passed);
        let step = |name, run| Step { name, fix: "nothing", lane: Lane::Half, run };
        let steps =
            [step("long", waits), step("short", passes), step("shorter", passes), step("last", waits)];
        let ran = all(&steps);
        let names: Vec<&str> = ran.rows.iter().map(|row| row.name).collect();
        assert!(ran.well);
        assert_eq!(names, ["long", "short", "shorter", "last"]);
    }

    #[test]
    fn what_takes_more_than_a_core_and_what_is_timed_are_never_begun_beside_each_other() {
        use std::sync::atomic::{AtomicBool, Ordering};
        static IS_HEAVY: AtomicBool = AtomicBool::new(false);
        static LIGHT: std::sync::Barrier = std::sync::Barrier::new(2);
        // The heavy one goes on until the light one has begun, which stands behind the timed one: that had its turn, and did not get it.
        let heavy = |_: &mut Closing, _: &Passed| {
            IS_HEAVY.store(true, Ordering::SeqCst);
            LIGHT.wait();
            IS_HEAVY.store(false, Ordering::SeqCst);
            Ok(Outcome::Passed)
        };
        let light = |_: &mut Closing, _: &Passed| {
            LIGHT.wait();
            Ok(Outcome::Passed)
        };
        let timed = |_: &mut Closing, _: &Passed| match IS_HEAVY.load(Ordering::SeqCst) {
            true => Err("something heavy runs".into()),
            false => Ok(Outcome::Passed),
        };
        let step = |name, lane, run| Step { name, fix: "nothing", lane, run };
        let steps = [
            step("heavy", Lane::Heavy, heavy),
            step("timed", Lane::Timed, timed),
            step("light", Lane::Half, light),
        ];
        let ran = all(&steps);
        assert!(ran.well);
        assert_eq!(ran.rows.len(), 3);
    }

    #[test]
    fn what_is_spare_goes_on_beside_what_is_whole_and_is_done_before_what_is_alone() {
        use std::sync::atomic::{AtomicU32, Ordering};
        static BESIDE: std::sync::Barrier = std::sync::Barrier::new(2);
        static RUNNING: AtomicU32 = AtomicU32::new(0);
        /// The spare one ends no sooner than two whole ones have run beside it.
        fn whole(_: &mut Closing, _: &Passed) -> Result<Outcome, String> {
            let others = RUNNING.fetch_add(1, Ordering::SeqCst);
            BESIDE.wait();
            RUNNING.fetch_sub(1, Ordering::SeqCst);
            if others == 0 { Ok(Outcome::Passed) } else { Err(format!("{others} others run")) }
        }
        let spare = |_: &mut Closing, _: &Passed| {
            for _ in 0..2 {
                BESIDE.wait();
            }
            RUNNING.fetch_add(1, Ordering::SeqCst);
            std::thread::yield_now();
            RUNNING.fetch_sub(1, Ordering::SeqCst);
            Ok(Outcome::Passed)
        };
        let alone = |_: &mut Closing, _: &Passed| match RUNNING.load(Ordering::SeqCst) {
            0 => Ok(Outcome::Passed),
            others => Err(format!("{others} others run")),
        };
        let step = |name, lane, run| Step { name, fix: "nothing", lane, run };
        let steps = [
            step("spare", Lane::Spare, spare),
            step("whole", Lane::Whole, whole),
            step("whole too", Lane::Whole, whole),
            step("alone", Lane::Alone, alone),
        ];
        let ran = all(&steps);
        assert!(ran.well);
        assert_eq!(ran.rows.len(), 4);
    }

    #[test]
    fn beside_what_may_be_begun_is_told_from_both_sides() {
        let all = [Lane::Alone, Lane::Whole, Lane::Half, Lane::Heavy, Lane::Timed, Lane::Spare];
        for (one, other) in all.iter().flat_map(|one| all.map(|other| (*one, other))) {
            assert_eq!(one.beside(other), other.beside(one), "{one:?} {other:?}");
        }
    }
}
