//! Y6: a specific thing, two to four choices, an answer by tap or in words, and five minutes for it.

use engine::{Actor, Machine, Put, Refusal, TableTime};
use tidying::limits::ANSWER_MS;
use tidying::{Command, Decider, Event, Rejection, Setup, Tidying, Verb, What};
use tidying::{Disposition, Floor, Mode, Pile, Way};

use super::say::{self, choice, place_at, s, say};
use super::stage::{PERSON, Stage, code, every, one};

#[test]
fn y6_two_to_four_choices() {
    for count in [0, 5, 6] {
        let mut stage = Stage::sorting();
        let no = stage.coach_no(&say::propose_with("lamp", |new| {
            new.choices = Verb::ALL.iter().cycle().take(count).map(|verb| choice(*verb)).collect();
        }));
        assert_eq!(code(&no), "not-offered");
        assert!(no.message.contains(&format!("{count} in the list")), "{no}");
    }
    for count in 2..=4 {
        let mut stage = Stage::sorting();
        stage.coach(&say::propose_with("lamp", |new| {
            new.choices = Verb::ALL.iter().take(count).map(|verb| choice(*verb)).collect();
        }));
        assert_eq!(stage.proposal().choices.len(), count);
        assert_eq!(stage.asked().question.what, What::Thing { choices: count as u8 });
    }
}

#[test]
fn y6_doubled_choices_are_folded_and_there_are_never_fewer_than_two() {
    let here = || Disposition::Place { at: s("here") };
    for (given, left) in [
        (vec![choice(Verb::Trash), choice(Verb::Trash)], vec![Disposition::Trash, Disposition::Skip]),
        (vec![choice(Verb::Skip); 4], vec![Disposition::Skip, Disposition::NeedInfo]),
        (vec![choice(Verb::NeedInfo); 2], vec![Disposition::NeedInfo, Disposition::Skip]),
        (vec![choice(Verb::Place), place_at("here")], vec![here(), Disposition::Skip]),
        (
            vec![place_at("a"), place_at("b"), place_at("a"), choice(Verb::Trash)],
            vec![Disposition::Place { at: s("a") }, Disposition::Place { at: s("b") }, Disposition::Trash],
        ),
    ] {
        let mut stage = Stage::sorting();
        stage.coach(&say::propose_with("lamp", |new| new.choices = given));
        assert_eq!(stage.proposal().choices, left);
    }
}

#[test]
fn y6_a_number_that_is_not_on_offer_is_rejected() {
    for given in [0, 5, 255] {
        let no = Stage::proposed().person_no(&say::choose(given));
        assert_eq!(code(&no), "not-offered");
        assert!(no.message.contains("4 (what is it?)"), "it says which there are: {no}");
        let no = Stage::proposed().person_no(&say::write(&given.to_string()));
        assert_eq!(no, Refusal::of(&Rejection::NoSuchChoice { given, max: 4 }));
        assert_eq!(code(&no), "no-such-number");
    }
}

#[test]
fn y6_a_proposal_is_about_one_thing_that_is_named() {
    let mut stage = Stage::sorting();
    let events = stage.coach(&say::propose("an umbrella"));
    let (name, proposal) =
        one!(events, Event::DispositionProposed { name, proposal } => (name.clone(), proposal.clone()));
    assert_eq!(name, "an umbrella");
    assert_eq!(
        (proposal.item, stage.item("umbrella").id.0),
        (stage.item("umbrella").id, 3),
        "a new thing is noted"
    );
    assert_eq!(stage.floor(), Floor::Person);
    let words = stage.words(&events);
    assert!(
        words.contains("An umbrella: 1 keep it: the shelf · 2 donate it · 3 trash it · 4 what is it?"),
        "{words}"
    );
}

fn said(stage: &Stage) -> Option<&str> {
    stage.state().said.as_ref().map(|said| said.text.as_str())
}

