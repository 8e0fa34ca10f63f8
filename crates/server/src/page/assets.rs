//! What the pages load: small files of our own, in the program itself.

use std::io::Write;
use std::sync::OnceLock;

use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::Hash;
use flate2::Compression;
use flate2::write::GzEncoder;

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
pub(super) const SAYS_JS: &str = include_str!("../../web/says.js");
pub(super) const PAGE_JS: &str = include_str!("../../web/page.js");
pub(super) const REPLAY_JS: &str = include_str!("../../web/replay.js");

/// Name, type and bytes of every file.
const FILES: &[(&str, &str, &str)] = &[
    ("style.css", "text/css; charset=utf-8", STYLE),
    ("says.js", "text/javascript; charset=utf-8", SAYS_JS),
    ("page.js", "text/javascript; charset=utf-8", PAGE_JS),
    ("live.js", "text/javascript; charset=utf-8", include_str!("../../web/live.js")),
    ("replay.js", "text/javascript; charset=utf-8", REPLAY_JS),
    ("photos.js", "text/javascript; charset=utf-8", include_str!("../../web/photos.js")),
    ("piles.js", "text/javascript; charset=utf-8", include_str!("../../web/piles.js")),
    ("along.js", "text/javascript; charset=utf-8", include_str!("../../web/along.js")),
    ("hints.js", "text/javascript; charset=utf-8", include_str!("../../web/hints.js")),
    ("lobby.js", "text/javascript; charset=utf-8", include_str!("../../web/lobby.js")),
    ("settings.js", "text/javascript; charset=utf-8", include_str!("../../web/settings.js")),
    ("app.js", "text/javascript; charset=utf-8", include_str!("../../web/app.js")),
    ("awake.js", "text/javascript; charset=utf-8", include_str!("../../web/awake.js")),
    ("streams.js", "text/javascript; charset=utf-8", include_str!("../../web/streams.js")),
    ("turn.js", "text/javascript; charset=utf-8", include_str!("../../web/turn.js")),
    ("icon-turn.svg", "image/svg+xml", include_str!("../../web/icon-turn.svg")),
    ("manifest.json", "application/manifest+json", include_str!("../../web/manifest.json")),
    ("icon.svg", "image/svg+xml", include_str!("../../web/icon.svg")),
];

/// The same as brotli, which `cargo xtask generate` writes: nothing that we are built from or run with has to know how.
const BROTLI: &[(&str, &[u8])] = &[
    ("style.css", include_bytes!("../../web/br/style.css.br")),
    ("says.js", include_bytes!("../../web/br/says.js.br")),
    ("page.js", include_bytes!("../../web/br/page.js.br")),
    ("live.js", include_bytes!("../../web/br/live.js.br")),
    ("replay.js", include_bytes!("../../web/br/replay.js.br")),
    ("photos.js", include_bytes!("../../web/br/photos.js.br")),
    ("piles.js", include_bytes!("../../web/br/piles.js.br")),
    ("along.js", include_bytes!("../../web/br/along.js.br")),
    ("hints.js", include_bytes!("../../web/br/hints.js.br")),
    ("lobby.js", include_bytes!("../../web/br/lobby.js.br")),
    ("settings.js", include_bytes!("../../web/br/settings.js.br")),
    ("app.js", include_bytes!("../../web/br/app.js.br")),
    ("awake.js", include_bytes!("../../web/br/awake.js.br")),
    ("streams.js", include_bytes!("../../web/br/streams.js.br")),
    ("turn.js", include_bytes!("../../web/br/turn.js.br")),
    ("icon-turn.svg", include_bytes!("../../web/br/icon-turn.svg.br")),
    ("manifest.json", include_bytes!("../../web/br/manifest.json.br")),
    ("icon.svg", include_bytes!("../../web/br/icon.svg.br")),
];

/// Of which bytes each of these was made: one that is older than its file is not sent.
const SUMS: &str = include_str!("../../web/br/sums.txt");

/// The worker by which a browser says that the place cannot be reached. It is asked for at the root: it is for all pages.
const SERVICE_JS: &str = include_str!("../../web/service.js");

/// The name of all of them as they are: another for every change, so that a browser may keep them for good.
fn version() -> &'static str {
    static VERSION: OnceLock<String> = OnceLock::new();
    VERSION.get_or_init(|| {
        let all: String = FILES.iter().map(|(name, _, bytes)| format!("{name}\n{bytes}\n")).collect();
        Hash::of(all.as_bytes()).to_string().chars().take(VERSION_CHARS).collect()
    })
}

