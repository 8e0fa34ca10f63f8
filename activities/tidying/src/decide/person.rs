//! What the person does.

use engine::Draft;

use super::{coach, course, fallback, items};
use crate::Tidying;
use crate::ask::asked_back;
use crate::event::{Decider, Event};
use crate::heard::{self, Decided, Heard, Meaning};
use crate::house::things::KEEPSAKES;
use crate::mode::{Back, Choices, Floor, Mode, Suggestion};
use crate::piles::{Disposition, ItemId, Pile, Verb};
use crate::rejection::Rejection;
use crate::report::about_space;

/// Something in the person's own words. What the rules must hear in them, they hear (Y8).
pub(super) fn say(draft: &mut Draft<Tidying>, text: &str) -> Result<(), Rejection> {
    hold_dear(draft, text);
    match heard::meaning(text) {
        _ if is_winding_down(draft) && heard::agrees_to_end(text) => {
            said(draft, text);
            draft.tell(Event::StopAgreed {});
        }
        Meaning::Stop | Meaning::Leaving => stop(draft, text),
        Meaning::Overwhelmed if !is_winding_down(draft) => {
            said(draft, text);
            support(draft);
        }
        Meaning::Undo => return undo(draft),
        Meaning::Agreed if split(draft) => {}
        _ if is_confirmed(draft, text) => yes(draft),
        Meaning::Refused if draft.state().asked_back().is_some() => no(draft),
        Meaning::Decision(Verb::Skip) if is_helped(draft) => skip(draft),
        Meaning::Overwhelmed
        | Meaning::Agreed
        | Meaning::Refused
        | Meaning::Decision(_)
        | Meaning::Unclear
        | Meaning::Stuck
        | Meaning::Other
            if may_decide(draft) =>
        {
            hear(draft, text);
        }
        Meaning::Overwhelmed
        | Meaning::Agreed
        | Meaning::Refused
        | Meaning::Decision(_)
        | Meaning::Unclear
        | Meaning::Stuck
        | Meaning::Other => said(draft, text),
    }
    Ok(())
}

/// Words that may decide something: what they decide is decided (Y15), what is half understood is asked back (Y14), and
/// everything else is for the coach.
fn hear(draft: &mut Draft<Tidying>, text: &str) {
    match heard::decisions(draft.state(), text) {
        Some(Heard::Decided(all)) => {
            if !decide_all(draft, all) {
                said(draft, text);
            }
        }
        Some(Heard::Half(item, becomes, rest)) => {
            let before = draft.state().proposal().cloned();
            let own = items::own_way(draft, item, &becomes).and_then(|own| own.choices.into_iter().next());
            said(draft, text);
            let back = Back { item, becomes: own.unwrap_or(becomes), before, rest };
            let question = asked_back(draft.state(), &back);
            fallback::told(draft, question);
            draft.tell(Event::AskedBack { back });
        }
        None => said(draft, text),
    }
}

/// Decides what words decide of several things, if none of them has a name that is another's: that is for the coach to sort out.
fn decide_all(draft: &mut Draft<Tidying>, Decided { named, things }: Decided) -> bool {
    let named = named.map_or(Ok(()), |(item, names)| items::becomes(draft, item, &names));
    if named.is_err() || things.is_empty() {
        return false;
    }
    let stood = draft.state().proposal().cloned();
    let (mut asked, mut decided) = (Vec::new(), Vec::new());
    for (item, becomes) in things {
        match items::own_way(draft, item, &becomes) {
            Some(own) => asked.push(own),
            None => decided.push((item, as_proposed(draft, item, becomes))),
        }
    }
    decided.iter().for_each(|(item, becomes)| decide(draft, *item, becomes));
    coach::ask_first(draft, asked, stood);
    true
}

/// What is said in fewer words than it is proposed in is what is proposed.
fn as_proposed(draft: &Draft<Tidying>, item: ItemId, becomes: Disposition) -> Disposition {
    let stands = draft.state().proposal().filter(|stands| stands.item == item);
    stands.and_then(|stands| heard::fuller(&stands.choices, &becomes)).cloned().unwrap_or(becomes)
}

/// Do the words say yes to what was asked back?
fn is_confirmed(draft: &Draft<Tidying>, text: &str) -> bool {
    draft.state().asked_back().is_some_and(|back| heard::confirms(text, &back.becomes))
}

