//! What a browser is shown when something could not be done: the words, and a way back.

use super::html::{El, Html, el};
use super::layout;
use crate::answer::Fail;
use crate::says;

/// The page. `path` is where it happened.
pub(crate) fn failed(fail: &Fail, path: &str) -> Html {
    let heading = match fail.status.as_u16() {
        _ if fail.code() == "no-such-code" => says::NO_SUCH_CODE,
        _ if fail.code() == "no-free-seat" => says::NO_FREE_SEAT,
        404 => says::NOTHING_HERE,
        410 => says::SEAT_TAKEN,
        429 => says::TOO_FAST,
        503 => says::NOT_NOW,
        _ => says::NOT_DONE,
    };
    let mut words = fail.message().chars();
    let first: String = words.next().into_iter().flat_map(char::to_uppercase).collect();
    // Not to where one is just now.
    let table = path.strip_prefix("/t/").and_then(|rest| rest.split_once('/')).map(|(id, _)| id);
    let back = table.map(|id| {
        el("li").add(el("a").class("button").attr("href", format!("/t/{id}")).text(says::BACK_TO_THE_TABLE))
    });
    let body = el("div")
        .class("plain")
        .add(el("h1").text(heading))
        .add(el("p").text(format!("{first}{}.", words.as_str().trim_end_matches('.'))))
        .add(
            el("ul")
                .add_all(back)
                .add(path.starts_with("/join").then(code))
                .add(el("li").add(el("a").class("button").attr("href", "/").text(says::ALL_TABLES))),
        );
    layout::page(heading, &[], body)
}

/// The place to type a code.
fn code() -> El {
    el("li").add(el("a").class("button").attr("href", "/join").text(says::TYPE_A_CODE))
}
