//! The board: what stands at the seats, the votes, what a seat knows, and how it ended.

use engine::board::{Board, Body, Note, Panel, SeatIs};
use engine::{Machine, SeatId, Viewer};
use mafia::view::Role;
use mafia::{Mafia, Speech};

use super::town::Town;

fn board(town: &Town, viewer: Viewer) -> Board {
    Mafia::board(&Mafia::view(&town.game.state, viewer)).expect("a board of its own")
}

fn public(town: &Town) -> Board {
    board(town, Viewer::Public)
}

fn panel<'a>(board: &'a Board, id: &str) -> Option<&'a Panel> {
    let ending = board.ending.iter().flat_map(|ending| &ending.panels);
    board.panels.iter().chain(ending).find(|panel| panel.id == id)
}

fn facts(panel: &Panel) -> Vec<(&str, &str)> {
    let Body::Facts(facts) = &panel.body else { panic!("{panel:?}") };
    facts.iter().map(|fact| (fact.name.as_str(), fact.value.as_str())).collect()
}

/// What is said of a seat, to all or under a cover.
fn notes(board: &Board, seat: SeatId, covered: bool) -> Vec<&Note> {
    board.notes.iter().filter(|note| note.seat == seat && note.covered == covered).collect()
}

#[test]
fn seats_say_who_lives_who_speaks_who_voted_and_who_died_of_what() {
    let mut town = Town::instant();
    let (victim, out) = (town.one(Role::Villager), town.one(Role::Mafia));
    assert_eq!(public(&town).headline, "day 1, 10 of 10 alive");
    assert!(public(&town).notes.iter().all(|note| note.text == "alive" && note.is == SeatIs::In));
    town.night(victim, None);
    let dead = public(&town);
    let note = notes(&dead, victim, false)[0];
    assert_eq!((note.text.as_str(), note.is), ("killed in night 1", SeatIs::Out), "and not as what");
    let up: Vec<&Note> = dead.notes.iter().filter(|note| note.is == SeatIs::Up).collect();
    assert_eq!((up.len(), up[0].text.as_str()), (1, "speaks, 1 of 9"));
    town.silence();
    let voters: Vec<SeatId> = town.living().iter().filter(|seat| *seat != out).collect();
    assert!(panel(&public(&town), "votes").is_none(), "nobody has voted");
    town.vote(voters[0], out).expect("a vote");
    let voting = public(&town);
    let names = town.game.state.seats.clone();
    let name = |seat: SeatId| names[seat.index()].name.clone();
    assert_eq!(notes(&voting, voters[0], false)[0].text, format!("→ {}", name(out)));
    assert_eq!(notes(&voting, voters[1], false)[0].text, "not yet");
    let Body::Matrix(votes) = &panel(&voting, "votes").expect("a vote").body else { panic!("no matrix") };
    assert_eq!(votes.sum, format!("1 of 9 voted; {} 1 ({})", name(out), name(voters[0])));
    assert_eq!(votes.rows, [[name(out), "1".to_owned(), name(voters[0])]]);
    town.condemn(out);
    let after = public(&town);
    assert_eq!(notes(&after, out, false)[0].text, "voted out on day 1, mafia");
    let Body::Matrix(votes) = &panel(&after, "votes").expect("it stays").body else { panic!("no matrix") };
    let why = format!("{} is out. The most votes, 8 of 9. {} was mafia.", name(out), name(out));
    assert!(votes.sum.ends_with(&why), "{}", votes.sum);
}

