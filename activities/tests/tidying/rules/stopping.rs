//! Y8: the person can always stop, and words of overwhelm bring help.

use tidying::{Command, Event};
use tidying::{Floor, Mode, PhaseName};

use super::say::{self, say};
use super::situations::situations;
use super::stage::{COACH, PERSON, Stage, every};

fn agreed() -> Mode {
    Mode::WindingDown { summary: None, next_time: None, agreed: true }
}

/// The command by which the person says something here, if they can.
fn in_words(stage: &Stage, words: &str) -> Option<Command> {
    let tools = stage.tools(PERSON);
    let tool = ["say", "write"].into_iter().find(|tool| tools.contains(tool))?;
    Some(if tool == "say" { say(words) } else { say::write(words) })
}

#[test]
fn y8_stop_leads_to_winding_down_from_every_mode_with_either_word() {
    for situation in situations() {
        let (name, mut stage) = (situation.name, situation.stage);
        if stage.phase() == PhaseName::WindingDown {
            continue;
        }
        assert!(stage.tools(PERSON).contains(&"stop"), "{name}");
        let events = stage.person(&Command::Stop);
        assert_eq!(stage.mode(), &agreed(), "{name}");
        assert_eq!(stage.floor(), Floor::Coach, "{name}");
        assert_eq!(every!(events, Event::ModeChanged { to, .. } => *to), [PhaseName::WindingDown], "{name}");
    }
}

#[test]
fn y8_stop_in_words_leads_there_too_from_every_mode_with_either_word() {
    for situation in situations() {
        for words in [
            "I'm done",
            "i’m done for today",
            "Stop!",
            "stop please",
            "Enough.",
            "that's enough for now, thanks",
            "Let's call it a day",
            "I have to go",
            "I give up",
            "I'm tired",
        ] {
            let command = in_words(&situation.stage, words).expect("the person can always speak");
            let stage = situation.stage.clone().and_person(&command);
            let Mode::WindingDown { agreed, .. } = stage.mode() else {
                panic!("{}: {words}", situation.name)
            };
            assert!(agreed, "{}: {words}", situation.name);
            let said = stage.state().said.clone().expect("the words are there");
            assert!(said.text.ends_with(words), "{}: {words}", situation.name);
        }
    }
}

#[test]
fn y8_words_that_go_on_after_a_stop_do_not_stop() {
    for words in [
        "I'm done with the shelf",
        "stop sign",
        "don't stop",
        "enough of the mugs",
        "we are done with that, and now?",
    ] {
        let stage = Stage::sorted().and_person(&say(words));
        assert_eq!(stage.phase(), PhaseName::Sorting, "{words}");
        assert_eq!(stage.state().said.as_ref().map(|said| said.text.as_str()), Some(words));
    }
}

#[test]
fn y8_stop_takes_the_photos_along() {
    for command in [Command::Stop, say("I'm done")] {
        let stage = Stage::sorted().and_photos(1..=2).and_person(&command);
        assert_eq!(stage.state().said.as_ref().map(|said| said.photos.len()), Some(2), "{command:?}");
        assert!(stage.state().pending.is_empty());
    }
}

#[test]
fn y8_words_of_overwhelm_lead_to_decision_support() {
    let modes = [
        ("surveying", Stage::surveyed(), None),
        ("surveying, the coach thinks", Stage::surveying(), None),
        ("a question", Stage::asked_function(), None),
        ("sorting", Stage::sorted(), None),
        ("sorting, the coach thinks", Stage::sorting(), None),
        ("a proposal", Stage::proposed(), Some(1)),
        ("a split", Stage::offered(), None),
        ("clarifying", Stage::clarified(), Some(1)),
        ("clarifying, the coach thinks", Stage::clarifying(), Some(1)),
        ("decision support", Stage::supported(), Some(1)),
    ];
    for (name, stage, thing) in modes {
        for words in [
            "It's all too much.",
            "I have no idea where to start",
            "ugh, OVERWHELMED!",
            "I can't face it",
            "i don't know where to begin",
        ] {
            let command = in_words(&stage, words).expect("the person can speak");
            let mut stage = stage.clone();
            let events = stage.person(&command);
            let Mode::DecisionSupport { stuck_item, item, reframe: None } = stage.mode() else {
                panic!("{name}: {words}: {:?}", stage.mode())
            };
            assert_eq!(item.map(|it| it.0), thing, "{name}: {words}");
            let stuck = if thing.is_some() { "lamp" } else { "where to begin" };
            assert!(stuck_item.ends_with(stuck), "{name}: {words}: {stuck_item}");
            assert_eq!(stage.floor(), Floor::Coach, "{name}: {words}");
            let said = stage.state().said.clone().expect("the words are there");
            assert!(said.text.ends_with(words), "{name}: {said:?}");
            assert!(every!(events, Event::ItemDecided { .. } => ()).is_empty(), "{name}: nothing is decided");
        }
    }
}

#[test]
fn y8_nobody_is_dragged_back_from_winding_down() {
    for stage in [Stage::wound(), Stage::winding(), Stage::sorted().and_person(&Command::Stop)] {
        for words in ["this is all too much", "I have no idea where to start", "I'm stuck"] {
            let stage = stage.clone().and_person(&say(words));
            assert_eq!(stage.phase(), PhaseName::WindingDown, "{words}");
            assert!(stage.state().said.as_ref().is_some_and(|said| said.text.ends_with(words)));
        }
    }
}

