//! The rules: what each command does, and what follows from it.
//!
//! Every function checks first and tells afterwards. Whether a command is possible at all is decided once, from the
//! question that its seat is asked (D1). What moves the session from mood to mood is in `course`.

mod action;
mod between;
mod clocks;
mod course;
mod fallback;
mod scene;
mod session_zero;
mod sheet;
mod world;

use std::sync::Arc;

use engine::{Actor, Draft, Fault, Seat, SeatId};

use super::Dm;
use super::ask::{self, Question, What};
use super::command::Command;
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
    match command {
        Command::AnswerFor { seat, reason } => match by {
            Actor::Host => fallback::answer_for(draft, *seat, &words::reason(reason)),
            Actor::Seat(_) | Actor::Clock => Err(Rejection::NotYours { who: "the host" }),
        },
        Command::TimeUp => Err(Rejection::NoDeadline),
        _ => {
            let seat = by.seat().ok_or(Rejection::NotYours { who: "a seat" })?;
            let question = asked(draft.state(), seat, command)?;
            if seat == draft.state().gm {
                of_gm(draft, command, &question)
            } else {
                of_player(draft, seat, command)
            }
        }
    }
}

/// The question that a seat is asked, if this command may answer it (D1).
fn asked(state: &State, seat: SeatId, command: &Command) -> Result<Question, Rejection> {
    if seat.index() >= state.seats.len() {
        return Err(Rejection::NoSuchSeat(seat));
    }
    let asks = ask::asks(state);
    let Some(ask) = asks.iter().find(|ask| ask.seat == seat) else {
        let who = asks.first().map_or("nobody", |ask| state.who(ask.seat)).to_owned();
        return Err(Rejection::NotYourTurn { who });
    };
    let command = name_of(command);
    if ask.question.tools.contains(&command) {
        return Ok(ask.question.clone());
    }
    let phase = phases::card(state.phase_name()).title;
    Err(Rejection::WrongMood { command, phase, legal: ask.question.tools.join(", ") })
}

/// The game master's tools. Words that cross one of the table's lines are turned back once, and then not told.
fn of_gm(draft: &mut Draft<Dm>, command: &Command, question: &Question) -> Result<(), Rejection> {
    let state = draft.state();
    let crossed = words::heard(command).into_iter().find_map(|text| words::crossed(&state.lines, text));
    if let Some(line) = crossed.map(str::to_owned) {
        if state.strikes == 0 {
            draft.tell(Event::WordsTurnedBack { line });
        } else {
            draft.tell(Event::WordsWithheld {});
            fallback::until_players(draft);
        }
        return Ok(());
    }
    match command {
        Command::OpenStory(story) => session_zero::open_story(draft, story),
        Command::OpenScene(new) => scene::open(draft, new),
        Command::Think { text } => {
            let text = words::prose("your thought", text)?;
            draft.tell(Event::ThoughtNoted { text });
            Ok(())
        }
        Command::SpeakAsNpc { person, words, manner } => scene::speak(draft, person, words, manner.as_ref()),
        Command::AskPlayer { question } => scene::ask_player(draft, question),
        Command::Choose { narration, options } => scene::choose(draft, narration, options),
        Command::Engage { position, effect, domain, gain, danger } => {
            scene::engage(draft, *position, *effect, *domain, (gain, danger))
        }
        Command::SpendDie { situation, outcomes } => match &question.what {
            What::Endings { position, tiers } => action::commit(draft, situation, outcomes, *position, tiers),
            _ => Ok(()),
        },
        Command::Resolve(resolution) => action::resolve(draft, resolution),
        Command::Accept => {
            course::accept(draft);
            Ok(())
        }
        Command::Narrate(told) => scene::narrate(draft, told),
        Command::Land(told) => scene::land(draft, told),
        Command::OfferBargain { narration, deals } => action::offer(draft, narration, deals),
        Command::Scar { narration, trauma, suggested } => between::scar(draft, narration, trauma, suggested),
        Command::PassTime(time) => between::pass_time(draft, time),
        Command::Compress(scene) => between::compress(draft, scene),
        _ => world::change(draft, command),
    }?;
    settle(draft);
    Ok(())
}

