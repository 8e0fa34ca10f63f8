//! `parlor export`: a session as a file.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use archive::Saved;
use engine::{SessionId, Viewer};
use store::Reader;

use crate::activity;
use crate::cli::{Export, ExportFormat};
use crate::context::Context;
use crate::exit::{Code, Failure, Outcome, no_session};
use crate::saved;

/// Writes a session to a file or to standard output.
pub(crate) fn run(cx: &Context, args: &Export) -> Outcome {
    let store = cx.reader()?.ok_or_else(|| no_session(&args.id))?;
    let id = saved::find_id(&store, &args.id)?;
    // Before a file is made, or made anew.
    args.viewer.viewer.map_or(Ok(()), |viewer| saved::check_viewer(&store, &id, viewer))?;
    match &args.output {
        None => {
            let mut out = BufWriter::new(io::stdout().lock());
            write(&store, &id, args, &mut out)?;
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
            write(&store, &id, args, &mut out)?;
            out.flush().map_err(failed)?;
            cx.note(format_args!("wrote session {id} to {}", path.display()));
        }
    }
    Ok(Code::Fine)
}

fn write(store: &Reader, id: &SessionId, args: &Export, out: &mut dyn Write) -> Result<(), Failure> {
    let viewer = args.viewer.viewer;
    match args.format {
        ExportFormat::Jsonl => saved::write_lines(store, id, viewer, out),
        ExportFormat::Html => page(&saved::in_store(store, id.as_str())?, viewer, out),
        ExportFormat::Md => {
            let saved = saved::in_store(store, id.as_str())?;
            Ok(activity::of_saved(&saved)?.write(&saved, viewer.unwrap_or(Viewer::Public), out)?)
        }
    }
}

/// A page in one file that plays the session again, through the eyes of one viewer or of all.
pub(crate) fn page(saved: &Saved, viewer: Option<Viewer>, out: &mut dyn Write) -> Result<(), Failure> {
    let file = server::replay_file(saved.catalog, &saved.meta.id, &saved.meta.title, &saved.log, viewer)?;
    Ok(out.write_all(file.as_bytes())?)
}
