use serde::{Deserialize, Serialize};
use std::fmt;

macro_rules! schemes {
    ($($name:ident $text:literal $description:literal,)*) => {
        /// How a board brings more than 4 KiB into its 4 KiB of addresses.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum Scheme { $(#[doc = $description] $name,)* }

        impl Scheme {
            /// Every scheme that runs.
            pub const ALL: &[Scheme] = &[$(Scheme::$name,)*];

            /// The short name in use among emulators.
            pub const fn name(self) -> &'static str {
                match self { $(Scheme::$name => $text,)* }
            }

            /// What it is, in a few words.
            pub const fn description(self) -> &'static str {
                match self { $(Scheme::$name => $description,)* }
            }
        }
    };
}

schemes! {
    Rom2K "2K" "2 KiB without bank switching",
    Rom4K "4K" "4 KiB without bank switching",
    Rom4KSc "4KSC" "4 KiB with 128 bytes of RAM",
    Cv "CV" "Commavid: 2 KiB and 1 KiB of RAM",
    F8 "F8" "Atari 8 KiB",
    F8Sc "F8SC" "Atari 8 KiB with 128 bytes of RAM",
    Wf8 "WF8" "Coleco white label 8 KiB: bank by data bit",
    F6 "F6" "Atari 16 KiB",
    F6Sc "F6SC" "Atari 16 KiB with 128 bytes of RAM",
    F4 "F4" "Atari 32 KiB",
    F4Sc "F4SC" "Atari 32 KiB with 128 bytes of RAM",
    Fa "FA" "CBS RAM Plus: 12 KiB and 256 bytes of RAM",
    Fa2 "FA2" "CBS RAM Plus with 24 or 28 KiB and flash memory",
    Fc "FC" "Amiga Power Play Arcade",
    Fe "FE" "Activision: bank by the call stack",
    Fv "FV" "HES Challenge 8 KiB: one switch, once",
    F0 "F0" "Dynacom MegaBoy: 64 KiB, bank by counting",
    E0 "E0" "Parker Brothers: 8 KiB in slices of 1 KiB",
    X03e0 "03E0" "Brazilian Parker Brothers: slices by low addresses",
    E7 "E7" "M-Network: slices of 2 KiB and 2 KiB of RAM",
    Ef "EF" "Homestar Runner: 64 KiB",
    EfSc "EFSC" "Homestar Runner: 64 KiB with 128 bytes of RAM",
    Df "DF" "CPUWIZ 128 KiB",
    DfSc "DFSC" "CPUWIZ 128 KiB with 128 bytes of RAM",
    Bf "BF" "CPUWIZ 256 KiB",
    BfSc "BFSC" "CPUWIZ 256 KiB with 128 bytes of RAM",
    X3f "3F" "Tigervision: slices of 2 KiB",
    X3e "3E" "Tigervision with 32 KiB of RAM",
    X3ex "3EX" "Tigervision with up to 256 KiB of RAM",
    X3eplus "3E+" "Four slots of 1 KiB, ROM or RAM each",
    Ua "UA" "UA Limited: bank by low addresses",
    UaSw "UASW" "UA Limited with exchanged banks",
    X0840 "0840" "EconoBanking: bank by low addresses",
    X0fa0 "0FA0" "Fotomania: bank by low addresses",
    Sb "SB" "Superbanking 128 or 256 KiB",
    X07 "X07" "Stella's Stocking: 64 KiB, bank by TIA accesses",
    Wd "WD" "Wickstead Design: eight patterns of slices",
    Gl "GL" "GameLine Master Module",
    Jane "JANE" "Tarzan prototype: 16 KiB",
    Mdm "MDM" "Menu Driven Megacart",
    TvBoy "TVBOY" "TV Boy: 512 KiB of games",
    Dpc "DPC" "Pitfall II: display processor chip",
    Ar "AR" "Starpath Supercharger: 6 KiB of RAM, loads from tape",
    X4a50 "4A50" "Supercat: 32 KiB of RAM",
    In2 "2IN1" "two games, one at each power-on",
    In4 "4IN1" "four games, one at each power-on",
    In8 "8IN1" "eight games, one at each power-on",
    In16 "16IN1" "sixteen games, one at each power-on",
    In32 "32IN1" "32 games, one at each power-on",
    In64 "64IN1" "64 games, one at each power-on",
    In128 "128IN1" "128 games, one at each power-on",
}

impl Scheme {
    /// The scheme of this name, or of its three letters as a file's extension, in any mixture of cases.
    pub fn from_name(name: &str) -> Option<Scheme> {
        let known = |scheme: &&Scheme| scheme.name().eq_ignore_ascii_case(name);
        Scheme::ALL.iter().find(known).copied().or_else(|| {
            let short = |scheme: &&Scheme| {
                scheme
                    .short_names()
                    .iter()
                    .any(|short| short.eq_ignore_ascii_case(name))
            };
            Scheme::ALL.iter().find(short).copied()
        })
    }

