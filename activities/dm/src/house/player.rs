//! A player of the house: makes a character, takes up what the scene offers, and knows when to go home.
//!
//! An evening has a temper, which is the session's: most are short and careful, and a few go on until nobody is left.

use crate::view::{
    Character, Deal, DieOffer, Domain, Invitation, Mood, Pause, Price, Roll, SceneKind, Toll, Urgency,
};
use engine::{Ask, SeatId, SeatSet};
use kit::deck::lot;

use super::desk::Desk;
use super::lines::Pool;
use super::{intent, story, suggest};
use crate::ask::{Question, What};
use crate::command::{Command, CommandName, NewCharacter};
use crate::dice;
use crate::limits::{LINE_CHARS_MAX, STRESS_MAX};
use crate::setting::setting;

/// Answers for a player's seat.
pub(super) fn answer(desk: &Desk<'_>, ask: &Ask<Question>) -> Command {
    let me = desk.view.character(ask.seat);
    match &ask.question.what {
        What::Character => Command::CreateCharacter(Box::new(character(desk, ask.seat))),
        What::Failed => Command::HouseStory,
        What::Act { options, others } => act(desk, *options, *others),
        What::Risk if is_worth(desk, me) => Command::TakeRisk,
        What::Risk => Command::LetPass,
        What::Die => Command::ChooseDie { die: die(desk) },
        What::Deal => deal(desk, me),
        What::WayOut => Command::TakeWayOut { way: way_out(desk, me) },
        What::Next => next(desk),
        What::Leave => Command::EndSession,
        What::Day { goals } => day(desk, me, goals),
        // The game master is asked these.
        _ => Command::Act { text: desk.plain() },
    }
}

/// Does this evening end badly? One in nine does.
fn is_tragic(desk: &Desk<'_>) -> bool {
    lot(desk.salt, "temper", 0).is_multiple_of(9)
}

fn character(desk: &Desk<'_>, seat: SeatId) -> NewCharacter {
    let archetypes = &setting().archetypes;
    let start = lot(desk.salt, "archetype", 0) as usize % archetypes.len().max(1);
    let Some(archetype) = archetypes.get((start + seat.index()) % archetypes.len().max(1)) else {
        return NewCharacter::default();
    };
    let taken = |name: &str| {
        desk.view.party.iter().flatten().any(|other| other.name.to_lowercase() == name.to_lowercase())
    };
    let names = (0..archetype.names.len()).map(|step| {
        let at = desk.nth("name", seat.index() + step, archetype.names.len());
        &archetype.names[at]
    });
    let mut names = names.filter(|name| !taken(&name.name));
    let name = names.next().unwrap_or(&archetype.names[0]);
    let own = desk.chance("own past", 2, 3);
    let background = if own {
        archetype.background[desk.roll("past", archetype.background.len())].clone()
    } else {
        let slots = desk.slots_at("");
        desk.at(Pool::Background, desk.roll("past", 40) + seat.index(), LINE_CHARS_MAX, &slots)
    };
    NewCharacter {
        name: name.name.clone(),
        pronouns: name.pronouns.clone(),
        archetype: archetype.key.clone(),
        background,
        ..NewCharacter::default()
    }
}

/// What to do in a scene: mostly what it offers, and else something of one's own.
fn act(desk: &Desk<'_>, options: u8, others: SeatSet) -> Command {
    let only = matches!(desk.view.mood.as_ref().and_then(Mood::offer), Some(Invitation::Options { .. }));
    if desk.may(CommandName::GiveSpotlight) && desk.chance("give", 1, 14) {
        let others: Vec<SeatId> = others.iter().collect();
        if let Some(to) = others.get(desk.roll("to", others.len())) {
            return Command::GiveSpotlight { to: *to };
        }
    }
    let eager = if is_tragic(desk) { 2 } else { 6 };
    if options > 0 && (only || desk.chance("take", eager, 10)) {
        return Command::Take { option: 1 + desk.roll("option", usize::from(options)) as u8 };
    }
    Command::Act { text: words(desk) }
}

/// Something of one's own, that fits the scene.
fn words(desk: &Desk<'_>) -> String {
    let likely: &[Domain] = match &desk.view.scene.kind {
        _ if is_tragic(desk) => &[Domain::Force, Domain::Force, Domain::Sneak, Domain::Occult],
        SceneKind::Encounter { urgency: Urgency::High, .. } => {
            &[Domain::Force, Domain::Travel, Domain::Sneak, Domain::Talk]
        }
        SceneKind::Encounter { .. } => &[Domain::Talk, Domain::Force, Domain::Look, Domain::Sneak],
        SceneKind::Opportunity { .. } => &[Domain::Sneak, Domain::Talk, Domain::Craft, Domain::Look],
        SceneKind::Discovery { .. } => &[Domain::Look, Domain::Occult, Domain::Craft, Domain::Talk],
        SceneKind::Open => &[Domain::Talk, Domain::Travel, Domain::Craft, Domain::Look],
    };
    let domain = likely.get(desk.roll("domain", likely.len())).copied().unwrap_or(Domain::Look);
    let mut slots = desk.slots();
    if domain == Domain::Travel {
        slots.set(desk, "place", suggest::elsewhere(desk, desk.inputs()));
    }
    desk.line(intent::of(domain).act, desk.scene() * 3 + desk.inputs(), &slots)
}

