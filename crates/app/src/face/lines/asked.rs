//! A question as numbered lines, and what a line answers.

use std::collections::BTreeSet;
use std::io::{self, Write};

use engine::{Actor, SeatId};
use host::Table;
use protocol::table::aside_mark;
use protocol::{Field, FieldKind, Form, OpenAsk, Request, Scene, Tool};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use tui::{Covered, clean_line};

use super::filling::Filling;
use super::hint;

/// The longest range of numbers of which each is a way; in a longer one the number is asked for.
const SPAN_MAX: i64 = 20;

/// A question as numbered lines.
pub(super) struct Asked {
    pub(super) ask: OpenAsk,
    /// What is behind a question that others must not read.
    covered: Option<Covered>,
    ways: Vec<Way>,
    /// What is being filled in, a line for each field.
    filling: Option<Filling>,
}

/// One way to answer that needs no words.
#[derive(Debug, PartialEq)]
struct Way {
    number: u64,
    label: String,
    /// Is it one of several choices?
    is_choice: bool,
    does: Does,
}

/// What picking a way does.
#[derive(Clone, Debug, PartialEq)]
enum Does {
    /// Sends this command.
    Send(Value),
    /// Asks for what the tool wants, one thing after the other.
    Start(Filling),
}

/// What a line comes to.
enum Step {
    Send(Request),
    /// The next field is asked for.
    Ask,
}

impl Asked {
    /// What a seat is asked and has not answered. On a screen that others see too, the night asks all for the same.
    pub(super) fn find(scene: &Scene, seat: SeatId, no_secrets: bool) -> Option<Asked> {
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
        let mut asked = Asked { ask, covered: None, ways, filling: None };
        asked.begin();
        asked
    }

    /// Where there is only one thing to do and it wants several answers, the first is asked for at once.
    fn begin(&mut self) {
        self.filling = match (self.ask.form.tools.len(), self.ways.as_slice()) {
            (1, [Way { does: Does::Start(filling), .. }]) => Some(filling.clone()),
            _ => None,
        };
    }

    pub(super) fn is_same(&self, before: Option<&Asked>) -> bool {
        before.is_some_and(|before| before.ask.id == self.ask.id && before.ask.form == self.ask.form)
    }

    /// The question after another: what was filled in stays, if it is still the same.
    pub(super) fn after(self, before: Option<Asked>) -> Asked {
        match before.filter(|before| self.is_same(Some(before))) {
            Some(before) => Asked { filling: before.filling, ..self },
            None => self,
        }
    }

    /// Do words alone answer? They do if they are all that a tool wants.
    fn takes_words(&self) -> bool {
        let only = |tool: &Tool| tool.fields.iter().filter(|field| field.required).count() == 1;
        self.ask.form.tools.iter().any(|tool| tool.words().is_some() && only(tool))
    }

    pub(super) fn print(&self) -> io::Result<()> {
        let mut out = io::stdout().lock();
        writeln!(out, "\n? {}", clean_line(&self.ask.form.title))?;
        if self.filling.is_some() {
            drop(out);
            return self.print_field();
        }
        for way in &self.ways {
            writeln!(out, "  {:>2}  {}", way.number, clean_line(&way.label))?;
        }
        for tool in self.only_by_json() {
            let about = clean_line(&tool.about);
            writeln!(out, "  {{}}  {about} (as JSON: {{\"type\": \"{}\", ...}})", clean_line(&tool.name))?;
        }
        drop(out);
        hint(&self.hint())
    }

    /// Asks for the field that is filled in next, if there is one.
    pub(super) fn print_field(&self) -> io::Result<()> {
        let Some(filling) = &self.filling else { return Ok(()) };
        let mut out = io::stdout().lock();
        for (number, label) in filling.choices() {
            writeln!(out, "  {number:>2}  {label}")?;
        }
        drop(out);
        hint(&filling.hint())
    }

