//! `parlor table show`: how a table stands.

use engine::Viewer;
use protocol::table::{Status, View};
use serde::Serialize;
use tui::lines::{Eyes, columns, standing};

use crate::cli::{TableShow, called};
use crate::context::Context;
use crate::evening::{READABLE, columns_of_terminal};
use crate::exit::{Code, Failure, Outcome};
use crate::saved;

#[derive(Serialize)]
struct Shown {
    #[serde(flatten)]
    status: Status,
    session: String,
    machine: String,
    phase: &'static str,
    ended: bool,
}

/// Shows the table of a session, or of the one last played.
pub(crate) fn run(cx: &Context, args: &TableShow) -> Outcome {
    let none = || {
        Failure::failed("there is no table yet", "parlor demo opens one, parlor play gives you a seat at one")
    };
    let store = cx.reader()?.ok_or_else(none)?;
    let id = match &args.id {
        Some(id) => saved::find_id(&store, id)?,
        None => saved::last(&store)?.ok_or_else(none)?,
    };
    let saved = saved::in_store(&store, id.as_str())?;
    let view: View = serde_json::from_value(saved.session.table.view(Viewer::Public))
        .map_err(|error| Failure::bug(format!("the table cannot be read: {error}")))?;
    let shown = Shown {
        status: view.status(),
        session: id.to_string(),
        machine: saved.meta.machine.clone(),
        phase: saved.session.activity.phase(),
        ended: saved.ended(),
    };
    if args.json.json {
        cx.json(&shown)?;
        return Ok(Code::Fine);
    }
    let rows = [
        ("table", protocol::clean_line(&shown.status.title)),
        ("state", shown.status.state.name().to_owned()),
        ("since", format!("{}, set by {}", shown.status.last_updated, shown.status.by)),
        ("machine", format!("{}, {}", called(&shown.machine), shown.phase)),
        // How many records there are tells what was done in secret.
        (
            "session",
            match shown.ended {
                true => format!("{}, {} records", shown.session, saved.log.len()),
                false => shown.session.clone(),
            },
        ),
    ];
    let rows: Vec<Vec<String>> = rows.into_iter().map(|(name, value)| vec![name.to_owned(), value]).collect();
    cx.print(&columns(&rows))?;
    let board = saved.session.activity.board(Viewer::Public);
    let wide = columns_of_terminal(cx, READABLE).unwrap_or(READABLE);
    let seats = &saved.session.seats;
    cx.print(&format!("\n{}", standing(&cx.theme, &board, seats, Eyes::Shared, wide.into())))?;
    Ok(Code::Fine)
}
