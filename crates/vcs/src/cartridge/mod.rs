//! Cartridges. A cartridge is a ROM image on its board.
//!
//! [`Scheme`] lists the boards, `table.rs` holds the facts about them, and [`crate::detect`] finds
//! the right board for an image.
//!
//! The bus reads most of a cartridge's bytes directly from a window, which holds the bytes of ROM
//! that are visible at `$1000-$1FFF`. At some addresses, an access has an effect, because they are
//! hot spots or RAM. These addresses are not *plain*: the board handles every access to them.
//!
#![doc = include_str!("../../docs/cartridges.md")]
#![doc = include_str!("../../docs/arm-cartridges.md")]

mod access;
mod arm;
pub(crate) mod boards;
mod error;
mod hints;
pub(crate) mod image;
mod quiet;
mod ram;
mod row;
mod scheme;
mod standard;
pub(crate) mod table;
mod window;

use crate::{
    hash::Hash,
    television::{Expected, Standard},
};
pub(crate) use access::Access;
pub use arm::Arm;
pub use arm7::{
    Cpu as ArmCpu, Exception as ArmException,
    harmony::{
        DriverChoice as ArmDriver, End as ArmEnd, Fault as ArmFault, Options as ArmOptions,
        Origin as ArmOrigin, Outcome as ArmCall, Record as ArmCalls, Time as ArmTime,
    },
    text::disassemble as disassemble_thumb,
};
pub(crate) use boards::Board;
pub use error::CartridgeError;
use image::Image;
use quiet::Quiet;
use std::sync::Arc;
pub use table::Scheme;
use window::Window;

/// A cartridge: a ROM image on its board. Clones share the image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cartridge {
    image: Arc<[u8]>,
    /// The ROM on the board: either the image or a ROM built from it.
    pub(crate) rom: Arc<[u8]>,
    checksum: Hash,
    detection: Detection,
    /// The scheme of each game in the image, if known. Most cartridges have a single game.
    games: Arc<[Option<Scheme>]>,
    /// The index of the current game. `scheme` is its scheme.
    game: usize,
    scheme: Scheme,
    window: Window,
    pub(crate) board: Board,
    listens_below: bool,
    pub(crate) quiet: Quiet,
    arm_options: ArmOptions,
    expected_standard: Option<Expected>,
    patches: Vec<RomPatch>,
}

/// A one-byte patch to the ROM, as applied by a device plugged in between cartridge and console.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RomPatch {
    /// The address in the window. The patch applies to every bank, at this address's offset within
    /// a bank.
    pub address: u16,
    /// The old byte. Banks with a different byte at this address stay unchanged. If this is `None`,
    /// the byte is replaced in all banks.
    pub old: Option<u8>,
    /// The new byte.
    pub value: u8,
}

/// A detected scheme, and why it was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detection {
    /// The scheme.
    pub scheme: Scheme,
    /// The evidence: the size of the image, bytes found in it, a trial run, or the user's choice.
    pub why: String,
}

impl Cartridge {
    /// Puts an image on its board. `games` holds the scheme of each game in the image, or `None`
    /// for a game whose scheme is unknown.
    ///
    /// # Errors
    /// [`CartridgeError::SchemeSize`] if the board does not allow this size or the first game has
    /// no scheme. `CartridgeError::Elf` if an ELF file cannot run.
    pub(crate) fn on_board(
        image: Arc<[u8]>,
        detection: Detection,
        games: Arc<[Option<Scheme>]>,
    ) -> Result<Cartridge, CartridgeError> {
        let (scheme, size) = (detection.scheme, image.len());
        let error = CartridgeError::SchemeSize { scheme, size };
        if games.len() == 1 && scheme.accepts(size) {
            scheme.check(&image)?;
        }
        if scheme.accepts_image(&image) {
            Cartridge::with_game(image, detection, games, 0).ok_or(error)
        } else {
            Err(error)
        }
    }

