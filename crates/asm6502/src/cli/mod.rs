//! The command line: dasm's flags, and additional long flags.

use std::ffi::OsString;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::PathBuf;

use crate::assemble::assemble_with_listing;
use crate::cli::arguments::{Arguments, Request};
use crate::cli::files::{OpenFile, Unwritable};
use crate::cli::values::MessageFormat;
use crate::diagnostic::Severity;
use crate::error::ErrorCode;
use crate::options::Options;
use crate::output::Output;
use crate::sources::provider::DiskProvider;
use crate::terminal::escaped_lines;
use crate::text::lossy;

mod arguments;
mod files;
mod help;
mod summary;
mod values;

/// Runs the assembler with the arguments that follow the program's name, and returns the exit code.
///
/// This is the whole program `asm6502`, and the command `crownhead asm`.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let words = arguments.into_iter().map(OsString::into_encoded_bytes);
    let words: Vec<Vec<u8>> = words.collect();
    let exit_code = match arguments::parse(&words) {
        Ok(Request::Assemble(arguments)) => run_assembler(&arguments),
        Ok(Request::Help(topic)) => print(help::topic(&topic)).map(|()| 0),
        Err(message) => print(message).map(|()| 1),
    };
    exit_code.unwrap_or_else(|error| {
        print_error(&format!("asm6502: cannot write standard output: {error}\n"));
        ErrorCode::FileOpen.number()
    })
}

/// Writes to standard output; if that is a terminal, control characters are escaped. A closed pipe
/// is not an error.
fn print(text: impl AsRef<[u8]>) -> io::Result<()> {
    let (text, mut stdout) = (text.as_ref(), io::stdout());
    let written = if stdout.is_terminal() {
        stdout.write_all(escaped_lines(text).as_bytes())
    } else {
        stdout.write_all(text)
    };
    match written.and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}

/// Writes lines to standard error, with control characters escaped. Errors are ignored, because
/// there is nowhere left to report them.
fn print_error(text: &str) {
    let _ = io::stderr().write_all(escaped_lines(text.as_bytes()).as_bytes());
}

fn run_assembler(arguments: &Arguments) -> io::Result<u8> {
    if let Some(on) = arguments.debug_notice {
        let state = if on { "ON" } else { "OFF" };
        print(format!("Debug trace {state}\n"))?;
    }
    let options = &arguments.options;
    let source = std::slice::from_ref(&options.source);
    if let Some(conflict) = files::conflict(arguments, source) {
        return Ok(report_conflict(&conflict));
    }
    let mut files = match files::open(arguments) {
        Ok(files) => files,
        Err(error) => {
            print(format!(
                "Warning: Unable to [re]open '{}'\n\n\n\
                    Fatal assembly error: Unable to open file.\n",
                error.file
            ))?;
            report_unwritable(&error);
            return Ok(ErrorCode::FileOpen.number());
        }
    };
    let sink = files.listing.as_mut().and_then(OpenFile::as_sink);
    let mut output = assemble_with_listing(&DiskProvider, options, sink);
    let includes = output.dependencies.get(1..).unwrap_or_default();
    if let Some(conflict) = files::conflict(arguments, includes) {
        return Ok(report_conflict(&conflict));
    }
    if has_no_source(options, &output) {
        show_messages(arguments, &output)?;
        return Ok(output.exit_code);
    }
    let keeps_binary = files::keeps_binary(arguments, &output);
    let mut unwritable = files.write(arguments, &output);
    let symbol_error = files::write_symbols(arguments, &output).err();
    // dasm only warns if it cannot open the symbol file.
    let (open_error, write_error) = match symbol_error {
        Some(error) if error.failed_to_open() => (Some(error), None),
        other => (None, other),
    };
    unwritable.extend(write_error);
    if !unwritable.is_empty() {
        remove_complete(&mut output.printed);
    }
    show_messages(arguments, &output)?;
    show_summary(arguments, &output);
    if output.exit_code != 0 {
        suggest_main_source(arguments);
    }
    if let Some(error) = open_error {
        print(format!(
            "Warning: Unable to open Symbol Dump file '{}'\n",
            error.file
        ))?;
        report_unwritable(&error);
    }
    unwritable.iter().for_each(report_unwritable);
    if let (true, false, Some(name)) = (keeps_binary, arguments.remove_on_error, &arguments.output)
    {
        print_error(&format!(
            "asm6502: {name} is still the binary of an earlier run; -R removes it after an error\n"
        ));
    }
    Ok(match unwritable[..] {
        [] => output.exit_code,
        _ => ErrorCode::FileOpen.number(),
    })
}