/// The players' ways.
fn of_player(draft: &mut Draft<Dm>, seat: SeatId, command: &Command) -> Result<(), Rejection> {
    match command {
        Command::CreateCharacter(new) => session_zero::create(draft, seat, new),
        Command::TryAgain => {
            draft.tell(Event::OpeningRetried { by_house: false });
            Ok(())
        }
        Command::HouseStory => session_zero::house_story(draft),
        Command::Act { text } => scene::act(draft, seat, text),
        Command::Take { option } => scene::take(draft, seat, *option),
        Command::GiveSpotlight { to } => scene::give_spotlight(draft, *to),
        Command::ChooseDie { die } => action::choose_die(draft, seat, *die),
        Command::Strike { deal } => action::strike(draft, seat, *deal),
        Command::Retreat => {
            action::retreat(draft, seat);
            Ok(())
        }
        Command::PassOut => {
            action::pass_out(draft, seat);
            Ok(())
        }
        Command::TakeWayOut { way } => between::take_way_out(draft, *way),
        Command::NextScene => {
            course::next_scene(draft, None);
            Ok(())
        }
        Command::Rest => {
            course::enter_downtime(draft);
            Ok(())
        }
        Command::EndSession => {
            course::end(draft, protocol::dm::EndReason::Chosen);
            Ok(())
        }
        Command::LayLow => {
            between::lay_low(draft, seat);
            Ok(())
        }
        Command::Recover => {
            between::recover(draft, seat);
            Ok(())
        }
        Command::WorkOn { clock } => between::work_on(draft, seat, clock),
        Command::BackToWork => {
            between::day(draft, seat, 0, "has rested enough");
            Ok(())
        }
        // The question that this seat is asked offers nothing else.
        _ => Err(Rejection::NotYours { who: "the game master" }),
    }
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

/// A command's name, as its tool has it.
fn name_of(command: &Command) -> &'static str {
    match command {
        Command::CreateCharacter(_) => "create_character",
        Command::Act { .. } => "act",
        Command::Take { .. } => "take",
        Command::GiveSpotlight { .. } => "give_spotlight",
        Command::ChooseDie { .. } => "choose_die",
        Command::Strike { .. } => "strike",
        Command::Retreat => "retreat",
        Command::PassOut => "pass_out",
        Command::TakeWayOut { .. } => "take_way_out",
        Command::NextScene => "next_scene",
        Command::Rest => "rest",
        Command::EndSession => "end_session",
        Command::LayLow => "lay_low",
        Command::Recover => "recover",
        Command::WorkOn { .. } => "work_on",
        Command::BackToWork => "back_to_work",
        Command::TryAgain => "try_again",
        Command::HouseStory => "house_story",
        Command::OpenStory(_) => "open_story",
        Command::OpenScene(_) => "open_scene",
        Command::Think { .. } => "think",
        Command::SpeakAsNpc { .. } => "speak_as_npc",
        Command::AskPlayer { .. } => "ask_player",
        Command::Choose { .. } => "choose",
        Command::Engage { .. } => "engage",
        Command::SpendDie { .. } => "spend_die",
        Command::Resolve(_) => "resolve",
        Command::Accept => "accept",
        Command::Narrate(_) => "narrate",
        Command::Land(_) => "land",
        Command::OfferBargain { .. } => "offer_bargain",
        Command::Scar { .. } => "scar",
        Command::PassTime(_) => "pass_time",
        Command::Compress(_) => "compress",
        Command::SetSceneStyle { .. } => "set_scene_style",
        Command::SpawnThread { .. } => "spawn_thread",
        Command::SpreadRumor { .. } => "spread_rumor",
        Command::ShiftAttitude { .. } => "shift_attitude",
        Command::ShiftDisposition { .. } => "shift_disposition",
        Command::MoveTo { .. } => "move_to",
        Command::Introduce(_) => "introduce",
        Command::RevealClock { .. } => "reveal_clock",
        Command::NewClock(_) => "new_clock",
        Command::TickClock { .. } => "tick_clock",
        Command::SettleThreat { .. } => "settle_threat",
        Command::DrawCard => "draw_card",
        Command::AnswerFor { .. } => "answer_for",
        Command::TimeUp => "time_up",
    }
}
