//! Commands of the application.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Check;

/// The languages that Discord speaks.
const LOCALES: &[&str] = &[
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl",
    "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja",
    "zh-TW", "ko",
];

/// Checks a whole list of commands.
pub(crate) fn commands(check: &mut Check, list: &Value) {
    let mut names = BTreeSet::new();
    let all = check.list("", list, 0, 130, true);
    for (kind, most) in [(1, 100), (2, 15), (3, 15)] {
        if all.iter().filter(|it| it["type"].as_u64().unwrap_or(1) == kind).count() > most {
            check.wrong(
                "",
                "APPLICATION_COMMANDS_MAX",
                format!("Maximum number of commands of type {kind}: {most}"),
            );
        }
    }
    for (number, command) in all.iter().enumerate() {
        one(check, &number.to_string(), command);
        let kind = command["type"].as_u64().unwrap_or(1);
        if command["name"].as_str().is_some_and(|name| !names.insert((kind, name))) {
            let path = format!("{number}.name");
            check.wrong(
                &path,
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            );
        }
    }
}

fn one(check: &mut Check, path: &str, command: &Value) {
    let at = |field: &str| format!("{path}.{field}");
    let kind = check.number(&at("type"), &command["type"], 1, 3, false).unwrap_or(1);
    if kind == 1 {
        names(check, path, command);
        options(check, path, &command["options"], 0);
    } else {
        check.text(&at("name"), &command["name"], 1, 32, true);
        if command["description"].as_str().is_some_and(|it| !it.is_empty()) {
            check.wrong(
                &at("description"),
                "APPLICATION_COMMAND_INVALID_DESCRIPTION",
                "Only slash commands have one",
            );
        }
        if command["options"].as_array().is_some_and(|it| !it.is_empty()) {
            check.wrong(
                &at("options"),
                "APPLICATION_COMMAND_INVALID_OPTIONS",
                "Only slash commands have options",
            );
        }
    }
    match &command["default_member_permissions"] {
        Value::Null => {}
        Value::String(bits) if bits.parse::<u64>().is_ok() => {}
        _ => check.wrong(&at("default_member_permissions"), "PERMISSION_INVALID", "Not a permission"),
    }
    let weight = weight(command);
    if weight > 8000 {
        let message = format!("Command exceeds maximum size ({weight} of 8000)");
        check.wrong(path, "APPLICATION_COMMAND_TOO_LARGE", message);
    }
}

/// A name and a description, in every language.
fn names(check: &mut Check, path: &str, of: &Value) {
    let at = |field: &str| format!("{path}.{field}");
    name(check, &at("name"), &of["name"]);
    check.text(&at("description"), &of["description"], 1, 100, true);
    for (field, is_name) in [("name_localizations", true), ("description_localizations", false)] {
        for (locale, value) in of[field].as_object().into_iter().flatten() {
            let path = format!("{}.{locale}", at(field));
            if !LOCALES.contains(&locale.as_str()) {
                check.wrong(
                    &path,
                    "ENUM_TYPE_COERCE",
                    format!("Value {locale:?} is not a valid enum value."),
                );
            } else if is_name {
                name(check, &path, value);
            } else {
                check.text(&path, value, 1, 100, true);
            }
        }
    }
}

