//! The OpenAPI document, made from the list of routes and the types themselves.

use engine::Tone;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::routes::{Answer, ROUTES, Route, Sends};
use crate::wire::ErrorBody;

/// The document.
pub fn document() -> Value {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    settings.meta_schema = None;
    let mut generator = settings.into_generator();
    let error = generator.subschema_for::<ErrorBody>();
    let mut paths: Map<String, Value> = Map::new();
    for route in ROUTES {
        let operation = operation(route, &mut generator);
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method] = operation;
    }
    let refusals = REFUSALS.iter().map(|(status, why)| (status.to_string(), refused(*status, why, &error)));
    let refusals: Map<String, Value> = refusals.collect();
    let schemas: Map<String, Value> = generator.take_definitions(true).into_iter().collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Parlor",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Tables at which people and language models play, and a typed state machine decides what may happen next. \
                            A token goes into the Authorization header; on loopback none is needed.",
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "responses": refusals,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
    })
}

fn operation(route: &Route, generator: &mut schemars::SchemaGenerator) -> Value {
    let free = json!({"type": "object"});
    let json = |schema: Value| json!({"application/json": {"schema": schema}});
    let (status, content) = match route.answer {
        Answer::Json(status, shape) => (status, json(shape(generator).into())),
        Answer::Free => (200, json(free)),
        Answer::Frames => (200, json(json!({"type": "array", "items": frame()}))),
        Answer::Text(kinds) => {
            let kinds = kinds.iter().map(|kind| ((*kind).to_owned(), json!({"schema": {"type": "string"}})));
            (200, Value::Object(kinds.collect()))
        }
        Answer::Events => (200, json!({"text/event-stream": {"schema": event()}})),
        Answer::Elsewhere => (303, Value::Null),
    };
    let mut well = json!({"description": "Done."});
    if !content.is_null() {
        well["content"] = content;
    }
    let mut responses = json!({status.to_string(): well});
    for status in refusals(route) {
        responses[status.to_string()] = json!({"$ref": format!("#/components/responses/{status}")});
    }
    let mut operation = json!({
        "operationId": route.name,
        "summary": route.about,
        "parameters": parameters(route),
        "responses": responses,
    });
    let content = match route.sends {
        Sends::Nothing => return operation,
        Sends::Json(shape) => json(shape(generator).into()),
        Sends::Photo => {
            let bytes = json!({"schema": {"type": "string", "format": "binary"}});
            json!({"image/jpeg": bytes, "image/png": bytes, "image/webp": bytes})
        }
    };
    operation["requestBody"] = json!({"required": true, "content": content});
    operation
}

/// One event as a viewer was told it. The event itself has a shape of its machine's own.
fn frame() -> Value {
    let whole = json!({"type": "integer", "minimum": 0});
    json!({
        "type": "object",
        "required": ["number", "at", "time", "machine", "private", "event", "telling"],
        "properties": {
            "number": whole,
            "at": {"description": "Milliseconds of UTC since 1970.", "type": "integer"},
            "time": whole,
            "machine": {"type": "string"},
            "private": {"description": "Whether it was told to some and not to all.", "type": "boolean"},
            "to": {"description": "To whom; the host alone is told this."},
            "event": {"type": "object"},
            "telling": {"oneOf": [telling(), {"type": "null"}]},
            "begins": {
                "description": "The phase that begins with it.",
                "type": "object",
                "required": ["phase", "heading"],
                "properties": {"phase": {"type": "string"}, "heading": {"type": ["string", "null"]}},
            },
        },
    })
}

/// An event in words.
fn telling() -> Value {
    let words = |about: &str| json!({"description": about, "type": "string"});
    let seat = json!({"type": "integer", "minimum": 1});
    json!({
        "type": "object",
        "required": ["voice", "tone", "text"],
        "properties": {
            "voice": {"type": "string", "enum": ["host", "seat", "thought", "aside"]},
            "seat": seat,
            "tone": {"type": "string", "enum": Tone::ALL},
            "text": words("All of it in one text."),
            "who": words("Who speaks or acts, where that is not whoever's voice it is; of a figure, whose it is."),
            "manner": words("In what manner they speak."),
            "title": words("What stands over the words."),
            "words": words("The words alone, where the text has more or says it otherwise."),
            "note": words("What stands beside the words, in small."),
            "asks": seat,
            "mark": {
                "description": "What a timeline says of it.",
                "type": "object",
                "required": ["sign", "about"],
                "properties": {"sign": {"type": "string"}, "about": {"type": "string"}},
            },
        },
    })
}

