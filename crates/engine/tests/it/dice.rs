use parlor_engine::{AskId, Chance, DICE, DiceBox, Purpose, SALTED_DICE, Salt, SeatId, SeatSet, Seed};

const A: Purpose = Purpose { code: 1, name: "a" };
const B: Purpose = Purpose { code: 2, name: "b" };

fn draws(seed: u64, step: u64, purpose: Purpose) -> Vec<u32> {
    let mut dice = DiceBox::new(Seed(seed), "counter").rules(step, purpose);
    (0..8).map(|_| dice.below(1_000)).collect()
}

/// The numbers that this version of the dice gives for ever. If this test fails, every log there is would be
/// decided differently: make a new version beside this one instead.
#[test]
fn the_numbers_of_this_version_never_change() {
    assert_eq!(DICE, "chacha8.v1");
    assert_eq!(draws(7, 12, A), FROZEN);
    assert_eq!(
        Seed(7).promise(None).to_string(),
        "e36ac097fd07b7e268418062f95289f24fa97bc5d79f0cab8485cf3caf232197"
    );
}

/// The same with salt.
#[test]
fn the_numbers_with_salt_never_change() {
    assert_eq!(SALTED_DICE, "chacha8.v2");
    let salt: Salt = SALT.parse().expect("a salt");
    let mut dice = DiceBox::new(Seed(7), "counter").salted(Some(salt)).salted(Some(salt)).rules(12, A);
    assert_eq!((0..8).map(|_| dice.below(1_000)).collect::<Vec<_>>(), FROZEN_SALTED);
    assert_eq!(
        Seed(7).promise(Some(salt)).to_string(),
        "f0a6cd5a12f050599548178c22b6209ba1352c5f00652c7c678ee925fa6c08b6"
    );
    let chance = Chance { seed: Seed(7), salt: Some(salt) };
    assert_eq!(chance.laying(), Seed(10_570_712_114_667_305_058));
    assert_eq!(Chance { seed: Seed(7), salt: None }.laying(), Seed(7));
}

#[test]
fn a_seed_is_typed_alone_or_with_its_salt() {
    for (text, salt) in [("7", None), ("7-000102030405060708090a0b0c0d0e0f", Some(SALT))] {
        let chance: Chance = text.parse().expect("a seed");
        assert_eq!((chance.seed, chance.to_string().as_str()), (Seed(7), text));
        assert_eq!(chance.salt.map(|salt| salt.to_string()).as_deref(), salt);
    }
    for wrong in ["", "x", "-1", "7-", "7-abc", "7-000102030405060708090A0B0C0D0E0F", "18446744073709551616"]
    {
        assert!(wrong.parse::<Chance>().is_err(), "{wrong}");
    }
    let salt: Salt = SALT.parse().expect("a salt");
    let json = serde_json::to_string(&salt).expect("text");
    assert_eq!(serde_json::from_str::<Salt>(&json).expect("a salt"), salt);
    assert!(!format!("{salt:?}").contains("0102"), "not shown by accident");
}

const SALT: &str = "000102030405060708090a0b0c0d0e0f";
const FROZEN_SALTED: [u32; 8] = [444, 768, 490, 699, 323, 554, 413, 160];

/// Worked out from the words of `docs/format.md` with another program.
const FROZEN: [u32; 8] = [357, 318, 569, 205, 742, 469, 62, 408];

#[test]
fn a_draw_depends_on_seed_machine_step_and_purpose_and_on_nothing_else() {
    let other = |machine| DiceBox::new(Seed(1), machine).rules(1, A).below(1 << 30);
    assert_ne!(other("counter"), other("door"));
    assert_eq!(draws(1, 1, A), draws(1, 1, A));
    assert_ne!(draws(1, 1, A), draws(2, 1, A));
    assert_ne!(draws(1, 1, A), draws(1, 2, A));
    assert_ne!(draws(1, 1, A), draws(1, 1, B));
}

#[test]
fn a_house_seat_draws_by_its_ask_and_not_by_the_record() {
    let dice = DiceBox::new(Seed(3), "counter");
    let draw = |seat, ask| {
        let mut dice = dice.seat(SeatId::at(seat), AskId(ask));
        [dice.below(1_000), dice.below(1_000)]
    };
    assert_eq!(draw(0, 1), draw(0, 1));
    assert_ne!(draw(0, 1), draw(1, 1));
    assert_ne!(draw(0, 1), draw(0, 2));
    // No rewind is no change, and one changes nothing that the rules draw.
    assert_eq!(dice.after_rewinds(0).seat(SeatId::at(0), AskId(1)).below(1_000), draw(0, 1)[0]);
    assert_eq!(dice.after_rewinds(9).rules(4, A).below(1 << 30), dice.rules(4, A).below(1 << 30));
    let most = parlor_engine::limits::REWINDS_MAX;
    assert_ne!(
        dice.after_rewinds(most).seat(SeatId::at(0), AskId(1)).below(1 << 30),
        dice.seat(SeatId::at(0), AskId(1)).below(1 << 30)
    );
}

#[test]
fn every_side_comes_up_equally_often() {
    for sides in [1, 2, 3, 6, 7, 10, 33] {
        let mut dice = DiceBox::new(Seed(11), "counter").rules(0, A);
        let mut counts = vec![0u32; sides as usize];
        for _ in 0..sides * 10_000 {
            counts[dice.below(sides) as usize] += 1;
        }
        // Five standard deviations of a count of 10,000.
        assert!(counts.iter().all(|&count| count.abs_diff(10_000) < 500), "{sides}: {counts:?}");
    }
}

#[test]
fn a_shuffle_reaches_every_order_equally_often() {
    let mut dice = DiceBox::new(Seed(5), "counter").rules(0, A);
    let mut counts = std::collections::BTreeMap::<[u8; 3], u32>::new();
    for _ in 0..6_000 {
        let mut items = [1, 2, 3];
        dice.shuffle(&mut items);
        *counts.entry(items).or_default() += 1;
    }
    assert_eq!(counts.len(), 6);
    assert!(counts.values().all(|&count| count.abs_diff(1_000) < 160), "{counts:?}");
}

#[test]
fn picks_come_only_from_what_is_there() {
    let mut dice = DiceBox::new(Seed(5), "counter").rules(0, A);
    let seats = SeatSet::only(SeatId::at(3)).with(SeatId::at(31));
    for _ in 0..100 {
        assert!(seats.contains(dice.pick_seat(seats).unwrap()));
        assert!(["a", "b"].contains(dice.pick(&["a", "b"]).unwrap()));
    }
    assert_eq!(dice.pick_seat(SeatSet::EMPTY), None);
    assert_eq!(dice.pick::<u8>(&[]), None);
}

#[test]
fn a_seed_is_not_shown_by_accident() {
    assert_eq!(format!("{:?}", Seed(1234)), "Seed(…)");
}
