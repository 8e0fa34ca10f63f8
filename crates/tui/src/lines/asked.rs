//! A question as numbered lines, and what a line answers.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write};

use protocol::board::Deed;
use protocol::table::aside_mark;
use protocol::{
    Barred, Choice, Field, FieldKind, Form, OpenAsk, Request, Scene, SeatId, TableTime, Tool, clean_line, raw,
};
use serde_json::value::RawValue;
use serde_json::{Map, Value, json};

use super::filling::{Filling, Ideas, read};
use super::{hint, prompt};
use crate::clock::spoken;
use crate::form::{has_ideas, letter, shown};
use crate::night::Covered;
use crate::says;
use crate::screen::{self, Setup};

/// The longest range of numbers of which each is a way, by itself; in a longer one, and in one with a number that picks no way, it is asked
/// for.
const SPAN_MAX: i64 = 20;

/// A question as numbered lines.
#[derive(Debug)]
pub struct Asked {
    /// What is asked.
    pub ask: OpenAsk,
    /// What is behind a question that others must not read.
    covered: Option<Covered>,
    ways: Vec<Way>,
    /// What is being filled in, a line for each field.
    filling: Option<Filling>,
    /// What a line with nothing on it does with something on the board.
    deed: Option<Deed>,
    /// What was given once and cannot be undone: it has to be given again.
    sure: Option<Sure>,
    /// What goes with the words that are said next.
    beside: Map<String, Value>,
    /// How long there is for an answer, and how to have longer.
    time: String,
}

/// Something that cannot be undone, and how it is given again.
#[derive(Debug)]
struct Sure {
    /// The key of the way; or, where it was filled in, a word.
    again: String,
    command: Value,
}

/// What is said to do what was filled in and cannot be undone.
const YES: &str = "yes";

/// One way to answer that needs no words.
#[derive(Debug, PartialEq)]
struct Way {
    /// What picks it: a number, or a letter of its own.
    key: String,
    label: String,
    /// What it is called in plain words, where it has a letter.
    names: Vec<String>,
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
#[derive(Debug)]
pub enum Step {
    /// This is sent.
    Send(Request),
    /// The next field is asked for.
    Ask,
    /// It is asked whether this is really wanted.
    Sure(String),
    /// This goes with what is said next.
    Beside(String),
}

impl Asked {
    /// What a seat is asked and has not answered, at this table time. On a screen that others see too, the night asks all for
    /// the same.
    pub fn find(setup: &Setup, scene: &Scene, seat: SeatId, now: TableTime) -> Option<Asked> {
        let covered = Covered::new(setup.phases, scene, seat).filter(|_| setup.no_secrets);
        let ask = match &covered {
            Some(covered) => Some(&covered.ask).filter(|ask| !ask.answered),
            None => scene.asks.iter().find(|ask| ask.seat == seat && !ask.answered),
        };
        let ask = ask?.clone();
        let deed = screen::deed(scene, &ask).filter(|_| covered.is_none()).cloned();
        let more = if setup.more_time.is_some() { says::COMMA_PLUS_GIVES_MORE } else { "" };
        let left = ask.deadline.map(|deadline| deadline.since(now));
        let time = left.map_or(String::new(), |left| says::you_have(spoken(left), more));
        Some(Asked { covered, time, ..Asked::new(ask, deed) })
    }

