//! The board: the thing in hand, the piles, the space, and what an ended session leaves.

use engine::Machine;
use engine::board::{Board, Body, Leaf, Panel, SeatIs};
use tidying::{Command, Tidying};

use super::say;
use super::stage::{COACH, PERSON, Stage};

fn board(stage: &Stage) -> Board {
    Tidying::board(&stage.view()).expect("a board of its own")
}

fn panel<'a>(board: &'a Board, id: &str) -> &'a Panel {
    let ending = board.ending.iter().flat_map(|ending| &ending.panels);
    let found = board.panels.iter().chain(ending).find(|panel| panel.id == id);
    found.unwrap_or_else(|| panic!("no {id}: {board:?}"))
}

fn hand(board: &Board) -> &Leaf {
    match &panel(board, "hand").body {
        Body::Card(leaf) => leaf,
        other => panic!("{other:?}"),
    }
}

/// The names of piles, with what is on each.
fn piles<'a>(board: &'a Board, id: &str) -> Vec<(&'a str, Vec<(&'a str, &'a str)>)> {
    let Body::Piles(heaps) = &panel(board, id).body else { panic!("no piles") };
    let things = |heap: &'a engine::board::Heap| {
        heap.things.iter().map(|it| (it.text.as_str(), it.note.as_str())).collect()
    };
    heaps.iter().map(|heap| (heap.name.as_str(), things(heap))).collect()
}

#[test]
fn the_thing_in_hand_has_what_the_coach_proposes() {
    let seen = board(&Stage::proposed());
    assert_eq!((hand(&seen).title.as_str(), hand(&seen).text.as_str()), ("the lamp", "Next."));
    let offered: Vec<&str> = hand(&seen).facts.iter().map(|fact| fact.value.as_str()).collect();
    assert_eq!(offered, ["keep it: the shelf (the coach’s idea)", "donate it", "trash it", "what is it?"]);
    assert_eq!(seen.headline, "0 of 2 sorted");
    assert_eq!(piles(&seen, "piles")[3], ("To sort", vec![("the lamp", "in hand"), ("the vase", "")]));
    let up: Vec<_> = seen.notes.iter().filter(|note| note.is == SeatIs::Up).map(|note| note.seat).collect();
    assert_eq!(up, [PERSON]);
}

#[test]
fn what_is_decided_lies_on_its_pile() {
    let mut stage = Stage::proposed().and_person(&say::choose(1));
    stage.coach(&say::propose("vase"));
    stage.person(&say::choose(2));
    let seen = board(&stage);
    assert_eq!(seen.headline, "2 of 2 sorted");
    let piles = piles(&seen, "piles");
    assert_eq!(piles[0], ("Belongs", vec![("the lamp", "the shelf")]));
    assert_eq!(piles[1], ("Out", vec![("the vase", "donate")]));
    assert!(seen.notes.iter().any(|note| note.seat == COACH && note.is == SeatIs::Up));
}

#[test]
fn every_mode_has_something_in_hand() {
    for (stage, title) in [
        (Stage::surveying(), "What is this space?"),
        (Stage::asked_function(), "What is this room for?"),
        (Stage::sorted(), "What is there?"),
        (Stage::offered(), "Split the unsure pile?"),
        (Stage::clarified(), "the lamp"),
        (Stage::supported(), "the lamp"),
        (Stage::wound(), "Go on, or end here?"),
    ] {
        assert_eq!(hand(&board(&stage)).title, title);
    }
    assert!(matches!(&panel(&board(&Stage::split()), "parts").body, Body::List(parts) if parts.len() == 3));
}

#[test]
fn photos_are_there_by_their_hashes_the_newest_first() {
    let stage = Stage::surveyed().and_photos(1..=2);
    let seen = board(&stage);
    assert_eq!(panel(&seen, "photos").title, "2 photos, kept here alone; 2 with the next words");
    assert_eq!(panel(&seen, "photos").body, Body::Pictures(vec![say::photo(2).hash, say::photo(1).hash]));
}

#[test]
fn the_end_says_what_was_done_and_what_is_left() {
    let stage = Stage::proposed().and_person(&say::choose(3)).and_coach(&Command::TimeToWrap);
    let stage = stage.and_coach(&say::sum_up()).and_person(&Command::EndSession);
    let seen = board(&stage);
    let ending = seen.ending.as_ref().expect("it is over");
    assert_eq!(ending.title, "Done for today");
    assert!(ending.text.contains("It took less than a minute."), "{}", ending.text);
    assert_eq!(
        piles(&seen, "checklist"),
        [("Out: trash", vec![("the lamp", "")]), ("Left for another day", vec![("the vase", "")])]
    );
    assert!(seen.panels.iter().all(|panel| panel.id != "hand"));
}
