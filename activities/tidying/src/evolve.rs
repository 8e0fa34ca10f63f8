//! How events change the state. Total: an event of a log that is not of this game's making changes what it can.

use super::event::{Decider, Event};
use super::house::things::KEEPSAKES;
use super::limits::{ANCHORS_MAX, HISTORY_MAX};
use super::mode::{Choices, Floor, Group, Mode, Next, Said, Suggestion};
use super::piles::{Item, ItemId, Pile};
use super::state::{Decision, Phase, State};
use kit::words::same;

/// Applies an event.
pub(super) fn evolve(state: &mut State, event: &Event) {
    match event {
        Event::SpaceOpened {
            players,
            coach_id,
            seed_hash,
            space,
            coach_sees,
            answer_ms,
            before,
            things,
            begun_at,
        } => {
            *state = State {
                seats: players.clone(),
                coach: *coach_id,
                seed_hash: *seed_hash,
                space: space.clone(),
                coach_sees: *coach_sees,
                answer_ms: *answer_ms,
                before: before.clone(),
                things: things.clone(),
                begun_at: *begun_at,
                ..State::default()
            };
        }
        Event::ModeChanged { mode, .. } => {
            state.phase = Phase::At((**mode).clone());
            state.floor = Floor::Coach;
            (state.asked, state.heard) = (false, false);
            state.queue.clear();
            state.breaks = state.breaks.saturating_add(1);
            state.ask_anew();
        }
        Event::PhotoAdded { photo } => {
            if !state.pending.contains(photo) {
                state.pending.push(*photo);
            }
            if !state.photos.contains(photo) {
                state.photos.push(*photo);
            }
        }
        Event::PersonSaid { text, photos } => said(state, text, photos),
        Event::PhotosDeleted { .. } => {
            state.pending.clear();
            state.photos.clear();
            if let Some(said) = &mut state.said {
                said.photos.clear();
            }
        }
        Event::CoachSaid { response, .. } => {
            state.coach_said = Some(response.clone());
            state.floor = Floor::Person;
            state.said = None;
            (state.asked, state.heard) = (true, false);
            state.turn += 1;
            state.ask_anew();
        }
        Event::FunctionAsked { survey } => {
            if let Phase::At(Mode::Surveying { survey: open }) = &mut state.phase {
                *open = Some(survey.clone());
            }
        }
        Event::FunctionFound { function, anchors } => {
            if let Some(function) = function {
                state.function = Some(function.clone());
            }
            for anchor in anchors {
                if state.anchors.len() < ANCHORS_MAX && !state.anchors.iter().any(|known| same(known, anchor))
                {
                    state.anchors.push(anchor.clone());
                }
            }
            if let Phase::At(Mode::Surveying { survey }) = &mut state.phase {
                *survey = None;
            }
        }
        Event::ItemsNoted { items } => {
            for item in items {
                match state.item_mut(item.id) {
                    Some(known) => {
                        let pile = known.pile.clone();
                        *known = Item { pile, ..item.clone() };
                    }
                    None => state.items.push(item.clone()),
                }
            }
            state.steps = state.steps.saturating_add(1);
        }
        Event::ItemTaken { item, place } => {
            if let Phase::At(Mode::Sorting { item: in_hand, place: lies, .. }) = &mut state.phase {
                (*in_hand, *lies) = (*item, place.clone());
            }
        }
        Event::DispositionProposed { proposal, .. } => {
            if let Phase::At(Mode::Sorting { item, place, offer }) = &mut state.phase {
                if *item != Some(proposal.item) {
                    // Where another thing lay says nothing about this one.
                    (*item, *place) = (Some(proposal.item), None);
                }
                *offer = Some(Suggestion::Proposal(proposal.clone()));
            }
            // Those before it are decided meanwhile.
            if let Some(at) = state.queue.iter().position(|next| next.item == proposal.item) {
                state.queue.drain(..=at);
            }
        }
        Event::ProposalsQueued { proposals } => state.queue.clone_from(proposals),
        Event::AskedBack { back } => {
            if let Phase::At(Mode::Sorting { item, place, offer }) = &mut state.phase {
                if *item != Some(back.item) {
                    (*item, *place) = (Some(back.item), None);
                }
                *offer = Some(Suggestion::Back(back.clone()));
            }
            state.said = back.rest.clone().map(|text| Said { text, photos: Vec::new() });
        }
        Event::ItemDecided { item, from, to, by, .. } => decided(state, *item, from, to, *by),
        Event::DecisionUndone { item, to, proposal, .. } => {
            come_back(state, *item);
            let undone = state.history.pop();
            out_of_groups(state, *item);
            if let Some(kind) = undone.and_then(|decision| decision.group).filter(|_| *to == Pile::Unsure) {
                back_into_group(state, kind, *item);
            }
            if let Some(item) = state.item_mut(*item) {
                item.pile = to.clone();
            }
            shrink(state);
            if let Phase::At(Mode::Sorting { item: in_hand, place, offer }) = &mut state.phase {
                (*in_hand, *place) = (Some(*item), None);
                *offer = proposal.clone().map(Suggestion::Proposal);
            }
            state.floor = if proposal.is_some() { Floor::Person } else { Floor::Coach };
            (state.breaks, state.turn) = (0, state.turn + 1);
            state.ask_anew();
        }
        Event::ItemRenamed { item, to, .. } => {
            if let Some(item) = state.item_mut(*item) {
                item.name.clone_from(to);
            }
        }
        Event::ItemSplit { item, into, .. } => {
            for part in into {
                match state.item_mut(part.id) {
                    Some(known) => known.clone_from(part),
                    None => state.items.push(part.clone()),
                }
            }
            let more = || into.iter().map(|part| part.id).filter(|part| part != item);
            for group in state.groups.iter_mut().filter(|group| group.items.contains(item)) {
                group.items.extend(more());
            }
        }
        Event::HeldDear { item } => {
            if let Some(item) = state.item_mut(*item) {
                item.kind = Some(KEEPSAKES.to_owned());
            }
        }
        Event::ItemDescribed { spatial_refs, traits } => {
            if let Phase::At(Mode::Clarifying { spatial_refs: refs, traits: known, .. }) = &mut state.phase {
                // What is not said anew still holds.
                for (said, known) in [(spatial_refs, refs), (traits, known)] {
                    if !said.is_empty() {
                        known.clone_from(said);
                    }
                }
            }
        }
        Event::Reframed { stuck_item: stuck, item: thing, question } => {
            if let Phase::At(Mode::DecisionSupport { stuck_item, item, reframe }) = &mut state.phase {
                (*stuck_item, *item, *reframe) = (stuck.clone(), *thing, question.clone());
            }
        }
        Event::SummaryNoted { summary: words, next_time: first } => {
            if let Phase::At(Mode::WindingDown { summary, next_time, .. }) = &mut state.phase {
                *summary = words.clone().or(summary.take());
                *next_time = first.clone().or(next_time.take());
            }
        }
        Event::StopAgreed {} => {
            if let Phase::At(Mode::WindingDown { agreed, .. }) = &mut state.phase {
                *agreed = true;
            }
        }
        Event::SplitOffered { groups } => {
            if let Phase::At(Mode::Sorting { offer, .. }) = &mut state.phase {
                *offer = Some(Suggestion::Split { groups: groups.clone() });
            }
            (state.kept_whole_at, state.split_offered) = (state.unsure_count(), true);
            state.queue.clear();
        }
        Event::PileSplit { groups } => {
            (state.kept_whole_at, state.split_offered) = (state.unsure_count(), false);
            state.groups.clone_from(groups);
            answered(state);
        }
        Event::PileKeptWhole { size } => {
            (state.kept_whole_at, state.split_offered) = (*size, false);
            answered(state);
        }
        Event::GroupDone { kind } => {
            if let Some(at) = state.groups.iter().position(|group| group.kind == *kind) {
                state.groups.remove(at);
            }
        }
        Event::PhotosUnseen { .. }
        | Event::PhotosUnread { .. }
        | Event::AnsweredFor { .. }
        | Event::TurnSettled {} => {}
        Event::SessionEnded(outcome) => {
            state.phase = Phase::Ended(outcome.clone());
            state.said = None;
            state.ask_anew();
        }
    }
}

