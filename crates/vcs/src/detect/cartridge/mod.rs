//! Finds the board that an image is for: by its size, by byte sequences that programs for a board
//! need, and by a trial run after reset, where these show nothing or the program does not run on
//! the board that they show.
//!
//! The hints are in the table of schemes; this module asks for them.

mod candidate;
mod odd;
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

/// Schemes whose byte sequences are found in images for the usual board too, which may even run on
/// this one: a trial run must not speak against them.
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
        let error = match detect(image) {
            Ok(detection) => return build(image, detection),
            Err(error) => error,
        };
        let Some(whole) = odd::whole(image)? else {
            return Err(error);
        };
        let Detection { scheme, why } = detect(&whole.image)?;
        let why = format!("{} bytes, {}; {why}", image.len(), whole.how);
        build(&whole.image, Detection { scheme, why })
    }

    /// Puts the image on the board that the user names.
    ///
    /// # Errors
    /// [`CartridgeError::SchemeSize`] where that board cannot have this size; on a cartridge with
    /// several games also the errors of [`Cartridge::from_image`] for the first game.
    pub fn with_scheme(image: &[u8], scheme: Scheme) -> Result<Cartridge, CartridgeError> {
        let why = "asked for by name".to_owned();
        match scheme.accepts(image.len()) {
            true => build(image, Detection { scheme, why }),
            false => match odd::whole(image)? {
                Some(whole) if scheme.accepts(whole.image.len()) => {
                    let why = format!("{why}; {} bytes, {}", image.len(), whole.how);
                    build(&whole.image, Detection { scheme, why })
                }
                _ => build(image, Detection { scheme, why }),
            },
        }
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
    let (scheme, why) = match at_any_size(image) {
        Some((scheme, why)) => (scheme, why.to_owned()),
        None => by_size(image).ok_or_else(|| unknown(bytes.len()))?,
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

fn at_any_size(image: &Image) -> Option<(Scheme, &'static str)> {
    let mut fits = AT_ANY_SIZE
        .iter()
        .filter(|scheme| scheme.accepts(image.size()));
    fits.find_map(|&scheme| Some((scheme, scheme.evidence(image)?)))
}

/// The scheme by what the image's bytes show, and by trial runs; and the reason.
fn by_size(image: &Image) -> Option<(Scheme, String)> {
    let usual = asked(image.size()).1;
    let usual = usual.filter(|scheme| scheme.accepts(image.size()));
    let mut hinted = hinted(image);
    let Some((scheme, evidence)) = hinted.next() else {
        return without_a_hint(usual, image.0);
    };
    // Where the size alone shows the scheme, there is no other.
    let has_others = asked(image.size()).0.len() > 1 && usual != Some(scheme);
    let better = match has_others && !trial::runs_as(scheme, image.0) {
        true => better_than_hinted(hinted, usual, image.0),
        false => None,
    };
    Some(match better {
        Some(better) => (
            better,
            format!("{evidence}, but after reset it runs as {better}, not as {scheme}"),
        ),
        None => (scheme, evidence.to_owned()),
    })
}

/// The schemes that the image's bytes show, in the order in which they are asked.
fn hinted<'a>(image: &'a Image) -> impl Iterator<Item = (Scheme, &'static str)> + use<'a> {
    let schemes = asked(image.size()).0.iter();
    let fits = |scheme: &&Scheme| scheme.accepts(image.size());
    schemes.filter(fits).filter_map(|&scheme| {
        let evidence = scheme.evidence(image)?;
        doubt(scheme, image).is_none().then_some((scheme, evidence))
    })
}

/// The usual scheme whose trial run speaks against this one.
fn doubt(scheme: Scheme, image: &Image) -> Option<Scheme> {
    let usual = asked(image.size()).1?;
    let is_doubtful = DOUBTFUL.contains(&scheme) && trial::speaks_against(scheme, usual, image.0);
    is_doubtful.then_some(usual)
}

/// The scheme where a program does not run on the board that its bytes show: the next one that
/// they show, the usual one, or any other; the program must run on it.
fn better_than_hinted(
    mut others: impl Iterator<Item = (Scheme, &'static str)>,
    usual: Option<Scheme>,
    image: &[u8],
) -> Option<Scheme> {
    let next = others.find(|&(scheme, _)| trial::runs_with_its_ram(scheme, image));
    next.map(|(scheme, _)| scheme)
        .or(usual.filter(|&scheme| trial::runs_as(scheme, image)))
        .or_else(|| trial::any_that_runs(image))
}

/// The scheme where the image's bytes show none.
fn without_a_hint(usual: Option<Scheme>, image: &[u8]) -> Option<(Scheme, String)> {
    let Some(usual) = usual else {
        let runs = trial::any_that_runs(image)?;
        return Some((runs, format!("after reset it runs as {runs}")));
    };
    Some(match trial::better_than(usual, image) {
        None => (usual, SIZE.to_owned()),
        Some(better) => (
            better,
            format!("after reset it runs as {better}, not as {usual}"),
        ),
    })
}
