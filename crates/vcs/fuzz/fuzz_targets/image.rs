//! Fuzz target: loads arbitrary bytes as a cartridge image.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| crownhead_console_fuzz::image(bytes));
