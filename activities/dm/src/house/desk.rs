//! What the house has in front of it when it answers: the view, its luck for this question, and its decks of words.
//!
//! A tool that does not end the turn leaves the same question open, with the same luck. So whether something was done
//! already is always read from the view, and never remembered.

use crate::view::{Character, ClockKind, Person, ProgressClock, SceneKind, View};
use engine::{Ask, Dice};
use kit::deck::{card, lot, session};
use kit::lines::{Line, Values};

use super::lines::{Pool, inside, small};
use crate::ask::Question;
use crate::command::CommandName;
pub(super) use crate::decide::clocks::STOP;
use crate::limits::LINE_CHARS_MAX;
use crate::setting::{self, SiteKind, setting};
use kit::kept_out::{crossed, tells_of};

/// Values for the slots of lines. A name that crosses one of the table's lines is not among them.
#[derive(Clone, Default)]
pub(super) struct Slots(Vec<(&'static str, String)>);

impl Values for Slots {
    fn value(&self, slot: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| *name == slot).map(|(_, value)| value.as_str())
    }
}

/// The house's desk.
pub(super) struct Desk<'a> {
    pub(super) view: &'a View,
    pub(super) tools: &'a [CommandName],
    /// One number a session.
    pub(super) salt: u64,
    /// One number a question.
    luck: u64,
}

