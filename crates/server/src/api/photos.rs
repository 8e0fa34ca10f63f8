//! Photos: handed in, and looked at by those who sit at the table.

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::{Actor, Hash, SeatId, SessionId};
use protocol::Scene;

use super::commands;
use crate::answer::Fail;
use crate::body::read_photos;
use crate::guard::Visitor;
use crate::limits::PHOTO_BODY_BYTES_MAX;
use crate::rate::Kind;
use crate::saved::blocking;
use crate::says;
use crate::server::App;
use crate::wire::{KeptPhoto, Look};

/// Takes a photo of a seat's. It is cleaned before anything else is done with it.
pub(crate) async fn add(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(look): Query<Look>,
    body: Body,
) -> Result<(StatusCode, Json<KeptPhoto>), Fail> {
    let id = visitor.sees(&id)?;
    let by: Actor = look.viewer.as_deref().unwrap_or_default().parse().map_err(Fail::bad)?;
    visitor.check_acts(&id, by)?;
    let seat: SeatId = by.seat().ok_or_else(|| Fail::bad(says::A_PHOTO_IS_OF_A_SEAT))?;
    visitor.pay(&app, Kind::Make)?;
    let bytes = read_photos(body, PHOTO_BODY_BYTES_MAX, 1).await?;
    let photo = commands::table(&app, &id).await?.add_photo(seat, bytes).await?;
    let kept = KeptPhoto { hash: photo.hash.to_string(), width: photo.width, height: photo.height };
    Ok((StatusCode::CREATED, Json(kept)))
}

/// Whether a visitor can look at the photos of a session. While it goes on its view says which there are; once it is over
/// it stays as it was, and they may have been deleted since.
pub(crate) async fn can_be_seen(
    app: &App,
    visitor: &Visitor,
    id: &SessionId,
    scene: &Scene,
) -> Result<bool, Fail> {
    if visitor.only_watches(id) || scene.outcome.is_none() {
        return Ok(!visitor.only_watches(id));
    }
    let (photos, id) = (app.store.photos(), id.clone());
    blocking(move || Ok(!photos.of(&id)?.is_empty())).await
}

/// A photo, for those who sit at the table or run it.
pub(crate) async fn look(
    State(app): State<App>,
    visitor: Visitor,
    Path((id, hash)): Path<(String, String)>,
) -> Result<Response, Fail> {
    let id = visitor.sees(&id)?;
    if visitor.only_watches(&id) {
        return Err(Fail::not_found());
    }
    visitor.pay(&app, Kind::Read)?;
    let hash: Hash = serde_json::from_value(hash.into()).map_err(|_| Fail::not_found())?;
    let bytes = blocking(move || Ok(app.store.photos().read(&id, hash)?)).await?;
    let bytes = bytes.ok_or_else(Fail::not_found)?;
    Ok(([(header::CONTENT_TYPE, "image/jpeg")], bytes).into_response())
}
