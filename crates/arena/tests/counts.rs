//! Games that are counted: on the typed face, and behind the erased one for a machine that has no other.

#![allow(clippy::expect_used, reason = "tests")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use engine::{
    Actor, Ask, Audience, Count, Counted, Custom, Dice, Draft, Fault, Holder, Machine, Offer, Refusal, Rules,
    Seat, SeatId, Seed, Telling, raw,
};
use mafia::house::Character;
use mafia::{Counts, Mafia, Setup, Speed};
use parlor_arena::{Compared, Series};
use serde::{Deserialize, Serialize};

/// Tables of the house, at which the characters move one seat on each time.
fn tables(seats: usize, characters: &[&str]) -> Vec<Arc<[Seat]>> {
    let seat = |first: usize, at: usize| Seat {
        id: format!("seat-{}", at + 1),
        name: format!("Seat {}", at + 1),
        holder: Holder::House(characters[(first + at) % characters.len()].to_owned()),
    };
    (0..characters.len()).map(|first| (0..seats).map(|at| seat(first, at)).collect()).collect()
}

fn counted(rules: &'static dyn Rules, series: &Series<'_>, jobs: usize) -> (Compared, u64) {
    let heard = AtomicU64::new(0);
    let compared = series.counts(rules.custom().counted.expect("it counts"), jobs, |more| {
        heard.fetch_add(more, Ordering::Relaxed);
    });
    (compared.expect("they all end"), heard.into_inner())
}

#[test]
fn how_many_play_at_a_time_changes_nothing_and_every_game_is_heard_of() {
    let setup = Setup { roles: Counts::suited(7), speed: Some(Speed::Instant), ..Setup::default() };
    let tables = tables(7, &Character::THINKING.map(Character::name));
    let rules = Mafia::erased();
    let series = Series { rules, tables: &tables, setup: &raw(&setup), games: 150, seed: Seed(7) };
    let (one, heard) = counted(rules, &series, 1);
    assert_eq!((one.house.games(), one.random.games(), heard), (150, 150, 300));
    assert_eq!((one, heard), counted(rules, &series, 3));
}

#[test]
fn a_machine_whose_views_are_folds_is_counted_like_any() {
    let tables = tables(3, &["random"]);
    let rules = Most::erased();
    let series = Series { rules, tables: &tables, setup: &raw(&()), games: 100, seed: Seed(7) };
    let (compared, heard) = counted(rules, &series, 2);
    assert_eq!(heard, 200);
    assert_eq!((compared.house.games(), compared.random.games()), (100, 100));
    let house = compared.house;
    assert_eq!(house.roles().collect::<Vec<_>>(), [("bidder", 3.0)]);
    assert!(house.measures().all(|(measure, mean)| measure == "bids" && mean > 3.0));
    let won: Vec<_> = house.sides().map(|(side, tally)| (side, tally.of, tally.won > 0)).collect();
    assert_eq!(won, [("first", 100, true), ("others", 100, true)]);
    assert_eq!(house.sides().map(|(_, tally)| tally.won).sum::<u64>(), 100);
    let seats: Vec<_> =
        house.characters().map(|(name, sides)| (name, sides.map(|(_, it)| it.of).sum())).collect();
    assert_eq!(seats, [("random", 300_u64)]);
}

#[test]
fn a_side_that_is_not_named_stops_the_series() {
    let rules = Most::erased();
    let tables = tables(3, &["random"]);
    let series = Series { rules, tables: &tables, setup: &raw(&()), games: 100, seed: Seed(7) };
    let of = Counted { sides: &["first"], roles: &["bidder"], measures: &[] };
    let stuck = series.counts(of, 2, |_| ()).expect_err("others win, too");
    assert!(stuck.why.contains(r#""others", which is none of first"#), "{stuck}");
}

#[derive(Clone, Serialize, Deserialize, engine::Command)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Command {
    /// Bid.
    Bid {
        /// So much. Whoever draws lots may draw the highest number, which the rules refuse: then another is drawn.
        #[number(1..=6)]
        points: u8,
    },
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(tag = "type")]
enum Event {
    Begun { seats: usize },
    Bid { points: u8 },
}

/// Each bids once, and again as long as nobody has bid most.
#[derive(Clone, Default, Serialize, Deserialize, engine::Phases)]
#[phase(name = "BIDDING", title = "Bidding", asks(Bid))]
struct Most {
    seats: usize,
    bids: Vec<u8>,
}

impl Most {
    /// Who has bid most in a whole round, if one has.
    fn first(&self) -> Option<usize> {
        let last = self.bids.chunks_exact(self.seats.max(1)).last()?;
        let most = *last.iter().max()?;
        let first = last.iter().position(|bid| *bid == most)?;
        (last.iter().filter(|bid| **bid == most).count() == 1 && self.bids.len().is_multiple_of(self.seats))
            .then_some(first)
    }
}

#[engine::machine]
impl Machine for Most {
    const NAME: &'static str = "most";
    const CUSTOM: Custom = Custom {
        counted: Some(Counted { sides: &["first", "others"], roles: &["bidder"], measures: &["bids"] }),
        ..Custom::DEFAULT
    };
    fn open(draft: &mut Draft<Self>, seats: &Arc<[Seat]>, _: &()) -> Result<(), Vec<Fault>> {
        draft.tell(Event::Begun { seats: seats.len() });
        Ok(())
    }
    fn decide(draft: &mut Draft<Self>, _: Actor, Command::Bid { points }: &Command) -> Result<(), Refusal> {
        if *points == 6 {
            return Err(Refusal::new("too-much", "bid less"));
        }
        draft.tell(Event::Bid { points: *points });
        Ok(())
    }
    fn absent(draft: &mut Draft<Self>, _: SeatId, _: &str) -> Result<(), Refusal> {
        draft.tell(Event::Bid { points: 1 });
        Ok(())
    }
    fn evolve(state: &mut Most, event: &Event) {
        match event {
            Event::Begun { seats } => state.seats = *seats,
            Event::Bid { points } => state.bids.push(*points),
        }
    }
    fn asks(state: &Most) -> Vec<Ask<Offer<Command>>> {
        let at = state.bids.len();
        let seat = SeatId::at(at % state.seats.max(1));
        match state.first() {
            None => vec![Ask::new(at as u32, seat, Offer::new("Your bid?", [CommandName::Bid]))],
            Some(_) => Vec::new(),
        }
    }
    fn audience(_: &Most, _: &Event) -> Audience {
        Audience::Public
    }
    fn telling(_: &Most, _: &Event) -> Option<Telling> {
        None
    }
    fn outcome(state: &Most) -> Option<String> {
        state.first().map(|first| format!("seat {first} has bid most"))
    }
    fn house(_: &Most, _: &Ask<Offer<Command>>, dice: &mut Dice) -> Command {
        Command::Bid { points: 1 + dice.below(5) as u8 }
    }
    fn count(state: &Most) -> Option<Count> {
        let first = state.first()?;
        Some(Count {
            winner: if first == 0 { "first" } else { "others" },
            seats: (0..state.seats).map(|at| (if at == 0 { "first" } else { "others" }, "bidder")).collect(),
            measures: vec![state.bids.len() as u64],
        })
    }
}
