//! Who is asked what, and with which tools.
//!
//! What may be answered is decided here once: the form, the prompt and the rules all read it from the question. The
//! person always has one: while the coach thinks, they can still add a word, stop, end, undo and delete (Y8).

use engine::{Ask, Command as _, Form, Phases as _, SeatId, Tool, Wanted};

use super::command::{Command, CommandName, Giver};
use super::heard::HERE;
use super::house::the;
use super::limits::{SAID_CHARS_MAX, STEPS_MAX, UNANSWERED_CHARS_MAX};
use super::mode::{Back, Floor, Group, Mode, Suggestion};
use super::piles::{Disposition, Item};
use super::scope::Scope;
use super::state::State;

/// What a seat is asked, and which commands may answer it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What.
    pub what: What,
    /// The commands.
    pub tools: Vec<CommandName>,
}

/// The form is made by the machine, from the view.
impl engine::Offers<Command> for Question {}

/// What a seat is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// The coach: what now?
    Turn(Turn),
    /// The person: what is the space for?
    Function {
        /// How many answers there are.
        branches: u8,
    },
    /// The person: what becomes of the thing in hand?
    Thing {
        /// How many choices there are.
        choices: u8,
    },
    /// The person: is it this that they want (Y14)?
    Back,
    /// The person: shall the unsure pile be split?
    Parts,
    /// The person: does this help?
    Support,
    /// The person: go on, or end?
    Closing,
    /// The person: whatever they like to say.
    Talk,
    /// Nothing: the coach thinks, and the person may still add a word, or stop.
    Waiting,
}

/// What the coach may do in its turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// The things of which one must be named, where it cannot be any.
    pub things: Option<Vec<String>>,
    /// May a decision of the person be brought back to sorting?
    pub decides: bool,
}

/// Every question that is open now.
pub(super) fn asks(state: &State) -> Vec<Ask<Question>> {
    let Some(mode) = state.mode() else { return Vec::new() };
    let ask = |seat, answered: bool, what| {
        let question = Question { what, tools: legal(state, mode, seat) };
        let deadline = state.deadline().filter(|_| !answered && seat == state.person());
        Ask { answered, deadline, ..Ask::new(state.serial, seat, question) }
    };
    match state.floor {
        Floor::Person => vec![ask(state.person(), false, asked_of_person(mode))],
        Floor::Coach => {
            vec![ask(state.person(), true, What::Waiting), ask(state.coach, false, What::Turn(turn(state)))]
        }
    }
}

/// What a seat may do now: of what the card of the mode has for it, that which makes sense.
fn legal(state: &State, mode: &Mode, seat: SeatId) -> Vec<CommandName> {
    let is_coach = seat == state.coach;
    let of_card = mode.name().card().tools.iter().filter_map(|word| CommandName::of(word));
    of_card.filter(|name| name.is_of(is_coach) && makes_sense(state, mode, *name, is_coach)).collect()
}

fn makes_sense(state: &State, mode: &Mode, name: CommandName, is_coach: bool) -> bool {
    let waits = !is_coach && state.floor == Floor::Coach;
    let asked = asked_of_person(mode);
    let (proposed, split) = (matches!(asked, What::Thing { .. }), asked == What::Parts);
    let asked_back = asked == What::Back;
    let unanswered = || state.said.as_ref().map_or(0, |said| said.text.chars().count());
    let is_sorting = || matches!(mode, Mode::Sorting { .. });
    match name {
        _ if waits && !name.is(Giver::Always) => false,
        CommandName::Undo => !state.history.is_empty(),
        CommandName::DeletePhotos => !state.photos.is_empty(),
        CommandName::EndSession => !is_coach || matches!(mode, Mode::WindingDown { agreed: true, .. }),
        CommandName::ResumeSorting => is_coach || asked == What::Closing,
        // A word may be added while the coach thinks, as long as there is not too much to answer.
        CommandName::Say if waits => unanswered() + SAID_CHARS_MAX <= UNANSWERED_CHARS_MAX,
        CommandName::Say => !proposed,
        CommandName::Choose | CommandName::Write | CommandName::WhatsThat => proposed,
        CommandName::Skip => proposed || !is_sorting() && state.in_hand().is_some(),
        CommandName::Yes | CommandName::No => asked_back || !is_sorting(),
        CommandName::Split | CommandName::KeepWhole => split,
        CommandName::Stuck => !split,
        CommandName::ChooseFunction => matches!(asked, What::Function { .. }),
        CommandName::NoteItems => state.steps < STEPS_MAX && !state.is_full(),
        CommandName::ProposeDisposition | CommandName::Sort => !state.split_is_due(),
        CommandName::OfferSplit => state.split_is_due() || state.can_be_split(),
        CommandName::Stop
        | CommandName::AskSpaceFunction
        | CommandName::Survey
        | CommandName::BeginSorting
        | CommandName::NeedToClarify
        | CommandName::UserSeemsStuck
        | CommandName::TimeToWrap
        | CommandName::Describe
        | CommandName::SkipItem
        | CommandName::Reframe
        | CommandName::SumUp => true,
    }
}

