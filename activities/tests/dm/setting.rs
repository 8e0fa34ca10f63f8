//! The setting of the game master's machine: every file is read, counted, measured and cross-checked.

use std::collections::{BTreeMap, BTreeSet};

use dm::ConsequenceKind;
use dm::setting::{ClockEnd, ClockSeed, Job, Setting, setting};
use dm::view::{EntanglementKind, SceneKind, Toll};
use toml::{Table, Value};

const FILES: [(&str, &str); 11] = [
    ("city", include_str!("../../dm/src/setting/city.toml")),
    ("archetypes", include_str!("../../dm/src/setting/archetypes.toml")),
    ("cards", include_str!("../../dm/src/setting/cards.toml")),
    ("factions", include_str!("../../dm/src/setting/factions.toml")),
    ("people", include_str!("../../dm/src/setting/people.toml")),
    ("places", include_str!("../../dm/src/setting/places.toml")),
    ("rumours", include_str!("../../dm/src/setting/rumours.toml")),
    ("threads", include_str!("../../dm/src/setting/threads.toml")),
    ("jobs", include_str!("../../dm/src/setting/jobs.toml")),
    ("entanglements", include_str!("../../dm/src/setting/entanglements.toml")),
    ("complications", include_str!("../../dm/src/setting/complications.toml")),
];

/// What may stand in braces, and only in the complications.
const SLOTS: [&str; 3] = ["person", "faction", "place"];

const NAME_MAX: usize = 32;

/// A string of a file, and the keys that lead to it without the numbers in lists: `person.says.warm`.
struct Text {
    path: String,
    text: String,
}

impl Text {
    fn key(&self) -> &str {
        self.path.rsplit('.').next().unwrap_or_default()
    }

    /// Whether it is a word of the rules or a reference to something that has its name elsewhere.
    fn is_reference(&self) -> bool {
        const KEYS: &str = "kind target urgency attitude disposition truth spread tension pronoun pronouns enemies \
                            allies involves places factions people suit key cost offered_by watch";
        const PATHS: &str =
            "people.person.faction places.place.district jobs.job.first.place rumours.rumour.about";
        KEYS.split(' ').any(|key| key == self.key()) || PATHS.split(' ').any(|path| path == self.path)
    }

    fn is_name(&self) -> bool {
        self.key() == "name" || self.key() == "title"
    }

    /// The text with the longest name there may be in every slot.
    fn filled(&self) -> String {
        SLOTS
            .iter()
            .fold(self.text.clone(), |text, slot| text.replace(&format!("{{{slot}}}"), &"x".repeat(NAME_MAX)))
    }

    /// How long it may be, in characters.
    fn limit(&self) -> usize {
        if self.is_name() {
            return NAME_MAX;
        }
        match self.path.as_str() {
            "city.about" => 600,
            "city.hours" => 60,
            "archetypes.archetype.good_at" => 20,
            "archetypes.archetype.line" => 140,
            "archetypes.archetype.look" | "people.person.voice" | "people.person.look" => 60,
            "people.person.role" => 60,
            "cards.card.past" | "cards.card.present" | "cards.card.future" | "cards.card.scene" => 110,
            "cards.card.person" => 90,
            "people.person.says.warm" | "people.person.says.wary" | "people.person.says.hard" => 140,
            "places.place.details" => 120,
            "jobs.job.first.opening" => 600,
            "jobs.job.first.actions" | "complications.scene.actions" => 60,
            "entanglements.entanglement.set.ways.label" => 50,
            "entanglements.entanglement.set.ways.text" => 160,
            "complications.scene.opening" => 400,
            _ => 300,
        }
    }
}

fn walk(path: &str, value: &Value, into: &mut Vec<Text>) {
    match value {
        Value::String(text) => into.push(Text { path: path.to_owned(), text: text.clone() }),
        Value::Array(items) => items.iter().for_each(|item| walk(path, item, into)),
        Value::Table(table) => {
            for (key, value) in table {
                walk(&format!("{path}.{key}"), value, into);
            }
        }
        _ => {}
    }
}

fn texts() -> Vec<Text> {
    let mut all = Vec::new();
    for (file, text) in FILES {
        let table: Table = toml::from_str(text).unwrap_or_else(|error| panic!("{file}.toml: {error}"));
        walk(file, &Value::Table(table), &mut all);
    }
    all
}

