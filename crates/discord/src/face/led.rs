//! An activity without secrets in which one seat leads the others: a story, a tidying session. What is asked is asked in the
//! open, with the dice that lie there over it.

use engine::SeatId;
use protocol::Scene;
use serde::Deserialize;
use serde_json::Value;

use super::{Face, Open, Prompt, in_the_open};
use crate::asked::Press;
use crate::board;
use crate::parts::{self, Look, button};
use crate::place::Place;

/// How it is shown.
pub(super) struct Led {
    /// Where in the view the seat stands that leads.
    pub(super) by: &'static str,
    /// Are photos looked at?
    pub(super) photos: bool,
}

impl Face for Led {
    fn more(&self, key: u32, scene: &Scene) -> Vec<Value> {
        let wanted = self.photos && scene.outcome.is_none();
        wanted.then(|| button(&Press::Photos.id(key), "Add photos", Look::Plain)).into_iter().collect()
    }

    fn asks_openly(&self) -> bool {
        true
    }

    fn narrator(&self, scene: &Scene) -> Option<SeatId> {
        SeatId::deserialize(scene.view.get(self.by)?).ok()
    }

    fn prompt(&self, place: &Place, scene: &Scene, open: &[Open], _closes: Option<i64>) -> Option<Prompt> {
        let said = board::dice(scene);
        let mut prompt = in_the_open(place, open, &said)?;
        let mut rows = prompt.body["components"].as_array().cloned().unwrap_or_default();
        parts::add(&mut rows, self.more(place.key, scene));
        prompt.body["components"] = rows.into();
        prompt.stays = !said.is_empty();
        Some(prompt)
    }
}
