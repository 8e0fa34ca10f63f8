//! Rights: invitations to a table, taking them up, taking them away.

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::{Hash, SeatId, SessionId};
use store::{Right, Scope};

use super::{free_seat, seats};
use crate::answer::Fail;
use crate::body::{Sent, read};
use crate::codes;
use crate::guard::{COOKIE, Visitor};
use crate::limits::{BODY_BYTES_MAX, INVITATION_MS, RIGHT_MS};
use crate::places::{Door, by_https};
use crate::rate::Kind;
use crate::saved;
use crate::says;
use crate::server::App;
use crate::token::Token;
use crate::urlencoded::pairs;
use crate::wire::{Guest, Invitation, NewInvitation, Revoked};

fn scope(wanted: &NewInvitation) -> Result<Scope, Fail> {
    match (wanted.scope.as_str(), wanted.seat.map(SeatId::new)) {
        ("play", Some(Some(seat))) => Ok(Scope::Play(seat)),
        ("any", None) => Ok(Scope::AnySeat),
        ("play", _) => Err(Fail::bad(says::TO_PLAY_TAKES_A_SEAT_GIVE)),
        ("host", None) => Ok(Scope::Host),
        ("observe", None) => Ok(Scope::Observe),
        ("any" | "host" | "observe", Some(_)) => Err(Fail::bad(says::ONLY_AN_INVITATION_TO_PLAY_NAMES)),
        (other, _) => Err(Fail::bad(says::is_no_scope_say_play_any(format_args!("{other:?}")))),
    }
}

/// An invitation: an address that is taken up once, or by everybody if it is to any seat.
pub(crate) async fn invite(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    headers: HeaderMap,
    sent: Sent<NewInvitation>,
) -> Result<(StatusCode, Json<Invitation>), Fail> {
    let id = visitor.sees(&id)?;
    visitor.check_host(&id)?;
    let door = Door::of(&app, &headers);
    let invitation = invited(&app, &visitor, id, &door, &sent.read().await?).await?;
    Ok((StatusCode::CREATED, Json(invitation)))
}

/// Makes an invitation for somebody who may: whoever calls this has checked it.
pub(crate) async fn invited(
    app: &App,
    visitor: &Visitor,
    id: SessionId,
    door: &Door,
    wanted: &NewInvitation,
) -> Result<Invitation, Fail> {
    visitor.pay(app, Kind::Make)?;
    saved::row(app, &id).await?;
    invitation(app, &id, door, wanted)
}

/// Makes an invitation to a table that is there.
pub(crate) fn invitation(
    app: &App,
    id: &SessionId,
    door: &Door,
    wanted: &NewInvitation,
) -> Result<Invitation, Fail> {
    let scope = scope(wanted)?;
    let token = Token::fresh().map_err(|_| Fail::broken())?;
    let (now, expires_at) = (app.now(), app.now() + INVITATION_MS);
    let right = Right { session: Some(id.clone()), scope, expires_at, invitation: true };
    app.rights.grant(token.hash(), right, now)?;
    let code = match scope {
        Scope::AnySeat => Some(app.codes.make(token.hash(), now).map_err(|_| Fail::broken())?),
        Scope::Play(_) | Scope::Host | Scope::Observe | Scope::Left(_) => None,
    };
    let path = format!("/join/{}", token.as_str());
    let link = format!("{}{path}", door.origin);
    Ok(Invitation { path, link, here_only: door.here_only, expires_at, code })
}

/// An invitation as it stands in an address: by its token, or by a short code. Looking at it changes nothing.
pub(crate) fn found(app: &App, visitor: &Visitor, given: &str) -> Result<(Hash, SessionId, Scope), Fail> {
    let hash = match (Token::read(given), codes::read(given)) {
        (Some(token), _) => {
            visitor.pay(app, Kind::Read)?;
            token.hash()
        }
        (None, Some(code)) => {
            // A code can be guessed: who tries them is slowed down, and ends them all before long.
            visitor.pay(app, Kind::Make)?;
            app.codes.find(&code, app.now()).ok_or_else(no_such_code)?
        }
        (None, None) => return Err(taken()),
    };
    let right = app.rights.invitation(hash, app.now()).ok_or_else(taken)?;
    Ok((hash, right.session.ok_or_else(taken)?, right.scope))
}

/// Takes up an invitation: the right comes as a cookie that no script reads, and the address in the bar is clean again.
pub(crate) async fn join(
    State(app): State<App>,
    visitor: Visitor,
    Path(given): Path<String>,
    headers: HeaderMap,
    body: Body,
) -> Result<Response, Fail> {
    visitor.pay(&app, Kind::Make)?;
    let (invitation, id, scope) = found(&app, &visitor, &given)?;
    seats::check_one(&visitor, &id, scope)?;
    let token = match scope {
        // One link is for all, and one seat for each.
        Scope::AnySeat if visitor.seat_at(&id).is_some() => return to_table(&id, None),
        Scope::AnySeat => {
            let fresh = Token::fresh().map_err(|_| Fail::broken())?;
            let (now, expires_at) = (app.now(), app.now() + RIGHT_MS);
            let sent = pairs(&read(body, BODY_BYTES_MAX).await?);
            let name = sent.iter().find(|(key, _)| key == "name").map(|(_, value)| value.as_str());
            let grant = |seat: SeatId| {
                let scope = Scope::Play(seat);
                let right = Right { session: Some(id.clone()), scope, expires_at, invitation: false };
                Ok(app.rights.grant(fresh.hash(), right, now)?)
            };
            free_seat::take(&app, &id, name.unwrap_or_default(), grant).await?;
            fresh
        }
        Scope::Play(_) | Scope::Host | Scope::Observe | Scope::Left(_) => {
            redeemed(&app, &id, invitation).await?.0
        }
    };
    to_table(&id, Some(cookie(&app, &headers, id.as_str(), &token)?))
}

