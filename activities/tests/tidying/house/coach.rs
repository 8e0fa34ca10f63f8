//! What the house coach does, one situation at a time.

use tidying::{Command, NewChoice, Setup, Verb};
use tidying::{Left, Mode, Pile, Thing};

use crate::house::stage::{Table, study, words};

fn names(commands: &[Command]) -> Vec<String> {
    commands.iter().map(|it| serde_json::to_value(it).unwrap()["type"].as_str().unwrap().to_owned()).collect()
}

fn pile(table: &Table, name: &str) -> Pile {
    table.driver.state.named(name).unwrap().pile.clone()
}

#[test]
fn y7_a_new_space_is_asked_what_it_is_for_with_answers_of_its_kind() {
    let mut table = Table::of("scripted", &study(), 1);
    let did = table.coach();
    let Command::AskSpaceFunction(survey) = &did[0] else { panic!("{did:?}") };
    assert!(survey.response.to_lowercase().contains("the study"), "{}", survey.response);
    assert!(survey.branches.iter().any(|branch| branch.function == "studying"));
}

#[test]
fn y10_a_space_that_is_known_begins_with_what_was_left() {
    let before = Left {
        function: Some("painting".to_owned()),
        anchors: vec!["easel".to_owned()],
        things: vec!["letters".to_owned()],
        next_time: Some("letters".to_owned()),
        ..Left::default()
    };
    let mut table = Table::of("scripted", &Setup { before: Some(before), ..study() }, 1);
    assert_eq!(names(&table.coach()), ["survey"]);
    assert!(table.said().to_lowercase().contains("the letters"), "{}", table.said());
    table.say("yes");
    assert_eq!(table.proposed().unwrap().0, "letters");
}

#[test]
fn what_a_space_is_for_can_be_said_in_words() {
    let mut table = Table::study(1);
    table.say("I want to paint here");
    assert_eq!(table.view().function.as_deref(), Some("painting"));
    assert!(table.said().contains("painting") || table.said().contains("Painting"), "{}", table.said());
}

#[test]
fn what_stays_is_not_sorted() {
    let mut table = Table::study(1);
    table.person(&Command::ChooseFunction { branch: 1, anchors: Vec::new() });
    table.say("the desk and the good chair");
    assert_eq!(table.view().anchors, ["desk", "good chair"]);
    table.say("the desk, a mug");
    assert_eq!(table.view().items.len(), 1);
    assert_eq!(table.proposed().unwrap().0, "mug");
}

#[test]
fn y7_nothing_is_asked_twice_of_somebody_who_does_not_answer() {
    for seed in 0..20 {
        let mut table = Table::study(seed);
        let first = table.said();
        table.say("hello");
        assert!(matches!(table.mode(), Some(Mode::Surveying { .. })));
        assert_ne!(table.said(), first);
        table.say("hm");
        assert!(matches!(table.mode(), Some(Mode::Sorting { .. })), "seed {seed}: {}", table.said());
    }
}

#[test]
fn y6_choices_follow_the_list_with_a_place_and_putting_aside_comes_last() {
    let table = Table::sorting(1, "three mugs");
    let (name, choices) = table.proposed().unwrap();
    assert_eq!(name, "three mugs");
    assert_eq!(choices, ["keep it: in the mug cupboard", "donate it", "trash it", "not now"]);
    assert!(table.said().to_lowercase().contains("the three mugs"), "{}", table.said());
    assert!(table.said().contains("in the mug cupboard"), "{}", table.said());
}

#[test]
fn easy_things_come_first_and_dear_ones_last() {
    let mut table = Table::sorting(1, "grandma's letters, a mug, a photo album, a stapler");
    let mut order = Vec::new();
    while let Some((name, _)) = table.proposed() {
        order.push(name);
        table.person(&Command::Choose { choice: 1 });
    }
    assert_eq!(order, ["mug", "stapler", "grandma's letters", "photo album"]);
}

#[test]
fn y12_after_a_decision_a_few_words_and_the_next_thing() {
    let mut table = Table::sorting(2, "a mug, a stapler");
    assert_eq!(names(&table.person(&Command::Choose { choice: 2 })), ["propose_disposition"]);
    assert!(words(&table.said()) <= 20, "{}", table.said());
    assert!(table.said().to_lowercase().contains("the stapler"), "{}", table.said());
}

#[test]
fn things_that_are_named_later_are_noted() {
    let mut table = Table::sorting(1, "a mug");
    assert_eq!(
        names(&table.say("also there's a lamp under the desk and a vase")),
        ["note_items", "propose_disposition"]
    );
    let view = table.view();
    let lamp = view.items.iter().find(|item| item.name == "lamp").unwrap();
    assert_eq!(lamp.place.as_deref(), Some("under the desk"));
    assert_eq!(table.proposed().unwrap().0, "mug");
}

