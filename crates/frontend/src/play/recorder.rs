//! The session as an input script, which `crownhead replay` runs again.

use super::game::Game;
use crate::{error::Error, files::write_whole};
use std::{
    fmt::Write,
    path::{Path, PathBuf},
    time::{Duration, Instant},
};
use vcs::{
    Cartridge,
    script::{Setup, write_header, write_input_changes},
};

/// How often the file is brought up to date while playing.
const EVERY: Duration = Duration::from_secs(1);

/// Writes what the hands did since power-on. The file is whole at every moment, so a crash costs
/// a second at most.
pub struct Recorder {
    path: PathBuf,
    cartridge: String,
    written: Option<Instant>,
}

impl Recorder {
    /// Begins a recording and creates its file, so that a bad name shows at once.
    ///
    /// # Errors
    /// [`Error::Write`] where the file cannot be written.
    pub fn start(path: PathBuf, cartridge: Option<&Path>, game: &Game) -> Result<Recorder, Error> {
        let cartridge = match cartridge {
            None => "bundled".to_owned(),
            Some(path) => std::path::absolute(path)
                .unwrap_or_else(|_| path.to_owned())
                .display()
                .to_string(),
        };
        let mut recorder = Recorder {
            path,
            cartridge,
            written: None,
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
        let text = script(game, &self.cartridge)
            .map_err(|error| Error::Fault(format!("cannot record: {error}")))?;
        write_whole(&self.path, text.as_bytes())
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

/// The script of a game up to now.
fn script(game: &Game, cartridge: &str) -> Result<String, std::fmt::Error> {
    let changes = game.inputs();
    let mut last = changes[0].1;
    let setup = Setup {
        cartridge: Some(cartridge.to_owned()),
        sha256: Some(game.sha256().to_owned()),
        scheme: chosen_scheme(game.cartridge()),
        power_on: game.power_on(),
        input: last,
        ..Setup::default()
    };
    let mut text = String::new();
    write_header(&mut text, &setup)?;
    for (frame, input) in changes[1..]
        .iter()
        .filter(|(frame, _)| *frame < game.frames())
    {
        write!(text, "@{frame} ")?;
        write_input_changes(&mut text, &last, input)?;
        text.push('\n');
        last = *input;
    }
    writeln!(text, "@{} end", game.frames())?;
    Ok(text)
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
    use vcs::{Input, PowerOn, cartridge::Scheme, input::Switches, script::Script};

    #[test]
    fn a_recording_is_a_script_with_every_change() {
        let cartridge = Cartridge::from_image(BUNDLED[0].image).unwrap();
        let mut game = Game::new(cartridge, PowerOn::default(), Input::default());
        let reset = Input {
            switches: Switches {
                reset: true,
                ..Switches::default()
            },
            ..Input::default()
        };
        for frame in 0..10 {
            game.frame(if (3..5).contains(&frame) {
                reset
            } else {
                Input::default()
            });
        }
        let text = script(&game, "bundled").unwrap();
        let script = Script::parse(&text).unwrap();
        assert_eq!(script.events.len(), 2);
        assert_eq!(script.end.frame, 10);
        assert!(text.contains("@3 reset down\n@5 reset up\n"), "{text}");
    }

    #[test]
    fn a_scheme_that_was_chosen_is_recorded() {
        let image = vec![0xea; 8192];
        let scheme = |cartridge| {
            let game = Game::new(cartridge, PowerOn::default(), Input::default());
            let text = script(&game, "x.bin").unwrap();
            Script::parse(&text).unwrap().setup.scheme
        };
        assert_eq!(scheme(Cartridge::from_image(&image).unwrap()), None);
        let chosen = Cartridge::with_scheme(&image, Scheme::E0).unwrap();
        assert_eq!(scheme(chosen).as_deref(), Some("E0"));
    }
}
