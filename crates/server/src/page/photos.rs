//! The photos of a session: those that are there, how more come in, and how all of them go once it is over. While it goes on,
//! what is asked says how they go.

use engine::Viewer;
use engine::board::{Body, Deed, Panel};

use super::board;
use super::face::Seen;
use super::form::Answers;
use super::html::{El, Html, el};
use super::islands::takes;
use crate::limits::PHOTO_BODY_BYTES_MAX;
use crate::says;

/// Every photo, and what can be done with them. Once it is over, they are for those who may still look.
pub(super) fn album(seen: Seen<'_>, panel: &Panel) -> Html {
    let is_over = seen.scene.outcome.is_some();
    if is_over && !seen.looks {
        return Html::none();
    }
    let count = match &panel.body {
        Body::Pictures(hashes) => hashes.len(),
        _ => 0,
    };
    Html::all([
        board::shown(seen, panel, &format!("panel-{}", panel.id)),
        panel.deed.as_ref().and_then(|deed| send(seen, deed)).into(),
        (is_over && hands_in(seen)).then(|| delete(seen, count)).into(),
    ])
}

/// Does the viewer sit in a seat whose photos are taken here? Whoever leads looks at them.
fn hands_in(seen: Seen<'_>) -> bool {
    let Viewer::Seat(seat) = seen.viewer else { return false };
    seen.custom.photos > 0 && seen.is_person(seat) && seen.custom.leads(seen.seats) != Some(seat)
}

/// Photos that wait for words can go without any.
fn send(seen: Seen<'_>, deed: &Deed) -> Option<El> {
    let ask = takes(seen, &deed.command)?;
    let (action, by) = seen.sends();
    let button = el("button").id("show-photos").attr("type", "submit").class("main").text(&deed.word);
    Some(Answers { action: &action, by: &by }.gives(ask, &deed.command).add(button))
}

/// Deleting is for good, so it takes two taps.
fn delete(seen: Seen<'_>, count: usize) -> El {
    let what = if count == 1 { says::THE_PHOTO } else { says::ALL_PHOTOS };
    el("details").class("delete").id("delete-photos").add(el("summary").text(says::delete(what))).add(
        el("form")
            .attr("method", "post")
            .attr("action", format!("/t/{}/photos/delete?as={}", seen.id, seen.viewer))
            .add(el("p").text(says::THEY_ARE_GONE_FROM_THE_DISK))
            .add(el("button").attr("type", "submit").text(says::DELETE_FOR_GOOD)),
    )
}

/// How photos come in: with scripts as soon as they are chosen, dropped or pasted; without, by a plain form. Nothing, where photos are
/// not looked at.
pub(super) fn add(seen: Seen<'_>) -> Option<El> {
    if seen.custom.photos == 0 {
        return None;
    }
    if !seen.acts || !hands_in(seen) {
        return Some(el("div"));
    }
    let input = |id: &str| el("input").id(id).attr("type", "file").attr("name", "photo").class("file");
    let choose =
        input("choose-photos").attr("accept", "image/jpeg,image/png,image/webp").flag("multiple", true);
    let take = input("take-photo").attr("accept", "image/*").attr("capture", "environment");
    let promise = says::PHOTOS_STAY_WHERE_PARLOR_RUNS;
    let form = el("section")
        .class("panel add-photos")
        .attr("aria-label", says::ADD_PHOTOS)
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
                        .add(el("label").class("button").attr("for", "choose-photos").text(says::ADD_PHOTOS))
                        .add(choose)
                        .add(el("label").class("button camera").attr("for", "take-photo").text(says::CAMERA))
                        .add(take),
                )
                .add(el("button").class("unscripted").attr("type", "submit").text(says::SEND))
                .add(el("p").class("quiet scripted").text(says::OR_DROP_THEM_ANYWHERE_OR_PASTE)),
        )
        .add(el("p").class("quiet promise").text(promise));
    Some(form)
}
