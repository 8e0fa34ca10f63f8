//! Who is asked what, and with which tools.
//!
//! What may be answered is decided here once: the form, the prompt and the rules all read it from the question.

use crate::view::{ClockKind, Floor, Invitation, Mood, Pause, Position, Roll, Tier, View};
use engine::{Ask, Command as _, Form, SeatId, SeatSet, Tool, Wanted};

use super::command::{Command, CommandName, Landed, Narration};
use super::dice;
use super::limits::{CLOCKS_MAX, PEOPLE_MAX, STEPS_MAX};
use super::scope::Scope;
use super::state::{Phase, RunningClock, State};
use super::telling::{pool, risks};
use kit::words::{capital, sentence};

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
    /// A player: who do you play?
    Character,
    /// The game master: what is the story?
    Story,
    /// A player: the opening failed; what now?
    Failed,
    /// The game master: how does the scene begin?
    Scene,
    /// The game master: what happens? In a scene or an aftermath.
    Turn,
    /// The game master: one ending for each die.
    Endings {
        /// The position.
        position: Position,
        /// What each die is worth.
        tiers: Vec<Tier>,
    },
    /// The game master: what do dice cost?
    Deals,
    /// The game master: what breaks?
    Scar,
    /// The game master: how does time pass?
    Time,
    /// The game master: the scene in a few words.
    Sum {
        /// What it cost the party in stress.
        stress: i16,
        /// What it brought the party in coin.
        coin: i16,
    },
    /// The game master: what became of everybody (D28)?
    Epilogue,
    /// A player: what do you do?
    Act {
        /// How many ideas or options there are.
        options: u8,
        /// Who else could go first.
        others: SeatSet,
    },
    /// A player: is it worth the risk (D27)?
    Risk,
    /// A player: which die?
    Die,
    /// A player: which bargain?
    Deal,
    /// A player: which way out?
    WayOut,
    /// A player: what next?
    Next,
    /// A player: does the evening end here?
    Leave,
    /// A player: what do you do with the day?
    Day {
        /// The goals that can be worked on.
        goals: Vec<String>,
    },
}

/// Every question that is open now.
pub(super) fn asks(state: &State) -> Vec<Ask<Question>> {
    let ask = |seat, what| {
        let tools = tools_for(state, &what);
        let question = Question { what, tools };
        Ask::new(state.serial, seat, question)
    };
    if let Phase::Creation = state.phase {
        let unmade = (0..state.party.len()).filter(|at| state.party[*at].is_none());
        return unmade.map(|at| ask(SeatId::at(at), What::Character)).collect();
    }
    let undecided = state.undecided();
    if !undecided.is_empty() {
        return undecided.into_iter().map(|seat| ask(seat, What::Leave)).collect();
    }
    let (gm, player) = (state.gm, state.spotlight);
    let asked = match &state.phase {
        Phase::Creation | Phase::Ended(_) => return Vec::new(),
        Phase::Opening { failed: None } => (gm, What::Story),
        Phase::Opening { failed: Some(_) } => (player, What::Failed),
        Phase::Closing { .. } => (gm, What::Epilogue),
        Phase::Playing(mood) => match mood {
            Mood::Scene { framed: false, .. } => (gm, What::Scene),
            Mood::Scene { floor: Floor::Gm, .. } | Mood::Aftermath { floor: Floor::Gm, .. } => {
                (gm, What::Turn)
            }
            Mood::Scene { floor: Floor::Player(offer), .. }
            | Mood::Aftermath { floor: Floor::Player(offer), .. } => {
                let options = offer.options().len() as u8;
                let others: SeatSet = state.active().collect();
                (player, What::Act { options, others: others.without(player) })
            }
            Mood::Action { engaged, roll, .. } => match roll {
                Roll::Asked => (player, What::Risk),
                Roll::Open { .. } => {
                    let (position, pool) = (engaged.stand.position(), state.pool());
                    let tiers = (0..pool.len()).map(|die| dice::tier(pool, die, position)).collect();
                    (gm, What::Endings { position, tiers })
                }
                Roll::Offered { .. } => (player, What::Die),
                // Only in logs of rules 2: since then a die that was spent has landed.
                Roll::Spent(_) => (gm, What::Turn),
            },
            Mood::Bargain { deals, .. } if deals.is_empty() => (gm, What::Deals),
            Mood::Bargain { .. } => (player, What::Deal),
            Mood::Trauma { .. } => (gm, What::Scar),
            Mood::Downtime { left, .. } => match left.iter().position(|days| *days > 0) {
                Some(at) => (SeatId::at(at), What::Day { goals: goals(state) }),
                None => (gm, What::Time),
            },
            Mood::BetweenScenes { pause } => match pause {
                // Only in logs of rules 2: since then nobody waits for a summary.
                Pause::Summing => (gm, sum(state)),
                Pause::Entangled(entanglement) => (entanglement.player_id, What::WayOut),
                Pause::Choosing => (state.speaker(), What::Next),
            },
        },
    };
    // A scene is put into a few words beside play, while a player has the word (D21).
    let beside = (asked.0 != gm && state.is_unsummed()).then(|| ask(gm, sum(state)));
    beside.into_iter().chain([ask(asked.0, asked.1)]).collect()
}

