//! What goes wrong, on request.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use tokio::time::Instant;

use super::events::Event;
use super::gateway::Out;
use super::world::World;

const SECOND: Duration = Duration::from_secs(1);

/// Something that goes wrong. A route is written as `POST /channels/:id/messages`, with `:id` for every number and
/// `:token` for the token of a webhook or an interaction.
#[derive(Clone, Debug, PartialEq)]
pub enum Nasty {
    /// The next requests of a route are answered with 429, and those that come before the time is over too.
    RateLimit {
        /// The route.
        route: &'static str,
        /// How many requests.
        times: u32,
        /// How long the client must wait, in real time.
        retry_after: Duration,
    },
    /// A route takes only so many requests in so long a time (real time). Counted for each channel, guild or webhook.
    Bucket {
        /// The route.
        route: &'static str,
        /// How many requests.
        limit: u32,
        /// In which time.
        per: Duration,
    },
    /// The next requests of a route fail, and nothing is done.
    ServerError {
        /// The route.
        route: &'static str,
        /// The status: 500, 502, 503 …
        status: u16,
        /// How many requests.
        times: u32,
    },
    /// The next requests of a route are carried out, but the client gets 502.
    LostAnswer {
        /// The route.
        route: &'static str,
        /// How many requests.
        times: u32,
    },
    /// Every request of a route (of all routes, if it is empty) takes so long, in real time, before anything is done.
    Latency {
        /// The route.
        route: &'static str,
        /// How long.
        by: Duration,
    },
    /// The whole bot has asked too much: for so long everything is answered with 429, but answers to interactions.
    GlobalLimit {
        /// How long, in real time.
        retry_after: Duration,
    },
    /// The whole bot may ask so much in a second of real time, as Discord's own 50: what is more is answered with 429. Answers to
    /// interactions are not counted.
    PerSecond(u32),
    /// The address has asked too much: for so long what stands before Discord answers everything with a page of its own.
    Banned {
        /// How long, in real time.
        retry_after: Duration,
    },
    /// The next requests of a route get what stands before Discord says when that is out of order: no JSON. Nothing is done.
    NotJson {
        /// The route.
        route: &'static str,
        /// The status.
        status: u16,
        /// How many requests.
        times: u32,
    },
    /// Every connection is asked to come again (op 7).
    Reconnect,
    /// Every session is declared invalid (op 9).
    InvalidSession {
        /// Whether it may be resumed all the same.
        resumable: bool,
    },
    /// Every connection is cut, without a word.
    Drop,
    /// Every connection is closed with this code.
    Close(u16),
    /// The next events come twice.
    DuplicateEvents(u32),
    /// The next events, as many as this, come in reverse order.
    ReorderEvents(u32),
    /// Events are held back until [`release`](super::Discord::release).
    HoldEvents,
    /// The next heartbeats get no answer.
    SilentHeartbeats(u32),
    /// So many edits of messages older than an hour are allowed in a channel in an hour.
    OldEdits(u32),
}

/// What will be done to a request.
pub(crate) enum Fate {
    /// 429 with this much time to wait.
    Limited { bucket: String, limit: u32, retry_after: Duration },
    /// 429 for the whole bot.
    BotLimited { retry_after: Duration },
    /// 429 for the address, on a page.
    Banned { retry_after: Duration },
    /// This status, and nothing is done.
    Failed(u16),
    /// This status on a page, and nothing is done.
    Page(u16),
    /// It is done, but the answer is lost.
    Lost,
    /// It goes as it should; the bucket's limit, what remains and when it is full again, if there is one.
    Well(Option<(String, u32, u32, Duration)>),
}

/// A bucket of requests.
#[derive(Debug)]
struct Bucket {
    since: Instant,
    used: u32,
}

