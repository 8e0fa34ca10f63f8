//! Y9: a full unsure pile is offered in parts, and a split pile is sorted kind by kind.

use tidying::{Command, Event, NewGroup};
use tidying::{Floor, Mode, Pile, Suggestion};

use super::say::{self, group, s, say};
use super::stage::{COACH, FIVE, PERSON, Stage, code, every, named_groups, one};

/// A part of the pile: its kind, and the names in it.
type Part = (String, Vec<String>);

/// What the offer in the state says, by names.
fn offered(stage: &Stage) -> Vec<Part> {
    match stage.mode() {
        Mode::Sorting { offer: Some(Suggestion::Split { groups }), .. } => {
            named_groups(stage.state(), groups)
        }
        other => panic!("no split is offered: {other:?}"),
    }
}

fn part(kind: &str, names: &[&str]) -> Part {
    (s(kind), say::all(names))
}

#[test]
fn y9_with_five_unsure_things_the_coach_can_only_offer_to_split() {
    let stage = Stage::unsure(&FIVE[..4]);
    assert!(stage.tools(COACH).contains(&"propose_disposition"));
    assert!(!stage.tools(COACH).contains(&"offer_split"));
    let mut stage = stage.and_unsure(&FIVE[4..]);
    assert_eq!(
        stage.tools(COACH),
        ["need_to_clarify", "note_items", "offer_split", "time_to_wrap", "user_seems_stuck"]
    );
    for command in [say::propose("lamp"), say::sort()] {
        let no = stage.coach_no(&command);
        assert_eq!(code(&no), "not-offered");
        assert!(no.message.contains("legal now: ") && no.message.contains("offer_split"), "{no}");
    }
    stage.coach(&say::offer_split(vec![group("paper", &["letter"])]));
    assert_eq!((stage.floor(), stage.tools(PERSON).contains(&"split")), (Floor::Person, true));
}

#[test]
fn y9_it_is_due_however_the_things_came_there() {
    let mut stage = Stage::unsure(&FIVE[..3]);
    stage.coach(&say::propose("plug"));
    stage.game.time_up();
    stage.person(&say("Back."));
    stage.coach(&say::clarify("mug"));
    stage.coach(&Command::SkipItem);
    assert!(stage.tools(COACH).contains(&"offer_split"));
    assert!(!stage.tools(COACH).contains(&"propose_disposition"));
}

#[test]
fn y9_the_parts_cover_every_unsure_thing_exactly_once_whatever_the_coach_names() {
    let wishes: Vec<(Vec<NewGroup>, Vec<Part>)> = vec![
        (
            vec![
                group("paper", &["letter", "bill"]),
                group("tech", &["cable", "plug"]),
                group("kitchen", &["mug"]),
            ],
            vec![
                part("paper", &["letter", "bill"]),
                part("tech", &["cable", "plug"]),
                part("kitchen", &["mug"]),
            ],
        ),
        (
            vec![group("paper", &["letter"])],
            vec![part("paper", &["letter"]), part("everything else", &["bill", "cable", "plug", "mug"])],
        ),
        (vec![group("nothing", &["a unicorn", "lamp"])], vec![part("everything else", &FIVE)]),
        (
            vec![group("a", &["letter", "letter", "The Letter"]), group("b", &["my letter", "bill"])],
            vec![
                part("a", &["letter"]),
                part("b", &["bill"]),
                part("everything else", &["cable", "plug", "mug"]),
            ],
        ),
        (
            vec![group("Paper", &["letter"]), group("tech", &["plug"]), group("paper", &["bill"])],
            vec![
                part("Paper", &["letter", "bill"]),
                part("tech", &["plug"]),
                part("everything else", &["cable", "mug"]),
            ],
        ),
        (
            vec![group("everything else", &["mug"])],
            vec![part("everything else", &["mug", "letter", "bill", "cable", "plug"])],
        ),
    ];
    for (groups, parts) in wishes {
        let mut stage = Stage::unsure(&FIVE);
        let events = stage.coach(&say::offer_split(groups));
        assert_eq!(offered(&stage), parts);
        let told = one!(events, Event::SplitOffered { groups } => groups.clone());
        assert_eq!(named_groups(stage.state(), &told), parts);
        stage.person(&Command::Split);
        assert_eq!(stage.groups(), parts);
        assert_eq!(stage.view().groups, stage.state().groups);
    }
}