fn sum(state: &State) -> What {
    let (stress, coin) = state.net();
    What::Sum { stress, coin }
}

/// Is nobody asked but the game master?
pub(super) fn is_gms(state: &State) -> bool {
    let asks = asks(state);
    !asks.is_empty() && asks.iter().all(|ask| ask.seat == state.gm)
}

/// The goals that can be worked on.
fn goals(state: &State) -> Vec<String> {
    let visible = state.world.clocks.iter().map(|wound| &wound.clock).filter(|clock| clock.visible);
    visible.filter(|clock| clock.kind == ClockKind::Goal).map(|clock| clock.name.clone()).collect()
}

/// Those of some commands that may be given now.
fn offered<const COUNT: usize>(some: [(bool, CommandName); COUNT]) -> Vec<CommandName> {
    some.into_iter().filter(|(may, _)| *may).map(|(_, name)| name).collect()
}

/// The commands that may answer a question now (D1).
fn tools_for(state: &State, what: &What) -> Vec<CommandName> {
    match what {
        What::Character => vec![CommandName::CreateCharacter],
        What::Story => thinking(state, CommandName::OpenStory),
        What::Failed => vec![CommandName::TryAgain, CommandName::HouseStory],
        What::Scene => thinking(state, CommandName::OpenScene),
        What::Turn => turn_tools(state),
        What::Endings { .. } => with_people(state, CommandName::SpendDie),
        What::Deals => thinking(state, CommandName::OfferBargain),
        What::Scar => thinking(state, CommandName::Scar),
        What::Time => {
            let mut tools = vec![CommandName::Think];
            tools.extend(world_tools(state));
            tools.retain(|_| state.steps < STEPS_MAX);
            tools.push(CommandName::PassTime);
            tools
        }
        What::Sum { .. } => thinking(state, CommandName::Compress),
        What::Epilogue => thinking(state, CommandName::CloseStory),
        What::Act { options, others } => {
            let only = matches!(state.mood().and_then(Mood::offer), Some(Invitation::Options { .. }));
            offered([
                (*options > 0, CommandName::Take),
                (true, CommandName::Act),
                (!others.is_empty() && !only, CommandName::GiveSpotlight),
            ])
        }
        What::Risk => vec![CommandName::TakeRisk, CommandName::LetPass, CommandName::Act],
        What::Die => vec![CommandName::ChooseDie],
        What::Deal => {
            let can_retreat = matches!(state.mood(), Some(Mood::Bargain { can_retreat: true, .. }));
            offered([
                (true, CommandName::Strike),
                (true, CommandName::Act),
                (can_retreat, CommandName::Retreat),
                (true, CommandName::PassOut),
            ])
        }
        What::Leave => vec![CommandName::EndSession, CommandName::PlayOn],
        What::WayOut => vec![CommandName::TakeWayOut, CommandName::Act],
        What::Next => offered([
            (true, CommandName::NextScene),
            (true, CommandName::Act),
            (true, CommandName::Rest),
            (state.may_end(state.speaker()), CommandName::EndSession),
        ]),
        What::Day { goals } => {
            let asked = state.mood().and_then(Mood::next_day);
            let coin = asked.and_then(|(seat, _)| state.character(seat)).map_or(0, |sheet| sheet.coin);
            let may_end = asked.is_some_and(|(seat, _)| state.may_end(seat));
            offered([
                (true, CommandName::LayLow),
                (true, CommandName::Act),
                (coin > 0, CommandName::Recover),
                (!goals.is_empty(), CommandName::WorkOn),
                (true, CommandName::BackToWork),
                (may_end, CommandName::EndSession),
            ])
        }
    }
}

