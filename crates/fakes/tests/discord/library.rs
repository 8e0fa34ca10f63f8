//! What the library itself writes is taken, and what it reads back is what was written.

use twilight_model::application::interaction::InteractionData;
use twilight_model::application::interaction::modal::ModalInteractionComponent;
use twilight_model::channel::message::MessageFlags;
use twilight_model::channel::message::component::{
    ActionRow, Button, ButtonStyle, CheckboxGroup, CheckboxGroupOption, Component, Container, Label,
    MediaGallery, MediaGalleryItem, Section, SelectMenu, SelectMenuOption, SelectMenuType, Separator,
    TextDisplay, TextInput, TextInputStyle, UnfurledMediaItem,
};
use twilight_model::http::attachment::Attachment;
use twilight_model::http::interaction::{
    InteractionResponse, InteractionResponseData, InteractionResponseType,
};
use twilight_model::id::Id;

use crate::bot::fakes::discord::Discord;
use crate::bot::{Bot, table};

fn button(label: &str, custom_id: &str) -> Component {
    Component::Button(Button {
        custom_id: Some(custom_id.into()),
        disabled: false,
        emoji: None,
        id: None,
        label: Some(label.into()),
        sku_id: None,
        style: ButtonStyle::Primary,
        url: None,
    })
}

fn text(content: &str) -> Component {
    Component::TextDisplay(TextDisplay { content: content.into(), id: None })
}

fn row(components: Vec<Component>) -> Component {
    Component::ActionRow(ActionRow { components, id: None })
}

fn menu(kind: SelectMenuType, custom_id: &str, options: Option<&[&str]>) -> Component {
    let option = |label: &&str| SelectMenuOption {
        default: false,
        description: None,
        emoji: None,
        label: (*label).into(),
        value: label.to_lowercase(),
    };
    Component::SelectMenu(SelectMenu {
        channel_types: None,
        custom_id: custom_id.into(),
        default_values: None,
        disabled: false,
        id: None,
        kind,
        max_values: None,
        min_values: None,
        options: options.map(|it| it.iter().map(option).collect()),
        placeholder: Some("Choose".into()),
        required: None,
    })
}

#[tokio::test]
async fn the_new_layout_goes_there_and_back() {
    let discord = Discord::start().await;
    let (_, channel, ana, _) = table(&discord);
    let mut bot = Bot::start(&discord).await;
    let media = UnfurledMediaItem {
        content_type: None,
        height: None,
        proxy_url: None,
        url: "attachment://clocks.png".into(),
        width: None,
    };
    let item = MediaGalleryItem { description: Some("Two clocks".into()), media, spoiler: None };
    let section = Section {
        accessory: Box::new(button("Details", "d")),
        components: vec![text("Risky, standard effect")],
        id: None,
    };
    let parts = vec![
        text("The Crucible"),
        Component::Section(section),
        Component::MediaGallery(MediaGallery { id: None, items: vec![item] }),
        Component::Separator(Separator { divider: None, id: None, spacing: None }),
        row(vec![button("① 6", "1"), button("② 4", "2")]),
        row(vec![menu(SelectMenuType::User, "who", None)]),
    ];
    let container =
        Container { accent_color: Some(Some(0xff_8800)), components: parts, id: None, spoiler: None };
    let components = [Component::Container(container)];
    let clocks = Attachment::from_bytes("clocks.png".into(), b"pixels".to_vec(), 0);
    let hidden = Attachment::from_bytes("hidden.png".into(), b"pixels".to_vec(), 1);
    let said = bot
        .http
        .create_message(Id::new(channel.get()))
        .flags(MessageFlags::IS_COMPONENTS_V2)
        .attachments(&[clocks, hidden])
        .components(&components)
        .await
        .unwrap();
    let said = said.model().await.unwrap();
    let Component::Container(container) = &said.components[0] else { panic!("a container") };
    assert_eq!(container.components.len(), 6);
    let Component::MediaGallery(gallery) = &container.components[2] else { panic!("a gallery") };
    assert!(crate::doors::get(&gallery.items[0].media.url).await.ends_with(b"pixels"));
    let seen = ana.sees_last(channel).unwrap();
    assert_eq!(seen.text, "The Crucible\nRisky, standard effect");
    assert_eq!(seen.labels(), ["Details", "① 6", "② 4"]);
    assert_eq!(seen.files.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["clocks.png"]);
    ana.choose(seen.id, "who", &["Ben"]).unwrap();
    let chosen = bot.interaction().await;
    let Some(InteractionData::MessageComponent(data)) = chosen.data else { panic!("a choice") };
    assert_eq!(data.resolved.unwrap().users.values().next().unwrap().name, "ben");
}

