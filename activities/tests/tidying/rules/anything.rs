//! Anything that anybody could send, legal or not, in any order.

use engine::{Actor, Ask, AskId, DiceBox, Machine, Put, SeatId, Seed, TableTime};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use testkit::Driver;
use tidying::{
    Command, Event, NewBeginning, NewBranch, NewChoice, NewGroup, NewItem, NewNext, NewProposal, NewSurvey,
    Question, State, Tidying, Verb,
};
use tidying::{Floor, PhaseName};

use super::bounds::Watch;
use super::say::photo;
use super::stage::{COACH, PERSON, Stage};

/// Names that are known, names that are not, and words that are no names.
fn name() -> BoxedStrategy<String> {
    let known =
        ["lamp", "The Lamp", "a vase", "letter", "bill", "cable", "plug", "mug", "thing 7", "the", "❤"];
    prop_oneof![
        8 => select(known.to_vec()).prop_map(str::to_owned),
        2 => "[a-d]{1,2}",
        1 => ".{0,70}",
        1 => Just(String::new()),
    ]
    .boxed()
}

/// What the coach says, and what a hostile one might.
fn text() -> BoxedStrategy<String> {
    prop_oneof![
        8 => "[a-z ]{1,12}\\.",
        1 => ".{0,40}",
        1 => Just("\u{1b}]0;owned\u{7}".to_owned()),
        1 => Just("x".repeat(700)),
    ]
    .boxed()
}

/// What the person says.
fn talk() -> BoxedStrategy<String> {
    let heard = [
        "I'm done",
        "stop",
        "it is all too much",
        "no idea where to start",
        "undo",
        "oops",
        "yes",
        "trash",
        "donate it",
        "wash it",
        "it's not a lamp, it's a vase",
        "keep one, bin the other one",
        "it was my late father's",
        "the shelf",
        "later",
        "what is it?",
        "I'm stuck",
        "keep it",
        "why?",
        "not now",
        "recycle",
    ];
    prop_oneof![
        6 => select(heard.to_vec()).prop_map(str::to_owned),
        2 => "[a-z ]{1,20}",
        1 => ".{0,60}",
        1 => Just(String::new()),
        1 => Just("y".repeat(1_001)),
        1 => Just("z".repeat(1_000)),
    ]
    .boxed()
}

fn few(of: impl Strategy<Value = String> + 'static, max: usize) -> BoxedStrategy<Vec<String>> {
    vec(of, 0..=max).boxed()
}

fn new_item() -> BoxedStrategy<NewItem> {
    (name(), option::of(text()), option::of(text()), option::of(name()), option::weighted(0.2, name()))
        .prop_map(|(name, look, place, kind, was)| NewItem { name, look, place, kind, was })
        .boxed()
}

fn new_choice() -> BoxedStrategy<NewChoice> {
    (select(Verb::ALL), option::of(name()))
        .prop_map(|(disposition, at)| NewChoice { disposition, at })
        .boxed()
}

fn choices() -> BoxedStrategy<Vec<NewChoice>> {
    prop_oneof![5 => vec(new_choice(), 2..=4), 1 => vec(new_choice(), 0..=6)].boxed()
}

fn then() -> BoxedStrategy<Vec<NewNext>> {
    let next = (text(), name(), vec(new_choice(), 2..=4));
    let next = next.prop_map(|(response, item, choices)| NewNext { response, item, choices });
    prop_oneof![2 => Just(vec![]), 2 => vec(next, 0..=5)].boxed()
}

fn proposal() -> BoxedStrategy<Command> {
    (text(), name(), option::of(text()), option::of(text()), choices(), then())
        .prop_map(|(response, item, look, place, choices, then)| {
            Command::ProposeDisposition(Box::new(NewProposal { response, item, look, place, choices, then }))
        })
        .boxed()
}

fn beginning() -> BoxedStrategy<Command> {
    (option::of(text()), option::of(name()), few(name(), 3), then())
        .prop_map(|(response, discovered_function, discovered_anchors, then)| {
            Command::BeginSorting(Box::new(NewBeginning {
                response,
                discovered_function,
                discovered_anchors,
                then,
            }))
        })
        .boxed()
}

