//! Where the player's lines come from: a prompt with line editing, or a pipe.

use crate::error::Error;
use rustyline::{DefaultEditor, error::ReadlineError};
use std::{
    io::{self, BufRead, IsTerminal, Write},
    path::Path,
};

/// A source of lines.
pub enum Lines {
    /// A person at a terminal.
    Prompt(Box<DefaultEditor>),
    /// A script; its lines are repeated in the transcript.
    Script(Box<dyn BufRead>),
}

/// What came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Line {
    /// A line without its end.
    Text(String),
    /// No more will come.
    End,
}

impl Lines {
    /// A prompt where standard input and output are a terminal, otherwise a script.
    ///
    /// # Errors
    /// [`Error::Fault`] if the terminal cannot be used.
    pub fn standard() -> Result<Lines, Error> {
        if io::stdin().is_terminal() && io::stdout().is_terminal() {
            let editor = DefaultEditor::new().map_err(fault)?;
            return Ok(Lines::Prompt(Box::new(editor)));
        }
        Ok(Lines::Script(Box::new(io::stdin().lock())))
    }

    /// Whether a person is there to see progress and colors.
    pub fn is_prompt(&self) -> bool {
        matches!(self, Lines::Prompt(_))
    }

    /// The next line that is neither empty nor a comment (`#`).
    ///
    /// # Errors
    /// [`Error::Read`] or [`Error::Fault`] where reading fails.
    pub fn next(&mut self, prompt: &str, out: &mut dyn Write) -> Result<Line, Error> {
        loop {
            let Some(text) = self.read(prompt)? else {
                return Ok(Line::End);
            };
            let text = text.trim();
            if text.is_empty() || text.starts_with('#') {
                continue;
            }
            if !self.is_prompt() {
                let written = writeln!(out, "{prompt}{text}");
                written.map_err(Error::write(Path::new("-")))?;
            }
            return Ok(Line::Text(text.to_string()));
        }
    }

    fn read(&mut self, prompt: &str) -> Result<Option<String>, Error> {
        match self {
            Lines::Prompt(editor) => match editor.readline(prompt) {
                Ok(text) => {
                    // A line that does not fit into the history is of no consequence.
                    let _ = editor.add_history_entry(&text);
                    Ok(Some(text))
                }
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                Err(error) => Err(fault(error)),
            },
            Lines::Script(reader) => {
                let mut bytes = Vec::new();
                let count = reader.read_until(b'\n', &mut bytes);
                let count = count.map_err(Error::read(Path::new("-")))?;
                let text = String::from_utf8_lossy(&bytes).into_owned();
                Ok((count > 0).then_some(text))
            }
        }
    }
}

fn fault(error: ReadlineError) -> Error {
    Error::Fault(format!("the terminal cannot be used: {error}"))
}
