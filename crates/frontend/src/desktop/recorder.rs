//! Writes the session as an input script, which `crownhead replay` can play back.

use headless::{
    error::Error,
    files::{cartridge_setting, write_whole},
};
use play::{
    timeline::Timeline,
    transcript::{body, end_line, lines, transcript},
};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};
use vcs::Input;

/// Minimum time between updates of the file.
const UPDATE_INTERVAL: Duration = Duration::from_secs(1);

/// Records the input since power-on. Each update overwrites the script's last line with new lines
/// and a new last line, so the file is always a complete script, and a crash loses at most a second
/// of input. The whole file is rewritten only after the game has been rewound, or when
/// [`Timeline::is_aided`] changes.
pub struct Recorder {
    path: PathBuf,
    cartridge: Option<String>,
    last_update: Option<Instant>,
    /// Whether the target is a device or a pipe, to which the script is written only once, at the
    /// end.
    write_once: bool,
    /// The file and its contents.
    open: Option<OpenScript>,
}

struct OpenScript {
    file: File,
    changes: Vec<(u64, Input)>,
    /// The offset of the file's last line.
    last_line_offset: u64,
    last_line: String,
    /// Whether the file contains a note which says that a replay does not reproduce the session.
    aided: bool,
}

impl Recorder {
    /// Begins a recording and creates its file right away, so that a bad name is reported
    /// immediately.
    ///
    /// # Errors
    /// [`Error::Write`] if the file cannot be written.
    pub fn start(
        path: PathBuf,
        cartridge: Option<&Path>,
        timeline: &Timeline,
    ) -> Result<Recorder, Error> {
        let write_once =
            fs::metadata(&path).is_ok_and(|target| !target.is_file() && !target.is_dir());
        let mut recorder = Recorder {
            path,
            cartridge: cartridge_setting(cartridge, timeline.cartridge().image()),
            last_update: None,
            write_once,
            open: None,
        };
        recorder.update_if_due(timeline)?;
        Ok(recorder)
    }

    /// Updates the file, if the last update was at least [`UPDATE_INTERVAL`] ago.
    ///
    /// # Errors
    /// [`Error::Write`] if the file cannot be written, for example because the disk is full. In
    /// that case, the file keeps its contents.
    pub fn update_if_due(&mut self, timeline: &Timeline) -> Result<(), Error> {
        match self.last_update {
            Some(last_update) if last_update.elapsed() < UPDATE_INTERVAL => Ok(()),
            _ if self.write_once => Ok(()),
            _ => self.save(timeline),
        }
    }

    /// Updates the file for the last time.
    ///
    /// # Errors
    /// The errors of [`Recorder::update_if_due`].
    pub fn finish(mut self, timeline: &Timeline) -> Result<(), Error> {
        if self.write_once {
            write_whole(
                &self.path,
                transcript(timeline, self.cartridge.as_deref()).as_bytes(),
            )
        } else {
            self.save(timeline)
        }
    }

    fn save(&mut self, timeline: &Timeline) -> Result<(), Error> {
        self.last_update = Some(Instant::now());
        let changes = timeline.past();
        match &mut self.open {
            Some(open)
                if open.aided == timeline.is_aided() && changes.starts_with(&open.changes) =>
            {
                open.append(changes, timeline.frames())
                    .map_err(Error::write(&self.path))
            }
            _ => self.rewrite(timeline),
        }
    }

    fn rewrite(&mut self, timeline: &Timeline) -> Result<(), Error> {
        self.open = None;
        let last_line = end_line(timeline.frames());
        let body = body(timeline, self.cartridge.as_deref());
        write_whole(&self.path, format!("{body}{last_line}").as_bytes())?;
        let file = OpenOptions::new().write(true).open(&self.path);
        self.open = Some(OpenScript {
            file: file.map_err(Error::write(&self.path))?,
            changes: timeline.past().to_vec(),
            last_line_offset: body.len() as u64,
            last_line,
            aided: timeline.is_aided(),
        });
        Ok(())
    }

    /// Returns the file's path.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl OpenScript {
    /// Writes new lines and a new last line over the old last line. If that fails, restores the old
    /// last line, for which there is always space on the disk.
    fn append(&mut self, changes: &[(u64, Input)], frames: u64) -> io::Result<()> {
        let text = lines(changes, self.changes.len());
        let last_line = end_line(frames);
        match self.write(&format!("{text}{last_line}")) {
            Ok(()) => {
                self.last_line_offset += text.len() as u64;
                let written = self.changes.len();
                self.changes.extend_from_slice(&changes[written..]);
                self.last_line = last_line;
                Ok(())
            }
            Err(error) => {
                let old = self.last_line.clone();
                self.write(&old)?;
                Err(error)
            }
        }
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.last_line_offset))?;
        self.file.write_all(text.as_bytes())?;
        self.file.set_len(self.last_line_offset + text.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use play::bundled::BUNDLED;
    use vcs::{Cartridge, PowerOn, input::Switches};

    fn hold_reset(on: bool) -> Input {
        Input {
            switches: Switches {
                reset: on,
                ..Switches::default()
            },
            ..Input::default()
        }
    }

    #[test]
    fn the_file_is_a_complete_script_at_every_moment_and_after_rewinding() {
        let path = std::env::temp_dir().join(format!("crownhead-recorder-{}", std::process::id()));
        let cartridge = Cartridge::from_image(BUNDLED[0].image).unwrap();
        let mut timeline = Timeline::new(cartridge, PowerOn::default(), Input::default());
        let mut recorder = Recorder::start(path.clone(), None, &timeline).unwrap();
        for frame in 0..60 {
            timeline.frame(hold_reset(frame % 7 == 3));
            if frame == 50 {
                timeline.set_cheats(vec!["F0:5A".parse().unwrap()]);
            }
            if frame == 40 {
                assert!(timeline.back(25));
            }
            recorder.save(&timeline).unwrap();
            let text = fs::read_to_string(&path).unwrap();
            assert_eq!(text, transcript(&timeline, Some("bundled")));
        }
        fs::remove_file(&path).unwrap();
    }
}
