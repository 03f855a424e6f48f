//! Tests detection by size and signature.

use crate::cartridge::{
    Cartridge, CartridgeError, Scheme,
    image::KIB,
    tests::{Socket, numbered},
};

/// Returns an image without the signature of any scheme, into which `bytes` are copied `count`
/// times: to offset $300, and then every 32 bytes.
fn image(size: usize, bytes: &[u8], count: usize) -> Vec<u8> {
    let mut image: Vec<u8> = (0..size)
        .map(|offset| 0xea ^ (offset & 1) as u8 ^ (offset >> 12) as u8)
        .collect();
    // Make the first 128 bytes of each bank differ from the next 128. If they were equal, this
    // would be evidence of RAM.
    for bank in image.chunks_mut(4096) {
        bank[0] = 0x11;
    }
    for copy in 0..count {
        let start = 0x300 + copy * 0x20;
        image[start..start + bytes.len()].copy_from_slice(bytes);
    }
    image
}

fn detected(image: &[u8]) -> Scheme {
    Cartridge::from_image(image)
        .expect("a known scheme")
        .scheme()
}

#[test]
fn the_size_decides_if_there_is_no_other_evidence() {
    for (size, scheme) in [
        (2 * KIB, Scheme::Rom2K),
        (1024, Scheme::Rom2K),
        (4 * KIB, Scheme::Rom4K),
        (8 * KIB, Scheme::F8),
        (8195, Scheme::Wd),
        (10240, Scheme::Dpc),
        (10495, Scheme::Dpc),
        (12 * KIB, Scheme::Fa),
        (16 * KIB, Scheme::F6),
        (24 * KIB, Scheme::Fa2),
        (28 * KIB, Scheme::Fa2),
        (32 * KIB, Scheme::F4),
        (64 * KIB, Scheme::F0),
        (128 * KIB, Scheme::Sb),
        (256 * KIB, Scheme::Sb),
        (6 * KIB, Scheme::Ar),
        (8448, Scheme::Ar),
        (3 * 8448, Scheme::Ar),
    ] {
        assert_eq!(detected(&image(size, &[], 0)), scheme, "{size} bytes");
    }
}

#[test]
fn signatures_decide_between_schemes_of_the_same_size() {
    for (kib, bytes, count, scheme) in [
        (2, &[0x9d, 0xff, 0xf3][..], 1, Scheme::Cv),
        (4, &[0x99, 0x00, 0xf4], 1, Scheme::Cv),
        (4, &[0xad, 0xb8, 0x0c], 1, Scheme::Gl),
        (8, &[0x8d, 0xe0, 0x1f], 1, Scheme::E0),
        (8, b"3EX", 2, Scheme::X3ex),
        (8, &[0x85, 0x3f], 2, Scheme::X3f),
        (8, &[0x85, 0x3f, 0x85, 0x3e], 2, Scheme::X3e),
        (8, &[0x8d, 0x40, 0x02], 1, Scheme::Ua),
        (8, &[0x2c, 0xc0, 0x0f], 1, Scheme::X0fa0),
        (8, &[0x20, 0x00, 0xd0, 0xc6, 0xc5], 1, Scheme::Fe),
        (8, &[0xad, 0x00, 0x08], 2, Scheme::X0840),
        (8, &[0xad, 0xe4, 0xff], 1, Scheme::E7),
        (8, &[0xa5, 0x39, 0x4c], 1, Scheme::Wd),
        (8, &[0x8d, 0xf8, 0xff, 0x8d, 0xfc, 0xff], 1, Scheme::Fc),
        (8, &[0x0d, 0xe0, 0x03, 0x0d], 1, Scheme::X03e0),
        (8, &[0x2c, 0xd0, 0xff], 1, Scheme::Fv),
        (12, &[0xad, 0xe2, 0xff], 1, Scheme::E7),
        (16, &[0xad, 0xe5, 0xff], 1, Scheme::E7),
        (16, &[0xad, 0xf1, 0xff, 0x60], 1, Scheme::Jane),
        (32, &[0x85, 0x3f], 2, Scheme::X3f),
        (64, &[0xad, 0x0d, 0x08], 1, Scheme::X07),
        (64, &[0xad, 0xe0, 0x1f], 1, Scheme::Ef),
        (64, b"TJ3E", 1, Scheme::X3eplus),
        (512, &[0x91, 0x82, 0x6c, 0xfc, 0xff], 1, Scheme::TvBoy),
        (512, &[0x85, 0x3f], 2, Scheme::X3f),
        (32, b"MDMC", 1, Scheme::Mdm),
    ] {
        assert_eq!(
            detected(&image(kib * KIB, bytes, count)),
            scheme,
            "{scheme} of {kib} KiB"
        );
    }
}

