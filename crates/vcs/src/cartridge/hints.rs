//! Hints: functions that find evidence for a scheme in an image.
//!
//! The byte sequences come from Stella, whose list is the most complete of any emulator; the
//! sequence for FV comes from MAME.

use super::image::{Image, KIB};

/// The evidence that a hint has found in an image.
pub type Evidence = Option<&'static str>;

const SUPERCHIP: &str = "the first 128 bytes of each bank are repeated, as RAM hides the ROM there";
const HOT_SPOTS: &str = "accesses to its hot spots";
const KNOWN_DUMP: &str = "a dump known by its MD5";

/// Finds no evidence. This is the hint of schemes that cannot be recognized by an image's bytes.
/// Such a scheme is chosen by the image's size, by a trial run, or by the user.
pub(super) fn none(_: &Image) -> Evidence {
    None
}

fn found(fits: bool, evidence: &'static str) -> Evidence {
    fits.then_some(evidence)
}

pub(super) fn rom_2k(image: &Image) -> Evidence {
    found(image.size() == 4 * KIB && image.is_doubled(), "2 KiB twice")
}

pub(super) fn rom_4k(image: &Image) -> Evidence {
    found(image.size() == 8 * KIB && image.is_doubled(), "4 KiB twice")
}

pub(super) fn rom_4ksc(image: &Image) -> Evidence {
    let is_uniform = image.0[..256].iter().all(|&byte| byte == image.0[0]);
    let fits = is_uniform && image.0[0xffa..].starts_with(b"SC");
    found(fits, "the text SC before its vectors")
}

pub(super) fn commavid(image: &Image) -> Evidence {
    let stores = image.has_any(&[&[0x9d, 0xff, 0xf3], &[0x99, 0x00, 0xf4]]);
    found(stores, "stores to Commavid's RAM")
}

pub(super) fn superchip(image: &Image) -> Evidence {
    found(image.has_superchip(), SUPERCHIP)
}

pub(super) fn f8(image: &Image) -> Evidence {
    found(has_f8_stores(image), "stores to $1FF9")
}

fn has_f8_stores(image: &Image) -> bool {
    let f9 = |high| [0x8d, 0xf9, high];
    image.has_at_least(2, &f9(0x1f)) || image.has_at_least(2, &f9(0xff))
}

/// Recognizes two dumps that only their MD5 distinguishes from F8 images.
pub(super) fn white_label(image: &Image) -> Evidence {
    let known = [
        "7b0ebb6bc1d700927f6efe34bac2ecd2",
        "494c0fb944d8d0d6b13c6b4b50ccbd11",
    ];
    found(known.contains(&&*image.md5()), KNOWN_DUMP)
}

/// Recognizes two dumps that only their MD5 distinguishes from UA images.
pub(super) fn ua_swapped(image: &Image) -> Evidence {
    let known = [
        "d214c7a734e133a5c18e93229435b57a",
        "dbc5ea6b259b1419c26c71ddb051fab2",
    ];
    found(known.contains(&&*image.md5()), KNOWN_DUMP)
}

/// Finds evidence for FA2. A 29 KiB image must begin with the loader of a Harmony board; in a 32
/// KiB image, the last 3 KiB must be empty.
pub(super) fn fa2(image: &Image) -> Evidence {
    let has_loader = || {
        image
            .head(KIB)
            .has_any(&[&[0xa0, 0xc1, 0x1f, 0xe0], &[0x00, 0x80, 0x02, 0xe0]])
    };
    match image.size() / KIB {
        24 | 28 => Some("the size"),
        29 => found(
            has_loader(),
            "the loader of a Harmony board in the first KiB",
        ),
        _ => found(
            image.0[29 * KIB..].iter().all(|&byte| byte == 0),
            "its last 3 KiB are empty",
        ),
    }
}

pub(super) fn amiga(image: &Image) -> Evidence {
    let switches = image.has_any(&[
        &[0x8d, 0xf8, 0x1f, 0x4a, 0x4a, 0x8d],
        &[0x8d, 0xf8, 0xff, 0x8d, 0xfc, 0xff],
        &[0x8c, 0xf9, 0xff, 0xad, 0xfc, 0xff],
    ]);
    found(switches, "the code that switches its banks")
}

/// Finds evidence for FE. An F8 image can contain the same bytes, so an image that also stores to
/// `$1FF9` does not count.
pub(super) fn scabs(image: &Image) -> Evidence {
    found(
        has_cross_bank_calls(image) && !has_f8_stores(image),
        "calls across its banks",
    )
}

pub(super) fn scabs_against(image: &Image) -> Evidence {
    let fits = has_cross_bank_calls(image) && has_f8_stores(image);
    found(
        fits,
        "calls that look like cross-bank calls, but also stores to $1FF9",
    )
}

