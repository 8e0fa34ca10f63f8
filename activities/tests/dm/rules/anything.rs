//! Anything that anybody could send, legal or not, in any order.

use dm::view::*;
use dm::{
    Command, Compression, ConsequenceKind, DieOutcome, Dm, Elapsed, Landed, Narration, NewCharacter,
    NewClock, NewDeal, NewPerson, NewScene, PriceName, SceneName, Setup,
};
use engine::{Actor, AskId, DiceBox, Machine, OneOf as _, SeatId, Seed};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::bounds::Watch;
use super::say;
use super::stage::Stage;

/// Names that are known, names that are not, and words that are no names.
fn name() -> BoxedStrategy<String> {
    let known = [
        "Mira",
        "old penn",
        "Lampers",
        "Toll Office",
        "The Yard",
        "the loft",
        say::WATCH,
        say::DEBT,
        say::VAULT,
        "Ash",
        "Smoke",
        "Oath",
        "the dog",
    ];
    prop_oneof![
        6 => select(known.to_vec()).prop_map(str::to_owned),
        2 => "[A-C]{1,2}",
        1 => ".{0,50}",
        1 => Just(String::new()),
    ]
    .boxed()
}

fn text() -> BoxedStrategy<String> {
    prop_oneof![6 => "[a-z ]{1,12}\\.", 1 => ".{0,40}", 1 => Just("Spiders.".to_owned()), 1 => Just("x".repeat(700))].boxed()
}

fn texts(max: usize) -> BoxedStrategy<Vec<String>> {
    prop_oneof![4 => vec("[a-z]{1,8}\\.", 2..=3), 1 => vec(text(), 0..=max)].boxed()
}

fn word<T: Copy + std::fmt::Debug + 'static>(all: &'static [T]) -> BoxedStrategy<T> {
    select(all).boxed()
}

fn seat() -> BoxedStrategy<SeatId> {
    (0usize..5).prop_map(SeatId::at).boxed()
}

/// A figure: mostly small, at times anything.
fn figure() -> BoxedStrategy<i8> {
    prop_oneof![4 => -2i8..=4, 2 => -10i8..=10, 1 => any::<i8>()].boxed()
}

fn outcome() -> BoxedStrategy<DieOutcome> {
    let hint = prop_oneof![4 => Just("it goes some way".to_owned()), 1 => text()];
    (hint, figure(), figure(), figure(), text())
        .prop_map(|(hint, stress, heat, coin, narrative)| DieOutcome { hint, stress, heat, coin, narrative })
        .boxed()
}

fn deal() -> BoxedStrategy<NewDeal> {
    let cost = select(
        &[PriceName::Stress, PriceName::Heat, PriceName::Clock, PriceName::Faction, PriceName::Trauma][..],
    );
    (text(), cost, 0u8..=4, option::weighted(0.3, name()), 0u8..=4)
        .prop_map(|(label, cost, amount, target, dice)| NewDeal {
            hint: label.clone(),
            narrative: label.clone(),
            label,
            cost,
            amount,
            target,
            dice,
        })
        .boxed()
}

fn clock() -> BoxedStrategy<NewClock> {
    let kinds: Vec<ConsequenceKind> = ConsequenceKind::ALL.to_vec();
    let segments = prop_oneof![6 => select(&[4u8, 6, 8][..]), 1 => any::<u8>()];
    let target = option::weighted(0.4, name());
    (
        name(),
        word(ClockKind::ALL),
        segments,
        any::<bool>(),
        select(kinds),
        target,
        option::of(text()),
        option::of(any::<i8>()),
    )
        .prop_map(|(name, kind, segments, visible, consequence, target, what, amount)| NewClock {
            name,
            kind,
            segments,
            visible,
            consequence,
            target,
            what,
            amount,
        })
        .boxed()
}

fn person() -> BoxedStrategy<NewPerson> {
    (name(), option::weighted(0.3, name()), text(), word(Disposition::ALL))
        .prop_map(|(name, faction, role, disposition)| NewPerson {
            voice: role.clone(),
            secret: role.clone(),
            want: role.clone(),
            name,
            role,
            faction,
            disposition,
        })
        .boxed()
}