#[test]
fn one_hit_is_not_enough_where_two_are_required() {
    assert_eq!(detected(&image(8 * KIB, &[0x85, 0x3f], 1)), Scheme::F8);
    assert_eq!(
        detected(&image(8 * KIB, &[0xad, 0x00, 0x08], 1)),
        Scheme::F8
    );
    // An F8 image that contains the same bytes as a cross-bank call in Decathlon.
    let mut f8 = image(8 * KIB, &[0x20, 0x00, 0xd0, 0xc6, 0xc5], 1);
    for start in [0x500, 0x600] {
        f8[start..start + 3].copy_from_slice(&[0x8d, 0xf9, 0x1f]);
    }
    assert_eq!(detected(&f8), Scheme::F8);
}

#[test]
fn signatures_at_the_end_of_an_image_are_recognized() {
    for (kib, signature, scheme) in [
        (64, b"EFEF", Scheme::Ef),
        (64, b"EFSC", Scheme::EfSc),
        (128, b"DFDF", Scheme::Df),
        (128, b"DFSC", Scheme::DfSc),
        (256, b"BFBF", Scheme::Bf),
        (256, b"BFSC", Scheme::BfSc),
    ] {
        let mut image = image(kib * KIB, &[], 0);
        let end = image.len();
        image[end - 8..end - 4].copy_from_slice(signature);
        assert_eq!(detected(&image), scheme);
    }
    let mut supercat = image(64 * KIB, &[], 0);
    let end = supercat.len();
    supercat[end - 6..end - 4].copy_from_slice(&[0x50, 0x4a]);
    assert_eq!(detected(&supercat), Scheme::X4a50);
}

#[test]
fn equal_bytes_at_the_start_of_every_bank_indicate_ram() {
    for (kib, scheme) in [(8, Scheme::F8Sc), (16, Scheme::F6Sc), (32, Scheme::F4Sc)] {
        let mut image = image(kib * KIB, &[], 0);
        for bank in image.chunks_mut(4096) {
            bank[..256].fill(0xff);
        }
        assert_eq!(detected(&image), scheme);
        image[7] = 0;
        assert_ne!(detected(&image), scheme, "one bank without RAM");
    }
    let mut image = image(4 * KIB, &[], 0);
    image[..256].fill(0);
    image[0xffa..0xffc].copy_from_slice(b"SC");
    assert_eq!(detected(&image), Scheme::Rom4KSc);
}

#[test]
fn a_doubled_image_is_detected_as_its_half() {
    let half = image(4 * KIB, &[], 0);
    let doubled = [half.clone(), half.clone()].concat();
    assert_eq!(detected(&doubled), Scheme::Rom4K);
    let mut socket = Socket::new(Scheme::Rom4K, &doubled);
    assert_eq!(
        (socket.read(0x1300), socket.read(0x1ff8)),
        (half[0x300], half[0xff8])
    );
    let doubled = [&half[..0x800], &half[..0x800]].concat();
    assert_eq!(detected(&doubled), Scheme::Rom2K);
    let mut socket = Socket::new(Scheme::Rom2K, &doubled);
    assert_eq!(
        (socket.read(0x1300), socket.read(0x1b00)),
        (half[0x300], half[0x300])
    );
}

#[test]
fn a_chosen_scheme_rejects_an_image_of_twice_its_size() {
    for (scheme, size) in [(Scheme::Rom2K, 4 * KIB), (Scheme::Rom4K, 8 * KIB)] {
        let error = Cartridge::with_scheme(&numbered(size, 0x100), scheme).expect_err("too large");
        assert!(
            matches!(error, CartridgeError::SchemeSize { .. }),
            "{error}"
        );
    }
}

#[test]
fn a_signature_at_the_end_outranks_evidence_of_ram() {
    let mut image = image(64 * KIB, &[], 0);
    for bank in image.chunks_mut(4096) {
        bank[..256].fill(0);
    }
    let end = image.len();
    image[end - 8..end - 4].copy_from_slice(b"EFEF");
    assert_eq!(detected(&image), Scheme::Ef);
    image[end - 8..end - 4].fill(0xea);
    image[0x300..0x303].copy_from_slice(&[0xad, 0xe0, 0x1f]);
    assert_eq!(detected(&image), Scheme::EfSc);
}

