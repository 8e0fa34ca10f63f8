//! What an evening leaves for the next one of its campaign (D29).
//!
//! It stands in the setup of the next evening, which only the host reads, in two parts: what all know, and what only the game
//! master does. Each is told by an event of its own.

use engine::{After, Chain, Earlier, Telling, Tone};
use serde::{Deserialize, Serialize};

use crate::limits::{AWAY_MAX, EVENING_CHARS_MAX, EVENINGS_MAX, FACTS_MAX, PEOPLE_KEPT, SUMMARIES_KEPT};
use crate::setup::Setup;
use crate::state::{Phase, RunningClock, State};
use crate::view::{
    Campaign, Consequence, Evening, Fact, FactKind, Faction, Person, Place, Played, Portrait, ProgressClock,
    Rumor, Story, Style, Summary, Thread, Truth,
};
use kit::kept_out::crossed;
use kit::words::{counted, same};

/// So many things of a kind are told of what is open.
const OPEN_TOLD: usize = 6;

/// What all know when an evening begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Known {
    /// What it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub story: Option<Story>,
    /// Everybody who was ever played, with whose they are.
    pub party: Vec<Played>,
    /// The evenings before.
    pub evenings: Vec<Evening>,
    /// The last scenes.
    pub past: Vec<Summary>,
    /// Scenes that were played in all.
    pub scenes: u32,
    /// Where the party was last.
    pub place: String,
    /// How it looked and felt there.
    pub style: Style,
    /// The places.
    pub places: Vec<Place>,
    /// The people.
    pub people: Vec<Person>,
    /// The factions.
    pub factions: Vec<Faction>,
    /// The threads.
    pub threads: Vec<Thread>,
    /// The rumours.
    pub rumors: Vec<Rumor>,
    /// Secrets that came out, and chances that opened.
    pub revealed: Vec<String>,
    /// The clocks that players see.
    pub clocks: Vec<ProgressClock>,
    /// What is to be remembered.
    pub facts: Vec<Fact>,
    /// What is never told.
    pub lines: Vec<String>,
    /// What is told only from afar.
    pub veils: Vec<String>,
}

/// What only the game master knows then.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Unseen {
    /// How to play the people.
    pub portraits: Vec<Portrait>,
    /// What each faction wants.
    pub goals: Vec<(String, String)>,
    /// What is so about the rumours.
    pub truths: Vec<(String, Truth)>,
    /// The clocks, seen and unseen, with what they lead to.
    pub clocks: Vec<RunningClock>,
    /// What things cost.
    pub costs: Vec<String>,
    /// What threatens and was not answered.
    pub threats: Vec<String>,
    /// What it all may lead to.
    pub seeds: Vec<String>,
}

/// How the evening before left it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Before {
    /// Which evening it was, from 1.
    pub evening: u32,
    /// What all know.
    pub known: Known,
    /// What only the game master knows.
    pub unseen: Unseen,
}

impl Setup {
    /// What evenings of this campaign go on with, if it has a name.
    pub(super) fn chain(&self) -> Option<Chain> {
        let name = self.campaign.trim().to_owned();
        (!name.is_empty()).then(|| Chain { name, after: self.after.clone() })
    }

    /// The next evening of a campaign begins with what the last one left.
    pub(super) fn take_up(&mut self, earlier: &Earlier<'_, State>) -> Option<String> {
        let Earlier { after, state } = earlier;
        let campaign = state.campaign.as_ref()?;
        // What an earlier session left is replaced by what a later one did; whoever says what was left knows better.
        let is_said = self.before.is_some() && self.after.is_none();
        if is_said || !self.chain()?.is_called(&campaign.name) {
            return None;
        }
        let evening = format!("evening {} of “{}”", campaign.evening, campaign.name);
        let Phase::Ended(_) = state.phase else { return Some(evening) };
        let scenes = state.scene.number.saturating_sub(campaign.scenes) as usize;
        self.before = Some(Box::new(left(state, campaign)));
        self.after = Some::<After>(after.clone());
        Some(format!("{evening}, {}", counted(scenes, "scene")))
    }
}