fn of_players() -> BoxedStrategy<Command> {
    let number = || prop_oneof![6 => 1u8..=4, 1 => any::<u8>()];
    prop_oneof![
        (name(), text()).prop_map(|(name, background)| {
            let lines = vec!["spider".to_owned()];
            let new = NewCharacter { background, lines, ..say::new_character(&name) };
            Command::CreateCharacter(Box::new(new))
        }),
        text().prop_map(|text| Command::Act { text }),
        number().prop_map(|option| Command::Take { option }),
        seat().prop_map(|to| Command::GiveSpotlight { to }),
        number().prop_map(|die| Command::ChooseDie { die }),
        number().prop_map(|deal| Command::Strike { deal }),
        number().prop_map(|way| Command::TakeWayOut { way }),
        name().prop_map(|clock| Command::WorkOn { clock }),
        select(vec![
            Command::TakeRisk,
            Command::LetPass,
            Command::Retreat,
            Command::PassOut,
            Command::NextScene,
            Command::Rest,
            Command::LayLow,
            Command::Recover,
            Command::BackToWork,
            Command::TryAgain,
            Command::HouseStory,
        ]),
    ]
    .boxed()
}

fn talk() -> BoxedStrategy<Command> {
    let kinds = [SceneName::Encounter, SceneName::Opportunity, SceneName::Discovery, SceneName::Open];
    prop_oneof![
        (select(kinds.to_vec()), text(), name(), option::of(text()), option::of(name()), texts(4)).prop_map(
            |(kind, title, place, what, person, suggested)| {
                let (catch, narration) = (what.clone(), title.clone());
                let (urgency, escapable) = (Some(Urgency::High), Some(person.is_some()));
                Command::OpenScene(Box::new(NewScene {
                    kind,
                    title,
                    place,
                    what,
                    catch,
                    person,
                    urgency,
                    escapable,
                    narration,
                    suggested,
                }))
            }
        ),
        text().prop_map(|text| Command::Think { text }),
        (name(), text(), option::of(text())).prop_map(|(person, words, manner)| Command::SpeakAsNpc {
            person,
            words,
            manner
        }),
        text().prop_map(|question| Command::AskPlayer { question }),
        (text(), texts(5)).prop_map(|(narration, options)| Command::Choose { narration, options }),
        (word(Position::ALL), word(Effect::ALL), option::of(word(Domain::ALL)), text(), option::of(name()))
            .prop_map(|(position, effect, domain, gain, clock)| {
                let (danger, against) = (gain.clone(), clock.clone());
                let edge = clock.clone();
                Command::Engage { position, effect, domain, edge, gain, danger, clock, against }
            }),
        (
            text(),
            figure(),
            figure(),
            figure(),
            any::<bool>(),
            option::of(text()),
            texts(4),
            option::weighted(0.2, seat())
        )
            .prop_map(
                |(narration, stress, coin, heat, continue_scene, cost, suggested, spotlight)| {
                    let (threat, connector) = (cost.clone(), Some(Connector::But));
                    Command::Narrate(Box::new(Narration {
                        narration,
                        connector,
                        stress,
                        coin,
                        heat,
                        continue_scene,
                        cost,
                        threat,
                        suggested,
                        spotlight,
                    }))
                }
            ),
        (text(), figure(), any::<bool>(), option::of(text()), texts(4)).prop_map(
            |(narration, coin, continue_scene, cost, suggested)| {
                let (threat, connector) = (cost.clone(), None);
                Command::Land(Box::new(Landed {
                    narration,
                    connector,
                    coin,
                    continue_scene,
                    cost,
                    threat,
                    suggested,
                }))
            }
        ),
    ]
    .boxed()
}

fn turns() -> BoxedStrategy<Command> {
    prop_oneof![
        (text(), vec(outcome(), 0..=7))
            .prop_map(|(situation, outcomes)| Command::SpendDie { situation, outcomes }),
        (text(), vec(deal(), 0..=5))
            .prop_map(|(narration, deals)| Command::OfferBargain { narration, deals }),
        (text(), text(), texts(4)).prop_map(|(narration, trauma, suggested)| Command::Scar {
            narration,
            trauma,
            suggested
        }),
        (text(), text(), any::<u8>(), text()).prop_map(|(narration, time_elapsed, dice_recovered, hook)| {
            Command::PassTime(Box::new(Elapsed { narration, time_elapsed, dice_recovered, hook }))
        }),
        (text(), texts(6), texts(5), texts(3)).prop_map(|(summary, key_moments, seeds, rumors)| {
            Command::Compress(Box::new(Compression { summary, key_moments, seeds, rumors }))
        }),
    ]
    .boxed()
}

