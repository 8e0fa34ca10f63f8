//! A board as parts of a page. Where more can be done for a panel than for any other of its kind there is an island.
//!
//! What is covered is for its viewer's eyes alone: it stays behind a cover until it is opened, because others may see this
//! screen, and it weighs the same whatever is in it.

use engine::board::{Body, Panel, Rank};
use engine::{OpenAsk, Seat, Viewer};

use super::bodies;
use super::face::{Part, Place, Seen};
use super::form::{self, Answers};
use super::html::{El, Html, el};
use super::islands::{self, Beside};
use super::{ending, photos, seats};
use crate::says;

/// Bytes that what is covered weighs besides what is said of each seat, and for each seat: more than most have to say.
const WEIGHT: usize = 2_600;
const WEIGHT_A_SEAT: usize = 620;
/// And for each letter of a name: so often it may stand there.
const WEIGHT_A_LETTER: usize = 12;

/// The parts of a board: the ending, who sits where, what any table has besides, and each panel.
pub(super) fn parts(seen: Seen<'_>) -> Vec<Part> {
    let mut parts = vec![Part::new("ending", Place::End, ending::card(seen))];
    // Where nobody leads, all sit round one table.
    let seats = if seen.custom.leader.is_none() { islands::ring(seen) } else { seats::list(seen) };
    parts.push(Part::new("seats", Place::Seats, seats));
    let panels = |rank: Rank| {
        let panels = seen.scene.board.panels.iter().filter(move |panel| panel.rank == rank);
        panels.filter_map(move |panel| part(seen, panel))
    };
    parts.extend(panels(Rank::Over));
    parts.extend(photos::add(seen).map(|form| Part::new("add-photos", Place::Board, form)));
    parts.extend(panels(Rank::Beside));
    parts.extend(panels(Rank::Folded));
    parts
}

/// A panel as a part; nothing, if an island shows it elsewhere.
fn part(seen: Seen<'_>, panel: &Panel) -> Option<Part> {
    let island = islands::island(seen, panel);
    if island.as_ref() == Some(&Html::none()) {
        return None;
    }
    let place = if panel.covered { Place::Seats } else { Place::Board };
    let id = format!("panel-{}", panel.id);
    let element = drawn(seen, panel, &id, island);
    Some(Part::new(id, place, element))
}

/// A panel with what stands over it, behind its cover or its fold where it has one.
fn drawn(seen: Seen<'_>, panel: &Panel, id: &str, island: Option<Html>) -> El {
    let inner = island.unwrap_or_else(|| shown(seen, panel, id));
    let title = format!("{id}-title");
    let section = el("section").attr("aria-labelledby", &title).attr("data-panel", panel.id);
    let heading = |title: &str| el("h2").id(title).text(&panel.title);
    if is_covered(seen, panel) {
        return section.class("panel mine").add(covered(seen, panel, id, inner));
    }
    if panel.rank == Rank::Folded {
        let count = counted(&panel.body).map(|count| el("span").class("quiet").text(format!("({count})")));
        let fold = el("details").id(format!("{id}-fold"));
        return section
            .class("panel folded")
            .add(fold.add(el("summary").add(heading(&title)).add(count)).add(inner));
    }
    section.class("panel").add(heading(&title)).add(inner)
}

/// What a panel shows, drawn as for every activity. `id` is that of its element.
pub(super) fn shown(seen: Seen<'_>, panel: &Panel, id: &str) -> Html {
    bodies::body(&panel.body, id, seen.looks.then_some(seen.id))
}

/// Is a panel kept behind a cover? Whoever has a seat may sit among others; whoever is shown everything may not.
fn is_covered(seen: Seen<'_>, panel: &Panel) -> bool {
    panel.covered && matches!(seen.viewer, Viewer::Seat(_))
}

/// The cover, with what is behind it: as heavy as everybody else's on a page that is sent while others play.
fn covered(seen: Seen<'_>, panel: &Panel, id: &str, inner: Html) -> El {
    let inner = Html::from(el("div").class("own").add(inner));
    el("details")
        .id(format!("{id}-cover"))
        .class("secret")
        .add(
            el("summary")
                .add(el("h2").id(format!("{id}-title")).text(&panel.title))
                .add(el("span").class("quiet").text(says::PRIVATE)),
        )
        .add(if seen.live { padded(inner, seen.seats) } else { inner })
}

