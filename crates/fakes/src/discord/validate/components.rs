//! The components of messages, in the old layout and in the new one.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Check;

/// Numbers of kinds of components.
pub(crate) mod kind {
    pub(crate) const ROW: u64 = 1;
    pub(crate) const BUTTON: u64 = 2;
    pub(crate) const STRING_SELECT: u64 = 3;
    pub(crate) const TEXT_INPUT: u64 = 4;
    pub(crate) const CHANNEL_SELECT: u64 = 8;
    pub(crate) const SECTION: u64 = 9;
    pub(crate) const TEXT_DISPLAY: u64 = 10;
    pub(crate) const THUMBNAIL: u64 = 11;
    pub(crate) const MEDIA_GALLERY: u64 = 12;
    pub(crate) const FILE: u64 = 13;
    pub(crate) const SEPARATOR: u64 = 14;
    pub(crate) const CONTAINER: u64 = 17;
    pub(crate) const LABEL: u64 = 18;
    pub(crate) const FILE_UPLOAD: u64 = 19;
    pub(crate) const RADIO_GROUP: u64 = 21;
    pub(crate) const CHECKBOX_GROUP: u64 = 22;
    pub(crate) const CHECKBOX: u64 = 23;
}

/// Whether this is one of the menus.
pub(crate) fn is_select(kind: u64) -> bool {
    kind == kind::STRING_SELECT || (5..=kind::CHANNEL_SELECT).contains(&kind)
}

const NEW_TOP: &[u64] = &[
    kind::ROW,
    kind::SECTION,
    kind::TEXT_DISPLAY,
    kind::MEDIA_GALLERY,
    kind::FILE,
    kind::SEPARATOR,
    kind::CONTAINER,
];
const IN_CONTAINER: &[u64] =
    &[kind::ROW, kind::SECTION, kind::TEXT_DISPLAY, kind::MEDIA_GALLERY, kind::FILE, kind::SEPARATOR];

/// Checks the components of a message.
pub(crate) fn components(check: &mut Check, value: &Value, new_layout: bool) {
    let (most, allowed) = if new_layout { (40, NEW_TOP) } else { (5, &[kind::ROW][..]) };
    for (at, component) in check.list("components", value, 0, most, false).iter().enumerate() {
        one(check, &format!("components.{at}"), component, allowed);
    }
    if check.components > 40 && new_layout {
        check.wrong(
            "components",
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            "The total number of components exceeds 40",
        );
    }
    if check.text > 4000 {
        check.wrong(
            "components",
            "COMPONENT_TEXT_SIZE_EXCEEDED",
            "The text of all components exceeds 4000 characters",
        );
    }
}

/// Checks one component and what is in it.
fn one(check: &mut Check, path: &str, component: &Value, allowed: &[u64]) {
    check.components += 1;
    let at = |field: &str| format!("{path}.{field}");
    let Some(kind) = kind_of(check, path, component, allowed) else { return };
    match kind {
        kind::ROW => row(check, path, component),
        kind::BUTTON => button(check, path, component),
        kind::SECTION => {
            for (number, part) in
                check.list(&at("components"), &component["components"], 1, 3, true).iter().enumerate()
            {
                one(check, &at(&format!("components.{number}")), part, &[kind::TEXT_DISPLAY]);
            }
            if component["accessory"].is_null() {
                check.required(&at("accessory"));
            } else {
                one(check, &at("accessory"), &component["accessory"], &[kind::BUTTON, kind::THUMBNAIL]);
            }
        }
        kind::TEXT_DISPLAY => {
            check.text += check.text_of(&at("content"), &component["content"]);
        }
        kind::THUMBNAIL => media(check, &at("media"), &component["media"], false),
        kind::FILE => media(check, &at("file"), &component["file"], true),
        kind::MEDIA_GALLERY => {
            for (number, item) in
                check.list(&at("items"), &component["items"], 1, 10, true).iter().enumerate()
            {
                media(check, &at(&format!("items.{number}.media")), &item["media"], false);
                check.text(&at(&format!("items.{number}.description")), &item["description"], 0, 1024, false);
            }
        }
        kind::CONTAINER => {
            check.number(&at("accent_color"), &component["accent_color"], 0, 0xff_ffff, false);
            let parts = check.list(&at("components"), &component["components"], 1, 40, true);
            for (number, part) in parts.iter().enumerate() {
                one(check, &at(&format!("components.{number}")), part, IN_CONTAINER);
            }
        }
        _ => {}
    }
}