    fn new(ask: OpenAsk, deed: Option<Deed>) -> Asked {
        let ways = ways(&ask.form);
        let (filling, sure, beside, time) = Default::default();
        let mut asked = Asked { ask, covered: None, ways, filling, deed, sure, beside, time };
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

    /// Is it the question that was asked before?
    pub fn is_same(&self, before: Option<&Asked>) -> bool {
        before.is_some_and(|before| before.ask.id == self.ask.id && before.ask.form == self.ask.form)
    }

    /// The question after another: what was filled in stays, if it is still the same.
    pub fn after(self, before: Option<Asked>) -> Asked {
        match before.filter(|before| self.is_same(Some(before))) {
            Some(Asked { filling, sure, beside, .. }) => Asked { filling, sure, beside, ..self },
            None => self,
        }
    }

    /// The tool that words alone answer: they are all that it must be given.
    fn by_words(&self) -> Option<&Tool> {
        let only = |tool: &Tool| tool.fields.iter().filter(|field| field.required).count() == 1;
        self.ask.form.tools.iter().find(|tool| tool.words().is_some() && only(tool))
    }

    /// What may go with the words, a line for each before them.
    fn besides(&self) -> impl Iterator<Item = &Field> {
        let fields = self.by_words().into_iter().flat_map(|tool| &tool.fields);
        let is_line = |field: &&Field| match field.kind {
            FieldKind::Choice(_) | FieldKind::Text { .. } | FieldKind::Number { .. } => !field.required,
            FieldKind::Texts { .. } | FieldKind::Each { .. } | FieldKind::Rows { .. } => false,
        };
        fields.filter(is_line)
    }

    /// Writes the question, with what a line would do.
    pub fn print(&self, out: &mut dyn Write) -> io::Result<()> {
        let more = self.deed.as_ref().map_or(String::new(), |deed| {
            says::an_empty_line(clean_line(&deed.note), clean_line(&deed.word))
        });
        writeln!(out, "\n? {}{more}", clean_line(&self.ask.form.title))?;
        // What others must not read is not listed, and answered all the same.
        if self.covered.as_ref().is_some_and(|covered| covered.blind) {
            self.print_time(out)?;
            return hint(out, &self.hint());
        }
        if self.filling.is_some() {
            self.print_time(out)?;
            return self.print_field(out);
        }
        // Ways with a letter are known after the second time: they share a line.
        let (lettered, numbered): (Vec<&Way>, Vec<&Way>) =
            self.ways.iter().partition(|way| way.key.starts_with(char::is_alphabetic));
        // What is a choice as well is not listed twice.
        let is_listed = |way: &&&Way| !numbered.iter().any(|other| other.label == way.label);
        for way in &numbered {
            writeln!(out, "  {:>2}  {}", way.key, clean_line(&way.label))?;
        }
        if !lettered.is_empty() {
            let words: Vec<String> = lettered
                .iter()
                .filter(is_listed)
                .map(|way| format!("{} {}", way.key, clean_line(&way.label)))
                .collect();
            writeln!(out, "   {}", words.join(" - "))?;
        }
        let besides: Vec<String> =
            self.besides().map(|field| format!("{}=...", clean_line(&field.name))).collect();
        if !besides.is_empty() {
            writeln!(out, "{}", says::before_your_words_if_you_like(besides.join(" - ")))?;
        }
        for tool in self.only_by_json() {
            let about = clean_line(&tool.about);
            writeln!(out, "{}", says::as_json_type(&about, clean_line(&tool.name)))?;
        }
        self.print_time(out)?;
        hint(out, &self.hint())
    }

    /// How long there is, and on a terminal how to leave.
    pub fn print_time(&self, out: &mut dyn Write) -> io::Result<()> {
        let ways_out = if io::stdin().is_terminal() { says::HELP_SAYS_WHAT_ELSE_CAN_BE } else { "" };
        match format!("{} {ways_out}", self.time).trim() {
            "" => Ok(()),
            words => writeln!(out, "  {words}"),
        }
    }

    /// Asks once more for what was asked already.
    pub fn print_again(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.filling {
            Some(_) => self.print_field(out),
            None => hint(out, &self.hint()),
        }
    }

    /// The same after a refusal, which says what would have been right; what is filled in is asked for again.
    pub fn print_after_refusal(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.filling {
            Some(_) => self.print_field(out),
            None => prompt(out),
        }
    }

    /// Asks for the field that is filled in next, if there is one.
    pub fn print_field(&self, out: &mut dyn Write) -> io::Result<()> {
        let Some(filling) = &self.filling else { return Ok(()) };
        for (number, label) in filling.choices() {
            writeln!(out, "  {number:>2}  {label}")?;
        }
        hint(out, &filling.hint())
    }

    /// Is a request the answer to a question that others must not read? The error says why it cannot be one.
    pub fn covers(&self, request: &Request) -> Result<bool, String> {
        let covered = self.covered.as_ref().zip(match request {
            Request::Answer { command, .. } => Some(command),
            Request::Line { .. } | Request::Do { .. } => None,
        });
        let Some((covered, command)) = covered else { return Ok(false) };
        let command = serde_json::from_str(command.get()).map_err(|error| error.to_string())?;
        covered.check(&command)?;
        Ok(true)
    }

    /// What a line asks for: the way with this number, a command as JSON, words, or what a field is given.
    pub fn step(&mut self, line: &str) -> Result<Step, String> {
        let line = line.trim();
        let before = self.sure.take();
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
        if let Some(Sure { command, .. }) =
            before.as_ref().filter(|it| it.again == YES && line.eq_ignore_ascii_case(YES))
        {
            return Ok(answer(raw(command)));
        }
        if let Some(filling) = &mut self.filling {
            let Some(command) = filling.take(line)? else { return Ok(Step::Ask) };
            self.begin();
            return Ok(match self.for_good(&command) {
                Some(what) => {
                    self.sure = Some(Sure { again: YES.to_owned(), command });
                    Step::Sure(says::say_to_do_it_anything_else(&what, YES))
                }
                None => answer(raw(&command)),
            });
        }
        if let Some((name, given)) = line.split_once('=') {
            let is_it = |field: &&Field| field.name.eq_ignore_ascii_case(name.trim());
            let field = self.besides().find(is_it).cloned();
            if let Some(field) = field {
                return self.put_beside(&field, given.trim()).map(Step::Beside);
            }
        }
        if let Some(deed) = self.deed.as_ref().filter(|_| line.is_empty()) {
            return Ok(answer(raw(&deed.command)));
        }
        if line.is_empty() {
            return Err(self.hint());
        }
        let is_key = |way: &Way| way.key.eq_ignore_ascii_case(line) || way.key == number_in(line);
        let said = line.trim_end_matches(['.', '!', '?']);
        let is_named = |way: &Way| way.names.iter().any(|name| name.eq_ignore_ascii_case(said));
        let is_label = |way: &Way| way.label.eq_ignore_ascii_case(line);
        let by_words = self.by_words().is_some();
        let is_number = line.parse::<u64>().is_ok();
        let meant = self.ways.iter().find(|way| is_key(way) || is_named(way) || (!by_words && is_label(way)));
        let Some(Way { key, does, .. }) = meant else {
            return match self.spoken(line).filter(|_| !is_number) {
                Some(command) => Ok(answer(raw(&command))),
                None if by_words && !is_number => say(),
                None => Err(self.refusal(line)),
            };
        };
        match does.clone() {
            Does::Send(command) => {
                let is_again = before.is_some_and(|before| before.again == *key);
                Ok(match self.for_good(&command).filter(|_| !is_again) {
                    Some(what) => {
                        self.sure = Some(Sure { again: key.clone(), command });
                        Step::Sure(says::give_it_once_more_to_do(&what))
                    }
                    None => answer(raw(&command)),
                })
            }
            Does::Start(filling) => {
                self.filling = Some(filling);
                Ok(Step::Ask)
            }
        }
    }

    /// What a command does that cannot be undone.
    fn for_good(&self, command: &Value) -> Option<String> {
        let tool = self.ask.form.tools.iter().find(|tool| command["type"] == tool.name.as_str())?;
        tool.manner.for_good.as_ref().map(|what| says::this(clean_line(what)))
    }

    /// Keeps what goes with the words; nothing takes it away again.
    fn put_beside(&mut self, field: &Field, given: &str) -> Result<String, String> {
        let name = clean_line(&field.name);
        if given.is_empty() {
            self.beside.remove(&field.name);
            return Ok(says::nothing(&name));
        }
        let value = read(field, given)?;
        field.check(&value)?;
        self.beside.insert(field.name.clone(), value);
        Ok(says::goes_with_what_you_say_next(&name, clean_line(given)))
    }

    /// The words, with what goes with them; nothing, if nothing does.
    fn spoken(&self, words: &str) -> Option<Value> {
        let tool = self.by_words().filter(|_| !self.beside.is_empty())?;
        let mut command = self.beside.clone();
        command.insert("type".to_owned(), tool.name.as_str().into());
        command.insert(tool.words()?.name.clone(), words.into());
        Some(Value::Object(command))
    }

    /// Why a line is no answer, and what would be one.
    fn refusal(&self, line: &str) -> String {
        let barred = self.ask.form.tools.iter().flat_map(|tool| &tool.manner.barred);
        let is_it = |barred: &&Barred| {
            let Choice { value, label } = &barred.choice;
            value.as_u64().is_some_and(|own| line.parse() == Ok(own)) || label.eq_ignore_ascii_case(line)
        };
        match barred.clone().find(is_it) {
            Some(Barred { choice, why }) => says::cannot_be_chosen_choice_why_hint(
                clean_line(&choice.label),
                clean_line(why),
                self.hint(),
            ),
            None => says::is_none_of_them(clean_line(line), self.hint()),
        }
    }

    fn hint(&self) -> String {
        let words = self.by_words().is_some();
        if self.ways.is_empty() && !words && self.only_by_json().next().is_some() {
            return says::ANSWER_WITH_JSON.to_owned();
        }
        let letters = self.ways.iter().any(|way| way.key.starts_with(char::is_alphabetic));
        let numbers = self.ways.iter().any(|way| !way.key.starts_with(char::is_alphabetic));
        let keys = match (numbers, letters) {
            (true, true) => says::GIVE_A_NUMBER_OR_A_LETTER,
            (false, true) => says::GIVE_A_LETTER,
            (_, false) => says::GIVE_A_NUMBER,
        };
        format!("{keys}{}.", if words { says::COMMA_OR_SAY_IT_IN_WORDS } else { "" })
    }

    /// Why an answer was not taken, where the true reason must not be read by others.
    pub fn refused(&self) -> Option<&'static str> {
        self.covered.as_ref().map(Covered::refused)
    }