    /// Returns the cartridge as it will be after the next power-on. On a cartridge with several
    /// games, each power-on starts the next game. If the scheme of that game is unknown, the
    /// current game starts again.
    pub fn next_game(&self) -> Cartridge {
        let game = (self.game + 1) % self.games.len();
        self.switched_to_game(game).unwrap_or_else(|| self.clone())
    }

    /// Returns this cartridge as it will be after a power-on that starts `game`; `None` if the
    /// scheme of that game is unknown.
    fn switched_to_game(&self, game: usize) -> Option<Cartridge> {
        let (image, detection) = (self.image.clone(), self.detection.clone());
        let cartridge = Cartridge::with_game(image, detection, self.games.clone(), game)?;
        Some(Cartridge {
            expected_standard: self.expected_standard,
            ..cartridge.with_arm(self.arm_options)
        })
    }

    fn with_game(
        image: Arc<[u8]>,
        detection: Detection,
        games: Arc<[Option<Scheme>]>,
        game: usize,
    ) -> Option<Cartridge> {
        let scheme = (*games.get(game)?)?;
        let part_size = image.len() / games.len();
        let part = &image[game * part_size..][..part_size];
        scheme.check(part).ok()?;
        let (board, rom) = Board::of(scheme, part);
        let rom = if rom == *image {
            image.clone()
        } else {
            rom.into()
        };
        let quiet = Quiet::new(&rom, &board.mapper().effects(&rom));
        let mut cartridge = Cartridge {
            checksum: Hash::of(&image),
            expected_standard: standard::of(&Image(&image)),
            image,
            rom,
            detection,
            games,
            game,
            scheme,
            window: Window::empty(),
            listens_below: board.mapper().listens_below(),
            quiet,
            board,
            arm_options: ArmOptions::default(),
            patches: Vec::new(),
        };
        cartridge.rebuild_window();
        Some(cartridge)
    }

    /// Returns this cartridge with these patches applied to its ROM, instead of any patches from an
    /// earlier call. A state saved with the patches can be loaded without them, and vice versa.
    pub fn with_patches(&self, patches: &[RomPatch]) -> Cartridge {
        let original = if self.patches.is_empty() {
            self.clone()
        } else {
            self.switched_to_game(self.game)
                .unwrap_or_else(|| self.clone())
        };
        let mut rom = original.rom.to_vec();
        let bank_size = self.scheme.bank_size().min(0x1000);
        for patch in patches {
            let first = usize::from(patch.address) % bank_size.min(rom.len().max(1));
            for byte in rom.iter_mut().skip(first).step_by(bank_size) {
                if patch.old.is_none_or(|old| old == *byte) {
                    *byte = patch.value;
                }
            }
        }
        let mut cartridge = Cartridge {
            quiet: Quiet::new(&rom, &self.board.mapper().effects(&rom)),
            rom: rom.into(),
            window: Window::empty(),
            board: self.board.clone(),
            patches: patches.to_vec(),
            ..original
        };
        cartridge.rebuild_window();
        cartridge
    }

    /// Returns this cartridge with one byte of its image replaced, and with its board in the same
    /// state. Returns `None` if `offset` is outside the image, or if the changed image does not fit
    /// the board or its state.
    pub fn with_byte(&self, offset: usize, value: u8) -> Option<Cartridge> {
        let mut image = self.image.to_vec();
        *image.get_mut(offset)? = value;
        let (detection, games) = (self.detection.clone(), self.games.clone());
        let cartridge = Cartridge::with_game(image.into(), detection, games, self.game)?;
        let mut cartridge = cartridge.with_arm(self.arm_options);
        if !self.patches.is_empty() {
            cartridge = cartridge.with_patches(&self.patches);
        }
        cartridge.expected_standard = self.expected_standard;
        cartridge.with_state(self.state())
    }

    /// Returns the patches of the last call to [`Cartridge::with_patches`].
    pub fn patches(&self) -> &[RomPatch] {
        &self.patches
    }

    /// Returns this cartridge with these ARM options; an option that is `None` keeps its value. The
    /// options have no effect on a cartridge without an ARM processor.
    pub fn with_arm(mut self, options: ArmOptions) -> Cartridge {
        self.arm_options = options.or(self.arm_options);
        self.board.mapper_mut().set_arm_options(options, &self.rom);
        self
    }

