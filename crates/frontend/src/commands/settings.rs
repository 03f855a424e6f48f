//! `crownhead settings`: prints the path of the settings file, or creates it.

use crate::desktop::{SETTINGS_TEMPLATE, default_settings_path};
use headless::{error::Error, files::write_whole, print};
use std::{fs, path::PathBuf, process::ExitCode};

/// Print the path of the settings file, or create one with comments
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Create the file, with every setting and its default, if it does not exist
    #[arg(long)]
    pub create: bool,
    /// Settings file, instead of the one in the platform's folder
    #[arg(long, value_name = "FILE")]
    pub settings: Option<PathBuf>,
}

/// Prints the path.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let path = args
        .settings
        .or_else(default_settings_path)
        .ok_or_else(|| {
            Error::Usage(
                "this computer has no folder for settings; name a file with --settings".into(),
            )
        })?;
    if args.create {
        // A device, such as a pipe, exists too, but it is not a settings file.
        if path.is_file() {
            return Err(Error::Usage(format!(
                "{} already exists; edit it",
                path.display()
            )));
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(Error::write(folder))?;
        }
        write_whole(&path, SETTINGS_TEMPLATE.as_bytes())?;
    }
    print::out(format!("{}\n", path.display()))?;
    Ok(ExitCode::SUCCESS)
}
