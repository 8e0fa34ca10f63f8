//! What the rounds before come to is worked out once for all seats of the house, and is what each would work out by itself.

use engine::batch;
use engine::{Machine, Seed, Viewer};
use mafia::house::Character;
use mafia::view::View;
use mafia::{Ballot, Counts, Mafia, Setup};

use super::{instant, table};

#[test]
fn a_view_that_was_written_and_read_gets_the_same_answers_as_one_that_shares_what_was_worked_out() {
    let mut asked = 0;
    for (seed, ballot) in (0..).zip([Ballot::Together, Ballot::Open, Ballot::Secret].repeat(8)) {
        let roles = Counts::suited(12);
        let setup = Setup { roles, ballot, rounds: 2, reveal_night_roles: seed % 2 == 0, ..instant() };
        let game =
            batch::play::<Mafia>(&table(12, &Character::ALL), &setup, Seed(seed), |state, ask, dice| {
                let shares = Mafia::view(state, Viewer::Seat(ask.seat));
                let alone: View = serde_json::from_str(&serde_json::to_string(&shares).unwrap()).unwrap();
                let answer = |view: &View| Mafia::house(view, ask, &mut dice.seat(ask.seat, ask.id));
                let said = answer(&shares);
                assert_eq!(said, answer(&alone), "seed {seed}, {ballot:?}, day {}", shares.day);
                asked += 1;
                said
            });
        game.unwrap();
    }
    assert!(asked > 2_000, "{asked} answers");
}
