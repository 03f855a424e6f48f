//! Reads arbitrary bytes as a zip or gzip file: see the function `archive`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| crownhead_fuzz::archive(bytes));
