//! The facts of a scheme: the fields of a table row, and questions about them.

use super::{
    CartridgeError,
    boards::{Board, Mapper},
    hints::{self, Evidence},
    image::{Image, KIB},
    table::Scheme,
};
use std::fmt;

/// The facts of a scheme. The table builds them with [`on`] and the methods below.
#[derive(Clone, Copy)]
pub struct Row {
    /// Sizes that an image can have.
    pub sizes: Sizes,
    /// Bytes of ROM that are switched together, for numbering banks.
    pub bank_size: usize,
    /// The addresses that switch.
    pub spots: Spots,
    /// The bank at power-on; at most the last one.
    // Real boards power up in any bank; these are Stella's, checked with Stella 6.7.
    pub start: u16,
    /// Bytes of RAM.
    pub ram: usize,
    /// Further names, such as extensions that Stella's users give to files.
    pub aliases: &'static [&'static str],
    /// Number of games that take turns at power-on.
    pub games: usize,
    /// Builds the board, and may change the ROM.
    pub board: fn(Scheme, &mut Vec<u8>) -> Board,
    /// Finds evidence for the scheme in an image of one of these sizes.
    pub hint: fn(&Image) -> Evidence,
    /// Finds a reason why such evidence does not count.
    pub against: fn(&Image) -> Evidence,
    /// True if images can have any size, so that only their bytes show the scheme.
    pub shows_itself: bool,
    /// Finds the fault of an image of one of these sizes.
    pub check: Check,
}

/// Finds the fault of an image.
type Check = fn(&[u8]) -> Result<(), CartridgeError>;