    /// Does what a line asks for. Whether that was an answer is seen by what is asked then.
    pub(super) async fn answer(&mut self, table: &Table, line: &str) -> Result<Option<String>, String> {
        let request = match self.step(line)? {
            Step::Send(request) => request,
            Step::Ask => return self.print_field().map(|()| None).map_err(|error| error.to_string()),
        };
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

    /// What a line asks for: the way with this number, a command as JSON, words, or what a field is given.
    fn step(&mut self, line: &str) -> Result<Step, String> {
        let line = line.trim();
        let ask = self.ask.id;
        let answer = |command: Box<RawValue>| Step::Send(Request::Answer { ask, command });
        let say = || Ok(Step::Send(Request::Line { text: line.to_owned() }));
        if line.starts_with('{') {
            let command = RawValue::from_string(line.to_owned()).map_err(|error| error.to_string())?;
            return Ok(answer(command));
        }
        // The table hears what is for it; the rest answers, if words are an answer.
        if line.starts_with('/') || aside_mark(line).is_some() {
            return say();
        }
        if let Some(filling) = &mut self.filling {
            let Some(command) = filling.take(line)? else { return Ok(Step::Ask) };
            self.begin();
            return Ok(answer(engine::raw(&command)));
        }
        if line.is_empty() {
            return Err(self.hint());
        }
        let is_meant: &dyn Fn(&Way) -> bool = match line.parse::<u64>() {
            Ok(number) => &move |way| way.number == number,
            Err(_) if self.takes_words() => return say(),
            Err(_) => &|way| way.label.eq_ignore_ascii_case(line),
        };
        let does = self.ways.iter().find(|way| is_meant(way)).map(|way| way.does.clone());
        match does.ok_or_else(|| self.hint())? {
            Does::Send(command) => Ok(answer(engine::raw(&command))),
            Does::Start(filling) => {
                self.filling = Some(filling);
                Ok(Step::Ask)
            }
        }
    }

    fn hint(&self) -> String {
        let words = self.takes_words();
        if self.ways.is_empty() && !words && self.only_by_json().next().is_some() {
            return "Answer with JSON.".to_owned();
        }
        format!("Give a number{}.", if words { ", or say it in words" } else { "" })
    }

    /// The tools that want more than lines can say.
    fn only_by_json(&self) -> impl Iterator<Item = &Tool> {
        self.ask.form.tools.iter().filter(|tool| Filling::new(tool).is_none())
    }
}

/// The ways to answer that need no words. Choices that are numbers themselves, such as seats, keep their number, and
/// the first other way is 0; where the choices are a list from 1, several others go on after them.
fn ways(form: &Form) -> Vec<Way> {
    let mut ways = Vec::new();
    for (index, tool) in form.tools.iter().enumerate() {
        // What comes first is what is asked; the choices of another tool say what they are for.
        let for_what = match index {
            0 => String::new(),
            _ => format!("{}: ", tool.about.trim_end_matches('.')),
        };
        let command = Map::from_iter([("type".to_owned(), Value::from(tool.name.as_str()))]);
        let with = |field: &Field, value: Value| {
            let mut command = command.clone();
            command.insert(field.name.clone(), value);
            Does::Send(Value::Object(command))
        };
        let choice = |field: &Field, value: Value, label: String| Way {
            number: value.as_u64().unwrap_or(0),
            label: format!("{for_what}{label}"),
            is_choice: true,
            does: with(field, value),
        };
        let other = |does| Way { number: 0, label: tool.about.clone(), is_choice: false, does };
        let required: Vec<&Field> = tool.fields.iter().filter(|field| field.required).collect();
        match required.as_slice() {
            [] => ways.push(other(Does::Send(Value::Object(command.clone())))),
            [Field { kind: FieldKind::Text { .. }, .. }] => {}
            [field @ Field { kind: FieldKind::Choice(choices), .. }] => {
                ways.extend(choices.iter().map(|it| choice(field, it.value.clone(), it.label.clone())));
            }
            [field @ Field { kind: FieldKind::Number { min, max }, .. }]
                if max.saturating_sub(*min) <= SPAN_MAX =>
            {
                let name = field.name.replace('_', " ");
                ways.extend((*min..=*max).map(|it| choice(field, it.into(), format!("{name} {it}"))));
            }
            _ => ways.extend(Filling::new(tool).map(|filling| other(Does::Start(filling)))),
        }
    }
    number(&mut ways);
    ways
}

/// Numbers the ways: choices by their own number, if each has one that two keys can say; else all of them in order.
fn number(ways: &mut [Way]) {
    let mut seen = BTreeSet::new();
    let mut choices = ways.iter().filter(|way| way.is_choice);
    if choices.any(|way| !(1..100).contains(&way.number) || !seen.insert(way.number)) {
        (1..).zip(ways).for_each(|(number, way)| way.number = number);
        return;
    }
    let after = seen.last().copied().unwrap_or(0) + 1;
    let is_other = |way: &&mut Way| !way.is_choice;
    let is_list = seen.iter().copied().eq(1..after);
    let first =
        if is_list && ways.iter_mut().filter(is_other).count() > 1 { [after, after + 1] } else { [0, after] };
    let others = ways.iter_mut().filter(is_other);
    std::iter::once(first[0]).chain(first[1]..).zip(others).for_each(|(number, way)| way.number = number);
}

#[cfg(test)]
mod tests;