impl<'a> Desk<'a> {
    pub(super) fn new(view: &'a View, ask: &'a Ask<Question>, dice: &mut Dice) -> Desk<'a> {
        Desk::with(view, &ask.question.tools, dice)
    }

    /// A desk without a question.
    pub(super) fn with(view: &'a View, tools: &'a [CommandName], dice: &mut Dice) -> Desk<'a> {
        let luck = u64::from(dice.below(u32::MAX));
        Desk { view, tools, salt: session(&view.seed_hash), luck }
    }

    /// A number below `bound` that is the same each time the same question is asked.
    pub(super) fn roll(&self, what: &str, bound: usize) -> usize {
        (lot(self.luck, what, 0) % bound.max(1) as u64) as usize
    }

    /// True in `chances` of `of` cases, and the same each time the same question is asked.
    pub(super) fn chance(&self, what: &str, chances: usize, of: usize) -> bool {
        self.roll(what, of) < chances
    }

    /// The nth card of a deck of so many: all of them come before one comes again.
    pub(super) fn nth(&self, deck: &str, nth: usize, size: usize) -> usize {
        card(self.salt, deck, nth as u64, size)
    }

    /// The nth card of such a deck, if there is any.
    pub(super) fn dealt<'c, T>(&self, deck: &str, nth: usize, cards: &'c [T]) -> Option<&'c T> {
        cards.get(self.nth(deck, nth, cards.len()))
    }

    /// May this be told at this table? The house does without what is to be told from afar, as one would who is not sure how far that
    /// is.
    pub(super) fn allowed(&self, text: &str) -> bool {
        crossed(&self.view.lines, text).is_none() && tells_of(&self.view.veils, text).is_none()
    }

    pub(super) fn may(&self, tool: CommandName) -> bool {
        self.tools.contains(&tool)
    }

    /// The scene's number, from 1; while a scene is not opened yet, that of the one before it.
    pub(super) fn scene(&self) -> usize {
        self.view.scene.number as usize
    }

    /// A number for decks of which a scene uses so many cards: the kth of this one.
    pub(super) fn count(&self, a_scene: usize, kth: usize) -> usize {
        self.scene() * a_scene + kth.min(a_scene.saturating_sub(1))
    }

    /// How often players have spoken in this scene.
    pub(super) fn inputs(&self) -> usize {
        let spoken = self.view.scene.beats.iter().filter(|beat| beat.by != self.view.gm).count();
        let number = self.view.scene.number;
        spoken + 6 * self.view.past.iter().filter(|summary| summary.scene == number).count()
    }

    /// The pool's line for the nth time, of at most so many characters, and not one that was just told.
    pub(super) fn at(&self, pool: Pool, nth: usize, max: usize, slots: &Slots) -> String {
        let (deck, nth) = (pool.deck(), nth as u64);
        let length = |text: &String| text.chars().count();
        let fits = |text: &String| deck.limit.has_room(text) && length(text) <= max && self.allowed(text);
        let fresh = deck.choose(self.salt, nth, slots, |text| fits(text) && !self.was_told(text));
        let shortest = || {
            let all = deck.deal(self.salt, nth, slots).filter_map(|line| line.fill(slots));
            all.filter(fits).min_by_key(length)
        };
        fresh.or_else(shortest).unwrap_or_else(|| self.plain())
    }

    /// The pool's line for the nth time.
    pub(super) fn line(&self, pool: Pool, nth: usize, slots: &Slots) -> String {
        self.at(pool, nth, LINE_CHARS_MAX * 3, slots)
    }

    /// Different lines of a pool.
    pub(super) fn several(&self, pool: Pool, nth: usize, count: usize, slots: &Slots) -> Vec<String> {
        const TRIED: usize = 8;
        let deck = pool.deck();
        let dealt = deck.deal(self.salt, (TRIED * nth) as u64, slots).filter_map(|line| line.fill(slots));
        let fits = |text: &String| deck.limit.has_room(text) && self.allowed(text);
        let mut lines: Vec<String> = dealt.filter(fits).take(TRIED).collect();
        lines.sort_by_key(|line| self.was_told(line));
        lines.truncate(count);
        lines.resize_with(count, || self.plain());
        lines
    }

    /// The pool's line for the nth time, if the table allows one that was not just told.
    pub(super) fn glue(&self, pool: Pool, nth: usize, values: &[(&str, &str)]) -> Option<String> {
        let fits = |text: &String| self.allowed(text) && !self.was_told(text);
        pool.deck().choose(self.salt, nth as u64, values, fits)
    }

    /// Words for a table that allows hardly any.
    pub(super) fn plain(&self) -> String {
        let found = Pool::Plain.deck().lines.iter().map(Line::text).find(|text| self.allowed(text));
        found.unwrap_or("Hm, hm, hm.").to_owned()
    }

    /// Was it told in this scene, as far as the view still shows?
    pub(super) fn was_told(&self, text: &str) -> bool {
        let head = head(text);
        self.view.narration.as_deref().is_some_and(|narration| holds(narration, head))
            || self.view.scene.beats.iter().any(|beat| holds(&beat.text, head))
    }

    /// Was it said in an earlier scene that is still remembered?
    pub(super) fn was_said(&self, text: &str) -> bool {
        let head = head(text);
        self.was_told(text)
            || self.view.past.iter().flat_map(|past| &past.key_moments).any(|moment| holds(moment, head))
    }

    /// The acting character.
    pub(super) fn acting(&self) -> Option<&'a Character> {
        self.view.character(self.view.spotlight)
    }

    /// What the setting knows of the place of the scene.
    pub(super) fn here(&self) -> Option<&'static setting::Site> {
        setting().place(&self.view.scene.place)
    }

    /// Whom it is about: who was named, who spoke last, who is here, whose offer it is, or whose turn it is to be met.
    pub(super) fn person(&self) -> Option<&'a Person> {
        let people = &self.view.people;
        let allowed = |person: &&Person| self.allowed(&person.name);
        let said = self.view.said.as_ref().map_or("", |said| said.text.as_str());
        let named = people.iter().filter(allowed).find(|person| said.contains(person.name.as_str()));
        let spoke = || {
            let beats = self.view.scene.beats.iter().rev().filter(|beat| beat.by == self.view.gm);
            let present = || people.iter().filter(|person| person.present).filter(allowed);
            let speaker = |text: &str| present().find(|person| is_speech(text, &person.name));
            beats.map(|beat| beat.text.as_str()).find_map(speaker)
        };
        let here = || people.iter().rev().filter(|person| person.present).find(allowed);
        let offered = || {
            let name = match &self.view.scene.kind {
                SceneKind::Opportunity { offered_by: Some(name), .. } => name,
                SceneKind::Encounter { source, .. } => source,
                _ => return None,
            };
            people.iter().find(|person| &person.name == name).filter(allowed)
        };
        named.or_else(spoke).or_else(here).or_else(offered).or_else(|| self.cast(self.scene()))
    }

    /// Somebody who is known and belongs to the nth scene.
    pub(super) fn cast(&self, scene: usize) -> Option<&'a Person> {
        // The story's own people come first in the list, and more often.
        let people = self.view.people.iter().enumerate();
        let people = people.filter(|(_, person)| self.allowed(&person.name));
        let rank = |at: usize, name: &str| lot(self.salt, name, scene as u64) >> if at < 4 { 3 } else { 1 };
        people.min_by_key(|(at, person)| rank(*at, &person.name)).map(|(_, person)| person)
    }

    /// The clocks of a kind that players see.
    pub(super) fn clocks(&self, kind: ClockKind) -> impl Iterator<Item = &'a ProgressClock> + '_ {
        let clocks = self.view.clocks.iter().filter(move |clock| clock.kind == kind);
        clocks.filter(|clock| self.allowed(&clock.name))
    }

    /// The clock of a kind that is nearest to being full.
    pub(super) fn nearest(&self, kind: ClockKind) -> Option<&'a ProgressClock> {
        // What the party came for goes before what it does against something.
        let left = |clock: &ProgressClock| clock.segments - clock.filled.min(clock.segments);
        self.clocks(kind).min_by_key(|clock| (clock.name.starts_with(STOP), left(clock)))
    }

    /// A faction of the story, another one from scene to scene.
    pub(super) fn faction(&self) -> Option<&'a str> {
        let faction = self.dealt("faction", self.scene(), &self.view.factions)?;
        Some(faction.name.as_str()).filter(|name| self.allowed(name))
    }

    /// What hangs over the scene.
    pub(super) fn threat(&self) -> Option<String> {
        let noted = self.view.notes.as_ref().and_then(|notes| notes.threats.last());
        let clock = || self.nearest(ClockKind::Threat).map(|clock| clock.name.clone());
        noted.cloned().filter(|threat| self.allowed(threat)).or_else(clock)
    }

    /// A sentence about the place that was not told lately: each visit has its own.
    pub(super) fn detail(&self, place: &str, kth: usize) -> Option<&'static str> {
        let details = &setting().place(place)?.details;
        let name = place.strip_prefix("The ").unwrap_or(place);
        let visits = self.view.past.iter().filter(|past| past.summary.contains(name)).count();
        let mut order =
            (0..details.len()).filter_map(|step| self.dealt(place, 2 * visits + kth + step, details));
        order.find(|detail| self.allowed(detail) && !self.was_told(detail)).map(String::as_str)
    }

    /// The sky of the nth scene.
    pub(super) fn weather(&self, scene: usize) -> Option<&'static str> {
        let weather = self.dealt("weather", scene, &setting().city.weather)?;
        Some(weather.as_str()).filter(|weather| self.allowed(weather))
    }

    /// The hour of the nth scene.
    pub(super) fn hour(&self, scene: usize) -> Option<&'static str> {
        let hour = self.dealt("hour", scene, &setting().city.hours)?;
        Some(hour.as_str()).filter(|hour| self.allowed(hour))
    }

    /// What every line may use.
    pub(super) fn slots(&self) -> Slots {
        self.slots_at(&self.view.scene.place)
    }

    /// What every line may use in another place.
    pub(super) fn slots_at(&self, place: &str) -> Slots {
        let known = setting().place(place);
        let out =
            known.is_some_and(|it| matches!(it.kind, SiteKind::Street | SiteKind::Water | SiteKind::Roof));
        let mut slots = Slots::default();
        slots.set(self, "place", Some(place));
        slots.set(self, "district", known.map(|place| place.district.as_str()));
        slots.set(self, "watch", Some(&setting().city.watch));
        slots.set(self, "who", self.acting().map(|character| character.name.as_str()));
        slots.set(self, "person", self.person().map(|person| person.name.as_str()));
        slots.set(self, "faction", self.faction());
        slots.set(self, "threat", self.threat().as_deref());
        let clock = self.nearest(ClockKind::Goal).or_else(|| self.nearest(ClockKind::Threat));
        slots.set(self, "clock", clock.map(|clock| clock.name.as_str()));
        if known.is_some() {
            slots.open(if out { "outdoors" } else { "indoors" });
        }
        slots
    }

    /// The mood's own danger, if dice are being talked about.
    pub(super) fn danger(&self) -> Option<&'a str> {
        Some(self.view.mood.as_ref()?.engaged()?.stand.danger())
    }
}