/// One server-sent event.
fn event() -> Value {
    json!({
        "type": "object",
        "required": ["data"],
        "properties": {
            "event": {
                "description": "What it is: news, or why there will be none.",
                "type": "string",
                "enum": ["update", "closed"],
            },
            "id": {"description": "The number of the last event in it: what to go on after.", "type": "string"},
            "data": {"description": "JSON.", "type": "string"},
        },
    })
}

/// Every way in which a request may not be done, with what it means.
const REFUSALS: &[(u16, &str)] = &[
    (400, "It cannot be read: the message says where."),
    (403, "It comes from a page of another server."),
    (404, "There is no such thing, or no right to it: the two are told alike."),
    (405, "This address is not asked for in this way: the header Allow says in which."),
    (408, "The body did not come in time."),
    (409, "The rules do not allow it now: the message says why, and what would be right."),
    (410, "The invitation was used already, or has run out."),
    (413, "The body is too large, or did not come whole."),
    (415, "The body is not said to be JSON."),
    (421, "This server answers to names of its own machine alone."),
    (422, "What is wanted cannot be: the faults say which fields are wrong."),
    (429, "Too many requests, or too much under way: ask again later."),
    (503, "It cannot be done now: something is full, rests, or could not be read or written."),
];

/// What is not done is told alike everywhere: JSON for programs, and a page for browsers outside of `/api`.
fn refused(status: u16, why: &str, error: &schemars::Schema) -> Value {
    let mut refused = json!({"description": why, "content": {"application/json": {"schema": error}}});
    if matches!(status, 429 | 503) {
        let schema = json!({"type": "integer", "minimum": 0});
        refused["headers"] =
            json!({"Retry-After": {"description": "Seconds after which to ask again.", "schema": schema}});
    }
    refused
}

/// How a request of a route may be refused.
fn refusals(route: &Route) -> Vec<u16> {
    let mut refusals = vec![400, 405, 421, 429, 503];
    if !OPEN_TO_ALL.contains(&route.name) {
        refusals.push(404);
    }
    if route.path.starts_with("/join/") {
        refusals.push(410);
    }
    match route.sends {
        Sends::Nothing => refusals.push(409),
        Sends::Json(_) => refusals.extend([403, 408, 409, 413, 415, 422]),
        Sends::Photo => refusals.extend([403, 408, 409, 413, 422]),
    }
    refusals.sort_unstable();
    refusals
}

/// What everybody may ask for.
const OPEN_TO_ALL: &[&str] = &["health", "activities", "machines", "tables"];

/// A seat, as it is written.
const SEAT: &str = "seat:([1-9]|[12][0-9]|3[0-2])";

fn parameters(route: &Route) -> Vec<Value> {
    let names = route.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let in_path = names.map(|name| {
        let schema = match name {
            "id" => json!({"type": "string", "pattern": "^[a-z0-9-]{1,32}$"}),
            "hash" | "token" => json!({"type": "string", "pattern": "^[0-9a-f]{64}$"}),
            _ => json!({"type": "string"}),
        };
        json!({"name": name, "in": "path", "required": true, "schema": schema})
    });
    let in_query = route.query.iter().map(|name| {
        let pattern = |pattern: String| json!({"type": "string", "pattern": pattern});
        let (name, required, schema) = match *name {
            "as" => ("as", false, pattern(format!("^(public|observer|host|{SEAT})$"))),
            "as-seat" => ("as", true, pattern(format!("^{SEAT}$"))),
            "format" => ("format", false, json!({"type": "string", "enum": ["jsonl", "md", "html"]})),
            "read-as" => ("format", false, json!({"type": "string", "enum": ["md", "html"]})),
            "show" => ("show", false, json!({"type": "string", "enum": crate::wire::Find::STANDS})),
            "machine" | "q" | "behind" => (*name, false, json!({"type": "string"})),
            number => (number, false, json!({"type": "integer", "minimum": 0, "maximum": u64::MAX})),
        };
        json!({"name": name, "in": "query", "required": required, "schema": schema})
    });
    in_path.chain(in_query).collect()
}

#[cfg(test)]
mod tests {
    use engine::{SeatId, Telling, Voice};

    use super::*;

    #[test]
    fn every_part_of_a_telling_is_in_the_document() {
        let whole = Telling::new(Voice::Seat(SeatId::at(0)), "x")
            .who("Ana")
            .title("x")
            .words("x")
            .note("x")
            .asks(SeatId::at(0))
            .mark("x", "x");
        let whole = json!(Telling { manner: Some("dry".to_owned()), ..whole });
        let (parts, shape) = (whole.as_object().expect("an object"), telling());
        let known = shape["properties"].as_object().expect("properties");
        assert!(parts.keys().eq(known.keys()), "{whole}\n{shape}");
    }
}