/// What an evening that is over leaves for the next.
fn left(state: &State, campaign: &Campaign) -> Before {
    let (world, memory) = (&state.world, &state.memory);
    let (people, forgotten) = kept(state);
    let mut facts = state.facts.clone();
    facts.extend(forgotten.into_iter().map(|person| name_of(person, campaign.evening)));
    trim(&mut facts);
    let is_kept = |portrait: &&Portrait| people.iter().any(|person| same(&person.name, &portrait.name));
    let mut evenings = campaign.evenings.clone();
    evenings.push(Evening { number: campaign.evening, words: in_words(state, campaign) });
    let late = evenings.len().saturating_sub(EVENINGS_MAX);
    let played = state.party.iter().zip(state.seats.iter()).filter_map(|(character, seat)| {
        Some(Played { player: seat.name.clone(), character: character.clone()? })
    });
    // Who is retired is remembered for longer than others have to wait for their players.
    let mut party: Vec<Played> = played.chain(campaign.away.iter().cloned()).collect();
    party.truncate(AWAY_MAX);
    let last = memory.past.len().saturating_sub(SUMMARIES_KEPT);
    let seen = world.clocks.iter().map(|wound| &wound.clock).filter(|clock| clock.visible);
    Before {
        evening: campaign.evening,
        known: Known {
            story: state.story.clone(),
            party,
            evenings: evenings.split_off(late),
            past: memory.past[last..].to_vec(),
            scenes: state.scene.number,
            place: state.scene.place.clone(),
            style: state.style.clone(),
            places: world.places.clone(),
            factions: world.factions.clone(),
            threads: world.threads.clone(),
            rumors: world.rumors.clone(),
            revealed: world.known.clone(),
            clocks: seen.cloned().collect(),
            facts,
            lines: state.lines.clone(),
            veils: state.veils.clone(),
            people: people.iter().map(|person| (*person).clone()).collect(),
        },
        unseen: Unseen {
            portraits: world.portraits.iter().filter(is_kept).cloned().collect(),
            goals: world.goals.clone(),
            truths: world.truths.clone(),
            clocks: world.clocks.clone(),
            costs: memory.costs.clone(),
            threats: memory.threats.clone(),
            seeds: memory.seeds.clone(),
        },
    }
}

/// The people who stay as they are, and those of whom only the name is kept, so that there is room for others: the first who
/// were met, are not here, and are named in nothing that is open.
fn kept(state: &State) -> (Vec<&Person>, Vec<&Person>) {
    let world = &state.world;
    // From what all know alone: who stays must tell nobody what a clock leads to.
    let named = |name: &str| world.threads.iter().any(|thread| thread.hook.contains(name));
    let mut spare = world.people.len().saturating_sub(PEOPLE_KEPT);
    world.people.iter().partition(|person| {
        let stays = spare == 0 || person.present || named(&person.name);
        spare -= usize::from(!stays);
        stays
    })
}

/// Somebody of whom the name is kept.
fn name_of(person: &Person, evening: u32) -> Fact {
    let at = person.at.as_ref().map_or(String::new(), |at| format!(", last seen at {at}"));
    let about = std::iter::once(person.name.clone()).chain(person.at.clone()).collect();
    let text = format!("{}, {}, {}{at}", person.name, person.role.trim_end_matches('.'), person.disposition);
    Fact { kind: FactKind::Name, text, about, evening }
}

/// Keeps so many facts: what is over is forgotten first, and then what is oldest.
pub(super) fn trim(facts: &mut Vec<Fact>) {
    while facts.len() > FACTS_MAX {
        let over = facts.iter().position(|fact| fact.kind == FactKind::Over);
        facts.remove(over.unwrap_or(0));
    }
}

/// An evening in a few words: its scenes, as they were put into words, and what became of everybody.
fn in_words(state: &State, campaign: &Campaign) -> String {
    let scenes = state.memory.past.iter().filter(|past| past.scene > campaign.scenes);
    let scene = |past: &Summary| {
        let words = if past.auto { past.key_moments.last() } else { None };
        words.unwrap_or(&past.summary).trim().to_owned()
    };
    // What was not put into words any more is told by its last moment.
    let last = state.scene.beats.last().map(|beat| beat.text.trim().to_owned());
    let told = state.epilogue.iter().map(|(_, words)| words.trim().to_owned());
    let all: Vec<String> = scenes.map(scene).chain(last).chain(told).filter(|it| !it.is_empty()).collect();
    // The end matters most.
    let each = EVENING_CHARS_MAX / all.len().clamp(1, 6);
    let first = all.len().saturating_sub(6);
    all[first..].iter().map(|words| cut(words, each)).collect::<Vec<String>>().join(" ")
}