fn survey() -> BoxedStrategy<Command> {
    let branch = (name(), text(), few(name(), 6)).prop_map(|(function, follow_up, anchors)| NewBranch {
        function,
        follow_up,
        anchors,
    });
    (text(), text(), vec(branch, 1..=6))
        .prop_map(|(response, question, branches)| {
            Command::AskSpaceFunction(Box::new(NewSurvey { response, question, branches }))
        })
        .boxed()
}

fn of_coach() -> BoxedStrategy<Command> {
    let group = (name(), few(name(), 5)).prop_map(|(kind, items)| NewGroup { kind, items });
    prop_oneof![
        3 => vec(new_item(), 0..=13).prop_map(|items| Command::NoteItems { items }),
        1 => survey(),
        1 => (text(), option::of(name()), few(name(), 13)).prop_map(
            |(response, discovered_function, discovered_anchors)| Command::Survey {
                response,
                discovered_function,
                discovered_anchors,
            },
        ),
        2 => beginning(),
        8 => proposal(),
        2 => (text(), option::of(name()), option::of(text())).prop_map(|(response, current_item, item_location)| {
            Command::Sort { response, current_item, item_location }
        }),
        3 => (text(), vec(group, 0..=9)).prop_map(|(response, groups)| Command::OfferSplit { response, groups }),
        2 => (name(), text(), text())
            .prop_map(|(item, photo_context, reason)| Command::NeedToClarify { item, photo_context, reason }),
        2 => name().prop_map(|stuck_item| Command::UserSeemsStuck { stuck_item }),
        1 => Just(Command::TimeToWrap),
        2 => (text(), option::of(name()), few(text(), 5), few(text(), 7)).prop_map(
            |(response, describing_item, spatial_refs, physical_traits)| Command::Describe {
                response,
                describing_item,
                spatial_refs,
                physical_traits,
            },
        ),
        2 => Just(Command::SkipItem),
        2 => (text(), option::of(name()), option::of(text())).prop_map(|(response, stuck_item, reframe_question)| {
            Command::Reframe { response, stuck_item, reframe_question }
        }),
        3 => (option::of(select(Verb::ALL)), option::of(name()), option::of(text()), then()).prop_map(
            |(decision, place, response, then)| Command::ResumeSorting { decision, place, response, then },
        ),
        1 => (text(), option::of(text()), option::of(text())).prop_map(|(response, session_summary, next_time)| {
            Command::SumUp { response, session_summary, next_time }
        }),
    ].boxed()
}

fn of_person() -> BoxedStrategy<Command> {
    prop_oneof![
        4 => talk().prop_map(|text| Command::Say { text }),
        4 => any::<u8>().prop_map(|choice| Command::Choose { choice: choice % 6 }),
        3 => talk().prop_map(|text| Command::Write { text }),
        6 => Just(Command::Skip),
        1 => Just(Command::WhatsThat),
        1 => Just(Command::Stuck),
        1 => Just(Command::Yes),
        1 => Just(Command::No),
        1 => (0u8..7, few(name(), 13)).prop_map(|(branch, anchors)| Command::ChooseFunction { branch, anchors }),
        3 => Just(Command::Split),
        1 => Just(Command::KeepWhole),
        2 => Just(Command::Undo),
        1 => Just(Command::Stop),
        1 => Just(Command::DeletePhotos),
        1 => Just(Command::ResumeSorting { decision: None, place: None, response: None, then: vec![] }),
    ].boxed()
}

/// What happens next.
#[derive(Clone, Debug)]
enum Move {
    /// A legal answer of the first or the second who may give one, drawn by these dice.
    Answer(u64, bool),
    /// Somebody sends something.
    Send(Actor, Box<Command>),
    /// The host adds a photo.
    Photo(u32),
    /// The host answers for whoever is asked.
    Fall,
    /// Table time passes, and the clock acts if it may.
    Wait(u64),
}

