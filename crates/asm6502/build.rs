//! Shortens the startup of the program `asm6502`, on the systems that this is tested on: links the
//! unwinder statically, so that one shared library less is loaded, and the program at a fixed
//! address, so that its tables of addresses need no relocation.

use std::{env, fs, path::Path};

/// The parts of `cfg` that the target must have.
const TARGET: [(&str, &str); 3] = [("OS", "linux"), ("ENV", "gnu"), ("ARCH", "x86_64")];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let cfg = |name: &str| env::var(format!("CARGO_CFG_TARGET_{name}")).unwrap_or_default();
    // A program without any shared library has its own kind of startup.
    let is_static = cfg("FEATURE").split(',').any(|name| name == "crt-static");
    if is_static || TARGET.iter().any(|(name, value)| cfg(name) != *value) {
        return;
    }
    let folder = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    // The linker finds this script before the shared unwinder of the same name.
    let script = Path::new(&folder).join("libgcc_s.so");
    fs::write(script, "INPUT(-lgcc_eh)\n").expect("OUT_DIR is writable");
    println!("cargo::rustc-link-arg-bins=-L{}", Path::new(&folder).display());
    println!("cargo::rustc-link-arg-bins=-no-pie");
}
