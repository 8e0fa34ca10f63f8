//! How a teller posts: once, however often it takes.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::sleep;

use super::Teller;
use crate::api::{Failed, File, number};
use crate::place::Place;
use crate::says;

/// The longest wait before something is said again.
const AGAIN_MAX: Duration = Duration::from_secs(60);

impl Teller {
    /// Posts something once: what may have been posted is looked for before it is tried again. Whoever is called is notified.
    pub(super) async fn post(
        &mut self,
        body: &Value,
        speaker: Option<&str>,
        picture: Option<&File>,
        calls: &[u64],
    ) -> Option<u64> {
        let mut wait = Duration::from_secs(1);
        loop {
            self.look().await;
            let place = self.place()?;
            if let Some(message) = self.stands_there(body) {
                self.note(|place| place.last = place.last.max(message));
                return Some(message);
            }
            let posted = match (&place.webhook, speaker) {
                (Some(webhook), Some(name)) => {
                    self.bot.api.say_as(webhook, (place.channel, place.talk), name, body).await
                }
                _ => self.bot.api.say(place.talk, body, picture, calls).await,
            };
            match posted {
                Ok(message) => {
                    self.note(|place| place.last = place.last.max(message));
                    return Some(message);
                }
                Err(Failed::Unsure(_)) => {
                    sleep(wait).await;
                    wait = (wait * 2).min(AGAIN_MAX);
                    self.looks = true;
                }
                // Somebody removed the webhook: the bot says it itself from now on.
                Err(Failed::Gone(_) | Failed::Forbidden(_))
                    if speaker.is_some() && place.webhook.is_some() =>
                {
                    self.note(|place| (place.webhook, place.nameless) = (None, true));
                }
                Err(why) => {
                    self.bot.note(says::table_something_was_not_said(self.key, &why));
                    // A picture may need more than words do.
                    self.is_left |=
                        picture.is_none() && matches!(why, Failed::Gone(_) | Failed::Forbidden(_));
                    return None;
                }
            }
        }
    }

    /// Looks up what was said since the last message that was noted, if there may be such.
    async fn look(&mut self) {
        if std::mem::take(&mut self.looks)
            && let Some(place) = self.place()
        {
            self.unsure = Some(self.said_since(&place).await);
        }
    }

    /// What was said since the last message that was noted. It is asked for until there is an answer.
    async fn said_since(&self, place: &Place) -> Vec<Value> {
        let mut wait = Duration::from_secs(1);
        loop {
            match self.bot.api.said_after(place.talk, place.last).await {
                Err(Failed::Unsure(_)) => {
                    sleep(wait).await;
                    wait = (wait * 2).min(AGAIN_MAX);
                }
                said => return said.unwrap_or_default(),
            }
        }
    }

    /// What is left of a text to be said, if its beginning stands there already, line by line: before a crash less of it may
    /// have been gathered.
    pub(super) async fn unsaid(&mut self, text: String) -> String {
        self.look().await;
        let mut left = text;
        while let Some((message, said)) = self.begins(&left) {
            self.note(|place| place.last = place.last.max(message));
            left = left[said..].trim_start_matches('\n').to_owned();
        }
        left
    }

    /// The message of the bot's own that has the first lines of a text, and how many bytes of it.
    fn begins(&mut self, text: &str) -> Option<(u64, usize)> {
        let me = self.bot.api.me;
        let said = self.unsure.as_mut()?;
        let lines = |it: &Value| -> Option<usize> {
            let content = it["content"].as_str().filter(|it| !it.is_empty())?;
            let rest = text.trim_start().strip_prefix(content)?;
            (rest.is_empty() || rest.starts_with('\n')).then(|| text.len() - rest.len())
        };
        let is_own = |it: &Value| number(&it["author"]["id"]) == me;
        let at = said.iter().position(|it| is_own(it) && lines(it).is_some())?;
        let bytes = lines(&said[at])?;
        Some((number(&said.remove(at)["id"]), bytes))
    }

    /// The message of these words among those of which it is not known for sure. Each counts once.
    fn stands_there(&mut self, body: &Value) -> Option<u64> {
        let place = self.place()?;
        let own = [Some(self.bot.api.me), place.webhook.map(|(id, _)| id)];
        let said = self.unsure.as_mut()?;
        let is_it =
            |it: &Value| own.contains(&Some(number(&it["author"]["id"]))) && it["content"] == body["content"];
        let at = said.iter().position(is_it)?;
        Some(number(&said.remove(at)["id"]))
    }

    pub(super) async fn edit(&self, message: u64, body: &Value) {
        if let Some(place) = self.place()
            && let Err(why) = self.bot.api.edit(place.talk, message, body, None).await
        {
            self.bot.note(says::table_a_message_was_not_changed(self.key, &why));
        }
    }

    /// Takes what was pressed away from a message that stays.
    pub(super) async fn disarm(&self, message: u64) {
        self.edit(message, &json!({"components": []})).await;
    }
}
