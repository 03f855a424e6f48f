//! Boards that watch every access, but of which few accesses have an effect.
//!
//! A board with an ARM's driver sees each cycle of the bus, but as long as it *rests*, an access to
//! a byte of ROM without an [`Effect`], or below the window, only tells it the last address. So it
//! gets only the last of such accesses, before the next one that does something. The cartridge's
//! table of effects says which bytes these are. This trait is all that a board has to offer for
//! that; the boards that offer it do so here, and all others never rest.

use super::Code;
use crate::cartridge::{
    Board, Cartridge,
    boards::harmony::{Driver, Harmony},
};
use arm7::harmony::Effect;

/// A board that can rest.
trait Resting {
    /// Returns whether accesses to bytes with [`Effect::None`], and accesses below the window, have
    /// no effect now.
    fn rests(&self) -> bool;

    /// Tells the board the last access that was made while it rested: the address, and the byte
    /// that the board drove.
    fn pass(&mut self, address: u16, driven: Option<u8>);

    /// Fetches the opcode `code[0]`, which has [`Effect::Arms`], at an address while the board
    /// rests, and its operand in the numbered cycle. Returns the byte that the board drives as
    /// operand; `None`, with nothing done, if this is the byte of the ROM.
    fn load(&mut self, at: u16, code: [u8; 2], cycle: u64, rom: &[u8]) -> Option<u8>;
}

impl<D: Driver> Resting for Harmony<D> {
    fn rests(&self) -> bool {
        !self.runs_driver() && !self.ours.waits()
    }

    fn pass(&mut self, address: u16, driven: Option<u8>) {
        self.ours.pass(address, driven);
    }

    fn load(&mut self, at: u16, code: [u8; 2], cycle: u64, rom: &[u8]) -> Option<u8> {
        self.ours.load(at, code, cycle, rom)
    }
}

/// Returns the board, if it can rest.
#[inline]
fn resting(board: &mut Board) -> Option<&mut dyn Resting> {
    Some(match board {
        Board::DpcPlus(board) => board,
        Board::Cdf(board) => board,
        #[cfg(feature = "arm-extra")]
        Board::Bus(board) => board,
        _ => return None,
    })
}

impl Cartridge {
    /// Returns whether the board can rest.
    #[inline]
    pub(crate) fn may_rest(&self) -> bool {
        !self.quiet.is_empty()
    }

    /// Returns whether the board rests now.
    #[inline]
    pub(super) fn rests(&mut self) -> bool {
        self.may_rest() && resting(&mut self.board).is_some_and(|board| board.rests())
    }

    /// Returns the code at an address of the window, while the board rests, and how many bytes of
    /// its operand the board need not see. The operand will be read from the numbered cycle on. If
    /// the board replaces the operand, it has already been read.
    #[inline(always)]
    pub(super) fn code_ahead(&mut self, address: u16, cycle: u64) -> Option<(Code, u8)> {
        let [opcode, low, high] = self.quiet.ahead(address)?;
        let mut operand = u16::from_le_bytes([low as u8, high as u8]);
        let known = match (opcode >> 8, low >> 8, high >> 8) {
            (0, 0, 0) => 2,
            (0, 0, _) => 1,
            (0, _, _) => 0,
            (effect, other, _) => {
                let arms = effect == Effect::Arms as u16 && other != Effect::Acts as u16;
                let code = [opcode as u8, low as u8];
                let board = resting(&mut self.board).filter(|_| arms)?;
                operand = u16::from(board.load(address, code, cycle, &self.rom)?);
                1
            }
        };
        let opcode = opcode as u8;
        Some((Code { opcode, operand }, known))
    }

    /// See [`Resting::pass`].
    pub(super) fn pass(&mut self, address: u16, driven: Option<u8>) {
        if let Some(board) = resting(&mut self.board) {
            board.pass(address, driven);
        }
    }
}