#[tokio::test]
async fn a_modal_goes_there_and_back() {
    let discord = Discord::start().await;
    let (_, channel, ana, _) = table(&discord);
    let mut bot = Bot::start(&discord).await;
    bot.registers().await;
    ana.slash(channel, "session end", &[]).unwrap();
    let interaction = bot.interaction().await;
    #[allow(deprecated, reason = "the field is there all the same")]
    let input = TextInput {
        custom_id: "words".into(),
        id: None,
        label: None,
        max_length: Some(200),
        min_length: None,
        placeholder: None,
        required: Some(false),
        style: TextInputStyle::Paragraph,
        value: None,
    };
    let option = |label: &str| CheckboxGroupOption {
        default: None,
        description: None,
        label: label.into(),
        value: label.to_lowercase(),
    };
    let group = CheckboxGroup {
        custom_id: "why".into(),
        id: None,
        max_values: Some(2),
        min_values: None,
        options: vec![option("Tired"), option("Late")],
        required: None,
    };
    let label = |label: &str, component: Component| {
        let component = Box::new(component);
        Component::Label(Label { component, description: None, id: None, label: label.into() })
    };
    let data = InteractionResponseData {
        custom_id: Some("end".into()),
        title: Some("End it?".into()),
        components: Some(vec![
            label("Last words", Component::TextInput(input)),
            label("Winner", menu(SelectMenuType::Text, "winner", Some(&["Town", "Mafia"]))),
            label("Why", Component::CheckboxGroup(group)),
        ]),
        ..InteractionResponseData::default()
    };
    let open = InteractionResponse { kind: InteractionResponseType::Modal, data: Some(data) };
    let client = bot.http.interaction(bot.application);
    client.create_response(interaction.id, &interaction.token, &open).await.unwrap();
    assert!(ana.submits_modal(&[("Why", "Late")], &[]).is_err(), "the winner is missing");
    ana.submits_modal(&[("Winner", "Town"), ("Why", "Tired\nLate")], &[]).unwrap();
    let submit = bot.interaction().await;
    let Some(InteractionData::ModalSubmit(data)) = &submit.data else { panic!("a modal") };
    let inner: Vec<_> = data
        .components
        .iter()
        .map(|it| match it {
            ModalInteractionComponent::Label(label) => label.component.as_ref(),
            _ => panic!("a label"),
        })
        .collect();
    let [
        ModalInteractionComponent::TextInput(words),
        ModalInteractionComponent::StringSelect(winner),
        ModalInteractionComponent::CheckboxGroup(why),
    ] = inner[..]
    else {
        panic!("the three fields: {inner:?}")
    };
    assert_eq!((words.value.as_str(), winner.values[0].as_str()), ("", "town"));
    assert_eq!(why.values, ["tired", "late"]);

    let defer = InteractionResponse {
        kind: InteractionResponseType::DeferredChannelMessageWithSource,
        data: Some(InteractionResponseData {
            flags: Some(MessageFlags::EPHEMERAL),
            ..InteractionResponseData::default()
        }),
    };
    let client = bot.http.interaction(bot.application);
    client.create_response(submit.id, &submit.token, &defer).await.unwrap();
    let components = [text("It is over.")];
    let edit = client.update_response(&submit.token).flags(MessageFlags::IS_COMPONENTS_V2);
    edit.components(Some(&components)).await.unwrap();
    let seen = ana.sees_last(channel).unwrap();
    assert!(seen.ephemeral && !seen.loading);
    assert_eq!(seen.text, "It is over.");
    discord.assert_no_unknown();
}

#[tokio::test]
async fn a_file_comes_with_an_answer_to_an_interaction() {
    let discord = Discord::start().await;
    let (_, channel, ana, ben) = table(&discord);
    let mut bot = Bot::start(&discord).await;
    bot.registers().await;
    ana.slash(channel, "session end", &[]).unwrap();
    let interaction = bot.interaction().await;
    let data = InteractionResponseData {
        content: Some("The log".into()),
        flags: Some(MessageFlags::EPHEMERAL),
        attachments: Some(vec![Attachment::from_bytes("log.txt".into(), b"all of it".to_vec(), 0)]),
        ..InteractionResponseData::default()
    };
    let answer =
        InteractionResponse { kind: InteractionResponseType::ChannelMessageWithSource, data: Some(data) };
    let client = bot.http.interaction(bot.application);
    let answer = client.create_response(interaction.id, &interaction.token, &answer).with_response();
    let answer = answer.await.unwrap().model().await.unwrap();
    assert_eq!(answer.resource.unwrap().message.unwrap().attachments[0].filename, "log.txt");
    assert_eq!(ana.sees_last(channel).unwrap().files[0].bytes, b"all of it");
    assert!(ben.sees(channel).is_empty());
}
