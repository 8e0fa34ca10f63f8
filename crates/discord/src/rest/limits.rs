//! When Discord may be asked: by the limits that its answers name, and never so that it shuts the door.
//!
//! A bucket is what Discord counts together: one kind of request in one channel. Its answers say how much of it is left, so that none
//! has to be refused first. Above the buckets stands what the whole bot may do in a second; and above that, what an address may
//! get wrong before it is banned.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use hyper::Method;
use hyper::header::HeaderMap;
use tokio::time::{Instant, sleep_until};

use super::text;
use crate::api::Failed;
use crate::says;

/// What the whole bot asks in a second; Discord takes 50. It is spread evenly: of two seconds' worth that are sent at once, some would
/// arrive in one.
const PER_SECOND: u32 = 45;
const SECOND: Duration = Duration::from_secs(1);
/// What may be asked at once after a rest, so that one table is not slowed.
const AT_ONCE: u32 = 5;
/// How many requests may have been refused (401, 403, 429) in ten minutes before nothing more is asked. At 10,000 Discord bans the
/// address.
const INVALID_MAX: usize = 500;
const INVALID_TIME: Duration = Duration::from_secs(10 * 60);
/// How long anybody waits for a turn. Whoever would have to wait longer is told so, and may try again.
const PATIENCE: Duration = Duration::from_secs(60);
/// How many buckets are remembered before those are forgotten that are full.
const BUCKETS_MAX: usize = 2_000;

/// What is counted together, as far as a path tells: the kind of request, and the channel, server or webhook.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Route {
    kind: String,
    of: String,
}

impl Route {
    /// Of a request.
    pub(super) fn of(method: &Method, path: &str) -> Route {
        let path = path.split_once('?').map_or(path, |(path, _)| path);
        let parts: Vec<&str> = path.split('/').collect();
        let own = match parts.as_slice() {
            ["webhooks", _, _, ..] => 1..3,
            ["channels" | "guilds" | "webhooks", _, ..] => 1..2,
            _ => 0..0,
        };
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
        let mut kind = method.to_string();
        for (at, part) in parts.iter().enumerate() {
            let part = if own.contains(&at) || is_number(part) { ":id" } else { part };
            kind.push('/');
            kind.push_str(part);
        }
        Route { kind, of: parts.get(own).unwrap_or_default().join("/") }
    }
}

/// How much of a bucket is left. Whoever asks holds it until the answer is there, which says so.
pub(super) struct Bucket {
    left: u32,
    full_at: Instant,
}

impl Bucket {
    fn new() -> Bucket {
        Bucket { left: 1, full_at: Instant::now() }
    }

    /// Waits until something is left.
    pub(super) async fn turn(&mut self) {
        if self.left == 0 {
            sleep_until(self.full_at).await;
        }
    }

    /// Learns from an answer.
    pub(super) fn learn(&mut self, headers: &HeaderMap) {
        let left = text(headers, "x-ratelimit-remaining").parse().ok();
        let after = text(headers, "x-ratelimit-reset-after").parse().ok();
        let after = after.and_then(|after| Duration::try_from_secs_f64(after).ok());
        match (left, after) {
            (Some(left), Some(after)) => (self.left, self.full_at) = (left, Instant::now() + after),
            _ => self.left = 1,
        }
    }

    /// Nothing is left for so long.
    pub(super) fn closes(&mut self, wait: Duration) {
        (self.left, self.full_at) = (0, Instant::now() + wait);
    }
}

type Shared = Arc<tokio::sync::Mutex<Bucket>>;

/// The limits of one bot.
pub(super) struct Limits {
    known: Mutex<Known>,
    /// When it would ask again if it were always busy. Whoever waits for a turn holds it, so that each has it who came first.
    next: tokio::sync::Mutex<Instant>,
    note: fn(&str),
}

