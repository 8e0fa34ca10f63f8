//! The templates themselves: that all of them parse.

use super::templates;

#[test]
fn every_template_parses() {
    templates::engine(templates::ALL).expect("all of them parse");
}
