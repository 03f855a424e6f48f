//! Fuzz target: the fast console against the plain one.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| crownhead_console_fuzz::law(bytes));
