//! A session as lines: to watch, or to play with one line an answer. Works in a pipe, so it can be scripted.

use std::io::{self, BufRead, IsTerminal, Write};

use engine::{Actor, Input, Part, Seat, SeatId};
use host::Table;
use machines::ALL;
use protocol::{FieldKind, Form, OpenAsk, Request, Update};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc;
use tui::{Plain, Setup, clean_line};

use super::{Interrupt, Listening};
use crate::context::Context;
use crate::evening::{End, READABLE, columns_of_terminal};
use crate::exit::Failure;
use crate::text::columns;

/// Lines that were typed ahead, at most.
const AHEAD_MAX: usize = 64;

/// Shows a session to one who watches.
pub(crate) async fn watch(cx: &Context, table: &Table, setup: Setup, resumed: bool) -> Result<End, Failure> {
    let mut interrupt = Interrupt::new();
    let mut listening = Listening::new(table, setup.viewer).await?;
    if !resumed {
        cx.print(&introduction(&setup.seats))?;
        cx.note("  (Ctrl-C stops; parlor goes on with it later)\n");
    }
    let mut plain = printer(cx, setup);
    let mut first = true;
    loop {
        let mut update = tokio::select! {
            update = listening.next() => update?,
            () = interrupt.wait() => return Ok(End::Interrupted),
        };
        if std::mem::take(&mut first) {
            if resumed { skip_past(&mut update) } else { skip_opening(&mut update) }
        }
        plain.update(&update)?;
        if let Some(outcome) = update.scene.and_then(|scene| scene.outcome) {
            return Ok(End::Ended(outcome));
        }
    }
}

/// Leaves out what was told before the present phase: it has been read.
fn skip_past(update: &mut Update) {
    let begins = |frame: &protocol::Frame| frame.event.get().contains("\"type\":\"PHASE_CHANGED\"");
    if let Some(at) = update.frames.iter().rposition(begins) {
        update.frames.drain(..at);
    }
}

/// Leaves out what the table says of itself before anything has happened: it is for those who lay one by hand.
fn skip_opening(update: &mut Update) {
    update.frames.retain(|frame| frame.machine != ALL.table.name());
}

/// Who sits where, in two columns.
fn introduction(seats: &[Seat]) -> String {
    let cell = |index: usize| match seats.get(index) {
        Some(seat) => {
            let holder = seat.holder.to_string();
            let character = holder.strip_prefix("house:").unwrap_or(&holder);
            vec![format!("{:>4}", index + 1), clean_line(&seat.name), clean_line(character)]
        }
        None => Vec::new(),
    };
    let half = seats.len().div_ceil(2);
    let rows: Vec<Vec<String>> = (0..half).map(|row| [cell(row), cell(row + half)].concat()).collect();
    format!("An evening of Mafia. The house plays every seat.\n\n{}\n", columns(&rows))
}

fn printer(cx: &Context, setup: Setup) -> Plain<io::Stdout> {
    let plain = Plain::new(setup, io::stdout());
    match columns_of_terminal(cx, READABLE) {
        Some(columns) => plain.columns(columns),
        None => plain,
    }
}

