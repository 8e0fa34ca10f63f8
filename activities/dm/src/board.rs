//! How a story stands: the scene, the dice, the party, the clocks and the world; and for the game master alone, under a cover,
//! what nobody else knows.
//!
//! What is not covered is made of what all know, whoever looks: the game master's view has more in it, and that goes below
//! the cover.

mod party;
mod scene;
mod secrets;
mod world;

use crate::view::{
    DieOffer, EndReason, Mood, Outcome, Pause, PhaseName, Position, ProgressClock, Roll, View,
};
use engine::SeatId;
use engine::board::{Board, Body, Dial, Die, Ending, Entry, Note, Panel};

use super::dice;
use super::limits::STRESS_MAX;
use super::phases;

/// How things stand for whoever has this view.
pub(super) fn board(view: &View) -> Board {
    let mut panels = vec![Panel::new("scene", "The scene", Body::Card(scene::card(view))).over()];
    panels.extend(pool(view));
    panels.extend(party::panels(view));
    if view.story.is_some() || !view.clocks.is_empty() {
        let clocks = view.clocks.iter().map(|clock| dial(clock, String::new())).collect();
        panels.push(Panel::new("clocks", "Clocks", Body::Dials(clocks)));
    }
    panels.extend(world::panels(view));
    panels.extend(view.notes.iter().flat_map(|notes| secrets::panels(view, notes)));
    let ending = view.outcome.as_ref().map(|outcome| ending(view, outcome));
    let (headline, notes) = (headline(view), notes(view));
    let said = view.said.as_ref().map(|said| said.text.clone());
    let last = view.narration.iter().cloned().chain(said).collect();
    Board { headline, notes, panels, ending, last }
}

/// The scene and the mood, in a few words.
fn headline(view: &View) -> String {
    let (mood, number, title) = (phases::card(view.phase).title, view.scene.number, &view.scene.title);
    if number == 0 {
        mood.to_owned()
    } else if view.phase == PhaseName::Scene {
        format!("scene {number}: {title}")
    } else {
        format!("scene {number}: {title}, {}", mood.to_lowercase())
    }
}

/// For whom the table waits: the game master, if it is not somebody else.
fn is_up(view: &View, seat: SeatId) -> bool {
    let gm = || seat == view.gm;
    if view.outcome.is_some() {
        return false;
    }
    match &view.mood {
        None if view.phase == PhaseName::Creation => {
            seat.index() < view.party.len() && view.character(seat).is_none()
        }
        Some(mood) if mood.offer().is_some() => seat == view.spotlight,
        Some(Mood::Action { roll: Roll::Asked | Roll::Offered { .. }, .. }) => seat == view.spotlight,
        Some(Mood::Bargain { deals, .. }) if !deals.is_empty() => seat == view.spotlight,
        Some(mood @ Mood::Downtime { .. }) => mood.next_day().map_or_else(gm, |(next, _)| seat == next),
        Some(Mood::BetweenScenes { pause: Pause::Entangled(law) }) => seat == law.player_id,
        Some(Mood::BetweenScenes { pause: Pause::Choosing }) => seat == view.spotlight,
        Some(
            Mood::Scene { .. }
            | Mood::Action { .. }
            | Mood::Aftermath { .. }
            | Mood::Trauma { .. }
            | Mood::Bargain { .. }
            | Mood::BetweenScenes { pause: Pause::Summing },
        )
        | None => gm(),
    }
}

fn notes(view: &View) -> Vec<Note> {
    let note = |seat: SeatId| {
        let note = match view.character(seat) {
            _ if seat == view.gm => Note::new(seat, "tells the story"),
            Some(it) if it.retired => return Note::new(seat, format!("{}, plays no more", it.name)).out(),
            Some(it) => Note::new(seat, format!("{}, stress {}/{STRESS_MAX}", it.name, it.stress)),
            None => Note::new(seat, "no character yet"),
        };
        if is_up(view, seat) { note.up() } else { note }
    };
    (0..view.seats.len()).map(SeatId::at).map(note).collect()
}

