//! A line of a source file.

/// A line in one of the files of a [`Program`](crate::Program).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SourceLine {
    /// Index of the file in [`Program::files`](crate::Program::files).
    pub file: usize,
    /// Line, from 1.
    pub line: u32,
}