/// The thing in hand is dear to them, by what they say of it (Y19).
fn hold_dear(draft: &mut Draft<Tidying>, text: &str) {
    let state = draft.state();
    let item = state.in_hand().and_then(|id| state.item(id)).map(|item| (item.id, item.kind.as_deref()));
    if let Some((item, kind)) = item
        && kind != Some(KEEPSAKES)
        && heard::is_dear(text)
    {
        draft.tell(Event::HeldDear { item });
    }
}

/// Does the person have the word where things are sorted, with no photo to look at first?
fn may_decide(draft: &Draft<Tidying>) -> bool {
    let state = draft.state();
    let sorts = matches!(state.mode(), Some(Mode::Sorting { .. }));
    sorts && state.floor == Floor::Person && state.pending.is_empty()
}

/// Yes: to what was asked back, or to a question of the coach's.
pub(super) fn yes(draft: &mut Draft<Tidying>) {
    match draft.state().asked_back().cloned() {
        Some(Back { item, becomes, .. }) => decide(draft, item, &becomes),
        None => said(draft, "Yes."),
    }
}

/// No: what had been proposed before it was asked back stands again.
pub(super) fn no(draft: &mut Draft<Tidying>) {
    match draft.state().asked_back().and_then(|back| back.before.clone()) {
        Some(Choices { item, choices, .. }) => {
            fallback::told(draft, "Then not. What else?".to_owned());
            coach::put(draft, item, choices);
        }
        None => said(draft, "No."),
    }
}

/// The person said something, with the photos that were handed over before it (Y3). A coach that cannot see them says
/// so (Y11).
pub(super) fn said(draft: &mut Draft<Tidying>, text: &str) {
    let photos = draft.state().pending.clone();
    let count = u8::try_from(photos.len()).unwrap_or(u8::MAX);
    draft.tell(Event::PersonSaid { text: text.to_owned(), photos });
    if count > 0 && !draft.state().coach_sees {
        draft.tell(Event::PhotosUnseen { count });
    }
}

/// One of the choices (Y6). In words there may be no such number.
pub(super) fn choose(draft: &mut Draft<Tidying>, choice: u8) -> Result<(), Rejection> {
    let Some(Choices { item, choices, .. }) = draft.state().proposal().cloned() else { return Ok(()) };
    let chosen = usize::from(choice).checked_sub(1).and_then(|at| choices.get(at));
    let chosen = chosen.ok_or(Rejection::NoSuchChoice { given: choice, max: choices.len() })?;
    decide(draft, item, chosen);
    Ok(())
}

/// What becomes of the thing in hand.
fn decide(draft: &mut Draft<Tidying>, item: ItemId, disposition: &Disposition) {
    match disposition.pile() {
        Some(pile) => items::decide(draft, item, pile, Decider::Person),
        None => whats_that(draft, None),
    }
}

/// An answer in words: a decision, a place, or something for the coach (Y6).
pub(super) fn write(draft: &mut Draft<Tidying>, text: &str) -> Result<(), Rejection> {
    let Some(Choices { item, choices, .. }) = draft.state().proposal().cloned() else { return Ok(()) };
    let with_photos = !draft.state().pending.is_empty();
    hold_dear(draft, text);
    match heard::meaning(text) {
        Meaning::Stop | Meaning::Leaving => stop(draft, text),
        Meaning::Overwhelmed | Meaning::Stuck => {
            said(draft, text);
            support(draft);
        }
        Meaning::Undo => return undo(draft),
        // What came with a photo is for the coach to look at.
        _ if with_photos => said(draft, text),
        _ if choices.first().is_some_and(|first| heard::confirms(text, first)) => {
            choices.iter().take(1).for_each(|first| decide(draft, item, first));
        }
        Meaning::Decision(verb) => {
            let things = vec![(item, Disposition::of(verb, None))];
            decide_all(draft, Decided { named: None, things });
        }
        Meaning::Unclear => whats_that(draft, Some(text)),
        // A number is that of a choice, whether there is one or not.
        Meaning::Other if text.parse::<u8>().is_ok() => return choose(draft, text.parse().unwrap_or(0)),
        Meaning::Refused => said(draft, text),
        Meaning::Agreed | Meaning::Other => hear(draft, text),
    }
    Ok(())
}

/// Puts the thing in hand aside, and goes on.
pub(super) fn skip(draft: &mut Draft<Tidying>) {
    let Some((item, _)) = in_hand(draft) else { return };
    items::decide(draft, item, Pile::Unsure, Decider::Person);
    course::to_sorting(draft);
}

