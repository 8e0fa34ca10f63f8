//! What is spoken at a table.

use engine::{Machine, Outer, Viewer};
use protocol::table::Language;
use table::{Setup, Table};

use super::{open, seats, setup, words};

#[test]
fn t7_every_model_is_told_what_is_spoken_before_what_it_is_asked() {
    let german: Language = "de".parse().expect("a language");
    let (table, told) = open(&seats(), &Setup { language: german, ..setup() }).expect("a sound setup");
    assert_eq!(
        words(&table, &told),
        [
            "Friday: Ada, Ben, Cleo and Dot at the table. German is spoken here; the house and the rules speak English."
        ],
        "and it is said once"
    );
    assert_eq!(Table::view(&table, Viewer::Public).language, german);
    let brief = Table::brief(&table);
    assert!(
        brief.starts_with("German (Deutsch) is spoken at this table.") && brief.ends_with("\n\n"),
        "{brief}"
    );
    let (table, told) = open(&seats(), &setup()).expect("a sound setup");
    assert_eq!(Table::brief(&table), "", "nothing is said of English");
    assert_eq!(words(&table, &told), ["Friday: Ada, Ben, Cleo and Dot at the table."]);
}
