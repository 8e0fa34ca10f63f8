//! See `parlor_fuzz::photos::photos`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| parlor_fuzz::photos::photos(data));
