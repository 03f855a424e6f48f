//! Cartridge images with the paths from which they were read, and functions that create a cartridge
//! from an image.

use crate::error::Error;
use std::path::{Path, PathBuf};
use vcs::cartridge::Scheme;

/// A cartridge image and its file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CartridgeFile {
    /// The file's path. For an image in a zip file: the zip file's path, a slash, and the image's
    /// name in the zip file.
    pub path: PathBuf,
    /// The raw image.
    pub bytes: Vec<u8>,
    /// The assembler's result, if the file is a source.
    pub build: Option<Box<asm6502::Build>>,
}

impl CartridgeFile {
    /// Creates a cartridge file for an image that was read from this path.
    pub fn new(path: impl Into<PathBuf>, bytes: impl Into<Vec<u8>>) -> CartridgeFile {
        CartridgeFile {
            path: path.into(),
            bytes: bytes.into(),
            build: None,
        }
    }

    /// Creates the cartridge. If the project or the file extension names a board, the cartridge
    /// uses that board; otherwise, the board is detected from the image.
    ///
    /// # Errors
    /// [`Error::Cartridge`] if no board fits; [`Error::Usage`] for an unknown scheme.
    pub fn cartridge(&self) -> Result<vcs::Cartridge, Error> {
        let project = self.build.as_ref().and_then(|build| build.project.as_ref());
        match project.and_then(|located| located.project.scheme.as_deref()) {
            Some(scheme) => self.with_scheme(scheme_named(scheme)?),
            None => cartridge(&self.path, &self.bytes),
        }
    }

    /// Creates the cartridge with the given board.
    ///
    /// # Errors
    /// [`Error::Cartridge`] if the image does not fit the board.
    pub fn with_scheme(&self, scheme: Scheme) -> Result<vcs::Cartridge, Error> {
        let cartridge = vcs::Cartridge::with_scheme(&self.bytes, scheme);
        let cartridge = cartridge.map_err(|source| Error::Cartridge {
            path: self.path.clone(),
            source,
        })?;
        let name = self.path.to_string_lossy();
        Ok(play::image::with_named_standard(cartridge, &name))
    }
}

/// Finds a bank-switch scheme by its name.
///
/// # Errors
/// [`Error::Usage`] if there is no scheme with this name (the message lists all names), or if the
/// scheme is not supported (the message says why).
pub fn scheme_named(name: &str) -> Result<Scheme, Error> {
    Scheme::from_name(name).ok_or_else(|| {
        if let Some(error) = Scheme::unsupported(name) {
            return Error::Usage(error.to_string());
        }
        let known: Vec<_> = Scheme::ALL.iter().map(|scheme| scheme.name()).collect();
        Error::Usage(format!(
            "no bank-switch scheme is named {name}; the schemes are: {}",
            known.join(", ")
        ))
    })
}

/// Creates the cartridge from an image that was read from `path`. If the file extension names a
/// board, the cartridge uses that board; otherwise, the board is detected from the image.
///
/// # Errors
/// [`Error::Cartridge`] if no board fits.
pub fn cartridge(path: &Path, image: &[u8]) -> Result<vcs::Cartridge, Error> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    play::image::cartridge(&name, image).map_err(|source| Error::Cartridge {
        path: path.to_owned(),
        source,
    })
}