struct Known {
    buckets: BTreeMap<Route, Shared>,
    /// What Discord calls the bucket of a kind of request: several may share one.
    names: BTreeMap<String, String>,
    /// Until when the bot is not heard.
    bot_until: Instant,
    /// Until when the address is not heard.
    address_until: Instant,
    /// When requests were refused.
    invalid: VecDeque<Instant>,
    /// Was it said that nothing more is asked?
    said: bool,
}

impl Limits {
    pub(super) fn new(note: fn(&str)) -> Limits {
        let now = Instant::now();
        let known = Known {
            buckets: BTreeMap::new(),
            names: BTreeMap::new(),
            bot_until: now,
            address_until: now,
            invalid: VecDeque::new(),
            said: false,
        };
        Limits { known: Mutex::new(known), next: tokio::sync::Mutex::new(now), note }
    }

    /// The bucket that a request counts towards.
    pub(super) fn bucket(&self, route: &Route) -> Shared {
        let mut known = self.lock();
        let named = known.named(route);
        if known.buckets.len() >= BUCKETS_MAX {
            let now = Instant::now();
            let is_used = |it: &Shared| {
                Arc::strong_count(it) > 1 || it.try_lock().is_ok_and(|it| it.left == 0 && it.full_at > now)
            };
            known.buckets.retain(|_, it| is_used(it));
        }
        let fresh = || Arc::new(tokio::sync::Mutex::new(Bucket::new()));
        Arc::clone(known.buckets.entry(named).or_insert_with(fresh))
    }

    /// Learns from an answer which kinds of requests are counted together.
    pub(super) fn learn(&self, route: &Route, headers: &HeaderMap) {
        let name = text(headers, "x-ratelimit-bucket");
        let mut known = self.lock();
        if name.is_empty() || known.names.get(&route.kind).is_some_and(|it| it == name) {
            return;
        }
        let before = known.named(route);
        known.names.insert(route.kind.clone(), name.to_owned());
        let after = known.named(route);
        if let Some(bucket) = known.buckets.remove(&before) {
            known.buckets.entry(after).or_insert(bucket);
        }
    }

    /// Waits until the bot may ask. Not for too long.
    pub(super) async fn turn(&self) -> Result<(), Failed> {
        let ahead = SECOND / PER_SECOND * AT_ONCE;
        let mut next = self.next.lock().await;
        loop {
            let now = Instant::now();
            let closed = {
                let mut known = self.lock();
                known.is_trusted(now, self.note)?;
                known.bot_until.max(known.address_until)
            };
            if closed > now + PATIENCE {
                return Err(later(closed - now));
            }
            if closed > now {
                sleep_until(closed).await;
                continue;
            }
            if *next > now + ahead {
                sleep_until(*next - ahead).await;
                continue;
            }
            *next = now.max(*next) + SECOND / PER_SECOND;
            return Ok(());
        }
    }

    /// May an interaction be answered? Those are not counted with the rest, and wait for nothing.
    pub(super) fn may_answer(&self) -> Result<(), Failed> {
        let (now, until) = (Instant::now(), self.lock().address_until);
        if until > now { Err(later(until - now)) } else { Ok(()) }
    }

    /// The whole bot is not heard for so long.
    pub(super) fn bot_waits(&self, wait: Duration) {
        let mut known = self.lock();
        known.bot_until = known.bot_until.max(Instant::now() + wait);
        (self.note)(&says::discord_hears_nothing_of_this_bot(wait.as_secs()));
    }

    /// Nobody at this address is heard for so long.
    pub(super) fn address_waits(&self, wait: Duration) {
        let mut known = self.lock();
        known.address_until = known.address_until.max(Instant::now() + wait);
        (self.note)(&says::discord_hears_nothing_from_this(wait.as_secs()));
    }

