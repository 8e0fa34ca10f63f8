//! A line of talk, taken apart: out-of-character words first, then commands, then what is left.
//!
//! Out-of-character talk comes before commands because `//` begins with `/`. A line that starts with `((`, `//` or
//! `OOC:` is out of character as a whole; elsewhere `((…))` marks its own span, and one that is never closed goes on to
//! the end of the line: what may not be meant for the story is kept out of it.
//!
//! A line is taken as a whole or not at all: if any part of it is rejected, nothing of it is recorded.

use engine::{Actor, Book, Gate, Heard, Holder, Matter, Question, SeatId, SeatSet, Wish, limits};
use protocol::table::{TableState, aside_mark};

use super::decide::{
    askable, may_agree, may_knock, may_leave, may_name, may_set_away, may_set_fair, may_set_policy,
    may_speak, may_take,
};
use super::referee::{self, REFEREE};
use super::roll::Roll;
use super::{Command, FeedbackKind, Policy, Rejection, Ruling, SessionVerb, State, lines, suggest};

/// Remarks `((…))` in one line. Each becomes a record of its own; nobody means more than a few.
pub(super) const ASIDES_PER_LINE_MAX: usize = 8;

pub(super) fn gate(state: &State, by: Actor) -> Gate {
    let table = state.table_state();
    if table.is_narrative_active() {
        return Gate::Pass;
    }
    match by {
        // Nobody is there to be told to try again; what they meant to do is done when the table is live.
        Actor::Host | Actor::Clock => Gate::Hold,
        Actor::Seat(seat) => match state.holder(seat) {
            Some(Holder::House(_) | Holder::Model(_)) => Gate::Hold,
            Some(Holder::Person) => Gate::Drop(Rejection::NotLive(table).to_string()),
            None => Gate::Drop(Rejection::NoSuchSeat(seat).to_string()),
        },
    }
}

pub(super) fn hear(state: &State, by: Actor, text: &str, utc: i64, book: Book<'_>) -> Ruling<Heard<Command>> {
    may_speak(state, by)?;
    // Whatever else stands in the line: a stop is never refused for its words.
    if text.split_whitespace().next().is_some_and(is_stop) {
        return stop(state);
    }
    let words = text.trim_start();
    let (first, subject) = words.split_once(char::is_whitespace).unwrap_or((words, ""));
    if let Some(kind) = lines::kind(first) {
        // Nobody is named for it, and so nothing else of its line is kept.
        let unnamed = lines::draw(state, kind, subject).map(Some)?;
        return Ok(Heard { unnamed, ..Heard::default() });
    }
    let line = clean(text)?;
    if let Some(aside) = whole_aside(&line) {
        let (said, question) = say_aside(state, by, &clean(&aside)?, book);
        let (table, questions) = (vec![said], question.into_iter().collect());
        let then = suggest::heard(state, by, &aside, utc);
        return Ok(Heard { table, then, questions, ..Heard::default() });
    }
    let stretches = stretches(&line);
    let asides = stretches.iter().filter(|stretch| stretch.aside).map(|stretch| tidy(&stretch.text));
    let asides: Vec<String> = asides.filter(|text| !text.is_empty()).collect();
    if asides.len() > ASIDES_PER_LINE_MAX {
        return Err(Rejection::TooManyAsides);
    }
    let (mut table, asked): (Vec<Command>, Vec<Option<Question<Command>>>) =
        asides.iter().map(|text| say_aside(state, by, text, book)).unzip();
    let mut questions: Vec<Question<Command>> = asked.into_iter().flatten().collect();
    let rest = joined(stretches.iter().filter(|stretch| !stretch.aside).map(|stretch| stretch.text.as_str()));
    let (mut activity, mut wish, mut then) = (None, None, None);
    if rest.starts_with('/') {
        match command(state, by, &rest, utc)? {
            Typed::Table(command) => table.push(command),
            Typed::Wish(Wish::Stop) => return stop(state),
            Typed::Wish(back) => match state.table_state() {
                // In play, and in a break of it. Whether it may be taken back is for the activity to say.
                TableState::Active | TableState::SessionZero | TableState::Paused => wish = Some(back),
                state @ (TableState::Idle | TableState::Debrief) => return Err(Rejection::NotLive(state)),
            },
        }
    } else {
        then = suggest::heard(state, by, &line, utc);
        match state.table_state() {
            _ if rest.is_empty() => {}
            TableState::Active | TableState::SessionZero => activity = Some(rest),
            TableState::Debrief => {
                table.push(feedback(by, &rest)?);
                questions.extend(referee::answered_by_model(state, &rest));
            }
            // Talk goes nowhere, but for what it suggests.
            TableState::Idle | TableState::Paused if then.is_some() => table.extend(then.take()),
            state @ (TableState::Idle | TableState::Paused) => return Err(Rejection::NotLive(state)),
        }
    }
    if table.is_empty() && activity.is_none() && wish.is_none() {
        return Err(Rejection::Empty);
    }
    Ok(Heard { table, activity, wish, then, unnamed: None, questions })
}