/// The tools of a turn that is talked through. Too many of them in a row, and only those that end it are left.
fn turn_tools(state: &State) -> Vec<CommandName> {
    if let Some(Mood::Action { .. }) = state.mood() {
        return thinking(state, CommandName::Land);
    }
    let scene = matches!(state.mood(), Some(Mood::Scene { .. }));
    let mut tools = offered([
        (true, CommandName::Think),
        (!state.world.people.is_empty(), CommandName::SpeakAsNpc),
        (scene, CommandName::SetSceneStyle),
        (scene, CommandName::DrawCard),
    ]);
    tools.extend(world_tools(state));
    tools.extend((!state.memory.threats.is_empty()).then_some(CommandName::SettleThreat));
    tools.retain(|_| state.steps < STEPS_MAX);
    tools.push(CommandName::Choose);
    tools.extend(offered([
        (scene, CommandName::AskPlayer),
        // What was let pass is not put at stake again before somebody speaks (D27).
        (scene && state.passed.is_none(), CommandName::Engage),
        (scene, CommandName::Narrate),
        (!scene, CommandName::Land),
    ]));
    tools
}

/// A thought or two, and then the answer.
fn thinking(state: &State, last: CommandName) -> Vec<CommandName> {
    offered([(state.steps < STEPS_MAX, CommandName::Think), (true, last)])
}

fn with_people(state: &State, last: CommandName) -> Vec<CommandName> {
    let goes_on = state.steps < STEPS_MAX;
    let people = goes_on && !state.world.people.is_empty();
    offered([(goes_on, CommandName::Think), (people, CommandName::SpeakAsNpc), (true, last)])
}

/// The tools that change the world, as far as there is something to change and room for more.
fn world_tools(state: &State) -> Vec<CommandName> {
    let world = &state.world;
    // A failure under control does no other harm (D9).
    let harmless = state.mood().is_some_and(Mood::is_harmless);
    let in_scene = matches!(state.mood(), Some(Mood::Scene { .. } | Mood::Aftermath { .. }));
    let ticks = matches!(state.mood(), Some(Mood::Aftermath { .. } | Mood::Downtime { .. }));
    let movable = |wound: &RunningClock| !harmless || wound.clock.kind == ClockKind::Goal;
    offered([
        (true, CommandName::SpawnThread),
        (!world.threads.is_empty(), CommandName::UpdateThread),
        (true, CommandName::SpreadRumor),
        (!world.factions.is_empty() && !harmless, CommandName::ShiftAttitude),
        (!world.people.is_empty() && !harmless, CommandName::ShiftDisposition),
        (true, CommandName::MoveTo),
        (world.people.len() < PEOPLE_MAX, CommandName::Introduce),
        (in_scene && !world.people.is_empty(), CommandName::SetPresence),
        (in_scene, CommandName::TurnScene),
        (true, CommandName::GainItem),
        (state.party.iter().flatten().any(|sheet| !sheet.assets.is_empty()), CommandName::LoseItem),
        (true, CommandName::NoteFact),
        (!state.facts.is_empty(), CommandName::SettleFact),
        (world.clocks.iter().any(|wound| !wound.clock.visible), CommandName::RevealClock),
        (world.clocks.len() < CLOCKS_MAX, CommandName::NewClock),
        (world.clocks.iter().any(movable), CommandName::UpdateClock),
        (ticks && world.clocks.iter().any(movable), CommandName::TickClock),
    ])
}

/// The form of a question, from the seat's own view.
pub(super) fn form(view: &View, ask: &Ask<Question>) -> Form {
    let scope = Scope::of(view, ask.seat, &ask.question.what);
    let tools = Command::tools(&ask.question.tools, ask.seat, &scope);
    Form { title: title(view, &ask.question.what), tools }
}

/// Of that form the tool that an answer uses, as far as it is wanted.
pub(super) fn tool(view: &View, ask: &Ask<Question>, name: &str, wanted: Wanted<'_>) -> Option<Tool> {
    let name = CommandName::of(name).filter(|name| ask.question.tools.contains(name))?;
    Some(Command::tool_with(name, ask.seat, &Scope::of(view, ask.seat, &ask.question.what), wanted))
}

