//! The rules of the table.

use engine::{Actor, Draft, Holder, Purpose, SeatId, SeatSet, Wish, limits};
use protocol::table::{Fair, TableState};

use super::roll::Roll;
use super::suggest::{HEARD_CHARS_MAX, LAPSES_MS, may_suggest, targets, wanted};
use super::{Command, Event, OpenSeats, Person, Rejection, SessionVerb, State, Table, lines, talk};

/// What the table's dice are thrown for.
const ROLL: Purpose = Purpose { code: 1, name: "a roll" };

pub(super) fn decide(draft: &mut Draft<Table>, by: Actor, command: &Command) -> Result<(), Rejection> {
    may_speak(draft.state(), by)?;
    match command {
        Command::SetSession { verb } => set_session(draft, by, *verb),
        Command::SayAside { text, addressed } => say_aside(draft, by, text, *addressed),
        Command::GiveFeedback { text, kind } => {
            let state = draft.state().table_state();
            if state != TableState::Debrief {
                return Err(Rejection::NotDebrief { state });
            }
            let player_id = by.seat().ok_or(Rejection::NoSeat)?;
            let text = talk::clean(text)?;
            draft.tell(Event::FeedbackGiven { player_id, kind: *kind, text });
            Ok(())
        }
        Command::AskStatus => {
            let state = draft.state().table_state();
            let since = draft.state().since();
            draft.tell(Event::StatusTold { to: by, state, since: since.at, by: since.by });
            Ok(())
        }
        Command::Suggest { words } => suggest(draft, by, words),
        Command::SuggestFor { seat, verb, words } => {
            only_host(by)?;
            suggest_for(draft, *seat, *verb, words)
        }
        Command::Agree => {
            let verb = may_agree(draft.state(), by, draft.utc())?;
            set_session(draft, by, verb)
        }
        Command::SetPolicy { from, to, policy } => {
            may_set_policy(draft.state(), by, *from, *to)?;
            draft.tell(Event::PolicySet { by, from: *from, to: *to, policy: *policy });
            Ok(())
        }
        Command::Roll { dice } => {
            let roll = Roll::parse(dice).map_err(Rejection::BadRoll)?;
            let rolled = roll.throw(&mut draft.dice(ROLL));
            let dice = if dice.trim().is_empty() { "d6".to_owned() } else { talk::clean(dice)? };
            draft.tell(Event::DiceRolled { by, dice, rolled });
            Ok(())
        }
        Command::SetAway { away } => {
            let player_id = may_set_away(draft.state(), by, *away)?;
            draft.tell(if *away { Event::WentAway { player_id } } else { Event::CameBack { player_id } });
            Ok(())
        }
        Command::TakeSeat { seat, person } => take(draft, by, *seat, person.as_ref()),
        Command::SetStewards { stewards } => {
            may_name(draft.state(), by, *stewards)?;
            draft.tell(Event::StewardsSet { stewards: *stewards });
            Ok(())
        }
        Command::SetFairPlay { on, seat } => {
            may_set_fair(draft.state(), by, *on, *seat)?;
            draft.tell(Event::FairPlaySet { on: *on, player_id: seat.filter(|_| *on) });
            Ok(())
        }
        Command::LeaveSeat { seat } => {
            may_leave(draft.state(), by, *seat)?;
            draft.tell(Event::SeatLeft { player_id: *seat });
            Ok(())
        }
        Command::TellTakenBack { what } => {
            // A stop has no name but the host's.
            if *what == Wish::Stop {
                only_host(by)?;
            }
            draft.tell(Event::TakenBack { by, what: *what });
            Ok(())
        }
        Command::CallStop => pause(draft, by, Event::XCalled),
        Command::PauseUnattended { answers } => pause(draft, by, Event::LeftUnattended { answers: *answers }),
        Command::DrawLine { kind, subject } => {
            only_host(by)?;
            let subject = lines::checked(draft.state(), *kind, subject)?;
            draft.tell(Event::LineDrawn { kind: *kind, subject });
            Ok(())
        }
        Command::BeginCall(call) => {
            only_host(by)?;
            let accounts = &draft.state().accounts;
            if call.call_id != accounts.next() || accounts.open.len() >= OPEN_CALLS_MAX {
                return Err(Rejection::NoSuchCall { call: call.call_id });
            }
            if !matches!(draft.state().holder(call.player_id), Some(Holder::Model(_))) {
                return Err(Rejection::NoModel { seat: call.player_id });
            }
            draft.tell(Event::ModelCalled(call.clone()));
            Ok(())
        }
        Command::SettleCall(call) => {
            only_host(by)?;
            if !draft.state().accounts.open.iter().any(|open| open.call_id == call.call_id) {
                return Err(Rejection::NoSuchCall { call: call.call_id });
            }
            draft.tell(Event::ModelAnswered(call.clone()));
            Ok(())
        }
    }
}

