//! What a teller keeps up to date: the card, the question, the clocks, what is being said, what is suggested.

use std::time::Duration;

use engine::Viewer;
use protocol::Scene;
use serde_json::{Value, json};
use tokio::time::Instant;

use super::Teller;
use crate::api::{Failed, File};
use crate::asked::Press;
use crate::board;
use crate::card;
use crate::clocks;
use crate::face::{self, Open, Prompt};
use crate::parts::{Look, button, cut, row};
use crate::place::{Place, Question};

/// A message that is older than this is not edited any more: Discord hardly lets one.
const EDITED_FOR_MS: i64 = 50 * 60 * 1_000;

impl Teller {
    /// Shows how things stand as soon as it may.
    pub(super) fn soon(&mut self) {
        let now = Instant::now();
        self.due_by(self.shown_at.map_or(now, |at| (at + self.bot.edit_every).max(now)));
    }

    fn due_by(&mut self, next: Instant) {
        self.due = Some(self.due.map_or(next, |due| due.min(next)));
    }

    /// Brings the card, the question and what is being said up to date.
    pub(super) async fn show(&mut self) {
        self.due = None;
        self.shown_at = Some(Instant::now());
        let (Some(place), Some(scene)) = (self.place(), self.scene.clone()) else { return };
        let closes = self.closes(&scene);
        self.show_draft(&place).await;
        self.show_suggestion(&place, &scene).await;
        self.show_clocks(&place, &scene).await;
        let open = self.open(&place).await;
        let live = scene.table.state.is_narrative_active() && scene.outcome.is_none();
        let prompt = if live { self.face(&scene).prompt(&place, &scene, &open, closes) } else { None };
        self.show_prompt(&place, prompt).await;
        self.show_card(&place, &scene, closes).await;
        self.shown_at = Some(Instant::now());
    }

    /// When the phase closes: seconds of UTC since 1970.
    fn closes(&self, scene: &Scene) -> Option<i64> {
        let closes = scene.clock.closes.filter(|_| scene.clock.running)?;
        let left = closes.0.saturating_sub(self.now.0.0);
        let since = i64::try_from(self.now.1.elapsed().as_millis()).unwrap_or(0);
        Some(((self.bot.now)() + i64::try_from(left).ok()? - since).div_euclid(1_000))
    }

    /// What the people of this place are asked in the phase that all were told of: of the next one nothing is known yet.
    pub(super) async fn open(&self, place: &Place) -> Vec<Open> {
        let mut open = Vec::new();
        for seat in place.people.iter().filter_map(|sitter| sitter.seat) {
            let Ok(scene) = self.table.scene(Viewer::Seat(seat)).await else { continue };
            if self.scene.as_ref().is_none_or(|told| told.phase != scene.phase) {
                continue;
            }
            let name = self.seats.get(seat.index()).map(|it| it.name.clone()).unwrap_or_default();
            let asks = scene.asks.into_iter().filter(|ask| ask.seat == seat && !ask.is_final());
            open.extend(asks.map(|ask| Open { name: name.clone(), ask }));
        }
        open
    }

    async fn show_draft(&mut self, place: &Place) {
        let Some(draft) = &self.draft else { return };
        let text = cut(&self.words(&draft.said), 1_900);
        if text.trim().is_empty() || text == draft.shown {
            return;
        }
        let body = json!({"content": text});
        let message = match draft.message {
            Some(message) => {
                self.edit(message, &body).await;
                Some(message)
            }
            None => self.bot.api.say(place.talk, &body, None).await.ok(),
        };
        self.note(|place| {
            place.draft = message;
            place.last = place.last.max(message.unwrap_or(0));
        });
        if let Some(draft) = &mut self.draft {
            draft.message = message;
            draft.shown = text;
        }
    }