fn name(check: &mut Check, path: &str, value: &Value) {
    check.text(path, value, 1, 32, true);
    let fits =
        |it: char| matches!(it, '-' | '_' | '\'') || (it.is_alphanumeric() && it.to_lowercase().eq([it]));
    if value.as_str().is_some_and(|name| !name.chars().all(fits)) {
        check.wrong(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid");
    }
}

/// Options of a command, of a group (level 1) or of a subcommand (level 2).
fn options(check: &mut Check, path: &str, list: &Value, level: u8) {
    let path = format!("{path}.options");
    let list = check.list(&path, list, 0, 25, false);
    let mut seen = BTreeSet::new();
    let mut optional_before = false;
    let has_subcommands = list.iter().any(|it| matches!(it["type"].as_u64(), Some(1 | 2)));
    for (number, option) in list.iter().enumerate() {
        let path = format!("{path}.{number}");
        let at = |field: &str| format!("{path}.{field}");
        names(check, &path, option);
        if option["name"].as_str().is_some_and(|name| !seen.insert(name)) {
            check.wrong(
                &at("name"),
                "APPLICATION_COMMAND_OPTIONS_NAME_NOT_UNIQUE",
                "Option names must be unique",
            );
        }
        let Some(kind) = check.number(&at("type"), &option["type"], 1, 11, true) else { continue };
        let nests = matches!(kind, 1 | 2);
        if nests != has_subcommands || (nests && i64::from(level) >= 3 - kind) {
            let message =
                "Sub-command and sub-command group option types are mutually exclusive to all other types";
            check.wrong(&at("type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message);
            continue;
        }
        if nests {
            options(check, &path, &option["options"], if kind == 2 { 1 } else { 2 });
            continue;
        }
        check.boolean(&at("required"), &option["required"]);
        if option["required"] == true && optional_before {
            let message = "Required options must be placed before non-required options";
            check.wrong(&at("required"), "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message);
        }
        optional_before |= option["required"] != true;
        choices(check, &path, option, kind);
    }
}

fn choices(check: &mut Check, path: &str, option: &Value, kind: i64) {
    let at = |field: &str| format!("{path}.{field}");
    let list = check.list(&at("choices"), &option["choices"], 0, 25, false);
    if !list.is_empty() && (option["autocomplete"] == true || !matches!(kind, 3 | 4 | 10)) {
        check.wrong(
            &at("choices"),
            "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID",
            "Choices are not possible here",
        );
    }
    if option["autocomplete"] == true && !matches!(kind, 3 | 4 | 10) {
        check.wrong(
            &at("autocomplete"),
            "APPLICATION_COMMAND_AUTOCOMPLETE_INVALID",
            "Not possible for this type",
        );
    }
    for (number, choice) in list.iter().enumerate() {
        let at = |field: &str| format!("{path}.choices.{number}.{field}");
        check.text(&at("name"), &choice["name"], 1, 100, true);
        match kind {
            3 => {
                check.text(&at("value"), &choice["value"], 1, 100, true);
            }
            4 => {
                check.number(&at("value"), &choice["value"], -(1 << 53), 1 << 53, true);
            }
            _ => {}
        }
    }
}

/// The characters of a command that count: names, descriptions and values, in the longest language.
fn weight(of: &Value) -> usize {
    let length = |value: &Value| value.as_str().map_or(0, |it| it.chars().count());
    let longest = |field: &str| {
        let others = of[format!("{field}_localizations").as_str()].as_object().into_iter().flatten();
        others.map(|(_, value)| length(value)).chain([length(&of[field])]).max().unwrap_or(0)
    };
    let inner = |field: &str| of[field].as_array().into_iter().flatten().map(weight).sum::<usize>();
    longest("name") + longest("description") + length(&of["value"]) + inner("options") + inner("choices")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn wrong(list: &Value) -> Vec<String> {
        let mut check = Check::default();
        commands(&mut check, list);
        check.done().err().map_or(Vec::new(), |it| it.fields.into_iter().map(|it| it.0).collect())
    }

    fn command(name: &str, options: &Value) -> Value {
        json!({"name": name, "description": "Does it", "options": options})
    }

    fn option(name: &str, kind: u8) -> Value {
        json!({"name": name, "description": "What", "type": kind})
    }

    #[test]
    fn names_are_small_letters_and_there_once() {
        assert!(wrong(&json!([command("sitzung-ändern", &json!([]))])).is_empty());
        assert_eq!(wrong(&json!([command("Session", &json!([]))])), ["0.name"]);
        assert_eq!(wrong(&json!([command("a b", &json!([]))])), ["0.name"]);
        assert_eq!(wrong(&json!([command("a", &json!([])), command("a", &json!([]))])), ["1.name"]);
        assert!(wrong(&json!([{"type": 3, "name": "Mark as OOC"}])).is_empty());
        assert_eq!(wrong(&json!([{"name": "a", "description": ""}])), ["0.description"]);
    }

    #[test]
    fn options_are_few_and_subcommands_stand_alone() {
        assert!(wrong(&json!([command("a", &json!([option("b", 1), option("c", 2)]))])).is_empty());
        assert_eq!(
            wrong(&json!([command("a", &json!([option("b", 1), option("c", 3)]))])),
            ["0.options.1.type"]
        );
        let many: Vec<Value> = (0..26).map(|it| option(&format!("o{it}"), 3)).collect();
        assert_eq!(wrong(&json!([command("a", &json!(many))])), ["0.options"]);
        let mut needed = option("c", 3);
        needed["required"] = true.into();
        assert_eq!(wrong(&json!([command("a", &json!([option("b", 3), needed]))])), ["0.options.1.required"]);
    }

    #[test]
    fn a_command_weighs_no_more_than_8000() {
        let choices: Vec<Value> =
            (0..25).map(|it| json!({"name": "n".repeat(100), "value": format!("{it:0>100}")})).collect();
        let heavy = |name: &str| json!({"name": name, "description": "a", "type": 3, "choices": choices});
        assert!(wrong(&json!([command("a", &json!([heavy("b")]))])).is_empty());
        assert_eq!(wrong(&json!([command("a", &json!([heavy("b"), heavy("c")]))])), ["0"]);
    }
}
