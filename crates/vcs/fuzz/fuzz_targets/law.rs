//! Fuzz target: checks that the fast path gives the same results as a cycle-by-cycle run.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| crownhead_console_fuzz::law(bytes));
