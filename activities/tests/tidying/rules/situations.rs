//! Y2: who may do what in which mode, with whichever word.

use engine::{Actor, Machine, Put, Refusal, SeatId};
use tidying::{Command, CommandName, Decision, Event, Rejection, Tidying};
use tidying::{Floor, ItemId, PhaseName, Pile};

use super::say::{self, photo, s, say};
use super::stage::{COACH, PERSON, Stage, code, every, sorted};

/// Where a session can stand: what it is called, the stage, and what the person and the coach may do there.
pub(crate) struct Situation {
    pub(crate) name: &'static str,
    pub(crate) stage: Stage,
    pub(crate) person: Vec<&'static str>,
    pub(crate) coach: Vec<&'static str>,
}

/// Every situation that there is. Nothing was decided and no photo was added, but where the pile is full.
pub(crate) fn situations() -> Vec<Situation> {
    let situation = |name, stage, person: &[&'static str], coach: &[&'static str]| Situation {
        name,
        stage,
        person: sorted(person.to_vec()),
        coach: sorted(coach.to_vec()),
    };
    let waits = ["stop", "end_session"];
    let undoes = ["stop", "end_session", "undo"];
    let thinks = ["say", "stop", "end_session"];
    let exits = ["need_to_clarify", "user_seems_stuck", "time_to_wrap"];
    let with = |some: &[&'static str], more: &[&'static str]| [some, more].concat();
    let surveys = ["note_items", "ask_space_function", "survey", "begin_sorting"];
    let sorts = with(&["note_items", "propose_disposition", "sort"], &exits);
    vec![
        situation("surveying, the coach", Stage::surveying(), &thinks, &surveys),
        situation("surveying, the person", Stage::surveyed(), &with(&["say"], &waits), &[]),
        situation(
            "the function is asked",
            Stage::asked_function(),
            &with(&["choose_function", "say"], &waits),
            &[],
        ),
        situation("sorting, the coach", Stage::sorting(), &thinks, &sorts),
        situation("sorting, the person", Stage::sorted(), &with(&["say", "stuck"], &waits), &[]),
        situation(
            "a proposal",
            Stage::proposed(),
            &with(&["choose", "write", "skip", "whats_that", "stuck"], &waits),
            &[],
        ),
        situation(
            "what was half said is asked back",
            Stage::proposed().and_person(&say::write("bin it, she said")),
            &with(&["yes", "no", "say", "stuck"], &waits),
            &[],
        ),
        situation(
            "a full pile, the coach",
            Stage::unsure(&super::stage::FIVE),
            &with(&["say"], &undoes),
            &with(&["note_items", "offer_split"], &exits),
        ),
        situation(
            "a split is offered",
            Stage::offered(),
            &with(&["split", "keep_whole", "say"], &undoes),
            &[],
        ),
        situation("a split pile, the coach", Stage::split(), &with(&["say"], &undoes), &sorts),
        situation(
            "clarifying, the coach",
            Stage::clarifying(),
            &thinks,
            &["note_items", "describe", "resume_sorting", "skip_item"],
        ),
        situation(
            "clarifying, the person",
            Stage::clarified(),
            &with(&["say", "skip", "stuck"], &waits),
            &[],
        ),
        situation(
            "decision support, the coach",
            Stage::supporting(),
            &thinks,
            &["note_items", "reframe", "resume_sorting"],
        ),
        situation(
            "decision support, the person",
            Stage::supported(),
            &with(&["say", "yes", "no", "skip"], &waits),
            &[],
        ),
        situation(
            "decision support about no thing",
            Stage::sorting().and_coach(&say::stuck("all of it")).and_coach(&say::reframe()),
            &with(&["say", "yes", "no"], &waits),
            &[],
        ),
        situation(
            "winding down, the coach",
            Stage::winding(),
            &["say", "end_session"],
            &["note_items", "sum_up", "resume_sorting"],
        ),
        situation("winding down, the person", Stage::wound(), &["say", "resume_sorting", "end_session"], &[]),
        situation(
            "winding down as the person wants",
            Stage::sorted().and_person(&Command::Stop),
            &["say", "end_session"],
            &["note_items", "sum_up", "resume_sorting", "end_session"],
        ),
    ]
}

#[test]
fn y2_each_mode_offers_its_own_tools_and_no_others() {
    for Situation { name, stage, person, coach } in situations() {
        assert_eq!(stage.tools(PERSON), person, "{name}");
        assert_eq!(stage.tools(COACH), coach, "{name}");
        let card = Tidying::PHASES.iter().find(|card| card.name == Tidying::phase(stage.state())).unwrap();
        assert!(person.iter().chain(&coach).all(|tool| card.tools.contains(tool)), "{name}: {card:?}");
    }
}

