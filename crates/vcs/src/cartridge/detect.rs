//! Finding out which board an image is for: by its size, then by the byte sequences that programs
//! for a board cannot do without.

use super::Scheme;
use crate::VcsError;

const KIB: usize = 1024;

/// A scheme, and why it was taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Detection {
    /// The scheme.
    pub scheme: Scheme,
    /// What in the image, or who, says so.
    pub why: String,
}

/// A scheme that does not run: its name, what it is, how an image shows it.
type Refusal = (&'static str, &'static str, fn(&Image) -> bool);

/// Schemes driven by a processor of their own, or that nothing at hand settles.
const REFUSED: [Refusal; 9] = [
    ("ELF", "a program for the cartridge's ARM processor", is_elf),
    ("ACE", "a program for the cartridge's ARM processor", is_ace),
    (
        "MVC",
        "a movie streamed by the cartridge's own processor",
        |image| image.starts_with(b"MVC\0"),
    ),
    ("CDF", "driven by the cartridge's ARM processor", |image| {
        image.has_at_least(3, b"CDF") || image.has(b"PLUSCDFJ")
    }),
    ("DPC+", "driven by the cartridge's ARM processor", |image| {
        image.size() >= 29 * KIB && image.has_at_least(2, b"DPC+")
    }),
    ("BUS", "driven by the cartridge's ARM processor", |image| {
        image.size() == 32 * KIB && image.has_at_least(2, b"BUS")
    }),
    ("CTY", "driven by the cartridge's own processor", |image| {
        [32 * KIB, 60 * KIB].contains(&image.size()) && image.has(b"LENIN")
    }),
    ("EFF", "a board with a serial memory", |image| {
        image.size() == 64 * KIB && image.tail_has(b"EFFB")
    }),
    (
        "DEVC",
        "a development board with a 16-bit address bus",
        |image| image.size() == 24 * KIB && image.has(&[0xa9, 0xfd, 0x85, 0x08]),
    ),
];

/// Finds the scheme of an image.
///
/// # Errors
/// [`VcsError::ImageSize`] where no scheme has this size, [`VcsError::UnsupportedScheme`] for one
/// that is recognized but does not run here.
pub(super) fn detect(bytes: &[u8]) -> Result<Detection, VcsError> {
    let image = &Image(bytes);
    if let Some((name, what, _)) = REFUSED.iter().find(|(.., is)| is(image)) {
        return Err(VcsError::UnsupportedScheme { name, what });
    }
    let found = by_magic(image).or_else(|| by_size(image));
    let (scheme, why) = found.ok_or(VcsError::ImageSize { size: bytes.len() })?;
    let why = format!("{} bytes, {why}", bytes.len());
    Ok(Detection { scheme, why })
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
        12288 => first(&[E7_RULE, (Fa, any, "the size")], image),
        16384 => first(&RULES_16K, image),
        24576 | 28672 => Some((Fa2, "the size")),
        29696 => first(&[FA2_LOADER], image),
        32768 => first(&RULES_32K, image),
        65536 => first(&RULES_64K, image),
        131_072 => first(&RULES_128K, image),
        262_144 => first(&RULES_256K, image),
        524_288 => first(&RULES_512K, image),
        _ if size > 0 && size.is_multiple_of(8448) => Some((Ar, "whole Supercharger loads")),
        _ if Rom2K.accepts(size) => first(&[CV, (Rom2K, any, "the size")], image),
        _ => first(&TIGERVISION, image),
    }
    .filter(|(scheme, _)| scheme.accepts(size))
}

fn any(_: &Image) -> bool {
    true
}

