//! Any text as a position and moves: see the function `fen`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| crownhead_checkers_fuzz::fen(bytes));
