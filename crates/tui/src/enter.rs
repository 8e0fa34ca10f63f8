//! What Enter sends: a line, an answer, or nothing yet.
//!
//! The marks at the start of a line go before everything: those of talk beside the game, `/` for a command, `:` for
//! one of the face or the table. What is left answers the ask, or is words that the host places.

use protocol::Request;
use protocol::table::aside_mark;
use serde_json::value::to_raw_value;

use crate::form::{Answer, Way};
use crate::night::{self, Covered};
use crate::screen::{Effect, Screen};

impl Screen {
    /// Enter was pressed.
    pub(crate) fn enter(&mut self) -> Vec<Effect> {
        self.notice = None;
        self.sent_answer = false;
        if let Some(command) = self.command_in_field() {
            return self.command(&command);
        }
        let words = self.line.text();
        let words = words.trim();
        if let Some(command) = words.strip_prefix(':').filter(|rest| rest.starts_with(char::is_alphabetic)) {
            let command = command.trim().to_owned();
            self.line.take();
            return self.command(&command);
        }
        if words == "/quit" {
            return vec![Effect::Quit];
        }
        if words.starts_with('/') || aside_mark(words).is_some() {
            return self.send_line();
        }
        let picked = self.form.as_ref().is_some_and(|form| form.picked.is_some());
        if words.is_empty() && !picked && self.may_advance() {
            return vec![Effect::Advance];
        }
        if !self.is_live() || self.form.is_none() {
            return if words.is_empty() { Vec::new() } else { self.send_line() };
        }
        let Some(form) = &mut self.form else { return Vec::new() };
        if form.is_by_fields() {
            if let Some(why) = form.lacks(words) {
                self.notice(&why);
                return Vec::new();
            }
            // After the last of them all of it is sent.
            if form.tab(true) {
                return Vec::new();
            }
        }
        // A number that was typed before there was anything to pick by it picks now.
        let is_number = |way: &Way| way.number.to_string() == words;
        let words = match form.ways.iter().any(is_number) && form.picked.is_none() && !form.is_by_fields() {
            true => {
                form.pick(words);
                self.line.take();
                ""
            }
            false => words,
        };
        match form.answer(words) {
            // What the host would say of them names what is asked.
            Answer::Words(_) if self.night.is_some() => {
                self.notice(night::SILENT);
                Vec::new()
            }
            Answer::Command(_, command)
                if self.night.as_ref().is_some_and(|night| night.check(&command).is_err()) =>
            {
                self.notice_covered(Covered::REFUSED);
                Vec::new()
            }
            Answer::Missing(why) => {
                self.notice(&why);
                Vec::new()
            }
            Answer::Words(_) => {
                if form.tool().is_some() {
                    form.sent(None);
                }
                self.send_line()
            }
            Answer::Command(ask, command) => match to_raw_value(&command) {
                Ok(raw) => {
                    let says = form.tool().is_some_and(|(_, tool)| tool.words().is_some());
                    self.sent_line = says.then(|| self.line.take());
                    form.sent(Some(command));
                    self.sent_answer = true;
                    vec![Effect::Send(Request::Answer { ask, command: raw })]
                }
                Err(why) => {
                    self.notice(&why.to_string());
                    Vec::new()
                }
            },
        }
    }

    /// A command that was typed into a field: it is for the table, or for the face.
    fn command_in_field(&mut self) -> Option<String> {
        let line = self.form.as_mut()?.focused_line()?;
        let text = line.text();
        let command = text.trim().strip_prefix([':', '/'])?;
        let command = Some(command.trim().to_owned()).filter(|rest| rest.starts_with(char::is_alphabetic))?;
        line.take();
        Some(command)
    }

    /// Asks for more time.
    pub(crate) fn extend(&mut self) -> Vec<Effect> {
        self.sent_answer = false;
        let command = self.setup.more_time.as_ref().and_then(|command| to_raw_value(command).ok());
        command.map(|command| Effect::Send(Request::Do { command })).into_iter().collect()
    }

    /// A line after `:`.
    fn command(&mut self, command: &str) -> Vec<Effect> {
        match command {
            "q" | "quit" => vec![Effect::Quit],
            "help" => {
                self.help = true;
                Vec::new()
            }
            other => vec![Effect::Send(Request::Line { text: format!("/{other}") })],
        }
    }

    fn send_line(&mut self) -> Vec<Effect> {
        self.talk.follow();
        let text = self.line.take().trim().to_owned();
        self.sent_line = Some(text.clone());
        vec![Effect::Send(Request::Line { text })]
    }
}