#[test]
fn y6_free_words_become_the_place() {
    for (words, at) in [
        ("the top shelf", "the top shelf"),
        ("Kitchen drawer.", "Kitchen drawer"),
        ("  next to the door!  ", "next to the door"),
        ("cellar", "cellar"),
        ("box 4 in the attic", "box 4 in the attic"),
        ("under my own bed on the left side", "under my own bed on the left side"),
    ] {
        let mut stage = Stage::proposed();
        let events = stage.person(&say::write(words));
        assert_eq!(stage.pile("lamp"), &Pile::Belongs { at: s(at) }, "{words}");
        assert_eq!(one!(events, Event::ItemDecided { by, .. } => *by), Decider::Person);
        assert_eq!((stage.state().processed(), stage.floor()), (1, Floor::Coach));
    }
}

#[test]
fn y6_words_for_dispositions_are_heard() {
    let out = |way| Pile::Out { way };
    let here = || Pile::Belongs { at: s("here") };
    let all: [(&[&str], Pile); 5] = [
        (
            &[
                "trash",
                "bin",
                "Bin it!",
                "trash it",
                "throw it away",
                "throw it out",
                "toss",
                "toss it",
                "rubbish",
                "garbage",
                "junk",
                "Trash, please",
            ],
            out(Way::Trash),
        ),
        (
            &[
                "donate",
                "donate it",
                "give it away",
                "give away",
                "charity",
                "charity shop",
                "thrift shop",
                "pass it on",
            ],
            out(Way::Donate),
        ),
        (&["recycle", "recycle it", "Recycling."], out(Way::Recycle)),
        (
            &[
                "skip",
                "skip it",
                "later",
                "unsure",
                "not sure",
                "I'm not sure",
                "I am not sure",
                "maybe",
                "don't know",
                "I don't know",
                "idk",
                "no idea",
                "hm",
                "hmm",
                "pass",
                "decide later",
                "skip for now",
            ],
            Pile::Unsure,
        ),
        (
            &[
                "keep",
                "Keep it.",
                "stays",
                "it stays",
                "here",
                "leave it",
                "leave it here",
                "it can stay",
                "stay",
            ],
            here(),
        ),
    ];
    for (words, pile) in all {
        for words in words {
            let stage = Stage::proposed().and_person(&say::write(words));
            assert_eq!((stage.pile("lamp"), stage.state().processed()), (&pile, 1), "{words}");
        }
    }
}

#[test]
fn y6_agreement_takes_the_first_choice() {
    for words in
        ["yes", "Yes, please!", "yep", "ok", "okay", "sure", "agreed", "fine", "do it", "go ahead", "good"]
    {
        let stage = Stage::proposed().and_person(&say::write(words));
        assert_eq!(stage.pile("lamp"), &Pile::Belongs { at: s("the shelf") }, "{words}");
    }
    let mut stage = Stage::sorting();
    stage.coach(&say::propose_with("lamp", |new| {
        new.choices = vec![choice(Verb::NeedInfo), choice(Verb::Trash)]
    }));
    stage.person(&say::write("yes"));
    assert!(matches!(stage.mode(), Mode::Clarifying { .. }), "what is first is what is agreed to");
}

#[test]
fn y6_questions_and_talk_go_to_the_coach() {
    for words in [
        "where would you put it?",
        "Is that the green one?",
        "the shelf?",
        "it was my aunt's",
        "I would rather think about that",
        "a very long way down the stairs behind the door on the left",
        "the shelf\nthe drawer",
        "why not the cellar",
        "but she gave that to me",
        "no",
    ] {
        let stage = Stage::proposed().and_person(&say::write(words));
        assert_eq!((stage.pile("lamp"), said(&stage)), (&Pile::Waiting, Some(words)), "{words}");
        assert_eq!((stage.floor(), stage.state().proposal()), (Floor::Coach, None), "{words}");
        assert_eq!(stage.state().in_hand(), Some(stage.item("lamp").id), "it is still in hand: {words}");
    }
    let long = "shelf".repeat(13);
    let stage = Stage::proposed().and_person(&say::write(&long));
    assert_eq!(said(&stage), Some(long.as_str()), "longer than a name");
}

