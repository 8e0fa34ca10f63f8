//! The end of a session: what was done, what comes first next time, and a list to tick off.

use protocol::tidying::{Outcome, View, Way};

use super::super::face::Seen;
use super::super::html::{El, Html, el};

/// The end, once it has come.
pub(super) fn wrap(seen: Seen<'_>, view: &View) -> El {
    let Some(outcome) = &view.outcome else { return el("div") };
    let next = outcome
        .left
        .next_time
        .as_ref()
        .map(|next| el("p").class("next").add(el("b").text("First next time: ")).text(next));
    let export = format!("/api/tables/{}/export?format=md&as={}", seen.id, seen.viewer);
    el("section")
        .class("panel wrap")
        .attr("aria-labelledby", "wrap-title")
        .add(el("h2").id("wrap-title").text("Done for today"))
        .add(el("p").text(&outcome.summary))
        .add(next)
        .add(checklist(outcome))
        .add((seen.live && seen.owns).then(|| {
            let again = format!("/new?from={}", seen.id);
            el("p").add(el("a").class("button").attr("href", again).text("Next session in this space"))
        }))
        .add(seen.live.then(|| {
            el("p").add(el("a").attr("href", export).attr("download", "").text("Save the list (Markdown)"))
        }))
}

/// What is still to be carried. Ticks are kept in the browser.
fn checklist(outcome: &Outcome) -> Html {
    let out = Way::ALL.into_iter().map(|way| {
        let things = outcome.out.iter().filter(|(_, goes)| *goes == way).map(|(name, _)| name.clone());
        group(title(way), things.collect())
    });
    let belongs = outcome.belongs.iter().map(|(name, at)| format!("{name} → {at}")).collect();
    let groups: Vec<Html> = out
        .chain([group("Belongs", belongs), group("Left for another day", outcome.left.things.clone())])
        .flatten()
        .collect();
    if groups.is_empty() {
        return Html::none();
    }
    el("div").id("checklist").class("checklist").add_all(groups).into()
}

fn group(title: &str, things: Vec<String>) -> Option<Html> {
    if things.is_empty() {
        return None;
    }
    let line = |thing: &String| {
        el("li").add(
            el("label")
                .class("tick")
                .add(el("input").attr("type", "checkbox").attr("data-tick", format!("{title}: {thing}")))
                .add(el("span").text(thing)),
        )
    };
    Some(Html::all([
        Html::from(el("h3").text(title)),
        el("ul").attr("aria-label", title).add_all(things.iter().map(line)).into(),
    ]))
}

fn title(way: Way) -> &'static str {
    match way {
        Way::Trash => "Out: trash",
        Way::Donate => "Out: donate",
        Way::Recycle => "Out: recycle",
    }
}
