//! What in an image tells its scheme: for each size the rules in the order to ask; where there is a usual
//! scheme, the last one is for images in which nothing else is found.

use super::{KIB, Rule, image::Image};
use crate::cartridge::Scheme;

pub fn any(_: &Image) -> bool {
    true
}

// The sequences are Stella's, the most complete list among the emulators, and the order is its order.
pub const CV: Rule = (
    Scheme::Cv,
    |i| i.has_any(&[&[0x9d, 0xff, 0xf3], &[0x99, 0x00, 0xf4]]),
    "stores to Commavid's RAM",
);
pub const GL: Rule = (
    Scheme::Gl,
    |i| i.has(&[0xad, 0xb8, 0x0c]),
    "reads of the GameLine's modem",
);
pub const X3EX: Rule = (
    Scheme::X3ex,
    |i| i.has_at_least(2, b"3EX"),
    "the text 3EX twice",
);
pub const X3E: Rule = (
    Scheme::X3e,
    |i| i.has(&[0x85, 0x3e]) && i.has_at_least(2, &[0x85, 0x3f]),
    "stores to $3E and $3F",
);
pub const X3F: Rule = (
    Scheme::X3f,
    |i| i.has_at_least(2, &[0x85, 0x3f]),
    "stores to $3F",
);
pub const FC: Rule = (
    Scheme::Fc,
    |i| {
        i.has_any(&[
            &[0x8d, 0xf8, 0x1f, 0x4a, 0x4a, 0x8d],
            &[0x8d, 0xf8, 0xff, 0x8d, 0xfc, 0xff],
            &[0x8c, 0xf9, 0xff, 0xad, 0xfc, 0xff],
        ])
    },
    "its way of switching",
);
pub const E7_RULE: Rule = (
    Scheme::E7,
    |i| {
        i.has_any(&[
            &[0xad, 0xe2, 0xff],
            &[0xad, 0xe5, 0xff],
            &[0xad, 0xe5, 0x1f],
            &[0xad, 0xe7, 0x1f],
            &[0x0c, 0xe7, 0x1f],
            &[0x8d, 0xe7, 0xff],
            &[0x8d, 0xe7, 0x1f],
        ])
    },
    "accesses to its hot spots",
);
pub const FA2_LOADER: Rule = (
    Scheme::Fa2,
    |i| {
        i.head(KIB)
            .has_any(&[&[0xa0, 0xc1, 0x1f, 0xe0], &[0x00, 0x80, 0x02, 0xe0]])
    },
    "the loader of a Harmony board in the first KiB",
);
pub const SC: &str = "each bank begins with 128 bytes twice, where RAM hides the ROM";
pub const HOT_SPOTS: &str = "accesses to its hot spots";
pub const SIZE: &str = "the size, and no sign of another scheme";

pub const TIGERVISION: [Rule; 3] = [X3EX, X3E, X3F];

pub const RULES_4K: [Rule; 6] = [
    CV,
    (Scheme::Rom2K, |i| i.is_doubled(), "2 KiB twice"),
    (
        Scheme::Rom4KSc,
        |i| i.0[..256].iter().all(|&byte| byte == i.0[0]) && i.0[0xffa..].starts_with(b"SC"),
        "the text SC before its vectors",
    ),
    FC,
    GL,
    (Scheme::Rom4K, any, SIZE),
];

pub const RULES_8K: [Rule; 16] = [
    (Scheme::F8Sc, |i| i.has_superchip(), SC),
    (Scheme::Rom4K, |i| i.is_doubled(), "4 KiB twice"),
    (
        Scheme::E0,
        |i| {
            i.has_any(&[
                &[0x8d, 0xe0, 0x1f],
                &[0x8d, 0xe0, 0x5f],
                &[0x8d, 0xe9, 0xff],
                &[0x0c, 0xe0, 0x1f],
                &[0xad, 0xe0, 0x1f],
                &[0xad, 0xe9, 0xff],
                &[0xad, 0xed, 0xff],
                &[0xad, 0xf3, 0xbf],
            ])
        },
        HOT_SPOTS,
    ),
    X3EX,
    X3E,
    X3F,
    (
        Scheme::Ua,
        |i| {
            i.has_any(&[
                &[0x8d, 0x40, 0x02],
                &[0xad, 0x40, 0x02],
                &[0xbd, 0x1f, 0x02],
                &[0x2c, 0xc0, 0x02],
                &[0x8d, 0xc0, 0x02],
                &[0xad, 0xc0, 0x02],
                &[0x2c, 0xb0, 0x0f],
            ])
        },
        HOT_SPOTS,
    ),
    (
        Scheme::X0fa0,
        |i| {
            i.has_any(&[
                &[0x2c, 0xc0, 0x0f],
                &[0x8d, 0xc0, 0x0f],
                &[0xad, 0xc0, 0x0f],
                &[0x2c, 0xc0, 0xef],
            ])
        },
        HOT_SPOTS,
    ),
    (Scheme::Fe, is_fe, "calls across its banks"),
    (
        Scheme::X0840,
        |i| {
            let twice: [&[u8]; 5] = [
                &[0xad, 0x00, 0x08],
                &[0xad, 0x40, 0x08],
                &[0x2c, 0x00, 0x08],
                &[0x0c, 0x00, 0x08, 0x4c],
                &[0x0c, 0xff, 0x0f, 0x4c],
            ];
            twice.iter().any(|sequence| i.has_at_least(2, sequence))
        },
        HOT_SPOTS,
    ),
    (
        Scheme::E7,
        |i| {
            i.has_any(&[
                &[0xad, 0xe4, 0xff],
                &[0xad, 0xe5, 0xff],
                &[0xad, 0xe6, 0xff],
            ])
        },
        HOT_SPOTS,
    ),
    (Scheme::Wd, |i| i.has(&[0xa5, 0x39, 0x4c]), HOT_SPOTS),
    FC,
    (
        Scheme::X03e0,
        |i| i.has_any(&[&[0x0d, 0xe0, 0x03, 0x0d], &[0xad, 0xe0, 0x03, 0xad]]),
        HOT_SPOTS,
    ),
    (Scheme::F8, is_f8, "switches to $1FF9"),
    (Scheme::F8, any, SIZE),
];

