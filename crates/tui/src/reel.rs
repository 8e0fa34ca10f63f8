//! A session shown again from its log: at a reading pace, and on and back by keys. Nothing is played.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use protocol::{Frame, Update};

use crate::says;
use crate::screen::{Effect, Screen, Setup};

/// How long it takes to read what was told, at so many milliseconds a word.
pub fn reading_ms(update: &Update, word_ms: u64) -> u64 {
    let words = |frame: &Frame| {
        frame.telling.as_ref().map_or(0, |telling| telling.text.split_whitespace().count() as u64)
    };
    update.frames.iter().map(words).sum::<u64>() * word_ms
}

/// What is shown again, and how far it is.
#[derive(Debug)]
pub(crate) struct Reel {
    /// Each tells something.
    updates: Vec<Update>,
    /// How many of them have been shown.
    at: usize,
    plays: bool,
    /// When the next is to be shown.
    due_ms: u64,
    word_ms: u64,
    /// What is said after the last.
    last: String,
}

impl Reel {
    fn new(updates: Vec<Update>, word_ms: u64, last: &str) -> Reel {
        let (mut told, mut frames) = (Vec::new(), Vec::new());
        let count = updates.len();
        for (index, mut update) in updates.into_iter().enumerate() {
            frames.append(&mut update.frames);
            // No clock runs in what is only shown.
            update.scene.iter_mut().for_each(|scene| scene.clock.running = false);
            if index + 1 == count || frames.iter().any(|frame: &Frame| frame.telling.is_some()) {
                update.frames = std::mem::take(&mut frames);
                told.push(update);
            }
        }
        Reel { updates: told, at: 0, plays: true, due_ms: 0, word_ms, last: last.to_owned() }
    }

    /// The next, if it is time for it.
    fn next(&mut self, now_ms: u64) -> Option<Update> {
        let due = self.plays && now_ms >= self.due_ms;
        let update = self.updates.get(self.at).filter(|_| due)?.clone();
        self.at += 1;
        self.due_ms = now_ms + reading_ms(&update, self.word_ms);
        self.plays = self.at < self.updates.len();
        Some(update)
    }

    /// Where the phase before this one begins, or the one after it.
    fn phase(&self, forward: bool) -> usize {
        let begins = |at: &usize| self.updates[at - 1].frames.iter().any(|frame| frame.begins.is_some());
        let count = self.updates.len();
        match forward {
            true => (self.at + 1..=count).find(begins).unwrap_or(count),
            false => (1..self.at).rev().find(begins).unwrap_or(1),
        }
    }

    /// How far it is, and the keys.
    pub(crate) fn hints(&self) -> [String; 5] {
        let space = if self.plays { says::STOPS } else { says::PLAYS_ON };
        [
            says::at_of(self.at, self.updates.len()),
            says::space(space),
            says::LEFT_RIGHT_A_STEP.to_owned(),
            says::A_PHASE.to_owned(),
            says::Q_LEAVES.to_owned(),
        ]
    }

    pub(crate) fn changes_in_ms(&self, now_ms: u64) -> Option<u64> {
        self.plays.then(|| self.due_ms.saturating_sub(now_ms).max(1))
    }
}

impl Screen {
    /// A screen that shows again what a viewer was told, with so many milliseconds for a word, and says something after the
    /// last of it.
    pub fn again(setup: Setup, updates: Vec<Update>, word_ms: u64, last: &str) -> Screen {
        let mut screen = Screen::new(setup);
        screen.reel = Some(Reel::new(updates, word_ms, last));
        screen
    }

    /// Shows whatever is due.
    pub(crate) fn play_on(&mut self) {
        while let Some(update) = self.reel.as_mut().and_then(|reel| reel.next(self.now_ms)) {
            self.update(update);
            self.say_last();
        }
    }

    fn say_last(&mut self) {
        let reel = self.reel.as_ref().filter(|reel| reel.at == reel.updates.len());
        self.notice = reel.map(|reel| reel.last.clone());
    }

    /// Shows how things stood after so many, and stands still there.
    fn go_to(&mut self, to: usize) {
        let Some(mut reel) = self.reel.take() else { return };
        let to = to.clamp(1, reel.updates.len().max(1)).min(reel.updates.len());
        let from = if to < reel.at { 0 } else { reel.at };
        let updates = reel.updates[from..to].to_vec();
        (reel.at, reel.plays) = (to, false);
        if from == 0 {
            let fresh = Screen::new(self.setup.clone());
            let before = std::mem::replace(self, fresh);
            (self.now_ms, self.pane) = (before.now_ms, before.pane);
        }
        self.reel = Some(reel);
        for update in updates {
            self.update(update);
        }
        self.say_last();
    }

    /// A key while a session is shown again; none, if it is for the screen as ever.
    pub(crate) fn reel_key(&mut self, key: KeyEvent) -> Option<Vec<Effect>> {
        let reel = self.reel.as_mut().filter(|_| self.line.is_empty())?;
        let (at, count) = (reel.at, reel.updates.len());
        match key.code {
            KeyCode::Char(' ') => {
                reel.plays = !reel.plays && at < count;
                reel.due_ms = self.now_ms;
            }
            KeyCode::Right => self.go_to(at + 1),
            KeyCode::Left => self.go_to(at.saturating_sub(1)),
            KeyCode::Char(bracket @ ('[' | ']')) => {
                let to = reel.phase(bracket == ']');
                self.go_to(to);
            }
            KeyCode::Home => self.go_to(1),
            KeyCode::End => self.go_to(count),
            KeyCode::Char('q') => return Some(vec![Effect::Quit]),
            // Nothing can be said; a command and the keys for what is covered stay.
            KeyCode::Char(letter)
                if !matches!(letter, ':' | '?' | 'r') && !key.modifiers.contains(KeyModifiers::CONTROL) => {}
            _ => return None,
        }
        Some(Vec::new())
    }
}
