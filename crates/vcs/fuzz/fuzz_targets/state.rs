//! Fuzz target: loads a damaged state.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| crownhead_console_fuzz::state(bytes));
