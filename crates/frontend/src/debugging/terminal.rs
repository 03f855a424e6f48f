//! The debugger in the terminal: a command a line.

use super::load::Files;
use crate::{
    error::Error,
    interrupt,
    print::shown,
    terminal::{Line, Lines},
};
use debugger::commands::Commander;
use std::{io::Write, path::Path};

/// Reads commands to the end of the input. At a prompt a wrong command is reported; in a script it
/// also makes the run fail.
///
/// # Errors
/// Standard output cannot be written, or a command of a script was wrong.
pub fn converse(
    mut commander: Commander,
    mut files: Files,
    mut lines: Lines,
    out: &mut dyn Write,
) -> Result<(), Error> {
    let mut failed = false;
    let stop = debugger::Stop {
        reasons: Vec::new(),
        place: commander.debugger.place(),
        moment: commander.debugger.moment(),
    };
    write(out, &commander.stopped(&stop, &mut files))?;
    while let Line::Text(line) = interrupt::while_waiting(|| lines.any("> ", out))? {
        let answer = commander.command(&line, &mut files);
        interrupt::forget();
        match answer {
            Ok(answer) => {
                write(out, &answer.text)?;
                if answer.quit {
                    break;
                }
            }
            Err(error) => {
                failed = true;
                write(out, &format!("error: {error}\n"))?;
            }
        }
    }
    match failed && !lines.is_prompt() {
        true => Err(Error::Mismatch("a command of the script was wrong".into())),
        false => Ok(()),
    }
}

fn write(out: &mut dyn Write, text: &str) -> Result<(), Error> {
    let written = out.write_all(shown(text).as_bytes());
    written
        .and_then(|()| out.flush())
        .map_err(Error::write(Path::new("-")))
}
