//! Y1: the modes, their data and the ways between them. Y3: what the person said goes along.

use engine::{DiceBox, Draft, Machine, Moment, Seed, TableTime};
use tidying::limits::BREAKS_MAX;
use tidying::{Command, Decider, Event, State, Tidying, Verb};
use tidying::{Floor, Mode, PhaseName, Pile, Said, Way};

use super::say::{self, all, photo, s, say};
use super::stage::{COACH, PERSON, Stage, code, every, one, seats, setup};

/// What lasts through every mode.
fn session(state: &State) -> (impl PartialEq + std::fmt::Debug + use<>, usize, i64) {
    let lasting = (
        state.items.clone(),
        state.function.clone(),
        state.anchors.clone(),
        state.groups.clone(),
        state.history.clone(),
        state.space.clone(),
        state.photos.clone(),
    );
    (lasting, state.processed(), state.begun_at)
}

/// A session that knows something of everything, sorting, with the word at the coach and a photo beside the words.
fn rich() -> Stage {
    let mut stage = Stage::seeing();
    stage.game.now = TableTime(5_000);
    stage.coach(&Command::Survey {
        response: s("I see."),
        discovered_function: Some(s("work")),
        discovered_anchors: all(&["desk"]),
    });
    let mut stage = stage.into_sorting();
    for (name, choice) in [("book", 1), ("toaster", 3)] {
        stage.coach(&say::propose(name));
        stage.person(&say::choose(choice));
    }
    stage.coach(&say::propose("scarf"));
    stage.person(&Command::Skip);
    stage.coach(&say::sort());
    stage.and_photos(1..=2).and_person(&say("Have a look at these."))
}

fn said() -> Said {
    Said { text: s("Have a look at these."), photos: vec![photo(1), photo(2)] }
}

fn clarifying() -> Mode {
    Mode::Clarifying {
        item: tidying::ItemId(1),
        photo_context: s("under the desk"),
        reason: s("it is dark there"),
        spatial_refs: vec![],
        traits: vec![],
    }
}

fn supporting() -> Mode {
    let item = Some(tidying::ItemId(1));
    Mode::DecisionSupport { stuck_item: s("the lamp"), item, reframe: None }
}

fn winding(agreed: bool) -> Mode {
    Mode::WindingDown { summary: None, next_time: None, agreed }
}

/// Checks one transition of the coach's: the data is the tool's own, what lasts has lasted, what was said is there.
fn check(from: Stage, command: &Command, to: &Mode) {
    let mut stage = from.clone();
    let events = stage.coach(command);
    let (old, new, mode) =
        one!(events, Event::ModeChanged { from, to, mode } => (*from, *to, (**mode).clone()));
    assert_eq!((old, new), (from.phase(), to.name()), "{command:?}");
    assert_eq!((&mode, stage.mode()), (to, to), "{command:?}");
    assert_eq!(session(stage.state()), session(from.state()), "{command:?}");
    assert_eq!(stage.state().said, Some(said()), "{command:?}");
    assert_eq!(stage.view().said, Some(said()), "{command:?}");
    assert_eq!(stage.floor(), Floor::Coach, "{command:?}");
    assert_eq!(Tidying::asks(stage.state()).iter().filter(|ask| ask.seat == COACH).count(), 1);
    assert_ne!(stage.state().serial, from.state().serial, "the question is another one");
}

#[test]
fn y1_begin_sorting_leads_from_surveying_to_sorting() {
    let stage = Stage::seeing().and_coach(&say::survey()).and_photos(1..=2);
    let stage = stage.and_person(&say("Have a look at these."));
    check(stage, &Command::BeginSorting(Box::default()), &Mode::sorting());
}

#[test]
fn y1_need_to_clarify_leads_from_sorting_to_clarifying_with_its_arguments() {
    check(rich(), &say::clarify("lamp"), &clarifying());
}

#[test]
fn y1_user_seems_stuck_leads_from_sorting_to_decision_support_with_its_argument() {
    check(rich(), &say::stuck("the lamp"), &supporting());
    let mode = Mode::DecisionSupport { stuck_item: s("the whole corner"), item: None, reframe: None };
    check(rich(), &say::stuck("the whole corner"), &mode);
}

#[test]
fn y1_time_to_wrap_leads_from_sorting_to_winding_down() {
    check(rich(), &Command::TimeToWrap, &winding(false));
}