pub const RULES_16K: [Rule; 7] = [
    (Scheme::F6Sc, |i| i.has_superchip(), SC),
    E7_RULE,
    FC,
    X3EX,
    X3E,
    (
        Scheme::Jane,
        |i| i.has(&[0xad, 0xf1, 0xff, 0x60]),
        HOT_SPOTS,
    ),
    (Scheme::F6, any, SIZE),
];

pub const RULES_32K: [Rule; 7] = [
    (Scheme::F4Sc, |i| i.has_superchip(), SC),
    X3EX,
    X3E,
    X3F,
    (
        Scheme::Fa2,
        |i| i.0[29 * KIB..].iter().all(|&byte| byte == 0),
        "its last 3 KiB are empty",
    ),
    FC,
    (Scheme::F4, any, SIZE),
];

pub const RULES_64K: [Rule; 8] = [
    X3EX,
    X3E,
    X3F,
    (Scheme::X4a50, is_4a50, "the mark 4A50 before its vectors"),
    (
        Scheme::EfSc,
        |i| i.tail_has(b"EFSC") || is_ef(i) && !i.tail_has(b"EFEF") && i.has_superchip(),
        "its mark, and RAM",
    ),
    (Scheme::Ef, is_ef, "its mark or accesses to its hot spots"),
    (
        Scheme::X07,
        |i| {
            [0x0d, 0x1d, 0x2d]
                .iter()
                .any(|&low| i.has_any(&[&[0xad, low, 0x08], &[0x0c, low, 0x08]]))
        },
        HOT_SPOTS,
    ),
    (Scheme::F0, any, SIZE),
];

pub const RULES_128K: [Rule; 7] = [
    X3EX,
    X3E,
    (
        Scheme::DfSc,
        |i| i.tail_has(b"DFSC"),
        "the text DFSC at its end",
    ),
    (
        Scheme::Df,
        |i| i.tail_has(b"DFDF"),
        "the text DFDF at its end",
    ),
    X3F,
    (Scheme::X4a50, is_4a50, "the mark 4A50 before its vectors"),
    (Scheme::Sb, any, SIZE),
];

pub const RULES_256K: [Rule; 6] = [
    X3EX,
    X3E,
    (
        Scheme::BfSc,
        |i| i.tail_has(b"BFSC"),
        "the text BFSC at its end",
    ),
    (
        Scheme::Bf,
        |i| i.tail_has(b"BFBF"),
        "the text BFBF at its end",
    ),
    X3F,
    (Scheme::Sb, any, SIZE),
];

pub const RULES_512K: [Rule; 4] = [
    (
        Scheme::TvBoy,
        |i| i.has(&[0x91, 0x82, 0x6c, 0xfc, 0xff]),
        "its menu's jump",
    ),
    X3EX,
    X3E,
    X3F,
];

fn is_f8(image: &Image) -> bool {
    let f9 = |high| [0x8d, 0xf9, high];
    image.has_at_least(2, &f9(0x1f)) || image.has_at_least(2, &f9(0xff))
}

/// Decathlon and others; an F8 that happens to have such bytes betrays itself by its hot spots.
fn is_fe(image: &Image) -> bool {
    let calls: [&[u8]; 5] = [
        &[0x20, 0x00, 0xd0, 0xc6, 0xc5],
        &[0x20, 0xc3, 0xf8, 0xa5, 0x82],
        &[0xd0, 0xfb, 0x20, 0x73, 0xfe],
        &[0xd0, 0xfb, 0x20, 0x68, 0xfe],
        &[0x20, 0x00, 0xf0, 0x84, 0xd6],
    ];
    image.has_any(&calls) && !is_f8(image)
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

fn is_4a50(image: &Image) -> bool {
    let (size, bytes) = (image.size(), image.0);
    if bytes[size - 6..].starts_with(&[0x50, 0x4a]) {
        return true;
    }
    // The reset vector points into the last page, at a switch by address.
    let [low, high] = [bytes[size - 4], bytes[size - 3]];
    let target = size - 0x100 + usize::from(low);
    let code = bytes.get(target..target + 3);
    high & 0x1f == 0x1f && code.is_some_and(|code| code[0] == 0x0c && code[2] & 0xfe == 0x6e)
}
