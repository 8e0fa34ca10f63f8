//! `parlor openapi`: the document of the HTTP interface.

use crate::context::Context;
use crate::exit::{Code, Failure, Outcome};

/// Prints it.
pub(crate) fn run(cx: &Context) -> Outcome {
    let text = serde_json::to_string_pretty(&server::document())
        .map_err(|error| Failure::bug(format!("the document could not be written as JSON: {error}")))?;
    cx.print(&format!("{text}\n"))?;
    Ok(Code::Fine)
}
