//! `/recap`: what has happened so far, and nothing that whoever asks was not told.

use std::collections::BTreeSet;

use engine::{Machine, SeatId, Viewer};
use mafia::view::{Role, View};
use mafia::{Event, Mafia, Setup, Speed};
use testkit::{Driver, house_seats};

use super::town::Town;

fn recap(town: &Town, viewer: Viewer) -> String {
    Mafia::report(&Mafia::view(&town.game.state, viewer), "recap").expect("always")
}

#[test]
fn a_recap_says_who_lives_who_died_of_what_and_how_it_was_voted() {
    let mut town = Town::instant();
    let names: Vec<String> = town.game.state.seats.iter().map(|seat| seat.name.clone()).collect();
    let name = |seat: SeatId| names[seat.index()].as_str();
    let list = |seats: Vec<&str>| match seats.split_last() {
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    };
    let all = list(names.iter().map(String::as_str).collect());
    let before = format!("Night 1. 10 of 10 live: {all}.");
    assert_eq!(recap(&town, Viewer::Public), before);
    let team = town.all(Role::Mafia);
    let (sheriff, doctor) = (town.one(Role::Sheriff), town.one(Role::Doctor));
    assert_eq!(recap(&town, Viewer::Seat(doctor)), format!("{before}\nFor you alone: you are the doctor."));
    let own = format!("{before}\nFor you alone: you are mafia, with ");
    assert!(recap(&town, Viewer::Seat(team[0])).starts_with(&own));

    let (victim, out) = (town.one(Role::Villager), team[0]);
    let looked = town.game.state.night_targets(sheriff).nth(0).expect("somebody");
    town.night(victim, None);
    town.silence();
    town.condemn(out);
    let living = list(town.living().iter().map(name).collect());
    let against: Vec<&str> =
        (0..10).map(SeatId::at).filter(|s| *s != out && *s != victim).map(name).collect();
    let other = (0..10).map(SeatId::at).find(|s| *s != out && *s != victim).expect("somebody");
    let public = format!(
        "Night 2. 8 of 10 live: {living}.\nNight 1: {} was killed.\nDay 1: {} against {}; {} against {}. {} went (mafia).",
        name(victim),
        list(against),
        name(out),
        name(out),
        name(other),
        name(out),
    );
    assert_eq!(recap(&town, Viewer::Public), public);
    let is = if team.contains(&looked) { "is mafia" } else { "is not mafia" };
    let found = format!(
        "{public}\nFor you alone: you are the sheriff.\nYou looked in night 1: {} {is}.",
        name(looked)
    );
    assert_eq!(recap(&town, Viewer::Seat(sheriff)), found);
    let host = recap(&town, Viewer::Host);
    assert!(host.contains("was killed (villager).") && host.contains("\nFor the host alone: "), "{host}");
    assert!(host.contains(&format!("{} (sheriff)", name(sheriff))), "{host}");

    let second = town.one(Role::Villager);
    town.night(second, Some(second));
    assert!(recap(&town, Viewer::Public).contains("\nNight 2: nobody died; someone was attacked"));
    town.silence();
    let voter = town.one(Role::Doctor);
    town.vote(voter, second).expect("a vote");
    let so_far = format!("\nDay 2, so far: {} against {}.", name(voter), name(second));
    assert!(recap(&town, Viewer::Public).ends_with(&so_far), "{}", recap(&town, Viewer::Public));

    let mut town = Town::instant();
    town.town_wins();
    let over = recap(&town, Viewer::Public);
    assert!(over.starts_with("The town won on day 3.") && over.contains("\nWho was what: "), "{over}");
}

/// What a viewer was told of roles: whose is which, and who is mafia or not.
#[derive(Default)]
struct Told {
    roles: BTreeSet<(SeatId, Role)>,
    found: BTreeSet<(SeatId, bool)>,
    lines: usize,
}