    /// Extensions that Stella's users give to files.
    const fn short_names(self) -> &'static [&'static str] {
        match self {
            Scheme::Rom4KSc => &["4KS"],
            Scheme::F0 => &["MB", "DC"],
            Scheme::F8Sc => &["F8S"],
            Scheme::F6Sc => &["F6S"],
            Scheme::F4Sc => &["F4S"],
            Scheme::EfSc => &["EFS"],
            Scheme::DfSc => &["DFS"],
            Scheme::BfSc => &["BFS"],
            Scheme::E7 => &["E78", "E78K"],
            Scheme::X03e0 => &["03E"],
            Scheme::X0840 => &["084"],
            Scheme::X0fa0 => &["0FA"],
            Scheme::X3eplus => &["3EP"],
            Scheme::X4a50 => &["4A5"],
            Scheme::Jane => &["JAN"],
            Scheme::TvBoy => &["TVB"],
            Scheme::UaSw => &["UAS"],
            Scheme::Wd => &["WDSW"],
            Scheme::In2 => &["2N1"],
            Scheme::In4 => &["4N1"],
            Scheme::In8 => &["8N1"],
            Scheme::In16 => &["16N"],
            Scheme::In32 => &["32N"],
            Scheme::In64 => &["64N"],
            Scheme::In128 => &["128"],
            _ => &[],
        }
    }

    /// True if an image of this size can be of this scheme.
    pub(crate) fn accepts(self, size: usize) -> bool {
        use Scheme::*;
        const KIB: usize = 1024;
        let slices = |slice: usize, most: usize| size.is_multiple_of(slice) && size <= most;
        let is_one_of = |sizes: &[usize]| sizes.contains(&size.div_ceil(KIB));
        let whole = size.is_multiple_of(KIB);
        match self {
            // Twice the size: the same bytes twice, as some dumps have them.
            Rom2K => size.is_power_of_two() && (128..=4 * KIB).contains(&size),
            Rom4K => size == 4 * KIB || size == 8 * KIB,
            Rom4KSc => size == 4 * KIB,
            Cv => whole && is_one_of(&[2, 4]),
            F8 | F8Sc | Wf8 | Fe | Fv | E0 | X03e0 | Ua | UaSw | X0840 | X0fa0 => size == 8 * KIB,
            Wd => size == 8 * KIB || size == 8 * KIB + 3,
            F6 | F6Sc | Jane => size == 16 * KIB,
            F4 | F4Sc => size == 32 * KIB,
            Fa => size == 12 * KIB,
            Fa2 => whole && is_one_of(&[24, 28, 29, 32]),
            E7 => whole && is_one_of(&[8, 12, 16]),
            F0 | Ef | EfSc | X07 => size == 64 * KIB,
            Df | DfSc => size == 128 * KIB,
            Bf | BfSc => size == 256 * KIB,
            Sb => whole && is_one_of(&[128, 256]),
            TvBoy => size == 512 * KIB,
            Fc => size >= 4 * KIB && slices(4 * KIB, 32 * KIB),
            Mdm => size >= 4 * KIB && slices(4 * KIB, 512 * KIB),
            X3f | X3e | X3ex => size >= 4 * KIB && slices(2 * KIB, 512 * KIB),
            X3eplus => size >= 4 * KIB && slices(KIB, 64 * KIB),
            Gl => whole && is_one_of(&[4, 6]),
            Dpc => (10 * KIB..=10 * KIB + 256).contains(&size),
            Ar => size == 6 * KIB || size > 0 && slices(8448, 33 * 8448),
            X4a50 => whole && is_one_of(&[32, 64, 128]),
            In2 => whole && is_one_of(&[4, 8, 16, 32, 64]),
            In4 => whole && is_one_of(&[8, 16, 32, 64]),
            In8 => whole && is_one_of(&[16, 32, 64]),
            In16 => whole && is_one_of(&[32, 64, 128]),
            In32 => whole && is_one_of(&[64, 128]),
            In64 => whole && is_one_of(&[128, 256]),
            In128 => whole && is_one_of(&[256, 512]),
        }
    }

    /// True if this image can be of this scheme. Dumps of 2 and 4 KiB may hold the same bytes
    /// twice.
    pub(super) fn accepts_image(self, image: &[u8]) -> bool {
        let once = match self {
            Scheme::Rom2K => 0x800,
            Scheme::Rom4K => 0x1000,
            _ => image.len(),
        };
        let (first, second) = image.split_at(image.len() / 2);
        self.accepts(image.len()) && (image.len() <= once || first == second)
    }

    /// Bytes of ROM that are switched at once, to number banks.
    pub const fn bank_size(self) -> usize {
        match self {
            Scheme::E0 | Scheme::X03e0 | Scheme::X3eplus | Scheme::Wd | Scheme::Gl => 0x400,
            Scheme::E7 | Scheme::X3f | Scheme::X3e | Scheme::X3ex => 0x800,
            _ => 0x1000,
        }
    }

    /// Games on a cartridge that shows another one at each power-on; 1 for all others.
    pub const fn games(self) -> usize {
        match self {
            Scheme::In2 => 2,
            Scheme::In4 => 4,
            Scheme::In8 => 8,
            Scheme::In16 => 16,
            Scheme::In32 => 32,
            Scheme::In64 => 64,
            Scheme::In128 => 128,
            _ => 1,
        }
    }
}

impl fmt::Display for Scheme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_finds_its_scheme() {
        for &scheme in Scheme::ALL {
            assert_eq!(
                Scheme::from_name(&scheme.name().to_lowercase()),
                Some(scheme)
            );
        }
        assert_eq!(Scheme::from_name("f8s"), Some(Scheme::F8Sc));
        assert_eq!(Scheme::from_name("bin"), None);
    }
}
