//! How a session stands, and how events change it.

use std::sync::Arc;

use engine::{Hash, Seat, SeatId};
use protocol::dm::{
    Beat, Character, Clock, Consequence, Engaged, Faction, Floor, Mood, Outcome, Pause, Person, PhaseName,
    Place, Portrait, Roll, Rumor, Scene, Story, Style, Summary, Thread, Truth,
};
use serde::{Deserialize, Serialize};

use super::event::Event;
use super::limits::{
    ASSETS_MAX, BEATS_MAX, COSTS_MAX, PAST_MAX, RUMORS_MAX, SEEDS_MAX, STRESS_MAX, THREADS_MAX, THREATS_MAX,
};

/// All that a session knows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Who sits where; the last seat is the game master's.
    pub seats: Arc<[Seat]>,
    /// The game master's seat.
    pub gm: SeatId,
    /// The hash of the seed.
    pub seed_hash: Hash,
    /// The phase.
    pub phase: Phase,
    /// Counts the questions that were put, for their names.
    pub serial: u32,
    /// Counts what was said and told.
    pub turn: u32,
    /// The characters, by seat.
    pub party: Vec<Option<Character>>,
    /// Whose turn it is among the players.
    pub spotlight: SeatId,
    /// What it is about.
    pub story: Option<Story>,
    /// The scene.
    pub scene: Scene,
    /// The party's stress and coin when the scene began, or was last put into words.
    pub before: (i16, i16),
    /// How it looks and feels.
    pub style: Style,
    /// The card that was last drawn for the game master.
    pub card: Option<String>,
    /// What the player last said, until it is answered (D2).
    pub said: Option<Beat>,
    /// The last narration.
    pub narration: Option<String>,
    /// The world.
    pub world: World,
    /// What later scenes remember.
    pub memory: Memory,
    /// A clock that breaks in (D17).
    pub interrupt: Option<String>,
    /// The sealed endings, and what each was sealed with (D7).
    pub sealed: Vec<(String, String)>,
    /// The sealed words of bargains.
    pub bargains: Vec<String>,
    /// Changes of mood since a player last spoke (D2).
    pub breaks: u8,
    /// Tools that the game master used in this turn.
    pub steps: u8,
    /// Times that its words were turned back in this turn.
    pub strikes: u8,
    /// Why its last answer was turned back.
    pub turned_back: Option<String>,
    /// What is never told.
    pub lines: Vec<String>,
    /// What is told only from afar.
    pub veils: Vec<String>,
    /// Lines and veils that players have asked for, until all are told at once.
    pub noted: (Vec<String>, Vec<String>),
}

/// The phases.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "phase", rename_all = "snake_case")]
pub enum Phase {
    /// The characters are made.
    #[default]
    Creation,
    /// A story is proposed.
    Opening {
        /// Why the last try failed; the players then choose.
        failed: Option<String>,
    },
    /// In play.
    Playing(Mood),
    /// Over.
    Ended(Box<Outcome>),
}

/// People, places and what moves them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct World {
    /// The places.
    pub places: Vec<Place>,
    /// The people.
    pub people: Vec<Person>,
    /// How to play them.
    pub portraits: Vec<Portrait>,
    /// The factions.
    pub factions: Vec<Faction>,
    /// What each wants.
    pub goals: Vec<(String, String)>,
    /// The threads.
    pub threads: Vec<Thread>,
    /// The rumours.
    pub rumors: Vec<Rumor>,
    /// What is so about them.
    pub truths: Vec<(String, Truth)>,
    /// The clocks, with what they lead to.
    pub clocks: Vec<Wound>,
    /// What came out, and chances that opened.
    pub known: Vec<String>,
}

/// A clock with what it leads to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Wound {
    /// The clock.
    pub clock: Clock,
    /// What it leads to.
    pub consequence: Consequence,
}

/// What later scenes remember (D19).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    /// The scenes before.
    pub past: Vec<Summary>,
    /// What things cost.
    pub costs: Vec<String>,
    /// What threatens and was not answered.
    pub threats: Vec<String>,
    /// What it all may lead to.
    pub seeds: Vec<String>,
    /// What clocks did since the last narration (D17).
    pub fired: Vec<String>,
}

