//! Who is called when something is asked: once, and reminded once. Of whom it is a secret whether they are asked, all are called.

use std::time::Duration;

use protocol::Scene;
use protocol::board::SeatIs;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::Teller;
use crate::face::Asks;
use crate::place::{Called, Place};
use crate::says;

/// Whoever was asked so short a time ago is there.
const THERE_MS: i64 = 2 * 60 * 1_000;

/// When somebody is reminded who has all the time there is.
const REMINDED_AFTER_MS: i64 = 5 * 60 * 1_000;

/// The shortest time after which anybody is.
const REMINDED_LEAST_MS: i64 = 15 * 1_000;

/// Those whom a question asks, as far as all may know, and who want to be called. Whoever is away wants nothing.
fn users(place: &Place, scene: &Scene, asks: &Asks) -> Vec<u64> {
    let plays_no_more = |seat| scene.board.notes.iter().any(|it| it.seat == seat && it.is == SeatIs::Out);
    let wants = place.people.iter().filter(|it| !it.quiet);
    let seated = wants.filter_map(|it| it.seat.map(|seat| (seat, it.user)));
    let there = seated.filter(|(seat, _)| !scene.table.away.contains(*seat));
    match asks {
        Asks::Nobody => Vec::new(),
        Asks::All(_) => there.filter(|(seat, _)| !plays_no_more(*seat)).map(|(_, user)| user).collect(),
        Asks::These(_, seats) => {
            there.filter(|(seat, _)| seats.contains(seat)).map(|(_, user)| user).collect()
        }
    }
}

/// A body that calls somebody: behind the question, which is the first line of a ballot.
fn calling(body: &Value, users: &[u64]) -> Value {
    let names: Vec<String> = users.iter().map(|user| format!("<@{user}>")).collect();
    let mut body = body.clone();
    let text = body["content"].as_str().unwrap_or_default();
    let (first, rest) = text.split_at(text.find('\n').unwrap_or(text.len()));
    body["content"] = format!("{first} {}{rest}", names.join(" ")).into();
    body
}

impl Teller {
    /// Notes whom a question that is put now asks, and gives its body with those who are called by it. `closes` is when time is
    /// up: seconds of UTC since 1970.
    pub(super) fn calls(
        &self,
        place: &Place,
        body: &Value,
        asks: &Asks,
        closes: Option<i64>,
    ) -> (Value, Vec<u64>, Called) {
        let (now, before) = ((self.bot.now)(), &place.called);
        let question = match asks {
            Asks::Nobody => String::new(),
            Asks::All(question) | Asks::These(question, _) => question.clone(),
        };
        let asked = self.scene.as_ref().map_or(Vec::new(), |scene| users(place, scene, asks));
        if question == before.question {
            return (body.clone(), Vec::new(), Called { users: asked, ..before.clone() });
        }
        let was_just_asked = |user: &u64| now - before.at < THERE_MS && before.users.contains(user);
        // Whoever plays alone knows that it is their turn.
        let is_alone = place.people.iter().filter(|it| it.seat.is_some()).count() < 2;
        let calls: Vec<u64> = match asks {
            _ if is_alone => Vec::new(),
            Asks::Nobody => Vec::new(),
            Asks::All(_) => asked.clone(),
            Asks::These(..) => asked.iter().copied().filter(|user| !was_just_asked(user)).collect(),
        };
        let half = closes.map(|closes| (closes * 1_000 - now) / 2);
        let remind_at = match half {
            Some(half) if half >= REMINDED_LEAST_MS => now + half,
            Some(_) => i64::MAX,
            None if is_alone => i64::MAX,
            None => now + REMINDED_AFTER_MS,
        };
        let called =
            Called { question, users: asked, at: now, remind_at, reminded: false, reminder: before.reminder };
        let body = if calls.is_empty() { body.clone() } else { calling(body, &calls) };
        (body, calls, called)
    }

    /// Reminds those who are asked, once, when half of their time is over.
    pub(super) async fn remind(&mut self) {
        let Some(place) = self.place() else { return };
        let Called { users, remind_at, reminded, .. } = &place.called;
        if place.prompt.is_none() || *reminded || users.is_empty() || *remind_at == i64::MAX {
            return;
        }
        let left = *remind_at - (self.bot.now)();
        if left > 0 {
            let left = Duration::from_millis(u64::try_from(left).unwrap_or(0));
            self.due_by(Instant::now() + left + Duration::from_millis(20));
            return;
        }
        let body = calling(&json!({"content": says::THIS_IS_STILL_TO_BE_ANSWERED}), users);
        let message = self.post(&body, None, None, users).await;
        self.note(|place| (place.called.reminded, place.called.reminder) = (true, message));
    }

    /// What was asked is over: nobody need be reminded of it any more.
    pub(super) async fn forget_reminder(&self, place: &Place) {
        if let Some(reminder) = place.called.reminder {
            let _ = self.bot.api.delete(place.talk, reminder).await;
            self.note(|place| place.called.reminder = None);
        }
    }
}
