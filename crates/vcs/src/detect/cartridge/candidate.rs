//! The evidence for each scheme that an image can have, for people who doubt a detection.

use super::{detect, doubt, odd, trial::Trial};
use crate::cartridge::{
    CartridgeError, Scheme,
    image::Image,
    table::{AT_ANY_SIZE, asked, tried},
};
use std::fmt;

/// A scheme that an image can have, and what speaks for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The scheme.
    pub scheme: Scheme,
    /// True for the scheme that detection takes.
    pub taken: bool,
    /// True for the usual scheme of this size.
    pub usual: bool,
    /// What in the image's bytes shows the scheme.
    pub bytes: Option<&'static str>,
    /// Why evidence in the image's bytes does not count.
    pub against: Option<String>,
    trial: Option<Trial>,
}

impl fmt::Display for Candidate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = match self.taken {
            true => '*',
            false => ' ',
        };
        let usual = match self.usual {
            true => "usual for the size; ",
            false => "",
        };
        write!(f, "{mark} {:5} {usual}", self.scheme.name())?;
        match (self.bytes, &self.against) {
            (None, None) => f.write_str("no sign in its bytes; ")?,
            (Some(bytes), None) => write!(f, "{bytes}; ")?,
            (None, Some(against)) => write!(f, "{against}; ")?,
            (Some(bytes), Some(against)) => write!(f, "{bytes}, but {against}; ")?,
        }
        match &self.trial {
            Some(trial) => write!(f, "after reset {trial}"),
            None => f.write_str("not tried"),
        }
    }
}

/// The schemes that detection considers for an image, in its order, with the evidence for each.
///
/// # Errors
/// As for [`Cartridge::from_image`](crate::Cartridge::from_image), where no scheme fits the size or
/// the image is of a scheme that does not run. Where only the evidence is missing, the candidates
/// are given, and none is taken.
pub fn candidates(image: &[u8]) -> Result<Vec<Candidate>, CartridgeError> {
    if detect(image).is_err()
        && let Some(whole) = odd::whole(image)?
    {
        return candidates(&whole.image);
    }
    let taken = match detect(image) {
        Ok(detection) => Some(detection.scheme),
        Err(CartridgeError::UnknownScheme { .. }) => None,
        Err(error) => return Err(error),
    };
    let (hinted, usual) = asked(image.len());
    let mut schemes: Vec<Scheme> = Vec::new();
    for &scheme in AT_ANY_SIZE
        .iter()
        .chain(usual.iter())
        .chain(hinted)
        .chain(tried(image.len()))
    {
        let fits = scheme.accepts(image.len())
            && (!scheme.has_any_size() || taken == Some(scheme))
            && !schemes.contains(&scheme);
        if fits {
            schemes.push(scheme);
        }
    }
    let candidate = |scheme: Scheme| {
        let is_asked = AT_ANY_SIZE.contains(&scheme) || hinted.contains(&scheme);
        let image = &Image(image);
        let bytes = is_asked.then(|| scheme.evidence(image)).flatten();
        Candidate {
            scheme,
            taken: taken == Some(scheme),
            usual: usual == Some(scheme),
            bytes,
            against: is_asked.then(|| against(scheme, bytes, image)).flatten(),
            trial: Trial::of(image.0, scheme),
        }
    };
    Ok(schemes.into_iter().map(candidate).collect())
}

/// Why evidence in the image's bytes does not count for this scheme.
fn against(scheme: Scheme, bytes: Option<&str>, image: &Image) -> Option<String> {
    let Some(_) = bytes else {
        return scheme.evidence_against(image).map(str::to_owned);
    };
    let usual = doubt(scheme, image)?;
    Some(format!("it runs as {usual}"))
}
