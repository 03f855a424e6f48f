//! Fuzz target: assembles arbitrary bytes.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| crownhead_asm_fuzz::assemble(bytes));
