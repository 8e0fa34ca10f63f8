//! Events in words: one text for the terminal, the page, the export and the prompt.

use crate::view::{
    ClockKind, Connector, Consequence, DieOffer, EndReason, Mood, PhaseName, Position, Price, SceneKind,
    Stand, Tier, Toll,
};
use engine::board::Die;
use engine::{SeatId, Telling, Tone, Unsealed, Voice};

use super::board;
use super::campaign;
use super::dice;
use super::event::Event;
use super::phases;
use super::state::State;
use kit::words::{capital, counted, sentence};

/// The event in words, if there are any to say.
pub(super) fn telling(state: &State, event: &Event) -> Option<Telling> {
    let who = |seat: SeatId| state.who(seat);
    let by_gm = |text: String| Telling::new(Voice::Seat(state.gm), text).tone(Tone::Narration);
    let turn = |text: String| Telling::host(text).tone(Tone::Turn);
    let figure = |text: String| Telling::host(text).tone(Tone::Figure);
    // Whose a figure is need not be said where there is one to play.
    let of = |seat: SeatId, text: String, words: String| match state.party.len() {
        1 => figure(text).words(words),
        _ => figure(text).words(words).who(who(seat)),
    };
    let moved = |seat: SeatId, what: &str, from: u8, to: u8| {
        let words = format!("{what} {from} → {to}");
        of(seat, format!("{}: {words}.", who(seat)), words)
    };
    let told = match event {
        Event::TableLaid { lines, veils, .. } => {
            Telling::host("Session zero. Everybody makes a character, and the cards fall.")
                .note(agreed(lines, veils).map_or(String::new(), |agreed| sentence(&capital(&agreed))))
        }
        Event::EveningBegun { campaign, evening, known } => campaign::told(state, campaign, *evening, known),
        Event::FactNoted { fact } => {
            Telling::host(format!("To be remembered ({}): {}", fact.kind, sentence(&fact.text)))
        }
        Event::FactSettled { text } => Telling::host(format!("Settled: {}", sentence(text))),
        Event::CharacterCreated { player_id, character } => {
            let [past, present, future] = &character.cards;
            let player = state.seats.get(player_id.index()).map_or("somebody", |seat| &seat.name);
            let made = format!(
                "{player} plays {} ({}), {}: {}. The cards: {past} behind, {present} here, {future} ahead. {} dice: ",
                character.name,
                character.pronouns,
                article(&character.archetype),
                character.background.trim_end_matches('.'),
                character.dice.len(),
            );
            Telling::host(format!("{made}{}.", pool(&character.dice)))
                .words(format!("{made}{}.", faces(&character.dice)))
        }
        Event::LinesDrawn { lines, veils } => {
            Telling::host(format!("Agreed, {}.", agreed(lines, veils).unwrap_or_default()))
        }
        Event::StoryOpened { story, .. } => Telling::host(format!("“{}”. {}", story.title, story.stakes))
            .tone(Tone::Heading)
            .title(&story.title)
            .words(&story.stakes),
        Event::OpeningFailed { reason } => {
            Telling::host(format!("No story came: {reason}. Try again, or take one of the house."))
        }
        Event::OpeningRetried { by_house: true } => Telling::host("The house tells the story."),
        Event::OpeningRetried { by_house: false } => Telling::host("Another try."),
        Event::SceneOpened { number, title, kind, place, .. } => {
            let kind = of_kind(kind);
            Telling::host(format!("Scene {number}: {title}. {place}{}.", beside(&kind)))
                .tone(Tone::Heading)
                .words(place)
                .note(capital(&kind))
                .mark("☂", "a scene begins")
        }
        Event::MoodChanged { to, mood, .. } => mood_words(state, *to, mood)?,
        Event::PlayerActed { player_id, text } => {
            Telling::new(Voice::Seat(*player_id), text).tone(Tone::Act).who(who(*player_id))
        }
        Event::SpotlightMoved { to } => Telling::host(format!("{} is up.", who(*to))),
        Event::NarrationGiven { narration, connector, auto } => {
            let mark = if *auto { "(The rules go on.) " } else { "" };
            let joined = if *connector == Some(Connector::Meanwhile) { "Meanwhile: " } else { "" };
            by_gm(format!("{mark}{joined}{narration}"))
        }
        Event::NpcSpoke { person, words, manner } => {
            let how = beside(manner.as_deref().unwrap_or_default());
            let told = by_gm(format!("{person}{how}: “{words}”")).tone(Tone::Speech).who(person).words(words);
            Telling { manner: manner.clone(), ..told }
        }
        Event::PlayerAsked { question } => by_gm(question.clone()),
        Event::ThoughtNoted { text } => Telling::new(Voice::Thought(state.gm), text),
        Event::WordsTurnedBack { line } => Telling::host(format!(
            "This table does not tell of “{line}”. Nothing was told; find other words."
        )),
        Event::WordsWithheld {} => {
            Telling::host("Something was withheld here: it crossed one of the table's lines.")
        }
        Event::AnsweredFor { reason } => Telling::host(format!("(No answer: {reason}. The rules go on.)")),
        Event::TurnSettled {} => Telling::host("The story turned too often without you. The word is yours."),
        Event::MomentPassed { player_id } => {
            turn(format!("{} lets it pass: nothing is risked, and the moment is gone.", who(*player_id)))
                .mark("○", "a moment passes")
        }
        Event::OutcomesCommitted { player_id, situation, dice, clamped, .. } => {
            let offers = |lies: fn(&[u8]) -> String| {
                let offer = |die: &DieOffer| {
                    let costs = figures([("stress", die.stress), ("heat", die.heat), ("coin", die.coin)]);
                    format!("{} {}{}", lies(&[die.value]), die.hint, beside(&costs))
                };
                let mark = if *clamped { " (Brought into range by the rules.)" } else { "" };
                let dice: Vec<String> = dice.iter().map(offer).collect();
                format!("{}. The endings are sealed.{mark}", dice.join(" · "))
            };
            Telling::host(format!("{} {}", sentence(situation), offers(pool)))
                .words(sentence(situation))
                .note(offers(faces))
                .dice(dice.iter().map(board::offered).collect())
                .asks(*player_id)
        }
        Event::OutcomesRefused { why } => Telling::host(format!("Turned back: {why}. Commit again.")),
        Event::DieSpent { player_id, value, left, .. } => {
            let dice = if *left == 1 { "1 die is" } else { &format!("{left} dice are") };
            let text = format!("{} spends a {value}; {dice} left.", who(*player_id));
            let left = if *left == 0 { "none".to_owned() } else { left.to_string() };
            of(*player_id, text, format!("{} spent, {left} left", faces(&[*value])))
                .mark("⚄", "a die is spent")
        }
        Event::DieChosen { spent, .. } => {
            let tier = match spent.tier {
                Tier::Critical => "Critical",
                Tier::Success => "Success",
                Tier::Partial => "Partial",
                Tier::Bad => "Bad",
                Tier::Disaster => "Disaster",
            };
            let (worth, note) = (spent.tier.to_string(), String::new());
            let (salt, words) = (spent.salt.clone(), spent.ending.clone());
            let die = usize::from(spent.die.saturating_sub(1));
            by_gm(format!("{tier}. {}", spent.ending))
                .title(&worth)
                .words(&spent.ending)
                .dice(vec![Die { value: spent.value, worth, note, seal: None }])
                .unsealed(vec![Unsealed { die, salt, words }])
        }
        Event::DiceRecovered { player_id, dice, why } => {
            let text = format!("{} gets {} ({why}).", who(*player_id), pool(dice));
            of(*player_id, text, format!("{} back ({why})", faces(dice)))
        }
        Event::PoolRolled { player_id, dice } => {
            let text = format!("{} has {} now.", who(*player_id), pool(dice));
            of(*player_id, text, format!("{} now", faces(dice)))
        }
        Event::StressChanged { player_id, from, to, .. } => moved(*player_id, "stress", *from, *to),
        Event::HeatChanged { player_id, from, to, .. } => moved(*player_id, "heat", *from, *to),
        Event::CoinChanged { player_id, from, to, .. } => moved(*player_id, "coin", *from, *to),
        Event::WantedChanged { player_id, from, to, .. } => moved(*player_id, "wanted", *from, *to),
        Event::RecoveringChanged { player_id, recovering } => figure(if *recovering {
            format!("{} has to heal.", who(*player_id))
        } else {
            format!("{} is well again.", who(*player_id))
        }),
        Event::HuntedChanged { player_id, hunted } => figure(if *hunted {
            format!("{} is hunted now.", who(*player_id))
        } else {
            format!("Nobody hunts {} any more.", who(*player_id))
        }),
        Event::TraumaGained { player_id, trauma } => {
            turn(format!("{} is left {trauma}.", who(*player_id))).mark("☇", "a scar")
        }
        Event::CharacterRetired { player_id, why } => {
            turn(format!("{} plays no more: {why}.", who(*player_id))).mark("†", "somebody plays no more")
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
            let bought = format!("{} buys {dice} for {price}", who(*player_id));
            by_gm(format!("{narrative} ({bought}.)")).words(narrative).note(bought).mark("⚖", "a bargain")
        }
        Event::Retreated { player_id } => Telling::host(format!("{} gives it up.", who(*player_id))),
        Event::PassedOut { player_id } => {
            turn(format!("{} falls.", who(*player_id))).mark("▾", "somebody falls")
        }
        Event::ClockStarted { clock, .. } => {
            figure(format!("A clock: “{}” ({}, {} segments).", clock.name, clock.kind, clock.segments))
        }
        Event::ClockWound { clock, consequence } => Telling::host(format!(
            "“{}” ({}, {} segments) leads to: {}.",
            clock.name,
            clock.kind,
            clock.segments,
            consequence_words(consequence)
        )),
        Event::ClockTicked { clock, from, to, why } => {
            let segments = state.clock(clock).map_or(*to, |wound| wound.clock.segments);
            figure(format!("“{clock}” {from} → {to} of {segments} ({why})."))
        }
        Event::HiddenClockTicked { clock, from, to, why } => {
            figure(format!("Unseen: “{clock}” goes from {from} to {to} ({why})."))
        }
        Event::ClockRevealed { clock } => {
            turn(format!("You see it now: “{}”, {} of {}.", clock.name, clock.filled, clock.segments))
                .mark("◔", "a clock comes to light")
        }
        Event::ClockCompleted { clock, consequence } => {
            let what = match clock.kind {
                ClockKind::Goal => "is done",
                ClockKind::Threat | ClockKind::Faction => "is full",
            };
            let then = if let Consequence::None = consequence {
                String::new()
            } else {
                format!(" {}.", capital(&consequence_words(consequence)))
            };
            turn(format!("“{}” {what}.{then}", clock.name)).mark("●", "a clock is full")
        }
        Event::ClockRemoved { clock } => figure(format!("“{clock}” is no threat any more.")),
        Event::HiddenClockRemoved { clock } => figure(format!("Unseen: “{clock}” is gone.")),
        Event::ClockRenamed { clock, name } | Event::HiddenClockRenamed { clock, name } => {
            figure(format!("“{clock}” is “{name}” now."))
        }
        Event::ThreadClosed { hook } => Telling::host(format!("Over: {}", sentence(hook))),
        Event::PresenceChanged { person, here } => {
            Telling::host(format!("{person} {}.", if *here { "is here" } else { "has left" }))
        }
        Event::AssetGiven { player_id, what } => {
            of(*player_id, format!("{} has “{what}” now.", who(*player_id)), format!("“{what}” gained"))
        }
        Event::AssetLost { player_id, what } => {
            of(*player_id, format!("{} has “{what}” no more.", who(*player_id)), format!("“{what}” is gone"))
        }
        Event::InterruptRaised { clock } => {
            turn(format!("“{clock}” breaks in: dice are next.")).mark("!", "a threat breaks in")
        }
        Event::FactionAttitudeChanged { faction, from, to, why } if from != to => {
            Telling::host(format!("{faction}: {from}, now {to} ({why})."))
        }
        Event::NpcDispositionChanged { person, from, to, why } if from != to => {
            Telling::host(format!("{person}: {from}, now {to} ({why})."))
        }
        Event::ThreadSpawned { thread } | Event::ThreadChanged { thread, .. } => {
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
            beside(&figures([("stress", summary.net_stress), ("coin", summary.net_coin)]))
        ))
        .mark("…", "a scene ends"),
        Event::SeedsSown { seeds } => Telling::host(format!("It may lead to: {}.", seeds.join("; "))),
        Event::EntanglementFaced { entanglement } => turn(format!(
            "{} for {}. {}",
            capital(entanglement.kind.word()),
            who(entanglement.player_id),
            entanglement.text
        ))
        .mark("⚑", "the law comes"),
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
        Event::EdgeUsed { player_id, what } => {
            of(*player_id, format!("{} has “{what}” for this.", who(*player_id)), format!("“{what}” helps"))
        }
        Event::EndWished { player_id, ends } => {
            let would = if *ends { "would end the evening here" } else { "would play on" };
            Telling::host(format!("{} {would}.", who(*player_id)))
        }
        Event::EndDropped {} => Telling::host("The evening goes on."),
        Event::EveningClosed { .. } => Telling::host("What became of everybody."),
        Event::EpilogueTold { words, auto, .. } => {
            let mark = if *auto { "(The rules go on.) " } else { "" };
            by_gm(format!("{mark}{words}"))
        }
        Event::SessionEnded(outcome) => {
            let scenes = counted(outcome.scenes as usize, "scene");
            let why = match outcome.reason {
                EndReason::Chosen => "That was the evening",
                EndReason::Retired => "Nobody is left to play",
                EndReason::Limit => "The longest campaign is over",
            };
            let open: Vec<&str> =
                state.world.threads.iter().map(|it| it.hook.trim_end_matches('.')).collect();
            let open = if open.is_empty() {
                String::new()
            } else {
                format!(" What stays open: {}.", open.join("; "))
            };
            turn(format!("{why}: {scenes}.{open} Seed {}.", outcome.chance())).mark("✓", "the evening ends")
        }
        Event::SecretsKept { .. }
        | Event::EveningRemembered { .. }
        | Event::RiskTaken { .. }
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
        | Event::KeptOut { .. }
        | Event::PlaceFound { .. }
        | Event::PortraitDrawn { .. }
        | Event::CostNoted { .. }
        | Event::ThreatNoted { .. }
        | Event::ThreatAnswered { .. } => return None,
    };
    Some(told)
}

