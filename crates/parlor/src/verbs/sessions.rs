//! `parlor sessions`: what was played here, the last played first.

use std::fmt::Write;

use protocol::table::utc_text;
use serde::Serialize;
use store::SessionRow;
use tui::lines::columns;

use crate::campaigns;
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
    if args.campaigns {
        return campaigns(cx, args);
    }
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
    print(cx, &table)
}

/// A table, as wide as the terminal is.
fn print(cx: &Context, table: &[Vec<String>]) -> Outcome {
    let width = columns_of_terminal(cx, u16::MAX).map_or(usize::MAX, usize::from);
    let lines: String = columns(table).lines().map(|line| short(line, width) + "\n").collect();
    cx.print(&lines)?;
    Ok(Code::Fine)
}

/// Lists what goes on from one session to the next.
fn campaigns(cx: &Context, args: &Sessions) -> Outcome {
    let all = cx.reader()?.map_or(Ok(Vec::new()), |store| campaigns::all(&store))?;
    if args.json.json {
        #[derive(Serialize)]
        struct One<'a> {
            name: &'a str,
            sessions: Vec<Listed<'a>>,
        }
        #[derive(Serialize)]
        struct All<'a> {
            campaigns: Vec<One<'a>>,
        }
        let campaigns =
            all.iter().map(|it| One { name: &it.name, sessions: it.rows.iter().map(listed).collect() });
        cx.json(&All { campaigns: campaigns.collect() })?;
        return Ok(Code::Fine);
    }
    if all.is_empty() {
        cx.note("nothing goes on from one session to the next yet\n  → parlor play begins what does, where its help has a flag for a name");
        return Ok(Code::Fine);
    }
    let mut table =
        vec![["name", "machine", "sessions", "last", "state", "last played"].map(str::to_owned).to_vec()];
    for campaign in &all {
        let Some(newest) = campaign.newest() else { continue };
        table.push(vec![
            short(&protocol::clean_line(&campaign.name), 40),
            called(&newest.meta.machine).to_owned(),
            campaign.rows.len().to_string(),
            newest.meta.id.to_string(),
            if newest.ended { "ended" } else { "unfinished" }.to_owned(),
            utc_text(newest.updated_at).replace('T', " "),
        ]);
    }
    print(cx, &table)
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
