//! Temperaments: by what all know, and no two alike at a table.

use std::collections::BTreeSet;

use engine::{Hash, Machine, SeatId, Seed, Viewer};
use mafia::view::Role;
use mafia::{Event, Mafia, persona};
use testkit::Driver;

use crate::prompts::evening::{NAMES, open};

/// The prompt that the first seat reads first, had it been dealt another role.
fn dealt(role: Role, seed: u64) -> (Hash, String) {
    let events = open(&NAMES, seed).told.into_iter().map(|told| match told.event {
        Event::RoleAssigned { player_id, teammates, .. } if player_id == SeatId::at(0) => {
            Event::RoleAssigned { player_id, role, teammates }
        }
        Event::RoleAssigned { player_id, role: other, teammates } if role != Role::Mafia => {
            Event::RoleAssigned { player_id, role: other, teammates: teammates.without(SeatId::at(0)) }
        }
        other => other,
    });
    let mut game: Driver<Mafia> = Driver::blank(seed);
    game.happen(events);
    let view = Mafia::view(&game.state, Viewer::Seat(SeatId::at(0)));
    let ask = Mafia::asks(&game.state).remove(0);
    (view.seed_hash, Mafia::prompt(&view, &ask).fixed)
}

#[test]
fn a_persona_does_not_depend_on_the_role() {
    for seed in 0..50 {
        for &role in Role::ALL {
            let (hash, fixed) = dealt(role, seed);
            assert_eq!(hash, Seed(seed).promise(None));
            assert!(fixed.contains(&format!("Your role: {role}.")));
            assert!(fixed.contains(persona(hash, SeatId::at(0))), "seed {seed}, {role}");
        }
    }
}

#[test]
fn no_two_seats_of_a_table_have_the_same_persona_and_every_seat_may_have_any() {
    let mut of_first = BTreeSet::new();
    for seed in 0..500 {
        let hash = Seed(seed).promise(None);
        let table: BTreeSet<&str> = (0..20).map(|at| persona(hash, SeatId::at(at))).collect();
        assert_eq!(table.len(), 20, "seed {seed}");
        of_first.insert(persona(hash, SeatId::at(0)));
    }
    assert_eq!(of_first.len(), 20);
}

/// A temperament that named a role or a side would pull a player towards it.
#[test]
fn no_persona_names_a_role_or_a_side() {
    for at in 0..20 {
        let text = persona(Hash::ZERO, SeatId::at(at)).to_lowercase();
        for word in ["mafia", "doctor", "sheriff", "villager", "town", "lie", "kill"] {
            assert!(!text.contains(word), "{word}: {text}");
        }
    }
}
