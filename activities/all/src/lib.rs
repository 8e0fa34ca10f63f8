//! Every activity of this repository, and the one list of them: for what tries them all, and for no library.
//!
//! Every activity has the same files: `setup` (what a session is opened with), `state` (the sum type over phases and
//! how events change it), `command`, `event`, `rejection`, `decide` (the rules), `ask` (who is asked what, and the
//! form), `view` (who may know what), `telling` (events in words), `prompt` (what a model reads; the table asks
//! nothing and has none), `phases` (the cards) and `house` (the rule-based player).

use engine::{Catalog, Erased};

/// Every machine there is. A new activity is a folder and a line here.
///
/// A static, not a constant: of a constant every crate that names it would compile all machines once more.
pub static ALL: Catalog = Catalog {
    table: &Erased::<table::Table>::RULES,
    activities: &[
        &Erased::<mafia::Mafia>::RULES,
        &Erased::<dm::Dm>::RULES,
        &Erased::<tidying::Tidying>::RULES,
    ],
};
