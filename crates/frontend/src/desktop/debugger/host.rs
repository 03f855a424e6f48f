//! The services that the window provides for the debugger's commands: files, pictures, and a limit
//! on long runs.

use debugger::commands::{Host, LoadedProgram};
use headless::{
    error::Error,
    files::{read_image, write_output},
    image::CartridgeFile,
    output::read_bytes,
    outputs::check_png,
    picture::frame_png,
    program::program_of_image,
};
use lab::script::Script;
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};
use vcs::{Frame, television::Standard};

/// Maximum number of frames that one command may run: a minute.
const MAX_RUN_FRAMES: u64 = 3_600;

/// The host of the debugger in the window.
pub(super) struct WindowHost {
    /// The cartridge's file; `None` for a bundled cartridge.
    pub path: Option<PathBuf>,
    /// The television standard, which determines the colors of pictures.
    pub standard: Standard,
    /// Number of checks for an interruption that the current command may still make. It makes about
    /// one per frame.
    checks_left: u64,
    reloaded: bool,
}

impl WindowHost {
    pub fn new(path: Option<PathBuf>, standard: Standard) -> WindowHost {
        WindowHost {
            path,
            standard,
            checks_left: MAX_RUN_FRAMES,
            reloaded: false,
        }
    }

    /// Removes the cartridge's folder from the paths in a text.
    pub fn without_folder(&self, text: &str) -> String {
        let folder = self.path.as_deref().and_then(Path::parent);
        match folder.map(|folder| folder.join("").display().to_string()) {
            Some(folder) if !folder.is_empty() => text.replace(&folder, ""),
            _ => text.to_owned(),
        }
    }

    /// Begins a new command, which may run up to [`MAX_RUN_FRAMES`] frames.
    pub fn begin_command(&mut self) {
        self.checks_left = MAX_RUN_FRAMES;
    }

    /// Returns whether the program has been reloaded since the last call.
    pub fn take_reloaded(&mut self) -> bool {
        std::mem::take(&mut self.reloaded)
    }

    fn read(&self) -> Result<LoadedProgram, Error> {
        let path = self.path.as_deref();
        let path = path.ok_or_else(|| {
            Error::Usage("the bundled cartridge has no file to read again".into())
        })?;
        let image: CartridgeFile = read_image(path)?;
        Ok(LoadedProgram {
            cartridge: image.cartridge()?,
            program: program_of_image(&image)?,
            script: Arc::new(Script::default()),
        })
    }
}

impl Host for WindowHost {
    fn source(&mut self, path: &str) -> Option<String> {
        let bytes = read_bytes(Path::new(path)).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn save_picture(&mut self, path: &str, frame: &Frame) -> Result<(), String> {
        let path = Path::new(path);
        let picture = || frame_png(frame, self.standard, 0..frame.scanlines());
        let png = check_png(path).and_then(|()| picture());
        let written = png.and_then(|png| write_output(path, &png));
        written.map_err(|error| error.to_string())
    }

    fn reload(&mut self) -> Result<LoadedProgram, String> {
        let loaded = self.read().map_err(|error| error.to_string())?;
        self.reloaded = true;
        Ok(loaded)
    }

    fn interrupted(&mut self) -> bool {
        self.checks_left = self.checks_left.saturating_sub(1);
        self.checks_left == 0 || headless::interrupt::requested()
    }

    fn interruption_message(&self) -> &'static str {
        match self.checks_left {
            0 => "the run was stopped after one emulated minute",
            _ => "interrupted",
        }
    }
}
