//! What the bot says itself is gathered for a moment: a die and what comes of it are one message, and not four.

use serde_json::json;

use super::Teller;
use crate::text::split;

/// The most that is gathered into one message; what is longer is said by itself.
const CHARS_MAX: usize = 1_900;

/// What is about to be said.
pub(super) struct Gathered {
    /// The last event of it.
    number: u64,
    text: String,
}

impl Teller {
    /// Adds what an event says to what is about to be said. It is said before the next question, or when somebody else speaks.
    pub(super) async fn gather(&mut self, number: u64, text: &str) {
        let long = |it: &Gathered| it.text.chars().count() + text.chars().count() >= CHARS_MAX;
        if self.gathered.as_ref().is_some_and(long) {
            self.say_gathered().await;
        }
        match &mut self.gathered {
            Some(gathered) => {
                gathered.text.push('\n');
                gathered.text.push_str(text);
                gathered.number = number;
            }
            None => self.gathered = Some(Gathered { number, text: text.to_owned() }),
        }
    }

    /// An event says nothing here, or stands there already: what was before it may still have to be said.
    pub(super) fn told_to(&mut self, number: u64) {
        match &mut self.gathered {
            Some(gathered) => gathered.number = number,
            None => self.note(|place| place.told = Some(number)),
        }
    }

    /// Says what was gathered.
    pub(super) async fn say_gathered(&mut self) {
        let Some(Gathered { number, text }) = self.gathered.take() else { return };
        let text = self.unsaid(text).await;
        if !text.is_empty() {
            for part in split(&text, &self.rest_is()) {
                self.post(&json!({"content": part}), None, None, &[]).await;
            }
        }
        self.note(|place| place.told = Some(number));
    }
}
