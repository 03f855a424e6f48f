//! Finds the board that an image is for: by its size, by byte sequences that programs for a board
//! need, and, where these show nothing, by a trial run after reset.
//!
//! The hints are in the table of schemes; this module asks for them.

mod candidate;
mod refused;
#[cfg(test)]
mod tests;
mod trial;
#[cfg(test)]
mod trial_tests;

use crate::cartridge::{
    Cartridge, CartridgeError, Detection, Scheme,
    image::Image,
    table::{AT_ANY_SIZE, asked},
};
pub use candidate::{Candidate, candidates};
use std::sync::Arc;

/// Schemes whose byte sequences are found in images for the usual board too: a trial run must not
/// speak against them.
const DOUBTFUL: [Scheme; 1] = [Scheme::Fe];

/// The reason for the usual scheme of a size.
const SIZE: &str = "the size, and no sign of another scheme";

impl Cartridge {
    /// Finds the board that fits the image, by its size, its bytes, and a short trial run.
    ///
    /// # Errors
    /// [`CartridgeError::ImageSize`] where no board has this size,
    /// [`CartridgeError::UnknownScheme`] where several have and nothing shows which, and
    /// [`CartridgeError::UnsupportedScheme`] for a board that is recognized but does not run.
    pub fn from_image(image: &[u8]) -> Result<Cartridge, CartridgeError> {
        build(image, detect(image)?)
    }

    /// Puts the image on the board that the user names.
    ///
    /// # Errors
    /// [`CartridgeError::SchemeSize`] where that board cannot have this size; on a cartridge with
    /// several games also the errors of [`Cartridge::from_image`] for the first game.
    pub fn with_scheme(image: &[u8], scheme: Scheme) -> Result<Cartridge, CartridgeError> {
        let why = "asked for by name".to_owned();
        build(image, Detection { scheme, why })
    }
}

fn build(image: &[u8], detection: Detection) -> Result<Cartridge, CartridgeError> {
    let scheme = detection.scheme;
    let games: Arc<[Option<Scheme>]> = match scheme.games() {
        games if games > 1 && scheme.accepts(image.len()) => {
            let mut parts = image.chunks_exact(image.len() / games).map(detect);
            let first = parts.next().transpose()?;
            let rest = parts.map(Result::ok);
            std::iter::once(first)
                .chain(rest)
                .map(|found| Some(found?.scheme))
                .collect()
        }
        _ => [Some(scheme)].into(),
    };
    Cartridge::on_board(image.into(), detection, games)
}

/// Finds the scheme of an image.
///
/// # Errors
/// As for [`Cartridge::from_image`].
fn detect(bytes: &[u8]) -> Result<Detection, CartridgeError> {
    let image = &Image(bytes);
    if let Some(refusal) = refused::refused(image) {
        return Err(refusal);
    }
    let found = at_any_size(image).or_else(|| by_size(image));
    let (scheme, why) = match found {
        Some((usual, SIZE)) => match trial::better_than(usual, bytes) {
            None => (usual, SIZE.to_owned()),
            Some(better) => (
                better,
                format!("after reset it runs as {better}, not as {usual}"),
            ),
        },
        Some((scheme, why)) => (scheme, why.to_owned()),
        None => {
            let runs = trial::any_that_runs(bytes).ok_or_else(|| unknown(bytes.len()))?;
            (runs, format!("after reset it runs as {runs}"))
        }
    };
    let why = format!("{} bytes, {why}", bytes.len());
    Ok(Detection { scheme, why })
}

/// Why no scheme is found for an image of this size.
fn unknown(size: usize) -> CartridgeError {
    let fits = Scheme::ALL
        .iter()
        .filter(|scheme| scheme.accepts(size) && !scheme.has_any_size());
    let names: Vec<_> = fits.map(|scheme| scheme.name()).collect();
    match names.is_empty() {
        true => CartridgeError::ImageSize { size },
        false => CartridgeError::UnknownScheme {
            size,
            schemes: names.join(", "),
        },
    }
}

type Found = Option<(Scheme, &'static str)>;

fn at_any_size(image: &Image) -> Found {
    let mut fits = AT_ANY_SIZE
        .iter()
        .filter(|scheme| scheme.accepts(image.size()));
    fits.find_map(|&scheme| Some((scheme, scheme.evidence(image)?)))
}

fn by_size(image: &Image) -> Found {
    let (schemes, usual) = asked(image.size());
    let is_doubtful = |scheme: Scheme| {
        DOUBTFUL.contains(&scheme)
            && usual.is_some_and(|usual| trial::speaks_against(scheme, usual, image.0))
    };
    let found = schemes.iter().find_map(|&scheme| {
        let evidence = scheme.evidence(image)?;
        (!is_doubtful(scheme)).then_some((scheme, evidence))
    });
    let found = found.or(usual.map(|scheme| (scheme, SIZE)));
    found.filter(|(scheme, _)| scheme.accepts(image.size()))
}
