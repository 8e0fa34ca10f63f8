//! What the coach reads last: its mode and voice, what stands, what is asked.

use crate::view::{Item, Mode, Pile, View};
use engine::Ask;
use serde::Serialize;

use super::context::{Hand, NAMES_MAX, Room, Space, hand, seat_name, space};
use super::fields::fields;
use crate::ask::{self, Question, Turn, What};
use crate::command::CommandName;
use crate::limits::{ITEMS_MAX, SORTING_WORDS_MAX, WINDING_WORDS_MAX};
use crate::phases;
use kit::quoted::{Cut, Quoted};

/// Bytes of the words that are to be answered. They are never cut further.
const SAID: usize = 4_096;

#[derive(Serialize)]
pub(super) struct Now {
    mode: Voice,
    words_max: usize,
    matter: Matter,
    #[serde(flatten)]
    space: Space,
    group: Option<Group>,
    waiting: Cut<Quoted>,
    unsure: Cut<Quoted>,
    steps: Vec<Way>,
    ends: Vec<Way>,
    leads: Vec<Way>,
    person: Quoted,
    said: Option<Said>,
    sees: bool,
    begins: bool,
}

/// The mode, as its card has it.
#[derive(Serialize)]
struct Voice {
    title: &'static str,
    persona: &'static str,
}

/// What belongs to the mode (Y1).
#[derive(Serialize)]
#[serde(tag = "is", rename_all = "snake_case")]
enum Matter {
    Surveying,
    Sorting {
        hand: Option<Hand>,
        full: bool,
        split: bool,
        pile: Cut<Unsure>,
    },
    Clarifying {
        hand: Hand,
        photo_context: Quoted,
        reason: Quoted,
        spatial_refs: Cut<Quoted>,
        traits: Cut<Quoted>,
        described: bool,
    },
    DecisionSupport {
        stuck: Quoted,
        hand: Option<Hand>,
        reframe: Option<Quoted>,
        heard: bool,
    },
    WindingDown {
        summary: Option<Quoted>,
        next_time: Option<Quoted>,
        agreed: bool,
        belongs: Cut<Quoted>,
        out: Cut<Quoted>,
    },
}

impl Matter {
    const fn template(&self) -> &'static str {
        match self {
            Matter::Surveying => "surveying/now.jinja",
            Matter::Sorting { .. } => "sorting/now.jinja",
            Matter::Clarifying { .. } => "clarifying/now.jinja",
            Matter::DecisionSupport { .. } => "decision_support/now.jinja",
            Matter::WindingDown { .. } => "winding_down/now.jinja",
        }
    }

    /// Words that the coach may say (Y12).
    const fn words_max(&self) -> usize {
        match self {
            Matter::WindingDown { .. } => WINDING_WORDS_MAX,
            Matter::Surveying
            | Matter::Sorting { .. }
            | Matter::Clarifying { .. }
            | Matter::DecisionSupport { .. } => SORTING_WORDS_MAX,
        }
    }
}

/// A thing on a pile that is to be split.
#[derive(Serialize)]
struct Unsure {
    name: Quoted,
    kind: Option<Quoted>,
}

/// The part of the unsure pile that is at hand (Y9).
#[derive(Serialize)]
struct Group {
    kind: Quoted,
    items: Cut<Quoted>,
    later: Cut<Quoted>,
}

/// A tool, with its fields.
#[derive(Serialize)]
struct Way {
    name: &'static str,
    fields: String,
    when: &'static str,
}

/// What the person said (Y3). Of photos it is known how many there are, and no more.
#[derive(Serialize)]
struct Said {
    text: Quoted,
    photos: usize,
}

/// The template for an ask, and its context.
pub(super) fn now(view: &View, ask: &Ask<Question>, room: Room) -> (&'static str, Now) {
    let matter = matter(view, ask, room);
    let is_due = matches!(matter, Matter::Sorting { split: true, .. });
    let card = phases::card(view.phase);
    let [steps, ends, leads] = ways(view, ask);
    let context = Now {
        mode: Voice { title: card.title, persona: card.persona },
        words_max: matter.words_max(),
        space: space(view, room),
        group: group(view, room),
        waiting: room.things(view.waiting()),
        // Where the pile is to be split it is told with its kinds.
        unsure: room.things(view.unsure().filter(|_| !is_due)),
        steps,
        ends,
        leads,
        person: seat_name(view, view.person),
        said: view.said.as_ref().map(|said| Said { text: said_last(&said.text), photos: said.photos.len() }),
        sees: view.coach_sees,
        begins: view.turn == 0,
        matter,
    };
    (context.matter.template(), context)
}