fn moves() -> BoxedStrategy<Vec<Move>> {
    let send = |seat: SeatId, command: Command| Move::Send(Actor::Seat(seat), Box::new(command));
    let odd = prop_oneof![
        Just(Actor::Host),
        Just(Actor::Clock),
        Just(Actor::Seat(SeatId::at(2))),
        Just(Actor::Seat(COACH)),
        Just(Actor::Seat(PERSON)),
    ];
    let next = prop_oneof![
        4 => (any::<u64>(), any::<bool>()).prop_map(|(seed, second)| Move::Answer(seed, second)),
        10 => of_coach().prop_map(move |command| send(COACH, command)),
        10 => of_person().prop_map(move |command| send(PERSON, command)),
        1 => (odd, of_person()).prop_map(|(actor, command)| Move::Send(actor, Box::new(command))),
        1 => (0u32..80).prop_map(Move::Photo),
        1 => Just(Move::Fall),
        1 => (0u64..400_000).prop_map(Move::Wait),
    ];
    vec(next, 1..140).boxed()
}

/// A legal answer, drawn without looking.
fn drawn(stage: &Stage, ask: &Ask<Question>, seed: u64) -> Command {
    let mut dice = DiceBox::new(Seed(seed), "answers").seat(ask.seat, AskId(0));
    stage.game.drawn(ask, &mut dice)
}

/// The same state without its past: to try something out.
fn aside(stage: &Stage) -> Stage {
    let mut game = Driver::blank(0);
    (game.state, game.now) = (stage.state().clone(), stage.game.now);
    Stage { game }
}

/// What a form offers, the rules accept, but for words that no form can judge.
fn what_fits_is_accepted(stage: &Stage, seat: SeatId, command: &Command) {
    let asks = Tidying::asks(stage.state());
    let Some(ask) = asks.iter().find(|ask| ask.seat == seat) else { return };
    let form = Tidying::form(&stage.view(), ask);
    let value = serde_json::to_value(command).expect("a command can be written");
    if form.check(&value).is_err() {
        return;
    }
    if let Err(no) = aside(stage).by(seat, command) {
        let is_blank = no.message.contains("give some words");
        let about_words = is_blank || ["nothing-to-undo", "taken", "full"].contains(&no.code);
        assert!(about_words, "{command:?} fits the form, and is refused: {no}");
    }
}

/// One step in the person's hand ends it, wherever it stands.
fn can_be_ended(stage: &Stage) {
    let mut stage = aside(stage);
    let (things, processed) = (stage.state().items.len(), stage.state().processed());
    stage.person(&Command::EndSession);
    assert_eq!(stage.phase(), PhaseName::Ended);
    let outcome = stage.outcome();
    assert_eq!(usize::from(outcome.processed), processed);
    let gone = outcome.belongs.len() + outcome.out.len() + outcome.hand_in.len() + outcome.left.to_do.len();
    assert_eq!(gone + outcome.unsure.len(), processed);
    assert_eq!(outcome.left.things.len() + gone, things, "nothing is lost");
}

