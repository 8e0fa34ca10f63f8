//! Y5: a decision can be taken back, and those before it too.

use engine::{Machine, TableTime};
use tidying::limits::HISTORY_MAX;
use tidying::{Command, Event, Tidying, Verb};
use tidying::{Floor, Mode, PhaseName, Pile, Way};

use super::say::{self, say};
use super::stage::{COACH, PERSON, Stage, code, every, one};

const TRASH: Pile = Pile::Out { way: Way::Trash };

/// The lamp was thrown away, and the word is the coach's.
fn thrown() -> Stage {
    Stage::proposed().and_person(&say::choose(3))
}

#[test]
fn y5_undo_puts_the_thing_back_in_hand_with_what_had_been_proposed() {
    let before = Stage::proposed();
    let mut stage = before.clone().and_person(&say::choose(3));
    assert_eq!((stage.pile("lamp"), stage.state().processed()), (&TRASH, 1));
    let events = stage.person(&Command::Undo);
    let (from, to) = one!(events, Event::DecisionUndone { from, to, .. } => (from.clone(), to.clone()));
    assert_eq!((from, to), (TRASH, Pile::Waiting));
    assert_eq!((stage.pile("lamp"), stage.state().processed()), (&Pile::Waiting, 0));
    assert_eq!((stage.mode(), stage.floor()), (before.mode(), Floor::Person));
    assert!(stage.state().history.is_empty());
    assert_eq!(stage.view().last_decided(), None);
    assert_eq!(code(&stage.person_no(&Command::Undo)), "not-offered", "there is nothing more to undo");
    stage.person(&say::choose(1));
    assert_eq!(stage.state().processed(), 1);
    assert!(stage.words(&events).contains("the lamp, in hand again"));
}

#[test]
fn y5_undo_after_undo_goes_further_back() {
    let mut stage = Stage::sorting();
    let names = ["lamp", "vase", "hat", "mat"];
    for (name, choice) in names.iter().zip([1, 2, 3, 1]) {
        stage.coach(&say::propose(name));
        stage.person(&say::choose(choice));
    }
    for (left, name) in names.iter().enumerate().rev() {
        assert_eq!(stage.state().processed(), left + 1);
        stage.person(&Command::Undo);
        assert_eq!((stage.pile(name), stage.state().processed()), (&Pile::Waiting, left), "{name}");
        assert_eq!(stage.proposal().item, stage.item(name).id);
    }
    assert!(!stage.tools(PERSON).contains(&"undo"));
}

#[test]
fn y5_undo_of_a_second_decision_restores_the_first() {
    let mut stage = thrown();
    stage.coach(&say::propose("lamp"));
    stage.person(&say::choose(1));
    stage.person(&Command::Undo);
    assert_eq!((stage.pile("lamp"), stage.state().processed()), (&TRASH, 1));
    stage.person(&Command::Undo);
    assert_eq!((stage.pile("lamp"), stage.state().processed()), (&Pile::Waiting, 0));
}

#[test]
fn y5_undo_works_after_talk_and_from_each_mode_with_either_word() {
    let to = |commands: &[Command]| commands.iter().fold(thrown(), |stage, command| stage.and_coach(command));
    let all = [
        to(&[]),
        to(&[say::sort()]),
        to(&[say::propose("vase")]),
        to(&[say::clarify("vase")]),
        to(&[say::clarify("vase"), say::describe()]),
        to(&[say::stuck("vase")]),
        to(&[say::stuck("vase"), say::reframe()]),
        to(&[Command::TimeToWrap]),
        to(&[Command::TimeToWrap, say::sum_up()]),
        to(&[say::sort()]).and_person(&say("It was my aunt's.")).and_coach(&say::sort()),
    ];
    for mut stage in all {
        let (from, floor) = (stage.phase(), stage.floor());
        stage.person(&Command::Undo);
        assert_eq!(stage.phase(), PhaseName::Sorting, "{from:?} {floor:?}");
        assert_eq!(stage.pile("lamp"), &Pile::Waiting, "{from:?} {floor:?}");
        assert_eq!(stage.proposal().item, stage.item("lamp").id, "{from:?} {floor:?}");
        assert_eq!(stage.floor(), Floor::Person, "{from:?} {floor:?}");
        assert_eq!(stage.pile("vase"), &Pile::Waiting, "what was in hand is not lost");
    }
}

#[test]
fn y5_undo_can_be_said_in_words() {
    for words in ["undo", "Undo that!", "go back", "oops", "Take that back, please", "wait, no"] {
        let stage = thrown().and_coach(&say::sort()).and_person(&say(words));
        assert_eq!(stage.pile("lamp"), &Pile::Waiting, "{words}");
        let stage = thrown().and_coach(&say::propose("vase")).and_person(&say::write(words));
        assert_eq!((stage.pile("lamp"), stage.pile("vase")), (&Pile::Waiting, &Pile::Waiting), "{words}");
        assert_eq!(stage.proposal().item, stage.item("lamp").id, "{words}");
    }
    let no = Stage::sorting().and_coach(&say::sort()).person_no(&say("undo"));
    assert!(no.to_string().contains("nothing was decided yet"), "{no}");
}

#[test]
fn y5_undo_of_what_the_coach_brought_leaves_the_word_to_the_coach() {
    let mut stage = Stage::supported().and_person(&Command::Yes);
    stage.coach(&say::resume_with(Verb::Donate));
    stage.person(&Command::Undo);
    assert_eq!((stage.pile("lamp"), stage.state().processed()), (&Pile::Waiting, 0));
    assert_eq!(stage.floor(), Floor::Coach, "nothing had been proposed");
    assert_eq!(stage.state().in_hand(), Some(stage.item("lamp").id));
    assert!(stage.tools(COACH).contains(&"propose_disposition"));
}

