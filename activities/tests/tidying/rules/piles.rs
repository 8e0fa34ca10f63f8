//! Y5: each decision puts a thing onto its pile, once.

use tidying::{Command, Decider, Event, Verb};
use tidying::{Floor, Mode, Pile, Way};

use super::say::{self, choice, place_at, s, say};
use super::stage::{Stage, every, one};

fn belongs(at: &str) -> Pile {
    Pile::Belongs { at: s(at) }
}

#[test]
fn y5_each_disposition_has_its_pile() {
    let all = [
        (place_at("the shelf"), belongs("the shelf")),
        (choice(Verb::Place), belongs("here")),
        (choice(Verb::Trash), Pile::Out { way: Way::Trash }),
        (choice(Verb::Donate), Pile::Out { way: Way::Donate }),
        (choice(Verb::Recycle), Pile::Out { way: Way::Recycle }),
        (choice(Verb::Skip), Pile::Unsure),
    ];
    for (given, pile) in all {
        let mut stage = Stage::sorting();
        let other = if given.disposition == Verb::Skip { Verb::Trash } else { Verb::Skip };
        stage.coach(&say::propose_with("lamp", |new| new.choices = vec![choice(other), given.clone()]));
        let events = stage.person(&say::choose(2));
        let (from, to, by) =
            one!(events, Event::ItemDecided { from, to, by, .. } => (from.clone(), to.clone(), *by));
        assert_eq!((from, &to, by), (Pile::Waiting, &pile, Decider::Person));
        assert_eq!(stage.pile("lamp"), &pile);
        assert_eq!((stage.state().processed(), stage.view().processed()), (1, 1));
        assert_eq!(stage.mode(), &Mode::sorting(), "nothing in hand, nothing proposed");
        assert_eq!(stage.floor(), Floor::Coach);
    }
}

#[test]
fn y5_needing_more_info_decides_nothing_and_asks_what_it_is() {
    let mut stage = Stage::proposed();
    let events = stage.person(&say::choose(4));
    assert!(every!(events, Event::ItemDecided { .. } => ()).is_empty());
    assert_eq!((stage.pile("lamp"), stage.state().processed()), (&Pile::Waiting, 0));
    let Mode::Clarifying { item, photo_context, .. } = stage.mode() else { panic!("{:?}", stage.mode()) };
    assert_eq!((item.0, photo_context.as_str()), (1, "the lamp"), "no more is known of it");
    let by_tap = Stage::proposed().and_person(&Command::WhatsThat);
    assert_eq!((by_tap.mode(), &by_tap.state().said), (stage.mode(), &stage.state().said));
}

#[test]
fn y5_what_is_known_of_a_thing_goes_along_when_it_is_asked_what_it_is() {
    for (look, place, seen) in [
        (Some("green"), Some("the hall"), "green"),
        (None, Some("the hall"), "the hall"),
        (Some("green"), None, "green"),
    ] {
        let mut stage = Stage::sorting();
        stage.coach(&say::propose_with("lamp", |new| (new.look, new.place) = (look.map(s), place.map(s))));
        stage.person(&Command::WhatsThat);
        let Mode::Clarifying { photo_context, .. } = stage.mode() else { panic!("{:?}", stage.mode()) };
        assert_eq!(photo_context, seen);
    }
}

#[test]
fn y5_a_thing_decided_twice_moves_and_counts_once() {
    let mut stage = Stage::proposed().and_person(&say::choose(1));
    assert_eq!((stage.pile("lamp"), stage.state().processed()), (&belongs("the shelf"), 1));
    stage.coach(&say::propose("lamp"));
    let events = stage.person(&say::choose(2));
    assert_eq!(one!(events, Event::ItemDecided { from, .. } => from.clone()), belongs("the shelf"));
    assert_eq!(stage.pile("lamp"), &Pile::Out { way: Way::Donate });
    assert_eq!((stage.state().processed(), stage.state().items.len()), (1, 2));
    stage.coach(&say::propose("lamp"));
    stage.person(&Command::Skip);
    assert_eq!((stage.pile("lamp"), stage.state().processed()), (&Pile::Unsure, 1));
    stage.person(&Command::EndSession);
    let outcome = stage.outcome();
    assert_eq!(
        (outcome.processed, outcome.belongs.len(), outcome.out.len(), outcome.unsure.len()),
        (1, 0, 0, 1)
    );
}

