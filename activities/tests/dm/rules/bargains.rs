//! D13: where no dice are left, the city has some.

use dm::view::{Attitude, Mood, Pause, PhaseName, Position, Price};
use dm::{Command, Event, NewDeal, PriceName, What};
use engine::{Audience, Viewer};

use super::say::{self, s};
use super::stage::{ASH, BLY, Stage, at, every, one};

const PRICES: [PriceName; 5] =
    [PriceName::Stress, PriceName::Heat, PriceName::Clock, PriceName::Faction, PriceName::Trauma];

fn entered(events: &[Event]) -> Vec<PhaseName> {
    every!(events, Event::MoodChanged { to, .. } => *to)
}

/// A bargain of this kind is on offer, first of two.
fn on_offer(deal: NewDeal) -> Stage {
    let mut stage = Stage::drained(2, Position::Risky);
    stage.gm(&say::offer(vec![deal, say::deal(PriceName::Heat, 1, 1)]));
    stage
}

#[test]
fn d13_an_action_without_a_die_is_a_bargain_and_with_one_it_is_not() {
    for position in Position::ALL {
        let mut stage = Stage::turn(1);
        stage.pool(&[]);
        let events = stage.engage(&say::engage(*position));
        assert_eq!(entered(&events), [PhaseName::Action, PhaseName::Bargain]);
        let Mood::Bargain { can_retreat, deals, back_to, .. } = stage.mood() else { panic!() };
        assert_eq!(*can_retreat, *position != Position::Desperate);
        assert_eq!((deals.len(), back_to.stand.position()), (0, *position));
        assert_eq!(stage.asked(), (stage.state().gm, What::Deals));
        let mut stage = Stage::turn(1);
        stage.pool(&[1]);
        assert_eq!(entered(&stage.engage(&say::engage(*position))), [PhaseName::Action]);
    }
}

