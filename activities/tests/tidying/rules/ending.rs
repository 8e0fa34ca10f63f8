//! Y10: a session ends, with what was done, what is left, and what comes first next time; the next one begins there.

use engine::{After, Earlier, Hash, Machine, TableTime};
use tidying::{Command, Event, Setup, State, Tidying};
use tidying::{Left, Outcome, PhaseName, Pile, Way};

use super::say::{self, all, s, say};
use super::situations::situations;
use super::stage::{COACH, Stage, code, every, one, setup};

#[test]
fn y10_the_person_ends_in_one_step_from_every_mode_with_either_word() {
    for situation in situations() {
        let (name, mut stage) = (situation.name, situation.stage);
        let (from, processed) = (stage.phase(), stage.state().processed());
        let events = stage.person(&Command::EndSession);
        assert_eq!(stage.phase(), PhaseName::Ended, "{name}");
        let ended = one!(events, Event::SessionEnded(outcome) => (**outcome).clone());
        assert_eq!(Tidying::outcome(stage.state()), Some(ended), "{name}");
        assert_eq!(usize::from(stage.outcome().processed), processed, "{name}");
        assert!(Tidying::asks(stage.state()).is_empty(), "{name}");
        assert_eq!(Tidying::deadline(stage.state()), None, "{name}");
        let passed = every!(events, Event::ModeChanged { to, .. } => *to);
        let wanted: &[PhaseName] =
            if from == PhaseName::WindingDown { &[] } else { &[PhaseName::WindingDown] };
        assert_eq!(passed, wanted, "{name}: through winding down");
    }
}

#[test]
fn y10_the_coach_ends_only_what_the_person_wants_to_end() {
    for situation in situations() {
        let (name, mut stage) = (situation.name, situation.stage);
        let may = name == "winding down as the person wants";
        assert_eq!(stage.tools(COACH).contains(&"end_session"), may, "{name}");
        if may {
            stage.coach(&Command::EndSession);
            assert_eq!(stage.phase(), PhaseName::Ended);
        } else {
            let no = stage.coach_no(&Command::EndSession);
            assert!(["not-offered", "not-yours"].contains(&code(&no)), "{name}");
        }
    }
}

#[test]
fn y10_a_wish_of_the_coach_becomes_the_persons_when_they_say_so() {
    let mut stage = Stage::wound();
    let words = "I'm done";
    stage.person(&say(words));
    assert_eq!(stage.tools(COACH), ["end_session", "note_items", "resume_sorting", "sum_up"]);
    stage.coach(&Command::EndSession);
    assert_eq!(stage.phase(), PhaseName::Ended);
}

#[test]
fn y10_a_person_who_wants_to_go_on_has_not_agreed_to_end() {
    for words in ["No, I want to go on.", "Not yet!", "What did we do so far?", "And the mugs?"] {
        let mut stage = Stage::wound().and_person(&say(words));
        assert!(!stage.tools(COACH).contains(&"end_session"), "{words}");
        assert_eq!(code(&stage.coach_no(&Command::EndSession)), "not-offered", "{words}");
    }
}

#[test]
fn y10_who_talks_on_after_a_stop_may_not_be_done() {
    let mut stage = Stage::sorted().and_person(&Command::Stop);
    assert!(stage.tools(COACH).contains(&"end_session"));
    stage.person(&say("Wait, what about the hat?"));
    assert!(!stage.tools(COACH).contains(&"end_session"));
    for words in ["yes", "OK", "I'm done", "good night"] {
        let stage = stage.clone().and_person(&say(words));
        assert!(stage.tools(COACH).contains(&"end_session"), "{words}");
        let stage = Stage::wound().and_person(&say(words));
        assert!(stage.tools(COACH).contains(&"end_session"), "{words}");
    }
}

