//! What a tidying session adds to a question in lines: names for what can be done. The rest of that island is in `tidying`.

use serde_json::Value;

/// Does a line name what a command does, in plain words?
pub(super) fn names(command: &Value, line: &str) -> bool {
    let words: &[&str] = match command["type"].as_str().unwrap_or_default() {
        "skip" => &["skip", "later", "not now"],
        "whats_that" => &["what", "what's that", "whats that", "what is that", "what is it"],
        "stuck" => &["stuck", "i'm stuck", "im stuck", "help"],
        "yes" => &["yes"],
        "no" => &["no"],
        "split" => &["split", "yes"],
        "keep_whole" => &["keep", "no"],
        "resume_sorting" => &["go on", "resume"],
        "undo" => &["undo"],
        "stop" => &["stop", "wrap up"],
        "delete_photos" => &["delete photos"],
        "end_session" => &["end"],
        _ => &[],
    };
    let line = line.trim_end_matches(['.', '!', '?']);
    words.iter().any(|word| word.eq_ignore_ascii_case(line))
}
