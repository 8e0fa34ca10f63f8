//! See `parlor_fuzz::targets::log_lines`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| parlor_fuzz::targets::log_lines(data));
