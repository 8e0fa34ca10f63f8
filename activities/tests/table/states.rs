//! T1 to T4 and T7: the states, who changes them, what is said, and what rests.

use std::collections::BTreeSet;

use engine::{Actor, Audience, Gate, Machine, Outer, Reason, Seat, SeatId, SeatSet, Viewer};
use protocol::table::{TableState, Tally};
use table::{
    Command, Earlier, Event, FeedbackKind, Phase, Rejection, SessionVerb, Setup, Since, Table, system_prompt,
};

use super::*;

#[test]
fn t1_every_change_from_every_state_by_every_word() {
    for from in TableState::ALL {
        for verb in SessionVerb::ALL {
            let mut table = table_in(from);
            let before = table.clone();
            let result = act(&mut table, ADA, set(verb), NOON + 5);
            let to = verb.target();
            if from == to {
                assert_eq!(result.map(|_| ()), Err(Rejection::Already(from)), "{from:?} {verb:?}");
                assert_eq!(table, before, "a word that changes nothing changes nothing");
                continue;
            }
            let told = result.expect("from any state to any state");
            let change = Event::StateChanged { from, to, at: NOON + 5, by: ADA, earlier: None };
            assert_eq!(told.iter().map(|told| &told.event).collect::<Vec<_>>(), [&change]);
            assert_eq!(told[0].audience, Audience::Public);
            assert_eq!(table.table_state(), to);
            assert_eq!(table.since(), Since { at: NOON + 5, by: ADA });
            assert_eq!(Table::phase(&table), to.name());
        }
    }
}

#[test]
fn t1_the_words_of_session_and_their_targets() {
    let targets = SessionVerb::ALL.map(|verb| (verb.name(), verb.target().name()));
    assert_eq!(
        targets,
        [
            ("start", "ACTIVE"),
            ("zero", "SESSION_ZERO"),
            ("pause", "PAUSED"),
            ("resume", "ACTIVE"),
            ("end", "DEBRIEF"),
            ("close", "IDLE"),
        ]
    );
}

#[test]
fn t1_the_present_state_again_says_so() {
    let mut table = table_in(TableState::Paused);
    let rejection = act(&mut table, BEN, set(SessionVerb::Pause), NOON).expect_err("it is paused");
    assert_eq!(rejection.code(), "already");
    assert_eq!(rejection.to_string(), "the table is PAUSED already: nothing was changed");
}

#[test]
fn t1_who_may_change_the_state() {
    let only = |stewards| Setup { stewards, ..setup() };
    let ada = SeatSet::only(SeatId::at(0));
    for (stewards, by, expected) in [
        (None, ADA, Ok(())),
        (None, BEN, Ok(())),
        (None, Actor::Host, Ok(())),
        (None, HOUSE, Err("seat 3 is held by no person, and the table listens to people alone")),
        (None, MODEL, Err("seat 4 is held by no person, and the table listens to people alone")),
        (None, NOBODY, Err("there is no seat 5 at this table")),
        (None, Actor::Clock, Err("the table has no deadline, and the clock has no say at it")),
        (Some(ada), ADA, Ok(())),
        (Some(ada), BEN, Err("only Ada and the host may change the table's state: ask there")),
        (Some(ada), Actor::Host, Ok(())),
        (Some(SeatSet::EMPTY), ADA, Err("only the host may change the table's state: ask there")),
        (Some(SeatSet::EMPTY), Actor::Host, Ok(())),
    ] {
        let (mut table, _) = open(&seats(), &only(stewards)).expect("a sound setup");
        let before = table.clone();
        let result = act(&mut table, by, set(SessionVerb::Start), NOON);
        assert_eq!(
            result.map(|_| ()).map_err(|rejection| rejection.to_string()),
            expected.map_err(str::to_owned),
            "{stewards:?} {by}"
        );
        assert_eq!(table == before, expected.is_err(), "{stewards:?} {by}");
    }
}

#[test]
fn t2_twenty_changes_twenty_messages() {
    let mut messages = BTreeSet::new();
    for from in TableState::ALL {
        for to in TableState::ALL.into_iter().filter(|to| *to != from) {
            let mut table = table_in(from);
            let told = act(&mut table, ADA, set(verb_to(to)), NOON).expect("from any state to any state");
            let words = words(&table, &told);
            assert_eq!(words.len(), 1, "{from:?} {to:?}");
            assert!(words[0].len() > 40 && !words[0].contains('!'), "{from:?} {to:?}: {}", words[0]);
            messages.extend(words);
        }
    }
    assert_eq!(messages.len(), 20);
}

#[test]
fn t2_a_break_ends_with_the_same_welcome_for_start_and_resume() {
    let welcome = |verb| {
        let mut table = table_in(TableState::Paused);
        let told = act(&mut table, ADA, set(verb), NOON).expect("it is paused");
        words(&table, &told)
    };
    assert_eq!(welcome(SessionVerb::Start), welcome(SessionVerb::Resume));
    assert!(welcome(SessionVerb::Resume)[0].starts_with("Welcome back."));
}

