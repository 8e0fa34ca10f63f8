//! Who is asked what, and the form it is answered on.

use std::sync::Arc;

use crate::view::{Role, View};
use engine::{
    Ask, Barred, Choice, Command as _, Dice, FieldKind, Form, OneOf, Seat, SeatId, SeatSet, Tool, Wanted,
    limits,
};
use serde_json::Value;

use super::command::{Command, CommandName, Speech};
use super::course;
use super::event::NightAction;
use super::setup::Ballot;
use super::state::{Phase, State};

/// What a seat is asked, with what is legal now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Whom, tonight?
    Night {
        /// To do what.
        action: NightAction,
        /// Who may be chosen.
        legal: SeatSet,
    },
    /// What do you say?
    Turn,
    /// Who goes?
    Vote {
        /// Who may be voted against.
        legal: SeatSet,
    },
}

/// The form is made by the machine, from the view.
impl engine::Offers<Command> for Question {}

/// Every question that is open now.
pub(super) fn asks(state: &State) -> Vec<Ask<Question>> {
    let deadline = course::clock(state).and_then(|clock| clock.closes);
    let ask = |seat, answered, place, question| Ask {
        answered: answered && !state.is_asked_again(seat),
        deadline,
        place,
        ..Ask::new(state.ask_number(seat), seat, question)
    };
    match &state.phase {
        Phase::Night(_) => {
            let mut asks = Vec::with_capacity(state.living.len());
            for seat in state.living.iter() {
                let (role, answered) = (state.role(seat), state.chosen(seat).is_some());
                let action = NightAction::of(role);
                // A sheriff's look is final (M6): nothing is legal any more, and the question stands there as everybody's does.
                let is_final = role == Role::Sheriff && answered;
                let legal = if is_final { SeatSet::EMPTY } else { state.night_targets(seat) };
                // The team stands in line, so that whoever comes later knows what was chosen before (M18).
                let place = if role == Role::Mafia && state.team_agrees { state.place(seat) } else { 0 };
                asks.push(ask(seat, answered, place, Question::Night { action, legal }));
            }
            asks
        }
        Phase::Discussion(discussion) => {
            discussion.speaker().into_iter().map(|seat| ask(seat, false, 0, Question::Turn)).collect()
        }
        Phase::Voting(_) => {
            let unvoted = state.unvoted();
            let in_line = state.ballot == Ballot::Open;
            let asked = |seat| {
                let legal = state.vote_targets(seat);
                let place = if in_line { state.place(seat) } else { 0 };
                ask(seat, !unvoted.contains(seat), place, Question::Vote { legal })
            };
            state.living.iter().map(asked).collect()
        }
        Phase::Setup | Phase::Morning { .. } | Phase::Resolution | Phase::End(_) => Vec::new(),
    }
}

/// The question in one line.
pub(super) fn title(view: &View, ask: &Ask<Question>) -> String {
    match ask.question {
        Question::Night { legal: SeatSet::EMPTY, .. } => format!("Night {}: your choice is final.", view.day),
        Question::Night { action, legal } => {
            format!("Night {}: {}", view.day, about(action, legal.contains(ask.seat)))
        }
        Question::Turn => format!("Day {}: it is your turn to speak.", view.day),
        Question::Vote { .. } => {
            // Which vote it is stands in the form, too (M19).
            let unseen = match view.ballot {
                Ballot::Secret => " Nobody sees a vote before all are counted.",
                Ballot::Open | Ballot::Together => "",
            };
            format!("Day {}: whom do you vote out? The most votes decide.{unseen}", view.day)
        }
    }
}

/// What may stand in the fields of a command.
pub struct Scope {
    /// Who sits where.
    seats: Arc<[Seat]>,
    /// What there is to choose tonight.
    pub(super) tonight: &'static str,
    /// Who may be chosen, or voted against.
    targets: SeatSet,
    /// Everybody else.
    others: SeatSet,
    /// What stands on the button.
    pub(super) on_button: &'static str,
    /// Is it asked how much the seat wants to speak again?
    pub(super) bids: bool,
    /// Whom the seat has chosen so far, or voted against.
    given: Option<SeatId>,
    /// Who cannot be chosen tonight, and why: with those who can, all that live, whoever is asked.
    barred: Vec<(SeatId, &'static str)>,
}

impl Scope {
    fn of(view: &View, seat: SeatId, question: Question) -> Scope {
        let (tonight, targets) = match question {
            Question::Night { action, legal } => (about(action, legal.contains(seat)), legal),
            Question::Turn => ("", SeatSet::EMPTY),
            Question::Vote { legal } => ("", legal),
        };
        let given = given(view, seat, question);
        let (on_button, barred) = match (question, given) {
            (Question::Night { legal, .. }, given) => {
                let word = if given.is_some() { "choose again" } else { "choose" };
                // The dead are nobody's to choose, as all know.
                let barred = view.living.minus(legal).iter();
                (word, barred.map(|target| (target, why_not(view, seat, target, legal))).collect())
            }
            (Question::Vote { .. }, Some(_)) => ("change my vote", Vec::new()),
            (Question::Vote { .. }, None) => ("vote", Vec::new()),
            (Question::Turn, _) => ("", Vec::new()),
        };
        let others = SeatSet::first(view.seats.len()).without(seat);
        Scope {
            seats: view.seats.clone(),
            tonight,
            targets,
            others,
            on_button,
            bids: view.bids,
            given,
            barred,
        }
    }

    /// One of those who may be chosen.
    pub(super) fn target(&self) -> FieldKind {
        FieldKind::Choice(Choice::seats(&self.seats, self.targets))
    }

