//! The methods of a scheme, which look up its row in the table.

use super::{error::CartridgeError, hints::Evidence, image::Image, table::Scheme};
use std::fmt;

impl Scheme {
    /// Finds a scheme by its name, or by an alias such as a three-letter file extension, in upper
    /// or lower case.
    pub fn from_name(name: &str) -> Option<Scheme> {
        let matches_name = |known: &str| known.eq_ignore_ascii_case(name);
        let find = |matches: &dyn Fn(&Scheme) -> bool| {
            let mut schemes = Scheme::ALL.iter().copied();
            schemes.find(matches)
        };
        find(&|scheme| matches_name(scheme.name())).or_else(|| {
            find(&|scheme| scheme.row().aliases.iter().any(|alias| matches_name(alias)))
        })
    }

    /// Returns true if the scheme allows an image of this size.
    pub(crate) fn accepts(self, size: usize) -> bool {
        self.row().sizes.contains(size)
    }

    /// Returns whether images of this scheme can have any size. If so, the scheme must be
    /// recognized by an image's bytes alone.
    pub(crate) fn has_any_size(self) -> bool {
        self.row().any_size
    }

    /// Returns an error if an image of an allowed size cannot run.
    #[cfg_attr(not(feature = "arm-extra"), expect(unused_variables))]
    pub(super) fn check(self, image: &[u8]) -> Result<(), CartridgeError> {
        match self {
            #[cfg(feature = "arm-extra")]
            Scheme::Elf => match arm7::elf::Elf::load(image) {
                Ok(_) => Ok(()),
                Err(error) => Err(CartridgeError::Elf(error)),
            },
            _ => Ok(()),
        }
    }

    /// Returns true if the scheme allows this image. An image for 2K or 4K may contain the ROM
    /// twice.
    pub(super) fn accepts_image(self, image: &[u8]) -> bool {
        let rom_size = match self {
            Scheme::Rom2K => 0x800,
            Scheme::Rom4K => 0x1000,
            _ => image.len(),
        };
        let (first, second) = image.split_at(image.len() / 2);
        self.accepts(image.len()) && (image.len() <= rom_size || first == second)
    }

    /// Returns true if both schemes switch banks in the same way.
    pub(crate) fn switches_banks_like(self, other: Scheme) -> bool {
        self.row().spots == other.row().spots
    }

    /// Returns true if the scheme has RAM, and there is a scheme without RAM that switches banks in
    /// the same way.
    pub(crate) fn adds_only_ram(self) -> bool {
        let mut others = Scheme::ALL.iter();
        let lacks_ram = |other: &Scheme| other.switches_banks_like(self) && other.ram_size() == 0;
        self.ram_size() > 0 && others.any(lacks_ram)
    }

    /// Finds bytes in an image that look like evidence for this scheme but do not count. Returns a
    /// text that describes the bytes and says why they do not count.
    pub(crate) fn evidence_against(self, image: &Image) -> Evidence {
        (self.row().against)(image)
    }

    /// Finds evidence for this scheme in an image of a size that the scheme allows.
    pub(crate) fn evidence(self, image: &Image) -> Evidence {
        (self.row().hint)(image)
    }

    /// Returns the size of a bank in bytes. The board switches ROM in units of this size, and banks
    /// are numbered in the same units.
    pub fn bank_size(self) -> usize {
        self.row().bank_size
    }

    /// Returns the number of games in an image, which is 1 for most schemes. Each power-on starts
    /// the next game.
    pub fn games(self) -> usize {
        self.row().games
    }

    /// Returns the power-on bank of a ROM that has `banks` banks.
    pub(super) fn start_bank(self, banks: u16) -> u16 {
        self.row().start.min(banks - 1)
    }
}

/// The facts as text, for tools and documentation.
impl Scheme {
    /// Returns a list of the sizes that an image can have.
    pub fn sizes(self) -> String {
        self.row().sizes.to_string()
    }

    /// Returns a list of the addresses (13 bits) that switch banks, or a summary of the board's
    /// rule. The text is empty if the board does not switch banks.
    pub fn hot_spots(self) -> String {
        self.row().spots.to_string()
    }

    /// Returns the maximum size of the RAM on the board, in bytes.
    pub fn ram_size(self) -> usize {
        self.row().ram
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
