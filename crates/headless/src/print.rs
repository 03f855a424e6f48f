//! Writes text and messages to standard output and standard error.
//!
//! These functions never panic. They return errors of writes to standard output. They ignore errors
//! of writes to standard error, because there is nowhere to report those. Text that may come from a
//! file goes through [`escape_controls`], so that it cannot send commands to a terminal.

pub use asm6502::escape_controls;

use crate::error::Error;
use std::{
    borrow::Cow,
    fmt::Display,
    io::{self, IsTerminal, Write},
    path::Path,
    process::ExitCode,
};

/// Writes to standard output and flushes it; on a terminal, control characters are escaped.
///
/// # Errors
/// [`Error::Write`] if standard output is closed or full.
pub fn out(text: impl AsRef<[u8]>) -> Result<(), Error> {
    let mut out = io::stdout().lock();
    let text = escape_for_terminal(text.as_ref(), out.is_terminal());
    let written = out.write_all(&text).and_then(|()| out.flush());
    written.map_err(Error::write(Path::new("-")))
}

/// Returns the text with its control characters escaped if it is written to a terminal, otherwise
/// unchanged.
pub fn escape_for_terminal(text: &[u8], to_terminal: bool) -> Cow<'_, [u8]> {
    match (to_terminal, str::from_utf8(text)) {
        (true, Ok(text)) => match escape_controls(text) {
            Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
            Cow::Owned(text) => Cow::Owned(text.into_bytes()),
        },
        _ => Cow::Borrowed(text),
    }
}

/// Writes a message as one line to standard error, after the program's name.
pub fn message(text: &dyn Display) {
    let text = text.to_string().replace('\n', "\\n");
    to_stderr(&format!("crownhead: {}\n", escape_controls(&text)));
}

/// Prints an error as one line, except for the assembler's messages, which keep their own format.
/// Prints nothing if the error has already been reported. A closed pipe counts as success. Returns
/// the exit status.
pub fn report(error: Error) -> ExitCode {
    if error.is_closed_pipe() {
        return ExitCode::SUCCESS;
    }
    match &error {
        Error::Reported => {}
        Error::Source(fault) => to_stderr(&format!("{}\n", escape_controls(&fault.to_string()))),
        error => message(error),
    }
    ExitCode::from(error.status())
}

/// Writes text to standard error, without escaping it or adding a newline. The text may be a
/// progress line, which the next call overwrites.
pub fn to_stderr(text: &str) {
    let mut out = io::stderr().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_terminal_gets_escaped_text() {
        let text = "a\u{1b}[2Jb\n".as_bytes();
        assert_eq!(&*escape_for_terminal(text, false), text);
        assert_eq!(&*escape_for_terminal(text, true), b"a\\u{1b}[2Jb\n");
    }
}
