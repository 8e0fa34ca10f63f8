//! Y17: a fourth way, with what is to be done with a thing first.

use engine::{Machine, TableTime};
use tidying::{Command, Disposition, Left, Pile, Setup, Tidying, Verb, Way};

use super::say::{self, s, say};
use super::stage::{Stage, setup};

fn to_do(what: &str) -> Pile {
    Pile::ToDo { what: s(what) }
}

/// Sorting, three mugs are proposed.
fn mugs() -> Stage {
    Stage::sorting().and_coach(&say::propose("three mugs"))
}

#[test]
fn y17_what_is_to_be_done_is_heard_and_kept_with_the_thing() {
    for (words, what) in [
        ("wash them", "wash"),
        ("Wash them first.", "wash"),
        ("they need to be washed", "wash"),
        ("they need washing", "wash"),
        ("I'll repair them", "repair"),
        ("take them to the repair shop", "to the repair shop"),
        ("return them to my sister", "return"),
        ("to do: ask Anna whether she wants them", "ask Anna whether she wants them"),
    ] {
        let mut stage = mugs();
        let events = stage.person(&say::write(words));
        assert_eq!(stage.pile("three mugs"), &to_do(what), "{words}");
        assert!(
            stage.words(&events).contains(&format!("Three mugs: to do ({what}).")),
            "{}",
            stage.words(&events)
        );
        assert_eq!(
            (stage.state().processed(), stage.state().waiting().count()),
            (1, 2),
            "{words}: counted once"
        );
    }
    for words in [
        "should I wash them?",
        "I washed them",
        "somebody should fix it",
        "I hate washing up",
        "don't wash them",
    ] {
        let stage = mugs().and_person(&say::write(words));
        assert_eq!(stage.state().processed(), 0, "{words}");
    }
}

#[test]
fn y17_a_coach_proposes_it_and_the_person_takes_it() {
    let wash = tidying::NewChoice { disposition: Verb::ToDo, at: Some(s("wash them")) };
    let stage = Stage::sorting().and_coach(&say::propose_with("three mugs", |new| new.choices[1] = wash));
    assert_eq!(stage.proposal().choices[1].to_string(), "to do: wash them");
    let stage = stage.and_person(&say::choose(2));
    assert_eq!(stage.pile("three mugs"), &to_do("wash them"));
    assert_eq!(Disposition::of(Verb::ToDo, None).to_string(), "to do: see to it");
}

#[test]
fn y17_it_can_be_undone_and_what_is_done_goes_somewhere() {
    let stage = mugs().and_person(&say::write("wash them")).and_person(&Command::Undo);
    assert_eq!((stage.pile("three mugs"), stage.state().processed()), (&Pile::Waiting, 0));
    let stage = mugs().and_person(&say::write("wash them")).and_coach(&say::propose("lamp"));
    let stage = stage.and_person(&say::write("the mugs go in the kitchen cupboard"));
    assert_eq!(stage.pile("three mugs"), &Pile::Belongs { at: s("in the kitchen cupboard") });
}

#[test]
fn y17_it_stands_on_the_board_in_the_prompt_in_the_reports_and_on_the_list() {
    let stage = mugs().and_person(&say::write("wash them"));
    let view = stage.view();
    let board = serde_json::to_string(&Tidying::board(&view)).unwrap();
    assert!(board.contains("\"To do\"") && board.contains("wash"), "{board}");
    assert!(Tidying::report(&view, "piles").unwrap().contains("To do (1): three mugs (wash)"));
    assert!(Tidying::report(&view, "recap").unwrap().contains("To do: three mugs (wash)."));
    let now = Tidying::prompt(&view, &stage.asked()).now;
    assert!(now.contains("To do: \"three mugs\" (\"wash\")."), "{now}");
    let ended = stage.and_person(&Command::EndSession);
    let pages = format!("{:?}", Tidying::pages(&ended.view(), TableTime(0)));
    assert!(pages.contains("To do") && pages.contains("wash"), "{pages}");
    let ending = serde_json::to_string(&Tidying::board(&ended.view()).unwrap().ending).unwrap();
    assert!(ending.contains("To do") && ending.contains("wash"), "{ending}");
    assert_eq!(ended.outcome().left.to_do, [(s("three mugs"), s("wash"))]);
    let empty = serde_json::to_string(&Tidying::board(&mugs().view())).unwrap();
    assert!(!empty.contains("To do"), "an empty list is not shown: {empty}");
}

#[test]
fn y17_a_later_session_takes_up_what_was_to_be_done() {
    let ended = mugs().and_person(&say::write("wash them")).and_person(&Command::EndSession);
    let mut later = setup();
    let told = Tidying::take_up(&mut later, &super::ending::earlier(ended.state()));
    assert_eq!(told.as_deref(), Some("3 things were left"));
    let stage = Stage::of(&later, 7);
    assert_eq!(stage.item("three mugs").look.as_deref(), Some("to do, from last time: wash"));
    assert_eq!(stage.state().waiting().count(), 3);
    let fixed = Tidying::prompt(&stage.view(), &stage.asked()).fixed;
    assert!(fixed.contains("to do: \"three mugs\" (\"wash\")"), "{fixed}");
    let long = Left { to_do: vec![(s("mug"), "x".repeat(61))], ..Left::default() };
    let faults = Setup { before: Some(long), ..setup() };
    let opened = testkit::Driver::<Tidying>::open(&super::stage::seats(), &faults, 7);
    assert!(opened.is_err(), "what is too long is named");
}

/// What is decided of other things is not touched by it.
#[test]
fn y17_some_are_washed_and_others_go() {
    let stage = Stage::sorting().and_coach(&say::note(&["three mugs"])).and_coach(&say::propose("lamp"));
    let stage = stage.and_person(&say::write("bin it, and wash the mugs"));
    assert_eq!(
        (stage.pile("three mugs"), stage.pile("lamp")),
        (&to_do("wash"), &Pile::Out { way: Way::Trash })
    );
    let stage = stage.and_coach(&say::sort()).and_person(&say("the vase goes to the cobbler"));
    assert_eq!(stage.pile("vase"), &to_do("to the cobbler"));
}
