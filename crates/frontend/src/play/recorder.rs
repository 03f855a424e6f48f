//! The session as an input script, which `crownhead replay` runs again.

use super::game::Game;
use crate::{
    error::Error,
    files::{recorded_name, write_whole},
};
use lab::script::{Setup, write_header, write_input_changes};
use std::{
    fmt::Write as _,
    fs::{File, OpenOptions},
    io::{self, Seek, SeekFrom, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};
use vcs::{Cartridge, Input};

/// How often the file is brought up to date while playing.
const EVERY: Duration = Duration::from_secs(1);

/// Writes what the hands did since power-on. The file is a whole script at every moment, so a
/// crash costs a second at most: what is new takes the place of the last line, the script's end,
/// and brings another. Only when time was moved back, all is written anew.
pub struct Recorder {
    path: PathBuf,
    cartridge: Option<String>,
    written: Option<Instant>,
    /// The file, and what stands in it.
    open: Option<Opened>,
}

struct Opened {
    file: File,
    changes: Vec<(u64, Input)>,
    /// Where its last line begins.
    end_at: u64,
    end: String,
}

impl Recorder {
    /// Begins a recording and creates its file, so that a bad name shows at once.
    ///
    /// # Errors
    /// [`Error::Write`] where the file cannot be written.
    pub fn start(path: PathBuf, cartridge: Option<&Path>, game: &Game) -> Result<Recorder, Error> {
        let mut recorder = Recorder {
            path,
            cartridge: recorded_name(cartridge),
            written: None,
            open: None,
        };
        recorder.save(game)?;
        Ok(recorder)
    }

    /// Brings the file up to date, if that is due.
    ///
    /// # Errors
    /// [`Error::Write`] where the disk is full; the file keeps what it had.
    pub fn tick(&mut self, game: &Game) -> Result<(), Error> {
        match self.written {
            Some(at) if at.elapsed() < EVERY => Ok(()),
            _ => self.save(game),
        }
    }

    /// Brings the file up to date.
    ///
    /// # Errors
    /// [`Error::Write`] where the disk is full; the file keeps what it had.
    pub fn save(&mut self, game: &Game) -> Result<(), Error> {
        self.written = Some(Instant::now());
        let changes = game.past();
        match &mut self.open {
            Some(open) if changes.starts_with(&open.changes) => open
                .append(changes, game.frames())
                .map_err(Error::write(&self.path)),
            _ => self.rewrite(game),
        }
    }

    fn rewrite(&mut self, game: &Game) -> Result<(), Error> {
        self.open = None;
        let end = end_line(game.frames());
        let body = body(game, self.cartridge.clone())
            .map_err(|error| Error::Fault(format!("cannot record: {error}")))?;
        write_whole(&self.path, format!("{body}{end}").as_bytes())?;
        let file = OpenOptions::new().write(true).open(&self.path);
        self.open = Some(Opened {
            file: file.map_err(Error::write(&self.path))?,
            changes: game.past().to_vec(),
            end_at: body.len() as u64,
            end,
        });
        Ok(())
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Opened {
    /// Writes what is new over the last line. Where that fails, the last line comes back: its room
    /// is still there.
    fn append(&mut self, changes: &[(u64, Input)], frames: u64) -> io::Result<()> {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = write_changes(&mut text, changes, self.changes.len());
        let end = end_line(frames);
        let written = self.write(&format!("{text}{end}"));
        match written {
            Ok(()) => {
                self.end_at += text.len() as u64;
                self.changes
                    .extend_from_slice(&changes[self.changes.len()..]);
                self.end = end;
                Ok(())
            }
            Err(error) => {
                let old = self.end.clone();
                self.write(&old)?;
                Err(error)
            }
        }
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.end_at))?;
        self.file.write_all(text.as_bytes())?;
        self.file.set_len(self.end_at + text.len() as u64)
    }
}

fn end_line(frames: u64) -> String {
    format!("@{frames} end\n")
}

/// The script of a game up to now, but for its last line.
fn body(game: &Game, cartridge: Option<String>) -> Result<String, std::fmt::Error> {
    let changes = game.past();
    let setup = Setup {
        cartridge,
        sha256: Some(game.sha256().to_owned()),
        scheme: chosen_scheme(game.cartridge()),
        power_on: game.power_on(),
        input: changes[0].1,
        ..Setup::default()
    };
    let mut text = String::new();
    write_header(&mut text, &setup)?;
    write_changes(&mut text, changes, 1)?;
    Ok(text)
}

/// The changes from the numbered one on, a line for each.
fn write_changes(text: &mut String, changes: &[(u64, Input)], from: usize) -> std::fmt::Result {
    for pair in changes[from - 1..].windows(2) {
        let [(_, before), (frame, input)] = pair else {
            continue;
        };
        write!(text, "@{frame} ")?;
        write_input_changes(text, before, input)?;
        text.push('\n');
    }
    Ok(())
}

/// The scheme's name, if the image alone would not tell it.
fn chosen_scheme(cartridge: &Cartridge) -> Option<String> {
    let detected = Cartridge::from_image(cartridge.image()).map(|found| found.scheme());
    let chosen = cartridge.scheme();
    (detected != Ok(chosen)).then(|| chosen.name().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::BUNDLED;
    use lab::script::Script;
    use std::fs;
    use vcs::{PowerOn, cartridge::Scheme, input::Switches};

    fn script(game: &Game, cartridge: &str) -> String {
        body(game, Some(cartridge.into())).unwrap() + &end_line(game.frames())
    }

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
    fn a_recording_is_a_script_with_every_change() {
        let cartridge = Cartridge::from_image(BUNDLED[0].image).unwrap();
        let mut game = Game::new(cartridge, PowerOn::default(), Input::default());
        for frame in 0..10 {
            game.frame(hold_reset((3..5).contains(&frame)));
        }
        let text = script(&game, "bundled");
        let script = Script::parse(&text).unwrap();
        assert_eq!(script.events.len(), 2);
        assert_eq!(script.end.frame, 10);
        assert!(text.contains("@3 reset down\n@5 reset up\n"), "{text}");
    }

    #[test]
    fn the_file_is_a_whole_script_at_every_moment_also_after_going_back() {
        let path = std::env::temp_dir().join(format!("crownhead-recorder-{}", std::process::id()));
        let cartridge = Cartridge::from_image(BUNDLED[0].image).unwrap();
        let mut game = Game::new(cartridge, PowerOn::default(), Input::default());
        let mut recorder = Recorder::start(path.clone(), None, &game).unwrap();
        for frame in 0..60 {
            game.frame(hold_reset(frame % 7 == 3));
            if frame == 40 {
                assert!(game.back(25));
            }
            recorder.save(&game).unwrap();
            let text = fs::read_to_string(&path).unwrap();
            assert_eq!(text, script(&game, "bundled"));
        }
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn a_scheme_that_was_chosen_is_recorded() {
        let image = vec![0xea; 8192];
        let scheme = |cartridge| {
            let game = Game::new(cartridge, PowerOn::default(), Input::default());
            let text = script(&game, "x.bin");
            Script::parse(&text).unwrap().setup.scheme
        };
        assert_eq!(scheme(Cartridge::from_image(&image).unwrap()), None);
        let chosen = Cartridge::with_scheme(&image, Scheme::E0).unwrap();
        assert_eq!(scheme(chosen).as_deref(), Some("E0"));
    }
}
