//! A replay as one file to keep: the page with its styles, its script and every moment in it. It asks for nothing, so it
//! opens from a disk.

use std::collections::BTreeMap;

use engine::{Catalog, Damage, LogEntry, SeatId, SessionId, Viewer};
use serde::Serialize;

use super::assets::{PAGE_JS, REPLAY_JS, SAYS_JS, STYLE};
use super::html::{Html, el};
use super::layout::SCREEN;
use super::player::{Controls, Layout, Now, Thoughts};
use super::reel::{LaidOut, Reel, Texts};
use crate::says;

/// What the script reads.
#[derive(Serialize)]
struct Film {
    texts: Texts,
    viewers: BTreeMap<String, Kept>,
}

/// A session as one viewer was told it. Texts are places in the film's.
#[derive(Serialize)]
struct Kept {
    last: usize,
    lines: Vec<usize>,
    #[serde(flatten)]
    laid: LaidOut,
    records: Vec<u64>,
    bar: usize,
}

/// Nothing from anywhere: whoever opens the file tells nobody.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:";

/// A session as a page in one file: through the eyes of one viewer, or of all of them.
pub fn replay_file(
    catalog: Catalog,
    id: &SessionId,
    title: &str,
    log: &[LogEntry],
    viewer: Option<Viewer>,
) -> Result<String, Damage> {
    let reel = |viewer: Viewer| {
        let nothing = || Damage::Unreadable { number: 1, why: says::THE_LOG_ENDS_BEFORE_IT.to_owned() };
        Reel::of(catalog, id.clone(), viewer, log)?.ok_or_else(nothing)
    };
    let first = reel(viewer.unwrap_or(Viewer::Public))?;
    let viewers = match viewer {
        Some(viewer) => vec![viewer],
        None => {
            let seats = (0..first.stage.seats.len()).map(|at| Viewer::Seat(SeatId::at(at)));
            std::iter::once(Viewer::Public).chain(seats).chain([Viewer::Host]).collect()
        }
    };
    let mut texts = Texts::default();
    let mut kept = BTreeMap::new();
    for viewer in &viewers {
        kept.insert(viewer.to_string(), keep(&reel(*viewer)?, &viewers, &mut texts));
    }
    let film = Film { texts, viewers: kept };
    let now = Now { at: 0, viewer: first.stage.viewer, think: Thoughts::Off, view: Layout::Talk };
    let controls = Controls { reel: &first, now, viewers };
    let body = controls.screen(title, None, false, None);
    Ok(page(title, body.into(), &film).into_string())
}

fn keep(reel: &Reel, viewers: &[Viewer], texts: &mut Texts) -> Kept {
    let all = 0..reel.last() + 1;
    let lines = reel.lines(all.clone()).into_iter().map(|line| texts.place(line)).collect();
    let laid = reel.laid_out(all.clone(), texts);
    let now = Now { at: 0, viewer: reel.stage.viewer, think: Thoughts::Off, view: Layout::Talk };
    let bar = Controls { reel, now, viewers: viewers.to_vec() }.timeline().into();
    Kept {
        last: reel.last(),
        lines,
        laid,
        records: all.map(|at| reel.record(at)).collect(),
        bar: texts.place(bar),
    }
}

fn page(title: &str, body: Html, film: &Film) -> Html {
    let head = el("head")
        .add(el("meta").attr("charset", "utf-8"))
        .add(el("meta").attr("http-equiv", "Content-Security-Policy").attr("content", POLICY))
        .add(el("meta").attr("name", "viewport").attr("content", "width=device-width, initial-scale=1"))
        .add(el("title").text(says::replay_parlor(title)))
        .add(Html::style(STYLE));
    let status = el("div").id("status").class("unseen").attr("role", "status").attr("aria-live", "polite");
    let body = el("body")
        .class(SCREEN)
        .add(el("main").id("main").add(body))
        .add(status)
        .add(Html::data("reel", film))
        .add(Html::module(&[SAYS_JS, PAGE_JS, REPLAY_JS]));
    Html::all([Html::doctype(), el("html").attr("lang", "en").add(head).add(body).into()])
}