#[test]
fn t2_a_session_that_follows_another_opens_with_a_recap() {
    let mut table = table_in(TableState::Idle);
    let mut opening = |verbs: &[SessionVerb]| {
        let mut last = Vec::new();
        for verb in verbs {
            let told = act(&mut table, Actor::Host, set(*verb), NOON).expect("each changes something");
            last = words(&table, &told);
        }
        last.concat()
    };
    use SessionVerb::{Close, End, Pause, Start, Zero};
    let first = "The lamps are lit and the chairs are drawn up. The session begins.";
    // Preparing, a break and a look back are no session: nothing was played that could be told again.
    assert_eq!(opening(&[Zero, Pause, End, Close, Start]), first);
    assert_eq!(
        opening(&[End, Close, Start]),
        "Session 2 begins; the last one was closed at 2024-01-01T12:00:00Z. Where did we leave off? /recap tells it, or somebody who remembers."
    );
    // A break is not the end of a session, and neither is a look back that play follows.
    assert!(opening(&[Pause, Start, End, Start, Close, Start]).starts_with("Session 3 begins;"));
    // Preparing after a session is still no session.
    assert!(opening(&[Close, Zero, Close, Start]).starts_with("Session 4 begins;"));
}

#[test]
fn t2_the_message_comes_from_the_event_alone() {
    let earlier = Some(Earlier { sessions: 4, closed_at: 0 });
    let event =
        Event::StateChanged { from: TableState::Idle, to: TableState::Active, at: NOON, by: ADA, earlier };
    let fresh = Table::telling(&table_in(TableState::Idle), &event);
    assert_eq!(fresh, Table::telling(&table_in(TableState::Debrief), &event));
    assert!(fresh.expect("a message").text.starts_with("Session 5 begins;"));
}

#[test]
fn t3_a_table_opens_idle_and_tells_what_it_was_opened_with() {
    let (table, told) = open(&seats(), &setup()).expect("a sound setup");
    assert_eq!(table.phase, Phase::Idle { since: Since { at: NOON, by: Actor::Host } });
    let people = SeatSet::first(2);
    let opened = Event::TableOpened {
        title: "Friday".to_owned(),
        seats: seats().into(),
        seed_hash: engine::Seed(7).promise(None),
        stewards: people,
        open_seats: OpenSeats::default(),
        language: protocol::table::Language::default(),
        budget: engine::Budget::default(),
        at: NOON,
    };
    assert_eq!(told.iter().map(|told| &told.event).collect::<Vec<_>>(), [&opened]);
    assert_eq!(words(&table, &told), ["Friday: Ada, Ben, Cleo and Dot at the table."]);
}

#[test]
fn t3_all_faults_of_a_setup_are_named_at_once() {
    let mut seats = seats();
    seats[1] = Seat { name: "Ada".to_owned(), ..seats[1].clone() };
    let stewards = Some([0, 2, 8].map(SeatId::at).into_iter().collect());
    let setup = Setup {
        title: "\u{7}".repeat(65),
        stewards,
        open_seats: OpenSeats::default(),
        language: protocol::table::Language::default(),
        budget: engine::Budget::default(),
    };
    let faults = open(&seats, &setup).map(|_| ()).expect_err("five faults");
    assert_eq!(
        faults.iter().map(ToString::to_string).collect::<Vec<_>>(),
        [
            "seats[1].name: \"Ada\" is taken by seats[0]: choose another",
            "title: 65 characters: give 1 to 64",
            "title: holds a control character: use letters, digits and signs",
            "stewards: seat 3 is held by house:calm: name seats that people hold",
            "stewards: there is no seat 9: name seats from 1 to 4",
        ]
    );
    for (title, sound) in
        [("", false), ("  ", false), ("x", true), (&"ü".repeat(64), true), (&"ü".repeat(65), false)]
    {
        let setup = Setup {
            title: title.to_owned(),
            stewards: None,
            open_seats: OpenSeats::default(),
            language: protocol::table::Language::default(),
            budget: engine::Budget::default(),
        };
        assert_eq!(open(&super::seats(), &setup).is_ok(), sound, "{title:?}");
    }
}

#[test]
fn t4_gate_passes_while_live_and_else_drops_people_and_holds_the_rest() {
    for state in TableState::ALL {
        let table = table_in(state);
        let live = matches!(state, TableState::Active | TableState::SessionZero);
        assert_eq!(Table::live(&table), live, "{state:?}");
        for by in [Actor::Host, Actor::Clock, HOUSE, MODEL] {
            assert_eq!(Table::gate(&table, by), if live { Gate::Pass } else { Gate::Hold }, "{state:?} {by}");
        }
        for by in [ADA, BEN] {
            match Table::gate(&table, by) {
                Gate::Pass => assert!(live, "{state:?} {by}"),
                Gate::Drop(why) => {
                    assert!(!live && why.contains(state.name()) && why.contains("/session "), "{why}");
                }
                Gate::Hold => panic!("{state:?} {by}: a person is told, not kept waiting"),
            }
        }
    }
}

