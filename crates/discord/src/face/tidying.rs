//! A tidying session: the thing in hand, and what is sorted. Nobody is hurried: the count is a count, not a score.

use engine::SeatId;
use protocol::Scene;
use protocol::tidying::View;
use serde::Deserialize;
use serde_json::Value;

use super::{Face, Open, Prompt, in_the_open};
use crate::asked::Press;
use crate::parts::{self, Look, button};
use crate::place::Place;
use crate::text::escape;

/// How a session is shown.
pub(super) struct Tidying;

impl Face for Tidying {
    fn standing(&self, scene: &Scene) -> Vec<String> {
        let Ok(view) = View::deserialize(&scene.view) else { return Vec::new() };
        let mut lines = vec![format!("{} · {} sorted", escape(&view.space), view.processed())];
        lines.extend(view.function.as_ref().map(|function| format!("For {}.", escape(function))));
        lines
    }

    fn own(&self, scene: &Scene) -> Vec<String> {
        let Ok(view) = View::deserialize(&scene.view) else { return Vec::new() };
        let mut lines = vec![format!("{} sorted, {} unsure.", view.processed(), view.unsure().count())];
        if !view.pending.is_empty() {
            lines.push(format!("{} photos go with what you say next.", view.pending.len()));
        }
        lines
    }

    fn more(&self, key: u32, scene: &Scene) -> Vec<Value> {
        match scene.outcome {
            None => vec![button(&Press::Photos.id(key), "Add photos", Look::Plain)],
            Some(_) => Vec::new(),
        }
    }

    fn asks_openly(&self) -> bool {
        true
    }

    fn narrator(&self, scene: &Scene) -> Option<SeatId> {
        View::deserialize(&scene.view).ok().map(|view| view.coach)
    }

    fn prompt(&self, place: &Place, scene: &Scene, open: &[Open], _closes: Option<i64>) -> Option<Prompt> {
        let mut prompt = in_the_open(place, open, &[])?;
        let mut rows = prompt.body["components"].as_array().cloned().unwrap_or_default();
        parts::add(&mut rows, self.more(place.key, scene));
        prompt.body["components"] = rows.into();
        Some(prompt)
    }
}
