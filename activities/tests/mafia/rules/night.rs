use engine::{Actor, Audience, Put, SeatId, SeatSet, Viewer};
use mafia::view::{Cause, PhaseName, Role};
use mafia::{Auto, Counts, Event, Mafia, NightAction, Question, Setup, Speed};
use testkit::{Driver, house_seats};

use super::town::{Town, code};

fn killed(events: &[Event]) -> Option<SeatId> {
    events.iter().find_map(|event| match event {
        Event::NightResolved { killed, .. } => *killed,
        _ => None,
    })
}

#[test]
fn m4_the_mafia_may_choose_only_living_non_mafia_and_change_until_the_night_closes() {
    let mut town = Town::instant();
    let mafia = town.all(Role::Mafia);
    let refused = town.choose(mafia[0], mafia[1]).unwrap_err();
    assert!(refused.message.contains("mafia, like you"), "{refused}");
    assert_eq!(code(town.choose(mafia[0], mafia[0])), "not-offered");
    let (a, b) = (town.all(Role::Villager)[0], town.all(Role::Villager)[1]);
    town.choose(mafia[0], a).unwrap();
    let events = town.choose(mafia[0], b).unwrap();
    assert!(
        matches!(events[0], Event::NightActionSubmitted { changed: true, target_id, .. } if target_id == b)
    );
}

#[test]
fn m4_teammates_see_each_others_choices_at_once_and_nobody_else_does() {
    let mut town = Town::instant();
    let mafia: SeatSet = town.all(Role::Mafia).into_iter().collect();
    let (killer, victim) = (town.one(Role::Mafia), town.one(Role::Villager));
    town.choose(killer, victim).unwrap();
    assert_eq!(town.game.told.last().unwrap().audience, Audience::Seats(mafia));
    for seat in town.living().iter() {
        let view = <Mafia as engine::Machine>::view(&town.game.state, Viewer::Seat(seat));
        let seen = view.own.unwrap().choices.iter().any(|choice| choice.seat == killer);
        assert_eq!(seen, mafia.contains(seat), "seat {seat}");
    }
}

#[test]
fn m4_a_strict_majority_of_the_chosen_is_the_target() {
    let mut town = Town::instant();
    let (a, b) = (town.all(Role::Villager)[0], town.all(Role::Villager)[1]);
    let mafia = town.all(Role::Mafia);
    let doctor = town.one(Role::Doctor);
    let mut last = Vec::new();
    for seat in town.living().iter() {
        let target = if mafia[..2].contains(&seat) {
            a
        } else if seat == mafia[2] {
            b
        } else if seat == doctor {
            seat
        } else {
            town.game.state.night_targets(seat).nth(0).unwrap()
        };
        last = town.choose(seat, target).unwrap();
    }
    assert_eq!(killed(&last), Some(a));
}

#[test]
fn m4_without_a_majority_the_dice_pick_among_the_distinct_targets() {
    let seats = house_seats(10, &["analytical"]);
    let mut picked = std::collections::BTreeMap::<usize, u32>::new();
    for seed in 0..300 {
        let setup = Setup { speed: Some(Speed::Instant), ..Setup::default() };
        let mut town = Town { game: Driver::open(&seats, &setup, seed).unwrap() };
        let targets = town.all(Role::Villager);
        let mafia = town.all(Role::Mafia);
        let doctor = town.one(Role::Doctor);
        let mut last = Vec::new();
        for seat in town.living().iter() {
            let target = match mafia.iter().position(|&killer| killer == seat) {
                Some(index) => targets[index],
                None if seat == doctor => seat,
                None => town.game.state.night_targets(seat).nth(0).unwrap(),
            };
            last = town.choose(seat, target).unwrap();
        }
        let victim = killed(&last).unwrap();
        *picked.entry(targets.iter().position(|&target| target == victim).unwrap()).or_default() += 1;
    }
    assert_eq!(picked.len(), 3, "only the three chosen, and each of them: {picked:?}");
    assert!(picked.values().all(|&count| count > 60), "each about equally often: {picked:?}");
}

#[test]
fn m4_a_deadline_uses_the_choices_made_and_picks_for_the_mafia_only_if_there_are_none() {
    let mut town = Town::people(Speed::Normal);
    let (killer, victim, doctor) = (town.one(Role::Mafia), town.one(Role::Villager), town.one(Role::Doctor));
    town.choose(doctor, doctor).unwrap();
    town.choose(killer, victim).unwrap();
    assert_eq!(killed(&town.game.time_up()), Some(victim));

    let mut town = Town::people(Speed::Normal);
    let events = town.game.time_up();
    let picks: Vec<&Event> = events
        .iter()
        .filter(|event| matches!(event, Event::NightActionSubmitted { action_type: NightAction::Kill, .. }))
        .collect();
    assert!(matches!(picks[..], [Event::NightActionSubmitted { auto: Some(Auto::Deadline), target_id, .. }]
        if !town.game.state.mafia.contains(*target_id)));
}