fn is_stop(word: &str) -> bool {
    word.eq_ignore_ascii_case("/x")
}

/// A stop, for which no reason can be given. Nothing else of its line is kept: it would tell who called.
fn stop(state: &State) -> Ruling<Heard<Command>> {
    match state.table_state() {
        // One in a break is heard too, though nothing is left to stop.
        TableState::Active | TableState::SessionZero | TableState::Paused => {
            Ok(Heard { wish: Some(Wish::Stop), ..Heard::default() })
        }
        state @ (TableState::Idle | TableState::Debrief) => Err(Rejection::NothingToStop(state)),
    }
}

/// Words as they may be kept: some, not too many, on one line, with no character that hides. A tab is a space.
pub(super) fn clean(text: &str) -> Ruling<String> {
    let text = text.replace('\t', " ");
    let text = text.trim();
    if text.is_empty() {
        return Err(Rejection::Empty);
    }
    let chars = text.chars().count();
    if chars > limits::TEXT_CHARS_MAX {
        return Err(Rejection::TooLong(chars));
    }
    match text.chars().find(|c| c.is_control()) {
        Some(control) => Err(Rejection::ControlCharacter(u32::from(control))),
        None => Ok(text.to_owned()),
    }
}

/// The words of a line that is out of character as a whole, without the mark.
fn whole_aside(line: &str) -> Option<String> {
    match aside_mark(line)? {
        "((" => Some(joined(stretches(line).iter().map(|stretch| stretch.text.as_str()))),
        mark => Some(line[mark.len()..].trim().to_owned()),
    }
}

/// Words out of character, and what a model is asked if they are for the referee and one may answer.
fn say_aside(state: &State, by: Actor, text: &str, book: Book<'_>) -> (Command, Option<Question<Command>>) {
    let addressed = words(text).any(|word| REFEREE.iter().any(|name| word.eq_ignore_ascii_case(name)));
    let found = if addressed { referee::found(text, book) } else { None };
    let text = text.to_owned();
    if let Some(to) = by.seat().filter(|_| addressed && !askable(state, Matter::Referee).is_empty()) {
        let otherwise = Command::AnswerReferee { to, text: text.clone(), found };
        let question = referee::asked_of_model(state, &text, book, otherwise);
        return (Command::AskModel { text }, Some(question));
    }
    let said = match found {
        Some(found) => Command::AskReferee { text, found },
        None => Command::SayAside { text, addressed },
    };
    (said, None)
}

pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// What a command that somebody typed is.
enum Typed {
    /// For the table itself.
    Table(Command),
    /// For the host.
    Wish(Wish),
}

/// A command that somebody typed, in any case.
fn command(state: &State, by: Actor, text: &str, utc: i64) -> Ruling<Typed> {
    let (name, argument) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let (name, argument) = (name.to_ascii_lowercase(), argument.trim());
    Ok(Typed::Table(match name.as_str() {
        "/session" => {
            let unknown = || Rejection::UnknownVerb(brief(argument, TYPED_CHARS_MAX));
            Command::SetSession { verb: SessionVerb::parse(argument).ok_or_else(unknown)? }
        }
        "/sit" => {
            let seat = seat(argument).ok_or(Rejection::WhichSeat("/sit"))?;
            may_take(state, by, seat)?;
            Command::TakeSeat { seat, person: None }
        }
        "/leave" => {
            // Whoever sits means the own seat, if no other is named.
            let own = by.seat().filter(|_| argument.is_empty());
            let seat = own.or_else(|| seat(argument)).ok_or(Rejection::WhichSeat("/leave"))?;
            may_leave(state, by, seat)?;
            Command::LeaveSeat { seat }
        }
        "/stewards" => {
            let stewards = stewards(argument).ok_or(Rejection::BadStewards)?;
            may_name(state, by, stewards)?;
            Command::SetStewards { stewards }
        }
        "/fair" => {
            let (on, seat) = fair(argument).ok_or(Rejection::BadFair)?;
            may_set_fair(state, by, on, seat)?;
            Command::SetFairPlay { on, seat }
        }
        "/suggest" => {
            let (from, to, policy) = policy(argument).ok_or(Rejection::BadPolicy)?;
            may_set_policy(state, by, from, to)?;
            Command::SetPolicy { from, to, policy }
        }
        "/roll" => {
            Roll::parse(argument).map_err(Rejection::BadRoll)?;
            Command::Roll { dice: argument.to_owned() }
        }
        word if is_stop(word) => return Ok(Typed::Wish(Wish::Stop)),
        // What follows takes nothing.
        _ if !argument.is_empty() => return Err(Rejection::UnknownCommand(brief(text, TYPED_CHARS_MAX))),
        "/agree" => {
            may_agree(state, by, utc)?;
            Command::Agree
        }
        "/away" | "/back" => {
            let away = name == "/away";
            may_set_away(state, by, away)?;
            Command::SetAway { away }
        }
        "/knock" => {
            may_knock(state, utc)?;
            Command::Knock
        }
        "/status" => Command::AskStatus,
        "/undo" => return Ok(Typed::Wish(Wish::Undo)),
        "/redo" => return Ok(Typed::Wish(Wish::Redo)),
        "/retry" => return Ok(Typed::Wish(Wish::Retry)),
        _ => return Err(Rejection::UnknownCommand(brief(text, TYPED_CHARS_MAX))),
    }))
}

