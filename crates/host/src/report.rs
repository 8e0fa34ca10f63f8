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
        let reports = [self.session.table_rules.reports(), self.session.rules.reports()]
            .map(|it| it.iter().find(named));
        let Some(report) = reports.into_iter().flatten().next() else { return Ok(None) };
        let viewer = by.seat().map_or(Viewer::Host, Viewer::Seat);
        self.check_viewer(viewer).map_err(Fail::Refused)?;
        // A name that both know is answered by both.
        let plays: [&dyn engine::Play; 2] = [&*self.session.table, &*self.session.activity];
        let both = reports.into_iter().zip(plays);
        let texts: Vec<String> =
            both.filter_map(|(report, play)| play.report(viewer, report?.name)).collect();
        if texts.is_empty() {
            let message = format!("there is nothing to say under /{} yet", report.name);
            return Err(Refusal::new("no-report", message).into());
        }
        let text = texts.join("\n");
        let export = report.name == "export";
        let more = match report.name {
            // Whoever asks what can be typed is told of the activity's texts, too.
            "help" => {
                let known = |name| self.session.table_rules.reports().iter().any(|it| it.name == name);
                self.session.rules.reports().iter().filter(|it| !known(it.name)).map(typed).collect()
            }
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
