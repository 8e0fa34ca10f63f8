//! `parlor export`: a session as a file.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use archive::{Saved, export};
use engine::Viewer;

use crate::activity;
use crate::cli::{Export, ExportFormat};
use crate::context::Context;
use crate::exit::{Code, Failure, Outcome, no_session};
use crate::saved;

/// Writes a session to a file or to standard output.
pub(crate) fn run(cx: &Context, args: &Export) -> Outcome {
    let store = cx.reader()?.ok_or_else(|| no_session(&args.id))?;
    let saved = saved::in_store(&store, &args.id)?;
    if let Some(viewer) = args.viewer.viewer {
        saved.check_viewer(viewer)?;
    }
    match &args.output {
        None => {
            let mut out = BufWriter::new(io::stdout().lock());
            write(&saved, args, &mut out)?;
            out.flush()?;
        }
        Some(path) => {
            let failed = |error: io::Error| {
                Failure::failed(
                    format!("could not write {}: {error}", path.display()),
                    "name a file that you may write",
                )
            };
            let file = File::create(path).map_err(failed)?;
            let mut out = BufWriter::new(file);
            write(&saved, args, &mut out)?;
            out.flush().map_err(failed)?;
            cx.note(format_args!("wrote session {} to {}", saved.meta.id, path.display()));
        }
    }
    Ok(Code::Fine)
}

fn write(saved: &Saved, args: &Export, out: &mut dyn Write) -> Result<(), Failure> {
    match (args.format, args.viewer.viewer) {
        (ExportFormat::Jsonl, None) => Ok(export::whole(saved, out)?),
        (ExportFormat::Jsonl, Some(viewer)) => Ok(export::viewed(saved, viewer, out)?),
        (ExportFormat::Html, viewer) => page(saved, viewer, out),
        (ExportFormat::Md, viewer) => {
            Ok(activity::of_saved(saved)?.write(saved, viewer.unwrap_or(Viewer::Public), out)?)
        }
    }
}

/// A page in one file that plays the session again, through the eyes of one viewer or of all.
pub(crate) fn page(saved: &Saved, viewer: Option<Viewer>, out: &mut dyn Write) -> Result<(), Failure> {
    let file = server::replay_file(saved.catalog, &saved.meta.id, &saved.meta.title, &saved.log, viewer)?;
    Ok(out.write_all(file.as_bytes())?)
}