/// The host pauses play, and says why first.
fn pause(draft: &mut Draft<Table>, by: Actor, why: Event) -> Result<(), Rejection> {
    only_host(by)?;
    let from = draft.state().table_state();
    if !from.is_narrative_active() {
        return Err(Rejection::NothingToStop { state: from });
    }
    let earlier = draft.state().earlier;
    draft.tell(why);
    draft.tell(Event::StateChanged { from, to: TableState::Paused, at: draft.utc(), by, earlier });
    Ok(())
}

/// Calls that may be under way at once: every seat of the largest table, and as many again that are being given up.
const OPEN_CALLS_MAX: usize = 2 * limits::SEATS_MAX;

/// What calls cost is the host's to note, and so is a stop that nobody is named for.
fn only_host(by: Actor) -> Result<(), Rejection> {
    if by == Actor::Host { Ok(()) } else { Err(Rejection::NotHost) }
}

/// Whom the table listens to: the host, and people in their seats. This is the one place that knows a bot.
pub(super) fn may_speak(state: &State, by: Actor) -> Result<(), Rejection> {
    match by {
        Actor::Host => Ok(()),
        Actor::Clock => Err(Rejection::ClockIgnored),
        Actor::Seat(seat) => match state.holder(seat) {
            Some(Holder::Person) => Ok(()),
            Some(Holder::House(_) | Holder::Model(_)) => Err(Rejection::BotIgnored { seat }),
            None => Err(Rejection::NoSuchSeat { seat }),
        },
    }
}

/// Who may sit down where. With a seat goes all that it knows, so whoever runs the table lets people in, where the table
/// allows it.
pub(super) fn may_take(state: &State, by: Actor, seat: SeatId) -> Result<(), Rejection> {
    only_host(by)?;
    match state.holder(seat) {
        Some(Holder::House(_) | Holder::Model(_)) if state.seats_closed() => {
            Err(Rejection::SeatsClosed { late: state.open_seats == OpenSeats::BeforePlay })
        }
        Some(Holder::House(_) | Holder::Model(_)) => Ok(()),
        Some(Holder::Person) => Err(Rejection::SeatHeld { seat }),
        None => Err(Rejection::NoSuchSeat { seat }),
    }
}

/// Somebody sits down. Who has held a seat of this session, and so has seen what it sees, takes no other (T15).
fn take(draft: &mut Draft<Table>, by: Actor, seat: SeatId, person: Option<&Person>) -> Result<(), Rejection> {
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
        return Err(Rejection::OneSeat { held: draft.state().name(Actor::Seat(held)).to_owned() });
    }
    let who = name.as_deref().map(talk::clean).transpose()?;
    draft.tell(Event::SeatTaken { player_id: seat, who });
    draft.tell(Event::SeatHeld { player_id: seat, person: id.clone() });
    Ok(())
}

/// Who may name those who change the state: the host, and people alone.
pub(super) fn may_name(state: &State, by: Actor, stewards: Option<SeatSet>) -> Result<(), Rejection> {
    only_host(by)?;
    for seat in stewards.unwrap_or(SeatSet::EMPTY).iter() {
        may_speak(state, Actor::Seat(seat))?;
    }
    Ok(())
}

/// Who may promise fair play, and lift it: the host.
pub(super) fn may_set_fair(
    state: &State,
    by: Actor,
    on: bool,
    seat: Option<SeatId>,
) -> Result<(), Rejection> {
    only_host(by)?;
    if let Some(seat) = seat {
        may_speak(state, Actor::Seat(seat))?;
    }
    let wanted = on.then_some(Fair { seat });
    if state.fair == wanted { Err(Rejection::Unchanged) } else { Ok(()) }
}

