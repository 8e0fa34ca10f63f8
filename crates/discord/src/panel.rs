//! What only one seat may see: one panel of the same shape for everybody, whatever they are.

use engine::SeatId;
use protocol::{OpenAsk, Scene};
use serde_json::{Value, json};

use crate::ask;
use crate::asked::Press;
use crate::board;
use crate::face::Face;
use crate::parts::{self, Look, button};
use crate::place::Place;
use crate::says;
use crate::text::{escape, split};

/// The panel of a seat, from its own scene. The first line says nothing, for screens that others can see.
pub(crate) fn panel(
    face: Face,
    place: &Place,
    seat: SeatId,
    name: &str,
    scene: &Scene,
    page: Option<&str>,
) -> Value {
    let elsewhere = |what: &str| match page {
        Some(page) => says::is_on_its_page_for_those(what, page),
        None => says::does_not_fit_into_discord(what),
    };
    let mut text = says::seat_named(seat.number(), escape(name));
    for line in board::own(scene, seat) {
        text.push('\n');
        text.push_str(&line);
    }
    let mut under = Vec::new();
    let live = scene.table.state.is_narrative_active() && scene.outcome.is_none();
    match scene.asks.iter().find(|ask| ask.seat == seat && !ask.is_final()).filter(|_| live) {
        Some(ask) => {
            text.push_str(&asked(ask, face.covers()));
            let (ways, whole) = ask::ways(place.key, ask);
            under = ways;
            if !whole {
                text.push_str(&format!("\n-# {}.", elsewhere(says::ANOTHER_WAY_TO_ANSWER)));
            }
        }
        None if scene.outcome.is_some() => text.push_str(says::IT_IS_OVER),
        None if live => text.push_str(says::YOU_ARE_ASKED_NOTHING_JUST_NOW),
        None => text.push_str(says::NOTHING_GOES_ON_JUST_NOW),
    }
    let mut more = face.more(place.key, scene);
    more.push(button(&Press::Seat.id(place.key), says::LOOK_AGAIN, Look::Plain));
    parts::add(&mut under, more);
    let first = split(&text, &elsewhere(says::THE_REST)).into_iter().next().unwrap_or_default();
    json!({"content": first, "components": under})
}

/// What is asked. Where it would tell who one is, it is covered as that is.
fn asked(ask: &OpenAsk, covered: bool) -> String {
    let answered = if ask.answered { says::YOU_HAVE_ANSWERED_IT_CAN_STILL } else { "" };
    let (title, cover) = (escape(&ask.form.title), if covered { "||" } else { "" });
    format!("\n\n{cover}**{title}**{cover}{answered}")
}
