//! Y4: whatever the coach says besides its words changes the data that it is about.

use engine::Machine;
use tidying::{Command, Event, NewItem, NewProposal, Tidying};
use tidying::{Disposition, Mode, Pile, Suggestion};

use super::say::{self, all, s, say};
use super::stage::{COACH, Stage, code, every, one};

#[test]
fn y4_survey_sets_the_function_and_adds_anchors() {
    let mut stage = Stage::surveying();
    let survey = |function: Option<&str>, anchors: &[&str]| Command::Survey {
        response: s("I see."),
        discovered_function: function.map(s),
        discovered_anchors: all(anchors),
    };
    stage.coach(&survey(Some("work"), &["the desk"]));
    assert_eq!(stage.state().function.as_deref(), Some("work"));
    assert_eq!(stage.state().anchors, ["the desk"]);
    stage.person(&say("Also a chair."));
    stage.coach(&survey(None, &["the chair", "The Desk"]));
    assert_eq!(stage.state().function.as_deref(), Some("work"), "what is not said stays");
    assert_eq!(stage.state().anchors, ["the desk", "the chair"], "none twice");
    stage.person(&say("Rather for rest."));
    let events = stage.coach(&survey(Some("rest"), &[]));
    assert_eq!(stage.view().function.as_deref(), Some("rest"));
    assert_eq!(stage.view().anchors, ["the desk", "the chair"]);
    assert_eq!(one!(events, Event::CoachSaid { response, .. } => response.as_str()), "I see.");
    assert_eq!(stage.view().coach_said.as_deref(), Some("I see."));
}

#[test]
fn y4_words_alone_change_nothing_else() {
    let mut stage = Stage::surveying();
    assert!(every!(stage.coach(&say::survey()), Event::FunctionFound { .. } => ()).is_empty());
    let mut stage = Stage::sorting();
    assert!(every!(stage.coach(&say::sort()), Event::ItemTaken { .. } => ()).is_empty());
    let mut stage = Stage::clarifying();
    assert!(every!(stage.coach(&say::describe()), Event::ItemDescribed { .. } => ()).is_empty());
    let mut stage = Stage::winding();
    assert!(every!(stage.coach(&say::sum_up()), Event::SummaryNoted { .. } => ()).is_empty());
}

#[test]
fn y4_anchors_are_bounded() {
    let mut stage = Stage::surveying();
    let names: Vec<String> = (0..13).map(|number| format!("anchor {number}")).collect();
    let survey = |anchors: &[String]| Command::Survey {
        response: s("I see."),
        discovered_function: None,
        discovered_anchors: anchors.to_vec(),
    };
    assert_eq!(code(&stage.coach_no(&survey(&names))), "not-offered");
    stage.coach(&survey(&names[..12]));
    stage.person(&say("And?"));
    stage.coach(&survey(&names[12..]));
    assert_eq!(stage.state().anchors.len(), 12);
}