/// Every way to answer that a seat may have: the story is proposed once, and then nobody reads of it any more.
pub(super) fn tools(view: &View, seat: SeatId) -> Vec<Tool> {
    let begun = view.story.is_some();
    let is_due = |name: &CommandName| match *name == CommandName::OpenStory {
        true => !begun,
        false => begun || *name == CommandName::Think || !name.is_of_gm(),
    };
    let all = CommandName::ALL.iter().copied().filter(is_due);
    let names: Vec<CommandName> = all.filter(|name| name.is_of_gm() == (seat == view.gm)).collect();
    Command::tools(&names, seat, &Scope::wide(view))
}

/// The question in one line.
fn title(view: &View, what: &What) -> String {
    let acting = view.who(view.spotlight);
    match what {
        What::Character => "Who do you play?".to_owned(),
        What::Story => "What is the story?".to_owned(),
        What::Failed => "No story came. What now?".to_owned(),
        What::Scene => "How does the scene begin?".to_owned(),
        What::Turn => "What happens?".to_owned(),
        What::Endings { .. } => "What would each die lead to?".to_owned(),
        What::Deals => "What do dice cost here?".to_owned(),
        What::Scar => "What breaks?".to_owned(),
        What::Time => "How does the time pass?".to_owned(),
        What::Sum { .. } => "The scene, in a few words?".to_owned(),
        What::Epilogue => "What became of everybody?".to_owned(),
        What::Act { .. } => match view.mood.as_ref().and_then(Mood::offer) {
            Some(Invitation::Question { question }) => question.clone(),
            Some(Invitation::Free { .. } | Invitation::Options { .. }) | None => {
                format!("{acting}, what do you do?")
            }
        },
        What::Risk => {
            let Some(Mood::Action { engaged, .. }) = &view.mood else {
                return format!("{acting}, do you risk it?");
            };
            let (position, effect) = (engaged.stand.position(), engaged.effect);
            let risks: Vec<String> =
                risks(view.pool()).map(|(position, costs)| format!("{position}: {costs}")).collect();
            format!(
                "{acting}, do you risk it? {} {} {}, {effect} effect. Your dice: {}. At worst, {}.",
                sentence(engaged.stand.danger()),
                sentence(&format!("What may be won: {}", engaged.stand.gain())),
                capital(position.word()),
                pool(view.pool()),
                risks.join("; ")
            )
        }
        What::Die => {
            let Some(Mood::Action { engaged, roll: Roll::Offered { situation, .. }, .. }) = &view.mood else {
                return format!("{acting}, which die?");
            };
            let (position, effect) = (engaged.stand.position(), engaged.effect);
            format!("{acting}, which die? {situation} ({position}, {effect} effect)")
        }
        What::Deal => format!("{acting}, no dice are left. What do you give for more?"),
        What::WayOut => {
            let Some(Mood::BetweenScenes { pause: Pause::Entangled(law) }) = &view.mood else {
                return "Which way out?".to_owned();
            };
            let heard = heard(view, law.player_id, "the game master has them when it goes on");
            format!("{heard}Which way out?")
        }
        What::Next => "The scene is over. What next?".to_owned(),
        What::Leave => {
            let who = view.leaving.first().map_or("Somebody", |seat| view.who(*seat));
            format!("{who} would end the evening here. Do you?")
        }
        What::Day { .. } => {
            let Some((seat, days)) = view.mood.as_ref().and_then(Mood::next_day) else {
                return format!("{acting}, what do you do with the time?");
            };
            let things = if days == 1 { "one more thing" } else { "two things" };
            let heard = heard(view, seat, "the game master has them when the time has passed");
            format!("{heard}{}, there is time for {things}. What do you do?", view.who(seat))
        }
    }
}

/// That what a seat said beside this question is not lost (D22).
fn heard(view: &View, seat: SeatId, when: &str) -> String {
    let is_said = view.said.as_ref().is_some_and(|said| said.by == seat);
    if is_said { format!("Your words are heard, and {when}. ") } else { String::new() }
}

/// What was told before it was cut off stands, and the word is the player's.
pub(super) fn cut_off(tool: &str, said: &str) -> Option<Command> {
    let narration = format!("{} …", said.trim_end());
    let suggested = vec!["Look around.".to_owned(), "Wait and listen.".to_owned()];
    if tool == CommandName::Narrate.word() {
        let told = Narration { narration, continue_scene: true, suggested, ..Narration::default() };
        return Some(Command::Narrate(Box::new(told)));
    }
    let told = Landed { narration, continue_scene: true, suggested, ..Landed::default() };
    (tool == CommandName::Land.word()).then(|| Command::Land(Box::new(told)))
}
