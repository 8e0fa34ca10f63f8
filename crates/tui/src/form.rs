//! An ask as a form: what may be answered, what is picked, what is filled in.
//!
//! It knows no rules and no machine. Every choice comes from the ask's own [`protocol::Form`], and the
//! answer is checked against it before it is sent.

mod keyed;
mod ways;

use protocol::{AskId, Barred, Field, FieldKind, OpenAsk, Tool, clean_line};
use serde_json::{Map, Value};

use crate::line::Line;

use crate::says;
pub(crate) use keyed::{has_ideas, meant, shown};
pub(crate) use ways::{Way, letter};
use ways::{value, ways};

/// What stands in a field besides the one that picking a way fills.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Filled {
    /// A choice, once there is one.
    Choice(Option<usize>),
    /// Words.
    Words(Line),
}

/// What Enter does.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Answer {
    /// The words alone say it.
    Words(String),
    /// A command of the form.
    Command(AskId, Value),
    /// Something is missing, in words.
    Missing(String),
}

/// An ask that is being answered.
#[derive(Clone, Debug)]
pub(crate) struct Answering {
    pub(crate) ask: OpenAsk,
    pub(crate) ways: Vec<Way>,
    pub(crate) picked: Option<usize>,
    /// By tool and field.
    filled: Vec<Vec<Filled>>,
    /// The field under the keys; none is the line.
    focus: Option<usize>,
    /// What was last sent for this ask, and what before it.
    sent: Option<Value>,
    sent_before: Option<Value>,
    /// What was filled in when it was sent: a refusal brings it back.
    kept: Option<Vec<Vec<Filled>>>,
    /// The answer of which it was said that nobody can take it back.
    sure: Option<Answer>,
}

/// One field of a form that is filled in a field at a time.
#[derive(Debug)]
pub(crate) struct Step<'a> {
    /// Where the keys are for it; none is the line.
    pub(crate) focus: Option<usize>,
    pub(crate) field: &'a Field,
    /// What stands in it, if that is not on the line.
    pub(crate) filled: Option<&'a Filled>,
}

impl Answering {
    pub(crate) fn new(ask: OpenAsk) -> Answering {
        let ask = fillable(ask);
        let ways = ways(&ask.form.tools);
        let empty = |field: &Field| match field.kind {
            FieldKind::Choice(_) => Filled::Choice(None),
            FieldKind::Text { .. }
            | FieldKind::Number { .. }
            | FieldKind::Texts { .. }
            | FieldKind::Each { .. }
            | FieldKind::Rows { .. } => Filled::Words(Line::default()),
        };
        let filled = ask.form.tools.iter().map(|tool| tool.fields.iter().map(empty).collect()).collect();
        let (sent, sent_before, kept, sure) = (None, None, None, None);
        Answering { ask, ways, picked: None, filled, focus: None, sent, sent_before, kept, sure }
    }

    /// The same ask again: what was filled in stays, if the form is still the same.
    pub(crate) fn refresh(&mut self, ask: OpenAsk) {
        let ask = fillable(ask);
        if self.ask.id == ask.id && self.ask.form == ask.form {
            self.ask = ask;
        } else {
            let sent = self.sent.take().filter(|_| self.ask.id == ask.id);
            *self = Answering::new(ask);
            self.sent = sent;
        }
    }

    /// The tool that Enter would use: the picked one, else the one that takes plain words.
    pub(crate) fn tool(&self) -> Option<(usize, &Tool)> {
        let index = match self.picked {
            Some(way) => self.ways.get(way)?.tool,
            None => {
                let takes_some = || self.ask.form.tools.iter().position(|tool| tool.words().is_some());
                self.by_words().or_else(takes_some)?
            }
        };
        Some((index, self.ask.form.tools.get(index)?))
    }

    /// The tool that words alone answer: they are all that it must be given.
    fn by_words(&self) -> Option<usize> {
        let only = |tool: &Tool| tool.fields.iter().filter(|field| field.required).count() == 1;
        self.ask.form.tools.iter().position(|tool| tool.words().is_some() && only(tool))
    }

    /// The tool whose fields are open: that of Enter, or before anything is picked the first that has any.
    fn fielded(&self) -> Option<usize> {
        let first = || (0..self.ask.form.tools.len()).find(|tool| !self.extra(*tool).is_empty());
        self.tool().map(|(index, _)| index).or_else(first)
    }

