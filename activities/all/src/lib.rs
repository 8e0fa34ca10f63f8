//! Every activity of this repository, and the one list of them: for what tries them all, and for no library.
//!
//! Every activity has the same files: `setup` (what a session is opened with), `state` (the sum type over phases and
//! how events change it), `command`, `event`, `rejection`, `decide` (the rules), `ask` (who is asked what, and the
//! form), `view` (who may know what), `telling` (events in words), `prompt` (what a model reads; the table asks
//! nothing and has none), `phases` (the cards) and `house` (the rule-based player).

use std::sync::LazyLock;

use dm::Dm;
use engine::{Catalog, Machine as _};
use mafia::Mafia;
use tidying::Tidying;

/// Every machine there is. A new activity is a folder and a line here.
///
/// Made when it is asked for: in a constant, or in a static, all machines would be compiled once more.
pub static ALL: LazyLock<Catalog> = LazyLock::new(|| Catalog {
    table: table::TABLE,
    activities: vec![Mafia::erased(), Dm::erased(), Tidying::erased()].leak(),
});
