//! A moment to hand on: what was last said up to then, as a picture and as a short text with its address. It is made of what
//! a replay shows through the same eyes, and of nothing else.

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use engine::{Telling, Voice};
use protocol::Frame;
use serde::Deserialize;

use super::html::{El, Html, el};
use super::reel::Reel;
use super::replay::{self, Found};
use crate::answer::Fail;
use crate::guard::Visitor;
use crate::places::Door;
use crate::rate::Kind;
use crate::says;
use crate::server::App;

/// Which moment.
#[derive(Debug, Deserialize)]
pub(crate) struct Wish {
    #[serde(default, rename = "as")]
    viewer: Option<String>,
    /// The last, if nothing is said.
    #[serde(default)]
    at: Option<usize>,
}

/// A moment, as it is handed on.
struct Clip {
    title: String,
    /// What stood over it then.
    phase: String,
    /// What was last told, with who said it.
    lines: Vec<(Option<String>, String)>,
    /// Where it can be looked at.
    address: String,
}

/// Lines of a picture: more than these nobody reads in passing.
const LINES_MAX: usize = 9;

/// Characters of a line of it, at the size that they have.
const LINE_CHARS: usize = 56;

/// Characters of a short text, without its address: what fits into a message anywhere.
const TEXT_CHARS_MAX: usize = 400;

/// The sides of the picture: those that previews of links have.
const SIDES: (u32, u32) = (1_200, 630);

async fn found(
    app: &App,
    visitor: &Visitor,
    id: &str,
    wish: &Wish,
    headers: &HeaderMap,
) -> Result<Clip, Fail> {
    visitor.pay(app, Kind::Read)?;
    let Found { row, viewer, reel, .. } = replay::find(app, visitor, id, wish.viewer.as_deref()).await?;
    let at = wish.at.unwrap_or(reel.last()).min(reel.last());
    let origin = Door::of(app, headers).origin;
    Ok(Clip {
        phase: reel.bands.get(reel.band_of(at)).map_or(String::new(), |band| band.title.clone()),
        lines: lines(&reel, at),
        title: row.meta.title,
        address: format!("{origin}/t/{id}/replay?as={viewer}&at={at}"),
    })
}

/// What was last told up to a moment, within the phase that it is in.
fn lines(reel: &Reel, at: usize) -> Vec<(Option<String>, String)> {
    let from = reel.bands.get(reel.band_of(at)).map_or(0, |band| band.from);
    let told = |frame: &Frame| {
        let telling = frame.telling.as_ref()?;
        let text = telling.shown().split_whitespace().collect::<Vec<_>>().join(" ");
        (!text.is_empty()).then(|| (who(reel, telling), text))
    };
    let mut lines: Vec<_> = reel.frames(from..at + 1).filter_map(told).collect();
    // One thing that was said, or the rules in the last few words of theirs.
    let many = if lines.last().is_some_and(|(who, _)| who.is_some()) { 2 } else { 3 };
    lines.split_off(lines.len().saturating_sub(many))
}

fn who(reel: &Reel, telling: &Telling) -> Option<String> {
    let name = |seat: engine::SeatId| reel.stage.seats.get(seat.index()).map(|seat| seat.name.clone());
    telling.who.clone().or(match telling.voice {
        Voice::Seat(seat) | Voice::Aside(seat) => name(seat),
        Voice::Thought(seat) => name(seat).map(|name| says::in_thought(&name)),
        Voice::Host => None,
    })
}

/// The picture.
pub(crate) async fn picture(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(wish): Query<Wish>,
    headers: HeaderMap,
) -> Result<Response, Fail> {
    let svg = drawn(&found(&app, &visitor, &id, &wish, &headers).await?);
    let kinds = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "no-store")];
    Ok((kinds, Html::from(svg).into_string()).into_response())
}

/// The short text.
pub(crate) async fn text(
    State(app): State<App>,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(wish): Query<Wish>,
    headers: HeaderMap,
) -> Result<Response, Fail> {
    let text = written(&found(&app, &visitor, &id, &wish, &headers).await?);
    let kinds = [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CACHE_CONTROL, "no-store")];
    Ok((kinds, text).into_response())
}

