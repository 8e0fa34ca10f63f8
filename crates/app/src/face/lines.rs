//! A session as lines: to watch, or to play with one line an answer. Works in a pipe, so it can be scripted.

use std::io::{self, BufRead, IsTerminal, Write};

use engine::{Actor, Holder, Input, Part, Seat, SeatId};
use host::Table;
use machines::ALL;
use protocol::table::aside_mark;
use protocol::{FieldKind, Form, OpenAsk, Request, Scene, Update};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};
use tokio::sync::mpsc;
use tui::{Covered, Plain, Setup, clean_line};

use super::waiting::Waiting;
use super::{Interrupt, Listening, Steps};
use crate::context::Context;
use crate::evening::{End, READABLE, columns_of_terminal};
use crate::exit::Failure;
use crate::text::columns;

/// Lines that were typed ahead, at most.
const AHEAD_MAX: usize = 64;

/// Shows a session to one who watches, or who plays in a seat and answers with a line whenever it is asked something.
pub(crate) async fn run(
    cx: &Context,
    table: &Table,
    setup: Setup,
    seat: Option<SeatId>,
    resumed: bool,
) -> Result<End, Failure> {
    let mut interrupt = Interrupt::new();
    let mut listening = Listening::new(table, setup.viewer).await?;
    let mut steps = Steps::new(table, setup.steps).await?;
    if seat.is_none() && !resumed {
        cx.print(&introduction(&setup.seats))?;
        cx.note("  (Ctrl-C stops; parlor goes on with it later)\n");
    }
    // One who only watches has nothing to say, unless the game waits for it.
    let mut typed = if seat.is_some() || setup.steps { Typed::stdin() } else { Typed::nobody() };
    let mut plain = printer(cx, setup.clone());
    let mut waiting = Waiting::new(cx, &setup);
    let mut open: Option<Asked> = None;
    let mut live = true;
    let mut first = true;
    loop {
        let reads = open.is_some() || steps.ready || !live;
        tokio::select! {
            // What has happened goes before what is typed: a line answers what is asked now, and the answer to one
            // line is known before the next is read.
            biased;
            () = interrupt.wait() => return Ok(End::Interrupted),
            update = listening.next() => {
                let mut update = update?;
                // Where a line is waited for, the line belongs to the person.
                waiting.hear(&update, !reads)?;
                if std::mem::take(&mut first) {
                    match (resumed, seat) {
                        (false, _) => skip_opening(&mut update),
                        (true, None) => skip_past(&mut update),
                        (true, Some(_)) => {}
                    }
                }
                plain.update(&update)?;
                let Some(scene) = update.scene else { continue };
                if let Some(outcome) = scene.outcome {
                    return Ok(End::Ended(outcome));
                }
                live = scene.table.state.is_narrative_active();
                if typed.ended && !live {
                    return Ok(End::Left);
                }
                // Nothing can be answered in a break; what is asked is said again after it.
                let asked = seat.filter(|_| live).and_then(|seat| Asked::find(&scene, seat, setup.no_secrets));
                if let Some(asked) = &asked && !asked.is_same(open.as_ref()) && !typed.ended {
                    asked.print()?;
                }
                open = asked;
                if let Some(asked) = &open && typed.ended && scene.clock.closes.is_none() {
                    answer_for(table, asked.ask.seat).await?;
                }
            }
            () = waiting.tick(), if !reads => waiting.show()?,
            ready = steps.next() => match ready? {
                true if typed.ended => steps.advance().await?,
                true => {
                    waiting.wipe()?;
                    hint("Enter goes on.")?;
                }
                false => {}
            },
            line = typed.next(), if reads => match line {
                Some(line) => {
                    let said = match &open {
                        None if line.trim().is_empty() && steps.ready => {
                            steps.advance().await?;
                            Ok(None)
                        }
                        None => say(table, seat, &line).await,
                        Some(asked) => asked.answer(table, &line).await,
                    };
                    match said {
                        Ok(Some(report)) => plain.report(&report)?,
                        Ok(None) => {}
                        Err(why) => plain.notice(&why)?,
                    }
                }
                None if !live => return Ok(End::Left),
                None => {
                    if seat.is_some() {
                        cx.note("no more input: your seat is left to the deadlines, or answered for where there are none");
                    }
                    if setup.steps {
                        cx.note("no more input: the game goes on by itself");
                    }
                    if let Some(asked) = &open && asked.ask.deadline.is_none() {
                        answer_for(table, asked.ask.seat).await?;
                    }
                    if steps.ready {
                        steps.advance().await?;
                    }
                }
            },
        }
    }
}