// The sequences are Stella's, the most complete list among the emulators, and the order is its order.
const CV: Rule = (
    Scheme::Cv,
    |i| i.has_any(&[&[0x9d, 0xff, 0xf3], &[0x99, 0x00, 0xf4]]),
    "stores to Commavid's RAM",
);
const GL: Rule = (
    Scheme::Gl,
    |i| i.has(&[0xad, 0xb8, 0x0c]),
    "reads of the GameLine's modem",
);
const X3EX: Rule = (
    Scheme::X3ex,
    |i| i.has_at_least(2, b"3EX"),
    "the text 3EX twice",
);
const X3E: Rule = (
    Scheme::X3e,
    |i| i.has(&[0x85, 0x3e]) && i.has_at_least(2, &[0x85, 0x3f]),
    "stores to $3E and $3F",
);
const X3F: Rule = (
    Scheme::X3f,
    |i| i.has_at_least(2, &[0x85, 0x3f]),
    "stores to $3F",
);
const FC: Rule = (
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
const E7_RULE: Rule = (
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
const FA2_LOADER: Rule = (
    Scheme::Fa2,
    |i| {
        i.head(KIB)
            .has_any(&[&[0xa0, 0xc1, 0x1f, 0xe0], &[0x00, 0x80, 0x02, 0xe0]])
    },
    "the loader of a Harmony board in the first KiB",
);
const SC: &str = "each bank begins with 128 bytes twice, where RAM hides the ROM";
const HOT_SPOTS: &str = "accesses to its hot spots";
const SIZE: &str = "the size, and no sign of another scheme";

const TIGERVISION: [Rule; 3] = [X3EX, X3E, X3F];

const RULES_4K: [Rule; 5] = [
    CV,
    (
        Scheme::Rom4KSc,
        |i| i.0[..256].iter().all(|&byte| byte == i.0[0]) && i.0[0xffa..].starts_with(b"SC"),
        "the text SC before its vectors",
    ),
    FC,
    GL,
    (Scheme::Rom4K, any, SIZE),
];

const RULES_8K: [Rule; 16] = [
    (Scheme::F8Sc, |i| i.has_superchip(), SC),
    (Scheme::F8, |i| i.0[..4096] == i.0[4096..], "4 KiB twice"),
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

const RULES_16K: [Rule; 7] = [
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

const RULES_32K: [Rule; 7] = [
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

const RULES_64K: [Rule; 8] = [
    X3EX,
    X3E,
    X3F,
    (Scheme::X4a50, is_4a50, "the mark 4A50 before its vectors"),
    (
        Scheme::EfSc,
        |i| is_ef(i) && (i.tail_has(b"EFSC") || i.has_superchip()),
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

const RULES_128K: [Rule; 7] = [
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

const RULES_256K: [Rule; 6] = [
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

const RULES_512K: [Rule; 4] = [
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

fn is_elf(image: &Image) -> bool {
    let at = |index: usize| image.0.get(index).copied();
    image.starts_with(b"\x7fELF")
        && at(5) == Some(1)
        && at(0x10) == Some(1)
        && at(0x12) == Some(0x28)
}

fn is_ace(image: &Image) -> bool {
    let head = image.head(144);
    head.has_any(&[b"ACE-2600", b"ACE-PC00", b"ACE-UF00"])
}

/// An image to search in.
struct Image<'a>(&'a [u8]);

impl Image<'_> {
    fn size(&self) -> usize {
        self.0.len()
    }

    fn starts_with(&self, bytes: &[u8]) -> bool {
        self.0.starts_with(bytes)
    }

    fn head(&self, size: usize) -> Image<'_> {
        Image(&self.0[..size.min(self.size())])
    }

    fn has(&self, bytes: &[u8]) -> bool {
        self.0.windows(bytes.len()).any(|window| window == bytes)
    }

    fn has_any(&self, sequences: &[&[u8]]) -> bool {
        sequences.iter().any(|sequence| self.has(sequence))
    }

    /// True if the bytes are there `count` times without overlap.
    fn has_at_least(&self, count: usize, bytes: &[u8]) -> bool {
        let (mut found, mut rest) = (0, self.0);
        while let Some(at) = rest.windows(bytes.len()).position(|window| window == bytes) {
            found += 1;
            if found == count {
                return true;
            }
            rest = &rest[at + bytes.len()..];
        }
        false
    }

    /// True if the bytes are among the last eight.
    fn tail_has(&self, bytes: &[u8]) -> bool {
        Image(&self.0[self.size().saturating_sub(8)..]).has(bytes)
    }

    /// True if every bank of 4 KiB begins with 128 bytes twice.
    fn has_superchip(&self) -> bool {
        let mut banks = self.0.chunks_exact(4096);
        banks.all(|bank| bank[..128] == bank[128..256])
    }
}