#[test]
fn y9_an_offer_has_its_limits() {
    let mut stage = Stage::unsure(&FIVE);
    let many = |count: usize| (0..count).map(|number| group(&format!("kind {number}"), &["mug"])).collect();
    for (groups, with) in [
        (vec![], "not-offered"),
        (many(9), "not-offered"),
        (vec![group("paper", &[])], "not-offered"),
        (vec![group("paper", &["x"; 41])], "not-offered"),
        (vec![group(" ", &["mug"])], "not-offered"),
        (vec![group(&"k".repeat(61), &["mug"])], "not-offered"),
        (vec![group("paper", &[""])], "not-offered"),
    ] {
        assert_eq!(code(&stage.coach_no(&say::offer_split(groups))), with);
    }
    stage.coach(&say::offer_split(many(8)));
}

#[test]
fn y9_a_split_pile_is_sorted_kind_by_kind() {
    let mut stage = Stage::split();
    assert_eq!(stage.floor(), Floor::Coach);
    for name in ["cable", "mug", "lamp", "a piano"] {
        for command in [say::propose(name), say::clarify(name)] {
            let no = stage.coach_no(&command);
            assert_eq!(code(&no), "not-offered");
            assert!(no.message.contains("(letter)") && no.message.contains("(bill)"), "{name}: {no}");
        }
    }
    assert!(stage.state().named("a piano").is_none());
    stage.coach(&say::propose("bill"));
    stage.person(&say::choose(3));
    assert_eq!(stage.groups()[0], part("paper", &["letter"]));
    assert_eq!(code(&stage.coach_no(&say::propose("bill"))), "not-offered", "it is done");
    stage.coach(&say::clarify("letter"));
    let events = stage.coach(&Command::SkipItem);
    assert_eq!(every!(events, Event::GroupDone { kind } => kind.as_str()), ["paper"]);
    assert_eq!(stage.pile("letter"), &Pile::Unsure, "it may stay unsure, and is not asked again");
    assert_eq!(stage.groups(), [part("tech", &["cable", "plug"]), part("everything else", &["mug"])]);
    assert_eq!(code(&stage.coach_no(&say::propose("mug"))), "not-offered");
    for name in ["cable", "plug", "mug"] {
        stage.coach(&say::propose(name));
        let events = stage.person(&say::choose(1));
        let done = every!(events, Event::GroupDone { kind } => kind.as_str());
        assert_eq!(done.len(), usize::from(name != "cable"), "{name}");
    }
    assert!(stage.groups().is_empty());
    stage.coach(&say::propose("lamp"));
}

#[test]
fn y9_the_form_of_the_coach_names_the_things_of_the_kind_at_hand() {
    let stage = Stage::split();
    let things = match stage.asked().question.what {
        tidying::What::Turn(turn) => turn.things,
        other => panic!("{other:?}"),
    };
    assert_eq!(things, Some(say::all(&["letter", "bill"])));
}

#[test]
fn y9_a_split_is_not_offered_while_one_is_sorted() {
    let mut stage = Stage::split();
    for name in ["letter", "bill", "cable", "plug"] {
        assert!(!stage.tools(COACH).contains(&"offer_split"), "{name}");
        stage.coach(&say::propose(name));
        stage.person(&Command::Skip);
    }
    assert_eq!(stage.state().unsure().count(), 5);
    assert!(!stage.tools(COACH).contains(&"offer_split"));
    stage.coach(&say::propose("mug"));
    stage.person(&Command::Skip);
    assert!(stage.groups().is_empty());
    assert!(stage.tools(COACH).contains(&"propose_disposition"), "these five were asked about once more");
}

#[test]
fn y9_however_much_is_put_aside_meanwhile_the_parts_at_hand_come_first() {
    let mut stage = Stage::split();
    for name in ["a", "b", "c", "d", "e", "f"] {
        stage.coach(&say::note(&[name]));
        stage.coach(&say::stuck(name));
        stage.coach(&say::reframe());
        stage.person(&Command::Skip);
        assert!(!stage.tools(COACH).contains(&"offer_split"), "{name}");
    }
    assert_eq!((stage.state().unsure().count(), stage.groups().len()), (11, 3));
    stage.coach(&say::propose("letter"));
}