#[test]
fn y1_resume_sorting_leads_back_from_clarifying_with_nothing_in_hand() {
    check(rich().and_coach(&say::clarify("lamp")), &say::resume(), &Mode::sorting());
}

#[test]
fn y1_resume_sorting_leads_back_from_decision_support_with_nothing_in_hand() {
    check(rich().and_coach(&say::stuck("lamp")), &say::resume(), &Mode::sorting());
}

#[test]
fn y1_resume_sorting_leads_back_from_winding_down() {
    check(rich().and_coach(&Command::TimeToWrap), &say::resume(), &Mode::sorting());
    let mut stage = Stage::wound();
    let events = stage.person(&say::resume());
    assert_eq!(every!(events, Event::PersonSaid { text, .. } => text.as_str()), ["Let's go on."]);
    assert_eq!((stage.mode(), stage.floor()), (&Mode::sorting(), Floor::Coach));
}

#[test]
fn y1_skip_item_leads_back_from_clarifying_and_puts_the_thing_aside() {
    let mut stage = rich().and_coach(&say::clarify("lamp"));
    let before = stage.state().processed();
    stage.coach(&Command::SkipItem);
    assert_eq!(stage.mode(), &Mode::sorting());
    assert_eq!((stage.pile("lamp"), stage.state().processed()), (&Pile::Unsure, before + 1));
    assert_eq!(stage.state().said, Some(said()), "what was said is still there");
    assert_eq!(stage.floor(), Floor::Coach);
}

#[test]
fn y1_end_session_leads_from_winding_down_to_the_end() {
    let mut stage = Stage::sorted().and_person(&Command::Stop);
    stage.coach(&Command::EndSession);
    assert_eq!((stage.phase(), Tidying::phase(stage.state())), (PhaseName::Ended, "ENDED"));
}

#[test]
fn y1_leaving_a_mode_drops_its_data() {
    let mut stage = rich();
    stage.coach(&say::sort_about("lamp", Some("on the floor")));
    stage.person(&say("Which?"));
    stage.coach(&say::clarify("lamp"));
    stage.coach(&say::resume());
    assert_eq!(stage.mode(), &Mode::sorting(), "no thing and no place in hand");
    stage.coach(&say::clarify("lamp"));
    stage.coach(&Command::Describe {
        response: s("So."),
        describing_item: None,
        spatial_refs: all(&["the desk"]),
        physical_traits: all(&["green"]),
    });
    stage.person(&say("Ah."));
    stage.coach(&say::resume());
    stage.coach(&say::clarify("lamp"));
    assert_eq!(stage.mode(), &clarifying(), "what was known of it is dropped");
    stage.coach(&say::resume());
    stage.coach(&say::sort());
    stage.person(&Command::Stop);
    stage.coach(&Command::SumUp { response: s("So."), session_summary: Some(s("A lot.")), next_time: None });
    stage.person(&say::resume());
    stage.coach(&Command::TimeToWrap);
    assert_eq!(stage.mode(), &winding(false), "neither the summary nor the person's wish");
}

#[test]
fn y1_what_is_proposed_is_dropped_on_leaving() {
    let mut stage = Stage::proposed();
    stage.person(&Command::Stop);
    stage.person(&Command::EndSession);
    assert_eq!(Tidying::deadline(stage.state()), None);
    let mut stage = Stage::proposed();
    stage.person(&Command::Stuck);
    assert_eq!((stage.state().proposal(), Tidying::deadline(stage.state())), (None, None));
    stage.coach(&say::resume());
    assert_eq!(stage.mode(), &Mode::sorting());
}

#[test]
fn y1_every_change_of_mode_is_an_exit_of_the_card() {
    let visited: Vec<Stage> = super::situations::situations().into_iter().map(|it| it.stage).collect();
    let mut seen = Vec::new();
    for stage in &visited {
        let commands = say::of_coach().into_iter().map(|it| (COACH, it.1));
        for (seat, command) in commands.chain(say::of_person().into_iter().map(|it| (PERSON, it.1))) {
            let mut stage = stage.clone();
            let Ok(events) = stage.by(seat, &command) else { continue };
            for (from, to) in every!(events, Event::ModeChanged { from, to, .. } => (*from, *to)) {
                let card = &Tidying::PHASES[from as usize];
                let exit = Tidying::PHASES[to as usize].name;
                assert!(card.exits.contains(&exit), "{from:?} to {to:?} by {command:?}");
                seen.push((from, to));
            }
        }
    }
    for card in Tidying::PHASES {
        for exit in card.exits.iter().filter(|exit| **exit != "ENDED") {
            let taken = |(from, to): &(PhaseName, PhaseName)| {
                Tidying::PHASES[*from as usize].name == card.name
                    && Tidying::PHASES[*to as usize].name == *exit
            };
            assert!(seen.iter().any(taken), "{} to {exit} is never taken", card.name);
        }
    }
}