/// The beginning of a text, as far as whole words fit.
fn cut(text: &str, chars: usize) -> String {
    let Some((end, _)) = text.char_indices().nth(chars) else { return text.to_owned() };
    let end = text[..end].rfind(' ').unwrap_or(end);
    format!("{}…", &text[..end])
}

/// What all know is so, and the party sits down again.
pub(super) fn begin(state: &mut State, name: &str, evening: u32, known: &Known) {
    let is_here = |at: usize, played: &Played| {
        state.seats.get(at).is_some_and(|seat| same(&seat.name, &played.player)) && !played.character.retired
    };
    let mut away = known.party.clone();
    for at in 0..state.party.len() {
        let own = away.iter().position(|played| is_here(at, played));
        state.party[at] = own.map(|own| away.remove(own).character);
    }
    let (evenings, scenes) = (known.evenings.clone(), known.scenes);
    state.campaign = Some(Campaign { name: name.to_owned(), evening, evenings, scenes, away });
    state.story.clone_from(&known.story);
    state.memory.past.clone_from(&known.past);
    state.scene.number = known.scenes;
    state.scene.place.clone_from(&known.place);
    state.style = known.style.clone();
    state.world.places.clone_from(&known.places);
    state.world.people.clone_from(&known.people);
    state.world.factions.clone_from(&known.factions);
    state.world.threads.clone_from(&known.threads);
    state.world.rumors.clone_from(&known.rumors);
    state.world.known.clone_from(&known.revealed);
    let seen = |clock: &ProgressClock| RunningClock { clock: clock.clone(), consequence: Consequence::None };
    state.world.clocks = known.clocks.iter().map(seen).collect();
    state.facts.clone_from(&known.facts);
    for (kept, more) in [(&mut state.lines, &known.lines), (&mut state.veils, &known.veils)] {
        let new: Vec<String> =
            more.iter().filter(|it| !kept.iter().any(|old| same(old, it))).cloned().collect();
        kept.extend(new);
    }
}

/// What only the game master knows is so, too.
pub(super) fn remember(state: &mut State, unseen: &Unseen) {
    state.world.portraits.clone_from(&unseen.portraits);
    state.world.goals.clone_from(&unseen.goals);
    state.world.truths.clone_from(&unseen.truths);
    for wound in &unseen.clocks {
        let seen = state.world.clocks.iter_mut().find(|known| same(&known.clock.name, &wound.clock.name));
        match seen {
            Some(known) => known.consequence.clone_from(&wound.consequence),
            None => state.world.clocks.push(wound.clone()),
        }
    }
    state.memory.costs.clone_from(&unseen.costs);
    state.memory.threats.clone_from(&unseen.threats);
    state.memory.seeds.clone_from(&unseen.seeds);
}

/// The evening in words: what was, and what is open, as far as this table tells of it.
pub(super) fn told(state: &State, name: &str, evening: u32, known: &Known) -> Telling {
    let Some(last) = known.evenings.last() else {
        return Telling::host(format!("The first evening of “{name}”."));
    };
    let is_told = |words: &&str| crossed(&state.lines, words).is_none();
    let open = |title: &str, all: Vec<&str>| {
        let all: Vec<&str> = all.into_iter().filter(is_told).map(|it| it.trim_end_matches('.')).collect();
        let late = all.len().saturating_sub(OPEN_TOLD);
        (!all.is_empty()).then(|| format!("{title}: {}.", all[late..].join("; ")))
    };
    let binds = |fact: &&Fact| matches!(fact.kind, FactKind::Promise | FactKind::Debt | FactKind::Lost);
    let facts = known.facts.iter().filter(binds).map(|fact| fact.text.as_str()).collect();
    let threads = known.threads.iter().map(|thread| thread.hook.as_str()).collect();
    let words = Some(last.words.as_str()).filter(is_told).map(|words| format!("Last time: {words}"));
    let parts = [words, open("Still open", threads), open("Not forgotten", facts)];
    let recap = parts.into_iter().flatten().collect::<Vec<String>>().join(" ");
    let title = format!("{name}, evening {evening}");
    Telling::host(format!("“{name}”, evening {evening}. {recap}"))
        .tone(Tone::Heading)
        .title(title)
        .words(recap)
}
