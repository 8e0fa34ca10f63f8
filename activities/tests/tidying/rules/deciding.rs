//! Y14 and Y15: what is said is decided, for one thing or several; what is half understood is asked back with one tap.

use engine::Machine;
use engine::board::Body;
use tidying::{Back, Command, Decider, Disposition, Event, Floor, Mode, Pile, Suggestion, Tidying, Way};

use super::say::{self, s, say};
use super::stage::{PERSON, Stage, every, one};

/// Sorting, the lamp is proposed; a vase, three mugs and a winter coat are on the list.
fn hall() -> Stage {
    Stage::sorting().and_coach(&say::note(&["three mugs", "winter coat"])).and_coach(&say::propose("lamp"))
}

fn out(way: Way) -> Pile {
    Pile::Out { way }
}

fn at(place: &str) -> Pile {
    Pile::Belongs { at: s(place) }
}

#[test]
fn y15_a_plain_decision_is_taken_without_a_second_question() {
    for (words, pile) in [
        ("throw the lamp away", out(Way::Trash)),
        ("get rid of the lamp", out(Way::Trash)),
        ("ok, I'll give it to my sister", out(Way::Donate)),
        ("it's broken, recycle it please", out(Way::Recycle)),
        ("I use it every day, so keep it", at("here")),
        ("put it on the top shelf", at("on the top shelf")),
        ("set it aside for now", Pile::Unsure),
    ] {
        let mut stage = hall();
        let events = stage.person(&say::write(words));
        assert_eq!(stage.pile("lamp"), &pile, "{words}");
        assert_eq!(one!(events, Event::ItemDecided { by, .. } => *by), Decider::Person, "{words}");
        assert_eq!(stage.floor(), Floor::Coach, "{words}");
    }
}

#[test]
fn y15_several_things_are_decided_at_once_each_by_its_name() {
    for (words, piles) in [
        (
            "the mugs and the coat go to charity",
            vec![("three mugs", out(Way::Donate)), ("winter coat", out(Way::Donate))],
        ),
        (
            "bin it, and the coat goes on the hook",
            vec![("lamp", out(Way::Trash)), ("winter coat", at("on the hook"))],
        ),
        ("mugs: keep. coat: donate", vec![("three mugs", at("here")), ("winter coat", out(Way::Donate))]),
        (
            "the vase and the mugs are broken, bin them",
            vec![("vase", out(Way::Trash)), ("three mugs", out(Way::Trash))],
        ),
        ("recycle it, the vase too", vec![("lamp", out(Way::Recycle)), ("vase", out(Way::Recycle))]),
    ] {
        let stage = hall().and_person(&say::write(words));
        for (name, pile) in &piles {
            assert_eq!(stage.pile(name), pile, "{words}");
        }
        assert_eq!(stage.state().processed(), piles.len(), "{words}: and nothing else");
    }
}

/// What is in hand stays there while something else is decided, and each decision can be taken back.
#[test]
fn y15_another_thing_is_decided_and_the_one_in_hand_waits() {
    let mut stage = hall().and_person(&say::write("the mugs stay"));
    assert_eq!((stage.pile("three mugs"), stage.pile("lamp")), (&at("here"), &Pile::Waiting));
    assert_eq!(stage.state().in_hand(), Some(stage.item("lamp").id));
    stage.person(&Command::Undo);
    assert_eq!(stage.pile("three mugs"), &Pile::Waiting);
}

/// With nothing in hand, too.
#[test]
fn y15_a_thing_is_decided_by_its_name_where_nothing_is_proposed() {
    let stage = Stage::sorted().and_person(&say("the vase goes to the charity shop"));
    assert_eq!(stage.pile("vase"), &out(Way::Donate));
    let stage = Stage::sorted().and_person(&say("bin it"));
    assert_eq!(stage.state().processed(), 0, "there is no it");
}

