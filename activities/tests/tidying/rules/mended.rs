//! What was once otherwise than the words of the rules say, and was mended.

use engine::Machine;
use tidying::limits::BREAKS_MAX;
use tidying::{Command, Event, Setup, State, Tidying};
use tidying::{Group, ItemId, Left, Mode, PhaseName, Pile};

use super::say::{self, all, group, s, say};
use super::stage::{COACH, FIVE, Stage, every, setup};

/// "not now" is what the choice itself is called, and it is on the list of words; its end is cut off before it is looked
/// up.
#[test]
fn y6_not_now_means_skip() {
    let stage = Stage::proposed().and_person(&say::write("not now"));
    assert_eq!(stage.pile("lamp"), &Pile::Unsure);
    let stage = Stage::clarified().and_person(&say("Not now."));
    assert_eq!(stage.pile("lamp"), &Pile::Unsure);
}

/// The same with "belongs here", which becomes a place of that name.
#[test]
fn y6_belongs_here_means_here() {
    for words in ["belongs here", "it belongs here"] {
        let stage = Stage::proposed().and_person(&say::write(words));
        assert_eq!(stage.pile("lamp"), &Pile::Belongs { at: s("here") }, "{words}");
    }
}

/// Words that want to undo, where nothing can be undone, became a place: "The lamp belongs: oops."
#[test]
fn y6_undo_with_nothing_to_undo_is_no_place() {
    for words in ["undo", "undo that", "oops", "go back", "take that back"] {
        let no = Stage::proposed().person_no(&say::write(words));
        assert!(no.to_string().contains("nothing was decided yet"), "{words}: {no}");
    }
}

/// After an undo, a place that was said of one thing stands by the one that is in hand again.
#[test]
fn y4_the_place_in_hand_is_that_of_the_thing_in_hand_after_an_undo() {
    let mut stage = Stage::proposed().and_person(&say::choose(1));
    stage.coach(&say::sort_about("vase", Some("on the sill")));
    stage.person(&Command::Undo);
    let Mode::Sorting { item, place, .. } = stage.mode() else { panic!("{:?}", stage.mode()) };
    assert_eq!((item.map(|it| it.0), place.as_deref()), (Some(1), None), "the lamp is not on the sill");
}

/// A second description that says only one of the two lists empties the other.
#[test]
fn y4_describe_keeps_what_it_does_not_say_anew() {
    let describe = |refs: &[&str], traits: &[&str]| Command::Describe {
        response: s("So."),
        describing_item: None,
        spatial_refs: all(refs),
        physical_traits: all(traits),
    };
    let mut stage = Stage::clarifying();
    stage.coach(&describe(&["the desk"], &[]));
    stage.person(&say("Which?"));
    stage.coach(&describe(&[], &["green"]));
    let Mode::Clarifying { spatial_refs, traits, .. } = stage.mode() else { panic!("{:?}", stage.mode()) };
    assert_eq!((spatial_refs.len(), traits.len()), (1, 1));
}

/// A clearer word for what the person is stuck with loses the thing: it can be neither skipped nor decided any more.
#[test]
fn y4_a_clearer_word_for_what_one_is_stuck_with_does_not_lose_the_thing() {
    let mut stage = Stage::supporting();
    let stuck_item = Some(s("grandmother's reading lamp"));
    stage.coach(&Command::Reframe { response: s("So."), stuck_item, reframe_question: None });
    let Mode::DecisionSupport { item, .. } = stage.mode() else { panic!("{:?}", stage.mode()) };
    assert_eq!(item.map(|it| it.0), Some(1));
    assert!(stage.tools(super::stage::PERSON).contains(&"skip"));
}

