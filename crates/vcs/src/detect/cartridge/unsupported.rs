//! Recognizes schemes that are not supported. Most of their cartridges have a processor.

use crate::cartridge::{
    CartridgeError, Scheme,
    image::{Image, KIB},
};

/// A scheme that is not supported.
struct UnsupportedScheme {
    /// The scheme's names; the first is the usual one.
    names: &'static [&'static str],
    /// A description of the scheme, for the error message.
    description: &'static str,
    /// A function that returns true if an image has this scheme.
    matches: fn(&Image) -> bool,
}

const UNSUPPORTED: &[UnsupportedScheme] = &[
    #[cfg(not(feature = "arm-extra"))]
    UnsupportedScheme {
        names: &["ELF"],
        description: "a program for the cartridge's ARM processor",
        matches: is_elf,
    },
    UnsupportedScheme {
        names: &["ACE"],
        description: "a program for the cartridge's ARM processor",
        matches: |image| {
            let head = image.head(144);
            head.has_any(&[b"ACE-2600", b"ACE-PC00", b"ACE-UF00"])
        },
    },
    UnsupportedScheme {
        names: &["MVC"],
        description: "a movie streamed by the cartridge's own processor",
        matches: |image| image.starts_with(b"MVC\0"),
    },
    #[cfg(not(feature = "arm-extra"))]
    UnsupportedScheme {
        names: &["BUS"],
        description: "driven by the cartridge's ARM processor",
        // As in Stella, the evidence for a Superchip is checked first.
        matches: |image| {
            image.size() == 32 * KIB && image.has_at_least(2, b"BUS") && !image.has_superchip()
        },
    },
    UnsupportedScheme {
        names: &["CTY"],
        description: "driven by the cartridge's own processor",
        matches: |image| [32 * KIB, 60 * KIB].contains(&image.size()) && image.has(b"LENIN"),
    },
    UnsupportedScheme {
        names: &["EFF"],
        description: "a board with a serial memory",
        matches: |image| {
            let accesses: [&[u8]; 3] = [
                &[0x0c, 0xe0, 0xff],
                &[0x0c, 0xf0, 0x1f],
                &[0xad, 0xf4, 0x1f],
            ];
            image.size() == 64 * KIB
                && (image.tail_has(b"EFFB") || accesses.iter().all(|bytes| image.has(bytes)))
        },
    },
    UnsupportedScheme {
        names: &["DEVC"],
        description: "a development board with a 16-bit address bus",
        matches: |image| image.size() == 24 * KIB && image.has(&[0xa9, 0xfd, 0x85, 0x08]),
    },
    UnsupportedScheme {
        names: &["CM"],
        description: "the CompuMate, a keyboard computer that switches banks by the controller \
                      ports",
        matches: |image| {
            let known = [
                "b98cc2c6f7a0f05176f74f0f62c45488",
                "e7f005ddb6902c648de098511f6ae2e5",
            ];
            image.size() == 16 * KIB && known.contains(&image.md5().as_str())
        },
    },
    UnsupportedScheme {
        names: &["MC"],
        description: "the Megacart, of which no working board is known",
        // Nothing in an image identifies this scheme.
        matches: |_| false,
    },
];

/// Returns the error if an image has one of these schemes.
pub(super) fn unsupported_scheme_error(image: &Image) -> Option<CartridgeError> {
    let scheme = UNSUPPORTED.iter().find(|scheme| (scheme.matches)(image))?;
    Some(scheme.error())
}

impl Scheme {
    /// Returns the error for the unsupported scheme with this name, in upper or lower case. Returns
    /// `None` for all other names.
    pub fn unsupported(name: &str) -> Option<CartridgeError> {
        let matches_name = |known: &&'static str| known.eq_ignore_ascii_case(name);
        let mut schemes = UNSUPPORTED.iter();
        schemes
            .find(|scheme| scheme.names.iter().any(matches_name))
            .map(UnsupportedScheme::error)
    }
}

impl UnsupportedScheme {
    fn error(&self) -> CartridgeError {
        CartridgeError::UnsupportedScheme {
            name: self.names[0],
            what: self.description,
        }
    }
}

#[cfg(not(feature = "arm-extra"))]
fn is_elf(image: &Image) -> bool {
    let at = |index: usize| image.0.get(index).copied();
    image.starts_with(b"\x7fELF")
        && at(5) == Some(1)
        && at(0x10) == Some(1)
        && at(0x12) == Some(0x28)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unsupported_schemes_give_a_reason() {
        assert!(Scheme::unsupported("bin").is_none() && Scheme::unsupported("F8").is_none());
        for name in ["cm", "MC", "cty", "ace", "EFF"] {
            let error = Scheme::unsupported(name).expect("an unsupported scheme");
            let text = error.to_string();
            assert!(text.contains("does not run it"), "{text}");
        }
    }
}
