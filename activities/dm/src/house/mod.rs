//! The house: a game master that needs no model, and players who need nobody.
//!
//! It answers from the view and the question alone. As a game master it draws on the setting and on decks of lines, and
//! names what is so in this session: people, places, clocks, what was done and what it cost. A turn may take several
//! tools; what was done already it reads from the view.

mod action;
mod aftermath;
mod between;
mod desk;
pub mod intent;
pub mod lines;
mod player;
mod scene;
mod side;
mod story;
mod suggest;
mod turn;

use crate::view::{Mood, View};
use engine::{Ask, Dice};

use self::desk::Desk;
pub(crate) use self::story::story;
use super::ask::{Question, What};
use super::command::Command;

/// What became of everybody, where the game master could not say it.
pub(crate) fn epilogue(view: &View, dice: &mut Dice) -> Vec<String> {
    between::epilogue(&Desk::with(view, &[], dice))
}

/// The house's answer.
pub(super) fn answer(view: &View, ask: &Ask<Question>, dice: &mut Dice) -> Command {
    if let What::Story = ask.question.what {
        return Command::OpenStory(Box::new(story(view, dice)));
    }
    let desk = Desk::new(view, ask, dice);
    if ask.seat != view.gm {
        return player::answer(&desk, ask);
    }
    match &ask.question.what {
        What::Scene => scene::open(&desk),
        What::Turn => match &view.mood {
            Some(Mood::Aftermath { .. }) => aftermath::turn(&desk),
            _ => turn::turn(&desk),
        },
        What::Endings { position, tiers } => action::endings(&desk, *position, tiers),
        What::Deals => action::deals(&desk),
        What::Scar => between::scar(&desk),
        What::Time => between::time(&desk),
        What::Sum { stress, coin } => between::sum(&desk, *stress, *coin),
        What::Epilogue => Command::CloseStory { epilogue: between::epilogue(&desk) },
        // Players are asked these.
        _ => Command::Think { text: desk.plain() },
    }
}
