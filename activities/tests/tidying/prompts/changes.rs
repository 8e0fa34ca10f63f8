//! Changes to a made-up session: other words in it, more of everything than there is room for, or everything otherwise
//! that can change while it lasts.

use engine::{Hash, Photo};
use tidying::limits::{
    ANCHORS_MAX, GROUPS_MAX, ITEMS_MAX, LINE_CHARS_MAX, MESSAGE_PHOTOS_MAX, NAME_CHARS_MAX,
    RESPONSE_CHARS_MAX, SAID_CHARS_MAX,
};
use tidying::{Back, Disposition, Floor, Group, Item, ItemId, Mode, Pile, Said, Suggestion};
use tidying::{Decision, Phase, State};

use crate::prompts::worlds::{photo, s};

/// Puts words wherever somebody could have put words: names from one function, lines from another.
fn put(state: &mut State, name: &mut dyn FnMut() -> String, line: &mut dyn FnMut() -> String) {
    state.space = name();
    state.function.iter_mut().for_each(|it| *it = name());
    state.anchors.iter_mut().for_each(|it| *it = name());
    for item in &mut state.items {
        item.name = name();
        item.look = item.look.is_some().then(&mut *line);
        item.place = item.place.is_some().then(&mut *line);
        item.kind = item.kind.is_some().then(&mut *name);
        if let Pile::Belongs { at } = &mut item.pile {
            *at = name();
        }
    }
    state.groups.iter_mut().for_each(|group| group.kind = name());
    state.said.iter_mut().for_each(|said| said.text = line());
    state.coach_said.iter_mut().for_each(|it| *it = line());
    if let Some(before) = &mut state.before {
        let lists = before.anchors.iter_mut().chain(&mut before.things);
        lists.chain(&mut before.function).for_each(|it| *it = name());
        before.next_time.iter_mut().for_each(|it| *it = line());
    }
    for thing in &mut state.things {
        (thing.name, thing.kind, thing.home) = (name(), name(), line());
        thing.also.iter_mut().for_each(|it| *it = name());
        thing.ask.iter_mut().for_each(|it| *it = line());
    }
    let Phase::At(mode) = &mut state.phase else { return };
    match mode {
        Mode::Surveying { survey } => {
            if let Some(survey) = survey {
                survey.question = line();
                for branch in &mut survey.branches {
                    (branch.function, branch.follow_up) = (name(), line());
                    branch.anchors.iter_mut().for_each(|it| *it = name());
                }
            }
        }
        Mode::Sorting { place, offer, .. } => {
            place.iter_mut().for_each(|it| *it = line());
            match offer {
                Some(Suggestion::Proposal(proposal)) => {
                    for choice in &mut proposal.choices {
                        if let Disposition::Place { at } = choice {
                            *at = name();
                        }
                    }
                }
                Some(Suggestion::Split { groups }) => groups.iter_mut().for_each(|group| group.kind = name()),
                Some(Suggestion::Back(Back { becomes: Disposition::Place { at }, .. })) => *at = name(),
                Some(Suggestion::Back(_)) | None => {}
            }
        }
        Mode::Clarifying { photo_context, reason, spatial_refs, traits, .. } => {
            (*photo_context, *reason) = (line(), line());
            spatial_refs.iter_mut().chain(traits).for_each(|it| *it = line());
        }
        Mode::DecisionSupport { stuck_item, reframe, .. } => {
            *stuck_item = name();
            reframe.iter_mut().for_each(|it| *it = line());
        }
        Mode::WindingDown { summary, next_time, .. } => {
            summary.iter_mut().chain(next_time).for_each(|it| *it = line());
        }
    }
}

/// Puts the same words everywhere.
pub(crate) fn fill_all(state: &mut State, words: &str) {
    put(state, &mut || words.to_owned(), &mut || words.to_owned());
}

/// Fills every list to its limit, and every text with as many of a letter as the rules let in.
pub(crate) fn crowd(state: &mut State, letter: char) {
    let long = |chars: usize| letter.to_string().repeat(chars);
    let mut piles = [Pile::Waiting, Pile::Unsure, Pile::Belongs { at: s("x") }].into_iter().cycle();
    let due = state.unsure().count() > 1;
    state.items = (0..ITEMS_MAX as u16)
        .map(|at| Item {
            id: ItemId(at + 1),
            name: String::new(),
            look: Some(s("x")),
            place: Some(s("x")),
            kind: Some(s("x")),
            pile: piles.next().expect("they go round"),
        })
        .collect();
    if due {
        state.items.iter_mut().for_each(|item| item.pile = Pile::Unsure);
    } else {
        state.kept_whole_at = 400;
    }
    (state.function, state.anchors) = (Some(s("x")), vec![s("x"); ANCHORS_MAX]);
    if !state.groups.is_empty() {
        let group =
            |at: u16| Group { kind: s("x"), items: (at * 40 + 1..=at * 40 + 40).map(ItemId).collect() };
        state.groups = (0..GROUPS_MAX as u16 + 1).map(group).collect();
    }
    if let Phase::At(Mode::Clarifying { spatial_refs, traits, .. }) = &mut state.phase {
        (*spatial_refs, *traits) = (vec![s("x"); 4], vec![s("x"); 6]);
    }
    if let Phase::At(Mode::Surveying { survey: Some(survey) }) = &mut state.phase {
        let branch = survey.branches[0].clone();
        survey.branches = vec![branch; 5];
        survey.branches.iter_mut().for_each(|branch| branch.anchors = vec![s("x"); 5]);
    }
    if state.floor == Floor::Coach {
        let photos = (0..MESSAGE_PHOTOS_MAX).map(|at| photo(at as u8)).collect();
        state.said = Some(Said { text: s("x"), photos });
    }
    put(state, &mut || long(NAME_CHARS_MAX), &mut || long(LINE_CHARS_MAX));
    state.said.iter_mut().for_each(|said| said.text = long(SAID_CHARS_MAX));
    state.coach_said.iter_mut().for_each(|it| *it = long(RESPONSE_CHARS_MAX));
}

/// The same session, with everything otherwise that may change while it lasts, and as it was opened.
pub(crate) fn later(state: &State) -> State {
    let mut other = state.clone();
    fill_all(&mut other, "otherwise");
    State {
        seats: state.seats.clone(),
        coach: state.coach,
        space: state.space.clone(),
        coach_sees: state.coach_sees,
        before: state.before.clone(),
        things: state.things.clone(),
        seed_hash: Hash([7; 32]),
        answer_ms: Some(77),
        begun_at: 7_777,
        serial: 777,
        turn: 777,
        function: Some(s("otherwise")),
        anchors: vec![s("otherwise")],
        kept_whole_at: 7,
        history: vec![Decision { item: ItemId(1), from: Pile::Unsure, proposal: None, group: None }],
        heard: !state.heard,
        pending: vec![photo(77)],
        photos: vec![photo(77), photo(78)],
        breaks: 3,
        steps: 2,
        ..other
    }
}

/// The same photos by number, and others by everything else.
pub(crate) fn other_photos(state: &mut State) {
    for photo in state.said.iter_mut().flat_map(|said| &mut said.photos) {
        let Hash(bytes) = photo.hash;
        *photo = Photo { hash: Hash(bytes.map(|byte| !byte)), width: photo.width / 7, height: 1 };
    }
    state.pending.iter_mut().chain(&mut state.photos).for_each(|it| *it = photo(99));
}
