//! A legal answer drawn without looking, from any form: the baseline that every figure is read against, and what bad luck
//! makes of the rules.

use serde_json::{Map, Value};

use crate::{Choice, Dice, Field, FieldKind, Form};

/// The longest list that is drawn, unless the form wants more.
const ITEMS_MAX: usize = 4;

impl Form {
    /// One of the ways to answer, each equally likely, with values that the form offers. Optional fields are given in one
    /// case of two. Words are of no meaning, and no two texts of an answer are the same.
    ///
    /// What the form accepts the rules may still refuse, where a value must fit another: then draw again.
    pub fn draw(&self, dice: &mut Dice) -> Value {
        let Some(tool) = dice.pick(&self.tools) else { return Value::Null };
        let mut command = Map::from_iter([("type".to_owned(), Value::from(tool.name.as_str()))]);
        draw_fields(&tool.fields, dice, &mut 0, &mut command);
        Value::Object(command)
    }
}

fn draw_fields(fields: &[Field], dice: &mut Dice, words: &mut u32, into: &mut Map<String, Value>) {
    for field in fields {
        if field.required || dice.chance(1, 2) {
            into.insert(field.name.clone(), draw_value(&field.kind, dice, words));
        }
    }
}

fn draw_value(kind: &FieldKind, dice: &mut Dice, words: &mut u32) -> Value {
    match kind {
        FieldKind::Choice(choices) => draw_choice(choices, dice),
        FieldKind::Text { max_chars, voice: _ } => draw_words(*max_chars, dice, words),
        FieldKind::Each { keys, values } => {
            let mut given = Vec::new();
            for key in keys {
                if dice.chance(1, 2) {
                    given.push(Value::from(vec![key.value.clone(), draw_choice(values, dice)]));
                }
            }
            given.into()
        }
        FieldKind::Number { min, max } => {
            let more = u32::try_from(max.abs_diff(*min)).unwrap_or(u32::MAX).saturating_add(1);
            min.saturating_add(dice.below(more).into()).into()
        }
        FieldKind::Texts { min, max, max_chars } => {
            let count = draw_count(*min, *max, dice);
            (0..count).map(|_| draw_words(*max_chars, dice, words)).collect()
        }
        FieldKind::Rows { fields, min, max } => {
            let count = draw_count(*min, *max, dice);
            let row = |_| {
                let mut row = Map::new();
                draw_fields(fields, dice, words, &mut row);
                Value::Object(row)
            };
            (0..count).map(row).collect()
        }
    }
}

fn draw_choice(choices: &[Choice], dice: &mut Dice) -> Value {
    dice.pick(choices).map_or(Value::Null, |choice| choice.value.clone())
}

fn draw_count(min: usize, max: usize, dice: &mut Dice) -> usize {
    let more = max.min(ITEMS_MAX.max(min)) - min;
    min + dice.below(u32::try_from(more).unwrap_or(0) + 1) as usize
}

/// Some words; the number in them goes up from one text to the next.
fn draw_words(max_chars: usize, dice: &mut Dice, words: &mut u32) -> Value {
    const THINGS: &[&str] = &["lamp", "letter", "rope", "door", "coin", "mug", "cable", "stair"];
    *words += 1;
    let thing = dice.pick(THINGS).copied().unwrap_or_default();
    format!("{words} {thing}").chars().take(max_chars).collect::<String>().into()
}
