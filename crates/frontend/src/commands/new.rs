//! `crownhead new`: makes a folder with a program to start from.

use headless::{error::Error, files::write_whole, print};
use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

/// Make a folder with a game to start from: a player, a score, sound, a test
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The folder to create
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

/// The files to write: their paths in the folder, and their contents.
const FILES: [(&str, &str); 5] = [
    ("crownhead.toml", include_str!("new/crownhead.toml")),
    ("game.asm", include_str!("new/game.asm")),
    (
        "hardware.asm",
        include_str!("../../../../roms-src/include/hardware.asm"),
    ),
    ("tests/moves.script", include_str!("new/moves.script")),
    (".vscode/launch.json", include_str!("new/launch.json")),
];

/// Writes the files that do not exist yet, and prints the next steps.
///
/// # Errors
/// [`Error::Usage`] if a file exists with different contents; then nothing is written.
/// [`Error::Write`] if a file cannot be written.
pub fn run(args: Args) -> Result<ExitCode, Error> {
    let folder = &args.folder;
    let mut missing = Vec::new();
    for (name, text) in FILES {
        let path = folder.join(name);
        match fs::read(&path) {
            Ok(bytes) if bytes == text.as_bytes() => {}
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                missing.push((path, text));
            }
            _ => {
                return Err(Error::Usage(format!(
                    "{} already exists and was not changed; name another folder",
                    path.display()
                )));
            }
        }
    }
    for (path, text) in missing {
        let parent = path.parent().unwrap_or(Path::new(""));
        fs::create_dir_all(parent).map_err(Error::write(parent))?;
        write_whole(&path, text.as_bytes())?;
    }
    let name = folder.display();
    print::out(format!(
        "{name} contains a game; its source is game.asm.\n  \
         crownhead {name} --watch   play it; it is assembled again when you save\n  \
         crownhead verify {name}    run its test, tests/moves.script\n  \
         crownhead debug {name}     step through it, forward and back\n  \
         crownhead check {name}     see whether it works on every console\n"
    ))?;
    Ok(ExitCode::SUCCESS)
}
