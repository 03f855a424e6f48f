//! Any text as a file of games: see the function `pdn`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| crownhead_checkers_fuzz::pdn(bytes));
