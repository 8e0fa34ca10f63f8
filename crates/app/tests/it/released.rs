//! Logs that were written by released versions load for ever, and are decided as they were then.

use crate::stage::Home;

#[test]
fn every_log_of_every_released_version_verifies_and_imports() {
    let released = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/released");
    let mut logs = 0;
    for version in std::fs::read_dir(released).expect("the released logs") {
        let version = version.expect("a folder a version").path();
        for log in std::fs::read_dir(&version).expect("logs") {
            let log = log.expect("a log").path();
            let home = Home::new();
            let path = log.to_str().expect("a name");
            let said = home.run(&["verify", path]).fine();
            assert!(said.starts_with("verified "), "{path}: {said}");
            home.run(&["import", path]).fine();
            let newest = home.newest();
            home.run(&["replay", &newest, "--as", "host", "--thoughts"]).fine();
            logs += 1;
        }
    }
    assert!(logs > 0, "no log was found");
}
