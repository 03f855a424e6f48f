//! Turns the contents of a file into a cartridge.

use crate::archive::{self, ArchiveError};
use sha2::{Digest, Sha256};
use std::{ffi::OsStr, path::Path};
use thiserror::Error;
use vcs::{
    Cartridge,
    cartridge::{CartridgeError, Scheme},
    television::Standard,
};

/// Maximum size of an image in bytes. The largest known cartridge has 512 KiB.
pub const MAX_IMAGE_BYTES: u64 = 1 << 20;

/// An unpacked cartridge image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnpackedImage {
    /// The name of the file; if the image comes from a zip file, its name inside that file.
    pub name: String,
    /// The raw image.
    pub bytes: Vec<u8>,
}

/// The reason why the contents of a file are not a cartridge.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ImageError {
    /// The archive cannot be unpacked, or does not contain exactly one image.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// The image is larger than [`MAX_IMAGE_BYTES`].
    #[error("this image is larger than any cartridge (1 MiB); use a raw image")]
    TooLarge,
    /// No board fits the image.
    #[error(transparent)]
    Cartridge(#[from] CartridgeError),
}

impl UnpackedImage {
    /// Unpacks the contents of a file, which may be a raw image, or a zip or gzip file with one
    /// image in it.
    ///
    /// # Errors
    /// [`ImageError::Archive`] if the archive cannot be unpacked; [`ImageError::TooLarge`] if the
    /// image is too large.
    pub fn unpack(name: &str, bytes: Vec<u8>) -> Result<UnpackedImage, ImageError> {
        let (bytes, member) = archive::unpack(bytes, MAX_IMAGE_BYTES)?;
        UnpackedImage::new(member.unwrap_or_else(|| name.to_owned()), bytes)
    }

    /// Unpacks the image named `member` from a zip file.
    ///
    /// # Errors
    /// [`ImageError::Archive`] if the image cannot be unpacked; [`ImageError::TooLarge`] if it is
    /// too large.
    pub fn unpack_member(zip: &[u8], member: &str) -> Result<UnpackedImage, ImageError> {
        let bytes = archive::unpack_member(zip, member, MAX_IMAGE_BYTES)?;
        UnpackedImage::new(member.to_owned(), bytes)
    }

    fn new(name: String, bytes: Vec<u8>) -> Result<UnpackedImage, ImageError> {
        if bytes.len() as u64 > MAX_IMAGE_BYTES {
            Err(ImageError::TooLarge)
        } else {
            Ok(UnpackedImage { name, bytes })
        }
    }

    /// Makes a cartridge from the image. If the name's extension is that of a bank-switch scheme,
    /// uses that scheme; otherwise, detects the scheme from the image.
    ///
    /// # Errors
    /// The image fits no scheme; the error gives the reason.
    pub fn cartridge(&self) -> Result<Cartridge, CartridgeError> {
        cartridge(&self.name, &self.bytes)
    }
}

/// Makes a cartridge from an image. If the file name's extension is that of a bank-switch scheme,
/// uses that scheme. The extensions are those of Stella, such as `.f8s`, `.e0` and `.3e`, and may
/// be followed by `.gz`. Otherwise, detects the scheme from the image. The file name may also
/// determine the television standard.
///
/// # Errors
/// The image fits no scheme; the error gives the reason.
pub fn cartridge(name: &str, image: &[u8]) -> Result<Cartridge, CartridgeError> {
    let path = Path::new(name);
    let is_gzip = path
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("gz"));
    let stem = path.file_stem().filter(|_| is_gzip).map(Path::new);
    let extension = stem.unwrap_or(path).extension();
    let extension = extension.and_then(OsStr::to_str).unwrap_or_default();
    let cartridge = match (Scheme::from_name(extension), Scheme::unsupported(extension)) {
        (Some(scheme), _) => Cartridge::with_scheme(image, scheme),
        (_, Some(error)) => Err(error),
        _ => Cartridge::from_image(image),
    };
    Ok(with_named_standard(cartridge?, name))
}

/// Sets the cartridge to the television standard in its file name, if there is one, and returns the
/// cartridge.
pub fn with_named_standard(cartridge: Cartridge, name: &str) -> Cartridge {
    match standard_in(name) {
        Some(standard) => cartridge.with_named_standard(standard),
        None => cartridge,
    }
}

/// Returns the television standard that a file name contains in parentheses, as in
/// `Game (PAL).bin`. Upper and lower case make no difference.
// The lists of ROM dumps by No-Intro and TOSEC use such names.
fn standard_in(name: &str) -> Option<Standard> {
    let name = Path::new(name).file_name()?.to_string_lossy();
    let mut groups = name.split('(').skip(1);
    groups.find_map(|group| {
        let (inside, _) = group.split_once(')')?;
        Standard::from_name(&inside.to_ascii_lowercase())
    })
}

/// Returns the SHA-256 hash of some bytes in lower-case hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_selects_the_board() {
        let scheme = |name: &str| cartridge(name, &[0; 8192]).map(|found| found.scheme().name());
        assert_eq!(scheme("game.f8s").unwrap(), "F8SC");
        assert_eq!(scheme("game.E0").unwrap(), "E0");
        let by_content = scheme("game").unwrap();
        assert_eq!(scheme("game.bin").unwrap(), by_content);
        assert_eq!(scheme("game.e0.gz").unwrap(), "E0");
        assert_eq!(scheme("game.GZ").unwrap(), by_content);
        assert_eq!(scheme("game.a26").unwrap(), by_content);
        assert!(scheme("game.f4").unwrap_err().to_string().contains("F4"));
        assert!(scheme("game.bus").unwrap_err().to_string().contains("BUS"));
    }

    #[test]
    fn the_name_gives_the_television_standard() {
        let standard = |name: &str| {
            let cartridge = cartridge(name, &[0; 4096]).unwrap();
            cartridge.expected_standard().map(|found| found.standard)
        };
        assert_eq!(
            standard("Game (1983) (Maker) (SECAM).bin"),
            Some(Standard::Secam)
        );
        assert_eq!(
            standard("folder (PAL)/Game (pal60).a26.gz"),
            Some(Standard::Pal60)
        );
        assert_eq!(standard("Game (PAL)(NTSC).bin"), Some(Standard::Pal));
        assert_eq!(standard("Game (NTSC).bin"), Some(Standard::Ntsc));
        for name in [
            "folder (PAL)/Game.bin",
            "PAL.bin",
            "Game (PAL.bin",
            "Game (Palace).bin",
        ] {
            assert_eq!(standard(name), None, "{name}");
        }
    }

    #[test]
    fn an_image_larger_than_any_cartridge_is_refused() {
        let bytes = vec![0; MAX_IMAGE_BYTES as usize + 1];
        let result = UnpackedImage::unpack("game.bin", bytes);
        assert_eq!(result, Err(ImageError::TooLarge));
    }

    #[test]
    fn an_image_from_a_zip_file_has_its_name_inside_that_file() {
        let zip = archive::zipped(&[("x/game.e0", &[0; 8192])]);
        let image = UnpackedImage::unpack("games.zip", zip).unwrap();
        assert_eq!(image.name, "x/game.e0");
        assert_eq!(image.cartridge().unwrap().scheme().name(), "E0");
    }
}
