//! The rules of the table.

use engine::{Actor, Draft, Holder, Matter, Purpose, SeatId, SeatSet, Wish, limits};
use protocol::table::{Fair, TableState};

use super::roll::Roll;
use super::suggest::{HEARD_CHARS_MAX, LAPSES_MS, may_suggest, targets, wanted};
use super::{
    Command, Event, OpenSeats, Person, RefereeAnswer, Rejection, Ruling, SessionVerb, State, Table, lines,
    referee, talk,
};

/// What the table's dice are thrown for.
const ROLL: Purpose = Purpose { code: 1, name: "a roll" };

pub(super) fn decide(draft: &mut Draft<Table>, by: Actor, command: &Command) -> Ruling {
    let (state, utc) = (draft.state(), draft.utc());
    may_speak(state, by)?;
    let event = match command {
        Command::SetSession { verb } => change(state, by, utc, *verb)?,
        Command::SayAside { text, addressed } => return say_aside(draft, by, text, *addressed),
        Command::AskReferee { text, found } => return ask_referee(draft, by, text, found),
        Command::AskModel { text } => Event::AsideSaid { by, text: talk::clean(text)?, addressed: true },
        Command::AnswerReferee { to, text, found } => {
            only_host(by)?;
            let found = found.as_deref().map(talk::clean).transpose()?;
            let answer = match found {
                Some(text) => RefereeAnswer::Found { text },
                None => referee::answer(state, text),
            };
            tell_answer(draft, Actor::Seat(*to), answer);
            return Ok(());
        }
        Command::TellAnswer { matter, to, by: model, text } => {
            only_host(by)?;
            may_speak(state, Actor::Seat(*to))?;
            if !askable(state, *matter).contains(*model) {
                return Err(Rejection::NotAsked(*model));
            }
            let (to, seat, text) = (*to, *model, talk::clean(text)?);
            match matter {
                Matter::Referee => {
                    tell_answer(draft, Actor::Seat(to), RefereeAnswer::Model { seat, text });
                    return Ok(());
                }
                Matter::Feedback => Event::FeedbackAnswered { player_id: seat, to, text },
            }
        }
        Command::GiveFeedback { text, kind } => {
            if state.table_state() != TableState::Debrief {
                return Err(Rejection::NotDebrief(state.table_state()));
            }
            let player_id = by.seat().ok_or(Rejection::NoSeat)?;
            Event::FeedbackGiven { player_id, kind: *kind, text: talk::clean(text)? }
        }
        Command::AskStatus => {
            let since = state.since();
            Event::StatusTold { to: by, state: state.table_state(), since: since.at, by: since.by }
        }
        Command::Suggest { words } => {
            let (to, phrase) = wanted(state, words, utc).ok_or(Rejection::NothingSuggested)?;
            suggestion(state, by, utc, to, phrase.to_owned(), false)
        }
        Command::SuggestFor { seat, verb, words } => {
            only_host(by)?;
            let heard = found_for(state, *seat, utc, *verb, words)?;
            suggestion(state, Actor::Seat(*seat), utc, verb.target(), heard, true)
        }
        Command::Agree => change(state, by, utc, may_agree(state, by, utc)?)?,
        Command::SetPolicy { from, to, policy } => {
            may_set_policy(state, by, *from, *to)?;
            Event::PolicySet { by, from: *from, to: *to, policy: *policy }
        }
        Command::Roll { dice } => {
            let roll = Roll::parse(dice).map_err(Rejection::BadRoll)?;
            let rolled = roll.throw(&mut draft.dice(ROLL));
            let dice = if dice.trim().is_empty() { "d6".to_owned() } else { talk::clean(dice)? };
            Event::DiceRolled { by, dice, rolled }
        }
        Command::SetAway { away } => {
            let player_id = may_set_away(state, by, *away)?;
            if *away { Event::WentAway { player_id } } else { Event::CameBack { player_id } }
        }
        Command::Knock => {
            may_knock(state, utc)?;
            Event::Knocked { by, at: utc }
        }
        Command::TakeSeat { seat, person } => return take(draft, by, *seat, person.as_ref()),
        Command::SetStewards { stewards } => {
            may_name(state, by, *stewards)?;
            Event::StewardsSet { stewards: *stewards }
        }
        Command::SetFairPlay { on, seat } => {
            may_set_fair(state, by, *on, *seat)?;
            Event::FairPlaySet { on: *on, player_id: seat.filter(|_| *on) }
        }
        Command::LeaveSeat { seat } => {
            may_leave(state, by, *seat)?;
            Event::SeatLeft { player_id: *seat }
        }
        Command::TellTakenBack { what } => {
            // A stop has no name but the host's.
            if *what == Wish::Stop {
                only_host(by)?;
            }
            Event::TakenBack { by, what: *what }
        }
        Command::LookBack => {
            only_host(by)?;
            if !state.table_state().is_narrative_active() {
                return Err(Rejection::NothingToStop(state.table_state()));
            }
            let ended = change(state, by, utc, SessionVerb::End)?;
            draft.tell(ended);
            Event::DebriefBegun { quiet_ms: DEBRIEF_QUIET_MS }
        }
        Command::CallStop => return pause(draft, by, Event::XCalled),
        Command::PauseUnattended { answers } => {
            return pause(draft, by, Event::LeftUnattended { answers: *answers });
        }
        Command::DrawLine { kind, subject } => {
            only_host(by)?;
            Event::LineDrawn { kind: *kind, subject: lines::checked(state, *kind, subject)? }
        }
        Command::BeginCall(call) => {
            only_host(by)?;
            if call.call_id != state.accounts.next() || state.accounts.open.len() >= OPEN_CALLS_MAX {
                return Err(Rejection::NoSuchCall(call.call_id));
            }
            if !matches!(state.holder(call.player_id), Some(Holder::Model(_))) {
                return Err(Rejection::NoModel(call.player_id));
            }
            Event::ModelCalled(call.clone())
        }
        Command::SettleCall(call) => {
            only_host(by)?;
            if !state.accounts.open.iter().any(|open| open.call_id == call.call_id) {
                return Err(Rejection::NoSuchCall(call.call_id));
            }
            Event::ModelAnswered(call.clone())
        }
    };
    draft.tell(event);
    Ok(())
}