fn of_world() -> BoxedStrategy<Command> {
    prop_oneof![
        (text(), word(Pressure::ALL), word(Class::ALL))
            .prop_map(|(atmosphere, pressure, class)| Command::SetSceneStyle { atmosphere, pressure, class }),
        (text(), word(Tension::ALL), option::of(name()))
            .prop_map(|(hook, tension, deadline)| Command::SpawnThread { hook, tension, deadline }),
        (text(), option::of(name()), word(Truth::ALL), word(Spread::ALL))
            .prop_map(|(text, source, truth, spread)| Command::SpreadRumor { text, source, truth, spread }),
        (name(), word(Attitude::ALL), text()).prop_map(|(faction, attitude, why)| Command::ShiftAttitude {
            faction,
            attitude,
            why
        }),
        (name(), word(Disposition::ALL), text())
            .prop_map(|(person, disposition, why)| Command::ShiftDisposition { person, disposition, why }),
        (name(), option::of(text())).prop_map(|(place, about)| Command::MoveTo { place, about }),
        person().prop_map(|person| Command::Introduce(Box::new(person))),
        name().prop_map(|clock| Command::RevealClock { clock }),
        clock().prop_map(|clock| Command::NewClock(Box::new(clock))),
        (name(), 0u8..=4).prop_map(|(clock, ticks)| Command::TickClock { clock, ticks }),
        name().prop_map(|threat| Command::SettleThreat { threat }),
        Just(Command::DrawCard),
    ]
    .boxed()
}

/// What happens next: a legal answer drawn by these dice, or something that somebody sends.
#[derive(Clone, Debug)]
enum Move {
    Answer(u64),
    Send(Actor, Box<Command>),
    Fall,
}

fn moves() -> BoxedStrategy<Vec<Move>> {
    let actor =
        prop_oneof![10 => seat().prop_map(Actor::Seat), 1 => Just(Actor::Host), 1 => Just(Actor::Clock)];
    let command = prop_oneof![2 => of_players(), 3 => talk(), 3 => turns(), 3 => of_world()];
    let next = prop_oneof![
        6 => any::<u64>().prop_map(Move::Answer),
        8 => (actor, command).prop_map(|(actor, command)| Move::Send(actor, Box::new(command))),
        1 => Just(Move::Fall),
    ];
    vec(next, 1..120).boxed()
}

/// Plays the moves. What is refused to one is sent by whoever is asked.
fn play(mut stage: Stage, mut watch: Watch, moves: Vec<Move>) {
    for next in moves {
        let asks = Dm::asks(stage.state());
        let Some(ask) = asks.first() else { break };
        let before = stage.state().clone();
        match next {
            Move::Fall => {
                stage.answer_for();
                assert_ne!(*stage.state(), before, "the rules' own answer always moves on");
            }
            Move::Answer(seed) => {
                let mut dice = DiceBox::new(Seed(seed), "answers").seat(ask.seat, AskId(0));
                let answer = stage.game.drawn(ask, &mut dice);
                if let Err(no) = stage.by(ask.seat, &answer) {
                    assert_eq!(no.code, "taken", "{answer:?} is a legal answer, but {no}");
                    stage.answer_for();
                }
            }
            Move::Send(actor, command) => {
                let line = serde_json::to_string(&command).expect("a command can be written");
                assert_eq!(serde_json::from_str::<Command>(&line).expect("and read"), *command);
                if stage.game.give(actor, &command).is_err() {
                    assert_eq!(*stage.state(), before, "a refusal changes nothing");
                    let _ = stage.by(ask.seat, &command);
                }
            }
        }
        watch.step(stage.state(), &stage.game.told);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(160))]

    #[test]
    fn anything_in_any_order_from_the_start_stays_within_bounds(moves in moves(), players in 1usize..=4) {
        let lines = Setup { lines: vec!["spider".to_owned()], ..Setup::default() };
        play(Stage::of(players, &lines, 11), Watch::new(), moves);
    }

    #[test]
    fn anything_in_any_order_in_play_stays_within_bounds(moves in moves(), players in 1usize..=3, at in 0usize..6) {
        let stage = match at {
            0 => Stage::turn(players),
            1 => Stage::aftermath(players, Position::Risky, &[6, 4, 1]),
            2 => Stage::bargain(players, Position::Desperate),
            3 => Stage::trauma(players),
            4 => Stage::summing(players),
            _ => Stage::tide(players),
        };
        let watch = Watch::from(&stage);
        play(stage, watch, moves);
    }
}