    /// Returns this cartridge with a different setting for the duration of ARM calls; see
    /// [`Cartridge::with_arm`].
    pub fn with_arm_time(self, time: ArmTime) -> Cartridge {
        self.with_arm(ArmOptions {
            time: Some(time),
            ..ArmOptions::default()
        })
    }

    /// Returns this cartridge with the television standard given in its file name.
    pub fn with_named_standard(mut self, standard: Standard) -> Cartridge {
        let why = "as the file's name says";
        self.expected_standard = Some(Expected { standard, why });
        self
    }

    /// Returns the program's television standard, if it is known before the program runs.
    pub fn expected_standard(&self) -> Option<Expected> {
        self.expected_standard
    }

    /// Returns the ARM processor, if there is one.
    pub fn arm(&self) -> Option<Arm> {
        self.board.mapper().arm(&self.rom)
    }

    /// Returns statistics about the ARM calls since power-on, if there is an ARM processor.
    pub fn arm_calls(&self) -> Option<&ArmCalls> {
        self.board.mapper().arm_calls()
    }

    /// See [`crate::Machine::watch_arm_call`].
    pub(crate) fn watch_arm_call(
        &self,
        access: Access,
        watch: &mut dyn FnMut(&ArmCpu, u64),
    ) -> bool {
        self.board.mapper().watch_arm_call(access, &self.rom, watch)
    }

    /// Returns the image as loaded.
    pub fn image(&self) -> &[u8] {
        &self.image
    }

    /// Returns the checksum of the image.
    pub fn checksum(&self) -> Hash {
        self.checksum
    }

    /// Returns the scheme and why it was chosen.
    pub fn detection(&self) -> &Detection {
        &self.detection
    }

    /// Returns the scheme.
    pub fn scheme(&self) -> Scheme {
        self.detection.scheme
    }

    /// Returns the number of the bank at an address in the window, counted in units of
    /// [`Scheme::bank_size`]; 0 where RAM answers.
    pub fn bank(&self, address: u16) -> usize {
        if let Some(bank) = self.board.mapper().bank() {
            return bank;
        }
        let offset = self.window.offset(address & 0x0fff);
        // A shift is faster than a division, and a trace calls this function for every instruction.
        offset.unwrap_or(0) >> self.scheme.bank_size().trailing_zeros()
    }

    /// Returns the image offset of the byte at an address in the window; `None` outside the window,
    /// for RAM, and on boards whose ROM is not part of the image.
    pub fn offset(&self, address: u16) -> Option<usize> {
        let start = self.game * (self.image.len() / self.games.len());
        let rom_is_in_image =
            Arc::ptr_eq(&self.rom, &self.image) || self.image[start..].starts_with(&self.rom);
        let offset = self.window.offset(address & 0x0fff)?;
        (address & 0x1000 != 0 && rom_is_in_image && offset < self.rom.len())
            .then_some(start + offset)
    }

    /// Returns true if an address in the window is ROM where neither a read nor a write has any
    /// side effect.
    ///
    /// Returns false for hot spots, and for all addresses on boards that watch every access.
    pub fn is_plain_rom(&self, address: u16) -> bool {
        address & 0x1000 != 0 && self.window.is_plain(address)
    }

    /// Puts the board in its power-on state. `undefined` supplies the contents of RAM.
    pub(crate) fn power_on(&mut self, mut undefined: impl FnMut() -> u8) {
        let part_size = self.image.len() / self.games.len();
        let part = &self.image[self.game * part_size..][..part_size];
        self.board = Board::of(self.scheme, part).0;
        let mapper = self.board.mapper_mut();
        mapper.set_arm_options(self.arm_options, &self.rom);
        if let Some(ram) = self.board.mapper_mut().uninitialized_ram() {
            ram.bytes_mut().fill_with(&mut undefined);
        }
        self.rebuild_window();
    }

    fn rebuild_window(&mut self) {
        let mapper = self.board.mapper();
        self.window.rebuild(&self.rom, |window| mapper.map(window));
        self.quiet.bank = self.window.offset(0).unwrap_or(0);
    }

