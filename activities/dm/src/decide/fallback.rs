//! The rules' own way out, where a seat could not answer: plain, marked, and never dressed as a story.

use crate::view::{Deal, Floor, Invitation, Mood, Price, Tier};
use engine::{Draft, Purpose, SeatId, Viewer};

use super::{action, between, course, scene, session_zero};
use crate::Dm;
use crate::ask::{self, What};
use crate::command::{DieOutcome, Elapsed, NewCharacter};
use crate::dice;
use crate::event::Event;
use crate::limits::LINE_CHARS_MAX;
use crate::rejection::Rejection;
use crate::setting::setting;
use crate::state::State;
use crate::{house, view};
use kit::words::{reason, same};

const EPILOGUE: Purpose = Purpose { code: 6, name: "an epilogue" };

/// Scars to choose from (D14).
const SCARS: [&str; 8] =
    ["cold", "haunted", "obsessed", "paranoid", "reckless", "soft", "unstable", "vicious"];

/// Answers for a seat that is asked, and says so.
pub(crate) fn absent(draft: &mut Draft<Dm>, seat: SeatId, why: &str) -> Result<(), Rejection> {
    let (state, reason) = (draft.state(), reason(why, LINE_CHARS_MAX));
    let Some(ask) = ask::asks(state).into_iter().find(|ask| ask.seat == seat) else { return Ok(()) };
    if ask.question.what == What::Story {
        draft.tell(Event::OpeningFailed { reason });
        return Ok(());
    }
    let is_gm = seat == state.gm;
    draft.tell(Event::AnsweredFor { reason });
    if is_gm && ask::is_gms(draft.state()) {
        until_players(draft)
    } else {
        step(draft, seat, ask.question.what)
    }
}

/// A character for a seat that made none.
fn anybody(draft: &Draft<Dm>, seat: SeatId) -> NewCharacter {
    let archetypes = &setting().archetypes;
    let archetype = archetypes.get(seat.index() % archetypes.len().max(1));
    let state = draft.state();
    let is_free = |name: &String| !state.party.iter().flatten().any(|other| same(&other.name, name));
    let own = std::iter::once(state.who(seat).to_owned());
    let others = archetype.iter().flat_map(|it| it.names.iter().map(|given| given.name.clone()));
    NewCharacter {
        name: own.chain(others).find(is_free).unwrap_or_else(|| format!("Whoever sits at {seat}")),
        pronouns: "they".to_owned(),
        archetype: archetype.map_or_else(String::new, |it| it.key.clone()),
        background: archetype.map_or_else(String::new, |it| it.background[0].clone()),
        ..NewCharacter::default()
    }
}

/// Answers for the game master until a player is asked (D2).
pub(super) fn until_players(draft: &mut Draft<Dm>) -> Result<(), Rejection> {
    // From any mood it is at most: the verdict, the landing, the scene.
    const STEPS_MAX: usize = 8;
    for _ in 0..STEPS_MAX {
        if !ask::is_gms(draft.state()) {
            break;
        }
        let Some(ask) = ask::asks(draft.state()).into_iter().next() else { break };
        step(draft, ask.seat, ask.question.what)?;
    }
    Ok(())
}

