//! The evidence for each scheme that an image can have, for people who doubt a detection.

use super::{detect, trial::Trial};
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
        let bytes = self.bytes.unwrap_or("no sign in its bytes");
        write!(f, "{mark} {:5} {usual}{bytes}; ", self.scheme.name())?;
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
        Candidate {
            scheme,
            taken: taken == Some(scheme),
            usual: usual == Some(scheme),
            bytes: is_asked.then(|| scheme.evidence(&Image(image))).flatten(),
            trial: Trial::of(image, scheme),
        }
    };
    Ok(schemes.into_iter().map(candidate).collect())
}
