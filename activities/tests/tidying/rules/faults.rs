//! Faults of earlier coaches, none of which this one may have.

use engine::Machine;
use tidying::{Command, Event, Tidying};
use tidying::{PhaseName, Pile};

use super::say::{self, photo, say};
use super::situations::situations;
use super::stage::{COACH, PERSON, Stage, every};

#[test]
fn fault_a_session_that_never_ends() {
    for situation in situations() {
        let name = situation.name;
        let by_person = situation.stage.clone().and_person(&Command::EndSession);
        assert_eq!(by_person.phase(), PhaseName::Ended, "{name}");
        let mut by_coach = situation.stage;
        if by_coach.phase() != PhaseName::WindingDown {
            by_coach.person(&Command::Stop);
        } else if by_coach.tools(PERSON).contains(&"say") {
            by_coach.person(&say("I'm done"));
        }
        by_coach.coach(&Command::EndSession);
        assert!(Tidying::outcome(by_coach.state()).is_some(), "{name}");
    }
}

#[test]
fn fault_a_session_that_records_nothing() {
    let mut stage = Stage::proposed();
    stage.person(&say::choose(3));
    stage.coach(&say::propose("vase"));
    stage.person(&say::write("the hall"));
    assert_eq!((stage.state().processed(), stage.view().processed()), (2, 2));
    let decided: Vec<&Event> = stage.game.told.iter().map(|told| &told.event).collect();
    assert_eq!(every!(decided, Event::ItemDecided { name, .. } => name.as_str()), ["the lamp", "the vase"]);
    stage.person(&Command::EndSession);
    let outcome = stage.outcome();
    assert_eq!((outcome.processed, outcome.belongs.len(), outcome.out.len()), (2, 1, 1));
}

#[test]
fn fault_the_message_and_the_photos_are_lost_on_a_change_of_mode() {
    let ways: [&[Command]; 4] = [
        &[say::clarify("lamp"), say::resume()],
        &[say::clarify("lamp"), Command::SkipItem],
        &[say::stuck("lamp"), say::resume()],
        &[Command::TimeToWrap, say::resume()],
    ];
    for way in ways {
        let stage = Stage::seeing().and_coach(&say::survey()).into_sorting().and_coach(&say::sort());
        let mut stage = stage.and_photos(1..=3).and_person(&say("What is this?"));
        for step in way {
            stage.coach(step);
            let said = stage.view().said.expect("it is not answered yet");
            assert_eq!(said.text, "What is this?", "{step:?}");
            assert_eq!(said.photos, [photo(1), photo(2), photo(3)], "{step:?}");
        }
    }
}

#[test]
fn fault_tools_of_the_wrong_mode_are_accepted() {
    for situation in situations() {
        for (tool, command) in say::of_coach() {
            if situation.coach.contains(&tool) {
                continue;
            }
            let mut stage = situation.stage.clone();
            assert!(stage.by(COACH, &command).is_err(), "{}: {tool}", situation.name);
            assert_eq!(stage.state(), situation.stage.state(), "{}: {tool}", situation.name);
        }
    }
}

#[test]
fn fault_an_invented_photo_analysis_is_shown_as_fact() {
    let mut stage = Stage::seeing().and_coach(&say::survey()).and_photos(1..=2).and_person(&say(""));
    let (items, function) = (stage.state().items.clone(), stage.state().function.clone());
    let events = stage.answer_for();
    assert_eq!(
        (&stage.state().items, &stage.state().function),
        (&items, &function),
        "nothing is known of them"
    );
    assert_eq!(every!(events, Event::PhotosUnread { count, .. } => *count), [2]);
    let words = every!(events, Event::CoachSaid { response, auto: true } => response.as_str());
    assert_eq!(words, ["What is this space for, and what lies there?"]);
    let mut blind = Stage::surveyed().and_photos(1..=2);
    let events = blind.person(&say(""));
    assert_eq!(every!(events, Event::PhotosUnseen { count } => *count), [2]);
    assert!(blind.words(&events).contains("not looked at"), "{}", blind.words(&events));
}

#[test]
fn fault_a_thing_is_counted_twice_or_forgotten() {
    let mut stage = Stage::sorting();
    for name in ["the lamp", "Lamp", "a lamp"] {
        stage.coach(&say::propose(name));
        stage.person(&say::choose(1));
    }
    assert_eq!((stage.state().processed(), stage.state().items.len()), (1, 2));
    assert_eq!(stage.pile("vase"), &Pile::Waiting, "what was named and not sorted is still there");
    stage.person(&Command::EndSession);
    assert_eq!(stage.outcome().left.things, ["the vase"]);
}

#[test]
fn fault_restarts_without_end() {
    let mut stage = Stage::sorted().and_person(&say("Well?"));
    let mut changes = 0;
    while stage.tools(COACH).contains(&"need_to_clarify") {
        stage.coach(&say::clarify("lamp"));
        changes += 1;
        if stage.tools(COACH).contains(&"resume_sorting") {
            stage.coach(&say::resume());
            changes += 1;
        }
        assert!(changes <= 6, "the coach talks to itself");
    }
    assert_eq!(stage.asked().seat, PERSON);
}
