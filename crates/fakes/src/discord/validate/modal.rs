//! Modals.

use serde_json::Value;

use super::Check;
use super::components::{is_select, kind, kind_of, not_none_of_required, options, select};

/// Checks the data of an answer that opens a modal.
pub(crate) fn modal(check: &mut Check, data: &Value) {
    check.text("data.title", &data["title"], 1, 45, true);
    check.text("data.custom_id", &data["custom_id"], 1, 100, true);
    for (number, component) in
        check.list("data.components", &data["components"], 1, 5, true).iter().enumerate()
    {
        let path = format!("data.components.{number}");
        match kind_of(check, &path, component, &[kind::ROW, kind::TEXT_DISPLAY, kind::LABEL]) {
            Some(kind::ROW) => row(check, &path, component),
            Some(kind::LABEL) => label(check, &path, component),
            Some(_) => {
                check.text(&format!("{path}.content"), &component["content"], 1, 4000, true);
            }
            None => {}
        }
    }
}

/// The old way: a row with one input, which has its own label.
fn row(check: &mut Check, path: &str, row: &Value) {
    for (number, part) in
        check.list(&format!("{path}.components"), &row["components"], 1, 1, true).iter().enumerate()
    {
        let path = format!("{path}.components.{number}");
        if kind_of(check, &path, part, &[kind::TEXT_INPUT]).is_some() {
            check.text(&format!("{path}.label"), &part["label"], 1, 45, true);
            input(check, &path, part);
        }
    }
}

fn label(check: &mut Check, path: &str, label: &Value) {
    check.text(&format!("{path}.label"), &label["label"], 1, 45, true);
    check.text(&format!("{path}.description"), &label["description"], 0, 100, false);
    let part = &label["component"];
    let path = format!("{path}.component");
    let allowed =
        [3, 4, 5, 6, 7, 8, kind::FILE_UPLOAD, kind::RADIO_GROUP, kind::CHECKBOX_GROUP, kind::CHECKBOX];
    let Some(kind) = kind_of(check, &path, part, &allowed) else { return };
    let at = |field: &str| format!("{path}.{field}");
    check.boolean(&at("required"), &part["required"]);
    match kind {
        kind::TEXT_INPUT => {
            if !part["label"].is_null() {
                check.wrong(
                    &at("label"),
                    "COMPONENT_LABEL_IN_LABEL",
                    "An input in a label has no label of its own",
                );
            }
            input(check, &path, part);
        }
        kind if is_select(kind) => select(check, &path, part, kind, true),
        kind::FILE_UPLOAD => {
            check.custom_id(&at("custom_id"), &part["custom_id"]);
            for (number, kind) in
                check.list(&at("file_types"), &part["file_types"], 0, 10, false).iter().enumerate()
            {
                let known = |it: &str| it.starts_with('.') || matches!(it, "image" | "video" | "audio");
                if !kind.as_str().is_some_and(known) {
                    check.wrong(
                        &at(&format!("file_types.{number}")),
                        "BASE_TYPE_CHOICES",
                        "Not a type of files",
                    );
                }
            }
            let min = check.number(&at("min_values"), &part["min_values"], 0, 10, false);
            let max = check.number(&at("max_values"), &part["max_values"], 1, 10, false);
            not_none_of_required(check, &path, part);
            if min.is_some_and(|min| min > max.unwrap_or(1)) {
                check.wrong(
                    &at("min_values"),
                    "BASE_TYPE_MAX_VALUE",
                    "min_values must not exceed max_values",
                );
            }
        }
        kind::RADIO_GROUP | kind::CHECKBOX_GROUP => {
            check.custom_id(&at("custom_id"), &part["custom_id"]);
            options(check, &path, part, if kind == kind::RADIO_GROUP { 2 } else { 1 }, 10);
        }
        _ => check.custom_id(&at("custom_id"), &part["custom_id"]),
    }
}

fn input(check: &mut Check, path: &str, input: &Value) {
    let at = |field: &str| format!("{path}.{field}");
    check.custom_id(&at("custom_id"), &input["custom_id"]);
    check.number(&at("style"), &input["style"], 1, 2, true);
    let min = check.number(&at("min_length"), &input["min_length"], 0, 4000, false);
    let max = check.number(&at("max_length"), &input["max_length"], 1, 4000, false);
    if min.is_some_and(|min| min > max.unwrap_or(4000)) {
        check.wrong(&at("min_length"), "BASE_TYPE_MAX_VALUE", "min_length must not exceed max_length");
    }
    let max = max.and_then(|max| usize::try_from(max).ok()).unwrap_or(4000);
    check.text(&at("value"), &input["value"], 0, max, false);
    check.text(&at("placeholder"), &input["placeholder"], 0, 100, false);
    check.boolean(&at("required"), &input["required"]);
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn wrong(data: &Value) -> Vec<String> {
        let mut check = Check::default();
        modal(&mut check, data);
        check.done().err().map_or(Vec::new(), |it| it.fields.into_iter().map(|it| it.0).collect())
    }

    fn of(components: &[Value]) -> Value {
        json!({"title": "Speak", "custom_id": "m", "components": components})
    }

    fn labelled(component: &Value) -> Value {
        json!({"type": 18, "label": "Words", "component": component})
    }

    #[test]
    fn a_modal_has_a_short_title_and_five_components() {
        let input = |id: usize| labelled(&json!({"type": 4, "custom_id": id.to_string(), "style": 1}));
        assert!(wrong(&of(&(0..5).map(input).collect::<Vec<_>>())).is_empty());
        assert_eq!(wrong(&of(&(0..6).map(input).collect::<Vec<_>>())), ["data.components"]);
        assert_eq!(wrong(&of(&[])), ["data.components"]);
        let mut long = of(&[input(0)]);
        long["title"] = "a".repeat(46).into();
        assert_eq!(wrong(&long), ["data.title"]);
    }

    #[test]
    fn inputs_and_uploads_have_limits() {
        let input = json!({"type": 4, "custom_id": "a", "style": 2, "max_length": 4001});
        assert_eq!(wrong(&of(&[labelled(&input)])), ["data.components.0.component.max_length"]);
        let upload = json!({"type": 19, "custom_id": "a", "max_values": 11});
        assert_eq!(wrong(&of(&[labelled(&upload)])), ["data.components.0.component.max_values"]);
        let none = json!({"type": 19, "custom_id": "a", "min_values": 0});
        assert_eq!(wrong(&of(&[labelled(&none)])), ["data.components.0.component.min_values"]);
        let optional = json!({"type": 19, "custom_id": "a", "min_values": 0, "required": false});
        assert!(wrong(&of(&[labelled(&optional)])).is_empty());
        let button = json!({"type": 2, "custom_id": "a", "style": 1, "label": "a"});
        assert_eq!(wrong(&of(&[labelled(&button)])), ["data.components.0.component.type"]);
    }
}
