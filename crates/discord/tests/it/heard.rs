//! T13: everybody is heard, whether anybody asked or not: what they type, and all that can be done besides answering.

use fakes::discord::{ChannelId, Discord, Shown, User};
use serde_json::Value;

use crate::player::{begins, play_until};
use crate::stage::Stage;

async fn mafia(stage: &Stage) -> (ChannelId, [User; 3]) {
    let people = ["Ana", "Ben", "Cee"].map(|name| stage.person(name));
    let thread = begins(stage, &people).await;
    stage.asks(thread, "Night 1").await;
    (thread, people)
}

/// Events of a kind in the log.
fn of(records: &[Value], kind: &str) -> Vec<Value> {
    let events = records.iter().flat_map(|record| record["events"].as_array().unwrap());
    events.filter(|event| event["type"] == kind).cloned().collect()
}

/// The words of events that have some.
fn words(events: &[Value]) -> Vec<&str> {
    events.iter().filter_map(|it| it["text"].as_str().or_else(|| it["publicStatement"].as_str())).collect()
}

/// Plays until it is the turn of one of them to speak, and says whose.
async fn turn<'a>(stage: &Stage, thread: ChannelId, people: &'a [User; 3]) -> (Shown, &'a User) {
    play_until(stage, thread, people, |open, _| open.labels().contains(&"Say")).await;
    let open = stage.asks(thread, "it is your turn").await;
    let up = people.iter().find(|it| open.text.contains(&it.name())).unwrap();
    (open, up)
}

/// Whoever is asked nothing that words answer talks to the table, on as many lines as they like; it is not said again, it suggests
/// what words suggest, and it is no answer to anything that is asked later.
#[tokio::test(flavor = "multi_thread")]
async fn t13_a_line_that_nobody_asked_for_is_talk_at_the_table() {
    let stage = Stage::open().await;
    let (thread, people) = mafia(&stage).await;
    people[0].types(thread, "Who brought the crisps?\nNot ((really)) me.").unwrap();
    people[0].types(thread, "pizza's here").unwrap();
    let suggested = stage.asks(thread, "PAUSED").await;
    people[0].press(suggested.id, "Not now").unwrap();
    stage.discord.find(|it| it.message(suggested.id).filter(|it| it.buttons.is_empty())).await;
    let asides = of(&stage.records(), "ASIDE_SAID");
    assert_eq!(words(&asides), ["Who brought the crisps? Not ((really)) me.", "pizza's here"]);
    assert_eq!(asides[0]["by"], "seat:1");
    let (open, up) = turn(&stage, thread, &people).await;
    // Another talks meanwhile, and the turn stays whose it is.
    let other = people.iter().find(|it| it.name() != up.name()).unwrap();
    other.types(thread, "Take your time.").unwrap();
    stage.recorded(|records| words(&of(records, "ASIDE_SAID")).contains(&"Take your time.")).await;
    let still = stage.asks(thread, "it is your turn").await;
    assert_eq!(still.text, open.text);
    up.types(thread, "I was at the window all night.").unwrap();
    stage
        .recorded(|records| words(&of(records, "STATEMENT_MADE")).contains(&"I was at the window all night."))
        .await;
    let spoke = of(&stage.records(), "STATEMENT_MADE");
    assert!(!words(&spoke).iter().any(|it| it.contains("crisps") || it.contains("pizza")), "{spoke:?}");
    // Nothing that was typed is said again by anybody.
    let of_bot = |it: &&Shown| !["Ana", "Ben", "Cee"].contains(&it.author.as_str());
    let messages = stage.discord.messages(thread);
    let said: Vec<&str> = messages.iter().filter(of_bot).map(|it| it.text.as_str()).collect();
    assert!(!said.iter().any(|it| it.contains("crisps") || it.contains("the window all night")), "{said:?}");
}

/// A command is done at once, whoever is up.
#[tokio::test(flavor = "multi_thread")]
async fn t13_a_command_is_done_at_once_whoever_is_asked() {
    let stage = Stage::open().await;
    let (thread, people) = mafia(&stage).await;
    let (_, up) = turn(&stage, thread, &people).await;
    let other = people.iter().find(|it| it.name() != up.name()).unwrap();
    other.types(thread, "/roll 1d6").unwrap();
    stage.said(thread, "1d6").await;
    for (line, to) in [("/session pause", "PAUSED"), ("/session resume", "ACTIVE"), ("/x", "PAUSED")] {
        other.types(thread, line).unwrap();
        let last = |records: &[Value]| of(records, "STATE_CHANGED").last().map(|it| it["to"].clone());
        stage.recorded(|records| last(records) == Some(to.into())).await;
    }
    // In the round after play what is typed is kept as what was good.
    other.types(thread, "/session end").unwrap();
    other.types(thread, "The crisps were good.").unwrap();
    stage.recorded(|records| words(&of(records, "FEEDBACK_GIVEN")) == ["The crisps were good."]).await;
}