    /// A button for what somebody's words suggest, until it lapses.
    async fn show_suggestion(&mut self, place: &Place, scene: &Scene) {
        let now = (self.bot.now)();
        let suggested = scene.table.suggestion.as_ref().filter(|it| it.lapses_at > now);
        if let Some(it) = suggested {
            let left = u64::try_from(it.lapses_at - now).unwrap_or(0);
            self.due_by(Instant::now() + Duration::from_millis(left + 50));
        }
        match (suggested, self.suggestion) {
            (Some(it), Some((shown, _))) if it.number == shown => {}
            (Some(it), before) => {
                if let Some((_, message)) = before {
                    self.edit(message, &json!({"components": []})).await;
                }
                let content = format!(
                    "Shall the table be **{}**? It lapses <t:{}:R>.",
                    it.to.name().replace('_', " "),
                    it.lapses_at.div_euclid(1_000)
                );
                let agree = button(&Press::Agree.id(place.key), "Agree", Look::Main);
                let body = json!({"content": content, "components": [row(vec![agree])]});
                let number = it.number;
                self.suggestion = self.post(&body, None, None).await.map(|message| (number, message));
            }
            (None, Some((_, message))) => {
                self.edit(message, &json!({"components": []})).await;
                self.suggestion = None;
            }
            (None, None) => {}
        }
    }

    async fn show_prompt(&mut self, place: &Place, prompt: Option<Prompt>) {
        let now = (self.bot.now)();
        let young = place.prompt.as_ref().is_some_and(|question| now - question.at < EDITED_FOR_MS);
        match (&place.prompt, prompt) {
            (None, None) => {}
            (Some(question), Some(prompt)) if question.key == prompt.key && young => {
                if self.prompt != prompt.body {
                    let edited = self.bot.api.edit(place.talk, question.message, &prompt.body, None).await;
                    if matches!(edited, Err(Failed::Gone(_))) {
                        self.note(|place| place.prompt = None);
                        self.soon();
                        return;
                    }
                    self.prompt = prompt.body;
                }
            }
            (before, prompt) => {
                match before {
                    Some(question) if !question.stays => {
                        let _ = self.bot.api.delete(place.talk, question.message).await;
                    }
                    Some(question) if young => {
                        let mut body = json!({"components": []});
                        let left = self.scene.as_ref().and_then(|it| face::left_of(it, &question.key));
                        if let Some(left) = left {
                            body["content"] = left.into();
                        }
                        self.edit(question.message, &body).await;
                    }
                    _ => {}
                }
                self.prompt = Value::Null;
                let mut posted = None;
                if let Some(Prompt { key, body, stays }) = prompt {
                    let message = self.post(&body, None, None).await;
                    posted = message.map(|message| Question { key, message, at: now, stays });
                    self.prompt = body;
                }
                self.note(|place| place.prompt = posted);
            }
        }
    }

    /// Draws the clocks when one of them has moved.
    async fn show_clocks(&mut self, place: &Place, scene: &Scene) {
        let clocks = board::dials(scene);
        let alt = clocks::alt(&clocks);
        if alt == place.clocks {
            return;
        }
        let drawn = tokio::task::spawn_blocking(move || clocks::picture(&clocks)).await.ok().flatten();
        if let Some(bytes) = drawn {
            let picture = File { name: "clocks.png".to_owned(), alt: alt.clone(), bytes };
            self.post(&json!({"content": ""}), None, Some(&picture)).await;
        }
        self.note(|place| place.clocks = alt);
    }

    async fn show_card(&mut self, place: &Place, scene: &Scene, closes: Option<i64>) {
        let page = self.bot.desk.page(self.table.id());
        let body = card::playing(place, scene, closes, &self.seats, page.as_deref());
        if body == self.card {
            return;
        }
        let young = (self.bot.now)() - place.card_at < EDITED_FOR_MS;
        let edited = match young {
            true => self.bot.api.edit(place.channel, place.card, &body, None).await,
            false => Err(Failed::Gone(String::new())),
        };
        match edited {
            Ok(()) => self.card = body,
            Err(Failed::Gone(_)) => {
                if let Ok(card) = self.bot.api.say(place.channel, &body, None).await {
                    let _ = self.bot.api.pin(place.channel, card).await;
                    self.card = body;
                    self.note(|place| (place.card, place.card_at) = (card, (self.bot.now)()));
                }
            }
            Err(why) => self.bot.note(format!("table {}: the card was not changed: {why}", self.key)),
        }
    }
}
