//! T12: what is found of a subject that is kept out, and what is said of that.

use engine::Actor;
use kit::kept_out::{others, tells_of, too_close};
use protocol::table::TableState;
use table::{Command, Drawn};

use super::{NOON, act, table_in, words};

#[track_caller]
fn check(subject: &str, tells: &[&str], silent: &[&str]) {
    let subjects = [subject.to_owned()];
    for text in tells {
        assert_eq!(tells_of(&subjects, text), Some(subject), "{text}");
    }
    for text in silent {
        assert_eq!(tells_of(&subjects, text), None, "{text}");
    }
}

#[test]
fn t12_a_subject_is_found_in_its_forms_and_in_other_words_for_it() {
    check(
        "spiders",
        &["One spider.", "an arachnid", "Cobwebs, and dust", "a SPIDER-like thing"],
        &["spied her"],
    );
    check("knife", &["Knives!", "a knifing"], &["she knew"]);
    check("torture", &["torturing him", "the tortured"], &["a tort"]);
    check("drowning", &["He drowned.", "they drown", "drowns"], &["a dozing cat"]);
    check("dead body", &["two dead bodies", "a corpse"], &["a dead man, somebody said"]);
    check("stabbing", &["a stab", "stabbed", "he stabs"], &["a stack"]);
    check("eyeballs", &["an eye-ball", "eye balls"], &["he eyed the balls"]);
    check("eye balls", &["an eyeball"], &["an eye for balls"]);
    check("rat", &["rats", "a rodent"], &["a rating", "the rate of it"]);
    check("fire", &["a firearm", "the flames"], &["it fades"]);
    check("firearms", &["a firearm"], &["the flames"]);
    check("self-harm", &["self harm", "She cut herself badly."], &["she cut the rope herself"]);
    check("…", &[], &["… and so on"]);
}

#[test]
fn t12_a_veil_is_told_of_in_one_sentence_at_most() {
    let veils = ["torture".to_owned()];
    assert_eq!(too_close(&veils, "They tortured him, and torture it was. He told them nothing."), None);
    assert_eq!(too_close(&veils, "They tortured him. “Torturing is wrong!” he said."), Some("torture"));
    assert_eq!(too_close(&[], "Torture. Torture."), None);
}

#[test]
fn t12_the_announcement_names_what_is_found() {
    let draw = |kind, subject: &str| {
        let mut table = table_in(TableState::Active);
        let command = Command::DrawLine { kind, subject: subject.to_owned() };
        let told = act(&mut table, Actor::Host, command, NOON).expect("the host does");
        words(&table, &told).concat()
    };
    assert_eq!(
        draw(Drawn::Line, "rats"),
        "Somebody at the table draws a line: no words of the house or of a model that name “rats” (or “rodent”) are told from now on. What goes round it in other words is not found. Nobody says who, and no reason is needed."
    );
    assert_eq!(
        draw(Drawn::Veil, "hunger"),
        "Somebody at the table draws a veil: nothing that a seat of the house or of a model says from now on names “hunger” in more than one sentence. What goes round it in other words is not found. Nobody says who, and no reason is needed."
    );
    for (subject, known) in [("Slavery", 2), ("a spider", 0), ("spider", 3), ("lanterns", 0)] {
        assert_eq!(others(subject).len(), known, "{subject}");
        let draw = draw(Drawn::Line, subject);
        assert!(others(subject).iter().all(|other| draw.contains(&format!("“{other}”"))), "{draw}");
    }
}
