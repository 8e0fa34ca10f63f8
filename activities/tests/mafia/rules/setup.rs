use std::collections::BTreeSet;

use engine::{Audience, Holder, SeatId, SeatSet};
use mafia::view::{PhaseName, Role};
use mafia::{Counts, Event, Mafia, Setup, Speed, Timing};
use testkit::{Driver, house_seats};

use super::town::Town;

fn faults(seats: &[engine::Seat], setup: &Setup) -> Vec<String> {
    match Driver::<Mafia>::open(seats, setup, 1) {
        Ok(_) => Vec::new(),
        Err(faults) => faults.into_iter().map(|fault| fault.field).collect(),
    }
}

#[test]
fn m1_every_fault_is_named_with_its_field_and_all_at_once() {
    let mut seats = house_seats(10, &["analytical"]);
    seats[1].name = "  p1 ".to_owned();
    seats[2].name = "x".repeat(33);
    seats[3].name = "Bell\u{7}".to_owned();
    seats[4].id = String::new();
    seats[5].holder = Holder::House("grumpy".to_owned());
    let setup = Setup {
        roles: Counts { mafia: 5, doctor: 2, sheriff: 1, villager: 1 },
        timing: Timing { night_ms: Some(0), turn_ms: Some(u64::MAX), ..Timing::default() },
        turns: 0,
        ..Setup::default()
    };
    let found: BTreeSet<String> = faults(&seats, &setup).into_iter().collect();
    let expected = [
        "roles",
        "roles.doctor",
        "roles.mafia",
        "seats[1].name",
        "seats[2].name",
        "seats[3].name",
        "seats[4].id",
        "seats[5].holder",
        "timing.night_ms",
        "timing.turn_ms",
        "turns",
    ];
    assert_eq!(found, expected.iter().map(|field| (*field).to_owned()).collect());
}

#[test]
fn m1_sizes_from_5_to_20_are_legal_and_no_others() {
    for count in 1..=24 {
        let setup = Setup { roles: Counts::suited(count), ..Setup::default() };
        let found = faults(&house_seats(count, &["social"]), &setup);
        assert_eq!(found.is_empty(), (5..=20).contains(&count), "{count} seats: {found:?}");
    }
}

#[test]
fn m1_role_counts_are_legal_exactly_when_the_rule_says() {
    let seats = house_seats(9, &["social"]);
    for mafia in 0..=5 {
        for doctor in 0..=2 {
            for sheriff in 0..=2 {
                for villager in 0..=9u8 {
                    let roles = Counts { mafia, doctor, sheriff, villager };
                    let legal = mafia + doctor + sheriff + villager == 9
                        && mafia >= 1
                        && mafia * 2 < 9
                        && doctor <= 1
                        && sheriff <= 1;
                    let found = faults(&seats, &Setup { roles, ..Setup::default() });
                    assert_eq!(found.is_empty(), legal, "{roles:?}: {found:?}");
                }
            }
        }
    }
}

#[test]
fn m1_unknown_fields_of_a_setup_are_refused() {
    assert!(serde_json::from_str::<Setup>(r#"{"speed":"FAST"}"#).is_ok());
    let error = serde_json::from_str::<Setup>(r#"{"sped":"FAST"}"#).unwrap_err().to_string();
    assert!(error.contains("sped"), "{error}");
}

#[test]
fn m2_the_deal_is_shuffled_by_the_seed_and_complete() {
    let roles = |seed| {
        let seats = house_seats(10, &["analytical"]);
        Driver::<Mafia>::open(&seats, &Setup::default(), seed).unwrap().state.roles
    };
    assert_eq!(roles(7), roles(7));
    let deals: BTreeSet<Vec<Role>> = (0..200).map(roles).collect();
    assert!(deals.len() > 190, "200 seeds gave only {} deals", deals.len());
    for deal in deals {
        let count = |role| deal.iter().filter(|&&dealt| dealt == role).count();
        assert_eq!(Role::ALL.iter().map(|role| count(*role)).collect::<Vec<usize>>(), [3, 1, 1, 5]);
    }
}

#[test]
fn m2_each_seat_is_told_its_own_role_and_only_the_mafia_each_other() {
    let town = Town::instant();
    let mafia: SeatSet = town.all(Role::Mafia).into_iter().collect();
    let mut told = SeatSet::EMPTY;
    for event in &town.game.told {
        if let Event::RoleAssigned { player_id, role, teammates } = &event.event {
            assert_eq!(event.audience, Audience::seat(*player_id));
            assert_eq!(*role, town.game.state.role(*player_id));
            let expected = if *role == Role::Mafia { mafia.without(*player_id) } else { SeatSet::EMPTY };
            assert_eq!(*teammates, expected);
            told = told.with(*player_id);
        }
    }
    assert_eq!(told, SeatSet::first(10));
}

#[test]
fn m2_the_order_of_day_one_is_the_order_of_the_seats() {
    let mut town = Town::instant();
    let victim = town.one(Role::Villager);
    town.night(victim, None);
    let order = town.game.state.turn_order(1);
    assert_eq!(order, SeatSet::first(10).without(victim).iter().collect::<Vec<SeatId>>());
}

#[test]
fn m3_night_n_precedes_day_n_and_the_number_rises_once_a_round() {
    let mut town = Town::instant();
    for _ in 0..2 {
        let (victim, out) = (town.one(Role::Villager), town.one(Role::Mafia));
        town.round(victim, out);
    }
    let steps: Vec<(PhaseName, u8)> = town
        .game
        .told
        .iter()
        .filter_map(|told| match &told.event {
            Event::PhaseChanged { to, day_number, .. } => Some((*to, *day_number)),
            _ => None,
        })
        .collect();
    use PhaseName::{DayDiscussion, DayVoting, MorningReveal, NightActions, Resolution};
    let round = |n| [(MorningReveal, n), (DayDiscussion, n), (DayVoting, n), (Resolution, n)];
    let mut expected = vec![(NightActions, 0)];
    expected.extend(round(1));
    expected.push((NightActions, 2));
    expected.extend(round(2));
    expected.push((NightActions, 3));
    assert_eq!(steps, expected);
}

#[test]
fn m17_the_default_speed_is_relaxed_where_a_person_sits() {
    let mut seats = house_seats(10, &["social"]);
    assert_eq!(Setup::default().speed(&seats), Speed::Normal);
    seats[4].holder = Holder::Person;
    assert_eq!(Setup::default().speed(&seats), Speed::Relaxed);
    let chosen = Setup { speed: Some(Speed::Fast), ..Setup::default() };
    assert_eq!(chosen.speed(&seats), Speed::Fast);
}