    /// Returns the parts of a cartridge that a saved state contains: the board, and the index of
    /// the game.
    pub(crate) fn state(&self) -> (Board, usize) {
        (self.board.clone(), self.game)
    }

    /// Returns this cartridge in a saved state; `None` if the state belongs to a different board.
    pub(crate) fn with_state(&self, (board, game): (Board, usize)) -> Option<Cartridge> {
        let mut cartridge = if game == self.game {
            self.clone()
        } else {
            self.switched_to_game(game)?
        };
        let identity = |board: &Board| (std::mem::discriminant(board), board.mapper().identity());
        if identity(&board) != identity(&cartridge.board) {
            return None;
        }
        cartridge.board = board;
        cartridge.rebuild_window();
        Some(cartridge)
    }

    /// Returns the bytes visible in `$1000-$1FFF`.
    #[inline]
    pub(crate) fn window(&self) -> &Window {
        &self.window
    }

    /// Handles an access to the window that is not a read of a plain address. Returns the byte on
    /// the bus at the end of the access.
    pub(crate) fn access(&mut self, access: Access) -> u8 {
        if self.window.plain_byte(access.address).is_some() {
            // A write to ROM has no effect.
            return access.data;
        }
        let answer = self.board.mapper_mut().access(access, &self.rom);
        if answer.switched {
            self.rebuild_window();
        }
        answer
            .byte
            .or_else(|| self.window.rom(access.address, &self.rom))
            .unwrap_or(access.data)
    }

    /// Returns true if the board also listens to addresses below the window.
    #[inline]
    pub(crate) fn listens_below(&self) -> bool {
        self.listens_below
    }

    /// Returns true if accesses to the TIA in page zero can affect the board.
    pub(crate) fn listens_to_tia(&self) -> bool {
        self.listens_below && self.board.mapper().listens_to_tia()
    }

    /// Returns true if accesses to RAM in page zero can affect the board.
    pub(crate) fn listens_to_ram(&self) -> bool {
        self.listens_below && self.board.mapper().listens_to_ram()
    }

    /// Handles an access below the window, for a board that listens there.
    pub(crate) fn access_below(&mut self, access: Access) {
        if self.board.mapper_mut().access_below(access, &self.rom) {
            self.rebuild_window();
        }
    }

    /// Returns the byte at an address in the window if the board can ignore a read of it while it
    /// is at rest (see `quiet.rs`).
    #[inline(always)]
    pub(crate) fn quiet_byte(&self, address: u16) -> Option<u8> {
        self.quiet.byte(address)
    }

    /// Returns true if, while the board is at rest (see `quiet.rs`), it makes no difference when or
    /// how often this address is read.
    pub(crate) fn is_timeless(&self, address: u16) -> bool {
        self.quiet.is_timeless(address)
    }

    /// See [`boards::Mapper::driven_below`].
    pub(crate) fn driven_below(&self) -> Option<u8> {
        self.board.mapper().driven_below()
    }

    /// See [`boards::Mapper::undriven_lines_below`].
    pub(crate) fn undriven_lines_below(&self) -> u8 {
        self.board.mapper().undriven_lines_below()
    }

    /// Converts a write-port address to the read-port address of the same byte of RAM. Only 12 bits
    /// of `address` are used, and the result has 12 bits. Returns `None` for other addresses, and
    /// for boards whose ports can move.
    pub fn read_port(&self, address: u16) -> Option<u16> {
        self.board.mapper().read_port(address)
    }

    /// Returns the byte that a read in the window would return, without the effects of the read.
    /// `bus` is the byte already on the bus, which is the result if nothing answers.
    pub(crate) fn peek(&self, address: u16, bus: u8) -> u8 {
        let byte = match self.window.plain_byte(address) {
            None => self.board.mapper().peek(address, &self.rom),
            plain => plain,
        };
        byte.or_else(|| self.window.rom(address, &self.rom))
            .unwrap_or(bus)
    }
}

#[cfg(test)]
pub(crate) mod tests;
