//! Cartridges: an enum of boards.

use crate::VcsError;

/// A cartridge: a ROM image on its board.
#[derive(Debug, Clone)]
pub struct Cartridge {
    rom: Vec<u8>,
}

impl Cartridge {
    /// Finds the board that fits the image.
    ///
    /// # Errors
    /// [`VcsError::ImageSize`] where no board has this size.
    pub fn from_image(image: &[u8]) -> Result<Cartridge, VcsError> {
        match image.len() {
            2048 | 4096 => Ok(Cartridge {
                rom: image.to_vec(),
            }),
            size => Err(VcsError::ImageSize { size }),
        }
    }

    /// The image as loaded.
    pub fn image(&self) -> &[u8] {
        &self.rom
    }
}
