//! Those who sit round the tables: they send a line a second each, and listen to what the others send.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use tokio::task::JoinHandle;

use super::client::{Asking, Heard, Listening};
use super::stage::Laid;

/// Commands of one table that are remembered: more than are ever sent.
const COMMANDS_MAX: usize = 8_192;

/// How long a phase that is over is waited for.
const SETTLES_WITHIN: Duration = Duration::from_secs(30);

/// What the crowd listens to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ears {
    /// What programs are told: every frame, with its number.
    Frames,
    /// What pages are told: lines and parts, drawn.
    Pages,
}

/// One table, as the crowd sees it.
pub(crate) struct Round {
    pub(crate) id: String,
    ears: Ears,
    pub(crate) tokens: Vec<String>,
    /// When each command was due: microseconds since the start.
    due: Vec<AtomicU64>,
    next: AtomicU32,
    /// Commands that were acknowledged.
    done: AtomicU32,
    /// What each listener has heard of them.
    heard: Vec<AtomicU32>,
    /// The last number of each listener.
    last: Vec<AtomicU64>,
}

/// What came of a phase: times in milliseconds, and answers by kind.
#[derive(Default)]
pub(crate) struct Measured {
    pub(crate) acked: Vec<f32>,
    pub(crate) seen: Vec<f32>,
    pub(crate) refused: u64,
    pub(crate) strange: u64,
}

/// Everybody.
pub(crate) struct Crowd {
    pub(crate) at: SocketAddr,
    pub(crate) rounds: Vec<Arc<Round>>,
    pub(crate) began: Instant,
    measured: Arc<Mutex<Measured>>,
    /// Numbers that were left out or came twice, and streams that ended.
    pub(crate) gaps: Arc<AtomicU64>,
    pub(crate) ended: Arc<AtomicU64>,
    listeners: Vec<JoinHandle<()>>,
}

impl Crowd {
    pub(crate) fn new(at: SocketAddr, tables: &[Laid], listeners: usize, ears: Ears) -> Crowd {
        let round = |laid: &Laid| Round {
            id: laid.id.clone(),
            ears,
            tokens: laid.tokens.clone(),
            due: (0..COMMANDS_MAX).map(|_| AtomicU64::new(0)).collect(),
            next: AtomicU32::new(0),
            done: AtomicU32::new(0),
            heard: (0..listeners).map(|_| AtomicU32::new(0)).collect(),
            last: (0..listeners).map(|_| AtomicU64::new(u64::MAX)).collect(),
        };
        Crowd {
            at,
            rounds: tables.iter().map(round).map(Arc::new).collect(),
            began: Instant::now(),
            measured: Arc::default(),
            gaps: Arc::default(),
            ended: Arc::default(),
            listeners: Vec::new(),
        }
    }

