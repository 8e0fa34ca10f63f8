//! What only the game master knows is in no player's prompt; what nobody may know yet is in none.

use dm::view::{Beat, SceneKind, View};
use dm::{CommandName, Dm, Question, State, What};
use engine::{Ask, Machine, Seat, SeatId, Viewer};

use crate::prompts::evening::play_house;
use crate::prompts::worlds::{ANN, BEN, MO, cases, s};

const CANARY: &str = "canary";

/// Plants a word in everything that only the game master may know, and in everything that is sealed.
fn plant(state: &mut State) {
    let sing = |what: &str| format!("{CANARY} {what}");
    let world = &mut state.world;
    for portrait in &mut world.portraits {
        portrait.voice = sing("voice");
        portrait.secrets = vec![sing("secret")];
        portrait.wants = vec![sing("want")];
    }
    for (_, goal) in &mut world.goals {
        *goal = sing("goal");
    }
    for wound in &mut world.clocks {
        wound.consequence = dm::view::Consequence::Escalate { what: sing("consequence") };
        if !wound.clock.visible {
            wound.clock.name = sing("hidden");
        }
    }
    state.memory.costs = vec![sing("cost")];
    state.memory.threats = vec![sing("threat")];
    state.memory.seeds = vec![sing("seed")];
    state.memory.fired = vec![sing("fired")];
    state.interrupt = Some(sing("interrupt"));
    state.card = Some(sing("card"));
    state.turned_back = Some(sing("turned back"));
    match &mut state.scene.kind {
        SceneKind::Opportunity { catch, .. } => *catch = sing("catch"),
        SceneKind::Discovery { implications, .. } => *implications = vec![sing("implication")],
        SceneKind::Encounter { .. } | SceneKind::Open => {}
    }
}

/// The prompt of a seat, and of one that was handed the notes by mistake.
fn prompts(state: &State, ask: &Ask<Question>) -> [String; 2] {
    let own = Dm::view(state, Viewer::Seat(ask.seat));
    let leaky = View { notes: Dm::view(state, Viewer::Seat(MO)).notes, ..own.clone() };
    [own, leaky].map(|view| {
        let prompt = Dm::prompt(&view, ask);
        prompt.tools + &prompt.fixed + &prompt.now
    })
}

#[test]
fn no_prompt_of_a_player_holds_what_only_the_game_master_knows() {
    for (name, mut state) in cases() {
        plant(&mut state);
        // Whoever is asked, and whatever a player could be asked in this state.
        let question = |what: What, tools: &[CommandName]| Question { what, tools: tools.to_vec() };
        let others = [BEN].into_iter().collect();
        let questions = [
            question(What::Character, &[CommandName::CreateCharacter]),
            question(What::Failed, &[CommandName::TryAgain, CommandName::HouseStory]),
            question(
                What::Act { options: 2, others },
                &[CommandName::Take, CommandName::Act, CommandName::GiveSpotlight],
            ),
            question(What::Die, &[CommandName::ChooseDie]),
            question(What::Deal, &[CommandName::Strike, CommandName::Retreat, CommandName::PassOut]),
            question(What::WayOut, &[CommandName::TakeWayOut]),
            question(What::Next, &[CommandName::NextScene, CommandName::Rest, CommandName::EndSession]),
            question(
                What::Day { goals: vec![s("Open the Box")] },
                &[CommandName::LayLow, CommandName::WorkOn],
            ),
        ];
        for seat in [ANN, BEN] {
            for question in &questions {
                let ask = Ask::new(1, seat, question.clone());
                for text in prompts(&state, &ask) {
                    assert!(!text.contains(CANARY), "{name}: {:?}: {text}", question.what);
                }
            }
        }
    }
}

