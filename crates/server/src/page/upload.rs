//! Photos by plain forms, for browsers without scripts: handed in, and deleted.

use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::{Actor, SeatId, SessionId, Viewer};

use super::html::{Html, el};
use super::{acts::back, layout};
use crate::answer::Fail;
use crate::api::commands;
use crate::body::read_photos;
use crate::guard::Visitor;
use crate::limits::{FORM_PHOTOS_MAX, PHOTO_FORM_BYTES_MAX};
use crate::multipart;
use crate::rate::Kind;
use crate::saved::{self, blocking};
use crate::says;
use crate::server::App;
use crate::wire::Look;

/// Whose photos they are.
fn owner(visitor: &Visitor, id: &str, look: &Look) -> Result<(SessionId, SeatId), Fail> {
    let id = visitor.sees(id)?;
    let by: Actor = look.viewer.as_deref().unwrap_or_default().parse().map_err(Fail::bad)?;
    visitor.check_acts(&id, by)?;
    let seat = by.seat().ok_or_else(|| Fail::bad(says::A_PHOTO_IS_OF_A_SEAT))?;
    Ok((id, seat))
}

/// Takes the photos of a form. What is wrong with one is told on a page, and the others are kept.
pub(crate) async fn add(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(look): Query<Look>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Fail> {
    let (id, seat) = owner(&visitor, &id, &look)?;
    visitor.pay(&app, Kind::Make)?;
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let boundary = multipart::boundary(kind).map(str::to_owned);
    let boundary = boundary.ok_or_else(|| Fail::bad(says::THIS_IS_NO_FORM_WITH_FILES))?;
    let sent = read_photos(body, PHOTO_FORM_BYTES_MAX, FORM_PHOTOS_MAX).await;
    let mut wrong = Vec::new();
    match &sent {
        Ok(body) => {
            let parts = multipart::parts(body, &boundary).map_err(Fail::bad)?;
            let table = commands::table(&app, &id).await?;
            for part in parts.into_iter().filter(|part| part.name == "photo" && !part.bytes.is_empty()) {
                if let Err(refused) = table.add_photo(seat, part.bytes.to_vec()).await {
                    wrong.push((part.file_name, Fail::from(refused)));
                }
            }
        }
        Err(fail) => wrong.push((None, fail.clone())),
    }
    match wrong.first() {
        None => back(&id, &Viewer::Seat(seat).to_string()),
        Some((_, first)) => Ok((first.status, refused(&id, seat, &wrong)).into_response()),
    }
}

/// What could not be kept, and the way back.
fn refused(id: &SessionId, seat: SeatId, wrong: &[(Option<String>, Fail)]) -> Html {
    let line = |(name, fail): &(Option<String>, Fail)| {
        let name = name.as_ref().map_or(String::new(), |name| format!("{name}: "));
        el("li").text(format!("{name}{}", fail.body.error.message))
    };
    let body = el("div")
        .class("panel")
        .add(el("h1").text(says::NOT_EVERY_PHOTO_COULD_BE_KEPT))
        .add(el("ul").add_all(wrong.iter().map(line)))
        .add(
            el("p").add(el("a").attr("href", format!("/t/{id}?as={}", Viewer::Seat(seat))).text(says::BACK)),
        );
    layout::page(says::NOT_EVERY_PHOTO_COULD_BE_KEPT, &[], body)
}

/// Deletes every photo of a session that is over. While it goes on, its rules do.
pub(crate) async fn delete(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(look): Query<Look>,
) -> Result<Response, Fail> {
    let (id, seat) = owner(&visitor, &id, &look)?;
    visitor.pay(&app, Kind::Command)?;
    if saved::row(&app, &id).await?.ended {
        let (photos, of) = (app.store.photos(), id.clone());
        blocking(move || Ok(photos.delete(&of)?)).await?;
        return back(&id, &Viewer::Seat(seat).to_string());
    }
    Err(Fail::new(StatusCode::CONFLICT, "not-over", says::WHILE_A_SESSION_GOES_ON_ITS))
}