#[test]
fn y1_the_session_knows_when_it_began_through_every_mode() {
    let moment = Moment { time: TableTime(0), at: 1_700_000_000_000 };
    let mut draft = Draft::new(State::default(), 0, moment, DiceBox::new(Seed(3), Tidying::NAME));
    Tidying::open(&mut draft, &seats().into(), &setup()).expect("a legal setup");
    let mut stage = Stage::surveying();
    stage.game.state = draft.finish().0;
    for command in [Command::BeginSorting(Box::default()), say::stuck("it"), say::resume(), say::sort()] {
        assert_eq!(stage.view().begun_at, 1_700_000_000_000);
        stage.coach(&command);
    }
    assert_eq!(stage.view().begun_at, 1_700_000_000_000);
}

/// The coach goes to and fro until it has changed the mode so often since the person spoke.
fn wander(mut stage: Stage, breaks: u8) -> Stage {
    while stage.state().breaks < breaks {
        let (sorts, before) = (stage.phase() == PhaseName::Sorting, stage.state().breaks);
        stage.coach(&if sorts { say::clarify("lamp") } else { say::resume() });
        assert!(stage.state().breaks > before, "each change counts");
    }
    stage
}

/// Sorting, and the next change of mode is one too many.
fn on_the_brink() -> Stage {
    let begun = if BREAKS_MAX.is_multiple_of(2) { Stage::sorting() } else { rich() };
    let stage = wander(begun, BREAKS_MAX - 1);
    assert_eq!((stage.phase(), stage.floor()), (PhaseName::Sorting, Floor::Coach));
    stage
}

#[test]
fn y3_breaks_are_bounded_and_then_the_person_has_the_word() {
    let mut stage = rich();
    for at in 0..BREAKS_MAX {
        assert_eq!((stage.floor(), stage.state().breaks), (Floor::Coach, at));
        assert_eq!(stage.state().said, Some(said()), "not lost before it is answered");
        let told = stage.game.told.len();
        stage = wander(stage, at + 1);
        let events: Vec<&Event> = stage.game.told[told..].iter().map(|told| &told.event).collect();
        let settled = every!(events, Event::TurnSettled {} => ()).len();
        assert_eq!(settled, usize::from(at + 1 == BREAKS_MAX), "{at}");
    }
    assert_eq!((stage.floor(), BREAKS_MAX <= 6), (Floor::Person, true));
    let words = if stage.tools(PERSON).contains(&"say") { say("And?") } else { say::write("And?") };
    stage.person(&words);
    assert_eq!((stage.state().breaks, stage.floor()), (0, Floor::Coach), "and it begins anew");
    stage = wander(stage, 1);
    assert_eq!(stage.floor(), Floor::Coach);
}

#[test]
fn y3_a_settled_turn_is_told_and_its_word_is_the_rules_own() {
    let mut stage = on_the_brink();
    let events = stage.coach(&say::clarify("lamp"));
    let said = every!(events, Event::CoachSaid { response, auto } => (response.as_str(), *auto));
    assert_eq!(said.len(), 1);
    assert!(said[0].1, "not dressed as the coach's");
    assert!(stage.words(&events).contains("the word is yours"), "{}", stage.words(&events));
}

#[test]
fn y3_a_turn_can_be_settled_in_every_mode() {
    for last in [say::clarify("lamp"), say::stuck("lamp"), Command::TimeToWrap] {
        let mut stage = on_the_brink();
        stage.coach(&last);
        assert_eq!((stage.floor(), stage.state().breaks), (Floor::Person, BREAKS_MAX), "{last:?}");
    }
    let begun = if BREAKS_MAX.is_multiple_of(2) { rich() } else { Stage::sorting() };
    let stage = wander(begun, BREAKS_MAX);
    assert_eq!((stage.phase(), stage.floor()), (PhaseName::Sorting, Floor::Person));
    assert!(stage.state().proposal().is_some(), "something waits, so there are choices");
}

