//! The session of a channel's table: laid, begun, and through every state to every other.

use crate::stage::Stage;

const STATES: [(&str, &str); 5] = [
    ("start", "ACTIVE"),
    ("zero", "SESSION_ZERO"),
    ("pause", "PAUSED"),
    ("end", "DEBRIEF"),
    ("close", "IDLE"),
];

/// T1: every (from, to), by the command; and what it says is the table's own message, once.
#[tokio::test(flavor = "multi_thread")]
async fn t1_every_state_can_be_reached_from_every_other() {
    let stage = Stage::open().await;
    let ana = stage.person("Ana");
    stage.slash(&ana, stage.channel, "session start", &[("activity", "tidying")]).await;
    for (to, from_state) in STATES {
        for (verb, state) in STATES {
            stage.slash(&ana, stage.channel, &format!("session {to}"), &[]).await;
            assert_eq!(stage.state().await, from_state);
            let told = stage.slash(&ana, stage.channel, &format!("session {verb}"), &[]).await;
            assert_eq!(stage.state().await, state, "from {from_state} by {verb}: {}", told.text);
        }
        // Whatever it is, one can go on from it.
        stage.slash(&ana, stage.channel, "session resume", &[]).await;
        assert_eq!(stage.state().await, "ACTIVE");
    }
    stage.discord.assert_no_unknown();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_has_a_card_a_thread_and_those_who_joined() {
    let stage = Stage::open().await;
    let (ana, ben) = (stage.person("Ana"), stage.person("Ben"));
    let told =
        stage.slash(&ana, stage.channel, "parlor new", &[("activity", "mafia"), ("title", "Friday")]).await;
    assert!(told.text.contains("laid"), "{}", told.text);
    let card = stage.card(|it| it.text.contains("Friday")).await;
    assert!(card.pinned);
    let told = stage.press(&ben, &card, "Join").await;
    assert!(told.text.contains("at the table"), "{}", told.text);
    let card = stage.card(|it| it.text.contains("Ana, Ben")).await;
    stage.press(&ana, &card, "Begin").await;
    let card = stage.card(|it| it.text.contains("ACTIVE") && it.text.contains("10 of 10 alive")).await;
    assert!(card.text.contains("Ana, Ben, Cy"), "{}", card.text);
    assert_eq!(stage.discord.threads(stage.channel).len(), 1);
    stage.discord.assert_no_unknown();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_table_waits_until_the_first_is_closed() {
    let stage = Stage::open().await;
    let ana = stage.person("Ana");
    stage.slash(&ana, stage.channel, "session start", &[("activity", "tidying")]).await;
    let told = stage.slash(&ana, stage.channel, "session start", &[("activity", "tidying")]).await;
    assert!(told.text.contains("/session close"), "{}", told.text);
    stage.slash(&ana, stage.channel, "session close", &[]).await;
    stage.slash(&ana, stage.channel, "session start", &[("activity", "tidying")]).await;
    assert_eq!(stage.discord.threads(stage.channel).len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn where_there_is_no_table_one_is_told_how_to_lay_one() {
    let stage = Stage::open().await;
    let ana = stage.person("Ana");
    for command in ["session start", "session pause", "session status", "seat show", "x", "roll"] {
        let told = stage.slash(&ana, stage.channel, command, &[]).await;
        assert!(told.text.contains("There is no table in this channel"), "{command}: {}", told.text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_of_two_channels_know_nothing_of_each_other() {
    let stage = Stage::open().await;
    let other = stage.discord.channel(stage.guild);
    let (ana, ben) = (stage.person("Ana"), stage.person("Ben"));
    stage.slash(&ana, stage.channel, "session start", &[("activity", "tidying")]).await;
    stage.slash(&ben, other, "session start", &[("activity", "tidying")]).await;
    stage.slash(&ana, stage.channel, "session pause", &[]).await;
    let told = stage.slash(&ben, other, "session status", &[]).await;
    assert!(told.text.contains("ACTIVE"), "{}", told.text);
    // Ben has no seat here, and may not touch it.
    let told = stage.slash(&ben, stage.channel, "session resume", &[]).await;
    assert!(told.text.contains("no seat"), "{}", told.text);
}
