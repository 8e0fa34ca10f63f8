//! Session zero: characters are made, and a story is proposed (D6).

use crate::view::{Character, Clock, ClockKind, Consequence, Faction, Place, Story};
use engine::{Draft, Purpose, SeatId, Viewer};

use super::{clocks, course, sheet, world};
use crate::Dm;
use crate::command::{NewCharacter, NewClock, NewStory, StoryClock};
use crate::event::Event;
use crate::limits::{
    COIN_START, LINES_MAX, POOL_START, STORY_FACTIONS, STORY_GOALS, STORY_HIDDEN, STORY_PEOPLE, STORY_PLACES,
    STORY_THREATS,
};
use crate::rejection::Rejection;
use crate::setting::setting;
use crate::state::{State, Wound};
use crate::{house, view, words};
use kit::words::same;

const CARDS: Purpose = Purpose { code: 4, name: "three cards" };
const STORY: Purpose = Purpose { code: 5, name: "a story" };

/// A player makes a character, and three cards fall.
pub(super) fn create(draft: &mut Draft<Dm>, player_id: SeatId, new: &NewCharacter) -> Result<(), Rejection> {
    let name = words::name("the name", &new.name)?;
    if draft.state().party.iter().flatten().any(|other| same(&other.name, &name)) {
        return Err(Rejection::Taken { kind: "character", name });
    }
    let pronouns = words::name("the pronouns", &new.pronouns)?;
    let background = words::line("the background", &new.background)?;
    let archetypes = &setting().archetypes;
    let Some(archetype) = archetypes.iter().find(|known| same(&known.key, &new.archetype)) else {
        let known = archetypes.iter().map(|known| known.key.as_str()).collect::<Vec<_>>().join(", ");
        return Err(Rejection::Unknown { kind: "archetype", name: new.archetype.clone(), known });
    };
    let lines = words::lines("lines", &new.lines, 0..=LINES_MAX)?;
    let veils = words::lines("veils", &new.veils, 0..=LINES_MAX)?;
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
    clocks: Vec<(Clock, Consequence)>,
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
    let count = |what: &str, given: usize, range: std::ops::RangeInclusive<usize>| {
        let (min, max) = (range.start(), range.end());
        let wanted = if min == max { min.to_string() } else { format!("{min} to {max}") };
        let problem = || Rejection::Text(format!("{what}: {given} of them, and {wanted} are wanted"));
        range.contains(&given).then_some(()).ok_or_else(problem)
    };
    count("threats", new.threats.len(), STORY_THREATS)?;
    count("goal", new.goal.len(), STORY_GOALS)?;
    count("hidden", new.hidden.len(), STORY_HIDDEN)?;
    count("places", new.places.len(), STORY_PLACES)?;
    count("factions", new.factions.len(), STORY_FACTIONS)?;
    count("people", new.people.len(), STORY_PEOPLE)?;
    let story =
        Story { title: words::name("the title", &new.title)?, stakes: words::line("stakes", &new.stakes)? };
    let first_scene = words::line("the first scene", &new.first_scene)?;

    // The world as it would be, filled step by step, so that every name is checked against those before it.
    let mut after = state.clone();
    for place in &new.places {
        let (name, about) = (words::name("a place", &place.name)?, words::line("a place", &place.about)?);
        if after.world.places.iter().any(|known| same(&known.name, &name)) {
            return Err(Rejection::Taken { kind: "place", name });
        }
        after.world.places.push(Place { name, about });
    }
    for faction in &new.factions {
        let (name, about) =
            (words::name("a faction", &faction.name)?, words::line("a faction", &faction.about)?);
        if after.world.factions.iter().any(|known| same(&known.name, &name)) {
            return Err(Rejection::Taken { kind: "faction", name });
        }
        after.world.goals.push((name.clone(), words::line("a goal", &faction.goal)?));
        after.world.factions.push(Faction { name, about, attitude: faction.attitude });
    }
    for person in &new.people {
        let (known, portrait) = world::portrayed(&after, person)?;
        after.world.people.push(known);
        after.world.portraits.push(portrait);
    }
    let wound = |clock: &StoryClock, kind: ClockKind, visible: bool| NewClock {
        name: clock.name.clone(),
        kind,
        segments: clock.segments,
        visible,
        consequence: clock.consequence,
        target: clock.target.clone(),
        what: clock.what.clone(),
        amount: clock.amount,
    };
    let threats = new.threats.iter().map(|clock| wound(clock, ClockKind::Threat, true));
    let goal = new.goal.iter().map(|clock| wound(clock, ClockKind::Goal, true));
    let hidden = new.hidden.iter().map(|clock| wound(clock, ClockKind::Faction, false));
    // What one leads to may be the end of another.
    let proposed: Vec<NewClock> = threats.chain(goal).chain(hidden).collect();
    for new in &proposed {
        let clock = world::wound(new)?;
        if after.clock(&clock.name).is_some() {
            return Err(Rejection::Taken { kind: "clock", name: clock.name });
        }
        after.world.clocks.push(Wound { clock, consequence: Consequence::None });
    }
    let mut clocks = Vec::new();
    for new in &proposed {
        let clock = world::wound(new)?;
        let consequence = world::consequence(&after, new, &clock.name)?;
        clocks.push((clock, consequence));
    }
    let world = after.world;
    Ok(Checked {
        opened: Event::StoryOpened {
            story,
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
