//! Reads arbitrary text as a settings file: see the function `settings`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| crownhead_fuzz::settings(bytes));
