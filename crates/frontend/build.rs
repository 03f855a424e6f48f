//! Embeds a package's license notices in the program, from the file that the environment variable
//! `CROWNHEAD_LICENSES` names.

use std::{env, fs, path::Path};

fn main() {
    println!("cargo::rerun-if-env-changed=CROWNHEAD_LICENSES");
    println!("cargo::rerun-if-changed=build.rs");
    let notices = env::var_os("CROWNHEAD_LICENSES").map_or_else(Vec::new, |path| {
        println!("cargo::rerun-if-changed={}", Path::new(&path).display());
        fs::read(path).expect("CROWNHEAD_LICENSES must name a readable file with the notices")
    });
    let folder = env::var_os("OUT_DIR").expect("cargo sets OUT_DIR");
    fs::write(Path::new(&folder).join("licenses.txt"), notices).expect("OUT_DIR is writable");
}