#[test]
fn driver_names_in_a_small_image_do_not_select_an_arm_scheme() {
    assert_eq!(detected(&image(4 * KIB, b"CDF", 3)), Scheme::Rom4K);
    assert_eq!(detected(&image(16 * KIB, b"BUS", 2)), Scheme::F6);
}

#[test]
fn arm_schemes_are_recognized_by_the_signature_of_their_driver() {
    assert_eq!(detected(&image(32 * KIB, b"DPC+", 2)), Scheme::DpcPlus);
    assert_eq!(detected(&image(29 * KIB, b"DPC+", 2)), Scheme::DpcPlus);
    for (kib, offset, signature) in [
        (32, 0x16c, b"CDF\0CDF\0CDF\0"),
        (32, 0x174, b"CDF\x01CDF\x01CDF\x01"),
        (32, 0x7f4, b"CDFJCDFJCDFJ"),
        (64, 0x184, b"PLUSCDFJ\x01\0\0\0"),
    ] {
        let mut cdf_image = image(kib * KIB, &[], 0);
        cdf_image[offset..offset + 12].copy_from_slice(signature);
        assert_eq!(detected(&cdf_image), Scheme::Cdf);
        // Only aligned words count.
        cdf_image[offset..offset + 12].rotate_right(1);
        assert_ne!(detected(&cdf_image), Scheme::Cdf);
    }
}

#[test]
#[cfg(feature = "arm-extra")]
fn evidence_of_ram_outranks_the_signature_of_the_bus_driver() {
    assert_eq!(detected(&image(32 * KIB, b"BUS", 2)), Scheme::Bus);
    assert_eq!(detected(&image(32 * KIB, b"BUS", 1)), Scheme::F4);
    let mut ram = image(32 * KIB, b"BUS", 2);
    for bank in ram.chunks_mut(4096) {
        bank[..256].fill(0xff);
    }
    assert_eq!(detected(&ram), Scheme::F4Sc);
}

#[test]
#[cfg(feature = "arm-extra")]
fn an_elf_file_that_does_not_run_is_refused_with_the_reason() {
    let mut elf = image(32 * KIB, &[], 0);
    elf[..7].copy_from_slice(b"\x7fELF\x01\x01\x01");
    (elf[0x10], elf[0x11], elf[0x12], elf[0x13]) = (1, 0, 0x28, 0);
    elf[0x14..0x18].copy_from_slice(&[1, 0, 0, 0]);
    let error = Cartridge::from_image(&elf).expect_err("not a program");
    assert!(error.to_string().contains("is damaged"), "{error}");
}

#[test]
fn the_error_names_an_unsupported_scheme() {
    let mut ace = image(32 * KIB, &[], 0);
    ace[..8].copy_from_slice(b"ACE-2600");
    for (image, name) in [(ace, "ACE"), (image(32 * KIB, b"LENIN", 1), "CTY")] {
        let error = Cartridge::from_image(&image).expect_err(name);
        assert!(
            error.to_string().contains(&format!("scheme is {name},")),
            "{error}"
        );
    }
}

#[test]
fn sizes_that_no_board_has_are_refused() {
    for size in [0, 1, 100, 3000, 4093, 4099, 8191, 10239, 65535, 600_000] {
        let error = Cartridge::from_image(&uniform_image(size)).expect_err("no such board");
        assert!(
            matches!(error, CartridgeError::ImageSize { size: s } if s == size),
            "{error}"
        );
    }
    let error = Cartridge::with_scheme(&[0; 4096], Scheme::F8).expect_err("too small");
    assert!(
        error
            .to_string()
            .contains("scheme F8 does not allow an image of 4096 bytes (only of 8192)"),
        "{error}"
    );
}

fn uniform_image(size: usize) -> Vec<u8> {
    vec![0xea; size]
}

#[test]
fn detection_gives_its_reason() {
    let cartridge = Cartridge::from_image(&image(8 * KIB, &[0x8d, 0xe0, 0x1f], 1)).expect("E0");
    assert_eq!(
        cartridge.detection().why,
        "8192 bytes, accesses to its hot spots"
    );
}
