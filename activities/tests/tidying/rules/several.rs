//! Y18: several proposals a turn, shown one after the other; and no call that only changes the mode.

use engine::Machine;
use tidying::{Command, Event, Floor, Mode, NewBeginning, NewNext, Pile, Tidying, Verb, Way};

use super::say::{self, choice, place_at, s, say};
use super::stage::{COACH, Stage, code, every};

fn next(item: &str) -> NewNext {
    let choices = vec![place_at("the shelf"), choice(Verb::Donate)];
    NewNext { response: format!("And the {item}?"), item: s(item), choices }
}

/// The lamp is proposed, and the vase, a mug and a hat after it.
fn four() -> Stage {
    let then = ["vase", "mug", "hat"].map(next).to_vec();
    Stage::sorting().and_coach(&say::propose_with("lamp", |new| new.then = then))
}

#[test]
fn y18_what_is_proposed_at_once_is_shown_one_after_the_other_with_no_other_call() {
    let mut stage = four();
    for (name, said) in [
        ("the lamp", "Next."),
        ("the vase", "And the vase?"),
        ("mug", "And the mug?"),
        ("hat", "And the hat?"),
    ] {
        assert_eq!(stage.floor(), Floor::Person, "{name}: the coach is not asked between them");
        assert_eq!(stage.state().item(stage.proposal().item).unwrap().name, name);
        assert_eq!(stage.state().coach_said.as_deref(), Some(said));
        stage.person(&say::choose(2));
    }
    assert_eq!((stage.state().processed(), stage.floor()), (4, Floor::Coach));
    assert!(stage.state().queue.is_empty());
}

#[test]
fn y18_a_decision_in_words_goes_on_and_other_words_go_to_the_coach() {
    let stage = four().and_person(&say::write("bin it"));
    assert_eq!(stage.state().item(stage.proposal().item).unwrap().name, "the vase");
    let stage = stage.and_person(&say::write("the mug stays"));
    assert_eq!(stage.state().item(stage.proposal().item).unwrap().name, "the vase", "it was not decided yet");
    let stage = stage.and_person(&say::choose(1));
    assert_eq!(
        stage.state().item(stage.proposal().item).unwrap().name,
        "hat",
        "what is decided is passed over"
    );
    let stage = stage.and_person(&say::write("where did that come from?"));
    assert_eq!(
        (stage.floor(), stage.state().queue.len()),
        (Floor::Coach, 0),
        "the coach answers, and proposes anew"
    );
    for words in [Command::Stuck, Command::Stop, Command::WhatsThat] {
        let stage = four().and_person(&words);
        assert!(stage.state().queue.is_empty() && stage.floor() == Floor::Coach, "{words:?}");
    }
}

#[test]
fn y18_undo_brings_the_last_back_and_what_came_after_it_waits() {
    let mut stage = four().and_person(&say::choose(2)).and_person(&Command::Undo);
    assert_eq!(stage.state().item(stage.proposal().item).unwrap().name, "the lamp");
    stage.person(&say::choose(1));
    assert_eq!(stage.state().item(stage.proposal().item).unwrap().name, "the vase");
}

#[test]
fn y18_five_at_once_are_the_most_and_each_is_there_once() {
    let then = |count: usize| (0..count).map(|at| next(&format!("thing {at}"))).collect::<Vec<_>>();
    let mut stage = Stage::sorting();
    let many = say::propose_with("lamp", |new| new.then = then(5));
    assert_eq!(code(&stage.coach_no(&many)), "not-offered");
    stage.coach(&say::propose_with("lamp", |new| new.then = then(4)));
    assert_eq!(stage.state().queue.len(), 4);
    let twice = vec![next("lamp"), next("vase"), next("the vase")];
    let stage = Stage::sorting().and_coach(&say::propose_with("lamp", |new| new.then = twice));
    assert_eq!(stage.state().queue.len(), 1);
}

