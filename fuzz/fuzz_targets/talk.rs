//! See `parlor_targets::talk`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::talk(data));
