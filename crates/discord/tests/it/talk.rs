//! What people type: heard once, in every form of out-of-character talk, and answered to nobody but people.

use fakes::discord::{ChannelId, Nasty, User};
use serde_json::Value;

use crate::stage::{Stage, wall};

async fn tidying(stage: &Stage) -> (User, ChannelId) {
    let ana = stage.person("Ana");
    stage.slash(&ana, stage.channel, "session start", &[("activity", "tidying")]).await;
    let thread = stage.thread().await;
    stage.said(thread, "at the table").await;
    (ana, thread)
}

/// The words of every remark in the log.
fn asides(stage: &Stage) -> Vec<String> {
    asides_in(&stage.records())
}

fn asides_in(records: &[Value]) -> Vec<String> {
    let events = records.iter().flat_map(|record| record["events"].as_array().unwrap());
    let asides = events.filter(|event| event["type"] == "ASIDE_SAID");
    asides.map(|event| event["text"].as_str().unwrap().to_owned()).collect()
}

/// T5: every mark, in a line of its own, within one, by the command, and to the bot by a mention.
#[tokio::test(flavor = "multi_thread")]
async fn t5_out_of_character_talk_is_heard_in_every_form() {
    let stage = Stage::open().await;
    let (ana, thread) = tidying(&stage).await;
    let me = format!("<@{}>", stage.discord.bot());
    for line in [
        "((one))".to_owned(),
        "// two".to_owned(),
        "OOC: three".to_owned(),
        "ooc: four".to_owned(),
        "There is a mug ((five)) here".to_owned(),
        format!("(({me}, six?))"),
    ] {
        ana.types(thread, &line).unwrap();
    }
    stage.recorded(|records| asides_in(records).len() == 6).await;
    stage.slash(&ana, thread, "ooc", &[("text", "seven")]).await;
    stage.said(thread, "seven").await;
    assert_eq!(asides(&stage), ["one", "two", "three", "four", "five", "@parlor, six?", "seven"]);
    // What was typed stands there already; what was said by a command does not.
    let said = stage.discord.text(thread);
    assert!(!said.contains("Parlor: *Ana, aside:* one"), "{said}");
    assert!(said.contains("Parlor: *Ana, aside:* seven"), "{said}");
}

