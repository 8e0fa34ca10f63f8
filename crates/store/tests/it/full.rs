//! A disk that is full: real writes fail for real, at many points, in a process that has a limit on its files.

use std::path::Path;
use std::process::Command;

use crate::ledger::{append, id, line, lines, meta};
use engine::Hash;
use parlor_store::{LogAnswer, Store, check};

const CHILD: &str = "PARLOR_STORE_FULL_CHILD";
const APPENDS: u64 = 400;

/// Not a test of its own: the process whose files may not grow. It appends and says what it was answered.
#[test]
fn child_that_runs_out_of_room() {
    let Some(dir) = std::env::var_os(CHILD) else { return };
    let store = match Store::open(Path::new(&dir)) {
        Ok(store) => store,
        Err(error) => return println!("\nrefused {error}"),
    };
    if let Err(error) = store.create(meta("a1"), lines(1), false) {
        println!("\nrefused {error}");
    }
    let mut head = (1, lines(1)[0].hash);
    let mut failures = 0;
    for number in 0..APPENDS {
        let next = append("a1", head, Some(&format!("r-{number}")), &"so much to say ".repeat(20));
        let (after, prev) = ((next.line.number + 1, next.line.hash), next.prev);
        match store.append_wait(next).unwrap() {
            LogAnswer::Committed { number, head: hash } => {
                println!("\nack {number} {hash}");
                head = after;
            }
            LogAnswer::InDoubt { .. } => println!("\ndoubt {} {}", head.0, prev),
            LogAnswer::Fenced { .. } => println!("\nfenced"),
            other => println!("\nwrong {other:?}"),
        }
        failures += u64::from(head != after);
        if failures == 4 {
            break;
        }
    }
    drop(store);
    println!("\nended");
}

/// What the child said, line by line.
fn run_with_limit(dir: &Path, blocks: u64) -> Vec<String> {
    let output = Command::new("sh")
        .arg("-c")
        .arg(format!("trap '' XFSZ; ulimit -f {blocks} && exec \"$0\" \"$@\""))
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", "full::child_that_runs_out_of_room", "--nocapture"])
        .env(CHILD, dir)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// Runs the child under a limit and checks what is left. Returns how many records were acknowledged and whether
/// a failure was met.
fn survive(dir: &Path, blocks: u64) -> (usize, bool) {
    let said = run_with_limit(dir, blocks);
    let acked: Vec<&str> = said.iter().filter_map(|line| line.strip_prefix("ack ")).collect();
    let failed =
        said.iter().position(|line| ["doubt", "fenced", "refused"].iter().any(|word| line.starts_with(word)));
    assert!(!said.iter().any(|line| line.starts_with("wrong")), "{said:?}");
    if let Some(failed) = failed {
        let after = &said[failed + 1..];
        assert!(!after.iter().any(|line| line.starts_with("ack")), "an answer after a failure: {said:?}");
        assert!(!after.iter().any(|line| line.starts_with("doubt")), "in doubt twice: {said:?}");
    }
    // The room is back. Nothing that was acknowledged is missing, and at most what was in doubt is there too.
    let store = Store::open(dir).unwrap_or_else(|error| panic!("limit {blocks}: {error}"));
    let there = if store.find("a1").is_ok() { store.read(&id("a1"), 1).unwrap() } else { Vec::new() };
    let named: Vec<String> = there.iter().map(|line| format!("{} {}", line.number, line.hash)).collect();
    assert_eq!(named[..acked.len()], acked, "limit {blocks}");
    let doubts = said.iter().filter(|line| line.starts_with("doubt")).count();
    assert!(named.len() <= acked.len() + doubts, "limit {blocks}: {named:?} {said:?}");
    drop(store);
    let report = check(dir, |_, _| {}).unwrap();
    assert!(report.is_whole(), "limit {blocks}: {report:?}");
    (acked.len(), failed.is_some())
}

#[test]
fn a_full_disk_loses_nothing_that_was_acknowledged() {
    let mut failures = 0;
    let mut acked = Vec::new();
    // From too little to create anything to more than the first checkpoint, with odd steps so that writes are cut
    // at different places of a page.
    let mut blocks = 8;
    while blocks < 6_000 {
        let dir = tempfile::tempdir().unwrap();
        let (records, failed) = survive(dir.path(), blocks);
        failures += u64::from(failed);
        acked.push(records);
        blocks += blocks / 5 + 1;
    }
    assert!(failures > 15, "{failures} failures: {acked:?}");
    assert!(acked.contains(&0) && acked.iter().any(|&records| records > 100), "{acked:?}");
}

#[test]
fn a_database_that_cannot_grow_at_a_checkpoint_stops_the_writer() {
    let mut failures = 0;
    for extra in [0, 3, 40, 150, 600, 1_200] {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path()).unwrap();
        // So large that the write-ahead file stays below the limit when the database does not.
        let mut large = Vec::new();
        let mut prev = Hash::ZERO;
        for number in 0..4 {
            large.push(line(number, prev, None, &"x".repeat(500_000)));
            prev = large[number as usize].hash;
        }
        store.create(meta("large"), large, false).unwrap();
        drop(store);
        let bytes = std::fs::metadata(dir.path().join("parlor.db")).unwrap().len();
        // Shells count in blocks of 512 or of 1,024 bytes.
        let unit = if block_is_512() { 512 } else { 1_024 };
        let (_, failed) = survive(dir.path(), bytes / unit + extra);
        failures += u64::from(failed);
    }
    assert!(failures >= 3, "{failures} failures");
}

fn block_is_512() -> bool {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("probe");
    let script = format!("trap '' XFSZ; ulimit -f 1; head -c 2000 /dev/zero > '{}'", file.display());
    let _ = Command::new("sh").arg("-c").arg(script).output().unwrap();
    std::fs::metadata(file).unwrap().len() == 512
}
