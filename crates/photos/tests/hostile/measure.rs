//! What cleaning takes: memory by an allocator that counts, time by the clock.

#![allow(unsafe_code, reason = "an allocator is unsafe by its nature; this one only counts")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use parlor_photos::{Clean, MEMORY_MAX, Unfit, clean};

/// How long one file may take, on a machine that is slow and busy, in code that is hardly optimised.
pub(crate) const TIME_MAX: Duration = Duration::from_secs(10);

struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static PEAK: AtomicUsize = AtomicUsize::new(0);

fn grown(by: usize) {
    let now = NOW.fetch_add(by, Ordering::Relaxed) + by;
    PEAK.fetch_max(now, Ordering::Relaxed);
}

// SAFETY: every call goes to the system's allocator as it came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        grown(layout.size());
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        grown(layout.size());
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.dealloc(pointer, layout) }
    }
    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        grown(size);
        NOW.fetch_sub(layout.size(), Ordering::Relaxed);
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// One at a time: what others take meanwhile would be counted too.
static ALONE: Mutex<()> = Mutex::new(());

/// What one cleaning took.
pub(crate) struct Took {
    pub(crate) peak_bytes: usize,
    pub(crate) time: Duration,
}

/// Cleans, and says what that took. It never takes more than it may.
pub(crate) fn measured(bytes: &[u8]) -> (Result<Clean, Unfit>, Took) {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let before = NOW.load(Ordering::Relaxed);
    PEAK.store(before, Ordering::Relaxed);
    let began = Instant::now();
    let cleaned = clean(bytes);
    let took =
        Took { peak_bytes: PEAK.load(Ordering::Relaxed).saturating_sub(before), time: began.elapsed() };
    assert!(took.peak_bytes <= MEMORY_MAX, "{} bytes at the peak", took.peak_bytes);
    assert!(took.time <= TIME_MAX, "{:?}", took.time);
    (cleaned, took)
}

/// Cleans what must be refused, and gives the reason.
pub(crate) fn refused(bytes: &[u8]) -> Unfit {
    let (cleaned, _) = measured(bytes);
    let Err(unfit) = cleaned else { panic!("this is no photo to keep") };
    assert!(unfit.to_string().contains(':') || unfit.to_string().contains(". "), "what to do: {unfit}");
    unfit
}

/// Cleans what must be taken.
pub(crate) fn taken(bytes: &[u8]) -> Clean {
    measured(bytes).0.expect("this is a photo to keep")
}