fn has_cross_bank_calls(image: &Image) -> bool {
    image.has_any(&[
        &[0x20, 0x00, 0xd0, 0xc6, 0xc5],
        &[0x20, 0xc3, 0xf8, 0xa5, 0x82],
        &[0xd0, 0xfb, 0x20, 0x73, 0xfe],
        &[0xd0, 0xfb, 0x20, 0x68, 0xfe],
        &[0x20, 0x00, 0xf0, 0x84, 0xd6],
    ])
}

/// Finds `bit $ffd0`. Stella has no hint for this board.
pub(super) fn challenge(image: &Image) -> Evidence {
    found(image.has(&[0x2c, 0xd0, 0xff]), HOT_SPOTS)
}

pub(super) fn parker(image: &Image) -> Evidence {
    let accesses = image.has_any(&[
        &[0x8d, 0xe0, 0x1f],
        &[0x8d, 0xe0, 0x5f],
        &[0x8d, 0xe9, 0xff],
        &[0x0c, 0xe0, 0x1f],
        &[0xad, 0xe0, 0x1f],
        &[0xad, 0xe9, 0xff],
        &[0xad, 0xed, 0xff],
        &[0xad, 0xf3, 0xbf],
    ]);
    found(accesses, HOT_SPOTS)
}

pub(super) fn parker_below(image: &Image) -> Evidence {
    let accesses = image.has_any(&[&[0x0d, 0xe0, 0x03, 0x0d], &[0xad, 0xe0, 0x03, 0xad]]);
    found(accesses, HOT_SPOTS)
}

/// Finds evidence for E7. For 8 KiB images, only three of the sequences count as evidence, because
/// 8 KiB images for other boards contain similar ones.
pub(super) fn m_network(image: &Image) -> Evidence {
    let accesses = match image.size() / KIB {
        8 => image.has_any(&[
            &[0xad, 0xe4, 0xff],
            &[0xad, 0xe5, 0xff],
            &[0xad, 0xe6, 0xff],
        ]),
        _ => image.has_any(&[
            &[0xad, 0xe2, 0xff],
            &[0xad, 0xe5, 0xff],
            &[0xad, 0xe5, 0x1f],
            &[0xad, 0xe7, 0x1f],
            &[0x0c, 0xe7, 0x1f],
            &[0x8d, 0xe7, 0xff],
            &[0x8d, 0xe7, 0x1f],
        ]),
    };
    found(accesses, HOT_SPOTS)
}

pub(super) fn ef(image: &Image) -> Evidence {
    found(
        is_ef(image),
        "the text EFEF or EFSC at its end, or accesses to its hot spots",
    )
}

pub(super) fn ef_sc_against(image: &Image) -> Evidence {
    let fits = image.tail_has(b"EFEF") && image.has_superchip();
    found(
        fits,
        "room for RAM in each bank, but the text EFEF at its end",
    )
}

pub(super) fn ef_sc(image: &Image) -> Evidence {
    let looks_like_ef_sc = || is_ef(image) && !image.tail_has(b"EFEF") && image.has_superchip();
    found(
        image.tail_has(b"EFSC") || looks_like_ef_sc(),
        "the text EFSC at its end, or its hot spots and room for RAM",
    )
}

fn is_ef(image: &Image) -> bool {
    image.tail_has(b"EFEF")
        || image.tail_has(b"EFSC")
        || image.has_any(&[
            &[0x0c, 0xe0, 0xff],
            &[0xad, 0xe0, 0xff],
            &[0x0c, 0xe0, 0x1f],
            &[0xad, 0xe0, 0x1f],
        ])
}

pub(super) fn df(image: &Image) -> Evidence {
    found(image.tail_has(b"DFDF"), "the text DFDF at its end")
}

pub(super) fn df_sc(image: &Image) -> Evidence {
    found(image.tail_has(b"DFSC"), "the text DFSC at its end")
}

pub(super) fn bf(image: &Image) -> Evidence {
    found(image.tail_has(b"BFBF"), "the text BFBF at its end")
}

pub(super) fn bf_sc(image: &Image) -> Evidence {
    found(image.tail_has(b"BFSC"), "the text BFSC at its end")
}

pub(super) fn tigervision(image: &Image) -> Evidence {
    found(image.has_at_least(2, &[0x85, 0x3f]), "stores to $3F")
}

pub(super) fn tigervision_against(image: &Image) -> Evidence {
    let fits = image.has(&[0x85, 0x3f]) && tigervision(image).is_none();
    found(fits, "a store to $3F, but only one")
}

pub(super) fn tigervision_ram(image: &Image) -> Evidence {
    let stores = image.has(&[0x85, 0x3e]) && image.has_at_least(2, &[0x85, 0x3f]);
    found(stores, "stores to $3E and $3F")
}

pub(super) fn tigervision_more_ram(image: &Image) -> Evidence {
    found(image.has_at_least(2, b"3EX"), "the text 3EX twice")
}

