//! Boards: whatever is not covered all are shown, and a cover has the same shape whatever is under it.

use std::collections::BTreeMap;
use std::mem::{Discriminant, discriminant};

use engine::board::{Body, Panel, Rank};
use engine::{Board, Play, SeatId, Viewer};

use crate::fixture::Fixture;

/// What was seen so far, over all moments of all sessions.
#[derive(Default)]
struct Seen {
    /// Whether a seat has anything covered. It never changes: otherwise that it has would tell what it is.
    covers: BTreeMap<SeatId, bool>,
    /// What each panel is, by its id.
    panels: BTreeMap<&'static str, (Discriminant<Body>, bool)>,
}

/// Plays with house seats, and looks at every viewer's board after every step:
///
/// - a board is within its limits, and without an ending before the end;
/// - whoever watches is shown what all are shown, and nothing is covered there;
/// - what is not covered on anybody's board stands on the public's, word for word, and nothing is missing;
/// - what is covered has the same shape for every seat that has covers, and a seat that has them once always has;
/// - a panel's id stands for the same kind of panel for ever.
pub fn boards_hold(fixture: &Fixture, seeds: std::ops::Range<u64>) {
    let seats: Vec<SeatId> = (0..fixture.seats.len()).map(SeatId::at).collect();
    let mut seen = Seen::default();
    for seed in seeds {
        let mut sitting = fixture.open(seed);
        loop {
            let at = format!("{}, seed {seed}, record {}", fixture.activity, sitting.session.records);
            check(sitting.session.activity.as_ref(), &seats, &mut seen, &at);
            if !sitting.step() {
                break;
            }
        }
    }
}

fn check(play: &dyn Play, seats: &[SeatId], seen: &mut Seen, at: &str) {
    let public = play.board(Viewer::Public);
    assert!(!covers(&public), "{at}: the public's board has something covered");
    assert_eq!(
        play.board(Viewer::Observer),
        public,
        "{at}: an observer is shown another board than the public"
    );
    let over = play.outcome().is_some();
    let mut shape: Option<(SeatId, Vec<Shape>)> = None;
    let viewers = [Viewer::Public, Viewer::Host].into_iter().chain(seats.iter().copied().map(Viewer::Seat));
    for viewer in viewers {
        let board = play.board(viewer);
        assert!(board.ending.is_none() || over, "{at}: the board of {viewer} has an ending, and it goes on");
        if let Some(fault) = board.fault() {
            panic!("{at}: the board of {viewer}: {fault}");
        }
        for panel in board.panels.iter().chain(board.ending.iter().flat_map(|ending| &ending.panels)) {
            let is = (discriminant(&panel.body), panel.covered);
            let was = *seen.panels.entry(panel.id).or_insert(is);
            assert!(
                was == is,
                "{at}: the panel {:?} of {viewer} has another kind of body than it had, or is covered and was not, or the other way \
                 round: a panel that is another thing has another id",
                panel.id
            );
        }
        assert_eq!(
            uncovered(&board),
            public,
            "{at}: what is not covered for {viewer} is not what all are shown"
        );
        let Viewer::Seat(seat) = viewer else { continue };
        let has = covers(&board);
        let had = *seen.covers.entry(seat).or_insert(has);
        assert!(
            had == has,
            "{at}: seat {seat} {}, which tells what is under it: every seat has the same covers from first to last",
            if has { "has a cover now and had none" } else { "has no cover now and had one" }
        );
        if !has {
            continue;
        }
        let own = shapes(&board);
        match &shape {
            None => shape = Some((seat, own)),
            Some((other, theirs)) => {
                assert_eq!(
                    &own, theirs,
                    "{at}: the covers of seat {seat} have another shape than those of seat {other}"
                );
            }
        }
    }
}

/// Is anything on a board covered?
fn covers(board: &Board) -> bool {
    board.notes.iter().any(|note| note.covered) || panels(board).any(|panel| panel.covered)
}

fn panels(board: &Board) -> impl Iterator<Item = &Panel> {
    board.panels.iter().chain(board.ending.iter().flat_map(|ending| &ending.panels))
}

/// A board without what is covered.
fn uncovered(board: &Board) -> Board {
    let mut board = board.clone();
    board.notes.retain(|note| !note.covered);
    board.panels.retain(|panel| !panel.covered);
    if let Some(ending) = &mut board.ending {
        ending.panels.retain(|panel| !panel.covered);
    }
    board
}

/// What can be seen of a cover from outside.
#[derive(Debug, PartialEq)]
enum Shape {
    /// A note at a seat.
    Note(SeatId),
    /// A panel: its id, its title, where it stands, what kind it is of, and the names of its facts.
    Panel(&'static str, String, Rank, Discriminant<Body>, Vec<String>),
}

fn shapes(board: &Board) -> Vec<Shape> {
    let notes = board.notes.iter().filter(|note| note.covered).map(|note| Shape::Note(note.seat));
    let panel = |panel: &Panel| {
        let names = match &panel.body {
            Body::Facts(facts) => facts.iter().map(|fact| fact.name.clone()).collect(),
            Body::Meters(_)
            | Body::Dials(_)
            | Body::Dice(_)
            | Body::Matrix(_)
            | Body::Piles(_)
            | Body::Card(_)
            | Body::Pictures(_)
            | Body::List(_)
            | Body::Text(_) => Vec::new(),
        };
        Shape::Panel(panel.id, panel.title.clone(), panel.rank, discriminant(&panel.body), names)
    };
    notes.chain(panels(board).filter(|panel| panel.covered).map(panel)).collect()
}
