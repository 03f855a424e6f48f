//! The choices of the command line for one run of the program.

use super::sound::AudioOut;
use headless::{error::Error, files::read_image};
use play::titles::title_of;
use std::path::{Path, PathBuf};
use vcs::{
    Cartridge,
    cartridge::{ArmOptions, Scheme},
};

/// The choices of the command line; the file for games may also come from the settings.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// Number of frames after which the program closes.
    pub exit_after: Option<u64>,
    /// The number of the frame at whose picture the game stops; that picture stays in the window.
    pub freeze_at: Option<u64>,
    /// The file for the statistics of the session.
    pub stats: Option<PathBuf>,
    /// The sound output.
    pub audio_out: AudioOut,
    /// The text of the title bar, if an option gives one.
    pub title: Option<String>,
    /// The bank-switch scheme, if an option gives one.
    pub scheme: Option<Scheme>,
    /// The time that calls of ARM code take, and the processor's clock, if options give them.
    pub arm: ArmOptions,
    /// The file for the games of Video Checkers.
    pub game_record: Option<PathBuf>,
}

impl Plan {
    /// Reads the cartridge in a file. If an option names a bank-switch scheme and the image fits
    /// that scheme, uses that scheme.
    ///
    /// # Errors
    /// The file cannot be read, or is not a cartridge.
    pub fn cartridge(&self, path: &Path) -> Result<Cartridge, Error> {
        let image = read_image(path)?;
        let scheme = self.scheme;
        let chosen = scheme.and_then(|scheme| image.with_scheme(scheme).ok());
        let cartridge = chosen.map_or_else(|| image.cartridge(), Ok)?;
        Ok(cartridge.with_arm(self.arm))
    }

    /// Returns the text of the title bar for a cartridge.
    pub fn title(&self, name: &str, cartridge: &Cartridge) -> String {
        let title = title_of(cartridge.image());
        let named = || format!("Crownhead: {}", title.map_or(name, |title| title.name));
        self.title.clone().unwrap_or_else(named)
    }
}