/// Something on every pile, and something that waits.
fn busy() -> Stage {
    let mut stage = Stage::asked_function();
    stage.person(&Command::ChooseFunction { branch: 1, anchors: all(&["the desk"]) });
    stage.coach(&say::note(&["the lamp", "the vase", "a hat", "a mat", "a rug"]));
    stage.coach(&Command::BeginSorting(Box::default()));
    for (name, choice) in [("lamp", 1), ("vase", 2), ("hat", 3)] {
        stage.coach(&say::propose(name));
        stage.person(&say::choose(choice));
    }
    stage.coach(&say::propose("mat"));
    stage.person(&Command::Skip);
    stage
}

#[test]
fn y10_the_outcome_has_what_was_done_what_is_left_and_the_first_thing_next_time() {
    let mut stage = busy();
    stage.game.now = TableTime(7 * 60_000 + 59_999);
    stage.person(&Command::Stop);
    stage.coach(&Command::SumUp {
        response: s("Well done."),
        session_summary: Some(s("Four things in eight minutes.")),
        next_time: Some(s("the rug by the door")),
    });
    stage.person(&Command::EndSession);
    let wanted = Outcome {
        space: s("the study"),
        processed: 4,
        belongs: vec![(s("the lamp"), s("the shelf"))],
        out: vec![(s("the vase"), Way::Donate), (s("a hat"), Way::Trash)],
        hand_in: vec![],
        unsure: all(&["a mat"]),
        minutes: 7,
        summary: s("Four things in eight minutes."),
        left: Left {
            function: Some(s("work")),
            anchors: all(&["the desk"]),
            things: all(&["a rug", "a mat"]),
            to_do: vec![],
            next_time: Some(s("the rug by the door")),
        },
        seed: 7,
        salt: None,
    };
    assert_eq!(stage.outcome(), wanted);
    assert_eq!(stage.view().outcome(), Some(&wanted));
    assert_eq!((stage.view().phase_name(), stage.view().mode()), (PhaseName::Ended, None));
}

#[test]
fn y10_without_a_word_of_the_coach_the_figures_speak() {
    let mut stage = busy();
    let events = stage.person(&Command::EndSession);
    let outcome = stage.outcome();
    assert_eq!(outcome.summary, "4 things sorted, 2 out, 1 unsure");
    assert_eq!(outcome.left.next_time.as_deref(), Some("a mat"), "what was in hand last, since it is left");
    let words = stage.words(&events);
    assert!(words.contains("Left: a rug, a mat. First next time: A mat."), "{words}");
    let mut stage = busy();
    stage.coach(&say::propose("rug"));
    stage.person(&say::choose(1));
    stage.person(&Command::EndSession);
    assert_eq!(stage.outcome().left.next_time.as_deref(), Some("a mat"), "what is first of what is left");
    let mut stage = Stage::proposed().and_person(&say::choose(1));
    stage.coach(&say::propose("vase"));
    stage.person(&say::choose(1));
    stage.person(&Command::EndSession);
    assert_eq!(stage.outcome().left.next_time, None, "nothing is left");
    assert_eq!(stage.outcome().summary, "2 things sorted");
    let stage = Stage::surveying().and_person(&Command::EndSession);
    assert_eq!(stage.outcome().summary, "nothing sorted yet");
    let stage = Stage::proposed().and_person(&Command::Skip).and_person(&Command::EndSession);
    assert_eq!(stage.outcome().summary, "1 thing sorted, and unsure");
    let stage = Stage::proposed().and_person(&say::choose(3)).and_person(&Command::EndSession);
    assert_eq!(stage.outcome().summary, "1 thing sorted, and out");
}

