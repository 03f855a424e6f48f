//! `crownhead completions` and `man`, whose output is generated from the command line's definition.

use crate::misspelled::closest;
use clap::Command;
use clap_complete::Shell;
use headless::{error::Error, files::write_output, outputs::claim_derived_output, print};
use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

/// Print a shell script that completes the program's options
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The shell
    pub shell: Shell,
}

/// Print a manual page (read it with: crownhead man | man -l -)
#[derive(Debug, clap::Args)]
pub struct ManArgs {
    /// The subcommand; without one, the page of the program
    command: Option<String>,
    /// Write the pages of the program and of all subcommands into this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    out: Option<PathBuf>,
    /// Replace existing files that have the names of manual pages but are not manual pages
    #[arg(long, requires = "out")]
    force: bool,
}

/// The bytes with which every generated page begins.
const PAGE_START: &[u8] = b".ie \\n(.g";

/// Prints the completions for a command line.
pub fn run(args: Args, mut program: Command) -> Result<ExitCode, Error> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut program, "crownhead", &mut text);
    print::out(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints one manual page, or writes all pages to a folder.
///
/// # Errors
/// [`Error::Usage`] for an unknown subcommand; [`Error::Write`] if a page cannot be written.
pub fn run_man(args: ManArgs, mut program: Command) -> Result<ExitCode, Error> {
    if let Some(folder) = args.out {
        let mut program = program.disable_help_subcommand(true);
        program.build();
        return write_pages(&program, &folder, args.force).map(|()| ExitCode::SUCCESS);
    }
    program.build();
    let page = match args.command {
        None => program,
        Some(name) => match program.find_subcommand(&name) {
            Some(command) => command.clone(),
            None => return Err(unknown_command(&name, &program)),
        },
    };
    print::out(render_page(page)?)?;
    Ok(ExitCode::SUCCESS)
}

fn render_page(command: Command) -> Result<Vec<u8>, Error> {
    let mut text = Vec::new();
    let rendered = clap_mangen::Man::new(command).render(&mut text);
    rendered.map_err(|error| Error::Fault(error.to_string()))?;
    Ok(text)
}

/// Writes the pages for a command and its subcommands.
fn write_pages(command: &Command, folder: &Path, force: bool) -> Result<(), Error> {
    let page = clap_mangen::Man::new(command.clone());
    let path = folder.join(page.get_filename());
    claim_derived_output(&path, force, |head| head.starts_with(PAGE_START))?;
    write_output(&path, &render_page(command.clone())?)?;
    let is_visible = |command: &&Command| !command.is_hide_set();
    let mut subcommands = command.get_subcommands().filter(is_visible);
    subcommands.try_for_each(|command| write_pages(command, folder, force))
}

fn unknown_command(name: &str, program: &Command) -> Error {
    let names = program.get_subcommands().map(Command::get_name);
    let hint = closest(name, names).map(|name| format!("; perhaps {name}"));
    let hint = hint.unwrap_or_default();
    Error::Usage(format!(
        "there is no subcommand {name:?}{hint}; see `crownhead help`"
    ))
}
