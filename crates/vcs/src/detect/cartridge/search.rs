//! Searches for the scheme of an image: first by the hints, which look for evidence in its bytes,
//! then by trial runs.

use super::{trial, unsupported, unusual_size};
use crate::cartridge::{
    Cartridge, CartridgeError, Detection, Scheme,
    image::Image,
    table::{ANY_SIZE_HINT_CANDIDATES, hint_candidates},
};
use std::sync::Arc;

/// Schemes whose byte sequences also occur by chance in images for the usual board. Such an image
/// may even run on the wrong board. So these sequences count as evidence only if trial runs on both
/// boards do not contradict them.
const DOUBTFUL_SCHEMES: [Scheme; 1] = [Scheme::Fe];

/// The reason to give when detection falls back on the usual scheme for a size.
const USUAL_SCHEME_REASON: &str = "the usual scheme for this size, and no sign of another";

impl Cartridge {
    /// Finds the board that fits the image, by its size, its bytes, and a short trial run.
    ///
    /// # Errors
    /// [`CartridgeError::ImageSize`] if no board allows this size,
    /// [`CartridgeError::UnknownScheme`] if boards allow this size but there is no evidence for any
    /// of them, [`CartridgeError::UnsupportedScheme`] for a board that is recognized but not
    /// supported, [`CartridgeError::Origin`] for a file in dasm's format 1, and
    /// `CartridgeError::Elf` for an ELF file that cannot run.
    pub fn from_image(image: &[u8]) -> Result<Cartridge, CartridgeError> {
        let error = match detect(image) {
            Ok(detection) => return build(image, detection),
            Err(error) => error,
        };
        let Some(repaired) = unusual_size::repair(image)? else {
            return Err(error);
        };
        let Detection { scheme, why } = detect(&repaired.image)?;
        let why = format!("{} bytes, {}; {why}", image.len(), repaired.note);
        build(&repaired.image, Detection { scheme, why })
    }

