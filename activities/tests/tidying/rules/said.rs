//! Y15: what the person decides in words is entered by a coach, which decides nothing for them; and of what they said nothing is lost.

use engine::Machine;
use tidying::{Command, Decider, Event, Floor, NewChoice, NewNext, Pile, Tidying, Verb, Way};

use super::say::{self, choice, place_at, s, say};
use super::stage::{Stage, every};

fn at(disposition: Verb, at: &str) -> NewChoice {
    NewChoice { disposition, at: Some(s(at)) }
}

/// The coach enters one choice for a thing.
fn enters(item: &str, one: NewChoice) -> Command {
    say::propose_with(item, |new| new.choices = vec![one])
}

fn then(item: &str, one: NewChoice) -> NewNext {
    NewNext { response: format!("{item}: as you said."), item: s(item), choices: vec![one] }
}

/// The person has something to say of the lamp in hand; a vase, three mugs and a winter coat are on the list.
fn told(words: &str) -> Stage {
    let stage = Stage::sorting().and_coach(&say::note(&["three mugs", "winter coat"]));
    stage.and_coach(&say::sort_about("lamp", None)).and_person(&say(words))
}

#[test]
fn y15_a_coach_enters_what_was_said_and_nobody_is_asked_again() {
    for (words, one, pile) in [
        ("hm, well, the bin for that one I'd say", choice(Verb::Trash), Pile::Out { way: Way::Trash }),
        (
            "my sister would be so glad, charity is what I'd say",
            choice(Verb::Donate),
            Pile::Out { way: Way::Donate },
        ),
        (
            "with the photos, I'd say, up there",
            place_at("with the photos"),
            Pile::Belongs { at: s("with the photos") },
        ),
        (
            "oh right, fine, hand it in then",
            at(Verb::HandIn, "the e-waste point"),
            Pile::HandIn { at: s("the e-waste point") },
        ),
        (
            "those can be shredded, I'd say",
            at(Verb::ToDo, "shred them"),
            Pile::ToDo { what: s("shred them") },
        ),
        ("hm, maybe later", choice(Verb::Skip), Pile::Unsure),
    ] {
        let mut stage = told(words);
        assert_eq!(stage.floor(), Floor::Coach, "{words}: it is the coach's to read");
        let events = stage.coach(&enters("lamp", one));
        assert_eq!(stage.pile("lamp"), &pile, "{words}");
        assert_eq!(every!(events, Event::ItemDecided { by, .. } => *by), [Decider::Coach], "{words}");
        assert_eq!(every!(events, Event::DispositionProposed { .. } => ()), [], "{words}");
        assert_eq!((stage.floor(), stage.state().coach_said.as_deref()), (Floor::Person, Some("Next.")));
        let stage = stage.and_person(&Command::Undo);
        assert_eq!(stage.pile("lamp"), &Pile::Waiting, "{words}: it is taken back as any other");
    }
}

#[test]
fn y15_what_the_machine_does_not_find_in_the_words_is_asked_with_one_tap() {
    for (words, one) in [
        // Y14: a condition, a question, a denial, a fear, and what others say.
        ("if I throw it away I'll regret it", choice(Verb::Trash)),
        ("should it go in the trash?", choice(Verb::Trash)),
        ("I don't want to bin it", choice(Verb::Trash)),
        ("I'm afraid to donate it", choice(Verb::Donate)),
        ("she told me to throw it out", choice(Verb::Trash)),
        // Of something else, and something else of it.
        ("the mugs can go in the trash I think, I'd say", choice(Verb::Trash)),
        ("I'd keep it or so, I'd say", choice(Verb::Trash)),
        ("what a day", choice(Verb::Donate)),
        ("well, up there I'd say", place_at("the attic")),
    ] {
        let mut stage = told(words);
        if stage.floor() == Floor::Coach {
            let events = stage.coach(&enters("lamp", one));
            assert_eq!(every!(events, Event::DispositionProposed { .. } => ()), [()], "{words}");
        }
        assert_eq!(stage.pile("lamp"), &Pile::Waiting, "{words}");
    }
    // Where nothing was said, nothing is decided.
    let mut stage = Stage::sorting().and_coach(&say::propose("vase")).and_person(&say::choose(2));
    stage.coach(&enters("lamp", choice(Verb::Donate)));
    assert_eq!((stage.pile("lamp"), stage.proposal().choices.len()), (&Pile::Waiting, 2));
}

#[test]
fn y15_a_yes_to_what_the_coach_asked_in_words_is_a_decision() {
    let asks = |words: &str| Command::Sort { response: s(words), current_item: None, item_location: None };
    for (question, decided) in [("To the pharmacy, then?", true), ("Is it still in date?", false)] {
        let stage = Stage::sorting().and_coach(&say::sort_about("lamp", None)).and_person(&say("hm"));
        let mut stage = stage.and_coach(&asks(question)).and_person(&say("yes please"));
        stage.coach(&enters("lamp", at(Verb::HandIn, "the pharmacy")));
        assert_eq!(*stage.pile("lamp") != Pile::Waiting, decided, "{question}");
    }
}

