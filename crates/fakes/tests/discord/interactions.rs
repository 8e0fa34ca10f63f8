//! Interactions: from what a person does to what that person, and nobody else, gets to see.

use std::time::Duration;

use serde_json::{Value, json};
use twilight_http::request::Method;
use twilight_model::application::interaction::modal::ModalInteractionComponent;
use twilight_model::application::interaction::{Interaction, InteractionData};
use twilight_model::http::interaction::{InteractionResponse, InteractionResponseType};

use crate::bot::fakes::discord::{Discord, Upload};
use crate::bot::{Bot, table};

fn card() -> Value {
    json!({"content": "Night 1", "components": [
        {"type": 1, "components": [
            {"type": 2, "style": 1, "label": "My seat", "custom_id": "seat"},
            {"type": 2, "style": 2, "label": "Join", "custom_id": "join", "disabled": true},
            {"type": 2, "style": 5, "label": "Watch", "url": "https://example.org"}]},
        {"type": 1, "components": [{"type": 3, "custom_id": "vote", "placeholder": "Vote for…", "options": [
            {"label": "Ben", "value": "seat-2"}, {"label": "Cole", "value": "seat-3"}]}]}]})
}

fn original(bot: &Bot, of: &Interaction) -> String {
    format!("webhooks/{}/{}/messages/@original", bot.application, of.token)
}

#[tokio::test]
async fn a_command_is_announced_deferred_and_answered() {
    let discord = Discord::start().await;
    let (_, channel, ana, ben) = table(&discord);
    let mut bot = Bot::start(&discord).await;
    bot.registers().await;
    let given = ana.slash(channel, "session start", &[("activity", "Mafia"), ("seats", "8")]).unwrap();
    let interaction = bot.interaction().await;
    assert_eq!(interaction.author_id().unwrap().get(), ana.id().get());
    let Some(InteractionData::ApplicationCommand(data)) = &interaction.data else { panic!("a command") };
    assert_eq!(data.name, "session");
    let client = bot.http.interaction(bot.application);
    let defer =
        InteractionResponse { kind: InteractionResponseType::DeferredChannelMessageWithSource, data: None };
    client.create_response(interaction.id, &interaction.token, &defer).await.unwrap();
    assert_eq!(discord.answer(given), Some(5));
    assert!(ben.sees_last(channel).unwrap().loading);
    client.update_response(&interaction.token).content(Some("Mafia at the Lantern")).await.unwrap();
    discord.until(|_| ben.sees_last(channel).is_some_and(|it| it.text == "Mafia at the Lantern")).await;
    assert!(!ben.sees_last(channel).unwrap().loading);
    discord.assert_no_unknown();
}

#[tokio::test]
async fn commands_are_only_what_is_registered() {
    let discord = Discord::start().await;
    let (guild, channel, ana, ben) = table(&discord);
    let mut bot = Bot::start(&discord).await;
    assert!(ana.slash(channel, "session start", &[]).is_err());
    bot.registers().await;
    for (command, options) in [
        ("session", &[][..]),
        ("session stop", &[]),
        ("session start", &[("colour", "red")]),
        ("session start", &[("activity", "chess")]),
        ("session start", &[("seats", "1")]),
        ("session start", &[("seats", "many")]),
        ("say", &[]),
        ("settings", &[]),
    ] {
        assert!(ana.slash(channel, command, options).is_err(), "{command} {options:?}");
    }
    let ana = ana.permitted(guild, u64::MAX);
    ana.slash(channel, "settings", &[]).unwrap();
    let said = ben.types(channel, "brb").unwrap();
    ana.applies("Mark as OOC", said).unwrap();
    ana.applies_to("Show seat", &ben, channel).unwrap();
    let names: Vec<String> = [bot.interaction().await, bot.interaction().await, bot.interaction().await]
        .iter()
        .map(|it| match &it.data {
            Some(InteractionData::ApplicationCommand(data)) => data.name.clone(),
            _ => panic!("a command"),
        })
        .collect();
    assert_eq!(names, ["settings", "Mark as OOC", "Show seat"]);
    let path = format!("applications/{}/commands", bot.application);
    let no =
        bot.ask(Method::Put, &path, &json!([{"name": "Session", "description": "a"}])).await.unwrap_err();
    assert_eq!(no.code, 50035);
}