fn asked_of_person(mode: &Mode) -> What {
    match mode {
        Mode::Surveying { survey: Some(survey) } => What::Function { branches: survey.branches.len() as u8 },
        Mode::Sorting { offer: Some(Suggestion::Proposal(proposal)), .. } => {
            What::Thing { choices: proposal.choices.len() as u8 }
        }
        Mode::Sorting { offer: Some(Suggestion::Split { .. }), .. } => What::Parts,
        Mode::Sorting { offer: Some(Suggestion::Back(_)), .. } => What::Back,
        Mode::DecisionSupport { .. } => What::Support,
        Mode::WindingDown { .. } => What::Closing,
        Mode::Surveying { survey: None } | Mode::Sorting { offer: None, .. } | Mode::Clarifying { .. } => {
            What::Talk
        }
    }
}

fn turn(state: &State) -> Turn {
    let name = |item: &Item| item.name.clone();
    let of_group = |group: &Group| group.items.iter().filter_map(|id| state.item(*id)).map(name).collect();
    let full = || state.is_full().then(|| state.items.iter().map(name).collect());
    Turn { things: state.groups.first().map(of_group).or_else(full), decides: state.may_bring_decision() }
}

/// The form for an ask, from the view of the seat that is asked and nothing else.
pub(super) fn form(view: &State, ask: &Ask<Question>) -> Form {
    let scope = Scope::now(view, &ask.question.what);
    let tools = Command::tools(&ask.question.tools, ask.seat, &scope);
    Form { title: title(view, &ask.question.what), tools }
}

/// Of that form the tool that an answer uses, as far as it is wanted.
pub(super) fn tool(view: &State, ask: &Ask<Question>, name: &str, wanted: Wanted<'_>) -> Option<Tool> {
    let name = CommandName::of(name).filter(|name| ask.question.tools.contains(name))?;
    Some(Command::tool_with(name, ask.seat, &Scope::now(view, &ask.question.what), wanted))
}

/// Every tool that a seat may ever have.
pub(super) fn tools(view: &State, seat: SeatId) -> Vec<Tool> {
    let all = CommandName::ALL.iter().copied();
    let names: Vec<CommandName> = all.filter(|name| name.is_of(seat == view.coach)).collect();
    Command::tools(&names, seat, &Scope::ever(view, seat))
}

fn title(view: &State, what: &What) -> String {
    let in_hand = || view.proposal().and_then(|proposal| view.item(proposal.item));
    match what {
        What::Turn(_) => format!("{} listens.", view.seats.first().map_or("The person", |seat| &seat.name)),
        What::Function { .. } => {
            let Some(Mode::Surveying { survey: Some(survey) }) = view.mode() else {
                return "What is this space for?".to_owned();
            };
            survey.question.clone()
        }
        What::Thing { .. } => in_hand().map_or_else(
            || "What becomes of it?".to_owned(),
            |item| {
                let look = item.look.as_ref().map_or(String::new(), |look| format!(" ({look})"));
                let place = item.place.as_ref().map_or(String::new(), |place| format!(", {place}"));
                format!("Next: {}{look}{place}.", item.name)
            },
        ),
        What::Parts => "Split the unsure pile?".to_owned(),
        What::Back => view.asked_back().map_or_else(String::new, |back| asked_back(view, back)),
        What::Support => {
            let Some(Mode::DecisionSupport { reframe: Some(question), .. }) = view.mode() else {
                return "What would help?".to_owned();
            };
            question.clone()
        }
        What::Closing => "Go on, or end here?".to_owned(),
        What::Talk => "What is there?".to_owned(),
        What::Waiting => "The coach is thinking.".to_owned(),
    }
}

/// What was half understood, as a question for yes and no (Y14).
pub(super) fn asked_back(state: &State, back: &Back) -> String {
    let name = state.item(back.item).map_or_else(String::new, |item| the(&item.name));
    match &back.becomes {
        Disposition::Place { at } if at == HERE => format!("Keep {name}?"),
        Disposition::Place { at } => format!("Keep {name}: {at}?"),
        Disposition::Trash => format!("Put {name} in the trash?"),
        Disposition::Donate => format!("Give {name} away?"),
        Disposition::Recycle => format!("Have {name} recycled?"),
        Disposition::HandIn { at } => format!("Hand {name} in: {at}?"),
        Disposition::ToDo { what } => format!("To do with {name}: {what}?"),
        Disposition::Skip => format!("Put {name} aside?"),
        Disposition::NeedInfo => format!("Find out what {name} is?"),
    }
}

/// Words of the coach that were cut off while it was saying them: they stand, where they are all that it said.
pub(super) fn cut_off(tool: &str, said: &str) -> Option<Command> {
    let said = Some(said.trim()).filter(|said| !said.is_empty())?;
    CommandName::of(tool)?.saying(said)
}
