//! Whether a step costs more the longer a session has become.

use std::time::{Duration, Instant};

use store::Store;

use crate::figure::{Figure, Goal};
use crate::sitting::{EndlessNight, id, keep, store};
use crate::stats::{Spread, median};
use crate::{Length, clock};

/// The step that is early, and the one that is late.
const EARLY: u64 = 100;
const LATE: u64 = 100_000;

pub(crate) fn measure(length: Length) -> Vec<Figure> {
    let (mut old, mut log) = EndlessNight::open(1);
    old.go_to(LATE, &mut log);
    let memory = in_memory(length, &mut old);
    // What was stepped in memory alone is not in the log: begin again where the log ends.
    let (mut old, _) = EndlessNight::open(1);
    old.go(LATE - old.session.records);
    let (dir, long) = store();
    keep(&long, &id(1), &log);
    drop(log);
    let (early, late) = stored(length, &long, &mut old);
    drop((long, dir));
    let ratio = |early: &[f64], late: &[f64]| {
        Spread::of(&early.iter().zip(late).map(|(early, late)| late / early).collect::<Vec<_>>())
    };
    vec![
        Figure::new("step 100, in memory", "µs", Spread::of(&memory.0), Goal::Information),
        Figure::new("step 100,000 of it, in memory", "×", ratio(&memory.0, &memory.1), Goal::AtMost(1.1)),
        Figure::new("step 100, with the store", "µs CPU", Spread::of(&early), Goal::Information),
        Figure::new("step 100,000 of it, with the store", "×", ratio(&early, &late), Goal::AtMost(1.1)),
    ]
}

/// Microseconds of early and of late steps, in turns. A slice is shorter than the time for which somebody else takes
/// the core away, so that the median slice is one in which nobody did.
fn in_memory(length: Length, old: &mut EndlessNight) -> (Vec<f64>, Vec<f64>) {
    const SLICE: u64 = 50;
    let slice = |night: &mut EndlessNight| {
        let start = Instant::now();
        night.go(SLICE);
        start.elapsed().as_secs_f64() * 1e6 / SLICE as f64
    };
    let round = |old: &mut EndlessNight| {
        let (mut early, mut late) = (Vec::new(), Vec::new());
        for seed in 0..40 {
            let (mut young, _) = EndlessNight::open(seed);
            young.go(EARLY - young.session.records);
            early.push(slice(&mut young));
            late.push(slice(old));
        }
        (median(&early), median(&late))
    };
    (0..length.rounds()).map(|_| round(old)).unzip()
}

/// Microseconds of work, in all threads, of early and of late steps that go to disk.
fn stored(length: Length, long: &Store, old: &mut EndlessNight) -> (Vec<f64>, Vec<f64>) {
    let slice = length.pick(400, 100);
    let measure = |work: &mut dyn FnMut()| {
        let start = clock::process_cpu();
        for _ in 0..slice {
            work();
        }
        let worked: Duration = clock::process_cpu() - start;
        worked.as_secs_f64() * 1e6 / f64::from(slice)
    };
    let mut round = || {
        let (_dir, short) = store();
        let (mut young, mut log) = EndlessNight::open(1);
        young.go_to(EARLY, &mut log);
        keep(&short, &id(1), &log);
        let early = measure(&mut || drop(young.go_durably(&short, &id(1))));
        let late = measure(&mut || drop(old.go_durably(long, &id(1))));
        (early, late)
    };
    (0..length.rounds()).map(|_| round()).unzip()
}
