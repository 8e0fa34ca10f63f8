//! The photos of a session: those that are there, how more come in, and how all of them go.

use engine::Viewer;
use engine::board::Panel;
use protocol::tidying::View;

use super::super::board;
use super::super::face::Seen;
use super::super::form::Answers;
use super::super::html::{El, Html, el};
use super::{has, own_ask};
use crate::limits::PHOTO_BODY_BYTES_MAX;

/// Every photo, and what can be done with them. Once it is over, they are for those who may still look.
pub(super) fn album(seen: Seen<'_>, view: &View, panel: &Panel) -> Html {
    let is_over = seen.scene.outcome.is_some();
    if is_over && !seen.looks {
        return Html::none();
    }
    let owns = seen.looks && seen.viewer == Viewer::Seat(view.person);
    Html::all([
        board::shown(seen, panel, "panel-photos"),
        send(seen, view),
        (owns && (seen.acts || is_over)).then(|| delete(seen, view.photos.len())).into(),
    ])
}

/// Photos that wait for words can go without any.
fn send(seen: Seen<'_>, view: &View) -> Html {
    let ask = own_ask(seen, view).filter(|_| !view.pending.is_empty());
    let tool = ask.and_then(|ask| ["write", "say"].into_iter().find(|tool| has(ask, tool)));
    let (Some(ask), Some(tool)) = (ask, tool) else { return Html::none() };
    let (action, by) = (format!("/t/{}/answer", seen.id), seen.viewer.to_string());
    let words = if view.coach_sees { "Show the coach now" } else { "Add without words" };
    Answers { action: &action, by: &by }
        .form(ask, tool)
        .add(el("input").attr("type", "hidden").attr("name", "text").attr("value", ""))
        .add(el("button").id("show-photos").attr("type", "submit").class("main").text(words))
        .into()
}

/// Deleting is for good, so it takes two taps.
fn delete(seen: Seen<'_>, count: usize) -> El {
    let what = if count == 1 { "the photo" } else { "all photos" };
    el("details").class("delete").id("delete-photos").add(el("summary").text(format!("Delete {what}"))).add(
        el("form")
            .attr("method", "post")
            .attr("action", format!("/t/{}/photos/delete?as={}", seen.id, seen.viewer))
            .add(el("p").text("They are gone from the disk then, for good. The words stay."))
            .add(el("button").attr("type", "submit").text("Delete for good")),
    )
}

/// How photos come in: with scripts as soon as they are chosen, dropped or pasted; without, by a plain form.
pub(super) fn add(seen: Seen<'_>, view: &View) -> El {
    if !seen.acts || seen.viewer != Viewer::Seat(view.person) {
        return el("div");
    }
    let input = |id: &str| el("input").id(id).attr("type", "file").attr("name", "photo").class("file");
    let choose =
        input("choose-photos").attr("accept", "image/jpeg,image/png,image/webp").flag("multiple", true);
    let take = input("take-photo").attr("accept", "image/*").attr("capture", "environment");
    let seen_by = if view.coach_sees {
        "The coach’s model gets them with your next words."
    } else {
        "This coach cannot see them."
    };
    let promise = format!("Photos stay where Parlor runs, without place and time. {seen_by}");
    el("section")
        .class("panel add-photos")
        .attr("aria-label", "Add photos")
        .add(
            el("form")
                .id("photo-form")
                .attr("method", "post")
                .attr("action", format!("/t/{}/photos?as={}", seen.id, seen.viewer))
                .attr("enctype", "multipart/form-data")
                .attr("data-to", format!("/api/tables/{}/photos?as={}", seen.id, seen.viewer))
                .attr("data-most", (PHOTO_BODY_BYTES_MAX - 1).to_string())
                .add(
                    el("div")
                        .class("pick")
                        .add(el("label").class("button").attr("for", "choose-photos").text("Add photos"))
                        .add(choose)
                        .add(el("label").class("button camera").attr("for", "take-photo").text("Camera"))
                        .add(take),
                )
                .add(el("button").class("unscripted").attr("type", "submit").text("Send"))
                .add(el("p").class("quiet scripted").text("Or drop them anywhere, or paste.")),
        )
        .add(el("p").class("quiet promise").text(promise))
}
