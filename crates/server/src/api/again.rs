//! The same table again, with everybody who is at it: the same seats and options, another seed. Whoever has a right at the old
//! table comes along by an invitation of their own, so that a right to one table never opens another.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use engine::{Holder, SeatId, SessionId, Viewer};
use host::Table;
use protocol::Scene;
use serde_json::json;
use store::{Rights, Scope};

use super::{commands, free_seat, rights, seats};
use crate::answer::Fail;
use crate::guard::Visitor;
use crate::limits::INVITATION_MS;
use crate::rate::Kind;
use crate::saved::{self, blocking};
use crate::says;
use crate::server::App;
use crate::token::Token;
use crate::wire::{Made, NewTable};

/// Lays it, for whoever may lay tables.
pub(crate) async fn create(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
) -> Result<(StatusCode, Json<Made>), Fail> {
    let id: SessionId = id.parse().map_err(|_| Fail::not_found())?;
    let next = laid(&app, &visitor, &id, None).await?;
    Ok((StatusCode::CREATED, Json(Made { id: next.to_string() })))
}

/// The next table of one that is over: laid, unless it is already, with the seats as they were. `own` is the seat that whoever
/// lays it looked from: if they had sat down in it, they sit down in it again.
pub(crate) async fn laid(
    app: &App,
    visitor: &Visitor,
    id: &SessionId,
    own: Option<SeatId>,
) -> Result<SessionId, Fail> {
    visitor.check_owner()?;
    visitor.pay(app, Kind::Make)?;
    let row = saved::row(app, id).await?;
    if !row.ended {
        let message = says::THIS_TABLE_IS_NOT_OVER_YET;
        return Err(Fail::new(StatusCode::CONFLICT, "not-over", message));
    }
    let _alone = app.laying.lock().await;
    if let Some(next) = app.rights.next(id)
        && saved::row(app, &next).await.is_ok()
    {
        return Ok(next);
    }
    let opened = saved::opened(app, id).await?;
    let wanted = NewTable {
        machine: row.meta.machine,
        title: Some(row.meta.title),
        seats: Some(opened.seats),
        setup: Some(opened.setup),
        seed: None,
        salt: None,
        open_seats: opened.open_seats,
        language: opened.language,
    };
    let desk = app.clone();
    let new = blocking(move || Ok(desk.desk.lay(wanted)?)).await?;
    let people = new.opening.seats.iter().filter(|seat| seat.holder == Holder::Person).count();
    let before = free_seat::scene(app, id).await?;
    let table = app.host.create(new).await?;
    keep(app, visitor, id, &before, own, &table).await?;
    let (next, now) = (table.id().clone(), app.now());
    let invited = app.rights.take_along(id, &next, now, now + INVITATION_MS)?;
    // Whoever plays alone waits for nobody.
    if invited == 0 && people <= 1 {
        commands::begin(app, &table).await?;
    }
    app.presence.tell(id);
    Ok(next)
}

/// Makes whoever runs the table what they were at the old one: in a seat of the house, if they had sat down in one, and bound
/// to fair play.
async fn keep(
    app: &App,
    visitor: &Visitor,
    id: &SessionId,
    before: &Scene,
    own: Option<SeatId>,
    table: &Table,
) -> Result<(), Fail> {
    let fair = before.table.fair;
    let rights = app.rights.at(id, app.now());
    let is_a_guests = |seat: &SeatId| rights.iter().any(|(_, right)| right.scope == Scope::Play(*seat));
    let own = fair.and_then(|fair| fair.seat).or(own);
    if let Some(own) = own.filter(|own| before.table.taken.contains(*own) && !is_a_guests(own)) {
        seats::sit_down(table, own, visitor.person(table.id())).await?;
    }
    if let Some(fair) = fair {
        let command = json!({"type": "SetFairPlay", "on": true, "seat": fair.seat});
        commands::as_host(table, &command).await?;
    }
    Ok(())
}

/// Goes along to the next table, to be there what one was here. Gives that table, and the right to it for whoever has none yet.
pub(crate) async fn along(
    app: &App,
    visitor: &Visitor,
    id: &SessionId,
) -> Result<(SessionId, Option<Token>), Fail> {
    visitor.check_sees(id)?;
    visitor.pay(app, Kind::Make)?;
    let next = app.rights.next(id).ok_or_else(Fail::not_found)?;
    if visitor.check_sees(&next).is_ok() {
        return Ok((next, None));
    }
    let mut invitations = visitor.tokens_at(id).map(|token| Rights::along(&next, token));
    let invitation = invitations.find(|it| app.rights.invitation(*it, app.now()).is_some());
    let (token, scope) = rights::redeemed(app, &next, invitation.ok_or_else(rights::taken)?).await?;
    if let Scope::Play(seat) = scope
        && let Some(name) = app.guests.at(id).remove(&seat)
    {
        let table = commands::table(app, &next).await?;
        let called = table.scene(Viewer::Public).await?.seats.into_iter().nth(seat.index());
        free_seat::call(app, &table, seat, &called.map(|it| it.name).unwrap_or_default(), name).await;
    }
    Ok((next, Some(token)))
}
