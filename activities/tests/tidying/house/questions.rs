//! Y17: a question about how things stand is answered with a fact, in every mode in which things are spoken of.

use tidying::{Command, Mode, Pile};

use crate::house::stage::{Table, words};

fn sorted() -> Table {
    let mut table = Table::sorting(1, "a stapler, three mugs, a lamp, a vase");
    table.say("donate it");
    table.say("the mugs go in the kitchen cupboard");
    table
}

/// Each question, and what must be in its answer.
const ASKED: &[(&str, &[&str])] = &[
    ("what is left?", &["lamp", "vase"]),
    ("What's left", &["lamp", "vase"]),
    ("how many are left?", &["lamp", "vase"]),
    ("how many did I do?", &["2 things sorted"]),
    ("how far are we?", &["2 things sorted"]),
    ("where did the stapler go?", &["stapler", "out (donate)"]),
    ("where are the mugs?", &["three mugs", "in the kitchen cupboard"]),
    ("what happened to the mugs?", &["three mugs", "in the kitchen cupboard"]),
];

#[test]
fn y17_questions_are_answered_and_nothing_is_moved() {
    for (asked, answer) in ASKED {
        let mut table = sorted();
        let before: Vec<Pile> = table.view().items.iter().map(|item| item.pile.clone()).collect();
        let in_hand = table.proposed().expect("a thing is in hand");
        table.say(asked);
        let said = table.said().to_lowercase();
        assert!(answer.iter().all(|word| said.contains(word)), "{asked}: {said}");
        assert!(words(&said) <= 20, "{said}");
        assert_eq!(table.proposed(), Some(in_hand), "{asked}: it is put to them again");
        let after: Vec<Pile> = table.view().items.iter().map(|item| item.pile.clone()).collect();
        assert_eq!(before, after, "{asked}");
    }
}

#[test]
fn y17_questions_are_answered_where_somebody_is_helped_and_where_it_ends() {
    for (asked, answer) in ASKED {
        let mut table = sorted();
        table.person(&Command::Stuck);
        let Some(Mode::DecisionSupport { reframe: open, .. }) = table.mode() else { panic!("{asked}") };
        table.say(asked);
        assert!(
            answer.iter().all(|word| table.said().to_lowercase().contains(word)),
            "{asked}: {}",
            table.said()
        );
        let Some(Mode::DecisionSupport { reframe, .. }) = table.mode() else { panic!("{asked}") };
        assert_eq!(reframe, open, "{asked}: the question stands");
        table.person(&Command::Stop);
        table.say(asked);
        assert!(
            answer.iter().all(|word| table.said().to_lowercase().contains(word)),
            "{asked}: {}",
            table.said()
        );
        assert!(matches!(table.mode(), Some(Mode::WindingDown { .. })), "{asked}");
    }
}

#[test]
fn y17_of_many_things_some_are_named_and_all_are_counted() {
    let mut table = Table::sorting(1, "a stapler, a mug, a lamp, a vase, a plate, a bowl");
    table.say("what is left?");
    assert!(table.said().starts_with("6 left: stapler, mug, lamp and more."), "{}", table.said());
    let mut table = Table::sorting(1, "a stapler");
    table.say("keep it");
    table.say("what is left?");
    assert_eq!(table.said(), "Nothing is left.");
}

#[test]
fn y17_what_is_to_be_done_is_told_and_where_it_went() {
    let mut table = sorted();
    let (name, _) = table.proposed().expect("a thing is in hand");
    table.say("what do I have to do?");
    assert!(table.said().starts_with("Nothing is to be done."), "{}", table.said());
    table.say("wash it");
    table.say("what is to be done?");
    assert!(table.said().starts_with(&format!("To do: {name} (wash).")), "{}", table.said());
    table.say(&format!("where did the {name} go?"));
    assert!(table.said().contains("to do (wash)"), "{}", table.said());
}
