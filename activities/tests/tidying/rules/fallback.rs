//! The rules' own answer, where a seat could not give one: marked, plain, and never a dead end.

use engine::{Actor, Put};
use tidying::{Command, Event, NewItem, What};
use tidying::{Disposition, Floor, Mode, PhaseName, Pile};

use super::say::{self, s, say};
use super::situations::situations;
use super::stage::{COACH, FIVE, PERSON, Stage, every, one};

#[test]
fn fallback_for_the_coach_leaves_the_person_a_question_from_every_mode_and_is_marked() {
    for situation in situations() {
        let (name, mut stage) = (situation.name, situation.stage);
        if stage.floor() != Floor::Coach {
            continue;
        }
        let (mode, processed) = (stage.phase(), stage.state().processed());
        let events = stage.answer_for();
        let marked = Event::AnsweredFor { player_id: COACH, reason: s("it was cut off") };
        assert_eq!(events[0], marked, "{name}");
        assert!(one!(events, Event::CoachSaid { auto, .. } => *auto), "{name}");
        assert_eq!((stage.phase(), stage.state().processed()), (mode, processed), "{name}");
        assert_eq!(stage.floor(), Floor::Person, "{name}");
        assert_eq!((stage.asked().seat, &stage.state().said), (PERSON, &None), "{name}");
        assert!(stage.words(&events).contains("Moss could not answer: it was cut off."), "{name}");
    }
}

#[test]
fn fallback_for_the_coach_proposes_what_waits() {
    let mut stage = Stage::sorting();
    let events = stage.answer_for();
    let proposal = one!(events, Event::DispositionProposed { proposal, .. } => proposal.clone());
    assert_eq!(stage.state().item(proposal.item).map(|item| item.name.as_str()), Some("the lamp"));
    let here = Disposition::Place { at: s("here") };
    assert_eq!(proposal.choices, [here, Disposition::Donate, Disposition::Trash, Disposition::Skip]);
    assert_eq!(stage.asked().question.what, What::Thing { choices: 4 });
    assert!(proposal.until.is_some(), "and it waits no longer than any other");
}

#[test]
fn fallback_for_the_coach_proposes_what_is_in_hand_first() {
    let mut stage = Stage::sorting().and_coach(&say::sort_about("vase", None)).and_person(&say("Hm."));
    stage.answer_for();
    assert_eq!(stage.proposal().item, stage.item("vase").id);
}

#[test]
fn fallback_for_the_coach_keeps_to_the_kind_at_hand() {
    let mut stage = Stage::split();
    stage.answer_for();
    assert_eq!(stage.proposal().item, stage.item("letter").id, "and not the lamp, which waits");
}

#[test]
fn fallback_for_the_coach_asks_where_nothing_waits() {
    let mut stage = Stage::surveying().and_coach(&Command::BeginSorting(Box::default()));
    let events = stage.answer_for();
    assert_eq!(stage.asked().question.what, What::Talk);
    assert_eq!(
        one!(events, Event::CoachSaid { response, .. } => response.as_str()),
        "Name the next thing that you see."
    );
}

#[test]
fn fallback_for_the_coach_offers_a_full_pile_by_the_kinds_that_are_known() {
    let mut stage = Stage::unsure(&FIVE);
    let kinds = [("letter", "paper"), ("cable", "tech"), ("bill", "paper")];
    let items =
        kinds.map(|(name, kind)| NewItem { name: s(name), kind: Some(s(kind)), ..NewItem::default() });
    stage.coach(&Command::NoteItems { items: items.to_vec() });
    let events = stage.answer_for();
    assert_eq!(every!(events, Event::SplitOffered { .. } => ()).len(), 1);
    stage.person(&Command::Split);
    let kinds: Vec<(String, usize)> =
        stage.groups().into_iter().map(|(kind, items)| (kind, items.len())).collect();
    assert_eq!(kinds, [(s("paper"), 2), (s("tech"), 1), (s("everything else"), 2)]);
}

#[test]
fn fallback_for_the_person_does_the_least() {
    let mut stage = Stage::proposed();
    let events = stage.answer_for();
    assert_eq!(events[0], Event::AnsweredFor { player_id: PERSON, reason: s("it was cut off") });
    assert_eq!((stage.pile("lamp"), stage.floor()), (&Pile::Unsure, Floor::Person));
    assert_eq!(stage.state().proposal(), None);
    let mut stage = Stage::offered();
    let events = stage.answer_for();
    assert_eq!(one!(events, Event::PileKeptWhole { size } => *size), 5);
    assert_eq!(stage.phase(), PhaseName::Sorting);
    assert!(stage.groups().is_empty(), "nobody wanted the parts");
    assert_eq!((stage.floor(), stage.state().kept_whole_at), (Floor::Coach, 5));
    for mut stage in
        [Stage::surveyed(), Stage::asked_function(), Stage::sorted(), Stage::clarified(), Stage::supported()]
    {
        stage.answer_for();
        assert_eq!(stage.phase(), PhaseName::WindingDown);
        assert!(matches!(stage.mode(), Mode::WindingDown { agreed: true, .. }));
    }
    let mut stage = Stage::wound();
    stage.answer_for();
    assert_eq!(stage.phase(), PhaseName::Ended);
}

#[test]
fn fallback_alone_ends_a_session_from_everywhere() {
    for situation in situations() {
        let mut stage = situation.stage;
        let mut answers = 0;
        while stage.phase() != PhaseName::Ended {
            stage.answer_for();
            answers += 1;
            assert!(answers < 12, "{}: it goes on and on", situation.name);
        }
    }
}

#[test]
fn fallback_is_for_the_seat_that_is_asked() {
    for situation in situations() {
        let (name, mut stage) = (situation.name, situation.stage);
        let other = match stage.floor() {
            Floor::Coach => PERSON,
            Floor::Person => COACH,
        };
        for seat in [other, engine::SeatId::at(2)] {
            let answer = Put::AnswerFor { seat, reason: s("gone") };
            assert_eq!(stage.turned_back(Actor::Host, &answer), "not-asked", "{name}");
        }
    }
}

#[test]
fn fallback_reasons_are_made_fit_to_be_told() {
    for (reason, told) in [("", "nobody said why"), ("\u{1b}[2J\n", "[2J"), (" late ", "late")] {
        let mut stage = Stage::surveying();
        let events = stage.game.absent(COACH, reason).expect("never left for its reason");
        assert_eq!(one!(events, Event::AnsweredFor { reason, .. } => reason.as_str()), told);
    }
    let mut stage = Stage::surveying();
    let seat = stage.asked().seat;
    let events = stage.game.absent(seat, &"x".repeat(9_999)).expect("however long");
    assert_eq!(one!(events, Event::AnsweredFor { reason, .. } => reason.len()), 200);
}
