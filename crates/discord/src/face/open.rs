//! An activity in which everybody may know who is asked what: it is asked in the open, with the dice that lie there over it. One
//! seat may lead the others, and tells them what happens.

use engine::SeatId;
use protocol::Scene;
use serde_json::Value;

use super::{Face, Open as Asked, Prompt, in_the_open};
use crate::asked::Press;
use crate::board;
use crate::parts::{self, Look, button};
use crate::place::Place;

/// How it is shown.
pub(super) struct Open {
    /// Does the last seat lead the others?
    pub(super) led: bool,
    /// Are photos looked at?
    pub(super) photos: bool,
}

impl Face for Open {
    fn more(&self, key: u32, scene: &Scene) -> Vec<Value> {
        let wanted = self.photos && scene.outcome.is_none();
        wanted.then(|| button(&Press::Photos.id(key), "Add photos", Look::Plain)).into_iter().collect()
    }

    fn narrator(&self, scene: &Scene) -> Option<SeatId> {
        scene.seats.len().checked_sub(1).filter(|_| self.led).map(SeatId::at)
    }

    fn prompt(&self, place: &Place, scene: &Scene, open: &[Asked], _closes: Option<i64>) -> Option<Prompt> {
        let said = board::dice(scene);
        let mut prompt = in_the_open(place, open, &said)?;
        let mut rows = prompt.body["components"].as_array().cloned().unwrap_or_default();
        parts::add(&mut rows, self.more(place.key, scene));
        prompt.body["components"] = rows.into();
        prompt.stays = !said.is_empty();
        Some(prompt)
    }
}
