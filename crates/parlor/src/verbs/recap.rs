//! `parlor recap`: what has happened so far, as the machine itself sums it up for a viewer.

use engine::Viewer;
use serde::Serialize;

use crate::cli::Recap;
use crate::context::Context;
use crate::exit::{Code, Outcome};
use crate::saved;

/// Prints the recap of a session, with what was taken back left out.
pub(crate) fn run(cx: &Context, args: &Recap) -> Outcome {
    let saved = saved::find(cx, &args.what)?;
    let viewer = args.viewer.viewer.unwrap_or(Viewer::Public);
    saved.check_viewer(viewer)?;
    let text = archive::recap(&saved, viewer)?;
    if args.json.json {
        #[derive(Serialize)]
        struct Recapped<'a> {
            session: &'a str,
            viewer: Viewer,
            recap: &'a str,
        }
        cx.json(&Recapped { session: saved.meta.id.as_str(), viewer, recap: &text })?;
    } else {
        let lines: Vec<String> = text.lines().map(protocol::clean).collect();
        cx.print(&format!("{}\n", lines.join("\n")))?;
    }
    Ok(Code::Fine)
}
