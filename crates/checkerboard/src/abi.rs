//! CheckerBoard's engine interface, version 2: its constants and structures.
//!
//! No other interface for English checkers engines is in common use. Hub and DXP, two protocols for
//! draughts engines, are for international draughts on a 10x10 board
//! (<http://www.mesander.nl/damexchange/edxpmain.htm>).
//!
//! Sources: the interface's reference, `cb_api_reference.htm`, and its header, `cb_interface.h`, at
//! <https://github.com/eygilbert/CheckerBoard>; an older description at
//! <http://www.fierz.ch/cbdeveloper.php>. The calling convention is `__stdcall`, which on 64-bit
//! systems is the same as C's: `extern "system"`.

use std::ffi::c_int;

/// Version of the interface that this library implements.
pub const PROTOCOL_VERSION: u32 = 2;
/// The game type of English checkers. Giveaway has no game type.
pub const ENGLISH: u32 = 21;

/// An empty square.
pub const FREE: c_int = 0;
/// A white piece, and the side White.
pub const WHITE: c_int = 1;
/// A black piece, and the side Black, which moves first.
pub const BLACK: c_int = 2;
/// A man: 5 is a white man, 6 a black one.
pub const MAN: c_int = 4;
/// A king: 9 is a white king, 10 a black one.
pub const KING: c_int = 8;

/// A result of `getmove`: the engine has won.
pub const WIN: c_int = 1;
/// A result of `getmove`: the engine has lost.
pub const LOSS: c_int = 2;
/// A result of `getmove`: the game is not over. The interface also has the result 0, a draw, which
/// this engine never returns.
pub const UNKNOWN: c_int = 3;

/// A bit in the parameter `info` of `getmove`: if set, the position does not follow from the
/// previous one.
pub const RESET_MOVES: c_int = 1;

/// Size in bytes of the buffers for the status text and for a reply, including the terminating
/// zero.
pub const TEXT_BYTES: usize = 1024;
/// Maximum size in bytes of a command, including the terminating zero.
pub const MAX_COMMAND_BYTES: usize = 256;
/// Maximum size in bytes of a reply to a command, including the terminating zero. According to the
/// reference, the buffer has [`TEXT_BYTES`] bytes, but some of CheckerBoard's buffers are only this
/// long.
pub const MAX_REPLY_BYTES: usize = 250;

/// The board, indexed by column and then row. Column 0 is on the left and row 0 at the bottom from
/// Black's point of view: square 1 is at `[6][0]`, 4 at `[0][0]`, 5 at `[7][1]`, 32 at `[1][7]`.
pub type Board8x8 = [[c_int; 8]; 8];

/// Column and row of a square.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Coordinates {
    /// Column.
    pub x: c_int,
    /// Row.
    pub y: c_int,
}

/// A move, `CBmove`. In English checkers, CheckerBoard ignores this structure and infers the move
/// by comparing the boards.
#[repr(C)]
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CbMove {
    /// Number of jumps.
    pub jumps: c_int,
    /// The piece after the move.
    pub new_piece: c_int,
    /// The piece before the move.
    pub old_piece: c_int,
    /// Start square.
    pub from: Coordinates,
    /// Final square.
    pub to: Coordinates,
    /// Landing squares. Index 1 is the first landing; index 0 is unused.
    pub path: [Coordinates; 12],
    /// Squares of the captured pieces.
    pub taken: [Coordinates; 12],
    /// The captured pieces.
    pub taken_pieces: [c_int; 12],
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::mem::{offset_of, size_of};

    #[test]
    fn the_move_has_the_layout_of_the_header() {
        let int = size_of::<c_int>();
        assert_eq!(size_of::<CbMove>(), 67 * int);
        assert_eq!(offset_of!(CbMove, from), 3 * int);
        assert_eq!(offset_of!(CbMove, path), 7 * int);
        assert_eq!(offset_of!(CbMove, taken), 31 * int);
        assert_eq!(offset_of!(CbMove, taken_pieces), 55 * int);
    }
}
