//! The fast console against the plain one: see the function `law`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| crownhead_console_fuzz::law(bytes));
