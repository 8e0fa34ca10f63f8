//! `parlor sessions`: what was played here, the last played first.

use std::fmt::Write;

use protocol::table::utc_text;
use serde::Serialize;
use store::SessionRow;
use tui::lines::columns;

use crate::cli::{Sessions, called};
use crate::context::Context;
use crate::evening::columns_of_terminal;
use crate::exit::{Code, Outcome};
use crate::saved;
use crate::text::short;

#[derive(Serialize)]
struct Listed<'a> {
    session: &'a str,
    title: &'a str,
    machine: &'a str,
    ended: bool,
    /// None while it goes on: how many records there are tells what was done in secret.
    records: Option<u64>,
    head: Option<engine::Hash>,
    created_at: i64,
    updated_at: i64,
    parent: Option<protocol::Parent>,
}

/// Lists the sessions. It says nothing of who won: a list should spoil no replay.
pub(crate) fn run(cx: &Context, args: &Sessions) -> Outcome {
    let store::Listed { rows, damaged } =
        cx.reader()?.map_or(Ok(store::Listed::default()), |store| saved::listed(&store))?;
    for damage in damaged {
        cx.note(damage);
    }
    if args.json.json {
        #[derive(Serialize)]
        struct All<'a> {
            sessions: Vec<Listed<'a>>,
        }
        cx.json(&All { sessions: rows.iter().map(listed).collect() })?;
        return Ok(Code::Fine);
    }
    if rows.is_empty() {
        cx.note("no sessions yet\n  → parlor demo plays one, parlor play gives you a seat");
        return Ok(Code::Fine);
    }
    let mut table =
        vec![["id", "machine", "state", "records", "last played", "title"].map(str::to_owned).to_vec()];
    let none = if cx.theme.ascii { "-" } else { "–" };
    for row in &rows {
        let mut title = short(&protocol::clean_line(&row.meta.title), 40);
        if let Some((parent, at)) = &row.meta.parent {
            let _ = write!(title, " (fork of {parent} at {at})");
        }
        table.push(vec![
            row.meta.id.to_string(),
            called(&row.meta.machine).to_owned(),
            if row.ended { "ended" } else { "unfinished" }.to_owned(),
            if row.ended { row.records.to_string() } else { none.to_owned() },
            utc_text(row.updated_at).replace('T', " "),
            title,
        ]);
    }
    let width = columns_of_terminal(cx, u16::MAX).map_or(usize::MAX, usize::from);
    let lines: String = columns(&table).lines().map(|line| short(line, width) + "\n").collect();
    cx.print(&lines)?;
    Ok(Code::Fine)
}

fn listed(row: &SessionRow) -> Listed<'_> {
    let parent = row.meta.parent.as_ref();
    Listed {
        session: row.meta.id.as_str(),
        title: &row.meta.title,
        machine: &row.meta.machine,
        ended: row.ended,
        records: row.ended.then_some(row.records),
        head: row.ended.then_some(row.head),
        created_at: row.meta.created_at,
        updated_at: row.updated_at,
        parent: parent.map(|(session, at)| protocol::Parent { session: session.to_string(), at: *at }),
    }
}