#[test]
fn y8_being_stuck_is_one_tap() {
    for (stage, stuck, thing) in [
        (Stage::sorted(), "where to begin", None),
        (Stage::proposed(), "the lamp", Some(1)),
        (Stage::clarified(), "the lamp", Some(1)),
    ] {
        let stage = stage.and_person(&Command::Stuck);
        let Mode::DecisionSupport { stuck_item, item, .. } = stage.mode() else {
            panic!("{:?}", stage.mode())
        };
        assert_eq!((stuck_item.as_str(), item.map(|it| it.0)), (stuck, thing));
    }
}

#[test]
fn y8_after_a_stop_the_person_can_go_on_or_end() {
    let stage = Stage::proposed().and_person(&Command::Stop).and_coach(&say::sum_up());
    assert_eq!(stage.clone().and_person(&say::resume()).phase(), PhaseName::Sorting);
    assert_eq!(stage.and_person(&Command::EndSession).phase(), PhaseName::Ended);
}

#[test]
fn y8_a_stop_lets_the_coach_move_again_and_loses_nothing() {
    let mut stage = Stage::proposed().and_person(&say::choose(1));
    stage.coach(&say::clarify("vase"));
    stage.coach(&say::resume());
    stage.person(&Command::Stop);
    assert_eq!(stage.state().breaks, 1, "its own");
    assert_eq!(
        (stage.state().processed(), stage.state().items.len(), stage.state().history.len()),
        (1, 2, 1)
    );
}

#[test]
fn y16_stopping_is_heard_in_plain_words_of_any_kind_whoever_coaches() {
    for situation in situations() {
        for words in [
            "gotta go",
            "ok I think I'm done for today",
            "I'm exhausted",
            "perfect, bye",
            "can we stop here",
            "let's finish here, the kids are back",
            "I've had enough",
            "I should get going",
        ] {
            let command = in_words(&situation.stage, words).expect("the person can always speak");
            let stage = situation.stage.clone().and_person(&command);
            let Mode::WindingDown { agreed, .. } = stage.mode() else {
                panic!("{}: {words}: {:?}", situation.name, stage.mode())
            };
            assert!(agreed, "{}: {words}", situation.name);
            assert!(stage.tools(COACH).contains(&"end_session"), "{}: {words}", situation.name);
            let stage = stage.and_coach(&say::sum_up());
            let offered = stage.tools(PERSON);
            assert!(
                ["end_session", "resume_sorting"].iter().all(|tool| offered.contains(tool)),
                "one tap each"
            );
        }
    }
}

#[test]
fn y16_who_goes_on_is_not_stopped_whoever_coaches() {
    for words in [
        "I have to go through these first",
        "I've had enough of this lamp",
        "don't stop",
        "I don't want to stop yet",
        "the lamp has to go",
        "I need to go to the attic for the rest",
        "I'm not tired yet",
    ] {
        for stage in [Stage::proposed(), Stage::sorted(), Stage::surveyed(), Stage::clarified()] {
            let command = in_words(&stage, words).expect("the person can speak");
            let stage = stage.and_person(&command);
            assert_ne!(stage.phase(), PhaseName::WindingDown, "{words}");
        }
    }
}

#[test]
fn y16_a_price_that_was_too_much_brings_no_help_that_nobody_wanted() {
    for words in ["I paid too much for it", "it makes too much noise", "not overwhelmed at all"] {
        for stage in [Stage::proposed(), Stage::sorted(), Stage::surveyed()] {
            let command = in_words(&stage, words).expect("the person can speak");
            let stage = stage.and_person(&command);
            assert_ne!(stage.phase(), PhaseName::DecisionSupport, "{words}");
        }
    }
}

/// Whoever was asked and says yes, in whatever words, has agreed: the coach is told so, and may end.
#[test]
fn y16_a_yes_with_a_polite_word_or_an_order_is_a_yes() {
    for words in [
        "yes",
        "thanks. yes, end it please",
        "yes leave it there. oh and the photo, frame it for my sister's birthday actually",
        "ok sure",
        "yes please, close it",
        "that's it for today, thank you",
        "leave it there",
    ] {
        let stage = Stage::wound().and_person(&say(words));
        let Mode::WindingDown { agreed, .. } = stage.mode() else { panic!("{words}: {:?}", stage.mode()) };
        assert!(agreed, "{words}");
        assert!(stage.tools(COACH).contains(&"end_session"), "{words}");
    }
    for words in
        ["no", "yes? already?", "not yet", "go on", "yes but don't end it", "the photo can be framed"]
    {
        let stage = Stage::wound().and_person(&say(words));
        assert!(!stage.tools(COACH).contains(&"end_session"), "{words}");
    }
}

#[test]
fn y14_a_yes_with_a_polite_word_or_an_order_answers_what_is_asked_back() {
    let asked = || Stage::proposed().and_person(&say::write("bin it, she said"));
    for words in ["yes please", "ok sure", "yes, bin it please", "sure, trash it", "go ahead, thanks"] {
        let stage = asked().and_person(&say(words));
        assert_eq!(stage.pile("lamp"), &tidying::Pile::Out { way: tidying::Way::Trash }, "{words}");
    }
    for words in ["no thanks", "nope", "no no, please"] {
        let stage = asked().and_person(&say(words));
        assert_eq!(stage.pile("lamp"), &tidying::Pile::Waiting, "{words}");
        assert_eq!(stage.floor(), Floor::Person, "{words}: the choices stand again");
    }
    let stage = asked().and_person(&say("yes, but keep the shade"));
    assert_eq!(stage.pile("lamp"), &tidying::Pile::Waiting);
    let stage = asked().and_person(&say("no, keep it"));
    assert_eq!(stage.pile("lamp"), &tidying::Pile::Belongs { at: "here".to_owned() });
}

#[test]
fn y9_a_polite_yes_splits_the_pile() {
    let stage = Stage::offered().and_person(&say("yes please"));
    assert_eq!(stage.state().groups.len(), 3);
}
