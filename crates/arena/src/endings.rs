//! How the games of a series ended, which phases they came to, how long they were.

use std::collections::{BTreeMap, BTreeSet};

use engine::batch::By;
use engine::{Play, Step, Viewer};

use crate::spread::{Sum, game_seed, spread};
use crate::{Series, Stuck, erased};

/// How the games of a series ended.
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

impl Series<'_> {
    /// Plays them all by the house, `jobs` at a time. `played` hears how many more are done.
    pub fn endings(&self, jobs: usize, played: impl Fn(u64) + Sync) -> Result<Endings, Stuck> {
        spread(self.games, jobs, &played, &Endings::default(), |index, sum: &mut Endings| {
            let seed = game_seed(self.seed, index);
            let (seats, mut phases) = (&self.tables[self.table(index)], BTreeSet::new());
            let seen = |step: &Step<dyn Play>| {
                phases.insert(step.play.phase());
            };
            let (play, decisions) = erased::play(self.rules, seats, self.setup, seed, By::House, seen)
                .map_err(|why| Stuck { game: index, seed, why })?;
            *sum.endings.entry(ending(&*play)).or_default() += 1;
            for phase in phases {
                *sum.phases.entry(phase).or_default() += 1;
            }
            sum.decisions += decisions;
            Ok(())
        })
    }
}

/// How it ended, in a few words.
fn ending(play: &dyn Play) -> String {
    let board = play.board(Viewer::Public).ending.map(|ending| ending.title);
    let said = || play.outcome().and_then(|outcome| outcome.as_str().map(str::to_owned));
    board.or_else(said).unwrap_or_else(|| "it has ended".to_owned())
}
