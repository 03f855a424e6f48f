//! Repairs images that are a few bytes shorter or longer than a chip.

use crate::cartridge::{CartridgeError, image::KIB};

/// An image that has been repaired to the size of a chip.
pub(super) struct Repaired {
    /// The repaired image.
    pub image: Vec<u8>,
    /// A phrase that says how the file differed from a chip, or what was done about it.
    pub note: &'static str,
}

/// The value of an erased byte.
const ERASED: u8 = 0xff;

/// Repairs an image of an unusual size. Returns `None` if the size does not suggest a repair.
///
/// # Errors
/// [`CartridgeError::Origin`] for a file in dasm's format 1 (`-f1`).
pub(super) fn repair(image: &[u8]) -> Result<Option<Repaired>, CartridgeError> {
    if begins_with_origin(image) {
        return Err(CartridgeError::Origin { size: image.len() });
    }
    let image = match image.len() {
        // Some programs do not use the IRQ vector, and their files leave out one or both of its
        // bytes.
        4094 | 4095 => Repaired {
            image: padded(&[], image),
            note: "the end of 4 KiB is missing",
        },
        3072 => Repaired {
            image: padded(&[ERASED; KIB], image),
            note: "placed at the end of 4 KiB",
        },
        4097 | 4098 => Repaired {
            image: image[..4 * KIB].to_vec(),
            note: "the bytes after 4 KiB are ignored",
        },
        _ => return Ok(None),
    };
    Ok(Some(image))
}

/// Returns `before` and then `image`, padded to 4 KiB with erased bytes.
fn padded(before: &[u8], image: &[u8]) -> Vec<u8> {
    let mut whole = [before, image].concat();
    whole.resize(4 * KIB, ERASED);
    whole
}

/// Returns true if the image starts with two extra bytes that give its origin, low byte first. The
/// remaining bytes must have the size of a chip, and must extend from that address exactly to the
/// end of the cartridge's address space.
fn begins_with_origin(image: &[u8]) -> bool {
    let Some((&origin, rest)) = image.split_first_chunk() else {
        return false;
    };
    let origin = usize::from(u16::from_le_bytes(origin));
    let is_chip = rest.len() >= KIB && rest.len().is_power_of_two();
    let mapped_size = rest.len().min(4 * KIB);
    is_chip && origin & 0x1000 != 0 && (origin & 0xfff) + mapped_size == 0x1000
}

#[cfg(test)]
mod tests {
    use crate::Cartridge;

    /// Returns an image with vectors at its end, or at the end of its first 4 KiB.
    fn image(size: usize) -> Vec<u8> {
        let mut image = vec![0xea; size];
        let end = size.min(4096);
        image[end - 4..end].copy_from_slice(&[0x00, 0xf4, 0x00, 0xf4]);
        image
    }

    #[test]
    fn odd_sizes_become_4_kib() {
        for (size, start) in [(4094, 0), (4095, 0), (3072, 1024), (4097, 0)] {
            let mut image = image(size);
            image[0] = 0x42;
            let cartridge = Cartridge::from_image(&image).expect("a cartridge");
            assert_eq!(cartridge.scheme().name(), "4K", "{size}");
            assert_eq!(cartridge.image().len(), 4096, "{size}");
            let kept = image.len().min(4096 - start);
            assert!(cartridge.image()[start..start + kept] == image[..kept]);
            let why = &cartridge.detection().why;
            assert!(why.starts_with(&format!("{size} bytes, ")), "{why}");
        }
    }

    #[test]
    fn the_error_for_dasm_format_1_says_what_to_do() {
        for (size, origin) in [(4096, [0x00, 0xf0]), (4096, [0, 0x10]), (2048, [0, 0xf8])] {
            let file = [&origin[..], &image(size)].concat();
            let error = Cartridge::from_image(&file).expect_err("an origin");
            assert!(error.to_string().contains("-f3"), "{error}");
        }
    }

    #[test]
    fn small_images_are_detected_as_2k() {
        for size in [32, 64, 128, 1024] {
            let mut image = image(size);
            image[0] = 0x42;
            let cartridge = Cartridge::from_image(&image).expect("a cartridge");
            assert_eq!(cartridge.scheme().name(), "2K", "{size}");
        }
    }

    #[test]
    fn errors_about_odd_sizes_do_not_mention_3f_or_3e() {
        // Images with stores to $3F and $3E, of sizes that no board has.
        for size in [5000, 4098, 10_000] {
            let mut image = image(size);
            image[0x100..0x108].copy_from_slice(&[0x85, 0x3f, 0xea, 0x85, 0x3f, 0x85, 0x3e, 0xea]);
            let Err(error) = Cartridge::from_image(&image) else {
                continue;
            };
            let text = error.to_string();
            assert!(!text.contains("3F") && !text.contains("3E"), "{text}");
        }
    }
}
