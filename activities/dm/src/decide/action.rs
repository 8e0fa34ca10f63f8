//! Dice and what they cost: committed endings, the choice, the verdict, and bargains where no dice are left.

use crate::view::{
    Attitude, Deal, DieOffer, Landing, Mood, Position, Price, ProgressClock, Roll, SpentDie, Tier, Verdict,
};
use engine::{Draft, Hash, Purpose, SeatId};

use super::{clocks, course, sheet, world};
use crate::Dm;
use crate::command::{DieOutcome, NewDeal, PriceName};
use crate::dice;
use crate::event::Event;
use crate::limits::{HEAT_MAX, HINT_WORDS};
use crate::rejection::Rejection;
use crate::state::{State, brief};
use kit::words::same;

const SEAL: Purpose = Purpose { code: 2, name: "seals" };

/// Commits one ending for each die (D7). Figures out of range are brought into it, and that is marked (D9, D21).
pub(super) fn commit(
    draft: &mut Draft<Dm>,
    situation: &str,
    outcomes: &[DieOutcome],
    position: Position,
    tiers: &[Tier],
) {
    let mut fair = outcomes.to_vec();
    for (outcome, tier) in fair.iter_mut().zip(tiers) {
        bring_into_range(outcome, *tier, position);
    }
    let clamped = fair != outcomes;
    seal(draft, situation.to_owned(), fair, tiers, clamped);
}

fn bring_into_range(outcome: &mut DieOutcome, tier: Tier, position: Position) {
    let [stress, heat] = dice::costs(tier, position);
    let coin = dice::coin(tier, position);
    outcome.stress = outcome.stress.clamp(stress.0, stress.1);
    outcome.heat = outcome.heat.clamp(heat.0, heat.1);
    outcome.coin = outcome.coin.clamp(coin.0, coin.1);
    let hint: Vec<&str> = outcome.hint.split_whitespace().take(*HINT_WORDS.end() + 1).collect();
    if hint.len() < *HINT_WORDS.start() {
        outcome.hint = format!("this die: {}", hint.join(" "));
    } else if hint.len() > *HINT_WORDS.end() {
        outcome.hint = hint[..*HINT_WORDS.end()].join(" ");
    }
}

/// Puts the endings into the log before anybody chooses: what they cost for all, their texts under a seal (D7).
pub(super) fn seal(
    draft: &mut Draft<Dm>,
    situation: String,
    outcomes: Vec<DieOutcome>,
    tiers: &[Tier],
    clamped: bool,
) {
    let player_id = draft.state().spotlight;
    let pool = draft.state().pool().to_vec();
    let mut salter = draft.dice(SEAL);
    let (mut dice, mut endings, mut salts) = (Vec::new(), Vec::new(), Vec::new());
    for ((outcome, tier), value) in outcomes.into_iter().zip(tiers).zip(pool) {
        let salt = format!("{:08x}{:08x}", salter.below(u32::MAX), salter.below(u32::MAX));
        let seal = Hash::of(format!("{salt}{}", outcome.narrative).as_bytes());
        dice.push(DieOffer {
            value,
            tier: *tier,
            hint: outcome.hint,
            stress: outcome.stress,
            heat: outcome.heat,
            coin: outcome.coin,
            seal,
        });
        endings.push(outcome.narrative);
        salts.push(salt);
    }
    draft.tell(Event::OutcomesSealed { endings, salts });
    draft.tell(Event::OutcomesCommitted { player_id, situation, dice, clamped });
}

/// The player spends a die: what was committed for it happens, and nothing else can (D7, D8).
pub(super) fn choose_die(draft: &mut Draft<Dm>, player_id: SeatId, die: u8) {
    let state = draft.state();
    let Some(Mood::Action { roll: Roll::Offered { dice, .. }, .. }) = state.mood() else { return };
    let sealed = dice.iter().zip(&state.sealed).nth(usize::from(die) - 1);
    let Some((offer, (ending, salt))) = sealed.map(|(offer, sealed)| (offer.clone(), sealed.clone())) else {
        return;
    };
    let left = (dice.len() - 1) as u8;
    draft.tell(Event::DieSpent { player_id, die, value: offer.value, left });
    let spent = SpentDie { die, value: offer.value, tier: offer.tier, ending, salt };
    draft.tell(Event::DieChosen { player_id, spent });
    sheet::stress(draft, player_id, i32::from(offer.stress), "the die");
    sheet::heat(draft, player_id, i32::from(offer.heat), "the die");
    sheet::coin(draft, player_id, i32::from(offer.coin), "the die");
    land(draft);
}

