//! Boards that observe every access, although few accesses affect them.
//!
//! The board of an ARM cartridge observes every bus cycle. While it *rests*, though, two kinds of
//! access change nothing but the board's record of the last access: accesses to a ROM byte without
//! an [`Effect`], and accesses to an address below the cartridge's window. Therefore, the board is
//! told only about the last such access, just before the next access that has an effect. The
//! cartridge's table of effects says which bytes have none. The boards that can rest implement
//! [`Resting`] in this file; no other board ever rests.

use super::Code;
use crate::cartridge::{
    Board, Cartridge,
    boards::harmony::{Driver, Harmony},
};
use arm7::harmony::Effect;

/// A board that can rest: at times, most accesses have no effect on it.
trait Resting {
    /// Returns true if the board rests now: accesses to bytes with [`Effect::None`], and accesses
    /// below the window, have no effect.
    fn is_at_rest(&self) -> bool;

    /// Tells the board about the last access that was made while it was resting: the address, and
    /// the byte that the board drove.
    fn record_last_access(&mut self, address: u16, driven: Option<u8>);

    /// Performs two reads: the fetch at address `at` of an opcode with [`Effect::Arms`], and the
    /// read of its operand in `cycle`. `code` holds both bytes as they are in ROM. Returns the byte
    /// that the board drives in place of the operand. If the board does not replace the operand,
    /// returns `None` and changes nothing. Must be called only while the board rests.
    fn load(&mut self, at: u16, code: [u8; 2], cycle: u64, rom: &[u8]) -> Option<u8>;
}

impl<D: Driver> Resting for Harmony<D> {
    fn is_at_rest(&self) -> bool {
        !self.runs_image_driver() && !self.ours.is_armed_or_running()
    }

    fn record_last_access(&mut self, address: u16, driven: Option<u8>) {
        self.ours.record_last_access(address, driven);
    }

    fn load(&mut self, at: u16, code: [u8; 2], cycle: u64, rom: &[u8]) -> Option<u8> {
        self.ours.load(at, code, cycle, rom)
    }
}

/// Returns the board if it is one of those that implement [`Resting`].
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
    /// Returns true if the board is one that can rest, whether or not it rests now.
    pub(crate) fn can_rest(&self) -> bool {
        !self.quiet.is_empty()
    }

    /// Returns true if the board rests now.
    pub(super) fn is_at_rest(&mut self) -> bool {
        self.can_rest() && resting(&mut self.board).is_some_and(|board| board.is_at_rest())
    }

    /// Returns the instruction at an address in the window, and how many of its operand bytes can
    /// be read without telling the board. Returns `None` if the board must observe the opcode
    /// fetch. The operand's first byte will be read in `cycle`. If the board replaces that byte, it
    /// has already handled the read when this function returns. Must be called only while the board
    /// rests.
    pub(super) fn code_ahead(&mut self, address: u16, cycle: u64) -> Option<(Code, u8)> {
        let [opcode, low, high] = self.quiet.ahead(address)?;
        let mut operand = u16::from_le_bytes([low as u8, high as u8]);
        let known = match (opcode >> 8, low >> 8, high >> 8) {
            (0, 0, 0) => 2,
            (0, 0, _) => 1,
            (0, _, _) => 0,
            (effect, other, _) => {
                let arms = effect == Effect::Arms as u16 && other != Effect::Direct as u16;
                let code = [opcode as u8, low as u8];
                let board = resting(&mut self.board).filter(|_| arms)?;
                operand = u16::from(board.load(address, code, cycle, &self.rom)?);
                1
            }
        };
        let opcode = opcode as u8;
        Some((Code { opcode, operand }, known))
    }

    /// Calls [`Resting::record_last_access`] on a board that can rest.
    pub(super) fn record_last_access(&mut self, address: u16, driven: Option<u8>) {
        if let Some(board) = resting(&mut self.board) {
            board.record_last_access(address, driven);
        }
    }
}
