//! Y15: things are split and called otherwise in words, and everything has the name that the person used last.

use engine::{Machine, TableTime};
use tidying::{Command, Event, Floor, NewItem, Pile, Tidying, Way};

use super::say::{self, s, say};
use super::stage::{Stage, every, one};

/// Sorting, and this is proposed.
fn with(name: &str) -> Stage {
    Stage::sorting().and_coach(&say::propose(name))
}

fn out(way: Way) -> Pile {
    Pile::Out { way }
}

fn at(place: &str) -> Pile {
    Pile::Belongs { at: s(place) }
}

/// What lies where, but for the lamp and the vase.
fn piles(stage: &Stage) -> Vec<(&str, &Pile)> {
    stage.state().items[2..].iter().map(|item| (item.name.as_str(), &item.pile)).collect()
}

#[test]
fn y15_several_that_were_one_are_split_in_words_and_decided_at_once() {
    for (name, words, wanted) in [
        (
            "three umbrellas",
            "the blue one by the door, the other two are broken, bin them",
            vec![("two umbrellas", out(Way::Trash)), ("blue umbrella", at("by the door"))],
        ),
        (
            "three umbrellas",
            "keep one, donate the rest",
            vec![("two umbrellas", out(Way::Donate)), ("one umbrella", at("here"))],
        ),
        (
            "three umbrellas",
            "bin two of them",
            vec![("other umbrella", Pile::Waiting), ("two umbrellas", out(Way::Trash))],
        ),
        (
            "two lamps",
            "the red one goes to charity, the green one stays",
            vec![("green lamp", at("here")), ("red lamp", out(Way::Donate))],
        ),
        (
            "old magazines",
            "recycle the torn ones, the others stay",
            vec![("other old magazines", at("here")), ("torn old magazines", out(Way::Recycle))],
        ),
    ] {
        let mut stage = with(name);
        let events = stage.person(&say::write(words));
        let is: Vec<(&str, &Pile)> = piles(&stage);
        assert_eq!(is, wanted.iter().map(|(name, pile)| (*name, pile)).collect::<Vec<_>>(), "{words}");
        let decided = wanted.iter().filter(|(_, pile)| *pile != Pile::Waiting).count();
        assert_eq!(stage.state().processed(), decided, "{words}: each is counted once");
        let split = one!(events, Event::ItemSplit { name: of, into, .. } => (of.clone(), into.len()));
        assert_eq!(split, (s(name), 2), "{words}");
        assert!(stage.words(&events).contains(": now "), "{}", stage.words(&events));
    }
}

#[test]
fn y15_what_does_not_add_up_is_for_the_coach() {
    for (name, words) in [
        ("three umbrellas", "keep four of them"),
        ("three umbrellas", "keep one, the other one goes to charity"),
        ("a lamp shade", "the blue one by the door, bin the other"),
        ("three umbrellas", "the blue one is my favourite"),
        ("three umbrellas", "should I keep one and bin the rest?"),
    ] {
        let stage = with(name).and_person(&say::write(words));
        assert_eq!((stage.state().items.len(), stage.state().processed()), (3, 0), "{words}");
        assert!(stage.state().said.is_some(), "{words}: the coach is told");
    }
}

#[test]
fn y15_a_thing_is_called_otherwise_in_words() {
    for (name, words, now) in [
        ("mug", "it's not a mug, it's a vase for roses", "vase for roses"),
        ("mug", "that's not a mug, that's an egg cup", "egg cup"),
        ("mug", "call it the old cup", "old cup"),
        ("grey thing with a cable", "it's a modem", "modem"),
    ] {
        let mut stage = with(name);
        let events = stage.person(&say::write(words));
        assert_eq!(one!(events, Event::ItemRenamed { to, .. } => to.clone()), now, "{words}");
        assert_eq!(
            (stage.item(now).id.0, stage.state().processed(), stage.floor()),
            (3, 0, Floor::Coach),
            "{words}"
        );
    }
    let stage = with("mug").and_person(&say::write("it's not a mug, it's an egg cup, bin it"));
    assert_eq!(piles(&stage), [("egg cup", &out(Way::Trash))]);
    // Where it has a name, another thing has the new one, or it is only told, nothing changes.
    for (name, words) in [
        ("mug", "it's a present"),
        ("mug", "it's not a mug"),
        ("mug", "it's not a vase, it's a jug"),
        ("mug", "it's not a mug, it's a lamp"),
        ("mug", "is it not a mug, it's a jug?"),
    ] {
        let stage = with(name).and_person(&say::write(words));
        assert_eq!(piles(&stage), [(name, &Pile::Waiting)], "{words}");
    }
}

/// A model hears more than the rules do, and can do the same.
#[test]
fn y15_the_coach_names_anew_and_splits_what_was_noted() {
    let new = |name: &str, was: &str| NewItem { was: Some(s(was)), ..NewItem::of(name) };
    let note = |items: Vec<NewItem>| Command::NoteItems { items };
    let stage = Stage::sorting().and_coach(&note(vec![new("brass lamp", "the lamp")]));
    assert_eq!((stage.item("brass lamp").id.0, stage.state().items.len()), (1, 2));
    let mut stage = stage.and_coach(&note(vec![new("red shoe", "vase"), new("blue shoe", "the vase")]));
    assert_eq!((stage.item("red shoe").id.0, stage.item("blue shoe").id.0), (2, 3));
    assert_eq!(stage.coach_no(&note(vec![new("blue shoe", "red shoe")])).code, "taken");
}

/// The end, the board, the list and what is left for the next session have the last name of everything.
#[test]
fn y15_the_end_has_the_names_that_the_person_used_last() {
    let stage = with("grey thing with a cable").and_person(&say::write("it's a modem"));
    let stage = stage.and_coach(&say::propose("modem")).and_person(&say::write("keep it"));
    let stage = stage.and_coach(&say::propose("three umbrellas"));
    let stage = stage.and_person(&say::write("the blue one by the door, the other two are broken, bin them"));
    let ended = stage.and_person(&Command::EndSession);
    let (view, outcome) = (ended.view(), ended.outcome());
    let shown = [
        serde_json::to_string(&Tidying::board(&view)).unwrap(),
        format!("{:?}", Tidying::pages(&view, TableTime(0))),
        Tidying::report(&view, "piles").unwrap(),
        format!("{outcome:?}"),
    ];
    for text in shown {
        for name in ["modem", "blue umbrella", "two umbrellas"] {
            assert!(text.contains(name), "{name}: {text}");
        }
        for name in ["grey thing", "three umbrellas"] {
            assert!(!text.contains(name), "{name}: {text}");
        }
    }
}

/// What was split is undone thing by thing, and nothing is lost.
#[test]
fn y15_the_parts_can_be_taken_back_one_by_one() {
    let mut stage = with("three umbrellas").and_person(&say::write("keep one, donate the rest"));
    let events = stage.person(&Command::Undo);
    assert_eq!(every!(events, Event::DecisionUndone { name, .. } => name.clone()), ["two umbrellas"]);
    stage.person(&say("keep them"));
    assert_eq!(stage.pile("one umbrella"), &at("here"));
}