/// The kind of a component, if it may be here.
pub(super) fn kind_of(check: &mut Check, path: &str, component: &Value, allowed: &[u64]) -> Option<u64> {
    if let Some(id) = component["id"].as_i64().filter(|id| *id != 0)
        && !check.component_ids.insert(id)
    {
        check.wrong(&format!("{path}.id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated");
    }
    match component["type"].as_u64() {
        Some(kind) if allowed.contains(&kind) => Some(kind),
        _ => {
            let message = format!("Value of field \"type\" must be one of {allowed:?}.");
            check.wrong(&format!("{path}.type"), "UNION_TYPE_CHOICES", message);
            None
        }
    }
}

fn row(check: &mut Check, path: &str, row: &Value) {
    let parts = check.list(&format!("{path}.components"), &row["components"], 1, 5, true);
    let selects = parts.iter().filter(|it| it["type"].as_u64().is_some_and(is_select)).count();
    if selects > 0 && parts.len() > 1 {
        let message = "The specified component exceeds the maximum width";
        check.wrong(&format!("{path}.components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message);
    }
    for (number, part) in parts.iter().enumerate() {
        let path = format!("{path}.components.{number}");
        check.components += 1;
        match kind_of(check, &path, part, &[2, 3, 5, 6, 7, 8]) {
            Some(kind::BUTTON) => button(check, &path, part),
            Some(kind) => select(check, &path, part, kind, false),
            None => {}
        }
    }
}

fn button(check: &mut Check, path: &str, button: &Value) {
    let at = |field: &str| format!("{path}.{field}");
    check.text(&at("label"), &button["label"], 0, 80, false);
    check.boolean(&at("disabled"), &button["disabled"]);
    if button["label"].as_str().is_none_or(str::is_empty) && button["emoji"].is_null() {
        check.wrong(path, "BUTTON_COMPONENT_INVALID_LABEL", "A button must have a label or an emoji");
    }
    match check.number(&at("style"), &button["style"], 1, 6, true) {
        Some(5) => {
            check.url(&at("url"), &button["url"], false, true);
            check.text(&at("url"), &button["url"], 0, 512, false);
            if !button["custom_id"].is_null() {
                let message = "A custom id and url cannot both be specified";
                check.wrong(path, "BUTTON_COMPONENT_CUSTOM_ID_AND_URL_MUTUALLY_EXCLUSIVE", message);
            }
        }
        Some(1..=4) => {
            check.custom_id(&at("custom_id"), &button["custom_id"]);
            if !button["url"].is_null() {
                check.wrong(&at("url"), "BUTTON_COMPONENT_INVALID_URL", "Only a link button can have a url");
            }
        }
        _ => {}
    }
}

/// A menu of a message or, with other rules, of a modal.
pub(super) fn select(check: &mut Check, path: &str, select: &Value, kind: u64, in_modal: bool) {
    let at = |field: &str| format!("{path}.{field}");
    check.custom_id(&at("custom_id"), &select["custom_id"]);
    check.text(&at("placeholder"), &select["placeholder"], 0, 150, false);
    if in_modal && select["disabled"] == true {
        check.wrong(&at("disabled"), "COMPONENT_DISABLED_IN_MODAL", "A select in a modal cannot be disabled");
    }
    check.boolean(&at("disabled"), &select["disabled"]);
    let min = check.number(&at("min_values"), &select["min_values"], 0, 25, false);
    let max = check.number(&at("max_values"), &select["max_values"], 1, 25, false).unwrap_or(1);
    if min.is_some_and(|min| min > max) {
        check.wrong(&at("min_values"), "BASE_TYPE_MAX_VALUE", "min_values must not exceed max_values");
    }
    if in_modal {
        not_none_of_required(check, path, select);
    }
    if kind != kind::STRING_SELECT {
        return;
    }
    let options = options(check, path, select, 1, 25);
    if usize::try_from(max).is_ok_and(|max| max > options.max(1)) {
        check.wrong(
            &at("max_values"),
            "BASE_TYPE_MAX_VALUE",
            "max_values must not exceed the number of options",
        );
    }
    let chosen =
        select["options"].as_array().into_iter().flatten().filter(|it| it["default"] == true).count();
    if usize::try_from(max).is_ok_and(|max| chosen > max) {
        check.wrong(
            &at("options"),
            "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES",
            "More defaults than max_values",
        );
    }
}

/// What must be answered cannot be answered with nothing.
pub(super) fn not_none_of_required(check: &mut Check, path: &str, part: &Value) {
    if part["required"] != false && part["min_values"] == 0 {
        let message = "min_values must be at least 1 for a required component";
        check.wrong(&format!("{path}.min_values"), "BASE_TYPE_MIN_VALUE", message);
    }
}

/// The options of a menu or a group; how many there are.
pub(super) fn options(check: &mut Check, path: &str, of: &Value, min: usize, max: usize) -> usize {
    let options = check.list(&format!("{path}.options"), &of["options"], min, max, true);
    let mut values = BTreeSet::new();
    for (number, option) in options.iter().enumerate() {
        let at = |field: &str| format!("{path}.options.{number}.{field}");
        check.text(&at("label"), &option["label"], 1, 100, true);
        check.text(&at("value"), &option["value"], 1, 100, true);
        check.text(&at("description"), &option["description"], 0, 100, false);
        check.boolean(&at("default"), &option["default"]);
        if option["value"].as_str().is_some_and(|value| !values.insert(value)) {
            let message = "The specified option value is already used";
            check.wrong(&at("value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message);
        }
    }
    options.len()
}

/// A picture or a file: an address, or a file that comes with the message.
fn media(check: &mut Check, path: &str, media: &Value, only_files: bool) {
    let path = format!("{path}.url");
    let url = &media["url"];
    match url.as_str().and_then(|url| url.strip_prefix("attachment://")) {
        Some(name) if check.files.iter().any(|it| it == name) => {}
        Some(_) => {
            let code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND";
            check.wrong(&path, code, "The referenced attachment was not found");
        }
        None if only_files => check.wrong(&path, "URL_TYPE_INVALID_SCHEME", "Scheme must be attachment"),
        None => check.url(&path, url, false, true),
    }
}

impl Check {
    fn text_of(&mut self, path: &str, value: &Value) -> usize {
        self.text(path, value, 1, 4000, true)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn wrong(value: &Value, new_layout: bool) -> Vec<String> {
        let mut check = Check { files: vec!["clocks.png".into()], ..Check::default() };
        components(&mut check, value, new_layout);
        check.done().err().map_or(Vec::new(), |it| it.fields.into_iter().map(|it| it.0).collect())
    }

    fn button(id: &str) -> Value {
        json!({"type": 2, "style": 1, "label": "Go", "custom_id": id})
    }

    fn row(parts: &[Value]) -> Value {
        json!({"type": 1, "components": parts})
    }

    fn menu(options: usize) -> Value {
        let options: Vec<Value> =
            (0..options).map(|it| json!({"label": "a", "value": it.to_string()})).collect();
        json!({"type": 3, "custom_id": "menu", "options": options})
    }

    #[test]
    fn a_row_has_five_buttons_or_one_menu() {
        let buttons: Vec<Value> = ["a", "b", "c", "d", "e", "f"].map(button).to_vec();
        assert!(wrong(&json!([row(&buttons[..5]), row(&[menu(25)])]), false).is_empty());
        assert_eq!(wrong(&json!([row(&buttons)]), false), ["components.0.components"]);
        assert_eq!(wrong(&json!([row(&[menu(2), button("a")])]), false), ["components.0.components"]);
        assert_eq!(wrong(&json!([row(&[])]), false), ["components.0.components"]);
        let rows: Vec<Value> = ["a", "b", "c", "d", "e", "f"].map(|it| row(&[button(it)])).to_vec();
        assert_eq!(wrong(&json!(rows), false), ["components"]);
    }

    #[test]
    fn custom_ids_are_there_once() {
        assert_eq!(
            wrong(&json!([row(&[button("a"), button("a")])]), false),
            ["components.0.components.1.custom_id"]
        );
        assert_eq!(wrong(&json!([row(&[button("")])]), false), ["components.0.components.0.custom_id"]);
        assert_eq!(
            wrong(&json!([row(&[button(&"a".repeat(101))])]), false),
            ["components.0.components.0.custom_id"]
        );
    }

    #[test]
    fn a_menu_has_twenty_five_options() {
        assert_eq!(wrong(&json!([row(&[menu(26)])]), false), ["components.0.components.0.options"]);
        assert!(!wrong(&json!([row(&[menu(0)])]), false).is_empty());
        let mut long = menu(1);
        long["options"][0]["label"] = "a".repeat(101).into();
        assert_eq!(wrong(&json!([row(&[long])]), false), ["components.0.components.0.options.0.label"]);
    }

    #[test]
    fn a_link_has_an_address_and_no_custom_id() {
        let link = json!({"type": 2, "style": 5, "label": "Watch", "url": "https://example.org"});
        assert!(wrong(&json!([row(std::slice::from_ref(&link))]), false).is_empty());
        let mut both = link;
        both["custom_id"] = "a".into();
        assert_eq!(wrong(&json!([row(&[both])]), false), ["components.0.components.0"]);
    }

    #[test]
    fn the_new_layout_has_forty_components_and_its_own_kinds() {
        let text = json!({"type": 10, "content": "a"});
        assert_eq!(wrong(&json!([text]), false), ["components.0.type"]);
        let parts = |count: usize| json!([{"type": 17, "components": vec![text.clone(); count]}]);
        assert!(wrong(&parts(39), true).is_empty());
        assert_eq!(wrong(&parts(40), true), ["components"]);
        let long = json!({"type": 10, "content": "a".repeat(2001)});
        assert_eq!(wrong(&json!([long, long]), true), ["components"]);
    }

    #[test]
    fn a_picture_of_the_message_must_come_with_it() {
        let gallery =
            |name: &str| json!([{"type": 12, "items": [{"media": {"url": format!("attachment://{name}")}}]}]);
        assert!(wrong(&gallery("clocks.png"), true).is_empty());
        assert_eq!(wrong(&gallery("other.png"), true), ["components.0.items.0.media.url"]);
    }
}