/// The least that can be done about a question.
fn step(draft: &mut Draft<Dm>, seat: SeatId, what: What) -> Result<(), Rejection> {
    let plain = || vec!["Look around.".to_owned(), "Wait and listen.".to_owned()];
    match what {
        What::Story => {
            let reason = "no story was told that this table can hear".to_owned();
            draft.tell(Event::OpeningFailed { reason });
        }
        What::Scene => {
            let state = draft.state();
            let known = state.world.places.first().map_or("the street", |place| &place.name);
            let here = Some(state.scene.place.as_str()).filter(|place| !place.is_empty()).unwrap_or(known);
            let number = state.scene.number + 1;
            let (place, card) = (here.to_owned(), state.card.clone());
            let narration = format!("You are at {place}.");
            let title = format!("Scene {number}");
            let kind = crate::view::SceneKind::Open;
            draft.tell(Event::SceneOpened { number, title, kind, place, card });
            told(draft, narration);
            course::mend_spotlight(draft);
            give(draft, Invitation::Free { suggested: plain() });
        }
        What::Turn if matches!(draft.state().mood(), Some(Mood::Aftermath { .. })) => {
            course::leave_aftermath(draft)
        }
        What::Turn => {
            // It may have been long enough for a summary, and nobody wrote that either.
            let passes = is_left_alone(draft.state());
            let then = if passes { ", and the moment passes." } else { ". The moment is still yours." };
            told(draft, format!("Nothing answers{then}"));
            course::after_narration(draft, !passes, Invitation::Free { suggested: plain() });
        }
        What::Endings { position, tiers } => {
            let outcome = |tier: &Tier| {
                let [stress, heat] = dice::costs(*tier, position);
                let (hint, narrative) = plain_ending(*tier);
                DieOutcome {
                    hint: hint.to_owned(),
                    stress: stress.0.max(0).min(stress.1),
                    heat: heat.0,
                    coin: 0,
                    narrative: narrative.to_owned(),
                }
            };
            let outcomes = tiers.iter().map(outcome).collect();
            let situation = draft.state().engaged().map_or("It is on the dice.", |it| it.stand.danger());
            let situation = situation.to_owned();
            action::seal(draft, situation, outcomes, &tiers, true);
        }
        What::Deals => {
            let deal = |label: &str, price: Price| Deal {
                label: label.to_owned(),
                hint: "nobody else is offering".to_owned(),
                price,
                dice: 1,
            };
            let deals = vec![
                deal("Push on", Price::Stress { amount: 1 }),
                Deal { dice: 2, ..deal("Push hard", Price::Stress { amount: 2 }) },
            ];
            let narratives = vec!["You push on.".to_owned(), "You push hard.".to_owned()];
            action::put(draft, "There are no dice left.".to_owned(), deals, narratives, true);
        }
        What::Scar => {
            let state = draft.state();
            let player =
                if let Some(Mood::Trauma { player, .. }) = state.mood() { *player } else { state.spotlight };
            let had: Vec<String> =
                draft.state().character(player).map_or(Vec::new(), |sheet| sheet.trauma.clone());
            let free = SCARS.iter().find(|scar| !had.iter().any(|had| had == *scar)).unwrap_or(&SCARS[0]);
            between::break_with(draft, "Something breaks.".to_owned(), (*free).to_owned(), plain(), true);
        }
        What::Time => {
            let [narration, time_elapsed, hook] =
                ["Some days pass.", "some days", "there is work again"].map(str::to_owned);
            between::end_downtime(draft, &Elapsed { narration, time_elapsed, dice_recovered: 1, hook }, true);
        }
        What::Sum { .. } => between::sum_up(draft),
        What::Epilogue => {
            let view = view::view(draft.state(), Viewer::Seat(seat));
            let epilogue = house::epilogue(&view, &mut draft.dice(EPILOGUE));
            course::close(draft, &epilogue, true);
        }
        What::Character => return session_zero::create(draft, seat, &anybody(draft, seat)),
        What::Failed => return session_zero::house_story(draft),
        What::Act { options: 0, .. } => scene::act(draft, seat, "waits".to_owned()),
        What::Act { .. } => scene::take(draft, seat, 1),
        // Nobody is put at risk who is not there.
        What::Risk => course::let_pass(draft, seat),
        What::Die => action::choose_die(draft, seat, 1),
        What::Deal => action::pass_out(draft, seat),
        // Whoever is not there holds nobody up.
        What::Leave => course::would_end(draft, seat, true),
        What::WayOut => between::take_way_out(draft, 3),
        What::Next => course::next_scene(draft, None),
        What::Day { .. } => between::day(draft, seat, 0, "has rested enough"),
    }
    Ok(())
}

/// Did the rules have to sum up the scene that is still played?
fn is_left_alone(state: &State) -> bool {
    state.memory.past.last().is_some_and(|last| last.auto && last.scene == state.scene.number)
}

fn told(draft: &mut Draft<Dm>, narration: String) {
    draft.tell(Event::NarrationGiven { narration, connector: None, auto: true });
}

fn give(draft: &mut Draft<Dm>, offer: Invitation) {
    draft.tell(Event::FloorGiven { floor: Floor::Player(offer) });
}

fn plain_ending(tier: Tier) -> (&'static str, &'static str) {
    match tier {
        Tier::Critical => ("better than you hoped", "It goes better than you hoped."),
        Tier::Success => ("it simply works", "It works."),
        Tier::Partial => ("it works, at a price", "It works, and it costs you."),
        Tier::Bad => ("it does not work", "It does not work."),
        Tier::Disaster => ("it goes badly wrong", "It goes badly wrong."),
    }
}
