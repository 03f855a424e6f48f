//! The boards, a file for each scheme or family of schemes.
//!
//! A board is told of every access to the pages that its [`Mapper::map`] has the window watch, and of
//! accesses below the window if it listens there. The byte that a switching read returns comes
//! from the new bank (Stella, 6502.ts and Gopher2600 agree).

mod banked;
mod below;
mod commavid;
mod dpc;
mod gameline;
mod harmony;
mod mnetwork;
mod parker;
mod plain;
mod scabs;
mod supercat;
mod supercharger;
mod tigervision;
mod wickstead;

use super::{Access, Arm, ArmTime, Scheme, ram::Ram, window::Window};
use serde::{Deserialize, Serialize};

/// What came of an access.
#[derive(Debug, Clone, Copy, Default)]
pub struct Answer {
    /// The byte, where something other than ROM answers.
    pub byte: Option<u8>,
    /// Banks have changed: the window is laid out anew before ROM answers.
    pub switched: bool,
}

impl Answer {
    /// ROM answers, from the bank that was there before.
    pub const ROM: Answer = Answer {
        byte: None,
        switched: false,
    };
    /// ROM answers from the new bank.
    pub const SWITCHED: Answer = Answer {
        byte: None,
        switched: true,
    };

    /// Something else answers.
    pub const fn byte(byte: u8) -> Answer {
        Answer {
            byte: Some(byte),
            switched: false,
        }
    }
}

/// What every board can do.
pub trait Mapper {
    /// Lays ROM out in the window and says which pages to watch.
    fn map(&self, window: &mut Window);

    /// An access to a watched page.
    fn access(&mut self, access: Access, rom: &[u8]) -> Answer;

    /// What a read would give where something other than ROM answers, without any effect.
    fn peek(&self, _address: u16, _rom: &[u8]) -> Option<u8> {
        None
    }

    /// True if the board listens to addresses below the window.
    fn listens_below(&self) -> bool {
        false
    }

    /// An access below the window, when it is over: `data` is what was read or written. True if
    /// banks have changed.
    fn access_below(&mut self, _access: Access, _rom: &[u8]) -> bool {
        false
    }

    /// The bank in the window, where its number is not its place in the image.
    fn bank(&self) -> Option<usize> {
        None
    }

    /// The board's ARM processor.
    fn arm(&self) -> Option<Arm> {
        None
    }

    /// Chooses how long calls of ARM code take.
    fn set_arm_time(&mut self, _time: ArmTime) {}

    /// RAM that is undefined at power-on.
    fn ram(&mut self) -> Option<&mut Ram> {
        None
    }

    /// What cannot differ between two states of one board.
    fn identity(&self) -> (usize, usize) {
        (0, 0)
    }
}

macro_rules! boards {
    ($($name:ident($board:ty),)*) => {
        /// The boards.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        pub enum Board { $($name($board),)* }

        impl Board {
            /// The board as what it can do.
            pub fn mapper(&self) -> &dyn Mapper {
                match self { $(Board::$name(board) => board,)* }
            }

            /// The board, to act on.
            pub fn mapper_mut(&mut self) -> &mut dyn Mapper {
                match self { $(Board::$name(board) => board,)* }
            }
        }
    };
}

boards! {
    Plain(plain::Plain),
    Banked(banked::Banked),
    Below(below::Below),
    Commavid(commavid::Commavid),
    Dpc(dpc::Dpc),
    GameLine(gameline::GameLine),
    Harmony(harmony::Harmony),
    MNetwork(mnetwork::MNetwork),
    Parker(parker::Parker),
    Scabs(scabs::Scabs),
    Supercat(supercat::Supercat),
    Supercharger(supercharger::Supercharger),
    Tigervision(tigervision::Tigervision),
    Wickstead(wickstead::Wickstead),
}

impl Board {
    /// The board of a scheme at power-on, and the ROM on it: the image, or what is made of it.
    pub fn new(scheme: Scheme, image: &[u8]) -> (Board, Vec<u8>) {
        use Scheme::*;
        let size = image.len();
        let mut rom = image.to_vec();
        let board = match scheme {
            Rom2K | Rom4K => Board::Plain(plain::Plain::new(scheme, size)),
            Cv => Board::Commavid(commavid::Commavid::new(&mut rom)),
            F8 | F8Sc | Wf8 | F6 | F6Sc | F4 | F4Sc | Fa | Fa2 | Fc | Fv | F0 | Ef | EfSc | Df
            | DfSc | Bf | BfSc | Jane | TvBoy | Rom4KSc => {
                Board::Banked(banked::Banked::new(scheme, &mut rom))
            }
            Ua | UaSw | X0840 | X0fa0 | Sb | X07 | Mdm => {
                Board::Below(below::Below::new(scheme, size))
            }
            E0 | X03e0 => Board::Parker(parker::Parker::new(scheme)),
            E7 => Board::MNetwork(mnetwork::MNetwork::new(size)),
            X3f | X3e | X3ex | X3eplus => {
                Board::Tigervision(tigervision::Tigervision::new(scheme, image))
            }
            Wd => Board::Wickstead(wickstead::Wickstead::new(&mut rom)),
            Fe => Board::Scabs(scabs::Scabs::default()),
            Gl => Board::GameLine(gameline::GameLine::new(&mut rom)),
            Dpc => Board::Dpc(dpc::Dpc::default()),
            DpcPlus | Cdf => Board::Harmony(harmony::Harmony::new(scheme, &mut rom)),
            Ar => Board::Supercharger(supercharger::Supercharger::new(&mut rom)),
            X4a50 => Board::Supercat(supercat::Supercat::new(&mut rom)),
            // The caller cuts these into their games, which have schemes of their own.
            In2 | In4 | In8 | In16 | In32 | In64 | In128 => {
                Board::Plain(plain::Plain::new(scheme, size))
            }
        };
        (board, rom)
    }
}