/// Letters of that name.
const VERSION_CHARS: usize = 12;

/// Where a page finds one of them.
pub(super) fn href(name: &str) -> String {
    format!("/assets/{}/{name}", version())
}

/// One of them. A browser asks whether it is still the same, and is sent no bytes that it has.
pub(crate) async fn asset(Path(name): Path<String>, headers: HeaderMap) -> Result<Response, Fail> {
    sent(&name, "no-cache", &headers)
}

/// The same by its version: as long as that is ours, it is kept for good. A page of before finds what is there now.
pub(crate) async fn versioned(
    Path((wanted, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Fail> {
    let is_ours = wanted == version();
    sent(&name, if is_ours { "public, max-age=31536000, immutable" } else { "no-cache" }, &headers)
}

/// The worker.
pub(crate) async fn service() -> Response {
    let about =
        [(header::CONTENT_TYPE, "text/javascript; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")];
    (about, SERVICE_JS).into_response()
}

fn sent(name: &str, keep: &'static str, headers: &HeaderMap) -> Result<Response, Fail> {
    let (_, kind, bytes) = FILES.iter().find(|(known, ..)| *known == name).ok_or_else(Fail::not_found)?;
    let tag = format!("\"{}\"", Hash::of(bytes.as_bytes()));
    let said = |name| headers.get(name).and_then(|sent: &HeaderValue| sent.to_str().ok()).unwrap_or_default();
    let is_known =
        said(header::IF_NONE_MATCH).split(',').any(|one| one.trim().trim_start_matches("W/") == tag);
    let about = [
        (header::CONTENT_TYPE, *kind),
        (header::CACHE_CONTROL, keep),
        (header::ETAG, tag.as_str()),
        (header::VARY, "accept-encoding"),
    ];
    if is_known {
        return Ok((StatusCode::NOT_MODIFIED, about).into_response());
    }
    let takes = |encoding: &str| {
        let taken = said(header::ACCEPT_ENCODING);
        taken.split(',').any(|one| one.split(';').next().is_some_and(|one| one.trim() == encoding))
    };
    let smallest = brotli(name).filter(|_| takes("br")).map(|small| ("br", small));
    Ok(match smallest.or_else(|| Some(("gzip", small(name).filter(|_| takes("gzip"))?))) {
        Some((encoding, small)) => (about, [(header::CONTENT_ENCODING, encoding)], small).into_response(),
        None => (about, *bytes).into_response(),
    })
}

/// One of them as brotli, if that was made of what the file is now.
fn brotli(name: &str) -> Option<&'static [u8]> {
    static CURRENT: OnceLock<Vec<&str>> = OnceLock::new();
    let current = CURRENT.get_or_init(|| {
        FILES.iter().filter(|(name, _, bytes)| is_packed(name, bytes)).map(|(name, ..)| *name).collect()
    });
    BROTLI.iter().find(|(known, _)| *known == name && current.contains(known)).map(|(_, small)| *small)
}

/// Was the brotli of a file made of these bytes?
fn is_packed(name: &str, bytes: &str) -> bool {
    let made_of = SUMS.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    made_of.is_some_and(|made_of| made_of == Hash::of(bytes.as_bytes()).to_string())
}

/// One of them, compressed. They are the same for everybody, so their length tells no secret; a page's would.
fn small(name: &str) -> Option<&'static [u8]> {
    static SMALL: OnceLock<Vec<(&str, Vec<u8>)>> = OnceLock::new();
    let all = SMALL.get_or_init(|| {
        let compressed = |bytes: &str| {
            let mut out = GzEncoder::new(Vec::new(), Compression::best());
            out.write_all(bytes.as_bytes()).and_then(|()| out.finish()).ok()
        };
        FILES.iter().filter_map(|(name, _, bytes)| Some((*name, compressed(bytes)?))).collect()
    });
    all.iter().find(|(known, _)| *known == name).map(|(_, bytes)| bytes.as_slice())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_there_as_brotli_and_smaller_than_as_gzip() {
        for (name, ..) in FILES {
            let small = brotli(name);
            let gzip = super::small(name).map_or(0, <[u8]>::len);
            let is_smaller = small.is_some_and(|small| small.len() < gzip);
            assert!(is_smaller, "{name} has changed: `cargo xtask generate`, with Node, writes it anew");
        }
        assert_eq!(BROTLI.len(), FILES.len());
        assert!(!is_packed("style.css", "other styles"), "what is older than its file is not sent");
    }
}
