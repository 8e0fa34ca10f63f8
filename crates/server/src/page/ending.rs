//! How it ended: what came of it, what is worth looking at, and where to go from here.

use engine::board::Ending;
use engine::{Actor, Chance, SeatId, Viewer};
use protocol::table::{FeedbackKind, Given, TableState};

use super::face::Seen;
use super::form::{Answers, hidden};
use super::html::{El, el};
use super::{board, menu};
use crate::desk::Turning;
use crate::says;
use crate::turning::Turned;

/// The card; nothing before the end.
pub(super) fn card(seen: Seen<'_>) -> El {
    let Some(Ending { sign, title, text, panels, next: _ }) = &seen.scene.board.ending else {
        return el("div");
    };
    let insets = panels.iter().map(|panel| board::inset(seen, panel));
    el("section")
        .class("ending")
        .attr("aria-labelledby", "ending-title")
        .add(
            el("h2")
                .id("ending-title")
                .add(el("span").attr("aria-hidden", "true").text(format!("{} ", sign.0)))
                .text(title),
        )
        .add((!text.is_empty()).then(|| el("p").class("prose").text(text)))
        .add(seen.live.then(|| again(seen)).flatten())
        .add(seen.after.turned.as_ref().map(|turned| turning(seen, turned)))
        .add((!panels.is_empty()).then(|| el("div").class("pair").add_all(insets)))
        .add(stars(seen))
        .add(seen.live.then(|| ways(seen)))
}

/// What was good: every star that whoever looks may read, which are their own and, for whoever runs the table, everybody's.
fn stars(seen: Seen<'_>) -> Option<El> {
    let given = seen.scene.table.given.iter().filter(|it| it.kind == FeedbackKind::Star);
    let star = |it: &Given| {
        let by = el("span").class("quiet").text(format!(" {}", seen.name(it.player_id)));
        el("li").text(format!("☆ {}", it.text)).add(by)
    };
    let stars: Vec<El> = given.map(star).collect();
    let asks = asks_what_was_good(seen);
    (!stars.is_empty() || asks.is_some()).then(|| {
        el("section")
            .id("stars")
            .class("panel")
            .attr("aria-labelledby", "stars-title")
            .add(el("h3").id("stars-title").text(says::WHAT_WAS_GOOD))
            .add((!stars.is_empty()).then(|| el("ul").class("entries").add_all(stars)))
            .add(asks)
    })
}

/// What asks everybody for it: for those who may change the state of the table, until it was done.
fn asks_what_was_good(seen: Seen<'_>) -> Option<El> {
    let table = &seen.scene.table;
    let by = match seen.viewer {
        Viewer::Seat(seat) if seen.is_person(seat) && table.stewards.contains(seat) => Actor::Seat(seat),
        _ if seen.runs => Actor::Host,
        Viewer::Seat(_) | Viewer::Public | Viewer::Observer | Viewer::Host => return None,
    };
    let open = seen.live && table.state == TableState::Active;
    open.then(|| menu::button((seen.id, seen.viewer), by, ("end", says::LOOK_BACK_EVERYBODY), ""))
}

/// When the game turned, with how that is known, and the way there.
fn turning(seen: Seen<'_>, turned: &Turned) -> El {
    let Turning { title, side, before, after, games, record: _ } = &turned.turning;
    let words = says::from_before_it_won_of_games(title, side, before, games, after);
    let to = format!("/t/{}/replay?as=public&at={}", seen.id, turned.moment);
    el("p")
        .id("turning")
        .add(el("b").text(says::THE_TURNING_POINT))
        .text(words)
        .add(el("a").attr("href", to).text(says::LOOK_AT_IT))
}

/// How long whoever stays looks at the end of one table before they are led to the next one, in seconds.
const GOES_SECONDS: u32 = 15;

/// What a friend says who would like another evening.
const WISH: &str = says::ASIDE_AGAIN_WITH_EVERYBODY;

/// Another evening of the same people. Anybody may wish for it; whoever lays tables lays it, and all go along.
fn again(seen: Seen<'_>) -> Option<El> {
    let to = |path: &str| {
        el("form")
            .class("again")
            .attr("method", "post")
            .attr("action", format!("/t/{}/{path}", seen.id))
            .add(hidden("look", &seen.viewer.to_string()))
    };
    let button = |words: &str| el("button").attr("type", "submit").class("main").text(words);
    if seen.after.goes_on {
        let led = el("span").class("led").attr("aria-live", "off");
        let stay = el("button").id("stay").attr("type", "button").flag("hidden", true).text(says::STAY_HERE);
        let form = to("along")
            .id("along")
            .attr("data-goes", GOES_SECONDS.to_string())
            .add(el("p").text(says::THE_NEXT_TABLE_IS_LAID_WITH).add(led))
            .add(button(says::GO_ALONG))
            .add(stay);
        return Some(form);
    }
    if seen.owns {
        let people = (0..seen.seats.len()).map(SeatId::at).filter(|seat| seen.is_person(*seat)).count();
        let words = if people > 1 { says::AGAIN_WITH_EVERYBODY } else { says::AGAIN };
        let next = seen.scene.board.ending.as_ref().and_then(|ending| ending.next);
        return Some(to("again").add(button(next.unwrap_or(words))));
    }
    let Viewer::Seat(seat) = seen.viewer else { return None };
    let (action, by) = seen.sends();
    let wish = Answers { action: &action, by: &by }
        .any()
        .class("again")
        .flag("data-send", true)
        .add(hidden("line", WISH))
        .add(button(says::ASK_FOR_ANOTHER_ONE));
    seen.is_person(seat).then_some(wish)
}

/// Where to go from here.
fn ways(seen: Seen<'_>) -> El {
    let (id, viewer) = (seen.id, seen.viewer);
    let link = |path: String, words: &str| el("a").class("button").attr("href", path).text(words);
    let export = |format: &str, words: &str| link(format!("/api/tables/{id}/export?format={format}"), words);
    let seed = seen.scene.outcome.as_ref().and_then(protocol::chance);
    el("div")
        .class("ways")
        .add(seed.map(seed_button))
        .add(link(format!("/t/{id}/replay?as={viewer}"), says::REPLAY))
        .add(seen.owns.then(|| link(format!("/new?from={id}"), says::CHANGE_SOMETHING_FIRST)))
        .add(
            el("details")
                .class("menu")
                .id("export")
                .add(el("summary").class("button").text(says::EXPORT))
                .add(
                    el("div")
                        .class("sheet")
                        .add(export("html", says::A_PAGE_TO_KEEP))
                        .add(export(&format!("md&as={viewer}"), says::TEXT_TO_READ))
                        .add(seen.custom.continues.then(|| {
                            link(format!("/api/tables/{id}/book?format=html"), says::ALL_SO_FAR_AS_A_BOOK)
                        }))
                        .add(export("jsonl", says::EVERY_RECORD_FOR_PROGRAMS)),
                ),
        )
}

/// The seed, which is copied by a click.
fn seed_button(seed: Chance) -> El {
    el("button")
        .attr("type", "button")
        .class("chip seed")
        .attr("data-copy", seed.to_string())
        .attr("title", says::COPY_THE_SEED_WITH_THE_SAME)
        .text(says::seed_copy(seed.seed.0))
}