/// Fails once, with everything that is wrong.
fn report(wrong: &[String]) {
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

fn doubles<'a>(what: &str, all: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    all.into_iter()
        .filter(|one| !seen.insert(one.to_lowercase()))
        .map(|one| format!("{what} twice: {one}"))
        .collect()
}

#[test]
fn every_file_is_read() {
    assert_eq!(setting().city.name, "Overlow");
}

#[test]
fn every_file_says_what_it_holds_and_how_to_add_to_it() {
    for (file, text) in FILES {
        assert!(text.starts_with("# "), "{file}.toml has no comment on top");
        let top: String = text.lines().take_while(|line| line.starts_with('#')).collect();
        assert!(top.contains("To add"), "{file}.toml does not say how to add to it");
    }
}

#[test]
fn counts() {
    let Setting { city, archetypes, deck, factions, people, places, rumours, threads, jobs, .. } = setting();
    assert!((6..=8).contains(&city.district.len()));
    assert!(city.weather.len() >= 16 && city.hours.len() >= 10 && !city.word.is_empty());
    assert_eq!(archetypes.len(), 7);
    assert_eq!(deck.cards.len(), 78);
    assert_eq!(deck.suit.len(), 5);
    assert!(factions.len() >= 12, "{} factions", factions.len());
    assert!(people.len() >= 60, "{} people", people.len());
    assert!(places.len() >= 36, "{} places", places.len());
    assert!(rumours.len() >= 70, "{} rumours", rumours.len());
    assert!(threads.len() >= 40, "{} threads", threads.len());
    assert!(jobs.len() >= 30, "{} jobs", jobs.len());

    let made_up = &setting().complications;
    assert!(made_up.threats.len() >= 24, "{} threats", made_up.threats.len());
    assert!(made_up.projects.len() >= 12, "{} projects", made_up.projects.len());
    let mut scenes = [0; 4];
    for seed in &made_up.scenes {
        scenes[scene_index(&seed.scene)] += 1;
    }
    assert!(scenes[..3].iter().all(|count| *count >= 24), "scene seeds: {scenes:?}");
    assert_eq!(scenes[3], 0, "an open scene needs no seed");
}

fn scene_index(scene: &SceneKind) -> usize {
    match scene {
        SceneKind::Encounter { .. } => 0,
        SceneKind::Opportunity { .. } => 1,
        SceneKind::Discovery { .. } => 2,
        SceneKind::Open => 3,
    }
}

#[test]
fn lists_inside_are_long_enough() {
    let mut wrong = Vec::new();
    let mut check = |what: &str, name: &str, length: usize, from: usize, to: usize| {
        if !(from..=to).contains(&length) {
            wrong.push(format!("{name}: {length} {what}, not {from} to {to}"));
        }
    };
    for faction in &setting().factions {
        check("resources", &faction.name, faction.resources.len(), 2, 3);
        check("moves", &faction.name, faction.moves.len(), 3, 9);
    }
    for person in &setting().people {
        check("secrets", &person.name, person.secrets.len(), 1, 2);
        check("wants", &person.name, person.wants.len(), 1, 2);
        for lines in [&person.says.warm, &person.says.wary, &person.says.hard] {
            check("lines of a mood", &person.name, lines.len(), 3, 9);
        }
    }
    for place in &setting().places {
        check("details", &place.name, place.details.len(), 5, 9);
    }
    for job in &setting().jobs {
        check("places", &job.title, job.places.len(), 2, 3);
        check("factions", &job.title, job.factions.len(), 1, 3);
        check("people", &job.title, job.people.len(), 2, 4);
        check("sentences of opening", &job.title, sentences(&job.first.opening).len(), 2, 4);
        if let SceneKind::Discovery { implications, .. } = &job.first.scene {
            check("implications", &job.title, implications.len(), 2, 3);
        }
    }
    for seed in &setting().complications.scenes {
        check("sentences of opening", &seed.opening, sentences(&seed.opening).len(), 1, 3);
        if let SceneKind::Discovery { what, implications } = &seed.scene {
            check("implications", what, implications.len(), 2, 3);
        }
    }
    report(&wrong);
}

