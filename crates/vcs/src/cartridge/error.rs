//! Errors in cartridge images.

use super::table::Scheme;
use thiserror::Error;

/// The reason an image is not a cartridge.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CartridgeError {
    /// The image has a size that no supported cartridge can have.
    #[error(
        "cartridge image is {size} bytes long, and no known board takes that size; \
         use a whole raw dump (2048, 4096, 8192 ... bytes) without a header"
    )]
    ImageSize {
        /// The image's size in bytes.
        size: usize,
    },
    /// The image is in dasm's output format 1, which begins with the origin.
    #[error(
        "cartridge image is {size} bytes long and begins with its origin, as dasm's -f1 writes it; \
         assemble with -f3, or remove the first two bytes"
    )]
    Origin {
        /// The image's size in bytes.
        size: usize,
    },
    /// Several boards allow an image of this size, and nothing in the image shows which board it
    /// needs.
    #[error(
        "nothing in the cartridge image of {size} bytes shows its bank-switch scheme; \
         choose one of {schemes}"
    )]
    UnknownScheme {
        /// The image's size in bytes.
        size: usize,
        /// The schemes whose images can have this size.
        schemes: String,
    },
    /// The scheme that the user named does not allow an image of this size.
    #[error(
        "bank-switch scheme {scheme} does not allow an image of {size} bytes{}; \
         choose another scheme, or no scheme so that Crownhead detects it",
        sizes_of(*scheme)
    )]
    SchemeSize {
        /// The requested scheme.
        scheme: Scheme,
        /// The image's size in bytes.
        size: usize,
    },
    /// The image is an ELF file that cannot run.
    #[cfg(feature = "arm-extra")]
    #[error("the ELF file {0}")]
    Elf(arm7::elf::ElfError),
    /// The image is for a board that is not emulated.
    #[error("the cartridge's bank-switch scheme is {name}, {what}; Crownhead does not run it")]
    UnsupportedScheme {
        /// The scheme's name.
        name: &'static str,
        /// A description of the scheme.
        what: &'static str,
    },
}

/// Step in bytes between the sizes that [`sizes_of`] tries.
const SIZE_STEP: usize = 256;
/// The largest size in bytes that [`sizes_of`] tries.
const MAX_SIZE: usize = 512 * 1024;
/// Maximum number of sizes in a message.
const MAX_LISTED: usize = 4;

/// Returns the part of a message that lists the first [`MAX_LISTED`] sizes that a scheme allows.
/// The text is empty if none of the tried sizes is allowed.
fn sizes_of(scheme: Scheme) -> String {
    let sizes = (SIZE_STEP..=MAX_SIZE).step_by(SIZE_STEP);
    let mut sizes = sizes
        .filter(|size| scheme.accepts(*size))
        .map(|size| size.to_string());
    let listed: Vec<String> = sizes.by_ref().take(MAX_LISTED).collect();
    let more = if sizes.next().is_some() { " ..." } else { "" };
    if listed.is_empty() {
        String::new()
    } else {
        format!(" (only of {}{more})", listed.join(", "))
    }
}
