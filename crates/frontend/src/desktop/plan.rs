//! The choices made on the command line for one run of the program.

use super::sound::AudioOut;
use headless::{error::Error, files::read_image};
use play::titles::title_of;
use std::path::{Path, PathBuf};
use vcs::{
    Cartridge,
    cartridge::{ArmOptions, Scheme},
};

/// The choices made on the command line; the file for games may also come from the settings.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// Number of frames after which the program closes.
    pub exit_after: Option<u64>,
    /// The frame at which the game freezes, so that the window keeps showing this frame's picture.
    pub freeze_at: Option<u64>,
    /// The file to which the session's statistics are written.
    pub stats: Option<PathBuf>,
    /// The sound output.
    pub audio_out: AudioOut,
    /// The text of the title bar, if an option gives one.
    pub title: Option<String>,
    /// The bank-switch scheme, if an option gives one.
    pub scheme: Option<Scheme>,
    /// How long calls to ARM code take, and the processor's clock, if options give them.
    pub arm: ArmOptions,
    /// The file in which games of Video Checkers are recorded.
    pub game_record: Option<PathBuf>,
}

impl Plan {
    /// Reads a cartridge from a file. Uses the bank-switch scheme that an option names, if the
    /// image fits it.
    ///
    /// # Errors
    /// The file cannot be read, or is not a cartridge.
    pub fn read_cartridge(&self, path: &Path) -> Result<Cartridge, Error> {
        let image = read_image(path)?;
        let scheme = self.scheme;
        let chosen = scheme.and_then(|scheme| image.with_scheme(scheme).ok());
        let cartridge = chosen.map_or_else(|| image.cartridge(), Ok)?;
        Ok(cartridge.with_arm(self.arm))
    }

    /// Returns the text of the title bar for a cartridge.
    pub fn title(&self, name: &str, cartridge: &Cartridge) -> String {
        let title = title_of(cartridge.image());
        let default_title = || format!("Crownhead: {}", title.map_or(name, |title| title.name));
        self.title.clone().unwrap_or_else(default_title)
    }
}
