//! What a run of a program shows, as text: coverage, cycles by routine and scanline, the source of
//! an image, the verdicts on scripts. No files: whoever calls reads the sources and writes the
//! reports.
//!
//! - [`check`]: the verdict of `crownhead check`, as text, JSON, SARIF and HTML
//! - [`coverage`]: which lines, branches and bytes ran, as lcov and as a summary
//! - [`heat`]: cycles by routine, scanline and frame, as text and as a heat map
//! - [`disassembly`]: an image as source that assembles back to the same bytes
//! - [`verify`]: the verdicts on scripts, as text, JSON, JUnit and HTML

pub mod check;
pub mod coverage;
pub mod disassembly;
pub mod heat;
pub mod verify;