/// T5: bots are never heard, whatever they say and press, nor is anybody without a seat.
#[tokio::test(flavor = "multi_thread")]
async fn t5_bots_and_bystanders_are_not_heard() {
    let stage = Stage::open().await;
    let (ana, thread) = tidying(&stage).await;
    let robot = stage.person("Robot").bot();
    let ben = stage.person("Ben");
    robot.types(thread, "((I am a bot))").unwrap();
    ben.types(thread, "((I only watch))").unwrap();
    ana.types(thread, "((me))").unwrap();
    stage.recorded(|records| !asides_in(records).is_empty()).await;
    assert_eq!(asides(&stage), ["me"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_comes_twice_or_out_of_order_is_heard_once() {
    let stage = Stage::open().await;
    let (ana, thread) = tidying(&stage).await;
    stage.discord.nasty(Nasty::DuplicateEvents(2));
    ana.types(thread, "((once))").unwrap();
    ana.slash(thread, "ooc", &[("text", "twice")]).unwrap();
    stage.said(thread, "twice").await;
    ana.types(thread, "((last))").unwrap();
    stage.recorded(|records| asides_in(records).contains(&"last".to_owned())).await;
    assert_eq!(asides(&stage).iter().filter(|it| *it == "once").count(), 1);
    assert_eq!(asides(&stage).iter().filter(|it| *it == "twice").count(), 1);
}

/// Without the message-content intent people speak by commands, by mentions and by replies.
#[tokio::test(flavor = "multi_thread")]
async fn without_the_intent_one_can_still_speak() {
    let stage = Stage::set(|discord| discord.message_content(false)).await;
    let (ana, thread) = tidying(&stage).await;
    let status = stage.slash(&ana, thread, "session status", &[]).await;
    assert!(status.text.contains("/say"), "{}", status.text);
    ana.types(thread, "((nobody can read this))").unwrap();
    let me = format!("<@{}>", stage.discord.bot());
    ana.types(thread, &format!("{me} ((by mention))")).unwrap();
    let line = stage.said(thread, "at the table").await;
    ana.replies(line.id, "((by reply))").unwrap();
    stage.recorded(|records| asides_in(records).len() == 2).await;
    stage.slash(&ana, thread, "say", &[("text", "((by command))")]).await;
    assert_eq!(asides(&stage), ["by mention", "by reply", "by command"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_taken_is_said_without_the_reason() {
    let stage = Stage::open().await;
    let people = ["Ana", "Ben", "Cee"].map(|name| stage.person(name));
    let thread = crate::player::begins(&stage, &people).await;
    stage.asks(thread, "Night 1").await;
    for (typed, told) in [("I say something at night.", "talk at the table"), ("/roll 2d6d6", "not taken")] {
        let line = people[0].types(thread, typed).unwrap();
        let is_reply = |it: &fakes::discord::Shown| it.reply_to == Some(line);
        let reply = stage.discord.find(|it| it.messages(thread).into_iter().find(is_reply)).await;
        assert!(reply.text.contains(told), "{}", reply.text);
        for word in ["kill", "protect", "look into", "suspect"] {
            assert!(!reply.text.contains(word), "{}", reply.text);
        }
    }
    // The command says it to whoever gave it, and to nobody else.
    let told = stage.slash(&people[0], thread, "say", &[("text", "I say something at night.")]).await;
    assert!(told.ephemeral && told.text.contains("not your turn"), "{}", told.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tables_commands_are_there_and_do_what_they_say() {
    let stage = Stage::open().await;
    let (ana, thread) = tidying(&stage).await;
    let commands: Vec<String> = stage
        .discord
        .commands(None)
        .iter()
        .map(|it| it["name"].as_str().unwrap_or_default().to_owned())
        .collect();
    for command in protocol::table::COMMANDS {
        let own = ["sit", "leave", "help"].contains(&command.name);
        assert!(own || commands.contains(&command.name.to_owned()), "{}", command.name);
    }
    stage.slash(&ana, thread, "roll", &[("text", "2d6+3")]).await;
    let rolled = |record: &Value| record["events"][0]["type"] == "DICE_ROLLED";
    assert!(stage.records().iter().any(rolled));
    stage.said(thread, "2d6+3").await;
    let told = stage.slash(&ana, thread, "roll", &[("text", "2d6d6")]).await;
    assert!(!told.text.contains("Done"), "{}", told.text);
}

/// What somebody was told is theirs to keep, and nobody else sees the file.
#[tokio::test(flavor = "multi_thread")]
async fn what_one_was_told_can_be_kept_as_a_file() {
    let stage = Stage::open().await;
    let (ana, thread) = tidying(&stage).await;
    let told = stage.slash(&ana, thread, "export", &[]).await;
    assert!(told.ephemeral, "{}", told.text);
    let [file] = told.files.as_slice() else { panic!("{:?}", told.files) };
    assert_eq!((file.bytes.as_slice(), file.name.ends_with(".md")), (&b"as seat:1 saw it"[..], true));
}

/// T6: words that suggest a change bring a button; pressing it does it.
#[tokio::test(flavor = "multi_thread")]
async fn t6_a_suggestion_has_a_button() {
    let stage = Stage::open().await;
    let (ana, thread) = tidying(&stage).await;
    ana.types(thread, "((pizza's here))").unwrap();
    let offered = stage.asks(thread, "PAUSED").await;
    assert_eq!(offered.labels(), ["Agree", "Not now"]);
    // It is one message: whose words they were, and what can be done about it.
    assert!(offered.text.starts_with("“pizza's here”, says Ana."), "{}", offered.text);
    assert!(!stage.discord.text(thread).contains("/agree"), "{}", stage.discord.text(thread));
    assert_eq!(stage.state().await, "ACTIVE");
    stage.press(&ana, &offered, "Agree").await;
    assert_eq!(stage.state().await, "PAUSED");
    stage.discord.find(|it| it.message(offered.id).filter(|it| it.buttons.is_empty())).await;
}

/// T6: whoever does not want it takes it away for all.
#[tokio::test(flavor = "multi_thread")]
async fn t6_a_suggestion_can_be_turned_down() {
    let stage = Stage::open().await;
    let (ana, thread) = tidying(&stage).await;
    ana.types(thread, "((pizza's here))").unwrap();
    let offered = stage.asks(thread, "PAUSED").await;
    let ben = stage.person("Ben");
    let told = stage.press(&ben, &offered, "Not now").await;
    assert!(told.text.contains("no seat"), "{}", told.text);
    ana.press(offered.id, "Not now").unwrap();
    stage.discord.find(|it| it.message(offered.id).filter(|it| it.buttons.is_empty())).await;
    assert_eq!(stage.state().await, "ACTIVE");
}

/// T6: a button that nobody presses is taken away after a minute, whatever is said meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn t6_a_suggestion_lapses() {
    // By this clock, three seconds are left of the minute.
    let stage = Stage::timed(|| wall() + 57_000).await;
    let (ana, thread) = tidying(&stage).await;
    ana.types(thread, "((pizza's here))").unwrap();
    ana.types(thread, "((is it?))").unwrap();
    let offered = stage.said(thread, "Shall the table be **PAUSED**?").await;
    stage.discord.find(|it| it.message(offered.id).filter(|it| it.buttons.is_empty())).await;
    assert_eq!(stage.state().await, "ACTIVE");
}

/// In a break people talk among themselves, and nobody interrupts them; out of turn one is told once what that is.
#[tokio::test(flavor = "multi_thread")]
async fn the_bot_does_not_answer_every_line_that_is_not_taken() {
    let stage = Stage::open().await;
    let people = ["Ana", "Ben", "Cee"].map(|name| stage.person(name));
    let thread = crate::player::begins(&stage, &people).await;
    stage.asks(thread, "Night 1").await;
    people[0].types(thread, "Is it night?").unwrap();
    people[0].types(thread, "It is night.").unwrap();
    stage.said(thread, "talk at the table").await;
    stage.recorded(|records| asides_in(records).len() == 2).await;
    stage.slash(&people[0], thread, "session pause", &[]).await;
    people[1].types(thread, "Shall we have pizza next week?").unwrap();
    people[1].types(thread, "/roll 1d6").unwrap();
    stage.said(thread, "1d6").await;
    let replies = stage.discord.messages(thread).iter().filter(|it| it.reply_to.is_some()).count();
    assert_eq!(replies, 1, "{}", stage.discord.text(thread));
}

/// Words and a remark within one line are two records, and neither is repeated to whoever typed them.
#[tokio::test(flavor = "multi_thread")]
async fn a_line_with_a_remark_in_it_is_not_repeated() {
    let stage = Stage::open().await;
    let (ana, thread) = tidying(&stage).await;
    stage.asks(thread, "**Ana**").await;
    ana.types(thread, "It is for writing ((mostly)) and drawing").unwrap();
    stage.recorded(|records| asides_in(records).len() == 1).await;
    stage.slash(&ana, thread, "ooc", &[("text", "done")]).await;
    stage.said(thread, "done").await;
    let messages = stage.discord.messages(thread);
    let of_ana: Vec<&str> =
        messages.iter().filter(|it| it.author == "Ana").map(|it| it.text.as_str()).collect();
    assert_eq!(of_ana, ["It is for writing ((mostly)) and drawing"]);
}

/// T9: how the table stands is told to whoever asks, however they ask.
#[tokio::test(flavor = "multi_thread")]
async fn t9_status_is_told_by_both_commands() {
    let stage = Stage::open().await;
    let (ana, thread) = tidying(&stage).await;
    for command in ["status", "session status"] {
        let told = stage.slash(&ana, thread, command, &[]).await;
        assert!(told.ephemeral && told.text.contains("is **ACTIVE** since <t:"), "{}", told.text);
    }
}

/// What help names can be given.
#[tokio::test(flavor = "multi_thread")]
async fn every_command_that_help_names_is_there() {
    let stage = Stage::open().await;
    let ana = stage.person("Ana");
    let there: Vec<String> =
        stage.discord.commands(None).iter().filter_map(|it| Some(it["name"].as_str()?.to_owned())).collect();
    for command in ["help", "parlor help"] {
        let told = stage.slash(&ana, stage.channel, command, &[]).await;
        let linked = told.text.split("</").skip(1).filter_map(|it| it.split([' ', ':']).next());
        let plain = told.text.split("· `/").skip(1).filter_map(|it| it.split('`').next());
        let named: Vec<&str> = linked.chain(plain).collect();
        assert!(named.len() > 15 && named.contains(&"session"), "{named:?} in {}", told.text);
        for name in named {
            assert!(there.contains(&name.to_owned()), "/{name} is not there");
        }
    }
}
