//! The decisions of the options for one run of the program.

use super::sound::AudioOut;
use headless::{error::Error, files::read_image};
use play::titles::title_of;
use std::path::{Path, PathBuf};
use vcs::{
    Cartridge,
    cartridge::{ArmOptions, Scheme},
};

/// The decisions of the options.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// Close after this many frames.
    pub exit_after: Option<u64>,
    /// Hold the picture of this frame.
    pub freeze_at: Option<u64>,
    /// The file for the numbers of the session.
    pub stats: Option<PathBuf>,
    /// Where sound goes.
    pub audio_out: AudioOut,
    /// The text of the title bar, where the options give one.
    pub title: Option<String>,
    /// The bank-switch scheme that the options give.
    pub scheme: Option<Scheme>,
    /// How long calls of ARM code take and the processor's clock, where the options give them.
    pub arm: ArmOptions,
    /// The file for the games of Video Checkers.
    pub game_record: Option<PathBuf>,
}

impl Plan {
    /// The cartridge in a file, with the bank-switch scheme of the options if its image fits that.
    ///
    /// # Errors
    /// The file is not a cartridge.
    pub fn cartridge(&self, path: &Path) -> Result<Cartridge, Error> {
        let image = read_image(path)?;
        let scheme = self.scheme;
        let chosen = scheme.and_then(|scheme| image.with_scheme(scheme).ok());
        let cartridge = chosen.map_or_else(|| image.cartridge(), Ok)?;
        Ok(cartridge.with_arm(self.arm))
    }

    /// The text of the title bar for a cartridge.
    pub fn title(&self, name: &str, cartridge: &Cartridge) -> String {
        let title = title_of(cartridge.image());
        let named = || format!("Crownhead: {}", title.map_or(name, |title| title.name));
        self.title.clone().unwrap_or_else(named)
    }
}
