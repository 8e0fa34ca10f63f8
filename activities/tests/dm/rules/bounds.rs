//! What must hold in every state that play can reach.

use dm::view::{Mood, PhaseName, Roll};
use dm::{Dm, Event, Phase, State};
use engine::{Machine, Told};

use super::stage::Stage;

/// Follows a session from its events alone, and checks every state it comes to.
pub(crate) struct Watch {
    state: State,
    seen: usize,
}

impl Watch {
    pub(crate) fn new() -> Watch {
        Watch { state: State::default(), seen: 0 }
    }

    /// From here on: what came before was the test's own doing.
    pub(crate) fn from(stage: &Stage) -> Watch {
        Watch { state: stage.state().clone(), seen: stage.game.told.len() }
    }

    /// Something has happened: the log tells the same story as the state, and the state keeps its bounds.
    pub(crate) fn step(&mut self, now: &State, told: &[Told<Event>]) {
        for told in &told[self.seen..] {
            self.dice_come_where_they_may(&told.event);
            let line = serde_json::to_string(&told.event).expect("an event can be written");
            let event: Event = serde_json::from_str(&line).expect("and read");
            assert_eq!(event, told.event, "an event is the same on disk");
            let from = self.state.phase_name();
            Dm::evolve(&mut self.state, &event);
            if let Event::MoodChanged { from: told, to, .. } = &event {
                assert_eq!(*told, from);
                let card = Dm::PHASES.iter().find(|card| card.name == from.word()).expect("a card");
                assert!(card.exits.contains(&to.word()), "{from} to {to}");
            }
        }
        self.seen = told.len();
        assert_eq!(self.state, *now, "the log tells the whole story");
        let text = serde_json::to_string(now).expect("a state can be written");
        assert_eq!(serde_json::from_str::<State>(&text).expect("and read"), *now);
        check(now);
    }

    /// D12.
    fn dice_come_where_they_may(&self, event: &Event) {
        if let Event::DiceRecovered { .. } | Event::PoolRolled { .. } = event {
            let phase = self.state.phase_name();
            let may = [PhaseName::Downtime, PhaseName::Bargain].contains(&phase);
            assert!(may, "dice come in {phase}: {event:?}");
        }
    }
}

fn unique<'a>(names: impl Iterator<Item = &'a String>) -> bool {
    let mut names: Vec<String> = names.map(|name| name.to_lowercase()).collect();
    let all = names.len();
    names.sort();
    names.dedup();
    names.len() == all
}

/// The bounds of every figure and every list, and that somebody is asked.
pub(crate) fn check(state: &State) {
    for sheet in state.party.iter().flatten() {
        assert!(sheet.stress <= 9 && sheet.heat <= 10 && sheet.wanted <= 4 && sheet.coin <= 99, "{sheet:?}");
        assert!(sheet.dice.len() <= 6 && sheet.dice.iter().all(|die| (1..=6).contains(die)), "{sheet:?}");
        assert!(sheet.trauma.len() <= 4 && sheet.assets.len() <= 12, "{sheet:?}");
        assert_eq!(sheet.retired, sheet.trauma.len() == 4, "{sheet:?}");
        assert!(sheet.wanted < 3 || sheet.hunted, "{sheet:?}");
    }
    let (world, memory) = (&state.world, &state.memory);
    for wound in &world.clocks {
        assert!([4, 6, 8].contains(&wound.clock.segments), "{wound:?}");
        assert!(wound.clock.filled < wound.clock.segments, "a full clock has left: {wound:?}");
    }
    let lists = [
        ("clocks", world.clocks.len(), 12),
        ("people", world.people.len(), 24),
        ("places", world.places.len(), 24),
        ("threads", world.threads.len(), 16),
        ("rumours", world.rumors.len(), 24),
        ("truths", world.truths.len(), 24),
        ("known", world.known.len(), 12),
        ("costs", memory.costs.len(), 3),
        ("threats", memory.threats.len(), 5),
        ("seeds", memory.seeds.len(), 12),
        ("scenes", memory.past.len(), 24),
        ("lines", state.lines.len(), 24),
        ("veils", state.veils.len(), 24),
        ("steps", usize::from(state.steps), 14),
        ("beats", state.scene.beats.len(), 60),
        ("firings", memory.fired.len(), 60),
    ];
    for (what, len, max) in lists {
        assert!(len <= max, "{what}: {len} of {max}");
    }
    assert!(unique(world.clocks.iter().map(|wound| &wound.clock.name)));
    assert!(unique(world.people.iter().map(|person| &person.name)));
    assert!(unique(world.places.iter().map(|place| &place.name)));
    assert_eq!(world.people.len(), world.portraits.len());
    check_moods(state);
}

fn check_moods(state: &State) {
    let offered = matches!(state.mood(), Some(Mood::Action { roll: Roll::Offered { .. }, .. }));
    assert_eq!(!state.sealed.is_empty(), offered, "endings are sealed while they can be chosen");
    if !matches!(state.mood(), Some(Mood::Bargain { .. })) {
        assert!(state.bargains.is_empty());
    }
    if state.broken().is_some() {
        let held = [PhaseName::Action, PhaseName::Aftermath, PhaseName::Trauma];
        assert!(held.contains(&state.phase_name()), "somebody at 9 in {}", state.phase_name());
    }
    let asks = Dm::asks(state);
    assert_eq!(asks.is_empty(), matches!(state.phase, Phase::Ended(_)), "somebody is asked until the end");
    for ask in asks {
        assert!(ask.seat == state.gm || state.party.get(ask.seat.index()).is_some());
        if state.phase != Phase::Creation && ask.seat != state.gm {
            assert!(state.is_active(ask.seat), "who plays no more is asked nothing");
        }
        let card = Dm::PHASES.iter().find(|card| card.name == Dm::phase(state)).expect("a card");
        assert!(!ask.question.tools.is_empty());
        assert!(
            ask.question.tools.iter().all(|tool| card.tools.contains(&tool.word())),
            "{:?}",
            ask.question
        );
    }
}
