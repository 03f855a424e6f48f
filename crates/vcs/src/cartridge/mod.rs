//! Cartridges: a ROM image on its board.
//!
//! The bus reads most bytes straight through a window, which knows what of the ROM stands where in
//! `$1000-$1FFF`. Cells of 64 bytes where an access *does* something (hot spots, RAM) are not
//! plain, and an access there is given to the board. Which boards there
//! are, says [`Scheme`]; `detect` finds out which one an image is for.

mod boards;
mod detect;
mod ram;
mod scheme;
mod window;

use crate::{VcsError, hash::Hash};
pub(crate) use boards::Board;
pub use detect::Detection;
pub use scheme::Scheme;
use std::sync::Arc;
use window::Window;

/// A cartridge: a ROM image on its board. Clones share the image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cartridge {
    image: Arc<[u8]>,
    /// What the board has for ROM: the image, or what is made of it.
    rom: Arc<[u8]>,
    checksum: Hash,
    detection: Detection,
    /// Which game of a cartridge with several, and the scheme of its part of the image.
    game: usize,
    scheme: Scheme,
    window: Window,
    board: Board,
    listens_below: bool,
}

/// One bus cycle as the cartridge sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Access {
    /// 13 bits.
    pub address: u16,
    /// The byte written; in a read of the window the byte that the bus held before.
    pub data: u8,
    /// True for a write. The cartridge port has no line that says so; see the boards.
    pub write: bool,
    /// Number of the cycle since power-on.
    pub cycle: u64,
}

impl Cartridge {
    /// Finds the board that fits the image, by size and signature.
    ///
    /// # Errors
    /// [`VcsError::ImageSize`] where no board has this size, [`VcsError::UnsupportedScheme`] for a
    /// board that is recognized but does not run.
    pub fn from_image(image: &[u8]) -> Result<Cartridge, VcsError> {
        Cartridge::build(image.into(), detect::detect(image)?, 0)
    }

    /// Puts the image on the board that the user names.
    ///
    /// # Errors
    /// [`VcsError::SchemeSize`] where that board cannot have this size.
    pub fn with_scheme(image: &[u8], scheme: Scheme) -> Result<Cartridge, VcsError> {
        let why = "asked for by name".to_owned();
        Cartridge::build(image.into(), Detection { scheme, why }, 0)
    }

    /// The same cartridge as the next time that power comes on: on one with several games the next
    /// game's turn.
    pub fn next_game(&self) -> Cartridge {
        let games = self.detection.scheme.games();
        let game = (self.game + 1) % games;
        Cartridge::build(self.image.clone(), self.detection.clone(), game)
            .unwrap_or_else(|_| self.clone())
    }

    fn build(image: Arc<[u8]>, detection: Detection, game: usize) -> Result<Cartridge, VcsError> {
        let (scheme, size) = (detection.scheme, image.len());
        let once = match scheme {
            Scheme::Rom2K => 0x800,
            Scheme::Rom4K => 0x1000,
            _ => size,
        };
        let same_bytes_twice = image[..size / 2] == image[size / 2..];
        if !scheme.accepts(size) || size > once && !same_bytes_twice {
            return Err(VcsError::SchemeSize { scheme, size });
        }
        let part_size = size / scheme.games();
        let part = &image[game * part_size..][..part_size];
        let part_scheme = match scheme.games() {
            1 => scheme,
            _ => detect::detect(part)?.scheme,
        };
        let (board, rom) = Board::new(part_scheme, part);
        let rom = if rom == *image {
            image.clone()
        } else {
            rom.into()
        };
        let mut cartridge = Cartridge {
            checksum: Hash::of(&image),
            image,
            rom,
            detection,
            game,
            scheme: part_scheme,
            window: Window::empty(),
            listens_below: board.mapper().listens_below(),
            board,
        };
        cartridge.lay_out();
        Ok(cartridge)
    }

    /// The image as loaded.
    pub fn image(&self) -> &[u8] {
        &self.image
    }

    /// Tells images apart.
    pub fn checksum(&self) -> Hash {
        self.checksum
    }