    /// Lets everybody listen, and waits until each has been told how things stand.
    pub(crate) async fn listen(&mut self) {
        for round in &self.rounds {
            for number in 0..round.heard.len() {
                let (round, at, began) = (Arc::clone(round), self.at, self.began);
                let (measured, gaps, ended) =
                    (Arc::clone(&self.measured), Arc::clone(&self.gaps), Arc::clone(&self.ended));
                self.listeners.push(tokio::spawn(async move {
                    let path = round.path(number);
                    let opened = Listening::open(at, &path, &round.tokens[0], None, false).await;
                    let Ok(mut stream) = opened else {
                        ended.fetch_add(1, Ordering::Relaxed);
                        return;
                    };
                    let mut times = Vec::new();
                    loop {
                        let more = stream.hear(|heard| {
                            gaps.fetch_add(round.hears(number, heard), Ordering::Relaxed);
                            if let Some(due) = heard.mark.and_then(|mark| round.due.get(mark)) {
                                let due = Duration::from_micros(due.load(Ordering::Relaxed));
                                times.push(millis(began.elapsed().saturating_sub(due)));
                            }
                        });
                        if more.await.is_err() {
                            ended.fetch_add(1, Ordering::Relaxed);
                            return;
                        }
                        if !times.is_empty() {
                            measured.lock().expect("not poisoned").seen.append(&mut times);
                        }
                    }
                }));
            }
            // Sixty-four places wait at the door of a listener that is busy: not all at once.
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        self.settle(|round| round.last.iter().all(|last| last.load(Ordering::Relaxed) != u64::MAX)).await;
    }

    /// Waits until something is so at every table. Nothing is said if it never is: the figures show it.
    async fn settle(&self, is_so: impl Fn(&Round) -> bool) {
        let began = Instant::now();
        while !self.rounds.iter().all(|round| is_so(round)) && began.elapsed() < SETTLES_WITHIN {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// For so long every table gets so many lines a second, by as many connections; what came of it since the last call.
    pub(crate) async fn talk(&self, lasts: Duration, per_second: u32, connections: u32) -> Measured {
        self.talk_about(lasts, per_second, connections, 0..self.rounds.len()).await
    }

    /// The same at some of the tables.
    pub(crate) async fn talk_about(
        &self,
        lasts: Duration,
        per_second: u32,
        connections: u32,
        which: std::ops::Range<usize>,
    ) -> Measured {
        let every = Duration::from_secs(1) * connections / per_second;
        let mut talking = Vec::new();
        let tables = which.len() as u32;
        // Whoever speaks has come in before: a door at which thousands stand at once is another measurement.
        let mut open = Vec::new();
        for _ in 0..tables * connections {
            open.push(Asking::open(self.at).await);
        }
        let start = Instant::now();
        for (place, index) in which.enumerate() {
            for connection in 0..connections {
                let Some(Ok(mut asking)) = open.pop() else {
                    self.measured.lock().expect("not poisoned").strange += 1;
                    continue;
                };
                let (round, began) = (Arc::clone(&self.rounds[index]), self.began);
                let measured = Arc::clone(&self.measured);
                // Spread over the time between two lines.
                let offset = every * connection / connections + every / connections * place as u32 / tables;
                let first = start + offset;
                talking.push(tokio::spawn(async move {
                    let path = format!("/api/tables/{}/commands", round.id);
                    let (mut due, mut times) = (first, Vec::new());
                    let (mut refused, mut strange) = (0, 0);
                    while due < first + lasts {
                        tokio::time::sleep_until(due.into()).await;
                        let body = round.line(due - began, "");
                        match asking.post(&path, &round.tokens[0], &body).await {
                            Ok(200) => {
                                round.done.fetch_add(1, Ordering::Relaxed);
                                times.push(millis(due.elapsed()));
                            }
                            Ok(429) => refused += 1,
                            Ok(_) | Err(_) => strange += 1,
                        }
                        due += every;
                        // In an overload what is late is left out: the next is sent when it is due.
                        while connections > 1 && due.elapsed() > every {
                            due += every;
                        }
                    }
                    let mut measured = measured.lock().expect("not poisoned");
                    measured.acked.append(&mut times);
                    measured.refused += refused;
                    measured.strange += strange;
                }));
            }
        }
        for talking in talking {
            let _ = talking.await;
        }
        self.settle(|round| round.all_heard()).await;
        std::mem::take(&mut *self.measured.lock().expect("not poisoned"))
    }

    /// Lines that were acknowledged and not heard by everybody once, and numbers that were left out.
    pub(crate) fn lost(&self) -> u64 {
        let missing = |round: &Arc<Round>| {
            let done = round.done.load(Ordering::Relaxed);
            round
                .heard
                .iter()
                .map(|heard| u64::from(heard.load(Ordering::Relaxed).abs_diff(done)))
                .sum::<u64>()
        };
        self.rounds.iter().map(missing).sum::<u64>() + self.gaps.load(Ordering::Relaxed)
    }
}

impl Drop for Crowd {
    fn drop(&mut self) {
        for listener in &self.listeners {
            listener.abort();
        }
    }
}

impl Round {
    /// What a listener listens to: each looks through the eyes of another seat.
    pub(crate) fn path(&self, listener: usize) -> String {
        let seat = listener % 10 + 1;
        match self.ears {
            Ears::Frames => format!("/api/tables/{}/events?as=seat:{seat}", self.id),
            Ears::Pages => format!("/t/{}/live?as=seat:{seat}", self.id),
        }
    }

    /// The body of the next line.
    pub(crate) fn line(&self, due: Duration, more: &str) -> String {
        let number = self.next.fetch_add(1, Ordering::Relaxed) as usize;
        if let Some(place) = self.due.get(number) {
            place.store(u64::try_from(due.as_micros()).unwrap_or(u64::MAX), Ordering::Relaxed);
        }
        let seat = number % 10 + 1;
        format!(
            "{{\"as\":\"seat:{seat}\",\"id\":\"r{number}\",\"request\":{{\"line\":{{\"text\":\"((line ~{number}~{more}\"}}}}}}"
        )
    }

    /// Somebody else than the crowd had a line done.
    pub(crate) fn was_done(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes what a listener hears. How many numbers are out of order?
    fn hears(&self, listener: usize, heard: Heard) -> u64 {
        self.heard[listener].fetch_add(u32::from(heard.mark.is_some()), Ordering::Relaxed);
        let Some(last) = heard.last else { return 0 };
        let before = self.last[listener].swap(last, Ordering::Relaxed);
        // Of what is drawn nothing says how many frames it was: there what counts is that each line is heard once.
        if self.ears == Ears::Pages {
            return 0;
        }
        // Before the first there is none: it begins with 0.
        last.abs_diff(before.wrapping_add(heard.frames))
    }

    fn all_heard(&self) -> bool {
        let done = self.done.load(Ordering::Relaxed);
        self.heard.iter().all(|heard| heard.load(Ordering::Relaxed) >= done)
    }
}

fn millis(time: Duration) -> f32 {
    time.as_secs_f32() * 1_000.0
}
