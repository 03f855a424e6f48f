//! Reads lines of input from a prompt (with line editing), from a pipe or from a file.

use crate::{error::Error, output::read_line, print};
use rustyline::{DefaultEditor, error::ReadlineError};
use std::{
    io::{self, BufRead, IsTerminal, Write},
    path::{Path, PathBuf},
};

/// A source of lines.
pub enum LineSource {
    /// A prompt at a terminal.
    Prompt(Box<DefaultEditor>),
    /// A pipe or a file, with its path (`-` for standard input). Its lines are echoed in the
    /// output.
    Script(PathBuf, Box<dyn BufRead>),
}

/// The result of reading a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InputLine {
    /// A line, without the line ending.
    Text(String),
    /// The end of the input.
    End,
}

impl LineSource {
    /// Opens a prompt if both standard input and standard output are terminals. Otherwise, lines
    /// are read from standard input without a prompt.
    ///
    /// # Errors
    /// [`Error::Fault`] if the terminal cannot be used.
    pub fn standard() -> Result<LineSource, Error> {
        if io::stdin().is_terminal() && io::stdout().is_terminal() {
            let editor = DefaultEditor::new().map_err(terminal_error)?;
            return Ok(LineSource::Prompt(Box::new(editor)));
        }
        Ok(LineSource::Script("-".into(), Box::new(io::stdin().lock())))
    }

    /// Returns true if the lines come from a prompt. In that case, the caller may also show
    /// progress and colors.
    pub fn is_prompt(&self) -> bool {
        matches!(self, LineSource::Prompt(_))
    }

    /// Reads the next line that is neither empty nor a comment (`#`).
    ///
    /// # Errors
    /// [`Error::Read`] or [`Error::Fault`] if reading fails.
    pub fn next(&mut self, prompt: &str, out: &mut dyn Write) -> Result<InputLine, Error> {
        loop {
            match self.next_or_empty(prompt, out)? {
                InputLine::Text(text) if text.is_empty() => {}
                line => return Ok(line),
            }
        }
    }

    /// Reads the next line that is not a comment. At a prompt, the line may be empty; empty lines
    /// of a pipe or file are skipped.
    ///
    /// # Errors
    /// [`Error::Read`] or [`Error::Fault`] if reading fails.
    pub fn next_or_empty(&mut self, prompt: &str, out: &mut dyn Write) -> Result<InputLine, Error> {
        loop {
            let Some(text) = self.read(prompt)? else {
                return Ok(InputLine::End);
            };
            let text = text.trim();
            if text.starts_with('#') || text.is_empty() && !self.is_prompt() {
                continue;
            }
            if !self.is_prompt() {
                let written = writeln!(out, "{prompt}{}", print::escape_controls(text));
                written.map_err(Error::write(Path::new("-")))?;
            }
            return Ok(InputLine::Text(text.to_string()));
        }
    }

    fn read(&mut self, prompt: &str) -> Result<Option<String>, Error> {
        match self {
            LineSource::Prompt(editor) => match editor.readline(prompt) {
                Ok(text) => {
                    // If the line cannot be added to the history, nothing important is lost.
                    let _ = editor.add_history_entry(&text);
                    Ok(Some(text))
                }
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                Err(error) => Err(terminal_error(error)),
            },
            LineSource::Script(path, reader) => {
                let bytes = read_line(reader).map_err(Error::read(path))?;
                let text = String::from_utf8_lossy(&bytes).into_owned();
                Ok((!bytes.is_empty()).then_some(text))
            }
        }
    }
}

fn terminal_error(error: ReadlineError) -> Error {
    Error::Fault(format!("the terminal cannot be used: {error}"))
}