/// Plays the moves, and looks at every state.
fn play(mut stage: Stage, moves: Vec<Move>) -> Stage {
    let mut watch = Watch::new();
    watch.step(stage.state(), &stage.game.told);
    for next in moves {
        let asks = Tidying::asks(stage.state());
        if asks.is_empty() {
            break;
        }
        let before = (stage.state().clone(), stage.game.told.len());
        match next {
            Move::Fall => drop(stage.answer_for()),
            Move::Photo(number) => drop(stage.photo(photo(number))),
            Move::Wait(ms) => {
                stage.game.now = TableTime(stage.game.now.0 + ms);
                let due = Tidying::deadline(stage.state()).is_some_and(|deadline| deadline <= stage.game.now);
                assert_eq!(stage.game.put(Actor::Clock, &Put::TimeUp).is_ok(), due);
            }
            Move::Answer(seed, second) => {
                let ask = asks.get(usize::from(second)).unwrap_or(&asks[0]);
                let answer = drawn(&stage, ask, seed);
                let value = serde_json::to_value(&answer).expect("a command can be written");
                let form = Tidying::form(&stage.view(), ask);
                assert_eq!(form.check(&value), Ok(()), "{answer:?}");
                if answer != Command::EndSession {
                    stage.by(ask.seat, &answer).unwrap_or_else(|no| panic!("{answer:?} is drawn, but {no}"));
                }
            }
            Move::Send(actor, command) => {
                let line = serde_json::to_string(&command).expect("a command can be written");
                assert_eq!(serde_json::from_str::<Command>(&line).expect("and read"), *command);
                if let Actor::Seat(seat) = actor {
                    what_fits_is_accepted(&stage, seat, &command);
                }
                if stage.give(actor, &command).is_err() {
                    assert_eq!(
                        (stage.state(), stage.game.told.len()),
                        (&before.0, before.1),
                        "a refusal changes nothing"
                    );
                }
            }
        }
        watch.step(stage.state(), &stage.game.told);
        if stage.phase() != PhaseName::Ended {
            can_be_ended(&stage);
        }
    }
    stage
}

fn somewhere(at: usize) -> Stage {
    match at {
        0 => Stage::surveying(),
        1 => Stage::seeing(),
        2 => Stage::sorting(),
        3 => Stage::unsure(&super::stage::FIVE),
        4 => Stage::split(),
        5 => Stage::supported(),
        _ => Stage::clarifying(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn anything_in_any_order_keeps_every_thing_and_every_bound(moves in moves(), at in 0usize..7) {
        play(somewhere(at), moves);
    }

    #[test]
    fn anything_that_happened_can_be_told_in_any_order(moves in moves(), at in 0usize..7, seed in any::<u64>()) {
        let stage = play(somewhere(at), moves);
        let mut events: Vec<Event> = stage.game.told.iter().map(|told| told.event.clone()).collect();
        DiceBox::new(Seed(seed), "shuffle").seat(PERSON, AskId(0)).shuffle(&mut events);
        for start in [State::default(), stage.state().clone()] {
            let mut state = start;
            for event in &events {
                Tidying::evolve(&mut state, event);
                let _ = (Tidying::asks(&state), Tidying::deadline(&state), Tidying::outcome(&state));
                let view = Tidying::view(&state, engine::Viewer::Public);
                let _ = (Tidying::telling(&state, event), Tidying::report(&view, "recap"), Tidying::report(&view, "piles"));
                for ask in Tidying::asks(&state) {
                    let _ = Tidying::form(&view, &ask);
                }
            }
        }
    }
}

#[test]
fn answers_drawn_by_dice_are_always_legal_and_a_session_can_go_on_for_long() {
    for seed in 0..40 {
        let mut stage = Stage::of(&super::stage::setup(), seed);
        let mut watch = Watch::new();
        for turn in 0..250 {
            let asks = Tidying::asks(stage.state());
            let ask = asks.iter().find(|ask| !ask.answered).expect("somebody is asked");
            let answer = drawn(&stage, ask, seed * 1_000 + turn);
            if [Command::EndSession, Command::Stop].contains(&answer) {
                continue;
            }
            stage.by(ask.seat, &answer).unwrap_or_else(|no| panic!("seed {seed}: {answer:?}: {no}"));
            watch.step(stage.state(), &stage.game.told);
        }
        assert!(stage.state().items.len() > 5, "seed {seed}: things come up");
        can_be_ended(&stage);
    }
}

#[test]
fn the_coach_alone_never_keeps_the_word_for_ever() {
    for seed in 0..200 {
        let mut stage = Stage::of(&super::stage::setup(), seed);
        let mut steps = 0;
        while stage.floor() == Floor::Coach {
            let asks = Tidying::asks(stage.state());
            let ask = asks.iter().find(|ask| ask.seat == COACH).expect("the coach is asked");
            let answer = drawn(&stage, ask, seed * 100 + steps);
            stage.coach(&answer);
            steps += 1;
            assert!(steps <= 40, "seed {seed}");
        }
    }
}