/// A die that was spent lands as it says (D10): what threatened is answered by what was done, what failed has less effect
/// (D9), and clocks move by the effect (D26).
pub(super) fn land(draft: &mut Draft<Dm>) {
    let Some(Mood::Action { engaged, roll: Roll::Spent(spent), .. }) = draft.state().mood().cloned() else {
        return;
    };
    let (what, danger) = (brief(&spent.ending), engaged.stand.danger().to_owned());
    let landing = match dice::verdict(spent.tier) {
        Verdict::Clean => Landing::Clean { achieved: what },
        Verdict::Costly => Landing::Costly { achieved: what, costs: Vec::new(), complications: Vec::new() },
        Verdict::Setback => {
            Landing::Setback { what, danger: danger.clone(), escape: "the way you came".to_owned() }
        }
        Verdict::Disaster => Landing::Disaster { what, world_changes: Vec::new() },
    };
    let moved = dice::moves(spent.tier, engaged.stand.position(), engaged.effect);
    let mut from = engaged.clone();
    match landing.verdict() {
        Verdict::Clean | Verdict::Costly => {
            let answered = draft.state().memory.threats.iter().find(|threat| same(threat, &danger)).cloned();
            if let Some(text) = answered {
                draft.tell(Event::ThreatAnswered { text });
            }
        }
        Verdict::Setback => from.effect = from.effect.moved(-1),
        Verdict::Disaster => {}
    }
    course::enter_aftermath(draft, landing, from);
    let (clock, why) = match dice::verdict(spent.tier) {
        Verdict::Clean | Verdict::Costly => (engaged.clock, "what was won"),
        Verdict::Setback | Verdict::Disaster => (engaged.against, "what went wrong"),
    };
    if let Some(clock) = clock.filter(|_| moved > 0) {
        clocks::tick(draft, &clock, moved, why);
    }
}

/// The city puts a price on dice (D13).
pub(super) fn offer(draft: &mut Draft<Dm>, narration: &str, deals: &[NewDeal]) -> Result<(), Rejection> {
    let offered = |deal: &NewDeal| {
        let (label, hint) = (deal.label.clone(), deal.hint.clone());
        Ok(Deal { label, hint, price: price(draft.state(), deal)?, dice: deal.dice })
    };
    let offered = deals.iter().map(offered).collect::<Result<Vec<Deal>, Rejection>>()?;
    let narratives = deals.iter().map(|deal| deal.narrative.clone()).collect();
    put(draft, narration.to_owned(), offered, narratives, false);
    Ok(())
}

/// Puts bargains to the player.
pub(super) fn put(
    draft: &mut Draft<Dm>,
    narration: String,
    deals: Vec<Deal>,
    narratives: Vec<String>,
    auto: bool,
) {
    let player_id = draft.state().spotlight;
    draft.tell(Event::NarrationGiven { narration, connector: None, auto });
    draft.tell(Event::BargainsSealed { narratives });
    draft.tell(Event::BargainOffered { player_id, deals });
}

