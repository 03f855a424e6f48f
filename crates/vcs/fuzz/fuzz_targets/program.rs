//! Fuzz target: runs an arbitrary program with arbitrary input.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| crownhead_console_fuzz::program(bytes));