/// Exchanges an invitation for the right that it is to, once. Whoever is to play sits down.
pub(crate) async fn redeemed(app: &App, id: &SessionId, invitation: Hash) -> Result<(Token, Scope), Fail> {
    let fresh = Token::fresh().map_err(|_| Fail::broken())?;
    let (now, expires_at) = (app.now(), app.now() + RIGHT_MS);
    let right = app.rights.redeem(invitation, fresh.hash(), now, expires_at)?.ok_or_else(taken)?;
    if let Scope::Play(seat) = right.scope {
        app.guests.forget(id, seat);
        seats::take_up(app, id, seat).await;
    }
    Ok((fresh, right.scope))
}

fn to_table(id: &SessionId, cookie: Option<HeaderValue>) -> Result<Response, Fail> {
    let to = HeaderValue::from_str(&format!("/t/{id}")).map_err(|_| Fail::broken())?;
    let mut response = (StatusCode::SEE_OTHER, [(header::LOCATION, to)]).into_response();
    if let Some(cookie) = cookie {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

/// Keeps the owner's token in this browser, and leaves a clean address.
pub(crate) async fn own(
    State(app): State<App>,
    visitor: Visitor,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Fail> {
    visitor.pay(&app, Kind::Make)?;
    let token = Token::read(&token).ok_or_else(Fail::not_found)?;
    let right = app.rights.of(token.hash(), app.now()).ok_or_else(Fail::not_found)?;
    if right.session.is_some() || right.scope != Scope::Host {
        return Err(Fail::not_found());
    }
    let cookie = cookie(&app, &headers, "owner", &token)?;
    let to = HeaderValue::from_static("/");
    Ok((StatusCode::SEE_OTHER, [(header::SET_COOKIE, cookie), (header::LOCATION, to)]).into_response())
}

/// A cookie that no script reads, and that another site's page sends only by leading here. Nothing is changed by being led
/// here. It goes by HTTPS alone if it came so; a browser would drop it at once if it had to and did not.
pub(crate) fn cookie(app: &App, headers: &HeaderMap, name: &str, token: &Token) -> Result<HeaderValue, Fail> {
    let cookie = format!(
        "{COOKIE}{name}={}; Path=/; HttpOnly; SameSite=Lax; Max-Age={}{}",
        token.as_str(),
        RIGHT_MS / 1_000,
        if by_https(app, headers) { "; Secure" } else { "" }
    );
    HeaderValue::from_str(&cookie).map_err(|_| Fail::broken())
}

/// The same words whether it was taken up, ran out, or never was.
pub(crate) fn taken() -> Fail {
    Fail::new(StatusCode::GONE, "seat-taken", says::THIS_INVITATION_WAS_USED_ALREADY)
}

/// The same words whether it ran out or never was.
fn no_such_code() -> Fail {
    Fail::new(StatusCode::GONE, "no-such-code", says::NO_TABLE_HAS_THIS_CODE_NOW)
}

/// Who is here: every right at a table, with whether somebody looks through its seat's eyes just now.
pub(crate) fn listed(app: &App, id: &SessionId) -> Vec<Guest> {
    let here = app.presence.here(id).seats;
    let guest = |(name, right): (String, Right)| {
        let (scope, seat) = match right.scope {
            Scope::Play(seat) => ("play", Some(seat)),
            Scope::AnySeat => ("any", None),
            Scope::Host => ("host", None),
            Scope::Observe => ("observe", None),
            Scope::Left(seat) => ("left", Some(seat)),
        };
        Guest {
            right: name,
            scope: scope.to_owned(),
            seat: seat.map(SeatId::number),
            invitation: right.invitation,
            here: matches!(right.scope, Scope::Play(seat) if here.contains(seat)),
            expires_at: right.expires_at,
        }
    };
    app.rights.at(id, app.now()).into_iter().map(guest).collect()
}

/// Who is here, for whoever runs the table.
pub(crate) async fn guests(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<Json<Vec<Guest>>, Fail> {
    let id = visitor.sees(&id)?;
    visitor.check_host(&id)?;
    visitor.pay(&app, Kind::Read)?;
    Ok(Json(listed(&app, &id)))
}

/// Takes one right away.
pub(crate) async fn take_away(
    State(app): State<App>,
    visitor: Visitor,
    Path((id, right)): Path<(String, String)>,
) -> Result<Json<Revoked>, Fail> {
    let id = visitor.sees(&id)?;
    visitor.check_host(&id)?;
    visitor.pay(&app, Kind::Make)?;
    if app.rights.take_away(&id, &right)? { Ok(Json(Revoked { revoked: 1 })) } else { Err(Fail::not_found()) }
}

/// Takes every right to a scope away, invitations with them.
pub(crate) async fn revoke(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    sent: Sent<NewInvitation>,
) -> Result<Json<Revoked>, Fail> {
    let id = visitor.sees(&id)?;
    visitor.check_host(&id)?;
    let wanted = sent.read().await?;
    visitor.pay(&app, Kind::Make)?;
    let revoked = app.rights.revoke(&id, scope(&wanted)?)?;
    Ok(Json(Revoked { revoked }))
}