/// An answer by a tap does not count as a word of the person: the next step of the coach is settled at once.
#[test]
fn y3_splitting_the_pile_begins_a_new_turn() {
    for answer in [Command::Split, Command::KeepWhole] {
        // One change is the person's own, or none, so that it is sorting when one more is too many.
        let mut stage = match BREAKS_MAX.is_multiple_of(2) {
            true => Stage::unsure(&FIVE).and_coach(&Command::TimeToWrap).and_person(&say("Go on.")),
            false => Stage::unsure(&FIVE),
        };
        for _ in 1..BREAKS_MAX {
            let sorts = stage.phase() == PhaseName::Sorting;
            stage.coach(&if sorts { say::clarify("letter") } else { say::resume() });
        }
        stage.coach(&say::offer_split(vec![group("paper", &["letter"])]));
        stage.person(&answer);
        let events = stage.coach(&say::clarify("letter"));
        assert_eq!(
            every!(events, Event::TurnSettled {} => ()).len(),
            0,
            "{answer:?}: the coach has only begun"
        );
    }
}

/// Words in answer to the offer of a split leave the coach nothing to do but to offer it again.
#[test]
fn y9_an_offer_that_was_made_and_answered_in_words_is_not_forced_again() {
    let mut stage = Stage::offered().and_person(&say("No, leave it."));
    assert!(stage.tools(COACH).contains(&"sort"), "{:?}", stage.tools(COACH));
    stage.coach(&say::sort());
}

/// A thing whose skip was undone after the split is still in a part, though it is not unsure.
#[test]
fn y9_a_part_holds_only_unsure_things() {
    let stage = Stage::split().and_person(&Command::Undo);
    assert_eq!(stage.pile("mug"), &Pile::Waiting);
    let grouped: Vec<String> = stage.groups().into_iter().flat_map(|(_, names)| names).collect();
    assert!(!grouped.contains(&s("mug")), "{grouped:?}");
}

/// Undoing further back than a second split puts a thing into two parts.
#[test]
fn y9_no_thing_is_in_two_parts() {
    let mut stage = Stage::split();
    for name in FIVE {
        stage.coach(&say::propose(name));
        stage.person(&Command::Skip);
    }
    let more = ["f", "g", "h", "i", "j"];
    let mut stage = stage.and_unsure(&more);
    stage.coach(&say::offer_split(vec![group("letters", &more), group("old", &FIVE)]));
    stage.person(&Command::Split);
    for _ in 0..6 {
        stage.person(&Command::Undo);
    }
    let mut ids: Vec<ItemId> = stage.state().groups.iter().flat_map(|group| group.items.clone()).collect();
    let all = ids.len();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), all, "{:?}", stage.groups());
}

/// After undoing a kept pile to nothing, five are not enough.
#[test]
fn y9_five_are_enough_after_a_kept_pile_was_undone() {
    let mut stage = Stage::offered().and_person(&Command::KeepWhole);
    for _ in 0..5 {
        stage.person(&Command::Undo);
    }
    stage.person(&Command::Skip);
    let stage = stage.and_unsure(&["a", "b", "c", "d"]);
    assert_eq!(stage.state().unsure().count(), 5);
    assert!(stage.tools(COACH).contains(&"offer_split"));
}

/// Eight parts are the most, but what is left over makes nine.
#[test]
fn y9_a_pile_has_at_most_eight_parts() {
    let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i"].map(|it| format!("{it}{it}"));
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let stage = Stage::unsure(&names[..5]);
    let mut stage =
        stage.and_coach(&say::offer_split(vec![group("x", &["aa"])])).and_person(&Command::KeepWhole);
    for name in &names[5..] {
        stage = stage.and_unsure(&[name]);
    }
    let mut stage = stage.and_unsure(&["jj"]);
    let groups = names[..8].iter().map(|name| group(&format!("kind {name}"), &[name])).collect();
    stage.coach(&say::offer_split(groups));
    stage.person(&Command::Split);
    assert!(stage.groups().len() <= tidying::limits::GROUPS_MAX, "{}", stage.groups().len());
}

/// The coach alone takes a thing off the pile that the person put it on.
#[test]
fn y5_the_coach_does_not_undo_a_decision_of_the_person() {
    let mut stage = Stage::proposed().and_person(&say::choose(1));
    stage.coach(&say::clarify("lamp"));
    stage.coach(&Command::SkipItem);
    assert_eq!(stage.pile("lamp"), &Pile::Belongs { at: s("the shelf") });
}

/// The clock takes a thing off the pile that the person put it on.
#[test]
fn y5_the_clock_does_not_undo_a_decision_of_the_person() {
    let mut stage = Stage::proposed().and_person(&say::choose(1));
    stage.coach(&say::propose("lamp"));
    stage.game.time_up();
    assert_eq!(stage.pile("lamp"), &Pile::Belongs { at: s("the shelf") });
}