pub(super) fn four_slots(image: &Image) -> Evidence {
    found(image.has(b"TJ3E"), "the text TJ3E")
}

pub(super) fn ua(image: &Image) -> Evidence {
    let accesses = image.has_any(&[
        &[0x8d, 0x40, 0x02],
        &[0xad, 0x40, 0x02],
        &[0xbd, 0x1f, 0x02],
        &[0x2c, 0xc0, 0x02],
        &[0x8d, 0xc0, 0x02],
        &[0xad, 0xc0, 0x02],
        &[0x2c, 0xb0, 0x0f],
    ]);
    found(accesses, HOT_SPOTS)
}

pub(super) fn econobanking(image: &Image) -> Evidence {
    let sequences: [&[u8]; 5] = [
        &[0xad, 0x00, 0x08],
        &[0xad, 0x40, 0x08],
        &[0x2c, 0x00, 0x08],
        &[0x0c, 0x00, 0x08, 0x4c],
        &[0x0c, 0xff, 0x0f, 0x4c],
    ];
    let fits = sequences.iter().any(|bytes| image.has_at_least(2, bytes));
    found(fits, HOT_SPOTS)
}

pub(super) fn fotomania(image: &Image) -> Evidence {
    let accesses = image.has_any(&[
        &[0x2c, 0xc0, 0x0f],
        &[0x8d, 0xc0, 0x0f],
        &[0xad, 0xc0, 0x0f],
        &[0x2c, 0xc0, 0xef],
    ]);
    found(accesses, HOT_SPOTS)
}

pub(super) fn stellas_stocking(image: &Image) -> Evidence {
    let fits = [0x0d, 0x1d, 0x2d]
        .iter()
        .any(|&low| image.has_any(&[&[0xad, low, 0x08], &[0x0c, low, 0x08]]));
    found(fits, HOT_SPOTS)
}

pub(super) fn wickstead(image: &Image) -> Evidence {
    match image.size() % KIB {
        0 => found(image.has(&[0xa5, 0x39, 0x4c]), HOT_SPOTS),
        _ => Some("the size of a known dump of this board"),
    }
}

pub(super) fn gameline(image: &Image) -> Evidence {
    found(
        image.has(&[0xad, 0xb8, 0x0c]),
        "reads of the GameLine's modem",
    )
}

pub(super) fn jane(image: &Image) -> Evidence {
    found(image.has(&[0xad, 0xf1, 0xff, 0x60]), HOT_SPOTS)
}

pub(super) fn megacart(image: &Image) -> Evidence {
    let fits = image.head(8 * KIB).has(b"MDMC");
    found(fits, "the text MDMC in the first 8 KiB")
}

pub(super) fn tv_boy(image: &Image) -> Evidence {
    found(
        image.has(&[0x91, 0x82, 0x6c, 0xfc, 0xff]),
        "the code that its menu uses to start a game",
    )
}

pub(super) fn dpc(_: &Image) -> Evidence {
    Some("8 KiB of program and 2 KiB of display data")
}

pub(super) fn supercharger(image: &Image) -> Evidence {
    match image.size() {
        0x1800 => Some("the size of a Supercharger's RAM"),
        _ => Some("a size that is a whole number of Supercharger loads"),
    }
}

pub(super) fn supercat(image: &Image) -> Evidence {
    found(is_4a50(image), "the mark 4A50 before its vectors")
}

fn is_4a50(image: &Image) -> bool {
    let (size, bytes) = (image.size(), image.0);
    if bytes[size - 6..].starts_with(&[0x50, 0x4a]) {
        return true;
    }
    // Otherwise, the reset vector must point into the last page, to an instruction whose operand is
    // an address that switches banks.
    let [low, high] = [bytes[size - 4], bytes[size - 3]];
    let target = size - 0x100 + usize::from(low);
    let code = bytes.get(target..target + 3);
    high & 0x1f == 0x1f && code.is_some_and(|code| code[0] == 0x0c && code[2] & 0xfe == 0x6e)
}

/// Finds the text DPC+ twice: once as the initial value of the driver's random number generator,
/// and once elsewhere in the driver.
pub fn dpc_plus(image: &Image) -> Evidence {
    found(image.has_at_least(2, b"DPC+"), "the text DPC+ twice")
}

pub fn cdf(image: &Image) -> Evidence {
    let is_cdf = arm7::harmony::Layout::of(image.0).is_some();
    found(is_cdf, "the signature of a CDF driver")
}

#[cfg(feature = "arm-extra")]
pub fn bus(image: &Image) -> Evidence {
    found(image.has_at_least(2, b"BUS"), "the text BUS twice")
}

#[cfg(feature = "arm-extra")]
pub fn elf(image: &Image) -> Evidence {
    let is_program = arm7::elf::is_program(image.0);
    found(is_program, "the header of a relocatable ARM program")
}
