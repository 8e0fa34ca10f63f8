//! What a browser shows when it does not reach the server: the one page that it keeps.

use super::html::{Html, el};
use super::layout;

/// The page. It is the same for everybody, and says nothing of anybody.
pub(crate) async fn offline() -> Html {
    let again = el("a").class("button main").attr("href", "").text("Try again");
    let body = el("section")
        .class("panel")
        .add(el("h1").text("Parlor cannot be reached"))
        .add(el("p").text(
            "You are offline, or the server is. Nothing is lost: whatever was said and done is there when it can be reached again, \
             and the table is as you left it.",
        ))
        .add(el("p").add(again));
    layout::page("Not reached", &[], body)
}
