//! Dice: what is risked, what each die would lead to, and what dice cost where none are left.

use crate::view::{
    Attitude, ClockKind, Domain, Effect, Engaged, Mood, Position, Pressure, ProgressClock, SceneKind, Stand,
    Tier, Urgency,
};

use super::desk::{Desk, STOP};
use super::intent::{Intent, Reading};
use super::lines::Pool;
use crate::command::{Command, DieOutcome, NewDeal, PriceName};
use crate::dice;
use crate::limits::{CLOCKS_MAX, HEAT_MAX, LINE_CHARS_MAX, NAME_CHARS_MAX};

/// Is it for the dice? Only a deed is (D30).
pub(super) fn is_risky(desk: &Desk<'_>, intent: &Intent) -> bool {
    let refuses = matches!(intent.reading, Reading::Question | Reading::Refusal);
    if refuses || intent.domain.is_none() && intent.clock.is_none() {
        return false;
    }
    let base = match intent.domain {
        Some(Domain::Force) => 8,
        Some(Domain::Sneak) => 6,
        Some(Domain::Occult) => 5,
        Some(Domain::Craft) => 4,
        Some(Domain::Travel) => 3,
        Some(Domain::Talk) => 2,
        Some(Domain::Look) => 1,
        None => 1,
    };
    let scene = match &desk.view.scene.kind {
        SceneKind::Encounter { urgency: Urgency::High, .. } => 3,
        SceneKind::Encounter { urgency: Urgency::Medium, .. } => 1,
        SceneKind::Open => -2,
        _ => 0,
    };
    let bold = if intent.bold { 2 } else { 0 };
    let aimed = if intent.clock.is_some() { 20 } else { 0 };
    base + scene + bold + aimed > desk.roll("risk", 10) as i32
}

/// On to the dice.
pub(super) fn engage(desk: &Desk<'_>, intent: &Intent) -> Command {
    let position = position(desk, intent);
    let effect = match desk.roll("effect", 8) {
        0 | 1 => Effect::Limited,
        2..=5 => Effect::Standard,
        _ => Effect::Great,
    };
    let mut slots = desk.slots();
    slots.set(desk, "person", intent.person.as_deref().or(desk.person().map(|it| it.name.as_str())));
    let nth = desk.count(8, desk.inputs());
    let (gain, danger) = match position {
        Position::Controlled => (Pool::GainControlled, Pool::DangerControlled),
        Position::Risky => (Pool::GainRisky, Pool::DangerRisky),
        Position::Desperate => (Pool::GainDesperate, Pool::DangerDesperate),
    };
    let gain = bare(&desk.at(gain, nth, LINE_CHARS_MAX, &slots));
    // What hangs over the table can be met at last.
    let threats = desk.view.notes.as_ref().map_or(&[][..], |notes| &notes.threats);
    let threat = threats.first().filter(|threat| {
        position != Position::Controlled && desk.allowed(threat) && desk.chance("old threat", 1, 4)
    });
    let danger = threat.cloned().unwrap_or_else(|| bare(&desk.at(danger, nth, LINE_CHARS_MAX, &slots)));
    let (clock, against) = clocks(desk, intent);
    // What is named helps.
    let said = desk.view.said.as_ref().map_or(String::new(), |said| said.text.to_lowercase());
    let is_named =
        |edge: &String| edge.split(' ').any(|word| word.len() > 4 && said.contains(&word.to_lowercase()));
    let edge = desk.view.edges(desk.view.spotlight).into_iter().find(is_named);
    Command::Engage { position, effect, domain: intent.domain, edge, gain, danger, clock, against }
}

/// The clock that success moves, what is named or what the party came for; and the threat that failure moves (D26).
fn clocks(desk: &Desk<'_>, intent: &Intent) -> (Option<String>, Option<String>) {
    let named = intent.clock.as_deref();
    let runs = |name: &String| desk.view.clocks.iter().any(|clock| clock.name == *name);
    let against_it = named.and_then(|name| stopping(desk, name)).filter(runs);
    let of_kind = |kind: ClockKind| {
        let main = |clock: &ProgressClock| !clock.name.starts_with(STOP);
        let worth = |clock: &&ProgressClock| (named == Some(clock.name.as_str()), main(clock), clock.filled);
        desk.clocks(kind).max_by_key(worth).map(|clock| clock.name.clone())
    };
    // Nobody gets nearer to what they came for by a brawl.
    let aimed = named.is_some() || intent.domain != Some(Domain::Force);
    let won = against_it.or_else(|| of_kind(ClockKind::Goal).filter(|_| aimed));
    (won, of_kind(ClockKind::Threat).filter(|_| desk.chance("threat", 2, 3)))
}