    /// One of the others.
    pub(super) fn other(&self) -> FieldKind {
        FieldKind::Choice(Choice::seats(&self.seats, self.others))
    }

    /// For some of the others, what they are taken for.
    pub(super) fn beliefs(&self) -> FieldKind {
        FieldKind::Each { keys: Choice::seats(&self.seats, self.others), values: Role::choices() }
    }

    /// What the seat has answered so far.
    pub(super) fn given(&self) -> Option<Value> {
        self.given.map(|seat| Value::from(seat.number()))
    }

    /// Who cannot be chosen.
    pub(super) fn barred(&self) -> Vec<Barred> {
        let barred = |&(seat, why): &(SeatId, &str)| Barred {
            choice: Choice::new(seat.number(), &self.seats[seat.index()].name),
            why: why.to_owned(),
        };
        self.barred.iter().map(barred).collect()
    }
}

/// Whom a seat has chosen tonight, or voted against.
fn given(view: &View, seat: SeatId, question: Question) -> Option<SeatId> {
    match question {
        Question::Night { .. } => {
            let own = view.own.as_ref()?;
            own.choices.iter().find(|choice| choice.seat == seat).map(|choice| choice.target)
        }
        Question::Vote { .. } => view.today()?.votes.iter().find(|vote| vote.voter_id == seat)?.target_id,
        Question::Turn => None,
    }
}

/// Why somebody cannot be chosen tonight, as far as the seat itself knows.
fn why_not(view: &View, seat: SeatId, target: SeatId, legal: SeatSet) -> &'static str {
    let own = view.own.as_ref();
    let is_mate = own.is_some_and(|own| own.role == Role::Mafia) && view.role(target) == Some(Role::Mafia);
    match () {
        () if legal == SeatSet::EMPTY => "you have looked",
        () if own.is_some_and(|own| own.protected_last == Some(target)) => "you protected them last night",
        () if target == seat => "yourself",
        () if is_mate => "mafia, like you",
        () => "not tonight",
    }
}

impl Question {
    /// The commands that answer it.
    const fn commands(self) -> &'static [CommandName] {
        match self {
            Question::Night { .. } => &[CommandName::ChooseTarget],
            Question::Turn => &[CommandName::Say, CommandName::Pass],
            Question::Vote { .. } => &[CommandName::CastVote, CommandName::Abstain],
        }
    }
}

/// The form of a question, from the seat's own view.
pub(super) fn form(view: &View, ask: &Ask<Question>) -> Form {
    let scope = Scope::of(view, ask.seat, ask.question);
    Form { title: title(view, ask), tools: Command::tools(ask.question.commands(), ask.seat, &scope) }
}

/// Of that form the tool that an answer uses, as far as it is wanted.
pub(super) fn tool(view: &View, ask: &Ask<Question>, name: &str, wanted: Wanted<'_>) -> Option<Tool> {
    let name = CommandName::of(name).filter(|name| ask.question.commands().contains(name))?;
    Some(Command::tool_with(name, ask.seat, &Scope::of(view, ask.seat, ask.question), wanted))
}

/// Every way to answer that a seat may ever have: the forms of the widest questions.
pub(super) fn tools(view: &View, seat: SeatId) -> Vec<Tool> {
    let everybody = SeatSet::first(view.seats.len());
    let role = view.own.as_ref().map_or(Role::Villager, |own| own.role);
    let widest = [
        Question::Night { action: NightAction::of(role), legal: everybody },
        Question::Turn,
        Question::Vote { legal: everybody.without(seat) },
    ];
    let tools = |question: Question| {
        // In a round that is not the last.
        let scope = Scope { bids: view.rounds > 1, ..Scope::of(view, seat, question) };
        Command::tools(question.commands(), seat, &scope)
    };
    widest.into_iter().flat_map(tools).collect()
}

const fn about(action: NightAction, oneself: bool) -> &'static str {
    match action {
        NightAction::Kill => "Choose whom the mafia kill tonight.",
        NightAction::Protect if oneself => "Choose whom you protect tonight; yourself is allowed.",
        NightAction::Protect => "Choose whom you protect tonight.",
        NightAction::Investigate => "Choose whom you look into tonight; one look, and it is final.",
        NightAction::Suspect => "Choose whom you suspect; it changes nothing and nobody sees it.",
    }
}

/// A statement that was cut off stands as far as it was said (M11). What had only been thought is no answer.
pub(super) fn cut_off(ask: &Ask<Question>, tool: &str, said: &str) -> Option<Command> {
    match ask.question {
        Question::Turn if tool == CommandName::Say.word() && !said.trim().is_empty() => {
            let plain = |c: char| if c.is_control() { ' ' } else { c };
            let text: String = said.chars().take(limits::TEXT_CHARS_MAX).map(plain).collect();
            Some(Command::Say(Speech { text: text.into(), cut_off: true, ..Speech::default() }))
        }
        Question::Turn | Question::Night { .. } | Question::Vote { .. } => None,
    }
}

/// A legal answer drawn without looking: any target, silence, and a vote that is cast.
pub fn random(ask: &Ask<Question>, dice: &mut Dice) -> Command {
    match ask.question {
        Question::Night { legal, .. } => Command::choose(pick(dice, legal)),
        Question::Turn => Command::pass(),
        Question::Vote { legal } => Command::vote(pick(dice, legal)),
    }
}

fn pick(dice: &mut Dice, legal: SeatSet) -> SeatId {
    dice.pick_seat(legal).unwrap_or_else(|| panic!("an ask with no legal target"))
}
