//! Changes to a made-up session: parts of it taken away, other words in it, or more of everything than there is room
//! for.

use dm::view::{
    Campaign, ClockKind, Consequence, Disposition, Engaged, Evening, Fact, FactKind, Faction, Floor,
    Invitation, Landing, Mood, Pause, Person, Place, Portrait, ProgressClock, Rest, Roll, Rumor, SceneKind,
    Spread, Stand, Summary, Tension, Thread, Truth,
};
use dm::{RunningClock, State};

use crate::prompts::worlds::s;

/// Takes parts of a session away: one for each bit that is set.
pub(crate) fn take_away(state: &mut State, mask: u32) {
    let off = |bit: u32| mask & (1 << bit) != 0;
    let world = &mut state.world;
    if off(0) {
        world.people.clear();
    }
    if off(1) {
        world.portraits.clear();
    }
    if off(2) {
        world.clocks.retain(|wound| wound.clock.visible);
    }
    if off(3) {
        world.clocks.clear();
    }
    if off(4) {
        world.factions.clear();
    }
    if off(5) {
        (world.goals, world.truths) = (Vec::new(), Vec::new());
    }
    if off(6) {
        (world.threads, world.rumors, world.known) = (Vec::new(), Vec::new(), Vec::new());
    }
    if off(7) {
        world.places.clear();
    }
    if off(8) {
        state.memory = Default::default();
        (state.facts, state.campaign) = (Vec::new(), None);
    }
    if off(9) {
        (state.lines, state.veils) = (Vec::new(), Vec::new());
    }
    if off(10) {
        (state.story, state.narration) = (None, None);
    }
    if off(11) {
        state.said = None;
    }
    if off(12) {
        state.party.truncate(1);
    }
    if off(13) {
        for sheet in state.party.iter_mut().flatten() {
            (sheet.trauma, sheet.assets) = (Vec::new(), Vec::new());
            (sheet.hunted, sheet.recovering) = (true, true);
        }
    }
    if off(14) {
        state.card = Some(s("No Such Card"));
        state.interrupt = Some(s("A clock"));
        state.turned_back = Some(s("it was too long"));
    }
    if off(15) {
        if let Some(engaged) = engaged_of(state) {
            engaged.domain = None;
        }
        match &mut state.scene.kind {
            SceneKind::Opportunity { offered_by, .. } => *offered_by = None,
            SceneKind::Discovery { implications, .. } => implications.clear(),
            SceneKind::Encounter { escapable, .. } => *escapable = true,
            SceneKind::Open => {}
        }
        for person in &mut state.world.people {
            (person.faction, person.present) = (None, true);
        }
    }
}

fn mood_of(state: &mut State) -> Option<&mut Mood> {
    match &mut state.phase {
        dm::Phase::Playing(mood) => Some(mood),
        _ => None,
    }
}

fn engaged_of(state: &mut State) -> Option<&mut Engaged> {
    match mood_of(state)? {
        Mood::Action { engaged, .. } => Some(engaged),
        Mood::Aftermath { from, .. } => Some(from),
        Mood::Bargain { back_to, .. } => Some(back_to),
        _ => None,
    }
}

/// Puts the same words wherever somebody could have put words.
pub(crate) fn fill_all(state: &mut State, words: &str) {
    let w = || words.to_owned();
    let fill = |texts: &mut Vec<String>| texts.iter_mut().for_each(|text| *text = words.to_owned());
    for sheet in state.party.iter_mut().flatten() {
        (sheet.name, sheet.pronouns, sheet.background, sheet.archetype) = (w(), w(), w(), w());
        sheet.cards = [w(), w(), w()];
        fill(&mut sheet.trauma);
        fill(&mut sheet.assets);
    }
    if let Some(story) = &mut state.story {
        (story.title, story.stakes) = (w(), w());
    }
    (state.scene.title, state.scene.place, state.style.atmosphere) = (w(), w(), w());
    match &mut state.scene.kind {
        SceneKind::Encounter { source, .. } => *source = w(),
        SceneKind::Opportunity { offered_by, nature, catch } => {
            (*offered_by, *nature, *catch) = (Some(w()), w(), w());
        }
        SceneKind::Discovery { what, implications } => {
            *what = w();
            fill(implications);
        }
        SceneKind::Open => {}
    }
    for text in state.said.iter_mut().map(|said| &mut said.text).chain(&mut state.narration) {
        *text = w();
    }
    for text in [&mut state.card, &mut state.interrupt, &mut state.turned_back].into_iter().flatten() {
        *text = w();
    }
    for fact in &mut state.facts {
        (fact.text, fact.about) = (w(), vec![w(); 2]);
    }
    for evening in state.campaign.iter_mut().flat_map(|campaign| &mut campaign.evenings) {
        evening.words = w();
    }
    let memory = &mut state.memory;
    for list in [&mut memory.costs, &mut memory.threats, &mut memory.seeds, &mut memory.fired] {
        fill(list);
    }
    for summary in &mut memory.past {
        (summary.title, summary.summary) = (w(), w());
    }
    fill(&mut state.lines);
    fill(&mut state.veils);
    fill_world(state, words);
    if let Some(passed) = &mut state.passed {
        fill_stand(&mut passed.stand, words);
    }
    if let Some(mood) = mood_of(state) {
        fill_mood(mood, words);
    }
}

