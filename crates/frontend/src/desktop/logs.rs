//! Writes two files about a session, for tests: a log of the ports as the game sees them, and
//! statistics.

use headless::{error::Error, files::write_output};
use serde::Serialize;
use std::{
    fs::File,
    io::{BufWriter, Write},
    path::{Path, PathBuf},
};
use vcs::Machine;

/// The logged ports, each with its name in the log, its address, and a mask of the bits to log.
const PORTS: [(&str, u16, u8); 4] = [
    ("swcha", 0x0280, 0xff),
    ("swchb", 0x0282, 0xff),
    ("inpt4", 0x3c, 0x80),
    ("inpt5", 0x3d, 0x80),
];

/// Writes a line whenever a port changes: `@FRAME swcha FF swchb 3F inpt4 80 inpt5 80`.
pub struct InputLog {
    path: PathBuf,
    file: BufWriter<File>,
    last: Option<[u8; PORTS.len()]>,
}

impl InputLog {
    /// Creates the file.
    ///
    /// # Errors
    /// [`Error::Write`] if it cannot be created.
    pub fn create(path: &Path) -> Result<InputLog, Error> {
        let file = BufWriter::new(File::create(path).map_err(Error::write(path))?);
        Ok(InputLog {
            path: path.to_owned(),
            file,
            last: None,
        })
    }

    /// Logs the ports after frame `frame` if any of them has changed since the previous call.
    ///
    /// # Errors
    /// [`Error::Write`] if the line cannot be written.
    pub fn log(&mut self, frame: u64, machine: &Machine) -> Result<(), Error> {
        let ports = PORTS.map(|(_, address, bits)| machine.peek(address) & bits);
        if self.last == Some(ports) {
            return Ok(());
        }
        self.last = Some(ports);
        let mut line = format!("@{frame}");
        for ((name, ..), value) in PORTS.iter().zip(ports) {
            line += &format!(" {name} {value:02X}");
        }
        // Flush immediately, because tests read the file while it grows.
        writeln!(self.file, "{line}")
            .and_then(|()| self.file.flush())
            .map_err(Error::write(&self.path))
    }
}

/// The figures that `--stats-json` writes.
#[derive(Debug, Clone, Serialize)]
#[allow(missing_docs)]
pub struct Report {
    /// Number of emulated frames.
    pub frames: u64,
    /// Number of pictures shown.
    pub pictures: u32,
    /// Number of main loop iterations that skipped the picture to save time.
    pub pictures_left_out: u32,
    /// Mean time for drawing and sending a picture, in milliseconds.
    pub picture_ms_mean: f64,
    /// Seconds since the first iteration of the main loop.
    pub seconds: f64,
    /// Frames per second, including pauses and turbo.
    pub frames_per_second: f64,
    /// Fraction of the time that the program spent computing instead of waiting.
    pub busy: f64,
    /// Maximum time from reading the keys to showing the picture, in milliseconds.
    pub key_to_picture_ms_max: f64,
    pub key_to_picture_ms_mean: f64,
    /// XXH3-64 of the last picture's color numbers.
    pub picture: String,
    /// XXH3-64 of all sound samples.
    pub audio: String,
    /// The running hash over all frames, as in `trace --kind frame` and `expect chain`.
    pub chain: String,
    pub sound_playing: bool,
    pub sound_under_runs: u64,
    pub sound_dropped: u64,
    pub sound_latency_ms: f64,
}

impl Report {
    /// Writes the statistics as JSON.
    ///
    /// # Errors
    /// [`Error::Write`] if the file cannot be written.
    pub fn write(&self, path: &Path) -> Result<(), Error> {
        let mut text =
            serde_json::to_string_pretty(self).map_err(|error| Error::Fault(error.to_string()))?;
        text.push('\n');
        write_output(path, text.as_bytes())
    }
}
