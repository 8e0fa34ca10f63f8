//! What the pages load: small files of our own, in the program itself.

use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Response};

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
    ("lobby.js", "text/javascript; charset=utf-8", include_str!("../../web/lobby.js")),
    ("settings.js", "text/javascript; charset=utf-8", include_str!("../../web/settings.js")),
    ("turn.js", "text/javascript; charset=utf-8", include_str!("../../web/turn.js")),
    ("icon-turn.svg", "image/svg+xml", include_str!("../../web/icon-turn.svg")),
    ("icon.svg", "image/svg+xml", include_str!("../../web/icon.svg")),
];

/// One of them.
pub(crate) async fn asset(Path(name): Path<String>) -> Result<Response, Fail> {
    let file = FILES.iter().find(|(known, ..)| *known == name).ok_or_else(Fail::not_found)?;
    Ok(([(header::CONTENT_TYPE, file.1), (header::CACHE_CONTROL, "no-cache")], file.2).into_response())
}
