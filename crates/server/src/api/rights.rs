//! Rights: invitations to a table, taking them up, taking them away.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::{SeatId, SessionId};
use store::{Right, Scope};

use super::seats;
use crate::answer::Fail;
use crate::body::Sent;
use crate::guard::{COOKIE, Visitor};
use crate::limits::{INVITATION_MS, RIGHT_MS};
use crate::rate::Kind;
use crate::saved;
use crate::server::App;
use crate::token::Token;
use crate::wire::{Invitation, NewInvitation, Revoked};

fn scope(wanted: &NewInvitation) -> Result<Scope, Fail> {
    match (wanted.scope.as_str(), wanted.seat.map(SeatId::new)) {
        ("play", Some(Some(seat))) => Ok(Scope::Play(seat)),
        ("play", _) => Err(Fail::bad("to play takes a seat: give its number, from 1")),
        ("host", None) => Ok(Scope::Host),
        ("observe", None) => Ok(Scope::Observe),
        ("host" | "observe", Some(_)) => Err(Fail::bad("only who plays has a seat")),
        (other, _) => Err(Fail::bad(format!("{other:?} is no scope: say play, host or observe"))),
    }
}

/// An invitation: an address that can be opened once.
pub(crate) async fn invite(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    sent: Sent<NewInvitation>,
) -> Result<(StatusCode, Json<Invitation>), Fail> {
    let id: SessionId = id.parse().map_err(|_| Fail::not_found())?;
    visitor.check_sees(&id)?;
    visitor.check_host(&id)?;
    let invitation = invited(&app, &visitor, id, &sent.read().await?).await?;
    Ok((StatusCode::CREATED, Json(invitation)))
}

/// Makes an invitation for somebody who may: whoever calls this has checked it.
pub(crate) async fn invited(
    app: &App,
    visitor: &Visitor,
    id: SessionId,
    wanted: &NewInvitation,
) -> Result<Invitation, Fail> {
    visitor.pay(app, Kind::Make)?;
    saved::row(app, &id).await?;
    let scope = scope(wanted)?;
    let token = Token::fresh().map_err(|_| Fail::broken())?;
    let expires_at = app.now() + INVITATION_MS;
    let right = Right { session: Some(id), scope, expires_at, invitation: true };
    app.rights.grant(token.hash(), right, app.now())?;
    Ok(Invitation { path: format!("/join/{}", token.as_str()), expires_at })
}

/// Takes up an invitation: the right comes as a cookie that no script reads, and the address in the bar is clean again.
pub(crate) async fn join(
    State(app): State<App>,
    visitor: Visitor,
    Path(token): Path<String>,
) -> Result<Response, Fail> {
    visitor.pay(&app, Kind::Make)?;
    let invitation = Token::read(&token).ok_or_else(taken)?;
    let fresh = Token::fresh().map_err(|_| Fail::broken())?;
    let (now, expires_at) = (app.now(), app.now() + RIGHT_MS);
    let right = app.rights.redeem(invitation.hash(), fresh.hash(), now, expires_at)?.ok_or_else(taken)?;
    let id = right.session.ok_or_else(taken)?;
    if let Scope::Play(seat) = right.scope {
        seats::take_up(&app, &id, seat).await;
    }
    let cookie = cookie(&app, id.as_str(), &fresh)?;
    let to = HeaderValue::from_str(&format!("/t/{id}")).map_err(|_| Fail::broken())?;
    Ok((StatusCode::SEE_OTHER, [(header::SET_COOKIE, cookie), (header::LOCATION, to)]).into_response())
}

/// Keeps the owner's token in this browser, and leaves a clean address.
pub(crate) async fn own(
    State(app): State<App>,
    visitor: Visitor,
    Path(token): Path<String>,
) -> Result<Response, Fail> {
    visitor.pay(&app, Kind::Make)?;
    let token = Token::read(&token).ok_or_else(Fail::not_found)?;
    let right = app.rights.of(token.hash(), app.now()).ok_or_else(Fail::not_found)?;
    if right.session.is_some() || right.scope != Scope::Host {
        return Err(Fail::not_found());
    }
    let cookie = cookie(&app, "owner", &token)?;
    let to = HeaderValue::from_static("/");
    Ok((StatusCode::SEE_OTHER, [(header::SET_COOKIE, cookie), (header::LOCATION, to)]).into_response())
}

/// A cookie that no script reads and no other page sends.
fn cookie(app: &App, name: &str, token: &Token) -> Result<HeaderValue, Fail> {
    let cookie = format!(
        "{COOKIE}{name}={}; Path=/; HttpOnly; SameSite=Strict; Max-Age={}{}",
        token.as_str(),
        RIGHT_MS / 1_000,
        if app.options.loopback { "" } else { "; Secure" }
    );
    HeaderValue::from_str(&cookie).map_err(|_| Fail::broken())
}

/// The same words whether it was taken up, ran out, or never was.
fn taken() -> Fail {
    Fail::new(
        StatusCode::GONE,
        "seat-taken",
        "this invitation was used already, or has run out: ask for another one",
    )
}

/// Takes every right to a scope away, invitations with them.
pub(crate) async fn revoke(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    sent: Sent<NewInvitation>,
) -> Result<Json<Revoked>, Fail> {
    let id: SessionId = id.parse().map_err(|_| Fail::not_found())?;
    visitor.check_sees(&id)?;
    visitor.check_host(&id)?;
    let wanted = sent.read().await?;
    visitor.pay(&app, Kind::Make)?;
    let revoked = app.rights.revoke(&id, scope(&wanted)?)?;
    Ok(Json(Revoked { revoked }))
}
