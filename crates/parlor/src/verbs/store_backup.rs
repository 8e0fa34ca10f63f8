//! `parlor store backup`: a copy of the store as it is now, beside whoever uses it.

use store::Reader;

use crate::cli::StoreBackup;
use crate::context::Context;
use crate::exit::{Code, Failure, Outcome};

/// Makes the copy, and checks it.
pub(crate) fn run(cx: &Context, args: &StoreBackup) -> Outcome {
    let dir = args.dir.display();
    Reader::open(&cx.home()?)?.back_up(&args.dir)?;
    let report = store::check(&args.dir, |_, _| {})?;
    if let Some(finding) = report.findings.first() {
        return Err(Failure::mismatch(
            format!("the copy in {dir} is damaged as the store is: {finding}"),
            "run: parlor store check",
        ));
    }
    cx.print(&format!("{dir}: {} sessions, {} records, whole\n", report.sessions, report.records))?;
    cx.note(format_args!("  → PARLOR_HOME={dir} parlor sessions looks into it; config.toml is not in it"));
    Ok(Code::Fine)
}