/// Says a line while nothing is asked; gives the text that it asked for, if it did.
async fn say(table: &Table, seat: Option<SeatId>, line: &str) -> Result<Option<String>, String> {
    let text = line.trim().to_owned();
    let Some(seat) = seat else { return Err("Enter goes on, Ctrl-C leaves.".to_owned()) };
    if text.is_empty() {
        return Ok(None);
    }
    let said = table.request(Actor::Seat(seat), None, Request::Line { text }).await;
    said.map(|ack| ack.report).map_err(|why| why.to_string())
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
            let character = ["house:", "model:"].into_iter().find_map(|kind| holder.strip_prefix(kind));
            let character = character.unwrap_or(&holder);
            vec![format!("{:>4}", index + 1), clean_line(&seat.name), clean_line(character)]
        }
        None => Vec::new(),
    };
    let half = seats.len().div_ceil(2);
    let rows: Vec<Vec<String>> = (0..half).map(|row| [cell(row), cell(row + half)].concat()).collect();
    let models = seats.iter().filter(|seat| matches!(seat.holder, Holder::Model(_))).count();
    let who = match models {
        0 => "The house plays every seat.",
        models if models == seats.len() => "Models play every seat.",
        _ => "Models and the house play.",
    };
    format!("An evening of Mafia. {who}\n\n{}\n", columns(&rows))
}

fn printer(cx: &Context, setup: Setup) -> Plain<io::Stdout> {
    let plain = Plain::new(setup, io::stdout());
    match columns_of_terminal(cx, READABLE) {
        Some(columns) => plain.columns(columns),
        None => plain,
    }
}

/// What is typed, line by line.
struct Typed {
    lines: Option<mpsc::Receiver<String>>,
    /// Nothing will come any more.
    ended: bool,
}

impl Typed {
    /// Reads standard input in a thread of its own, because a read cannot be given up.
    fn stdin() -> Typed {
        let (sender, lines) = mpsc::channel(AHEAD_MAX);
        std::thread::spawn(move || {
            for line in io::stdin().lock().lines() {
                let Ok(line) = line else { return };
                if sender.blocking_send(line).is_err() {
                    return;
                }
            }
        });
        Typed { lines: Some(lines), ended: false }
    }

    /// Nothing is read.
    fn nobody() -> Typed {
        Typed { lines: None, ended: false }
    }

    /// The next line; nothing, once, at the end.
    async fn next(&mut self) -> Option<String> {
        match self.lines.as_mut().filter(|_| !self.ended) {
            Some(lines) => {
                let line = lines.recv().await;
                self.ended = line.is_none();
                line
            }
            None => std::future::pending().await,
        }
    }
}

/// Writes what a line would do, and waits for it.
fn hint(words: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "  {words}")?;
    if io::stdin().is_terminal() {
        write!(out, "> ")?;
    }
    out.flush()
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
    /// What is behind a question that others must not read.
    covered: Option<Covered>,
    ways: Vec<Way>,
}

impl Asked {
    /// What a seat is asked and has not answered. On a screen that others see too, the night asks all for the same.
    fn find(scene: &Scene, seat: SeatId, no_secrets: bool) -> Option<Asked> {
        let covered = Covered::new(scene, seat).filter(|_| no_secrets);
        let ask = match &covered {
            Some(covered) => Some(&covered.ask).filter(|ask| !ask.answered),
            None => scene.asks.iter().find(|ask| ask.seat == seat && !ask.answered),
        };
        let ask = ask?.clone();
        Some(Asked { covered, ..Asked::new(ask) })
    }

    fn new(ask: OpenAsk) -> Asked {
        let ways = ways(&ask.form);
        Asked { ask, covered: None, ways }
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
        drop(out);
        hint(&self.hint())
    }

    /// Does what a line asks for. Whether that was an answer is seen by what is asked then.
    async fn answer(&self, table: &Table, line: &str) -> Result<Option<String>, String> {
        let request = self.request(line)?;
        let covered = self.covered.as_ref().zip(match &request {
            Request::Answer { command, .. } => Some(command),
            Request::Line { .. } | Request::Do { .. } => None,
        });
        if let Some((covered, command)) = covered {
            let command = serde_json::from_str(command.get()).map_err(|error| error.to_string())?;
            covered.check(&command)?;
        }
        let covered = covered.is_some();
        let done = table.request(Actor::Seat(self.ask.seat), None, request).await;
        done.map(|ack| ack.report)
            .map_err(|why| if covered { Covered::REFUSED.to_owned() } else { why.to_string() })
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
        if line.starts_with('/') || aside_mark(line).is_some() || self.takes_words() {
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
            ("ooc: brb", Ok(json!("ooc: brb"))),
            ("/status", Ok(json!("/status"))),
            ("3", Err("Give a number.".to_owned())),
            ("", Err("Give a number.".to_owned())),
            ("Zoe", Err("Give a number.".to_owned())),
        ] {
            assert_eq!(command(&vote, line), expected, "{line:?}");
        }
        let turn = asked(vec![
            tool("say", vec![field("text", FieldKind::Text { max_chars: 9, voice: None })]),
            tool("pass", vec![]),
        ]);
        assert_eq!(command(&turn, "Hello."), Ok(json!("Hello.")));
        assert_eq!(command(&turn, "0"), Ok(json!({"type": "pass"})));
    }
}