fn fill_world(state: &mut State, words: &str) {
    let w = || words.to_owned();
    let world = &mut state.world;
    for place in &mut world.places {
        (place.name, place.about) = (w(), w());
    }
    for person in &mut world.people {
        (person.name, person.role, person.faction) = (w(), w(), Some(w()));
    }
    for portrait in &mut world.portraits {
        (portrait.name, portrait.voice) = (w(), w());
        (portrait.secrets, portrait.wants) = (vec![w(); 2], vec![w(); 2]);
    }
    for faction in &mut world.factions {
        (faction.name, faction.about) = (w(), w());
    }
    for (name, goal) in &mut world.goals {
        (*name, *goal) = (w(), w());
    }
    for thread in &mut world.threads {
        (thread.hook, thread.deadline) = (w(), Some(w()));
    }
    for rumor in &mut world.rumors {
        (rumor.text, rumor.source) = (w(), Some(w()));
    }
    for (text, _) in &mut world.truths {
        *text = w();
    }
    for wound in &mut world.clocks {
        wound.clock.name = w();
        wound.consequence = Consequence::FactionMoves { faction: w(), what: w() };
    }
    world.known.iter_mut().for_each(|known| *known = w());
}

fn fill_stand(stand: &mut Stand, words: &str) {
    let (Stand::Controlled { advantage: one, risk: other }
    | Stand::Risky { threat: one, opportunity: other }
    | Stand::Desperate { why: one, stakes: other }) = stand;
    (*one, *other) = (words.to_owned(), words.to_owned());
}

fn fill_floor(floor: &mut Floor, words: &str) {
    match floor {
        Floor::Gm => {}
        Floor::Player(Invitation::Free { suggested: options } | Invitation::Options { options }) => {
            options.iter_mut().for_each(|option| *option = words.to_owned());
        }
        Floor::Player(Invitation::Question { question }) => *question = words.to_owned(),
    }
}

fn fill_mood(mood: &mut Mood, words: &str) {
    let w = || words.to_owned();
    match mood {
        Mood::Scene { hook, floor, .. } => {
            hook.iter_mut().for_each(|hook| *hook = words.to_owned());
            fill_floor(floor, words);
        }
        Mood::Action { engaged, roll, .. } => {
            fill_stand(&mut engaged.stand, words);
            match roll {
                Roll::Asked | Roll::Open { .. } => {}
                Roll::Offered { situation, dice } => {
                    *situation = w();
                    dice.iter_mut().for_each(|die| die.hint = words.to_owned());
                }
                Roll::Spent(spent) => spent.ending = w(),
            }
        }
        Mood::Aftermath { landing, from, floor } => {
            fill_stand(&mut from.stand, words);
            fill_floor(floor, words);
            match landing {
                Landing::Clean { achieved } => *achieved = w(),
                Landing::Costly { achieved, costs, complications } => {
                    (*achieved, *costs, *complications) = (w(), vec![w(); 3], vec![w(); 3]);
                }
                Landing::Setback { what, danger, escape } => (*what, *danger, *escape) = (w(), w(), w()),
                Landing::Disaster { what, world_changes } => {
                    (*what, *world_changes) = (w(), vec![w(); 3]);
                }
            }
        }
        Mood::Downtime { rest, .. } => {
            if let Rest::Entanglement { hunted } = rest {
                *hunted = w();
            }
        }
        Mood::Trauma { what, trigger, .. } => (*what, *trigger) = (w(), w()),
        Mood::Bargain { drained, deals, back_to, .. } => {
            *drained = w();
            fill_stand(&mut back_to.stand, words);
            for deal in deals {
                (deal.label, deal.hint) = (w(), w());
            }
        }
        Mood::BetweenScenes { pause } => {
            if let Pause::Entangled(entanglement) = pause {
                entanglement.text = w();
                for way in &mut entanglement.ways {
                    (way.label, way.text, way.against) = (w(), w(), Some(w()));
                }
            }
        }
    }
}

