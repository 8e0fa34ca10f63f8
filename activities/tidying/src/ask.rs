//! Who is asked what, and with which tools.
//!
//! What may be answered is decided here once: the form, the prompt and the rules all read it from the question. The
//! person always has one: while the coach thinks, they can still add a word, stop, end, undo and delete (Y8).

use crate::view::{Floor, Mode, Offer, Pile, View};
use engine::{Ask, AskId, Command as _, Form, SeatId, Tool};

use super::command::{Command, CommandName};
use super::limits::{SAID_CHARS_MAX, STEPS_MAX, UNANSWERED_CHARS_MAX};
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
    /// The things that a split must be about.
    pub unsure: Vec<String>,
    /// May a decision of the person be brought back to sorting?
    pub decides: bool,
}

/// Every question that is open now.
pub(super) fn asks(state: &State) -> Vec<Ask<Question>> {
    let Some(mode) = state.mode() else { return Vec::new() };
    let ask = |seat, answered: bool, what, tools| {
        let question = Question { what, tools };
        let deadline = state.deadline().filter(|_| !answered && seat == state.person());
        Ask { id: AskId(state.serial), seat, answered, deadline, question }
    };
    let person = |answered, what, tools| ask(state.person(), answered, what, tools);
    match state.floor {
        Floor::Person => vec![person(false, asked_of_person(mode), tools_of_person(state, mode))],
        Floor::Coach => vec![
            person(true, What::Waiting, meanwhile(state)),
            ask(state.coach, false, What::Turn(turn(state)), tools_of_coach(state, mode)),
        ],
    }
}

fn asked_of_person(mode: &Mode) -> What {
    match mode {
        Mode::Surveying { survey: Some(survey) } => What::Function { branches: survey.branches.len() as u8 },
        Mode::Sorting { offer: Some(Offer::Proposal(proposal)), .. } => {
            What::Thing { choices: proposal.choices.len() as u8 }
        }
        Mode::Sorting { offer: Some(Offer::Split { .. }), .. } => What::Parts,
        Mode::DecisionSupport { .. } => What::Support,
        Mode::WindingDown { .. } => What::Closing,
        Mode::Surveying { survey: None } | Mode::Sorting { offer: None, .. } | Mode::Clarifying { .. } => {
            What::Talk
        }
    }
}

/// What the person can do while the coach thinks: add a word, as long as there is not too much to answer.
fn meanwhile(state: &State) -> Vec<CommandName> {
    let unanswered = state.said.as_ref().map_or(0, |said| said.text.chars().count());
    let may_add = unanswered + SAID_CHARS_MAX <= UNANSWERED_CHARS_MAX;
    may_add.then_some(CommandName::Say).into_iter().chain(always(state)).collect()
}

/// What the person can do whoever has the word, and whatever the mode.
fn always(state: &State) -> Vec<CommandName> {
    let mut tools = Vec::new();
    if !state.history.is_empty() {
        tools.push(CommandName::Undo);
    }
    if !matches!(state.mode(), Some(Mode::WindingDown { .. })) {
        tools.push(CommandName::Stop);
    }
    if !state.photos.is_empty() {
        tools.push(CommandName::DeletePhotos);
    }
    tools.push(CommandName::EndSession);
    tools
}

fn tools_of_person(state: &State, mode: &Mode) -> Vec<CommandName> {
    let mut tools: Vec<CommandName> = match mode {
        Mode::Surveying { survey: Some(_) } => vec![CommandName::ChooseFunction, CommandName::Say],
        Mode::Surveying { survey: None } => vec![CommandName::Say],
        Mode::Sorting { offer: Some(Offer::Proposal(_)), .. } => {
            vec![
                CommandName::Choose,
                CommandName::Write,
                CommandName::Skip,
                CommandName::WhatsThat,
                CommandName::Stuck,
            ]
        }
        Mode::Sorting { offer: Some(Offer::Split { .. }), .. } => {
            vec![CommandName::Split, CommandName::KeepWhole, CommandName::Say]
        }
        Mode::Sorting { offer: None, .. } => vec![CommandName::Say, CommandName::Stuck],
        Mode::Clarifying { .. } => vec![CommandName::Say, CommandName::Skip, CommandName::Stuck],
        Mode::DecisionSupport { item: Some(_), .. } => {
            vec![CommandName::Say, CommandName::Yes, CommandName::No, CommandName::Skip]
        }
        Mode::DecisionSupport { item: None, .. } => vec![CommandName::Say, CommandName::Yes, CommandName::No],
        Mode::WindingDown { .. } => vec![CommandName::Say, CommandName::ResumeSorting],
    };
    tools.extend(always(state));
    tools
}