#[test]
fn no_text_is_empty_or_too_long_or_has_what_a_terminal_would_obey() {
    let mut wrong = Vec::new();
    for text in texts() {
        let (length, limit) = (text.filled().chars().count(), text.limit());
        if length == 0 || length > limit {
            wrong.push(format!("{}: {length} of {limit}: {}", text.path, text.text));
        }
        if text.text.chars().any(char::is_control)
            || text.text.trim() != text.text
            || text.text.contains("  ")
        {
            wrong.push(format!("{}: control character or stray space: {:?}", text.path, text.text));
        }
        if (text.is_name() || text.key() == "key") && !text.text.is_ascii() {
            wrong.push(format!("{}: not ASCII: {}", text.path, text.text));
        }
    }
    report(&wrong);
}

#[test]
fn slots_are_known_and_only_where_they_are_filled() {
    let mut wrong = Vec::new();
    for text in texts() {
        let mut rest = text.text.as_str();
        while let Some(at) = rest.find(['{', '}']) {
            let slot = SLOTS.iter().find(|slot| rest[at..].starts_with(&format!("{{{slot}}}")));
            match slot {
                Some(slot) if text.path.starts_with("complications.") && !text.is_name() => {
                    rest = &rest[at + slot.len() + 2..];
                }
                _ => {
                    wrong.push(format!("{}: {}", text.path, text.text));
                    break;
                }
            }
        }
    }
    report(&wrong);
}

/// The sentences of a text, cut at marks that end one.
fn sentences(text: &str) -> Vec<&str> {
    text.split_inclusive(['.', '?', '!'])
        .map(|one| one.trim().trim_end_matches(['"', '\'']))
        .filter(|one| one.contains(char::is_alphabetic))
        .collect()
}

#[test]
fn nothing_is_said_twice() {
    let all = texts();
    let prose: Vec<&Text> = all.iter().filter(|text| !text.is_reference() && !text.is_name()).collect();
    let mut wrong = doubles("text", prose.iter().map(|text| text.text.as_str()));
    let long = |one: &&str| one.split_whitespace().count() >= 4;
    wrong.extend(doubles("sentence", prose.iter().flat_map(|text| sentences(&text.text)).filter(long)));
    report(&wrong);
}

#[test]
fn names_are_unique() {
    let Setting { city, archetypes, deck, factions, people, places, jobs, complications, .. } = setting();
    // A thread or a clock names any of these, so none may share a name with another of any kind.
    let mut wrong = doubles(
        "name",
        (factions.iter().map(|one| one.name.as_str()))
            .chain(people.iter().map(|one| one.name.as_str()))
            .chain(places.iter().map(|one| one.name.as_str()))
            .chain(city.district.iter().map(|one| one.name.as_str()))
            .chain(archetypes.iter().flat_map(|one| one.names.iter().map(|name| name.name.as_str()))),
    );
    wrong.extend(doubles(
        "archetype",
        archetypes.iter().flat_map(|one| [one.key.as_str(), one.name.as_str()]),
    ));
    wrong.extend(doubles("card", deck.cards.iter().map(|one| one.name.as_str())));
    wrong.extend(doubles("card key", deck.cards.iter().map(|one| one.key.as_str())));
    wrong.extend(doubles("job", jobs.iter().map(|one| one.title.as_str())));
    wrong.extend(doubles(
        "clock",
        (jobs.iter().flat_map(clocks_of))
            .chain(&complications.threats)
            .chain(&complications.projects)
            .map(|clock| clock.name.as_str())
            .chain(factions.iter().map(|one| one.clock.name.as_str())),
    ));
    wrong.extend(doubles("slang", city.word.iter().map(|one| one.word.as_str())));
    report(&wrong);
}

fn clocks_of(job: &Job) -> impl Iterator<Item = &ClockSeed> {
    std::iter::once(&job.goal).chain(&job.threats).chain(&job.hidden)
}

#[test]
fn keys_are_snake_case() {
    for text in texts().iter().filter(|text| text.key() == "key") {
        assert!(text.text.chars().all(|c| c.is_ascii_lowercase() || c == '_'), "{}", text.text);
    }
}

#[test]
fn the_deck_is_whole() {
    let deck = &setting().deck;
    let mut expected = Vec::new();
    for (at, suit) in deck.suit.iter().enumerate() {
        let ranks = if at == 0 { 0..=21 } else { 1..=14 };
        expected.extend(ranks.map(|rank| (suit.key.as_str(), rank)));
    }
    let found: Vec<(&str, u8)> = deck.cards.iter().map(|card| (card.suit.as_str(), card.rank)).collect();
    assert_eq!(found, expected);
}

