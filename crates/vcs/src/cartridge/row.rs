//! A row of the table: the facts about a scheme.

use super::{
    hints::{self, Evidence},
    image::{Image, KIB},
};
use std::fmt;

/// The facts about a scheme. The table builds them with [`row`] and the methods below.
#[derive(Clone, Copy)]
pub struct Row {
    /// Sizes that an image can have.
    pub sizes: Sizes,
    /// Size of a bank in bytes. The board switches ROM in units of this size, and banks are
    /// numbered in the same units.
    pub bank_size: usize,
    /// The addresses that switch banks.
    pub spots: Spots,
    /// The bank at power-on. A number past the last bank means the last bank.
    // Real boards power up in any bank. These banks are the ones that Stella uses, checked with
    // Stella 6.7.
    pub start: u16,
    /// Size of the RAM in bytes.
    pub ram: usize,
    /// Other names of the scheme, such as the file extensions that Stella's users choose for it.
    pub aliases: &'static [&'static str],
    /// Number of games in an image. Each power-on starts the next one.
    pub games: usize,
    /// The board.
    pub board: BoardType,
    /// A function that finds evidence for the scheme in an image that has one of the `sizes`.
    pub hint: fn(&Image) -> Evidence,
    /// A function that finds bytes in an image that look like evidence for the scheme but that
    /// `hint` does not accept. The text that it returns describes the bytes and says why they do
    /// not count.
    pub against: fn(&Image) -> Evidence,
    /// Whether images can have any size. If so, the scheme must be recognized by an image's bytes
    /// alone.
    pub any_size: bool,
}

/// The types of boards, as `boards/mod.rs` lists them.
#[derive(Clone, Copy)]
pub enum BoardType {
    Plain,
    Banked,
    Below,
    Commavid,
    Dpc,
    GameLine,
    MNetwork,
    Parker,
    Scabs,
    Supercat,
    Supercharger,
    Tigervision,
    Wickstead,
    DpcPlus,
    Cdf,
    #[cfg(feature = "arm-extra")]
    Bus,
    #[cfg(feature = "arm-extra")]
    Elf,
}

/// Sizes that an image can have.
#[derive(Clone, Copy)]
pub enum Sizes {
    /// These sizes in KiB.
    Kib(&'static [usize]),
    /// These sizes in bytes.
    Bytes(&'static [usize]),
    /// The smallest size, the largest size and the step between sizes, in bytes.
    Steps(usize, usize, usize),
    /// The sizes in any of these lists.
    AnyOf(&'static [Sizes]),
}

/// The addresses that switch banks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Spots {
    /// No address, because there is only one bank.
    None,
    /// Ranges of addresses in the window, each given by its first and last address (12 bits). The
    /// addresses in all ranges are numbered consecutively from 0, and an access to address number n
    /// selects bank n.
    Ranges(&'static [(u16, u16)]),
    /// Addresses below the window that select bank 0 or 1. The fields are a 13-bit mask, the value
    /// of the masked address for bank 0, and the value for bank 1.
    Pair(u16, u16, u16),
    /// A rule that the board's source file implements. The text is a summary of the rule.
    Rule(&'static str),
}

/// The value of a row's `start` field that stands for the last bank.
pub const LAST: u16 = u16::MAX;

/// Returns a row for this board with one bank, no RAM and no hint. The methods of [`Row`] add more
/// to it.
pub(super) const fn row(board: BoardType, sizes: Sizes) -> Row {
    Row {
        board,
        sizes,
        bank_size: 0x1000,
        spots: Spots::None,
        start: 0,
        ram: 0,
        aliases: &[],
        games: 1,
        hint: hints::none,
        against: hints::none,
        any_size: false,
    }
}

impl Row {
    pub(super) const fn slices(self, bank_size: usize) -> Row {
        Row { bank_size, ..self }
    }

    pub(super) const fn ranges(self, ranges: &'static [(u16, u16)]) -> Row {
        let spots = Spots::Ranges(ranges);
        Row { spots, ..self }
    }

    pub(super) const fn pair(self, mask: u16, first: u16, second: u16) -> Row {
        let spots = Spots::Pair(mask, first, second);
        Row { spots, ..self }
    }

    pub(super) const fn rule(self, summary: &'static str) -> Row {
        let spots = Spots::Rule(summary);
        Row { spots, ..self }
    }

    pub(super) const fn start(self, start: u16) -> Row {
        Row { start, ..self }
    }

    pub(super) const fn ram(self, ram: usize) -> Row {
        Row { ram, ..self }
    }

    pub(super) const fn aliases(self, aliases: &'static [&'static str]) -> Row {
        Row { aliases, ..self }
    }

    pub(super) const fn games(self, games: usize) -> Row {
        Row { games, ..self }
    }

    pub(super) const fn hint(self, hint: fn(&Image) -> Evidence) -> Row {
        Row { hint, ..self }
    }

    pub(super) const fn against(self, against: fn(&Image) -> Evidence) -> Row {
        Row { against, ..self }
    }

    #[cfg(feature = "arm-extra")]
    pub(super) const fn any_size(self) -> Row {
        let any_size = true;
        Row { any_size, ..self }
    }
}

impl Sizes {
    pub(super) fn contains(&self, size: usize) -> bool {
        match *self {
            Sizes::Kib(sizes) => size.is_multiple_of(KIB) && sizes.contains(&(size / KIB)),
            Sizes::Bytes(sizes) => sizes.contains(&size),
            Sizes::Steps(from, to, step) => {
                (from..=to).contains(&size) && (size - from).is_multiple_of(step)
            }
            Sizes::AnyOf(sizes) => sizes.iter().any(|sizes| sizes.contains(size)),
        }
    }
}

impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |numbers: &[usize]| {
            let numbers: Vec<_> = numbers.iter().map(ToString::to_string).collect();
            numbers.join(", ")
        };
        match *self {
            Sizes::Kib(sizes) => write!(f, "{} KiB", list(sizes)),
            Sizes::Bytes(sizes) => write!(f, "{} bytes", list(sizes)),
            Sizes::Steps(from, to, 1) => write!(f, "{from} to {to} bytes"),
            Sizes::Steps(from, to, step) => write!(f, "{from}, {} ... {to} bytes", from + step),
            Sizes::AnyOf(sizes) => {
                let texts: Vec<_> = sizes.iter().map(ToString::to_string).collect();
                f.write_str(&texts.join(" or "))
            }
        }
    }
}

impl fmt::Display for Spots {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Spots::None => Ok(()),
            Spots::Ranges(ranges) => {
                let ranges = ranges
                    .iter()
                    .map(|(first, last)| format!("$1{first:03X}-$1{last:03X}"));
                f.write_str(&ranges.collect::<Vec<_>>().join(", "))
            }
            Spots::Pair(mask, first, second) => {
                write!(
                    f,
                    "${first:04X} and ${second:04X}, address lines ${mask:04X}"
                )
            }
            Spots::Rule(summary) => f.write_str(summary),
        }
    }
}