#[test]
fn y6_words_that_ask_what_it_is_or_that_are_stuck_find_their_mode() {
    for words in ["what's that?", "What is it?", "which one?", "what is this", "what do you mean"] {
        let stage = Stage::proposed().and_person(&say::write(words));
        assert!(matches!(stage.mode(), Mode::Clarifying { item, .. } if item.0 == 1), "{words}");
    }
    for words in ["I'm stuck", "stuck", "I can't decide", "can't decide", "this is hard", "hard to say"] {
        let stage = Stage::proposed().and_person(&say::write(words));
        let Mode::DecisionSupport { stuck_item, item, .. } = stage.mode() else { panic!("{words}") };
        assert_eq!((stuck_item.as_str(), item.map(|it| it.0)), ("the lamp", Some(1)), "{words}");
        assert_eq!(said(&stage), Some(words));
    }
}

#[test]
fn y6_words_with_a_photo_are_for_the_coach_to_look_at() {
    for words in ["the shelf", "trash", "yes", "", "what is it"] {
        let stage = Stage::proposed().and_photos(1..=1).and_person(&say::write(words));
        assert_eq!((stage.pile("lamp"), said(&stage)), (&Pile::Waiting, Some(words)), "{words}");
        assert_eq!(stage.state().said.as_ref().map(|said| said.photos.len()), Some(1));
    }
}

#[test]
fn y6_words_have_their_limits() {
    for (text, why) in [(s(""), "blank"), (s(" \u{0} "), "blank"), ("x".repeat(1_001), "not-offered")] {
        assert_eq!(code(&Stage::proposed().person_no(&Command::Write { text: text.clone() })), why);
        assert_eq!(code(&Stage::sorted().person_no(&Command::Say { text })), why);
    }
    let stage = Stage::sorted().and_person(&say("\u{1b}]0;a\u{0}b\u{7}"));
    assert_eq!(said(&stage), Some("]0;a b"), "nothing is left in them that a terminal would obey");
    let stage = Stage::sorted().and_person(&say(&"x".repeat(1_000)));
    assert_eq!(said(&stage).map(str::len), Some(1_000));
}

#[test]
fn y6_no_answer_in_five_minutes_puts_the_thing_aside_and_says_so() {
    assert_eq!(ANSWER_MS, 300_000);
    let mut stage = Stage::sorting();
    stage.game.now = TableTime(10_000);
    stage.coach(&say::propose("lamp"));
    assert_eq!(Tidying::deadline(stage.state()), Some(TableTime(310_000)));
    assert_eq!(stage.asked().deadline, Some(TableTime(310_000)));
    for early in [10_000, 309_999] {
        stage.game.now = TableTime(early);
        assert_eq!(stage.turned_back(Actor::Clock, &Put::TimeUp), "no-deadline");
    }
    stage.game.now = TableTime(310_000);
    let events = stage.game.put(Actor::Clock, &Put::TimeUp).expect("it is time");
    assert_eq!(
        one!(events, Event::ItemDecided { to, by, .. } => (to.clone(), *by)),
        (Pile::Unsure, Decider::Clock)
    );
    assert_eq!((stage.pile("lamp"), stage.state().processed()), (&Pile::Unsure, 1));
    let (words, auto) = one!(events, Event::CoachSaid { response, auto } => (response.clone(), *auto));
    assert!(auto && words.contains("the lamp is put aside"), "{words}");
    assert!(stage.words(&events).contains("Nobody answered in time."), "{}", stage.words(&events));
    assert_eq!((stage.floor(), stage.state().proposal()), (Floor::Person, None), "nothing else is proposed");
    assert_eq!(stage.mode(), &Mode::sorting());
    assert_eq!(Tidying::deadline(stage.state()), None);
    assert_eq!(stage.turned_back(Actor::Clock, &Put::TimeUp), "no-deadline", "once");
    assert!(stage.tools(PERSON).contains(&"say"));
    stage.person(&say("I'm back."));
    assert_eq!(stage.floor(), Floor::Coach);
}

