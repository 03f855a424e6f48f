//! The settings file: TOML in the platform's folder, every part of it optional.
//!
//! [`contents`] says what can be in it, [`text`] changes its text, and [`store`] has the files in
//! force: the one for all cartridges, and over it that of the cartridge that plays.

mod contents;
mod store;
mod text;
mod values;

pub use contents::{
    ALL_PADS, CtrlFire, Escape, PictureSettings, PlaySettings, Settings, TEMPLATE, VOLUME,
    default_path,
};
pub use store::{Scope, Store};

#[cfg(test)]
mod tests;
