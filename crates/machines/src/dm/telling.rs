//! Events in words: one text for the terminal, the page, the export and the prompt.

use engine::{SeatId, Telling, Voice};
use protocol::dm::{ClockKind, Consequence, EndReason, Mood, PhaseName, Price, SceneKind, Stand, Tier, Toll};

use super::event::Event;
use super::phases;
use super::state::State;
use crate::words::{capital, sentence};

/// The event in words, if there are any to say.
pub(super) fn telling(state: &State, event: &Event) -> Option<Telling> {
    let who = |seat: SeatId| state.who(seat);
    let by_gm = |text: String| Some(Telling { voice: Voice::Seat(state.gm), text });
    match event {
        Event::TableLaid { .. } => {
            Telling::host("Session zero. Everybody makes a character, and the cards fall.")
        }
        Event::CharacterCreated { player_id, character } => {
            let [past, present, future] = &character.cards;
            let player = state.seats.get(player_id.index()).map_or("somebody", |seat| &seat.name);
            Telling::host(format!(
                "{player} plays {} ({}), {}: {}. The cards: {past} behind, {present} here, {future} ahead. {} dice: {}.",
                character.name,
                character.pronouns,
                article(&character.archetype),
                character.background.trim_end_matches('.'),
                character.dice.len(),
                pool(&character.dice),
            ))
        }
        Event::LinesDrawn { lines, veils } => {
            let mut said = Vec::new();
            if !lines.is_empty() {
                said.push(format!("never told at this table: {}", lines.join(", ")));
            }
            if !veils.is_empty() {
                said.push(format!("told only from afar: {}", veils.join(", ")));
            }
            Telling::host(format!("Agreed, {}.", said.join("; ")))
        }
        Event::StoryOpened { story, .. } => Telling::host(format!("“{}”. {}", story.title, story.stakes)),
        Event::OpeningFailed { reason } => {
            Telling::host(format!("No story came: {reason}. Try again, or take one of the house."))
        }
        Event::OpeningRetried { by_house: true } => Telling::host("The house tells the story."),
        Event::OpeningRetried { by_house: false } => Telling::host("Another try."),
        Event::SceneOpened { number, title, kind, place, .. } => {
            Telling::host(format!("Scene {number}: {title}. {place}{}.", of_kind(kind)))
        }
        Event::MoodChanged { to, mood, .. } => mood_words(state, *to, mood),
        Event::PlayerActed { player_id, text } => {
            Some(Telling { voice: Voice::Seat(*player_id), text: text.clone() })
        }
        Event::SpotlightMoved { to } => Telling::host(format!("{} is up.", who(*to))),
        Event::NarrationGiven { narration, connector, auto } => {
            let mark = if *auto { "(The rules go on.) " } else { "" };
            let joined = match connector {
                Some(protocol::dm::Connector::Meanwhile) => "Meanwhile: ",
                Some(_) | None => "",
            };
            by_gm(format!("{mark}{joined}{narration}"))
        }
        Event::NpcSpoke { person, words, manner } => {
            let manner = manner.as_ref().map_or(String::new(), |manner| format!(" ({manner})"));
            by_gm(format!("{person}{manner}: “{words}”"))
        }
        Event::PlayerAsked { question } => by_gm(question.clone()),
        Event::ThoughtNoted { text } => Some(Telling { voice: Voice::Thought(state.gm), text: text.clone() }),
        Event::WordsTurnedBack { line } => Telling::host(format!(
            "This table does not tell of “{line}”. Nothing was told; find other words."
        )),
        Event::WordsWithheld {} => {
            Telling::host("Something was withheld here: it crossed one of the table's lines.")
        }
        Event::AnsweredFor { reason } => Telling::host(format!("(No answer: {reason}. The rules go on.)")),
        Event::TurnSettled {} => Telling::host("The story turned too often without you. The word is yours."),
        Event::OutcomesCommitted { situation, dice, clamped, .. } => {
            let dice: Vec<String> = dice
                .iter()
                .map(|die| format!("[{}] {}{}", die.value, die.hint, costs(die.stress, die.heat, die.coin)))
                .collect();
            let mark = if *clamped { " (Brought into range by the rules.)" } else { "" };
            Telling::host(format!(
                "{} {}. The endings are sealed.{mark}",
                sentence(situation),
                dice.join(" · ")
            ))
        }
        Event::OutcomesRefused { why } => Telling::host(format!("Turned back: {why}. Commit again.")),
        Event::DieSpent { player_id, value, left, .. } => {
            let dice = if *left == 1 { "1 die is" } else { &format!("{left} dice are") };
            Telling::host(format!("{} spends a {value}; {dice} left.", who(*player_id)))
        }
        Event::DieChosen { spent, .. } => {
            let tier = match spent.tier {
                Tier::Critical => "Critical",
                Tier::Success => "Success",
                Tier::Partial => "Partial",
                Tier::Bad => "Bad",
                Tier::Disaster => "Disaster",
            };
            by_gm(format!("{tier}. {}", spent.ending))
        }
        Event::DiceRecovered { player_id, dice, why } => {
            Telling::host(format!("{} gets {} ({why}).", who(*player_id), pool(dice)))
        }
        Event::PoolRolled { player_id, dice } => {
            Telling::host(format!("{} has {} now.", who(*player_id), pool(dice)))
        }
        Event::StressChanged { player_id, from, to, .. } => figure(who(*player_id), "stress", *from, *to),
        Event::HeatChanged { player_id, from, to, .. } => figure(who(*player_id), "heat", *from, *to),
        Event::CoinChanged { player_id, from, to, .. } => figure(who(*player_id), "coin", *from, *to),
        Event::WantedChanged { player_id, from, to, .. } => figure(who(*player_id), "wanted", *from, *to),
        Event::RecoveringChanged { player_id, recovering } => Telling::host(if *recovering {
            format!("{} has to heal.", who(*player_id))
        } else {
            format!("{} is well again.", who(*player_id))
        }),
        Event::HuntedChanged { player_id, hunted } => Telling::host(if *hunted {
            format!("{} is hunted now.", who(*player_id))
        } else {
            format!("Nobody hunts {} any more.", who(*player_id))
        }),
        Event::TraumaGained { player_id, trauma } => {
            Telling::host(format!("{} is left {trauma}.", who(*player_id)))
        }
        Event::CharacterRetired { player_id, why } => {
            Telling::host(format!("{} plays no more: {why}.", who(*player_id)))
        }
        Event::BargainStruck { player_id, price, dice, narrative } => {
            let price = match price {
                Price::Stress { amount } => format!("{amount} stress"),
                Price::Heat { amount } => format!("{amount} heat"),
                Price::Clock { clock, amount } => format!("“{clock}” +{amount}"),
                Price::Faction { faction } => format!("the good will of {faction}"),
                Price::Trauma => "a scar".to_owned(),
            };
            let dice = if *dice == 1 { "a die".to_owned() } else { format!("{dice} dice") };
            by_gm(format!("{narrative} ({} buys {dice} for {price}.)", who(*player_id)))
        }
        Event::Retreated { player_id } => Telling::host(format!("{} gives it up.", who(*player_id))),
        Event::PassedOut { player_id } => Telling::host(format!("{} falls.", who(*player_id))),
        Event::ClockStarted { clock, .. } => {
            Telling::host(format!("A clock: “{}” ({}, {} segments).", clock.name, clock.kind, clock.segments))
        }
        Event::ClockWound { clock, consequence } => Telling::host(format!(
            "“{}” ({}, {} segments) leads to: {}.",
            clock.name,
            clock.kind,
            clock.segments,
            consequence_words(consequence)
        )),
        Event::ClockTicked { clock, from, to, why } => clock_moved(state, clock, *from, *to, why),
        Event::HiddenClockTicked { clock, from, to, why } => {
            Telling::host(format!("Unseen: “{clock}” goes from {from} to {to} ({why})."))
        }
        Event::ClockRevealed { clock } => Telling::host(format!(
            "You see it now: “{}”, {} of {}.",
            clock.name, clock.filled, clock.segments
        )),
        Event::ClockCompleted { clock, consequence } => {
            let what = match clock.kind {
                ClockKind::Goal => "is done",
                ClockKind::Threat | ClockKind::Faction => "is full",
            };
            let then = match consequence {
                Consequence::None => String::new(),
                other => format!(" {}.", capital(&consequence_words(other))),
            };
            Telling::host(format!("“{}” {what}.{then}", clock.name))
        }
        Event::ClockRemoved { clock } => Telling::host(format!("“{clock}” is no threat any more.")),
        Event::InterruptRaised { clock } => Telling::host(format!("“{clock}” breaks in: dice are next.")),
        Event::FactionAttitudeChanged { faction, from, to, why } if from != to => {
            Telling::host(format!("{faction}: {from}, now {to} ({why})."))
        }
        Event::NpcDispositionChanged { person, from, to, why } if from != to => {
            Telling::host(format!("{person}: {from}, now {to} ({why})."))
        }
        Event::ThreadSpawned { thread } => {
            Telling::host(format!("A thread ({}): {}", thread.tension, sentence(&thread.hook)))
        }
        Event::RumorSpread { rumor } => {
            let source = rumor.source.as_ref().map_or(String::new(), |source| format!(", from {source}"));
            let spread = rumor.spread.word().replace('_', " ");
            Telling::host(format!("A rumour ({spread}{source}): {}", sentence(&rumor.text)))
        }
        Event::RumorWeighed { text, truth } => Telling::host(format!("That “{text}” is {truth}.")),
        Event::LocationChanged { from, to } if !from.is_empty() && from != to => {
            Telling::host(format!("From {from} to {to}."))
        }
        Event::PersonMet { person } => Telling::host(format!("{}, {}, is here.", person.name, person.role)),
        Event::StyleChanged { style } => Telling::host(format!("The air: {}.", style.atmosphere)),
        Event::CardDrawn { card } => Telling::host(format!("A card for you: {card}.")),
        Event::SceneCompressed { summary } => Telling::host(format!(
            "Scene {} in short: {}{}",
            summary.scene,
            summary.summary,
            net(summary.net_stress, summary.net_coin)
        )),
        Event::SeedsSown { seeds } => Telling::host(format!("It may lead to: {}.", seeds.join("; "))),
        Event::EntanglementFaced { entanglement } => Telling::host(format!(
            "{} for {}. {}",
            capital(entanglement.kind.word()),
            who(entanglement.player_id),
            entanglement.text
        )),
        Event::EntanglementPaid { player_id, way } => {
            let toll = match way.toll {
                Toll::Coin { amount } => format!("{amount} coin"),
                Toll::Attitude => {
                    format!("the good will of {}", way.against.as_deref().unwrap_or("somebody"))
                }
                Toll::Clock { amount } => {
                    format!("“{}” +{amount}", way.against.as_deref().unwrap_or("a clock"))
                }
                Toll::Hunted => "nothing, yet".to_owned(),
            };
            Telling::host(format!("{}: {} It costs {toll}.", who(*player_id), sentence(&way.text)))
        }
        Event::DayUsed { player_id, what, .. } => Telling::host(format!("{} {what}.", who(*player_id))),
        Event::TimePassed { elapsed } => Telling::host(format!("Time passes: {elapsed}.")),
        Event::SessionEnded(outcome) => {
            let scenes =
                if outcome.scenes == 1 { "1 scene".to_owned() } else { format!("{} scenes", outcome.scenes) };
            let why = match outcome.reason {
                EndReason::Chosen => "That was the evening",
                EndReason::Retired => "Nobody is left to play",
                EndReason::Limit => "The longest campaign is over",
            };
            Telling::host(format!("{why}: {scenes}. Seed {}.", outcome.chance()))
        }
        Event::SecretsKept { .. }
        | Event::SceneMeant { .. }
        | Event::FloorGiven { .. }
        | Event::SceneTurned { .. }
        | Event::OutcomesSealed { .. }
        | Event::BargainOffered { .. }
        | Event::BargainsSealed { .. }
        | Event::InterruptMet { .. }
        | Event::FactionMoved { .. }
        | Event::SecretRevealed { .. }
        | Event::Escalated { .. }
        | Event::OpportunityOpened { .. }
        | Event::AssetGained { .. }
        | Event::LocationChanged { .. }
        | Event::FactionAttitudeChanged { .. }
        | Event::NpcDispositionChanged { .. }
        | Event::LinesNoted { .. }
        | Event::PlaceFound { .. }
        | Event::PortraitDrawn { .. }
        | Event::CostNoted { .. }
        | Event::ThreatNoted { .. }
        | Event::ThreatAnswered { .. } => None,
    }
}