/// A clock that runs can be put back where it is seen: in the talk, at one's seat and on the card, by whoever plays.
#[tokio::test(flavor = "multi_thread")]
async fn t13_everybody_can_ask_for_more_time() {
    let mut stage = Stage::open().await;
    stage.crashes().await;
    stage.speed_is("RELAXED");
    stage.starts().await;
    let (thread, people) = mafia(&stage).await;
    let ends = |shown: &Shown| shown.text.split("<t:").nth(1).map(str::to_owned);
    let extended = |times: usize| move |records: &[Value]| of(records, "TIME_EXTENDED").len() == times;
    let night = stage.asks(thread, "Night 1").await;
    people[2].press(night.id, "More time").unwrap();
    stage.recorded(extended(1)).await;
    let later = |it: &Discord| it.message(night.id).filter(|it| ends(it) != ends(&night));
    stage.discord.find(later).await;
    let panel = stage.press(&people[1], &night, "My seat").await;
    people[1].press(panel.id, "More time").unwrap();
    stage.recorded(extended(2)).await;
    let card = stage.card(|it| it.labels().contains(&"More time")).await;
    people[0].press(card.id, "More time").unwrap();
    stage.recorded(extended(3)).await;
    // Nobody who has no seat puts anybody's clock back.
    let stranger = stage.person("Dee");
    let told = stage.press(&stranger, &card, "More time").await;
    assert!(told.text.contains("no seat"), "{}", told.text);
    // Where no clock runs, nothing is offered.
    stage.slash(&people[0], thread, "session pause", &[]).await;
    stage.card(|it| !it.labels().contains(&"More time")).await;
}

/// With what is said goes what one claims to be, whom one accuses and whom one vouches for.
#[tokio::test(flavor = "multi_thread")]
async fn t13_a_claim_and_an_accusation_go_with_what_is_said() {
    let stage = Stage::open().await;
    let (thread, people) = mafia(&stage).await;
    let (open, up) = turn(&stage, thread, &people).await;
    up.press(open.id, "Say").unwrap();
    let form = stage.discord.find(|_| up.modal()).await;
    let field = |part: &str| form.fields.iter().find(|it| it.custom_id == part).unwrap().clone();
    let (text, claim, accuse) = (field("text"), field("claim"), field("accuse"));
    let whom = accuse.options.first().unwrap().clone();
    let filled = [
        (text.label.as_str(), "I have looked."),
        (claim.label.as_str(), "sheriff"),
        (accuse.label.as_str(), whom.as_str()),
    ];
    up.submits_modal(&filled, &[]).unwrap();
    let is_said = |records: &[Value]| words(&of(records, "STATEMENT_MADE")).contains(&"I have looked.");
    stage.recorded(is_said).await;
    let records = stage.records();
    let statements = of(&records, "STATEMENT_MADE");
    let said = statements.iter().find(|it| it["publicStatement"] == "I have looked.").unwrap();
    assert!(said["accuses"].is_number(), "{said}");
    let claims = of(&records, "ROLE_CLAIMED");
    let own = claims.iter().find(|it| it["playerId"] == said["playerId"]).unwrap();
    assert_eq!(own["claimedRole"], "sheriff", "{own}");
    let told = stage.said(thread, "I have looked.").await;
    assert!(stage.discord.text(thread).contains(&whom), "{}", told.text);
}

/// A vote can be changed as long as it is open: where it is asked, at one's seat, and by the command.
#[tokio::test(flavor = "multi_thread")]
async fn t13_a_vote_can_be_changed_as_long_as_it_is_open() {
    let stage = Stage::open().await;
    let (thread, people) = mafia(&stage).await;
    play_until(&stage, thread, &people, |open, _| !open.selects.is_empty()).await;
    let is_vote = |it: &Shown| !it.ephemeral && !it.selects.is_empty();
    let vote = stage.discord.find(|it| it.messages(thread).into_iter().rfind(is_vote)).await;
    let menu = &vote.selects[0];
    let [first, second] = [0, 1].map(|at| {
        menu.options
            .iter()
            .filter(|it| !["Ana", "Ben", "Cee"].contains(&it.as_str()))
            .nth(at)
            .unwrap()
            .clone()
    });
    let ana = &people[0];
    for name in [&first, &second] {
        let told = stage.slash(ana, thread, "vote", &[("for", name)]).await;
        assert!(told.text.contains(name.as_str()), "{}", told.text);
    }
    let before = ana.sees(thread).iter().filter(|it| it.ephemeral).count();
    ana.choose(vote.id, &menu.custom_id, &[&first]).unwrap();
    stage.told(ana, thread, before).await;
    let cast = of(&stage.records(), "VOTE_CAST");
    let own = cast.iter().filter(|it| it["voterId"] == 1 && it["auto"].is_null()).count();
    assert_eq!(own, 3, "{cast:?}");
}
