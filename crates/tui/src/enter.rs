//! What Enter sends: a line, an answer, or nothing yet.
//!
//! The marks at the start of a line go before everything: those of talk beside the game, `/` for a command, `:` for
//! one of the face or the table. What is left answers the ask, or is words that the host places.

use protocol::Request;
use protocol::table::aside_mark;
use serde_json::json;
use serde_json::value::to_raw_value;

use crate::form::{Answer, Way};
use crate::night::{self, Covered};
use crate::says;
use crate::screen::{Effect, Screen};
use crate::{PhotoLine, photo_line};

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
        if let Some(effects) = self.photos(words) {
            return effects;
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
        if let Some(effects) = self.keyed(words) {
            return effects;
        }
        let asks_first = !self.is_covered();
        let Some(form) = &mut self.form else { return Vec::new() };
        let is_sure = form.is_sure(&form.answer(words));
        if form.is_by_fields() && !is_sure {
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
        let is_meant = |way: &Way| !words.is_empty() && way.key == words;
        let words = match form.ways.iter().any(is_meant) && form.picked.is_none() && !form.is_by_fields() {
            true => {
                form.pick(words);
                self.line.take();
                ""
            }
            false => words,
        };
        if let Some(why) = form.is_no_number(words) {
            self.line.take();
            self.notice(&why);
            return Vec::new();
        }
        let answer = form.answer(words);
        if !matches!(answer, Answer::Missing(_))
            && asks_first
            && !form.is_sure(&answer)
            && let Some(asks) = form.asks_once_more(words)
        {
            self.notice(&asks);
            return Vec::new();
        }
        let answer = match answer {
            Answer::Command(ask, command) => Answer::Command(ask, form.meant(command)),
            answer => answer,
        };
        match answer {
            // What the host would say of them names what is asked.
            Answer::Words(_) if self.night.as_ref().is_some_and(|night| !night.blind) => {
                self.notice(night::SILENT);
                Vec::new()
            }
            Answer::Command(_, command)
                if self.night.as_ref().is_some_and(|night| night.check(&command).is_err()) =>
            {
                let why = self.night.as_ref().map_or("", Covered::refused);
                self.notice_covered(why);
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

    /// A line about photos, where they are looked at: files are the host's to read.
    fn photos(&mut self, words: &str) -> Option<Vec<Effect>> {
        self.seat().filter(|_| self.setup.photos)?;
        match photo_line(words)? {
            PhotoLine::Add("") => {
                self.notice(says::NAME_A_FILE_PHOTO_DESK_JPG);
                Some(Vec::new())
            }
            PhotoLine::Add(files) => {
                let files = files.to_owned();
                self.talk.follow();
                self.sent_line = Some(self.line.take());
                Some(vec![Effect::Photos(files)])
            }
            PhotoLine::Delete => {
                self.line.take();
                let command = json!({"type": words.trim_start_matches('/').replace('-', "_")});
                let ask = self.form.as_ref().map(|form| &form.ask);
                let ask = ask.filter(|ask| ask.form.check(&command).is_ok()).map(|ask| ask.id);
                match ask.zip(to_raw_value(&command).ok()) {
                    Some((ask, command)) => Some(vec![Effect::Send(Request::Answer { ask, command })]),
                    None => {
                        self.notice(says::THERE_ARE_NO_PHOTOS_IN_THIS);
                        Some(Vec::new())
                    }
                }
            }
        }
    }

    /// What Enter does where ways have letters, or a choice has more asked after it.
    fn keyed(&mut self, words: &str) -> Option<Vec<Effect>> {
        let form = self.form.as_mut().filter(|form| form.is_lettered() || form.is_with_commas())?;
        if form.picked.is_some() {
            // What is asked after a choice is asked next.
            let asks_more = form.follow_up().is_some() && form.focus().is_none();
            return (asks_more && form.tab(true)).then(Vec::new);
        }
        if !words.is_empty() && form.ways.iter().any(|way| way.key == words) && form.pick(words) {
            // What was typed too early picks now; what cannot be undone is still not done by that alone.
            self.line.take();
            if form.asks_once_more("").is_some() {
                self.ask_once_more();
                return Some(Vec::new());
            }
            let asks_more = form.follow_up().is_some();
            return (asks_more && form.tab(true)).then(Vec::new);
        }
        // What may be a key that was pressed too early is not said, and neither is what nobody can hear now.
        let is_heard = form.tool().is_some();
        if form.ask.answered && !words.is_empty() && (words.chars().count() == 1 || !is_heard) {
            let notice = says::what_you_typed_stays_on_the(&form.ask.form.title);
            self.notice(&notice);
            return Some(Vec::new());
        }
        let ask = form.ask.id;
        let deed = self.deed().filter(|_| words.is_empty())?;
        let command = to_raw_value(&deed.command).ok()?;
        Some(vec![Effect::Send(Request::Answer { ask, command })])
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
                self.row.set(0);
                Vec::new()
            }
            "board" => {
                self.open_board();
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
