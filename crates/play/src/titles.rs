//! Finds the title of a cartridge by the checksum of its image. `data/PROVENANCE.md` names the
//! lists from which the titles come.

use crate::bundled::{BUNDLED, Bundled};
use flate2::Crc;
use std::{fmt, sync::OnceLock};

/// The title of a cartridge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Title {
    /// The game's name.
    pub name: &'static str,
    /// The publisher; `None` if the lists do not agree on one.
    pub publisher: Option<&'static str>,
    /// The year; `None` if the lists do not agree on one.
    pub year: Option<&'static str>,
}

impl fmt::Display for Title {
    /// Writes publisher and year, or whichever is known: `Atari, 1979`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = [self.publisher, self.year].into_iter().flatten();
        f.write_str(&known.collect::<Vec<_>>().join(", "))
    }
}

/// The CRC-32 and the size of an image.
type Key = (u32, usize);

/// The table: one line per image, sorted, with CRC-32, size, title, publisher and year.
const TABLE: &str = include_str!("../data/titles.tsv");

/// Returns the title of an image.
pub fn title_of(image: &[u8]) -> Option<Title> {
    let bundled = Bundled::of(image).map(|bundled| Title {
        name: if bundled == BUNDLED[0] {
            "Video Checkers"
        } else {
            "Triktrak"
        },
        publisher: Some("Crownhead"),
        year: None,
    });
    bundled.or_else(|| {
        let mut crc = Crc::new();
        crc.update(image);
        title_by_checksum(crc.sum(), image.len())
    })
}

/// Returns the title of the image with this CRC-32 and size. The directory of a zip file contains
/// both.
pub fn title_by_checksum(crc: u32, size: usize) -> Option<Title> {
    let table = table();
    let index = table.binary_search_by_key(&(crc, size), |(key, _)| *key);
    index.ok().map(|index| table[index].1)
}

fn table() -> &'static [(Key, Title)] {
    static PARSED: OnceLock<Vec<(Key, Title)>> = OnceLock::new();
    PARSED.get_or_init(|| TABLE.lines().filter_map(entry).collect())
}

fn entry(line: &'static str) -> Option<(Key, Title)> {
    let mut fields = line.split('\t');
    let crc = u32::from_str_radix(fields.next()?, 16).ok()?;
    let size = fields.next()?.parse().ok()?;
    let name = fields.next()?;
    let mut optional = || fields.next().filter(|field| !field.is_empty());
    let (publisher, year) = (optional(), optional());
    let title = Title {
        name,
        publisher,
        year,
    };
    Some(((crc, size), title))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_valid_and_in_order() {
        let table = table();
        assert_eq!(table.len(), TABLE.lines().count());
        assert!(table.windows(2).all(|pair| pair[0].0 < pair[1].0));
        for (_, title) in table {
            assert!(!title.name.is_empty() && title.name.trim() == title.name);
            let year = title.year.map(|year| year.parse::<u16>().unwrap());
            assert!(
                year.is_none_or(|year| (1977..2025).contains(&year)),
                "{title:?}"
            );
        }
    }

    #[test]
    fn an_image_is_identified_by_its_bytes() {
        let bundled = title_of(BUNDLED[0].image).unwrap();
        assert_eq!(
            (bundled.name, bundled.to_string()),
            ("Video Checkers", "Crownhead".into())
        );
        assert_eq!(title_of(&[0xea; 4096]), None);
        let known = title_by_checksum(0xa6db_4b3a, 4096).unwrap();
        assert_eq!((known.name, known.publisher), ("Adventure", Some("Atari")));
        assert_eq!(title_by_checksum(0xa6db_4b3a, 2048), None);
        for (crc, size, name) in [
            (0x097c_e7ad, 10_495, "Pitfall II - Lost Caverns"),
            (0x2cbb_f3fe, 8192, "Mr. Do!'s Castle"),
            (0xd48e_bac0, 2048, "Fun with Numbers"),
            (0xd64e_c816, 8448, "Communist Mutants from Space"),
            (0x291f_7f92, 25_344, "Dragonstomper"),
        ] {
            assert_eq!(
                title_by_checksum(crc, size).map(|title| title.name),
                Some(name)
            );
        }
    }
}
