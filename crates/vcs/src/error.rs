use crate::{cartridge::Scheme, hash::Hash};
use thiserror::Error;

/// What can be wrong with something given to the console.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum VcsError {
    /// The image has a size that no supported cartridge has.
    #[error(
        "cartridge image is {size} bytes long, which no known board is; use a whole raw dump \
         (2048, 4096, 8192 ... bytes) without a header"
    )]
    ImageSize {
        /// The image's size in bytes.
        size: usize,
    },
    /// Some boards have an image of that size, and nothing in it tells which.
    #[error(
        "nothing in the cartridge image of {size} bytes tells its bank-switch scheme; \
         name it, one of {schemes}"
    )]
    UnknownScheme {
        /// The image's size in bytes.
        size: usize,
        /// The schemes that can have this size.
        schemes: String,
    },
    /// The scheme that the user names cannot have an image of this size.
    #[error(
        "bank-switch scheme {scheme} cannot have an image of {size} bytes; \
         choose another scheme, or none to have it detected"
    )]
    SchemeSize {
        /// The scheme asked for.
        scheme: Scheme,
        /// The image's size in bytes.
        size: usize,
    },
    /// The image is for a board that does not run here.
    #[error("the cartridge's bank-switch scheme is {name}, {what}; Crownhead does not run it")]
    UnsupportedScheme {
        /// The scheme's name.
        name: &'static str,
        /// What it is.
        what: &'static str,
    },
    /// The bytes are no state at all.
    #[error("this is not a saved state; choose a file that was saved by Crownhead")]
    NoState,
    /// A later version of the program saved the state.
    #[error(
        "the state has format version {version}, and this program reads version {known}; \
         load it with the Crownhead that saved it, or a later one"
    )]
    NewerState {
        /// The state's version.
        version: u16,
        /// The version that this program reads.
        known: u16,
    },
    /// An earlier version of the program saved the state.
    #[error(
        "the state has format version {version}, and this program reads version {known} only; \
         load it with the Crownhead that saved it"
    )]
    OlderState {
        /// The state's version.
        version: u16,
        /// The version that this program reads.
        known: u16,
    },
    /// The state was saved with another cartridge.
    #[error(
        "the state belongs to another cartridge (image checksum {saved}, this one has {loaded}); \
         load that cartridge first"
    )]
    ForeignState {
        /// Checksum of the image that the state was saved with.
        saved: Hash,
        /// Checksum of the image it was to be loaded with.
        loaded: Hash,
    },
    /// The state was saved with the same image on another board.
    #[error(
        "the state was saved with another bank-switch scheme than {scheme}; \
         load the cartridge with that scheme first"
    )]
    OtherScheme {
        /// The scheme of the cartridge that it was to be loaded with.
        scheme: Scheme,
    },
    /// The state is not as it was saved.
    #[error("the state is damaged or cut short; restore the file from a copy, or save it anew")]
    DamagedState,
    /// A palette file of a length that none has.
    #[error(
        "palette file is {size} bytes; use 128 colors of three bytes (384 bytes), \
         or NTSC, PAL and SECAM colors together (792 bytes)"
    )]
    PaletteSize {
        /// The file's size in bytes.
        size: usize,
    },
}