#[tokio::test]
async fn an_ephemeral_message_is_seen_by_its_user_alone() {
    let discord = Discord::start().await;
    let (_, channel, ana, ben) = table(&discord);
    let mut bot = Bot::start(&discord).await;
    bot.says(channel, &card()).await.unwrap();
    let card = ana.sees_last(channel).unwrap().id;
    ana.press(card, "My seat").unwrap();
    let interaction = bot.interaction().await;
    let panel = json!({"content": "Seat 4: you are the detective", "flags": 64, "components": [
        {"type": 1, "components": [{"type": 2, "style": 1, "label": "Confirm", "custom_id": "ok"}]}]});
    bot.answers(&interaction, 4, &panel).await.unwrap();
    let seen = ana.sees_last(channel).unwrap();
    assert!(seen.ephemeral && seen.text.contains("detective"));
    assert_eq!(ben.sees(channel).len(), 1);
    assert!(!discord.text(channel).contains("detective"));
    assert!(ben.press(seen.id, "Confirm").is_err());
    let path = format!("channels/{channel}/messages/{}", seen.id);
    assert_eq!(bot.ask(Method::Get, &path, &Value::Null).await.unwrap_err().code, 10008);
    ana.press(seen.id, "Confirm").unwrap();
    let confirm = bot.interaction().await;
    bot.answers(&confirm, 7, &json!({"content": "Chosen.", "components": []})).await.unwrap();
    let seen = ana.sees_last(channel).unwrap();
    assert_eq!((seen.text.as_str(), seen.labels().len(), seen.ephemeral), ("Chosen.", 0, true));
}

#[tokio::test]
async fn only_what_is_there_can_be_pressed_and_chosen() {
    let discord = Discord::start().await;
    let (_, channel, ana, _) = table(&discord);
    let stranger = discord.user("Cole");
    let mut bot = Bot::start(&discord).await;
    bot.says(channel, &card()).await.unwrap();
    let card = ana.sees_last(channel).unwrap();
    for label in ["Leave", "Join", "Watch"] {
        assert!(ana.press(card.id, label).is_err(), "{label}");
    }
    assert!(stranger.press(card.id, "My seat").is_err());
    assert_eq!(card.selects[0].options, ["Ben", "Cole"]);
    assert!(ana.choose(card.id, "Vote for…", &["Dee"]).is_err());
    assert!(ana.choose(card.id, "Vote for…", &["Ben", "Cole"]).is_err());
    ana.choose(card.id, "Vote for…", &["Ben"]).unwrap();
    let interaction = bot.interaction().await;
    let Some(InteractionData::MessageComponent(data)) = &interaction.data else { panic!("a choice") };
    assert_eq!((data.custom_id.as_str(), data.values.as_slice()), ("vote", &["seat-2".to_owned()][..]));
    bot.answers(&interaction, 6, &Value::Null).await.unwrap();
    let edited =
        bot.ask(Method::Patch, &original(&bot, &interaction), &json!({"content": "Voted"})).await.unwrap();
    assert_eq!(edited["id"], card.id.to_string());
}

#[tokio::test]
async fn a_modal_is_filled_with_words_and_a_file() {
    let discord = Discord::start().await;
    let (_, channel, ana, ben) = table(&discord);
    let mut bot = Bot::start(&discord).await;
    bot.says(channel, &card()).await.unwrap();
    let card = ana.sees_last(channel).unwrap().id;
    ana.press(card, "My seat").unwrap();
    let interaction = bot.interaction().await;
    let modal = json!({"title": "Add photos", "custom_id": "photos", "components": [
        {"type": 18, "label": "What is it?", "component": {"type": 4, "custom_id": "what", "style": 1, "max_length": 20}},
        {"type": 18, "label": "Photos", "component":
            {"type": 19, "custom_id": "files", "max_values": 10, "file_types": ["image"]}}]});
    let mut long = modal.clone();
    long["title"] = "a".repeat(46).into();
    assert_eq!(bot.answers(&interaction, 9, &long).await.unwrap_err().code, 50035);
    bot.answers(&interaction, 9, &modal).await.unwrap();
    assert!(ben.modal().is_none());
    assert_eq!(ana.modal().unwrap().fields.len(), 2);
    let photo = Upload::new("desk.png", "image/png", *b"pixels");
    assert!(ana.submits_modal(&[("What is it?", "a desk")], &[]).is_err());
    assert!(ana.submits_modal(&[], std::slice::from_ref(&photo)).is_err());
    assert!(
        ana.submits_modal(&[("What is it?", "a desk")], &[Upload::new("a.txt", "text/plain", *b"a")])
            .is_err()
    );
    ana.submits_modal(&[("What is it?", "a desk")], &[photo]).unwrap();
    let submit = bot.interaction().await;
    let Some(InteractionData::ModalSubmit(data)) = &submit.data else { panic!("a modal") };
    let [ModalInteractionComponent::Label(words), ModalInteractionComponent::Label(files)] =
        &data.components[..]
    else {
        panic!("two labels")
    };
    let ModalInteractionComponent::TextInput(words) = words.component.as_ref() else { panic!("words") };
    assert_eq!(words.value, "a desk");
    let ModalInteractionComponent::FileUpload(files) = files.component.as_ref() else { panic!("files") };
    let file = &data.resolved.as_ref().unwrap().attachments[&files.values[0]];
    assert_eq!((file.filename.as_str(), file.content_type.as_deref()), ("desk.png", Some("image/png")));
    assert!(crate::doors::get(&file.url).await.ends_with(b"pixels"));
    let no = bot.answers(&submit, 9, &modal).await.unwrap_err();
    assert_eq!(no.code, 50035, "a modal cannot open another");
    bot.answers(&submit, 4, &json!({"content": "Thank you", "flags": 64})).await.unwrap();
    assert_eq!(ana.sees_last(channel).unwrap().text, "Thank you");
}

