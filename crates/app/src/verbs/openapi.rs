//! `parlor openapi`: the document of the HTTP interface.

use crate::context::Context;
use crate::exit::{Code, Failure, Outcome};

/// Prints it.
pub(crate) fn run(cx: &Context) -> Outcome {
    let text = serde_json::to_string_pretty(&server::document())
        .map_err(|error| Failure::failed(error.to_string()))?;
    cx.print(&format!("{text}\n"))?;
    Ok(Code::Fine)
}
