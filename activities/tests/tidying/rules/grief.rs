//! Y19: no label for how somebody is, and no bin first for what is dear or harmful. Y20: what is stuck is named.

use engine::Machine;
use engine::board::{Body, Leaf};
use tidying::{Command, Disposition, Tidying, Verb};

use super::say::{self, choice, s, say};
use super::stage::{COACH, Stage, code};

fn in_hand(stage: &Stage) -> Leaf {
    let board = Tidying::board(&stage.view()).expect("a board of its own");
    match &board.panels[0].body {
        Body::Card(leaf) => leaf.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn y19_nobody_is_labelled_as_stuck() {
    let leaf = in_hand(&Stage::supported());
    assert_eq!((leaf.title.as_str(), leaf.note.as_str()), ("the lamp", ""));
    let board = serde_json::to_string(&Tidying::board(&Stage::supported().view())).unwrap();
    assert!(!board.to_lowercase().contains("stuck"), "{board}");
}

#[test]
fn y19_the_bin_is_not_first_for_what_is_dear_or_harmful_whoever_proposes_it() {
    for name in [
        "grandma's vase",
        "photo album",
        "AA batteries",
        "old router",
        "heart pills",
        "my late father's watch",
    ] {
        let mut stage = Stage::sorting();
        stage.coach(&say::propose_with(name, |new| {
            new.choices = vec![choice(Verb::Trash), choice(Verb::Recycle), choice(Verb::Skip)];
        }));
        let choices = &stage.proposal().choices;
        assert_eq!(choices[..2], [Disposition::Recycle, Disposition::Trash], "{name}");
    }
    // What it is like, and its kind, tell it, too: a grey thing with a cable may be a modem.
    let kind = Command::NoteItems {
        items: vec![tidying::NewItem { kind: Some(s("electronics")), ..tidying::NewItem::of("grey thing") }],
    };
    let mut stage = Stage::sorting().and_coach(&kind);
    stage.coach(&say::propose_with("grey thing", |new| {
        new.choices = vec![choice(Verb::Trash), choice(Verb::Donate)];
    }));
    assert_eq!(stage.proposal().choices, [Disposition::Donate, Disposition::Trash]);
    let mut stage = Stage::sorting();
    stage.coach(&say::propose_with("lamp", |new| {
        new.choices = vec![choice(Verb::Trash), choice(Verb::Donate)]
    }));
    assert_eq!(stage.proposal().choices[0], Disposition::Trash, "a lamp is a lamp");
}

/// A decision goes to the thing that the prompt names, whatever else it is called meanwhile.
#[test]
fn y20_the_prompt_and_the_board_name_the_thing_that_a_decision_goes_to() {
    let mut stage = Stage::supporting();
    let stuck_item = Some(s("the second half of the closet"));
    stage.coach(&Command::Reframe { response: s("So."), stuck_item, reframe_question: None });
    assert_eq!(in_hand(&stage).title, "the lamp");
    let mut stage = stage.and_person(&say("I do not know."));
    let now = Tidying::prompt(&stage.view(), &stage.asked()).now;
    let named = "They are stuck with: \"the lamp\", in other words \"the second half of the closet\"";
    assert!(now.contains(named), "{now}");
    stage.coach(&say::resume_with(Verb::Skip));
    assert_eq!(stage.pile("lamp"), &tidying::Pile::Unsure);
}

#[test]
fn y20_a_decision_about_no_thing_is_refused() {
    let stage = Stage::sorting().and_coach(&say::stuck("all of it")).and_coach(&say::reframe());
    let mut stage = stage.and_person(&say("Throw it all out."));
    assert_eq!(code(&stage.coach_no(&say::resume_with(Verb::Trash))), "not-offered");
    assert!(stage.tools(COACH).contains(&"resume_sorting"));
    assert_eq!(stage.state().processed(), 0);
}