#[test]
fn y14_nothing_is_moved_by_words_about_something_else() {
    for words in [
        "the bottles go to recycling",
        "if I throw it away I'll regret it",
        "should I throw it out?",
        "I don't want to bin it",
        "my husband wants me to donate it",
        "she told me to throw the vase away",
        "maybe the mugs can go to charity",
        "keep it or bin it, I can't tell",
        "now the coat",
        "in the summer we use it",
    ] {
        let stage = hall().and_person(&say::write(words));
        assert_eq!(stage.state().processed(), 0, "{words}");
    }
}

/// What was decided is not turned round in passing: the coach is told, and asks.
#[test]
fn y14_what_is_decided_is_not_turned_round_in_passing() {
    let mut stage = hall().and_person(&say::choose(2));
    stage.coach(&say::propose("vase"));
    let stage = stage.and_person(&say::write("the lamp can go in the trash"));
    assert_eq!(stage.pile("lamp"), &out(Way::Donate));
    assert!(stage.state().said.is_some());
}

fn half() -> Stage {
    Stage::proposed().and_person(&say::write("bin it, she said"))
}

#[test]
fn y14_what_is_half_understood_is_asked_back_with_one_tap() {
    let mut stage = Stage::proposed();
    let events = stage.person(&say::write("bin it, she said"));
    let back = one!(events, Event::AskedBack { back } => back.clone());
    assert_eq!((back.item, &back.becomes), (stage.item("lamp").id, &Disposition::Trash));
    assert_eq!((stage.pile("lamp"), stage.floor()), (&Pile::Waiting, Floor::Person));
    assert!(stage.words(&events).contains("bin it, she said"), "the words are kept");
    assert!(stage.words(&events).contains("Put the lamp in the trash?"), "{}", stage.words(&events));
    assert!(["yes", "no"].iter().all(|tool| stage.tools(PERSON).contains(tool)));
    // In every face: the form and the board both ask it.
    let form = Tidying::form(&stage.view(), &stage.asked());
    assert_eq!(form.title, "Put the lamp in the trash?");
    let board = Tidying::board(&stage.view()).unwrap();
    let Body::Card(hand) = &board.panels[0].body else { panic!("{board:?}") };
    assert_eq!((hand.title.as_str(), hand.asks), ("Put the lamp in the trash?", Some(PERSON)));
}

#[test]
fn y14_a_yes_decides_what_was_asked_back_and_a_no_brings_the_choices_again() {
    for yes in [Command::Yes, say("yes")] {
        let stage = half().and_person(&yes);
        assert_eq!((stage.pile("lamp"), stage.floor()), (&out(Way::Trash), Floor::Coach), "{yes:?}");
    }
    let before = Stage::proposed();
    for no in [Command::No, say("no")] {
        let stage = half().and_person(&no);
        assert_eq!(stage.pile("lamp"), &Pile::Waiting, "{no:?}");
        assert_eq!(stage.proposal().choices, before.proposal().choices, "{no:?}");
        assert_eq!(stage.floor(), Floor::Person, "{no:?}");
    }
    let stage = half().and_person(&say("the cellar"));
    assert_eq!(stage.pile("lamp"), &at("the cellar"), "an answer in words counts, too");
}

#[test]
fn y14_nobody_who_is_asked_back_and_gone_loses_anything() {
    let mut stage = half();
    stage.answer_for();
    assert_eq!(stage.pile("lamp"), &Pile::Unsure);
    let Mode::Sorting { offer, .. } = stage.mode() else { panic!("{:?}", stage.mode()) };
    assert!(!matches!(offer, Some(Suggestion::Back(Back { .. }))));
    let events = half().person(&Command::Stop);
    assert!(every!(events, Event::ItemDecided { .. } => ()).is_empty());
}

/// Somebody in danger is answered, and what they say of things beside it is not.
#[test]
fn y14_nothing_is_moved_by_the_words_of_somebody_in_danger() {
    for words in ["I want to die, throw it out", "bin it. I want to kill myself"] {
        let stage = hall().and_person(&say::write(words));
        assert_eq!((stage.state().processed(), stage.floor()), (0, Floor::Coach), "{words}");
        assert!(stage.state().said.is_some(), "{words}");
    }
}
