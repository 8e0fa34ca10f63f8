//! What is asked of Discord over REST. Bodies are JSON as Discord documents it; nothing that is sent notifies anybody who is not called.

use std::collections::BTreeMap;

use hyper::Method;
use serde_json::{Value, json};

use crate::rest::{Asking, Rest, quiet};
use crate::says;

/// Why Discord did not do something.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Failed {
    /// What was meant is not there any more.
    #[error("it is not there any more: {0}")]
    Gone(String),
    /// The bot may not do that.
    #[error("the bot may not do that here: {0}")]
    Forbidden(String),
    /// The request was wrong.
    #[error("Discord refused it: {0}")]
    Refused(String),
    /// The token is not one of a bot, or not any more.
    #[error("Discord does not know this token: make a new one, and give it to the bot")]
    Token,
    /// There was no answer, or one that says nothing: it may have been done or not.
    #[error("Discord did not answer: {0}")]
    Unsure(String),
}

/// A file that goes with a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct File {
    /// Its name.
    pub(crate) name: String,
    /// What it shows, for those who cannot see it.
    pub(crate) alt: String,
    /// What is in it.
    pub(crate) bytes: Vec<u8>,
}

/// Discord, for one bot.
pub(crate) struct Api {
    rest: Rest,
    /// The number of the application.
    pub(crate) application: u64,
    /// Its name.
    pub(crate) name: String,
    /// Where interactions are posted to, if they do not come by the gateway.
    pub(crate) posted_to: Option<String>,
    /// The key that interactions over HTTP are signed for, in hex.
    pub(crate) verify_key: String,
    /// Whether the bot may read what people type without a mention.
    pub(crate) reads_talk: bool,
    /// The number of the bot itself.
    pub(crate) me: u64,
}

/// The two flags of an application that may read what is typed: without a review, and with one.
const READS_TALK: u64 = 1 << 18 | 1 << 19;

impl Api {
    /// Asks who the bot is.
    pub(crate) async fn connect(rest: Rest) -> Result<Api, Failed> {
        let mut api = Api {
            rest,
            application: 0,
            name: String::new(),
            posted_to: None,
            verify_key: String::new(),
            reads_talk: false,
            me: 0,
        };
        let about = api.call(Method::GET, "applications/@me", None).await?;
        let me = api.call(Method::GET, "users/@me", None).await?;
        about["verify_key"].as_str().unwrap_or_default().clone_into(&mut api.verify_key);
        api.application = number(&about["id"]);
        about["name"].as_str().unwrap_or_default().clone_into(&mut api.name);
        api.posted_to = about["interactions_endpoint_url"].as_str().map(str::to_owned);
        api.reads_talk = about["flags"].as_u64().unwrap_or(0) & READS_TALK != 0;
        api.me = number(&me["id"]);
        Ok(api)
    }

    /// Posts a message, and gives its number. Whoever is called in it is notified, and nobody else.
    pub(crate) async fn say(
        &self,
        channel: u64,
        body: &Value,
        file: Option<&File>,
        calls: &[u64],
    ) -> Result<u64, Failed> {
        let path = format!("channels/{channel}/messages");
        let body = if calls.is_empty() { silent(body) } else { body.clone() };
        made(&self.send(Method::POST, &path, &body, file, calls).await?)
    }

    /// The bot's webhook of a channel, which is made if there is none: its number and its token.
    pub(crate) async fn webhook(&self, channel: u64) -> Result<(u64, String), Failed> {
        let path = format!("channels/{channel}/webhooks");
        let read = |it: &Value| Some((number(&it["id"]), it["token"].as_str()?.to_owned()));
        let there = self.call(Method::GET, &path, None).await?;
        let is_own = |it: &&Value| number(&it["application_id"]) == self.application;
        if let Some(own) = there.as_array().into_iter().flatten().find(is_own).and_then(read) {
            return Ok(own);
        }
        let made = self.call(Method::POST, &path, Some(&json!({"name": "Parlor"}))).await?;
        read(&made).ok_or_else(|| Failed::Refused(says::THE_WEBHOOK_HAS_NO_TOKEN.to_owned()))
    }

    /// Posts a message under another name, and gives its number.
    pub(crate) async fn say_as(
        &self,
        webhook: &(u64, String),
        place: (u64, u64),
        name: &str,
        body: &Value,
    ) -> Result<u64, Failed> {
        let ((id, token), (channel, talk)) = (webhook, place);
        let thread = if talk == channel { String::new() } else { format!("&thread_id={talk}") };
        let mut body = silent(body);
        body["username"] = name.into();
        let path = format!("webhooks/{id}/{token}?wait=true{thread}");
        made(&self.send(Method::POST, &path, &body, None, &[]).await?)
    }

    /// Changes a message of the bot's.
    pub(crate) async fn edit(
        &self,
        channel: u64,
        message: u64,
        body: &Value,
        file: Option<&File>,
    ) -> Result<(), Failed> {
        let path = format!("channels/{channel}/messages/{message}");
        self.send(Method::PATCH, &path, body, file, &[]).await.map(drop)
    }

    /// Removes a message of the bot's.
    pub(crate) async fn delete(&self, channel: u64, message: u64) -> Result<(), Failed> {
        self.call(Method::DELETE, &format!("channels/{channel}/messages/{message}"), None).await.map(drop)
    }

    /// Pins a message.
    pub(crate) async fn pin(&self, channel: u64, message: u64) -> Result<(), Failed> {
        self.call(Method::PUT, &format!("channels/{channel}/messages/pins/{message}"), None).await.map(drop)
    }