/// Fills every list to its limit, with texts as long as they may be.
pub(crate) fn crowd(state: &mut State) {
    let line =
        |what: &str, at: usize| format!("{what} {at} {}", "and so on ".repeat(18)).trim_end().to_owned();
    let name = |what: &str, at: usize| format!("{what} {at} {}", "of the long name".repeat(2));
    let lines = |what: &str, count: usize| (0..count).map(|at| line(what, at)).collect::<Vec<String>>();
    let world = &mut state.world;
    world.people = (0..24)
        .map(|at| Person {
            name: name("Person", at),
            role: line("a role", at),
            faction: Some(name("Faction", at % 4)),
            disposition: Disposition::Neutral,
            present: at % 2 == 0,
            at: None,
        })
        .collect();
    world.portraits = (0..24)
        .map(|at| Portrait {
            name: name("Person", at),
            voice: line("a voice", at),
            secrets: lines("a secret", 2),
            wants: lines("a want", 2),
        })
        .collect();
    world.places = (0..24).map(|at| Place { name: name("Place", at), about: line("a place", at) }).collect();
    world.factions = (0..4)
        .map(|at| Faction {
            name: name("Faction", at),
            about: line("a faction", at),
            attitude: dm::view::Attitude::Cold,
        })
        .collect();
    world.goals = (0..4).map(|at| (name("Faction", at), line("a goal", at))).collect();
    world.threads = (0..16)
        .map(|at| Thread {
            hook: line("a hook", at),
            tension: Tension::ALL[at % 4],
            deadline: Some(name("Clock", at % 12)),
        })
        .collect();
    state.facts = (0..120)
        .map(|at| Fact {
            kind: FactKind::ALL[at % 5],
            text: line("a fact", at),
            about: vec![name("Person", at % 24), name("Place", at % 24)],
            evening: 1,
        })
        .collect();
    let evening = |number| Evening { number, words: line("an evening", number as usize) };
    state.campaign = Some(Campaign {
        name: s("The Long Winter"),
        evening: 25,
        evenings: (1..25).map(evening).collect(),
        ..Campaign::default()
    });
    world.rumors = (0..24)
        .map(|at| Rumor { text: line("a rumour", at), source: None, spread: Spread::Universal })
        .collect();
    world.truths = (0..24).map(|at| (line("a rumour", at), Truth::True)).collect();
    world.clocks = (0..12)
        .map(|at| RunningClock {
            clock: ProgressClock {
                name: name("Clock", at),
                kind: ClockKind::ALL[at % 3],
                segments: 8,
                filled: (at % 8) as u8,
                visible: at % 2 == 0,
            },
            consequence: Consequence::Escalate { what: line("a consequence", at) },
        })
        .collect();
    world.known = lines("it is out", 12);
    let memory = &mut state.memory;
    (memory.costs, memory.threats) = (lines("a cost", 3), lines("a threat", 5));
    (memory.seeds, memory.fired) = (lines("a seed", 12), lines("it fired", 6));
    memory.past = (0..24)
        .map(|at| Summary {
            scene: at,
            title: name("Scene", at as usize),
            summary: "It went on ".repeat(72),
            key_moments: lines("a moment", 5),
            net_stress: 0,
            net_coin: 0,
            auto: false,
        })
        .collect();
    (state.lines, state.veils) = (lines("never this", 24), lines("from afar this", 24));
    (state.interrupt, state.turned_back) = (Some(name("Clock", 1)), Some(line("a reason", 1).repeat(5)));
    if let Some(said) = &mut state.said {
        said.text = "I go on and on. ".repeat(125);
    }
    if let Some(Some(first)) = state.party.first().cloned() {
        // As many as a table has seats for, the game master's aside.
        let more = (1..6).map(|at| {
            let mut sheet = first.clone();
            (sheet.name, sheet.background) = (name("Somebody", at), line("a background", at));
            (sheet.trauma, sheet.assets) = (lines("a scar", 3), lines("a thing", 12));
            Some(sheet)
        });
        state.party = std::iter::once(Some(first.clone())).chain(more).collect();
        if let Some(Mood::Downtime { left, .. }) = mood_of(state) {
            left.resize(6, 0);
        }
    }
}
