use crate::trace::Hash;
use thiserror::Error;

/// What can be wrong with something given to the console.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum VcsError {
    /// The image has a size that no supported cartridge has.
    #[error(
        "cartridge image is {size} bytes; use a raw dump of 2048 or 4096 bytes without a header"
    )]
    ImageSize {
        /// The image's size in bytes.
        size: usize,
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
    /// The state is not as it was saved.
    #[error("the state is damaged or cut short; restore the file from a copy, or save it anew")]
    DamagedState,
}