/// Sizes that an image can have.
#[derive(Clone, Copy)]
pub enum Sizes {
    /// These sizes in KiB.
    Kib(&'static [usize]),
    /// These sizes in bytes.
    Bytes(&'static [usize]),
    /// From, to, and step between sizes, in bytes.
    Steps(usize, usize, usize),
    /// The sizes of any of these.
    Any(&'static [Sizes]),
}

/// The addresses that switch banks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Spots {
    /// None: there is one bank.
    None,
    /// Rows of addresses in the window, first and last, of 12 bits: an access to the n-th of
    /// them chooses bank n.
    Rows(&'static [(u16, u16)]),
    /// Addresses below the window, of 13 bits: a mask, and the masked address of bank 0 and of bank
    /// 1.
    Pair(u16, u16, u16),
    /// The board's file has the rule; this is its summary.
    Rule(&'static str),
}

/// The value of `start` for the last bank.
pub const LAST: u16 = u16::MAX;

/// Begins a row for this board: one bank, no RAM, no hint.
pub(super) const fn on<M: Mapper + Into<Board>>(sizes: Sizes) -> Row {
    Row {
        sizes,
        bank_size: 0x1000,
        spots: Spots::None,
        start: 0,
        ram: 0,
        aliases: &[],
        games: 1,
        board: |scheme, rom| M::new(scheme, rom).into(),
        hint: hints::none,
        against: hints::none,
        shows_itself: false,
        check: |_| Ok(()),
    }
}

impl Row {
    pub(super) const fn slices(self, bank_size: usize) -> Row {
        Row { bank_size, ..self }
    }

    pub(super) const fn rows(self, rows: &'static [(u16, u16)]) -> Row {
        let spots = Spots::Rows(rows);
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

    pub(super) const fn also(self, aliases: &'static [&'static str]) -> Row {
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
    pub(super) const fn shows_itself(self, check: Check) -> Row {
        Row {
            shows_itself: true,
            check,
            ..self
        }
    }
}

impl Sizes {
    fn has(&self, size: usize) -> bool {
        match *self {
            Sizes::Kib(sizes) => size.is_multiple_of(KIB) && sizes.contains(&(size / KIB)),
            Sizes::Bytes(sizes) => sizes.contains(&size),
            Sizes::Steps(from, to, step) => {
                (from..=to).contains(&size) && (size - from).is_multiple_of(step)
            }
            Sizes::Any(sizes) => sizes.iter().any(|sizes| sizes.has(size)),
        }
    }
}

impl Scheme {
    /// Finds a scheme by its name, or by three letters of a file's extension, in upper or lower
    /// case.
    pub fn from_name(name: &str) -> Option<Scheme> {
        let is_name = |known: &str| known.eq_ignore_ascii_case(name);
        let by = |fits: &dyn Fn(&Scheme) -> bool| {
            let mut schemes = Scheme::ALL.iter().copied();
            schemes.find(fits)
        };
        by(&|scheme| is_name(scheme.name()))
            .or_else(|| by(&|scheme| scheme.row().aliases.iter().any(|alias| is_name(alias))))
    }

    /// True if the scheme allows an image of this size.
    pub(crate) fn accepts(self, size: usize) -> bool {
        self.row().sizes.has(size)
    }

    /// True if images of this scheme can have any size, so that only their bytes show it.
    pub(crate) fn has_any_size(self) -> bool {
        self.row().shows_itself
    }

    /// Finds the fault of an image of an allowed size.
    pub(super) fn check(self, image: &[u8]) -> Result<(), CartridgeError> {
        (self.row().check)(image)
    }

    /// True if the scheme allows this image. Dumps of 2 and 4 KiB may hold the same bytes twice.
    pub(super) fn accepts_image(self, image: &[u8]) -> bool {
        let once = match self {
            Scheme::Rom2K => 0x800,
            Scheme::Rom4K => 0x1000,
            _ => image.len(),
        };
        let (first, second) = image.split_at(image.len() / 2);
        self.accepts(image.len()) && (image.len() <= once || first == second)
    }

    /// True if the two schemes switch banks alike, and differ only in RAM.
    pub(crate) fn switches_like(self, other: Scheme) -> bool {
        self.row().spots == other.row().spots
    }

    /// True if another board is equal except for the RAM.
    pub(crate) fn adds_only_ram(self) -> bool {
        let mut others = Scheme::ALL.iter();
        let is_without = |other: &Scheme| other.switches_like(self) && other.ram_size() == 0;
        self.ram_size() > 0 && others.any(is_without)
    }

    /// Finds evidence against this scheme in an image that also has evidence for it.
    pub(crate) fn evidence_against(self, image: &Image) -> Evidence {
        (self.row().against)(image)
    }

    /// Finds the evidence for this scheme in an image of one of its sizes.
    pub(crate) fn evidence(self, image: &Image) -> Evidence {
        (self.row().hint)(image)
    }

    /// Returns the bytes of ROM that are switched together, for numbering banks.
    pub fn bank_size(self) -> usize {
        self.row().bank_size
    }

    /// Returns the number of games that take turns at power-on; 1 for most cartridges.
    pub fn games(self) -> usize {
        self.row().games
    }

    /// Returns the bank at power-on of a ROM with `banks` banks.
    pub(super) fn start_bank(self, banks: u16) -> u16 {
        self.row().start.min(banks - 1)
    }
}

/// The facts as text, for tools and documentation.
impl Scheme {
    /// Lists the sizes that an image can have.
    pub fn sizes(self) -> String {
        self.row().sizes.to_string()
    }

    /// Lists the addresses that switch banks, with 13 bits; empty if there is none.
    pub fn hot_spots(self) -> String {
        self.row().spots.to_string()
    }

    /// Returns the maximum RAM on the board, in bytes.
    pub fn ram_size(self) -> usize {
        self.row().ram
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
            Sizes::Any(sizes) => {
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
            Spots::Rows(rows) => {
                let rows = rows
                    .iter()
                    .map(|(first, last)| format!("$1{first:03X}-$1{last:03X}"));
                f.write_str(&rows.collect::<Vec<_>>().join(", "))
            }
            Spots::Pair(mask, first, second) => {
                write!(
                    f,
                    "${first:04X} and ${second:04X}, of the lines ${mask:04X}"
                )
            }
            Spots::Rule(summary) => f.write_str(summary),
        }
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_finds_its_scheme() {
        for &scheme in Scheme::ALL {
            for name in scheme.row().aliases.iter().copied().chain([scheme.name()]) {
                assert_eq!(Scheme::from_name(&name.to_lowercase()), Some(scheme));
            }
        }
        assert_eq!(Scheme::from_name("f8s"), Some(Scheme::F8Sc));
        assert_eq!(Scheme::from_name("bin"), None);
    }
}
