//! Lists the evidence for each scheme that an image may have, for users who doubt the detected
//! scheme.

use super::{detect, trial::Trial, unusual_size, usual_scheme_if_doubtful};
use crate::cartridge::{
    CartridgeError, Scheme,
    image::Image,
    table::{ANY_SIZE_HINT_CANDIDATES, hint_candidates, trial_candidates},
};
use std::fmt;

/// A scheme that an image may have, with the evidence for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The scheme.
    pub scheme: Scheme,
    /// True for the scheme that detection chose.
    pub chosen: bool,
    /// True for the usual scheme for images of this size.
    pub usual: bool,
    /// Evidence for the scheme in the image's bytes.
    pub evidence: Option<&'static str>,
    /// The reason why bytes of the image that look like evidence do not count, if there is one.
    pub counterevidence: Option<String>,
    trial: Option<Trial>,
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.chosen { '*' } else { ' ' };
        let usual = if self.usual {
            "usual for the size; "
        } else {
            ""
        };
        write!(f, "{mark} {:5} {usual}", self.scheme.name())?;
        match (self.evidence, &self.counterevidence) {
            (None, None) => f.write_str("no evidence in its bytes; ")?,
            (Some(evidence), None) => write!(f, "{evidence}; ")?,
            (None, Some(against)) => write!(f, "{against}; ")?,
            (Some(evidence), Some(against)) => write!(f, "{evidence}, but {against}; ")?,
        }
        match &self.trial {
            Some(trial) => write!(f, "after reset {trial}"),
            None => f.write_str("not tried"),
        }
    }
}

/// Lists the schemes that detection considers for an image, with the evidence for each. These are
/// the schemes whose hints are tried at any size, the usual scheme for this size, the other schemes
/// whose hints are tried at this size, and the schemes for trial runs.
///
/// # Errors
/// The errors of [`Cartridge::from_image`](crate::Cartridge::from_image), except
/// [`CartridgeError::UnknownScheme`]: if there is no evidence for any scheme, [`Candidate::chosen`]
/// is false for every candidate.
pub fn candidates(image: &[u8]) -> Result<Vec<Candidate>, CartridgeError> {
    if detect(image).is_err()
        && let Some(repaired) = unusual_size::repair(image)?
    {
        return candidates(&repaired.image);
    }
    let chosen = match detect(image) {
        Ok(detection) => Some(detection.scheme),
        Err(CartridgeError::UnknownScheme { .. }) => None,
        Err(error) => return Err(error),
    };
    let (hinted, usual) = hint_candidates(image.len());
    let mut schemes: Vec<Scheme> = Vec::new();
    for &scheme in ANY_SIZE_HINT_CANDIDATES
        .iter()
        .chain(usual.iter())
        .chain(hinted)
        .chain(trial_candidates(image.len()))
    {
        let fits = scheme.accepts(image.len())
            && (!scheme.has_any_size() || chosen == Some(scheme))
            && !schemes.contains(&scheme);
        if fits {
            schemes.push(scheme);
        }
    }
    let candidate = |scheme: Scheme| {
        let has_hint = ANY_SIZE_HINT_CANDIDATES.contains(&scheme) || hinted.contains(&scheme);
        let image = &Image(image);
        let evidence = has_hint.then(|| scheme.evidence(image)).flatten();
        Candidate {
            scheme,
            chosen: chosen == Some(scheme),
            usual: usual == Some(scheme),
            evidence,
            counterevidence: has_hint
                .then(|| counterevidence(scheme, evidence, image))
                .flatten(),
            trial: Trial::run_on(image.0, scheme),
        }
    };
    Ok(schemes.into_iter().map(candidate).collect())
}

/// Returns the reason why bytes of the image that look like evidence for this scheme do not count.
fn counterevidence(scheme: Scheme, evidence: Option<&str>, image: &Image) -> Option<String> {
    let Some(_) = evidence else {
        return scheme.evidence_against(image).map(str::to_owned);
    };
    let usual = usual_scheme_if_doubtful(scheme, image)?;
    Some(format!("it runs as {usual}"))
}
