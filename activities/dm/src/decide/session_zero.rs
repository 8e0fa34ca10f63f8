//! Session zero: characters are made, and a story is proposed (D6).

use crate::view::{Character, ClockKind, Consequence, Faction, Place, ProgressClock, Story};
use engine::{Actor, Draft, Purpose, SeatId, Viewer};

use super::{campaign, clocks, course, sheet, world};
use crate::Dm;
use crate::command::{NewCharacter, NewClock, NewFaction, NewStory, StoryClock};
use crate::event::Event;
use crate::limits::{COIN_START, POOL_START};
use crate::rejection::Rejection;
use crate::setting::setting;
use crate::state::{RunningClock, State};
use crate::{house, view};
use kit::words::same;

const CARDS: Purpose = Purpose { code: 4, name: "three cards" };
const STORY: Purpose = Purpose { code: 5, name: "a story" };

/// What the table keeps out and the story does not know of yet.
pub(crate) fn to_keep_out(state: &State, lines: &[String]) -> Vec<String> {
    let is_new = |line: &&String| !state.lines.iter().any(|known| same(known, line));
    lines.iter().filter(is_new).cloned().collect()
}

/// The host says what is kept out of the table.
pub(super) fn keep_out(draft: &mut Draft<Dm>, by: Actor, lines: &[String]) -> Result<(), Rejection> {
    if by != Actor::Host {
        return Err(Rejection::NotYours { who: "the host" });
    }
    let lines = to_keep_out(draft.state(), lines);
    if !lines.is_empty() {
        draft.tell(Event::KeptOut { lines });
    }
    Ok(())
}

/// A player makes a character, and three cards fall.
pub(super) fn create(draft: &mut Draft<Dm>, player_id: SeatId, new: &NewCharacter) -> Result<(), Rejection> {
    let NewCharacter { name, pronouns, archetype, background, lines, veils } = new.clone();
    if draft.state().party.iter().flatten().any(|other| same(&other.name, &name)) {
        return Err(Rejection::Taken { kind: "character", name });
    }
    let Some(archetype) = setting().archetype(&archetype) else { return Ok(()) };
    if !lines.is_empty() || !veils.is_empty() {
        draft.tell(Event::LinesNoted { lines, veils });
    }
    // All are told at once, with the last character, so that nobody reads whose they are.
    let state = draft.state();
    let is_last = (0..state.party.len()).all(|at| at == player_id.index() || state.party[at].is_some());
    let (mut lines, mut veils) = state.noted.clone();
    // Nor from their order.
    for words in [&mut lines, &mut veils] {
        words.sort_by_key(|word| word.to_lowercase());
        words.dedup_by(|one, other| same(one, other));
    }
    if is_last && (!lines.is_empty() || !veils.is_empty()) {
        draft.tell(Event::LinesDrawn { lines, veils });
    }
    let mut deck: Vec<&str> = setting().deck.cards.iter().map(|card| card.name.as_str()).collect();
    draft.dice(CARDS).shuffle(&mut deck);
    let card = |at: usize| deck.get(at).copied().unwrap_or_default().to_owned();
    let character = Character {
        name,
        pronouns,
        archetype: archetype.name.clone(),
        background,
        cards: [card(0), card(1), card(2)],
        stress: 0,
        coin: COIN_START,
        heat: 0,
        wanted: 0,
        trauma: Vec::new(),
        recovering: false,
        hunted: false,
        dice: sheet::rolled(draft, player_id, POOL_START),
        assets: archetype.items.to_vec(),
        retired: false,
    };
    draft.tell(Event::CharacterCreated { player_id, character: Box::new(character) });
    campaign::go_on(draft);
    Ok(())
}

/// Nobody's story came: one of the house is told instead, because the players chose it.
pub(super) fn house_story(draft: &mut Draft<Dm>) -> Result<(), Rejection> {
    let gm = draft.state().gm;
    let story = house::story(&view::view(draft.state(), Viewer::Seat(gm)), &mut draft.dice(STORY));
    // It is checked on a copy of the rules' own: a story of the house that breaks them is a bug, and is told as one.
    check(draft.state(), &story)?;
    draft.tell(Event::OpeningRetried { by_house: true });
    open_story(draft, &story)
}

/// A story that has everything that it needs (D6).
struct Checked {
    opened: Event,
    kept: Event,
    clocks: Vec<(ProgressClock, Consequence)>,
    first_scene: String,
}

/// A story is proposed: all of it is checked before any of it is told.
pub(super) fn open_story(draft: &mut Draft<Dm>, new: &NewStory) -> Result<(), Rejection> {
    let story = check(draft.state(), new)?;
    draft.tell(story.opened);
    draft.tell(story.kept);
    for (clock, consequence) in story.clocks {
        clocks::start(draft, clock, consequence, "the story");
    }
    course::enter_new_scene(draft, Some(story.first_scene));
    Ok(())
}

fn check(state: &State, new: &NewStory) -> Result<Checked, Rejection> {
    // The world as it would be, filled step by step, so that every name is checked against those before it.
    let mut after = state.clone();
    for Place { name, about } in new.places.clone() {
        if after.world.places.iter().any(|known| same(&known.name, &name)) {
            return Err(Rejection::Taken { kind: "place", name });
        }
        after.world.places.push(Place { name, about });
    }
    for NewFaction { name, about, goal, attitude } in new.factions.clone() {
        if after.world.factions.iter().any(|known| same(&known.name, &name)) {
            return Err(Rejection::Taken { kind: "faction", name });
        }
        after.world.goals.push((name.clone(), goal));
        after.world.factions.push(Faction { name, about, attitude });
    }
    for person in &new.people {
        let (known, portrait) = world::portrayed(&after, person)?;
        after.world.people.push(known);
        after.world.portraits.push(portrait);
    }
    let of = |kind| move |clock: &StoryClock| clock.clone().into_clock(kind);
    let threats = new.threats.iter().map(of(ClockKind::Threat));
    let goal = new.goal.iter().map(of(ClockKind::Goal));
    let hidden = new.hidden.iter().map(of(ClockKind::Faction));
    // What one leads to may be the end of another.
    let proposed: Vec<NewClock> = threats.chain(goal).chain(hidden).collect();
    for new in &proposed {
        let clock = world::wound(new);
        if after.clock(&clock.name).is_some() {
            return Err(Rejection::Taken { kind: "clock", name: clock.name });
        }
        after.world.clocks.push(RunningClock { clock, consequence: Consequence::None });
    }
    let mut clocks = Vec::new();
    for new in &proposed {
        let clock = world::wound(new);
        let consequence = world::consequence(&after, new, &clock.name)?;
        clocks.push((clock, consequence));
    }
    let (world, first_scene) = (after.world, new.first_scene.clone());
    Ok(Checked {
        opened: Event::StoryOpened {
            story: Story { title: new.title.clone(), stakes: new.stakes.clone() },
            places: world.places,
            factions: world.factions,
            people: world.people,
            first_scene: first_scene.clone(),
        },
        kept: Event::SecretsKept { people: world.portraits, goals: world.goals },
        clocks,
        first_scene,
    })
}
