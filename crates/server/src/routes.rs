//! The one list of everything that can be asked for. The router and the OpenAPI document are both made from it.

use axum::Router;
use axum::middleware;
use axum::routing::{MethodRouter, delete, get, post};
use schemars::{JsonSchema, Schema, SchemaGenerator};

use crate::answer::Fail;
use crate::api::{again, commands, events, history, machines, photos, rights, seats, tables};
use crate::edge::edge;
use crate::page;
use crate::server::App;
use crate::wire;

/// One thing that can be asked for.
pub(crate) struct Route {
    pub(crate) method: &'static str,
    pub(crate) path: &'static str,
    /// Its name for programs.
    pub(crate) name: &'static str,
    /// What it does, in a line.
    pub(crate) about: &'static str,
    /// The fields of its query, of those that a [`wire::Look`] or a [`wire::Find`] has. `as-seat` is an `as` that has to name a seat.
    pub(crate) query: &'static [&'static str],
    /// What is sent.
    pub(crate) sends: Sends,
    /// What comes back.
    pub(crate) answer: Answer,
    handler: fn() -> MethodRouter<App>,
}

/// What is sent with a request.
pub(crate) enum Sends {
    /// No body.
    Nothing,
    /// JSON of a shape.
    Json(Shape),
    /// The bytes of a picture.
    Photo,
}

/// The schema of a type.
pub(crate) type Shape = fn(&mut SchemaGenerator) -> Schema;

/// What comes back when all is well.
pub(crate) enum Answer {
    /// JSON of a shape, with this status.
    Json(u16, Shape),
    /// JSON of a machine's own shape: what a viewer sees.
    Free,
    /// What a viewer was told: a list of frames.
    Frames,
    /// Text of one of these types.
    Text(&'static [&'static str]),
    /// Server-sent events.
    Events,
    /// Another address.
    Elsewhere,
}

fn shape<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