/// What words may do: `pause never`, or `active pause auto`.
fn policy(text: &str) -> Option<(Option<TableState>, TableState, Policy)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let (from, verb, policy) = match words.as_slice() {
        [verb, policy] => (None, verb, policy),
        [from, verb, policy] => {
            let named = |state: &TableState| {
                state.name().eq_ignore_ascii_case(from)
                    || (*state == TableState::SessionZero && from.eq_ignore_ascii_case("zero"))
            };
            (Some(TableState::ALL.into_iter().find(named)?), verb, policy)
        }
        _ => return None,
    };
    Some((from, SessionVerb::parse(verb)?.target(), Policy::parse(policy)?))
}

/// Who may change the state: `everyone`, `host`, or the numbers of seats.
fn stewards(text: &str) -> Option<Option<SeatSet>> {
    match text.to_ascii_lowercase().as_str() {
        "everyone" => Some(None),
        "host" => Some(Some(SeatSet::EMPTY)),
        numbers => {
            let numbers = numbers.split([',', ' ']).filter(|word| !word.is_empty());
            let seats =
                numbers.map(seat).collect::<Option<Vec<SeatId>>>().filter(|seats| !seats.is_empty())?;
            Some(Some(seats.into_iter().collect()))
        }
    }
}

/// Fair play: `on`, `on 3` or `off`.
fn fair(text: &str) -> Option<(bool, Option<SeatId>)> {
    match text.to_ascii_lowercase().split_whitespace().collect::<Vec<_>>().as_slice() {
        ["on"] => Some((true, None)),
        ["on", own] => seat(own).map(|own| (true, Some(own))),
        ["off"] => Some((false, None)),
        _ => None,
    }
}

/// The number of a seat.
fn seat(text: &str) -> Option<SeatId> {
    text.parse().ok().and_then(SeatId::new)
}

/// Characters of what was typed that are enough to know it again in a rejection.
const TYPED_CHARS_MAX: usize = 32;

/// The beginning of some words.
pub(super) fn brief(text: &str, chars_max: usize) -> String {
    match text.char_indices().nth(chars_max) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Words in DEBRIEF: `star: …` or `* …` is a star, `wish: …` a wish, and anything else plain feedback.
fn feedback(by: Actor, text: &str) -> Ruling<Command> {
    if by.seat().is_none() {
        return Err(Rejection::NoSeat);
    }
    let marks = [("*", FeedbackKind::Star), ("star:", FeedbackKind::Star), ("wish:", FeedbackKind::Wish)];
    let marked = marks.into_iter().find_map(|(mark, kind)| {
        let begin = text.get(..mark.len())?;
        begin.eq_ignore_ascii_case(mark).then(|| (kind, &text[mark.len()..]))
    });
    let (kind, text) = marked.unwrap_or((FeedbackKind::Plain, text));
    Ok(Command::GiveFeedback { text: clean(text)?, kind })
}

/// A stretch of a line that is all in character or all out of it.
struct Stretch {
    aside: bool,
    text: String,
}

/// A line cut at its marks. They nest, so that `((a ((b)) c))` is one remark and ` c` does not slip into the story.
fn stretches(line: &str) -> Vec<Stretch> {
    let mut stretches = vec![Stretch { aside: false, text: String::new() }];
    let mut depth = 0_usize;
    let mut rest = line;
    while let Some(next) = rest.chars().next() {
        let deeper = if rest.starts_with("((") {
            depth + 1
        } else if rest.starts_with("))") && depth > 0 {
            depth - 1
        } else {
            depth
        };
        if deeper == depth {
            if let Some(stretch) = stretches.last_mut() {
                stretch.text.push(next);
            }
            rest = &rest[next.len_utf8()..];
            continue;
        }
        if deeper.min(depth) == 0 {
            stretches.push(Stretch { aside: deeper > 0, text: String::new() });
        } else if let Some(stretch) = stretches.last_mut() {
            stretch.text.push(' ');
        }
        depth = deeper;
        rest = &rest[2..];
    }
    stretches
}

/// Pieces put together again with one space where a mark was, and none before a sign that ends a clause.
///
/// A colon is not such a sign: `OOC((…)): words` would come together as a mark that was not there.
fn joined<'a>(stretches: impl Iterator<Item = &'a str>) -> String {
    let mut out = String::new();
    for stretch in stretches.map(str::trim).filter(|stretch| !stretch.is_empty()) {
        if !out.is_empty() && !stretch.starts_with(['.', ',', ';', '!', '?', '…', ')']) {
            out.push(' ');
        }
        out.push_str(stretch);
    }
    out
}

/// Words with one space between any two.
fn tidy(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
