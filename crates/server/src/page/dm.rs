//! What is shown of a story: the sheets, the clocks as pies, the scene.

use protocol::dm::{Character, Clock, View};
use serde::Deserialize;

use super::face::{Face, Part, Place, Seen};
use super::html::{El, el};

/// How a story is shown.
pub(super) struct Dm;

impl Face for Dm {
    fn parts(&self, seen: Seen<'_>) -> Vec<Part> {
        let Ok(view) = View::deserialize(&seen.scene.view) else { return Vec::new() };
        let story = view.story.as_ref().map(|story| el("h2").text(&story.title));
        let scene = (view.scene.number > 0).then(|| {
            let words = format!("Scene {}: {}, at {}", view.scene.number, view.scene.title, view.scene.place);
            el("p").class("quiet").text(words)
        });
        let sheets = el("section")
            .class("panel")
            .attr("aria-label", "The story")
            .add(story)
            .add(scene)
            .add_all(view.party.iter().flatten().map(sheet));
        let clocks = el("div").class("clocks").add_all(view.clocks.iter().map(clock));
        vec![Part::new("sheets", Place::Beside, sheets), Part::new("clocks", Place::Beside, clocks)]
    }
}

fn sheet(character: &Character) -> El {
    let meter = |title: &str, value: u8, of: u8| {
        el("div").class("meter").add(el("span").text(format!("{title} {value}/{of}"))).add(
            el("meter")
                .attr("min", "0")
                .attr("max", of.to_string())
                .attr("value", value.to_string())
                .attr("aria-label", title),
        )
    };
    let dice: Vec<String> = character.dice.iter().map(|die| format!("[{die}]")).collect();
    let trauma = (!character.trauma.is_empty())
        .then(|| el("p").text(format!("Scars: {}", character.trauma.join(", "))));
    el("section")
        .class("sheet")
        .add(el("h3").text(format!("{}, {}", character.name, character.archetype)))
        .add(meter("Stress", character.stress, 9))
        .add(meter("Heat", character.heat, 10))
        .add(el("p").text(format!("Coin {} · Dice {}", character.coin, dice.join(" "))))
        .add(trauma)
}

/// A clock as a pie: one slice a segment, and the same in words.
fn clock(clock: &Clock) -> El {
    let label = format!("{}, {}, {} of {}", clock.name, clock.kind, clock.filled, clock.segments);
    let slices = (0..clock.segments).map(|at| {
        el("path").attr("d", slice(at, clock.segments)).class(if at < clock.filled {
            "filled"
        } else {
            "open"
        })
    });
    let pie = el("svg")
        .attr("viewBox", "-1.1 -1.1 2.2 2.2")
        .attr("role", "img")
        .attr("aria-label", &label)
        .class("pie")
        .add_all(slices);
    el("figure").class("clock").add(pie).add(el("figcaption").text(&label))
}

/// The outline of one of so many equal slices, from the top on.
fn slice(at: u8, of: u8) -> String {
    let turn = |part: u8| {
        std::f64::consts::TAU * f64::from(part) / f64::from(of.max(1)) - std::f64::consts::FRAC_PI_2
    };
    let point = |angle: f64| format!("{:.4} {:.4}", angle.cos(), angle.sin());
    format!("M0 0 L{} A1 1 0 0 1 {} Z", point(turn(at)), point(turn(at + 1)))
}