/// Everything.
pub(crate) const ROUTES: &[Route] = &[
    Route {
        method: "get",
        path: "/api/health",
        name: "health",
        about: "Is all well?",
        query: &[],
        sends: Sends::Nothing,
        answer: Answer::Json(200, shape::<wire::Health>),
        handler: || get(machines::health),
    },
    Route {
        method: "get",
        path: "/api/metrics",
        name: "metrics",
        about: "Figures for a monitor, for the owner, in the text format of Prometheus: sessions by state, streams, records and \
                commits since the start, how long commands took, and refusals by code.",
        query: &[],
        sends: Sends::Nothing,
        answer: Answer::Text(&["text/plain"]),
        handler: || get(machines::metrics),
    },
    Route {
        method: "get",
        path: "/api/activities",
        name: "activities",
        about: "What can be played, and how a table of it is laid.",
        query: &[],
        sends: Sends::Nothing,
        answer: Answer::Json(200, shape::<Vec<wire::Activity>>),
        handler: || get(machines::activities),
    },
    Route {
        method: "get",
        path: "/api/machines",
        name: "machines",
        about: "Every machine with its phases.",
        query: &[],
        sends: Sends::Nothing,
        answer: Answer::Json(200, shape::<Vec<wire::Machine>>),
        handler: || get(machines::all),
    },
    Route {
        method: "get",
        path: "/api/machines/{name}",
        name: "machine",
        about: "One machine with its phases.",
        query: &[],
        sends: Sends::Nothing,
        answer: Answer::Json(200, shape::<wire::Machine>),
        handler: || get(machines::one),
    },
    Route {
        method: "get",
        path: "/api/machines/{name}/diagram",
        name: "diagram",
        about: "One machine as a picture of its phases.",
        query: &[],
        sends: Sends::Nothing,
        answer: Answer::Text(&["image/svg+xml"]),
        handler: || get(machines::diagram),
    },
    Route {
        method: "get",
        path: "/api/campaigns",
        name: "campaigns",
        about: "What goes on from one session to the next, for the owner, the one that was last played first.",
        query: &[],
        sends: Sends::Nothing,
        answer: Answer::Json(200, shape::<Vec<wire::Campaign>>),
        handler: || get(tables::campaigns),
    },
    Route {
        method: "get",
        path: "/api/tables",
        name: "tables",
        about: "The tables that you may see, the newest first: all, or those that are looked for. If there are more than are told at once, it \
                says after which they come.",
        query: &["show", "machine", "q", "behind"],
        sends: Sends::Nothing,
        answer: Answer::Json(200, shape::<wire::Tables>),
        handler: || get(tables::list),
    },
    Route {
        method: "post",
        path: "/api/tables",
        name: "create",
        about: "Lays a new table.",
        query: &[],
        sends: Sends::Json(shape::<wire::NewTable>),
        answer: Answer::Json(201, shape::<wire::Made>),
        handler: || post(tables::create),
    },
    Route {
        method: "get",
        path: "/api/tables/{id}",
        name: "look",
        about: "How things stand at a table, now or after so many of the viewer's own events.",
        query: &["as", "at"],
        sends: Sends::Nothing,
        answer: Answer::Free,
        handler: || get(tables::look),
    },
    Route {
        method: "delete",
        path: "/api/tables/{id}",
        name: "delete",
        about: "Deletes a table for good, for the owner: its record, its photos and every right at it. Forks of it stay.",
        query: &[],
        sends: Sends::Nothing,
        answer: Answer::Json(200, shape::<wire::Deleted>),
        handler: || delete(tables::delete),
    },
    Route {
        method: "get",
        path: "/api/tables/{id}/events",
        name: "listen",
        about: "What happens at a table, as it happens: server-sent events, which Last-Event-ID goes on with.",
        query: &["as", "after"],
        sends: Sends::Nothing,
        answer: Answer::Events,
        handler: || get(events::listen),
    },
    Route {
        method: "get",
        path: "/api/tables/{id}/frames",
        name: "frames",
        about: "Every event that a viewer was told.",
        query: &["as", "after"],
        sends: Sends::Nothing,
        answer: Answer::Frames,
        handler: || get(history::frames),
    },
    Route {
        method: "get",
        path: "/api/tables/{id}/export",
        name: "export",
        about: "A session written down: the whole log for whoever runs the table, or what a viewer was told.",
        query: &["as", "format"],
        sends: Sends::Nothing,
        answer: Answer::Text(&["application/jsonl", "text/markdown", "text/html"]),
        handler: || get(history::export),
    },
    Route {
        method: "get",
        path: "/api/tables/{id}/book",
        name: "book",
        about: "A session and all that it goes on from as one text to read, as all were told it: Markdown, or a page.",
        query: &["read-as"],
        sends: Sends::Nothing,
        answer: Answer::Text(&["text/markdown", "text/html"]),
        handler: || get(history::book),
    },
    Route {
        method: "post",
        path: "/api/tables/{id}/commands",
        name: "command",
        about: "Does something at a table: an answer, a line, a command.",
        query: &[],
        sends: Sends::Json(shape::<wire::NewCommand>),
        answer: Answer::Json(200, shape::<wire::Done>),
        handler: || post(commands::command),
    },
    Route {
        method: "post",
        path: "/api/tables/{id}/session",
        name: "session",
        about: "Begins, pauses, goes on with, ends or closes a session: for whoever runs the table, and for those in their seats who may change its state.",
        query: &[],
        sends: Sends::Json(shape::<wire::NewState>),
        answer: Answer::Json(200, shape::<wire::Done>),
        handler: || post(commands::set_state),
    },
    Route {
        method: "post",
        path: "/api/tables/{id}/seats",
        name: "sit",
        about: "Lets somebody sit down in a seat of the house or of a model, with all that the seat sees; or gives it back. A guest who leaves a seat may watch from then on.",
        query: &[],
        sends: Sends::Json(shape::<wire::NewSitting>),
        answer: Answer::Json(200, shape::<wire::Done>),
        handler: || post(seats::change),
    },
    Route {
        method: "post",
        path: "/api/tables/{id}/rewind",
        name: "rewind",
        about: "Takes the activity back to a record.",
        query: &[],
        sends: Sends::Json(shape::<wire::NewRewind>),
        answer: Answer::Json(200, shape::<wire::Done>),
        handler: || post(commands::rewind),
    },
    Route {
        method: "post",
        path: "/api/tables/{id}/fork",
        name: "fork",
        about: "Makes a new session that shares the records of this one up to one of them.",
        query: &[],
        sends: Sends::Json(shape::<wire::NewFork>),
        answer: Answer::Json(201, shape::<wire::Made>),
        handler: || post(commands::fork),
    },
    Route {
        method: "post",
        path: "/api/tables/{id}/again",
        name: "again",
        about: "Lays the same table again once it is over, with the same seats and options, and takes everybody along: \
                whoever has a right at the old one comes to the new one by a press on its page.",
        query: &[],
        sends: Sends::Nothing,
        answer: Answer::Json(201, shape::<wire::Made>),
        handler: || post(again::create),
    },
    Route {
        method: "post",
        path: "/api/tables/{id}/photos",
        name: "add_photo",
        about: "Hands in a photo of a seat's: the bytes of a JPEG, PNG or WebP file.",
        query: &["as-seat"],
        sends: Sends::Photo,
        answer: Answer::Json(201, shape::<wire::KeptPhoto>),
        handler: || post(photos::add),
    },
    Route {
        method: "get",
        path: "/api/tables/{id}/photos/{hash}",
        name: "photo",
        about: "A photo, for those who sit at the table or run it.",
        query: &[],
        sends: Sends::Nothing,
        answer: Answer::Text(&["image/jpeg"]),
        handler: || get(photos::look),
    },
    Route {
        method: "post",
        path: "/api/tables/{id}/invitations",
        name: "invite",
        about: "Makes an invitation: an address that is taken up once, or by everybody if it is to any seat.",
        query: &[],
        sends: Sends::Json(shape::<wire::NewInvitation>),
        answer: Answer::Json(201, shape::<wire::Invitation>),
        handler: || post(rights::invite),
    },
    Route {
        method: "get",
        path: "/api/tables/{id}/rights",
        name: "guests",
        about: "Who is here: every right at the table, for whoever runs it.",
        query: &[],
        sends: Sends::Nothing,
        answer: Answer::Json(200, shape::<Vec<wire::Guest>>),
        handler: || get(rights::guests),
    },
    Route {
        method: "delete",
        path: "/api/tables/{id}/rights/{right}",
        name: "take_away",
        about: "Takes one right away.",
        query: &[],
        sends: Sends::Nothing,
        answer: Answer::Json(200, shape::<wire::Revoked>),
        handler: || delete(rights::take_away),
    },
    Route {
        method: "delete",
        path: "/api/tables/{id}/rights",
        name: "revoke",
        about: "Takes every right to a scope away, invitations with them.",
        query: &[],
        sends: Sends::Json(shape::<wire::NewInvitation>),
        answer: Answer::Json(200, shape::<wire::Revoked>),
        handler: || delete(rights::revoke),
    },
    Route {
        method: "get",
        path: "/join/{token}",
        name: "invitation",
        about: "What an invitation is to, as a page with the button that takes it up. Looking at it changes nothing.",
        query: &[],
        sends: Sends::Nothing,
        answer: Answer::Text(&["text/html"]),
        handler: || get(page::invited),
    },
    Route {
        method: "post",
        path: "/join/{token}",
        name: "join",
        about: "Takes up an invitation, by its token or by a short code. A form may send the name of whoever takes a free seat.",
        query: &[],
        sends: Sends::Nothing,
        answer: Answer::Elsewhere,
        handler: || post(rights::join),
    },
];

