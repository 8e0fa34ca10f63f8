//! What must hold in every state that a session can reach.

use std::collections::BTreeSet;

use engine::{Machine, Told, Viewer};
use tidying::limits::{
    ANCHORS_MAX, BREAKS_MAX, CHOICES, HISTORY_MAX, ITEMS_MAX, MESSAGE_PHOTOS_MAX, PHOTOS_MAX, STEPS_MAX,
};
use tidying::{CommandName, Event, Phase, State, Tidying};
use tidying::{Floor, Item, ItemId, Mode, Pile, Suggestion};

use super::stage::PERSON;

/// A thing that waits.
pub(crate) fn item(id: u16, name: &str) -> Item {
    let (look, place, kind) = (None, None, None);
    Item { id: ItemId(id), name: name.to_owned(), look, place, kind, pile: Pile::Waiting }
}

/// Follows a session from its events alone, and checks every state it comes to.
pub(crate) struct Watch {
    state: State,
    seen: usize,
}

impl Watch {
    pub(crate) fn new() -> Watch {
        Watch { state: State::default(), seen: 0 }
    }

    /// Something has happened: the log tells the same story as the state, no thing is lost, and the state keeps its
    /// bounds.
    pub(crate) fn step(&mut self, now: &State, told: &[Told<Event>]) {
        for told in &told[self.seen..] {
            let line = serde_json::to_string(&told.event).expect("an event can be written");
            let event: Event = serde_json::from_str(&line).expect("and read");
            assert_eq!(event, told.event, "an event is the same on disk");
            let (from, known) = (self.state.phase_name(), self.state.items.len());
            Tidying::evolve(&mut self.state, &event);
            assert!(self.state.items.len() >= known, "no thing is ever lost");
            if let Event::ModeChanged { from: told, to, .. } = &event {
                assert_eq!(*told, from);
                let exit = Tidying::PHASES[*to as usize].name;
                assert!(Tidying::PHASES[from as usize].exits.contains(&exit), "{from:?} to {to:?}");
            }
        }
        self.seen = told.len();
        assert_eq!(self.state, *now, "the log tells the whole story");
        assert_eq!(Tidying::view(&self.state, Viewer::Seat(PERSON)), Tidying::view(now, Viewer::Public));
        check(now);
    }
}

/// What a name is known by, as the rules see it: found by asking for it.
fn only_one_of_each_name(state: &State) {
    for item in &state.items {
        let found = state.named(&item.name).expect("it is there");
        assert_eq!(found.id, item.id, "{:?} is there twice", item.name);
    }
}

pub(crate) fn check(state: &State) {
    let ids: Vec<u16> = state.items.iter().map(|item| item.id.0).collect();
    assert_eq!(ids, (1..=state.items.len() as u16).collect::<Vec<_>>(), "each number once, in order");
    only_one_of_each_name(state);
    let on = |pile: fn(&Pile) -> bool| state.items.iter().filter(|item| pile(&item.pile)).count();
    let belongs = on(|pile| matches!(pile, Pile::Belongs { .. }));
    let out = on(|pile| matches!(pile, Pile::Out { .. } | Pile::HandIn { .. }));
    let to_do = on(|pile| matches!(pile, Pile::ToDo { .. }));
    let (unsure, waiting) = (on(|pile| *pile == Pile::Unsure), on(|pile| *pile == Pile::Waiting));
    assert_eq!(state.processed(), belongs + out + to_do + unsure);
    assert_eq!(state.processed() + waiting, state.items.len(), "each is on one pile, or on none yet");
    let lists = [
        ("items", state.items.len(), ITEMS_MAX),
        ("anchors", state.anchors.len(), ANCHORS_MAX),
        ("history", state.history.len(), HISTORY_MAX),
        ("pending", state.pending.len(), MESSAGE_PHOTOS_MAX),
        ("photos", state.photos.len(), PHOTOS_MAX),
        ("steps", usize::from(state.steps), usize::from(STEPS_MAX)),
        ("said", state.said.as_ref().map_or(0, |said| said.text.chars().count()), 6_100),
    ];
    for (what, len, max) in lists {
        assert!(len <= max, "{what}: {len} of {max}");
    }
    assert!(state.history.iter().all(|decision| state.item(decision.item).is_some()));
    check_groups(state);
    check_offer(state);
    check_asks(state);
}

/// Parts are never empty, hold unsure things alone, and none of them twice.
fn check_groups(state: &State) {
    let mut seen = BTreeSet::new();
    for group in &state.groups {
        assert!(!group.items.is_empty(), "{group:?}");
        for id in &group.items {
            let unsure = state.item(*id).is_some_and(|item| item.pile == Pile::Unsure);
            assert!(unsure, "{id:?} is in a part and not unsure");
            assert!(seen.insert(*id), "{id:?} twice in {:?}", state.groups);
        }
    }
}

fn check_offer(state: &State) {
    let Some(Mode::Sorting { item, offer: Some(offer), .. }) = state.mode() else {
        assert_eq!(Tidying::deadline(state), None, "no proposal, no deadline");
        return;
    };
    assert_eq!(state.floor, Floor::Person, "what is put to the person waits for them");
    match offer {
        Suggestion::Proposal(proposal) => {
            assert!(CHOICES.contains(&proposal.choices.len()), "{proposal:?}");
            for (at, choice) in proposal.choices.iter().enumerate() {
                assert!(!proposal.choices[..at].contains(choice), "{proposal:?}");
            }
            assert_eq!(*item, Some(proposal.item));
            assert!(state.item(proposal.item).is_some());
            assert_eq!(Tidying::deadline(state), proposal.until);
        }
        Suggestion::Back(back) => {
            assert!(state.item(back.item).is_some(), "{back:?}");
            assert_eq!(Tidying::deadline(state), None, "it waits");
        }
        Suggestion::Split { groups } => {
            let mut offered: Vec<ItemId> = groups.iter().flat_map(|group| group.items.clone()).collect();
            offered.sort();
            let unsure: Vec<ItemId> = state.unsure().map(|item| item.id).collect();
            assert_eq!(offered, unsure, "every unsure thing exactly once");
        }
    }
}

fn check_asks(state: &State) {
    let asks = Tidying::asks(state);
    if let Phase::Ended(_) = state.phase {
        assert!(asks.is_empty() && Tidying::outcome(state).is_some());
        return;
    }
    assert!(state.floor == Floor::Person || state.breaks < BREAKS_MAX, "the coach cannot go on for ever");
    let person = asks.iter().find(|ask| ask.seat == PERSON).expect("the person has a question");
    assert!(person.question.tools.contains(&CommandName::EndSession));
    assert_eq!(asks.iter().filter(|ask| !ask.answered).count(), 1, "exactly one seat is waited for");
    let card = Tidying::PHASES.iter().find(|card| card.name == Tidying::phase(state)).expect("a card");
    for ask in &asks {
        let tools = &ask.question.tools;
        assert!(tools.iter().all(|tool| card.tools.contains(&tool.word())), "{tools:?} in {}", card.name);
        let form = Tidying::form(&Tidying::view(state, Viewer::Seat(ask.seat)), ask);
        assert_eq!(form.tools.len(), tools.len());
    }
}
