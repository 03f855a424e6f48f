//! The boards, a file for each scheme or family of schemes.
//!
//! A board sees every access to the addresses that its [`Mapper::map`] has the window watch, and
//! the accesses below the window if it listens there. The byte that a switching read returns comes
//! from the new bank (Stella, 6502.ts and Gopher2600 agree).

mod banked;
mod below;
mod commavid;
mod dpc;
#[cfg(feature = "arm-extra")]
mod elf;
mod gameline;
pub(crate) mod harmony;
mod mnetwork;
mod parker;
mod plain;
mod running;
mod scabs;
mod supercat;
mod supercharger;
mod tigervision;
mod wickstead;

use super::{
    Access, Arm, ArmCalls, ArmCpu, ArmOptions, ram::Ram, scheme::Spots, table::Scheme,
    window::Window,
};
use arm7::harmony::Effect;
use serde::{Deserialize, Serialize};

#[cfg(feature = "arm-extra")]
pub use elf::check as check_elf;

/// The board's answer to an access.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Answer {
    /// The byte, where something other than ROM answers.
    pub byte: Option<u8>,
    /// Banks have changed: the window is laid out again before ROM answers.
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
    /// The board of a scheme at power-on. `rom` is the image, to be turned into the board's ROM.
    fn new(scheme: Scheme, rom: &mut Vec<u8>) -> Self
    where
        Self: Sized;

    /// Lays ROM out in the window and chooses the addresses to watch.
    fn map(&self, window: &mut Window);

    /// An access to a watched address.
    fn access(&mut self, access: Access, rom: &[u8]) -> Answer;

    /// What a read would give where something other than ROM answers, without any effect.
    fn peek(&self, _address: u16, _rom: &[u8]) -> Option<u8> {
        None
    }

    /// True if the board listens to addresses below the window.
    fn listens_below(&self) -> bool {
        false
    }

    /// False if an access to `$00-$7F` does nothing to a board that listens below the window, when
    /// it comes after a fetch from plain ROM.
    fn listens_to_tia(&self) -> bool {
        true
    }

    /// The same for `$80-$FF`.
    fn listens_to_ram(&self) -> bool {
        true
    }

    /// An access below the window, when it is over: `data` is what was read or written. True if
    /// banks have changed.
    fn access_below(&mut self, _access: Access, _rom: &[u8]) -> bool {
        false
    }

    /// What the board drives in the last access below the window, against the chip that answers
    /// there.
    fn driven_below(&self) -> Option<u8> {
        None
    }

    /// The lines that the board leaves alone in the last write below the window; it pulls the
    /// others to 0, against the processor.
    fn leaves_below(&self) -> u8 {
        0xff
    }

    /// What an access to each byte of the ROM can do while the board rests, that is, neither waits
    /// for the next access nor runs ARM code; none for boards that never rest.
    fn effects(&self, _rom: &[u8]) -> Vec<Effect> {
        Vec::new()
    }

    /// The bank in the window, where its number is not its place in the image.
    fn bank(&self) -> Option<usize> {
        None
    }

    /// The board's ARM processor.
    fn arm(&self, _rom: &[u8]) -> Option<Arm> {
        None
    }

    /// What its calls have done.
    fn arm_calls(&self) -> Option<&ArmCalls> {
        None
    }

    /// Runs the call of ARM code that an access begins, on a copy, and shows the processor before
    /// each instruction, with the clocks since the call began. False if it begins none.
    fn watch_arm_call(
        &self,
        _access: Access,
        _rom: &[u8],
        _watch: &mut dyn FnMut(&ArmCpu, u64),
    ) -> bool {
        false
    }

    /// Chooses how the ARM processor runs.
    fn set_arm_options(&mut self, _options: ArmOptions, _rom: &[u8]) {}

    /// RAM that is undefined at power-on.
    fn ram(&mut self) -> Option<&mut Ram> {
        None
    }

    /// The address that reads the byte of RAM that a write at this address changes, both of 12
    /// bits; `None` outside the port for writing, and where the ports move.
    fn read_port(&self, _address: u16) -> Option<u16> {
        None
    }

    /// What cannot differ between two states of one board.
    fn identity(&self) -> (usize, usize) {
        (0, 0)
    }
}

macro_rules! boards {
    ($($(#[$only:meta])? $file:ident::$name:ident,)*) => {
        $($(#[$only])? pub use $file::$name;)*

        /// The boards. Saved states number them in this order, so new ones go to the end.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        pub enum Board { $($(#[$only])? $name($name),)* }

        $($(#[$only])? impl From<$name> for Board {
            fn from(board: $name) -> Board {
                Board::$name(board)
            }
        })*

        impl Board {
            /// The board as what it can do.
            pub fn mapper(&self) -> &dyn Mapper {
                match self { $($(#[$only])? Board::$name(board) => board,)* }
            }

            /// The board, to act on.
            pub fn mapper_mut(&mut self) -> &mut dyn Mapper {
                match self { $($(#[$only])? Board::$name(board) => board,)* }
            }
        }
    };
}

boards! {
    plain::Plain,
    banked::Banked,
    below::Below,
    commavid::Commavid,
    dpc::Dpc,
    gameline::GameLine,
    mnetwork::MNetwork,
    parker::Parker,
    scabs::Scabs,
    supercat::Supercat,
    supercharger::Supercharger,
    tigervision::Tigervision,
    wickstead::Wickstead,
    harmony::DpcPlus,
    harmony::Cdf,
    #[cfg(feature = "arm-extra")]
    harmony::Bus,
    #[cfg(feature = "arm-extra")]
    elf::Elf,
}

impl Board {
    /// The board of a scheme at power-on, and the ROM on it: the image, or one built from it.
    pub fn of(scheme: Scheme, image: &[u8]) -> (Board, Vec<u8>) {
        let mut rom = image.to_vec();
        let board = (scheme.row().board)(scheme, &mut rom);
        (board, rom)
    }
}

/// The board of the documentation's example.
#[cfg(test)]
#[path = "../../../docs/new_scheme.rs"]
mod example;

#[cfg(test)]
mod tests {
    #[test]
    fn the_example_in_the_documentation_fits_the_sources() {
        let page = include_str!("../../../docs/cartridges.md");
        let example = include_str!("../../../docs/new_scheme.rs");
        assert!(page.contains(example), "the page has the whole example");
        let sources = [include_str!("mod.rs"), include_str!("../table.rs")];
        let diffs: Vec<&str> = page.split("```diff\n").skip(1).collect();
        assert_eq!(diffs.len(), sources.len());
        for (diff, source) in diffs.iter().zip(sources) {
            let (diff, _) = diff.split_once("```").expect("the end of the block");
            for part in diff.split("@@\n") {
                let kept = part.lines().filter_map(|line| line.strip_prefix(' '));
                let kept: String = kept.flat_map(|line| [line, "\n"]).collect();
                assert!(source.contains(&kept), "{kept}");
            }
        }
    }
}
