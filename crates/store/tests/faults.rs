//! A disk that fails: every write and every sync of a run fails once, in turn.
//!
//! The calls into the system are caught in this very process: a symbol that the program defines itself comes before
//! the one of the C library.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, missing_docs, reason = "a test says so by failing")]
#![allow(unsafe_code, reason = "a fault of the disk can only be put in between the program and the system")]

mod ledger;

use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, AtomicU8, Ordering};

use ledger::{append, id, lines, meta};
use libc::{c_int, c_void, off_t, size_t, ssize_t};
use parlor_store::{LogAnswer, Store, StoreError, check};

/// Appends in each run: enough for a checkpoint to fall within.
const APPENDS: u64 = 130;

const NO_FAULT: u8 = 0;
/// A write fails and nothing of it is done.
const WRITE_FAILS: u8 = 1;
/// Half of a write is done, and the next one finds no room.
const WRITE_IS_CUT: u8 = 2;
/// A sync fails; the one after it succeeds, and must not be believed.
const SYNC_FAILS: u8 = 3;

static FAULT: AtomicU8 = AtomicU8::new(NO_FAULT);
/// Calls until the fault; it has happened when this is below 0.
static CALLS_LEFT: AtomicI64 = AtomicI64::new(i64::MAX);

/// Is it the turn of this call to fail? Only the calls on the database count.
fn strikes(kinds: &[u8], fd: c_int) -> bool {
    let fault = FAULT.load(Ordering::SeqCst);
    if !kinds.contains(&fault) {
        return false;
    }
    let name = std::fs::read_link(format!("/proc/self/fd/{fd}")).unwrap_or_default();
    name.to_string_lossy().contains("parlor.db") && CALLS_LEFT.fetch_sub(1, Ordering::SeqCst) == 0
}

fn fail(error: c_int) -> c_int {
    // SAFETY: the place of this thread's error number is always valid.
    unsafe { *libc::__errno_location() = error };
    -1
}

fn write_or_fail(fd: c_int, count: size_t, write: impl Fn(size_t) -> ssize_t) -> ssize_t {
    if !strikes(&[WRITE_FAILS, WRITE_IS_CUT], fd) {
        return write(count);
    }
    if FAULT.load(Ordering::SeqCst) == WRITE_FAILS {
        return fail(libc::EIO) as ssize_t;
    }
    if count < 2 {
        return fail(libc::ENOSPC) as ssize_t;
    }
    // The rest of the bytes comes as a call of its own, which fails too.
    CALLS_LEFT.store(0, Ordering::SeqCst);
    write(count / 2)
}

#[unsafe(no_mangle)]
extern "C" fn write(fd: c_int, bytes: *const c_void, count: size_t) -> ssize_t {
    // SAFETY: handed on as it came.
    write_or_fail(fd, count, |count| unsafe { libc::syscall(libc::SYS_write, fd, bytes, count) as ssize_t })
}

#[unsafe(no_mangle)]
extern "C" fn pwrite64(fd: c_int, bytes: *const c_void, count: size_t, at: off_t) -> ssize_t {
    // SAFETY: handed on as it came.
    write_or_fail(fd, count, |count| unsafe {
        libc::syscall(libc::SYS_pwrite64, fd, bytes, count, at) as ssize_t
    })
}

#[unsafe(no_mangle)]
extern "C" fn pwrite(fd: c_int, bytes: *const c_void, count: size_t, at: off_t) -> ssize_t {
    pwrite64(fd, bytes, count, at)
}

// A sync that succeeds does nothing: no power is cut here, and thousands of runs want to be quick.
#[unsafe(no_mangle)]
extern "C" fn fsync(fd: c_int) -> c_int {
    if strikes(&[SYNC_FAILS], fd) { fail(libc::EIO) } else { 0 }
}

#[unsafe(no_mangle)]
extern "C" fn fdatasync(fd: c_int) -> c_int {
    fsync(fd)
}

/// One run, on a store that was seeded with one session, in which one call fails. Returns whether the run was long enough for that.
fn run(seeded: &[(String, Vec<u8>)], fault: u8, calls_before: i64) -> bool {
    let dir = tempfile::tempdir().unwrap();
    let at = format!("fault {fault} at call {calls_before}");
    let mut acked = lines(1);
    let mut doubts = 0;
    for (name, bytes) in seeded {
        std::fs::write(dir.path().join(name), bytes).unwrap();
    }
    CALLS_LEFT.store(calls_before, Ordering::SeqCst);
    FAULT.store(fault, Ordering::SeqCst);
    let opened = Store::open(dir.path());
    let mut stopped = false;
    let mut refused = 0;
    for number in 0..APPENDS {
        let Ok(store) = &opened else { break };
        if refused == 3 {
            break;
        }
        let head = (acked.len() as u64, acked.last().unwrap().hash);
        let next = append("a1", head, Some(&format!("r-{number}")), "a word");
        let line = next.line.clone();
        match store.append_wait(next).unwrap() {
            LogAnswer::Committed { .. } => {
                assert!(!stopped, "{at}: acknowledged after a failure");
                acked.push(line);
            }
            LogAnswer::InDoubt { .. } => {
                assert!(!stopped, "{at}: in doubt after a failure");
                doubts += 1;
                stopped = true;
            }
            LogAnswer::Fenced { .. } => {
                refused += 1;
                stopped = true;
            }
            other => panic!("{at}: {other:?}"),
        }
    }
    if let Ok(store) = &opened
        && stopped
    {
        let error = store.create(meta("b2"), lines(1), false).unwrap_err();
        assert!(matches!(error, StoreError::Stopped { .. }), "{at}: {error}");
        // What was acknowledged can still be read.
        assert!(store.read(&id("a1"), 0).unwrap() == acked, "{at}");
    }
    drop(opened);
    let struck = CALLS_LEFT.load(Ordering::SeqCst) < 0;
    FAULT.store(NO_FAULT, Ordering::SeqCst);

    let store = Store::open(dir.path()).unwrap_or_else(|error| panic!("{at}: {error}"));
    let there = store.read(&id("a1"), 0).unwrap();
    assert!(there.len() <= acked.len() + doubts && there[..acked.len()] == acked, "{at}");
    drop(store);
    let report = check(dir.path(), |_, _| {}).unwrap();
    assert!(report.is_whole(), "{at}: {report:?}");
    struck
}

/// Fails every call, or every so many, in turn until a run has fewer. Returns how many runs that took.
fn every_call(fault: u8, step: usize) -> i64 {
    // The fault is the whole process's.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock();
    let seed = tempfile::tempdir().unwrap();
    Store::open(seed.path()).unwrap().create(meta("a1"), lines(1), false).unwrap();
    let seeded: Vec<_> = std::fs::read_dir(seed.path())
        .unwrap()
        .map(|file| file.unwrap())
        .map(|file| (file.file_name().into_string().unwrap(), std::fs::read(file.path()).unwrap()))
        .collect();
    let calls = (0..).step_by(step).take_while(|&calls_before| run(&seeded, fault, calls_before)).count();
    println!("{calls} calls failed, each in a run of its own");
    calls as i64
}

#[test]
fn every_write_fails_once() {
    assert!(every_call(WRITE_FAILS, 1) > APPENDS as i64);
}

#[test]
fn a_write_is_cut() {
    // The same places as above, and slower: every fourth will do.
    assert!(every_call(WRITE_IS_CUT, 4) > APPENDS as i64);
}

#[test]
fn every_sync_fails_once() {
    assert!(every_call(SYNC_FAILS, 1) > APPENDS as i64);
}
