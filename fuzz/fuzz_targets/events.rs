//! See `parlor_targets::events`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::events(data));