    /// Puts the image on the board of a scheme that the user has chosen.
    ///
    /// # Errors
    /// [`CartridgeError::SchemeSize`] if that board does not allow this size,
    /// [`CartridgeError::Origin`] for a file in dasm's format 1, and `CartridgeError::Elf` for
    /// an ELF file that cannot run. For a multi-game cartridge, also the errors of
    /// [`Cartridge::from_image`], if the scheme of the first game cannot be detected.
    pub fn with_scheme(image: &[u8], scheme: Scheme) -> Result<Cartridge, CartridgeError> {
        let why = "named by the user".to_owned();
        if scheme.accepts(image.len()) {
            build(image, Detection { scheme, why })
        } else {
            match unusual_size::repair(image)? {
                Some(repaired) if scheme.accepts(repaired.image.len()) => {
                    let why = format!("{why}; {} bytes, {}", image.len(), repaired.note);
                    build(&repaired.image, Detection { scheme, why })
                }
                _ => build(image, Detection { scheme, why }),
            }
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
/// The errors of [`Cartridge::from_image`].
pub(super) fn detect(bytes: &[u8]) -> Result<Detection, CartridgeError> {
    let image = &Image(bytes);
    if let Some(error) = unsupported::unsupported_scheme_error(image) {
        return Err(error);
    }
    let (scheme, why) = match find_by_evidence_at_any_size(image) {
        Some((scheme, why)) => (scheme, why.to_owned()),
        None => find_by_bytes_and_trials(image).ok_or_else(|| unknown_scheme_error(bytes.len()))?,
    };
    let why = format!("{} bytes, {why}", bytes.len());
    Ok(Detection { scheme, why })
}

/// Returns the error for an image of this size for which no scheme was found.
fn unknown_scheme_error(size: usize) -> CartridgeError {
    let candidates = Scheme::ALL
        .iter()
        .filter(|scheme| scheme.accepts(size) && !scheme.has_any_size());
    let names: Vec<_> = candidates.map(|scheme| scheme.name()).collect();
    if names.is_empty() {
        CartridgeError::ImageSize { size }
    } else {
        CartridgeError::UnknownScheme {
            size,
            schemes: names.join(", "),
        }
    }
}

fn find_by_evidence_at_any_size(image: &Image) -> Option<(Scheme, &'static str)> {
    let mut candidates = ANY_SIZE_HINT_CANDIDATES
        .iter()
        .filter(|scheme| scheme.accepts(image.size()));
    candidates.find_map(|&scheme| Some((scheme, scheme.evidence(image)?)))
}

/// Finds the scheme by the image's bytes and by trial runs. Returns the scheme and the reason for
/// the choice.
fn find_by_bytes_and_trials(image: &Image) -> Option<(Scheme, String)> {
    let usual = hint_candidates(image.size()).1;
    let usual = usual.filter(|scheme| scheme.accepts(image.size()));
    let mut hinted = hinted(image);
    let Some((scheme, evidence)) = hinted.next() else {
        return find_by_trials(usual, image.0);
    };
    // Do not try other schemes if this is the usual scheme, or if only one scheme has a hint at
    // this size.
    let has_others = hint_candidates(image.size()).0.len() > 1 && usual != Some(scheme);
    let better = if has_others && !trial::runs_as(scheme, image.0) {
        better_than_hinted(hinted, usual, image.0)
    } else {
        None
    };
    Some(match better {
        Some(better) => (
            better,
            format!("{evidence}, but after reset it runs as {better}, not as {scheme}"),
        ),
        None => (scheme, evidence.to_owned()),
    })
}

/// Lists the schemes for which there is evidence in the image's bytes, in the order of
/// [`hint_candidates`].
fn hinted<'a>(image: &'a Image) -> impl Iterator<Item = (Scheme, &'static str)> + use<'a> {
    let schemes = hint_candidates(image.size()).0.iter();
    let fits = |scheme: &&Scheme| scheme.accepts(image.size());
    schemes.filter(fits).filter_map(|&scheme| {
        let evidence = scheme.evidence(image)?;
        usual_scheme_if_doubtful(scheme, image)
            .is_none()
            .then_some((scheme, evidence))
    })
}

/// Returns the usual scheme if `scheme` is one of [`DOUBTFUL_SCHEMES`] and trial runs are evidence
/// against it.
pub(super) fn usual_scheme_if_doubtful(scheme: Scheme, image: &Image) -> Option<Scheme> {
    let usual = hint_candidates(image.size()).1?;
    let is_doubtful =
        DOUBTFUL_SCHEMES.contains(&scheme) && trial::is_evidence_against(scheme, usual, image.0);
    is_doubtful.then_some(usual)
}

/// Finds the scheme of a program that does not run on the board that its bytes suggest. Tries the
/// other schemes that the bytes suggest, and then the usual scheme, and returns the first on whose
/// board the program runs. If all of these fail, makes trial runs on more boards, and returns the
/// scheme of the board that the program uses most.
fn better_than_hinted(
    mut others: impl Iterator<Item = (Scheme, &'static str)>,
    usual: Option<Scheme>,
    image: &[u8],
) -> Option<Scheme> {
    let next = others.find(|&(scheme, _)| trial::runs_with_its_ram(scheme, image));
    next.map(|(scheme, _)| scheme)
        .or(usual.filter(|&scheme| trial::runs_as(scheme, image)))
        .or_else(|| trial::most_used_board(image))
}

/// Finds the scheme of an image if there is no evidence in its bytes.
fn find_by_trials(usual: Option<Scheme>, image: &[u8]) -> Option<(Scheme, String)> {
    let Some(usual) = usual else {
        let scheme = trial::most_used_board(image)?;
        return Some((scheme, format!("after reset it runs as {scheme}")));
    };
    Some(match trial::better_scheme(usual, image) {
        None => (usual, USUAL_SCHEME_REASON.to_owned()),
        Some(better) => (
            better,
            format!("after reset it runs as {better}, not as {usual}"),
        ),
    })
}
