//! `parlor export`: a session as a file.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use archive::{Saved, export};
use engine::Viewer;

use crate::activity;
use crate::campaigns::{self, Campaign};
use crate::cli::{Export, ExportFormat};
use crate::context::Context;
use crate::exit::{Code, Failure, Outcome, no_session};
use crate::saved;

/// What is written.
enum Whole {
    /// One session.
    Session(Box<Saved>),
    /// All that follow one another.
    Campaign(Campaign),
}

/// Writes a session, or all that follow one another, to a file or to standard output.
pub(crate) fn run(cx: &Context, args: &Export) -> Outcome {
    let what = args.campaign.as_ref().or(args.id.as_ref()).map_or("", String::as_str);
    let store = cx.reader()?.ok_or_else(|| no_session(what))?;
    let whole = match &args.campaign {
        Some(name) => Whole::Campaign(campaigns::named(&store, name)?),
        None => Whole::Session(Box::new(saved::in_store(&store, what)?)),
    };
    if let (Whole::Session(saved), Some(viewer)) = (&whole, args.viewer.viewer) {
        saved.check_viewer(viewer)?;
    }
    let write = |out: &mut dyn Write| match &whole {
        Whole::Session(saved) => write(saved, args, out),
        Whole::Campaign(all) => {
            campaigns::book(&store, all, args.viewer.viewer.unwrap_or(Viewer::Public), out)
        }
    };
    match &args.output {
        None => {
            let mut out = BufWriter::new(io::stdout().lock());
            write(&mut out)?;
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
            write(&mut out)?;
            out.flush().map_err(failed)?;
            let what = match &whole {
                Whole::Session(saved) => format!("session {}", saved.meta.id),
                Whole::Campaign(all) => {
                    format!("“{}”, {} sessions,", protocol::clean_line(&all.name), all.rows.len())
                }
            };
            cx.note(format_args!("wrote {what} to {}", path.display()));
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