fn written(clip: &Clip) -> String {
    let line = |(who, words): &(Option<String>, String)| match who {
        Some(who) => format!("{who}: “{words}”"),
        None => words.clone(),
    };
    let said = clip.lines.iter().map(line).collect::<Vec<_>>().join("\n");
    let short = match said.char_indices().nth(TEXT_CHARS_MAX) {
        Some((end, _)) => format!("{}…", said[..end].trim_end()),
        None => said,
    };
    format!("{short}\n— {}, {}\n{}\n", clip.title, clip.phase, clip.address)
}

fn drawn(clip: &Clip) -> El {
    let (width, height) = SIDES;
    let text = |size: &'static str, y: u32, fill: &'static str, words: &str| {
        el("text")
            .attr("x", "70")
            .attr("y", y.to_string())
            .attr("font-size", size)
            .attr("fill", fill)
            .text(words)
    };
    let mut rows: Vec<(bool, String)> = Vec::new();
    for (who, words) in &clip.lines {
        rows.extend(who.iter().map(|who| (true, who.clone())));
        rows.extend(wrapped(words).into_iter().map(|row| (false, row)));
    }
    if rows.len() > LINES_MAX {
        rows.truncate(LINES_MAX);
        if let Some((_, last)) = rows.last_mut() {
            last.push('…');
        }
    }
    let mut y = 150;
    let rows: Vec<El> = rows
        .iter()
        .map(|(is_name, words)| {
            y += 44;
            let row = text(
                if *is_name { "26" } else { "34" },
                y,
                if *is_name { "#8ab4f8" } else { "#f1f3f4" },
                words,
            );
            if *is_name { row.attr("font-family", "sans-serif").attr("font-weight", "bold") } else { row }
        })
        .collect();
    el("svg")
        .attr("xmlns", "http://www.w3.org/2000/svg")
        .attr("viewBox", format!("0 0 {width} {height}"))
        .attr("width", width.to_string())
        .attr("height", height.to_string())
        .attr("font-family", "Georgia, serif")
        .add(el("title").text(format!("{}, {}", clip.title, clip.phase)))
        .add(el("rect").attr("width", "100%").attr("height", "100%").attr("fill", "#14171c"))
        .add(el("rect").attr("width", "14").attr("height", "100%").attr("fill", "#8ab4f8"))
        .add(text("44", 90, "#f1f3f4", &clip.title))
        .add(text("28", 134, "#9aa0a6", &clip.phase))
        .add_all(rows)
        .add(text("22", height - 36, "#9aa0a6", &clip.address).attr("font-family", "sans-serif"))
}

/// A text in rows of so many characters; a word that is longer than one is cut.
fn wrapped(words: &str) -> Vec<String> {
    let mut rows = vec![String::new()];
    let pieces = words.split_whitespace().flat_map(|word| {
        let letters: Vec<char> = word.chars().collect();
        letters.chunks(LINE_CHARS).map(|piece| piece.iter().collect::<String>()).collect::<Vec<_>>()
    });
    for piece in pieces {
        let room = rows.last().map_or(0, |row| row.chars().count());
        match rows.last_mut() {
            Some(row) if row.is_empty() => row.push_str(&piece),
            Some(row) if room + 1 + piece.chars().count() <= LINE_CHARS => {
                row.push(' ');
                row.push_str(&piece);
            }
            _ => rows.push(piece),
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_into_rows_and_loses_nothing() {
        let words = format!("{} and {}", "word ".repeat(40), "x".repeat(130));
        let rows = wrapped(&words);
        assert!(rows.iter().all(|row| row.chars().count() <= LINE_CHARS), "{rows:?}");
        let plain = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(plain(&rows.join(" ")), plain(&words));
    }

    #[test]
    fn no_words_become_markup_in_a_picture_and_a_text_is_short() {
        let clip = Clip {
            title: "<b>".to_owned(),
            phase: "Night 1".to_owned(),
            lines: vec![(Some("Ada".to_owned()), "</text><script>x</script> ".repeat(60))],
            address: "http://x/t/1/replay?as=public&at=3".to_owned(),
        };
        let svg = Html::from(drawn(&clip)).into_string();
        assert!(!svg.contains("<script") && !svg.contains("<b>") && svg.contains("&lt;script&gt;"), "{svg}");
        assert!(svg.contains("at=3") && svg.contains("Ada"));
        let text = written(&clip);
        assert!(text.chars().count() < TEXT_CHARS_MAX + 80 && text.ends_with("at=3\n"), "{text}");
    }
}
