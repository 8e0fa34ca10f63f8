//! Dice as they are typed: what a roll comes to, and what is none.

use engine::{DiceBox, Purpose, Seed};

use protocol::table::Rolled;
use table::Roll;

fn rolled(text: &str, seed: u64) -> Rolled {
    let mut dice = DiceBox::new(Seed(seed), "table").rules(0, Purpose { code: 1, name: "roll" });
    Roll::parse(text).expect(text).throw(&mut dice)
}

fn shown(rolled: &Rolled) -> Vec<i32> {
    rolled.dice.iter().filter(|die| die.kept).map(|die| die.shows).collect()
}

#[test]
fn a_sum_is_what_its_dice_show_with_what_is_added() {
    for seed in 0..200 {
        let roll = rolled("2d6+3", seed);
        assert_eq!(roll.dice.len(), 2);
        assert!(shown(&roll).iter().all(|shows| (1..=6).contains(shows)));
        assert_eq!(roll.total, shown(&roll).iter().map(|shows| i64::from(*shows)).sum::<i64>() + 3);
        assert_eq!(rolled(" 2D6 + 3 ", seed), roll, "as it is typed");
        assert!((-5..=0).contains(&rolled("d6-6", seed).total));
        assert!((1..=6).contains(&rolled("", seed).total));
        assert!((1..=100).contains(&rolled("d%", seed).total));
        assert!((-4..=4).contains(&rolled("4dF", seed).total));
    }
}

#[test]
fn the_highest_and_the_lowest_are_kept_or_dropped() {
    for seed in 0..200 {
        let all = |text: &str| -> (Vec<i32>, Vec<i32>) {
            let roll = rolled(text, seed);
            let mut thrown: Vec<i32> = roll.dice.iter().map(|die| die.shows).collect();
            thrown.sort_unstable();
            let mut kept = shown(&roll);
            kept.sort_unstable();
            (thrown, kept)
        };
        let (thrown, kept) = all("4d6kh3");
        assert_eq!(kept, thrown[1..]);
        assert_eq!(all("4d6k3"), (thrown.clone(), kept.clone()));
        assert_eq!(all("4d6dl1"), (thrown, kept), "to drop the lowest is to keep the rest");
        let (thrown, kept) = all("4d6kl1");
        assert_eq!(kept, thrown[..1]);
        assert_eq!(all("4d6dh3"), (thrown, kept));
    }
}

#[test]
fn dice_explode_and_are_thrown_again() {
    let (mut exploded, mut again) = (false, false);
    for seed in 0..200 {
        let roll = rolled("3d6!", seed);
        let sixes = roll.dice.iter().filter(|die| die.shows == 6).count();
        assert_eq!(roll.dice.len(), 3 + sixes, "each six is one more die");
        exploded |= sixes > 0;
        let roll = rolled("d6r2", seed);
        let first = roll.dice[0].shows;
        assert_eq!(roll.dice.len(), if first <= 2 { 2 } else { 1 }, "once, whatever it shows then");
        again |= roll.dice.len() == 2;
        assert!(rolled("100d2!", seed).dice.len() <= 100 * 21);
    }
    assert!(exploded && again);
}

#[test]
fn successes_are_counted() {
    for seed in 0..200 {
        let roll = rolled("8d10>=7", seed);
        assert_eq!(roll.successes, Some(shown(&roll).iter().filter(|shows| **shows >= 7).count() as u32));
        let more = rolled("8d10>6", seed);
        assert_eq!(more.successes, roll.successes);
        let roll = rolled("8d10<3", seed);
        assert_eq!(roll.successes, Some(shown(&roll).iter().filter(|shows| **shows <= 2).count() as u32));
    }
}

#[test]
fn what_is_no_roll_is_refused_with_what_to_write() {
    for (text, part) in [
        ("2x6", "“x6”"),
        ("d", "the end"),
        ("2d6+", "the end"),
        ("2d6>=", "the end"),
        ("2d6>=5+1", "“+1”"),
        ("hello", "“hello”"),
        ("7", "at least 1"),
        ("101d6", "at most 100"),
        ("60d6+60d6", "at most 100"),
        ("d1001", "at most 1000"),
        ("d1", "at least 2"),
        ("0d6", "at least 1"),
        ("4d6kh5", "at most 4"),
        ("4d6dl4", "at least 1"),
        ("d6r6", "at most 5"),
        ("d6+9999999", "at most 1000000"),
        ("d6+1+1+1+1+1+1+1+1+1+1", "at most 10"),
        ("99999999999999999999d6", "at most 100"),
    ] {
        let why = Roll::parse(text).expect_err(text).to_string();
        assert!(why.contains(part), "{text}: {why}");
    }
}
