//! The rules: what each command does, and what follows from it.
//!
//! Every function checks first and tells afterwards. Whether a command is possible at all is decided once, from the
//! question that its seat is asked (D1). What moves the session from mood to mood is in `course`.

mod action;
mod between;
mod clocks;
mod course;
pub(super) mod fallback;
mod scene;
mod session_zero;
mod sheet;
mod world;

use std::sync::Arc;

use crate::view::EndReason;
use engine::{Actor, Command as _, Draft, Fault, Seat, SeatId};

use super::Dm;
use super::ask::{self, Question, What};
use super::command::{Command, CommandName};
use super::event::Event;
use super::limits::BREAKS_MAX;
use super::phases;
use super::rejection::Rejection;
use super::setup::Setup;
use super::state::{Phase, State};
use super::words;

/// Opens a session: people sit down to make characters (D6).
pub(super) fn open(draft: &mut Draft<Dm>, seats: &Arc<[Seat]>, setup: &Setup) -> Result<(), Vec<Fault>> {
    let faults = setup.faults(seats);
    if !faults.is_empty() {
        return Err(faults);
    }
    let clean = |words: &[String]| words.iter().map(|word| word.trim().to_owned()).collect();
    draft.tell(Event::TableLaid {
        players: seats.clone(),
        gm_id: SeatId::at(seats.len() - 1),
        seed_hash: draft.seed_hash(),
        lines: clean(&setup.lines),
        veils: clean(&setup.veils),
    });
    Ok(())
}

/// Decides a command.
pub(super) fn decide(draft: &mut Draft<Dm>, by: Actor, command: &Command) -> Result<(), Rejection> {
    if let Phase::Ended(_) = draft.state().phase {
        return Err(Rejection::Over);
    }
    let seat = by.seat().ok_or(Rejection::NotYours { who: "a seat" })?;
    let name = command.name().ok_or(Rejection::NotYours { who: "the host" })?;
    let question = asked(draft.state(), seat, name)?;
    if !name.is_of_gm() {
        return answer(draft, seat, command, &question.what);
    }
    if !is_turned_back(draft, command) {
        answer(draft, seat, command, &question.what)?;
        settle(draft);
    }
    Ok(())
}

/// The question that a seat is asked, if this command may answer it (D1).
fn asked(state: &State, seat: SeatId, command: CommandName) -> Result<Question, Rejection> {
    if seat.index() >= state.seats.len() {
        return Err(Rejection::NoSuchSeat(seat));
    }
    let asks = ask::asks(state);
    let Some(ask) = asks.iter().find(|ask| ask.seat == seat) else {
        let who = asks.first().map_or("nobody", |ask| state.who(ask.seat)).to_owned();
        return Err(Rejection::NotYourTurn { who });
    };
    if ask.question.tools.contains(&command) {
        return Ok(ask.question.clone());
    }
    let (command, phase) = (command.word(), phases::card(state.phase_name()).title);
    Err(Rejection::WrongMood { command, phase, legal: Command::listed(&ask.question.tools) })
}

/// Words of the game master that cross one of the table's lines are turned back once, and then not told.
fn is_turned_back(draft: &mut Draft<Dm>, command: &Command) -> bool {
    let state = draft.state();
    let crossed = words::heard(command).into_iter().find_map(|text| words::crossed(&state.lines, text));
    let Some(line) = crossed.map(str::to_owned) else { return false };
    if state.strikes == 0 {
        draft.tell(Event::WordsTurnedBack { line });
    } else {
        draft.tell(Event::WordsWithheld {});
        fallback::until_players(draft);
    }
    true
}