/// What a hand-made setup may leave is longer than the coach can ever name.
#[test]
fn y10_what_was_left_can_be_named_by_the_coach() {
    let name = "n".repeat(150);
    let before = Left { things: vec![name.clone()], ..Left::default() };
    let Ok(game) =
        testkit::Driver::open(&super::stage::seats(), &Setup { before: Some(before), ..setup() }, 1)
    else {
        return; // Or the setup is refused.
    };
    let mut stage = Stage { game };
    stage.coach(&Command::BeginSorting(Box::default()));
    stage.coach(&say::propose(&name));
}

/// A line break in a setup is checked as a space, and kept as a line break.
#[test]
fn opening_keeps_names_on_one_line() {
    let before = Left { things: all(&["a\nb"]), ..Left::default() };
    let Ok(game) = testkit::Driver::<Tidying>::open(
        &super::stage::seats(),
        &Setup { space: s("the\nstudy"), before: Some(before), ..setup() },
        1,
    ) else {
        return; // Or the setup is refused.
    };
    assert!(!game.state.space.contains('\n'), "{:?}", game.state.space);
    assert!(game.state.items.iter().all(|item| !item.name.contains('\n')));
}

/// A session that is ended before anything was done forgets what was to come first.
#[test]
fn y10_what_comes_first_is_not_forgotten_by_a_session_that_did_nothing() {
    let before =
        Left { next_time: Some(s("the box under the stairs")), things: all(&["a mat"]), ..Left::default() };
    let stage = Stage::of(&Setup { before: Some(before), ..setup() }, 1).and_person(&Command::EndSession);
    assert_eq!(stage.outcome().left.next_time.as_deref(), Some("the box under the stairs"));
}

/// The person's own words are replaced by the rules' when they ask what a thing is.
#[test]
fn y3_a_question_in_the_persons_words_is_kept() {
    let stage = Stage::proposed().and_person(&say::write("What do you mean?"));
    assert_eq!(stage.phase(), PhaseName::Clarifying);
    let said = stage.state().said.as_ref().map(|said| said.text.clone()).unwrap_or_default();
    assert!(said.contains("What do you mean?"), "{said}");
}

/// Total means whatever the event.
#[test]
fn evolve_takes_parts_of_any_size() {
    let group = |kind: &str| Group { kind: s(kind), items: vec![ItemId(1); 40_000] };
    let mut state = State::default();
    Tidying::evolve(&mut state, &Event::PileSplit { groups: vec![group("a"), group("b")] });
}

/// The form has a place and a decision, either of which may be left out: a place alone says that it
/// stays there.
#[test]
fn y2_a_place_alone_fits_the_form_and_is_accepted() {
    let mut stage = Stage::supported().and_person(&Command::Yes);
    let command =
        Command::ResumeSorting { decision: None, place: Some(s("the hall")), response: None, then: vec![] };
    let ask = stage.asked();
    assert_eq!(ask.seat, COACH);
    let value = serde_json::to_value(&command).expect("a command can be written");
    let fits = Tidying::form(&stage.view(), &ask).check(&value).is_ok();
    assert_eq!(fits, stage.by(COACH, &command).is_ok());
}

/// What the person has just refused is not offered again at once.
#[test]
fn y9_a_pile_that_is_kept_whole_is_not_offered_again_before_five_more() {
    let mut stage = Stage::offered().and_person(&Command::KeepWhole);
    for number in 6..10 {
        assert!(!stage.tools(COACH).contains(&"offer_split"), "{number}");
        stage = stage.and_unsure(&[&format!("thing {number}")]);
    }
}

/// The same after a split pile was sorted and its things were put aside once more.
#[test]
fn y9_a_pile_that_was_sorted_by_kind_is_not_offered_again_before_five_more() {
    let mut stage = Stage::split();
    for name in FIVE {
        stage.coach(&say::propose(name));
        stage.person(&Command::Skip);
    }
    assert!(!stage.tools(COACH).contains(&"offer_split"));
}
