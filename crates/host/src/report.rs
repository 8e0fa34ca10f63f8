//! Reports: texts that a viewer asks for by `/name`, made from that viewer's own view.
//!
//! They change nothing and are in no log, so they are told in every state of the table, to the asker alone.

use engine::{Actor, Refusal, Viewer};

use crate::input::Ack;
use crate::limits::REPORT_BYTES_MAX;
use crate::task::SessionTask;
use crate::write::Fail;

/// What stands under a report that was cut.
const CUT: &str = "… and more: this is the limit of a report.";

impl SessionTask {
    /// The report that a line asks for, if it is the name of one.
    pub(crate) fn report(&self, by: Actor, line: &str) -> Result<Option<Ack>, Fail> {
        let Some(name) = line.trim().strip_prefix('/') else { return Ok(None) };
        let named = |report: &&engine::Report| report.name.eq_ignore_ascii_case(name);
        let of_table = self.session.table_rules.reports().iter().find(named);
        let Some(report) = self.session.rules.reports().iter().find(named).or(of_table) else {
            return Ok(None);
        };
        let play: &dyn engine::Play =
            if of_table == Some(report) { &*self.session.table } else { &*self.session.activity };
        let viewer = by.seat().map_or(Viewer::Host, Viewer::Seat);
        self.check_viewer(viewer).map_err(Fail::Refused)?;
        let Some(text) = play.report(viewer, report.name) else {
            let message = format!("there is nothing to say under /{} yet", report.name);
            return Err(Refusal::new("no-report", message).into());
        };
        let export = report.name == "export";
        let more = match report.name {
            // Whoever asks what can be typed is told of the activity's texts, too.
            "help" => self.session.rules.reports().iter().map(typed).collect(),
            "export" => format!("\nparlor export {} --as {viewer} --format md writes it down.", self.id),
            _ => String::new(),
        };
        Ok(Some(Ack { report: Some(cut(text + &more)), export, ..self.at_the_head() }))
    }

    /// An answer to something that left no record.
    pub(crate) fn at_the_head(&self) -> Ack {
        Ack::of(self.session.records - 1, self.session.head)
    }

    /// A refusal of words that are no command, with the names that would be.
    pub(crate) fn with_reports(&self, refusal: Refusal) -> Refusal {
        let reports = self.session.rules.reports();
        if refusal.code != "unknown-command" || reports.is_empty() {
            return refusal;
        }
        let names: Vec<String> = reports.iter().map(|report| format!("/{}", report.name)).collect();
        Refusal::new(refusal.code, format!("{}; and to read: {}", refusal.message, names.join(", ")))
    }
}

/// A report of the activity among what can be typed.
fn typed(report: &engine::Report) -> String {
    format!("\n/{}: {}", report.name, report.about)
}

/// A report as it may be told.
fn cut(text: String) -> String {
    if text.len() <= REPORT_BYTES_MAX {
        return text;
    }
    let most = REPORT_BYTES_MAX - CUT.len() - 1;
    let whole = (0..=most).rev().find(|end| text.is_char_boundary(*end)).unwrap_or_default();
    let line = text[..whole].rfind('\n').unwrap_or(whole);
    format!("{}\n{CUT}", &text[..line])
}