/// A mood that begins, where its own words do not say it all.
fn mood_words(state: &State, to: PhaseName, mood: &Mood) -> Option<Telling> {
    let title = phases::card(to).title;
    match mood {
        Mood::Action { engaged, .. } => {
            let (position, effect) = (engaged.stand.position(), engaged.effect);
            let domain = engaged.domain.map_or(String::new(), |domain| format!(", {domain}"));
            let danger = match &engaged.stand {
                Stand::Controlled { risk, .. } => format!("What may go wrong: {risk}"),
                Stand::Risky { threat, .. } => format!("What threatens: {threat}"),
                Stand::Desperate { stakes, .. } => format!("What may be lost: {stakes}"),
            };
            Telling::host(format!("{title}: {position}, {effect} effect{domain}. {}", sentence(&danger)))
        }
        Mood::Bargain { .. } => Telling::host("No dice are left. The city has some."),
        Mood::Trauma { player, .. } => Telling::host(format!("{} breaks.", state.who(*player))),
        Mood::Downtime { .. } => Telling::host("Downtime. There is time for two things each."),
        Mood::BetweenScenes { .. } => Telling::host("The scene is over."),
        Mood::Scene { .. } | Mood::Aftermath { .. } => None,
    }
}

fn of_kind(kind: &SceneKind) -> String {
    match kind {
        SceneKind::Encounter { source, .. } => format!(" (in the way: {})", source.trim_end_matches('.')),
        SceneKind::Opportunity { nature, .. } => format!(" (on offer: {})", nature.trim_end_matches('.')),
        SceneKind::Discovery { what, .. } => format!(" (found: {})", what.trim_end_matches('.')),
        SceneKind::Open => String::new(),
    }
}