/// Shows a session to one who plays, and reads a line whenever its seat is asked something.
pub(crate) async fn play(
    cx: &Context,
    table: &Table,
    setup: Setup,
    seat: SeatId,
    resumed: bool,
) -> Result<End, Failure> {
    let mut interrupt = Interrupt::new();
    let mut listening = Listening::new(table, setup.viewer).await?;
    let mut plain = printer(cx, setup);
    let mut typed = stdin_lines();
    let mut open: Option<Asked> = None;
    let mut gone = false;
    let mut first = !resumed;
    loop {
        tokio::select! {
            update = listening.next() => {
                let mut update = update?;
                let asked = update.scene.as_mut().map(|scene| (std::mem::take(&mut scene.asks), scene.clock.closes));
                if std::mem::take(&mut first) {
                    skip_opening(&mut update);
                }
                plain.update(&update)?;
                if let Some(outcome) = update.scene.and_then(|scene| scene.outcome) {
                    return Ok(End::Ended(outcome));
                }
                if let Some((asks, closes)) = asked {
                    let before = open.take();
                    open = asks.into_iter().find(|ask| ask.seat == seat && !ask.answered).map(Asked::new);
                    if let Some(asked) = &open && !asked.is_same(before.as_ref()) && !gone {
                        asked.print()?;
                    }
                    if gone && open.take().is_some() && closes.is_none() {
                        answer_for(table, seat).await?;
                    }
                }
            }
            line = typed.recv(), if open.is_some() && !gone => {
                let Some(asked) = &open else { continue };
                let Some(line) = line else {
                    gone = true;
                    cx.note("no more input: your seat is left to the deadlines, or answered for where there are none");
                    if asked.ask.deadline.is_none() {
                        answer_for(table, seat).await?;
                    }
                    open = None;
                    continue;
                };
                let sent = match asked.request(&line) {
                    Ok(request) => {
                        let answers = matches!(request, Request::Answer { .. }) || asked.takes_words();
                        table.request(Actor::Seat(seat), None, request).await.map(|_| answers).map_err(|why| why.to_string())
                    }
                    Err(why) => Err(why),
                };
                match sent {
                    // How things stand now comes with the next update.
                    Ok(true) => open = None,
                    Ok(false) => {}
                    Err(why) => plain.notice(&why)?,
                }
            }
            () = interrupt.wait() => return Ok(End::Interrupted),
        }
    }
}

/// Reads standard input in a thread of its own, because a read cannot be given up.
fn stdin_lines() -> mpsc::Receiver<String> {
    let (sender, lines) = mpsc::channel(AHEAD_MAX);
    std::thread::spawn(move || {
        for line in io::stdin().lock().lines() {
            let Ok(line) = line else { return };
            if sender.blocking_send(line).is_err() {
                return;
            }
        }
    });
    lines
}

/// The seat is empty and no deadline will come: the game's own rule chooses.
async fn answer_for(table: &Table, seat: SeatId) -> Result<(), Failure> {
    let command = engine::raw(&json!({"type": "AnswerFor", "seat": seat, "reason": "nobody is there"}));
    let input = Input { part: Part::Activity, by: Actor::Host, request: None, ask: None, command };
    // A refusal means that the question was closed meanwhile.
    let _ = table.command(input).await;
    Ok(())
}

/// A question as numbered lines.
struct Asked {
    ask: OpenAsk,
    ways: Vec<Way>,
}

impl Asked {
    fn new(ask: OpenAsk) -> Asked {
        let ways = ways(&ask.form);
        Asked { ask, ways }
    }

    fn is_same(&self, before: Option<&Asked>) -> bool {
        before.is_some_and(|before| before.ask.id == self.ask.id && before.ask.form == self.ask.form)
    }

    fn takes_words(&self) -> bool {
        self.ask.form.tools.iter().any(|tool| tool.words().is_some())
    }

    fn print(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        writeln!(out, "\n? {}", clean_line(&self.ask.form.title))?;
        for way in &self.ways {
            writeln!(out, "  {:>2}  {}", way.number, clean_line(&way.label))?;
        }
        writeln!(out, "  {}", self.hint())?;
        if io::stdin().is_terminal() {
            write!(out, "> ")?;
        }
        out.flush()
    }

    /// What a line asks for: the way with this number, a command as JSON, or words.
    fn request(&self, line: &str) -> Result<Request, String> {
        let line = line.trim();
        let answer = |command: Box<RawValue>| Request::Answer { ask: self.ask.id, command };
        if line.is_empty() {
            return Err(self.hint());
        }
        if let Ok(number) = line.parse::<u64>() {
            let way = self.ways.iter().find(|way| way.number == number);
            return way.map(|way| answer(engine::raw(&way.command))).ok_or_else(|| self.hint());
        }
        if line.starts_with('{') {
            let command = RawValue::from_string(line.to_owned()).map_err(|error| error.to_string())?;
            return Ok(answer(command));
        }
        // The table hears what is for it; the rest answers, if words are an answer.
        let for_table = ["/", "((", "//", "OOC:"].iter().any(|mark| line.starts_with(mark));
        if for_table || self.takes_words() {
            return Ok(Request::Line { text: line.to_owned() });
        }
        let named = self.ways.iter().find(|way| way.label.eq_ignore_ascii_case(line));
        named.map(|way| answer(engine::raw(&way.command))).ok_or_else(|| self.hint())
    }

