//! Who is asked what, and with which tools.
//!
//! What may be answered is decided here once: the form, the prompt and the rules all read it from the question. The
//! person always has one: while the coach thinks, they can still add a word, stop, end, undo and delete (Y8).

use engine::{Ask, AskId, Form, SeatId, Tool};
use protocol::tidying::{Floor, Mode, Offer, Pile, View};

use super::command::Command;
use super::limits::{SAID_CHARS_MAX, STEPS_MAX, UNANSWERED_CHARS_MAX};
use super::state::State;
use super::tool::{self, Scope};

/// What a seat is asked, and the names of the commands that may answer it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// What.
    pub what: What,
    /// The commands.
    pub tools: Vec<&'static str>,
}

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
fn meanwhile(state: &State) -> Vec<&'static str> {
    let unanswered = state.said.as_ref().map_or(0, |said| said.text.chars().count());
    let may_add = unanswered + SAID_CHARS_MAX <= UNANSWERED_CHARS_MAX;
    may_add.then_some("say").into_iter().chain(always(state)).collect()
}

/// What the person can do whoever has the word, and whatever the mode.
fn always(state: &State) -> Vec<&'static str> {
    let mut tools = Vec::new();
    if !state.history.is_empty() {
        tools.push("undo");
    }
    if !matches!(state.mode(), Some(Mode::WindingDown { .. })) {
        tools.push("stop");
    }
    if !state.photos.is_empty() {
        tools.push("delete_photos");
    }
    tools.push("end_session");
    tools
}

fn tools_of_person(state: &State, mode: &Mode) -> Vec<&'static str> {
    let mut tools: Vec<&'static str> = match mode {
        Mode::Surveying { survey: Some(_) } => vec!["choose_function", "say"],
        Mode::Surveying { survey: None } => vec!["say"],
        Mode::Sorting { offer: Some(Offer::Proposal(_)), .. } => {
            vec!["choose", "write", "skip", "whats_that", "stuck"]
        }
        Mode::Sorting { offer: Some(Offer::Split { .. }), .. } => vec!["split", "keep_whole", "say"],
        Mode::Sorting { offer: None, .. } => vec!["say", "stuck"],
        Mode::Clarifying { .. } => vec!["say", "skip", "stuck"],
        Mode::DecisionSupport { item: Some(_), .. } => vec!["say", "yes", "no", "skip"],
        Mode::DecisionSupport { item: None, .. } => vec!["say", "yes", "no"],
        Mode::WindingDown { .. } => vec!["say", "resume_sorting"],
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

fn tools_of_coach(state: &State, mode: &Mode) -> Vec<&'static str> {
    let mut tools: Vec<&'static str> = Vec::new();
    if state.steps < STEPS_MAX && !state.is_full() {
        tools.push("note_items");
    }
    match mode {
        Mode::Surveying { .. } => tools.extend(["ask_space_function", "survey", "begin_sorting"]),
        Mode::Sorting { .. } if state.split_is_due() => tools.push("offer_split"),
        Mode::Sorting { .. } => {
            tools.extend(["propose_disposition", "sort"]);
            if state.can_be_split() {
                tools.push("offer_split");
            }
        }
        Mode::Clarifying { .. } => tools.extend(["describe", "resume_sorting", "skip_item"]),
        Mode::DecisionSupport { .. } => tools.extend(["reframe", "resume_sorting"]),
        Mode::WindingDown { agreed, .. } => {
            tools.extend(["sum_up", "resume_sorting"]);
            if *agreed {
                tools.push("end_session");
            }
        }
    }
    if let Mode::Sorting { .. } = mode {
        tools.extend(["need_to_clarify", "user_seems_stuck", "time_to_wrap"]);
    }
    tools
}

/// The form for an ask, from the view of the seat that is asked and nothing else.
pub(super) fn form(view: &View, ask: &Ask<Question>) -> Form {
    let scope = Scope::now(view, &ask.question.what);
    let tools = ask.question.tools.iter().map(|name| tool::tool(name, &scope)).collect();
    Form { title: title(view, &ask.question.what), tools }
}

/// Every tool that a seat may ever have.
pub(super) fn tools(view: &View, seat: SeatId) -> Vec<Tool> {
    let scope = Scope::ever(view, seat);
    let names = if seat == view.coach { tool::OF_COACH } else { tool::OF_PERSON };
    names.iter().map(|name| tool::tool(name, &scope)).collect()
}

fn title(view: &View, what: &What) -> String {
    let in_hand = || view.proposal().and_then(|proposal| view.item(proposal.item));
    match what {
        What::Turn(_) => format!("{} listens.", view.seats.first().map_or("The person", |seat| &seat.name)),
        What::Function { .. } => match &view.mode {
            Some(Mode::Surveying { survey: Some(survey) }) => survey.question.clone(),
            _ => "What is this space for?".to_owned(),
        },
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
        What::Support => match &view.mode {
            Some(Mode::DecisionSupport { reframe: Some(question), .. }) => question.clone(),
            _ => "What would help?".to_owned(),
        },
        What::Closing => "Go on, or end here?".to_owned(),
        What::Talk => "What is there?".to_owned(),
        What::Waiting => "The coach is thinking.".to_owned(),
    }
}

/// Words of the coach that were cut off while it was saying them: they stand, where they are all that it said.
pub(super) fn cut_off(tool: &str, said: &str) -> Option<Command> {
    let response = said.trim().to_owned();
    if response.is_empty() {
        return None;
    }
    match tool {
        "survey" => {
            Some(Command::Survey { response, discovered_function: None, discovered_anchors: Vec::new() })
        }
        "sort" => Some(Command::Sort { response, current_item: None, item_location: None }),
        "describe" => Some(Command::Describe {
            response,
            describing_item: None,
            spatial_refs: Vec::new(),
            physical_traits: Vec::new(),
        }),
        "reframe" => Some(Command::Reframe { response, stuck_item: None, reframe_question: None }),
        "sum_up" => Some(Command::SumUp { response, session_summary: None, next_time: None }),
        _ => None,
    }
}
