//! Finding out which board an image is for: by its size, by a list of known dumps, by the byte sequences that
//! programs for a board cannot do without, and, where these tell nothing, by what the program does after reset.

mod image;
mod refused;
mod signatures;
#[cfg(test)]
mod tests;
mod trial;
#[cfg(test)]
mod trial_tests;

use crate::cartridge::{Cartridge, CartridgeError, Detection, Scheme};
use image::Image;
use signatures::*;
use std::sync::Arc;

const KIB: usize = 1024;

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

/// Dumps that nothing but their MD5 tells from others of their size.
const KNOWN: [(&str, Scheme); 4] = [
    ("7b0ebb6bc1d700927f6efe34bac2ecd2", Scheme::Wf8),
    ("494c0fb944d8d0d6b13c6b4b50ccbd11", Scheme::Wf8),
    ("d214c7a734e133a5c18e93229435b57a", Scheme::UaSw),
    ("dbc5ea6b259b1419c26c71ddb051fab2", Scheme::UaSw),
];

/// Finds the scheme of an image.
///
/// # Errors
/// [`CartridgeError::ImageSize`] where no scheme has this size, [`CartridgeError::UnknownScheme`] where nothing tells
/// which, [`CartridgeError::UnsupportedScheme`] for one that is recognized but does not run here.
fn detect(bytes: &[u8]) -> Result<Detection, CartridgeError> {
    let image = &Image(bytes);
    if let Some(refusal) = refused::refused(image) {
        return Err(refusal);
    }
    let found = by_list(image)
        .or_else(|| by_magic(image))
        .or_else(|| by_size(image));
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
    let fits = Scheme::ALL.iter().filter(|scheme| scheme.accepts(size));
    let names: Vec<_> = fits.map(|scheme| scheme.name()).collect();
    match names.is_empty() {
        true => CartridgeError::ImageSize { size },
        false => CartridgeError::UnknownScheme {
            size,
            schemes: names.join(", "),
        },
    }
}

fn by_list(image: &Image) -> Found {
    if image.size() != 8 * KIB {
        return None;
    }
    let md5 = image.md5();
    let known = KNOWN.iter().find(|(dump, _)| *dump == md5);
    known.map(|&(_, scheme)| (scheme, "a dump known by its MD5"))
}

type Found = Option<(Scheme, &'static str)>;

/// A rule: the scheme, if the image is like this, because of that.
type Rule = (Scheme, fn(&Image) -> bool, &'static str);

fn first(rules: &[Rule], image: &Image) -> Found {
    rules
        .iter()
        .find(|(_, fits, _)| fits(image))
        .map(|&(scheme, _, why)| (scheme, why))
}

fn by_magic(image: &Image) -> Found {
    let size = image.size();
    if Scheme::X3eplus.accepts(size) && image.has(b"TJ3E") {
        Some((Scheme::X3eplus, "the text TJ3E"))
    } else if Scheme::Mdm.accepts(size) && image.head(8 * KIB).has(b"MDMC") {
        Some((Scheme::Mdm, "the text MDMC in the first 8 KiB"))
    } else {
        None
    }
}

fn by_size(image: &Image) -> Found {
    use Scheme::*;
    let size = image.size();
    match size {
        4096 => first(&RULES_4K, image),
        0x1800 => first(&[GL, (Ar, any, "the size of a Supercharger's RAM")], image),
        8192 => first(&RULES_8K, image),
        8195 => Some((Wd, "the size of a known dump of this board")),
        10240..=10496 => Some((Dpc, "8 KiB of program and 2 KiB of display data")),
        12288 => first(&[E7_RULE, (Fa, any, SIZE)], image),
        16384 => first(&RULES_16K, image),
        24576 | 28672 => Some((Fa2, "the size")),
        29696 => first(&[FA2_LOADER], image),
        32768 => first(&RULES_32K, image),
        65536 => first(&RULES_64K, image),
        131_072 => first(&RULES_128K, image),
        262_144 => first(&RULES_256K, image),
        524_288 => first(&RULES_512K, image),
        _ if size > 0 && size.is_multiple_of(8448) => Some((Ar, "whole Supercharger loads")),
        _ if Rom2K.accepts(size) => first(&[CV, (Rom2K, any, SIZE)], image),
        _ => first(&TIGERVISION, image),
    }
    .filter(|(scheme, _)| scheme.accepts(size))
}
