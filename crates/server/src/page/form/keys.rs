//! The keys that pick a way to answer.

use engine::{Choice, Tool};

/// The keys that pick a way, by number. Where there are tiles or a row to pick from, the numbers are theirs.
pub(super) struct Keys {
    next: Option<usize>,
}

impl Keys {
    /// Keys from 1 on; no numbers, where something else has them.
    pub(super) fn new(is_free: bool) -> Keys {
        Keys { next: is_free.then_some(1) }
    }

    /// The key of a way: a letter of its own, else the next number, as long as one digit says it.
    pub(super) fn of(&mut self, tool: &Tool) -> Option<String> {
        let letter = tool.manner.key.map(|key| key.to_string());
        letter.or_else(|| self.number())
    }

    /// The number of a choice: its own, as a seat's, if it is one that a digit says, else the next.
    pub(super) fn of_choice(&mut self, choice: &Choice) -> Option<String> {
        let Some(own) = choice.value.as_u64() else { return self.number() };
        let next = self.next?;
        self.next = Some(next.max(own as usize + 1));
        (1..10).contains(&own).then(|| own.to_string())
    }

    /// The next number: a way of several buttons has one for each, and no letter.
    fn number(&mut self) -> Option<String> {
        let number = self.next.filter(|number| *number < 10)?;
        self.next = Some(number + 1);
        Some(number.to_string())
    }
}