#[test]
fn every_reference_resolves() {
    let all = setting();
    let mut wrong = Vec::new();
    let mut check = |known: bool, from: &str, to: &str| {
        if !known {
            wrong.push(format!("{from}: no {to}"));
        }
    };
    let either = |name: &str| all.faction(name).is_some() || all.person(name).is_some();
    for faction in &all.factions {
        for other in faction.enemies.iter().chain(&faction.allies) {
            check(all.faction(other).is_some() && *other != faction.name, &faction.name, other);
        }
    }
    for person in &all.people {
        if let Some(faction) = &person.faction {
            check(all.faction(faction).is_some(), &person.name, faction);
        }
    }
    for place in &all.places {
        let known = all.city.district.iter().any(|district| district.name == place.district);
        check(known, &place.name, &place.district);
    }
    for rumour in &all.rumours {
        if let Some(about) = &rumour.about {
            check(either(about), &rumour.text, about);
        }
    }
    for thread in &all.threads {
        check(!thread.involves.is_empty(), &thread.hook, "one involved");
        thread.involves.iter().for_each(|name| check(either(name), &thread.hook, name));
    }
    for job in &all.jobs {
        job.places.iter().for_each(|name| check(all.place(name).is_some(), &job.title, name));
        job.factions.iter().for_each(|name| check(all.faction(name).is_some(), &job.title, name));
        job.people.iter().for_each(|name| check(all.person(name).is_some(), &job.title, name));
        check(job.places.contains(&job.first.place), &job.title, &job.first.place);
        if let SceneKind::Opportunity { offered_by: Some(name), .. } = &job.first.scene {
            check(job.people.contains(name), &job.title, name);
        }
    }
    report(&wrong);
}

#[test]
fn every_faction_and_district_is_used() {
    let all = setting();
    for faction in &all.factions {
        assert!(all.people.iter().any(|one| one.faction.as_ref() == Some(&faction.name)), "{}", faction.name);
        assert!(all.jobs.iter().any(|job| job.factions.contains(&faction.name)), "{}", faction.name);
    }
    for district in &all.city.district {
        assert!(all.places.iter().any(|one| one.district == district.name), "{}", district.name);
    }
}

#[test]
fn enemies_and_allies_know_of_each_other() {
    let all = setting();
    for faction in &all.factions {
        for enemy in &faction.enemies {
            assert!(!faction.allies.contains(enemy), "{} and {enemy} are both", faction.name);
            let back = all.faction(enemy).is_some_and(|other| other.enemies.contains(&faction.name));
            assert!(back, "{enemy} does not know that {} is an enemy", faction.name);
        }
        for ally in &faction.allies {
            let back = all.faction(ally).is_some_and(|other| other.allies.contains(&faction.name));
            assert!(back, "{ally} does not know that {} is an ally", faction.name);
        }
    }
}

/// What is wrong with a clock, the slots being allowed or not.
fn faults(clock: &ClockSeed, threats: Option<&[ClockSeed; 2]>) -> Vec<String> {
    let all = setting();
    let made_up = threats.is_none();
    let faction = |name: &str| all.faction(name).is_some() || (made_up && name == "{faction}");
    let person = |name: &str| all.person(name).is_some() || (made_up && name == "{person}");
    let ClockEnd { kind, target, amount, .. } = &clock.consequence;
    let good = match (kind, target.as_deref(), *amount) {
        (ConsequenceKind::FactionMoves, Some(target), None) => faction(target),
        (ConsequenceKind::RevealSecret, Some(target), None) => faction(target) || person(target),
        (ConsequenceKind::SpawnThread, Some(target), None) => faction(target) || person(target),
        (ConsequenceKind::Reputation, Some(target), Some(amount)) => {
            faction(target) && amount != 0 && (-2..=2).contains(&amount)
        }
        (ConsequenceKind::Escalate, None, Some(amount)) => (1..=3).contains(&amount),
        (ConsequenceKind::GainCoin, None, Some(amount)) => (1..=8).contains(&amount),
        (ConsequenceKind::RemoveThreat, Some(target), None) => {
            threats.iter().flat_map(|threats| threats.iter()).any(|threat| threat.name == *target)
                && *target != clock.name
        }
        (ConsequenceKind::RemoveThreat, None, None) => made_up,
        (ConsequenceKind::SpawnThread, None, None)
        | (
            ConsequenceKind::OpenOpportunity | ConsequenceKind::GainAsset | ConsequenceKind::None,
            None,
            None,
        ) => true,
        _ => false,
    };
    let mut wrong = Vec::new();
    if !good {
        wrong.push(format!("{}: {:?}", clock.name, clock.consequence));
    }
    if ![4, 6, 8].contains(&clock.segments) {
        wrong.push(format!("{}: {} segments", clock.name, clock.segments));
    }
    wrong
}

