//! How the characters differ, and that all of them play by the rules.

use engine::{Machine, Seed, Viewer, batch};
use mafia::house::Character;
use mafia::view::Role;
use mafia::{Counts, Mafia, Setup};

use crate::house::{instant, play, table};

/// What a character does, counted.
#[derive(Default, Debug)]
struct Habits {
    turns: usize,
    accusations: usize,
    vouches: usize,
    votes: usize,
    abstentions: usize,
    /// Votes against the one who goes.
    with_the_table: usize,
    /// Votes of townspeople against mafia.
    town_votes: usize,
    town_hits: usize,
}

fn share(part: usize, of: usize) -> f64 {
    part as f64 / of.max(1) as f64
}

#[test]
fn the_characters_differ_measurably() {
    let seats = table(10, &Character::ALL);
    let mut habits: [Habits; 5] = Default::default();
    for seed in 0..500 {
        let game = play(&seats, seed);
        for day in game.state.days.iter() {
            for said in &day.said {
                let habits = &mut habits[said.seat.index() % 5];
                habits.turns += 1;
                habits.accusations += usize::from(said.accuses.is_some());
                habits.vouches += usize::from(said.vouches.is_some());
            }
            let out = day.verdict.and_then(|verdict| verdict.eliminated);
            for vote in &day.votes {
                let habits = &mut habits[vote.voter_id.index() % 5];
                habits.votes += 1;
                habits.abstentions += usize::from(vote.target_id.is_none());
                habits.with_the_table += usize::from(vote.target_id.is_some() && vote.target_id == out);
                if game.state.role(vote.voter_id) != Role::Mafia {
                    habits.town_votes += 1;
                    let hit = vote.target_id.is_some_and(|target| game.state.role(target) == Role::Mafia);
                    habits.town_hits += usize::from(hit);
                }
            }
        }
    }
    for (character, habits) in Character::ALL.iter().zip(&habits) {
        println!(
            "{:10} accuses in {:.2} of turns, vouches in {:.2}, abstains in {:.3} of votes, votes with the \
             table in {:.2}, as town against mafia in {:.2}",
            character.name(),
            share(habits.accusations, habits.turns),
            share(habits.vouches, habits.turns),
            share(habits.abstentions, habits.votes),
            share(habits.with_the_table, habits.votes),
            share(habits.town_hits, habits.town_votes),
        );
    }
    let [cautious, aggressive, analytical, social, random] = &habits;
    let accuses = |habits: &Habits| share(habits.accusations, habits.turns);
    let abstains = |habits: &Habits| share(habits.abstentions, habits.votes);
    let follows = |habits: &Habits| share(habits.with_the_table, habits.votes);
    let hits = |habits: &Habits| share(habits.town_hits, habits.town_votes);
    assert!(accuses(aggressive) > accuses(analytical) + 0.05, "the aggressive accuse most");
    assert!(accuses(analytical) > accuses(cautious) + 0.1, "the cautious accuse least");
    assert!(abstains(cautious) > 0.05, "the cautious abstain");
    for bold in [aggressive, analytical, social, random] {
        assert!(abstains(bold) < 0.01, "only the cautious abstain");
    }
    for other in [cautious, aggressive, analytical, random] {
        assert!(follows(social) > follows(other), "the social go with the table");
    }
    assert!(hits(analytical) > hits(random) + 0.2, "the analytical hit, the random do not");
}

#[test]
fn the_house_answers_legally_at_every_table_and_only_from_what_it_is_given() {
    let mut games = 0;
    for size in 5..=20usize {
        for mafia in (1..size as u8).take_while(|&mafia| usize::from(mafia) * 2 < size) {
            for (doctor, sheriff) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                let villager = size as u8 - mafia;
                let Some(villager) = villager.checked_sub(doctor + sheriff) else { continue };
                for again in 0..3 {
                    let seed = games;
                    games += 1;
                    let setup = Setup {
                        roles: Counts { mafia, doctor, sheriff, villager },
                        reveal_night_roles: again == 1,
                        ..instant()
                    };
                    let seats = table(size, &Character::ALL[..if again == 2 { 4 } else { 5 }]);
                    let game = batch::play::<Mafia>(&seats, &setup, Seed(seed), |state, ask, dice| {
                        let view = Mafia::view(state, Viewer::Seat(ask.seat));
                        let once = Mafia::house(&view, ask, &mut dice.seat(ask.seat, ask.id));
                        let twice = Mafia::house(&view.clone(), ask, &mut dice.seat(ask.seat, ask.id));
                        assert_eq!(once, twice);
                        once
                    });
                    if let Err(stuck) = game {
                        panic!("seed {seed}, {:?}: {stuck}", setup.roles);
                    }
                }
            }
        }
    }
    println!("{games} games");
    assert!(games >= 1_000);
}
