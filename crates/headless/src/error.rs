//! The error type of the program. An error becomes a message on standard error and an exit status.

use games::robot::RobotError;
use std::{
    io,
    path::{Path, PathBuf},
};
use thiserror::Error;
use vcs::cartridge::CartridgeError;

/// The reason a command failed. The exit status is 2 if the command line or a file that it names is
/// invalid, and 1 for a mismatch or a failure while running.
#[derive(Debug, Error)]
pub enum Error {
    /// A file that the command line names cannot be read.
    #[error("cannot read {}: {}", path.display(), without_number(source))]
    Read {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// A file that the command line names is not a cartridge image.
    #[error("{}: {source}", path.display())]
    Cartridge {
        /// The file.
        path: PathBuf,
        /// The console's error.
        source: CartridgeError,
    },
    /// A source file does not assemble. The text contains the assembler's messages, on several
    /// lines.
    #[error("{0}")]
    Source(Box<asm6502::BuildError>),
    /// An option or the content of a named file is invalid. The text says where the error is, and
    /// how to fix it.
    #[error("{0}")]
    Usage(String),
    /// An output file or standard output cannot be written, for example because the disk is full.
    #[error("cannot write {}: {}", output_name(path), without_number(source))]
    Write {
        /// The file; `-` is standard output.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// Two traces differ, or a check failed.
    #[error("{0}")]
    Mismatch(String),
    /// A failure while running. It has already been reported.
    #[error("failed")]
    Reported,
    /// A failure while running, such as a missing display.
    #[error("{0}")]
    Fault(String),
}

impl Error {
    /// Returns a function for `map_err` that turns an I/O error into the error for reading the file
    /// `path`.
    pub fn read(path: &Path) -> impl FnOnce(io::Error) -> Error + '_ {
        move |source| Error::Read {
            path: path.to_owned(),
            source,
        }
    }

    /// Returns a function for `map_err` that turns an I/O error into the error for writing the file
    /// `path`.
    pub fn write(path: &Path) -> impl FnOnce(io::Error) -> Error + '_ {
        move |source| Error::Write {
            path: path.to_owned(),
            source,
        }
    }

    /// Returns the exit status: 2 for an invalid command line or named file, 1 for everything else.
    pub fn status(&self) -> u8 {
        match self {
            Error::Read { .. } | Error::Cartridge { .. } => 2,
            Error::Source(_) | Error::Usage(_) => 2,
            Error::Write { .. } | Error::Mismatch(_) | Error::Fault(_) | Error::Reported => 1,
        }
    }

    /// Returns true if the program that reads standard output has closed the pipe, as in
    /// `crownhead trace | head`. This is not a failure: that program needs no more output.
    pub fn is_closed_pipe(&self) -> bool {
        match self {
            Error::Write { path, source } => {
                path == Path::new("-") && source.kind() == io::ErrorKind::BrokenPipe
            }
            _ => false,
        }
    }
}

impl From<RobotError> for Error {
    fn from(error: RobotError) -> Error {
        Error::Fault(error.to_string())
    }
}

/// Returns the name of an output, as messages show it.
fn output_name(path: &Path) -> String {
    match path == Path::new("-") {
        true => "standard output".to_owned(),
        false => path.display().to_string(),
    }
}

/// Returns the text of an I/O error without the error number, which looks like ` (os error 2)`.
fn without_number(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(end) => text[..end].to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_file_gives_status_2_and_a_failure_status_1() {
        let missing = Error::read(Path::new("x.bin"))(io::ErrorKind::NotFound.into());
        assert_eq!(missing.status(), 2);
        assert_eq!(Error::Fault("no display".into()).status(), 1);
    }

    #[test]
    fn only_a_closed_standard_output_is_not_an_error() {
        let is_closed_pipe = |path: &str| {
            let error = Error::write(Path::new(path))(io::ErrorKind::BrokenPipe.into());
            error.is_closed_pipe()
        };
        assert!(is_closed_pipe("-"));
        assert!(!is_closed_pipe("pipe"));
    }

    #[test]
    fn messages_have_no_error_numbers() {
        let line = Error::write(Path::new("a/b"))(io::Error::from_raw_os_error(2)).to_string();
        assert_eq!(line, "cannot write a/b: No such file or directory");
        let line = Error::write(Path::new("-"))(io::Error::from_raw_os_error(28)).to_string();
        assert_eq!(
            line,
            "cannot write standard output: No space left on device"
        );
    }
}