#[test]
fn y6_the_time_is_table_time_of_its_own_setup() {
    let stage = Stage::of(&Setup { answer_ms: Some(1), ..super::stage::setup() }, 1);
    let mut stage = stage.and_coach(&say::survey()).into_sorting().and_coach(&say::propose("lamp"));
    assert_eq!(stage.proposal().until, Some(TableTime(1)));
    stage.game.time_up();
    let stage = Stage::of(&Setup { answer_ms: None, ..super::stage::setup() }, 1);
    let mut stage = stage.and_coach(&say::survey()).into_sorting().and_coach(&say::propose("lamp"));
    assert_eq!(
        (stage.proposal().until, Tidying::deadline(stage.state()), stage.asked().deadline),
        (None, None, None)
    );
    stage.game.now = TableTime(u64::MAX);
    assert_eq!(stage.turned_back(Actor::Clock, &Put::TimeUp), "no-deadline", "it waits for ever");
}

#[test]
fn y6_every_answer_stops_the_clock() {
    for answer in [
        say::choose(1),
        say::choose(4),
        Command::Skip,
        Command::WhatsThat,
        Command::Stuck,
        Command::Stop,
        say::write("why?"),
    ] {
        let mut stage = Stage::proposed().and_person(&answer);
        assert_eq!(Tidying::deadline(stage.state()), None, "{answer:?}");
        stage.game.now = TableTime(u64::MAX);
        assert_eq!(stage.turned_back(Actor::Clock, &Put::TimeUp), "no-deadline", "{answer:?}");
    }
    for stage in [Stage::offered(), Stage::sorted(), Stage::asked_function()] {
        let mut stage = stage;
        assert_eq!(Tidying::deadline(stage.state()), None);
        stage.game.now = TableTime(u64::MAX);
        assert_eq!(stage.turned_back(Actor::Clock, &Put::TimeUp), "no-deadline");
    }
}

#[test]
fn y6_photos_and_deleting_them_leave_the_proposal_and_its_time() {
    let before = Stage::proposed();
    let mut stage = before.clone().and_photos(1..=2);
    assert_eq!(stage.mode(), before.mode());
    let events = stage.person(&Command::DeletePhotos);
    assert_eq!(every!(events, Event::PhotosDeleted { count } => *count), [2]);
    assert_eq!((stage.mode(), stage.floor()), (before.mode(), Floor::Person));
}

/// What is not sure to be a place, or to be about the thing in hand, goes to the coach: nothing is put where nobody put it,
/// and no list of new things is lost in a place of that name.
#[test]
fn y6_what_is_no_place_goes_to_the_coach() {
    for words in [
        "n",
        "z",
        "nope",
        "neither",
        "whatever",
        "next",
        "move on",
        "throw the mirror away",
        "get rid of the mirror",
        "trash the mirror",
        "sell on ebay",
        "give to my sister",
        "lamp",
        "old phone, sunglasses, keys",
        "kettle & toaster",
        "٣",
    ] {
        let stage = Stage::proposed().and_person(&say::write(words));
        assert_eq!((stage.pile("lamp"), stage.floor()), (&Pile::Waiting, Floor::Coach), "{words}");
        assert_eq!(stage.state().said.as_ref().map(|said| said.text.as_str()), Some(words));
    }
    let stage = Stage::proposed().and_person(&say::write("y"));
    assert_ne!(stage.pile("lamp"), &Pile::Waiting, "the first choice");
}
