//! How it ended: what came of it, what is worth looking at, and where to go from here.

use engine::Chance;
use engine::board::Ending;

use super::board;
use super::face::Seen;
use super::html::{El, el};

/// The card; nothing before the end.
pub(super) fn card(seen: Seen<'_>) -> El {
    let Some(Ending { sign, title, text, panels }) = &seen.scene.board.ending else { return el("div") };
    let insets = panels.iter().map(|panel| board::inset(seen, panel));
    el("section")
        .class("ending")
        .attr("aria-labelledby", "ending-title")
        .add(
            el("h2")
                .id("ending-title")
                .add(el("span").attr("aria-hidden", "true").text(format!("{} ", sign.0)))
                .text(title),
        )
        .add((!text.is_empty()).then(|| el("p").class("prose").text(text)))
        .add((!panels.is_empty()).then(|| el("div").class("pair").add_all(insets)))
        .add(seen.live.then(|| ways(seen)))
}

/// Where to go from here.
fn ways(seen: Seen<'_>) -> El {
    let (id, viewer) = (seen.id, seen.viewer);
    let link = |path: String, words: &str| el("a").class("button").attr("href", path).text(words);
    let export = |format: &str, words: &str| link(format!("/api/tables/{id}/export?format={format}"), words);
    let seed = seen.scene.outcome.as_ref().and_then(protocol::chance);
    el("div")
        .class("ways")
        .add(seed.map(seed_button))
        .add(link(format!("/t/{id}/replay?as={viewer}"), "Replay"))
        .add(seen.owns.then(|| link(format!("/new?from={id}"), "Same seats again")))
        .add(
            el("details").class("menu").id("export").add(el("summary").class("button").text("Export")).add(
                el("div")
                    .class("sheet")
                    .add(export("html", "A page to keep"))
                    .add(export(&format!("md&as={viewer}"), "Text to read"))
                    .add(export("jsonl", "Every record, for programs")),
            ),
        )
}

/// The seed, which is copied by a click.
fn seed_button(seed: Chance) -> El {
    el("button")
        .attr("type", "button")
        .class("chip seed")
        .attr("data-copy", seed.to_string())
        .attr("title", "Copy the seed: with the same seats it gives the same game")
        .text(format!("seed {} · copy", seed.seed.0))
}