#[test]
fn m5_the_doctor_may_protect_anybody_living_but_nobody_twice_running() {
    let mut town = Town::instant();
    let doctor = town.one(Role::Doctor);
    let victim = town.one(Role::Villager);
    assert_eq!(town.game.state.night_targets(doctor), town.living(), "themself included");
    let out = town.one(Role::Mafia);
    town.night(victim, Some(doctor));
    town.silence();
    town.condemn(out);
    let refused = town.choose(doctor, doctor).unwrap_err();
    let legal: Vec<String> = town
        .living()
        .without(doctor)
        .iter()
        .map(|seat| format!("{seat} ({})", town.game.state.seats[seat.index()].name))
        .collect();
    let words = refused.to_string();
    assert!(words.contains("you protected them last night"), "{words}");
    assert!(words.contains(&legal.join(", ")), "{words}");
    assert_eq!(town.phase(), PhaseName::NightActions, "nothing is lost");
    let other = town.one(Role::Sheriff);
    town.choose(doctor, other).unwrap();
    let third = town.one(Role::Mafia);
    town.choose(doctor, third).expect("may change until the night closes");
    let victim = town.one(Role::Villager);
    town.night(victim, Some(third));
    town.silence();
    let out = town.all(Role::Mafia)[1];
    town.condemn(out);
    town.choose(doctor, doctor).expect("two nights later again");
}

#[test]
fn m5_at_the_deadline_the_doctor_protects_a_legal_target() {
    for seed in 0..100 {
        let seats = house_seats(10, &["social"]);
        let mut town = Town::of(&seats, Setup::default(), seed);
        let doctor = town.one(Role::Doctor);
        let events = town.game.time_up();
        let first = events.iter().find_map(|event| match event {
            Event::NightActionSubmitted { player_id, target_id, auto: Some(Auto::Deadline), .. }
                if *player_id == doctor =>
            {
                Some(*target_id)
            }
            _ => None,
        });
        assert!(first.is_some(), "seed {seed}");
        assert_eq!(town.game.state.protected_last, first);
    }
}

#[test]
fn m5_the_doctor_reads_that_it_may_protect_itself_only_when_it_may() {
    let mut town = Town::instant();
    let (doctor, victim) = (town.one(Role::Doctor), town.one(Role::Villager));
    let title = |town: &Town| {
        let view = <Mafia as engine::Machine>::view(&town.game.state, Viewer::Seat(doctor));
        let asks = <Mafia as engine::Machine>::asks(&town.game.state);
        let ask = asks.iter().find(|ask| ask.seat == doctor).expect("the doctor is asked");
        <Mafia as engine::Machine>::form(&view, ask).title
    };
    assert_eq!(title(&town), "Night 1: Choose whom you protect tonight; yourself is allowed.");
    town.night(victim, Some(doctor));
    town.silence();
    town.condemn(town.one(Role::Mafia));
    assert_eq!(title(&town), "Night 2: Choose whom you protect tonight.");
}

#[test]
fn m6_the_sheriff_is_answered_at_once_and_the_choice_is_final() {
    let mut town = Town::instant();
    let sheriff = town.one(Role::Sheriff);
    assert_eq!(code(town.choose(sheriff, sheriff)), "not-offered");
    let (mafioso, villager) = (town.one(Role::Mafia), town.one(Role::Villager));
    let events = town.choose(sheriff, mafioso).unwrap();
    let found = |target_id, is_mafia| Event::InvestigationResult { sheriff_id: sheriff, target_id, is_mafia };
    assert!(events.contains(&found(mafioso, true)));
    assert_eq!(town.game.told.last().unwrap().audience, Audience::seat(sheriff));
    let refused = town.choose(sheriff, villager).unwrap_err();
    assert!(refused.message.contains("you have looked"), "{refused}");
    assert!(!town.game.told.iter().any(|told| told.event == found(villager, false)));
    let asks = <Mafia as engine::Machine>::asks(&town.game.state);
    let ask = asks.iter().find(|ask| ask.seat == sheriff).expect("it stands there as everybody's does");
    let nothing = matches!(ask.question, Question::Night { legal: SeatSet::EMPTY, .. });
    assert!(ask.answered && nothing, "a final choice is not asked for again: {ask:?}");
}

