//! `parlor store restore`: a backup in the place of the store.

use crate::cli::StoreRestore;
use crate::context::Context;
use crate::exit::{Code, Failure, Outcome};

/// Checks the backup, and puts a copy of it where the store is to be.
pub(crate) fn run(cx: &Context, args: &StoreRestore) -> Outcome {
    let (dir, home) = (args.dir.display(), cx.home()?);
    let report = store::check(&args.dir, |_, _| {})?;
    if let Some(finding) = report.findings.first() {
        return Err(Failure::mismatch(
            format!("the backup in {dir} is damaged, and nothing was done: {finding}"),
            "restore another one",
        ));
    }
    let aside = store::restore(&args.dir, &home, args.replace)?;
    cx.print(&format!(
        "{}: {} sessions, {} records, as they were in {dir}\n",
        home.display(),
        report.sessions,
        report.records
    ))?;
    if let Some(aside) = aside {
        cx.note(format_args!(
            "  → what was there before is in {}: delete it when you do not need it",
            aside.display()
        ));
    }
    Ok(Code::Fine)
}
