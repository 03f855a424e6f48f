//! The cartridges that are part of the program.

/// A cartridge that is part of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bundled {
    /// The name with which `--cartridge` selects this cartridge.
    pub name: &'static str,
    /// The ROM image.
    pub image: &'static [u8],
    /// The symbol file, in the format of dasm's option `-s`.
    pub symbols: &'static str,
}

/// All bundled cartridges. The first one is the default.
// Do not use a constant here: it would be copied into each crate that uses it.
pub static BUNDLED: [Bundled; 2] = [
    Bundled {
        name: "video-checkers",
        image: include_bytes!("../../../rom/video-checkers.bin"),
        symbols: include_str!("../../../rom/video-checkers.sym"),
    },
    Bundled {
        name: "triktrak",
        image: include_bytes!("../../../rom/triktrak.bin"),
        symbols: include_str!("../../../rom/triktrak.sym"),
    },
];

impl Bundled {
    /// Returns the bundled cartridge that has this image; `None` if there is none.
    pub fn of(image: &[u8]) -> Option<Bundled> {
        BUNDLED.into_iter().find(|bundled| bundled.image == image)
    }

    /// Returns the name of this cartridge in input scripts: `bundled` for the first cartridge,
    /// `bundled:NAME` for the others.
    pub fn script_name(&self) -> String {
        if *self == BUNDLED[0] {
            "bundled".into()
        } else {
            format!("bundled:{}", self.name)
        }
    }

    /// Returns the bundled cartridge that has this name in scripts; `None` if there is none.
    pub fn from_script_name(name: &str) -> Option<Bundled> {
        let has_name = |bundled: &Bundled| bundled.script_name() == name;
        BUNDLED.into_iter().find(has_name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundled_cartridges_fit_their_boards() {
        for bundled in BUNDLED {
            vcs::Cartridge::from_image(bundled.image).expect(bundled.name);
            assert_eq!(Bundled::of(bundled.image), Some(bundled));
            assert_eq!(
                Bundled::from_script_name(&bundled.script_name()),
                Some(bundled)
            );
        }
    }
}