#[test]
fn m6_a_sheriff_killed_that_night_has_still_seen_the_result() {
    let mut town = Town::instant();
    let sheriff = town.one(Role::Sheriff);
    town.night(sheriff, None);
    assert!(!town.living().contains(sheriff));
    let view = <Mafia as engine::Machine>::view(&town.game.state, Viewer::Seat(sheriff));
    assert_eq!(view.own.unwrap().findings.len(), 1);
}

#[test]
fn m6_at_the_deadline_the_sheriff_is_given_a_look_and_its_result() {
    let mut town = Town::people(Speed::Fast);
    let sheriff = town.one(Role::Sheriff);
    let events = town.game.time_up();
    assert!(events.iter().any(|event| matches!(event,
        Event::InvestigationResult { sheriff_id, target_id, .. } if *sheriff_id == sheriff && *target_id != sheriff)));
}

#[test]
fn m7_a_seat_that_failed_its_tries_is_answered_for_and_marked_with_the_reason() {
    let mut town = Town::instant();
    let failed = Some(Auto::Failed("the model refused".to_owned()));
    let answer_for = |seat| Put::AnswerFor { seat, reason: "the model refused".to_owned() };
    let doctor = town.one(Role::Doctor);
    let refused = town.game.put(Actor::Seat(doctor), &answer_for(doctor)).unwrap_err();
    assert_eq!(refused.code, "not-yours", "only the host");
    let events = town.game.put(Actor::Host, &answer_for(doctor)).unwrap();
    assert!(matches!(&events[0], Event::NightActionSubmitted { auto, .. } if *auto == failed));
    let refused = town.game.put(Actor::Host, &answer_for(doctor)).unwrap_err();
    assert_eq!(refused.code, "not-asked", "it has answered");
    for seat in town.living().without(doctor).iter() {
        if <Mafia as engine::Machine>::asks(&town.game.state)
            .iter()
            .any(|ask| ask.seat == seat && !ask.answered)
        {
            town.game.put(Actor::Host, &answer_for(seat)).unwrap();
        }
    }
    assert_ne!(town.phase(), PhaseName::NightActions, "the night closed on such answers alone");
    let speaker = town.game.state.turn_order(1)[0];
    let events = town.game.put(Actor::Host, &answer_for(speaker)).unwrap();
    assert!(matches!(&events[0], Event::TurnPassed { auto, .. } if *auto == failed));
    town.silence();
    let voter = town.living().nth(0).unwrap();
    let events = town.game.put(Actor::Host, &answer_for(voter)).unwrap();
    assert!(matches!(&events[0], Event::VoteCast { auto, target_id: None, .. } if *auto == failed));
}

#[test]
fn m8_every_living_seat_is_asked_at_night_in_the_same_form() {
    let town = Town::instant();
    let asks = <Mafia as engine::Machine>::asks(&town.game.state);
    assert_eq!(asks.iter().map(|ask| ask.seat).collect::<SeatSet>(), SeatSet::first(10));
    for ask in &asks {
        let view = <Mafia as engine::Machine>::view(&town.game.state, Viewer::Seat(ask.seat));
        let form = <Mafia as engine::Machine>::form(&view, ask);
        let shape: Vec<(&str, Vec<&str>)> = form
            .tools
            .iter()
            .map(|tool| (tool.name.as_str(), tool.fields.iter().map(|field| field.name.as_str()).collect()))
            .collect();
        assert_eq!(shape, [("ChooseTarget", vec!["target", "word", "thought", "beliefs"])]);
    }
}

#[test]
fn m8_a_villagers_choice_changes_nothing_but_is_waited_for() {
    let mut town = Town::instant();
    let (victim, villagers) = (town.one(Role::Doctor), town.all(Role::Villager));
    let guarded = town.one(Role::Sheriff);
    for seat in town.living().iter().filter(|seat| !villagers.contains(seat)) {
        let target = match town.game.state.role(seat) {
            Role::Mafia => victim,
            Role::Doctor | Role::Villager => guarded,
            Role::Sheriff => victim,
        };
        town.choose(seat, target).unwrap();
    }
    assert_eq!(town.phase(), PhaseName::NightActions, "who has no role is waited for like who has one");
    let mut last = Vec::new();
    for &villager in &villagers {
        let target = town.game.state.night_targets(villager).nth(0).unwrap();
        last = town.choose(villager, target).unwrap();
    }
    assert_eq!(killed(&last), Some(victim));
}