impl Told {
    fn hear(&mut self, event: &Event) {
        match event {
            Event::RoleAssigned { player_id, role, teammates } => {
                self.roles.extend(teammates.with(*player_id).iter().map(|seat| (seat, *role)));
            }
            Event::PlayerEliminated { player_id, role: Some(role), .. } => {
                self.roles.insert((*player_id, *role));
            }
            Event::InvestigationResult { target_id, is_mafia, .. } => {
                self.found.insert((*target_id, *is_mafia));
            }
            Event::GameEnded(outcome) => {
                self.roles.extend(outcome.roles.iter().enumerate().map(|(at, role)| (SeatId::at(at), *role)));
            }
            _ => {}
        }
    }

    /// Everything that a recap says of a role was told.
    fn check(&mut self, view: &View, text: &str) {
        // Signs are looked for once, and not for every name: what is told of a role has one in it.
        let round = |sign: char| -> Vec<(&str, &str)> {
            text.match_indices(sign).map(|(at, _)| (&text[..at], &text[at + 1..])).collect()
        };
        let (brackets, stops) = (round('('), round('.'));
        let team = text.split_once("you are mafia, with ").map_or("", |(_, team)| team);
        for seat in (0..view.seats.len()).map(SeatId::at) {
            let name = view.name(seat);
            let is = |role: &Role| {
                brackets.iter().any(|(before, after)| {
                    before.strip_suffix(' ').is_some_and(|before| before.ends_with(name))
                        && after.strip_prefix(role.word()).is_some_and(|after| after.starts_with(')'))
                })
            };
            for role in Role::ALL.iter().copied().filter(is) {
                self.lines += 1;
                assert!(self.roles.contains(&(seat, role)), "{name} ({role}) was not told:\n{text}");
            }
            for (is, words) in [(true, "is mafia"), (false, "is not mafia")] {
                let said = format!(": {name} {words}");
                if stops.iter().any(|(before, _)| before.ends_with(&said)) {
                    self.lines += 1;
                    assert!(self.found.contains(&(seat, is)), "{name} {words} was not told:\n{text}");
                }
            }
            if team.contains(name) {
                self.lines += 1;
                assert!(self.roles.contains(&(seat, Role::Mafia)), "{name} was not named:\n{text}");
            }
        }
    }
}

#[test]
fn a_recap_holds_nothing_of_a_role_that_its_viewer_was_not_told() {
    let mut seats = house_seats(10, &["analytical", "social", "random"]);
    // No name begins another: each can be looked for.
    let names = ["Ana", "Ben", "Cole", "Dee", "Eva", "Finn", "Gus", "Hal", "Ivy", "Jo"];
    seats.iter_mut().zip(names).for_each(|(seat, name)| seat.name = name.to_owned());
    let viewers: Vec<Viewer> = [Viewer::Public, Viewer::Observer]
        .into_iter()
        .chain((0..10).map(SeatId::at).map(Viewer::Seat))
        .collect();
    let mut lines = 0;
    for seed in 0..200 {
        let setup =
            Setup { speed: Some(Speed::Instant), reveal_night_roles: seed % 2 == 0, ..Setup::default() };
        let mut game = Driver::<Mafia>::open(&seats, &setup, seed).expect("a legal setup");
        let mut told: Vec<Told> = viewers.iter().map(|_| Told::default()).collect();
        let mut heard = 0;
        loop {
            for (viewer, told) in viewers.iter().zip(&mut told) {
                let seen = game.told[heard..].iter().filter(|told| viewer.sees(told.audience));
                seen.for_each(|it| told.hear(&it.event));
                let view = Mafia::view(&game.state, *viewer);
                told.check(&view, &Mafia::report(&view, "recap").expect("always"));
            }
            heard = game.told.len();
            let asks = Mafia::asks(&game.state);
            let Some(ask) = asks.iter().find(|ask| !ask.answered) else { break };
            let view = Mafia::view(&game.state, Viewer::Seat(ask.seat));
            let command = Mafia::house(&view, ask, &mut game.dice().seat(ask.seat, ask.id));
            game.seat(ask.seat, &command).expect("the house plays by the rules");
        }
        assert!(Mafia::outcome(&game.state).is_some(), "seed {seed} came to its end");
        lines += told.iter().map(|told| told.lines).sum::<usize>();
    }
    assert!(lines > 10_000, "there was something to say: {lines}");
}
