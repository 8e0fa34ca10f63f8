//! `parlor verify`: decides every recorded command again and compares, byte for byte.

use archive::Saved;
use engine::Hash;
use serde::Serialize;

use crate::cli::Verify;
use crate::context::Context;
use crate::exit::{Code, Failure, Outcome};
use crate::saved;
use crate::text::short_hash;

#[derive(Serialize)]
struct Checked {
    what: String,
    verified: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    session: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    records: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    events: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    head: Option<Hash>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Verifies each, says what became of each, and fails with the worst.
pub(crate) fn run(cx: &Context, args: &Verify) -> Outcome {
    let mut code = Code::Fine;
    let mut all = Vec::new();
    for what in &args.what {
        let checked = match verify(cx, what) {
            Ok(saved) => {
                if !args.json.json {
                    cx.print(&said(what, &saved, args.what.len() > 1))?;
                }
                Checked {
                    what: what.clone(),
                    verified: true,
                    session: Some(saved.meta.id.to_string()),
                    records: Some(saved.log.len()),
                    events: Some(saved.events()),
                    head: Some(saved.session.head),
                    error: None,
                }
            }
            // The only one speaks for itself.
            Err(failure) if args.what.len() == 1 && !args.json.json => return Err(failure),
            Err(failure) => {
                if failure.code as u8 > code as u8 {
                    code = failure.code;
                }
                if !args.json.json {
                    cx.print(&format!("{what}: not verified: {}\n", failure.what()))?;
                }
                let error = Some(failure.what().to_owned());
                Checked {
                    what: what.clone(),
                    verified: false,
                    session: None,
                    records: None,
                    events: None,
                    head: None,
                    error,
                }
            }
        };
        all.push(checked);
    }
    if args.json.json {
        #[derive(Serialize)]
        struct All {
            verified: bool,
            sessions: Vec<Checked>,
        }
        cx.json(&All { verified: code == Code::Fine, sessions: all })?;
    }
    Ok(code)
}

fn verify(cx: &Context, what: &str) -> Result<Saved, Failure> {
    let saved = saved::find(cx, what)?;
    archive::verify(&saved)?;
    Ok(saved)
}

fn said(what: &str, saved: &Saved, named: bool) -> String {
    let name = if named { format!("{what}: ") } else { String::new() };
    let (records, events, head) = (saved.log.len(), saved.events(), short_hash(saved.session.head));
    format!("{name}verified {records} records, {events} events, head {head}…\n")
}
