//! What a teller keeps up to date: the card, the question, the clocks, what is being said, what is suggested.

use std::time::Duration;

use engine::Viewer;
use protocol::Scene;
use serde_json::json;
use tokio::time::Instant;

use super::Teller;
use crate::api::{Failed, File};
use crate::asked::Press;
use crate::board;
use crate::card::{self, shown};
use crate::clocks;
use crate::face::{self, Open, Prompt};
use crate::parts::{Look, button, cut, row};
use crate::place::{Picture, Place, Question};
use crate::says;
use crate::text::escape;

/// A message that is older than this is not edited any more: Discord hardly lets one.
const EDITED_FOR_MS: i64 = 50 * 60 * 1_000;

/// How long what the bot says is gathered, at least.
const GATHERED_FOR: Duration = Duration::from_millis(150);

/// How long it is shown that somebody is writing, if nothing comes of it.
const THINKING: Duration = Duration::from_secs(2 * 60);

impl Teller {
    /// Shows how things stand as soon as it may.
    pub(super) fn soon(&mut self) {
        let now = Instant::now();
        let edit_every = self.bot.edit_every;
        let next = self.shown_at.map_or(now, |at| (at + edit_every).max(now));
        // What comes of one answer comes in a moment.
        let gathered = self.gathered.as_ref().map(|_| now + GATHERED_FOR.min(edit_every));
        self.due_by(gathered.map_or(next, |gathered| next.max(gathered)));
    }

    pub(super) fn due_by(&mut self, next: Instant) {
        self.due = Some(self.due.map_or(next, |due| due.min(next)));
    }