#[test]
fn t4_feedback_is_kept_in_debrief_alone_and_answered_briefly() {
    let feedback = |kind| Command::GiveFeedback { text: "the heist".to_owned(), kind };
    for state in TableState::ALL.into_iter().filter(|state| *state != TableState::Debrief) {
        let mut table = table_in(state);
        let result = act(&mut table, ADA, feedback(FeedbackKind::Plain), NOON).map(|_| ());
        assert_eq!(result, Err(Rejection::NotDebrief(state)));
    }
    for (kind, thanks) in [
        (FeedbackKind::Star, "Noted as a star, thank you."),
        (FeedbackKind::Wish, "Noted as a wish, thank you."),
        (FeedbackKind::Plain, "Noted, thank you."),
    ] {
        let mut table = table_in(TableState::Debrief);
        let told = act(&mut table, ADA, feedback(kind), NOON).expect("it is debrief");
        let player_id = SeatId::at(0);
        assert_eq!(told[0].event, Event::FeedbackGiven { player_id, kind, text: "the heist".to_owned() });
        assert_eq!(told[0].audience, Audience::seat(player_id));
        assert_eq!(words(&table, &told), [thanks]);
    }
    let mut table = table_in(TableState::Debrief);
    let result = act(&mut table, Actor::Host, feedback(FeedbackKind::Star), NOON).map(|_| ());
    assert_eq!(result, Err(Rejection::NoSeat));
}

#[test]
fn t4_feedback_is_counted_for_its_seat_and_the_host_and_for_nobody_else() {
    let mut table = table_in(TableState::Debrief);
    for (by, kind) in [(ADA, FeedbackKind::Star), (ADA, FeedbackKind::Wish), (BEN, FeedbackKind::Star)] {
        act(&mut table, by, Command::GiveFeedback { text: "x".to_owned(), kind }, NOON)
            .expect("it is debrief");
    }
    let tally = |stars, wishes| Some(Tally { stars, wishes, plain: 0 });
    for (viewer, expected) in [
        (Viewer::Seat(SeatId::at(0)), tally(1, 1)),
        (Viewer::Seat(SeatId::at(1)), tally(1, 0)),
        (Viewer::Seat(SeatId::at(2)), tally(0, 0)),
        (Viewer::Host, tally(2, 1)),
        (Viewer::Observer, tally(0, 0)),
        (Viewer::Public, tally(0, 0)),
    ] {
        assert_eq!(Table::view(&table, viewer).feedback, expected, "{viewer}");
    }
    act(&mut table, ADA, set(SessionVerb::Close), NOON).expect("from any state to any state");
    assert_eq!(Table::view(&table, Viewer::Host).feedback, None);
}

#[test]
fn t4_the_table_asks_nothing_and_has_no_deadline() {
    for state in TableState::ALL {
        let table = table_in(state);
        assert!(Table::asks(&table).is_empty());
        assert_eq!(Table::deadline(&table), None);
        assert_eq!(Table::outcome(&table), None);
        assert_eq!(Table::may_rewind(&table, Actor::Host).map_err(|no| no.code), Err("no-rewind"));
        assert_eq!(
            act(&mut table.clone(), Actor::Clock, Command::AskStatus, NOON).map(|_| ()),
            Err(Rejection::ClockIgnored)
        );
    }
}

#[test]
fn t7_each_state_has_its_own_persona_and_system_prompt() {
    let prompts: BTreeSet<_> = TableState::ALL.map(system_prompt).into();
    assert_eq!(prompts.len(), 5);
    assert!(prompts.iter().all(|prompt| (150..800).contains(&prompt.len())));
    let personas: BTreeSet<_> = Table::PHASES.iter().map(|card| card.persona).collect();
    assert_eq!(personas.len(), 5);
    assert!(personas.iter().all(|persona| !persona.is_empty() && !persona.contains('\n')));
}

#[test]
fn t7_each_state_has_a_card_with_all_four_exits() {
    assert_eq!(
        Table::PHASES.iter().map(|card| card.name).collect::<Vec<_>>(),
        TableState::ALL.map(TableState::name)
    );
    for card in Table::PHASES {
        let others: Vec<&str> =
            TableState::ALL.map(TableState::name).into_iter().filter(|name| *name != card.name).collect();
        assert_eq!(card.exits, others, "{}", card.name);
        assert!(card.sign.1.is_ascii() && card.sign.1.len() == 1, "{}", card.name);
        assert_eq!(card.tools.contains(&"GiveFeedback"), card.name == "DEBRIEF");
    }
    let signs: BTreeSet<_> = Table::PHASES.iter().flat_map(|card| [card.sign.0, card.sign.1]).collect();
    assert_eq!(signs.len(), 10);
}