/// What a rule of a proposal holds, holds for all of them.
#[test]
fn y18_what_does_harm_has_its_own_way_in_each_of_them() {
    let choices = vec![choice(Verb::Trash), choice(Verb::Skip)];
    let then = vec![NewNext { response: s("And these?"), item: s("AA batteries"), choices }];
    let stage = Stage::sorting().and_coach(&say::propose_with("lamp", |new| new.then = then));
    let stage = stage.and_person(&say::choose(2));
    assert_eq!(stage.proposal().choices[0].verb(), Verb::HandIn);
}

/// A full unsure pile is offered in parts before anything else (Y9).
#[test]
fn y18_a_split_that_is_due_goes_first() {
    let stage = Stage::unsure(&["letter", "bill", "cable", "plug"]);
    let mut stage = stage.and_coach(&say::propose_with("lamp", |new| new.then = vec![next("vase")]));
    stage.person(&Command::Skip);
    assert_eq!(stage.floor(), Floor::Coach);
    assert!(stage.tools(COACH).contains(&"offer_split"));
}

#[test]
fn y18_the_sorting_begins_with_what_is_known_and_with_the_first_things() {
    let begin = Command::BeginSorting(Box::new(NewBeginning {
        response: Some(s("A room to work in, then.")),
        discovered_function: Some(s("working")),
        discovered_anchors: vec![s("the desk")],
        then: vec![next("lamp"), next("vase")],
    }));
    let mut stage =
        Stage::surveyed().and_person(&say("I work here. The desk stays. There is a lamp and a vase."));
    let events = stage.coach(&begin);
    let said = every!(events, Event::CoachSaid { response, .. } => response.clone());
    assert_eq!(said, ["A room to work in, then.", "And the lamp?"]);
    assert_eq!((stage.state().function.as_deref(), stage.state().anchors.len()), (Some("working"), 1));
    assert_eq!((stage.floor(), stage.state().queue.len()), (Floor::Person, 1));
    assert_eq!(stage.state().item(stage.proposal().item).unwrap().name, "lamp");
}

#[test]
fn y18_help_ends_with_words_and_with_the_next_thing() {
    let mut stage = Stage::supported().and_person(&say("He'd have liked that. Give it to the choir."));
    stage.coach(&Command::ResumeSorting {
        decision: Some(Verb::Donate),
        place: None,
        response: Some(s("He would.")),
        then: vec![next("vase")],
    });
    assert_eq!(stage.pile("lamp"), &Pile::Out { way: Way::Donate });
    assert_eq!((stage.floor(), stage.state().coach_said.as_deref()), (Floor::Person, Some("And the vase?")));
    // With words alone the word is the person's, and with neither it stays the coach's.
    let resume = |response| Command::ResumeSorting { decision: None, place: None, response, then: vec![] };
    for (response, floor) in [(Some(s("So.")), Floor::Person), (None, Floor::Coach)] {
        let stage = Stage::supporting().and_coach(&resume(response));
        assert!(matches!(stage.mode(), Mode::Sorting { .. }));
        assert_eq!(stage.floor(), floor);
    }
}

/// The prompt says it, and a coach that does as it says is asked twice for what the person says first, and for no decision after it.
#[test]
fn y18_a_coach_that_does_as_the_prompt_says_needs_two_calls_for_four_decisions() {
    let mut stage = Stage::surveying();
    let fixed = Tidying::prompt(&stage.view(), &stage.asked()).fixed;
    assert!(fixed.contains("Up to 4 more things go into then"), "{fixed}");
    let mut calls = 0;
    stage.coach(&say::survey());
    stage.person(&say("I paint here. There is a lamp, a vase, a mug, a hat and a rug."));
    let now = Tidying::prompt(&stage.view(), &stage.asked()).now;
    assert!(now.contains("then? of {response, item, choices}"), "{now}");
    let begin = NewBeginning {
        discovered_function: Some(s("painting")),
        then: ["lamp", "vase", "mug", "hat"].map(next).to_vec(),
        ..NewBeginning::default()
    };
    for command in [say::note(&["lamp", "vase", "mug", "hat", "rug"]), Command::BeginSorting(Box::new(begin))]
    {
        stage.coach(&command);
        calls += 1;
    }
    while stage.floor() == Floor::Person {
        stage.person(&say::choose(1));
    }
    assert_eq!((stage.state().processed(), calls), (4, 2));
}
