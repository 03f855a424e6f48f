//! A damaged state: see the function `state`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| crownhead_console_fuzz::state(bytes));
