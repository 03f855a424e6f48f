//! End-to-end tests of the program, the cartridge and the documents that describe them.

#[cfg(all(target_os = "linux", feature = "desktop"))]
#[path = "end_to_end/desktop/mod.rs"]
mod desktop;
