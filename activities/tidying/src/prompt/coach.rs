//! What the coach reads last: its mode and voice, what stands, what is asked.

use engine::{Ask, Phases as _};
use serde_json::{Value, json};

use super::context::{NAMES_MAX, Room, hand, seat_name, with_space};
use super::fields::fields;
use crate::ask::{self, Question, Turn, What};
use crate::command::{CommandName, Giver};
use crate::heard::key;
use crate::limits::{SORTING_WORDS_MAX, WINDING_WORDS_MAX};
use crate::mode::Mode;
use crate::piles::{Item, ItemId, Pile};
use crate::state::State;
use kit::quoted::{Cut, Quoted};

/// Bytes of the words that are to be answered. They are never cut further.
const SAID: usize = 4_096;

/// The template for an ask, and its context.
pub(super) fn now(view: &State, ask: &Ask<Question>, room: Room) -> (&'static str, Value) {
    let (template, matter) = matter(view, ask, room);
    let is_due = matter["split"] == true;
    let card = view.phase_name().card();
    let winds_down = matches!(view.mode(), Some(Mode::WindingDown { .. }));
    let [steps, ends, leads] = ways(view, ask);
    let said = view.said.as_ref();
    let now = json!({
        "mode": { "title": card.title, "persona": card.persona },
        // Words that the coach may say (Y12).
        "words_max": if winds_down { WINDING_WORDS_MAX } else { SORTING_WORDS_MAX },
        "matter": matter,
        "group": group(view, room),
        // Where the pile is to be split it is told with its kinds.
        "unsure": room.things(view.unsure().filter(|_| !is_due)),
        "steps": steps,
        "ends": ends,
        "leads": leads,
        "person": seat_name(view, view.person()),
        // Of photos it is known how many there are, and no more (Y3).
        "said": said.map(|said| json!({ "text": said_last(&said.text), "photos": said.photos.len() })),
        "sees": view.coach_sees,
        "begins": view.turn == 0,
    });
    (template, with_space(view, room, now))
}

/// The legal tools: those that leave the turn with the coach, those that end it, and those that lead elsewhere. Their
/// fields are read from the form, so that both say the same.
fn ways(view: &State, ask: &Ask<Question>) -> [Vec<Value>; 3] {
    let form = ask::form(view, ask);
    let mut ways = [Vec::new(), Vec::new(), Vec::new()];
    for (name, tool) in ask.question.tools.iter().zip(&form.tools) {
        let way = json!({ "name": tool.name, "fields": fields(tool), "when": name.when_for(true) });
        let list = if name.is(Giver::Step) { 0 } else { 1 + usize::from(name.is(Giver::Lead)) };
        ways[list].push(way);
    }
    ways
}

/// The words that are to be answered. Of more than there is room for it is the end: what was said last weighs most.
fn said_last(text: &str) -> Quoted {
    let mut bytes = 0;
    let fits = |(_, c): &(usize, char)| {
        bytes += c.len_utf8() + usize::from(matches!(c, '"' | '\\'));
        bytes <= SAID
    };
    let start = text.char_indices().rev().take_while(fits).last().map_or(text.len(), |(at, _)| at);
    // The quotation marks, and the sign that something was left out.
    match start {
        0 => Quoted::of(text, SAID + 2),
        _ => Quoted::of(&format!("…{}", &text[start..]), SAID + 8),
    }
}

/// The template of the mode, and what belongs to the mode (Y1).
fn matter(view: &State, ask: &Ask<Question>, room: Room) -> (&'static str, Value) {
    match view.mode() {
        Some(Mode::Surveying { .. }) => ("surveying/now.jinja", json!({})),
        Some(Mode::Clarifying { item, photo_context, reason, spatial_refs, traits }) => {
            let unknown = || json!({ "name": room.name("a thing"), "look": null, "place": null });
            let matter = json!({
                "hand": hand(view, *item, None, room).unwrap_or_else(unknown),
                "photo_context": room.line(photo_context),
                "reason": room.line(reason),
                "spatial_refs": lines(spatial_refs, room),
                "traits": lines(traits, room),
                "described": !spatial_refs.is_empty() || !traits.is_empty(),
            });
            ("clarifying/now.jinja", matter)
        }
        Some(Mode::DecisionSupport { stuck_item, item, reframe }) => {
            let decides = matches!(&ask.question.what, What::Turn(Turn { decides: true, .. }));
            let otherwise =
                item.and_then(|item| view.item(item)).map(|item| key(&item.name) != key(stuck_item));
            let matter = json!({
                "stuck": room.name(stuck_item),
                // A decision goes to the thing, so it is named whatever else they call it (Y20).
                "otherwise": otherwise.unwrap_or_default(),
                "hand": item.and_then(|item| hand(view, item, None, room)),
                "reframe": room.some(reframe.as_ref()),
                // Where they are stuck with no thing, an answer is what came after a question.
                "heard": decides || item.is_none() && reframe.is_some() && view.said.is_some(),
            });
            ("decision_support/now.jinja", matter)
        }
        Some(Mode::WindingDown { summary, next_time, agreed }) => {
            let matter = json!({
                "summary": room.some(summary.as_ref()),
                "next_time": room.some(next_time.as_ref()),
                "agreed": agreed,
                "belongs": piled(view, |pile| matches!(pile, Pile::Belongs { .. }), room),
                "out": piled(view, |pile| matches!(pile, Pile::Out { .. }), room),
            });
            ("winding_down/now.jinja", matter)
        }
        Some(Mode::Sorting { item, place, .. }) => sorting(view, ask, *item, place.as_ref(), room),
        // Nobody is asked once it is over.
        None => sorting(view, ask, None, None, room),
    }
}

fn sorting(
    view: &State,
    ask: &Ask<Question>,
    item: Option<ItemId>,
    place: Option<&String>,
    room: Room,
) -> (&'static str, Value) {
    let split = ask.question.tools.contains(&CommandName::OfferSplit);
    let unsure = |item: &Item| json!({ "name": room.name(&item.name), "kind": item.kind.as_ref().map(|kind| room.name(kind)) });
    let matter = json!({
        "hand": item.and_then(|item| hand(view, item, place, room)),
        "full": view.is_full(),
        "split": split,
        "pile": Cut::of(view.unsure().filter(|_| split).map(unsure), 2 * NAMES_MAX, room.of(2_400)),
    });
    ("sorting/now.jinja", matter)
}

fn lines(lines: &[String], room: Room) -> Cut<Quoted> {
    Cut::of(lines.iter().map(|line| room.line(line)), 6, room.of(900))
}

/// The last of what lies on a pile.
fn piled(view: &State, on: fn(&Pile) -> bool, room: Room) -> Cut<Quoted> {
    let names = view.items.iter().rev().filter(|item| on(&item.pile)).map(|item| &item.name);
    room.names(names, 8, 600)
}

/// The part of the unsure pile that is at hand (Y9).
fn group(view: &State, room: Room) -> Option<Value> {
    let (first, later) = view.groups.split_first()?;
    let things = first.items.iter().filter_map(|id| view.item(*id));
    Some(json!({
        "kind": room.name(&first.kind),
        "items": room.things(things),
        "later": room.names(later.iter().map(|group| &group.kind), 8, 500),
    }))
}
