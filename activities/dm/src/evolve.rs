//! How events change the state. Total: no event can fail here.

use crate::view::{
    Character, ClockKind, Consequence, Fact, FactKind, Floor, Mood, Pause, Place, Roll, StoryScene, Style,
};
use engine::SeatId;

use super::campaign;
use super::decide::clocks::STOP;
use super::event::Event;
use super::limits::{
    ASSETS_MAX, COSTS_MAX, PAST_MAX, PLACES_MAX, RUMORS_MAX, SEEDS_MAX, THREADS_MAX, THREATS_MAX,
};
use super::state::{Phase, RunningClock, State};
use super::telling::consequence_words;
use kit::words::same;

/// What helps is used up by the dice alone: where something is taken from them by words, it may help once more (D26).
fn give_back_edge(state: &mut State, next: &Mood) {
    let Phase::Playing(Mood::Action { engaged, roll: Roll::Asked, .. }) = &state.phase else { return };
    let is_back = engaged.helped && state.passed.is_none() && matches!(next, Mood::Scene { .. });
    if is_back && let Some(at) = state.scene.edges.iter().rposition(|seat| *seat == state.spotlight) {
        state.scene.edges.remove(at);
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
        Event::EveningBegun { campaign, evening, known } => {
            campaign::begin(state, campaign, *evening, known);
            leave_creation(state);
        }
        Event::EveningRemembered { unseen } => campaign::remember(state, unseen),
        Event::FactNoted { fact } => {
            note(state, fact.clone());
            state.step();
        }
        Event::FactSettled { text } => {
            state.facts.retain(|fact| fact.text != *text);
            state.step();
        }
        Event::CharacterCreated { player_id, character } => {
            if let Some(place) = state.party.get_mut(player_id.index()) {
                *place = Some((**character).clone());
            }
            leave_creation(state);
        }
        Event::LinesNoted { lines, veils } => {
            state.noted.0.extend_from_slice(lines);
            state.noted.1.extend_from_slice(veils);
        }
        Event::KeptOut { lines } => state.lines.extend_from_slice(lines),
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
            let (beats, edges) = (Vec::new(), Vec::new());
            state.scene = StoryScene { number: *number, title, kind, place, card, beats, edges };
            state.climax = None;
            (state.before, state.closed) = (state.totals(), None);
            (state.said, state.card, state.meant) = (None, None, None);
            if let Phase::Playing(Mood::Scene { framed, hook, .. }) = &mut state.phase {
                (*framed, *hook) = (true, None);
            }
        }
        Event::SceneMeant { kind } => {
            state.meant = Some(kind.clone());
            state.step();
        }
        Event::SceneTurned { kind } => {
            state.scene.kind = kind.clone();
            state.meant = None;
        }
        Event::MoodChanged { mood, .. } => {
            if let Mood::BetweenScenes { .. } | Mood::Downtime { .. } = **mood {
                state.closed = state.closed.or_else(|| Some(state.net()));
            }
            // What was let pass is told in the scene that it was part of.
            state.passed = state.passed.take().filter(|_| matches!(**mood, Mood::Scene { .. }));
            give_back_edge(state, mood);
            let leaves = !matches!(state.mood(), Some(Mood::BetweenScenes { .. }));
            if leaves && matches!(**mood, Mood::Downtime { .. } | Mood::BetweenScenes { .. }) {
                // What was said in a scene was answered there.
                state.said = None;
            }
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
                (state.said, state.passed) = (None, None);
            }
            state.ask_anew();
        }
        Event::PlayerActed { player_id, text } => {
            state.breaks = 0;
            state.say(*player_id, text);
        }
        Event::SpotlightMoved { to } => {
            state.spotlight = *to;
            state.serial += 1;
        }
        Event::NarrationGiven { narration, .. } => {
            state.narration = Some(narration.clone());
            state.memory.fired.clear();
            // What is told between two scenes is a moment of neither.
            if let Some(Mood::Downtime { .. } | Mood::BetweenScenes { .. }) = state.mood() {
                state.turn += 1;
            } else {
                state.beat(state.gm, narration.clone());
            }
        }
        Event::NpcSpoke { person, words, .. } => {
            state.step();
            if let Some(known) = state.world.people.iter_mut().find(|known| same(&known.name, person)) {
                (known.present, known.at) = (true, None);
            }
            state.beat(state.gm, format!("{person}: {words}"));
        }
        Event::ThoughtNoted { .. } => state.step(),
        Event::CardDrawn { card } => {
            state.card = Some(card.clone());
            state.step();
        }
        Event::WordsTurnedBack { line } => {
            state.turned_back = Some(format!("this table does not tell of “{line}”: find other words"));
        }
        Event::RiskTaken { .. } => {
            state.breaks = 0;
            set_roll(state, Roll::Open { refused: 0 });
        }
        Event::MomentPassed { .. } => {
            state.breaks = 0;
            state.passed = state.engaged().cloned();
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
            (state.before, state.closed) = (state.totals(), None);
            remember(&mut state.memory.past, summary.clone(), PAST_MAX);
            // Logs of rules 2 waited for it.
            if let Phase::Playing(Mood::BetweenScenes { pause: Pause::Summing }) = state.phase {
                set_pause(state, Pause::Choosing);
            }
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
        Event::EdgeUsed { player_id, .. } => state.scene.edges.push(*player_id),
        Event::EndWished { player_id, ends } => {
            state.leaving.push((*player_id, *ends));
            state.ask_anew();
        }
        Event::EndDropped {} => {
            state.leaving.clear();
            state.ask_anew();
        }
        Event::EveningClosed { reason } => {
            state.phase = Phase::Closing { reason: *reason };
            state.leaving.clear();
            state.ask_anew();
        }
        Event::EpilogueTold { player_id, words, .. } => {
            state.turn += 1;
            state.epilogue.push((*player_id, words.clone()));
        }
        Event::SessionEnded(outcome) => {
            state.phase = Phase::Ended(outcome.clone());
            state.ask_anew();
        }
        Event::StressChanged { player_id, to, .. } => on_sheet(state, *player_id, |it| it.stress = *to),
        Event::HeatChanged { player_id, to, .. } => on_sheet(state, *player_id, |it| it.heat = *to),
        Event::CoinChanged { player_id, to, .. } => on_sheet(state, *player_id, |it| it.coin = *to),
        Event::WantedChanged { player_id, to, .. } => on_sheet(state, *player_id, |it| it.wanted = *to),
        Event::RecoveringChanged { player_id, recovering } => {
            on_sheet(state, *player_id, |it| it.recovering = *recovering);
        }
        Event::HuntedChanged { player_id, hunted } => {
            on_sheet(state, *player_id, |it| it.hunted = *hunted);
        }
        Event::TraumaGained { player_id, trauma } => {
            on_sheet(state, *player_id, |it| it.trauma.push(trauma.clone()));
        }
        Event::CharacterRetired { player_id, .. } => on_sheet(state, *player_id, |it| it.retired = true),
        Event::DiceRecovered { player_id, dice, .. } => {
            on_sheet(state, *player_id, |it| it.dice.extend_from_slice(dice));
        }
        Event::PoolRolled { player_id, dice } => {
            on_sheet(state, *player_id, |it| it.dice.clone_from(dice));
        }
        Event::AssetGained { player_id, what } | Event::AssetGiven { player_id, what } => {
            found_again(state, what);
            on_sheet(state, *player_id, |it| remember(&mut it.assets, what.clone(), ASSETS_MAX));
            if let Event::AssetGiven { .. } = event {
                state.step();
            }
        }
        Event::AssetLost { player_id, what } => {
            on_sheet(state, *player_id, |it| it.assets.retain(|asset| !same(asset, what)));
            let who = state.who(*player_id).to_owned();
            let text = format!("{what}, which {who} had, is gone");
            note(state, Fact { kind: FactKind::Lost, text, about: vec![what.clone(), who], evening: 0 });
            state.step();
        }
        Event::ClockStarted { clock, .. } => {
            state.world.clocks.push(RunningClock { clock: clock.clone(), consequence: Consequence::None });
            state.step();
        }
        Event::ClockWound { clock, consequence } => match clock_at(state, &clock.name) {
            Some(at) => state.world.clocks[at].consequence = consequence.clone(),
            None => {
                state
                    .world
                    .clocks
                    .push(RunningClock { clock: clock.clone(), consequence: consequence.clone() });
                state.step();
            }
        },
        Event::ClockTicked { clock, to, .. } | Event::HiddenClockTicked { clock, to, .. } => {
            if let Some(at) = clock_at(state, clock) {
                state.world.clocks[at].clock.filled = *to;
            }
            state.step();
        }
        Event::ClockRevealed { clock } => {
            // It comes last, as it would if it had been started now: its place must not tell how long it has run.
            let at = clock_at(state, &clock.name);
            let hidden = at.map(|at| state.world.clocks.remove(at));
            let consequence = hidden.map_or(Consequence::None, |wound| wound.consequence);
            state.world.clocks.push(RunningClock { clock: clock.clone(), consequence });
            state.step();
        }
        Event::ClockCompleted { clock, consequence } => {
            state.world.clocks.retain(|wound| !same(&wound.clock.name, &clock.name));
            if clock.kind == ClockKind::Goal && !clock.name.starts_with(STOP) {
                state.climax = Some(clock.name.clone());
            }
            let led_to = consequence_words(consequence);
            state.memory.fired.push(format!("“{}” is full: {led_to}", clock.name));
        }
        Event::ClockRemoved { clock } | Event::HiddenClockRemoved { clock } => {
            state.world.clocks.retain(|wound| !same(&wound.clock.name, clock));
            state.step();
        }
        Event::ClockRenamed { clock, name } | Event::HiddenClockRenamed { clock, name } => {
            if let Some(at) = clock_at(state, clock) {
                state.world.clocks[at].clock.name.clone_from(name);
            }
            let deadlines = state.world.threads.iter_mut().filter_map(|thread| thread.deadline.as_mut());
            deadlines.filter(|deadline| same(deadline, clock)).for_each(|it| it.clone_from(name));
            state.step();
        }
        Event::SecretRevealed { person, what } => {
            if let Some(portrait) =
                state.world.portraits.iter_mut().find(|portrait| same(&portrait.name, person))
            {
                portrait.secrets.retain(|secret| secret != what);
            }
            remember(&mut state.world.known, format!("{person}: {what}"), SEEDS_MAX);
        }
        Event::Escalated { .. } => state.style.pressure = state.style.pressure.moved(1),
        Event::OpportunityOpened { what } => remember(&mut state.world.known, what.clone(), SEEDS_MAX),
        Event::FactionAttitudeChanged { faction, to, .. } => {
            if let Some(known) = state.world.factions.iter_mut().find(|known| same(&known.name, faction)) {
                known.attitude = *to;
            }
            state.step();
        }
        Event::NpcDispositionChanged { person, to, .. } => {
            if let Some(known) = state.world.people.iter_mut().find(|known| same(&known.name, person)) {
                known.disposition = *to;
            }
            state.step();
        }
        Event::ThreadSpawned { thread } => {
            state.facts.retain(|fact| fact.kind != FactKind::Over || !same(&fact.text, &thread.hook));
            state.world.threads.retain(|known| !same(&known.hook, &thread.hook));
            remember(&mut state.world.threads, thread.clone(), THREADS_MAX);
            state.step();
        }
        Event::ThreadChanged { hook, thread } => {
            if let Some(known) = state.world.threads.iter_mut().find(|known| same(&known.hook, hook)) {
                known.clone_from(thread);
            }
            state.step();
        }
        Event::ThreadClosed { hook } => {
            state.world.threads.retain(|known| !same(&known.hook, hook));
            let people = state.world.people.iter().filter(|person| hook.contains(person.name.as_str()));
            let about = people.map(|person| person.name.clone()).chain([state.scene.place.clone()]).collect();
            note(state, Fact { kind: FactKind::Over, text: hook.clone(), about, evening: 0 });
            state.step();
        }
        Event::RumorSpread { rumor } => {
            state.world.rumors.retain(|known| known.text != rumor.text);
            remember(&mut state.world.rumors, rumor.clone(), RUMORS_MAX);
            state.step();
        }
        Event::RumorWeighed { text, truth } => {
            state.world.truths.retain(|(known, _)| known != text);
            remember(&mut state.world.truths, (text.clone(), *truth), RUMORS_MAX);
        }
        Event::LocationChanged { from, to } => {
            if from != to {
                state.scene.place.clone_from(to);
                // The air of a place stays there.
                state.style = Style::default();
                for person in state.world.people.iter_mut().filter(|person| person.present) {
                    (person.present, person.at) = (false, Some(from.clone()));
                }
            }
            state.step();
        }
        Event::PlaceFound { place } => {
            let elsewhere = |known: &Place| known.name != state.scene.place;
            if state.world.places.len() >= PLACES_MAX
                && let Some(oldest) = state.world.places.iter().position(elsewhere)
            {
                state.world.places.remove(oldest);
            }
            state.world.places.push(place.clone());
        }
        Event::PresenceChanged { person, here } => {
            let place = state.scene.place.clone();
            if let Some(known) = state.world.people.iter_mut().find(|known| same(&known.name, person)) {
                (known.present, known.at) = (*here, (!here).then_some(place));
            }
            state.step();
        }
        Event::PersonMet { person } => {
            state.world.people.push(person.clone());
            state.step();
        }
        Event::PortraitDrawn { portrait } => state.world.portraits.push(portrait.clone()),
        Event::PlayerAsked { .. }
        | Event::FactionMoved { .. }
        | Event::WordsWithheld {}
        | Event::AnsweredFor { .. }
        | Event::TurnSettled {}
        | Event::TimePassed { .. } => {}
    }
}

/// Everybody has a character: a story is next.
fn leave_creation(state: &mut State) {
    if state.party.iter().all(Option::is_some) {
        state.phase = Phase::Opening { failed: None };
        state.ask_anew();
    }
}

/// Something is to be remembered, of this evening, and stands there once.
fn note(state: &mut State, fact: Fact) {
    let evening = state.campaign.as_ref().map_or(1, |campaign| campaign.evening);
    state.facts.retain(|known| !same(&known.text, &fact.text));
    state.facts.push(Fact { evening, ..fact });
    campaign::trim(&mut state.facts);
}

/// What somebody has is not lost any more.
fn found_again(state: &mut State, what: &str) {
    let names = |fact: &Fact| fact.about.iter().any(|name| same(name, what));
    state.facts.retain(|fact| fact.kind != FactKind::Lost || !names(fact));
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

/// Something changes on a seat's sheet.
fn on_sheet(state: &mut State, seat: SeatId, change: impl FnOnce(&mut Character)) {
    if let Some(Some(sheet)) = state.party.get_mut(seat.index()) {
        change(sheet);
    }
}

fn clock_at(state: &State, name: &str) -> Option<usize> {
    state.world.clocks.iter().position(|wound| same(&wound.clock.name, name))
}
