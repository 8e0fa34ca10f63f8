//! Forms that are answered by keys: choices that a number takes at once, ways with letters, and ideas for a list.

use protocol::{Field, FieldKind, Shown, Tool, clean_line};
use serde_json::Value;

use super::{Answer, Answering};
use crate::says;

/// What a command says of a choice of its one required field, if it says more than the label.
pub(crate) fn shown(tool: &Tool, choice: usize) -> Option<&Shown> {
    tool.manner.shown.get(choice)
}

/// The list that may be given with a choice.
fn list(tool: &Tool) -> Option<&Field> {
    tool.fields.iter().find(|field| !field.required && matches!(field.kind, FieldKind::Texts { .. }))
}

/// Are there ideas for a list of this tool's? Then they are given by their numbers, with commas between.
pub(crate) fn has_ideas(tool: &Tool) -> bool {
    list(tool).is_some() && tool.manner.shown.iter().any(|it| !it.ideas.is_empty())
}

/// The idea that is named by its number; else the words as they are.
pub(crate) fn meant<'a>(ideas: &'a [String], words: &'a str) -> &'a str {
    let number = words.parse::<usize>().ok();
    number.and_then(|number| ideas.get(number.checked_sub(1)?)).map_or(words, String::as_str)
}

/// The command with the ideas of its list that were named by their numbers.
fn with_ideas(tool: &Tool, ideas: &[String], mut command: Value) -> Value {
    let list = list(tool).and_then(|field| command.get_mut(&field.name)).and_then(Value::as_array_mut);
    for words in list.into_iter().flatten() {
        if let Some(text) = words.as_str() {
            *words = Value::from(meant(ideas, text));
        }
    }
    command
}

/// Is it one choice, and nothing else?
fn is_one_choice(tool: &Tool) -> bool {
    matches!(tool.fields.as_slice(), [Field { kind: FieldKind::Choice(_), required: true, .. }])
}

impl Answering {
    /// The tool of the picked way.
    fn picked_tool(&self) -> Option<&Tool> {
        self.ask.form.tools.get(self.ways.get(self.picked?)?.tool)
    }

    /// What Enter would do with these words that cannot be undone: it asks once more, and is sure of it then.
    pub(crate) fn asks_once_more(&mut self, words: &str) -> Option<String> {
        let what = self.tool()?.1.manner.for_good.as_ref()?;
        let asks = says::enter_esc_leaves_it(clean_line(what));
        self.sure = Some(self.answer(words));
        Some(asks)
    }

    /// Is an answer what it was asked about once more?
    pub(crate) fn is_sure(&self, answer: &Answer) -> bool {
        self.sure.as_ref() == Some(answer)
    }

    /// Leaves what it was asked about. True if nothing else need be left for that.
    pub(crate) fn leaves_it(&mut self) -> bool {
        self.sure.take().is_some() && self.picked.is_none()
    }

    /// Is the picked way one of several choices that can be undone? Then the number alone answers.
    pub(crate) fn answers_at_once(&self) -> bool {
        let is_choice =
            self.picked.and_then(|picked| self.ways.get(picked)).is_some_and(|way| way.choice.is_some());
        let is_undone = |tool: &Tool| is_one_choice(tool) && tool.manner.for_good.is_none();
        self.is_at_once() && is_choice && self.picked_tool().is_some_and(is_undone)
    }

    /// Is one of the choices taken by its number alone? Where all else has letters, nobody means a number otherwise.
    pub(crate) fn is_at_once(&self) -> bool {
        let tools = &self.ask.form.tools;
        let is_lettered = |tool: &Tool| is_one_choice(tool) || tool.manner.key.is_some();
        !self.ask.answered
            && tools.iter().any(is_one_choice)
            && tools.len() > 1
            && tools.iter().all(is_lettered)
    }

    /// Have ways letters of their own?
    pub(crate) fn is_lettered(&self) -> bool {
        self.ways.iter().any(|way| way.key.starts_with(char::is_alphabetic))
    }

    /// What is asked after the way that is picked, with ideas, and the tool that it belongs to.
    pub(crate) fn follow_up(&self) -> Option<(&Tool, &Shown)> {
        let (_, choice) = self.ways.get(self.picked?)?.choice?;
        let tool = self.picked_tool().filter(|tool| has_ideas(tool))?;
        Some((tool, shown(tool, choice)?))
    }

    /// The command with the ideas that were named by their numbers.
    pub(crate) fn meant(&self, command: Value) -> Value {
        match self.follow_up() {
            Some((tool, shown)) => with_ideas(tool, &shown.ideas, command),
            None => command,
        }
    }
}

#[cfg(test)]
mod tests {
    use protocol::Manner;
    use serde_json::json;

    use super::*;

    #[test]
    fn ideas_are_named_by_their_numbers() {
        let texts = FieldKind::Texts { min: 0, max: 9, max_chars: 60 };
        let anchors = Field {
            name: "anchors".to_owned(),
            label: "what stays".to_owned(),
            required: false,
            kind: texts,
        };
        let ideas = vec!["desk".to_owned(), "lamp".to_owned()];
        let shown = vec![Shown { ideas: ideas.clone(), ..Shown::default() }];
        let tool =
            Tool { fields: vec![anchors], manner: Manner { shown, ..Manner::default() }, ..Tool::default() };
        assert!(has_ideas(&tool));
        let command = json!({"type": "choose_function", "branch": 1, "anchors": ["2", "a chair", "3"]});
        assert_eq!(with_ideas(&tool, &ideas, command)["anchors"], json!(["lamp", "a chair", "3"]));
        let none = json!({"type": "choose_function", "branch": 1});
        assert_eq!(with_ideas(&tool, &ideas, none.clone()), none, "nothing is added");
    }
}