/// What each command does.
fn answer(draft: &mut Draft<Dm>, seat: SeatId, command: &Command, what: &What) -> Result<(), Rejection> {
    match command {
        Command::CreateCharacter(new) => session_zero::create(draft, seat, new)?,
        Command::TryAgain => draft.tell(Event::OpeningRetried { by_house: false }),
        Command::HouseStory => session_zero::house_story(draft)?,
        Command::Act { text } => scene::act(draft, seat, text)?,
        Command::Take { option } => scene::take(draft, seat, *option)?,
        Command::GiveSpotlight { to } => scene::give_spotlight(draft, *to)?,
        Command::ChooseDie { die } => action::choose_die(draft, seat, *die)?,
        Command::Strike { deal } => action::strike(draft, seat, *deal)?,
        Command::Retreat => action::retreat(draft, seat),
        Command::PassOut => action::pass_out(draft, seat),
        Command::TakeWayOut { way } => between::take_way_out(draft, *way)?,
        Command::NextScene => course::next_scene(draft, None),
        Command::Rest => course::enter_downtime(draft),
        Command::EndSession => course::end(draft, EndReason::Chosen),
        Command::LayLow => between::lay_low(draft, seat),
        Command::Recover => between::recover(draft, seat),
        Command::WorkOn { clock } => between::work_on(draft, seat, clock)?,
        Command::BackToWork => between::day(draft, seat, 0, "has rested enough"),
        Command::OpenStory(story) => session_zero::open_story(draft, story)?,
        Command::OpenScene(new) => scene::open(draft, new)?,
        Command::Think { text } => {
            let text = words::prose("your thought", text)?;
            draft.tell(Event::ThoughtNoted { text });
        }
        Command::SpeakAsNpc { person, words, manner } => scene::speak(draft, person, words, manner.as_ref())?,
        Command::AskPlayer { question } => scene::ask_player(draft, question)?,
        Command::Choose { narration, options } => scene::choose(draft, narration, options)?,
        Command::Engage { position, effect, domain, gain, danger } => {
            scene::engage(draft, *position, *effect, *domain, (gain, danger))?;
        }
        Command::SpendDie { situation, outcomes } => {
            if let What::Endings { position, tiers } = what {
                action::commit(draft, situation, outcomes, *position, tiers)?;
            }
        }
        Command::Resolve(resolution) => action::resolve(draft, resolution)?,
        Command::Accept => course::accept(draft),
        Command::Narrate(told) => scene::narrate(draft, told)?,
        Command::Land(told) => scene::land(draft, told)?,
        Command::OfferBargain { narration, deals } => action::offer(draft, narration, deals)?,
        Command::Scar { narration, trauma, suggested } => between::scar(draft, narration, trauma, suggested)?,
        Command::PassTime(time) => between::pass_time(draft, time)?,
        Command::Compress(scene) => between::compress(draft, scene)?,
        Command::SetSceneStyle { atmosphere, pressure, class } => {
            world::set_style(draft, atmosphere, *pressure, *class)?;
        }
        Command::SpawnThread { hook, tension, deadline } => {
            world::spawn_thread(draft, hook, *tension, deadline.as_deref())?;
        }
        Command::SpreadRumor { text, source, truth, spread } => {
            world::spread_rumor(draft, text, source.as_deref(), (*truth, *spread))?;
        }
        Command::ShiftAttitude { faction, attitude, why } => {
            world::shift_attitude(draft, faction, *attitude, why)?;
        }
        Command::ShiftDisposition { person, disposition, why } => {
            world::shift_disposition(draft, person, *disposition, why)?;
        }
        Command::MoveTo { place, about } => world::move_to(draft, place, about.as_ref())?,
        Command::Introduce(new) => world::introduce(draft, new)?,
        Command::RevealClock { clock } => world::reveal_clock(draft, clock)?,
        Command::NewClock(new) => world::new_clock(draft, new)?,
        Command::TickClock { clock, ticks } => world::tick_clock(draft, clock, *ticks)?,
        Command::SettleThreat { threat } => world::settle_threat(draft, threat)?,
        Command::DrawCard => course::draw_card(draft),
    }
    Ok(())
}

/// Too many changes of mood without a word of the players: they get the word (D2).
fn settle(draft: &mut Draft<Dm>) {
    if draft.state().breaks >= BREAKS_MAX && is_gm_asked(draft.state()) {
        draft.tell(Event::TurnSettled {});
        fallback::until_players(draft);
    }
}

fn is_gm_asked(state: &State) -> bool {
    ask::asks(state).iter().any(|ask| ask.seat == state.gm)
}