#[test]
fn y2_every_tool_of_a_mode_is_accepted_there_and_every_other_is_rejected_with_the_legal_ones() {
    for Situation { name, stage, person, coach } in situations() {
        for (seat, legal, commands) in [(PERSON, &person, say::of_person()), (COACH, &coach, say::of_coach())]
        {
            for (tool, command) in commands {
                let mut stage = stage.clone();
                if name == "a split pile, the coach"
                    && ["propose_disposition", "need_to_clarify"].contains(&tool)
                {
                    // The lamp is not of the kind at hand: that is Y9's.
                    assert_eq!(code(&stage.coach_no(&command)), "not-offered", "{name}: {tool}");
                } else if legal.contains(&tool) {
                    let told = stage.by(seat, &command);
                    assert!(told.is_ok_and(|events| !events.is_empty()), "{name}: {tool} belongs here");
                } else {
                    let no = stage.refused(Actor::Seat(seat), &command);
                    check_refusal(name, tool, legal, &no);
                }
            }
        }
    }
}

/// The refusal names the tool and what is legal; a seat that is not asked is told that it is not its turn.
fn check_refusal(name: &str, tool: &str, legal: &[&'static str], no: &Refusal) {
    if legal.is_empty() {
        assert_eq!(code(no), "not-yours", "{name}: {tool}");
        return;
    }
    assert_eq!(code(no), "not-offered", "{name}: {tool}");
    let (tried, named) =
        no.message.split_once(" cannot answer this; legal now: ").expect("it says what is legal");
    let mut named: Vec<&str> = named.split(", ").collect();
    named.sort_unstable();
    assert_eq!((tried, named), (format!("{tool:?}").as_str(), sorted(legal.to_vec())), "{name}");
}

#[test]
fn y2_commands_of_the_other_seat_are_rejected_though_their_tool_has_the_same_word() {
    for Situation { name, stage, .. } in situations() {
        let of_coach =
            say::of_coach().into_iter().filter(|(tool, _)| !["resume_sorting", "end_session"].contains(tool));
        for (tool, command) in of_coach {
            let no = stage.clone().person_no(&command);
            assert_eq!(code(&no), "not-offered", "{name}: {tool}");
        }
        let of_person = say::of_person()
            .into_iter()
            .filter(|(tool, _)| !["resume_sorting", "end_session"].contains(tool));
        for (tool, command) in of_person {
            let no = stage.clone().coach_no(&command);
            assert!(["not-offered", "not-yours"].contains(&code(&no)), "{name}: {tool}");
        }
    }
}

#[test]
fn y2_what_was_decided_can_be_undone_and_photos_deleted_whoever_has_the_word() {
    for Situation { name, mut stage, person, .. } in situations() {
        if !person.contains(&"undo") {
            assert!(!stage.tools(PERSON).contains(&"undo"), "{name}");
            let (item, from) = (ItemId(1), Pile::Waiting);
            if stage.state().items.is_empty() {
                let items = vec![super::bounds::item(1, "a hat")];
                stage.game.happen([Event::ItemsNoted { items }]);
            }
            stage.game.state.history.push(Decision { item, from, proposal: None, group: None });
            assert!(stage.tools(PERSON).contains(&"undo"), "{name}");
        }
        assert!(!stage.tools(PERSON).contains(&"delete_photos"), "{name}");
        stage.photo(photo(1)).expect("a photo can always come");
        assert!(stage.tools(PERSON).contains(&"delete_photos"), "{name}");
        stage.clone().person(&Command::DeletePhotos);
        stage.person(&Command::Undo);
        assert_eq!(stage.phase(), PhaseName::Sorting, "{name}");
    }
}

#[test]
fn y2_nobody_else_is_at_the_table() {
    for Situation { name, stage, .. } in situations() {
        let commands = say::of_coach().into_iter().chain(say::of_person());
        for (tool, command) in commands {
            let mut stage = stage.clone();
            let no = stage.refused(Actor::Seat(SeatId::at(2)), &command);
            assert_eq!(code(&no), "not-yours", "{name}: {tool}");
            for actor in [Actor::Host, Actor::Clock] {
                assert_eq!(code(&stage.refused(actor, &command)), "not-yours", "{name}: {tool}");
            }
        }
    }
}

#[test]
fn y2_commands_of_the_host_and_of_the_clock_are_theirs_alone() {
    for Situation { name, mut stage, .. } in situations() {
        let add = Command::AddPhoto { seat: PERSON, photo: photo(1) };
        let answer = Put::AnswerFor { seat: PERSON, reason: s("gone") };
        for actor in [Actor::Seat(PERSON), Actor::Seat(COACH), Actor::Clock] {
            let no = stage.refused(actor, &add);
            assert_eq!(no, Refusal::of(&Rejection::NotYours("the host")), "{name}");
            assert_eq!(stage.turned_back(actor, &answer), "not-yours", "{name}");
        }
        for actor in [Actor::Seat(PERSON), Actor::Seat(COACH), Actor::Host] {
            assert_eq!(stage.turned_back(actor, &Put::TimeUp), "not-yours", "{name}");
        }
    }
}

#[test]
fn y2_the_person_brings_no_decision_along_when_they_go_on() {
    let mut stage = Stage::wound();
    let no = stage.person_no(&say::resume_with(tidying::Verb::Trash));
    assert_eq!(code(&no), "not-offered");
    assert!(no.message.contains("no field \"decision\""), "{no}");
}

#[test]
fn y2_after_the_end_nothing_is_legal() {
    let mut stage = Stage::wound().and_person(&Command::EndSession);
    assert!(Tidying::asks(stage.state()).is_empty());
    for (seat, commands) in [(PERSON, say::of_person()), (COACH, say::of_coach())] {
        for (_, command) in commands {
            assert_eq!(code(&stage.refused(Actor::Seat(seat), &command)), "over");
        }
    }
    let add = Command::AddPhoto { seat: PERSON, photo: photo(1) };
    assert_eq!(stage.refused(Actor::Host, &add), Refusal::of(&Rejection::Over));
    assert_eq!(stage.turned_back(Actor::Clock, &Put::TimeUp), "over");
    let answer = Put::AnswerFor { seat: PERSON, reason: s("gone") };
    assert_eq!(stage.turned_back(Actor::Host, &answer), "over");
}

#[test]
fn y2_only_one_question_waits_and_the_person_always_has_one() {
    for Situation { name, stage, .. } in situations() {
        let asks = Tidying::asks(stage.state());
        let waiting: Vec<SeatId> = asks.iter().filter(|ask| !ask.answered).map(|ask| ask.seat).collect();
        let asked = if stage.floor() == Floor::Coach { COACH } else { PERSON };
        assert_eq!(waiting, [asked], "{name}");
        let person = asks.iter().find(|ask| ask.seat == PERSON).expect("the person has a question");
        assert!(person.question.tools.contains(&CommandName::EndSession), "{name}");
        assert!(asks.iter().all(|ask| ask.id == asks[0].id), "{name}");
    }
}

#[test]
fn y2_every_word_of_the_coach_makes_the_next_question_another_one() {
    for Situation { name, mut stage, coach, .. } in situations() {
        let before = stage.state().serial;
        for tool in ["survey", "sort", "describe", "reframe", "sum_up", "offer_split"] {
            if !coach.contains(&tool) {
                continue;
            }
            let (_, command) = say::of_coach().into_iter().find(|(name, _)| *name == tool).unwrap();
            let events = stage.clone().and_coach(&command);
            assert!(events.state().serial > before, "{name}: {tool}");
            assert_eq!(events.floor(), Floor::Person, "{name}: {tool}");
            assert!(!every!(stage.coach(&command), Event::CoachSaid { auto: false, .. } => ()).is_empty());
            break;
        }
    }
}

#[test]
fn y2_the_coach_notes_things_a_few_times_a_turn_and_then_must_do_something() {
    let mut stage = Stage::sorting();
    for number in 0..6 {
        assert!(stage.tools(COACH).contains(&"note_items"), "{number}");
        stage.coach(&say::note(&[&format!("thing {number}")]));
    }
    assert!(!stage.tools(COACH).contains(&"note_items"));
    assert_eq!(code(&stage.coach_no(&say::note(&["one more"]))), "not-offered");
    stage.coach(&say::sort());
    stage.person(&say("And?"));
    assert!(stage.tools(COACH).contains(&"note_items"), "a new turn");
}

#[test]
fn y2_words_that_were_cut_off_stand_where_they_are_all_that_was_said() {
    for (tool, at) in [
        ("survey", Stage::surveying()),
        ("sort", Stage::sorting()),
        ("describe", Stage::clarifying()),
        ("reframe", Stage::supporting()),
        ("sum_up", Stage::winding()),
    ] {
        let ask = at.asked();
        let command = Tidying::cut_off(&ask, tool, "  Half a sent ").expect("it stands");
        let mut stage = at.clone();
        let events = stage.coach(&command);
        assert_eq!(every!(events, Event::CoachSaid { response, .. } => response.as_str()), ["Half a sent"]);
        assert_eq!(Tidying::cut_off(&ask, tool, "  "), None, "{tool}: no words are no answer");
    }
    let ask = Stage::sorting().asked();
    for tool in ["propose_disposition", "offer_split", "ask_space_function", "end_session", "say"] {
        assert_eq!(Tidying::cut_off(&ask, tool, "Half"), None, "{tool}");
    }
}

#[test]
fn y2_only_people_take_the_session_back() {
    let stage = Stage::sorting();
    assert!(Tidying::may_rewind(stage.state(), Actor::Seat(PERSON)).is_ok());
    assert!(Tidying::may_rewind(stage.state(), Actor::Host).is_ok());
    for actor in [Actor::Seat(COACH), Actor::Clock, Actor::Seat(SeatId::at(5))] {
        let no = Tidying::may_rewind(stage.state(), actor).unwrap_err();
        assert_eq!(no.code, "not-yours");
    }
}
