//! Runs Stella's own benchmark, `stella -profile FILE:SECONDS`, for comparison. No screen is
//! needed.

use std::{path::PathBuf, process::Command};
use vcs::Cartridge;

/// The emulated time of a run in seconds, and the number of frames in that time. Stella counts
/// 1,193,182 cycles per second.
const SECONDS: u32 = 10;
const FRAMES: f64 = SECONDS as f64 * 1_193_182.0 / (262.0 * 76.0);

/// Writes the cartridge's image to a file `NAME.bin`, and returns the path of the file.
pub fn write_image(name: &str, cartridge: &Cartridge) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join(format!("{}.bin", name.trim_end_matches(".bin")));
    std::fs::write(&path, cartridge.image()).expect("a writable target folder");
    path
}

/// Measures Stella's speed in frames per second; returns `None` if `stella` is not installed.
pub fn frames_per_second(image: &std::path::Path) -> Option<f64> {
    let argument = format!("{}:{SECONDS}", image.display());
    let home = env!("CARGO_TARGET_TMPDIR");
    let output = Command::new("stella")
        .args(["-profile", &argument])
        .env("SDL_VIDEODRIVER", "dummy")
        .env("SDL_AUDIODRIVER", "dummy")
        .env("XDG_RUNTIME_DIR", home)
        .env("HOME", home)
        .output()
        .ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let seconds = text.split("real time:").nth(1)?.split_whitespace().next()?;
    seconds.parse().ok().map(|seconds: f64| FRAMES / seconds)
}
