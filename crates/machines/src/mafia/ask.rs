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

/// The question in one line.
pub(super) fn title(view: &View, ask: &Ask<Question>) -> String {
    match ask.question {
        Question::Night { action, legal } => {
            format!("Night {}: {}", view.day, about(action, legal.contains(ask.seat)))
        }
        Question::Turn => format!("Day {}: it is your turn to speak.", view.day),
        Question::Vote { .. } => {
            format!("Day {}: whom do you vote out? {} votes are a majority.", view.day, view.majority)
        }
    }
}

/// The form of a question, from the seat's own view.
pub(super) fn form(view: &View, ask: &Ask<Question>) -> Form {
    let others = SeatSet::first(view.seats.len()).without(ask.seat);
    let target = |legal| seats(view, "target", "whom", true, legal);
    // What every answer may have besides.
    let private = || {
        let beliefs = FieldKind::Each { keys: choices(view, others), values: roles() };
        [
            text("thought", "what you think, to yourself", false, Voice::Thought(ask.seat)),
            field("beliefs", "what you take others for, to yourself", false, beliefs),
        ]
    };
    let with_private = |fields: Vec<Field>| fields.into_iter().chain(private()).collect();
    let tools = match ask.question {
        Question::Night { action, legal } => {
            let about = about(action, legal.contains(ask.seat));
            vec![tool("ChooseTarget", about, with_private(vec![target(legal)]))]
        }
        Question::Turn => {
            let claim = FieldKind::Choice(roles());
            let fields = vec![
                text("text", "what you say to all", true, Voice::Seat(ask.seat)),
                field("claim", "a role you claim to have, true or not", false, claim),
                seats(view, "accuse", "whom you call mafia", false, others),
                seats(view, "vouch", "whom you call innocent", false, others),
            ];
            vec![
                tool("Say", "Speak to all.", with_private(fields)),
                tool("Pass", "Say nothing this time.", with_private(Vec::new())),
            ]
        }
        Question::Vote { legal } => vec![
            tool("CastVote", "Vote against a player.", with_private(vec![target(legal)])),
            tool("Abstain", "Vote for nobody.", with_private(Vec::new())),
        ],
    };
    Form { title: title(view, ask), tools }
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
    let ask = |question| Ask { id: AskId(0), seat, answered: false, deadline: None, question };
    widest.into_iter().flat_map(|question| form(view, &ask(question)).tools).collect()
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
        Question::Turn if tool == "Say" && !said.trim().is_empty() => {
            let plain = |c: char| if c.is_control() { ' ' } else { c };
            let text = said.chars().take(limits::TEXT_CHARS_MAX).map(plain).collect();
            Some(Command::Say(Speech { text, cut_off: true, ..Speech::default() }))
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
    match dice.pick_seat(legal) {
        Some(seat) => seat,
        None => panic!("an ask with no legal target"),
    }
}

fn tool(name: &str, about: &str, fields: Vec<Field>) -> Tool {
    Tool { name: name.to_owned(), about: about.to_owned(), fields }
}

fn field(name: &str, label: &str, required: bool, kind: FieldKind) -> Field {
    Field { name: name.to_owned(), label: label.to_owned(), required, kind }
}

fn text(name: &str, label: &str, required: bool, voice: Voice) -> Field {
    field(name, label, required, FieldKind::Text { max_chars: limits::TEXT_CHARS_MAX, voice: Some(voice) })
}

fn seats(view: &View, name: &str, label: &str, required: bool, legal: SeatSet) -> Field {
    field(name, label, required, FieldKind::Choice(choices(view, legal)))
}

fn choices(view: &View, legal: SeatSet) -> Vec<Choice> {
    let choice = |seat: SeatId| Choice { value: seat.number().into(), label: view.name(seat).to_owned() };
    legal.iter().map(choice).collect()
}

fn roles() -> Vec<Choice> {
    let choice = |role: &Role| Choice { value: role.name().into(), label: role.name().to_owned() };
    Role::ALL.iter().map(choice).collect()
}
