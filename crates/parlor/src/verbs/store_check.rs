//! `parlor store check`: reads everything, believes nothing, and says what is wrong.

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use store::StoreError;

use crate::cli::StoreCheck;
use crate::context::Context;
use crate::exit::{Code, Failure, Outcome};

/// Checks the store and changes nothing in it.
pub(crate) fn run(cx: &Context, args: &StoreCheck) -> Outcome {
    let home = cx.home()?;
    if !home.join("parlor.db").exists() {
        return Err(StoreError::NoStore { dir: home }.into());
    }
    let bar = progress(cx, "records");
    let report = store::check(&home, |done, of| {
        bar.set_length(of);
        bar.set_position(done);
    })?;
    bar.finish_and_clear();
    let code = if report.is_whole() { Code::Fine } else { Code::Mismatch };
    if args.json.json {
        #[derive(Serialize)]
        struct Checked {
            whole: bool,
            sessions: u64,
            records: u64,
            photos: u64,
            every_byte: bool,
            findings: Vec<Finding>,
            unlisted: u64,
        }
        #[derive(Serialize)]
        struct Finding {
            place: String,
            what: String,
        }
        let finding =
            |found: &store::Finding| Finding { place: found.place.to_string(), what: found.what.clone() };
        cx.json(&Checked {
            whole: report.is_whole(),
            sessions: report.sessions,
            records: report.records,
            photos: report.photos,
            every_byte: report.every_byte,
            findings: report.findings.iter().map(finding).collect(),
            unlisted: report.unlisted,
        })?;
        return Ok(code);
    }
    for finding in &report.findings {
        cx.print(&format!("{finding}\n"))?;
    }
    if report.unlisted > 0 {
        cx.print(&format!("and {} more\n", report.unlisted))?;
    }
    let depth = if report.every_byte {
        "every byte compared"
    } else {
        "all that can be read; it is in use or was not closed cleanly, so unused room was not compared"
    };
    let (sessions, records) = (report.sessions, report.records);
    let photos = match report.photos {
        0 => String::new(),
        photos => format!(", {photos} photos"),
    };
    if report.is_whole() {
        cx.print(&format!("whole: {sessions} sessions, {records} records{photos}, {depth}\n"))?;
        Ok(code)
    } else {
        let found = report.findings.len() as u64 + report.unlisted;
        Err(Failure::mismatch(
            format!("{found} things are wrong in {sessions} sessions, {records} records"),
            "restore what is named from a backup or an export; what is not named is whole",
        ))
    }
}

/// A bar on standard error, where one can be seen.
pub(crate) fn progress(cx: &Context, what: &str) -> ProgressBar {
    if !cx.shows_progress() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(0);
    let template = format!("{{bar:30}} {{pos}}/{{len}} {what}, {{eta}} left");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(if cx.theme.ascii { style.progress_chars("#>-") } else { style });
    }
    bar
}