impl Default for State {
    fn default() -> Self {
        State {
            seats: Arc::new([]),
            gm: SeatId::at(0),
            seed_hash: Hash::ZERO,
            phase: Phase::default(),
            serial: 0,
            turn: 0,
            party: Vec::new(),
            spotlight: SeatId::at(0),
            story: None,
            scene: Scene::default(),
            before: (0, 0),
            style: Style::default(),
            card: None,
            said: None,
            narration: None,
            world: World::default(),
            memory: Memory::default(),
            interrupt: None,
            sealed: Vec::new(),
            bargains: Vec::new(),
            breaks: 0,
            steps: 0,
            strikes: 0,
            turned_back: None,
            lines: Vec::new(),
            veils: Vec::new(),
            noted: (Vec::new(), Vec::new()),
        }
    }
}

impl State {
    /// The name of the phase.
    pub fn phase_name(&self) -> PhaseName {
        match &self.phase {
            Phase::Creation => PhaseName::Creation,
            Phase::Opening { .. } => PhaseName::Opening,
            Phase::Playing(mood) => mood.name(),
            Phase::Ended(_) => PhaseName::Ended,
        }
    }

    /// The mood, in play.
    pub fn mood(&self) -> Option<&Mood> {
        match &self.phase {
            Phase::Playing(mood) => Some(mood),
            Phase::Creation | Phase::Opening { .. } | Phase::Ended(_) => None,
        }
    }

    /// A seat's character.
    pub fn character(&self, seat: SeatId) -> Option<&Character> {
        self.party.get(seat.index())?.as_ref()
    }

    /// The name of a seat's character, or of the seat.
    pub fn who(&self, seat: SeatId) -> &str {
        match self.character(seat) {
            Some(character) => &character.name,
            None => self.seats.get(seat.index()).map_or("nobody", |seat| &seat.name),
        }
    }

    /// The seats whose characters still play, in order.
    pub fn active(&self) -> impl Iterator<Item = SeatId> + '_ {
        let plays = |character: &Option<Character>| character.as_ref().is_some_and(|it| !it.retired);
        (0..self.party.len()).filter(move |at| plays(&self.party[*at])).map(SeatId::at)
    }

    /// Does the seat's character still play?
    pub fn is_active(&self, seat: SeatId) -> bool {
        self.active().any(|active| active == seat)
    }

    /// The next active seat after one, round the table.
    pub fn next_active(&self, after: SeatId) -> Option<SeatId> {
        self.active().find(|seat| *seat > after).or_else(|| self.active().next())
    }

    /// The pool of the acting character.
    pub fn pool(&self) -> &[u8] {
        self.character(self.spotlight).map_or(&[], |character| &character.dice)
    }

    /// A clock by its name.
    pub fn clock(&self, name: &str) -> Option<&Wound> {
        self.world.clocks.iter().find(|wound| same(&wound.clock.name, name))
    }

    /// The party's stress and coin in all.
    pub fn totals(&self) -> (i16, i16) {
        self.party.iter().flatten().fold((0, 0), |(stress, coin), character| {
            (stress + i16::from(character.stress), coin + i16::from(character.coin))
        })
    }

    /// What the scene has cost and brought so far.
    pub fn net(&self) -> (i16, i16) {
        let (stress, coin) = self.totals();
        (stress - self.before.0, coin - self.before.1)
    }

    /// Is the game master to put the scene into a few words before anything else (D19)?
    pub fn is_summing(&self) -> bool {
        match self.mood() {
            Some(Mood::BetweenScenes { pause: Pause::Summing }) => true,
            Some(Mood::Downtime { .. }) => !self.scene.beats.is_empty(),
            Some(
                Mood::Scene { framed: true, floor: Floor::Gm, .. } | Mood::Aftermath { floor: Floor::Gm, .. },
            ) => self.scene.beats.len() >= BEATS_MAX,
            _ => false,
        }
    }

    /// Somebody who is at the end of their strength (D3).
    pub fn broken(&self) -> Option<SeatId> {
        self.active().find(|seat| self.character(*seat).is_some_and(|it| it.stress >= STRESS_MAX))
    }

    /// The action that is under way, if one is.
    pub fn engaged(&self) -> Option<&Engaged> {
        match self.mood()? {
            Mood::Action { engaged, .. } => Some(engaged),
            Mood::Aftermath { from, .. } => Some(from),
            Mood::Bargain { back_to, .. } => Some(back_to),
            Mood::Scene { .. } | Mood::Downtime { .. } | Mood::Trauma { .. } | Mood::BetweenScenes { .. } => {
                None
            }
        }
    }

    /// The next question is another one.
    fn ask_anew(&mut self) {
        self.serial += 1;
        (self.steps, self.strikes, self.turned_back) = (0, 0, None);
    }

    /// The game master used a tool that does not end its turn.
    fn step(&mut self) {
        self.steps = self.steps.saturating_add(1);
    }

    fn beat(&mut self, by: SeatId, text: String) {
        self.turn += 1;
        self.scene.beats.push(Beat { by, text: brief(&text) });
    }
}

