//! What may stand in the fields of a command: everything that ever could, or what is legal now.

use std::ops::RangeInclusive;

use crate::view::{ClockKind, Deal, Mood, Pause, Price, Roll, Toll, Verdict, View, WayOut};
use engine::{Choice, FieldKind, SeatId, Shown, Voice};
use kit::words::sentence;

use super::ask::What;
use super::limits::{LINE_CHARS_MAX, POOL_MAX};
use super::setting;

/// What may stand in the fields of a command now.
pub struct Scope {
    /// The names that are known, of each kind; nothing where any name may stand.
    pub(super) people: Option<Vec<String>>,
    pub(super) factions: Option<Vec<String>>,
    pub(super) clocks: Option<Vec<String>>,
    pub(super) seen: Option<Vec<String>>,
    pub(super) hidden: Option<Vec<String>>,
    pub(super) goals: Option<Vec<String>>,
    pub(super) threats: Option<Vec<String>>,
    /// Options by number, with their words; nothing where any number may stand.
    pub(super) options: Option<Vec<String>>,
    /// The same as a person reads them, where their labels say it all in one.
    pub(super) shown: Vec<Shown>,
    /// The seats of the players, with their names.
    pub(super) seats: Vec<(SeatId, String)>,
    /// The verdicts that are right.
    pub(super) verdicts: Vec<Verdict>,
    /// How many dice the pool has.
    pub(super) pool: RangeInclusive<usize>,
    /// The right figures of a summary, or what they may be at all.
    pub(super) net_stress: RangeInclusive<i64>,
    pub(super) net_coin: RangeInclusive<i64>,
    /// In whose voice a narration is heard while it is being written.
    pub(super) voice: Option<Voice>,
}

impl Scope {
    /// Everything that could ever be legal.
    pub(super) fn wide(view: &View) -> Scope {
        Scope {
            people: None,
            factions: None,
            clocks: None,
            seen: None,
            hidden: None,
            goals: None,
            threats: None,
            options: None,
            shown: Vec::new(),
            seats: seats(view, |_| true),
            verdicts: Verdict::ALL.to_vec(),
            pool: 1..=POOL_MAX,
            net_stress: -99..=99,
            net_coin: -999..=999,
            voice: voice(view),
        }
    }

    /// What is legal for a seat and a question now.
    pub(super) fn of(view: &View, seat: SeatId, what: &What) -> Scope {
        let named = |names: Vec<String>| Some(names);
        let notes = view.notes.as_deref();
        let hidden: Vec<String> =
            notes.map_or(Vec::new(), |notes| notes.hidden.iter().map(|clock| clock.name.clone()).collect());
        let seen: Vec<String> = view.clocks.iter().map(|clock| clock.name.clone()).collect();
        let clocks = if view.mood.as_ref().is_some_and(Mood::is_harmless) {
            let goals = view.clocks.iter().chain(notes.iter().flat_map(|notes| &notes.hidden));
            let goals = goals.filter(|clock| clock.kind == ClockKind::Goal);
            goals.map(|clock| clock.name.clone()).collect()
        } else {
            [seen.as_slice(), hidden.as_slice()].concat()
        };
        let mut scope = Scope {
            people: named(view.people.iter().map(|person| person.name.clone()).collect()),
            factions: named(view.factions.iter().map(|faction| faction.name.clone()).collect()),
            clocks: named(clocks),
            seen: named(seen),
            hidden: named(hidden),
            threats: named(notes.map_or(Vec::new(), |notes| notes.threats.clone())),
            options: Some(options(view)),
            shown: shown(view),
            seats: seats(view, |other| {
                view.party.get(other.index()).is_some_and(|it| it.as_ref().is_some_and(|it| !it.retired))
            }),
            voice: if seat == view.gm { voice(view) } else { None },
            ..Scope::wide(view)
        };
        match what {
            What::Day { goals } => scope.goals = named(goals.clone()),
            What::Act { others, .. } => scope.seats = seats(view, |other| others.contains(other)),
            What::Verdict(verdict) => scope.verdicts = vec![*verdict],
            What::Endings { tiers, .. } => scope.pool = tiers.len()..=tiers.len(),
            What::Sum { stress, coin } => (scope.net_stress, scope.net_coin) = (only(*stress), only(*coin)),
            What::Character
            | What::Story
            | What::Failed
            | What::Scene
            | What::Turn
            | What::Deals
            | What::Scar
            | What::Time
            | What::Die { .. }
            | What::Deal { .. }
            | What::WayOut
            | What::Next => {}
        }
        scope
    }

    /// One of the numbered options.
    pub(super) fn numbered(&self) -> FieldKind {
        match &self.options {
            Some(options) => FieldKind::numbered(options),
            None => FieldKind::number(1..=POOL_MAX as i64),
        }
    }

    /// One of the players.
    pub(super) fn players(&self) -> FieldKind {
        let choice = |(seat, name): &(SeatId, String)| Choice::new(seat.number(), name);
        FieldKind::Choice(self.seats.iter().map(choice).collect())
    }

    /// One of the verdicts.
    pub(super) fn verdicts(&self) -> FieldKind {
        FieldKind::Choice(self.verdicts.iter().map(|verdict| Choice::word(verdict.word())).collect())
    }
}