/// What was agreed to be kept out, in a clause, if anything was.
fn agreed(lines: &[String], veils: &[String]) -> Option<String> {
    let mut said = Vec::new();
    if !lines.is_empty() {
        said.push(format!("never told at this table: {}", lines.join(", ")));
    }
    if !veils.is_empty() {
        said.push(format!("told only from afar, in one sentence at most: {}", veils.join(", ")));
    }
    (!said.is_empty()).then(|| said.join("; "))
}

/// A mood that begins, where its own words do not say it all.
fn mood_words(state: &State, to: PhaseName, mood: &Mood) -> Option<Telling> {
    let title = phases::card(to).title;
    Some(match mood {
        Mood::Action { engaged, .. } => {
            let (position, effect) = (engaged.stand.position(), engaged.effect);
            let domain = engaged.domain.map_or(String::new(), |domain| format!(", {domain}"));
            let danger = match &engaged.stand {
                Stand::Controlled { risk, .. } => format!("What may go wrong: {risk}"),
                Stand::Risky { threat, .. } => format!("What threatens: {threat}"),
                Stand::Desperate { stakes, .. } => format!("What may be lost: {stakes}"),
            };
            let gain = sentence(&format!("What may be won: {}", engaged.stand.gain()));
            let engaged = format!("{position}, {effect} effect{domain}. {} {gain}", sentence(&danger));
            // The heading of the mood has said its name.
            Telling::host(format!("{title}: {engaged}")).words(capital(&engaged))
        }
        Mood::Bargain { .. } => Telling::host("No dice are left. The city has some."),
        Mood::Trauma { player, .. } => Telling::host(format!("{} breaks.", state.who(*player))),
        Mood::Downtime { .. } => Telling::host("Downtime. There is time for two things each."),
        Mood::BetweenScenes { .. } => Telling::host("The scene is over."),
        Mood::Scene { .. } | Mood::Aftermath { .. } => return None,
    })
}

