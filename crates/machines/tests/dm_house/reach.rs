//! Every corner of the rules is reached, and nothing that the house does is refused.

use parlor_machines::dm::Setup;

use crate::stage::Table;

#[test]
fn some_sessions() {
    for seed in 0..40 {
        let mut table = Table::open(1 + seed as usize % 3, &Setup::default(), seed);
        table.play(200, |_, _| {});
    }
}
