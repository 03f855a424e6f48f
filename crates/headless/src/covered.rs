//! Adds up the coverage of several sessions, and reports it for the source files on disk.

use crate::{program::program_of_session, session::Session};
use asm6502::DiskProvider;
use reports::coverage::{LineSpan, RunCoverage, TotalCoverage};
use std::fs;

/// Adds the coverage of a session's run to the total.
pub fn add(total: &mut TotalCoverage, session: &Session, run: &RunCoverage) {
    let sha256 = &session.metadata.sha256;
    total.add(&session.name, sha256, || lines(session), run);
}

/// Returns the source line of each instruction or data item in a session's image; an empty list if
/// the image's sources are unknown.
fn lines(session: &Session) -> Vec<LineSpan> {
    let image = session.cartridge.image();
    let program = program_of_session(session).unwrap_or_default();
    let spans = program.spans().iter();
    let lines = spans.map(|span| LineSpan {
        offset: span.offset,
        length: span.length,
        opcode: image.get(span.offset).copied().unwrap_or_default(),
        file: program.file(span.line).to_owned(),
        line: span.line.line,
    });
    lines.collect()
}

/// Returns the coverage of the lines and branches in all sources, in lcov's format.
pub fn lcov(total: &TotalCoverage) -> String {
    total.lcov(&DiskProvider, &|file| {
        fs::canonicalize(file).map_or(file.to_owned(), |path| path.display().to_string())
    })
}

/// Returns a summary in plain text.
pub fn summary(total: &TotalCoverage) -> String {
    total.summary(&DiskProvider)
}
