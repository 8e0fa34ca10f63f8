//! What a doc comment says: to people who read the code, and to whoever is asked.

use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// The paragraphs of a doc comment, each as one line.
pub(crate) fn paragraphs(attributes: &[Attribute]) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    for line in attributes.iter().filter_map(doc_line) {
        match (line.trim(), paragraphs.last_mut()) {
            ("", _) => paragraphs.push(String::new()),
            (words, Some(last)) if last.is_empty() => last.push_str(words),
            (words, Some(last)) => {
                last.push(' ');
                last.push_str(words);
            }
            (_, None) => {}
        }
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    paragraphs
}

fn doc_line(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(pair) = &attribute.meta else { return None };
    match &pair.value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) if pair.path.is_ident("doc") => Some(text.value()),
        _ => None,
    }
}

/// A sentence as a label has it: no full stop, and a small letter first.
pub(crate) fn label(sentence: &str) -> String {
    let words = sentence.strip_suffix('.').unwrap_or(sentence);
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
