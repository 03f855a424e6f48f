//! Saved states: a machine at any bus cycle as bytes.
//!
//! An envelope (magic, format version, checksum of the cartridge's image, checksum of the body) around the
//! chips in postcard's encoding. The image itself stays out: a state is loaded into the cartridge
//! it was saved from. Equal machines give equal bytes, on every computer.

use crate::{Cartridge, Hash, Machine, VcsError, machine::Parts};

const MAGIC: &[u8; 8] = b"CRWNSTAT";
/// Goes up with every change of what a body holds.
const VERSION: u16 = 3;
/// Magic, version, cartridge checksum, body checksum.
const HEADER: usize = 8 + 2 + 8 + 8;

impl Machine {
    /// The machine at this cycle, as bytes.
    pub fn save(&self) -> Vec<u8> {
        let body = postcard::to_allocvec(&self.parts()).expect("plain values have an encoding");
        let mut state = Vec::with_capacity(HEADER + body.len());
        state.extend(MAGIC);
        state.extend(VERSION.to_le_bytes());
        state.extend(self.cartridge().checksum().0.to_le_bytes());
        state.extend(Hash::of(&body).0.to_le_bytes());
        state.extend(body);
        state
    }

    /// A machine that runs on where the state was saved, with the cartridge it was saved from.
    ///
    /// # Errors
    /// [`VcsError::NoState`], [`VcsError::NewerState`], [`VcsError::OlderState`],
    /// [`VcsError::ForeignState`], [`VcsError::OtherScheme`] or [`VcsError::DamagedState`], each of which says what to do.
    pub fn load(cartridge: &Cartridge, state: &[u8]) -> Result<Machine, VcsError> {
        let body = open(cartridge, state)?;
        let (parts, rest): (Parts, &[u8]) =
            postcard::take_from_bytes(body).map_err(|_| VcsError::DamagedState)?;
        if !rest.is_empty() {
            return Err(VcsError::DamagedState);
        }
        if cartridge.with_state(parts.6.clone()).is_none() {
            let scheme = cartridge.scheme();
            return Err(VcsError::OtherScheme { scheme });
        }
        Machine::from_parts(cartridge, parts).ok_or(VcsError::DamagedState)
    }
}

/// The body of a state that belongs to this cartridge and is whole.
fn open<'a>(cartridge: &Cartridge, state: &'a [u8]) -> Result<&'a [u8], VcsError> {
    let (magic, rest) = state.split_first_chunk::<8>().ok_or(VcsError::NoState)?;
    if magic != MAGIC {
        return Err(VcsError::NoState);
    }
    let (version, rest) = rest.split_first_chunk().ok_or(VcsError::DamagedState)?;
    let version = u16::from_le_bytes(*version);
    if version != VERSION {
        let known = VERSION;
        return Err(match version > known {
            true => VcsError::NewerState { version, known },
            false => VcsError::OlderState { version, known },
        });
    }
    let (image, rest) = rest.split_first_chunk().ok_or(VcsError::DamagedState)?;
    let (checksum, body) = rest.split_first_chunk().ok_or(VcsError::DamagedState)?;
    if Hash(u64::from_le_bytes(*checksum)) != Hash::of(body) {
        return Err(VcsError::DamagedState);
    }
    let (saved, loaded) = (Hash(u64::from_le_bytes(*image)), cartridge.checksum());
    match saved == loaded {
        true => Ok(body),
        false => Err(VcsError::ForeignState { saved, loaded }),
    }
}
