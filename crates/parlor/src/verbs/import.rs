//! `parlor import`: takes a session out of a file, once everything in it has been checked.

use serde::Serialize;

use crate::cli::Import;
use crate::context::Context;
use crate::exit::{Code, Failure, Outcome};
use crate::saved;
use crate::text::short_hash;

/// Checks the file and puts the session into the store.
pub(crate) fn run(cx: &Context, args: &Import) -> Outcome {
    let saved = saved::in_file(&args.file)?;
    let verified = match archive::decide_again(&saved) {
        Some(Err(mismatch)) => return Err(mismatch.into()),
        Some(Ok(())) => true,
        None => false,
    };
    let store = cx.store()?;
    let id = saved.meta.id.clone();
    let here = store.listed()?.rows.into_iter().find(|row| row.meta.id == id);
    let new = match here {
        None => true,
        Some(row) if row.head == saved.session.head && row.records == saved.log.len() as u64 => false,
        Some(row) => {
            return Err(Failure::failed(
                format!(
                    "there is another session {id} here, with {} records that end in {}…",
                    row.records,
                    short_hash(row.head)
                ),
                "import it into another place: PARLOR_HOME=elsewhere parlor import …",
            ));
        }
    };
    let (records, events, head) = (saved.log.len(), saved.events(), saved.session.head);
    let ended = saved.ended();
    if new {
        let lines = saved.log.into_iter().map(|(_, line)| line).collect();
        store.create(saved.meta, lines, ended)?;
    }
    if args.json.json {
        #[derive(Serialize)]
        struct Imported {
            session: String,
            new: bool,
            ended: bool,
            verified: bool,
            records: usize,
            events: usize,
            head: engine::Hash,
        }
        cx.json(&Imported { session: id.to_string(), new, ended, verified, records, events, head })?;
        return Ok(Code::Fine);
    }
    cx.print(&format!("{id}\n"))?;
    if !new {
        cx.note(format_args!("session {id} is here already, record for record: nothing was changed"));
    } else if verified {
        cx.note(format_args!(
            "imported and verified {records} records, {events} events\n  → parlor replay {id}"
        ));
    } else {
        cx.note(format_args!(
            "imported {records} records, {events} events; the chain is whole, but the seed is sealed until it ends, \
             so it can be read and not played on\n  → parlor replay {id}"
        ));
    }
    Ok(Code::Fine)
}