/// Two names are the same without regard to case and outer space.
pub(super) fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.trim(), other.trim());
    one.eq_ignore_ascii_case(other) || one.to_lowercase() == other.to_lowercase()
}

/// The beginning of a text: enough to know it again.
pub(super) fn brief(text: &str) -> String {
    const CHARS: usize = 160;
    match text.char_indices().nth(CHARS) {
        Some((end, _)) => {
            let end = text[..end].rfind(' ').unwrap_or(end);
            format!("{}…", &text[..end])
        }
        None => text.to_owned(),
    }
}

/// Adds to a list that forgets its oldest.
fn remember<T>(list: &mut Vec<T>, item: T, max: usize) {
    list.push(item);
    if list.len() > max {
        list.remove(0);
    }
}

pub(super) fn evolve(state: &mut State, event: &Event) {
    match event {
        Event::TableLaid { players, gm_id, seed_hash, lines, veils } => {
            *state = State {
                seats: players.clone(),
                gm: *gm_id,
                seed_hash: *seed_hash,
                party: vec![None; players.len().saturating_sub(1)],
                lines: lines.clone(),
                veils: veils.clone(),
                ..State::default()
            };
        }
        Event::CharacterCreated { player_id, character } => {
            if let Some(place) = state.party.get_mut(player_id.index()) {
                *place = Some((**character).clone());
            }
            if state.party.iter().all(Option::is_some) {
                state.phase = Phase::Opening { failed: None };
                state.ask_anew();
            }
        }
        Event::LinesNoted { lines, veils } => {
            state.noted.0.extend_from_slice(lines);
            state.noted.1.extend_from_slice(veils);
        }
        Event::LinesDrawn { lines, veils } => {
            state.noted = (Vec::new(), Vec::new());
            state.lines.extend_from_slice(lines);
            state.veils.extend_from_slice(veils);
        }
        Event::StoryOpened { story, places, factions, people, first_scene: _ } => {
            state.story = Some(story.clone());
            state.world.places.clone_from(places);
            state.world.factions.clone_from(factions);
            state.world.people.clone_from(people);
        }
        Event::SecretsKept { people, goals } => {
            state.world.portraits.clone_from(people);
            state.world.goals.clone_from(goals);
        }
        Event::OpeningFailed { reason } => {
            state.phase = Phase::Opening { failed: Some(reason.clone()) };
            state.ask_anew();
        }
        Event::OpeningRetried { .. } => {
            state.phase = Phase::Opening { failed: None };
            state.ask_anew();
        }
        Event::SceneOpened { number, title, kind, place, card } => {
            let (title, kind) = (title.clone(), kind.clone());
            let (place, card) = (place.clone(), card.clone());
            state.scene = Scene { number: *number, title, kind, place, card, beats: Vec::new() };
            state.before = state.totals();
            (state.said, state.card) = (None, None);
            if let Phase::Playing(Mood::Scene { framed, hook, .. }) = &mut state.phase {
                (*framed, *hook) = (true, None);
            }
        }
        Event::SceneTurned { kind } => state.scene.kind = kind.clone(),
        Event::MoodChanged { mood, .. } => {
            state.phase = Phase::Playing((**mood).clone());
            state.breaks = state.breaks.saturating_add(1);
            state.ask_anew();
        }
        Event::FloorGiven { floor: given } => {
            if let Phase::Playing(Mood::Scene { floor, .. } | Mood::Aftermath { floor, .. }) =
                &mut state.phase
            {
                *floor = given.clone();
            }
            if let Floor::Player(_) = given {
                state.said = None;
            }
            state.ask_anew();
        }
        Event::PlayerActed { player_id, text } => {
            state.breaks = 0;
            state.said = Some(Beat { by: *player_id, text: text.clone() });
            state.beat(*player_id, text.clone());
        }
        Event::SpotlightMoved { to } => {
            state.spotlight = *to;
            state.serial += 1;
        }
        Event::NarrationGiven { narration, .. } => {
            state.narration = Some(narration.clone());
            state.memory.fired.clear();
            state.beat(state.gm, narration.clone());
        }
        Event::NpcSpoke { person, words, .. } => {
            state.step();
            if let Some(known) = state.world.people.iter_mut().find(|known| same(&known.name, person)) {
                known.present = true;
            }
            state.beat(state.gm, format!("{person}: {words}"));
        }
        Event::ThoughtNoted { .. } => state.step(),
        Event::CardDrawn { card } => {
            state.card = Some(card.clone());
            state.step();
        }
        Event::WordsTurnedBack { line } => {
            state.strikes = state.strikes.saturating_add(1);
            state.turned_back = Some(format!("this table does not tell of “{line}”: find other words"));
        }
        Event::OutcomesCommitted { situation, dice, .. } => {
            set_roll(state, Roll::Offered { situation: situation.clone(), dice: dice.clone() });
        }
        Event::OutcomesSealed { endings, salts } => {
            state.sealed = endings.iter().cloned().zip(salts.iter().cloned()).collect();
        }
        Event::OutcomesRefused { why } => {
            if let Phase::Playing(Mood::Action { roll: Roll::Open { refused }, .. }) = &mut state.phase {
                *refused = refused.saturating_add(1);
            }
            state.turned_back = Some(why.clone());
        }
        Event::DieSpent { player_id, die, .. } => {
            let at = usize::from(*die).saturating_sub(1);
            if let Some(Some(character)) = state.party.get_mut(player_id.index())
                && at < character.dice.len()
            {
                character.dice.remove(at);
            }
        }
        Event::DieChosen { spent, .. } => {
            state.sealed.clear();
            state.breaks = 0;
            set_roll(state, Roll::Spent(spent.clone()));
            state.beat(state.gm, spent.ending.clone());
        }
        Event::BargainOffered { deals: offered, .. } => {
            if let Phase::Playing(Mood::Bargain { deals, .. }) = &mut state.phase {
                deals.clone_from(offered);
            }
            state.ask_anew();
        }
        Event::BargainsSealed { narratives } => state.bargains.clone_from(narratives),
        Event::BargainStruck { narrative, .. } => {
            state.bargains.clear();
            state.breaks = 0;
            state.beat(state.gm, narrative.clone());
        }
        Event::Retreated { .. } | Event::PassedOut { .. } => {
            state.bargains.clear();
            state.breaks = 0;
        }
        Event::EntanglementFaced { entanglement } => {
            set_pause(state, Pause::Entangled((**entanglement).clone()));
        }
        Event::EntanglementPaid { .. } => set_pause(state, Pause::Choosing),
        Event::SceneCompressed { summary } => {
            state.scene.beats.clear();
            state.before = state.totals();
            remember(&mut state.memory.past, summary.clone(), PAST_MAX);
            set_pause(state, Pause::Choosing);
        }
        Event::DayUsed { player_id, left: days, .. } => {
            if let Phase::Playing(Mood::Downtime { left, .. }) = &mut state.phase
                && let Some(own) = left.get_mut(player_id.index())
            {
                *own = *days;
            }
            state.breaks = 0;
            state.ask_anew();
        }
        Event::CostNoted { text } => remember(&mut state.memory.costs, text.clone(), COSTS_MAX),
        Event::ThreatNoted { text } => remember(&mut state.memory.threats, text.clone(), THREATS_MAX),
        Event::ThreatAnswered { text } => {
            state.step();
            state.memory.threats.retain(|threat| threat != text);
        }
        Event::SeedsSown { seeds } => {
            for seed in seeds {
                remember(&mut state.memory.seeds, seed.clone(), SEEDS_MAX);
            }
        }
        Event::InterruptRaised { clock } => state.interrupt = Some(clock.clone()),
        Event::InterruptMet { .. } => state.interrupt = None,
        Event::StyleChanged { style } => {
            state.step();
            state.style = style.clone();
        }
        Event::SessionEnded(outcome) => {
            state.phase = Phase::Ended(outcome.clone());
            state.ask_anew();
        }
        Event::StressChanged { .. }
        | Event::HeatChanged { .. }
        | Event::CoinChanged { .. }
        | Event::WantedChanged { .. }
        | Event::RecoveringChanged { .. }
        | Event::HuntedChanged { .. }
        | Event::TraumaGained { .. }
        | Event::CharacterRetired { .. }
        | Event::DiceRecovered { .. }
        | Event::PoolRolled { .. }
        | Event::AssetGained { .. } => evolve_sheet(state, event),
        Event::ClockStarted { .. }
        | Event::ClockWound { .. }
        | Event::ClockTicked { .. }
        | Event::HiddenClockTicked { .. }
        | Event::ClockRevealed { .. }
        | Event::ClockCompleted { .. }
        | Event::ClockRemoved { .. }
        | Event::SecretRevealed { .. }
        | Event::Escalated { .. }
        | Event::OpportunityOpened { .. }
        | Event::FactionAttitudeChanged { .. }
        | Event::NpcDispositionChanged { .. }
        | Event::ThreadSpawned { .. }
        | Event::RumorSpread { .. }
        | Event::RumorWeighed { .. }
        | Event::LocationChanged { .. }
        | Event::PlaceFound { .. }
        | Event::PersonMet { .. }
        | Event::PortraitDrawn { .. } => evolve_world(state, event),
        Event::PlayerAsked { .. }
        | Event::FactionMoved { .. }
        | Event::WordsWithheld {}
        | Event::AnsweredFor { .. }
        | Event::TurnSettled {}
        | Event::TimePassed { .. } => {}
    }
}