/// The legal tools: those that leave the turn with the coach, those that end it, and those that lead elsewhere. Their
/// fields are read from the form, so that both say the same.
fn ways(view: &View, ask: &Ask<Question>) -> [Vec<Way>; 3] {
    let form = ask::form(view, ask);
    let mut ways = [Vec::new(), Vec::new(), Vec::new()];
    for name in &ask.question.tools {
        let tool = form.tools.iter().find(|tool| tool.name == name.word());
        let fields = tool.map_or_else(String::new, fields);
        let way = Way { name: name.word(), fields, when: name.when_for(true) };
        let list = if name.is_step() { 0 } else { 1 + usize::from(name.leads()) };
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

/// What the mode has.
fn matter(view: &View, ask: &Ask<Question>, room: Room) -> Matter {
    let decides = matches!(&ask.question.what, What::Turn(Turn { decides: true, .. }));
    match &view.mode {
        Some(Mode::Surveying { .. }) => Matter::Surveying,
        Some(Mode::Clarifying { item, photo_context, reason, spatial_refs, traits }) => Matter::Clarifying {
            hand: hand(view, *item, None, room).unwrap_or_else(|| Hand::unknown(room)),
            photo_context: room.line(photo_context),
            reason: room.line(reason),
            spatial_refs: lines(spatial_refs, room),
            traits: lines(traits, room),
            described: !spatial_refs.is_empty() || !traits.is_empty(),
        },
        Some(Mode::DecisionSupport { stuck_item, item, reframe }) => Matter::DecisionSupport {
            stuck: room.name(stuck_item),
            hand: item.and_then(|item| hand(view, item, None, room)),
            reframe: reframe.as_ref().map(|question| room.line(question)),
            // Where they are stuck with no thing, an answer is what came after a question.
            heard: decides || item.is_none() && reframe.is_some() && view.said.is_some(),
        },
        Some(Mode::WindingDown { summary, next_time, agreed }) => Matter::WindingDown {
            summary: summary.as_ref().map(|summary| room.line(summary)),
            next_time: next_time.as_ref().map(|next| room.line(next)),
            agreed: *agreed,
            belongs: piled(view, |pile| matches!(pile, Pile::Belongs { .. }), room),
            out: piled(view, |pile| matches!(pile, Pile::Out { .. }), room),
        },
        Some(Mode::Sorting { item, place, .. }) => sorting(
            view,
            ask.question.tools.contains(&CommandName::OfferSplit),
            item.and_then(|item| hand(view, item, place.as_ref(), room)),
            room,
        ),
        // Nobody is asked once it is over.
        None => sorting(view, false, None, room),
    }
}

fn sorting(view: &View, split: bool, hand: Option<Hand>, room: Room) -> Matter {
    let unsure = |item: &Item| Unsure {
        name: room.name(&item.name),
        kind: item.kind.as_ref().map(|kind| room.name(kind)),
    };
    Matter::Sorting {
        hand,
        full: view.items.len() >= ITEMS_MAX,
        split,
        pile: Cut::of(view.unsure().filter(|_| split).map(unsure), 2 * NAMES_MAX, room.of(2_400)),
    }
}

fn lines(lines: &[String], room: Room) -> Cut<Quoted> {
    Cut::of(lines.iter().map(|line| room.line(line)), 6, room.of(900))
}

/// The last of what lies on a pile.
fn piled(view: &View, on: fn(&Pile) -> bool, room: Room) -> Cut<Quoted> {
    let names = view.items.iter().rev().filter(|item| on(&item.pile)).map(|item| &item.name);
    room.names(names, 8, 600)
}

fn group(view: &View, room: Room) -> Option<Group> {
    let (first, later) = view.groups.split_first()?;
    let things = first.items.iter().filter_map(|id| view.item(*id));
    Some(Group {
        kind: room.name(&first.kind),
        items: room.things(things),
        later: room.names(later.iter().map(|group| &group.kind), 8, 500),
    })
}