#[test]
fn y15_several_decisions_in_one_message_are_entered_in_one_call() {
    let mut stage = told(
        "so, the mugs I'd say the kitchen, then the coat has had its time and is for charity really, and this one back on the desk I'd say",
    );
    assert_eq!(stage.floor(), Floor::Coach);
    let events = stage.coach(&say::propose_with("three mugs", |new| {
        new.choices = vec![place_at("the kitchen")];
        new.then = vec![
            then("winter coat", choice(Verb::Donate)),
            then("lamp", place_at("on the desk")),
            NewNext {
                response: s("And the vase?"),
                item: s("vase"),
                choices: vec![choice(Verb::Donate), choice(Verb::Skip)],
            },
        ];
    }));
    assert_eq!(every!(events, Event::ItemDecided { .. } => ()).len(), 3);
    let said = every!(events, Event::CoachSaid { response, .. } => response.clone());
    assert_eq!(said, ["Next.", "winter coat: as you said.", "lamp: as you said.", "And the vase?"]);
    assert_eq!(stage.state().item(stage.proposal().item).unwrap().name, "the vase");
    assert_eq!(
        (stage.pile("three mugs"), stage.pile("lamp")),
        (&Pile::Belongs { at: s("the kitchen") }, &Pile::Belongs { at: s("on the desk") })
    );
}

/// What was half understood is asked back; what was said besides it is the coach's to answer after that.
#[test]
fn y15_what_was_said_besides_is_not_lost_by_a_question() {
    let words = "about the vase, half of it is new, still in the packet. and just throw it out, it's ten years old, she said";
    let stage = Stage::proposed().and_person(&say::write(words));
    let back = stage.state().asked_back().expect("it is asked back").clone();
    assert_eq!(
        back.rest.as_deref(),
        Some("about the vase, half of it is new, still in the packet, it's ten years old, she said")
    );
    let stage = stage.and_person(&Command::Yes);
    assert_eq!((stage.pile("lamp"), stage.floor()), (&Pile::Out { way: Way::Trash }, Floor::Coach));
    let now = Tidying::prompt(&stage.view(), &stage.asked()).now;
    assert!(now.contains("about the vase, half of it is new"), "{now}");
    // Of two things that are decided at once none is left out.
    let stage = Stage::sorting().and_coach(&say::propose("three umbrellas"));
    let stage = stage.and_person(&say::write("the blue one by the door, the other two are broken, bin them"));
    let piles: Vec<(&str, &Pile)> =
        stage.state().items.iter().rev().take(2).map(|item| (item.name.as_str(), &item.pile)).collect();
    assert_eq!(
        piles,
        [
            ("blue umbrella", &Pile::Belongs { at: s("by the door") }),
            ("two umbrellas", &Pile::Out { way: Way::Trash })
        ]
    );
}

#[test]
fn y15_what_is_decided_beside_a_wish_to_stop_is_decided() {
    let mut stage = told("hm");
    stage.coach(&say::propose("lamp"));
    let stage = stage
        .and_person(&say::write("the coat goes to charity. I have to stop now, I can't see another thing"));
    assert_eq!(stage.pile("winter coat"), &Pile::Out { way: Way::Donate });
    assert_eq!(stage.phase(), tidying::PhaseName::WindingDown);
    assert!(stage.state().said.as_ref().is_some_and(|said| said.text.contains("I have to stop now")));
}

/// A place is what it was proposed as, however few words say it.
#[test]
fn y15_the_words_for_a_proposed_place_do_not_make_it_worse() {
    let proposed = || {
        Stage::sorting().and_coach(&say::propose_with("lamp", |new| {
            new.choices = vec![place_at("the ski bag in the cellar"), choice(Verb::Donate)];
        }))
    };
    for words in ["into the ski bag", "yes please, the ski bag", "ok sure", "yes, keep it"] {
        let stage = proposed().and_person(&say::write(words));
        assert_eq!(stage.pile("lamp"), &Pile::Belongs { at: s("the ski bag in the cellar") }, "{words}");
    }
    let stage = proposed().and_person(&say::write("yes, but the other bag"));
    assert_eq!(stage.pile("lamp"), &Pile::Belongs { at: s("the other bag") }, "which is another one");
}

/// "It" is what is asked about, also where something else was in hand.
#[test]
fn y14_what_is_said_to_a_question_is_about_the_thing_that_it_asks_about() {
    let stage = told("hm").and_coach(&say::propose("lamp"));
    let mut stage = stage.and_person(&say::write("the coat can go to the cellar, she said"));
    assert!(stage.state().asked_back().is_some());
    stage.person(&say("no, bin it"));
    assert_eq!(
        (stage.pile("winter coat"), stage.pile("lamp")),
        (&Pile::Out { way: Way::Trash }, &Pile::Waiting)
    );
}