/// Words that stand in the paths of pages.
const PAGE_WORDS: &[&str] = &[
    "owner",
    "join",
    "help",
    "new",
    "t",
    "replay",
    "cut",
    "thought",
    "clip.svg",
    "clip.txt",
    "together",
    "forks",
    "machine",
    "live",
    "talk",
    "answer",
    "session",
    "again",
    "along",
    "photos",
    "delete",
    "invite",
    "seats",
    "rights",
    "stewards",
    "fair",
    "gallery",
    "assets",
    "service.js",
    "offline",
    "openapi.json",
];

/// A path with a star for whatever is no word of our own: a name, an id, a token.
pub(crate) fn known_words(path: &str) -> String {
    let is_ours = |part: &str| {
        part.is_empty()
            || PAGE_WORDS.contains(&part)
            || ROUTES
                .iter()
                .any(|route| route.path.split('/').any(|word| word == part && !word.starts_with('{')))
    };
    let parts: Vec<&str> =
        path.split('/').take(8).map(|part| if is_ours(part) { part } else { "*" }).collect();
    parts.join("/")
}

/// The router.
pub(crate) fn router(app: App) -> Router {
    let mut router: Router<App> = Router::new();
    for route in ROUTES {
        router = router.route(route.path, (route.handler)());
    }
    router
        .route("/owner/{token}", get(rights::own))
        .route("/", get(page::lobby))
        .route("/join", get(page::door))
        .route("/help", get(page::help))
        .route("/help/{machine}", get(page::how))
        .route("/new", get(page::new_table).post(page::make))
        .route("/t/{id}", get(page::table))
        .route("/t/{id}/replay", get(page::replay))
        .route("/t/{id}/replay/cut", get(page::cut))
        .route("/t/{id}/replay/thought", get(page::thought))
        .route("/t/{id}/clip.svg", get(page::clip_picture))
        .route("/t/{id}/clip.txt", get(page::clip_text))
        .route("/t/{id}/together", post(page::lead))
        .route("/t/{id}/together/{code}", get(page::follow))
        .route("/t/{id}/forks", post(page::fork))
        .route("/t/{id}/machine", get(page::machine))
        .route("/t/{id}/live", get(page::live))
        .route("/t/{id}/talk", get(page::earlier))
        .route("/live", get(page::shared))
        .route("/t/{id}/answer", post(page::answer))
        .route("/t/{id}/session", post(page::session))
        .route("/t/{id}/again", post(page::again))
        .route("/t/{id}/along", post(page::along))
        .route("/t/{id}/photos", post(page::add_photos))
        .route("/t/{id}/photos/delete", post(page::delete_photos))
        .route("/t/{id}/invite", post(page::invite))
        .route("/t/{id}/seats", post(page::sit))
        .route("/t/{id}/rights", post(page::take_away))
        .route("/t/{id}/stewards", post(page::stewards))
        .route("/t/{id}/fair", post(page::fair))
        .route("/t/{id}/gallery", post(page::say_in_gallery))
        .route("/t/{id}/delete", post(page::delete))
        .route("/assets/{name}", get(page::asset))
        .route("/assets/{version}/{name}", get(page::versioned))
        .route("/service.js", get(page::service))
        .route("/offline", get(page::offline))
        .route("/api/openapi.json", get(async || axum::Json(crate::openapi::document())))
        .fallback(async || Fail::not_found())
        .layer(middleware::from_fn_with_state(app.clone(), edge))
        .with_state(app)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_a_path_only_words_of_our_own_are_told() {
        assert_eq!(known_words("/"), "/");
        assert_eq!(known_words("/api/tables/7f3a/commands"), "/api/tables/*/commands");
        assert_eq!(known_words("/t/7f3a/replay/cut"), "/t/*/replay/cut");
        assert_eq!(known_words("/join/0123456789abcdef"), "/join/*");
        assert_eq!(known_words("/{id}/owner/secret"), "/*/owner/*");
        assert_eq!(known_words(&"/x".repeat(1_000)).len(), 14);
    }

    #[test]
    fn every_word_of_a_page_is_known() {
        let source = include_str!("routes.rs");
        let pages =
            source.lines().filter_map(|line| line.trim().strip_prefix(".route(\"")?.split('"').next());
        for page in pages {
            let wanted: Vec<&str> =
                page.split('/').map(|part| if part.starts_with('{') { "*" } else { part }).collect();
            assert_eq!(known_words(page), wanted.join("/"));
        }
    }
}
