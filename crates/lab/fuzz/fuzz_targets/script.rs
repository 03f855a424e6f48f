//! Reads arbitrary text as an input script; see the function `script`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| crownhead_lab_fuzz::script(bytes));
