//! `crownhead doctor`: prints a report on the environment, to paste into a bug report.

use crate::report::Report;
use headless::{error::Error, print};
use std::{env, process::ExitCode};

/// Print facts for a bug report: versions, display, sound, pads, folders, locks
#[derive(Debug, clap::Args)]
pub struct Args {}

/// Environment variables that affect the window, the sound, the folders and the terminal's colors.
const VARIABLES: [&str; 8] = [
    "DISPLAY",
    "WAYLAND_DISPLAY",
    "XDG_SESSION_TYPE",
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "PULSE_SERVER",
    "ALSA_CONFIG_PATH",
    "NO_COLOR",
];

/// Prints the report. If gathering a fact fails, the report shows why, and the command still
/// succeeds.
///
/// # Errors
/// [`Error::Write`] if standard output cannot be written.
pub fn run(_args: Args) -> Result<ExitCode, Error> {
    let mut report = Report::default();
    report.row("crownhead", env!("CARGO_PKG_VERSION"));
    let (system, processor) = (env::consts::OS, env::consts::ARCH);
    report.row("system", &format!("{system}, {processor}"));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    report.row("cores", &cores.to_string());
    let folder = env::current_dir().map_or_else(error_text, |folder| folder.display().to_string());
    report.row("folder", &folder);
    for name in VARIABLES {
        if let Some(value) = env::var_os(name) {
            report.row(name, &value.to_string_lossy());
        }
    }
    #[cfg(feature = "desktop")]
    crate::desktop::doctor::examine(&mut report);
    #[cfg(not(feature = "desktop"))]
    report.row("desktop", "not built in");
    print::out(report.text())?;
    Ok(ExitCode::SUCCESS)
}

/// Returns an error as text.
fn error_text(error: impl ToString) -> String {
    error.to_string()
}
