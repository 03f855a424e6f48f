//! Saved states on disk: ten slots a cartridge, and the one that is saved on exit.
//!
//! A file is a line of JSON (what the hands did since power-on, so that a recording stays whole)
//! and the machine's own bytes, which carry the cartridge's checksum and their own.

use super::game::Game;
use crate::{error::Error, files::write_whole};
use serde::{Deserialize, Serialize};
use std::{
    fs, io,
    path::{Path, PathBuf},
};
use vcs::{Input, Machine};

/// First member of the JSON line.
const FORMAT: &str = "crownhead-session 1";

/// Where a state stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Slot {
    /// By number, 0..=9.
    Number(usize),
    /// The one written on exit.
    Exit,
}

#[derive(Serialize, Deserialize)]
struct Head {
    format: String,
    frames: u64,
    inputs: Vec<(u64, Input)>,
}

/// A state that was read.
pub struct Saved {
    /// The machine.
    pub machine: Machine,
    /// Frames since power-on.
    pub frames: u64,
    /// What the hands did.
    pub inputs: Vec<(u64, Input)>,
}

/// The file of a slot; the image's checksum keeps cartridges of one name apart.
pub fn path(folder: &Path, name: &str, sha256: &str, slot: Slot) -> PathBuf {
    let slot = match slot {
        Slot::Number(number) => number.to_string(),
        Slot::Exit => "exit".into(),
    };
    folder
        .join("states")
        .join(format!("{name}-{}-{slot}.state", &sha256[..8]))
}

/// Writes a game's present moment.
///
/// # Errors
/// [`Error::Write`] where the disk is full or the folder read-only.
pub fn save(path: &Path, game: &Game) -> Result<(), Error> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(Error::write(folder))?;
    }
    let head = Head {
        format: FORMAT.into(),
        frames: game.frames(),
        inputs: game.past().to_vec(),
    };
    let mut bytes = serde_json::to_vec(&head).map_err(|error| Error::Fault(error.to_string()))?;
    bytes.push(b'\n');
    bytes.extend(game.machine().save());
    write_whole(path, &bytes)
}

/// Reads a state of the game's cartridge; `None` where there is none.
///
/// # Errors
/// [`Error::Read`], or [`Error::Usage`] for a file that is no state of this cartridge.
pub fn load(path: &Path, game: &Game) -> Result<Option<Saved>, Error> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(Error::read(path)(error)),
    };
    let wrong = |reason: String| Error::Usage(format!("{}: {reason}", path.display()));
    let end = bytes.iter().position(|byte| *byte == b'\n').unwrap_or(0);
    let head: Head = serde_json::from_slice(&bytes[..end])
        .map_err(|_| wrong("this is no saved state of this program".into()))?;
    if head.format != FORMAT || head.inputs.is_empty() {
        return Err(wrong(
            "this state is of another version of the program".into(),
        ));
    }
    if !is_in_order(&head) {
        return Err(wrong("this state is damaged".into()));
    }
    let machine = Machine::load(game.cartridge(), &bytes[end + 1..])
        .map_err(|error| wrong(error.to_string()))?;
    Ok(Some(Saved {
        machine,
        frames: head.frames,
        inputs: head.inputs,
    }))
}

/// True where the hands' changes begin at power-on and follow one another up to the frame saved.
fn is_in_order(head: &Head) -> bool {
    let frames = || head.inputs.iter().map(|(frame, _)| *frame);
    head.frames < 1 << 60
        && frames().next() == Some(0)
        && frames().zip(frames().skip(1)).all(|(a, b)| a <= b)
        && frames().all(|frame| frame == 0 || frame < head.frames)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::BUNDLED;
    use vcs::{Cartridge, PowerOn};

    fn game() -> Game {
        let cartridge = Cartridge::from_image(BUNDLED[0].image).unwrap();
        Game::new(cartridge, PowerOn::default(), Input::default())
    }

    fn folder(name: &str) -> PathBuf {
        std::env::temp_dir().join(format!("crownhead-{name}-{}", std::process::id()))
    }

    #[test]
    fn a_state_goes_on_where_it_was_saved() {
        let folder = folder("states");
        let mut first = game();
        (0..40).for_each(|_| {
            first.frame(Input::default());
        });
        let file = path(&folder, "x", first.sha256(), Slot::Number(3));
        save(&file, &first).unwrap();
        let mut second = game();
        let saved = load(&file, &second).unwrap().unwrap();
        fs::remove_dir_all(&folder).unwrap();
        second.replace(saved.machine, saved.frames, saved.inputs);
        for _ in 0..20 {
            assert_eq!(
                first.frame(Input::default()),
                second.frame(Input::default())
            );
        }
        assert_eq!(second.frames(), 60);
    }

    #[test]
    fn a_state_brings_its_power_on_along() {
        let folder = folder("states-power-on");
        let cartridge = Cartridge::from_image(BUNDLED[0].image).unwrap();
        let power_on = PowerOn {
            seed: 5,
            ..PowerOn::default()
        };
        let first = Game::new(cartridge, power_on, Input::default());
        let file = path(&folder, "x", first.sha256(), Slot::Exit);
        save(&file, &first).unwrap();
        let mut second = game();
        let saved = load(&file, &second).unwrap().unwrap();
        fs::remove_dir_all(&folder).unwrap();
        second.replace(saved.machine, saved.frames, saved.inputs);
        assert_eq!(second.power_on(), power_on);
    }

    #[test]
    fn damage_is_a_sentence() {
        let folder = folder("damaged-states");
        let game = game();
        let file = path(&folder, "x", game.sha256(), Slot::Exit);
        assert!(load(&file, &game).unwrap().is_none());
        save(&file, &game).unwrap();
        let whole = fs::read(&file).unwrap();
        for length in [0, 5, whole.len() / 2, whole.len() - 1] {
            fs::write(&file, &whole[..length]).unwrap();
            assert_eq!(load(&file, &game).map(|_| ()).unwrap_err().status(), 2);
        }
        // A head that says what cannot be: a change that comes after the frame saved.
        let end = whole.iter().position(|byte| *byte == b'\n').unwrap();
        let mut head: Head = serde_json::from_slice(&whole[..end]).unwrap();
        head.inputs.push((7, Input::default()));
        let damaged = [&serde_json::to_vec(&head).unwrap(), &whole[end..]].concat();
        fs::write(&file, damaged).unwrap();
        let fault = load(&file, &game).map(|_| ()).unwrap_err().to_string();
        assert!(fault.ends_with("this state is damaged"), "{fault}");
        fs::remove_dir_all(&folder).unwrap();
    }
}