/// How long nothing is said in the look back on an activity that has ended before the table closes: milliseconds. Long enough
/// to find words, and to fetch somebody's coat.
pub const DEBRIEF_QUIET_MS: u64 = 10 * 60_000;

/// The seats whose models may be asked about a matter: never while the table rests, and about feedback each once.
pub(super) fn askable(state: &State, matter: Matter) -> SeatSet {
    let models = || -> SeatSet {
        let held = |seat: &SeatId| matches!(state.holder(*seat), Some(Holder::Model(_)));
        (0..state.seats.len()).map(SeatId::at).filter(held).collect()
    };
    match (state.table_state(), matter) {
        (TableState::Active | TableState::SessionZero | TableState::Debrief, Matter::Referee) => models(),
        (TableState::Debrief, Matter::Feedback) => models().minus(state.answered),
        (TableState::Active | TableState::SessionZero, Matter::Feedback)
        | (TableState::Idle | TableState::Paused, Matter::Referee | Matter::Feedback) => SeatSet::EMPTY,
    }
}

/// The host pauses play, and says why first.
fn pause(draft: &mut Draft<Table>, by: Actor, why: Event) -> Ruling {
    only_host(by)?;
    if !draft.state().table_state().is_narrative_active() {
        return Err(Rejection::NothingToStop(draft.state().table_state()));
    }
    let paused = change(draft.state(), by, draft.utc(), SessionVerb::Pause)?;
    draft.tell(why);
    draft.tell(paused);
    Ok(())
}

/// Calls that may be under way at once: every seat of the largest table, and as many again that are being given up.
const OPEN_CALLS_MAX: usize = 2 * limits::SEATS_MAX;

/// What calls cost is the host's to note, and so is a stop that nobody is named for.
fn only_host(by: Actor) -> Ruling {
    if by == Actor::Host { Ok(()) } else { Err(Rejection::NotHost) }
}

