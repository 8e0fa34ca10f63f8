//! `parlor recap`: what has happened so far, as the machine itself sums it up for a viewer.

use engine::Viewer;
use serde::Serialize;

use crate::cli::Recap;
use crate::context::Context;
use crate::exit::{Code, Failure, Outcome};
use crate::saved::Saved;

/// The report that a machine sums a session up with.
const NAME: &str = "recap";

/// Prints the recap of a session, with what was taken back left out.
pub(crate) fn run(cx: &Context, args: &Recap) -> Outcome {
    let saved = Saved::find(cx, &args.what)?;
    let viewer = args.viewer.viewer.unwrap_or(Viewer::Public);
    saved.check_viewer(viewer)?;
    let text = saved.session.activity.report(viewer, NAME).ok_or_else(|| none(&saved))?;
    if args.json.json {
        #[derive(Serialize)]
        struct Recapped<'a> {
            session: &'a str,
            viewer: Viewer,
            recap: &'a str,
        }
        cx.json(&Recapped { session: saved.meta.id.as_str(), viewer, recap: &text })?;
    } else {
        let lines: Vec<String> = text.lines().map(tui::clean).collect();
        cx.print(&format!("{}\n", lines.join("\n")))?;
    }
    Ok(Code::Fine)
}

/// The machine keeps no such thing.
fn none(saved: &Saved) -> Failure {
    let (id, machine) = (&saved.meta.id, &saved.meta.machine);
    Failure::failed(format!("{machine} keeps no recap"))
        .todo(format!("parlor replay {id} reads it again, parlor export {id} --format md writes it down"))
}
