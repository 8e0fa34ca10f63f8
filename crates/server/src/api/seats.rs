//! Sitting down in a seat that the house or a model plays, and giving it back.
//!
//! Whoever sits down sees all that the seat has seen and will see, and nothing more. A guest who leaves a seat may watch
//! from then on: its eyes are the house's again, and it takes another invitation to sit down anew, in that seat and in no
//! other of the session (T15). When whoever runs the table gives a seat back for a guest, the guest goes on looking through
//! its eyes until that right is taken away.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use engine::{Actor, Input, Part, SeatId, SessionId, Viewer, raw};
use host::{Refused, Table};
use serde_json::json;
use store::Scope;

use super::commands;
use crate::answer::Fail;
use crate::body::Sent;
use crate::guard::Visitor;
use crate::page::is_person;
use crate::rate::Kind;
use crate::says;
use crate::server::App;
use crate::wire::{Done, NewSitting};

/// Somebody sits down, or gives a seat back.
pub(crate) async fn change(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    sent: Sent<NewSitting>,
) -> Result<Json<Done>, Fail> {
    let id = visitor.sees(&id)?;
    done(&app, &visitor, &id, &sent.read().await?).await?;
    Ok(Json(Done::SILENT))
}

/// Whoever runs the table lets people sit down; whoever plays a seat may leave it.
pub(crate) async fn done(
    app: &App,
    visitor: &Visitor,
    id: &SessionId,
    wanted: &NewSitting,
) -> Result<SeatId, Fail> {
    let seat = SeatId::try_from(wanted.seat).map_err(Fail::bad);
    let (by, seat) = match (visitor.check_host(id), seat) {
        (Ok(()), seat) => (Actor::Host, seat?),
        (Err(_), Ok(seat)) if !wanted.taken => (Actor::Seat(seat), seat),
        (Err(refused), _) => return Err(refused),
    };
    visitor.check_acts(id, by)?;
    visitor.pay(app, Kind::Command)?;
    let person = wanted.taken.then(|| visitor.person(id));
    command(&commands::table(app, id).await?, by, seat, wanted.taken, person).await?;
    if let Actor::Seat(left) = by {
        visitor.leave(app, id, left)?;
    }
    Ok(seat)
}

/// Did a guest leave their seat by what they typed? Then they watch from now on.
pub(crate) async fn has_left(
    app: &App,
    visitor: &Visitor,
    id: &SessionId,
    table: &Table,
    by: Actor,
) -> Result<bool, Fail> {
    let Actor::Seat(seat) = by else { return Ok(false) };
    if visitor.check_host(id).is_ok() {
        return Ok(false);
    }
    let scene = table.scene(Viewer::Public).await?;
    // Only people are listened to: one whose words were taken and who is none any more has left by them.
    if is_person(&scene.seats, &scene, seat) {
        return Ok(false);
    }
    visitor.leave(app, id, seat)?;
    Ok(true)
}

/// Somebody took up an invitation to play a seat: if the house or a model plays it, they sit down. One that a person
/// holds is theirs as it is. What goes wrong keeps nobody out: whoever runs the table can still let them sit down.
pub(crate) async fn take_up(app: &App, id: &SessionId, seat: SeatId) {
    if let Ok(table) = commands::table(app, id).await {
        let _ = command(&table, Actor::Host, seat, true, None).await;
    }
}

/// Somebody who is known sits down in a seat of the house or of a model.
pub(crate) async fn sit_down(table: &Table, seat: SeatId, person: String) -> Result<(), Fail> {
    Ok(command(table, Actor::Host, seat, true, Some(person)).await?)
}

/// Refuses an invitation to whoever has held another seat of the session, and so has seen what it sees: to any other seat,
/// and to run the table, which shows everything. Who still sits there is led back to it.
pub(crate) fn check_one(visitor: &Visitor, id: &SessionId, scope: Scope) -> Result<(), Fail> {
    match (scope, visitor.held(id)) {
        (Scope::Play(seat), Some(held)) if seat != held => Err(one_seat()),
        (Scope::AnySeat, Some(_)) if visitor.seat_at(id).is_none() => Err(one_seat()),
        (Scope::Host, Some(_)) => Err(one_seat()),
        (Scope::Play(_) | Scope::AnySeat | Scope::Host | Scope::Observe | Scope::Left(_), _) => Ok(()),
    }
}

fn one_seat() -> Fail {
    Fail::new(StatusCode::CONFLICT, "one-seat", says::YOU_HAVE_HELD_ANOTHER_SEAT_OF)
}

async fn command(
    table: &Table,
    by: Actor,
    seat: SeatId,
    taken: bool,
    person: Option<String>,
) -> Result<(), Refused> {
    let command = match (taken, person) {
        (true, Some(person)) => {
            let name = (person == "owner").then_some(says::WHOEVER_RUNS_THE_TABLE);
            raw(&json!({"type": "TakeSeat", "seat": seat, "person": {"id": person, "name": name}}))
        }
        (true, None) => raw(&json!({"type": "TakeSeat", "seat": seat})),
        (false, _) => raw(&json!({"type": "LeaveSeat", "seat": seat})),
    };
    table.command(Input { part: Part::Table, by, request: None, ask: None, command }).await.map(drop)
}