/// What is asked where each may be asked for something else: behind a cover that is the same for everybody, before the answer
/// and after it but for that it was given.
pub(super) fn covered_ask(seen: Seen<'_>, ask: &OpenAsk, answers: Answers<'_>) -> El {
    let what = seen.scene.heading.as_deref().or(seen.card.map(|card| card.title)).unwrap_or(says::UNSEEN);
    let note = if ask.answered { says::YOU_HAVE_ANSWERED } else { says::AWAITED };
    let inner = el("div").class("own").add(el("p").class("asked").text(&ask.form.title)).add_all(form::ways(
        ask,
        answers,
        &Beside::default(),
    ));
    el("section")
        .id("ask")
        .class("ask mine")
        .attr("aria-labelledby", "ask-title")
        .attr("data-ask", ask.id.0.to_string())
        .add(
            el("details")
                .id("ask-cover")
                .class("secret")
                .add(
                    el("summary")
                        .add(el("h2").id("ask-title").text(says::your_answer_unseen(what)))
                        .add(el("span").class("quiet").text(format!("· {note}"))),
                )
                .add(padded(inner.into(), seen.seats)),
        )
}

/// What is covered, with as much more as makes everybody's weigh the same. What is heavier than that is brought to the next
/// weight that is as far.
fn padded(inner: Html, seats: &[Seat]) -> Html {
    let names: usize = seats.iter().map(|seat| seat.name.len()).sum();
    let weight = WEIGHT + WEIGHT_A_SEAT * seats.len() + WEIGHT_A_LETTER * names;
    let missing = inner.as_str().len().next_multiple_of(weight) - inner.as_str().len();
    // A dot has two bytes.
    let pad = el("span").flag("hidden", true).attr("data-pad", "·".repeat(missing / 2));
    Html::all([inner, pad.into()])
}

/// A panel of an ending: it stands in the card and not for itself.
pub(super) fn inset(seen: Seen<'_>, panel: &Panel) -> El {
    let id = format!("ending-{}", panel.id);
    let title = format!("{id}-title");
    let island = islands::island(seen, panel);
    let inner = island.unwrap_or_else(|| shown(seen, panel, &id));
    let section = el("section").class("inset").attr("aria-labelledby", &title).attr("data-panel", panel.id);
    if is_covered(seen, panel) {
        return section.add(covered(seen, panel, &id, inner));
    }
    let heading = el("h3").id(&title).text(&panel.title);
    match panel.rank {
        Rank::Folded => {
            section.add(el("details").id(format!("{id}-fold")).add(el("summary").add(heading)).add(inner))
        }
        Rank::Over | Rank::Beside => section.add(heading).add(inner),
    }
}

/// How many things a folded panel has, where that says something.
fn counted(body: &Body) -> Option<usize> {
    match body {
        Body::Facts(facts) => Some(facts.len()),
        Body::Meters(meters) => Some(meters.len()),
        Body::Dials(dials) => Some(dials.len()),
        Body::Dice(dice) => Some(dice.len()),
        Body::Piles(heaps) => Some(heaps.iter().map(|heap| heap.things.len()).sum()),
        Body::Pictures(pictures) => Some(pictures.len()),
        Body::List(entries) => Some(entries.len()),
        Body::Matrix(_) | Body::Card(_) | Body::Text(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use engine::Holder;

    use super::*;

    #[test]
    fn what_is_covered_weighs_the_same_whatever_is_in_it() {
        let seat = |name: &str| Seat { id: name.to_owned(), name: name.to_owned(), holder: Holder::Person };
        let seats = ["Ana", "Ben", "Cole"].map(seat);
        let weight = |words: &str| padded(el("p").text(words).into(), &seats).as_str().len();
        let least = weight("");
        for words in ["mafia", "the doctor, who may not protect Ben", &"Cole is not mafia. ".repeat(40)] {
            assert!(weight(words).abs_diff(least) <= 1, "{} and {least}: {words}", weight(words));
        }
        assert!(
            weight(&"x".repeat(least)) >= 2 * least - 64,
            "what is heavier is brought to the next weight"
        );
    }
}
