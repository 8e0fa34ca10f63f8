//! The table's events in words.

use engine::{Actor, Holder, SeatId, Telling, Tone, Voice, Wish};
use kit::kept_out::others;
use kit::words::{capital, listed};
use protocol::table::{Die, Drawn, Language, Rolled, TableState, utc_text};

use super::rejection::known_commands;
use super::words::words;
use super::{Event, FeedbackKind, Policy, RefereeAnswer, State, message};

pub(super) fn telling(state: &State, event: &Event) -> Option<Telling> {
    let told = match event {
        Event::TableOpened { title, seats, language, .. } => Telling::host(format!(
            "{title}: {} at the table.{}",
            listed(seats.iter().map(|seat| seat.name.as_str())),
            spoken(*language),
        )),
        Event::StateChanged { from, to, at: _, by: _, earlier } => {
            Telling::host(message(*from, *to, *earlier))
        }
        Event::AsideSaid { by, text, addressed: _ } => {
            match by {
                Actor::Seat(seat) => Telling::new(Voice::Aside(*seat), text),
                // The host has one voice, so the words keep the mark that they are no part of the story.
                Actor::Host | Actor::Clock => Telling::host(format!("(({text}))")).tone(Tone::Aside).words(text),
            }
        }
        Event::RefereeAnswered { to: _, state: table, answer } => {
            Telling::host(answered(state, *table, answer))
        }
        Event::DebriefBegun { quiet_ms } => Telling::host(debrief(state, *quiet_ms)),
        Event::FeedbackAnswered { player_id, to: _, text } => Telling::new(Voice::Aside(*player_id), text),
        Event::FeedbackGiven { player_id: _, kind, text: _ } => Telling::host(match kind {
            FeedbackKind::Star => "Noted as a star, thank you.",
            FeedbackKind::Wish => "Noted as a wish, thank you.",
            FeedbackKind::Plain => "Noted, thank you.",
        }),
        Event::StatusTold { to: _, state: table, since, by } => Telling::host(format!(
            "The table is {} since {}, set by {}. {}",
            table.name(),
            utc_text(*since),
            state.name(*by),
            words(*table).now,
        )),
        Event::TakenBack { by, what } => Telling::host(taken_back(subject(state, *by), *what)),
        Event::SeatTaken { player_id, who } => {
            let (name, player) = (state.name(Actor::Seat(*player_id)), player(state, *player_id));
            let who = who.as_deref().unwrap_or("Somebody");
            Telling::host(format!("{who} sits down in {name}'s seat; {player} steps back."))
        }
        Event::SeatHeld { .. } => return None,
        Event::StewardsSet { stewards } => Telling::host(match stewards {
            None => "From now on everybody who is seated may change the table's state.".to_owned(),
            Some(stewards) => {
                format!("From now on {} may change the table's state.", state.stewards_in_words(*stewards))
            }
        }),
        Event::FairPlaySet { on: true, player_id } => {
            let own = player_id.map(|seat| format!("{} does", state.name(Actor::Seat(seat))));
            let seen = own.as_deref().unwrap_or("all do");
            Telling::host(format!("Fair play: until the end the host sees no more than {seen}."))
        }
        Event::FairPlaySet { on: false, player_id: _ } => {
            Telling::host("The host lifts fair play, and can see everything from now on.")
        }
        Event::SeatLeft { player_id } => {
            let (name, player) = (state.name(Actor::Seat(*player_id)), player(state, *player_id));
            Telling::host(format!("{} plays {name}'s seat again.", capital(player)))
        }
        Event::SuggestionMade { number: _, from: _, to, by, heard, at: _, judged } => Telling::host(format!(
            "“{}”, says {}: {}? /agree within a minute, or let it pass.{}",
            capital(heard),
            state.name(*by),
            words(*to).offer,
            if *judged { " (A model took it so.)" } else { "" },
        )),
        Event::PolicySet { by, from, to, policy } => {
            let from = from.map_or("any state".to_owned(), |from| from.name().to_owned());
            let what = match policy {
                Policy::Auto => "change it at once",
                Policy::Ask => "are asked about",
                Policy::Never => "are not minded",
            };
            Telling::host(format!(
                "{}: words that suggest {} from {from} {what}.",
                subject(state, *by),
                to.name()
            ))
        }
        Event::DiceRolled { by, dice, rolled } => {
            Telling::host(format!("{} rolls {dice}: {}", subject(state, *by), thrown(rolled)))
        }
        Event::WentAway { player_id } => {
            let name = state.name(Actor::Seat(*player_id));
            Telling::host(format!("{name} is away; the rules answer for that seat until /back."))
        }
        Event::Knocked { by, at: _ } => {
            Telling::host(format!("{} knocks: the table waits for whoever is asked.", subject(state, *by)))
        }
        Event::CameBack { player_id } => {
            Telling::host(format!("{} is back.", state.name(Actor::Seat(*player_id))))
        }
        Event::XCalled => Telling::host(
            "Somebody at the table has called a stop. Nobody says who, and no reason is needed: play stops here.",
        )
        .tone(Tone::Turn),
        Event::LeftUnattended { answers } => Telling::host(format!(
            "The last {answers} answers were automatic, and nobody else did anything: play pauses.",
        )),
        Event::LineDrawn { kind, subject } => {
            let others: Vec<String> = others(subject).iter().map(|other| format!("“{other}”")).collect();
            let meant = match others.as_slice() {
                [] => format!("“{subject}”"),
                others => format!("“{subject}” (or {})", others.join(", ")),
            };
            let drawn = match kind {
                Drawn::Line => format!(
                    "Somebody at the table draws a line: no words of the house or of a model that name {meant} are told from now on."
                ),
                Drawn::Veil => format!(
                    "Somebody at the table draws a veil: nothing that a seat of the house or of a model says from now on names {meant} in more than one sentence."
                ),
            };
            Telling::host(format!(
                "{drawn} What goes round it in other words is not found. Nobody says who, and no reason is needed."
            ))
        }
        // For whoever reads the accounts, not for whoever reads the evening.
        Event::ModelCalled(_) | Event::ModelAnswered(_) => return None,
    };
    Some(told)
}