fn position(desk: &Desk<'_>, intent: &Intent) -> Position {
    let precarity = desk.acting().map_or(0, |character| character.precarity() as i32);
    let scene = match &desk.view.scene.kind {
        SceneKind::Encounter { urgency, escapable, .. } => *urgency as i32 + i32::from(!escapable),
        SceneKind::Opportunity { .. } | SceneKind::Discovery { .. } => 0,
        SceneKind::Open => -1,
    };
    let pressure = i32::from(desk.view.style.pressure == Pressure::High);
    let domain = match intent.domain {
        Some(Domain::Force | Domain::Occult) => 1,
        Some(Domain::Look | Domain::Talk | Domain::Craft) => -1,
        Some(Domain::Sneak | Domain::Travel) | None => 0,
    };
    match precarity + scene + pressure + domain + desk.roll("position", 3) as i32 - 1 {
        ..=0 => Position::Controlled,
        1..=3 => Position::Risky,
        _ => Position::Desperate,
    }
}

fn bare(text: &str) -> String {
    text.trim_end_matches('.').to_owned()
}

/// One ending for each die, within what it may cost.
pub(super) fn endings(desk: &Desk<'_>, position: Position, tiers: &[Tier]) -> Command {
    let forced = match &desk.view.mood {
        Some(Mood::Action { engaged, forced: true, .. }) => Some(full(&engaged.stand)),
        _ => None,
    };
    let slots = desk.slots().with(desk, "threat", forced.or(desk.danger()));
    let said = desk.view.said.as_ref().map(|said| super::intent::heard(desk.view, &said.text));
    let slots = slots.with(desk, "doing", said.as_ref().and_then(|said| said.doing.as_deref()));
    let mut slots = slots.with(desk, "person", desk.person().map(|person| person.name.as_str()));
    // Some endings are of one position, or of one way of doing things.
    slots.open(position.word());
    if let Some(Mood::Action { engaged: Engaged { domain: Some(way), .. }, .. }) = &desk.view.mood {
        slots.open(way.word());
    }
    let nth = desk.count(8, desk.inputs());
    let situation = match position {
        Position::Controlled => Pool::SituationControlled,
        Position::Risky => Pool::SituationRisky,
        Position::Desperate => Pool::SituationDesperate,
    };
    let situation = desk.at(situation, nth, LINE_CHARS_MAX, &slots);
    let mut words: Vec<(Tier, Vec<(String, String)>)> = Vec::new();
    for tier in Tier::ALL {
        let count = tiers.iter().filter(|other| *other == tier).count();
        if count > 0 {
            let (hint, outcome) = pools(*tier, position);
            let hints = desk.several(hint, nth, count, &slots);
            let outcomes = desk.several(outcome, nth, count, &slots);
            words.push((*tier, hints.into_iter().zip(outcomes).collect()));
        }
    }
    let mut outcomes = Vec::new();
    for (die, tier) in tiers.iter().enumerate() {
        let own = words.iter_mut().find(|(other, _)| other == tier).and_then(|(_, words)| words.pop());
        let (hint, narrative) = own.unwrap_or_else(|| (desk.plain(), desk.plain()));
        outcomes.push(figured(desk, die, *tier, position, hint, narrative));
    }
    Command::SpendDie { situation, outcomes }
}

/// The clock that forced an action.
fn full(stand: &Stand) -> &str {
    match stand {
        Stand::Desperate { stakes, .. } => stakes.split(['“', '”']).nth(1).unwrap_or(stakes),
        other => other.danger(),
    }
}

fn pools(tier: Tier, position: Position) -> (Pool, Pool) {
    match (tier, position) {
        (Tier::Critical, _) => (Pool::HintCritical, Pool::OutcomeCritical),
        (Tier::Success, _) => (Pool::HintSuccess, Pool::OutcomeSuccess),
        (Tier::Partial, _) => (Pool::HintPartial, Pool::OutcomePartial),
        (Tier::Bad, Position::Controlled) => (Pool::HintBad, Pool::OutcomeBadControlled),
        (Tier::Bad, _) => (Pool::HintBad, Pool::OutcomeBadRisky),
        (Tier::Disaster, _) => (Pool::HintDisaster, Pool::OutcomeDisaster),
    }
}

/// What a die costs: mostly the middle of what it may (D9).
fn figured(
    desk: &Desk<'_>,
    die: usize,
    tier: Tier,
    position: Position,
    hint: String,
    narrative: String,
) -> DieOutcome {
    let [stress, heat] = dice::costs(tier, position);
    let coin = dice::coin(tier, position);
    let roll = |what: &str, bound: usize| desk.roll(&format!("{what} {die}"), bound) as i8;
    let within = |figure: i8, (min, max): (i8, i8)| figure.clamp(min, max);
    let (want_stress, want_heat, want_coin) = match (tier, position) {
        (Tier::Critical, _) => (-roll("stress", 3), 0, roll("coin", 3)),
        (Tier::Success, _) => (0, i8::from(roll("heat", 4) == 0), i8::from(roll("coin", 3) == 0)),
        (Tier::Partial, _) => {
            let stress = [0, 1, 1, 1, 2][roll("stress", 5) as usize % 5];
            (
                stress,
                [0, 1, 1, 2][roll("heat", 4) as usize % 4],
                [0, 0, 1, -1, 0][roll("coin", 5) as usize % 5],
            )
        }
        (Tier::Bad, Position::Controlled) => (roll("stress", 2), roll("heat", 2), 0),
        (Tier::Bad, _) => (1 + roll("stress", 3) * roll("twice", 2), roll("heat", 3), -roll("coin", 2)),
        (Tier::Disaster, _) => (2 + roll("stress", 2), 1 + roll("heat", 3), -roll("coin", 2)),
    };
    DieOutcome {
        hint: bare(&hint),
        stress: within(want_stress, stress),
        heat: within(want_heat, heat),
        coin: within(want_coin, coin),
        narrative,
    }
}

