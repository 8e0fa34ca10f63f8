//! With house players too, an evening comes to its end by itself.

use dm::view::EndReason;
use dm::{Dm, Setup};
use engine::{Actor, Machine};

use crate::house::stage::Table;

#[test]
fn an_evening_of_the_house_ends() {
    let mut records: Vec<u64> = Vec::new();
    let (mut retired, mut scenes) = (0, Vec::new());
    for seed in 0..200 {
        let mut table = Table::open(1 + seed as usize % 3, &Setup::default(), seed);
        while !table.is_over() {
            let asks = table.asks();
            let ask = asks.first().unwrap_or_else(|| panic!("seed {seed}: nobody is asked"));
            let command = table.house(ask);
            table.answer(ask, &command);
            assert!(table.driver.step < 2_000, "seed {seed}: it does not end");
        }
        records.push(table.driver.step);
        let outcome = Dm::outcome(&table.driver.state).unwrap();
        scenes.push(outcome.scenes);
        retired += usize::from(outcome.reason == EndReason::Retired);
    }
    records.sort_unstable();
    scenes.sort_unstable();
    let median = records[records.len() / 2];
    println!(
        "records: median {median}, least {}, most {}; scenes: median {}; {retired} of 200 end with nobody left",
        records[0],
        records[records.len() - 1],
        scenes[scenes.len() / 2]
    );
    assert!((100..=400).contains(&median), "the median is {median} records");
    assert!(retired > 0, "no evening ends badly");
}

#[test]
fn what_the_house_gives_is_offered_and_needs_no_cleaning() {
    for seed in 0..12 {
        let mut table = Table::open(1 + seed as usize % 3, &Setup::default(), seed);
        while !table.is_over() {
            let asks = table.asks();
            let ask = asks.first().unwrap_or_else(|| panic!("seed {seed}: nobody is asked"));
            let command = table.house(ask);
            let mut held = table.driver.clone();
            let given = held.give(Actor::Seat(ask.seat), &command);
            let given = given.unwrap_or_else(|no| panic!("seed {seed}: {command:?}: {no}"));
            assert_eq!(given, table.answer(ask, &command), "seed {seed}: {command:?}");
        }
    }
}