/// What a bargain takes, if it is what dice cost (D13).
fn price(state: &State, deal: &NewDeal) -> Result<Price, Rejection> {
    let wrong = |right: &str| {
        Err(Rejection::Price(format!(
            "{:?} gives {} dice for {} {:?}: {right}",
            deal.label, deal.dice, deal.amount, deal.cost
        )))
    };
    let one_a_die = deal.amount == deal.dice;
    let has_room = |clock: &ProgressClock| clock.segments - clock.filled.min(clock.segments) >= deal.amount;
    match deal.cost {
        PriceName::Stress if one_a_die => Ok(Price::Stress { amount: deal.amount }),
        PriceName::Heat if one_a_die => {
            let heat = state.character(state.spotlight).map_or(0, |sheet| sheet.heat);
            if heat + deal.amount > HEAT_MAX {
                return wrong("there is no room for so much heat");
            }
            Ok(Price::Heat { amount: deal.amount })
        }
        PriceName::Clock if one_a_die => {
            let clock = match deal.target.as_deref() {
                Some(name) => world::threat(state, name)?,
                // What players do not see cannot be bargained with.
                None => match clocks::fullest_threat(state, |clock| clock.visible && has_room(clock)) {
                    Some(name) => name,
                    None => return wrong("no threat has room for so many ticks"),
                },
            };
            if !state.clock(&clock).is_some_and(|wound| has_room(&wound.clock)) {
                return wrong("the clock has no room for so many ticks");
            }
            Ok(Price::Clock { clock, amount: deal.amount })
        }
        PriceName::Stress | PriceName::Heat | PriceName::Clock => wrong("it is 1 for each die"),
        PriceName::Faction if deal.amount == 1 && deal.dice == 2 => {
            let faction = match deal.target.as_deref() {
                Some(name) => world::faction(state, name)?,
                None => match state.world.factions.iter().find(|known| known.attitude > Attitude::War) {
                    Some(faction) => faction.name.clone(),
                    None => return wrong("no faction has good will to lose"),
                },
            };
            let known = state.world.factions.iter().find(|known| known.name == faction);
            if known.is_some_and(|known| known.attitude == Attitude::War) {
                return wrong("that faction cannot think worse of anybody");
            }
            Ok(Price::Faction { faction })
        }
        PriceName::Faction => wrong("one step of a faction's attitude gives 2 dice"),
        PriceName::Trauma if deal.amount == 1 && deal.dice == 3 => Ok(Price::Trauma),
        PriceName::Trauma => wrong("one scar gives 3 dice"),
    }
}

/// The player takes a bargain: the dice, the price, and then the action goes on. Who breaks of it breaks.
pub(super) fn strike(draft: &mut Draft<Dm>, player_id: SeatId, deal: u8) {
    let state = draft.state();
    let Some(Mood::Bargain { deals, drained, .. }) = state.mood() else { return };
    let taken = deals.iter().zip(&state.bargains).nth(usize::from(deal) - 1);
    let Some((Deal { price, dice, .. }, narrative)) = taken.map(|(deal, it)| (deal.clone(), it.clone()))
    else {
        return;
    };
    let drained = drained.clone();
    draft.tell(Event::BargainStruck { player_id, price: price.clone(), dice, narrative });
    sheet::dice(draft, player_id, usize::from(dice), "a bargain");
    match price {
        Price::Stress { amount } => sheet::stress(draft, player_id, i32::from(amount), "a bargain"),
        Price::Heat { amount } => sheet::heat(draft, player_id, i32::from(amount), "a bargain"),
        Price::Clock { clock, amount } => clocks::tick(draft, &clock, amount, "a bargain"),
        Price::Faction { faction } => clocks::attitude(draft, &faction, -1, "a bargain"),
        Price::Trauma => return course::enter_trauma(draft, player_id, drained),
    }
    if !course::threshold(draft) {
        course::back_to_action(draft);
    }
}

/// The player gives the action up: three new dice, and the scene is over (D13).
pub(super) fn retreat(draft: &mut Draft<Dm>, player_id: SeatId) {
    draft.tell(Event::Retreated { player_id });
    course::reroll(draft, player_id, 3);
    course::end_scene(draft);
}

/// The player falls (D13). Who breaks of it breaks first (D3).
pub(super) fn pass_out(draft: &mut Draft<Dm>, player_id: SeatId) {
    draft.tell(Event::PassedOut { player_id });
    course::reroll(draft, player_id, 2);
    sheet::recovering(draft, player_id, true);
    sheet::stress(draft, player_id, 2, "passed out");
    if !course::fallen(draft) {
        course::end_scene(draft);
    }
    // The scene is over for whoever lies there: what fills now breaks into nothing.
    if let Some(threat) = clocks::fullest_threat(draft.state(), |_| true) {
        clocks::tick(draft, &threat, 1, "somebody lay where they fell");
    }
}
