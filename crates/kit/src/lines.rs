//! Lines: sentences with slots in them, as they stand in plain data files. A line is read once, and filled often.
//!
//! | in a line | |
//! |---|---|
//! | `{place}` | a slot: its value, without blanks around it |
//! | `{?indoors}` | a gate: nothing, but the line sits out where `indoors` has no value |
//! | `{?sneak\|travel}` | the same, and any of several will do |
//! | `{}` | nothing: a line of its own, for once in a while no words |
//!
//! A value that begins a sentence gets a capital. Before a mark its own closing marks give way, and between quotation
//! marks its own become single ones.

/// What goes into the slots of lines.
pub trait Values {
    /// The value of a slot, if it has one.
    fn value(&self, slot: &str) -> Option<&str>;
}

impl Values for [(&str, &str)] {
    fn value(&self, slot: &str) -> Option<&str> {
        self.iter().find(|(name, _)| *name == slot).map(|(_, value)| *value)
    }
}

impl<const N: usize> Values for [(&str, &str); N] {
    fn value(&self, slot: &str) -> Option<&str> {
        self.as_slice().value(slot)
    }
}

/// A line, taken apart.
#[derive(Debug)]
pub struct Line<'t> {
    text: &'t str,
    gates: Vec<&'t str>,
    pieces: Vec<Piece<'t>>,
}

/// Words, and the slot behind them, if there is one.
#[derive(Debug)]
struct Piece<'t> {
    words: &'t str,
    slot: Option<Slot<'t>>,
}

#[derive(Debug)]
struct Slot<'t> {
    name: &'t str,
    /// Does it begin a sentence? Nothing where that depends on what stands before it when it is filled.
    begins: Option<bool>,
    /// Does a mark follow?
    stops: bool,
    /// Does it stand between quotation marks?
    quoted: bool,
}

/// Marks that close a value, and that one gives way to.
const CLOSING: [char; 6] = ['.', '!', '?', ',', ';', ':'];

impl<'t> Line<'t> {
    /// Takes a line apart. `whole` lines are sentences of their own; the beginning of others is left as it is.
    ///
    /// # Errors
    /// What is wrong with its braces.
    pub fn parse(text: &'t str, whole: bool) -> Result<Line<'t>, String> {
        let mut line = Line { text, gates: Vec::new(), pieces: Vec::new() };
        let (mut begins, mut quotes) = (if whole { None } else { Some(false) }, 0);
        let mut rest = text;
        while let Some((before, inside)) = rest.split_once('{') {
            let (name, after) =
                inside.split_once('}').ok_or_else(|| format!("a brace is left open: {text}"))?;
            if !before.is_empty() {
                quotes += before.matches('"').count();
                begins = Some(begins_a_sentence(before)).filter(|_| !is_open(before)).or(begins);
            }
            let gate = name.strip_prefix('?');
            line.gates.extend(gate);
            let slot = (gate.is_none() && !name.is_empty()).then(|| {
                let stops = after.starts_with(|c| CLOSING.contains(&c) || matches!(c, '"' | '\''));
                Slot { name, begins: begins.take(), stops, quoted: quotes % 2 == 1 }
            });
            if !before.is_empty() || slot.is_some() {
                line.pieces.push(Piece { words: before, slot });
            }
            rest = after;
        }
        if rest.contains('}') {
            return Err(format!("a brace is not opened: {text}"));
        }
        if !rest.is_empty() {
            line.pieces.push(Piece { words: rest, slot: None });
        }
        Ok(line)
    }

    /// The line as it is written.
    pub fn text(&self) -> &'t str {
        self.text
    }

    /// The names of its slots.
    pub fn slots(&self) -> impl Iterator<Item = &'t str> {
        self.pieces.iter().filter_map(|piece| piece.slot.as_ref()).map(|slot| slot.name)
    }

    /// The names of its gates.
    pub fn gates(&self) -> impl Iterator<Item = &'t str> {
        self.gates.iter().flat_map(|gate| gate.split('|'))
    }

    /// Has each of its slots a value, and one of each of its gates?
    pub fn fits(&self, values: &(impl Values + ?Sized)) -> bool {
        self.gates.iter().all(|gate| gate.split('|').any(|way| is_given(values, way)))
            && self
                .pieces
                .iter()
                .filter_map(|piece| piece.slot.as_ref())
                .all(|slot| slot.value(values).is_some())
    }

    /// Writes it behind a text.
    pub fn write(&self, values: &(impl Values + ?Sized), out: &mut String) {
        for Piece { words, slot } in &self.pieces {
            out.push_str(words);
            if let Some(slot) = slot
                && let Some(value) = slot.value(values)
            {
                slot.write(value, out);
            }
        }
    }

    /// The line with its slots filled, or nothing if one has no value.
    pub fn fill(&self, values: &(impl Values + ?Sized)) -> Option<String> {
        let mut text = String::with_capacity(2 * self.text.len());
        self.fits(values).then(|| self.write(values, &mut text)).map(|()| text)
    }

    /// Is this what somebody says with the line, whatever stands in its slots and before it?
    pub fn ends(&self, text: &str) -> bool {
        let (last, before) = match self.pieces.split_last() {
            Some((Piece { words, slot: None }, before)) => (*words, before),
            Some((Piece { slot: Some(_), .. }, _)) | None => ("", &self.pieces[..]),
        };
        let Some(mut rest) = text.strip_suffix(last) else { return false };
        if before.is_empty() {
            return rest.is_empty() || rest.ends_with(' ');
        }
        for piece in before {
            let Some((_, after)) = rest.split_once(piece.words) else { return false };
            rest = after;
        }
        !rest.is_empty()
    }
}

impl Slot<'_> {
    fn value<'v>(&self, values: &'v (impl Values + ?Sized)) -> Option<&'v str> {
        let value = trimmed(values.value(self.name)?);
        let value = if self.stops { value.trim_end_matches(CLOSING).trim_end() } else { value };
        Some(value).filter(|value| !value.is_empty())
    }

    fn write(&self, value: &str, out: &mut String) {
        let start = out.len();
        let begins = self.begins.unwrap_or_else(|| begins_a_sentence(out));
        match value.chars().next() {
            Some(first) if begins && !first.is_uppercase() => {
                out.extend(first.to_uppercase());
                out.push_str(&value[first.len_utf8()..]);
            }
            _ => out.push_str(value),
        }
        if self.quoted && out[start..].contains('"') {
            let single = out[start..].replace('"', "'");
            out.replace_range(start.., &single);
        }
    }
}

/// Has this slot or gate a value?
pub(crate) fn is_given(values: &(impl Values + ?Sized), name: &str) -> bool {
    values.value(name).is_some_and(|value| !trimmed(value).is_empty())
}

/// Without blanks around it: few values have any, and those need a closer look.
pub fn trimmed(value: &str) -> &str {
    match value.as_bytes() {
        [first, .., last] if first.is_ascii_graphic() && last.is_ascii_graphic() => value,
        _ => value.trim(),
    }
}

/// Is what comes next the first word of a sentence?
pub fn begins_a_sentence(text: &str) -> bool {
    let before = text.trim_end_matches(['"', '\'', '(']).trim_end();
    before.is_empty()
        || before.ends_with(['.', '?', '!'])
        || (text.ends_with('"') && before.ends_with([',', ':']))
}

/// Does a text say nothing about what comes next, because there is nothing but blanks and opening marks in it?
fn is_open(text: &str) -> bool {
    text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '(')).is_empty()
}