#[test]
fn a_thing_that_nobody_knows_gets_an_honest_question() {
    for seed in 0..30 {
        let table = Table::sorting(seed, "a flux capacitor");
        let (_, choices) = table.proposed().unwrap();
        assert_eq!(choices.len(), 4);
        assert!(choices[0] == "keep it: here" || choices[0] == "donate it", "{choices:?}");
        assert!(table.said().contains('?'), "{}", table.said());
    }
}

#[test]
fn a_change_of_mind_in_words_brings_the_thing_back_with_keep_first() {
    for words in [
        "wait, no, I want to keep the lamp",
        "I changed my mind about the lamp",
        "no wait, I still need the lamp",
    ] {
        let mut table = Table::sorting(1, "a lamp, a mug, a stapler");
        table.person(&Command::Choose { choice: 2 });
        assert!(matches!(pile(&table, "lamp"), Pile::Out { .. }), "{:?}", pile(&table, "lamp"));
        table.say(words);
        let (name, choices) = table.proposed().unwrap();
        assert_eq!(name, "lamp", "{words}");
        assert!(choices[0].starts_with("keep it"), "{choices:?}");
        table.person(&Command::Choose { choice: 1 });
        assert!(matches!(pile(&table, "lamp"), Pile::Belongs { .. }));
        assert_eq!(table.view().processed(), 1);
    }
    let mut table = Table::sorting(1, "a lamp, a mug, a stapler");
    table.person(&Command::Choose { choice: 1 });
    table.say("hm, no, I think the lamp can go after all");
    let (name, choices) = table.proposed().unwrap();
    assert_eq!((name.as_str(), choices[0].starts_with("keep it")), ("lamp", false), "{choices:?}");
}

#[test]
fn a_refusal_gets_another_choice_and_a_second_one_gets_help() {
    let mut table = Table::sorting(1, "a mug");
    table.say("no");
    assert_eq!(table.proposed().unwrap().1[0], "donate it");
    table.say("no");
    assert!(matches!(table.mode(), Some(Mode::DecisionSupport { .. })));
}

#[test]
fn a_question_leads_to_clarifying_and_an_answer_back() {
    let mut table = Table::sorting(1, "a green contraption under the desk");
    assert_eq!(names(&table.say("what even is the green contraption?")), ["need_to_clarify", "describe"]);
    let Some(Mode::Clarifying { spatial_refs, .. }) = table.mode() else { panic!() };
    assert!(spatial_refs.is_empty() || spatial_refs == ["under the desk"]);
    // The list knows what the answer names, so the thing is called so from now on.
    assert_eq!(names(&table.say("oh, it's a router")), ["describe"]);
    assert_eq!(table.view().items[0].name, "router");
    assert_eq!(names(&table.say("ok")), ["resume_sorting", "propose_disposition"]);
    assert_eq!(table.proposed().unwrap().0, "router");
}

#[test]
fn where_a_thing_goes_can_be_said_in_a_sentence() {
    let mut table = Table::sorting(1, "a lamp");
    table.say("I think I'll keep it on the top shelf");
    assert_eq!(pile(&table, "lamp"), Pile::Belongs { at: "on the top shelf".to_owned() });
    let mut table = Table::sorting(1, "a lamp");
    table.person(&Command::Stuck);
    table.say("I'll put it on the windowsill");
    assert_eq!(pile(&table, "lamp"), Pile::Belongs { at: "on the windowsill".to_owned() });
}

#[test]
fn what_is_named_while_something_else_is_talked_about_is_not_lost() {
    for start in [Command::Stuck, Command::WhatsThat] {
        let mut table = Table::sorting(1, "a lamp");
        table.person(&start);
        assert_eq!(
            names(&table.say("also an old phone and a kettle"))[..2],
            ["note_items", "resume_sorting"]
        );
        assert_eq!(table.view().items.len(), 3);
        assert_eq!(table.proposed().unwrap().0, "lamp");
    }
}

#[test]
fn a_no_to_what_would_be_done_is_heard() {
    for (said, first) in [
        ("please don't throw it out, I need it", "keep it"),
        ("I never use it", "donate it"),
        ("I need it every day", "keep it"),
    ] {
        let mut table = Table::sorting(1, "a mug");
        table.say(said);
        let (_, choices) = table.proposed().unwrap_or_else(|| panic!("{said}"));
        assert!(choices[0].starts_with(first), "{said}: {choices:?}");
    }
}