#[test]
fn y5_the_same_thing_under_another_article_or_case_is_the_same() {
    for name in [
        "lamp",
        "The Lamp",
        "a LAMP",
        "my lamp!",
        "  that   lamp.",
        "this the lamp",
        "Lamp’s".trim_end_matches("’s"),
    ] {
        let mut stage = Stage::proposed().and_person(&say::choose(1));
        stage.coach(&say::note(&[name]));
        stage.coach(&say::propose(name));
        assert_eq!(stage.proposal().item, stage.item("lamp").id, "{name:?}");
        stage.person(&say::choose(3));
        assert_eq!((stage.state().items.len(), stage.state().processed()), (2, 1), "{name:?}");
        assert_eq!(stage.item(name).name, "the lamp", "{name:?}");
    }
    let mut stage = Stage::sorting();
    stage.coach(&say::note(&["lamps", "the lamp stand", "a hat", "The Hat", "hat"]));
    assert_eq!(stage.state().items.len(), 5, "another word is another thing, and one message names one hat");
}

#[test]
fn y5_names_of_signs_alone_are_names() {
    let mut stage = Stage::sorting();
    stage.coach(&say::note(&["❤", "★", "!!!", "the", "A"]));
    assert_eq!(stage.state().items.len(), 7);
    stage.coach(&say::propose("★"));
    assert_eq!(stage.proposal().item, stage.item("★").id);
}

#[test]
fn y5_skipping_a_thing_that_is_clarified_or_that_one_is_stuck_with_goes_back_to_sorting() {
    for stage in [Stage::clarified(), Stage::supported()] {
        let mut by_tap = stage.clone();
        let events = by_tap.person(&Command::Skip);
        assert_eq!(
            one!(events, Event::ItemDecided { to, by, .. } => (to.clone(), *by)),
            (Pile::Unsure, Decider::Person)
        );
        for words in ["later", "skip it", "I don't know", "Hmm"] {
            let by_words = stage.clone().and_person(&say(words));
            assert_eq!(
                (by_words.mode(), by_words.pile("lamp")),
                (&Mode::sorting(), &Pile::Unsure),
                "{words}"
            );
        }
        assert_eq!((by_tap.mode(), by_tap.floor()), (&Mode::sorting(), Floor::Coach));
        assert_eq!((by_tap.pile("lamp"), by_tap.state().processed()), (&Pile::Unsure, 1));
    }
}

#[test]
fn y5_words_for_skipping_mean_nothing_where_no_thing_is_in_hand() {
    for stage in [Stage::surveyed(), Stage::sorted(), Stage::wound()] {
        let stage = stage.and_person(&say("later"));
        assert_eq!(stage.state().processed(), 0);
        assert_eq!(stage.state().said.as_ref().map(|said| said.text.as_str()), Some("later"));
    }
    let stuck = Stage::sorting().and_coach(&say::stuck("all of it")).and_coach(&say::reframe());
    let stage = stuck.and_person(&say("later"));
    assert_eq!(stage.state().said.as_ref().map(|said| said.text.as_str()), Some("later"));
}

#[test]
fn y5_each_decision_is_told() {
    let mut stage = Stage::proposed();
    let events = stage.person(&say::choose(1));
    assert_eq!(stage.words(&events), "The lamp: kept, the shelf.");
    stage.coach(&say::propose("vase"));
    let events = stage.person(&say::choose(3));
    assert_eq!(stage.words(&events), "The vase: out (trash).");
    stage.coach(&say::propose("hat"));
    let events = stage.person(&Command::Skip);
    assert_eq!(stage.words(&events), "Hat: put aside.");
    let view = stage.view();
    assert_eq!(view.last_decided(), Some(stage.item("hat")));
    let piles = <tidying::Tidying as engine::Machine>::report(&view, "piles").unwrap();
    assert_eq!(
        piles,
        "Belongs (1): the lamp (the shelf)\nOut (1): the vase (trash)\nUnsure (1): hat\nTo sort (0): nothing"
    );
}
