//! Islands: what a page draws better than a panel of any activity. Each is found by the id of its panel or by the kind of its
//! body, reads nothing but the board and the ask, and does without what is not there; the panel plays without it.

mod hand;
mod piles;
mod ring;
mod sealed;
mod ticks;
mod voice;

use engine::board::{Board, Body, Deed, Die, Panel, Rank};
use engine::{OpenAsk, Viewer};
use serde_json::Value;

use super::face::Seen;
use super::html::Html;
use super::photos;

pub(super) use ring::ring;
pub(super) use sealed::{about as about_seals, endings};

/// The modules that go with them.
pub(super) const MODULES: [&str; 2] = ["photos.js", "piles.js"];

/// A drawing of its own of a panel. One with nothing in it is not shown.
pub(super) fn island(seen: Seen<'_>, panel: &Panel) -> Option<Html> {
    match (panel.id, &panel.body) {
        ("scene", _) => Some(voice::scene(seen, panel)),
        ("checklist", Body::Piles(heaps)) => Some(ticks::ticks(heaps)),
        (_, Body::Piles(heaps)) => Some(piles::piles(seen, heaps, panel.id)),
        (_, Body::Pictures(_)) => Some(photos::album(seen, panel)),
        // Whoever chooses has them before them, with the answers.
        (_, Body::Dice(dice)) if own_ask(seen).is_some_and(|ask| is_choice_of(ask, dice)) => {
            Some(Html::none())
        }
        (_, Body::Card(leaf)) if panel.rank == Rank::Over => Some(hand::hand(seen, leaf)),
        (
            _,
            Body::Facts(_)
            | Body::Meters(_)
            | Body::Dials(_)
            | Body::Dice(_)
            | Body::Matrix(_)
            | Body::Card(_)
            | Body::List(_)
            | Body::Text(_),
        ) => None,
    }
}

/// What islands add to the ways to answer.
#[derive(Default)]
pub(super) struct Beside<'a> {
    /// What stands before them.
    pub(super) tiles: Html,
    /// What is done there, and nowhere else then.
    pub(super) given: Vec<&'a Deed>,
    /// The dice that are chosen from, one for each choice.
    pub(super) dice: &'a [Die],
}

/// What islands add to the ways to answer an ask of the viewer's.
pub(super) fn beside<'a>(seen: Seen<'a>, ask: &OpenAsk) -> Beside<'a> {
    let (tiles, given) = piles::tiles(seen, ask);
    let dice = open_panels(&seen.scene.board).find_map(|panel| match &panel.body {
        Body::Dice(dice) if is_choice_of(ask, dice) => Some(dice.as_slice()),
        _ => None,
    });
    Beside { tiles, given, dice: dice.unwrap_or_default() }
}

/// The panels that stand in the open.
fn open_panels(board: &Board) -> impl Iterator<Item = &Panel> {
    board.panels.iter().filter(|panel| !panel.covered)
}

/// Is one of these dice to be chosen, and nothing else?
fn is_choice_of(ask: &OpenAsk, dice: &[Die]) -> bool {
    let [tool] = ask.form.tools.as_slice() else { return false };
    let Some(field) = tool.only_demand() else { return false };
    matches!(&field.kind, engine::FieldKind::Choice(choices) if choices.len() == dice.len())
}

/// What the viewer is asked, while the table is live.
pub(super) fn own_ask(seen: Seen<'_>) -> Option<&OpenAsk> {
    let Viewer::Seat(seat) = seen.viewer else { return None };
    let live = seen.acts && seen.scene.table.state.is_narrative_active();
    seen.scene.asks.iter().find(|ask| live && ask.seat == seat)
}

/// What the viewer is asked, if that takes what can be done with a thing on the board.
pub(super) fn takes<'a>(seen: Seen<'a>, command: &Value) -> Option<&'a OpenAsk> {
    own_ask(seen).filter(|ask| ask.form.check(command).is_ok())
}