    /// Brings the card, the question and what is being said up to date.
    pub(super) async fn show(&mut self) {
        self.due = None;
        self.shown_at = Some(Instant::now());
        self.say_gathered().await;
        let (Some(place), Some(scene)) = (self.place(), self.scene.clone()) else { return };
        let closes = self.closes(&scene);
        self.show_draft(&place).await;
        self.show_suggestion(&place, &scene).await;
        self.show_clocks(&place, &scene).await;
        let open = self.open(&place).await;
        let live = scene.table.state.is_narrative_active() && scene.outcome.is_none();
        let prompt = match live {
            true => self.face(&scene).prompt(&place, &scene, &open, closes),
            // Whose end was told before that was said in such a way has it already.
            false => face::over(&place, &scene).filter(|_| place.card_shows.is_some()),
        };
        let is_thinking = live && prompt.is_none() && self.now.1.elapsed() < THINKING;
        self.show_prompt(&place, prompt, closes).await;
        self.remind().await;
        self.show_card(&place, &scene, closes).await;
        if is_thinking {
            self.writes().await;
            self.due_by(Instant::now() + super::TYPING);
        }
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
        let text = cut(&self.words(&draft.telling), 1_900);
        if text.trim().is_empty() || text == draft.shown {
            return;
        }
        let body = json!({"content": text});
        let message = match draft.message {
            Some(message) => {
                self.edit(message, &body).await;
                Some(message)
            }
            None => self.bot.api.say(place.talk, &body, None, &[]).await.ok(),
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
        match (suggested, place.suggested) {
            (Some(it), Some((shown, _))) if it.number == shown => {}
            (Some(it), before) => {
                if let Some((_, message)) = before {
                    self.disarm(message).await;
                }
                let by = it.by.seat().and_then(|seat| self.seats.get(seat.index()));
                let by = by.map_or_else(|| says::THE_HOST.to_owned(), |seat| escape(&seat.name));
                let content = says::says_shall_the_table_be_it(
                    escape(&it.heard),
                    &by,
                    it.to.name().replace('_', " "),
                    it.lapses_at.div_euclid(1_000),
                );
                let agree = button(&Press::Agree.id(place.key), says::AGREE, Look::Main);
                let not_now = button(&Press::NotNow.id(place.key), says::NOT_NOW, Look::Plain);
                let body = json!({"content": content, "components": [row(vec![agree, not_now])]});
                let number = it.number;
                let posted = self.post(&body, None, None, &[]).await.map(|message| (number, message));
                self.note(|place| place.suggested = posted);
            }
            (None, Some((_, message))) => {
                self.disarm(message).await;
                self.note(|place| place.suggested = None);
            }
            (None, None) => {}
        }
    }

    async fn show_prompt(&mut self, place: &Place, prompt: Option<Prompt>, closes: Option<i64>) {
        let now = (self.bot.now)();
        let young = place.prompt.as_ref().is_some_and(|question| now - question.at < EDITED_FOR_MS);
        match (&place.prompt, prompt) {
            (None, None) => {}
            (Some(question), Some(prompt))
                if question.key == prompt.key && question.shows == Some(shown(&prompt.body)) => {}
            (Some(question), Some(prompt)) if question.key == prompt.key && young => {
                let shows = shown(&prompt.body);
                match self.bot.api.edit(place.talk, question.message, &prompt.body, None).await {
                    Ok(()) => self.note(|place| {
                        if let Some(question) = &mut place.prompt {
                            question.shows = Some(shows);
                        }
                    }),
                    Err(Failed::Gone(_)) => {
                        self.note(|place| place.prompt = None);
                        self.soon();
                    }
                    Err(why) => self.bot.note(says::table_the_question_was_not_changed(self.key, &why)),
                }
            }
            // What it came to stays as it is.
            (Some(question), Some(prompt)) if question.key == prompt.key && prompt.asks.is_nobody() => {}
            (before, prompt) => {
                self.forget_reminder(place).await;
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
                let Some(Prompt { key, body, stays, asks }) = prompt else {
                    self.note(|place| place.prompt = None);
                    return;
                };
                let shows = Some(shown(&body));
                let (body, calls, called) = self.calls(place, &body, &asks, closes);
                let message = self.post(&body, None, None, &calls).await;
                let posted = message.map(|message| Question { key, message, at: now, stays, shows });
                self.note(|place| (place.prompt, place.called) = (posted, called));
            }
        }
    }

    /// Draws the clocks when one of them has moved: in the picture that stands there, as long as it can be changed.
    async fn show_clocks(&mut self, place: &Place, scene: &Scene) {
        let clocks = board::dials(scene);
        let alt = clocks::alt(&clocks);
        if alt == place.clocks {
            return;
        }
        let drawn = tokio::task::spawn_blocking(move || clocks::picture(&clocks)).await.ok().flatten();
        let now = (self.bot.now)();
        let young = place.clocks_in.as_ref().filter(|it| now - it.at < EDITED_FOR_MS).cloned();
        let mut stands_in = None;
        if let Some(bytes) = drawn {
            let picture = File { name: "clocks.png".to_owned(), alt: alt.clone(), bytes };
            let body = json!({"content": ""});
            if let Some(it) = young
                && self.bot.api.edit(place.talk, it.message, &body, Some(&picture)).await.is_ok()
            {
                stands_in = Some(it);
            } else {
                let posted = self.post(&body, None, Some(&picture), &[]).await;
                stands_in = posted.map(|message| Picture { message, at: now });
            }
        }
        self.note(|place| (place.clocks, place.clocks_in) = (alt, stands_in));
    }

    async fn show_card(&mut self, place: &Place, scene: &Scene, closes: Option<i64>) {
        let page = self.bot.desk.page(self.table.id());
        let more_time = self.face(scene).gives_time(scene);
        let drawn =
            |place: &Place| card::playing(place, scene, closes, &self.seats, page.as_deref(), more_time);
        let body = drawn(place);
        let shows = Some(shown(&body));
        let now = (self.bot.now)();
        let young = now - place.card_at < EDITED_FOR_MS;
        if shows == place.card_shows {
            return;
        }
        if place.card_shows.is_none() && !young {
            // It was posted before it was noted what it shows: it waits for something new.
            self.note(|place| place.card_shows = shows);
            return;
        }
        let edited = match young {
            true => self.bot.api.edit(place.channel, place.card, &body, None).await,
            false => Err(Failed::Gone(String::new())),
        };
        match edited {
            Ok(()) => self.note(|place| place.card_shows = shows),
            Err(Failed::Gone(_)) => {
                // It has no thread, and says where the talk is.
                let body = drawn(&Place { card: 0, ..place.clone() });
                let Ok(card) = self.bot.api.say(place.channel, &body, None, &[]).await else { return };
                let shows = Some(shown(&body));
                self.note(|place| (place.card, place.card_at, place.card_shows) = (card, now, shows));
                let _ = self.bot.api.pin(place.channel, card).await;
                // The old one is left to its thread, with nothing to press.
                let _ = self.bot.api.unpin(place.channel, place.card).await;
                let bare = json!({"components": []});
                let _ = self.bot.api.edit(place.channel, place.card, &bare, None).await;
            }
            Err(why) => self.bot.note(says::table_the_card_was_not_changed(self.key, &why)),
        }
    }
}
