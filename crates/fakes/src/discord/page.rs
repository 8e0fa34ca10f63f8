//! A channel as a page of HTML: what one person sees there, for a person to look at.

mod components;
mod markdown;

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use super::Discord;
use super::ids::{ChannelId, timestamp};
use super::stage::User;
use super::world::{Attachment, Author, Deed, Message, World, flag};
use markdown::markdown;

/// How it looks: Discord, when it is dark.
const STYLE: &str = include_str!("page/style.css");
/// Pictures that a browser can show.
const PICTURES: [&str; 4] = ["image/png", "image/jpeg", "image/gif", "image/webp"];

impl Discord {
    /// What a person sees in a channel, as a page of HTML that needs nothing besides itself. If something is asked of
    /// the person at the moment, that is at the end of it.
    pub fn html(&self, channel: ChannelId, user: &User) -> String {
        self.shared.look(|world| page(world, channel.0, user.id))
    }
}

/// Text that is nothing but text in HTML.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            _ => out.push(c),
        }
    }
    out
}

/// The text of a value, with nothing in it that is HTML.
fn plain(value: &Value) -> String {
    escape(value.as_str().unwrap_or_default())
}

fn page(world: &World, channel: u64, user: u64) -> String {
    let name = world.channels.get(&channel).map_or("nowhere", |it| it.name.as_str());
    let viewer = world.people.get(&user).map_or("nobody", |it| it.name.as_str());
    let (name, viewer) = (escape(name), escape(viewer));
    let mut out = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>#{name}, as {viewer} sees it</title>\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; style-src \
         'unsafe-inline'\"><meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}</style></head><body>\
         <header><b># {name}</b><span>as {viewer} sees it</span></header><main>"
    );
    let messages = world.visible(user, channel);
    if !world.can_see(user, channel) {
        out.push_str("<p class=\"quiet\">You do not have access to this channel.</p>");
    }
    for message in messages {
        out.push_str(&in_page(world, message));
    }
    let is_typing = world.channels.get(&channel).is_some_and(|it| it.typing_until_ms > world.now_ms());
    if is_typing {
        out.push_str("<p class=\"quiet\">Parlor is typing…</p>");
    }
    if let Some((_, modal)) = world.people.get(&user).and_then(|it| it.modal.as_ref()) {
        out.push_str(&components::modal(modal));
    }
    out.push_str("</main></body></html>\n");
    out
}

fn in_page(world: &World, message: &Message) -> String {
    let (name, is_app) = author(world, message);
    let initial = escape(&name.chars().next().map_or_else(String::new, |c| c.to_uppercase().to_string()));
    let colour = name.bytes().fold(7_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into())) % 360;
    let app = if is_app { "<span class=\"app\">APP</span>" } else { "" };
    let time = timestamp(message.created_ms);
    let time = escape(time.get(..16).unwrap_or_default()).replace('T', " ");
    let classes = if message.only_for.is_some() { "message ephemeral" } else { "message" };
    let mut out = format!("<article class=\"{classes}\" id=\"m{}\">{}", message.id, above(world, message));
    let _ = write!(
        out,
        "<div class=\"avatar\" style=\"background:hsl({colour} 45% 45%)\">{initial}</div><div class=\"body\">\
         <div class=\"by\"><b>{}</b>{app}<time>{time}</time>{}</div>",
        escape(&name),
        if message.pinned_ms.is_some() { "<span class=\"pin\">pinned</span>" } else { "" }
    );
    out.push_str(&content(world, message));
    out.push_str("</div></article>");
    out
}

/// The name that a message is shown under, and whether it is of an application.
fn author(world: &World, message: &Message) -> (String, bool) {
    match &message.author {
        Author::Webhook { name, .. } => (name.clone(), true),
        Author::User(id) => {
            world.people.get(id).map_or((String::new(), false), |it| (it.name.clone(), it.bot))
        }
    }
}

/// What stands above a message: what it replies to, or what somebody did.
fn above(world: &World, message: &Message) -> String {
    if let Some(replied) = message.reply_to {
        let words = world.messages.get(&replied).map_or_else(
            || "<i>the message was deleted</i>".to_owned(),
            |it| {
                let start: String = it.content.chars().take(80).collect();
                format!("<b>{}</b> {}", escape(&author(world, it).0), escape(&start))
            },
        );
        return format!("<div class=\"above\">↱ {words}</div>");
    }
    let Some(interaction) = message.interaction.and_then(|id| world.interactions.get(&id)) else {
        return String::new();
    };
    let did = match interaction.deed {
        Deed::Command => "used a command",
        Deed::Component => "pressed or chose something",
        Deed::Autocomplete => "began to write a command",
        Deed::Modal => "filled in a form",
    };
    let who = world.people.get(&interaction.user).map_or("", |it| it.name.as_str());
    format!("<div class=\"above\">↱ <b>{}</b> {did}</div>", escape(who))
}

