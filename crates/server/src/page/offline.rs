//! What a browser shows when it does not reach the server: the one page that it keeps.

use super::html::{Html, el};
use super::layout;
use crate::says;

/// The page. It is the same for everybody, and says nothing of anybody.
pub(crate) async fn offline() -> Html {
    let again = el("a").class("button main").attr("href", "").text(says::TRY_AGAIN);
    let body = el("section")
        .class("panel")
        .add(el("h1").text(says::PARLOR_CANNOT_BE_REACHED))
        .add(el("p").text(says::YOU_ARE_OFFLINE_OR_THE_SERVER))
        .add(el("p").add(again));
    layout::page(says::NOT_REACHED, &[], body)
}
