//! Those who never read: a thousand of them, at tables where much is said.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::client::{Asking, Listening};
use super::crowd::{Crowd, Measured, Round};

/// Tables at which they sit.
const TABLES: usize = 10;

/// Those who come back in the end.
pub(crate) const COME_BACK: usize = 50;

/// A long line: the system keeps more for somebody who does not read than one would think.
const WORDS: usize = 1_900;

/// Tokens by which somebody talks at each of them.
const TALKERS: usize = 3;

/// Lines a second at each of these tables: less than the rates of its tokens.
const PER_SECOND: u32 = 24;

/// What came of it.
pub(crate) struct Silence {
    /// What the others had of the same talk before anybody came who never reads.
    pub(crate) before: Measured,
    /// What they had beside them.
    pub(crate) beside: Measured,
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
    let before = all_talk(crowd, tables, lasts / 2).await;
    let mut silent = Vec::new();
    for number in 0..many {
        let round = number % tables;
        let stream = &crowd.rounds[round];
        // One person has so many streams at a table and no more: all who sit there have some.
        let token = &stream.tokens[number / tables % stream.tokens.len()];
        let mut stream = Listening::open(crowd.at, &stream.path(number / tables), token, None, true).await?;
        let mut last = None;
        while last.is_none() {
            stream.hear(|heard| last = heard.last.or(last)).await?;
        }
        silent.push(Silent { round, stream, last: last.unwrap_or(0) });
    }
    let open = streams(crowd).await?;
    let beside = all_talk(crowd, tables, lasts).await;
    let closed = open.saturating_sub(streams(crowd).await?);
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
    Ok(Silence { before, beside, closed, missed, came_back })
}

/// For so long much is said at some tables, and a line a second at the others; what all who read had of it.
async fn all_talk(crowd: &Crowd, tables: usize, lasts: Duration) -> Measured {
    let mut talking = Vec::new();
    for round in &crowd.rounds[..tables] {
        for token in 1..=TALKERS {
            talking.push(tokio::spawn(talk(crowd.at, crowd.began, Arc::clone(round), token, lasts)));
        }
    }
    let measured = crowd.talk_about(lasts, 1, 1, tables..crowd.rounds.len()).await;
    for talking in talking {
        let _ = talking.await;
    }
    measured
}

/// Says long things.
async fn talk(
    at: std::net::SocketAddr,
    began: Instant,
    round: Arc<Round>,
    token: usize,
    lasts: Duration,
) -> std::io::Result<()> {
    let mut asking = Asking::open(at).await?;
    let (start, words) = (Instant::now(), "x".repeat(WORDS));
    let every = Duration::from_secs(1) * (round.tokens.len() as u32 - 1) / PER_SECOND;
    let path = format!("/api/tables/{}/commands", round.id);
    while start.elapsed() < lasts {
        let body = round.line(began.elapsed(), &words);
        if asking.post(&path, &round.tokens[token], &body).await? == 200 {
            round.was_done();
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
