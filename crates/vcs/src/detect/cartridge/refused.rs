//! Recognizes schemes that are not supported. Most of their cartridges have a processor.

use crate::cartridge::{
    CartridgeError, Scheme,
    image::{Image, KIB},
};

/// A scheme that is not supported.
struct Refusal {
    /// The scheme's names; the first is the usual one.
    names: &'static [&'static str],
    /// A description of the scheme, for the error message.
    what: &'static str,
    /// A function that returns true if an image has this scheme.
    is: fn(&Image) -> bool,
}

const REFUSED: &[Refusal] = &[
    #[cfg(not(feature = "arm-extra"))]
    Refusal {
        names: &["ELF"],
        what: "a program for the cartridge's ARM processor",
        is: is_elf,
    },
    Refusal {
        names: &["ACE"],
        what: "a program for the cartridge's ARM processor",
        is: |image| {
            let head = image.head(144);
            head.has_any(&[b"ACE-2600", b"ACE-PC00", b"ACE-UF00"])
        },
    },
    Refusal {
        names: &["MVC"],
        what: "a movie streamed by the cartridge's own processor",
        is: |image| image.starts_with(b"MVC\0"),
    },
    #[cfg(not(feature = "arm-extra"))]
    Refusal {
        names: &["BUS"],
        what: "driven by the cartridge's ARM processor",
        // As in Stella, the evidence for a Superchip is checked first.
        is: |image| {
            image.size() == 32 * KIB && image.has_at_least(2, b"BUS") && !image.has_superchip()
        },
    },
    Refusal {
        names: &["CTY"],
        what: "driven by the cartridge's own processor",
        is: |image| [32 * KIB, 60 * KIB].contains(&image.size()) && image.has(b"LENIN"),
    },
    Refusal {
        names: &["EFF"],
        what: "a board with a serial memory",
        is: |image| {
            let accesses: [&[u8]; 3] = [
                &[0x0c, 0xe0, 0xff],
                &[0x0c, 0xf0, 0x1f],
                &[0xad, 0xf4, 0x1f],
            ];
            image.size() == 64 * KIB
                && (image.tail_has(b"EFFB") || accesses.iter().all(|bytes| image.has(bytes)))
        },
    },
    Refusal {
        names: &["DEVC"],
        what: "a development board with a 16-bit address bus",
        is: |image| image.size() == 24 * KIB && image.has(&[0xa9, 0xfd, 0x85, 0x08]),
    },
    Refusal {
        names: &["CM"],
        what: "the CompuMate, a keyboard computer that switches banks by the controller ports",
        is: |image| {
            let known = [
                "b98cc2c6f7a0f05176f74f0f62c45488",
                "e7f005ddb6902c648de098511f6ae2e5",
            ];
            image.size() == 16 * KIB && known.contains(&image.md5().as_str())
        },
    },
    Refusal {
        names: &["MC"],
        what: "the Megacart, of which no working board is known",
        // Nothing in an image identifies this scheme.
        is: |_| false,
    },
];

/// Returns the error if an image has one of these schemes.
pub(super) fn refused(image: &Image) -> Option<CartridgeError> {
    let refusal = REFUSED.iter().find(|refusal| (refusal.is)(image))?;
    Some(refusal.error())
}

impl Scheme {
    /// Returns the error for the unsupported scheme with this name, in upper or lower case. Returns
    /// `None` for all other names.
    pub fn refusal(name: &str) -> Option<CartridgeError> {
        let is_name = |known: &&'static str| known.eq_ignore_ascii_case(name);
        let mut refused = REFUSED.iter();
        refused
            .find(|refusal| refusal.names.iter().any(is_name))
            .map(Refusal::error)
    }
}

impl Refusal {
    fn error(&self) -> CartridgeError {
        CartridgeError::UnsupportedScheme {
            name: self.names[0],
            what: self.what,
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
    fn schemes_that_do_not_run_give_their_reason() {
        assert!(Scheme::refusal("bin").is_none() && Scheme::refusal("F8").is_none());
        for name in ["cm", "MC", "cty", "ace", "EFF"] {
            let refusal = Scheme::refusal(name).expect("a scheme that does not run");
            let text = refusal.to_string();
            assert!(text.contains("does not run it"), "{text}");
        }
    }
}
