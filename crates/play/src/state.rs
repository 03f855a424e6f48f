//! Saves the current state of a session as bytes, for a state slot, a browser's storage, or a link.
//!
//! The bytes begin with a line of JSON. It contains the input since power-on, so that a recording
//! stays complete. The machine's state follows, with its own checksum and that of the cartridge.

use crate::timeline::{Saved, Timeline};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use vcs::{Cartridge, Input, Machine, input::SaveKeyMemory};

/// The name and version of the format: the value of the first member in the JSON line.
const FORMAT: &str = "crownhead-session 1";

#[derive(Serialize, Deserialize)]
struct Header {
    format: String,
    frames: u64,
    inputs: Vec<(u64, Input)>,
    /// The contents of the SaveKeys at power-on.
    #[serde(default)]
    save_keys: [SaveKeyMemory; 2],
    /// True if cheats were on, or collisions off, at any time since power-on.
    #[serde(default)]
    aided: bool,
    /// The record of the game: see [`crate::session::game::Game::record`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    game: Option<String>,
}

/// The reason the given bytes are not a valid state of a cartridge.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum StateError {
    /// The bytes are not a state.
    #[error("not a saved state of this program")]
    Foreign,
    /// The bytes have a different format version.
    #[error("this state was saved by another version of the program")]
    Version,
    /// The bytes are incomplete or inconsistent.
    #[error("this state is damaged")]
    Damaged,
    /// The machine's part of the state is damaged, or comes from another cartridge.
    #[error(transparent)]
    Machine(#[from] vcs::state::StateError),
}

/// Saves the current moment and the record of its game.
pub fn save(timeline: &Timeline, game: Option<String>) -> Vec<u8> {
    let header = Header {
        format: FORMAT.into(),
        frames: timeline.frames(),
        inputs: timeline.past().to_vec(),
        save_keys: timeline.save_keys_at_power_on(),
        aided: timeline.is_aided(),
        game,
    };
    let mut bytes = serde_json::to_vec(&header).expect("numbers and names always serialize");
    bytes.push(b'\n');
    bytes.extend(timeline.machine().save());
    bytes
}

/// Reads a state of this cartridge.
///
/// # Errors
/// The bytes are damaged, or are from another version or another cartridge.
pub fn load(bytes: &[u8], cartridge: &Cartridge) -> Result<Saved, StateError> {
    let end = bytes.iter().position(|byte| *byte == b'\n');
    let end = end.ok_or(StateError::Foreign)?;
    let header: Header = serde_json::from_slice(&bytes[..end]).map_err(|_| StateError::Foreign)?;
    if header.format != FORMAT {
        return Err(StateError::Version);
    }
    if !is_in_order(&header) {
        return Err(StateError::Damaged);
    }
    Ok(Saved {
        machine: Machine::load(cartridge, &bytes[end + 1..])?,
        frames: header.frames,
        inputs: header.inputs,
        save_keys: header.save_keys,
        aided: header.aided,
        game: header.game,
    })
}

/// Returns true if the first input change is at power-on, and the later ones are in chronological
/// order and before the saved frame.
fn is_in_order(header: &Header) -> bool {
    let frames = || header.inputs.iter().map(|(frame, _)| *frame);
    header.frames < 1 << 60
        && frames().next() == Some(0)
        && frames().zip(frames().skip(1)).all(|(a, b)| a <= b)
        && frames().all(|frame| frame == 0 || frame < header.frames)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundled::BUNDLED;
    use vcs::PowerOn;

    fn timeline(power_on: PowerOn) -> Timeline {
        let cartridge = Cartridge::from_image(BUNDLED[0].image).unwrap();
        Timeline::new(cartridge, power_on, Input::default())
    }

    #[test]
    fn a_loaded_state_continues_where_it_was_saved() {
        let power_on = PowerOn {
            seed: 5,
            ..PowerOn::default()
        };
        let mut first = timeline(power_on);
        (0..40).for_each(|_| {
            first.frame(Input::default());
        });
        let bytes = save(&first, None);
        let mut second = timeline(PowerOn::default());
        second.replace(load(&bytes, second.cartridge()).unwrap());
        assert_eq!(second.power_on(), power_on);
        for _ in 0..20 {
            let expected = first.frame(Input::default()).clone();
            assert_eq!(&expected, second.frame(Input::default()));
        }
        assert_eq!(second.frames(), 60);
    }

    #[test]
    fn damaged_states_are_rejected() {
        let timeline = timeline(PowerOn::default());
        let state = save(&timeline, None);
        let load = |bytes: &[u8]| load(bytes, timeline.cartridge()).map(|_| ());
        assert_eq!(load(&[]), Err(StateError::Foreign));
        assert_eq!(load(&state[..5]), Err(StateError::Foreign));
        for length in [state.len() / 2, state.len() - 1] {
            assert!(matches!(
                load(&state[..length]),
                Err(StateError::Machine(_))
            ));
        }
        let end = state.iter().position(|byte| *byte == b'\n').unwrap();
        let mut header: Header = serde_json::from_slice(&state[..end]).unwrap();
        // Add an input change after the saved frame.
        header.inputs.push((7, Input::default()));
        let state_with =
            |header: &Header| [&serde_json::to_vec(header).unwrap(), &state[end..]].concat();
        assert_eq!(load(&state_with(&header)), Err(StateError::Damaged));
        header.format = "crownhead-session 2".into();
        assert_eq!(load(&state_with(&header)), Err(StateError::Version));
    }
}