    /// The fields of a tool that neither the pick nor the line fills.
    fn extra(&self, tool: usize) -> Vec<usize> {
        let fields = &self.ask.form.tools[tool].fields;
        let words = self.ask.form.tools[tool].words().map(|field| field.name.as_str());
        let by_pick = self.ways.iter().find(|way| way.tool == tool).and_then(|way| way.choice);
        let is_extra =
            |at: &usize| Some(fields[*at].name.as_str()) != words && by_pick.is_none_or(|(by, _)| by != *at);
        (0..fields.len()).filter(is_extra).collect()
    }

    /// Is it a way that only says in words what the line is for?
    pub(crate) fn is_by_words(&self, way: &Way) -> bool {
        way.choice.is_none() && self.by_words() == Some(way.tool)
    }

    /// The fields that may be filled in besides.
    pub(crate) fn fields(&self) -> Vec<(usize, &Field, &Filled)> {
        let Some(tool) = self.fielded() else { return Vec::new() };
        let field = |at: usize| (at, &self.ask.form.tools[tool].fields[at], &self.filled[tool][at]);
        self.extra(tool).into_iter().map(field).collect()
    }

    /// Is it filled in a field at a time? So it is where there is only one thing to do, and it wants several.
    pub(crate) fn is_by_fields(&self) -> bool {
        match self.ask.form.tools.as_slice() {
            [tool] => tool.words().is_some() && tool.fields.iter().filter(|field| field.required).count() > 1,
            _ => false,
        }
    }

    /// Are lists written with commas between? They are where ideas are given by number.
    pub(crate) fn is_with_commas(&self) -> bool {
        self.ask.form.tools.iter().any(has_ideas)
    }

