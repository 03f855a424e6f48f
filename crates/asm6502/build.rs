//! Shortens the startup of the program `asm6502` where it has been measured: links the unwinder
//! statically, so that the system loads one library less, and places the program at a fixed
//! address, so that its tables need no relocation.

use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let variable = |name| env::var(name).unwrap_or_default();
    let is_static = variable("CARGO_CFG_TARGET_FEATURE").contains("crt-static");
    if is_static || variable("TARGET") != "x86_64-unknown-linux-gnu" {
        return;
    }
    let folder = variable("OUT_DIR");
    // The linker reads this script in place of the shared unwinder, which has the same name.
    let script = format!("{folder}/libgcc_s.so");
    fs::write(script, "INPUT(-lgcc_eh)\n").expect("OUT_DIR is writable");
    println!("cargo::rustc-link-arg-bins=-L{folder}");
    println!("cargo::rustc-link-arg-bins=-no-pie");
}
