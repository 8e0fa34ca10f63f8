//! Dice at the table: thrown by the engine, told to all.

use engine::{Audience, Reason};
use protocol::table::TableState;
use table::{Command, Event};

use super::{ADA, NOON, act, hear, table_in, words};

#[test]
fn t5_a_roll_is_typed_and_told_to_all() {
    let mut table = table_in(TableState::Paused);
    let heard = hear(&table, ADA, "/roll 4d6kh3 + 1").expect("a command, in every state");
    assert_eq!(heard.table, [Command::Roll { dice: "4d6kh3 + 1".to_owned() }]);
    let told = act(&mut table, ADA, heard.table[0].clone(), NOON).expect("it is thrown");
    let Event::DiceRolled { rolled, .. } = &told[0].event else { panic!("dice") };
    assert_eq!(rolled.dice.len(), 4);
    assert_eq!(rolled.dice.iter().filter(|die| die.kept).count(), 3);
    assert_eq!(told[0].audience, Audience::Public);
    let words = words(&table, &told);
    assert!(words[0].starts_with("Ada rolls 4d6kh3 + 1: "), "{words:?}");
    assert!(words[0].ends_with(&format!("= {}", rolled.total)), "{words:?}");
    assert!(words[0].contains('['), "the one that is dropped stands in brackets: {words:?}");
}

#[test]
fn t5_a_roll_that_cannot_be_thrown_is_refused_before_it_is_recorded() {
    let mut table = table_in(TableState::Active);
    for line in ["/roll 2x6", "/roll 101d6", "/roll d1"] {
        assert_eq!(hear(&table, ADA, line).expect_err(line).code(), "bad-roll");
    }
    let forged = Command::Roll { dice: "999d9999".to_owned() };
    assert_eq!(act(&mut table, ADA, forged, NOON).expect_err("nor by hand").code(), "bad-roll");
}
