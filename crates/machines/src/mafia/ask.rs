//! Who is asked what, and the form it is answered on.

use engine::{Ask, AskId, Choice, Dice, Field, FieldKind, Form, SeatId, SeatSet, Tool, Voice, limits};
use protocol::mafia::{Role, View};

use super::command::{Command, Speech};
use super::course;
use super::event::NightAction;
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

/// Every question that is open now.
pub(super) fn asks(state: &State) -> Vec<Ask<Question>> {
    let deadline = course::clock(state).and_then(|clock| clock.closes);
    let ask = |seat, answered, question| Ask { id: AskId(state.serial), seat, answered, deadline, question };
    match &state.phase {
        Phase::Night(_) => {
            let mut asks = Vec::with_capacity(state.living.len());
            for seat in state.living.iter() {
                let (role, answered) = (state.role(seat), state.chosen(seat).is_some());
                // A sheriff's look is final (M6).
                if role != Role::Sheriff || !answered {
                    let action = NightAction::of(role);
                    asks.push(ask(
                        seat,
                        answered,
                        Question::Night { action, legal: state.night_targets(seat) },
                    ));
                }
            }
            asks
        }
        Phase::Discussion(discussion) => {
            discussion.speaker().into_iter().map(|seat| ask(seat, false, Question::Turn)).collect()
        }
        Phase::Voting { .. } => {
            let unvoted = state.unvoted();
            let legal = |seat| Question::Vote { legal: state.vote_targets(seat) };
            state.living.iter().map(|seat| ask(seat, !unvoted.contains(seat), legal(seat))).collect()
        }
        Phase::Setup | Phase::Morning { .. } | Phase::Resolution | Phase::End(_) => Vec::new(),
    }
}

/// The form of a question, from the seat's own view.
pub(super) fn form(view: &View, ask: &Ask<Question>) -> Form {
    let thought = || text("thought", "what you think, to yourself", false, Voice::Thought(ask.seat));
    match ask.question {
        Question::Night { action, legal } => {
            let about = match action {
                NightAction::Kill => "Choose whom the mafia kill tonight.",
                NightAction::Protect => "Choose whom you protect tonight; yourself is allowed.",
                NightAction::Investigate => "Choose whom you look into tonight; one look, and it is final.",
                NightAction::Suspect => "Choose whom you suspect; it changes nothing and nobody sees it.",
            };
            Form {
                title: format!("Night {}: {about}", view.day),
                tools: vec![tool(
                    "ChooseTarget",
                    about,
                    vec![seats(view, "target", "whom", true, legal), thought()],
                )],
            }
        }
        Question::Turn => {
            let others = SeatSet::first(view.seats.len()).without(ask.seat);
            let roles = Role::ALL
                .iter()
                .map(|role| Choice { value: role.name().into(), label: role.name().to_owned() })
                .collect();
            let fields = vec![
                text("text", "what you say to all", true, Voice::Seat(ask.seat)),
                Field {
                    name: "claim".to_owned(),
                    label: "a role you claim to have, true or not".to_owned(),
                    required: false,
                    kind: FieldKind::Choice(roles),
                },
                seats(view, "accuse", "whom you call mafia", false, others),
                seats(view, "vouch", "whom you call innocent", false, others),
                thought(),
            ];
            Form {
                title: format!("Day {}: it is your turn to speak.", view.day),
                tools: vec![
                    tool("Say", "Speak to all.", fields),
                    tool("Pass", "Say nothing this time.", vec![thought()]),
                ],
            }
        }
        Question::Vote { legal } => Form {
            title: format!("Day {}: whom do you vote out? {} votes are a majority.", view.day, view.majority),
            tools: vec![
                tool(
                    "CastVote",
                    "Vote against a player.",
                    vec![seats(view, "target", "whom", true, legal), thought()],
                ),
                tool("Abstain", "Vote for nobody.", vec![thought()]),
            ],
        },
    }
}

/// A statement that was cut off stands as far as it was said (M11). What had only been thought is no answer.
pub(super) fn cut_off(ask: &Ask<Question>, tool: &str, said: &str) -> Option<Command> {
    match ask.question {
        Question::Turn if tool == "Say" && !said.trim().is_empty() => {
            Some(Command::Say(Speech { text: said.to_owned(), cut_off: true, ..Speech::default() }))
        }
        Question::Turn | Question::Night { .. } | Question::Vote { .. } => None,
    }
}

/// A legal answer drawn without looking: any target, silence, and a vote that is cast.
pub(super) fn random(ask: &Ask<Question>, dice: &mut Dice) -> Command {
    match ask.question {
        Question::Night { legal, .. } => Command::ChooseTarget { target: pick(dice, legal), thought: None },
        Question::Turn => Command::Pass { thought: None },
        Question::Vote { legal } => Command::CastVote { target: pick(dice, legal), thought: None },
    }
}

fn pick(dice: &mut Dice, legal: SeatSet) -> SeatId {
    match dice.pick_seat(legal) {
        Some(seat) => seat,
        None => panic!("an ask with no legal target"),
    }
}

fn tool(name: &str, about: &str, fields: Vec<Field>) -> Tool {
    Tool { name: name.to_owned(), about: about.to_owned(), fields }
}

fn text(name: &str, label: &str, required: bool, voice: Voice) -> Field {
    let kind = FieldKind::Text { max_chars: limits::TEXT_CHARS_MAX, voice: Some(voice) };
    Field { name: name.to_owned(), label: label.to_owned(), required, kind }
}

fn seats(view: &View, name: &str, label: &str, required: bool, legal: SeatSet) -> Field {
    let choice = |seat: SeatId| Choice { value: seat.number().into(), label: view.name(seat).to_owned() };
    let kind = FieldKind::Choice(legal.iter().map(choice).collect());
    Field { name: name.to_owned(), label: label.to_owned(), required, kind }
}
