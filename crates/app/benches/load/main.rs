//! A thousand tables on the real server: `cargo xtask load`.
//!
//! The server is a process of its own, with its tables made before it starts; this one is the crowd. Both share the cores
//! of the machine, and talk over loopback. A line is due at its time whether or not the one before it is answered, and is
//! measured from then: a server that is late cannot make its own figures better.
//!
//! `--seconds N`, `--sessions N` and `--subscribers N` change the size; `--quick` makes it small and short; `--save FILE`
//! keeps the figures; `--strict` ends with 1 if a goal is missed.
#![allow(clippy::expect_used, reason = "a measurement that fails may say so by stopping")]

mod client;
mod crowd;
#[path = "../figures/figure.rs"]
#[allow(dead_code, reason = "the other bench uses all of it")]
mod figure;
#[path = "../figures/place.rs"]
mod place;
mod silent;
mod stage;
#[path = "../figures/stats.rs"]
#[allow(dead_code, reason = "the other bench uses all of it")]
mod stats;

use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crowd::{Crowd, Ears, Measured};
use figure::{Figure, Goal, Report};
use place::{Place, root};
use stage::Served;
use stats::Spread;

const USAGE: &str = "usage: cargo xtask load [--quick] [--seconds N] [--sessions N] [--subscribers N] [--strict] [--save FILE]";

/// How large it is.
struct Size {
    seconds: u64,
    sessions: usize,
    subscribers: usize,
    silent: usize,
    quick: bool,
}

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(code) => code,
        Err(why) => {
            eprintln!("error: {why}\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

fn run(mut args: impl Iterator<Item = String>) -> Result<ExitCode, String> {
    let mut size = Size { seconds: 60, sessions: 1_000, subscribers: 10, silent: 1_000, quick: false };
    let (mut strict, mut save) = (false, None);
    while let Some(arg) = args.next() {
        let mut value = || args.next().ok_or(format!("{arg} needs a value"));
        let number =
            |text: String| text.parse().ok().filter(|it| *it > 0).ok_or(format!("{text:?} is no size"));
        match arg.as_str() {
            // What cargo tells every bench.
            "--bench" => {}
            "--quick" => size = Size { seconds: 5, sessions: 100, subscribers: 10, silent: 100, quick: true },
            "--seconds" => size.seconds = number(value()?)? as u64,
            "--sessions" => size.sessions = number(value()?)?,
            "--subscribers" => size.subscribers = number(value()?)?,
            "--strict" => strict = true,
            "--save" => save = Some(value()?),
            other => return Err(format!("{other:?} means nothing here")),
        }
    }
    more_files();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let mut place = Place::here(size.quick);
    let figures = runtime.map_err(|error| error.to_string())?.block_on(measure(&size));
    place.leave();
    let report = Report { place, figures, games: f64::NAN, peers: &[] };
    let keep: Vec<_> = save.iter().map(|path| root().join(path)).collect();
    report.end(&keep, strict)
}

/// Every connection is a file.
fn more_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    }
}