#[test]
fn every_clock_is_well_formed() {
    let all = setting();
    let mut wrong = Vec::new();
    for job in &all.jobs {
        wrong.extend(clocks_of(job).flat_map(|clock| faults(clock, Some(&job.threats))));
        if job.hidden.as_ref().is_some_and(|clock| clock.visible) {
            wrong.push(format!("{}: the hidden clock is visible", job.title));
        }
    }
    for clock in all.complications.threats.iter().chain(&all.complications.projects) {
        wrong.extend(faults(clock, None));
    }
    for faction in &all.factions {
        if ![4, 6, 8].contains(&faction.clock.segments) {
            wrong.push(format!("{}: {} segments", faction.name, faction.clock.segments));
        }
    }
    report(&wrong);
}

#[test]
fn every_kind_of_consequence_and_of_scene_is_among_the_jobs_several_times() {
    let mut consequences: BTreeMap<String, usize> = BTreeMap::new();
    let mut scenes = [0; 4];
    for job in &setting().jobs {
        for clock in clocks_of(job) {
            *consequences.entry(format!("{:?}", clock.consequence.kind)).or_default() += 1;
        }
        scenes[scene_index(&job.first.scene)] += 1;
    }
    assert_eq!(consequences.len(), 10, "{consequences:?}");
    assert!(consequences.values().all(|count| *count >= 3), "{consequences:?}");
    assert!(scenes.iter().all(|count| *count >= 3), "{scenes:?}");
    assert!(setting().jobs.iter().any(|job| job.hidden.is_some()), "no job has a hidden clock");
}

fn cost_word(toll: Toll) -> &'static str {
    match toll {
        Toll::Coin { .. } => "coin",
        Toll::Attitude => "attitude",
        Toll::Clock { .. } => "clock",
        Toll::Hunted => "hunted",
    }
}

#[test]
fn each_entanglement_has_three_ways_out_and_one_of_them_is_unpaid() {
    let all = &setting().entanglements;
    let kinds: Vec<EntanglementKind> = all.iter().map(|one| one.kind).collect();
    use EntanglementKind::{Informant, Raid, Reprisal, Shakedown, Warrant};
    assert_eq!(kinds, [Raid, Shakedown, Warrant, Informant, Reprisal]);
    for one in all {
        assert!(one.texts.len() >= 4 && one.sets.len() >= 3, "{:?}", one.kind);
        for set in &one.sets {
            let unpaid = set.ways.iter().filter(|way| way.toll == Toll::Hunted).count();
            assert_eq!(unpaid, 1, "{:?}: {:?}", one.kind, set.ways);
            for way in &set.ways {
                let fair = match way.toll {
                    Toll::Coin { amount } => (1..=3).contains(&amount),
                    Toll::Clock { amount } => (1..=2).contains(&amount),
                    Toll::Attitude | Toll::Hunted => true,
                };
                assert!(fair && way.against.is_none(), "{:?}: {way:?}", one.kind);
            }
            let kinds: BTreeSet<&str> = set.ways.iter().map(|way| cost_word(way.toll)).collect();
            assert_eq!(kinds.len(), 3, "{:?}: two ways of one cost: {:?}", one.kind, set.ways);
        }
    }
}

#[test]
fn a_way_out_says_its_label_its_text_and_its_cost_and_nothing_else() {
    let file: Table = include_str!("../../dm/src/setting/entanglements.toml").parse().unwrap();
    let lists = |of: &Table, name: &str| of[name].as_array().unwrap().clone();
    for set in lists(&file, "entanglement").iter().flat_map(|one| lists(one.as_table().unwrap(), "set")) {
        for way in lists(set.as_table().unwrap(), "ways") {
            let said: Vec<&str> = way.as_table().unwrap().keys().map(String::as_str).collect();
            let paid = said.contains(&"amount");
            let costs = way["cost"].as_str().unwrap();
            assert_eq!(paid, ["coin", "clock"].contains(&costs), "{way:?}");
            assert_eq!(said.len(), 3 + usize::from(paid), "{way:?}");
        }
    }
}
