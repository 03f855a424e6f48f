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
}
