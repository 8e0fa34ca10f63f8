//! Y19: no label for how somebody is, and no bin first for what is dear or harmful. Y20: what is stuck is named.

use engine::Machine;
use engine::board::{Body, Leaf};
use tidying::{Command, Disposition, Event, Pile, Tidying, Verb};

use super::say::{self, choice, s, say};
use super::stage::{COACH, Stage, code, every, one};

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
    for name in ["grandma's vase", "photo album", "my late father's watch"] {
        let mut stage = Stage::sorting();
        stage.coach(&say::propose_with(name, |new| {
            new.choices = vec![choice(Verb::Trash), choice(Verb::Recycle), choice(Verb::Skip)];
        }));
        let choices = &stage.proposal().choices;
        assert_eq!(choices[..2], [Disposition::Recycle, Disposition::Trash], "{name}");
    }
    // What does harm has a way of its own, which is said, and the bin is not among its choices.
    for (name, place) in [
        ("AA batteries", "the battery box of a shop"),
        ("old router", "the e-waste point"),
        ("heart pills", "the pharmacy"),
        ("old syringes", "the pharmacy, in a sharps box"),
        ("razor blades", "the recycling centre, wrapped up and marked as sharp"),
        ("a tin of paint", "the hazardous waste point"),
    ] {
        let mut stage = Stage::sorting();
        stage.coach(&say::propose_with(name, |new| {
            new.choices = vec![choice(Verb::Trash), choice(Verb::Recycle), choice(Verb::Skip)];
        }));
        let hand_in = Disposition::HandIn { at: s(place) };
        assert_eq!(stage.proposal().choices, [hand_in, Disposition::Skip], "{name}");
        let events = stage.person(&say::choose(1));
        assert_eq!(stage.pile(name), &Pile::HandIn { at: s(place) }, "{name}");
        assert!(stage.words(&events).contains(&format!("out (hand in: {place})")), "{name}");
        let board = serde_json::to_string(&Tidying::board(&stage.view())).unwrap();
        assert!(board.contains(place), "{board}");
        assert!(stage.and_person(&Command::EndSession).outcome().hand_in.contains(&(s(name), s(place))));
    }
    // It goes before other ways out, is there where any is, and never pushes itself before what stays.
    for (before, after) in [
        (vec![Verb::Donate, Verb::Trash], vec![Verb::HandIn, Verb::Donate]),
        (vec![Verb::Place, Verb::Donate], vec![Verb::Place, Verb::HandIn, Verb::Donate]),
        (vec![Verb::Place, Verb::Skip], vec![Verb::Place, Verb::Skip]),
    ] {
        let mut stage = Stage::sorting();
        stage.coach(&say::propose_with("old router", |new| {
            new.choices = before.into_iter().map(choice).collect()
        }));
        let choices: Vec<Verb> = stage.proposal().choices.iter().map(Disposition::verb).collect();
        assert_eq!(choices, after);
    }
    // What it is like, and its kind, tell it, too: a grey thing with a cable may be a modem.
    let kind = Command::NoteItems {
        items: vec![tidying::NewItem { kind: Some(s("electronics")), ..tidying::NewItem::of("grey thing") }],
    };
    let mut stage = Stage::sorting().and_coach(&kind);
    stage.coach(&say::propose_with("grey thing", |new| {
        new.choices = vec![choice(Verb::Trash), choice(Verb::Donate)];
    }));
    let point = Disposition::HandIn { at: s("the e-waste point") };
    assert_eq!(stage.proposal().choices, [point, Disposition::Donate]);
    let mut stage = Stage::sorting();
    stage.coach(&say::propose_with("lamp", |new| {
        new.choices = vec![choice(Verb::Trash), choice(Verb::Donate)]
    }));
    assert_eq!(stage.proposal().choices[0], Disposition::Trash, "a lamp is a lamp");
}

