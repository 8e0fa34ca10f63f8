//! `parlor export`: a session as a file.

use std::fs::File;
use std::io::{self, BufWriter, Write};

use archive::Saved;
use engine::{SessionId, Viewer};
use store::Reader;

use crate::activity;
use crate::campaigns::{self, Campaign};
use crate::cli::{Export, ExportFormat};
use crate::context::Context;
use crate::exit::{Code, Failure, Outcome, no_session};
use crate::saved;

/// What is written.
enum Whole {
    /// One session.
    Session(SessionId),
    /// All that follow one another.
    Campaign(Campaign),
}

/// Writes a session, or all that follow one another, to a file or to standard output.
pub(crate) fn run(cx: &Context, args: &Export) -> Outcome {
    let what = args.campaign.as_ref().or(args.id.as_ref()).map_or("", String::as_str);
    let store = cx.reader()?.ok_or_else(|| no_session(what))?;
    if args.campaign.is_some() && args.format == Some(ExportFormat::Jsonl) {
        return Err(Failure::usage(
            "a book of several sessions is to read, and no records",
            "say --format md or --format html, or export one session",
        ));
    }
    let whole = match &args.campaign {
        Some(name) => Whole::Campaign(campaigns::named(&store, name)?),
        None => Whole::Session(saved::find_id(&store, what)?),
    };
    // Before a file is made, or made anew.
    if let (Whole::Session(id), Some(viewer)) = (&whole, args.viewer.viewer) {
        saved::check_viewer(&store, id, viewer)?;
    }
    let write = |out: &mut dyn Write| match &whole {
        Whole::Session(id) => write(&store, id, args, out),
        Whole::Campaign(all) => {
            let viewer = args.viewer.viewer.unwrap_or(Viewer::Public);
            match args.format {
                Some(ExportFormat::Html) => campaigns::page(&store, all, viewer, out),
                Some(ExportFormat::Md | ExportFormat::Jsonl) | None => {
                    campaigns::book(&store, all, viewer, out)
                }
            }
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
                Whole::Session(id) => format!("session {id}"),
                Whole::Campaign(all) => {
                    format!("“{}”, {} sessions,", protocol::clean_line(&all.name), all.rows.len())
                }
            };
            cx.note(format_args!("wrote {what} to {}", path.display()));
        }
    }
    Ok(Code::Fine)
}

fn write(store: &Reader, id: &SessionId, args: &Export, out: &mut dyn Write) -> Result<(), Failure> {
    let viewer = args.viewer.viewer;
    match args.format.unwrap_or(ExportFormat::Jsonl) {
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
