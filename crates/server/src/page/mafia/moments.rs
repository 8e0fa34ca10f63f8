//! What a timeline of a game points out, and what is remarked beside a line.

use protocol::Frame;
use serde_json::Value;

use crate::page::face::Mark;
use crate::page::html::{Html, el};

/// Deaths, saves, claims and ties.
pub(super) fn mark(frame: &Frame) -> Option<Mark> {
    let event = event(frame);
    let (sign, about) = match event["type"].as_str()? {
        "PLAYER_ELIMINATED" => ("†", "a death"),
        "NIGHT_RESOLVED" if event["saved"] == true => ("✚", "a save"),
        "ROLE_CLAIMED" => ("!", "a claim"),
        "VOTE_RESULT" if event["tie"] == true => ("⚖", "a tie"),
        "GAME_ENDED" => ("■", "the end"),
        _ => return None,
    };
    Some(Mark { sign, about })
}

/// The truth beside a claim that is not true. Only the host is told the event.
pub(super) fn remark(frame: &Frame) -> Option<Html> {
    let event = event(frame);
    let (claimed, actual) = (event["claimedRole"].as_str()?, event["actualRole"].as_str()?);
    let words = format!("⚠ claims {claimed} · is {actual}");
    (claimed != actual).then(|| el("span").class("tag check").text(words).into())
}

fn event(frame: &Frame) -> Value {
    serde_json::from_str(frame.event.get()).unwrap_or_default()
}
