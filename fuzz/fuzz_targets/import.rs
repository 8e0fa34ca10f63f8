//! See `parlor_targets::import`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| targets::import(data));
