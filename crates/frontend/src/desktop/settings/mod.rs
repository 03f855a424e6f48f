//! The settings file: TOML in the platform's folder, every part of it optional.
//!
//! [`contents`] defines the settings, [`text`] edits the file's text, and [`store`] holds the
//! active files: one for all cartridges, and one for the current cartridge, which takes precedence.

mod contents;
mod store;
mod text;
mod values;

pub use contents::{
    ALL_PADS, CtrlFire, DEFAULT_VOLUME, Escape, PictureSettings, PlaySettings, Settings, TEMPLATE,
    default_path,
};
pub use store::{Scope, Store};

#[cfg(test)]
mod tests;