#[test]
fn what_stays_unclear_after_two_tries_is_put_aside() {
    let mut table = Table::sorting(1, "a green contraption, a mug");
    table.person(&Command::WhatsThat);
    assert_eq!(names(&table.say("there's a label, it says 12 volts")), ["describe"]);
    let Some(Mode::Clarifying { traits, .. }) = table.mode() else { panic!() };
    assert_eq!(traits, ["there's a label, it says 12 volts"]);
    assert_eq!(names(&table.say("nothing printed on it")), ["skip_item", "propose_disposition"]);
    assert_eq!(pile(&table, "green contraption"), Pile::Unsure);
    assert_eq!(table.proposed().unwrap().0, "mug");
}

#[test]
fn somebody_who_hesitates_is_asked_the_things_own_question_and_then_by_the_space() {
    let mut table = Table::sorting(4, "a mug, a stapler");
    assert_eq!(names(&table.say("it was expensive, though")), ["user_seems_stuck", "reframe"]);
    let Some(Mode::DecisionSupport { reframe: Some(first), .. }) = table.mode() else { panic!() };
    assert!(
        ["How many mugs does this household drink from?", "Would you reach for it first?"]
            .contains(&first.as_str())
    );
    assert_eq!(names(&table.say("four, I think")), ["reframe"]);
    let Some(Mode::DecisionSupport { reframe: Some(second), .. }) = table.mode() else { panic!() };
    assert!(second.contains(table.view().function.as_deref().unwrap()), "{second}");
    table.say("hm, I could go either way");
    assert_eq!(names(&table.person(&Command::Yes))[0], "resume_sorting");
    assert_eq!(pile(&table, "mug"), Pile::Unsure);
}

/// A yes keeps what helps, and lets go what may go: every question that settles it is on the right side.
#[test]
fn yes_and_no_mean_what_the_question_asked() {
    let (mut kept, mut gone) = (0, 0);
    for seed in 0..60 {
        for yes in [true, false] {
            let mut table = Table::sorting(seed, "a mug, a stapler");
            (0..seed % 7).for_each(|_| drop(table.say("also a mug")));
            table.person(&Command::Stuck);
            table.say("three, I think");
            let did = table.person(if yes { &Command::Yes } else { &Command::No });
            let Command::ResumeSorting { decision: Some(verb), .. } = &did[0] else { panic!("{did:?}") };
            match (verb, pile(&table, "mug")) {
                (Verb::Place, Pile::Belongs { at }) => {
                    assert_eq!(at, "in the mug cupboard");
                    kept += 1;
                }
                (Verb::Donate, Pile::Out { .. }) => gone += 1,
                other => panic!("{other:?}"),
            }
        }
    }
    assert!(kept == gone && kept == 60, "{kept} kept, {gone} gone: the two answers differ each time");
}

#[test]
fn words_of_decision_settle_it_where_somebody_is_stuck() {
    for (said, expected) in
        [("I'll donate it then", Verb::Donate), ("keep it", Verb::Place), ("throw it away", Verb::Trash)]
    {
        let mut table = Table::sorting(1, "a mug, a stapler");
        table.person(&Command::Stuck);
        let did = table.say(said);
        assert!(
            matches!(&did[0], Command::ResumeSorting { decision: Some(verb), .. } if *verb == expected),
            "{did:?}"
        );
        assert_eq!(table.proposed().unwrap().0, "stapler");
    }
}

#[test]
fn y8_too_much_is_made_small_and_goes_on_with_what_is_named() {
    let mut table = Table::study(1);
    assert_eq!(names(&table.say("it's all too much")), ["reframe"]);
    assert_eq!(names(&table.say("a mug")), ["note_items", "resume_sorting", "propose_disposition"]);
    assert_eq!(table.proposed().unwrap().0, "mug");
}

#[test]
fn y9_five_unsure_things_are_offered_by_their_kinds_and_sorted_so() {
    let mut table = Table::sorting(1, "a mug, a stapler, a plate, a screwdriver, a bowl, a hammer");
    for _ in 0..5 {
        table.person(&Command::Skip);
    }
    let Some(Mode::Sorting { offer: Some(offer), .. }) = table.mode() else { panic!() };
    let shown = format!("{offer:?}");
    assert!(shown.contains("kitchen") && shown.contains("office") && shown.contains("tools"), "{shown}");
    table.person(&Command::Split);
    assert!(table.said().to_lowercase().contains("kitchen"), "{}", table.said());
    for expected in ["mug", "plate", "bowl"] {
        assert_eq!(table.proposed().unwrap().0, expected);
        table.person(&Command::Choose { choice: 1 });
    }
    // While one kind is sorted the rules take no other: the coach says so, and does not pretend.
    let kind = table.view().groups[0].kind.clone();
    table.say("wait, no, I want to keep the mug");
    assert_eq!(table.proposed(), None);
    let said = table.said().to_lowercase();
    assert!(said.contains("the mug") && said.contains(&kind), "{said}");
    table.say("ok");
    assert!(table.proposed().is_some());
}

