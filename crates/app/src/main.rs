//! The one binary: the activities that it plays, and nothing else.

use std::process::ExitCode;

use dm::Dm;
use mafia::Mafia;
use mimalloc::MiMalloc;
use parlor::Parlor;
use tidying::Tidying;

/// A step is many small pieces of memory, and a table keeps few of them.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    Parlor::new().activity::<Mafia>().activity::<Dm>().activity::<Tidying>().run()
}