/// Is it worth the risk? Whoever could break of it thinks twice (D27).
fn is_worth(desk: &Desk<'_>, me: Option<&Character>) -> bool {
    let Some(Mood::Action { engaged, .. }) = &desk.view.mood else { return true };
    let [stress, ..] = dice::at_worst(desk.view.pool(), engaged.stand.position());
    let breaks = me.is_some_and(|me| me.stress.saturating_add_signed(stress) >= STRESS_MAX);
    !breaks || is_tragic(desk) || desk.chance("dare", 1, 2)
}

/// A sensible die, and not always the best: a good one may be kept for later.
fn die(desk: &Desk<'_>) -> u8 {
    let Some(Mood::Action { roll: Roll::Offered { dice, .. }, .. }) = &desk.view.mood else { return 1 };
    let mut order: Vec<usize> = (0..dice.len()).collect();
    let worth = |offer: &DieOffer| (offer.tier, -i32::from(offer.stress) - i32::from(offer.heat));
    order.sort_by_key(|at| worth(&dice[*at]));
    let last = order.len().saturating_sub(1);
    let at = match desk.roll("die", 10) {
        _ if is_tragic(desk) && desk.chance("dare", 2, 3) => 0,
        0 | 1 => 0,
        2..=5 => last / 2,
        _ => last,
    };
    order.get(at).map_or(1, |at| *at as u8 + 1)
}

fn deal(desk: &Desk<'_>, me: Option<&Character>) -> Command {
    let Some(Mood::Bargain { deals, .. }) = &desk.view.mood else { return Command::PassOut };
    let at = |wanted: &dyn Fn(&Deal) -> bool| deals.iter().position(wanted).map(|at| at as u8 + 1);
    if is_tragic(desk)
        && let Some(deal) = at(&|deal| deal.price == Price::Trauma)
    {
        return Command::Strike { deal };
    }
    let stress = me.map_or(0, |me| me.stress);
    match desk.roll("bargain", 12) {
        0 | 1 if desk.may(CommandName::Retreat) => Command::Retreat,
        2 if stress < 7 => Command::PassOut,
        _ => {
            // What takes the least of what is scarce.
            let harm = |deal: &Deal| match &deal.price {
                Price::Stress { amount } => (stress + amount) / 2,
                Price::Heat { amount } => (me.map_or(0, |me| me.heat) + amount) / 2,
                Price::Clock { amount, .. } => 2 + amount,
                Price::Faction { .. } => 3,
                Price::Trauma => 5,
            };
            let mut order: Vec<usize> = (0..deals.len()).collect();
            order.sort_by_key(|at| harm(&deals[*at]));
            let at = usize::from(desk.chance("second best", 1, 3)).min(order.len().saturating_sub(1));
            Command::Strike { deal: order.get(at).map_or(1, |at| *at as u8 + 1) }
        }
    }
}

fn way_out(desk: &Desk<'_>, me: Option<&Character>) -> u8 {
    let Some(Mood::BetweenScenes { pause: Pause::Entangled(entanglement) }) = &desk.view.mood else {
        return 1;
    };
    let coin = me.map_or(0, |me| me.coin);
    let pays =
        entanglement.ways.iter().position(|way| matches!(way.toll, Toll::Coin { amount } if amount <= coin));
    match pays {
        Some(at) if desk.chance("pay", 2, 3) => at as u8 + 1,
        _ => 1 + desk.roll("way", entanglement.ways.len()) as u8,
    }
}

/// How many scenes make an evening.
fn scenes(desk: &Desk<'_>) -> usize {
    if is_tragic(desk) { 40 } else { 5 + (lot(desk.salt, "scenes", 0) % 3) as usize }
}

fn next(desk: &Desk<'_>) -> Command {
    let tired = |character: &Character| {
        character.stress >= 5 || character.dice.len() <= 1 || character.recovering || character.heat >= 7
    };
    let party = || desk.view.party.iter().flatten().filter(|character| !character.retired);
    // What they came for is done: that is an evening.
    let done = story::job(desk.view)
        .is_some_and(|job| desk.view.clocks.iter().all(|clock| clock.name != job.goal.name));
    let ends = desk.may(CommandName::EndSession);
    if ends && done && desk.scene() >= 4 && !is_tragic(desk) {
        return Command::EndSession;
    }
    if ends && desk.scene() >= scenes(desk) {
        // Some sleep on it first.
        return if desk.chance("one more night", 1, 4) { Command::Rest } else { Command::EndSession };
    }
    let rest = if is_tragic(desk) {
        party().all(|character| character.dice.is_empty()) && desk.chance("rest", 1, 4)
    } else {
        party().any(tired) && desk.chance("rest", 4, 5) || desk.chance("idle", 1, 6)
    };
    if rest { Command::Rest } else { Command::NextScene }
}

fn day(desk: &Desk<'_>, me: Option<&Character>, goals: &[String]) -> Command {
    let Some(me) = me else { return Command::BackToWork };
    if desk.may(CommandName::EndSession) && desk.scene() >= scenes(desk) && desk.chance("home", 1, 2) {
        return Command::EndSession;
    }
    let heals = desk.may(CommandName::Recover) && (me.recovering || me.stress >= 3 || me.dice.len() < 3);
    match desk.roll("day", 8) {
        0 => Command::BackToWork,
        1..=4 if heals => Command::Recover,
        5 if me.heat > 0 => Command::LayLow,
        _ if me.heat >= 6 || me.hunted => Command::LayLow,
        _ if heals && me.stress >= 6 => Command::Recover,
        _ => match goals.get(desk.roll("goal", goals.len())) {
            Some(clock) => Command::WorkOn { clock: clock.clone() },
            None => Command::LayLow,
        },
    }
}
