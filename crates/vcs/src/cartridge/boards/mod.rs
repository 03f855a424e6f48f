//! The boards: one file for each scheme or family of schemes.
//!
//! A board sees the accesses to those addresses of the window that its [`Mapper::map`] watches. If
//! it listens below the window, it also sees all accesses there. A read that switches banks returns
//! a byte of the new bank, as in Stella, 6502.ts and Gopher2600.

mod banked;
mod below;
mod commavid;
mod dpc;
#[cfg(feature = "arm-extra")]
mod elf;
mod gameline;
pub(crate) mod harmony;
mod mapper;
mod mnetwork;
mod parker;
mod plain;
mod running_driver;
mod scabs;
mod supercat;
mod supercharger;
mod tigervision;
mod wickstead;

use super::{
    access::Access,
    arm::Arm,
    ram::Ram,
    row::{BoardType, Spots},
    table::Scheme,
    window::Window,
};
pub use mapper::{Answer, Mapper};
use serde::{Deserialize, Serialize};

macro_rules! boards {
    ($($(#[$only:meta])? $file:ident::$name:ident,)*) => {
        $($(#[$only])? pub use $file::$name;)*

        /// The boards. Saved states identify a board by its number in this order, so new boards go
        /// at the end.
        #[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
        pub enum Board { $($(#[$only])? $name($name),)* }

        $($(#[$only])? impl From<$name> for Board {
            fn from(board: $name) -> Board {
                Board::$name(board)
            }
        })*

        impl Board {
            /// Creates the board of a scheme in its power-on state. `rom` contains the image, which
            /// this function may change into the ROM of the board.
            fn new(scheme: Scheme, rom: &mut Vec<u8>) -> Board {
                match scheme.row().board {
                    $($(#[$only])? BoardType::$name => $name::new(scheme, rom).into(),)*
                }
            }

            /// Returns the board's operations.
            pub fn mapper(&self) -> &dyn Mapper {
                match self { $($(#[$only])? Board::$name(board) => board,)* }
            }

            /// Returns the board's operations, including those that change it.
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
    /// Creates the board of a scheme at power-on, and its ROM. The ROM is the image, or is built
    /// from the image.
    pub fn of(scheme: Scheme, image: &[u8]) -> (Board, Vec<u8>) {
        let mut rom = image.to_vec();
        let board = Board::new(scheme, &mut rom);
        (board, rom)
    }
}

/// The board that the documentation uses as an example.
#[cfg(test)]
#[path = "../../../docs/new_scheme.rs"]
mod example;

#[cfg(test)]
mod tests {
    #[test]
    fn the_example_in_the_documentation_matches_the_sources() {
        let page = include_str!("../../../docs/cartridges.md");
        let example = include_str!("../../../docs/new_scheme.rs");
        assert!(page.contains(example), "the page has the whole example");
        let sources = [
            include_str!("mod.rs"),
            include_str!("../row.rs"),
            include_str!("../table.rs"),
        ];
        let diffs: Vec<&str> = page.split("```diff\n").skip(1).collect();
        assert_eq!(diffs.len(), sources.len());
        for (diff, source) in diffs.iter().zip(sources) {
            let (diff, _) = diff.split_once("```").expect("the end of the block");
            for part in diff.split("@@\n") {
                let context = part.lines().filter_map(|line| line.strip_prefix(' '));
                let context: String = context.flat_map(|line| [line, "\n"]).collect();
                assert!(source.contains(&context), "{context}");
            }
        }
    }
}