/// The planted words do reach the game master, so their absence elsewhere says something.
#[test]
fn the_game_master_is_told_what_it_needs_to_know() {
    let mut heard = String::new();
    for (name, mut state) in cases() {
        plant(&mut state);
        if name.starts_with("gm.") {
            heard += &crate::prompts::worlds::asked(&state).1.now;
        }
    }
    for what in [
        "voice",
        "secret",
        "want",
        "goal",
        "consequence",
        "hidden",
        "cost",
        "threat",
        "seed",
        "fired",
        "interrupt",
        "card",
        "turned back",
        "catch",
        "implication",
    ] {
        assert!(heard.contains(&format!("{CANARY} {what}")), "{what}");
    }
}

/// D7: an ending that was not chosen is known to nobody any more, not even to whoever wrote it; nor are the words of a
/// bargain that was not struck, nor thoughts to anybody but who had them.
#[test]
fn d7_sealed_endings_and_thoughts_are_in_no_prompt() {
    for (name, mut state) in cases() {
        state.sealed = vec![(format!("{CANARY} ending"), s("0")); 6];
        state.bargains = vec![format!("{CANARY} bargain"); 4];
        for ask in Dm::asks(&state) {
            for text in prompts(&state, &ask) {
                assert!(!text.contains(CANARY), "{name}: {text}");
            }
        }
    }
}

/// In real sessions: nothing of the notes stands in what a player reads, the record included.
#[test]
fn in_sessions_of_the_house_no_player_reads_a_note() {
    for seed in 0..15 {
        play_house(seed, 250, |asked| {
            if asked.is_gm() {
                return;
            }
            let notes =
                Dm::view(asked.state, Viewer::Seat(asked.state.gm)).notes.expect("the game master has notes");
            let text = format!("{}{}{}", asked.prompt.fixed, asked.told, asked.prompt.now);
            let secrets = notes.people.iter().flat_map(|portrait| &portrait.secrets);
            let hidden = notes.hidden.iter().map(|clock| &clock.name);
            for word in secrets.chain(hidden).filter(|word| word.len() > 12) {
                assert!(!text.contains(word.as_str()), "seed {seed}: {word}");
            }
            assert!(asked.view.notes.is_none());
        });
    }
}

/// The seed is told to nobody before the end, and its hash is of no use to a model.
#[test]
fn no_prompt_holds_the_seed_or_its_hash() {
    let seed = 9_007_199_254_740_881;
    let hash = engine::Seed(seed).promise(None).to_string();
    play_house(seed, 300, |asked| {
        let text = format!("{}{}", asked.prompt.fixed, asked.prompt.now);
        assert!(!text.contains(&seed.to_string()) && !text.contains(&hash));
    });
}

/// Two worlds that differ only in what a player may not know read the same to that player, byte for byte.
#[test]
fn worlds_that_differ_in_secrets_read_the_same_to_a_player() {
    for (name, state) in cases() {
        let mut other = state.clone();
        plant(&mut other);
        for ask in Dm::asks(&state).into_iter().filter(|ask| ask.seat != MO) {
            assert_eq!(prompts(&state, &ask), prompts(&other, &ask), "{name}");
        }
    }
}

/// A seat's own holder is nobody's business.
#[test]
fn no_prompt_says_who_holds_a_seat() {
    for (name, mut state) in cases() {
        let hold =
            |seat: &Seat| Seat { holder: engine::Holder::Model(format!("{CANARY}:x")), ..seat.clone() };
        state.seats = state.seats.iter().map(hold).collect();
        for ask in Dm::asks(&state) {
            assert!(prompts(&state, &ask).iter().all(|text| !text.contains(CANARY)), "{name}");
        }
    }
    assert_eq!(SeatId::at(2), MO);
}

/// What was said is not a note: it is quoted to the game master, whoever said it.
#[test]
fn what_was_said_is_no_secret() {
    let mut state = crate::prompts::worlds::case("gm.scene.encounter");
    state.said = Some(Beat { by: BEN, text: s("I whistle.") });
    let now = crate::prompts::worlds::asked(&state).1.now;
    assert!(now.contains("said by \"Ben\" for \"Rook\": \"I whistle.\""), "{now}");
}
