//! A series of sessions of any activity, by the house: how they ended, which phases they came to, how long they were.

use std::collections::{BTreeMap, BTreeSet};

use engine::{Actor, Cast, DiceBox, Moment, Play, Rules, Seat, SeatSet, Seed, TableTime, Viewer, limits};
use serde_json::value::RawValue;

use crate::Stuck;
use crate::spread::{Sum, game_seed, spread};

/// What every session of a series has in common.
pub struct Sessions<'a> {
    /// What is played.
    pub rules: &'static dyn Rules,
    /// Who sits where: the house in every seat.
    pub seats: &'a [Seat],
    /// What each is opened with.
    pub setup: &'a RawValue,
    /// How many.
    pub games: u64,
    /// Where all chance comes from.
    pub seed: Seed,
}

/// What a series of sessions came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Endings {
    /// How often each ended so, in the words of its board or else of its outcome.
    pub endings: BTreeMap<String, u64>,
    /// How many came to each phase.
    pub phases: BTreeMap<&'static str, u64>,
    /// Decisions in all of them.
    pub decisions: u64,
}

impl Sum for Endings {
    fn add(&mut self, other: &Endings) {
        for (ending, count) in &other.endings {
            *self.endings.entry(ending.clone()).or_default() += count;
        }
        for (phase, count) in &other.phases {
            *self.phases.entry(phase).or_default() += count;
        }
        self.decisions += other.decisions;
    }
}

impl Sessions<'_> {
    /// Plays them all, `jobs` at a time. `played` hears how many more are done.
    pub fn play(&self, jobs: usize, played: impl Fn(u64) + Sync) -> Result<Endings, Stuck> {
        spread(self.games, jobs, &played, |index| {
            let seed = game_seed(self.seed, index);
            self.play_one(seed).map_err(|why| Stuck { game: index, seed, why })
        })
    }

    fn play_one(&self, seed: Seed) -> Result<Endings, String> {
        let dice = DiceBox::new(seed, self.rules.name());
        let cast = |step, time| Cast { step, moment: Moment { time, at: 0 }, dice, taken: SeatSet::EMPTY };
        let opened = self.rules.open(self.seats, self.setup, cast(0, TableTime::default()));
        let mut play = opened
            .map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))?
            .play;
        let (mut now, mut phases) = (TableTime::default(), BTreeSet::new());
        for step in 1..limits::RECORDS_MAX {
            phases.insert(play.phase());
            if let Some(ending) = ending(&*play) {
                let endings = BTreeMap::from([(ending, 1)]);
                let phases = phases.into_iter().map(|phase| (phase, 1)).collect();
                return Ok(Endings { endings, phases, decisions: step - 1 });
            }
            let (by, command) = match play.open_asks().into_iter().find(|ask| !ask.answered) {
                Some(ask) => {
                    let command = play.house(ask.seat, ask.id, dice);
                    (Actor::Seat(ask.seat), command.ok_or("the house has no answer")?)
                }
                None => {
                    let due = play.deadline().ok_or("nobody is asked and no deadline runs")?;
                    now = due.max(now);
                    (Actor::Clock, play.time_up())
                }
            };
            play = play.decide(by, &command, cast(step, now)).map_err(|why| why.to_string())?.play;
        }
        Err(format!("it goes on after {} decisions", limits::RECORDS_MAX))
    }
}

/// How it ended, if it has, in a few words.
fn ending(play: &dyn Play) -> Option<String> {
    let outcome = play.outcome()?;
    let board = play.board(Viewer::Public).ending.map(|ending| ending.title);
    Some(board.or_else(|| outcome.as_str().map(str::to_owned)).unwrap_or_else(|| "it has ended".to_owned()))
}