/// What everybody is asked who sits at a table whose activity has ended.
fn debrief(state: &State, quiet_ms: u64) -> String {
    let seats = (0..state.seats.len()).map(SeatId::at);
    let people = seats.clone().filter(|seat| state.holder(*seat) == Some(&Holder::Person));
    let people = listed(people.map(|seat| state.name(Actor::Seat(seat))));
    let reads = match seats.clone().any(|seat| matches!(state.holder(seat), Some(Holder::Model(_)))) {
        true => "whoever runs it, and to a model that may answer you",
        false => "whoever runs it",
    };
    format!(
        "Each of you is asked: {people}. What you say the table shows to nobody else but {reads}. It closes by itself once nothing has been said for {} minutes.",
        quiet_ms / 60_000
    )
}

/// What is spoken at a table, where that is another language than the house has.
fn spoken(language: Language) -> String {
    match language.is_english() {
        true => String::new(),
        false => format!(" {} is spoken here; the house and the rules speak English.", language.name()),
    }
}

/// Dice as they lie: those that do not count in brackets, and what it comes to.
fn thrown(rolled: &Rolled) -> String {
    /// More than so many are not read one by one.
    const SHOWN_MAX: usize = 30;
    let die = |die: &Die| if die.kept { die.shows.to_string() } else { format!("[{}]", die.shows) };
    let mut dice: Vec<String> = rolled.dice.iter().take(SHOWN_MAX).map(die).collect();
    if rolled.dice.len() > SHOWN_MAX {
        dice.push("…".to_owned());
    }
    let sum = match rolled.successes {
        Some(1) => "1 success".to_owned(),
        Some(successes) => format!("{successes} successes"),
        None => rolled.total.to_string(),
    };
    format!("{} = {sum}", dice.join(" "))
}

fn taken_back(who: String, what: Wish) -> String {
    match what {
        Wish::Undo => format!("{who} takes the last move back."),
        Wish::Redo => format!("{who} brings back what was taken back."),
        Wish::Retry => format!("{who} asks for another answer: what came after the last move is taken back."),
        Wish::Stop => "The last moment is taken back.".to_owned(),
    }
}

/// Who plays a seat when nobody has sat down in it.
fn player(state: &State, seat: SeatId) -> &'static str {
    match state.seats.get(seat.index()).map(|seat| &seat.holder) {
        Some(Holder::Model(_)) => "the model",
        Some(Holder::House(_) | Holder::Person) | None => "the house",
    }
}

/// Whoever it is, at the start of a sentence. A seat's own name is left as it is written.
fn subject(state: &State, who: Actor) -> String {
    match who {
        Actor::Seat(_) => state.name(who).to_owned(),
        Actor::Host | Actor::Clock => capital(state.name(who)),
    }
}

/// The referee's words, out of character.
fn answered(state: &State, table: TableState, answer: &RefereeAnswer) -> String {
    match answer {
        RefereeAnswer::Who { stewards } => format!(
            "At this table: {}. Its state is changed by {}.",
            listed(state.seats.iter().map(|seat| seat.name.as_str())),
            state.stewards_in_words(*stewards),
        ),
        RefereeAnswer::Pause => format!(
            "/session pause stops every clock and /session resume lets them run on. The table is {} now.",
            table.name()
        ),
        RefereeAnswer::Rules => format!(
            "The rules decide what happens, whoever speaks; no words of anyone's overrule them. The table is {} now.",
            table.name()
        ),
        RefereeAnswer::Help => format!(
            "You can type {}; /help says what each does. Out of character: ((like this)), // like this or OOC: like this.",
            known_commands()
        ),
        RefereeAnswer::Found { text } => text.clone(),
        RefereeAnswer::Model { seat: _, text } => format!("To you alone: {text}"),
        RefereeAnswer::Status => format!("The table is {}. {}", table.name(), words(table).now),
    }
}
