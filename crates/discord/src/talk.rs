//! What people type into the talk of a table.

use engine::Actor;
use host::Table;
use protocol::Request;
use serde_json::json;
use twilight_model::channel::Message;

use crate::asked::File;
use crate::bot::Inner;
use crate::place::Place;

/// Whether talk goes anywhere just now.
fn is_live(table: &Table) -> bool {
    ["ACTIVE", "SESSION_ZERO"].contains(&table.state())
}

impl Inner {
    /// Hears a message. Bots and webhooks are never heard, nor is anybody who has no seat.
    pub(crate) async fn hear(&self, message: Message) {
        if message.author.bot || message.webhook_id.is_some() || !self.is_new(message.id.get()) {
            return;
        }
        let (channel, user) = (message.channel_id.get(), message.author.id.get());
        let Some(place) = self.places.here(channel).filter(|place| place.talk == channel) else { return };
        let Some(seat) = place.seat_of(user) else { return };
        let Some(table) = self.table(&place).await else { return };
        let photos: Vec<File> = message
            .attachments
            .iter()
            .map(|it| File { name: it.filename.clone(), url: it.url.clone(), bytes: it.size })
            .collect();
        let mut said = Vec::new();
        if !photos.is_empty() && self.custom(&place.activity).photos > 0 {
            said.extend(self.keep_photos(&table, seat, photos).await.1);
        }
        let text = self.words(&place, &message.content);
        if !text.is_empty() {
            let live = self.live(place.key);
            let is_command = text.starts_with('/') && !text.starts_with("//");
            if let (Some(live), false) = (&live, is_command) {
                live.types(seat, &text);
            }
            let request = Request::Line { text: text.clone() };
            let id = Some(format!("discord-{}", message.id));
            match table.request(Actor::Seat(seat), id, request).await {
                Ok(ack) if ack.report.is_some() => {
                    let command = text.split_whitespace().next().unwrap_or_default();
                    said.push(format!("Only you may read that: give it as a command, `{command}`."));
                }
                Ok(_) => {}
                // The reason may be a secret of the seat's. In a break people talk among themselves.
                Err(_) if is_command || is_live(&table) && live.is_none_or(|live| live.is_told(user)) => {
                    let why =
                        "That was not taken. **My seat** shows what you are asked; `/say` tells you why.";
                    said.push(why.to_owned());
                }
                Err(_) => {}
            }
        }
        if !said.is_empty() {
            let body = json!({
                "content": said.join("\n"),
                "message_reference": {"message_id": message.id.to_string(), "fail_if_not_exists": false},
            });
            if let Err(why) = self.api.say(channel, &body, None).await {
                self.note(format!("table {}: a reply was not said: {why}", place.key));
            }
        }
    }

    /// What was typed, with mentions as names. A mention of the bot at the start is only there so that it can read it.
    fn words(&self, place: &Place, content: &str) -> String {
        let me = format!("<@{}>", self.api.me);
        let text = content.trim();
        let text = text.strip_prefix(&me).unwrap_or(text).trim();
        let mut text = text.replace(&me, "@parlor");
        for sitter in &place.people {
            text = text.replace(&format!("<@{}>", sitter.user), &sitter.name);
        }
        text
    }
}
