//! What was said and told, line by line.

use engine::{PhaseCard, Seat, Voice};
use protocol::Frame;
use serde_json::Value;

use super::html::{El, Html, el};

/// The lines of some frames.
pub(crate) fn lines(frames: &[Frame], seats: &[Seat], cards: &[PhaseCard], activity: &str) -> Html {
    Html::all(frames.iter().flat_map(|frame| [heading(frame, cards, activity), line(frame, seats)]))
}

/// A phase that begins.
fn heading(frame: &Frame, cards: &[PhaseCard], activity: &str) -> Html {
    if frame.machine != activity {
        return Html::none();
    }
    let event: Value = serde_json::from_str(frame.event.get()).unwrap_or_default();
    let card = event["to"].as_str().and_then(|to| cards.iter().find(|card| card.name == to));
    let Some(card) = card else { return Html::none() };
    let day = event["dayNumber"].as_u64().filter(|day| *day > 0);
    let words =
        format!("{} {}{}", card.sign.0, card.title, day.map_or(String::new(), |day| format!(" {day}")));
    el("li")
        .class("phase")
        .attr("data-colour", format!("{:?}", card.colour).to_lowercase())
        .text(words)
        .into()
}

fn line(frame: &Frame, seats: &[Seat]) -> Html {
    let Some(telling) = &frame.telling else { return Html::none() };
    let name = |seat: engine::SeatId| seats.get(seat.index()).map_or("nobody", |seat| &seat.name).to_owned();
    let (class, who, tag) = match telling.voice {
        Voice::Host => ("host", None, None),
        Voice::Seat(seat) => ("said", Some((seat, name(seat))), None),
        Voice::Thought(seat) => ("thought", Some((seat, name(seat))), Some("thinks")),
        Voice::Aside(seat) => ("aside", Some((seat, name(seat))), Some("out of character")),
    };
    let private = frame.private.then_some("private");
    let mut item: El = el("li")
        .class(class)
        .attr("data-number", frame.number.to_string())
        .attr_if("data-seat", who.as_ref().map(|(seat, _)| seat.number().to_string()));
    if let Some((_, name)) = who {
        item = item.add(el("b").text(name)).text(" ");
    }
    for tag in [tag, private].into_iter().flatten() {
        item = item.add(el("span").class("tag").text(tag)).text(" ");
    }
    item.add(el("span").class("words").text(&telling.text)).into()
}
