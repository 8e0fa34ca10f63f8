//! Modals, as people see and fill them.

use serde_json::{Value, json};

use super::super::ids::InteractionId;
use super::super::world::{Deed, World};
use super::view::all;
use super::{Refused, Upload, User, refuse};

/// A modal that is open.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Modal {
    /// What stands above it.
    pub title: String,
    /// By which name the application knows it.
    pub custom_id: String,
    /// What can be filled in.
    pub fields: Vec<Field>,
}

/// Something that can be filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// What stands beside it.
    pub label: String,
    /// By which name the application knows it.
    pub custom_id: String,
    /// The number of its kind: 3 menu, 4 text, 19 files …
    pub kind: u64,
    /// Whether it must be filled in.
    pub required: bool,
    /// What is in it already.
    pub value: String,
    /// What can be chosen.
    pub options: Vec<String>,
}

impl User {
    /// The modal that the person has open.
    pub fn modal(&self) -> Option<Modal> {
        self.shared.look(|world| {
            let (_, modal) = world.people.get(&self.id)?.modal.as_ref()?;
            let components = modal["components"].as_array().map_or(&[][..], Vec::as_slice);
            let fields = components.iter().filter_map(|it| Some((it, inner(it)?)));
            Some(Modal {
                title: words(&modal["title"]),
                custom_id: words(&modal["custom_id"]),
                fields: fields.map(|(outer, inner)| field(outer, inner)).collect(),
            })
        })
    }

    /// Closes the modal without sending it. The application is not told.
    pub fn closes_modal(&self) {
        self.change(|person| person.modal = None);
    }

    /// Fills the modal that is open, by the labels or custom ids of its fields, and sends it. A choice is written by
    /// its label, several with a line break between them. Files go to the upload.
    ///
    /// # Errors
    /// If no modal is open, or the client would not send it like this.
    pub fn submits_modal(&self, fields: &[(&str, &str)], files: &[Upload]) -> Result<InteractionId, Refused> {
        self.shared.change(|world| {
            let open = world.people.get(&self.id).and_then(|it| it.modal.clone());
            let Some((by, modal)) = open else { return refuse("this person has no modal open") };
            let (channel, source) = match world.interactions.get(&by) {
                Some(interaction) => (interaction.channel, interaction.source),
                None => return refuse("the modal came from nowhere"),
            };
            let components = modal["components"].as_array().cloned().unwrap_or_default();
            let mut filling =
                Filling { user: self.id, channel, fields, files, used: 0, resolved: Value::Null };
            let mut answers = Vec::new();
            for (number, component) in (1..).zip(&components) {
                answers.push(filling.outer(world, component, number * 2)?);
            }
            let known = |name: &str| {
                components
                    .iter()
                    .filter_map(|it| Some((it, inner(it)?)))
                    .any(|(outer, inner)| is_named(outer, inner, name))
            };
            if let Some((name, _)) = fields.iter().find(|(name, _)| !known(name)) {
                return refuse(format!("the modal has no field {name:?}"));
            }
            if filling.used < files.len() {
                return refuse("the modal has no place for these files");
            }
            let mut data = json!({"custom_id": modal["custom_id"], "components": answers});
            if !filling.resolved.is_null() {
                data["resolved"] = filling.resolved;
            }
            if let Some(person) = world.people.get_mut(&self.id) {
                person.modal = None;
            }
            Ok(world.begin(self.id, channel, Deed::Modal, source, &data))
        })
    }
}

/// What a person fills in.
struct Filling<'a> {
    user: u64,
    channel: u64,
    fields: &'a [(&'a str, &'a str)],
    files: &'a [Upload],
    /// How many of the files have found a place.
    used: usize,
    resolved: Value,
}