#[test]
fn y5_undo_of_what_the_coach_skipped() {
    let mut stage = Stage::clarifying().and_coach(&Command::SkipItem);
    assert_eq!((stage.pile("lamp"), stage.state().processed()), (&Pile::Unsure, 1));
    stage.person(&Command::Undo);
    assert_eq!((stage.pile("lamp"), stage.state().processed()), (&Pile::Waiting, 0));
}

#[test]
fn y5_undo_after_a_skip_of_the_clock_gives_the_full_time_again() {
    let mut stage = Stage::proposed();
    stage.game.time_up();
    assert_eq!(stage.pile("lamp"), &Pile::Unsure);
    stage.game.now = TableTime(900_000);
    stage.person(&Command::Undo);
    assert_eq!((stage.pile("lamp"), stage.floor()), (&Pile::Waiting, Floor::Person));
    assert_eq!(stage.proposal().until, Some(TableTime(1_200_000)));
    assert_eq!(Tidying::deadline(stage.state()), Some(TableTime(1_200_000)));
}

#[test]
fn y5_undo_without_a_clock_has_none_afterwards() {
    let setup = tidying::Setup { answer_ms: None, ..super::stage::setup() };
    let stage =
        Stage::of(&setup, 1).and_coach(&say::survey()).into_sorting().and_coach(&say::propose("lamp"));
    let stage = stage.and_person(&say::choose(1)).and_person(&Command::Undo);
    assert_eq!(stage.proposal().until, None);
}

#[test]
fn y5_undo_keeps_what_was_said_and_not_answered() {
    let stage = thrown().and_coach(&say::sort()).and_person(&say("Look here."));
    let stage = stage.and_person(&Command::Undo);
    assert_eq!(stage.state().said.as_ref().map(|said| said.text.as_str()), Some("Look here."));
    let stage = stage.and_person(&say::choose(1));
    assert_eq!(stage.state().said.as_ref().map(|said| said.text.as_str()), Some("Look here."));
}

#[test]
fn y5_what_can_be_undone_is_bounded_and_the_last_is_kept() {
    let mut stage = Stage::sorting();
    let names: Vec<String> = (0..HISTORY_MAX + 3).map(|number| format!("thing {number}")).collect();
    for name in &names {
        stage.coach(&say::propose(name));
        stage.person(&say::choose(3));
    }
    assert_eq!(stage.state().history.len(), HISTORY_MAX);
    assert_eq!(stage.state().processed(), HISTORY_MAX + 3);
    for _ in 0..HISTORY_MAX {
        stage.person(&Command::Undo);
    }
    assert_eq!(stage.state().processed(), 3, "those that are too long ago stay decided");
    assert_eq!((stage.pile("thing 2"), stage.pile("thing 3")), (&TRASH, &Pile::Waiting));
    assert_eq!(code(&stage.person_no(&Command::Undo)), "not-offered");
}

#[test]
fn y5_undo_of_a_thing_in_a_part_puts_it_back_into_the_part() {
    let mut stage = Stage::split();
    stage.coach(&say::propose("bill"));
    stage.person(&say::choose(3));
    assert_eq!(stage.groups()[0], ("paper".into(), vec!["letter".into()]));
    stage.person(&Command::Undo);
    assert_eq!(stage.pile("bill"), &Pile::Unsure);
    assert_eq!(stage.groups()[0], ("paper".into(), vec!["bill".into(), "letter".into()]));
    assert_eq!(stage.proposal().item, stage.item("bill").id);
}

#[test]
fn y5_undo_opens_a_part_that_was_done() {
    let mut stage = Stage::split();
    for name in ["letter", "bill"] {
        stage.coach(&say::propose(name));
        stage.person(&say::choose(3));
    }
    assert_eq!(stage.groups()[0].0, "tech");
    stage.person(&Command::Undo);
    assert_eq!(stage.groups()[0], ("paper".into(), vec!["bill".into()]));
    stage.person(&Command::Undo);
    assert_eq!(stage.groups()[0], ("paper".into(), vec!["letter".into(), "bill".into()]));
    assert_eq!(stage.groups().len(), 3);
    stage.person(&say::choose(1));
    assert_eq!(code(&stage.coach_no(&say::propose("cable"))), "not-offered", "paper is at hand again");
}

#[test]
fn y5_undo_while_a_split_is_offered_takes_the_offer_back() {
    let mut stage = Stage::offered();
    stage.person(&Command::Undo);
    assert_eq!(stage.pile("mug"), &Pile::Waiting);
    assert_eq!(stage.proposal().item, stage.item("mug").id);
    stage.person(&say::choose(1));
    assert!(stage.tools(COACH).contains(&"propose_disposition"), "four are not too many");
}

#[test]
fn y5_undo_drops_the_data_of_the_mode_it_leaves() {
    let stage = thrown().and_coach(&Command::TimeToWrap);
    let stage = stage.and_coach(&Command::SumUp {
        response: "So.".into(),
        session_summary: Some("All done.".into()),
        next_time: None,
    });
    let mut stage = stage.and_person(&Command::Undo);
    assert!(matches!(stage.mode(), Mode::Sorting { .. }));
    let events = stage.person(&Command::EndSession);
    assert_eq!(
        every!(events, Event::SessionEnded(outcome) => outcome.summary.as_str()),
        ["nothing sorted yet"]
    );
}
