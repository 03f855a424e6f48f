//! Saved states. A machine can be saved as bytes at any bus cycle.
//!
//! A state consists of a header (magic number, format version, checksum of the cartridge's image,
//! checksum of the body) and a body, which contains the chips, encoded with postcard. The image is
//! not included, so a state can be loaded only with the cartridge with which it was saved. Equal
//! machines give equal bytes on every computer.

use crate::{
    cartridge::{Cartridge, Scheme},
    hash::Hash,
    machine::{Machine, Parts},
};
use thiserror::Error;

const MAGIC: &[u8; 8] = b"CRWNSTAT";
/// Format version. It is incremented with every change to the contents of the body.
const VERSION: u16 = 6;
/// Size of the header: magic number, version, checksum of the image, and checksum of the body.
const HEADER_SIZE: usize = 8 + 2 + 8 + 8;

/// The reason why a saved state cannot be loaded.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum StateError {
    /// The bytes are not a state.
    #[error("the data is not a saved state; choose a file that was saved by Crownhead")]
    NoState,
    /// The state was saved by a later version of the program.
    #[error(
        "the state has format version {version}, and this program reads version {known}; \
         load it with the version of Crownhead that saved it, or with a later one"
    )]
    NewerState {
        /// The state's version.
        version: u16,
        /// The version that this program reads.
        known: u16,
    },
    /// The state was saved by an earlier version of the program.
    #[error(
        "the state has format version {version}, and this program reads version {known} only; \
         load it with the version of Crownhead that saved it"
    )]
    OlderState {
        /// The state's version.
        version: u16,
        /// The version that this program reads.
        known: u16,
    },
    /// The state was saved with a different cartridge.
    #[error(
        "the state belongs to another cartridge (image checksum {saved}; the current cartridge has \
         {loaded}); load that cartridge first"
    )]
    ForeignState {
        /// Checksum of the image with which the state was saved.
        saved: Hash,
        /// Checksum of the current cartridge's image.
        loaded: Hash,
    },
    /// The state was saved with the same image, but on a different board.
    #[error(
        "the state was saved with a bank-switch scheme other than {scheme}; \
         load the cartridge with the scheme of the state first"
    )]
    OtherScheme {
        /// The scheme of the current cartridge.
        scheme: Scheme,
    },
    /// The bytes have changed since the state was saved.
    #[error(
        "the state is damaged or cut short; restore the file from a copy, or save the state again"
    )]
    DamagedState,
}

impl Machine {
    /// Saves the current state of the machine as bytes.
    pub fn save(&self) -> Vec<u8> {
        let body = postcard::to_allocvec(&self.parts()).expect("plain values have an encoding");
        let mut state = Vec::with_capacity(HEADER_SIZE + body.len());
        state.extend(MAGIC);
        state.extend(VERSION.to_le_bytes());
        state.extend(self.cartridge().checksum().0.to_le_bytes());
        state.extend(Hash::of(&body).0.to_le_bytes());
        state.extend(body);
        state
    }

    /// Returns a copy of this machine with another cartridge. Returns `None` unless both cartridges
    /// have the same scheme and images of the same size.
    pub fn with_cartridge(&self, cartridge: &Cartridge) -> Option<Machine> {
        let size = self.cartridge().image().len();
        let parts = self.parts();
        let fits = cartridge.scheme() == self.cartridge().scheme()
            && cartridge.image().len() == size
            && cartridge.with_state(parts.7.clone()).is_some();
        fits.then(|| Machine::from_parts(cartridge, parts))?
    }

    /// Returns a copy of this machine in which one byte of the cartridge's image is replaced; see
    /// [`Cartridge::with_byte`].
    pub fn with_rom_byte(&self, offset: usize, value: u8) -> Option<Machine> {
        self.with_cartridge(&self.cartridge().with_byte(offset, value)?)
    }

    /// Creates a machine from a saved state. `cartridge` must be the cartridge with which the state
    /// was saved.
    ///
    /// # Errors
    /// [`StateError`] unless the bytes are an undamaged state of this format version and of this
    /// cartridge.
    pub fn load(cartridge: &Cartridge, state: &[u8]) -> Result<Machine, StateError> {
        let body = checked_body(cartridge, state)?;
        let (parts, rest): (Parts, &[u8]) =
            postcard::take_from_bytes(body).map_err(|_| StateError::DamagedState)?;
        if !rest.is_empty() {
            return Err(StateError::DamagedState);
        }
        if cartridge.with_state(parts.7.clone()).is_none() {
            let scheme = cartridge.scheme();
            return Err(StateError::OtherScheme { scheme });
        }
        Machine::from_parts(cartridge, parts).ok_or(StateError::DamagedState)
    }
}

/// Checks that a state is undamaged and belongs to this cartridge, and returns its body.
fn checked_body<'a>(cartridge: &Cartridge, state: &'a [u8]) -> Result<&'a [u8], StateError> {
    let (magic, rest) = state.split_first_chunk::<8>().ok_or(StateError::NoState)?;
    if magic != MAGIC {
        return Err(StateError::NoState);
    }
    let (version, rest) = rest.split_first_chunk().ok_or(StateError::DamagedState)?;
    let version = u16::from_le_bytes(*version);
    if version != VERSION {
        let known = VERSION;
        return Err(if version > known {
            StateError::NewerState { version, known }
        } else {
            StateError::OlderState { version, known }
        });
    }
    let (image, rest) = rest.split_first_chunk().ok_or(StateError::DamagedState)?;
    let (checksum, body) = rest.split_first_chunk().ok_or(StateError::DamagedState)?;
    if Hash(u64::from_le_bytes(*checksum)) != Hash::of(body) {
        return Err(StateError::DamagedState);
    }
    let (saved, loaded) = (Hash(u64::from_le_bytes(*image)), cartridge.checksum());
    if saved == loaded {
        Ok(body)
    } else {
        Err(StateError::ForeignState { saved, loaded })
    }
}
