//! The one binary: the activities that it plays, and nothing else.

use std::process::ExitCode;

use machines::dm::Dm;
use machines::mafia::Mafia;
use machines::tidying::Tidying;
use parlor::Parlor;

fn main() -> ExitCode {
    Parlor::new().activity::<Mafia>().activity::<Dm>().activity::<Tidying>().run()
}