#[test]
fn every_role_has_the_same_rows_and_its_own_words_in_them() {
    let mut town = Town::instant();
    let (sheriff, doctor) = (town.one(Role::Sheriff), town.one(Role::Doctor));
    let (victim, mafia) = (town.one(Role::Villager), town.all(Role::Mafia));
    let looked = town.game.state.night_targets(sheriff).nth(0).expect("somebody");
    town.night(victim, None);
    let boards: Vec<Board> = (0..10).map(|at| board(&town, Viewer::Seat(SeatId::at(at)))).collect();
    let own = |seat: SeatId| facts(panel(&boards[seat.index()], "own").expect("everybody has one"));
    for at in 0..10 {
        let names: Vec<&str> = own(SeatId::at(at)).iter().map(|(name, _)| *name).collect();
        let rows = ["Role", "What you do", "How you win", "Team", "Tonight", "Others tonight", "Found"];
        assert_eq!(names, rows);
    }
    let value = |seat: SeatId, row: usize| own(seat)[row].1.to_owned();
    let name = |seat: SeatId| town.game.state.seats[seat.index()].name.clone();
    assert_eq!((value(sheriff, 0).as_str(), value(sheriff, 3).as_str()), ("sheriff", "–"));
    assert!(
        value(sheriff, 6).starts_with(&format!("night 1: {} is ", name(looked))),
        "{}",
        value(sheriff, 6)
    );
    assert!(value(doctor, 4).ends_with("protected last night"), "{}", value(doctor, 4));
    assert!(value(mafia[0], 3).contains(&name(mafia[1])), "{}", value(mafia[0], 3));
    let known = notes(&boards[mafia[0].index()], mafia[1], true);
    assert_eq!((known.len(), known[0].text.as_str()), (1, "mafia"));
    assert_eq!(notes(&boards[victim.index()], mafia[1], true)[0].text, "role not known");
    assert!(public(&town).notes.iter().all(|note| !note.covered) && panel(&public(&town), "own").is_none());
}

#[test]
fn the_end_says_who_won_who_was_what_and_what_happened() {
    let mut town = Town::instant();
    assert!(public(&town).ending.is_none());
    town.town_wins();
    let board = public(&town);
    let ending = board.ending.as_ref().expect("it is over");
    assert_eq!((ending.title.as_str(), ending.sign), ("The town wins", ("☀", "*")));
    assert!(ending.text.starts_with("On day ") && ending.text.ends_with('.'), "{}", ending.text);
    let roles = facts(panel(&board, "roles").expect("roles"));
    assert_eq!(
        roles.iter().map(|(role, _)| *role).collect::<Vec<_>>(),
        ["mafia", "doctor", "sheriff", "villager"]
    );
    let Body::List(story) = &panel(&board, "story").expect("a story").body else { panic!("no list") };
    assert!(
        story[0].text.starts_with("Night 1: ") && story[0].text.ends_with("was killed, a villager."),
        "{story:?}"
    );
    assert!(board.notes.iter().all(|note| !note.covered && note.text.contains(", ")), "{:?}", board.notes);
    let own = self::board(&town, Viewer::Seat(SeatId::at(0)));
    assert!(facts(panel(&own, "own").expect("still there"))[2].1.ends_with("with your side"));
}

#[test]
fn m16_the_end_names_the_line_that_most_votes_followed_and_none_where_no_vote_followed_one() {
    let mut silent = Town::instant();
    silent.town_wins();
    assert!(panel(&public(&silent), "line").is_none(), "nobody accused anybody");
    let mut town = Town::instant();
    let (victim, out) = (town.one(Role::Villager), town.one(Role::Mafia));
    let name = |town: &Town, seat: SeatId| town.game.state.seats[seat.index()].name.clone();
    town.night(victim, None);
    let accuser = town.living().iter().find(|seat| *seat != out).expect("somebody");
    let mut accusers = 0;
    while let Some(speaker) = town.game.state.turn().map(|turn| turn.seat) {
        // Whoever says the same again says it after the first, and nobody votes as the last one says.
        let (accuse, text) = match (speaker == out, accusers) {
            (true, _) => (Some(accuser), "It is the other way round."),
            (false, 0) => (Some(out), "I slept badly, and you smiled."),
            (false, _) => (Some(out), "So I think, too."),
        };
        accusers += u32::from(speaker != out);
        let speech = Speech { text: text.into(), accuse, ..Speech::default() };
        town.say(speaker, speech).expect("its turn");
    }
    town.condemn(out);
    assert!(panel(&public(&town), "line").is_none(), "it is not over");
    town.town_wins();
    let board = public(&town);
    let Body::Text(line) = &panel(&board, "line").expect("a line").body else { panic!("no text") };
    let (said, of) = (name(&town, accuser), name(&town, out));
    assert_eq!(
        *line,
        format!(
            "“I slept badly, and you smiled.” {said}, the first on day 1 to accuse {of}: 7 others then voted so. After no other line \
             did more."
        )
    );
}
