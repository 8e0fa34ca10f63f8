//! What may stand in the fields of a command: everything that ever could, or what is legal now.

use std::ops::RangeInclusive;

use crate::view::{ClockKind, Deal, DieOffer, FactKind, Mood, Pause, Price, Roll, Toll, View, WayOut};
use engine::{Choice, FieldKind, SeatId, Shown, Voice};
use kit::words::{same, sentence};

use super::ask::What;
use super::limits::{FACTS_SHOWN, LINE_CHARS_MAX, PARTY_MAX, POOL_MAX};
use super::setting;
use super::telling::figures;

/// What names of some kind may stand in a field.
#[derive(Default)]
pub(super) enum Names {
    /// Those that will be known then: there is no list of them.
    #[default]
    Unlisted,
    /// Any.
    Any,
    /// One of these.
    Known(Vec<String>),
}

/// What may stand in the fields of a command now.
#[derive(Default)]
pub struct Scope {
    pub(super) people: Names,
    pub(super) factions: Names,
    pub(super) clocks: Names,
    pub(super) seen: Names,
    pub(super) hidden: Names,
    pub(super) goals: Names,
    pub(super) threats: Names,
    pub(super) threads: Names,
    pub(super) edges: Names,
    pub(super) things: Names,
    pub(super) facts: Names,
    /// Options by number, with their words; nothing where any number may stand.
    options: Option<Vec<String>>,
    /// The same as a person reads them, where their labels say it all in one.
    pub(super) shown: Vec<Shown>,
    /// The seats of the players, with their names.
    seats: Vec<(SeatId, String)>,
    /// How many dice the pool has.
    pool: Option<usize>,
    /// How many characters there are.
    party: Option<usize>,
    /// In whose voice a narration is heard while it is being written.
    pub(super) voice: Option<Voice>,
}

impl Scope {
    /// Everything that could ever be legal.
    pub(super) fn wide(view: &View) -> Scope {
        Scope { seats: seats(view, |_| true), voice: voice(view), ..Scope::default() }
    }

