//! Those who never read: a thousand of them, at tables where much is said.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::client::{Asking, Listening};
use crate::crowd::{Crowd, Measured, Round};

/// Tables at which they sit.
const TABLES: usize = 10;

/// Those who come back in the end.
const COME_BACK: usize = 50;

/// A long line: the system keeps more for somebody who does not read than one would think.
const WORDS: usize = 1_900;

/// Lines a second at each of these tables: less than the rates of its tokens.
const PER_SECOND: u32 = 24;

/// What came of it.
pub(crate) struct Silence {
    /// What the others had meanwhile.
    pub(crate) others: Measured,
    /// Silent ones that were closed.
    pub(crate) closed: usize,
    /// Of those who came back: frames that they missed.
    pub(crate) missed: u64,
    pub(crate) came_back: usize,
}

/// Somebody who reads how things stand, and nothing after that.
struct Silent {
    round: usize,
    stream: Listening,
    last: u64,
}

/// Lets so many come who never read, while the rest goes on.
pub(crate) async fn measure(crowd: &Crowd, many: usize, lasts: Duration) -> std::io::Result<Silence> {
    let tables = TABLES.min(crowd.rounds.len() / 2).max(1);
    let mut silent = Vec::new();
    for number in 0..many {
        let round = number % tables;
        let stream = &crowd.rounds[round];
        let mut stream =
            Listening::open(crowd.at, &stream.path(number / tables), &stream.tokens[0], None, true).await?;
        let mut last = None;
        while last.is_none() {
            stream.hear(|heard| last = heard.last.or(last)).await?;
        }
        silent.push(Silent { round, stream, last: last.unwrap_or(0) });
    }
    let before = streams(crowd).await?;
    let said = Arc::new(AtomicU64::new(0));
    let mut talking = Vec::new();
    for round in &crowd.rounds[..tables] {
        for token in 1..round.tokens.len() {
            talking.push(tokio::spawn(talk(crowd.at, Arc::clone(round), token, lasts, Arc::clone(&said))));
        }
    }
    let others = crowd.talk_about(lasts, 1, 1, tables..crowd.rounds.len()).await;
    for talking in talking {
        let _ = talking.await;
    }
    let closed = before.saturating_sub(streams(crowd).await?);
    let (mut missed, mut came_back) = (0, 0);
    for Silent { round, stream, last } in silent.into_iter().take(COME_BACK) {
        drop(stream);
        let round = &crowd.rounds[round];
        let mut again =
            Listening::open(crowd.at, &round.path(0), &round.tokens[0], Some(last), false).await?;
        let mut heard = None;
        while heard.is_none() {
            again.hear(|it| heard = it.last.map(|last| (last, it.frames)).or(heard)).await?;
        }
        let (now, frames) = heard.unwrap_or_default();
        missed += (now - last).abs_diff(frames);
        came_back += 1;
    }
    Ok(Silence { others, closed, missed, came_back })
}

/// Says long things.
async fn talk(
    at: std::net::SocketAddr,
    round: Arc<Round>,
    token: usize,
    lasts: Duration,
    said: Arc<AtomicU64>,
) -> std::io::Result<()> {
    let mut asking = Asking::open(at).await?;
    let (began, words) = (Instant::now(), "x".repeat(WORDS));
    let every = Duration::from_secs(1) * (round.tokens.len() as u32 - 1) / PER_SECOND;
    let path = format!("/api/tables/{}/commands", round.id);
    while began.elapsed() < lasts {
        let body = round.line(Duration::ZERO, &words);
        if asking.post(&path, &round.tokens[token], &body).await? == 200 {
            round.was_done();
            said.fetch_add(1, Ordering::Relaxed);
        }
        tokio::time::sleep(every).await;
    }
    Ok(())
}

/// Streams that the server has open, by its own figures.
pub(crate) async fn streams(crowd: &Crowd) -> std::io::Result<usize> {
    let figures = Asking::open(crowd.at).await?.get("/api/metrics").await?;
    let line = figures.lines().find_map(|line| line.strip_prefix("parlor_streams "));
    line.and_then(|count| count.parse().ok()).ok_or_else(|| std::io::Error::other("no figures"))
}