fn of_kind(kind: &SceneKind) -> String {
    match kind {
        SceneKind::Encounter { source, .. } => format!("in the way: {}", source.trim_end_matches('.')),
        SceneKind::Opportunity { nature, .. } => format!("on offer: {}", nature.trim_end_matches('.')),
        SceneKind::Discovery { what, .. } => format!("found: {}", what.trim_end_matches('.')),
        SceneKind::Open => String::new(),
    }
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

/// Figures that are not nought, with their signs: `stress +1, coin -2`.
pub(super) fn figures<N: Copy + Into<i64>, const COUNT: usize>(figures: [(&str, N); COUNT]) -> String {
    let moved = figures.into_iter().map(|(what, figure)| (what, figure.into())).filter(|(_, it)| *it != 0);
    moved.map(|(what, figure)| format!("{what} {figure:+}")).collect::<Vec<String>>().join(", ")
}

/// What a pool would cost at worst in each position (D27).
pub(super) fn risks(pool: &[u8]) -> impl Iterator<Item = (Position, String)> + '_ {
    Position::ALL.iter().map(|position| {
        let [stress, heat, coin] = dice::at_worst(pool, *position);
        let costs = figures([("stress", stress), ("heat", heat), ("coin", coin)]);
        (*position, if costs.is_empty() { "nothing".to_owned() } else { costs })
    })
}

/// Words in brackets, if there are any.
fn beside(words: &str) -> String {
    if words.is_empty() { String::new() } else { format!(" ({words})") }
}

/// Dice for plain readers.
pub(super) fn pool(dice: &[u8]) -> String {
    let dice: Vec<String> = dice.iter().map(|die| format!("[{die}]")).collect();
    dice.join(" ")
}

/// Dice as they lie: the face of each, and its value.
fn faces(dice: &[u8]) -> String {
    dice.iter().map(|die| format!("{} {die}", face(*die))).collect::<Vec<_>>().join(" ")
}

/// The face of a die.
pub(super) fn face(die: u8) -> &'static str {
    const FACES: [&str; 6] = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];
    usize::from(die).checked_sub(1).and_then(|at| FACES.get(at)).copied().unwrap_or("?")
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