    /// The command of a tool that wants nothing, if it is offered.
    pub fn bare(&self, tool: &str) -> Option<Request> {
        let ask = self.ask.id;
        let offered = self.ask.form.tools.iter().find(|it| it.name == tool)?;
        let command = raw(&json!({"type": offered.name}));
        Some(Request::Answer { ask, command })
    }

    /// The tools that want more than lines can say.
    fn only_by_json(&self) -> impl Iterator<Item = &Tool> {
        self.ask.form.tools.iter().filter(|tool| Filling::new(tool).is_none())
    }
}

/// The ways to answer that need no words. Choices that are numbers themselves, such as seats, keep their number, and
/// the first other way is 0; where the choices are a list from 1, several others go on after them.
fn ways(form: &Form) -> Vec<Way> {
    let mut ways: Vec<(Way, Option<u64>)> = Vec::new();
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
        let choice = |at: usize, field: &Field, value: Value, label: String| {
            let number = value.as_u64().unwrap_or(0);
            let does = match Filling::after_choice(tool, field, value.clone()) {
                Some(mut filling) => {
                    if let Some(shown) = shown(tool, at).filter(|_| has_ideas(tool)) {
                        let (question, ideas) = (shown.hint.clone(), shown.ideas.clone());
                        filling.with_ideas(Ideas { question, ideas });
                    }
                    Does::Start(filling)
                }
                None => with(field, value),
            };
            let label = format!("{for_what}{label}");
            (Way { key: String::new(), label, names: Vec::new(), is_choice: true, does }, Some(number))
        };
        let other = |does| match letter(tool).filter(|letter| !letter.is_empty()) {
            Some(key) => {
                let (label, name) = (tool.manner.word.clone(), tool.name.replace('_', " "));
                let names = vec![name, label.trim_end_matches(['.', '!', '?']).to_owned()];
                (Way { key, label, names, is_choice: false, does }, None)
            }
            None => {
                let (key, label, names) = (String::new(), tool.about.clone(), Vec::new());
                (Way { key, label, names, is_choice: false, does }, Some(0))
            }
        };
        let required: Vec<&Field> = tool.fields.iter().filter(|field| field.required).collect();
        match required.as_slice() {
            [] => ways.push(other(Does::Send(Value::Object(command.clone())))),
            [Field { kind: FieldKind::Text { .. }, .. }] => {}
            [field @ Field { kind: FieldKind::Choice(choices), .. }] => {
                let of = |(at, it): (usize, &Choice)| choice(at, field, it.value.clone(), it.label.clone());
                ways.extend(choices.iter().enumerate().map(of));
            }
            [field @ Field { kind: FieldKind::Number { min, max }, .. }]
                if *min > 0 && max.saturating_sub(*min) <= SPAN_MAX =>
            {
                let name = field.name.replace('_', " ");
                let of = |(at, it): (usize, i64)| choice(at, field, it.into(), format!("{name} {it}"));
                ways.extend((*min..=*max).enumerate().map(of));
            }
            _ => ways.extend(Filling::new(tool).map(|filling| other(Does::Start(filling)))),
        }
    }
    let mut numbered: Vec<(&mut Way, u64)> =
        ways.iter_mut().filter_map(|(way, number)| number.map(|number| (way, number))).collect();
    number(&mut numbered);
    for (way, number) in numbered {
        way.key = number.to_string();
    }
    ways.into_iter().map(|(way, _)| way).collect()
}

/// A whole number as it is written without anything before it; else the line.
fn number_in(line: &str) -> String {
    line.parse::<u64>().map_or_else(|_| line.to_owned(), |number| number.to_string())
}

/// Numbers the ways: choices by their own number, if each has one that two keys can say; else all of them in order.
fn number(ways: &mut [(&mut Way, u64)]) {
    let mut seen = BTreeSet::new();
    let mut choices = ways.iter().filter(|(way, _)| way.is_choice);
    if choices.any(|(_, number)| !(1..100).contains(number) || !seen.insert(*number)) {
        (1..).zip(ways).for_each(|(number, way)| way.1 = number);
        return;
    }
    let after = seen.last().copied().unwrap_or(0) + 1;
    let is_list = seen.iter().copied().eq(1..after);
    let others: Vec<_> = ways.iter_mut().filter(|(way, _)| !way.is_choice).collect();
    let first = if is_list && others.len() > 1 { [after, after + 1] } else { [0, after] };
    std::iter::once(first[0]).chain(first[1]..).zip(others).for_each(|(number, way)| way.1 = number);
}

#[cfg(test)]
mod tests;
