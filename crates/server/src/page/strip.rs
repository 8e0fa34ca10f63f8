//! The strips: where the table stands, and where the activity does.

use engine::{PhaseCard, Rules};
use protocol::Scene;

use super::html::{El, el};
use crate::says;

/// Both strips of a scene. `title` is what the activity is called.
pub(crate) fn strips(table: &dyn Rules, activity: &dyn Rules, title: &str, scene: &Scene) -> El {
    el("div").class("strips").add(strip(says::TABLE, table.phases(), scene.table.state.name())).add(strip(
        title,
        activity.phases(),
        &scene.phase,
    ))
}

/// One strip: every phase, and which it is now.
fn strip(title: &str, cards: &[PhaseCard], now: &str) -> El {
    let step = |card: &PhaseCard| {
        let is_now = card.name == now;
        el("li")
            .class(if is_now { "now" } else { "" })
            .attr("data-colour", format!("{:?}", card.colour).to_lowercase())
            .attr_if("aria-current", is_now.then_some("step"))
            .attr("title", card.persona)
            .add(el("span").class("sign").attr("aria-hidden", "true").text(card.sign.0))
            .text(" ")
            .add(el("span").class("step-title").text(card.title))
    };
    el("div")
        .class("strip")
        .add(el("span").class("strip-title").text(title))
        .add(el("ol").attr("aria-label", says::phases(title)).add_all(cards.iter().map(step)))
}