#[test]
fn y3_putting_things_aside_by_itself_gives_the_coach_no_more_breaks() {
    let mut stage = rich();
    stage.coach(&say::clarify("lamp"));
    stage.coach(&Command::SkipItem);
    assert_eq!((stage.floor(), stage.state().breaks), (Floor::Coach, 2));
}

#[test]
fn y3_a_word_of_the_coach_ends_its_turn_however_many_breaks_there_were() {
    let mut stage = on_the_brink();
    let events = stage.coach(&say::propose("vase"));
    assert!(every!(events, Event::TurnSettled {} => ()).is_empty());
    assert_eq!(stage.state().proposal().map(|it| it.item), Some(stage.item("vase").id));
}

#[test]
fn y3_a_decision_of_the_person_lets_the_coach_move_again() {
    let mut stage = on_the_brink();
    stage.coach(&say::propose("vase"));
    stage.person(&say::choose(1));
    assert_eq!(stage.state().breaks, 0);
    let events = stage.coach(&say::clarify("lamp"));
    assert!(every!(events, Event::TurnSettled {} => ()).is_empty());
    stage.coach(&say::describe());
    stage.person(&Command::Undo);
    assert_eq!(stage.state().breaks, 0);
}

#[test]
fn y3_what_was_said_is_gone_once_the_coach_has_answered() {
    let answers = [
        (vec![], say::sort()),
        (vec![], say::propose("lamp")),
        (vec![say::clarify("lamp")], say::describe()),
        (vec![say::stuck("lamp")], say::reframe()),
        (vec![Command::TimeToWrap], say::sum_up()),
    ];
    for (way, answer) in answers {
        let mut stage = rich();
        for step in &way {
            stage.coach(step);
        }
        stage.coach(&say::note(&["something else"]));
        assert_eq!(stage.state().said, Some(said()), "noting is no answer");
        stage.coach(&answer);
        assert_eq!((&stage.state().said, &stage.view().said), (&None, &None), "{answer:?}");
        assert_eq!(stage.floor(), Floor::Person, "{answer:?}");
    }
}

#[test]
fn y3_a_stop_while_the_coach_thinks_keeps_the_earlier_message_and_its_photos() {
    let mut stage = rich();
    stage.person(&Command::Stop);
    let kept = stage.state().said.clone().expect("both");
    assert_eq!(kept.text, "Have a look at these.\nI'm done.");
    assert_eq!(kept.photos, [photo(1), photo(2)]);
    assert_eq!(stage.view().said, Some(kept));
}

#[test]
fn y3_photos_alone_are_a_message_that_goes_along() {
    let mut stage = Stage::seeing().and_coach(&say::survey()).and_photos(1..=1);
    stage.person(&say("  "));
    let alone = Some(Said { text: String::new(), photos: vec![photo(1)] });
    assert_eq!(stage.state().said, alone);
    stage.coach(&Command::BeginSorting(Box::default()));
    assert_eq!(stage.state().said, alone);
    stage.person(&Command::Stop);
    assert_eq!(stage.state().said.as_ref().map(|said| said.text.as_str()), Some("I'm done."));
    assert_eq!(stage.state().said.as_ref().map(|said| said.photos.len()), Some(1));
}

#[test]
fn y3_what_the_person_does_by_tapping_is_in_words_for_the_new_mode() {
    for (stage, command, words) in [
        (Stage::proposed(), Command::WhatsThat, "What is that: the lamp?"),
        (Stage::proposed(), Command::Stuck, "I'm stuck: the lamp."),
        (Stage::sorted(), Command::Stuck, "I'm stuck: where to begin."),
        (Stage::clarified(), Command::Stuck, "I'm stuck: the lamp."),
        (Stage::supported(), Command::Yes, "Yes."),
        (Stage::supported(), Command::No, "No."),
        (Stage::wound(), say::resume(), "Let's go on."),
        (Stage::sorted(), Command::Stop, "I'm done."),
    ] {
        let stage = stage.and_photos(1..=1).and_person(&command);
        let said = stage.state().said.clone().expect("words");
        assert_eq!((said.text.as_str(), said.photos.as_slice()), (words, &[photo(1)][..]), "{command:?}");
        assert_eq!(stage.floor(), Floor::Coach, "{command:?}");
    }
}

