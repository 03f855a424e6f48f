//! The table of schemes: a row for each, and the order in which detection tries them.
//!
//! A row gives the board, the sizes that an image can have, and all facts that differ from the
//! defaults: one bank, no RAM and no hint. Saved states identify a scheme by its row number, so add
//! new rows at the end.

use super::{
    hints,
    image::KIB,
    row::{BoardType::*, LAST, Row, Sizes, Sizes::*, row},
};
use serde::{Deserialize, Serialize};

macro_rules! schemes {
    ($($(#[$only:meta])? $name:ident $text:literal $description:literal => $row:expr;)*) => {
        /// How a board maps its ROM into the 4 KiB of addresses that a cartridge has.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[non_exhaustive]
        pub enum Scheme { $($(#[$only])? #[doc = $description] $name,)* }

        impl Scheme {
            /// Every supported scheme.
            pub const ALL: &[Scheme] = &[$($(#[$only])? Scheme::$name,)*];

            /// Returns the short name that emulators use.
            pub const fn name(self) -> &'static str {
                match self { $($(#[$only])? Scheme::$name => $text,)* }
            }

            /// Returns a short description.
            pub const fn description(self) -> &'static str {
                match self { $($(#[$only])? Scheme::$name => $description,)* }
            }

            /// Returns the row with the facts about this scheme.
            pub(super) fn row(self) -> &'static Row {
                const ROWS: &[Row] = &[$($(#[$only])? $row,)*];
                &ROWS[self as usize]
            }
        }
    };
}

schemes! {
    Rom2K "2K" "2 KiB without bank switching" =>
        row(Plain, Bytes(&[32, 64, 128, 256, 512, 1024, 2048, 4096])).hint(hints::rom_2k);
    Rom4K "4K" "4 KiB without bank switching" => row(Plain, Kib(&[4, 8])).hint(hints::rom_4k);
    Rom4KSc "4KSC" "4 KiB with 128 bytes of RAM" =>
        row(Banked, Kib(&[4])).ram(128).aliases(&["4KS"]).hint(hints::rom_4ksc);
    Cv "CV" "Commavid: 2 KiB and 1 KiB of RAM" =>
        row(Commavid, Kib(&[2, 4])).ram(1024).hint(hints::commavid);
    F8 "F8" "Atari 8 KiB" =>
        row(Banked, Kib(&[8])).ranges(&[(0xff8, 0xff9)]).start(1).hint(hints::f8);
    F8Sc "F8SC" "Atari 8 KiB with 128 bytes of RAM" =>
        row(Banked, Kib(&[8])).ranges(&[(0xff8, 0xff9)]).start(1).ram(128)
            .aliases(&["F8S"]).hint(hints::superchip);
    Wf8 "WF8" "Coleco white label 8 KiB: bank by data bit" =>
        row(Banked, Kib(&[8])).rule("$1FF8, by data bit 2").hint(hints::white_label);
    F6 "F6" "Atari 16 KiB" => row(Banked, Kib(&[16])).ranges(&[(0xff6, 0xff9)]);
    F6Sc "F6SC" "Atari 16 KiB with 128 bytes of RAM" =>
        row(Banked, Kib(&[16])).ranges(&[(0xff6, 0xff9)]).ram(128)
            .aliases(&["F6S"]).hint(hints::superchip);
    F4 "F4" "Atari 32 KiB" => row(Banked, Kib(&[32])).ranges(&[(0xff4, 0xffb)]);
    F4Sc "F4SC" "Atari 32 KiB with 128 bytes of RAM" =>
        row(Banked, Kib(&[32])).ranges(&[(0xff4, 0xffb)]).ram(128)
            .aliases(&["F4S"]).hint(hints::superchip);
    Fa "FA" "CBS RAM Plus: 12 KiB and 256 bytes of RAM" =>
        row(Banked, Kib(&[12])).ranges(&[(0xff8, 0xffa)]).start(2).ram(256)
            .aliases(&["CBS"]);
    Fa2 "FA2" "CBS RAM Plus with 24 or 28 KiB and flash memory" =>
        row(Banked, Kib(&[24, 28, 29, 32])).ranges(&[(0xff5, 0xffb)]).ram(256).hint(hints::fa2);
    Fc "FC" "Amiga Power Play Arcade" =>
        row(Banked, Steps(4 * KIB, 32 * KIB, 4 * KIB))
            .rule("$1FF8 and $1FF9 prepare a bank, $1FFC switches to it").hint(hints::amiga);
    Fe "FE" "Activision: bank by the call stack" =>
        row(Scabs, Kib(&[8])).rule("$01FE, by data bit 5 of the next cycle").hint(hints::scabs)
            .against(hints::scabs_against).aliases(&["ACT"]);
    Fv "FV" "HES Challenge 8 KiB: can switch once, to bank 1" =>
        row(Banked, Kib(&[8])).rule("$1FD0 chooses bank 1 for good")
            .hint(hints::challenge);
    F0 "F0" "Dynacom MegaBoy: 64 KiB, bank by counting" =>
        row(Banked, Kib(&[64])).rule("$1FF0 chooses the next bank").start(15)
            .aliases(&["MB", "DC"]);
    E0 "E0" "Parker Brothers: 8 KiB in slices of 1 KiB" =>
        row(Parker, Kib(&[8])).slices(0x400).rule("$1FE0-$1FF7, eight addresses for each slot")
            .aliases(&["PB"]).hint(hints::parker);
    X03e0 "03E0" "Brazilian Parker Brothers: slices by low addresses" =>
        row(Parker, Kib(&[8])).slices(0x400)
            .rule("$0380-$03FF; A4, A5 or A6 low selects slot 0, 1 or 2")
            .aliases(&["03E"]).hint(hints::parker_below);
    E7 "E7" "M-Network: slices of 2 KiB and 2 KiB of RAM" =>
        row(MNetwork, Kib(&[8, 12, 16])).slices(0x800).ram(2048)
            .rule("$1FE0-$1FE7 slice, $1FE8-$1FEB page of RAM")
            .aliases(&["E78", "E78K"]).hint(hints::m_network);
    Ef "EF" "Homestar Runner: 64 KiB" =>
        row(Banked, Kib(&[64])).ranges(&[(0xfe0, 0xfef)]).start(1).hint(hints::ef);
    EfSc "EFSC" "Homestar Runner: 64 KiB with 128 bytes of RAM" =>
        row(Banked, Kib(&[64])).ranges(&[(0xfe0, 0xfef)]).start(15).ram(128)
            .aliases(&["EFS"]).hint(hints::ef_sc).against(hints::ef_sc_against);
    Df "DF" "CPUWIZ 128 KiB" =>
        row(Banked, Kib(&[128])).ranges(&[(0xfc0, 0xfdf)]).start(15).hint(hints::df);
    DfSc "DFSC" "CPUWIZ 128 KiB with 128 bytes of RAM" =>
        row(Banked, Kib(&[128])).ranges(&[(0xfc0, 0xfdf)]).start(15).ram(128)
            .aliases(&["DFS"]).hint(hints::df_sc);
    Bf "BF" "CPUWIZ 256 KiB" =>
        row(Banked, Kib(&[256])).ranges(&[(0xf80, 0xfbf)]).start(1).hint(hints::bf);
    BfSc "BFSC" "CPUWIZ 256 KiB with 128 bytes of RAM" =>
        row(Banked, Kib(&[256])).ranges(&[(0xf80, 0xfbf)]).start(15).ram(128)
            .aliases(&["BFS"]).hint(hints::bf_sc);
    X3f "3F" "Tigervision: slices of 2 KiB" =>
        row(Tigervision, TIGERVISION_SIZES).slices(0x800).rule("$00-$3F, by data")
            .hint(hints::tigervision).against(hints::tigervision_against);
    X3e "3E" "Tigervision with 32 KiB of RAM" =>
        row(Tigervision, TIGERVISION_SIZES).slices(0x800).rule("$3F ROM, $3E RAM, by data")
            .ram(32 * KIB).hint(hints::tigervision_ram);
    X3ex "3EX" "Tigervision with up to 256 KiB of RAM" =>
        row(Tigervision, TIGERVISION_SIZES).slices(0x800).rule("$3F ROM, $3E RAM, by data")
            .ram(256 * KIB).hint(hints::tigervision_more_ram);
    X3eplus "3E+" "Four slots of 1 KiB, ROM or RAM each" =>
        row(Tigervision, Steps(3 * KIB, 64 * KIB, KIB)).slices(0x400).ram(32 * KIB)
            .rule("$3F ROM, $3E RAM, slot and bank by data")
            .aliases(&["3EP"]).hint(hints::four_slots);
    Ua "UA" "UA Limited: bank by low addresses" =>
        row(Below, Kib(&[8])).pair(0x1260, 0x0220, 0x0240).hint(hints::ua);
    UaSw "UASW" "UA Limited with exchanged banks" =>
        row(Below, Kib(&[8])).pair(0x1260, 0x0240, 0x0220)
            .aliases(&["UAS"]).hint(hints::ua_swapped);
    X0840 "0840" "EconoBanking: bank by low addresses" =>
        row(Below, Kib(&[8])).pair(0x1840, 0x0800, 0x0840)
            .aliases(&["084"]).hint(hints::econobanking);
    X0fa0 "0FA0" "Fotomania: bank by low addresses" =>
        row(Below, Kib(&[8])).pair(0x16e0, 0x06a0, 0x06c0).start(1)
            .aliases(&["0FA"]).hint(hints::fotomania);
    Sb "SB" "Superbanking 128 or 256 KiB" =>
        row(Below, Kib(&[128, 256])).rule("$0800-$0FFF, by address").start(LAST);
    X07 "X07" "Stella's Stocking: 64 KiB, bank by TIA accesses" =>
        row(Below, Kib(&[64]))
            .rule("$080D, by A4-A7; in the last two banks also any TIA access, by A6")
            .hint(hints::stellas_stocking);
    Wd "WD" "Wickstead Design: eight patterns of slices" =>
        row(Wickstead, Bytes(&[8192, 8195])).slices(0x400).rule("$0030-$003F").ram(64)
            .aliases(&["WDSW"]).hint(hints::wickstead);
    Gl "GL" "GameLine Master Module" =>
        row(GameLine, Kib(&[4, 6])).slices(0x400)
            .rule("$0480, $0580, $0880, $0980: one slot each; $0C80: the PROM")
            .ram(12 * KIB).hint(hints::gameline);
    Jane "JANE" "Tarzan prototype: 16 KiB" =>
        row(Banked, Kib(&[16])).ranges(&[(0xff0, 0xff1), (0xff8, 0xff9)]).start(1)
            .aliases(&["JAN"]).hint(hints::jane);
    Mdm "MDM" "Menu Driven Megacart" =>
        row(Below, Steps(4 * KIB, 512 * KIB, 4 * KIB))
            .rule("$0800-$0BFF, by A0-A7; no further switch after bank 128 or above")
            .hint(hints::megacart);
    TvBoy "TVBOY" "TV Boy: 512 KiB of games" =>
        row(Banked, Kib(&[512])).ranges(&[(0x800, 0x87f)]).aliases(&["TVB"]).hint(hints::tv_boy);
    Dpc "DPC" "Pitfall II: display processor chip" =>
        row(Dpc, Steps(10 * KIB, 10 * KIB + 256, 1)).ranges(&[(0xff8, 0xff9)]).start(1)
            .hint(hints::dpc);
    Ar "AR" "Starpath Supercharger: 6 KiB of RAM, loads from tape" =>
        row(Supercharger, AnyOf(&[Kib(&[6]), Steps(LOAD_SIZE, 33 * LOAD_SIZE, LOAD_SIZE)]))
            .rule("$1FF8 takes the mode from the low byte of an earlier address")
            .ram(6 * KIB).hint(hints::supercharger);
    X4a50 "4A50" "Supercat: 32 KiB of RAM" =>
        row(Supercat, Kib(&[32, 64, 128])).rule("by sequences of accesses").ram(32 * KIB)
            .aliases(&["4A5"]).hint(hints::supercat);
    In2 "2IN1" "two games, one at each power-on" =>
        row(Plain, Kib(&[4, 8, 16, 32, 64])).games(2).aliases(&["2N1"]);
    In4 "4IN1" "four games, one at each power-on" =>
        row(Plain, Kib(&[8, 16, 32, 64])).games(4).aliases(&["4N1"]);
    In8 "8IN1" "eight games, one at each power-on" =>
        row(Plain, Kib(&[16, 32, 64])).games(8).aliases(&["8N1"]);
    In16 "16IN1" "sixteen games, one at each power-on" =>
        row(Plain, Kib(&[32, 64, 128])).games(16).aliases(&["16N"]);
    In32 "32IN1" "32 games, one at each power-on" =>
        row(Plain, Kib(&[64, 128])).games(32).aliases(&["32N"]);
    In64 "64IN1" "64 games, one at each power-on" =>
        row(Plain, Kib(&[128, 256])).games(64).aliases(&["64N"]);
    In128 "128IN1" "128 games, one at each power-on" =>
        row(Plain, Kib(&[256, 512])).games(128).aliases(&["128"]);
    DpcPlus "DPC+" "Harmony: display data, music, and an ARM processor" =>
        row(DpcPlus, Kib(&[29, 32])).ranges(&[(0xff6, 0xffb)]).start(5).aliases(&["DPCP"])
            .hint(hints::dpc_plus);
    Cdf "CDF" "Harmony: CDF, CDFJ or CDFJ+, with an ARM processor" =>
        row(Cdf, Kib(&[32, 64, 128, 256, 512]))
            .rule("$1FF5-$1FFB and $1FF4; CDFJ+ $1FF4-$1FFA")
            .aliases(&["CDF0", "CDF1", "CDFJ", "CDFJ+"]).hint(hints::cdf);
    #[cfg(feature = "arm-extra")]
    Bus "BUS" "Harmony: bus stuffing, with an ARM processor" =>
        row(Bus, Kib(&[32])).rule("$1FF5-$1FFB; BUS0 $1FF6-$1FFB")
            .aliases(&["BUS0", "BUS1", "BUS2", "BUS3"]).hint(hints::bus);
    #[cfg(feature = "arm-extra")]
    Elf "ELF" "a program for the cartridge's ARM processor, as an ELF file" =>
        row(Elf, Steps(52, 4 * 1024 * KIB, 1)).rule("none: the program drives each byte")
            .any_size().hint(hints::elf);
}

const TIGERVISION_SIZES: Sizes = Steps(4 * KIB, 512 * KIB, 2 * KIB);
/// Size in bytes of a Supercharger load: the part of a game that is read from tape in one go.
const LOAD_SIZE: usize = 8448;

/// The schemes whose hints detection tries first, in this order, for an image of any size that they
/// allow.
pub(crate) const ANY_SIZE_HINT_CANDIDATES: &[Scheme] = {
    use Scheme::*;
    &[
        #[cfg(feature = "arm-extra")]
        Elf,
        Cdf,
        DpcPlus,
        Wf8,
        UaSw,
        X3eplus,
        Mdm,
    ]
};

/// The schemes whose hints detection tries for an image of 32 KiB, in this order.
const HINT_CANDIDATES_AT_32_KIB: &[Scheme] = {
    use Scheme::*;
    &[
        F4Sc,
        X3ex,
        X3e,
        X3f,
        #[cfg(feature = "arm-extra")]
        Bus,
        Fa2,
        Fc,
    ]
};

/// Returns two things for images of this size: the schemes whose hints detection tries, in order,
/// and the usual scheme, which is the first choice if no hint finds evidence. The order is
/// Stella's, with FV added.
pub(crate) fn hint_candidates(size: usize) -> (&'static [Scheme], Option<Scheme>) {
    use Scheme::*;
    match size {
        4096 => (&[Cv, Rom2K, Rom4KSc, Fc, Gl], Some(Rom4K)),
        6144 => (&[Gl, Ar], None),
        8192 => (
            &[
                F8Sc, Rom4K, E0, X3ex, X3e, X3f, Ua, X0fa0, Fe, X0840, E7, Wd, Fc, X03e0, F8, Fv,
            ],
            Some(F8),
        ),
        8195 => (&[Wd], None),
        10240..=10496 => (&[Dpc], None),
        12288 => (&[E7], Some(Fa)),
        16384 => (&[F6Sc, E7, Fc, X3ex, X3e, Jane], Some(F6)),
        24576 | 28672 | 29696 => (&[Fa2], None),
        32768 => (HINT_CANDIDATES_AT_32_KIB, Some(F4)),
        65536 => (&[X3ex, X3e, X3f, X4a50, EfSc, Ef, X07], Some(F0)),
        131_072 => (&[X3ex, X3e, DfSc, Df, X3f, X4a50], Some(Sb)),
        262_144 => (&[X3ex, X3e, BfSc, Bf, X3f], Some(Sb)),
        524_288 => (&[TvBoy, X3ex, X3e, X3f], None),
        _ if size > 0 && size.is_multiple_of(LOAD_SIZE) => (&[Ar], None),
        _ if Rom2K.accepts(size) => (&[Cv], Some(Rom2K)),
        _ => (&[X3ex, X3e, X3f], None),
    }
}

/// Returns the schemes to try in trial runs, in order. They are tried if the program runs neither
/// on the boards that its bytes suggest nor on the usual board for its size.
pub(crate) fn trial_candidates(size: usize) -> &'static [Scheme] {
    use Scheme::*;
    match size / KIB {
        2 => &[Cv],
        4 => &[Cv, Rom4KSc, Fc, Gl],
        8 => &[
            F8Sc, E0, X3f, X3e, Ua, UaSw, X0fa0, Fe, X0840, E7, Wd, Fc, X03e0, Wf8, Fv,
        ],
        12 => &[E7],
        16 => &[F6Sc, E7, Fc, X3f, X3e, Jane],
        32 => &[F4Sc, X3f, X3e, Fa2, Fc],
        64 => &[Ef, EfSc, X07, X3f, X3e, X3eplus],
        128 => &[Df, DfSc, X3f, X3e],
        256 => &[Bf, BfSc, X3f, X3e],
        512 => &[X3f, X3e, TvBoy],
        _ => &[X3f, X3e],
    }
}
