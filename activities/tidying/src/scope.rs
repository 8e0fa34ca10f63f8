//! What may stand in the fields of a command: everything that ever could, or what is legal now.

use engine::{Choice, FieldKind, SeatId, Shown, Voice};

use super::ask::{Turn, What};
use super::limits::{BRANCHES, NAME_CHARS_MAX};
use super::mode::{Branch, Mode, Suggestion};
use super::piles::Verb;
use super::state::State;

/// What stands beside the first choice of a proposal.
pub(super) const IDEA: &str = "the coach’s idea";

/// What the fields of commands may hold now.
#[derive(Default)]
pub struct Scope {
    /// In whose voice the coach is heard.
    pub(super) voice: Option<Voice>,
    /// The choices of the proposal, in words; any number where they are not to be told.
    pub(super) choices: Option<Vec<String>>,
    /// The answers to what the space is for.
    pub(super) branches: Option<Vec<Branch>>,
    /// The things that can be named; any where there is no list.
    pub(super) things: Option<Vec<String>>,
    /// Is it the coach who is asked?
    pub(super) coaches: bool,
    /// May the coach bring a decision of the person along?
    pub(super) decides: bool,
    /// What stands on the button that takes the last decision back.
    pub(super) undo: String,
    /// Do photos go with the person's next words? Then none are needed.
    pub(super) shows: bool,
}

impl Scope {
    /// What they may hold in answer to a question.
    pub(super) fn now(view: &State, what: &What) -> Scope {
        let undo =
            view.last_decided().map_or_else(|| "undo".to_owned(), |item| format!("undo {}", item.name));
        let shows = !view.pending.is_empty();
        let mut scope = Scope { voice: Some(Voice::Seat(view.coach)), undo, shows, ..Scope::default() };
        if let What::Turn(Turn { things, decides, .. }) = what {
            (scope.things, scope.coaches, scope.decides) = (things.clone(), true, *decides);
        } else if let Some(Mode::Surveying { survey: Some(survey) }) = view.mode() {
            scope.branches = Some(survey.branches.clone());
        } else if let Some(Mode::Sorting { offer: Some(Suggestion::Proposal(proposal)), .. }) = view.mode() {
            scope.choices = Some(proposal.choices.iter().map(ToString::to_string).collect());
        }
        scope
    }

    /// What they may ever hold for a seat.
    pub(super) fn ever(view: &State, seat: SeatId) -> Scope {
        let coaches = seat == view.coach;
        Scope { voice: Some(Voice::Seat(view.coach)), coaches, decides: coaches, ..Scope::default() }
    }

    /// The choices of the proposal, as a person reads them.
    pub(super) fn proposed(&self) -> Vec<Shown> {
        let best = |at: usize| if at == 0 { IDEA } else { "" };
        let shown = |(at, words): (usize, &String)| Shown::new(words, best(at));
        self.choices.iter().flatten().enumerate().map(shown).collect()
    }

    /// One of the answers to what the space is for.
    pub(super) fn branch(&self) -> FieldKind {
        let functions = |branches: &Vec<Branch>| branches.iter().map(|it| it.function.clone()).collect();
        numbered(&self.branches.as_ref().map(functions), *BRANCHES.end())
    }

    /// The same as a person reads them, each with what is asked after it and ideas for that (Y7).
    pub(super) fn functions(&self) -> Vec<Shown> {
        let shown =
            |it: &Branch| Shown { ideas: it.anchors.clone(), ..Shown::new(&it.function, &it.follow_up) };
        self.branches.iter().flatten().map(shown).collect()
    }

    /// One of the things that can be named.
    pub(super) fn thing(&self) -> FieldKind {
        match &self.things {
            Some(known) => FieldKind::Choice(known.iter().map(|name| Choice::word(name)).collect()),
            None => FieldKind::text(NAME_CHARS_MAX),
        }
    }
}

/// What a decision of the person may be that the coach brings along.
pub(super) fn deciding() -> FieldKind {
    FieldKind::Choice(Verb::DECIDING.iter().map(|verb| Choice::word(verb.word())).collect())
}

/// One of the numbered choices, or any number where they are not to be told.
pub(super) fn numbered(choices: &Option<Vec<String>>, max: usize) -> FieldKind {
    match choices {
        Some(choices) => FieldKind::numbered(choices),
        None => FieldKind::number(1..=max as i64),
    }
}