fn content(world: &World, message: &Message) -> String {
    let mut out = String::new();
    if message.has(flag::LOADING) {
        out.push_str("<p class=\"quiet\">Parlor is thinking…</p>");
    }
    if !message.content.is_empty() {
        let edited =
            if message.edited_ms.is_some() { "<small class=\"quiet\"> (edited)</small>" } else { "" };
        let _ = write!(out, "<div class=\"text\">{}{edited}</div>", markdown(world, &message.content));
    }
    if !message.has(flag::SUPPRESS_EMBEDS) {
        out.extend(message.embeds.iter().map(|it| embed(world, it)));
    }
    // In the new layout, files are where the components say.
    if !message.has(flag::COMPONENTS_V2) {
        let files = message.attachments.iter().filter_map(|id| world.files.get(id));
        out.extend(files.map(file));
    }
    out.extend(message.components.iter().map(|it| components::component(world, it)));
    if let Some(thread) = world.channels.get(&message.id).filter(|_| message.has(flag::HAS_THREAD)) {
        let count = world.messages.values().filter(|it| it.channel == thread.id).count();
        let _ = write!(
            out,
            "<div class=\"thread\">⌙ <b>{}</b> <span>{count} messages ›</span></div>",
            escape(&thread.name)
        );
    }
    if message.only_for.is_some() {
        out.push_str("<p class=\"only quiet\">Only you can see this</p>");
    }
    out
}

fn embed(world: &World, embed: &Value) -> String {
    let colour = embed["color"].as_u64().unwrap_or(0x4e_5058) & 0xff_ffff;
    let mut out = format!("<div class=\"embed\" style=\"border-color:#{colour:06x}\">");
    let mut line = |class: &str, html: String| {
        if !html.is_empty() {
            let _ = write!(out, "<div class=\"{class}\">{html}</div>");
        }
    };
    let text = |value: &Value| markdown(world, value.as_str().unwrap_or_default());
    line("embed-author", plain(&embed["author"]["name"]));
    line("embed-title", text(&embed["title"]));
    line("text", text(&embed["description"]));
    let fields = embed["fields"].as_array().into_iter().flatten();
    let fields = fields.map(|field| {
        let class = if field["inline"] == true { "field" } else { "field wide" };
        format!("<div class=\"{class}\"><b>{}</b>{}</div>", text(&field["name"]), text(&field["value"]))
    });
    line("fields", fields.collect());
    for picture in ["image", "thumbnail"] {
        line("media", media(world, &embed[picture]["url"], ""));
    }
    line("embed-footer", plain(&embed["footer"]["text"]));
    out.push_str("</div>");
    out
}

/// A file by its address. What is not a file of this Discord is named and not fetched.
fn media(world: &World, url: &Value, about: &str) -> String {
    let Some(url) = url.as_str() else { return String::new() };
    let found = world.files.values().find(|it| world.file_json(it)["url"] == url);
    let named = || format!("<span class=\"file\">{}</span>", escape(url));
    found.map_or_else(named, |it| if about.is_empty() { file(it) } else { picture(it, about) })
}

fn file(file: &Attachment) -> String {
    picture(file, file.description.as_deref().unwrap_or_default())
}

fn picture(file: &Attachment, about: &str) -> String {
    let Attachment { name, content_type, bytes, .. } = file;
    if PICTURES.contains(&content_type.as_str()) {
        let data = STANDARD.encode(bytes);
        let about = escape(about);
        let alt =
            if about.is_empty() { String::new() } else { format!("<small class=\"alt\">{about}</small>") };
        return format!(
            "<figure><img src=\"data:{content_type};base64,{data}\" alt=\"{about}\">{alt}</figure>"
        );
    }
    let (name, kind) = (escape(name), escape(content_type));
    format!(
        "<div class=\"file\"><b>{name}</b> <span class=\"quiet\">{kind}, {} bytes</span></div>",
        bytes.len()
    )
}