    fn hint(&self) -> String {
        let words = if self.takes_words() { ", or say it in words" } else { "" };
        format!("Give a number{words}.")
    }
}

/// One way to answer that needs no words.
#[derive(Debug, PartialEq)]
struct Way {
    number: u64,
    label: String,
    command: Value,
}

/// The ways to answer that need no words. Choices that are numbers themselves, such as seats, keep their number, and
/// the first other way is 0: as on the whole screen.
fn ways(form: &Form) -> Vec<Way> {
    let mut ways = Vec::new();
    let mut others = std::iter::once(0).chain(100..);
    let mut other = || others.next().unwrap_or_default();
    for tool in &form.tools {
        let command = Map::from_iter([("type".to_owned(), Value::from(tool.name.as_str()))]);
        let required: Vec<_> = tool.fields.iter().filter(|field| field.required).collect();
        match required.as_slice() {
            [] => {
                ways.push(Way { number: other(), label: tool.about.clone(), command: Value::Object(command) })
            }
            [field] => {
                let FieldKind::Choice(choices) = &field.kind else { continue };
                for choice in choices {
                    let mut command = command.clone();
                    command.insert(field.name.clone(), choice.value.clone());
                    let number = choice.value.as_u64().unwrap_or_else(&mut other);
                    ways.push(Way { number, label: choice.label.clone(), command: Value::Object(command) });
                }
            }
            // More than one thing to say: that is for JSON.
            _ => {}
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use protocol::{AskId, Choice, Field, Tool};

    use super::*;

    fn asked(tools: Vec<Tool>) -> Asked {
        let form = Form { title: "Whom?".to_owned(), tools };
        Asked::new(OpenAsk { id: AskId(1), seat: SeatId::at(0), answered: false, deadline: None, form })
    }

    fn tool(name: &str, fields: Vec<Field>) -> Tool {
        Tool { name: name.to_owned(), about: format!("to {name}"), fields }
    }

    fn field(name: &str, kind: FieldKind) -> Field {
        Field { name: name.to_owned(), label: name.to_owned(), required: true, kind }
    }

    fn vote() -> Asked {
        let choice = |seat: u64, name: &str| Choice { value: seat.into(), label: name.to_owned() };
        let choices = FieldKind::Choice(vec![choice(2, "Ben"), choice(5, "Eve")]);
        asked(vec![tool("vote", vec![field("target", choices)]), tool("abstain", Vec::new())])
    }

    fn command(asked: &Asked, line: &str) -> Result<Value, String> {
        match asked.request(line)? {
            Request::Answer { command, .. } => {
                serde_json::from_str(command.get()).map_err(|error| error.to_string())
            }
            Request::Line { text } => Ok(Value::from(text)),
            Request::Do { .. } => Err("never".to_owned()),
        }
    }

    #[test]
    fn seats_keep_their_numbers_and_the_other_way_is_0() {
        let numbers: Vec<u64> = vote().ways.iter().map(|way| way.number).collect();
        assert_eq!(numbers, [2, 5, 0]);
    }

    #[test]
    fn a_line_is_a_number_a_name_a_command_or_something_for_the_table() {
        let vote = vote();
        let eve = json!({"type": "vote", "target": 5});
        for (line, expected) in [
            ("5", Ok(eve.clone())),
            (" eve ", Ok(eve.clone())),
            ("{\"type\":\"vote\",\"target\":5}", Ok(eve)),
            ("0", Ok(json!({"type": "abstain"}))),
            ("((brb))", Ok(json!("((brb))"))),
            ("/status", Ok(json!("/status"))),
            ("3", Err("Give a number.".to_owned())),
            ("", Err("Give a number.".to_owned())),
            ("Zoe", Err("Give a number.".to_owned())),
        ] {
            assert_eq!(command(&vote, line), expected, "{line:?}");
        }
        let turn = asked(vec![
            tool("say", vec![field("text", FieldKind::Text { max_chars: 9 })]),
            tool("pass", vec![]),
        ]);
        assert_eq!(command(&turn, "Hello."), Ok(json!("Hello.")));
        assert_eq!(command(&turn, "0"), Ok(json!({"type": "pass"})));
    }
}