/// A clock, with a note beside its kind.
pub(super) fn dial(clock: &ProgressClock, note: String) -> Dial {
    let note = if note.is_empty() { clock.kind.to_string() } else { format!("{}; {note}", clock.kind) };
    let (segments, filled) = (clock.segments, clock.filled.min(clock.segments));
    Dial { name: clock.name.clone(), filled, segments, note }
}

/// The pool before anything is risked, the dice as they are offered, or the one that was spent.
fn pool(view: &View) -> Option<Panel> {
    let Some(Mood::Action { engaged, roll, .. }) = &view.mood else { return None };
    let (title, dice) = match roll {
        Roll::Asked => {
            let (pool, position) = (view.pool(), engaged.stand.position());
            let dice = (0..pool.len()).map(|die| at_stake(pool, die, position)).collect();
            (format!("{} dice, if you risk it", pool.len()), dice)
        }
        Roll::Open { .. } => return None,
        Roll::Offered { dice, .. } => {
            (format!("{} dice, each with its ending sealed", dice.len()), dice.iter().map(offered).collect())
        }
        Roll::Spent(spent) => {
            let (value, worth) = (spent.value, spent.tier.to_string());
            let die = Die { value, worth, note: spent.ending.clone(), seal: None };
            ("The die that was spent".to_owned(), vec![die])
        }
    };
    Some(Panel::new("dice", title, Body::Dice(dice)).over())
}

/// A die before anything is risked: what it is worth, and what its ending may cost (D27).
fn at_stake(pool: &[u8], die: usize, position: Position) -> Die {
    let tier = dice::tier(pool, die, position);
    let [stress, heat] = dice::costs(tier, position).map(dice::range);
    let coin = dice::range(dice::coin(tier, position));
    let note = format!("stress {stress} · heat {heat} · coin {coin}");
    Die { value: pool[die], worth: tier.to_string(), note, seal: None }
}

/// A die as it is offered: what it is worth, what may come of it, what it costs, and the seal of its ending.
pub(super) fn offered(die: &DieOffer) -> Die {
    let signed = |figure: i8| if figure == 0 { "0".to_owned() } else { format!("{figure:+}") };
    let coin = if die.coin == 0 { String::new() } else { format!(" · coin {}", signed(die.coin)) };
    let costs = format!("stress {} · heat {}{coin}", signed(die.stress), signed(die.heat));
    Die {
        value: die.value,
        worth: die.tier.to_string(),
        note: format!("{} ({costs})", die.hint),
        seal: Some(die.seal),
    }
}

fn ending(view: &View, outcome: &Outcome) -> Ending {
    let title = match outcome.reason {
        EndReason::Chosen => "The evening is over",
        EndReason::Retired => "Nobody is left to play",
        EndReason::Limit => "The longest campaign is over",
    };
    let scenes = match outcome.scenes {
        1 => "one scene".to_owned(),
        scenes => format!("{scenes} scenes"),
    };
    let party: Vec<&str> = outcome.party.iter().map(|it| it.name.as_str()).collect();
    let with = if party.is_empty() { String::new() } else { format!(" with {}", party.join(", ")) };
    Ending {
        sign: ("✦", "*"),
        title: title.to_owned(),
        text: format!("After {scenes}{with}."),
        panels: last_pages(view, outcome),
        next: view.campaign.is_some().then_some("The next evening"),
    }
}

/// What became of everybody, in words and in figures, and what stays open (D28).
fn last_pages(view: &View, outcome: &Outcome) -> Vec<Panel> {
    let told = view.epilogue.iter().map(|(seat, words)| Entry::new(view.who(*seat)).note(words));
    let open = view.threads.iter().map(|thread| Entry::new(&thread.hook).note(thread.tension.word()));
    let pages = [
        ("epilogue", "Epilogue", Body::List(told.collect())),
        ("came-to", "What became of them", Body::Facts(party::became(&outcome.party))),
        ("stays-open", "What stays open", Body::List(open.collect())),
    ];
    let told = pages.into_iter().filter(|(_, _, body)| !body.is_empty());
    told.map(|(id, title, body)| Panel::new(id, title, body)).collect()
}
