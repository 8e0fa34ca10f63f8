//! What the last session in the same space left: where the next one begins.

use archive::Saved;
use host::NewSession;
use protocol::tidying::{Left, Outcome, View};
use store::{SessionRow, Store};
use tidying::Setup;

use super::{Activity, Tidying};
use crate::context::Context;
use crate::exit::Failure;
use crate::names::DEMO;
use crate::saved;

/// Sessions that are looked at, at most: who has more than that knows where things are.
const LOOKED_AT_MAX: usize = 500;

/// Puts what the newest session that ended in the same space left into a new one. One that has not ended is named.
pub(super) fn take_up(cx: &Context, store: &Store, new: &mut NewSession) -> Result<(), Failure> {
    let Ok(mut setup) = serde_json::from_str::<Setup>(new.opening.setup.get()) else { return Ok(()) };
    // Whoever says what was left knows better.
    if setup.before.is_some() {
        return Ok(());
    }
    let is_one =
        |row: &SessionRow| row.meta.machine == Tidying.name() && !row.meta.id.as_str().starts_with(DEMO);
    let mut is_newest = true;
    for row in store.sessions()?.into_iter().filter(is_one).take(LOOKED_AT_MAX) {
        // One that cannot be read is nothing to begin with, and no reason not to begin.
        let Ok(saved) = saved::in_store(store.reader(), row.meta.id.as_str()) else { continue };
        let Some((space, left)) = left_by(&saved) else { continue };
        if !is_same(&space, &setup.space) {
            continue;
        }
        match left {
            Some(left) => {
                cx.note(going_on(&row, &left));
                setup.before = Some(left);
                new.opening.setup = engine::raw(&setup);
                return Ok(());
            }
            None if is_newest => {
                let id = &row.meta.id;
                cx.note(format_args!(
                    "session {id} in this space is not finished: parlor resume {id} goes on with it"
                ));
                is_newest = false;
            }
            None => {}
        }
    }
    Ok(())
}

/// The space of a session, and what it left, if it has ended.
fn left_by(saved: &Saved) -> Option<(String, Option<Left>)> {
    let view: View = serde_json::from_value(saved.session.activity.view(engine::Viewer::Public)).ok()?;
    let outcome = saved.session.activity.outcome();
    let left = outcome.and_then(|outcome| serde_json::from_value::<Outcome>(outcome).ok());
    Some((view.space, left.map(|outcome| outcome.left)))
}

/// Are two spaces called the same? "Desk" is "the desk".
fn is_same(one: &str, other: &str) -> bool {
    let bare = |space: &str| {
        let space = space.trim().to_lowercase();
        let articles = ["the ", "my ", "our "];
        articles.iter().find_map(|article| space.strip_prefix(article).map(str::to_owned)).unwrap_or(space)
    };
    bare(one) == bare(other)
}

fn going_on(row: &SessionRow, left: &Left) -> String {
    let things = match left.things.len() {
        0 => "nothing was left".to_owned(),
        1 => "1 thing was left".to_owned(),
        many => format!("{many} things were left"),
    };
    format!("this space was sorted before, in session {}: {things}", row.meta.id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_space_is_known_by_its_name_whatever_is_around_it() {
        assert!(is_same(" The Desk", "the desk ") && is_same("KÜCHE", "küche"));
        assert!(!is_same("desk", "desks"));
    }
}
