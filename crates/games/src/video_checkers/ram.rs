//! A snapshot of the game in the cartridge's RAM.

use crate::symbols::SymbolMissing;
use checkers::{Board, Piece, Position, Side, Square, Variant};
use lab::trace::Symbols;
use vcs::Machine;

/// The state of the cartridge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// A player's turn.
    Play,
    /// A move has been completed, and the piece is blinking.
    Dropped,
    /// The computer is thinking, and uses the board in RAM for its search.
    Think,
    /// A side has won.
    Over,
    /// The game is drawn, but the players may continue it.
    Drawn,
    /// A position is being set up.
    SetUp,
}

/// The addresses of the game's variables in RAM, and its status bits, from the cartridge's symbol
/// file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    black: u8,
    white: u8,
    kings: u8,
    turn: u8,
    game: u8,
    left: u8,
    cursor: u8,
    player: u8,
    in_hand: u8,
    aim: u8,
    pause: u8,
    last_back: u8,
    status: u8,
    /// Address of the time that is left for the search; `None` if the image does not limit the
    /// time.
    clock: Option<u8>,
    bits: Bits,
}

/// The bits of the cartridge's `status`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Bits {
    thinking: u8,
    game_over: u8,
    drawn: u8,
    chain: u8,
    set_up: u8,
}

impl Layout {
    /// Looks up the addresses and bits by name in the symbol file.
    ///
    /// # Errors
    /// [`SymbolMissing`] if a name is missing, which means that this is not the symbol file of
    /// Video Checkers.
    pub fn new(symbols: &Symbols) -> Result<Layout, SymbolMissing> {
        let value = |name| SymbolMissing::byte_value(symbols, name);
        Ok(Layout {
            black: value("black")?,
            white: value("white")?,
            kings: value("kings")?,
            turn: value("turn")?,
            game: value("game")?,
            left: value("left")?,
            cursor: value("cursor")?,
            player: value("player")?,
            in_hand: value("inHand")?,
            aim: value("aim")?,
            pause: value("pause")?,
            last_back: value("lastBack")?,
            status: value("status")?,
            clock: value("clock").ok(),
            bits: Bits {
                thinking: value("THINKING")?,
                game_over: value("GAMEOVER")?,
                drawn: value("DRAWN")?,
                chain: value("CHAIN")?,
                set_up: value("SETUP")?,
            },
        })
    }

    /// Reads the state of the game. Call this between two frames.
    pub fn snapshot(&self, machine: &Machine) -> Snapshot {
        let byte = |address: u8| machine.ram()[usize::from(address & 0x7f)];
        let flag = |bit: u8| byte(self.status) & bit != 0;
        let state = match () {
            () if flag(self.bits.thinking) => State::Think,
            () if flag(self.bits.set_up) => State::SetUp,
            () if flag(self.bits.game_over) => State::Over,
            () if flag(self.bits.drawn) => State::Drawn,
            () if byte(self.pause) != 0 => State::Dropped,
            () => State::Play,
        };
        let hand = byte(self.in_hand);
        Snapshot {
            position: Position::new(self.board(byte), side(byte(self.turn))),
            state,
            game: byte(self.game),
            left_player: side(byte(self.left)),
            port: usize::from(byte(self.player) & 1),
            cursor: square(byte(self.cursor.wrapping_add(byte(self.player) & 1))),
            hand: (hand & 0x80 == 0).then(|| (square(hand), square(byte(self.aim)))),
            must_jump_again: flag(self.bits.chain),
            fresh: byte(self.last_back) & 0xc0 == 0x40,
        }
    }

    /// Ends the computer's search by setting its remaining time to [`TIME_IS_UP`]. Does nothing if
    /// the image does not limit the time. At the start of a search, the cartridge first counts its
    /// moves and then sets the time itself, so call this function before every frame until the
    /// cartridge has moved.
    pub(crate) fn end_search(&self, machine: &mut Machine) {
        if let Some(clock) = self.clock {
            machine.poke_ram(clock, TIME_IS_UP);
        }
    }

    /// Reads the board. The black pieces, the white pieces and the kings are three planes of four
    /// bytes, with square 4 r + k + 1 in bit r of byte k.
    fn board(&self, byte: impl Fn(u8) -> u8) -> Board {
        let mut board = Board::EMPTY;
        for at in Square::all() {
            let (k, row) = (at.index() as u8 % 4, at.row());
            let plane = |first: u8| byte(first.wrapping_add(k)) >> row & 1 != 0;
            let king = plane(self.kings);
            let side = match (plane(self.black), plane(self.white)) {
                (true, _) => Some(Side::Black),
                (_, true) => Some(Side::White),
                _ => None,
            };
            board.set(at, side.map(|side| Piece { side, king }));
        }
        board
    }
}

/// A snapshot of the game in the cartridge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Snapshot {
    /// Board and side to move; meaningless while the computer is thinking.
    pub position: Position,
    /// The state of the cartridge.
    pub state: State,
    /// Game number, 1..=19.
    pub game: u8,
    /// The side of the left player, which is at the bottom of the screen.
    pub left_player: Side,
    /// The joystick of the side to move: 0 for the left one, 1 for the right one.
    pub port: usize,
    /// The square under the cursor of the side to move.
    pub cursor: Square,
    /// The square from which the piece in hand was lifted, and the square over which it is held;
    /// `None` if no piece is in hand.
    pub hand: Option<(Square, Square)>,
    /// True if the piece in hand has jumped and must jump again.
    pub must_jump_again: bool,
    /// True if no move has been made since the last reset.
    pub fresh: bool,
}

impl Snapshot {
    /// Returns the variant to which the game number belongs.
    pub fn variant(&self) -> Variant {
        match self.game {
            0..=10 => Variant::Checkers,
            _ => Variant::Giveaway,
        }
    }

    /// Returns true if the right player is also a person.
    pub fn two_players(&self) -> bool {
        self.game == 10
    }
}

/// Decodes the cartridge's number for a square: `%000kkrrr` is square 4 r + k + 1.
fn square(byte: u8) -> Square {
    let number = u32::from(byte & 7) * 4 + u32::from(byte >> 3 & 3) + 1;
    Square::new(number).expect("three bits of row and two of column are a square")
}

/// A negative value for the variable `clock`, which means that the time for the search is up.
const TIME_IS_UP: u8 = 0xff;
/// The bit of `turn` and `left` that is 1 for White.
const WHITE: u8 = 4;

fn side(byte: u8) -> Side {
    match byte & WHITE {
        0 => Side::Black,
        _ => Side::White,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_in_the_cartridge_is_a_column_and_a_row() {
        for (byte, number) in [(0x00, 1), (0x18, 4), (0x01, 5), (0x1f, 32)] {
            assert_eq!(square(byte).number(), number);
        }
    }
}