fn only(figure: i16) -> RangeInclusive<i64> {
    figure.into()..=figure.into()
}

/// A name: one of those that are known, or any where the list is not to be told.
pub(super) fn name_of(known: &Option<Vec<String>>) -> FieldKind {
    match known {
        Some(known) if !known.is_empty() => {
            FieldKind::Choice(known.iter().map(|name| Choice::word(name)).collect())
        }
        Some(_) | None => FieldKind::text(LINE_CHARS_MAX),
    }
}

/// One of these numbers.
pub(super) fn counts(counts: [u8; 3]) -> FieldKind {
    FieldKind::Choice(counts.map(|count| Choice::new(count, count.to_string())).into())
}

/// One of the archetypes.
pub(super) fn archetypes() -> FieldKind {
    let choice = |it: &setting::Archetype| Choice::new(it.key.as_str(), format!("{}: {}", it.name, it.line));
    FieldKind::Choice(setting::setting().archetypes.iter().map(choice).collect())
}

/// Narration is heard while it is written only where nothing is to be kept out of it.
fn voice(view: &View) -> Option<Voice> {
    view.lines.is_empty().then_some(Voice::Seat(view.gm))
}

fn seats(view: &View, which: impl Fn(SeatId) -> bool) -> Vec<(SeatId, String)> {
    let players = (0..view.party.len()).map(SeatId::at).filter(|seat| which(*seat));
    // A label must be the same all session long: the seat's own name.
    players
        .map(|seat| (seat, view.seats.get(seat.index()).map_or(String::new(), |it| it.name.clone())))
        .collect()
}

/// What is put to a player, in the order of its numbers.
fn options(view: &View) -> Vec<String> {
    let Some(mood) = &view.mood else { return Vec::new() };
    match mood {
        Mood::Scene { .. } | Mood::Aftermath { .. } => {
            mood.offer().map_or(Vec::new(), |offer| offer.options().to_vec())
        }
        Mood::Action { roll: Roll::Offered { dice, .. }, .. } => dice
            .iter()
            .map(|die| {
                let mut costs: Vec<String> = [("stress", die.stress), ("heat", die.heat), ("coin", die.coin)]
                    .into_iter()
                    .filter(|(_, amount)| *amount != 0)
                    .map(|(what, amount)| format!("{what} {amount:+}"))
                    .collect();
                if costs.is_empty() {
                    costs.push("no cost".to_owned());
                }
                format!("[{}] {} ({})", die.value, die.hint, costs.join(", "))
            })
            .collect(),
        Mood::Bargain { deals, .. } => deals.iter().map(deal_words).collect(),
        Mood::BetweenScenes { pause: Pause::Entangled(entanglement) } => {
            entanglement.ways.iter().map(|way| format!("{} ({})", way.label, toll(way))).collect()
        }
        Mood::Action { .. } | Mood::Downtime { .. } | Mood::Trauma { .. } | Mood::BetweenScenes { .. } => {
            Vec::new()
        }
    }
}

/// The same as a person reads it: what it is called, and beside it what it means and costs.
fn shown(view: &View) -> Vec<Shown> {
    let Some(mood) = &view.mood else { return Vec::new() };
    match mood {
        Mood::Scene { .. } | Mood::Aftermath { .. } => Vec::new(),
        Mood::Bargain { deals, .. } => deals
            .iter()
            .map(|deal| Shown::new(&deal.label, format!("{} {}", sentence(&deal.hint), price(deal))))
            .collect(),
        Mood::BetweenScenes { pause: Pause::Entangled(entanglement) } => entanglement
            .ways
            .iter()
            .map(|way| Shown::new(format!("{} ({})", way.label, toll(way)), sentence(&way.text)))
            .collect(),
        Mood::Action { .. } | Mood::Downtime { .. } | Mood::Trauma { .. } | Mood::BetweenScenes { .. } => {
            Vec::new()
        }
    }
}

/// What a way out takes.
fn toll(way: &WayOut) -> String {
    match way.toll {
        Toll::Coin { amount } => format!("{amount} coin"),
        Toll::Attitude => format!("{} think worse of you", way.against.as_deref().unwrap_or("people")),
        Toll::Clock { amount } => format!("{} +{amount}", way.against.as_deref().unwrap_or("a threat")),
        Toll::Hunted => "nothing now, but you are hunted".to_owned(),
    }
}

fn deal_words(deal: &Deal) -> String {
    format!("{}: {} ({})", deal.label, deal.hint, price(deal))
}

/// What a bargain costs, and what it brings.
fn price(deal: &Deal) -> String {
    let price = match &deal.price {
        Price::Stress { amount } => format!("stress +{amount}"),
        Price::Heat { amount } => format!("heat +{amount}"),
        Price::Clock { clock, amount } => format!("{clock} +{amount}"),
        Price::Faction { faction } => format!("{faction} think worse of you"),
        Price::Trauma => "a scar, and no stress any more".to_owned(),
    };
    let dice = if deal.dice == 1 { "1 die".to_owned() } else { format!("{} dice", deal.dice) };
    format!("{price}; {dice}")
}
