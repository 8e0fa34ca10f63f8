//! How much of a prompt a model has read before: a provider reads that part faster and for less, and only if it stands
//! at the beginning.

use engine::{Machine, Tool, Viewer};
use mafia::persona;
use mafia::view::Role;
use mafia::{Ballot, Mafia, Setup};
use testkit::Driver;

use crate::prompts::evening::{NAMES, open, open_as, play_house, play_house_at};

/// Bytes of one seat's prompts.
#[derive(Clone, Copy, Debug, Default)]
struct Bytes {
    prompts: usize,
    /// Of its first prompt.
    first: usize,
    /// Of its later prompts.
    later: usize,
    /// Of these, what its prompt before began with too.
    repeated: usize,
}

impl Bytes {
    fn add(&mut self, other: Bytes) {
        self.prompts += other.prompts;
        self.first += other.first;
        self.later += other.later;
        self.repeated += other.repeated;
    }

    /// Of a thousand bytes from the second prompt on.
    fn repeats(self) -> usize {
        self.repeated * 1_000 / self.later
    }

    /// Of a thousand bytes, the first prompt among them.
    fn repeats_in_all(self) -> usize {
        self.repeated * 1_000 / (self.first + self.later)
    }
}

/// Without the table of how things stand, which is read anew each time, and has a limit of its own (M22).
fn without_standing(prompt: &str) -> String {
    prompt.split_inclusive('\n').filter(|line| !is_standing(line)).collect()
}

fn is_standing(line: &str) -> bool {
    line.starts_with("Day ") && line.contains(", by seat: ")
}

/// The bytes of each seat in a game of the house.
fn measure(game: Driver<Mafia>) -> [Bytes; NAMES.len()] {
    let mut last: [String; NAMES.len()] = Default::default();
    let mut seats = [Bytes::default(); NAMES.len()];
    play_house_at(game, |asked| {
        let (own, last) = (&mut seats[asked.ask.seat.index()], &mut last[asked.ask.seat.index()]);
        let text = without_standing(&asked.text());
        let same = text.bytes().zip(last.bytes()).take_while(|(now, before)| now == before).count();
        own.prompts += 1;
        if own.prompts == 1 {
            own.first = text.len();
        } else {
            own.later += text.len();
            own.repeated += same;
        }
        *last = text;
    });
    seats
}

#[test]
fn nine_tenths_of_what_a_seat_reads_it_has_read_before() {
    let (mut seats, mut minds) = ([Bytes::default(); NAMES.len()], [Bytes::default(); NAMES.len()]);
    for seed in 1..=40 {
        for (seat, own) in minds.iter_mut().zip(measure(open(&NAMES, seed))) {
            seat.add(own);
        }
        for (seat, own) in seats.iter_mut().zip(measure(open_as(&NAMES, seed, Setup::default()))) {
            seat.add(own);
            // Who is voted out on the first day has read three prompts, and too little to repeat much.
            if own.prompts > 1 {
                assert!(own.repeats() >= if own.prompts > 4 { 900 } else { 870 }, "seed {seed}: {own:?}");
            }
        }
    }
    for (table, seats) in [("one round", seats), ("two rounds", minds)] {
        let shares = seats.map(|seat| (seat.repeats(), seat.repeats_in_all()));
        eprintln!(
            "{table}: of a thousand bytes repeat, by seat, without and with the first prompt: {shares:?}"
        );
        assert!(shares.iter().all(|(later, in_all)| *later >= 900 && *in_all >= 750), "{shares:?}");
    }
}

/// Bytes of what one of the mafia at seven seats reads first, its temperament left out, as they were before bids, words to the team and
/// secret votes: 4,802 of tools and 8,341 of text.
const BEFORE: usize = 4_802 + 8_341;

#[test]
fn what_a_seat_reads_first_does_not_grow() {
    let names = ["Oskar", "Yusuf", "Lena", "Priya", "Uma", "Viktor", "Kofi"];
    for ballot in [Ballot::Open, Ballot::Secret] {
        let game = open_as(&names, 33, Setup { rounds: 2, ballot, team_agrees: true, ..Setup::default() });
        let seat = game.state.holders(Role::Mafia).nth(0).expect("somebody");
        let view = Mafia::view(&game.state, Viewer::Seat(seat));
        let ask = Mafia::asks(&game.state).into_iter().find(|ask| ask.seat == seat).expect("it is asked");
        let own = persona(view.seed_hash, seat).len();
        let (tools, fixed) =
            (json(&Mafia::tools(&view, seat)).len(), Mafia::prompt(&view, &ask).fixed.len() - own);
        eprintln!("bytes of the mafia: tools {tools}, fixed {fixed}");
        assert!(tools + fixed <= BEFORE, "{ballot:?}: {tools} and {fixed}");
    }
}

/// The tools as a provider gets them.
fn json(tools: &[Tool]) -> String {
    let tool = |tool: &Tool| {
        let schema: serde_json::Value =
            serde_json::from_str(tool.brief_schema(2_000).get()).expect("a schema");
        serde_json::json!({"name": tool.name, "description": tool.about, "input_schema": schema})
    };
    serde_json::to_string(&tools.iter().map(tool).collect::<Vec<_>>()).expect("they are JSON")
}

/// Providers keep nothing that is shorter than about 1,100 tokens; what changes is read anew each time.
#[test]
fn what_comes_first_is_long_enough_to_be_kept_and_what_changes_is_short() {
    for seed in 0..40 {
        play_house(seed, |asked| {
            let (fixed, now) = (asked.prompt.fixed.len(), asked.prompt.now.len());
            assert!((6_000..9_000).contains(&fixed), "{fixed} bytes");
            let standing: usize =
                asked.prompt.now.lines().filter(|line| is_standing(line)).map(str::len).sum();
            assert!(now - standing <= 600, "{now} bytes: {}", asked.prompt.now);
        });
    }
}
