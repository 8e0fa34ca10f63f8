//! What those who watch say to each other, and a line to say something on. Those who played find it at the end.

use axum::body::Body;
use axum::extract::{Path, State};
use axum::response::Response;

use super::acts;
use super::form::hidden;
use super::html::{El, el};
use super::stage::Stage;
use crate::answer::Fail;
use crate::api::free_seat;
use crate::body::read;
use crate::gallery::{Gallery, Heard, Line};
use crate::guard::Visitor;
use crate::limits::{BODY_BYTES_MAX, GALLERY_CHARS_MAX, GUEST_NAME_CHARS_MAX, WATCHERS_COUNTED_MAX};
use crate::rate::Kind;
use crate::says;
use crate::server::App;
use crate::urlencoded::pairs;

/// Somebody who watches says something to the others who do.
pub(crate) async fn say(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    body: Body,
) -> Result<Response, Fail> {
    let id = visitor.sees(&id)?;
    visitor.pay(&app, Kind::Command)?;
    let sent = pairs(&read(body, BODY_BYTES_MAX).await?);
    let given = |name: &str| sent.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value.as_str());
    let scene = free_seat::scene(&app, &id).await?;
    Gallery::say(&app, &visitor, &id, &scene, (given("name"), given("text")))?;
    acts::back(&id, given("look"))
}

/// How many watch, for all who look at a table.
pub(super) fn watching(stage: &Stage) -> El {
    let words = match stage.here.map_or(0, |here| here.watching) {
        0 => None,
        1 => Some(says::ONE_IS_WATCHING.to_owned()),
        many if many < WATCHERS_COUNTED_MAX => Some(says::are_watching(many)),
        most => Some(says::or_more_are_watching(most)),
    };
    el("div").class("watching").add(words.map(|words| el("p").class("quiet").text(words)))
}

/// What was said, with a line for whoever may say something.
pub(super) fn part(stage: &Stage) -> El {
    let Heard { lines, watches, name } = &stage.gallery;
    let said = (!lines.is_empty()).then(|| {
        el("div")
            .class("said-there")
            .attr("tabindex", "0")
            .attr("role", "region")
            .attr("aria-label", says::WHAT_THOSE_WHO_WATCH_SAY)
            .add(el("ol").class("feed").add_all(lines.iter().map(line)))
    });
    let title = |words: &str| el("h2").id("gallery-title").text(words);
    match said {
        said if *watches => el("section")
            .class("gallery")
            .attr("aria-labelledby", "gallery-title")
            .add(title(says::AMONG_THOSE_WHO_WATCH))
            .add(said)
            .add(form(stage, name.as_deref())),
        Some(said) => el("section").class("gallery").attr("aria-labelledby", "gallery-title").add(
            el("details")
                .id("gallery-fold")
                .add(
                    el("summary")
                        .add(title(says::WHAT_THOSE_WHO_WATCHED_SAID))
                        .add(el("span").class("quiet").text(format!("({})", lines.len()))),
                )
                .add(said),
        ),
        None => el("div"),
    }
}

fn line(line: &Line) -> El {
    el("li").add(el("b").text(&line.who)).text(" ").add(el("span").class("words").text(&line.text))
}

/// Whoever speaks for the first time says what they are called.
fn form(stage: &Stage, name: Option<&str>) -> El {
    let field = |id: &str, name: &str, most: usize, label: &str| {
        el("input")
            .id(id)
            .attr("type", "text")
            .attr("name", name)
            .attr("maxlength", most.to_string())
            .attr("aria-label", label)
            .attr("placeholder", label)
    };
    let own = name.is_none().then(|| {
        let field = field("gallery-name", "name", GUEST_NAME_CHARS_MAX, says::YOUR_NAME);
        field.class("name").attr("autocomplete", "nickname")
    });
    let label = match name {
        Some(name) => says::say_as_to_those_who_watch(name),
        None => says::SAY_SOMETHING_TO_THOSE_WHO_WATCH.to_owned(),
    };
    let text = field("gallery-line", "text", GALLERY_CHARS_MAX, &label);
    el("form")
        .class("line")
        .attr("method", "post")
        .attr("action", format!("/t/{}/gallery", stage.id))
        .flag("data-send", true)
        .add(hidden("look", &stage.viewer.to_string()))
        .add(own)
        .add(text.attr("autocomplete", "off").flag("required", true))
        .add(el("button").attr("type", "submit").text(says::SEND))
}