#[tokio::test]
async fn an_answer_has_three_seconds_and_a_token_fifteen_minutes() {
    let discord = Discord::start().await;
    let (_, channel, ana, _) = table(&discord);
    let mut bot = Bot::start(&discord).await;
    bot.registers().await;
    let words = json!({"content": "a"});
    let late = ana.slash(channel, "session end", &[]).unwrap();
    let interaction = bot.interaction().await;
    let no = bot.ask(Method::Patch, &original(&bot, &interaction), &words).await.unwrap_err();
    assert_eq!(no.code, 10015, "nothing was answered yet");
    discord.advance(Duration::from_millis(3001));
    let no = bot.answers(&interaction, 4, &words).await.unwrap_err();
    assert_eq!((no.status, no.code), (404, 10062));
    assert!(discord.failed(late));

    ana.slash(channel, "session end", &[]).unwrap();
    let interaction = bot.interaction().await;
    let no = bot.answers(&interaction, 5, &json!({"flags": 1 << 15})).await.unwrap_err();
    assert_eq!(no.code, 50035, "a deferred answer has no layout yet");
    bot.answers(&interaction, 5, &Value::Null).await.unwrap();
    let no = bot.answers(&interaction, 4, &words).await.unwrap_err();
    assert_eq!((no.status, no.code), (400, 40060));
    bot.ask(Method::Patch, &original(&bot, &interaction), &words).await.unwrap();
    discord.advance(Duration::from_secs(15 * 60 + 1));
    let no = bot.ask(Method::Patch, &original(&bot, &interaction), &words).await.unwrap_err();
    assert_eq!((no.status, no.code), (401, 50027));
}

#[tokio::test]
async fn follow_ups_are_messages_of_their_own() {
    let discord = Discord::start().await;
    let (_, channel, ana, ben) = table(&discord);
    let mut bot = Bot::start(&discord).await;
    bot.registers().await;
    ana.slash(channel, "say", &[("text", "hello")]).unwrap();
    let interaction = bot.interaction().await;
    let path = format!("interactions/{}/{}/callback?with_response=true", interaction.id, interaction.token);
    let body = json!({"type": 4, "data": {"content": "Said."}});
    let answer = bot.ask(Method::Post, &path, &body).await.unwrap();
    assert_eq!(answer["resource"]["message"]["content"], "Said.");
    let follow = format!("webhooks/{}/{}", bot.application, interaction.token);
    let secret = bot.ask(Method::Post, &follow, &json!({"content": "For you", "flags": 64})).await.unwrap();
    assert_eq!((ana.sees(channel).len(), ben.sees(channel).len()), (2, 1));
    let own = format!("{follow}/messages/{}", secret["id"].as_str().unwrap());
    bot.ask(Method::Patch, &own, &json!({"content": "Still for you"})).await.unwrap();
    bot.ask(Method::Delete, &original(&bot, &interaction), &Value::Null).await.unwrap();
    let texts: Vec<String> = ana.sees(channel).into_iter().map(|it| it.text).collect();
    assert_eq!(texts, ["Still for you"]);
}

#[tokio::test]
async fn values_are_suggested_while_somebody_writes() {
    let discord = Discord::start().await;
    let (_, channel, ana, _) = table(&discord);
    let mut bot = Bot::start(&discord).await;
    bot.registers().await;
    assert!(ana.begins(channel, "say", "text", "Be").is_err());
    let asked = ana.begins(channel, "vote", "for", "Be").unwrap();
    let interaction = bot.interaction().await;
    let choice = json!({"name": "Ben", "value": "seat-2"});
    let many = json!({"choices": vec![choice.clone(); 26]});
    assert_eq!(bot.answers(&interaction, 8, &many).await.unwrap_err().code, 50035);
    assert_eq!(bot.answers(&interaction, 4, &json!({"content": "a"})).await.unwrap_err().code, 50035);
    bot.answers(&interaction, 8, &json!({"choices": [choice]})).await.unwrap();
    assert_eq!(discord.choices(asked), Some(vec![("Ben".to_owned(), json!("seat-2"))]));
}