fn set_roll(state: &mut State, new: Roll) {
    if let Phase::Playing(Mood::Action { roll, .. }) = &mut state.phase {
        *roll = new;
    }
    state.ask_anew();
}

fn set_pause(state: &mut State, new: Pause) {
    if let Phase::Playing(Mood::BetweenScenes { pause }) = &mut state.phase {
        *pause = new;
    }
    state.ask_anew();
}

/// What changes on a sheet.
fn evolve_sheet(state: &mut State, event: &Event) {
    let seat = match event {
        Event::StressChanged { player_id, .. }
        | Event::HeatChanged { player_id, .. }
        | Event::CoinChanged { player_id, .. }
        | Event::WantedChanged { player_id, .. }
        | Event::RecoveringChanged { player_id, .. }
        | Event::HuntedChanged { player_id, .. }
        | Event::TraumaGained { player_id, .. }
        | Event::CharacterRetired { player_id, .. }
        | Event::DiceRecovered { player_id, .. }
        | Event::PoolRolled { player_id, .. }
        | Event::AssetGained { player_id, .. } => *player_id,
        _ => return,
    };
    let Some(Some(sheet)) = state.party.get_mut(seat.index()) else { return };
    match event {
        Event::StressChanged { to, .. } => sheet.stress = *to,
        Event::HeatChanged { to, .. } => sheet.heat = *to,
        Event::CoinChanged { to, .. } => sheet.coin = *to,
        Event::WantedChanged { to, .. } => sheet.wanted = *to,
        Event::RecoveringChanged { recovering, .. } => sheet.recovering = *recovering,
        Event::HuntedChanged { hunted, .. } => sheet.hunted = *hunted,
        Event::TraumaGained { trauma, .. } => sheet.trauma.push(trauma.clone()),
        Event::CharacterRetired { .. } => sheet.retired = true,
        Event::DiceRecovered { dice, .. } => sheet.dice.extend_from_slice(dice),
        Event::PoolRolled { dice, .. } => sheet.dice.clone_from(dice),
        Event::AssetGained { what, .. } => remember(&mut sheet.assets, what.clone(), ASSETS_MAX),
        _ => {}
    }
}

