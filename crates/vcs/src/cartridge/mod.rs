//! Cartridges: a ROM image on its board.
//!
//! The bus reads most bytes straight through the [`Window`]: for each page of 256 bytes of
//! `$1000-$1FFF` it knows where in the image the page is. Pages where an access *does* something
//! (hot spots, RAM) are not plain, and an access there is given to the board.

mod window;

use crate::{VcsError, trace::Hash};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use window::Window;

/// A cartridge: a ROM image on its board. Clones share the image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cartridge {
    image: Arc<[u8]>,
    checksum: Hash,
    window: Window,
    board: Board,
}

/// One bus cycle as the cartridge sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Access {
    /// 13 bits.
    pub address: u16,
    /// The byte written; in a read of the window the byte that the bus held before.
    pub data: u8,
    /// True for a write. The cartridge port has no line that says so; see the boards.
    pub write: bool,
    /// Number of the cycle since power-on.
    pub cycle: u64,
}

/// The boards.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Board {
    /// Nothing but ROM.
    Plain,
}

impl Cartridge {
    /// Finds the board that fits the image.
    ///
    /// # Errors
    /// [`VcsError::ImageSize`] where no board has this size.
    pub fn from_image(image: &[u8]) -> Result<Cartridge, VcsError> {
        match image.len() {
            2048 | 4096 => Ok(Cartridge {
                image: image.into(),
                checksum: Hash::of(image),
                window: Window::whole(image.len(), 0),
                board: Board::Plain,
            }),
            size => Err(VcsError::ImageSize { size }),
        }
    }

    /// The image as loaded.
    pub fn image(&self) -> &[u8] {
        &self.image
    }

    /// Tells images apart.
    pub fn checksum(&self) -> Hash {
        self.checksum
    }

    /// The board's registers and RAM.
    pub(crate) fn board(&self) -> &Board {
        &self.board
    }

    /// This cartridge with its board in another state; `None` if the state is that of another board.
    pub(crate) fn with_board(&self, board: Board) -> Option<Cartridge> {
        let mut cartridge = self.clone();
        cartridge.board = board;
        Some(cartridge)
    }

    /// The byte of a plain page.
    #[inline]
    pub(crate) fn read_plain(&self, address: u16) -> Option<u8> {
        self.window.plain(address, &self.image)
    }

    /// An access to the window in a page that is not plain. The byte at its end.
    pub(crate) fn access(&mut self, access: Access) -> u8 {
        self.window
            .rom(access.address, &self.image)
            .unwrap_or(access.data)
    }

    /// An access below the window, for a board that listens there.
    pub(crate) fn access_below(&mut self, _access: Access) {}

    /// Fills what is undefined at power-on.
    pub(crate) fn power_on(&mut self, _undefined: impl FnMut() -> u8) {}

    /// True if the board listens to the console's own addresses as well.
    #[inline]
    pub(crate) fn listens_below(&self) -> bool {
        false
    }

    /// What a read in the window would give, without any effect; `bus` is the byte on the bus.
    pub(crate) fn peek(&self, address: u16, bus: u8) -> u8 {
        self.window.rom(address, &self.image).unwrap_or(bus)
    }
}