/// Whom the table listens to: the host, and people in their seats. This is the one place that knows a bot.
pub(super) fn may_speak(state: &State, by: Actor) -> Ruling {
    match by {
        Actor::Host => Ok(()),
        Actor::Clock => Err(Rejection::ClockIgnored),
        Actor::Seat(seat) => match state.holder(seat) {
            Some(Holder::Person) => Ok(()),
            Some(Holder::House(_) | Holder::Model(_)) => Err(Rejection::BotIgnored(seat)),
            None => Err(Rejection::NoSuchSeat(seat)),
        },
    }
}

/// Who may sit down where. With a seat goes all that it knows, so whoever runs the table lets people in, where the table
/// allows it.
pub(super) fn may_take(state: &State, by: Actor, seat: SeatId) -> Ruling {
    only_host(by)?;
    match state.holder(seat) {
        Some(Holder::House(_) | Holder::Model(_)) if state.seats_closed() => {
            Err(Rejection::SeatsClosed { late: state.open_seats == OpenSeats::BeforePlay })
        }
        Some(Holder::House(_) | Holder::Model(_)) => Ok(()),
        Some(Holder::Person) => Err(Rejection::SeatHeld(seat)),
        None => Err(Rejection::NoSuchSeat(seat)),
    }
}

/// Somebody sits down. Who has held a seat of this session, and so has seen what it sees, takes no other (T15).
fn take(draft: &mut Draft<Table>, by: Actor, seat: SeatId, person: Option<&Person>) -> Ruling {
    may_take(draft.state(), by, seat)?;
    let Some(Person { id, name }) = person else {
        draft.tell(Event::SeatTaken { player_id: seat, who: None });
        return Ok(());
    };
    let fits = |text: &str| (1..=Person::CHARS_MAX).contains(&text.chars().count());
    if !fits(id) || name.as_deref().is_some_and(|name| !fits(name.trim())) {
        return Err(Rejection::BadPerson);
    }
    if let Some(held) = draft.state().held_by(id, seat) {
        return Err(Rejection::OneSeat(draft.state().name(Actor::Seat(held)).to_owned()));
    }
    let who = name.as_deref().map(talk::clean).transpose()?;
    draft.tell(Event::SeatTaken { player_id: seat, who });
    draft.tell(Event::SeatHeld { player_id: seat, person: id.clone() });
    Ok(())
}

/// Who may name those who change the state: the host, and people alone.
pub(super) fn may_name(state: &State, by: Actor, stewards: Option<SeatSet>) -> Ruling {
    only_host(by)?;
    for seat in stewards.unwrap_or(SeatSet::EMPTY).iter() {
        may_speak(state, Actor::Seat(seat))?;
    }
    Ok(())
}

/// Who may promise fair play, and lift it: the host.
pub(super) fn may_set_fair(state: &State, by: Actor, on: bool, seat: Option<SeatId>) -> Ruling {
    only_host(by)?;
    if let Some(seat) = seat {
        may_speak(state, Actor::Seat(seat))?;
    }
    let wanted = on.then_some(Fair { seat });
    if state.fair == wanted { Err(Rejection::Unchanged) } else { Ok(()) }
}

/// Who may leave which seat: whoever sat down in it, and the host for them.
pub(super) fn may_leave(state: &State, by: Actor, seat: SeatId) -> Ruling {
    if by != Actor::Seat(seat) {
        only_host(by)?;
    }
    if state.taken.contains(seat) { Ok(()) } else { Err(Rejection::NotTaken(seat)) }
}

/// Who may change the state, and say what words may do to it.
fn may_change(state: &State, by: Actor) -> Ruling {
    let stewards = state.stewards_now();
    if by.seat().is_some_and(|seat| !stewards.contains(seat)) {
        return Err(Rejection::NotSteward(state.stewards_in_words(stewards)));
    }
    Ok(())
}

