//! What can be played by this program.

use std::sync::OnceLock;

use engine::{Catalog, Rules};

static NAMED: OnceLock<Catalog> = OnceLock::new();

/// Every machine that this program knows.
pub(crate) fn catalog() -> Catalog {
    *NAMED.get_or_init(unnamed)
}

/// A program names what it plays before anything asks; only tests of this crate do not.
#[cfg(not(test))]
fn unnamed() -> Catalog {
    Catalog { table: table::TABLE, activities: &[] }
}

#[cfg(test)]
fn unnamed() -> Catalog {
    *activities::ALL
}

/// Names what can be played, once, before anything else is done. They live as long as the program does.
pub(crate) fn name(activities: Vec<&'static dyn Rules>) {
    let activities: &'static [&'static dyn Rules] = Box::leak(activities.into());
    NAMED.get_or_init(|| Catalog { table: table::TABLE, activities });
}
