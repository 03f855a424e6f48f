//! Coverage of sessions whose sources are on disk.

use crate::session::Session;
use asm6502::DiskProvider;
use reports::coverage::{Covered, Total};
use std::fs;

/// Adds a session's run.
pub fn add(total: &mut Total, session: &Session, covered: &Covered) {
    let sha256 = &session.metadata.sha256;
    total.add(&session.name, sha256, session.build.as_deref(), covered);
}

/// Writes the lines and branches of all sources in the format of lcov.
pub fn lcov(total: &Total) -> String {
    total.lcov(&DiskProvider, &|file| {
        fs::canonicalize(file).map_or(file.to_owned(), |path| path.display().to_string())
    })
}

/// Writes a report for people.
pub fn summary(total: &Total) -> String {
    total.summary(&DiskProvider)
}