    /// What is legal for a seat and a question now.
    pub(super) fn of(view: &View, seat: SeatId, what: &What) -> Scope {
        let notes = view.notes.as_deref();
        let hidden = || notes.iter().flat_map(|notes| &notes.hidden);
        let harmless = view.mood.as_ref().is_some_and(Mood::is_harmless);
        let clocks = view.clocks.iter().chain(hidden());
        let clocks = clocks.filter(|clock| !harmless || clock.kind == ClockKind::Goal);
        let is_active = |seat: SeatId| view.character(seat).is_some_and(|it| !it.retired);
        let (options, shown) = options(view);
        let mut scope = Scope {
            people: Names::Known(view.people.iter().map(|person| person.name.clone()).collect()),
            factions: Names::Known(view.factions.iter().map(|faction| faction.name.clone()).collect()),
            clocks: Names::Known(clocks.map(|clock| clock.name.clone()).collect()),
            seen: Names::Known(view.clocks.iter().map(|clock| clock.name.clone()).collect()),
            hidden: Names::Known(hidden().map(|clock| clock.name.clone()).collect()),
            edges: Names::Known(view.edges(view.spotlight)),
            things: Names::Known(things(view)),
            facts: Names::Known(facts(view)),
            threads: Names::Known(view.threads.iter().map(|thread| thread.hook.clone()).collect()),
            threats: Names::Known(notes.map_or(Vec::new(), |notes| notes.threats.clone())),
            options: Some(options),
            shown,
            seats: seats(view, is_active),
            party: Some(view.party.len()),
            voice: voice(view).filter(|_| seat == view.gm),
            ..Scope::default()
        };
        match what {
            // Its people belong to its own factions.
            What::Story => scope.factions = Names::Any,
            What::Day { goals } => scope.goals = Names::Known(goals.clone()),
            What::Act { others, .. } => scope.seats = seats(view, |other| others.contains(other)),
            What::Endings { tiers, .. } => scope.pool = Some(tiers.len()),
            What::Character
            | What::Failed
            | What::Scene
            | What::Turn
            | What::Deals
            | What::Scar
            | What::Time
            | What::Sum { .. }
            | What::Epilogue
            | What::Risk
            | What::Die
            | What::Deal
            | What::WayOut
            | What::Leave
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

    /// One for each character.
    pub(super) fn party(&self) -> RangeInclusive<usize> {
        self.party.map_or(1..=PARTY_MAX, |characters| characters..=characters)
    }

    /// One for each die.
    pub(super) fn pool(&self) -> RangeInclusive<usize> {
        self.pool.map_or(1..=POOL_MAX, |dice| dice..=dice)
    }
}

/// Is there one of these that can be named?
pub(super) fn is_any(names: &Names) -> bool {
    match names {
        Names::Unlisted | Names::Any => true,
        Names::Known(known) => !known.is_empty(),
    }
}

/// The name of one of these.
pub(super) fn name_of(names: &Names) -> FieldKind {
    match names {
        Names::Unlisted => FieldKind::Choice(Vec::new()),
        Names::Any => FieldKind::text(LINE_CHARS_MAX),
        Names::Known(known) => FieldKind::Choice(known.iter().map(|name| Choice::word(name)).collect()),
    }
}

/// What a game master may note: what is lost and what is over, the rules note.
pub(super) fn bonds() -> FieldKind {
    let kinds = [FactKind::Promise, FactKind::Debt, FactKind::Name];
    FieldKind::Choice(kinds.map(|kind| Choice::word(kind.word())).into())
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

/// What can be settled: what was noted last, what bears on the scene, and what there is besides.
fn facts(view: &View) -> Vec<String> {
    let mut texts: Vec<String> = Vec::new();
    for fact in view.facts.last().into_iter().chain(view.bearing(true)).chain(view.facts.iter().rev()) {
        if texts.len() < FACTS_SHOWN && !texts.contains(&fact.text) {
            texts.push(fact.text.clone());
        }
    }
    texts
}

/// What the party has, each by its name once.
fn things(view: &View) -> Vec<String> {
    let mut things: Vec<String> = Vec::new();
    for thing in view.party.iter().flatten().flat_map(|sheet| &sheet.assets) {
        if !things.iter().any(|known| same(known, thing)) {
            things.push(thing.clone());
        }
    }
    things
}

fn seats(view: &View, which: impl Fn(SeatId) -> bool) -> Vec<(SeatId, String)> {
    let players = (0..view.party.len()).map(SeatId::at).filter(|seat| which(*seat));
    // A label must be the same all session long: the seat's own name.
    players
        .map(|seat| (seat, view.seats.get(seat.index()).map_or(String::new(), |it| it.name.clone())))
        .collect()
}

/// What is put to a player, in the order of its numbers; and the same as a person reads it, where its label says it all in one.
fn options(view: &View) -> (Vec<String>, Vec<Shown>) {
    let Some(mood) = &view.mood else { return (Vec::new(), Vec::new()) };
    match mood {
        Mood::Scene { .. } | Mood::Aftermath { .. } => {
            (mood.offer().map_or(Vec::new(), |offer| offer.options().to_vec()), Vec::new())
        }
        Mood::Action { roll: Roll::Offered { dice, .. }, .. } => {
            (dice.iter().map(die_words).collect(), Vec::new())
        }
        Mood::Bargain { deals, .. } => deals.iter().map(deal_words).unzip(),
        Mood::BetweenScenes { pause: Pause::Entangled(entanglement) } => {
            let coin = view.character(entanglement.player_id).map_or(0, |it| it.coin);
            entanglement.ways.iter().map(|way| way_words(way, coin)).unzip()
        }
        Mood::Action { .. } | Mood::Downtime { .. } | Mood::Trauma { .. } | Mood::BetweenScenes { .. } => {
            (Vec::new(), Vec::new())
        }
    }
}

fn die_words(die: &DieOffer) -> String {
    let costs = figures([("stress", die.stress), ("heat", die.heat), ("coin", die.coin)]);
    let costs = if costs.is_empty() { "no cost" } else { &costs };
    format!("[{}] {} ({costs})", die.value, die.hint)
}

fn deal_words(deal: &Deal) -> (String, Shown) {
    let price = price(deal);
    let shown = Shown::new(&deal.label, format!("{} {price}", sentence(&deal.hint)));
    (format!("{}: {} ({price})", deal.label, deal.hint), shown)
}

fn way_words(way: &WayOut, coin: u8) -> (String, Shown) {
    let label = format!("{} ({})", way.label, toll(way, coin));
    (label.clone(), Shown::new(label, sentence(&way.text)))
}

/// What a way out takes, of somebody with so much coin: who cannot pay is hunted (D5).
fn toll(way: &WayOut, coin: u8) -> String {
    match way.toll {
        Toll::Coin { amount } if coin < amount => {
            format!("{amount} coin, of which you have {coin}: you are hunted for the rest")
        }
        Toll::Coin { amount } => format!("{amount} coin"),
        Toll::Attitude => format!("{} think worse of you", way.against.as_deref().unwrap_or("people")),
        Toll::Clock { amount } => format!("{} +{amount}", way.against.as_deref().unwrap_or("a threat")),
        Toll::Hunted => "nothing now, but you are hunted".to_owned(),
    }
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
