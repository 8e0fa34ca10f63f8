//! An ask as a form: what may be answered, what is picked, what is filled in.
//!
//! It knows no rules and no machine. Every choice comes from the ask's own [`protocol::Form`], and the
//! answer is checked against it before it is sent.

use protocol::{AskId, Field, FieldKind, OpenAsk, Tool};
use serde_json::{Map, Value, json};

use crate::line::Line;
use crate::text::clean_line;

/// One way to answer, as one row to pick: a choice of a tool that asks only for it, or a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Way {
    pub(crate) tool: usize,
    /// The field and the choice, for a tool that asks for one.
    pub(crate) choice: Option<(usize, usize)>,
    pub(crate) label: String,
}

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
}

impl Answering {
    pub(crate) fn new(ask: OpenAsk) -> Answering {
        let ways = ways(&ask.form.tools);
        let empty = |field: &Field| match field.kind {
            FieldKind::Choice(_) => Filled::Choice(None),
            FieldKind::Text { .. } => Filled::Words(Line::default()),
        };
        let filled = ask.form.tools.iter().map(|tool| tool.fields.iter().map(empty).collect()).collect();
        Answering { ask, ways, picked: None, filled, focus: None, sent: None, sent_before: None }
    }

    /// The same ask again: what was filled in stays, if the form is still the same.
    pub(crate) fn refresh(&mut self, ask: OpenAsk) {
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
            None => self.ask.form.tools.iter().position(|tool| tool.words().is_some())?,
        };
        Some((index, self.ask.form.tools.get(index)?))
    }

    /// The fields of that tool that neither the pick nor the line fills.
    pub(crate) fn fields(&self) -> Vec<(usize, &Field, &Filled)> {
        let Some((index, tool)) = self.tool() else { return Vec::new() };
        let words = tool.words().map(|field| field.name.as_str());
        let by_pick = self.ways.iter().find(|way| way.tool == index).and_then(|way| way.choice);
        let fields = tool.fields.iter().zip(&self.filled[index]).enumerate();
        fields
            .filter(|(at, (field, _))| {
                Some(field.name.as_str()) != words && by_pick.is_none_or(|(by, _)| by != *at)
            })
            .map(|(at, (field, filled))| (at, field, filled))
            .collect()
    }

    /// Whether picking some way brings fields to fill in.
    pub(crate) fn fields_to_come(&self) -> bool {
        self.ways.iter().any(|way| {
            let tool = &self.ask.form.tools[way.tool];
            let taken = usize::from(way.choice.is_some()) + usize::from(tool.words().is_some());
            tool.fields.len() > taken
        })
    }

    pub(crate) fn focus(&self) -> Option<usize> {
        self.focus
    }

    /// The line of the field under the keys, if it takes words.
    pub(crate) fn focused_line(&mut self) -> Option<&mut Line> {
        let (tool, _) = self.tool()?;
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

    /// On by so many ways, or back; in a field that has the keys, to its next choice.
    pub(crate) fn step(&mut self, forward: bool, by: usize) {
        let Some(focus) = self.focus else {
            let count = self.ways.len();
            let next = match (self.picked, forward) {
                (None, true) => Some(0),
                (None, false) => count.checked_sub(1),
                (Some(at), true) => Some(at + by),
                (Some(at), false) => at.checked_sub(by),
            };
            // One step goes round the list; a leap stays inside it.
            let round = if forward { Some(0) } else { count.checked_sub(1) };
            self.picked = next.filter(|at| *at < count).or(if by == 1 { round } else { self.picked });
            self.picked = self.picked.filter(|at| *at < count);
            return;
        };
        let Some((tool, _)) = self.tool() else { return };
        let FieldKind::Choice(choices) = &self.ask.form.tools[tool].fields[focus].kind else { return };
        let count = choices.len();
        if let Filled::Choice(at) = &mut self.filled[tool][focus] {
            // Before the first and after the last there is no choice.
            *at = match (*at, forward) {
                (None, true) => Some(0),
                (None, false) => count.checked_sub(1),
                (Some(at), true) => Some(at + 1),
                (Some(at), false) => at.checked_sub(1),
            }
            .filter(|at| *at < count);
        }
    }

    /// Picks a way by its number, from 1.
    pub(crate) fn pick(&mut self, number: usize) -> bool {
        let is_one = (1..=self.ways.len()).contains(&number);
        if is_one {
            self.picked = Some(number - 1);
            self.focus = None;
        }
        is_one
    }

    /// Picks nothing.
    pub(crate) fn unpick(&mut self) -> bool {
        self.focus = None;
        self.picked.take().is_some()
    }

    /// Somebody types: a pick that has no use for words is dropped, so that the words are not lost with it.
    pub(crate) fn typing(&mut self) {
        if self.focus.is_none() && self.tool().is_some_and(|(_, tool)| tool.words().is_none()) {
            self.picked = None;
        }
    }

    /// What Enter does, with these words on the line.
    pub(crate) fn answer(&self, words: &str) -> Answer {
        let words = words.trim();
        let Some((index, tool)) = self.tool() else {
            return match words {
                "" => Answer::Missing("choose first, then press Enter".to_owned()),
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
                Filled::Words(line) if !line.is_empty() => Value::from(line.text()),
                _ if field.required => {
                    let label = clean_line(&field.label);
                    return Answer::Missing(format!("still missing: {label} (Tab goes there)"));
                }
                _ => continue,
            };
            extras = true;
            command.insert(field.name.clone(), given);
        }
        if let Some(field) = tool.words() {
            if words.is_empty() {
                let label = clean_line(&field.label);
                return Answer::Missing(format!("write first ({label}), or choose another way"));
            }
            let first = self.ask.form.tools.iter().position(|tool| tool.words().is_some());
            if !extras && first == Some(index) {
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

    /// The answer was sent: what was filled in is done with, and what was sent is remembered.
    pub(crate) fn sent(&mut self, command: Option<Value>) {
        let before = self.sent.take();
        *self = Answering::new(self.ask.clone());
        self.sent = command;
        self.sent_before = before;
    }

    /// What was last sent was refused: what stood before stands.
    pub(crate) fn refused(&mut self) {
        self.sent = self.sent_before.take();
    }

    /// The answer stands with this value, as the machine's own view says.
    pub(crate) fn stands(&mut self, target: &Value) {
        let is_it = |way: &&Way| {
            way.choice.is_some_and(|(field, choice)| {
                value(&self.ask.form.tools[way.tool].fields[field], choice) == *target
            })
        };
        if let Some(Way { tool, choice: Some((field, _)), .. }) = self.ways.iter().find(is_it) {
            let tool = &self.ask.form.tools[*tool];
            self.sent = Some(json!({"type": tool.name, tool.fields[*field].name.as_str(): target}));
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

fn value(field: &Field, choice: usize) -> Value {
    match &field.kind {
        FieldKind::Choice(choices) => choices.get(choice).map_or(Value::Null, |choice| choice.value.clone()),
        FieldKind::Text { .. } => Value::Null,
    }
}

/// The ways of a form. A tool whose only demand is one choice is as many ways as it has choices.
fn ways(tools: &[Tool]) -> Vec<Way> {
    let mut ways = Vec::new();
    for (index, tool) in tools.iter().enumerate() {
        let mut required = tool.fields.iter().enumerate().filter(|(_, field)| field.required);
        match (required.next(), required.next()) {
            (Some((at, Field { kind: FieldKind::Choice(choices), .. })), None) => {
                ways.extend(choices.iter().enumerate().map(|(choice, told)| Way {
                    tool: index,
                    choice: Some((at, choice)),
                    label: clean_line(&told.label),
                }));
            }
            _ => {
                let about = if tool.about.is_empty() { &tool.name } else { &tool.about };
                let label = clean_line(about).trim_end_matches('.').to_owned();
                ways.push(Way { tool: index, choice: None, label });
            }
        }
    }
    ways
}

#[cfg(test)]
mod tests {
    use protocol::{Choice, Form, SeatId};

    use super::*;

    fn choices(labels: &[&str]) -> FieldKind {
        let choice = |(at, label): (usize, &&str)| Choice { value: json!(at), label: (*label).to_owned() };
        FieldKind::Choice(labels.iter().enumerate().map(choice).collect())
    }

    fn field(name: &str, required: bool, kind: FieldKind) -> Field {
        Field { name: name.to_owned(), label: name.to_owned(), required, kind }
    }

    fn tool(name: &str, fields: Vec<Field>) -> Tool {
        Tool { name: name.to_owned(), about: format!("to {name}"), fields }
    }

    fn asked(tools: Vec<Tool>) -> Answering {
        let form = Form { title: "What now?".to_owned(), tools };
        Answering::new(OpenAsk { id: AskId(7), seat: SeatId::at(0), answered: false, deadline: None, form })
    }

    fn turn() -> Answering {
        asked(vec![
            tool(
                "say",
                vec![
                    field("words", true, FieldKind::Text { max_chars: 20 }),
                    field("blames", false, choices(&["Ana", "Ben"])),
                    field("why", false, FieldKind::Text { max_chars: 20 }),
                ],
            ),
            tool("pass", vec![]),
        ])
    }

    #[test]
    fn a_tool_that_asks_for_one_choice_is_a_way_for_each() {
        let vote = asked(vec![
            tool("vote", vec![field("target", true, choices(&["Ana", "Ben"]))]),
            tool("abstain", vec![]),
        ]);
        let labels: Vec<&str> = vote.ways.iter().map(|way| way.label.as_str()).collect();
        assert_eq!(labels, ["Ana", "Ben", "to abstain"]);
    }

    #[test]
    fn nothing_is_answered_before_something_is_picked() {
        let mut vote = asked(vec![tool("vote", vec![field("target", true, choices(&["Ana", "Ben"]))])]);
        assert!(matches!(vote.answer(""), Answer::Missing(_)));
        vote.step(true, 1);
        vote.step(true, 1);
        assert_eq!(vote.answer(""), Answer::Command(AskId(7), json!({"type": "vote", "target": 1})));
        vote.step(true, 1);
        assert_eq!(vote.picked, Some(0), "the list goes round");
        assert!(!vote.pick(3));
    }

    #[test]
    fn words_alone_are_a_line_and_words_with_more_are_a_command() {
        let mut turn = turn();
        assert_eq!(turn.answer("Hello."), Answer::Words("Hello.".to_owned()));
        assert!(turn.tab(true));
        turn.step(true, 1);
        turn.step(true, 1);
        let said = json!({"type": "say", "words": "Hello.", "blames": 1});
        assert_eq!(turn.answer("Hello."), Answer::Command(AskId(7), said));
        turn.step(true, 1);
        assert_eq!(turn.answer("Hello."), Answer::Words("Hello.".to_owned()), "past the last is nothing");
        assert!(turn.tab(true));
        turn.focused_line().expect("why takes words").insert("so");
        assert!(!turn.tab(true), "and back to the line");
        let said = json!({"type": "say", "words": "Hello.", "why": "so"});
        assert_eq!(turn.answer("Hello."), Answer::Command(AskId(7), said));
    }

    #[test]
    fn typing_drops_a_pick_that_has_no_use_for_words() {
        let mut turn = turn();
        turn.pick(2);
        assert_eq!(turn.answer(""), Answer::Command(AskId(7), json!({"type": "pass"})));
        turn.typing();
        assert_eq!(turn.answer("Wait."), Answer::Words("Wait.".to_owned()));
    }

    #[test]
    fn what_must_be_given_is_named() {
        let mut roll = asked(vec![tool(
            "roll",
            vec![field("dice", true, choices(&["one", "two"])), field("position", true, choices(&["risky"]))],
        )]);
        roll.pick(1);
        assert_eq!(roll.answer(""), Answer::Missing("still missing: dice (Tab goes there)".to_owned()));
        roll.tab(true);
        roll.step(true, 1);
        roll.tab(true);
        roll.step(true, 1);
        let rolled = json!({"type": "roll", "dice": 0, "position": 0});
        assert_eq!(roll.answer(""), Answer::Command(AskId(7), rolled));
    }

    #[test]
    fn words_that_are_too_many_stay_here() {
        let mut turn = turn();
        turn.pick(1);
        turn.tab(true);
        turn.step(true, 1);
        assert!(matches!(turn.answer(&"x".repeat(30)), Answer::Missing(why) if why.contains("20")));
    }

    #[test]
    fn the_form_survives_an_update_and_forgets_with_a_new_ask() {
        let mut vote = asked(vec![tool("vote", vec![field("target", true, choices(&["Ana", "Ben"]))])]);
        vote.pick(2);
        vote.refresh(OpenAsk { answered: true, ..vote.ask.clone() });
        assert_eq!(vote.picked, Some(1));
        vote.sent(Some(json!({"type": "vote", "target": 1})));
        assert!(vote.is_sent(&vote.ways[1]) && !vote.is_sent(&vote.ways[0]));
        vote.refresh(OpenAsk { id: AskId(8), ..vote.ask.clone() });
        assert!(vote.picked.is_none() && !vote.is_sent(&vote.ways[1]));
    }
}