async fn measure(size: &Size) -> Vec<Figure> {
    let Size { seconds, sessions, subscribers, .. } = *size;
    eprintln!("laying {sessions} tables");
    let served = Served::start(sessions).await;
    let mut crowd = Crowd::new(served.at, &served.tables, subscribers, Ears::Frames);
    eprintln!("{} listeners come in", sessions * subscribers);
    let began = Instant::now();
    crowd.listen().await;
    let mut figures = Figures::default();
    figures.add(
        "all listeners are told how things stand",
        "s",
        began.elapsed().as_secs_f64(),
        Goal::Information,
    );
    // The first lines of all tables, which nobody counts.
    crowd.talk(Duration::from_secs(2), 1, 1).await;

    eprintln!("a line a second at every table, {seconds} s");
    let (began, worked) = (Instant::now(), served.worked());
    let usual = crowd.talk(Duration::from_secs(seconds), 1, 1).await;
    let busy = (served.worked() - worked) / began.elapsed().as_secs_f64();
    let (acked, seen) = (share(&usual.acked, 0.99), share(&usual.seen, 0.99));
    figures.add(
        "lines that were done",
        "",
        usual.acked.len() as f64,
        Goal::AtLeast((sessions as u64 * seconds) as f64),
    );
    figures.add(
        "line to acknowledgement, on disk: median",
        "ms",
        share(&usual.acked, 0.5),
        Goal::Information,
    );
    figures.add("line to acknowledgement, on disk: p99", "ms", acked, Goal::AtMost(50.0));
    figures.add("line to the others: median", "ms", share(&usual.seen, 0.5), Goal::Information);
    figures.add("line to the others: p99", "ms", seen, Goal::AtMost(100.0));
    figures.add("cores that the server takes", "", busy, Goal::Information);
    figures.add("the server in memory", "MiB", served.resident().0, Goal::AtMost(1_536.0));

    eprintln!("{} who never read", size.silent);
    let lasts = Duration::from_secs(if size.quick { 6 } else { 30 });
    match silent::measure(&crowd, size.silent, lasts).await {
        Ok(silence) => {
            let (before, beside) = (share(&silence.before.seen, 0.99), share(&silence.beside.seen, 0.99));
            let name = "the same talk without those who never read, line to the others: p99";
            figures.add(name, "ms", before, Goal::Information);
            let name = "beside those who never read, line to the others: p99";
            figures.add(name, "ms", beside, Goal::AtMost(100.0));
            if !size.quick {
                let all = Goal::AtLeast(size.silent as f64);
                figures.add("of those who never read, closed", "", silence.closed as f64, all);
            }
            let all = Goal::AtLeast(size.silent.min(silent::COME_BACK) as f64);
            figures.add("of those who came back, told all", "", silence.came_back as f64, all);
            figures.add(
                "of those who came back, frames missed",
                "",
                silence.missed as f64,
                Goal::AtMost(0.0),
            );
        }
        Err(error) => figures.add(&format!("those who never read: {error}"), "", f64::NAN, Goal::AtMost(0.0)),
    }
    figures.add(
        "the server in memory, with those who never read",
        "MiB",
        served.resident().1,
        Goal::AtMost(1_536.0),
    );

    eprintln!("ten times as much");
    let lasts = Duration::from_secs(if size.quick { 3 } else { 15 });
    let over = crowd.talk(lasts, 10, 3).await;
    let each = |count: usize| count as f64 / lasts.as_secs_f64();
    figures.add("at ten times as much, lines done a second", "", each(over.acked.len()), Goal::Information);
    figures.add("at ten times as much, refused a second", "", each(over.refused as usize), Goal::Information);
    figures.add(
        "at ten times as much, answers that are neither done nor 429",
        "",
        over.strange as f64,
        Goal::AtMost(0.0),
    );
    figures.add(
        "at ten times as much, line to acknowledgement: p99",
        "ms",
        share(&over.acked, 0.99),
        Goal::Information,
    );
    let (took, after) = recovered(&crowd).await;
    figures.add("after ten times as much, as before within", "s", took, Goal::AtMost(5.0));
    figures.add(
        "after ten times as much, line to the others: p99",
        "ms",
        share(&after.seen, 0.99),
        Goal::AtMost(100.0),
    );
    figures.add("the server in memory, at most", "MiB", served.resident().1, Goal::AtMost(1_536.0));
    figures.add("lines or frames lost or doubled", "", crowd.lost() as f64, Goal::AtMost(0.0));
    figures.add("streams that ended", "", crowd.ended.load(Ordering::Relaxed) as f64, Goal::AtMost(0.0));
    drop((crowd, served));
    pages(size, &mut figures).await;
    figures.0
}

/// The same tables with a page in every seat, on a server of their own: every line is drawn for whoever looks.
async fn pages(size: &Size, figures: &mut Figures) {
    let Size { seconds, sessions, subscribers, .. } = *size;
    eprintln!("{sessions} tables with {subscribers} pages each");
    let served = Served::start(sessions).await;
    let mut crowd = Crowd::new(served.at, &served.tables, subscribers, Ears::Pages);
    crowd.listen().await;
    crowd.talk(Duration::from_secs(2), 1, 1).await;
    let (began, worked) = (Instant::now(), served.worked());
    let usual = crowd.talk(Duration::from_secs(seconds), 1, 1).await;
    let busy = (served.worked() - worked) / began.elapsed().as_secs_f64();
    figures.add("pages: line to the others: median", "ms", share(&usual.seen, 0.5), Goal::Information);
    figures.add("pages: line to the others: p99", "ms", share(&usual.seen, 0.99), Goal::AtMost(100.0));
    figures.add("pages: cores that the server takes", "", busy, Goal::Information);
    figures.add("pages: the server in memory, at most", "MiB", served.resident().1, Goal::AtMost(1_228.0));
    figures.add("pages: lines lost or doubled", "", crowd.lost() as f64, Goal::AtMost(0.0));
    figures.add(
        "pages: streams that ended",
        "",
        crowd.ended.load(Ordering::Relaxed) as f64,
        Goal::AtMost(0.0),
    );
}

/// Goes on as before, second by second, until one is as it should be; then once more.
async fn recovered(crowd: &Crowd) -> (f64, Measured) {
    let began = Instant::now();
    loop {
        let at = began.elapsed().as_secs_f64();
        let second = crowd.talk(Duration::from_secs(1), 1, 1).await;
        let is_well = share(&second.acked, 0.99) <= 50.0 && share(&second.seen, 0.99) <= 100.0;
        if is_well || at > 30.0 {
            return (at, crowd.talk(Duration::from_secs(5), 1, 1).await);
        }
    }
}

#[derive(Default)]
struct Figures(Vec<Figure>);

impl Figures {
    fn add(&mut self, name: &str, unit: &'static str, value: f64, goal: Goal) {
        eprintln!("  {name}: {} {unit}", stats::readable(value));
        self.0.push(Figure::new(name, unit, Spread::of(&[value]), goal));
    }
}

/// The time that a share of all stayed below.
fn share(times: &[f32], share: f64) -> f64 {
    if times.is_empty() {
        return f64::NAN;
    }
    let mut times = times.to_vec();
    let at = ((times.len() - 1) as f64 * share).round() as usize;
    let (_, found, _) = times.select_nth_unstable_by(at, f32::total_cmp);
    f64::from(*found)
}
