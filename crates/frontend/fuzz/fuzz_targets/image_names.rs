//! Reads arbitrary bytes as the name of an image: see the function `image_names`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| crownhead_fuzz::image_names(bytes));
