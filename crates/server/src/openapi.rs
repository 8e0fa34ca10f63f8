//! The OpenAPI document, made from the list of routes and the types themselves.

use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::routes::{Answer, ROUTES, Route};
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
        let operation = operation(route, &mut generator, &error);
        let path = paths.entry(route.path).or_insert_with(|| json!({}));
        path[route.method] = operation;
    }
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
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
    })
}

fn operation(route: &Route, generator: &mut schemars::SchemaGenerator, error: &schemars::Schema) -> Value {
    let free = json!({"type": "object"});
    let (status, content) = match route.answer {
        Answer::Json(status, shape) => (status, json!({"application/json": {"schema": shape(generator)}})),
        Answer::Free => (200, json!({"application/json": {"schema": free}})),
        Answer::FreeList => (200, json!({"application/json": {"schema": {"type": "array", "items": free}}})),
        Answer::Text(kind) => (200, json!({kind: {"schema": {"type": "string"}}})),
        Answer::Elsewhere => (303, Value::Null),
    };
    let mut well = json!({"description": "Done."});
    if !content.is_null() {
        well["content"] = content;
    }
    let refused = json!({
        "description": "Not done; the body says why and what to do.",
        "content": {"application/json": {"schema": error}},
    });
    let mut operation = json!({
        "operationId": route.name,
        "summary": route.about,
        "parameters": parameters(route),
        "responses": {status.to_string(): well, "4XX": refused, "503": refused},
    });
    if let Some(shape) = route.body {
        let content = json!({"application/json": {"schema": shape(generator)}});
        operation["requestBody"] = json!({"required": true, "content": content});
    }
    operation
}

fn parameters(route: &Route) -> Vec<Value> {
    let names = route.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let in_path =
        names.map(|name| json!({"name": name, "in": "path", "required": true, "schema": {"type": "string"}}));
    let in_query = route.query.iter().map(|name| {
        let schema = match *name {
            "as" => json!({"type": "string", "pattern": "^(public|observer|host|seat:[1-9][0-9]?)$"}),
            "format" => json!({"type": "string", "enum": ["jsonl", "md"]}),
            _ => json!({"type": "integer", "minimum": 0}),
        };
        json!({"name": name, "in": "query", "required": false, "schema": schema})
    });
    in_path.chain(in_query).collect()
}