#[test]
fn y4_sort_takes_a_thing_and_its_place_in_hand() {
    let mut stage = Stage::sorting();
    stage.coach(&say::sort_about("lamp", Some("under the desk")));
    let in_hand = |stage: &Stage| match stage.mode() {
        Mode::Sorting { item, place, offer: None } => {
            (item.map(|id| stage.state().item(id).unwrap().name.clone()), place.clone())
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(in_hand(&stage), (Some(s("the lamp")), Some(s("under the desk"))));
    stage.person(&say("Hm."));
    stage.coach(&Command::Sort {
        response: s("No."),
        current_item: None,
        item_location: Some(s("by the door")),
    });
    assert_eq!(in_hand(&stage), (Some(s("the lamp")), Some(s("by the door"))), "the same thing elsewhere");
    stage.person(&say("Hm."));
    stage.coach(&say::sort());
    assert_eq!(in_hand(&stage), (Some(s("the lamp")), Some(s("by the door"))), "words alone leave it");
    stage.person(&say("Hm."));
    stage.coach(&say::sort_about("an umbrella", Some("behind the door")));
    assert_eq!(in_hand(&stage), (Some(s("an umbrella")), Some(s("behind the door"))));
    assert_eq!(stage.item("umbrella").place.as_deref(), Some("behind the door"), "a new thing is noted");
    assert_eq!(stage.pile("umbrella"), &Pile::Waiting);
}

#[test]
fn y4_propose_notes_look_and_place_of_a_new_thing_and_of_a_known_one() {
    for name in ["an umbrella", "the lamp"] {
        let mut stage = Stage::sorting();
        stage.coach(&say::propose_with(name, |new| {
            (new.look, new.place) = (Some(s("green, bent")), Some(s("behind the door")));
        }));
        let item = stage.item(name);
        assert_eq!(item.look.as_deref(), Some("green, bent"), "{name}");
        assert_eq!(item.place.as_deref(), Some("behind the door"), "{name}");
        let Mode::Sorting { item: in_hand, place, offer: Some(Suggestion::Proposal(proposal)) } =
            stage.mode()
        else {
            panic!("{:?}", stage.mode())
        };
        assert_eq!((*in_hand, proposal.item), (Some(item.id), item.id));
        assert_eq!(place.as_deref(), Some("behind the door"));
        let title = Tidying::form(&stage.view(), &stage.asked()).title;
        assert!(title.contains("green, bent") && title.contains("behind the door"), "{title}");
    }
}

#[test]
fn y4_propose_ranks_its_choices_as_the_coach_does() {
    let stage = Stage::proposed();
    let place = Disposition::Place { at: s("the shelf") };
    let ranked = [place, Disposition::Donate, Disposition::Trash, Disposition::NeedInfo];
    assert_eq!(stage.proposal().choices, ranked);
}

#[test]
fn y4_describe_renames_and_adds_what_is_known() {
    let mut stage = Stage::clarifying();
    let describe = |name: Option<&str>, refs: &[&str], traits: &[&str]| Command::Describe {
        response: s("That one."),
        describing_item: name.map(s),
        spatial_refs: all(refs),
        physical_traits: all(traits),
    };
    stage.coach(&describe(Some("the reading lamp"), &["the desk"], &["green", "tall"]));
    assert_eq!(stage.state().items[0].name, "the reading lamp");
    assert!(stage.state().named("lamp").is_none() && stage.state().named("reading lamp").is_some());
    let Mode::Clarifying { spatial_refs, traits, photo_context, reason, .. } = stage.mode() else { panic!() };
    assert_eq!(
        (spatial_refs.as_slice(), traits.as_slice()),
        (&all(&["the desk"])[..], &all(&["green", "tall"])[..])
    );
    assert_eq!((photo_context.as_str(), reason.as_str()), ("under the desk", "it is dark there"));
    stage.person(&say("Which?"));
    assert_eq!(
        code(&stage.coach_no(&describe(Some("My Vase"), &[], &[]))),
        "taken",
        "another thing has that name"
    );
    stage.coach(&describe(Some("The Reading Lamp"), &[], &[]));
    assert_eq!(stage.state().items[0].name, "The Reading Lamp", "its own name, written better");
    stage.person(&say("Which?"));
    let five = ["a", "b", "c", "d", "e"];
    assert_eq!(code(&stage.coach_no(&describe(None, &five, &[]))), "not-offered");
    let seven = ["a", "b", "c", "d", "e", "f", "g"];
    assert_eq!(code(&stage.coach_no(&describe(None, &[], &seven))), "not-offered");
    stage.coach(&describe(None, &five[..4], &seven[..6]));
}

#[test]
fn y4_reframe_sets_the_question_and_what_the_person_is_stuck_with() {
    let mut stage = Stage::supporting();
    let reframe = |stuck: Option<&str>, question: Option<&str>| Command::Reframe {
        response: s("So."),
        stuck_item: stuck.map(s),
        reframe_question: question.map(s),
    };
    let data = |stage: &Stage| match stage.mode() {
        Mode::DecisionSupport { stuck_item, item, reframe } => {
            (stuck_item.clone(), item.map(|it| it.0), reframe.clone())
        }
        other => panic!("{other:?}"),
    };
    stage.coach(&reframe(None, Some("Does it help you work?")));
    assert_eq!(data(&stage), (s("lamp"), Some(1), Some(s("Does it help you work?"))));
    stage.person(&Command::No);
    stage.coach(&reframe(Some("the vase"), None));
    assert_eq!(data(&stage), (s("the vase"), Some(2), Some(s("Does it help you work?"))), "another thing");
    stage.person(&Command::Yes);
    stage.coach(&reframe(None, Some("Would you buy it again?")));
    assert_eq!(data(&stage), (s("the vase"), Some(2), Some(s("Would you buy it again?"))));
}

#[test]
fn y4_sum_up_keeps_what_it_is_not_told_anew() {
    let mut stage = Stage::winding();
    let sum = |summary: Option<&str>, next: Option<&str>| Command::SumUp {
        response: s("So."),
        session_summary: summary.map(s),
        next_time: next.map(s),
    };
    let data = |stage: &Stage| match stage.mode() {
        Mode::WindingDown { summary, next_time, .. } => (summary.clone(), next_time.clone()),
        other => panic!("{other:?}"),
    };
    stage.coach(&sum(Some("A good start."), None));
    assert_eq!(data(&stage), (Some(s("A good start.")), None));
    stage.person(&say("And then?"));
    stage.coach(&sum(None, Some("the shelf")));
    assert_eq!(data(&stage), (Some(s("A good start.")), Some(s("the shelf"))));
    stage.person(&say("And then?"));
    stage.coach(&sum(Some("A very good start."), None));
    assert_eq!(data(&stage), (Some(s("A very good start.")), Some(s("the shelf"))));
}

fn new(name: &str, look: Option<&str>, place: Option<&str>, kind: Option<&str>) -> NewItem {
    NewItem { name: s(name), look: look.map(s), place: place.map(s), kind: kind.map(s), was: None }
}

#[test]
fn y4_note_items_keeps_every_field() {
    let mut stage = Stage::sorting();
    let items = vec![
        new("  A kettle ", Some("dented"), Some("on the sill"), Some("kitchen")),
        new("a rug", None, None, None),
    ];
    let events = stage.coach(&Command::NoteItems { items });
    assert_eq!(one!(events, Event::ItemsNoted { items } => items.len()), 2);
    let kettle = stage.item("kettle");
    assert_eq!(kettle.name, "A kettle");
    let known = (kettle.look.as_deref(), kettle.place.as_deref(), kettle.kind.as_deref());
    assert_eq!(known, (Some("dented"), Some("on the sill"), Some("kitchen")));
    assert_eq!((kettle.id.0, stage.item("rug").id.0), (3, 4), "numbered in order");
}

#[test]
fn y4_what_is_new_about_a_known_thing_is_noted_and_the_rest_stays() {
    let mut stage = Stage::proposed().and_person(&say::choose(3));
    let items = vec![new("My lamp", Some("green"), None, None), new("LAMP", None, None, Some("light"))];
    stage.coach(&Command::NoteItems { items });
    let lamp = stage.item("lamp");
    let known = (lamp.name.as_str(), lamp.look.as_deref(), lamp.place.as_deref(), lamp.kind.as_deref());
    assert_eq!(known, ("the lamp", Some("green"), None, Some("light")));
    assert!(matches!(lamp.pile, Pile::Out { .. }), "and where it was put");
    stage.coach(&Command::NoteItems { items: vec![new("lamp", None, Some("the hall"), None)] });
    let lamp = stage.item("lamp");
    assert_eq!((lamp.look.as_deref(), lamp.place.as_deref()), (Some("green"), Some("the hall")));
    assert_eq!(stage.state().items.len(), 2);
}

#[test]
fn y4_note_items_has_its_limits() {
    let mut stage = Stage::sorting();
    assert_eq!(code(&stage.coach_no(&say::note(&[]))), "not-offered");
    assert_eq!(code(&stage.coach_no(&say::note(&["x"; 61]))), "not-offered");
    assert_eq!(code(&stage.coach_no(&say::note(&["  "]))), "not-offered");
    assert_eq!(code(&stage.coach_no(&say::note(&["\u{7}"]))), "not-offered");
    assert_eq!(code(&stage.coach_no(&say::note(&[&"n".repeat(61)]))), "not-offered");
    let long = vec![new("fine", Some(&"l".repeat(201)), None, None)];
    assert_eq!(code(&stage.coach_no(&Command::NoteItems { items: long })), "not-offered");
    let names: Vec<String> = (0..12).map(|number| format!("thing {number}")).collect();
    stage.coach(&say::note(&names.iter().map(String::as_str).collect::<Vec<_>>()));
    assert_eq!(stage.state().items.len(), 14);
}

#[test]
fn y4_a_full_list_takes_no_more_and_says_so() {
    let mut stage = Stage::sorting();
    for number in 0..397 {
        let item = super::bounds::item(number + 3, &format!("thing {number}"));
        stage.game.happen([Event::ItemsNoted { items: vec![item] }]);
    }
    assert_eq!(stage.state().items.len(), 399);
    stage.coach(&say::sort());
    stage.person(&say("And?"));
    let events = stage.coach(&say::note(&["the last", "one too many", "lamp"]));
    assert_eq!(one!(events, Event::ItemsNoted { items } => items.len()), 1);
    assert_eq!(stage.state().items.len(), 400);
    assert!(!stage.tools(COACH).contains(&"note_items"));
    for command in [say::propose("a piano"), say::clarify("a piano")] {
        assert_eq!(code(&stage.coach_no(&command)), "not-offered", "{command:?}");
    }
    let no = stage.coach_no(&say::sort_about("a piano", None));
    assert_eq!((code(&no), no.message.contains("the list is full")), ("full", true), "{no}");
    stage.coach(&say::propose("thing 5"));
    assert_eq!(stage.state().items.len(), 400);
}

#[test]
fn y4_words_of_the_coach_are_noted_clean() {
    let mut stage = Stage::sorting();
    let blank = || Some(s(" \t"));
    let hat = NewItem {
        name: s("  a\u{7}hat\n"),
        look: blank(),
        place: Some(s("on\r\nthe chair ")),
        kind: blank(),
        was: None,
    };
    stage.coach(&Command::NoteItems { items: vec![hat] });
    let hat = stage.item("a hat");
    assert_eq!((hat.name.as_str(), hat.place.as_deref()), ("a hat", Some("on  the chair")));
    assert_eq!((&hat.look, &hat.kind), (&None, &None), "what is blank was not said");
    let response = s("\u{1b}[2J So.\r\nNext? ");
    stage.coach(&Command::Sort { response, current_item: blank(), item_location: blank() });
    assert_eq!(stage.state().coach_said.as_deref(), Some("[2J So.\nNext?"));
    assert_eq!(stage.state().in_hand(), None);
}

#[test]
fn y4_texts_of_the_coach_are_checked_wherever_they_stand() {
    let long = |chars: usize| "w".repeat(chars);
    let propose = |change: fn(&mut NewProposal)| say::propose_with("lamp", change);
    let mut stage = Stage::sorting();
    for command in [
        propose(|new| new.response = s("")),
        propose(|new| new.response = "w".repeat(601)),
        propose(|new| new.item = s(" ")),
        propose(|new| new.look = Some("w".repeat(201))),
        propose(|new| new.choices[0].at = Some("w".repeat(61))),
        Command::Sort { response: s("  "), current_item: None, item_location: None },
        Command::Sort { response: s("So."), current_item: Some(long(61)), item_location: None },
        Command::Sort { response: s("So."), current_item: None, item_location: Some(long(201)) },
        Command::NeedToClarify { item: s("lamp"), photo_context: s(""), reason: s("so") },
        Command::NeedToClarify { item: s("lamp"), photo_context: s("so"), reason: s("") },
        Command::NeedToClarify { item: s(""), photo_context: s("so"), reason: s("so") },
        Command::UserSeemsStuck { stuck_item: s("") },
    ] {
        assert!(["blank", "not-offered"].contains(&code(&stage.coach_no(&command))), "{command:?}");
    }
    let mut stage = Stage::winding();
    let sum = |response: &str, summary: Option<String>, next_time: Option<String>| Command::SumUp {
        response: s(response),
        session_summary: summary,
        next_time,
    };
    for command in [sum("", None, None), sum("So.", Some(long(201)), None)] {
        assert!(["blank", "not-offered"].contains(&code(&stage.coach_no(&command))), "{command:?}");
    }
    stage.coach(&sum(&long(600), Some(long(200)), Some(long(200))));
}

#[test]
fn y4_a_thing_that_is_noted_keeps_its_better_name() {
    let mut stage = Stage::clarifying();
    stage.coach(&Command::Describe {
        response: s("So."),
        describing_item: Some(s("the reading lamp")),
        spatial_refs: vec![],
        physical_traits: vec![],
    });
    stage.person(&say("Ah."));
    let items = vec![NewItem { name: s("reading lamp"), look: Some(s("green")), ..NewItem::default() }];
    stage.coach(&Command::NoteItems { items });
    assert_eq!(
        (stage.state().items.len(), stage.item("reading lamp").name.as_str()),
        (2, "the reading lamp")
    );
}

#[test]
fn y4_the_place_in_hand_is_that_of_the_thing_in_hand() {
    let mut stage = Stage::sorting();
    stage.coach(&say::sort_about("lamp", Some("under the desk")));
    stage.person(&say("Hm."));
    stage.coach(&say::propose("vase"));
    let Mode::Sorting { item, place, .. } = stage.mode() else { panic!("{:?}", stage.mode()) };
    assert_eq!((item.map(|it| it.0), place.as_deref()), (Some(2), None), "the vase is not under the desk");
}
