//! What stands round every page: the head, the way back, the place for what is said to those who do not see.

use super::assets;
use super::html::{El, Html, el};
use crate::says;

/// A page. `heading` says where one is; `scripts` are the modules that it needs.
pub(crate) fn page(heading: &str, scripts: &[&str], body: impl Into<Html>) -> Html {
    let bar = el("header").class("bar").add(skip()).add(
        el("nav")
            .attr("aria-label", "Parlor")
            .add(el("a").class("home").attr("href", "/").add(mark()).text("Parlor"))
            .add(el("a").class("help-link").attr("href", "/help").text(says::HELP)),
    );
    framed(heading, scripts, el("body").add(bar), body.into())
}

/// A page that is one screen, with a head of its own.
pub(crate) fn screen(heading: &str, scripts: &[&str], body: impl Into<Html>) -> Html {
    framed(heading, scripts, el("body").class(SCREEN).add(skip()), body.into())
}

/// What a page that is one screen is known by.
pub(super) const SCREEN: &str = "screen";

fn skip() -> El {
    el("a").class("skip").attr("href", "#main").text(says::SKIP_TO_THE_PAGE)
}

fn framed(heading: &str, scripts: &[&str], top: El, body: Html) -> Html {
    let head = el("head")
        .add(el("meta").attr("charset", "utf-8"))
        .add(el("meta").attr("name", "viewport").attr("content", "width=device-width, initial-scale=1"))
        .add(el("meta").attr("name", "color-scheme").attr("content", "dark light"))
        .add(el("title").text(says::parlor(heading)))
        .add(el("link").attr("rel", "icon").attr("href", assets::href("icon.svg")))
        .add(el("link").attr("rel", "manifest").attr("href", assets::href("manifest.json")))
        .add(el("link").attr("rel", "stylesheet").attr("href", assets::href("style.css")))
        .add_all(
            ["app.js"]
                .iter()
                .chain(scripts)
                .map(|name| el("script").attr("type", "module").attr("src", assets::href(name))),
        );
    let body = top
        .add(el("main").id("main").attr("tabindex", "-1").add(body))
        .add(el("div").id("status").class("unseen").attr("role", "status").attr("aria-live", "polite"));
    Html::all([Html::doctype(), el("html").attr("lang", "en").add(head).add(body).into()])
}

/// A table with four round it.
fn mark() -> El {
    let round = |x: &str, y: &str, class: &str| {
        el("circle").attr("cx", x).attr("cy", y).attr("r", "2.5").class(class)
    };
    el("svg")
        .class("mark")
        .attr("viewBox", "2 2 28 28")
        .attr("aria-hidden", "true")
        .add(el("circle").attr("cx", "16").attr("cy", "16").attr("r", "8").class("board"))
        .add(round("16", "5", "north"))
        .add(round("27", "16", "east"))
        .add(round("16", "27", "south"))
        .add(round("5", "16", "west"))
}
