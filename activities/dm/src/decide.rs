//! The rules: what each command does, and what follows from it.
//!
//! What a seat gives, it is asked for now, and it is in range: the engine has held it to its form. What no form can say is
//! checked first here, and told afterwards. What moves the session from mood to mood is in `course`.

mod action;
mod between;
mod campaign;
pub(super) mod clocks;
mod course;
pub(super) mod fallback;
mod scene;
mod session_zero;
mod sheet;
mod world;

use std::sync::Arc;

use crate::view::{Rumor, Style, Thread};
use engine::{Actor, Ask, Draft, Fault, Seat, SeatId};

use super::Dm;
use super::ask::{self, What};
use super::command::Command;
use super::event::Event;
use super::limits::BREAKS_MAX;
use super::rejection::Rejection;
use super::setup::Setup;
use super::words;
pub(super) use session_zero::to_keep_out;

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
    campaign::open(draft, setup);
    Ok(())
}

/// Decides a command of the seat that is asked for it.
pub(super) fn decide(draft: &mut Draft<Dm>, by: Actor, command: &Command) -> Result<(), Rejection> {
    if let Command::KeepOut { lines } = command {
        return session_zero::keep_out(draft, by, lines);
    }
    let mut asks = ask::asks(draft.state()).into_iter();
    let Some(Ask { seat, question, .. }) = asks.find(|ask| by == Actor::Seat(ask.seat)) else {
        return Err(Rejection::NotYours { who: "whoever is asked" });
    };
    let is_gm = seat == draft.state().gm;
    if let Some(why) = words::kept_out(draft.state(), command, &question.what).filter(|_| is_gm) {
        return Err(why);
    }
    answer(draft, seat, command, &question.what)?;
    if is_gm { settle(draft) } else { Ok(()) }
}

