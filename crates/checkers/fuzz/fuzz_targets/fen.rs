//! Fuzz target: calls [`crownhead_checkers_fuzz::fen`].
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| crownhead_checkers_fuzz::fen(bytes));
