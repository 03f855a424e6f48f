//! Reading cartridges: files named on the command line, and the ones built into the program.

use crate::error::Error;
use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

/// The largest image that is read: the largest known board holds 512 KiB. More is no cartridge.
const LARGEST_IMAGE: u64 = 1 << 20;

/// A cartridge that is part of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bundled {
    /// The name for `--cartridge`.
    pub name: &'static str,
    /// The ROM image.
    pub image: &'static [u8],
    /// Its symbol file, as dasm writes it with `-s`.
    pub symbols: &'static str,
}

/// All cartridges that are part of the program; the first is played without an argument.
pub const BUNDLED: [Bundled; 1] = [Bundled {
    name: "video-checkers",
    image: include_bytes!("../../../rom/video-checkers.bin"),
    symbols: include_str!("../../../rom/video-checkers.sym"),
}];

/// Reads a whole file that should be a cartridge; `-` is standard input.
///
/// # Errors
/// [`Error::Read`] where it cannot be read, [`Error::Usage`] for a directory or a file that is
/// far larger than any cartridge.
pub fn read_image(path: &Path) -> Result<Vec<u8>, Error> {
    let mut image = Vec::new();
    if path == Path::new("-") {
        read_bounded(io::stdin(), &mut image).map_err(Error::read(path))?;
    } else {
        if path.is_dir() {
            return Err(Error::Usage(format!(
                "{} is a directory; name a cartridge image in it",
                path.display()
            )));
        }
        let file = File::open(path).map_err(Error::read(path))?;
        read_bounded(file, &mut image).map_err(Error::read(path))?;
    }
    if image.len() as u64 > LARGEST_IMAGE {
        return Err(Error::Usage(format!(
            "{} is larger than any cartridge (1 MiB); name a raw image",
            path.display()
        )));
    }
    Ok(image)
}

/// Reads up to one byte more than the largest image, so that an endless file ends too.
fn read_bounded(source: impl Read, image: &mut Vec<u8>) -> io::Result<usize> {
    source.take(LARGEST_IMAGE + 1).read_to_end(image)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_is_refused_with_a_hint() {
        let error = read_image(Path::new("/")).unwrap_err();
        assert_eq!(error.status(), 2);
        assert!(error.to_string().contains("is a directory"));
    }

    #[test]
    fn bundled_cartridges_fit_their_boards() {
        for bundled in BUNDLED {
            vcs::Cartridge::from_image(bundled.image).expect(bundled.name);
        }
    }
}
