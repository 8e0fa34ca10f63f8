//! Evenings that follow one another, and what is to be remembered over all of them (D29).

use std::collections::{BTreeMap, BTreeSet};

use kit::plain::Plain;
use kit::words::same;
use serde::{Deserialize, Serialize};

use super::{Character, FactKind, Mood, View};
use crate::limits::FACTS_SHOWN;

/// Something that is to be remembered: small, typed, and with the names of what it concerns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fact {
    /// What kind of thing it is.
    pub kind: FactKind,
    /// What, in a line.
    pub text: String,
    /// Whom and what it concerns, by name.
    pub about: Vec<String>,
    /// In which evening it came about, from 1.
    pub evening: u32,
}

/// An evening that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evening {
    /// Which, from 1.
    pub number: u32,
    /// What happened, in a few words.
    pub words: String,
}

/// A character, and whose it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// The name of the player's seat.
    pub player: String,
    /// The character.
    pub character: Character,
}

/// The campaign that an evening is part of.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Campaign {
    /// What it is called.
    pub name: String,
    /// Which evening this is, from 1.
    pub evening: u32,
    /// The evenings before.
    #[serde(default)]
    pub evenings: Vec<Evening>,
    /// Scenes that were played in them.
    #[serde(default)]
    pub scenes: u32,
    /// Characters that nobody plays this evening.
    #[serde(default)]
    pub away: Vec<Played>,
}

/// Beats of the scene that count as what was just said.
const BEATS: usize = 6;

impl View {
    /// What is to be remembered and bears on the scene, the nearest first: what the player names, who is here and where, what was
    /// just told, what the open threads are about. Where a scene is made up, what was noted last comes first, and what binds and what
    /// is gone comes after all of it.
    pub fn bearing(&self, wide: bool) -> Vec<&Fact> {
        if self.facts.is_empty() {
            return Vec::new();
        }
        let said = Plain::split(self.said.as_ref().map_or("", |said| &said.text));
        let present = self.people.iter().filter(|person| person.present).map(|person| person.name.as_str());
        let here =
            Plain::split(&present.chain([self.scene.place.as_str()]).collect::<Vec<&str>>().join(", "));
        let beats = self.scene.beats.iter().rev().take(BEATS).map(|beat| beat.text.as_str());
        let hook = if let Some(Mood::Scene { hook: Some(hook), .. }) = &self.mood { hook } else { "" };
        let told = beats.chain(self.narration.as_deref()).chain([hook, self.scene.title.as_str()]);
        let told = Plain::split(&told.collect::<Vec<&str>>().join(", "));
        let threads = self.threads.iter().map(|thread| thread.hook.as_str());
        let threads = Plain::split(&threads.collect::<Vec<&str>>().join(", "));
        let of_party = |name: &str| self.party.iter().flatten().any(|it| same(&it.name, name));
        let nearness = [&said, &here, &told, &threads].map(Naming::of);
        let mut nearest = BTreeMap::new();
        let mut near = |name: &String| {
            let find = || nearness.iter().position(|words| words.name(name));
            // The same few names stand in fact after fact.
            *nearest.entry(name.clone()).or_insert_with(find)
        };
        let mut distance = |fact: &Fact| {
            if wide && self.facts.last() == Some(fact) {
                return Some(0);
            }
            // The party is always there: it says nothing of the scene, unless there is nothing else.
            let others: Vec<&String> = fact.about.iter().filter(|name| !of_party(name)).collect();
            let names = if others.is_empty() { fact.about.iter().collect() } else { others };
            let near = names.into_iter().filter_map(&mut near).min();
            let binds = matches!(fact.kind, FactKind::Promise | FactKind::Debt | FactKind::Lost);
            near.or_else(|| (wide && binds).then_some(nearness.len()))
        };
        let all = self.facts.iter().rev().filter_map(|fact| Some((distance(fact)?, fact)));
        let mut all: Vec<(usize, &Fact)> = all.collect();
        all.sort_by_key(|(distance, _)| *distance);
        all.into_iter().take(FACTS_SHOWN).map(|(_, fact)| fact).collect()
    }
}

/// A text in which names may stand.
pub(crate) struct Naming<'a> {
    text: &'a Plain,
    /// Its words that are long enough for a name: a short one is a title.
    words: BTreeSet<&'a str>,
}

impl Naming<'_> {
    pub(crate) fn of(text: &Plain) -> Naming<'_> {
        Naming { text, words: text.words().filter(|word| is_long(word)).collect() }
    }

    /// Does one of the words of a name stand there? If all of them are short, the whole name?
    pub(crate) fn name(&self, name: &str) -> bool {
        let name = Plain::split(name);
        let mut long = name.words().filter(|word| is_long(word)).peekable();
        match long.peek() {
            Some(_) => long.any(|word| self.words.contains(word)),
            None => self.text.has(&[name.text()]),
        }
    }
}

fn is_long(word: &str) -> bool {
    word.len() > 3
}