/// What is still to go wrong.
#[derive(Debug)]
pub(crate) struct Mischief {
    limits: Vec<(&'static str, u32, Duration)>,
    buckets: Vec<(&'static str, u32, Duration)>,
    counts: BTreeMap<String, Bucket>,
    errors: Vec<(&'static str, u16, u32)>,
    pages: Vec<(&'static str, u16, u32)>,
    lost: Vec<(&'static str, u32)>,
    latencies: Vec<(&'static str, Duration)>,
    /// How much the bot may ask in a second, and when it asked in the last one.
    per_second: Option<u32>,
    last_second: VecDeque<Instant>,
    /// Until when the bot is not heard, and until when its address is not.
    bot_until: Option<Instant>,
    banned_until: Option<Instant>,
    /// Until when nobody may come again.
    closed: BTreeMap<String, Instant>,
    /// Who came all the same.
    pub(crate) too_early: Vec<String>,
    /// How many came while the whole bot or its address was not heard.
    pub(crate) refused_alike: usize,
    duplicates: u32,
    reorder: usize,
    reordered: Vec<Event>,
    holding: bool,
    held: VecDeque<Event>,
    pub(crate) silent_heartbeats: u32,
    pub(crate) old_edits: u32,
}

impl Mischief {
    pub(crate) fn none() -> Mischief {
        Mischief {
            limits: Vec::new(),
            buckets: Vec::new(),
            counts: BTreeMap::new(),
            errors: Vec::new(),
            pages: Vec::new(),
            lost: Vec::new(),
            latencies: Vec::new(),
            per_second: None,
            last_second: VecDeque::new(),
            bot_until: None,
            banned_until: None,
            closed: BTreeMap::new(),
            too_early: Vec::new(),
            refused_alike: 0,
            duplicates: 0,
            reorder: 0,
            reordered: Vec::new(),
            holding: false,
            held: VecDeque::new(),
            silent_heartbeats: 0,
            old_edits: 5,
        }
    }

    /// How long a request of a route takes.
    pub(crate) fn latency(&self, route: &str) -> Duration {
        let of = |it: &&(&str, Duration)| it.0.is_empty() || it.0 == route;
        self.latencies.iter().filter(of).map(|(_, by)| *by).max().unwrap_or_default()
    }

    /// What becomes of a request of a route, whose limits are counted for `major`.
    pub(crate) fn fate(&mut self, route: &str, major: &str) -> Fate {
        let bucket = format!("{route} {major}");
        let now = Instant::now();
        let left = |until: Option<Instant>| until.filter(|until| now < *until).map(|until| until - now);
        if let Some(retry_after) = left(self.banned_until) {
            self.refused_alike += 1;
            return Fate::Banned { retry_after };
        }
        let is_answer = route.contains("/interactions/") || route.ends_with("/messages/@original");
        if let Some(limit) = self.per_second.filter(|_| !is_answer) {
            self.last_second.retain(|at| now - *at < SECOND);
            match self.last_second.front() {
                Some(first) if self.last_second.len() >= limit as usize => {
                    self.bot_until = self.bot_until.max(Some(*first + SECOND));
                }
                _ => self.last_second.push_back(now),
            }
        }
        if let Some(retry_after) = left(self.bot_until).filter(|_| !is_answer) {
            self.refused_alike += 1;
            return Fate::BotLimited { retry_after };
        }
        if let Some(until) = self.closed.get(&bucket) {
            if now < *until {
                self.too_early.push(bucket.clone());
                return Fate::Limited { bucket, limit: 1, retry_after: *until - now };
            }
            self.closed.remove(&bucket);
        }
        if let Some((_, times, retry_after)) = self.limits.iter_mut().find(|it| it.0 == route && it.1 > 0) {
            *times -= 1;
            self.closed.insert(bucket.clone(), now + *retry_after);
            return Fate::Limited { bucket, limit: 1, retry_after: *retry_after };
        }
        if let Some((_, status, times)) = self.errors.iter_mut().find(|it| it.0 == route && it.2 > 0) {
            *times -= 1;
            return Fate::Failed(*status);
        }
        if let Some((_, status, times)) = self.pages.iter_mut().find(|it| it.0 == route && it.2 > 0) {
            *times -= 1;
            return Fate::Page(*status);
        }
        if let Some((_, times)) = self.lost.iter_mut().find(|it| it.0 == route && it.1 > 0) {
            *times -= 1;
            return Fate::Lost;
        }
        let Some((_, limit, per)) = self.buckets.iter().find(|it| it.0 == route).copied() else {
            return Fate::Well(None);
        };
        let count = self.counts.entry(bucket.clone()).or_insert(Bucket { since: now, used: 0 });
        if now - count.since >= per {
            *count = Bucket { since: now, used: 0 };
        }
        let full_after = per - (now - count.since);
        if count.used >= limit {
            self.closed.insert(bucket.clone(), count.since + per);
            return Fate::Limited { bucket, limit, retry_after: full_after };
        }
        count.used += 1;
        Fate::Well(Some((bucket, limit, limit - count.used, full_after)))
    }

    /// What becomes of an event: what is to be sent now, in order.
    pub(crate) fn pass(&mut self, event: Event) -> Vec<Event> {
        if self.holding {
            self.held.push_back(event);
            return Vec::new();
        }
        if self.reorder > 0 {
            self.reordered.push(event);
            if self.reordered.len() < self.reorder {
                return Vec::new();
            }
            self.reorder = 0;
            return self.reordered.drain(..).rev().collect();
        }
        if self.duplicates > 0 {
            self.duplicates -= 1;
            return vec![event.clone(), event];
        }
        vec![event]
    }
}

impl World {
    pub(crate) fn release(&mut self) {
        self.mischief.holding = false;
        for event in std::mem::take(&mut self.mischief.held) {
            self.deliver(event);
        }
    }

    pub(crate) fn nasty(&mut self, nasty: Nasty) {
        let mischief = &mut self.mischief;
        match nasty {
            Nasty::RateLimit { route, times, retry_after } => {
                mischief.limits.push((route, times, retry_after))
            }
            Nasty::Bucket { route, limit, per } => mischief.buckets.push((route, limit, per)),
            Nasty::ServerError { route, status, times } => mischief.errors.push((route, status, times)),
            Nasty::LostAnswer { route, times } => mischief.lost.push((route, times)),
            Nasty::NotJson { route, status, times } => mischief.pages.push((route, status, times)),
            Nasty::Latency { route, by } => mischief.latencies.push((route, by)),
            Nasty::GlobalLimit { retry_after } => mischief.bot_until = Some(Instant::now() + retry_after),
            Nasty::PerSecond(limit) => mischief.per_second = Some(limit),
            Nasty::Banned { retry_after } => mischief.banned_until = Some(Instant::now() + retry_after),
            Nasty::DuplicateEvents(times) => mischief.duplicates = times,
            Nasty::ReorderEvents(count) => mischief.reorder = count as usize,
            Nasty::HoldEvents => mischief.holding = true,
            Nasty::SilentHeartbeats(times) => mischief.silent_heartbeats = times,
            Nasty::OldEdits(times) => mischief.old_edits = times,
            Nasty::Reconnect => self.tell_all(|| Out::Text(r#"{"op":7,"d":null,"s":null,"t":null}"#.into())),
            Nasty::InvalidSession { resumable } => {
                self.tell_all(|| Out::Text(format!(r#"{{"op":9,"d":{resumable},"s":null,"t":null}}"#)));
                if !resumable {
                    self.sessions.clear();
                }
            }
            Nasty::Drop => self.tell_all(|| Out::Drop),
            Nasty::Close(code) => self.tell_all(|| Out::Close(code)),
        }
    }

    fn tell_all(&self, out: impl Fn() -> Out) {
        for session in self.sessions.values() {
            session.send(out());
        }
    }
}
