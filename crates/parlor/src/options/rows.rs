//! A file of rows, such as `--things FILE`: tables in TOML, each with its lines, so that what is wrong can be found there.

use std::collections::BTreeMap;
use std::path::Path;

use engine::{Field, Knob};
use protocol::clean_line;
use serde_json::{Value, json};
use toml::Spanned;

/// A row as it is written: its fields, each with its place.
type Row = Spanned<BTreeMap<String, Spanned<toml::Value>>>;

/// Where the rows of a file stand, and the fields of each.
#[derive(Debug)]
pub(super) struct Rows {
    file: String,
    lines: Vec<(usize, BTreeMap<String, usize>)>,
}

impl Rows {
    /// Reads a file; the error names the line.
    pub(super) fn parse(
        knob: &Knob,
        fields: &[Field],
        path: &Path,
        text: &str,
    ) -> Result<(Rows, Value), String> {
        let line = |at: usize| 1 + text.get(..at).unwrap_or(text).matches('\n').count();
        let mut all: BTreeMap<String, Vec<Row>> = toml::from_str(text).map_err(|error| {
            let at = error.span().map_or(String::new(), |span| format!(", line {}", line(span.start)));
            format!("{at}: {}", clean_line(error.message()))
        })?;
        let row = row_name(knob);
        let found = all.remove(row).unwrap_or_default();
        if let Some(other) = all.keys().next() {
            return Err(format!(": there is [[{}]] in it, and only [[{row}]] can be", clean_line(other)));
        }
        if found.is_empty() {
            return Err(format!(": there is no [[{row}]] in it"));
        }
        let (mut rows, mut values) =
            (Rows { file: path.display().to_string(), lines: Vec::new() }, Vec::new());
        for row in found {
            let at = line(row.span().start);
            let row = row.into_inner();
            let lines = row.iter().map(|(name, value)| (name.clone(), line(value.span().start)));
            rows.lines.push((at, lines.collect()));
            let row: BTreeMap<String, toml::Value> =
                row.into_iter().map(|(name, value)| (name, value.into_inner())).collect();
            values.push(json!(row));
        }
        let alone = |value: &Value| {
            Knob { kind: engine::FieldKind::rows(1..=1, fields.to_vec()), ..knob.clone() }
                .check(&json!([value]))
        };
        for (index, value) in values.iter().enumerate() {
            if let Err(why) = alone(value) {
                let why = why.strip_prefix(&format!("{}[0]", knob.path)).unwrap_or(&why);
                let place = rows.line(index, why);
                return Err(format!(", line {place}: {}", clean_line(why.trim_start_matches(['.', ' ']))));
            }
        }
        Ok((rows, values.into()))
    }

    /// The line of what `rest` of a path leads to: `.home`, or nothing for the row itself.
    fn line(&self, index: usize, rest: &str) -> usize {
        let Some((at, fields)) = self.lines.get(index) else { return 0 };
        let name = rest.trim_start_matches('.').split([':', '[', '.']).next().unwrap_or_default();
        fields.get(name).copied().unwrap_or(*at)
    }

    /// Where in the file `[3].home` stands.
    pub(super) fn place(&self, rest: &str) -> Option<String> {
        let (index, rest) = rest.strip_prefix('[')?.split_once(']')?;
        let line = self.line(index.parse().ok()?, rest);
        Some(format!("{}, line {line}: {}", self.file, rest.trim_start_matches('.')))
    }
}

/// What one row is called: one of `things` is a `thing`.
fn row_name(knob: &Knob) -> &str {
    knob.path.strip_suffix('s').unwrap_or(&knob.path)
}

/// What a row of such a file is called, and what stands in it.
pub(super) fn form<'a>(knob: &'a Knob, fields: &[Field]) -> (&'a str, String) {
    let named = |required: bool| {
        let of = fields.iter().filter(|field| field.required == required);
        of.map(|field| format!("{} ({})", field.name, field.label)).collect::<Vec<_>>().join(", ")
    };
    let may = match named(false) {
        none if none.is_empty() => String::new(),
        some => format!("; there may also be {some}"),
    };
    (row_name(knob), named(true) + &may)
}