/// What each command does.
fn answer(draft: &mut Draft<Dm>, seat: SeatId, command: &Command, what: &What) -> Result<(), Rejection> {
    match command {
        Command::CreateCharacter(new) => session_zero::create(draft, seat, new)?,
        Command::TryAgain => draft.tell(Event::OpeningRetried { by_house: false }),
        Command::HouseStory => session_zero::house_story(draft)?,
        Command::Act { text } => scene::say(draft, seat, text.clone(), what),
        Command::Take { option } => scene::take(draft, seat, *option),
        Command::GiveSpotlight { to } => draft.tell(Event::SpotlightMoved { to: *to }),
        Command::TakeRisk => draft.tell(Event::RiskTaken { player_id: seat }),
        Command::LetPass => course::let_pass(draft, seat),
        Command::ChooseDie { die } => action::choose_die(draft, seat, *die),
        Command::Strike { deal } => action::strike(draft, seat, *deal),
        Command::Retreat => action::retreat(draft, seat),
        Command::PassOut => action::pass_out(draft, seat),
        Command::TakeWayOut { way } => between::take_way_out(draft, *way),
        Command::NextScene => course::next_scene(draft, None),
        Command::Rest => course::enter_downtime(draft),
        Command::EndSession => course::would_end(draft, seat, true),
        Command::PlayOn => course::would_end(draft, seat, false),
        Command::LayLow => between::lay_low(draft, seat),
        Command::Recover => between::recover(draft, seat),
        Command::WorkOn { clock } => between::work_on(draft, seat, clock),
        Command::BackToWork => between::day(draft, seat, 0, "has rested enough"),
        Command::OpenStory(story) => session_zero::open_story(draft, story)?,
        Command::OpenScene(new) => scene::open(draft, new),
        Command::Think { text } => draft.tell(Event::ThoughtNoted { text: text.clone() }),
        Command::SpeakAsNpc { person, words, manner } => {
            let (person, words, manner) = (person.clone(), words.clone(), manner.clone());
            draft.tell(Event::NpcSpoke { person, words, manner });
        }
        Command::AskPlayer { question } => scene::ask_player(draft, question),
        Command::Choose { narration, options } => scene::choose(draft, narration, options),
        Command::Engage { position, effect, domain, edge, gain, danger, clock, against } => {
            let clocks = (clock.clone(), against.clone());
            let (position, effect) = scene::with_edge(draft, edge.as_ref(), *position, *effect);
            let how = (effect, *domain, edge.is_some());
            scene::engage(draft, position, how, (gain.clone(), danger.clone()), clocks);
        }
        Command::SpendDie { situation, outcomes } => {
            if let What::Endings { position, tiers } = what {
                action::commit(draft, situation, outcomes, *position, tiers);
            }
        }
        Command::Narrate(told) => scene::narrate(draft, told),
        Command::Land(told) => scene::land(draft, told),
        Command::OfferBargain { narration, deals } => action::offer(draft, narration, deals)?,
        Command::Scar { narration, trauma, suggested } => {
            let (narration, trauma) = (narration.clone(), trauma.to_lowercase());
            between::break_with(draft, narration, trauma, suggested.clone(), false);
        }
        Command::PassTime(time) => between::end_downtime(draft, time, false),
        Command::Compress(scene) => between::compress(draft, scene),
        Command::CloseStory { epilogue } => course::close(draft, epilogue, false),
        Command::SetSceneStyle { atmosphere, pressure, class } => {
            let style = Style { atmosphere: atmosphere.clone(), pressure: *pressure, class: *class };
            draft.tell(Event::StyleChanged { style });
        }
        Command::SpawnThread { hook, tension, deadline } => {
            let thread = Thread { hook: hook.clone(), tension: *tension, deadline: deadline.clone() };
            draft.tell(Event::ThreadSpawned { thread });
        }
        Command::SpreadRumor { text, source, truth, spread } => {
            let rumor = Rumor { text: text.clone(), source: source.clone(), spread: *spread };
            draft.tell(Event::RumorSpread { rumor });
            draft.tell(Event::RumorWeighed { text: text.clone(), truth: *truth });
        }
        Command::ShiftAttitude { faction, attitude, why } => {
            world::shift_attitude(draft, faction, *attitude, why);
        }
        Command::ShiftDisposition { person, disposition, why } => {
            world::shift_disposition(draft, person, *disposition, why);
        }
        Command::MoveTo { place, about } => world::move_to(draft, place, about.as_ref()),
        Command::Introduce(new) => world::introduce(draft, new)?,
        Command::RevealClock { clock } => world::reveal_clock(draft, clock),
        Command::NewClock(new) => world::new_clock(draft, new)?,
        Command::TickClock { clock, ticks } => clocks::tick(draft, clock, *ticks, "what happened"),
        Command::UpdateThread { thread, hook, tension, closed } => {
            world::update_thread(draft, thread, hook.as_ref(), *tension, *closed);
        }
        Command::UpdateClock { clock, name, over } => {
            world::update_clock(draft, clock, name.as_ref(), *over)?
        }
        Command::GainItem { owner, item } => {
            draft.tell(Event::AssetGiven { player_id: *owner, what: item.clone() });
        }
        Command::LoseItem { item } => world::lose_item(draft, item),
        Command::NoteFact { kind, what, about } => campaign::note(draft, *kind, what, about),
        Command::SettleFact { fact } => draft.tell(Event::FactSettled { text: fact.clone() }),
        Command::SetPresence { person, here } => {
            draft.tell(Event::PresenceChanged { person: person.clone(), here: *here });
        }
        Command::TurnScene { kind, what, catch } => {
            scene::turn(draft, *kind, what.clone(), catch.clone());
        }
        Command::SettleThreat { threat } => draft.tell(Event::ThreatAnswered { text: threat.clone() }),
        Command::DrawCard => course::draw_card(draft),
        Command::KeepOut { .. } => return Err(Rejection::NotYours { who: "the host" }),
    }
    Ok(())
}

/// Too many changes of mood without a word of the players: they get the word (D2).
fn settle(draft: &mut Draft<Dm>) -> Result<(), Rejection> {
    if draft.state().breaks < BREAKS_MAX || !ask::is_gms(draft.state()) {
        return Ok(());
    }
    draft.tell(Event::TurnSettled {});
    fallback::until_players(draft)
}
