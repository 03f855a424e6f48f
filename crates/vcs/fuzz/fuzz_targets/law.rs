//! Fuzz target: the fast path must have the same results as a run cycle by cycle.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| crownhead_console_fuzz::law(bytes));