impl Slots {
    /// Gives a slot its value, if there is one that may be told.
    pub(super) fn set(&mut self, desk: &Desk<'_>, slot: &'static str, value: Option<&str>) {
        self.0.retain(|(known, _)| *known != slot);
        if let Some(value) = value.filter(|value| desk.allowed(value)) {
            let value = match slot {
                "who" | "person" | "place" | "district" | "faction" | "watch" => inside(value),
                "time" => small(value),
                _ => value.to_owned(),
            };
            self.0.push((slot, value));
        }
    }

    /// Opens a gate.
    pub(super) fn open(&mut self, gate: &'static str) {
        self.0.push((gate, "open".to_owned()));
    }

    /// The same with one more.
    #[must_use]
    pub(super) fn with(mut self, desk: &Desk<'_>, slot: &'static str, value: Option<&str>) -> Slots {
        self.set(desk, slot, value);
        self
    }
}

/// The beginning of a text, by which it is known again.
fn head(text: &str) -> &str {
    const CHARS: usize = 50;
    text.char_indices().nth(CHARS).map_or(text, |(end, _)| &text[..end])
}

/// Does a text hold these words? Every one of many texts is looked through for words of its own, so nothing is made ready
/// for a search.
fn holds(text: &str, words: &str) -> bool {
    let Some(first) = words.chars().next() else { return true };
    text.match_indices(first).any(|(at, _)| text[at..].starts_with(words))
}

/// Is this beat what somebody said?
pub(super) fn is_speech(beat: &str, name: &str) -> bool {
    beat.strip_prefix(name).is_some_and(|rest| rest.starts_with(": "))
}
