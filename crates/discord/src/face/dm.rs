//! A story: the scene, the party, the clocks, and dice to choose from.

use engine::SeatId;
use protocol::Scene;
use protocol::dm::{Clock, Mood, Roll, View};
use serde::Deserialize;

use super::{Face, Open, Prompt, in_the_open};
use crate::parts::cut;
use crate::place::Place;
use crate::text::escape;

/// How a story is shown.
pub(super) struct Dm;

impl Face for Dm {
    fn standing(&self, scene: &Scene) -> Vec<String> {
        let Ok(view) = View::deserialize(&scene.view) else { return Vec::new() };
        let mut lines = Vec::new();
        if let Some(story) = &view.story {
            lines.push(format!("**{}**", escape(&story.title)));
        }
        if !view.scene.title.is_empty() {
            lines.push(format!("Scene {}: {}", view.scene.number, escape(&view.scene.title)));
        }
        lines.extend(view.party.iter().flatten().map(sheet));
        lines.extend(
            view.clocks
                .iter()
                .filter(|clock| clock.visible)
                .map(|clock| format!("◔ {} {}/{}", escape(&clock.name), clock.filled, clock.segments)),
        );
        lines
    }

    fn own(&self, scene: &Scene) -> Vec<String> {
        let Ok(view) = View::deserialize(&scene.view) else { return Vec::new() };
        view.party.iter().flatten().map(sheet).collect()
    }

    fn asks_openly(&self) -> bool {
        true
    }

    fn narrator(&self, scene: &Scene) -> Option<SeatId> {
        View::deserialize(&scene.view).ok().map(|view| view.gm)
    }

    fn clocks(&self, scene: &Scene) -> Vec<Clock> {
        let clocks = View::deserialize(&scene.view).map(|view| view.clocks).unwrap_or_default();
        clocks.into_iter().filter(|clock| clock.visible).collect()
    }

    fn prompt(&self, place: &Place, scene: &Scene, open: &[Open], _closes: Option<i64>) -> Option<Prompt> {
        let view = View::deserialize(&scene.view).ok()?;
        let mut said = Vec::new();
        if let Some(Mood::Action { roll: Roll::Offered { dice, .. }, .. }) = &view.mood {
            for (number, die) in (1..).zip(dice) {
                said.push(format!(
                    "{number} · **{}** {} · stress {} heat {} coin {}",
                    die.value,
                    escape(&cut(&die.hint, 120)),
                    die.stress,
                    die.heat,
                    die.coin
                ));
            }
            if let Some(die) = dice.first() {
                said.push(format!("-# every ending is sealed: the first is {:.8}…", die.seal.to_string()));
            }
        }
        let mut prompt = in_the_open(place, open, &said)?;
        prompt.stays = !said.is_empty();
        Some(prompt)
    }
}

fn sheet(character: &protocol::dm::Character) -> String {
    let dice: Vec<String> = character.dice.iter().map(ToString::to_string).collect();
    format!(
        "**{}** · stress {} · heat {} · coin {} · dice {}",
        escape(&character.name),
        character.stress,
        character.heat,
        character.coin,
        if dice.is_empty() { "none".to_owned() } else { dice.join(" ") }
    )
}