/// Returns true if the main source could not be read, in which case no output file may be written.
/// Always false with `--strict-dasm`, because dasm writes its files even then.
fn has_no_source(options: &Options, output: &Output) -> bool {
    output.dependencies.is_empty() && output.exit_code != 0 && !options.strict_dasm
}

/// Reports a command line whose outputs would replace sources or each other; returns the exit code.
fn report_conflict(conflict: &str) -> u8 {
    print_error(&format!("asm6502: {conflict}\n"));
    ErrorCode::FileOpen.number()
}

/// Removes the line `Complete. (0)` from the printed text.
fn remove_complete(printed: &mut Vec<u8>) {
    let line = b"Complete. (0)\n";
    if printed.ends_with(line) {
        printed.truncate(printed.len() - line.len());
    }
}

fn report_unwritable(error: &Unwritable) {
    print_error(&format!("asm6502: {error}\n"));
}

/// Writes to standard output what dasm would print, and to standard error the messages with
/// excerpts. With `--message-format json`, writes only the messages, to standard output.
///
/// If standard output and standard error go to the same terminal or file, dasm's error lines would
/// only repeat the messages, so a failed run omits them. With `-E` or `--strict-dasm`, only dasm's
/// lines are written.
fn show_messages(arguments: &Arguments, output: &Output) -> io::Result<()> {
    let format = arguments.message_format;
    let both_are_terminals = || io::stdout().is_terminal() && io::stderr().is_terminal();
    let quiet = match format {
        MessageFormat::Human => {
            !output.diagnostics.is_empty()
                && output.exit_code != 0
                && (both_are_terminals() || stdout_and_stderr_are_the_same())
        }
        MessageFormat::Json => true,
        MessageFormat::Dasm => false,
    };
    if !quiet {
        print(&output.printed)?;
    }
    let mut text = String::new();
    for diagnostic in &output.diagnostics {
        match format {
            MessageFormat::Human => text.push_str(&diagnostic.to_string()),
            MessageFormat::Json => {
                text.push_str(&diagnostic.json());
                text.push('\n');
            }
            // The printed text already includes the line of an error.
            MessageFormat::Dasm if diagnostic.severity == Severity::Error => {}
            MessageFormat::Dasm => {
                text.push_str(&diagnostic.one_line(arguments.options.error_style));
            }
        }
    }
    if format == MessageFormat::Json {
        print(text)?;
    } else {
        print_error(&text);
    }
    Ok(())
}

/// Writes the usage and the cycle sums to standard error.
fn show_summary(arguments: &Arguments, output: &Output) {
    let usage = output.usage.as_ref().filter(|_| arguments.usage);
    let mut text = usage.map(summary::usage).unwrap_or_default();
    for (from, to) in &arguments.cycle_sums {
        text.push_str(&summary::cycles(from, to, output));
    }
    print_error(&text);
}

/// If the failed source is one that the project's main source includes, tells the user to assemble
/// the main source instead.
fn suggest_main_source(arguments: &Arguments) {
    if arguments.project.is_none() {
        return;
    }
    let part = PathBuf::from(lossy(&arguments.options.source));
    let Ok((_, project)) = crate::build::locate(&DiskProvider, &part) else {
        return;
    };
    if let Some(main) = crate::build::main_of_part(&DiskProvider, &part, project.as_ref()) {
        let files = Vec::new();
        let fault = crate::build::BuildError::Part { part, main, files };
        print_error(&format!("asm6502: {fault}\n"));
    }
}

/// Returns true if standard output and standard error are the same file or pipe.
fn stdout_and_stderr_are_the_same() -> bool {
    let handles = (same_file::Handle::stdout(), same_file::Handle::stderr());
    matches!(handles, (Ok(stdout), Ok(stderr)) if stdout == stderr)
}
