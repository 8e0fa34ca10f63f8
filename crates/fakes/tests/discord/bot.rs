//! A bot for these tests.

use std::time::Duration;

use fakes::discord::{ChannelId, Discord, GuildId, User};
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::time::timeout;
use twilight_gateway::queue::Queue;
use twilight_gateway::{ConfigBuilder, Event, EventTypeFlags, Intents, Shard, ShardId, StreamExt as _};
use twilight_http::Client;
use twilight_http::error::ErrorType;
use twilight_http::request::{Method, RequestBuilder};
use twilight_http::response::marker::EmptyBody;
use twilight_model::application::interaction::Interaction;
use twilight_model::id::Id;
use twilight_model::id::marker::ApplicationMarker;

pub(crate) use parlor_fakes as fakes;

/// Nobody waits for a turn to identify.
#[derive(Debug)]
pub(crate) struct AtOnce;

impl Queue for AtOnce {
    fn enqueue(&self, _shard: u32) -> oneshot::Receiver<()> {
        let (go, wait) = oneshot::channel();
        go.send(()).unwrap();
        wait
    }
}

/// A refusal: status, code, body.
#[derive(Debug)]
pub(crate) struct No {
    pub(crate) status: u16,
    pub(crate) code: u64,
    pub(crate) body: Value,
}

pub(crate) struct Bot {
    pub(crate) http: Client,
    pub(crate) shard: Shard<AtOnce>,
    pub(crate) application: Id<ApplicationMarker>,
}

pub(crate) fn shard(discord: &Discord, token: &str, intents: Intents) -> Shard<AtOnce> {
    let config =
        ConfigBuilder::new(token.to_owned(), intents).proxy_url(discord.gateway()).queue(AtOnce).build();
    Shard::with_config(ShardId::ONE, config)
}

pub(crate) fn http(discord: &Discord) -> Client {
    Client::builder().proxy(discord.rest(), true).token(discord.token().to_owned()).build()
}

impl Bot {
    /// A bot that has said who it is.
    pub(crate) async fn start(discord: &Discord) -> Bot {
        Bot::with(discord, Intents::GUILDS | Intents::GUILD_MESSAGES | Intents::DIRECT_MESSAGES).await
    }

    pub(crate) async fn with(discord: &Discord, intents: Intents) -> Bot {
        let application = Id::new(discord.application());
        let mut bot =
            Bot { http: http(discord), shard: shard(discord, discord.token(), intents), application };
        bot.wait(|event| matches!(event, Event::Ready(_)).then_some(())).await;
        bot
    }

    /// The next event that is like this.
    pub(crate) async fn wait<T>(&mut self, mut like: impl FnMut(&Event) -> Option<T>) -> T {
        let found = timeout(Duration::from_secs(20), async {
            loop {
                match self.shard.next_event(EventTypeFlags::all()).await {
                    Some(Ok(event)) => {
                        if let Some(found) = like(&event) {
                            return found;
                        }
                    }
                    Some(Err(why)) => panic!("the shard cannot read: {why:?}"),
                    None => panic!("the shard has ended"),
                }
            }
        });
        found.await.expect("the event comes")
    }

    pub(crate) async fn interaction(&mut self) -> Interaction {
        self.wait(|event| match event {
            Event::InteractionCreate(it) => Some(it.0.clone()),
            _ => None,
        })
        .await
    }

    /// The text of the next message of somebody else.
    pub(crate) async fn hears(&mut self) -> String {
        self.wait(|event| match event {
            Event::MessageCreate(it) if !it.author.bot => Some(it.content.clone()),
            _ => None,
        })
        .await
    }

    /// A request without the checks of the library.
    pub(crate) async fn ask(&self, method: Method, path: &str, body: &Value) -> Result<Value, No> {
        let request = RequestBuilder::raw(method, path.to_owned()).json(body);
        let open = path.starts_with("interactions/") || path.starts_with("webhooks/");
        let request = request.use_authorization_token(!open).build().unwrap();
        match self.http.request::<EmptyBody>(request).await {
            Ok(response) => {
                let bytes = response.bytes().await.unwrap();
                Ok(if bytes.is_empty() { Value::Null } else { serde_json::from_slice(&bytes).unwrap() })
            }
            Err(why) => match why.kind() {
                ErrorType::Response { body, status, .. } => {
                    let body: Value = serde_json::from_slice(body).unwrap();
                    Err(No { status: status.get(), code: body["code"].as_u64().unwrap(), body })
                }
                _ => panic!("no answer: {why:?}"),
            },
        }
    }

    pub(crate) async fn says(&self, channel: ChannelId, body: &Value) -> Result<Value, No> {
        self.ask(Method::Post, &format!("channels/{channel}/messages"), body).await
    }

    /// The first answer to an interaction.
    pub(crate) async fn answers(&self, to: &Interaction, kind: u8, data: &Value) -> Result<Value, No> {
        let path = format!("interactions/{}/{}/callback", to.id, to.token);
        self.ask(Method::Post, &path, &json!({"type": kind, "data": data})).await
    }

    /// Registers the commands that these tests give.
    pub(crate) async fn registers(&self) {
        let text = |name: &str| json!({"name": name, "description": "What", "type": 3});
        let commands = json!([
            {"name": "session", "description": "The session", "options": [
                {"name": "start", "description": "Begins it", "type": 1, "options": [
                    {"name": "activity", "description": "Which", "type": 3, "choices": [
                        {"name": "Mafia", "value": "mafia"}, {"name": "Tidying", "value": "tidying"}]},
                    {"name": "seats", "description": "How many", "type": 4, "min_value": 2}]},
                {"name": "end", "description": "Ends it", "type": 1}]},
            {"name": "say", "description": "Says it", "options": [
                {"name": "text", "description": "What", "type": 3, "required": true}]},
            {"name": "vote", "description": "Votes", "options": [
                {"name": "for", "description": "Whom", "type": 3, "autocomplete": true}]},
            {"name": "settings", "description": "Sets", "default_member_permissions": "32", "options": [text("it")]},
            {"type": 3, "name": "Mark as OOC"},
            {"type": 2, "name": "Show seat"},
        ]);
        let path = format!("applications/{}/commands", self.application);
        self.ask(Method::Put, &path, &commands).await.unwrap();
    }
}

/// A guild with a channel and two people.
pub(crate) fn table(discord: &Discord) -> (GuildId, ChannelId, User, User) {
    let guild = discord.guild();
    let channel = discord.channel(guild);
    (guild, channel, discord.user("Ana").joins(guild), discord.user("Ben").joins(guild))
}
