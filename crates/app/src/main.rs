//! The one binary: the activities that it plays, and nothing else.

use std::process::ExitCode;

use dm::Dm;
use mafia::Mafia;
use parlor::Parlor;
use tidying::Tidying;

fn main() -> ExitCode {
    Parlor::new().activity::<Mafia>().activity::<Dm>().activity::<Tidying>().run()
}
