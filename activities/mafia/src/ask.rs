//! Who is asked what, and the form it is answered on.

use crate::view::{Role, View};
use engine::{
    Ask, Barred, Choice, Command as _, Dice, FieldKind, Form, OneOf, SeatId, SeatSet, Tool, limits,
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
        ..Ask::new(state.ask_number(), seat, question)
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
            format!("Day {}: whom do you vote out? The most votes decide.", view.day)
        }
    }
}

/// What may stand in the fields of a command.
pub struct Scope {
    /// What there is to choose tonight.
    pub(super) tonight: &'static str,
    /// Who may be chosen, or voted against.
    pub(super) targets: Vec<Choice>,
    /// Everybody else.
    pub(super) others: Vec<Choice>,
    /// What stands on the button.
    pub(super) on_button: &'static str,
    /// Is it asked how much the seat wants to speak again?
    pub(super) bids: bool,
    /// Whom the seat has chosen so far, or voted against.
    pub(super) given: Option<Value>,
    /// Who cannot be chosen tonight, and why: with those who can, all that live, whoever is asked.
    pub(super) barred: Vec<Barred>,
}

impl Scope {
    fn of(view: &View, seat: SeatId, question: Question) -> Scope {
        let (tonight, targets) = match question {
            Question::Night { action, legal } => (about(action, legal.contains(seat)), legal),
            Question::Turn => ("", SeatSet::EMPTY),
            Question::Vote { legal } => ("", legal),
        };
        let choices = |legal: SeatSet| Choice::seats(&view.seats, legal);
        let everybody = SeatSet::first(view.seats.len());
        let others = choices(everybody.without(seat));
        let given = given(view, seat, question);
        let (on_button, barred) = match (question, given) {
            (Question::Night { legal, .. }, given) => {
                let word = if given.is_some() { "choose again" } else { "choose" };
                // The dead are nobody's to choose, as all know.
                let is_barred = |target: &SeatId| view.living.contains(*target) && !legal.contains(*target);
                let barred = |target: SeatId| Barred {
                    choice: Choice::new(target.number(), view.name(target)),
                    why: why_not(view, seat, target, legal).to_owned(),
                };
                (word, everybody.iter().filter(is_barred).map(barred).collect())
            }
            (Question::Vote { .. }, Some(_)) => ("change my vote", Vec::new()),
            (Question::Vote { .. }, None) => ("vote", Vec::new()),
            (Question::Turn, _) => ("", Vec::new()),
        };
        let given = given.map(|seat| Value::from(seat.number()));
        Scope { tonight, targets: choices(targets), others, on_button, bids: view.bids, given, barred }
    }

    /// For some of the others, what they are taken for.
    pub(super) fn beliefs(&self) -> FieldKind {
        FieldKind::Each { keys: self.others.clone(), values: Role::choices() }
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

/// Every way to answer that a seat may ever have: the forms of the widest questions.
pub(super) fn tools(view: &View, seat: SeatId) -> Vec<Tool> {
    let everybody = SeatSet::first(view.seats.len());
    let role = view.own.as_ref().map_or(Role::Villager, |own| own.role);
    let widest = [
        Question::Night { action: NightAction::of(role), legal: everybody },
        Question::Turn,
        Question::Vote { legal: everybody.without(seat) },
    ];
    let tools =
        |question: Question| Command::tools(question.commands(), seat, &Scope::of(view, seat, question));
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
