//! Tests the windowless subcommands as a user runs them: output, messages and exit status.

mod analysis;
mod arm;
mod check;
mod detection;
mod errors;
mod info;
mod kernel;
mod limits;
mod outputs;
#[cfg(target_os = "linux")]
mod pages;
mod save_key;
mod scripts;
#[cfg(unix)]
mod signals;
#[cfg(target_os = "linux")]
mod streams;
#[cfg(target_os = "linux")]
mod terminal;
mod testing;
mod traces;
mod video;

use crate::repository;
use std::{
    path::{Path, PathBuf},
    process::{Command, Output},
};
use support::{Folder, Start};

/// Every kind of trace.
const TRACE_KINDS: [&str; 7] = [
    "frame",
    "instruction",
    "picture",
    "bus",
    "tia",
    "vcd",
    "audio",
];

pub(super) fn golden(name: &str) -> PathBuf {
    repository().join("tests/golden").join(name)
}

/// Runs the program in an empty folder.
pub(super) fn crownhead<S: AsRef<std::ffi::OsStr>>(args: &[S]) -> Output {
    crownhead_in(&Folder::new("current"), args)
}

pub(super) fn crownhead_in<S: AsRef<std::ffi::OsStr>>(folder: &Path, args: &[S]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .current_dir(folder)
        .args(args)
        .run()
}

/// Runs a command line in which `{}` stands for a path; it must succeed. Returns standard output.
pub(super) fn run_ok(words: &str, path: &Path) -> Vec<u8> {
    let output = run(words, path);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{words}: {errors}");
    assert_eq!(errors, "", "{words}");
    output.stdout
}

/// Runs a command line in which `{}` stands for a path.
pub(super) fn run(words: &str, path: &Path) -> Output {
    let path = path.to_str().unwrap();
    let words: Vec<String> = words
        .split(' ')
        .map(|word| word.replace("{}", path))
        .collect();
    crownhead(&words)
}

pub(super) fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap()
}

/// Runs a command line that must fail with this status, and with one line that contains this
/// message.
pub(super) fn run_fails(words: &str, path: &Path, status: i32, message: &str) {
    let output = run(words, path);
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(status), "{words}: {errors}");
    assert!(errors.contains(message), "{words}: {errors}");
    assert!(!errors.contains("panicked"), "{words}: {errors}");
    assert_eq!(errors.lines().count(), 1, "{words}: {errors}");
}