    /// The fields in the order in which they are filled in.
    pub(crate) fn steps(&self) -> Vec<Step<'_>> {
        let words = self.ask.form.tools.first().and_then(Tool::words);
        let line = words.map(|field| Step { focus: None, field, filled: None });
        let others = self.fields();
        let others = others.into_iter().map(|(at, field, filled)| Step {
            focus: Some(at),
            field,
            filled: Some(filled),
        });
        line.into_iter().chain(others).collect()
    }

    /// What the step under the keys lacks, with these words on the line.
    pub(crate) fn lacks(&self, words: &str) -> Option<String> {
        let step = self.steps().into_iter().find(|step| step.focus == self.focus)?;
        let label = clean_line(&step.field.label);
        let given = match step.filled {
            None if words.is_empty() => None,
            None => Some(Ok(Value::from(words))),
            Some(Filled::Choice(choice)) => choice.map(|choice| Ok(value(step.field, choice))),
            Some(Filled::Words(line)) if line.text().trim().is_empty() => None,
            Some(Filled::Words(line)) => Some(self.written(step.field, line.text().trim())),
        };
        match given {
            None if step.field.required => Some(says::this_has_to_be_given(&label)),
            None => None,
            Some(Err(why)) => Some(why),
            Some(Ok(value)) => step.field.check(&value).err(),
        }
    }

    /// Picks a choice of the field under the keys by its number. False if it is no such field.
    pub(crate) fn choose(&mut self, number: usize) -> bool {
        let (Some(focus), Some(tool)) = (self.focus, self.fielded()) else { return false };
        let FieldKind::Choice(choices) = &self.ask.form.tools[tool].fields[focus].kind else { return false };
        let at = number.checked_sub(1).filter(|at| *at < choices.len());
        if at.is_some() {
            self.filled[tool][focus] = Filled::Choice(at);
        }
        true
    }

    /// Has a field the keys that is chosen in, and not written in?
    pub(crate) fn is_choosing(&self) -> bool {
        let at = self.fielded().zip(self.focus);
        at.is_some_and(|(tool, focus)| matches!(self.filled[tool].get(focus), Some(Filled::Choice(_))))
    }

    /// Picks a way. What stands in a field goes along to the same field of the new tool.
    fn set_picked(&mut self, picked: Option<usize>) {
        let before = self.fielded();
        self.picked = picked;
        let (Some(before), Some(after)) = (before, self.fielded()) else { return };
        if before == after {
            return;
        }
        self.focus = None;
        for (at, field) in self.ask.form.tools[after].fields.iter().enumerate() {
            if let Some(same) = self.ask.form.tools[before].fields.iter().position(|other| other == field) {
                self.filled[after][at] = self.filled[before][same].clone();
            }
        }
    }

    pub(crate) fn focus(&self) -> Option<usize> {
        self.focus
    }

    /// The line of the field under the keys, if it takes words.
    pub(crate) fn focused_line(&mut self) -> Option<&mut Line> {
        let tool = self.fielded()?;
        match self.filled.get_mut(tool)?.get_mut(self.focus?)? {
            Filled::Words(line) => Some(line),
            Filled::Choice(_) => None,
        }
    }

    /// On to the next field, or back. False when that leads out of the fields, to the line.
    pub(crate) fn tab(&mut self, forward: bool) -> bool {
        let stops: Vec<usize> = self.fields().into_iter().map(|(at, ..)| at).collect();
        let here = self.focus.and_then(|focus| stops.iter().position(|at| *at == focus));
        let next = match (here, forward) {
            (None, true) => stops.first(),
            (None, false) => stops.last(),
            (Some(here), true) => stops.get(here + 1),
            (Some(here), false) => here.checked_sub(1).and_then(|at| stops.get(at)),
        };
        self.focus = next.copied();
        self.focus.is_some()
    }

    /// Back to the line.
    pub(crate) fn leave_field(&mut self) -> bool {
        self.focus.take().is_some()
    }

    /// On by so many ways, or back; in a field of choices that has the keys, to its next choice.
    pub(crate) fn step(&mut self, forward: bool, by: usize) {
        let next = |at: Option<usize>, by: usize, count: usize| match (at, forward) {
            (None, true) => Some(0),
            (None, false) => count.checked_sub(1),
            (Some(at), true) => Some(at + by),
            (Some(at), false) => at.checked_sub(by),
        };
        if let (Some(focus), Some(tool)) = (self.focus, self.fielded())
            && let FieldKind::Choice(choices) = &self.ask.form.tools[tool].fields[focus].kind
            && let Filled::Choice(at) = &mut self.filled[tool][focus]
        {
            // Before the first and after the last there is no choice.
            *at = next(*at, 1, choices.len()).filter(|at| *at < choices.len());
            return;
        }
        let count = self.ways.len();
        // One step goes round the list; a leap stays inside it.
        let else_to = if by == 1 { next(None, 1, count) } else { self.picked };
        let to = next(self.picked, by, count).filter(|at| *at < count).or(else_to);
        self.set_picked(to.filter(|at| *at < count));
    }

    /// Picks the way with this number or letter. True also if the digits are only the beginning of a number.
    pub(crate) fn pick(&mut self, keys: &str) -> bool {
        let way = self.ways.iter().position(|way| way.key == keys);
        if way.is_some() {
            self.set_picked(way);
            self.focus = None;
        }
        way.is_some() || self.ways.iter().any(|way| way.key.starts_with(keys))
    }

    /// Why a number that was typed picks nothing, where nothing but a choice can be meant by it.
    pub(crate) fn is_no_number(&self, words: &str) -> Option<String> {
        let number: u64 = words.parse().ok()?;
        let mut tools = self.ask.form.tools.iter();
        if self.picked.is_some() || self.ways.is_empty() || tools.any(|tool| tool.words().is_some()) {
            return None;
        }
        let mut barred = self.ask.form.tools.iter().flat_map(|tool| &tool.manner.barred);
        Some(match barred.find(|barred| barred.choice.value.as_u64() == Some(number)) {
            Some(Barred { choice, why }) => {
                says::cannot_be_chosen(clean_line(&choice.label), clean_line(why))
            }
            None => says::there_is_no_to_choose(number),
        })
    }

    /// Picks nothing.
    pub(crate) fn unpick(&mut self) -> bool {
        let was = self.picked.is_some();
        self.set_picked(None);
        self.focus = None;
        was
    }

    /// Somebody types: a pick that has no use for words is dropped, so that the words are not lost with it.
    pub(crate) fn typing(&mut self) {
        if self.focus.is_none() && self.tool().is_some_and(|(_, tool)| tool.words().is_none()) {
            self.set_picked(None);
        }
    }

    /// What Enter does, with these words on the line.
    pub(crate) fn answer(&self, words: &str) -> Answer {
        let words = words.trim();
        let Some((index, tool)) = self.tool() else {
            return match words {
                "" => Answer::Missing(says::CHOOSE_FIRST_THEN_PRESS_ENTER.to_owned()),
                words => Answer::Words(words.to_owned()),
            };
        };
        let mut command = Map::new();
        command.insert("type".to_owned(), Value::from(tool.name.as_str()));
        if let Some((field, choice)) = self.picked.and_then(|way| self.ways[way].choice) {
            command.insert(tool.fields[field].name.clone(), value(&tool.fields[field], choice));
        }
        let mut extras = false;
        for (_, field, filled) in self.fields() {
            let given = match filled {
                Filled::Choice(Some(choice)) => value(field, *choice),
                Filled::Words(line) if !line.is_empty() => match self.written(field, &line.text()) {
                    Ok(value) => value,
                    Err(why) => return Answer::Missing(why),
                },
                _ if field.required => {
                    let label = clean_line(&field.label);
                    return Answer::Missing(says::still_missing_tab_goes_there(&label));
                }
                _ => continue,
            };
            extras = true;
            command.insert(field.name.clone(), given);
        }
        if let Some(field) = tool.words() {
            if words.is_empty() {
                let label = clean_line(&field.label);
                return Answer::Missing(says::write_first_or_choose_another_way(&label));
            }
            if !extras && self.by_words() == Some(index) {
                return Answer::Words(words.to_owned());
            }
            command.insert(field.name.clone(), Value::from(words));
        }
        let command = Value::Object(command);
        match self.ask.form.check(&command) {
            Ok(()) => Answer::Command(self.ask.id, command),
            Err(why) => Answer::Missing(why),
        }
    }

    /// What was written into a field, as the command has it. What is no such thing is left for the check.
    fn written(&self, field: &Field, words: &str) -> Result<Value, String> {
        let commas = self.is_with_commas();
        match &field.kind {
            FieldKind::Choice(_) | FieldKind::Text { .. } => Ok(words.into()),
            FieldKind::Number { .. } => Ok(words.trim().parse::<i64>().map_or(words.into(), Value::from)),
            FieldKind::Texts { .. } => Ok(words
                .split(|letter| letter == '|' || (commas && letter == ','))
                .map(str::trim)
                .filter(|text| !text.is_empty())
                .collect()),
            // A table that must be given can be written in the one way that there is for it.
            FieldKind::Each { .. } | FieldKind::Rows { .. } => serde_json::from_str(words)
                .map_err(|why| says::has_to_be_written_as_json(clean_line(&field.label), &why)),
        }
    }

    /// The answer was sent: what was filled in is done with, and what was sent is remembered.
    pub(crate) fn sent(&mut self, command: Option<Value>) {
        let before = self.sent.take();
        let kept = std::mem::take(&mut self.filled);
        *self = Answering::new(self.ask.clone());
        self.sent = command;
        self.sent_before = before;
        self.kept = Some(kept);
    }

    /// What was last sent was refused: what stood before stands.
    pub(crate) fn refused(&mut self) {
        self.sent = self.sent_before.take();
        if self.is_by_fields()
            && let Some(kept) = self.kept.take()
        {
            self.filled = kept;
        }
    }

    /// Is this way what was last sent?
    pub(crate) fn is_sent(&self, way: &Way) -> bool {
        let Some(sent) = self.sent.as_ref().filter(|_| self.ask.answered) else { return false };
        let tool = &self.ask.form.tools[way.tool];
        sent["type"] == tool.name.as_str()
            && way.choice.is_none_or(|(field, choice)| {
                sent[&tool.fields[field].name] == value(&tool.fields[field], choice)
            })
    }
}

/// The ask without the tables that may be filled in: they are more than a line of keys can hold.
fn fillable(mut ask: OpenAsk) -> OpenAsk {
    let is_table = |kind: &FieldKind| matches!(kind, FieldKind::Each { .. } | FieldKind::Rows { .. });
    for tool in &mut ask.form.tools {
        tool.fields.retain(|field| field.required || !is_table(&field.kind));
    }
    ask
}

#[cfg(test)]
mod tests;