#[test]
fn y11_a_photo_is_not_looked_at_and_the_coach_says_so() {
    for seed in 0..15 {
        let mut table = Table::sorting(seed, "a mug");
        table.photo(1);
        table.person(&Command::Write { text: String::new() });
        let said = table.said().to_lowercase();
        let honest = [
            "can't see",
            "can't look",
            "no eyes",
            "only read",
            "can't view",
            "lost on me",
            "guessing",
            "not see",
        ];
        let honest =
            honest.iter().chain(&["won't pretend", "words only", "says nothing to me", "does not see"]);
        assert!(honest.into_iter().any(|word| said.contains(word)), "{said}");
        assert_eq!(table.view().items.len(), 1, "nothing is made up");
    }
}

#[test]
fn what_was_put_aside_comes_up_once_more_before_the_end() {
    let mut table = Table::sorting(1, "a mug, a stapler, a lamp");
    table.person(&Command::Skip);
    table.person(&Command::Choose { choice: 1 });
    table.person(&Command::Skip);
    assert_eq!(table.proposed(), None);
    table.say("nothing else");
    assert_eq!(table.proposed().unwrap().0, "mug");
    table.person(&Command::Skip);
    assert_eq!(table.proposed().unwrap().0, "lamp");
    assert_eq!(names(&table.person(&Command::Choose { choice: 1 })), ["time_to_wrap", "sum_up"]);
    assert!(table.said().contains("3 things sorted"), "{}", table.said());
    assert!(table.said().contains("the mug"), "{}", table.said());
    assert_eq!(names(&table.say("bye")), ["end_session"]);
    assert!(table.is_over());
}

#[test]
fn y10_the_end_comes_when_the_person_wants_it_and_not_before() {
    let mut table = Table::sorting(1, "a mug, a stapler");
    assert_eq!(names(&table.say("I'm done")), ["sum_up"]);
    assert_eq!(names(&table.say("what is left?")), ["sum_up"]);
    assert_eq!(names(&table.say("ok, go on")), ["resume_sorting", "propose_disposition"]);
    assert_eq!(names(&table.say("stop")), ["sum_up"]);
    // A goodbye in whatever words is heard (Y16), and thanks alone are asked about once more.
    assert_eq!(names(&table.say("Perfect.")), ["sum_up"]);
    assert!(table.said().ends_with('?'), "{}", table.said());
    assert_eq!(names(&table.say("Perfect, until next time.")), ["end_session"]);
}

#[test]
fn what_is_dear_or_harmful_is_never_offered_to_the_bin() {
    for name in [
        "grandma's mug",
        "photo album",
        "expired medicine",
        "heart pills 20 mg",
        "dad's broken watch",
        "old paint",
    ] {
        for seed in 0..8 {
            let mut table = Table::sorting(seed, name);
            let (_, choices) = table.proposed().unwrap_or_else(|| panic!("{name}"));
            assert!(!choices.contains(&"trash it".to_owned()), "{name}: {choices:?}");
            table.say(&format!("wait, I mean, throw the {name} out"));
            if let Some((_, choices)) = table.proposed() {
                assert_ne!(choices[0], "trash it", "{name}");
            }
        }
    }
}

#[test]
fn what_is_broken_is_not_given_away() {
    let table = Table::sorting(1, "a broken chair");
    let (_, choices) = table.proposed().unwrap();
    assert!(!choices.contains(&"donate it".to_owned()), "{choices:?}");
}

#[test]
fn the_households_own_things_are_proposed_as_it_says() {
    let own = Thing {
        name: "gizmo".to_owned(),
        also: Vec::new(),
        kind: "gadgets".to_owned(),
        usually: vec!["place".to_owned(), "recycle".to_owned()],
        home: "in Ben's box".to_owned(),
        ask: vec!["Does Ben need it?".to_owned()],
    };
    let mut table = Table::of("scripted", &Setup { things: vec![own], ..study() }, 1);
    table.coach();
    table.say("two gizmos, a mug");
    assert_eq!(table.proposed().unwrap().1[0], "keep it: in Ben's box");
    table.person(&Command::Stuck);
    let Some(Mode::DecisionSupport { reframe, .. }) = table.mode() else { panic!() };
    assert_eq!(reframe.as_deref(), Some("Does Ben need it?"));
}

#[test]
fn a_choice_that_stays_has_a_place() {
    let table = Table::sorting(1, "a mug");
    let place = NewChoice { disposition: Verb::Place, at: Some("in the mug cupboard".to_owned()) };
    let view = table.view();
    assert_eq!(view.proposal().unwrap().choices[0].to_string(), format!("keep it: {}", place.at.unwrap()));
}
