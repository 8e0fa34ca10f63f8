//! Components as HTML. Nothing can be pressed: tests press.

use std::fmt::Write as _;

use serde_json::Value;

use super::super::validate::kind;
use super::super::world::World;
use super::markdown::markdown;
use super::{escape, media, plain};

fn list<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    value[field].as_array().map_or(&[], Vec::as_slice)
}

pub(super) fn component(world: &World, it: &Value) -> String {
    let inner = || list(it, "components").iter().map(|it| component(world, it)).collect::<String>();
    match it["type"].as_u64().unwrap_or(0) {
        kind::ROW => format!("<div class=\"row\">{}</div>", inner()),
        kind::BUTTON => button(it),
        kind::STRING_SELECT | 5..=kind::CHANNEL_SELECT => select(it),
        kind::TEXT_DISPLAY => {
            format!(
                "<div class=\"text\">{}</div>",
                markdown(world, it["content"].as_str().unwrap_or_default())
            )
        }
        kind::SECTION => {
            let accessory = component(world, &it["accessory"]);
            format!("<div class=\"section\"><div>{}</div><div>{accessory}</div></div>", inner())
        }
        kind::THUMBNAIL => {
            let about = it["description"].as_str().unwrap_or_default();
            format!("<div class=\"thumbnail\">{}</div>", media(world, &it["media"]["url"], about))
        }
        kind::MEDIA_GALLERY => {
            let items = list(it, "items").iter();
            let items = items.map(|item| {
                media(world, &item["media"]["url"], item["description"].as_str().unwrap_or_default())
            });
            format!("<div class=\"media\">{}</div>", items.collect::<String>())
        }
        kind::FILE => media(world, &it["file"]["url"], ""),
        kind::SEPARATOR if it["divider"] == false => "<div class=\"space\"></div>".into(),
        kind::SEPARATOR => "<hr>".into(),
        kind::CONTAINER => {
            let colour = it["accent_color"].as_u64().map_or_else(String::new, |colour| {
                format!(" style=\"border-left:4px solid #{:06x}\"", colour & 0xff_ffff)
            });
            format!("<div class=\"container\"{colour}>{}</div>", inner())
        }
        other => format!("<div class=\"quiet\">a component of kind {other}</div>"),
    }
}

fn button(it: &Value) -> String {
    let style = match it["style"].as_u64() {
        Some(1) => "primary",
        Some(3) => "success",
        Some(4) => "danger",
        _ => "secondary",
    };
    let disabled = if it["disabled"] == true { " disabled" } else { "" };
    let link = if it["url"].is_string() { " ↗" } else { "" };
    let words = [plain(&it["emoji"]["name"]), plain(&it["label"])];
    format!("<button type=\"button\" class=\"{style}\"{disabled}>{}{link}</button>", words.join(" ").trim())
}

/// A menu, with all that can be chosen in it.
fn select(it: &Value) -> String {
    let options = list(it, "options");
    let chosen: Vec<String> =
        options.iter().filter(|it| it["default"] == true).map(|it| plain(&it["label"])).collect();
    let head = match (chosen.is_empty(), it["placeholder"].as_str()) {
        (false, _) => chosen.join(", "),
        (true, Some(words)) => escape(words),
        (true, None) => "Make a selection".into(),
    };
    let class = if it["disabled"] == true { "select disabled" } else { "select" };
    let mut out = format!("<div class=\"{class}\"><div class=\"head\">{head}<span>▾</span></div><ul>");
    for option in options {
        let about = plain(&option["description"]);
        let _ = write!(out, "<li>{} <span class=\"quiet\">{about}</span></li>", plain(&option["label"]));
    }
    out.push_str("</ul></div>");
    out
}

/// A form that is open.
pub(super) fn modal(data: &Value) -> String {
    let mut out = format!("<form class=\"modal\"><h2>{}</h2>", plain(&data["title"]));
    for part in list(data, "components") {
        // In the old way the input is in a row and has a label of its own.
        let input = list(part, "components").first().unwrap_or(&part["component"]);
        let label = if part["label"].is_string() { &part["label"] } else { &input["label"] };
        let _ = write!(
            out,
            "<div class=\"label\"><b>{}</b><small class=\"quiet\">{}</small>{}</div>",
            plain(label),
            plain(&part["description"]),
            field(part, input)
        );
    }
    out.push_str("</form>");
    out
}

fn field(part: &Value, input: &Value) -> String {
    match input["type"].as_u64().unwrap_or(0) {
        kind::TEXT_INPUT => {
            let class = if input["style"] == 2 { "input long" } else { "input" };
            let value = if input["value"].is_string() { &input["value"] } else { &input["placeholder"] };
            format!("<div class=\"{class}\">{}</div>", plain(value))
        }
        kind::STRING_SELECT | 5..=kind::CHANNEL_SELECT => select(input),
        kind::FILE_UPLOAD => "<div class=\"input\">Drop files here or browse</div>".into(),
        kind::RADIO_GROUP | kind::CHECKBOX_GROUP => {
            let mark = if input["type"] == kind::RADIO_GROUP { '○' } else { '☐' };
            let options = list(input, "options").iter();
            options.map(|it| format!("<div>{mark} {}</div>", plain(&it["label"]))).collect()
        }
        kind::CHECKBOX => "<div>☐</div>".into(),
        _ => format!("<div>{}</div>", plain(&part["content"])),
    }
}
