//! What the pages load: small files of our own, in the program itself.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::Hash;

use crate::answer::Fail;

/// The styles: what all pages have, then a file a subject.
pub(super) const STYLE: &str = concat!(
    include_str!("../../web/style/base.css"),
    include_str!("../../web/style/screen.css"),
    include_str!("../../web/style/table.css"),
    include_str!("../../web/style/talk.css"),
    include_str!("../../web/style/ask.css"),
    include_str!("../../web/style/board.css"),
    include_str!("../../web/style/ring.css"),
    include_str!("../../web/style/story.css"),
    include_str!("../../web/style/room.css"),
    include_str!("../../web/style/piles.css"),
    include_str!("../../web/style/lobby.css"),
    include_str!("../../web/style/replay.css"),
    include_str!("../../web/style/machine.css"),
);

/// The scripts that a file to keep has in it.
pub(super) const PAGE_JS: &str = include_str!("../../web/page.js");
pub(super) const REPLAY_JS: &str = include_str!("../../web/replay.js");

/// Name, type and bytes of every file.
const FILES: &[(&str, &str, &str)] = &[
    ("style.css", "text/css; charset=utf-8", STYLE),
    ("page.js", "text/javascript; charset=utf-8", PAGE_JS),
    ("live.js", "text/javascript; charset=utf-8", include_str!("../../web/live.js")),
    ("replay.js", "text/javascript; charset=utf-8", REPLAY_JS),
    ("photos.js", "text/javascript; charset=utf-8", include_str!("../../web/photos.js")),
    ("piles.js", "text/javascript; charset=utf-8", include_str!("../../web/piles.js")),
    ("along.js", "text/javascript; charset=utf-8", include_str!("../../web/along.js")),
    ("hints.js", "text/javascript; charset=utf-8", include_str!("../../web/hints.js")),
    ("lobby.js", "text/javascript; charset=utf-8", include_str!("../../web/lobby.js")),
    ("settings.js", "text/javascript; charset=utf-8", include_str!("../../web/settings.js")),
    ("streams.js", "text/javascript; charset=utf-8", include_str!("../../web/streams.js")),
    ("turn.js", "text/javascript; charset=utf-8", include_str!("../../web/turn.js")),
    ("icon-turn.svg", "image/svg+xml", include_str!("../../web/icon-turn.svg")),
    ("manifest.json", "application/manifest+json", include_str!("../../web/manifest.json")),
    ("icon.svg", "image/svg+xml", include_str!("../../web/icon.svg")),
];

/// One of them. A browser asks whether it is still the same, and is sent no bytes that it has.
pub(crate) async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Result<Response, Fail> {
    let (_, kind, bytes) = FILES.iter().find(|(known, ..)| *known == name).ok_or_else(Fail::not_found)?;
    let tag = format!("\"{}\"", Hash::of(bytes.as_bytes()));
    let sent = headers.get(header::IF_NONE_MATCH).and_then(|sent| sent.to_str().ok()).unwrap_or_default();
    let is_known = sent.split(',').any(|one| one.trim().trim_start_matches("W/") == tag);
    let about =
        [(header::CONTENT_TYPE, *kind), (header::CACHE_CONTROL, "no-cache"), (header::ETAG, tag.as_str())];
    Ok(match is_known {
        true => (StatusCode::NOT_MODIFIED, about).into_response(),
        false => (about, *bytes).into_response(),
    })
}
