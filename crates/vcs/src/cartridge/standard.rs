//! Recognizes images whose television standard is known in advance.

use super::image::{Image, KIB};
use crate::television::{Expected, Standard};

/// Releases for SECAM consoles. Their pictures look like those of PAL programs, so they can be
/// identified only by MD5.
// Stella's public list of properties marks these images as SECAM. According to Stella's issue 114,
// only four or five titles by Activision need SECAM; all the others run as PAL.
const SECAM: [&str; 5] = [
    "25f879ff678130fea615ac418e7943f1",
    "5d25df9dc2cde746ceac48e834cf84a7",
    "d5e17022d1ecc20fd9b53dc464c302f1",
    "eb7934360658a29c50aeaff20bfda23b",
    "ede4ab11ca346bd023b2c21d941e0c50",
];
/// The size in bytes of the largest image in the list. The MD5 of larger images is not computed.
const MAX_SIZE: usize = 16 * KIB;

/// Returns the television standard of an image; `None` if it is not a known dump.
pub(super) fn of(image: &Image) -> Option<Expected> {
    secam(image, &SECAM)
}

fn secam(image: &Image, known: &[&str]) -> Option<Expected> {
    let is_known = image.size() <= MAX_SIZE && known.contains(&&*image.md5());
    is_known.then_some(Expected {
        standard: Standard::Secam,
        why: "a release for SECAM consoles, known by its MD5",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_is_known_by_its_md5() {
        // The MD5 of an empty input, from RFC 1321.
        let known = ["d41d8cd98f00b204e9800998ecf8427e"];
        let found = secam(&Image(&[]), &known).expect("a known image");
        assert_eq!(found.standard, Standard::Secam);
        assert_eq!(secam(&Image(&[0]), &known), None);
        let is_md5 =
            |md5: &str| md5.len() == 32 && md5.bytes().all(|b| b"0123456789abcdef".contains(&b));
        assert!(SECAM.iter().all(|md5| is_md5(md5)));
    }
}
