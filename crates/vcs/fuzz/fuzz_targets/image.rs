//! Any bytes as a cartridge image: see the function `image`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| crownhead_console_fuzz::image(bytes));
