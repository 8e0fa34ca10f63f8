//! What was said and told, line by line.

use engine::{PhaseCard, Rules, Seat, Voice};
use protocol::Frame;

use super::html::{El, Html, el};

/// The line of a frame, after the phase that begins with it, if one does. `remark` stands beside it. What was told to
/// some alone stays `covered` until it is opened, on a screen that others may see.
pub(super) fn line(
    frame: &Frame,
    seats: &[Seat],
    activity: &'static dyn Rules,
    covered: bool,
    remark: Option<Html>,
) -> Html {
    Html::all([heading(frame, activity), telling(frame, seats, covered, remark)])
}

/// The phase that begins with a frame, if one does, with its heading.
pub(super) fn begins<'a>(
    frame: &'a Frame,
    activity: &'static dyn Rules,
) -> Option<(&'static PhaseCard, Option<&'a str>)> {
    let begins = frame.begins.as_ref()?;
    let card = activity.phases().iter().find(|card| card.name == begins.phase)?;
    Some((card, begins.heading.as_deref()))
}

/// The heading that stands over a frame, if one begins with it.
pub(super) fn heading(frame: &Frame, activity: &'static dyn Rules) -> Html {
    let Some((card, Some(heading))) = begins(frame, activity) else { return Html::none() };
    el("li")
        .class("phase")
        .attr("data-number", frame.number.to_string())
        .attr("data-colour", format!("{:?}", card.colour).to_lowercase())
        .text(format!("{} {heading}", card.sign.0))
        .into()
}

/// A line of this kind in the making.
pub(super) fn item(frame: &Frame, class: &str) -> El {
    el("li").class(class).attr("data-number", frame.number.to_string())
}

/// Lines as they look when what they tell was taken back.
pub(super) fn undone(lines: Html) -> Html {
    lines.with_flag("li", "data-undone")
}

/// Was something taken back, or brought back?
pub(super) fn takes_back(frame: &Frame) -> bool {
    let event: serde_json::Value = serde_json::from_str(frame.event.get()).unwrap_or_default();
    event["type"] == "TAKEN_BACK"
}

fn telling(frame: &Frame, seats: &[Seat], covered: bool, remark: Option<Html>) -> Html {
    let Some(telling) = &frame.telling else { return Html::none() };
    let name = |seat: engine::SeatId| seats.get(seat.index()).map_or("nobody", |seat| &seat.name).to_owned();
    let (class, who, tag) = match telling.voice {
        Voice::Host => ("host", None, None),
        Voice::Seat(seat) => ("said", Some((seat, name(seat))), None),
        Voice::Thought(seat) => ("thought", Some((seat, name(seat))), Some("thinks")),
        Voice::Aside(seat) => ("aside", Some((seat, name(seat))), Some("out of character")),
    };
    let private = (frame.private && tag.is_none()).then_some("private");
    let mut item: El =
        item(frame, class).attr_if("data-seat", who.as_ref().map(|(seat, _)| seat.number().to_string()));
    if let Some((_, name)) = who {
        item = item.add(el("b").text(name)).text(" ");
    }
    if covered && frame.private {
        let secret = el("details")
            .class("secret")
            .add(el("summary").text("Told to you alone"))
            .add(el("span").class("words").text(&telling.text));
        return item.add(secret).add(remark).into();
    }
    for tag in [tag, private].into_iter().flatten() {
        item = item.add(el("span").class("tag").text(tag)).text(" ");
    }
    item.add(el("span").class("words").text(&telling.text)).add(remark).into()
}