/// The person does not know what the thing in hand is: in their own words, if they said any.
pub(super) fn whats_that(draft: &mut Draft<Tidying>, words: Option<&str>) {
    let Some((item, name)) = in_hand(draft) else { return };
    let known = draft.state().item(item);
    let seen =
        known.and_then(|it| it.look.clone().or_else(|| it.place.clone())).unwrap_or_else(|| name.clone());
    said(draft, &words.map_or_else(|| format!("What is that: {name}?"), str::to_owned));
    course::to_clarifying(draft, item, seen, "the person does not know what it is".to_owned());
}

/// The person cannot decide.
pub(super) fn stuck(draft: &mut Draft<Tidying>) {
    said(draft, &format!("I'm stuck: {}.", stuck_with(draft)));
    support(draft);
}

/// Help with the thing in hand, or with where to begin.
fn support(draft: &mut Draft<Tidying>) {
    let item = in_hand(draft).map(|(item, _)| item);
    course::to_support(draft, stuck_with(draft), item);
}

fn stuck_with(draft: &Draft<Tidying>) -> String {
    in_hand(draft).map_or("where to begin".to_owned(), |(_, name)| name)
}

/// What the space is for (Y7).
pub(super) fn choose_function(draft: &mut Draft<Tidying>, branch: u8, anchors: &[String]) {
    let Some(Mode::Surveying { survey: Some(survey) }) = draft.state().mode() else { return };
    let chosen = usize::from(branch).checked_sub(1).and_then(|at| survey.branches.get(at));
    let Some(function) = chosen.map(|chosen| chosen.function.clone()) else { return };
    let text = about_space(Some(&function), anchors).join(" ");
    draft.tell(Event::FunctionFound { function: Some(function), anchors: anchors.to_vec() });
    said(draft, &text);
}

/// The unsure pile becomes the parts that were offered (Y9), if some were.
pub(super) fn split(draft: &mut Draft<Tidying>) -> bool {
    let Some(Mode::Sorting { offer: Some(Suggestion::Split { groups }), .. }) = draft.state().mode() else {
        return false;
    };
    let groups = groups.clone();
    draft.tell(Event::PileSplit { groups });
    true
}

/// The unsure pile stays as it is.
pub(super) fn keep_whole(draft: &mut Draft<Tidying>) {
    draft.tell(Event::PileKeptWhole { size: draft.state().unsure_count() });
}

/// The last decision was a mistake: the thing is back in hand, with what had been proposed (Y5).
pub(super) fn undo(draft: &mut Draft<Tidying>) -> Result<(), Rejection> {
    let last = draft.state().history.last().cloned().ok_or(Rejection::NothingToUndo)?;
    let item = draft.state().item(last.item).ok_or(Rejection::NothingToUndo)?;
    let (name, from) = (item.name.clone(), item.pile.clone());
    course::to_sorting(draft);
    let until = draft.state().answer_ms.map(|ms| draft.now() + ms);
    let proposal = last.proposal.map(|proposal| Choices { until, ..proposal });
    draft.tell(Event::DecisionUndone { item: last.item, name, from, to: last.from, proposal });
    items::close_groups(draft);
    Ok(())
}

/// Enough, from any mode (Y8). What the same words decide is decided first (Y15).
pub(super) fn stop(draft: &mut Draft<Tidying>, words: &str) {
    let besides = heard::besides_stopping(words).filter(|_| may_decide(draft));
    if let Some(Heard::Decided(all)) = besides.and_then(|rest| heard::decisions(draft.state(), &rest)) {
        decide_all(draft, all);
    }
    said(draft, words);
    course::to_winding_down(draft, true);
}

/// Not yet, where things wind down.
pub(super) fn go_on(draft: &mut Draft<Tidying>) {
    said(draft, "Let's go on.");
    course::to_sorting(draft);
}

fn in_hand(draft: &Draft<Tidying>) -> Option<(ItemId, String)> {
    let id = draft.state().in_hand()?;
    Some((id, draft.state().item(id)?.name.clone()))
}

fn is_winding_down(draft: &Draft<Tidying>) -> bool {
    matches!(draft.state().mode(), Some(Mode::WindingDown { .. }))
}

/// Is the person being helped with a thing? Then "not now" is an answer.
fn is_helped(draft: &Draft<Tidying>) -> bool {
    matches!(
        draft.state().mode(),
        Some(Mode::DecisionSupport { item: Some(_), .. } | Mode::Clarifying { .. })
    )
}