/// The clock that counts what is done against a threat, which may not run yet.
pub(super) fn stopping(desk: &Desk<'_>, threat: &str) -> Option<String> {
    let threat = threat.strip_prefix(STOP).unwrap_or(threat);
    desk.view.clocks.iter().find(|clock| clock.kind == ClockKind::Threat && clock.name == threat)?;
    let name = format!("{STOP}{threat}");
    let hidden = desk.view.notes.as_ref().map_or(0, |notes| notes.hidden.len());
    let runs = desk.view.clocks.iter().any(|clock| clock.name == name);
    let fits = name.chars().count() <= NAME_CHARS_MAX && desk.view.clocks.len() + hidden < CLOCKS_MAX;
    (runs || fits).then_some(name)
}

/// The city puts a price on dice: two to four, of different kinds.
pub(super) fn deals(desk: &Desk<'_>) -> Command {
    let nth = desk.count(3, desk.inputs() / 3);
    let slots = desk.slots();
    let nearest = desk.nearest(ClockKind::Threat);
    let ticks = nearest.map_or(0, |clock| clock.segments.saturating_sub(clock.filled));
    let threat = nearest.map(|clock| clock.name.clone());
    let slots = slots.with(desk, "clock", threat.as_deref()).with(desk, "threat", desk.danger());
    let mut prices = vec![PriceName::Stress];
    // What cannot be paid is not asked for.
    let room = desk.acting().map_or(0, |character| HEAT_MAX.saturating_sub(character.heat));
    if room > 0 {
        prices.push(PriceName::Heat);
    }
    if ticks > 0 && desk.chance("clock deal", 2, 3) {
        prices.push(PriceName::Clock);
    }
    let has_will = |name: &str| {
        desk.view.factions.iter().any(|known| known.name == name && known.attitude > Attitude::War)
    };
    if desk.faction().is_some_and(has_will) && desk.chance("faction deal", 1, 2) {
        prices.push(PriceName::Faction);
    }
    let worn = desk.acting().is_some_and(|character| character.stress >= 5);
    if prices.len() < 2 || prices.len() < 4 && (worn || desk.chance("scar deal", 1, 2)) {
        prices.push(PriceName::Trauma);
    }
    let narration = desk.line(Pool::BargainFrame, nth, &slots);
    let deal = |(at, price): (usize, PriceName)| {
        let dice = match price {
            PriceName::Trauma => 3,
            PriceName::Faction => 2,
            PriceName::Heat => (1 + desk.roll(&format!("dice {at}"), 3) as u8).min(room),
            PriceName::Clock => (1 + desk.roll(&format!("dice {at}"), 3) as u8).min(ticks),
            PriceName::Stress => 1 + desk.roll(&format!("dice {at}"), 3) as u8,
        };
        let (label, hint, story) = match price {
            PriceName::Stress => (Pool::LabelStress, Pool::BargainHintStress, Pool::StoryStress),
            PriceName::Heat => (Pool::LabelHeat, Pool::BargainHintHeat, Pool::StoryHeat),
            PriceName::Clock => (Pool::LabelClock, Pool::BargainHintClock, Pool::StoryClock),
            PriceName::Faction => (Pool::LabelFaction, Pool::BargainHintFaction, Pool::StoryFaction),
            PriceName::Trauma => (Pool::LabelTrauma, Pool::BargainHintTrauma, Pool::StoryTrauma),
        };
        NewDeal {
            label: bare(&desk.at(label, nth, LINE_CHARS_MAX, &slots)),
            hint: bare(&desk.at(hint, nth, LINE_CHARS_MAX, &slots)),
            cost: price,
            amount: if matches!(price, PriceName::Trauma | PriceName::Faction) { 1 } else { dice },
            target: match price {
                PriceName::Clock => threat.clone(),
                PriceName::Faction => desk.faction().map(str::to_owned),
                PriceName::Stress | PriceName::Heat | PriceName::Trauma => None,
            },
            dice,
            narrative: desk.line(story, nth, &slots),
        }
    };
    Command::OfferBargain { narration, deals: prices.into_iter().enumerate().map(deal).collect() }
}