/// What changes in the world. Telling of a full clock stays in memory until the next narration (D17).
fn evolve_world(state: &mut State, event: &Event) {
    let fired = &mut state.memory.fired;
    let world = &mut state.world;
    let mut steps = 0;
    let clock_at =
        |clocks: &[Wound], name: &str| clocks.iter().position(|wound| same(&wound.clock.name, name));
    match event {
        Event::ClockStarted { clock, .. } => {
            world.clocks.push(Wound { clock: clock.clone(), consequence: Consequence::None });
            steps = 1;
        }
        Event::ClockWound { clock, consequence } => match clock_at(&world.clocks, &clock.name) {
            Some(at) => world.clocks[at].consequence = consequence.clone(),
            None => {
                world.clocks.push(Wound { clock: clock.clone(), consequence: consequence.clone() });
                steps = 1;
            }
        },
        Event::ClockTicked { clock, to, .. } | Event::HiddenClockTicked { clock, to, .. } => {
            if let Some(at) = clock_at(&world.clocks, clock) {
                world.clocks[at].clock.filled = *to;
            }
            steps = 1;
        }
        Event::ClockRevealed { clock } => {
            // It comes last, as it would if it had been started now: its place must not tell how long it has run.
            let at = clock_at(&world.clocks, &clock.name);
            let hidden = at.map(|at| world.clocks.remove(at));
            let consequence = hidden.map_or(Consequence::None, |wound| wound.consequence);
            world.clocks.push(Wound { clock: clock.clone(), consequence });
            steps = 1;
        }
        Event::ClockCompleted { clock, consequence } => {
            world.clocks.retain(|wound| !same(&wound.clock.name, &clock.name));
            let led_to = super::telling::consequence_words(consequence);
            fired.push(format!("“{}” is full: {led_to}", clock.name));
        }
        Event::ClockRemoved { clock } => {
            world.clocks.retain(|wound| !same(&wound.clock.name, clock));
        }
        Event::SecretRevealed { person, what } => {
            if let Some(portrait) = world.portraits.iter_mut().find(|portrait| same(&portrait.name, person)) {
                portrait.secrets.retain(|secret| secret != what);
            }
            remember(&mut world.known, format!("{person}: {what}"), SEEDS_MAX);
        }
        Event::Escalated { .. } => state.style.pressure = state.style.pressure.moved(1),
        Event::OpportunityOpened { what } => remember(&mut world.known, what.clone(), SEEDS_MAX),
        Event::FactionAttitudeChanged { faction, to, .. } => {
            if let Some(known) = world.factions.iter_mut().find(|known| same(&known.name, faction)) {
                known.attitude = *to;
            }
            steps = 1;
        }
        Event::NpcDispositionChanged { person, to, .. } => {
            if let Some(known) = world.people.iter_mut().find(|known| same(&known.name, person)) {
                known.disposition = *to;
            }
            steps = 1;
        }
        Event::ThreadSpawned { thread } => {
            remember(&mut world.threads, thread.clone(), THREADS_MAX);
            steps = 1;
        }
        Event::RumorSpread { rumor } => {
            world.rumors.retain(|known| known.text != rumor.text);
            remember(&mut world.rumors, rumor.clone(), RUMORS_MAX);
            steps = 1;
        }
        Event::RumorWeighed { text, truth } => {
            world.truths.retain(|(known, _)| known != text);
            remember(&mut world.truths, (text.clone(), *truth), RUMORS_MAX);
        }
        Event::LocationChanged { from, to } => {
            if from != to {
                state.scene.place.clone_from(to);
                world.people.iter_mut().for_each(|person| person.present = false);
            }
            steps = 1;
        }
        Event::PlaceFound { place } => world.places.push(place.clone()),
        Event::PersonMet { person } => {
            world.people.push(person.clone());
            steps = 1;
        }
        Event::PortraitDrawn { portrait } => world.portraits.push(portrait.clone()),
        _ => {}
    }
    state.steps = state.steps.saturating_add(steps);
}
