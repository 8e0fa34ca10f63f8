//! See `parlor_targets::log_lines`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::log_lines(data));