impl Filling<'_> {
    /// The answer to a row, a label or a text.
    fn outer(&mut self, world: &mut World, outer: &Value, id: u64) -> Result<Value, Refused> {
        let Some(inner) = inner(outer) else { return Ok(json!({"type": outer["type"], "id": id})) };
        let mut answer = self.inner(world, outer, inner)?;
        answer["id"] = (id + 1).into();
        if outer["type"] == 1 {
            return Ok(json!({"type": 1, "id": id, "components": [answer]}));
        }
        Ok(json!({"type": 18, "id": id, "component": answer}))
    }

    fn inner(&mut self, world: &mut World, outer: &Value, inner: &Value) -> Result<Value, Refused> {
        let about = field(outer, inner);
        let given =
            self.fields.iter().find(|(name, _)| is_named(outer, inner, name)).map(|(_, value)| *value);
        let mut answer = json!({"type": inner["type"], "custom_id": inner["custom_id"]});
        let missing = || Refused(format!("the field {:?} must be filled", about.label));
        match about.kind {
            4 => {
                let value = given.unwrap_or(&about.value);
                let length = value.chars().count() as u64;
                let least = inner["min_length"].as_u64().unwrap_or(0).max(u64::from(about.required));
                if length == 0 && about.required {
                    return Err(missing());
                }
                let most = inner["max_length"].as_u64().unwrap_or(4000);
                if length > 0 && !(least..=most).contains(&length) {
                    return refuse(format!("the field {:?} takes {least} to {most} characters", about.label));
                }
                answer["value"] = value.into();
            }
            19 => {
                let most = inner["max_values"].as_u64().unwrap_or(1);
                let least =
                    inner["min_values"].as_u64().unwrap_or(1).min(if about.required { 10 } else { 0 });
                let files = &self.files[self.used..];
                if !(least..=most).contains(&(files.len() as u64)) {
                    return refuse(format!("the field {:?} takes {least} to {most} files", about.label));
                }
                if let Some(file) = files.iter().find(|file| !is_allowed(&inner["file_types"], file)) {
                    return refuse(format!("the field {:?} does not take {:?}", about.label, file.name));
                }
                self.used = self.files.len();
                let mut ids = Vec::new();
                for file in files {
                    let kind = Some(file.content_type.as_str());
                    let id = world.keep(self.channel, &file.name, kind, None, file.bytes.clone());
                    if let Some(kept) = world.files.get(&id) {
                        let mut json = world.file_json(kept);
                        json["ephemeral"] = true.into();
                        self.resolved["attachments"][id.to_string()] = json;
                    }
                    ids.push(id.to_string());
                }
                answer["values"] = ids.into();
            }
            23 => answer["value"] = (given == Some("true")).into(),
            _ => {
                let chosen: Vec<&str> = given.into_iter().flat_map(str::lines).collect();
                if chosen.is_empty() && about.required {
                    return Err(missing());
                }
                let (values, resolved) = if chosen.is_empty() {
                    (Vec::new(), Value::Null)
                } else {
                    world.picked(self.user, self.channel, inner, &chosen)?
                };
                if let (Some(all), Some(new)) = (self.resolved.as_object_mut(), resolved.as_object()) {
                    all.extend(new.clone());
                } else if !resolved.is_null() {
                    self.resolved = resolved;
                }
                if about.kind == 21 {
                    answer["value"] = values.first().cloned().into();
                } else {
                    answer["values"] = values.into();
                }
            }
        }
        Ok(answer)
    }
}

/// Whether an upload takes such a file: by its kind, or by how its name ends.
fn is_allowed(types: &Value, file: &Upload) -> bool {
    let fits = |it: &Value| {
        it.as_str().is_some_and(|kind| {
            file.name.ends_with(kind) || file.content_type.starts_with(&format!("{kind}/"))
        })
    };
    types.as_array().is_none_or(|types| types.is_empty() || types.iter().any(fits))
}

/// What is filled in, inside of a row or a label.
fn inner(outer: &Value) -> Option<&Value> {
    all(std::slice::from_ref(outer), &|it| it["custom_id"].is_string()).first().copied()
}

fn is_named(outer: &Value, inner: &Value, name: &str) -> bool {
    inner["custom_id"] == name || inner["label"] == name || outer["label"] == name
}

fn words(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn field(outer: &Value, inner: &Value) -> Field {
    let options = inner["options"].as_array().map_or(&[][..], Vec::as_slice);
    Field {
        label: words(if outer["label"].is_string() { &outer["label"] } else { &inner["label"] }),
        custom_id: words(&inner["custom_id"]),
        kind: inner["type"].as_u64().unwrap_or(0),
        required: inner["required"] != false,
        value: words(&inner["value"]),
        options: options.iter().map(|it| words(&it["label"])).collect(),
    }
}
