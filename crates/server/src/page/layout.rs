//! What stands round every page: the head, the way back, the place for what is said to those who do not see.

use super::html::{Html, el};

/// A page. `heading` says where one is; `scripts` are the modules that it needs.
pub(crate) fn page(heading: &str, scripts: &[&str], body: impl Into<Html>) -> Html {
    let head = el("head")
        .add(el("meta").attr("charset", "utf-8"))
        .add(el("meta").attr("name", "viewport").attr("content", "width=device-width, initial-scale=1"))
        .add(el("meta").attr("name", "color-scheme").attr("content", "dark light"))
        .add(el("title").text(format!("{heading} · Parlor")))
        .add(el("link").attr("rel", "icon").attr("href", "/assets/icon.svg"))
        .add(el("link").attr("rel", "stylesheet").attr("href", "/assets/style.css"))
        .add_all(
            scripts
                .iter()
                .map(|name| el("script").attr("type", "module").attr("src", format!("/assets/{name}"))),
        );
    let bar = el("header")
        .class("bar")
        .add(el("a").class("skip").attr("href", "#main").text("Skip to the page"))
        .add(
            el("nav")
                .attr("aria-label", "Parlor")
                .add(el("a").class("home").attr("href", "/").text("Parlor"))
                .add(el("a").attr("href", "/help").text("Help")),
        );
    let body = el("body")
        .add(bar)
        .add(el("main").id("main").attr("tabindex", "-1").add(body))
        .add(el("div").id("status").class("unseen").attr("role", "status").attr("aria-live", "polite"));
    Html::all([Html::doctype(), el("html").attr("lang", "en").add(head).add(body).into()])
}