/// Who may leave which seat: whoever sat down in it, and the host for them.
pub(super) fn may_leave(state: &State, by: Actor, seat: SeatId) -> Result<(), Rejection> {
    if by != Actor::Seat(seat) {
        only_host(by)?;
    }
    if state.taken.contains(seat) { Ok(()) } else { Err(Rejection::NotTaken { seat }) }
}

/// Who may change the state, and say what words may do to it.
fn may_change(state: &State, by: Actor) -> Result<(), Rejection> {
    let stewards = state.stewards_now();
    if by.seat().is_some_and(|seat| !stewards.contains(seat)) {
        return Err(Rejection::NotSteward { who: state.stewards_in_words(stewards) });
    }
    Ok(())
}

/// Notes what words suggest.
fn suggest(draft: &mut Draft<Table>, by: Actor, words: &str) -> Result<(), Rejection> {
    let (state, at) = (draft.state(), draft.utc());
    let (to, phrase) = wanted(state, words, at).ok_or(Rejection::NothingSuggested)?;
    let (number, from) = (state.suggestions.saturating_add(1), state.table_state());
    draft.tell(Event::SuggestionMade { number, from, to, by, heard: phrase.to_owned(), at, judged: false });
    Ok(())
}

/// Notes what a model found in the words of a person: where such words may do something, and no more than suggest it.
fn suggest_for(
    draft: &mut Draft<Table>,
    seat: SeatId,
    verb: SessionVerb,
    words: &str,
) -> Result<(), Rejection> {
    let (state, at, by) = (draft.state(), draft.utc(), Actor::Seat(seat));
    may_speak(state, by)?;
    let (from, to) = (state.table_state(), verb.target());
    if !from.is_narrative_active() || !targets(from).any(|target| target == to) || !may_suggest(state, to, at)
    {
        return Err(Rejection::NothingSuggested);
    }
    let number = state.suggestions.saturating_add(1);
    let heard = talk::brief(&talk::clean(words)?, HEARD_CHARS_MAX);
    draft.tell(Event::SuggestionMade { number, from, to, by, heard, at, judged: true });
    Ok(())
}

/// Who may agree to what was suggested, and to what: unless that was too long ago.
pub(super) fn may_agree(state: &State, by: Actor, utc: i64) -> Result<SessionVerb, Rejection> {
    let suggestion = state.suggestion().ok_or(Rejection::NothingSuggested)?;
    let verb = SessionVerb::to(suggestion.to);
    if utc.saturating_sub(suggestion.at) > LAPSES_MS {
        return Err(Rejection::Lapsed { verb });
    }
    may_change(state, by).map(|()| verb)
}

/// Who may say what words may do to the state.
pub(super) fn may_set_policy(
    state: &State,
    by: Actor,
    from: Option<TableState>,
    to: TableState,
) -> Result<(), Rejection> {
    if from == Some(to) {
        return Err(Rejection::NoChange { state: to });
    }
    may_change(state, by)
}

/// Whose seat is away, or back.
pub(super) fn may_set_away(state: &State, by: Actor, away: bool) -> Result<SeatId, Rejection> {
    let seat = by.seat().ok_or(Rejection::NotSeated)?;
    match (state.away.contains(seat), away) {
        (true, true) => Err(Rejection::AwayAlready),
        (false, false) => Err(Rejection::NotAway),
        (false, true) | (true, false) => Ok(seat),
    }
}

fn set_session(draft: &mut Draft<Table>, by: Actor, verb: SessionVerb) -> Result<(), Rejection> {
    let state = draft.state();
    may_change(state, by)?;
    let (from, to) = (state.table_state(), verb.target());
    if from == to {
        return Err(Rejection::Already { state: from });
    }
    let earlier = state.earlier;
    draft.tell(Event::StateChanged { from, to, at: draft.utc(), by, earlier });
    Ok(())
}

fn say_aside(draft: &mut Draft<Table>, by: Actor, text: &str, addressed: bool) -> Result<(), Rejection> {
    let text = talk::clean(text)?;
    let answer = addressed.then(|| talk::answer(draft.state(), &text));
    draft.tell(Event::AsideSaid { by, text, addressed });
    if let Some(answer) = answer {
        let state = draft.state().table_state();
        draft.tell(Event::RefereeAnswered { to: by, state, answer });
    }
    Ok(())
}
