use engine::{Actor, Machine, Put, TableTime};
use mafia::view::{PhaseName, Role};
use mafia::{Auto, Command, Event, Mafia, Setup, Speed, Timing};
use testkit::house_seats;

use super::town::{Town, code, words};

/// How long the night, the morning, the first turn and the vote may last, in milliseconds.
fn limits(setup: Setup) -> [Option<u64>; 4] {
    let mut town = Town::of(&house_seats(10, &["social"]), setup, 4);
    let limit = |town: &mut Town| {
        let limit = Mafia::deadline(&town.game.state).map(|deadline| deadline.since(town.game.now));
        match limit {
            Some(_) => drop(town.game.time_up()),
            None => drop(town.advance()),
        }
        limit
    };
    let night = limit(&mut town);
    let morning = limit(&mut town);
    let turn = limit(&mut town);
    while town.phase() == PhaseName::DayDiscussion {
        limit(&mut town);
    }
    // The living differ by seed and size: take out what is added per voter.
    let voters = town.living().len() as u64;
    let vote = limit(&mut town).map(|ms| ms * 100 + voters);
    [night, morning, turn, vote]
}

#[test]
fn m17_each_speed_has_its_times() {
    let of = |speed| Setup { speed: Some(speed), ..Setup::default() };
    let vote = |base: u64, per_seat: u64, voters: u64| Some((base + per_seat * voters) * 100 + voters);
    for (speed, night, morning, turn, base, per_seat) in [
        (Speed::Normal, 80_000, 3_000, 15_000, 15_000, 2_000),
        (Speed::Fast, 40_000, 1_500, 7_500, 7_500, 1_000),
        (Speed::Debug, 5_000, 1_000, 3_000, 5_000, 0),
        (Speed::Relaxed, 120_000, 3_000, 90_000, 90_000, 0),
    ] {
        let found = limits(of(speed));
        assert_eq!(found[..3], [Some(night), Some(morning), Some(turn)], "{speed:?}");
        assert!(
            [vote(base, per_seat, 9), vote(base, per_seat, 10)].contains(&found[3]),
            "{speed:?}: {found:?}"
        );
    }
    assert_eq!(limits(of(Speed::Step)), [None; 4]);
}

#[test]
fn m17_a_time_that_is_given_takes_the_place_of_the_speeds_own() {
    let timing = Timing {
        night_ms: Some(6_000),
        night_per_seat_ms: Some(0),
        turn_ms: Some(9_000),
        ..Timing::default()
    };
    let found = limits(Setup { speed: Some(Speed::Normal), timing, ..Setup::default() });
    assert_eq!(found[..3], [Some(6_000), Some(3_000), Some(9_000)]);
}

#[test]
fn m17_step_moves_only_when_the_host_advances() {
    let setup = Setup { speed: Some(Speed::Step), ..Setup::default() };
    let mut town = Town::of(&house_seats(10, &["social"]), setup, 4);
    let victim = town.one(Role::Villager);
    town.night(victim, None);
    assert_eq!(town.phase(), PhaseName::NightActions, "all have chosen");
    let seat = town.living().nth(0).unwrap();
    assert_eq!(code(town.game.seat(seat, &Command::Advance)), "not-yours");
    assert_eq!(town.game.put(Actor::Clock, &Put::TimeUp).unwrap_err().code, "no-deadline");
    town.advance();
    assert_eq!(town.phase(), PhaseName::MorningReveal);
    town.advance();
    town.silence();
    assert_eq!(town.phase(), PhaseName::DayDiscussion, "all have spoken");
    town.advance();
    let out = town.one(Role::Mafia);
    town.condemn(out);
    assert_eq!(town.phase(), PhaseName::DayVoting, "all have voted");
    town.advance();
    assert_eq!(town.phase(), PhaseName::Resolution);
    town.advance();
    assert_eq!(town.phase(), PhaseName::NightActions);
}

#[test]
fn m17_instant_has_no_delay_and_no_deadline() {
    let mut town = Town::instant();
    assert_eq!(Mafia::deadline(&town.game.state), None);
    let victim = town.one(Role::Villager);
    town.night(victim, None);
    assert_eq!(town.phase(), PhaseName::DayDiscussion, "straight through the morning");
    assert_eq!(Mafia::deadline(&town.game.state), None);
}

#[test]
fn m17_any_person_may_extend_ten_times_and_only_a_person() {
    let mut seats = house_seats(10, &["social"]);
    seats[3].holder = engine::Holder::Person;
    let mut town = Town::of(&seats, Setup::default(), 4);
    let person = engine::SeatId::at(3);
    let closes = Mafia::deadline(&town.game.state).unwrap();
    for extension in 1..=10u64 {
        town.game.seat(person, &Command::Extend).unwrap();
        assert_eq!(Mafia::deadline(&town.game.state), Some(closes + 60_000 * extension));
    }
    assert_eq!(code(town.game.seat(person, &Command::Extend)), "extensions-used-up");
    assert_eq!(code(town.game.seat(engine::SeatId::at(0), &Command::Extend)), "not-yours");
    assert_eq!(code(town.game.act(Actor::Host, &Command::Extend)), "not-yours");
    town.game.time_up();
    assert_eq!(code(town.game.seat(person, &Command::Extend)), "no-deadline", "the morning is not extended");
    town.game.time_up();
    town.game.seat(person, &Command::Extend).expect("each phase anew");
}

#[test]
fn m10_a_turn_past_its_deadline_is_a_pass_marked_auto() {
    let mut town = Town::people(Speed::Normal);
    town.game.time_up();
    town.game.time_up();
    assert_eq!(town.phase(), PhaseName::DayDiscussion);
    let speaker = town.game.state.turn_order(1)[0];
    let events = town.game.time_up();
    assert_eq!(events[0], Event::TurnPassed { player_id: speaker, turn_id: 1, auto: Some(Auto::Deadline) });
    let next = town.game.state.turn_order(1)[1];
    let closes_at = town.game.now + 15_000;
    assert_eq!(events[1], Event::TurnClockStarted { player_id: next, closes_at });
    assert_eq!(code(town.say(speaker, words("Wait."))), "not-yours");
}

#[test]
fn m17_the_clock_may_not_come_early() {
    let mut town = Town::people(Speed::Normal);
    town.game.now = TableTime(79_999);
    assert_eq!(town.game.put(Actor::Clock, &Put::TimeUp).unwrap_err().code, "no-deadline");
    town.game.now = TableTime(80_000);
    town.game.put(Actor::Clock, &Put::TimeUp).expect("now it is due");
    let by = Actor::Seat(engine::SeatId::at(0));
    assert_eq!(town.game.put(by, &Put::TimeUp).unwrap_err().code, "not-yours");
}
