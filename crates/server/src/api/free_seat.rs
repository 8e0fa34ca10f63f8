//! A seat for whoever comes by the link of a table: one that nobody has, under a name of their own.

use engine::{Actor, SeatId, SessionId, Viewer};
use host::Table;
use protocol::table::TableState;
use protocol::{Request, Scene};
use store::Scope;

use super::{commands, seats};
use crate::answer::Fail;
use crate::limits::GUEST_NAME_CHARS_MAX;
use crate::page::is_person;
use crate::saved;
use crate::says;
use crate::server::App;

/// The seats that somebody who comes now could get, the likeliest first: those that wait for a person and that nobody has
/// or was invited to; then, as long as nothing has begun, those that the house or a model would play. The seat that leads
/// the others is nobody's by chance.
pub(crate) fn free(app: &App, id: &SessionId, scene: &Scene) -> Vec<SeatId> {
    let people = &scene.seats;
    let here = app.presence.here(id).seats;
    let rights = app.rights.at(id, app.now());
    let is_promised = |seat: SeatId| rights.iter().any(|(_, right)| right.scope == Scope::Play(seat));
    let begins = matches!(scene.table.state, TableState::Idle | TableState::SessionZero);
    let leader = app.catalog.activity(&scene.machine).and_then(|rules| rules.custom().leads(people));
    let seats = (0..people.len()).map(SeatId::at).filter(|seat| {
        !is_promised(*seat) && !here.contains(*seat) && leader != Some(*seat) && scene.outcome.is_none()
    });
    let (waiting, played): (Vec<SeatId>, Vec<SeatId>) =
        seats.partition(|seat| is_person(people, scene, *seat));
    // Whoever sat down in a seat of the house is a person without a right, and not somebody who is waited for.
    let waiting = waiting.into_iter().filter(|seat| !scene.table.taken.contains(*seat));
    waiting.chain(played.into_iter().filter(|_| begins)).collect()
}

/// How a table stands for all, whether it runs or rests.
pub(crate) async fn scene(app: &App, id: &SessionId) -> Result<Scene, Fail> {
    saved::scene(app, id, Viewer::Public).await?.ok_or_else(Fail::broken)
}

/// Takes a free seat, and tells the table who plays it now. `grant` gives the right to it.
pub(crate) async fn take(
    app: &App,
    id: &SessionId,
    name: &str,
    grant: impl FnOnce(SeatId) -> Result<(), Fail>,
) -> Result<(), Fail> {
    let name = checked(name)?;
    let table = commands::table(app, id).await?;
    let alone = app.seating.lock().await;
    let mut got = None;
    for seat in free(app, id, &table.scene(Viewer::Public).await?) {
        seats::take_up(app, id, seat).await;
        let now = table.scene(Viewer::Public).await?;
        // The table may have its reasons not to let anybody sit there.
        if is_person(&now.seats, &now, seat) {
            got = now.seats.into_iter().nth(seat.index()).map(|held| (seat, held.name));
            break;
        }
    }
    let (seat, called) = got.ok_or_else(full)?;
    grant(seat)?;
    drop(alone);
    if !name.is_empty() && name != called {
        call(app, &table, seat, &called, name).await;
    }
    Ok(())
}

/// Notes the own name of whoever plays a seat, and tells the table.
pub(crate) async fn call(app: &App, table: &Table, seat: SeatId, called: &str, name: String) {
    let text = says::plays_from_now_on(&name, called);
    app.guests.note(table.id(), seat, name);
    // They sit there, whether it could be told or not.
    let _ = commands::done(app, table, Actor::Seat(seat), None, Request::Line { text }).await;
}

/// A name as it is told to all: one line, and no longer than that of a seat.
fn checked(name: &str) -> Result<String, Fail> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_fine = name.chars().count() <= GUEST_NAME_CHARS_MAX && !name.chars().any(engine::is_unruly);
    if is_fine {
        return Ok(name);
    }
    Err(Fail::bad(says::a_name_has_at_most_letters(GUEST_NAME_CHARS_MAX)))
}

fn full() -> Fail {
    Fail::new(axum::http::StatusCode::CONFLICT, "no-free-seat", says::EVERY_SEAT_IS_TAKEN_ASK_WHOEVER)
}
