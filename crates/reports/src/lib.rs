//! Formats reports on a program and its runs: coverage, cycles by routine and scanline, the
//! disassembled source of an image, and the verdicts on scripts. The crate opens no files; its
//! callers read the sources and write the reports to disk.
//!
//! - [`check`]: the verdict of `crownhead check`, as text, JSON, SARIF and HTML
//! - [`coverage`]: the lines, branches and bytes that ran, as lcov and as a summary
//! - [`heat`]: cycles by routine, scanline and frame, as text and as a heat map
//! - [`disassembly`]: the source of an image, disassembled so that it assembles to the same bytes
//! - [`verify`]: the verdicts on scripts, as text, JSON, JUnit and HTML

pub mod check;
pub mod coverage;
pub mod disassembly;
mod escape;
pub mod heat;
pub mod verify;
