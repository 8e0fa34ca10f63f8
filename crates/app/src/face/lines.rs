//! A session as lines: to watch, or to play with one line an answer. Works in a pipe, so it can be scripted.

use std::io::{self, BufRead, IsTerminal, Write};

use engine::{Actor, Input, Part, SeatId};
use host::Table;
use protocol::{FieldKind, Form, OpenAsk, Request, Update};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc;
use tui::{Plain, Setup, clean_line};

use super::{Listening, interrupted};
use crate::context::Context;
use crate::evening::{End, columns_of_terminal};
use crate::exit::Failure;

/// Lines that were typed ahead, at most.
const AHEAD_MAX: usize = 64;

/// Shows a session to one who watches.
pub(crate) async fn watch(cx: &Context, table: &Table, setup: Setup, resumed: bool) -> Result<End, Failure> {
    let mut listening = Listening::new(table, setup.viewer).await?;
    let mut plain = printer(cx, setup);
    let mut first = resumed;
    loop {
        let mut update = tokio::select! {
            update = listening.next() => update?,
            () = interrupted() => return Ok(End::Interrupted),
        };
        if std::mem::take(&mut first) {
            skip_past(&mut update);
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

fn printer(cx: &Context, setup: Setup) -> Plain<io::Stdout> {
    let plain = Plain::new(setup, io::stdout());
    match columns_of_terminal(cx) {
        Some(columns) => plain.columns(columns),
        None => plain,
    }
}

/// Shows a session to one who plays, and reads a line whenever its seat is asked something.
pub(crate) async fn play(cx: &Context, table: &Table, setup: Setup, seat: SeatId) -> Result<End, Failure> {
    let mut listening = Listening::new(table, setup.viewer).await?;
    let mut plain = printer(cx, setup);
    let mut typed = stdin_lines();
    let mut open: Option<Asked> = None;
    let mut gone = false;
    loop {
        tokio::select! {
            update = listening.next() => {
                let mut update = update?;
                let asked = update.scene.as_mut().map(|scene| (std::mem::take(&mut scene.asks), scene.clock.closes));
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
            () = interrupted() => return Ok(End::Interrupted),
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
    ways: Vec<(String, Value)>,
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
        for (number, (label, _)) in (1..).zip(&self.ways) {
            writeln!(out, "  {number:>2}  {}", clean_line(label))?;
        }
        if self.takes_words() {
            writeln!(out, "  or the words that you say")?;
        }
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
        if let Ok(number) = line.parse::<usize>() {
            let way = number.checked_sub(1).and_then(|at| self.ways.get(at));
            return way.map(|(_, command)| answer(engine::raw(command))).ok_or_else(|| self.hint());
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
        let named = self.ways.iter().find(|(label, _)| label.eq_ignore_ascii_case(line));
        named.map(|(_, command)| answer(engine::raw(command))).ok_or_else(|| self.hint())
    }

    fn hint(&self) -> String {
        let words = if self.takes_words() { ", or what you say" } else { "" };
        format!("give a number from 1 to {}{words}", self.ways.len())
    }
}

/// The ways to answer that need no words: each with the command that it is.
fn ways(form: &Form) -> Vec<(String, Value)> {
    let mut ways = Vec::new();
    for tool in &form.tools {
        let mut command = Map::new();
        command.insert("type".to_owned(), Value::from(tool.name.as_str()));
        let required: Vec<_> = tool.fields.iter().filter(|field| field.required).collect();
        match required.as_slice() {
            [] => ways.push((tool.about.clone(), Value::Object(command))),
            [field] => {
                let FieldKind::Choice(choices) = &field.kind else { continue };
                for choice in choices {
                    let mut command = command.clone();
                    command.insert(field.name.clone(), choice.value.clone());
                    ways.push((choice.label.clone(), Value::Object(command)));
                }
            }
            // More than one thing to say: that is for JSON.
            _ => {}
        }
    }
    ways
}
