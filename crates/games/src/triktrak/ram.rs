//! A snapshot of the game in the cartridge's RAM.

use crate::symbols::SymbolMissing;
use lab::trace::Symbols;
use triktrak::{Position, REMOVED, SHAMBLES, START, Side, Throw};
use vcs::Machine;

/// Index in the cartridge's board of the opponent's men on the shambles. At the next index are the
/// men that the opponent has removed.
const THEIR_SHAMBLES: usize = 26;

/// A game mode. Select steps through them in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// The person plays White, and therefore throws first.
    White,
    /// The computer plays White.
    Black,
    /// Two people; the computer enforces the rules.
    TwoPlayers,
    /// The computer plays against itself.
    Demo,
}

impl Mode {
    /// All modes, by their number in the cartridge.
    pub const ALL: [Mode; 4] = [Mode::White, Mode::Black, Mode::TwoPlayers, Mode::Demo];

    /// Returns true if a person plays the side `side` in this mode.
    pub fn is_person(self, side: Side) -> bool {
        match self {
            Mode::White => side == Side::White,
            Mode::Black => side == Side::Black,
            Mode::TwoPlayers => true,
            Mode::Demo => false,
        }
    }
}

/// What the cartridge is waiting for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AwaitedInput {
    /// Select or Reset: no game is in progress.
    Start,
    /// A press of the button, with which a person throws the dice.
    Throw,
    /// A person's choice of a wedge.
    Choice,
    /// No input: the dice are rolling, the computer is thinking or playing, or a text is shown.
    Nothing,
}

/// The addresses of the game's variables in RAM, and its constants, from the cartridge's symbol
/// file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    board: u8,
    nums: u8,
    count: u8,
    at: u8,
    side: u8,
    mode: u8,
    right_word: u8,
    phase: u8,
    cursor: u8,
    theirs: u8,
    legal: u8,
    men: u8,
    playing: u8,
    throw_word: u8,
}

impl Layout {
    /// Looks up the addresses and constants by name in the symbol file.
    ///
    /// # Errors
    /// [`SymbolMissing`] if a name is missing, which means that this is not the symbol file of
    /// Triktrak.
    pub fn new(symbols: &Symbols) -> Result<Layout, SymbolMissing> {
        let value = |name| SymbolMissing::byte_value(symbols, name);
        Ok(Layout {
            board: value("board")?,
            nums: value("nums")?,
            count: value("count")?,
            at: value("at")?,
            side: value("side")?,
            mode: value("mode")?,
            right_word: value("msgRight")?,
            phase: value("phase")?,
            cursor: value("cursor")?,
            theirs: value("THEIRS")?,
            legal: value("LEGAL")?,
            men: value("MEN")?,
            playing: value("PLAYING")?,
            throw_word: value("W_THROW")?,
        })
    }

    /// Reads the state of the game. Call this between two frames.
    pub fn snapshot(&self, machine: &Machine) -> Snapshot {
        let byte = |address: u8| machine.ram()[usize::from(address & 0x7f)];
        let board: [u8; 28] = std::array::from_fn(|at| byte(self.board + at as u8));
        let mine = |entry: &u8| entry & self.theirs == 0;
        let is_legal = |wedge: &u8| {
            let entry = &board[usize::from(*wedge)];
            mine(entry) && entry & self.legal != 0
        };
        let legal: Vec<u8> = (1..=START as u8).filter(is_legal).collect();
        let side = match byte(self.side) {
            0 => Side::White,
            _ => Side::Black,
        };
        let mode = Mode::ALL[usize::from(byte(self.mode)) % Mode::ALL.len()];
        let awaits_throw = byte(self.right_word) == self.throw_word && mode.is_person(side);
        let expects = match byte(self.phase) & self.playing != 0 {
            false => AwaitedInput::Start,
            true if awaits_throw => AwaitedInput::Throw,
            true if !legal.is_empty() => AwaitedInput::Choice,
            true => AwaitedInput::Nothing,
        };
        let count = byte(self.count);
        let (first, second) = (byte(self.nums), byte(self.nums + 1));
        Snapshot {
            position: self.position(&board),
            side,
            mode,
            expects,
            throw: Throw::new(first, if count == 4 { first } else { second })
                .ok()
                .filter(|_| count != 0),
            numbers_used: byte(self.at).into(),
            cursor: byte(self.cursor),
            legal,
        }
    }

    fn position(&self, board: &[u8; 28]) -> Option<Position> {
        let (mut mine, mut theirs) = ([0; 26], [0; 26]);
        for (at, entry) in board.iter().enumerate() {
            let men = entry & self.men;
            let pile = match (at, entry & self.theirs != 0) {
                (THEIR_SHAMBLES, true) => &mut theirs[SHAMBLES],
                (THEIR_SHAMBLES.., true) => &mut theirs[REMOVED],
                (1..=START, true) => &mut theirs[SHAMBLES - at],
                (0..=SHAMBLES, false) => &mut mine[at],
                _ => return None,
            };
            *pile = men;
        }
        Position::new(mine, theirs).ok()
    }
}

/// A snapshot of the game in the cartridge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Snapshot {
    /// The men, from the point of view of the side to move. While the computer is thinking, this is
    /// a position in its search. `None` before the cartridge has set up the men.
    pub position: Option<Position>,
    /// The side whose turn it is.
    pub side: Side,
    /// The game mode.
    pub mode: Mode,
    /// What the cartridge is waiting for.
    pub expects: AwaitedInput,
    /// The dice, once they have stopped.
    pub throw: Option<Throw>,
    /// How many of the throw's numbers have been played or lost.
    pub numbers_used: usize,
    /// The wedge under the cursor; meaningful only while a person is choosing.
    pub cursor: u8,
    /// The wedges that a person may choose; meaningful only while a person is choosing.
    pub legal: Vec<u8>,
}

impl Snapshot {
    /// Returns the numbers of the throw that are still to be played.
    pub fn numbers(&self) -> Vec<u8> {
        let numbers = self.throw.map(Throw::numbers).unwrap_or_default();
        numbers
            .get(self.numbers_used..)
            .unwrap_or_default()
            .to_vec()
    }
}
