//! Any program and any input: see the function `program`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| crownhead_console_fuzz::program(bytes));
