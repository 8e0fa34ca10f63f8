//! The door: an invitation that is looked at before it is taken up, and the place to type a short code. Opening either
//! changes nothing, so whatever looks at an address before a person does (a preview, a scanner) takes nobody's seat.

use axum::extract::{Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::SessionId;
use serde::Deserialize;
use store::Scope;

use super::html::{El, Html, el};
use super::layout;
use crate::answer::Fail;
use crate::api::{free_seat, rights};
use crate::guard::Visitor;
use crate::limits::GUEST_NAME_CHARS_MAX;
use crate::rate::Kind;
use crate::saved;
use crate::says;
use crate::server::App;

/// What was typed.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Typed {
    code: String,
}

/// The page of an invitation: what it is to, and the one button that takes it up.
pub(crate) async fn invited(
    State(app): State<App>,
    visitor: Visitor,
    Path(given): Path<String>,
) -> Result<Html, Fail> {
    let (_, id, scope) = rights::found(&app, &visitor, &given)?;
    let title = saved::row(&app, &id).await?.meta.title;
    let to = Invited { given: &given, id: &id, title: &title };
    let body = match scope {
        Scope::Play(seat) => {
            let scene = free_seat::scene(&app, &id).await?;
            let name = scene.seats.into_iter().nth(seat.index()).map(|seat| seat.name);
            let words = to.heading(says::SIT_DOWN_AT);
            to.card(words.text(says::as_name(name.unwrap_or_default())), None, says::SIT_DOWN)
        }
        Scope::AnySeat if visitor.seat_at(&id).is_some() => to.sits_already(),
        Scope::AnySeat => {
            let free = free_seat::free(&app, &id, &free_seat::scene(&app, &id).await?).len();
            if free == 0 {
                to.is_full()
            } else {
                to.card(to.heading(says::SIT_DOWN_AT), Some(own_name(free)), says::SIT_DOWN)
            }
        }
        Scope::Observe | Scope::Left(_) => to.card(to.heading(says::WATCH_TABLE), None, says::WATCH),
        Scope::Host => to.card(to.heading(says::RUN_THE_TABLE), None, says::RUN_IT),
    };
    Ok(layout::page(&title, &[], body))
}

/// An invitation that is shown.
struct Invited<'a> {
    /// As it stands in the address.
    given: &'a str,
    id: &'a SessionId,
    title: &'a str,
}

impl Invited<'_> {
    fn heading(&self, words: &str) -> El {
        el("h1").text(words).add(el("em").text(self.title))
    }

    fn card(&self, heading: El, fields: Option<El>, button: &str) -> El {
        el("div").class("plain door").add(heading).add(
            el("form")
                .attr("method", "post")
                .attr("action", format!("/join/{}", self.given))
                .add(fields)
                .add(el("button").attr("type", "submit").class("main wide").text(button)),
        )
    }

    fn is_full(&self) -> El {
        el("div")
            .class("plain door")
            .add(self.heading(says::EVERY_SEAT_IS_TAKEN_AT))
            .add(el("p").text(says::ASK_WHOEVER_RUNS_THE_TABLE_FOR))
    }

    fn sits_already(&self) -> El {
        let to =
            el("a").class("button main").attr("href", format!("/t/{}", self.id)).text(says::GO_TO_THE_TABLE);
        el("div").class("plain door").add(self.heading(says::YOU_SIT_ALREADY_AT)).add(el("p").add(to))
    }
}

/// The name that somebody plays under, where a seat is not theirs by name.
fn own_name(free: usize) -> El {
    let seats = if free == 1 { says::ONE_SEAT_IS_FREE.to_owned() } else { says::seats_are_free(free) };
    el("div")
        .class("field")
        .add(el("label").attr("for", "name").text(says::YOUR_NAME))
        .add(
            el("input")
                .id("name")
                .attr("type", "text")
                .attr("name", "name")
                .attr("autocomplete", "nickname")
                .attr("maxlength", GUEST_NAME_CHARS_MAX.to_string())
                .flag("required", true),
        )
        .add(el("p").class("quiet").text(says::the_table_is_told_who_you(&seats)))
}

/// The place to type a code; what was typed leads on to its invitation.
pub(crate) async fn door(
    State(app): State<App>,
    visitor: Visitor,
    Query(typed): Query<Typed>,
) -> Result<Response, Fail> {
    visitor.pay(&app, Kind::Read)?;
    if typed.code.trim().is_empty() {
        let body = el("div").class("plain door").add(el("h1").text(says::COME_IN)).add(code_form());
        return Ok(layout::page(says::COME_IN, &[], body).into_response());
    }
    let code = crate::codes::read(&typed.code).ok_or_else(|| Fail::bad(says::THAT_IS_NO_CODE_A_CODE))?;
    let to = HeaderValue::from_str(&format!("/join/{code}")).map_err(|_| Fail::broken())?;
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, to)]).into_response())
}

/// The form for a code.
pub(super) fn code_form() -> El {
    el("form")
        .class("code-form")
        .attr("method", "get")
        .attr("action", "/join")
        .add(el("label").attr("for", "code").text(says::THE_CODE_OF_THE_TABLE))
        .add(
            el("input")
                .id("code")
                .attr("type", "text")
                .attr("name", "code")
                .attr("autocomplete", "off")
                .attr("autocapitalize", "characters")
                .attr("spellcheck", "false")
                .attr("maxlength", "20")
                .attr("placeholder", "KITE-427")
                .flag("required", true),
        )
        .add(el("button").attr("type", "submit").class("main").text(says::COME_IN))
}