    /// The scheme, and why it was taken.
    pub fn detection(&self) -> &Detection {
        &self.detection
    }

    /// The scheme.
    pub fn scheme(&self) -> Scheme {
        self.detection.scheme
    }

    /// Number of the bank that an address of the window shows, counted in units of what the board
    /// switches; 0 where RAM answers.
    pub fn bank(&self, address: u16) -> usize {
        let offset = self.window.offset(address & 0x0fff);
        // A power of two: a trace asks at each instruction.
        offset.unwrap_or(0) >> self.scheme.bank_size().trailing_zeros()
    }

    /// Where in the image the byte at an address of the window comes from; `None` outside the window, where
    /// RAM answers, and on boards whose ROM is no plain part of the image.
    pub fn offset(&self, address: u16) -> Option<usize> {
        let start = self.game * (self.image.len() / self.detection.scheme.games());
        let plain =
            Arc::ptr_eq(&self.rom, &self.image) || self.image[start..].starts_with(&self.rom);
        let offset = self.window.offset(address & 0x0fff)?;
        (address & 0x1000 != 0 && plain && offset < self.rom.len()).then_some(start + offset)
    }

    /// The board as when power comes on; what is undefined then is asked for, a byte at a time.
    pub(crate) fn power_on(&mut self, mut undefined: impl FnMut() -> u8) {
        let part_size = self.image.len() / self.detection.scheme.games();
        let part = &self.image[self.game * part_size..][..part_size];
        self.board = Board::new(self.scheme, part).0;
        if let Some(ram) = self.board.mapper_mut().ram() {
            ram.bytes_mut().fill_with(&mut undefined);
        }
        self.lay_out();
    }

    fn lay_out(&mut self) {
        let mapper = self.board.mapper();
        self.window.lay_out(&self.rom, |window| mapper.map(window));
    }

    /// What a state keeps: the board, and which game it is.
    pub(crate) fn state(&self) -> (Board, usize) {
        (self.board.clone(), self.game)
    }

    /// This cartridge in a saved state; `None` if that is the state of another board.
    pub(crate) fn with_state(&self, (board, game): (Board, usize)) -> Option<Cartridge> {
        if game >= self.detection.scheme.games() {
            return None;
        }
        let mut cartridge = match game == self.game {
            true => self.clone(),
            false => Cartridge::build(self.image.clone(), self.detection.clone(), game).ok()?,
        };
        let identity = |board: &Board| (std::mem::discriminant(board), board.mapper().identity());
        if identity(&board) != identity(&cartridge.board) {
            return None;
        }
        cartridge.board = board;
        cartridge.lay_out();
        Some(cartridge)
    }

    /// What stands in `$1000-$1FFF`.
    #[inline]
    pub(crate) fn window(&self) -> &Window {
        &self.window
    }

    /// An access to the window in a cell that is not plain. The byte at its end.
    pub(crate) fn access(&mut self, access: Access) -> u8 {
        if self.window.plain(access.address).is_some() {
            // A write to nothing but ROM.
            return access.data;
        }
        let answer = self.board.mapper_mut().access(access, &self.rom);
        if answer.switched {
            self.lay_out();
        }
        answer
            .byte
            .or_else(|| self.window.rom(access.address, &self.rom))
            .unwrap_or(access.data)
    }

    /// True if the board listens to the console's own addresses as well.
    #[inline]
    pub(crate) fn listens_below(&self) -> bool {
        self.listens_below
    }

    /// An access below the window, for a board that listens there.
    pub(crate) fn access_below(&mut self, access: Access) {
        if self.board.mapper_mut().access_below(access) {
            self.lay_out();
        }
    }

    /// What a read in the window would give, without any effect; `bus` is the byte on the bus.
    pub(crate) fn peek(&self, address: u16, bus: u8) -> u8 {
        let special = match self.window.plain(address) {
            None => self.board.mapper().peek(address, &self.rom),
            plain => plain,
        };
        special
            .or_else(|| self.window.rom(address, &self.rom))
            .unwrap_or(bus)
    }
}

#[cfg(test)]
mod tests;
