//! How much a model has to keep in mind in an evening of an activity.

use engine::batch::By;
use engine::{Play, SeatId, Step, Viewer};

use crate::spread::game_seed;
use crate::{Series, Stuck, erased};

/// Characters of one text in an answer, where a model is told how long one may be.
const TEXT_CHARS: usize = 944;

/// Bytes round one line that a seat is told: who says it, and the quotes.
const LINE_BYTES: usize = 24;

impl Series<'_> {
    /// The bytes of the longest prompt of the first game, played by the house: what a model in the seat that has to know most would
    /// read, with its tools and with what its seat has been told, of which there are at most `told_max` bytes in a prompt.
    pub fn longest_prompt(&self, told_max: usize) -> Result<usize, Stuck> {
        let (seed, seats) = (game_seed(self.seed, 0), &self.tables[0]);
        let (mut told, mut longest) = (vec![0; seats.len()], 0);
        let seen = |step: &Step<dyn Play>| {
            hear(&mut told, step);
            let asks = step.play.open_asks().into_iter().filter(|ask| !ask.answered);
            let bytes = asks.filter_map(|ask| {
                let prompt = step.play.prompt(ask.seat, ask.id)?;
                let tools = step.play.tools(ask.seat);
                let tools = tools.iter().map(|tool| tool.about.len() + tool.schema(TEXT_CHARS).get().len());
                let told = told[ask.seat.index()].min(told_max);
                Some(prompt.fixed.len() + prompt.now.len() + told + tools.sum::<usize>())
            });
            longest = longest.max(bytes.max().unwrap_or(0));
        };
        erased::play(self.rules, seats, self.setup, seed, By::House, seen).map_err(|why| Stuck {
            game: 0,
            seed,
            why,
        })?;
        Ok(longest)
    }
}

/// Counts what each seat is told.
fn hear(told: &mut [usize], step: &Step<dyn Play>) {
    for (event, notice) in step.events.iter().zip(&step.notices) {
        let Some(telling) = &notice.telling else { continue };
        for (at, bytes) in told.iter_mut().enumerate() {
            if Viewer::Seat(SeatId::at(at)).sees(event.audience) {
                *bytes += telling.text.len() + LINE_BYTES;
            }
        }
    }
}