#[test]
fn y3_the_coach_brings_a_decision_from_decision_support_after_words_of_the_person() {
    let mut stage = Stage::supporting();
    let no = stage.coach_no(&say::resume_with(Verb::Trash));
    assert_eq!(code(&no), "not-offered", "they spoke before, and not of this");
    stage.person(&say("I do not like it."));
    let no = stage.coach_no(&say::resume_with(Verb::Trash));
    assert_eq!(code(&no), "not-offered", "they were not asked yet");
    stage.coach(&say::reframe());
    stage.person(&say("Out with it."));
    let no = stage.coach_no(&say::resume_with(Verb::NeedInfo));
    assert_eq!(code(&no), "not-offered", "that decides nothing");
    let far = Command::ResumeSorting {
        decision: Some(Verb::Place),
        place: Some("x".repeat(61)),
        response: None,
        then: vec![],
    };
    assert_eq!(code(&stage.coach_no(&far)), "not-offered");
    let events = stage.coach(&say::resume_with(Verb::Trash));
    assert_eq!(every!(events, Event::ItemDecided { by, .. } => *by), [Decider::Coach]);
    assert_eq!(stage.pile("lamp"), &Pile::Out { way: Way::Trash });
    assert_eq!(stage.mode(), &Mode::sorting());
}

#[test]
fn y3_every_decision_in_words_lands_on_its_pile() {
    let belongs = |at: &str| Pile::Belongs { at: s(at) };
    for (verb, place, pile) in [
        (Verb::Place, Some("the hall"), belongs("the hall")),
        (Verb::Place, None, belongs("here")),
        (Verb::Trash, None, Pile::Out { way: Way::Trash }),
        (Verb::Donate, None, Pile::Out { way: Way::Donate }),
        (Verb::Recycle, None, Pile::Out { way: Way::Recycle }),
        (Verb::Skip, None, Pile::Unsure),
    ] {
        let mut stage = Stage::supported().and_person(&Command::Yes);
        stage.coach(&Command::ResumeSorting {
            decision: Some(verb),
            place: place.map(s),
            response: None,
            then: vec![],
        });
        assert_eq!(stage.pile("lamp"), &pile);
        assert_eq!(stage.state().processed(), 1);
    }
}

#[test]
fn y3_clarifying_brings_no_decision_back() {
    let mut stage = Stage::clarified().and_person(&say("Ah, that one. Out with it."));
    assert_eq!(code(&stage.coach_no(&say::resume_with(Verb::Trash))), "not-offered");
    stage.coach(&say::resume());
    assert_eq!(stage.pile("lamp"), &Pile::Waiting, "it is still to be decided");
}

#[test]
fn y3_words_while_the_coach_thinks_are_added_to_those_before() {
    let mut stage = rich();
    stage.person(&say("And there is more."));
    let both = "Have a look at these.\nAnd there is more.";
    assert_eq!(stage.state().said.as_ref().map(|said| said.text.as_str()), Some(both));
    assert_eq!(stage.state().said.as_ref().map(|said| said.photos.len()), Some(2));
    stage.coach(&say::clarify("lamp"));
    stage.person(&say("Well?"));
    stage.coach(&say::describe());
    assert_eq!(stage.state().said, None);
}

#[test]
fn y3_what_waits_for_an_answer_is_bounded() {
    let mut stage = Stage::surveyed().and_person(&say(&"x".repeat(1_000)));
    for _ in 0..2 {
        stage.person(&say(&"y".repeat(1_000)));
    }
    assert!(
        !stage.tools(PERSON).contains(&"say"),
        "a line break between each, and no place for a thousand more"
    );
    assert_eq!(code(&stage.person_no(&say("more"))), "not-offered");
    stage.coach(&say::survey());
    stage.person(&say("more"));
    assert_eq!(stage.state().said.as_ref().map(|said| said.text.as_str()), Some("more"));
}

#[test]
fn y3_nothing_in_hand_is_nothing_to_decide() {
    let mut stage = Stage::sorting().and_coach(&say::stuck("all of it")).and_coach(&say::reframe());
    stage.person(&say("Throw it all away."));
    assert_eq!(code(&stage.coach_no(&say::resume_with(Verb::Trash))), "not-offered");
    let mut stage = Stage::wound().and_person(&say("Hm."));
    assert_eq!(code(&stage.coach_no(&say::resume_with(Verb::Trash))), "not-offered");
}