#[test]
fn y9_a_pile_that_is_kept_whole_is_not_to_be_offered_again_before_five_more() {
    let mut stage = Stage::offered();
    let events = stage.person(&Command::KeepWhole);
    assert_eq!(one!(events, Event::PileKeptWhole { size } => *size), 5);
    assert!(stage.groups().is_empty());
    assert_eq!(stage.floor(), Floor::Coach);
    for number in 6..10 {
        assert!(stage.tools(COACH).contains(&"propose_disposition"), "{number}");
        stage = stage.and_unsure(&[&format!("thing {number}")]);
    }
    assert!(stage.tools(COACH).contains(&"propose_disposition"), "nine");
    stage = stage.and_unsure(&["thing 10"]);
    assert!(stage.tools(COACH).contains(&"offer_split"), "ten");
    assert!(!stage.tools(COACH).contains(&"propose_disposition"));
}

#[test]
fn y9_a_pile_that_was_emptied_is_full_again_with_five() {
    let mut stage = Stage::split();
    for name in FIVE {
        stage.coach(&say::propose(name));
        stage.person(&say::choose(3));
    }
    assert_eq!(stage.state().unsure().count(), 0);
    let stage = stage.and_unsure(&["a", "b", "c", "d"]);
    assert!(!stage.tools(COACH).contains(&"offer_split"));
    let stage = stage.and_unsure(&["e"]);
    assert!(stage.tools(COACH).contains(&"offer_split"));
}

#[test]
fn y9_the_same_holds_for_a_pile_that_was_kept_whole() {
    let mut stage = Stage::offered().and_person(&Command::KeepWhole);
    for name in FIVE {
        stage.coach(&say::propose(name));
        stage.person(&say::choose(3));
    }
    let stage = stage.and_unsure(&["a", "b", "c", "d", "e"]);
    assert!(stage.tools(COACH).contains(&"offer_split"));
}

#[test]
fn y9_the_offer_and_its_parts_are_told() {
    let mut stage = Stage::unsure(&FIVE);
    let events = stage.coach(&say::offer_split(vec![group("paper", &["letter", "bill"])]));
    let words = stage.words(&events);
    assert!(words.contains("paper (letter, bill); everything else (cable, plug, mug)"), "{words}");
    let events = stage.clone().person(&Command::Split);
    assert!(stage.words(&events).contains("First: paper"), "{}", stage.words(&events));
    let events = stage.person(&Command::KeepWhole);
    assert!(stage.words(&events).contains("stays as it is"), "{}", stage.words(&events));
}

#[test]
fn y9_who_talks_instead_is_heard_by_the_coach() {
    let mut stage = Stage::offered();
    stage.person(&say("What do you mean by parts?"));
    assert_eq!(
        stage.state().said.as_ref().map(|said| said.text.as_str()),
        Some("What do you mean by parts?")
    );
    assert_eq!(stage.mode(), &Mode::sorting(), "the offer is gone");
    assert_eq!(stage.floor(), Floor::Coach);
}

#[test]
fn y9_parts_last_through_every_mode() {
    let mut stage = Stage::split();
    let parts = stage.groups();
    for command in [say::clarify("letter"), say::resume(), say::stuck("letter")] {
        stage.coach(&command);
        assert_eq!(stage.groups(), parts);
    }
    stage.person(&Command::Stop);
    assert_eq!(stage.groups(), parts);
    stage.coach(&say::resume());
    assert_eq!(code(&stage.coach_no(&say::propose("mug"))), "not-offered");
}

#[test]
fn y9_a_decision_from_support_moves_its_part_on() {
    let mut stage = Stage::split();
    stage.coach(&say::stuck("letter"));
    stage.coach(&say::reframe());
    stage.person(&Command::No);
    stage.coach(&say::resume_with(tidying::Verb::Trash));
    assert_eq!(stage.groups()[0], part("paper", &["bill"]));
    assert_eq!(stage.groups().len(), 3);
}

#[test]
fn y9_the_clock_in_a_part_puts_aside_and_goes_on_with_the_part() {
    let mut stage = Stage::split();
    stage.coach(&say::propose("letter"));
    stage.game.time_up();
    assert_eq!((stage.pile("letter"), stage.floor()), (&Pile::Unsure, Floor::Person));
    assert_eq!(stage.groups()[0], part("paper", &["bill"]));
}