    /// Takes a pin away.
    pub(crate) async fn unpin(&self, channel: u64, message: u64) -> Result<(), Failed> {
        let path = format!("channels/{channel}/messages/pins/{message}");
        self.call(Method::DELETE, &path, None).await.map(drop)
    }

    /// Takes somebody into a thread.
    pub(crate) async fn take_in(&self, thread: u64, user: u64) -> Result<(), Failed> {
        self.call(Method::PUT, &format!("channels/{thread}/thread-members/{user}"), None).await.map(drop)
    }

    /// Begins a thread at a message, and gives its number.
    pub(crate) async fn thread(&self, channel: u64, message: u64, name: &str) -> Result<u64, Failed> {
        let path = format!("channels/{channel}/messages/{message}/threads");
        let body = json!({"name": name, "auto_archive_duration": 1440});
        made(&self.call(Method::POST, &path, Some(&body)).await?)
    }

    /// Puts a thread away, or brings it back.
    pub(crate) async fn archive(&self, thread: u64, away: bool) -> Result<(), Failed> {
        let body = json!({"archived": away});
        self.call(Method::PATCH, &format!("channels/{thread}"), Some(&body)).await.map(drop)
    }

    /// Shows for some seconds that somebody is writing.
    pub(crate) async fn typing(&self, channel: u64) -> Result<(), Failed> {
        self.call(Method::POST, &format!("channels/{channel}/typing"), None).await.map(drop)
    }

    /// What was said in a channel after a message, oldest first; no more than the last hundred.
    pub(crate) async fn said_after(&self, channel: u64, message: u64) -> Result<Vec<Value>, Failed> {
        let path = format!("channels/{channel}/messages?after={message}&limit=100");
        let mut said = match self.call(Method::GET, &path, None).await? {
            Value::Array(said) => said,
            _ => Vec::new(),
        };
        said.reverse();
        Ok(said)
    }

    /// The first answer to an interaction.
    pub(crate) async fn respond(&self, id: u64, token: &str, answer: &Value) -> Result<(), Failed> {
        let path = format!("interactions/{id}/{token}/callback");
        self.answer(Method::POST, &path, answer, None).await
    }

    /// The answer to an interaction that was put off.
    pub(crate) async fn complete(
        &self,
        token: &str,
        body: &Value,
        file: Option<&File>,
    ) -> Result<(), Failed> {
        let path = format!("webhooks/{}/{token}/messages/@original", self.application);
        self.answer(Method::PATCH, &path, &with_file(&quiet(body, &[]), file), file).await
    }

    async fn answer(
        &self,
        method: Method,
        path: &str,
        body: &Value,
        file: Option<&File>,
    ) -> Result<(), Failed> {
        let asking = Asking { method, path, body: Some(body), file, is_answer: true };
        self.rest.ask(&asking).await.map(drop)
    }

    /// Sets the commands that everybody can give, and gives the number of each by its name.
    pub(crate) async fn register(&self, commands: &Value) -> Result<BTreeMap<String, u64>, Failed> {
        let path = format!("applications/{}/commands", self.application);
        let set = self.call(Method::PUT, &path, Some(commands)).await?;
        let one = |it: &Value| Some((it["name"].as_str()?.to_owned(), number(&it["id"])));
        Ok(set.as_array().into_iter().flatten().filter_map(one).collect())
    }

    /// The commands that everybody can give, as they were set.
    pub(crate) async fn commands(&self) -> Result<Value, Failed> {
        self.call(Method::GET, &format!("applications/{}/commands", self.application), None).await
    }

    /// The servers that the bot is in, with what it may do in each; no more than two hundred.
    pub(crate) async fn servers(&self) -> Result<Value, Failed> {
        self.call(Method::GET, "users/@me/guilds?limit=200", None).await
    }

    /// Sends a message in which nobody is notified but those who are called.
    async fn send(
        &self,
        method: Method,
        path: &str,
        body: &Value,
        file: Option<&File>,
        calls: &[u64],
    ) -> Result<Value, Failed> {
        let body = with_file(&quiet(body, calls), file);
        self.rest.ask(&Asking { method, path, body: Some(&body), file, is_answer: false }).await
    }

    async fn call(&self, method: Method, path: &str, body: Option<&Value>) -> Result<Value, Failed> {
        self.rest.ask(&Asking { method, path, body, file: None, is_answer: false }).await
    }
}

/// No phone rings for it.
const SILENT: u64 = 1 << 12;

fn silent(body: &Value) -> Value {
    let mut body = body.clone();
    body["flags"] = SILENT.into();
    body
}

/// A body that says what its file is.
fn with_file(body: &Value, file: Option<&File>) -> Value {
    let mut body = body.clone();
    if let Some(file) = file {
        body["attachments"] = json!([{"id": 0, "filename": file.name, "description": file.alt}]);
    }
    body
}

/// The number of what was made. Without one, nobody knows what has come of it.
fn made(answer: &Value) -> Result<u64, Failed> {
    match number(&answer["id"]) {
        0 => Err(Failed::Unsure(says::IT_DOES_NOT_SAY_WHAT_IT.to_owned())),
        id => Ok(id),
    }
}

/// A number as Discord writes it.
pub(crate) fn number(value: &Value) -> u64 {
    value.as_str().and_then(|text| text.parse().ok()).unwrap_or(0)
}