#[test]
fn m8_no_public_event_marks_a_night_action() {
    let mut town = Town::instant();
    let before = town.game.told.len();
    let seats: Vec<SeatId> = town.living().iter().collect();
    for &seat in &seats[..seats.len() - 1] {
        let target = town.game.state.night_targets(seat).nth(0).unwrap();
        town.choose(seat, target).unwrap();
    }
    assert!(town.game.told[before..].iter().all(|told| told.audience != Audience::Public));
}

#[test]
fn m8_in_timed_speeds_the_night_lasts_a_seeded_part_of_its_limit_whatever_the_roles_do() {
    let mut lengths = std::collections::BTreeSet::new();
    for seed in 0..60 {
        let mut seats = house_seats(10, &["social"]);
        seats[0].holder = engine::Holder::Person;
        seats[1].holder = engine::Holder::Model("ollama:some".to_owned());
        let setup = Setup { speed: Some(Speed::Normal), ..Setup::default() };
        let mut town = Town::of(&seats, setup, seed);
        let limit = 30_000 + 5_000 * 10;
        let victim = town.one(Role::Villager);
        town.night(victim, None);
        assert_eq!(town.phase(), PhaseName::NightActions, "all have chosen and the night goes on");
        let changed = town.one(Role::Doctor);
        town.choose(changed, changed).expect("and choices may still change");
        town.game.time_up();
        assert_eq!(town.phase(), PhaseName::MorningReveal);
        let length = town.game.now.0;
        assert!((limit / 3..=limit * 2 / 3 + 1).contains(&length), "{length}");
        lengths.insert(length);
    }
    assert!(lengths.len() > 50, "seeded: {} lengths of 60", lengths.len());
}

#[test]
fn m8_dead_roles_are_asked_nothing() {
    let mut town = Town::instant();
    let sheriff = town.one(Role::Sheriff);
    let out = town.one(Role::Mafia);
    town.round(sheriff, out);
    let asks = <Mafia as engine::Machine>::asks(&town.game.state);
    assert_eq!(asks.iter().map(|ask| ask.seat).collect::<SeatSet>(), town.living());
    assert_eq!(code(town.choose(sheriff, out)), "not-yours");
}

#[test]
fn m9_a_kill_is_told_without_the_role_unless_the_table_says_so() {
    for reveal_night_roles in [false, true] {
        let setup = Setup { speed: Some(Speed::Instant), reveal_night_roles, ..Setup::default() };
        let mut town = Town::of(&house_seats(10, &["social"]), setup, 3);
        let sheriff = town.one(Role::Sheriff);
        let events = town.night(sheriff, None);
        let role = reveal_night_roles.then_some(Role::Sheriff);
        assert!(events.contains(&Event::NightResolved { killed: Some(sheriff), saved: false }));
        let death = Event::PlayerEliminated { player_id: sheriff, cause: Cause::Night, day_number: 1, role };
        assert!(events.contains(&death));
        let view = <Mafia as engine::Machine>::view(&town.game.state, Viewer::Public);
        assert_eq!(view.role(sheriff), role);
    }
}

#[test]
fn m9_a_save_is_told_without_saying_whom() {
    let mut town = Town::instant();
    let victim = town.one(Role::Villager);
    let events = town.night(victim, Some(victim));
    assert!(events.contains(&Event::NightResolved { killed: None, saved: true }));
    assert!(!events.iter().any(|event| matches!(event, Event::PlayerEliminated { .. })));
    assert_eq!(town.living(), SeatSet::first(10));
    let full =
        town.game.told.iter().find(|told| matches!(told.event, Event::NightResolvedInFull { .. })).unwrap();
    assert_eq!(full.audience, Audience::Host);
}

#[test]
fn m9_a_night_that_decides_the_game_goes_straight_to_the_end() {
    let setup = Setup {
        speed: Some(Speed::Normal),
        roles: Counts { mafia: 2, doctor: 0, sheriff: 0, villager: 3 },
        ..Setup::default()
    };
    let mut town = Town::of(&house_seats(5, &["social"]), setup, 3);
    let victim = town.one(Role::Villager);
    let events = town.night(victim, None);
    let events = if events.len() > 1 { events } else { town.game.time_up() };
    let steps: Vec<PhaseName> = events
        .iter()
        .filter_map(|event| match event {
            Event::PhaseChanged { to, .. } => Some(*to),
            _ => None,
        })
        .collect();
    assert_eq!(steps, [PhaseName::MorningReveal, PhaseName::Resolution, PhaseName::End]);
}
