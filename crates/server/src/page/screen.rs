//! A table on one screen: the talk, what stands beside it, and at the bottom what is to be done. Where there is no room
//! beside the talk, one of them is shown at a time.

use super::face::{Part, Place};
use super::form;
use super::html::{El, Html, el};
use crate::says;

/// What stands in a second line where there is no room for it in the first: what is shown, and who looks.
pub(super) fn second(you: Option<El>) -> El {
    el("div").class("second").add(tabs()).add(you)
}

/// The tab of what is said out of character, in its id and where a line is sent from it.
pub(super) const ASIDE: &str = "aside";

/// What is shown where there is room for one at a time; and everywhere, whether only what is said out of character is. It needs no
/// script, and knows nothing of what it shows. Whichever is chosen goes along with a line that is sent.
fn tabs() -> El {
    let tab = |id: &str, words: &str| {
        el("label")
            .class("tab")
            .add(
                el("input")
                    .attr("type", "radio")
                    .attr("name", "tab")
                    .attr("value", id)
                    .attr("form", form::LINE)
                    .id(format!("tab-{id}"))
                    .attr("autocomplete", "off")
                    .flag("checked", id == "talk"),
            )
            .add(el("span").text(words))
    };
    let beside = Place::BESIDE.into_iter().map(|(place, words)| tab(place.word(), words));
    el("div")
        .class("tabs")
        .attr("role", "radiogroup")
        .attr("aria-label", says::WHAT_IS_SHOWN)
        .add(tab("talk", says::TALK))
        .add(tab(ASIDE, says::ASIDE_TAB))
        .add_all(beside)
}

/// The talk with what stands beside it and, below it, its foot. `is_led`, where a seat leads the others: then what is on the
/// board stands over who sits there, on one side.
pub(super) fn columns(parts: &[Part], is_led: bool, talk: El, foot: El) -> El {
    let [(seats, _), (board, _)] = Place::BESIDE;
    el("div")
        .class(if is_led { "columns led" } else { "columns" })
        .add(seats.of(parts))
        .add(el("div").class("middle").add(talk).add(foot))
        .add(board.of(parts))
}

/// The part of this name.
pub(super) fn part(parts: &[Part], name: &str) -> Html {
    Html::all(parts.iter().filter(|it| it.id == name).map(|it| it.html.clone()))
}