    /// A request was refused.
    pub(super) fn invalid(&self) {
        let mut known = self.lock();
        if known.invalid.len() == INVALID_MAX {
            known.invalid.pop_front();
        }
        known.invalid.push_back(Instant::now());
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    fn named(&self, route: &Route) -> Route {
        let kind = self.names.get(&route.kind).unwrap_or(&route.kind);
        Route { kind: kind.clone(), of: route.of.clone() }
    }

    /// Not if too much was refused: whatever is wrong, to ask on makes it worse.
    fn is_trusted(&mut self, now: Instant, note: fn(&str)) -> Result<(), Failed> {
        let again = self.invalid.front().map(|at| *at + INVALID_TIME);
        match again.filter(|again| self.invalid.len() == INVALID_MAX && *again > now) {
            None => {
                self.said = false;
                Ok(())
            }
            Some(again) => {
                if !std::mem::replace(&mut self.said, true) {
                    note(says::DISCORD_REFUSED_SO_MUCH_OF_WHAT);
                }
                Err(later(again - now))
            }
        }
    }
}

fn later(wait: Duration) -> Failed {
    Failed::Unsure(says::it_wants_to_be_asked_in(wait.as_secs().max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_counted_together_is_known_from_the_path() {
        let of = |method: Method, path: &str| {
            let Route { kind, of } = Route::of(&method, path);
            (kind, of)
        };
        let pair = |kind: &str, of: &str| (kind.to_owned(), of.to_owned());
        assert_eq!(
            of(Method::PATCH, "channels/12/messages/34"),
            pair("PATCH/channels/:id/messages/:id", "12")
        );
        let webhook = of(Method::POST, "webhooks/12/abc?wait=true&thread_id=3");
        assert_eq!(webhook, pair("POST/webhooks/:id/:id", "12/abc"));
        assert_eq!(of(Method::PUT, "applications/7/commands"), pair("PUT/applications/:id/commands", ""));
        assert_eq!(of(Method::GET, "users/@me"), pair("GET/users/@me", ""));
    }

    #[tokio::test(start_paused = true)]
    async fn after_too_much_that_was_refused_nothing_is_asked_for_a_while() {
        let limits = Limits::new(|_| {});
        for _ in 0..INVALID_MAX {
            assert_eq!(limits.turn().await, Ok(()));
            limits.invalid();
        }
        assert!(matches!(limits.turn().await, Err(Failed::Unsure(_))));
        tokio::time::advance(INVALID_TIME).await;
        assert_eq!(limits.turn().await, Ok(()));
    }

    #[tokio::test(start_paused = true)]
    async fn no_second_has_more_requests_than_discord_takes() {
        let limits = Limits::new(|_| {});
        let mut at = Vec::new();
        for _ in 0..4 * PER_SECOND {
            limits.turn().await.unwrap();
            at.push(Instant::now());
        }
        let took = at[at.len() - 1] - at[0];
        assert!((3 * SECOND..4 * SECOND).contains(&took), "{took:?}");
        // However they are delayed, two seconds' worth never stand at one door.
        let most =
            at.iter().map(|from| at.iter().filter(|it| (*from..*from + SECOND / 2).contains(it)).count());
        assert!(most.max() <= Some((PER_SECOND / 2 + AT_ONCE + 1) as usize));
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_closed_for_long_is_said_at_once_and_an_interaction_waits_for_no_limit_of_the_bots() {
        let limits = Limits::new(|_| {});
        limits.bot_waits(PATIENCE * 2);
        let began = Instant::now();
        assert!(matches!(limits.turn().await, Err(Failed::Unsure(_))));
        assert_eq!(began.elapsed(), Duration::ZERO);
        assert_eq!(limits.may_answer(), Ok(()));
        limits.address_waits(SECOND);
        assert!(matches!(limits.may_answer(), Err(Failed::Unsure(_))));
    }

    /// Buckets that nobody uses any more are forgotten.
    #[tokio::test]
    async fn a_bot_that_was_in_many_channels_does_not_remember_them_all() {
        let limits = Limits::new(|_| {});
        for channel in 0..3 * BUCKETS_MAX {
            limits.bucket(&Route::of(&Method::GET, &format!("channels/{channel}")));
        }
        assert!(limits.lock().buckets.len() <= BUCKETS_MAX);
    }
}