#[test]
fn d13_the_game_master_fills_the_options_and_the_machine_asks_the_player() {
    let mut stage = Stage::drained(2, Position::Risky);
    let events = stage.gm(&say::offer_bargain());
    let deals = one!(events, Event::BargainOffered { player_id: ASH, deals } => deals.clone());
    assert_eq!(deals.iter().map(|deal| deal.dice).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(deals[0].price, Price::Stress { amount: 1 });
    assert_eq!(stage.asked(), (ASH, What::Deal));
    assert_eq!(stage.code(BLY, &Command::Strike { deal: 1 }), "not-yours");
    let sealed =
        stage.game.told.iter().find(|told| matches!(told.event, Event::BargainsSealed { .. })).unwrap();
    assert_eq!(sealed.audience, Audience::seat(stage.state().gm));
    let shown = serde_json::to_string(&stage.view(Viewer::Seat(ASH))).unwrap();
    assert!(!shown.contains("The city pays."), "what it would be told as is not told yet");
}

#[test]
fn d13_two_to_four_bargains_are_offered() {
    for count in 0..=6 {
        let mut stage = Stage::drained(1, Position::Risky);
        let command = say::offer(vec![say::deal(PriceName::Stress, 1, 1); count]);
        if (2..=4).contains(&count) {
            stage.gm(&command);
        } else {
            let no = stage.gm_no(&command);
            let right = if count < 2 { "2 is the least" } else { "4 is the limit" };
            assert!(no.code == "not-offered" && no.message.contains(right), "{no}");
        }
    }
}

#[test]
fn d13_every_price_is_right_or_refused_with_what_would_be() {
    for cost in PRICES {
        for amount in 0..=4 {
            for dice in 0..=4 {
                let right = match cost {
                    PriceName::Stress | PriceName::Heat | PriceName::Clock => {
                        amount == dice && (1..=3).contains(&dice)
                    }
                    PriceName::Faction => (amount, dice) == (1, 2),
                    PriceName::Trauma => (amount, dice) == (1, 3),
                };
                let mut stage = Stage::drained(1, Position::Risky);
                let command =
                    say::offer(vec![say::deal(PriceName::Stress, 1, 1), say::deal(cost, amount, dice)]);
                if right {
                    stage.gm(&command);
                    continue;
                }
                let no = stage.gm_no(&command);
                let (code, word) = match cost {
                    _ if !(1..=3).contains(&dice) || !(1..=3).contains(&amount) => {
                        ("not-offered", "outside 1 to 3")
                    }
                    PriceName::Stress | PriceName::Heat | PriceName::Clock => ("price", "1 for each die"),
                    PriceName::Faction => ("price", "2 dice"),
                    PriceName::Trauma => ("price", "3 dice"),
                };
                assert!(no.code == code && no.message.contains(word), "{cost:?} {amount} for {dice}: {no}");
            }
        }
    }
}

#[test]
fn d13_a_bargain_names_a_threat_or_a_faction_that_there_is() {
    let refused = |cost, target: &str, dice| {
        let deal = NewDeal { target: Some(s(target)), ..say::deal(cost, 1, dice) };
        Stage::drained(1, Position::Risky).gm_no(&say::offer(vec![deal.clone(), deal])).code
    };
    assert_eq!(refused(PriceName::Clock, "No such clock", 1), "unknown");
    assert_eq!(refused(PriceName::Clock, say::VAULT, 1), "unknown", "a goal is no threat");
    assert_eq!(refused(PriceName::Faction, "The Moon", 2), "unknown");
    let stage = on_offer(NewDeal { target: Some(s(say::DEBT)), ..say::deal(PriceName::Clock, 2, 2) });
    let Mood::Bargain { deals, .. } = stage.mood() else { panic!() };
    assert_eq!(deals[0].price, Price::Clock { clock: s(say::DEBT), amount: 2 });
    let mut stage = Stage::drained(1, Position::Risky);
    for clock in [say::WATCH, say::DEBT] {
        stage.happen(Event::ClockRemoved { clock: s(clock) });
    }
    let no = stage.gm_no(&say::offer(vec![say::deal(PriceName::Clock, 1, 1); 2]));
    assert_eq!(no.code, "price", "with no threat there is nothing to move on");
}

#[test]
fn d13_stress_and_heat_buy_one_die_each() {
    for amount in 1..=3 {
        let mut stage = on_offer(say::deal(PriceName::Stress, amount, amount));
        let events = stage.player(&Command::Strike { deal: 1 });
        assert_eq!(one!(events, Event::StressChanged { from, to, .. } => (*from, *to)), (0, amount));
        assert_eq!(stage.sheet(ASH).dice.len(), usize::from(amount));
        let mut stage = on_offer(say::deal(PriceName::Heat, amount, amount));
        let events = stage.player(&Command::Strike { deal: 1 });
        assert_eq!(one!(events, Event::HeatChanged { from, to, .. } => (*from, *to)), (0, amount));
        assert_eq!(stage.sheet(ASH).dice.len(), usize::from(amount));
    }
}

#[test]
fn d13_ticks_of_a_threat_buy_one_die_each() {
    for amount in 1..=3 {
        let deal = NewDeal { target: Some(s(say::DEBT)), ..say::deal(PriceName::Clock, amount, amount) };
        let mut stage = on_offer(deal);
        let events = stage.player(&Command::Strike { deal: 1 });
        let (clock, from, to) =
            one!(events, Event::ClockTicked { clock, from, to, .. } => (clock.clone(), *from, *to));
        assert_eq!((clock.as_str(), from, to), (say::DEBT, 0, amount));
        assert_eq!(stage.sheet(ASH).dice.len(), usize::from(amount));
    }
}

#[test]
fn d13_one_step_of_a_factions_attitude_buys_two() {
    let mut stage =
        on_offer(NewDeal { target: Some(s("Toll Office")), ..say::deal(PriceName::Faction, 1, 2) });
    let events = stage.player(&Command::Strike { deal: 1 });
    let moved = one!(events, Event::FactionAttitudeChanged { faction, from, to, .. } => (faction.clone(), *from, *to));
    assert_eq!(moved, (s("Toll Office"), Attitude::Friendly, Attitude::Neutral));
    assert_eq!(stage.sheet(ASH).dice.len(), 2);
    assert_eq!(stage.phase(), PhaseName::Action);
}

#[test]
fn d13_a_scar_buys_three_and_empties_stress() {
    let mut stage = on_offer(say::deal(PriceName::Trauma, 1, 3));
    stage.set_stress(ASH, 5);
    let events = stage.player(&Command::Strike { deal: 1 });
    assert_eq!(entered(&events), [PhaseName::Trauma]);
    assert_eq!(stage.sheet(ASH).dice.len(), 3);
    let events = stage.gm(&say::scar("vicious"));
    assert_eq!(one!(events, Event::StressChanged { from, to, .. } => (*from, *to)), (5, 0));
    assert_eq!((stage.sheet(ASH).trauma.as_slice(), stage.sheet(ASH).dice.len()), (&[s("vicious")][..], 3));
}

#[test]
fn d13_what_was_struck_is_told_and_the_action_goes_on_as_it_was() {
    let mut stage = Stage::turn(2);
    stage.pool(&[]);
    stage.engage(&say::engage(Position::Controlled));
    let before = stage.state().engaged().unwrap().clone();
    stage.gm(&say::offer_bargain());
    for deal in [0, 4, 255] {
        let no = stage.player_no(&Command::Strike { deal });
        assert!(no.code == "not-offered" && no.message.contains("choose one of 1"), "{no}");
    }
    let events = stage.player(&Command::Strike { deal: 2 });
    let struck = Event::BargainStruck {
        player_id: ASH,
        price: Price::Heat { amount: 2 },
        dice: 2,
        narrative: s("The city pays."),
    };
    assert_eq!(events[0], struck);
    assert_eq!(stage.state().engaged(), Some(&before));
    assert!(matches!(stage.asked().1, What::Endings { tiers, .. } if tiers.len() == 2));
    assert!(stage.state().bargains.is_empty());
}

#[test]
fn d13_a_retreat_is_three_rolled_dice_and_the_end_of_the_scene() {
    for position in [Position::Controlled, Position::Risky] {
        let mut stage = Stage::bargain(1, position);
        let before = stage.sheet(ASH).clone();
        let events = stage.player(&Command::Retreat);
        one!(events, Event::Retreated { player_id: ASH } => ());
        assert_eq!(one!(events, Event::PoolRolled { player_id: ASH, dice } => dice.len()), 3);
        assert_eq!(entered(&events), [PhaseName::BetweenScenes]);
        let after = stage.sheet(ASH);
        assert_eq!((after.dice.len(), after.stress, after.heat), (3, before.stress, before.heat));
        assert!(!after.recovering);
    }
    let mut stage = Stage::bargain(1, Position::Desperate);
    let no = stage.player_no(&Command::Retreat);
    assert_eq!(no.code, "not-offered");
    assert!(!no.to_string().contains("legal now: strike, retreat"), "{no}");
}

#[test]
fn d13_passing_out_is_always_possible_and_costs_what_it_costs() {
    for position in Position::ALL {
        let mut stage = Stage::bargain(1, *position);
        stage.set_stress(ASH, 3);
        let events = stage.player(&Command::PassOut);
        one!(events, Event::PassedOut { player_id: ASH } => ());
        assert_eq!(one!(events, Event::StressChanged { from, to, .. } => (*from, *to)), (3, 5));
        assert_eq!(one!(events, Event::PoolRolled { player_id: ASH, dice } => dice.len()), 2);
        let mut filled = [say::WATCH, say::DEBT].map(|clock| stage.filled(clock));
        filled.sort_unstable();
        assert_eq!(filled, [Some(1), Some(2)], "each by one for the scene, and one threat by one more");
        assert!(stage.sheet(ASH).recovering);
        assert_eq!(stage.sheet(ASH).dice.len(), 2);
        assert!(matches!(stage.mood(), Mood::BetweenScenes { pause: Pause::Choosing }));
    }
}

#[test]
fn d13_a_threat_that_breaks_in_on_somebody_without_dice_is_a_bargain_too() {
    let mut stage = Stage::aftermath(1, Position::Risky, &[4]);
    assert!(stage.sheet(ASH).dice.is_empty());
    stage.set_clock(say::WATCH, 3);
    stage.gm(&say::tick(say::WATCH, 1));
    let events = stage.go_on();
    assert_eq!(entered(&events), [PhaseName::Scene, PhaseName::Action, PhaseName::Bargain]);
    assert!(
        at!(events, Event::InterruptMet { .. })
            < at!(events, Event::MoodChanged { to: PhaseName::Action, .. })
    );
    stage.gm(&say::offer_bargain());
    stage.player(&Command::Strike { deal: 1 });
    assert!(matches!(stage.mood(), Mood::Action { forced: true, .. }), "it is still forced");
}

#[test]
fn d13_a_bargain_needs_its_words() {
    type Change = fn(&mut NewDeal);
    let wrong: [Change; 4] = [
        |deal| deal.label.clear(),
        |deal| deal.hint.clear(),
        |deal| deal.narrative.clear(),
        |deal| deal.narrative = "x".repeat(601),
    ];
    for change in wrong {
        let mut deal = say::deal(PriceName::Stress, 1, 1);
        change(&mut deal);
        let no = Stage::drained(1, Position::Risky).gm_no(&say::offer(vec![deal.clone(), deal]));
        assert!(no.code == "not-offered" && no.message.starts_with("deals[0]."), "{no}");
    }
}