/// The person said something. What was not answered yet is not lost by it (Y3).
fn said(state: &mut State, text: &str, photos: &[engine::Photo]) {
    let mut said = state.said.take().unwrap_or(Said { text: String::new(), photos: Vec::new() });
    if !said.text.is_empty() {
        said.text.push('\n');
    }
    said.text.push_str(text);
    said.photos.extend_from_slice(photos);
    state.said = Some(said);
    state.pending.clear();
    state.queue.clear();
    state.heard = state.asked;
    if let Phase::At(Mode::WindingDown { agreed, .. }) = &mut state.phase {
        // Whoever says something else may not be done.
        *agreed = false;
    }
    (state.breaks, state.turn, state.floor) = (0, state.turn + 1, Floor::Coach);
    state.ask_anew();
    drop_offer(state);
}

/// What stands comes up again after this thing, where several were proposed at once (Y18).
fn come_back(state: &mut State, decided: ItemId) {
    let stands = state.proposal().filter(|stands| stands.item != decided && !state.queue.is_empty());
    if let Some(Choices { item, choices, .. }) = stands.cloned() {
        let response = state.coach_said.clone().unwrap_or_default();
        state.queue.insert(0, Next { response, item, choices });
    }
}

/// A thing goes onto a pile (Y5).
fn decided(state: &mut State, id: ItemId, from: &Pile, to: &Pile, by: Decider) {
    come_back(state, id);
    let proposal = state.proposal().filter(|proposal| proposal.item == id).cloned();
    let holds = |group: &&Group| group.items.contains(&id);
    let group = state.groups.iter().find(holds).map(|group| group.kind.clone());
    out_of_groups(state, id);
    if state.history.len() >= HISTORY_MAX {
        state.history.remove(0);
    }
    state.history.push(Decision { item: id, from: from.clone(), proposal, group });
    if let Some(item) = state.item_mut(id) {
        item.pile = to.clone();
    }
    if let Phase::At(Mode::Sorting { item: in_hand, place, .. }) = &mut state.phase
        && *in_hand == Some(id)
    {
        (*in_hand, *place) = (None, None);
    }
    shrink(state);
    state.turn += 1;
    match by {
        Decider::Person => answered(state),
        Decider::Coach | Decider::Clock => drop_offer(state),
    }
}

/// The person answered what was put to them: the word is the coach's.
fn answered(state: &mut State) {
    drop_offer(state);
    (state.breaks, state.floor) = (0, Floor::Coach);
    state.ask_anew();
}

/// A pile that has shrunk may grow as much again before it is to be split.
fn shrink(state: &mut State) {
    state.kept_whole_at = state.kept_whole_at.min(state.unsure_count());
}

fn out_of_groups(state: &mut State, item: ItemId) {
    for group in &mut state.groups {
        group.items.retain(|other| *other != item);
    }
}

fn drop_offer(state: &mut State) {
    match &mut state.phase {
        Phase::At(Mode::Sorting { offer, .. }) => *offer = None,
        Phase::At(Mode::Surveying { survey }) => *survey = None,
        Phase::At(_) | Phase::Ended(_) => {}
    }
}

fn back_into_group(state: &mut State, kind: String, item: ItemId) {
    match state.groups.iter_mut().find(|group| group.kind == kind) {
        Some(group) => group.items.insert(0, item),
        None => state.groups.insert(0, Group { kind, items: vec![item] }),
    }
}