/// A plain sentence sends nothing into the bin that does harm there: its own way is put first, and who says it once more means it.
#[test]
fn y19_what_does_harm_is_not_binned_by_one_sentence_of_the_person() {
    for (name, words, place) in [
        ("old painkillers", "throw the painkillers out", "the pharmacy"),
        ("old painkillers", "throw them away", "the pharmacy"),
        ("box of old batteries", "just trash", "the battery box of a shop"),
        ("flashlight", "bin it", "the e-waste point"),
        ("flashlight", "I never use it, so toss it", "the e-waste point"),
    ] {
        let hand_in = Disposition::HandIn { at: s(place) };
        let mut stage = Stage::sorting().and_coach(&say::propose_with(name, |new| {
            new.choices = vec![choice(Verb::HandIn), choice(Verb::Skip)];
        }));
        let events = stage.person(&say::write(words));
        assert_eq!(stage.pile(name), &Pile::Waiting, "{words}");
        assert_eq!(
            stage.proposal().choices,
            [hand_in.clone(), Disposition::Trash, Disposition::Skip],
            "{words}"
        );
        assert!(
            stage.words(&events).contains(&format!("can do harm in the bin. Better: {place}.")),
            "{words}"
        );
        let yes = stage.clone().and_person(&say::write("ok sure"));
        assert_eq!(yes.pile(name), &Pile::HandIn { at: s(place) }, "{words}");
        let again = stage.and_person(&say::write(words));
        assert_eq!(
            again.pile(name),
            &Pile::Out { way: tidying::Way::Trash },
            "{words}: it is theirs to decide"
        );
    }
    // Beside others, which are decided; half understood; and by a coach that brings it back from where help was.
    let hall = || Stage::sorting().and_coach(&say::note(&["AA batteries"])).and_coach(&say::propose("lamp"));
    let mug = tidying::NewNext {
        response: s("And the mug?"),
        item: s("mug"),
        choices: vec![choice(Verb::Donate), choice(Verb::Skip)],
    };
    let lined_up = Stage::sorting().and_coach(&say::note(&["AA batteries"]));
    let lined_up = lined_up.and_coach(&say::propose_with("lamp", |new| new.then = vec![mug]));
    let stage = lined_up.and_person(&say::write("bin the batteries and the vase"));
    assert_eq!(
        (stage.pile("vase"), stage.pile("AA batteries")),
        (&Pile::Out { way: tidying::Way::Trash }, &Pile::Waiting)
    );
    assert_eq!(stage.proposal().choices[0].verb(), Verb::HandIn);
    let stage = stage.and_person(&say::choose(1));
    assert_eq!(
        stage.state().item(stage.proposal().item).unwrap().name,
        "the lamp",
        "what stood comes up again"
    );
    let stage = hall().and_person(&say::write("bin the batteries, she said"));
    let back = stage.state().asked_back().expect("it is asked back").becomes.clone();
    assert_eq!(back, Disposition::HandIn { at: s("the battery box of a shop") });
    let stage =
        Stage::sorting().and_coach(&say::note(&["AA batteries"])).and_coach(&say::stuck("AA batteries"));
    let stage = stage.and_coach(&say::reframe()).and_person(&say("Throw them out."));
    let stage = stage.and_coach(&say::resume_with(Verb::Trash));
    assert_eq!(
        (stage.pile("AA batteries"), stage.proposal().choices[0].verb()),
        (&Pile::Waiting, Verb::HandIn)
    );
}

/// What somebody calls dear is dear from then on: the coach is told, and the bin is first no more.
#[test]
fn y19_what_the_person_holds_dear_is_kept_in_mind() {
    for words in
        ["it was my mother's, she died in March", "this is precious", "I miss him", "it means a lot to me"]
    {
        let mut stage = Stage::proposed();
        let events = stage.person(&say::write(words));
        assert_eq!(one!(events, Event::HeldDear { item } => *item), stage.item("lamp").id, "{words}");
        let now = Tidying::prompt(&stage.view(), &stage.asked()).now;
        assert!(now.contains("It is dear to them."), "{words}: {now}");
        stage.coach(&say::propose_with("lamp", |new| {
            new.choices = vec![choice(Verb::Trash), choice(Verb::Donate)]
        }));
        assert_eq!(stage.proposal().choices[0], Disposition::Donate, "{words}");
    }
    for words in ["it's not precious", "is it precious?", "the bulb is dead", "nothing sentimental about it"]
    {
        let events = Stage::proposed().person(&say::write(words));
        assert!(every!(events, Event::HeldDear { .. } => ()).is_empty(), "{words}");
    }
}

/// No sign, title, button or line of the machine's own says of anybody that they are stuck, but for what they say themselves.
#[test]
fn y19_no_mode_is_called_stuck() {
    for card in Tidying::PHASES {
        let shown =
            format!("{card:?}").to_lowercase().replace("user_seems_stuck", "").replace("\"stuck\"", "");
        assert!(!shown.contains("stuck"), "{shown}");
    }
    let mut stage = Stage::sorting();
    let events = stage.coach(&say::stuck("lamp"));
    assert!(!stage.words(&events).to_lowercase().contains("stuck"), "{}", stage.words(&events));
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