fn figure(who: &str, what: &str, from: u8, to: u8) -> Option<Telling> {
    Telling::host(format!("{who}: {what} {from} → {to}."))
}

fn clock_moved(state: &State, name: &str, from: u8, to: u8, why: &str) -> Option<Telling> {
    let segments = state.clock(name).map_or(to, |wound| wound.clock.segments);
    Telling::host(format!("“{name}” {from} → {to} of {segments} ({why})."))
}

fn net(stress: i16, coin: i16) -> String {
    let parts: Vec<String> = [("stress", stress), ("coin", coin)]
        .into_iter()
        .filter(|(_, figure)| *figure != 0)
        .map(|(what, figure)| format!("{what} {figure:+}"))
        .collect();
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}

/// What a clock leads to, in a clause.
pub(super) fn consequence_words(consequence: &Consequence) -> String {
    let bare = |what: &str| what.trim_end_matches('.').to_owned();
    match consequence {
        Consequence::FactionMoves { faction, what } => format!("{faction} moves: {}", bare(what)),
        Consequence::RevealSecret { person, what } => format!("it comes out about {person}: {}", bare(what)),
        Consequence::Escalate { what } | Consequence::SpawnThread { what } => bare(what),
        Consequence::GainCoin { amount } => format!("{amount} coin"),
        Consequence::Reputation { faction, steps } if *steps < 0 => format!("{faction} think worse of you"),
        Consequence::Reputation { faction, .. } => format!("{faction} think better of you"),
        Consequence::RemoveThreat { clock } => format!("“{clock}” is off the table"),
        Consequence::OpenOpportunity { what } => format!("a chance: {}", bare(what)),
        Consequence::GainAsset { what } => format!("yours now: {}", bare(what)),
        Consequence::None => "nothing more".to_owned(),
    }
}

/// What a die costs, in brackets, if it costs anything.
fn costs(stress: i8, heat: i8, coin: i8) -> String {
    let parts: Vec<String> = [("stress", stress), ("heat", heat), ("coin", coin)]
        .into_iter()
        .filter(|(_, figure)| *figure != 0)
        .map(|(what, figure)| format!("{what} {figure:+}"))
        .collect();
    if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) }
}

fn pool(dice: &[u8]) -> String {
    let dice: Vec<String> = dice.iter().map(|die| format!("[{die}]")).collect();
    dice.join(" ")
}

fn article(noun: &str) -> String {
    let vowel = noun.chars().next().is_some_and(|c| "AEIOUaeiou".contains(c));
    if noun.starts_with("The ") || noun.starts_with("the ") {
        noun.to_owned()
    } else if vowel {
        format!("an {noun}")
    } else {
        format!("a {noun}")
    }
}
