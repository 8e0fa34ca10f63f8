//! What people type: heard at each table in the order in which it comes, and no table waits for another.

use std::sync::Arc;

use engine::{Actor, SeatId};
use host::{Refused, Table};
use protocol::Request;
use serde_json::json;
use tokio::sync::mpsc;
use twilight_model::channel::Message;

use crate::asked::File;
use crate::bot::Inner;
use crate::live::{Live, Told};
use crate::place::Place;
use crate::says;

/// Why a line is refused that answers nothing which its seat is asked.
const NOT_ASKED: &str = "not-your-turn";

/// What marks a line as talk at the table.
const ASIDE: &str = "//";

/// Replies of a table that wait to be said. They are not waited for, so that whoever is slow to be answered stops nobody.
const REPLIES_MAX: usize = 20;

/// Whether talk goes anywhere just now.
pub(crate) fn is_live(table: &Table) -> bool {
    ["ACTIVE", "SESSION_ZERO"].contains(&table.state())
}

impl Inner {
    /// Takes a line to its table. Bots and webhooks are never heard; whoever has no seat is told what can be done here, if they
    /// speak to the bot.
    pub(crate) fn heard(self: &Arc<Self>, message: Message) {
        if message.author.bot || message.webhook_id.is_some() || !self.is_new(message.id.get()) {
            return;
        }
        let (channel, user) = (message.channel_id.get(), message.author.id.get());
        let place = self.places.here(channel).filter(|place| place.talk == channel);
        let seated = place.and_then(|place| place.seat_of(user).map(|seat| (place, seat)));
        let inner = Arc::clone(self);
        match seated {
            Some((place, seat)) => match self.live(place.key) {
                Some(live) => live.hears(message),
                // It is not told, but it can be woken.
                None => {
                    tokio::spawn(async move { inner.hear(seat, &place, &message).await });
                }
            },
            None => {
                let to_bot = message.guild_id.is_none()
                    || message.mentions.iter().any(|it| it.id.get() == self.api.me);
                if to_bot && self.helped.is_due(user) {
                    tokio::spawn(async move { inner.reply(&message, &inner.help()).await });
                }
            }
        }
    }

    /// Hears the lines of one table, one after the other.
    pub(crate) async fn listen(&self, live: &Live, mut lines: mpsc::Receiver<Message>) {
        let (replies, mut replied) = mpsc::channel::<(Message, String)>(REPLIES_MAX);
        let hears = async {
            while let Some(message) = lines.recv().await {
                let place = self.places.here(message.channel_id.get());
                let seated = place.and_then(|it| it.seat_of(message.author.id.get()).map(|seat| (it, seat)));
                let Some((place, seat)) = seated else { continue };
                let mut said = self.hear(seat, &place, &message).await;
                match live.missed() {
                    0 => {}
                    missed => said.push(says::lines_came_too_fast_after_this(missed)),
                }
                if !said.is_empty() {
                    // Whoever types faster than anybody could be answered is not answered every time.
                    let _ = replies.try_send((message, said.join("\n")));
                }
            }
        };
        let answers = async {
            while let Some((message, text)) = replied.recv().await {
                self.reply(&message, &text).await;
            }
        };
        tokio::join!(hears, answers);
    }

    /// Hears a message of somebody who has a seat, and says what is to be replied.
    async fn hear(&self, seat: SeatId, place: &Place, message: &Message) -> Vec<String> {
        let mut said = Vec::new();
        let Some(table) = self.table(place).await else { return said };
        let photos: Vec<File> = message
            .attachments
            .iter()
            .map(|it| File { name: it.filename.clone(), url: it.url.clone(), bytes: it.size })
            .collect();
        if !photos.is_empty() && self.custom(&place.activity).photos > 0 {
            said.extend(self.keep_photos(&table, seat, photos).await.1);
        }
        let text = self.words(place, &message.content);
        if text.is_empty() {
            return said;
        }
        let live = self.live(place.key);
        let is_command = text.starts_with('/') && !text.starts_with("//");
        if let (Some(live), false) = (&live, is_command) {
            live.types(seat, &text);
        }
        let user = message.author.id.get();
        let is_due = |of: fn(&Live) -> &Told| live.as_ref().is_none_or(|live| of(live).is_due(user));
        let says = async |text: String| {
            let id = Some(format!("discord-{}", message.id));
            table.request(Actor::Seat(seat), id, Request::Line { text }).await
        };
        let mut heard = says(text.clone()).await;
        // What nobody asked for is talk at the table, and no answer to anything: all who are there have read it.
        let is_talk = matches!(&heard, Err(Refused::Rules(why)) if why.code == NOT_ASKED);
        if is_talk {
            heard = says(format!("{ASIDE}{text}")).await;
        }
        match heard {
            Ok(ack) if ack.report.is_some() => {
                let command = text.split_whitespace().next().unwrap_or_default();
                said.push(says::only_you_may_read_that_give(command));
            }
            // Whether somebody is asked something may be a secret: this is said to all alike.
            Ok(_) if is_talk && is_due(|live| &live.told_of_talk) => {
                let what = says::THAT_WAS_TALK_AT_THE_TABLE;
                said.push(what.to_owned());
            }
            Ok(_) => {}
            // The reason may be a secret of the seat's. In a break people talk among themselves.
            Err(_) if is_command || is_live(&table) && is_due(|live| &live.told) => {
                let why = says::THAT_WAS_NOT_TAKEN_MY_SEAT;
                said.push(why.to_owned());
            }
            Err(_) => {}
        }
        said
    }

    async fn reply(&self, message: &Message, text: &str) {
        let body = json!({
            "content": text,
            "message_reference": {"message_id": message.id.to_string(), "fail_if_not_exists": false},
        });
        if let Err(why) = self.api.say(message.channel_id.get(), &body, None, &[]).await {
            self.note(says::a_reply_was_not_said(&why));
        }
    }

    /// What was typed, with mentions as names. A mention of the bot at the start is only there so that it can read it.
    fn words(&self, place: &Place, content: &str) -> String {
        let me = format!("<@{}>", self.api.me);
        let text = content.trim();
        let text = text.strip_prefix(&me).unwrap_or(text);
        // What stands on several lines is one to the table.
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let mut text = text.replace(&me, "@parlor");
        for sitter in &place.people {
            text = text.replace(&format!("<@{}>", sitter.user), &sitter.name);
        }
        text
    }
}
