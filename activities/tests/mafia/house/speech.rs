//! How the house speaks: tidy, varied, open about what it claims, and true about the record.

use std::collections::BTreeMap;

use engine::{Machine, SeatId, Seed, Viewer, batch};
use mafia::house::Character;
use mafia::view::{Role, View};
use mafia::{Command, Mafia, Speech};

use crate::house::{NAMES, house, instant, table};

/// A statement with what its speaker could see.
struct Statement {
    game: u64,
    view: View,
    seat: SeatId,
    speech: Speech,
}

fn statements(games: u64, characters: &[Character]) -> Vec<Statement> {
    let seats = table(10, characters);
    let mut all = Vec::new();
    for seed in 0..games {
        batch::play::<Mafia>(&seats, &instant(), Seed(seed), |state, ask, dice| {
            let command = house(state, ask, dice);
            if let Command::Say(speech) = &command {
                let view = Mafia::view(state, Viewer::Seat(ask.seat));
                all.push(Statement { game: seed, view, seat: ask.seat, speech: speech.clone() });
            }
            command
        })
        .unwrap();
    }
    all
}

fn words(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect()
}

fn seat_named(word: &str) -> Option<SeatId> {
    NAMES.iter().take(10).position(|name| *name == word).map(SeatId::at)
}

#[test]
fn the_house_speaks_well() {
    let all = statements(300, &Character::ALL);
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let mut in_game: BTreeMap<(u64, &str), usize> = BTreeMap::new();
    for Statement { game, view, seat, speech } in &all {
        let text = &*speech.text;
        *seen.entry(text).or_default() += 1;
        *in_game.entry((*game, text)).or_default() += 1;
        let words = words(text);
        assert!((3..=60).contains(&words.len()), "{} words: {text}", words.len());
        assert!(text.ends_with(['.', '?']), "does not end: {text}");
        assert!(!text.contains("  ") && !text.contains(['{', '}', '!']), "untidy: {text}");
        assert!(!text.starts_with(|c: char| c.is_lowercase()), "starts small: {text}");
        for (at, _) in text.match_indices(". ") {
            assert!(!text[at + 2..].starts_with(|c: char| c.is_lowercase()), "goes on small: {text}");
        }
        let own = view.own.as_ref().unwrap();
        assert!(!words.contains(&view.name(*seat)), "speaks of itself by name: {text}");
        match speech.claim {
            Some(role) => {
                assert!(words.contains(&role.word()) || text.contains("sheriff's"), "claims silently: {text}")
            }
            None => {
                for first_person in [
                    "I am the ",
                    "I am a villager",
                    "I am a plain",
                    "your sheriff",
                    "As sheriff",
                    "As the sheriff I",
                ] {
                    assert!(!text.contains(first_person), "{} claims without saying so: {text}", own.role);
                }
            }
        }
        for target in [speech.accuse, speech.vouch].into_iter().flatten() {
            assert!(view.living.contains(target) && target != *seat, "of the dead or of itself: {text}");
            assert!(words.contains(&view.name(target)), "does not name {}: {text}", view.name(target));
        }
        assert!(speech.accuse.is_none() || speech.accuse != speech.vouch, "both at once: {text}");
        assert!(speech.thought.as_ref().is_some_and(|thought| !thought.contains(['{', '}'])));
    }
    let total = all.len();
    let distinct = seen.len();
    let twice = in_game.values().filter(|&&times| times > 1).count();
    println!("{total} statements, {distinct} distinct, {twice} said twice in one game");
    assert!(distinct * 100 >= total * 90, "{distinct} of {total} are distinct");
    assert!(twice * 1_000 <= total * 2, "{twice} of {total} were said twice in one game");
}

/// What a statement says of the record, read word by word where it names names, and whether it is so.
#[test]
fn the_reasons_that_are_given_are_so() {
    let mut checked: BTreeMap<&str, usize> = BTreeMap::new();
    for Statement { view, speech, .. } in &statements(300, &Character::ALL) {
        let text = &*speech.text;
        let words = words(text);
        let mut check = |what: &'static str, so: bool| {
            assert!(so, "not so ({what}): {text}");
            *checked.entry(what).or_default() += 1;
        };
        for at in 0..words.len() {
            let Some(x) = seat_named(words[at]) else { continue };
            let after = |n: usize| words.get(at + n).copied().unwrap_or("");
            let days = || view.days.iter();
            let voted = |x, y| {
                days().any(|day| day.votes.iter().any(|vote| vote.voter_id == x && vote.target_id == Some(y)))
            };
            let accused = |x, y| {
                days().any(|day| day.said.iter().any(|said| said.seat == x && said.accuses == Some(y)))
            };
            let vouched = |x, y| {
                days().any(|day| day.said.iter().any(|said| said.seat == x && said.vouches == Some(y)))
            };
            if (after(1), after(2)) == ("voted", "against")
                && let Some(y) = seat_named(after(3))
            {
                check("voted against", voted(x, y));
            }
            if after(1) == "accused"
                && let Some(y) = seat_named(after(2))
            {
                check("accused", accused(x, y));
            }
            if (after(1), after(2)) == ("vouched", "for")
                && let Some(y) = seat_named(after(3))
            {
                check("vouched for", vouched(x, y));
            }
            let role = match (after(1), after(2), after(3)) {
                ("was", "mafia", _) => Some(Role::Mafia),
                ("was", "the", "doctor") => Some(Role::Doctor),
                ("was", "the", "sheriff") => Some(Role::Sheriff),
                ("was", "a", "villager") => Some(Role::Villager),
                _ => None,
            };
            if let Some(role) = role.filter(|_| at == 0 || words[at - 1] != "that") {
                check("was", view.role(x) == Some(role) && !view.living.contains(x));
            }
            if (after(1), after(2), after(3)) == ("is", "dead", "this") {
                check("is dead", view.days.last().unwrap().killed == Some(x));
            }
        }
    }
    println!("{checked:?}");
    for what in ["voted against", "accused", "was"] {
        assert!(checked.get(what).is_some_and(|&times| times >= 20), "too few to tell: {what}");
    }
}