#[test]
fn y10_a_later_session_in_the_same_space_starts_from_what_is_left() {
    let mut first = busy();
    first.person(&Command::EndSession);
    let left = first.outcome().left;
    let stage = Stage::of(&Setup { before: Some(left.clone()), ..setup() }, 8);
    assert_eq!(stage.phase(), PhaseName::Surveying);
    assert_eq!(stage.state().function.as_deref(), Some("work"));
    assert_eq!(stage.state().anchors, ["the desk"]);
    let names: Vec<&str> = stage.state().items.iter().map(|item| item.name.as_str()).collect();
    assert_eq!(names, ["a rug", "a mat"]);
    assert!(stage.state().items.iter().all(|item| item.pile == Pile::Waiting), "to be sorted again");
    assert_eq!(stage.state().processed(), 0, "and not counted yet");
    assert_eq!(stage.view().before.as_ref().and_then(|left| left.next_time.as_deref()), Some("a mat"));
    let events: Vec<Event> = stage.game.told.iter().map(|told| told.event.clone()).collect();
    assert!(
        stage.words(&events).contains("The study again. First, from last time: A mat."),
        "{}",
        stage.words(&events)
    );
    let mut stage = stage;
    stage.coach(&Command::BeginSorting(Box::default()));
    stage.coach(&say::propose("the mat"));
    assert_eq!(stage.state().items.len(), 2, "it is known");
    stage.person(&Command::EndSession);
    assert_eq!(stage.outcome().left.things, left.things, "nothing is lost from one to the next");
    assert_eq!(stage.outcome().left.function, left.function);
}

#[test]
fn y10_a_space_is_known_by_its_name_whatever_is_around_it() {
    let mut first = busy();
    first.person(&Command::EndSession);
    let taken = |space: &str, before: Option<Left>| {
        let mut new = Setup { space: s(space), before, ..setup() };
        Tidying::take_up(&mut new, &earlier(first.state())).map(|words| (words, new.before))
    };
    for space in ["the study", " Study", "MY STUDY ", "our study"] {
        let left = first.outcome().left;
        assert_eq!(taken(space, None), Some((s("2 things were left"), Some(left))), "{space:?}");
    }
    assert_eq!(taken("studies", None), None);
    assert_eq!(taken("the study", Some(Left::default())), None, "whoever says what was left knows better");
    // One that goes on has left nothing yet, and is known again.
    let mut new = setup();
    assert!(Tidying::take_up(&mut new, &earlier(busy().state())).is_some());
    assert_eq!(new.after, Some(earlier(busy().state()).after), "the log says which it was");
    assert_eq!(Tidying::chain(&new).map(|chain| (chain.name, chain.after)), Some((s("study"), new.after)));
}

/// A session, for one that may go on from it.
pub(crate) fn earlier(state: &State) -> Earlier<'_, State> {
    let session = "7f3a".parse().expect("an id");
    Earlier { after: After { session, head: Hash::ZERO }, state }
}

#[test]
fn y10_what_was_left_twice_is_there_once() {
    let before = Left { things: all(&["a rug", "The Rug", "rug!", "a mat"]), ..Left::default() };
    let stage = Stage::of(&Setup { before: Some(before), ..setup() }, 8);
    assert_eq!(stage.state().items.len(), 2);
    let stage = Stage::of(&Setup { before: Some(Left::default()), ..setup() }, 8);
    assert_eq!((stage.state().items.len(), &stage.state().function), (0, &None));
    assert_eq!(stage.game.told.len(), 1, "nothing was left, and nothing is told of it");
}

#[test]
fn y10_an_outcome_can_be_read_back_as_what_was_left() {
    let stage = busy().and_person(&Command::EndSession);
    let json = serde_json::to_string(&stage.outcome().left).expect("it can be written");
    let setup: Setup =
        serde_json::from_str(&format!(r#"{{"space":"the study","before":{json}}}"#)).expect("and read");
    assert_eq!(setup.before, Some(stage.outcome().left));
}

#[test]
fn y10_the_recap_says_the_same_before_and_after_the_end() {
    let stage = busy();
    let recap = Tidying::report(&stage.view(), "recap").expect("a report");
    assert!(recap.starts_with("the study: 4 things sorted, 2 out, 1 unsure."), "{recap}");
    assert!(recap.contains("It is for work.") && recap.contains("What stays: the desk."), "{recap}");
    assert!(recap.contains("Still to sort: a rug."), "{recap}");
    let stage = stage.and_person(&Command::EndSession);
    let recap = Tidying::report(&stage.view(), "recap").expect("a report");
    assert!(recap.contains("First next time: a mat."), "{recap}");
    assert_eq!(Tidying::report(&stage.view(), "secrets"), None);
}
