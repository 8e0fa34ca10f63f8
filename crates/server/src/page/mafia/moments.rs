//! What is remarked beside a line.

use protocol::Frame;
use serde_json::Value;

use crate::page::html::{Html, el};

/// The truth beside a claim that is not true. Only the host is told the event.
pub(super) fn remark(frame: &Frame) -> Option<Html> {
    let event: Value = serde_json::from_str(frame.event.get()).ok()?;
    let (claimed, actual) = (event["claimedRole"].as_str()?, event["actualRole"].as_str()?);
    let words = format!("⚠ claims {claimed} · is {actual}");
    (claimed != actual).then(|| el("span").class("tag check").text(words).into())
}
