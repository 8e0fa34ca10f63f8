//! What never changes in a seat's prompts, and what it may hold.

use engine::SeatId;
use mafia::view::Role;

use crate::prompts::evening::{NAMES, play_house};
use crate::prompts::names::taken_apart;

#[test]
fn what_comes_first_is_the_same_in_every_prompt_of_a_seat() {
    for seed in 0..100 {
        let mut first: [Option<String>; NAMES.len()] = Default::default();
        play_house(seed, |asked| {
            let first = &mut first[asked.ask.seat.index()];
            let first = first.get_or_insert_with(|| asked.prompt.fixed.clone());
            assert!(*first == asked.prompt.fixed, "seed {seed}, seat {}", asked.ask.seat);
        });
        assert!(first.iter().all(Option::is_some), "every seat is asked in the first night");
    }
}

/// Everybody stands in the list of seats. Besides that a seat reads its own name, and the mafia their team's.
#[test]
fn what_comes_first_names_nobody_but_the_seat_and_its_team() {
    for seed in 0..100 {
        play_house(seed, |asked| {
            let (seat, state) = (asked.ask.seat, asked.state);
            let (text, named) = taken_apart(&asked.prompt.fixed);
            assert!(!NAMES.iter().any(|name| text.contains(name)), "a name outside of quotation marks");
            for at in (0..NAMES.len()).map(SeatId::at) {
                let known = at == seat || state.mafia.contains(seat) && state.mafia.contains(at);
                let times = named.iter().filter(|name| *name == NAMES[at.index()]).count();
                assert_eq!(times, 1 + usize::from(known), "seed {seed}: {at} in the prompt of {seat}");
            }
        });
    }
}

/// So that a server which keeps what it has read keeps it for the whole table.
#[test]
fn what_is_the_same_for_every_seat_comes_before_what_is_its_own() {
    let mut prompts: Vec<(Role, String)> = Vec::new();
    play_house(7, |asked| {
        if prompts.len() < NAMES.len() {
            prompts.push((asked.state.role(asked.ask.seat), asked.prompt.fixed.clone()));
        }
    });
    let shared = |text: &str| text.find("\n# You\n").expect("the heading");
    let (_, first) = &prompts[0];
    for (role, prompt) in &prompts {
        assert_eq!(prompt[..shared(prompt)], first[..shared(first)]);
        assert!(shared(prompt) * 10 >= prompt.len() * 8, "most of it is the same for all");
        assert!(prompt[shared(prompt)..].contains(&format!("Your role: {role}.")));
    }
}

/// The seed is told to nobody before the end; a prompt does not even hold its hash.
#[test]
fn no_prompt_holds_the_seed_or_its_hash() {
    let seed = 9_007_199_254_740_881;
    let hash = engine::Seed(seed).promise(None).to_string();
    play_house(seed, |asked| {
        let text = asked.text();
        assert!(!text.contains(&seed.to_string()) && !text.contains(&hash));
    });
}