fn turn(state: &State) -> Turn {
    let names = |pile: fn(&Pile) -> bool| {
        state.items.iter().filter(|item| pile(&item.pile)).map(|item| item.name.clone()).collect::<Vec<_>>()
    };
    let group = state.groups.first().map(|group| {
        group.items.iter().filter_map(|id| state.item(*id)).map(|item| item.name.clone()).collect()
    });
    let full = || state.is_full().then(|| names(|_| true));
    Turn {
        things: group.or_else(full),
        unsure: names(|pile| *pile == Pile::Unsure),
        decides: state.may_bring_decision(),
    }
}

fn tools_of_coach(state: &State, mode: &Mode) -> Vec<CommandName> {
    let mut tools: Vec<CommandName> = Vec::new();
    if state.steps < STEPS_MAX && !state.is_full() {
        tools.push(CommandName::NoteItems);
    }
    match mode {
        Mode::Surveying { .. } => {
            tools.extend([CommandName::AskSpaceFunction, CommandName::Survey, CommandName::BeginSorting])
        }
        Mode::Sorting { .. } if state.split_is_due() => tools.push(CommandName::OfferSplit),
        Mode::Sorting { .. } => {
            tools.extend([CommandName::ProposeDisposition, CommandName::Sort]);
            if state.can_be_split() {
                tools.push(CommandName::OfferSplit);
            }
        }
        Mode::Clarifying { .. } => {
            tools.extend([CommandName::Describe, CommandName::ResumeSorting, CommandName::SkipItem])
        }
        Mode::DecisionSupport { .. } => tools.extend([CommandName::Reframe, CommandName::ResumeSorting]),
        Mode::WindingDown { agreed, .. } => {
            tools.extend([CommandName::SumUp, CommandName::ResumeSorting]);
            if *agreed {
                tools.push(CommandName::EndSession);
            }
        }
    }
    if let Mode::Sorting { .. } = mode {
        tools.extend([CommandName::NeedToClarify, CommandName::UserSeemsStuck, CommandName::TimeToWrap]);
    }
    tools
}

/// The form for an ask, from the view of the seat that is asked and nothing else.
pub(super) fn form(view: &View, ask: &Ask<Question>) -> Form {
    let scope = Scope::now(view, &ask.question.what);
    let tools = Command::tools(&ask.question.tools, ask.seat, &scope);
    Form { title: title(view, &ask.question.what), tools }
}

/// Every tool that a seat may ever have.
pub(super) fn tools(view: &View, seat: SeatId) -> Vec<Tool> {
    let all = CommandName::ALL.iter().copied();
    let names: Vec<CommandName> = all.filter(|name| name.is_of(seat == view.coach)).collect();
    Command::tools(&names, seat, &Scope::ever(view, seat))
}

fn title(view: &View, what: &What) -> String {
    let in_hand = || view.proposal().and_then(|proposal| view.item(proposal.item));
    match what {
        What::Turn(_) => format!("{} listens.", view.seats.first().map_or("The person", |seat| &seat.name)),
        What::Function { .. } => {
            let Some(Mode::Surveying { survey: Some(survey) }) = &view.mode else {
                return "What is this space for?".to_owned();
            };
            survey.question.clone()
        }
        What::Thing { .. } => in_hand().map_or_else(
            || "What becomes of it?".to_owned(),
            |item| match (&item.look, &item.place) {
                (Some(look), Some(place)) => format!("Next: {} ({look}), {place}.", item.name),
                (Some(look), None) => format!("Next: {} ({look}).", item.name),
                (None, Some(place)) => format!("Next: {}, {place}.", item.name),
                (None, None) => format!("Next: {}.", item.name),
            },
        ),
        What::Parts => "Split the unsure pile?".to_owned(),
        What::Support => {
            let Some(Mode::DecisionSupport { reframe: Some(question), .. }) = &view.mode else {
                return "What would help?".to_owned();
            };
            question.clone()
        }
        What::Closing => "Go on, or end here?".to_owned(),
        What::Talk => "What is there?".to_owned(),
        What::Waiting => "The coach is thinking.".to_owned(),
    }
}

/// Words of the coach that were cut off while it was saying them: they stand, where they are all that it said.
pub(super) fn cut_off(tool: &str, said: &str) -> Option<Command> {
    let (name, response) = (CommandName::of(tool)?, said.trim());
    if response.is_empty() || !name.talks() {
        return None;
    }
    serde_json::from_value(serde_json::json!({ "type": tool, "response": response })).ok()
}