/// What words suggest.
fn suggestion(state: &State, by: Actor, at: i64, to: TableState, heard: String, judged: bool) -> Event {
    let (number, from) = (state.suggestions.saturating_add(1), state.table_state());
    Event::SuggestionMade { number, from, to, by, heard, at, judged }
}

/// What a model found in the words of a person: where such words may do something, and no more than suggest it.
fn found_for(state: &State, seat: SeatId, at: i64, verb: SessionVerb, words: &str) -> Ruling<String> {
    may_speak(state, Actor::Seat(seat))?;
    let (from, to) = (state.table_state(), verb.target());
    if from.is_narrative_active() && targets(from).any(|target| target == to) && may_suggest(state, to, at) {
        return Ok(talk::brief(&talk::clean(words)?, HEARD_CHARS_MAX));
    }
    Err(Rejection::NothingSuggested)
}

/// Who may agree to what was suggested, and to what: unless that was too long ago.
pub(super) fn may_agree(state: &State, by: Actor, utc: i64) -> Ruling<SessionVerb> {
    let suggestion = state.suggestion().ok_or(Rejection::NothingSuggested)?;
    let verb = SessionVerb::to(suggestion.to);
    if utc.saturating_sub(suggestion.at) > LAPSES_MS {
        return Err(Rejection::Lapsed(verb));
    }
    may_change(state, by).map(|()| verb)
}

/// Who may say what words may do to the state.
pub(super) fn may_set_policy(state: &State, by: Actor, from: Option<TableState>, to: TableState) -> Ruling {
    if from == Some(to) {
        return Err(Rejection::NoChange(to));
    }
    may_change(state, by)
}

/// Whose seat is away, or back.
pub(super) fn may_set_away(state: &State, by: Actor, away: bool) -> Ruling<SeatId> {
    let seat = by.seat().ok_or(Rejection::NotSeated)?;
    match (state.away.contains(seat), away) {
        (true, true) => Err(Rejection::AwayAlready),
        (false, false) => Err(Rejection::NotAway),
        (false, true) | (true, false) => Ok(seat),
    }
}

/// May somebody call those who are waited for? In play alone, and not again at once.
pub(super) fn may_knock(state: &State, utc: i64) -> Ruling {
    if !state.table_state().is_narrative_active() {
        return Err(Rejection::NobodyAsked(state.table_state()));
    }
    let left = state.knocked_at.map_or(0, |at| KNOCK_AGAIN_MS - utc.saturating_sub(at));
    if left > 0 { Err(Rejection::KnockedAlready { seconds: (left + 999) / 1_000 }) } else { Ok(()) }
}

/// How long nobody knocks again: milliseconds. It is a call, and no alarm.
const KNOCK_AGAIN_MS: i64 = 20_000;

/// The change of state that a word wants, by whoever may.
fn change(state: &State, by: Actor, at: i64, verb: SessionVerb) -> Ruling<Event> {
    may_change(state, by)?;
    let (from, to) = (state.table_state(), verb.target());
    if from == to {
        Err(Rejection::Already(from))
    } else {
        Ok(Event::StateChanged { from, to, at, by, earlier: state.earlier })
    }
}

fn say_aside(draft: &mut Draft<Table>, by: Actor, text: &str, addressed: bool) -> Ruling {
    let text = talk::clean(text)?;
    let answer = addressed.then(|| referee::answer(draft.state(), &text));
    draft.tell(Event::AsideSaid { by, text, addressed });
    if let Some(answer) = answer {
        tell_answer(draft, by, answer);
    }
    Ok(())
}

fn ask_referee(draft: &mut Draft<Table>, by: Actor, text: &str, found: &str) -> Ruling {
    let (text, found) = (talk::clean(text)?, talk::clean(found)?);
    draft.tell(Event::AsideSaid { by, text, addressed: true });
    tell_answer(draft, by, RefereeAnswer::Found { text: found });
    Ok(())
}

fn tell_answer(draft: &mut Draft<Table>, to: Actor, answer: RefereeAnswer) {
    let state = draft.state().table_state();
    draft.tell(Event::RefereeAnswered { to, state, answer });
}
