//! The library that programs are linked with: tables, and functions that build the console's
//! program byte by byte.
//!
//! Source: the library's headers and source code, by the cartridges' authors
//! (United-Carts-of-Atari, `vcsLib`).

/// Address of the library in the program's memory.
pub(super) const LIBRARY: u32 = 0x0010_0000;
/// Size of the library in bytes.
pub(super) const SIZE: usize = 0x800;
/// Offsets of the library's tables.
const REVERSE: usize = 0x400;
const COLORS: usize = 0x500;
const PORTS: usize = 0x600;
/// Value of the pointers to the ports (`ADDR_IDR` and so on). There is no memory at this address,
/// so a program that drives the bus without the library stops with a fault.
const NO_PORT: u32 = 0xa000_0000;

/// The effect of a library function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Function {
    /// Loads the value of R0 into a register of the console's processor, with this opcode.
    Load(u8),
    /// Stores to the zero-page address in R0, with this opcode.
    Store(u8),
    /// Stores to the address in R0, or jumps to that address in RAM, with this opcode. Both take
    /// the same steps on the bus.
    StoreAbsolute(u8),
    /// Loads $FF with this opcode, because a store by bus stuffing needs all ones.
    LoadMask(u8),
    /// Stores the value of R1 to the zero-page address in R0 by bus stuffing.
    Stuff,
    /// Stores the value of R1 to the address in R0 by bus stuffing.
    StuffAbsolute,
    /// Loads the value of R1 into A and stores it to the zero-page address in R0 (`lda #`, `sta`).
    Write,
    /// Loads the value of R1 into A and stores it to the address in R0 (`lda #`, `sta`).
    WriteAbsolute,
    /// Runs a two-cycle instruction with this opcode.
    Plain(u8),
    /// Runs an instruction that uses the stack, with this opcode.
    Stack(u8),
    Nops,
    Jump,
    Call,
    Read,
    CopyOverblank,
    StartOverblank,
    EndOverblank,
    Random,
    Fill,
    Copy,
}

use Function::*;

/// The functions by name; the library's stub of the n-th function executes `svc #n`.
pub(super) const FUNCTIONS: [(&str, Function); 39] = [
    ("vcsLda2", Load(0xa9)),
    ("vcsLdx2", Load(0xa2)),
    ("vcsLdy2", Load(0xa0)),
    ("vcsSta3", Store(0x85)),
    ("vcsStx3", Store(0x86)),
    ("vcsSty3", Store(0x84)),
    ("vcsSax3", Store(0x87)),
    ("vcsSta4", StoreAbsolute(0x8d)),
    ("vcsStx4", StoreAbsolute(0x8e)),
    ("vcsSty4", StoreAbsolute(0x8c)),
    ("vcsSax4", StoreAbsolute(0x8f)),
    ("vcsWrite3", Stuff),
    ("vcsWrite4", StuffAbsolute),
    ("vcsWrite5", Write),
    ("vcsWrite6", WriteAbsolute),
    ("vcsLdaForBusStuff2", LoadMask(0xa9)),
    ("vcsLdxForBusStuff2", LoadMask(0xa2)),
    ("vcsLdyForBusStuff2", LoadMask(0xa0)),
    ("vcsJmp3", Jump),
    ("vcsJmpToRam3", StoreAbsolute(0x4c)),
    ("vcsJsr6", Call),
    ("vcsNop2", Plain(0xea)),
    ("vcsNop2n", Nops),
    ("vcsTxs2", Plain(0x9a)),
    ("vcsTsx2", Plain(0xba)),
    ("vcsPha3", Stack(0x48)),
    ("vcsPhp3", Stack(0x08)),
    ("vcsPla4", Stack(0x68)),
    ("vcsPlp4", Stack(0x28)),
    ("vcsRead4", Read),
    ("vcsCopyOverblankToRiotRam", CopyOverblank),
    ("vcsStartOverblank", StartOverblank),
    ("vcsEndOverblank", EndOverblank),
    ("randint", Random),
    ("memset", Fill),
    ("memcpy", Copy),
    ("__aeabi_memcpy", Copy),
    ("__aeabi_memcpy4", Copy),
    ("__aeabi_memcpy8", Copy),
];

/// The number of the stub to which the program's constructors return.
pub(super) const RETURN_STUB: u8 = FUNCTIONS.len() as u8;

/// Returns the address of a name; bit 0 is set for functions.
pub(super) fn address_of(name: &str) -> Option<u32> {
    let index = FUNCTIONS.iter().position(|(known, _)| *known == name);
    if let Some(index) = index {
        return Some(function_address(index as u8));
    }
    let offset = match name {
        "ReverseByte" => REVERSE,
        "ColorLookup" => COLORS,
        "ADDR_IDR" => PORTS,
        "DATA_IDR" => PORTS + 4,
        "DATA_ODR" => PORTS + 8,
        "DATA_MODER" => PORTS + 12,
        _ => return None,
    };
    Some(LIBRARY + offset as u32)
}

/// Returns the address of a function's stub, with bit 0 set.
pub(super) fn function_address(number: u8) -> u32 {
    LIBRARY + 4 * u32::from(number) + 1
}

/// Returns true if the address is in a stub.
pub(super) fn is_stub(address: u32) -> bool {
    address.wrapping_sub(LIBRARY) <= 4 * u32::from(RETURN_STUB)
}

/// Returns the library's memory: a stub of `svc #n` and `bx lr` for each function, and the tables.
pub(super) fn bytes() -> Vec<u8> {
    let mut bytes = vec![0; SIZE];
    for number in 0..=RETURN_STUB {
        let at = 4 * usize::from(number);
        bytes[at..at + 4].copy_from_slice(&[number, 0xdf, 0x70, 0x47]);
    }
    for index in 0..=255_u8 {
        bytes[REVERSE + usize::from(index)] = index.reverse_bits();
        bytes[COLORS + usize::from(index)] = substitute_color(index);
    }
    for port in bytes[PORTS..PORTS + 16].chunks_exact_mut(4) {
        port.copy_from_slice(&NO_PORT.to_le_bytes());
    }
    bytes
}

/// Returns the color that the library substitutes for a color on an NTSC console: hues 1, 14 and 15
/// become hue 2.
fn substitute_color(color: u8) -> u8 {
    const HUES: [u8; 16] = [0, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 2, 2];
    HUES[usize::from(color >> 4)] << 4 | color & 0x0f
}

/// The routine at `$80` in RIOT RAM that generates overscan and vertical blank ("overblank") while
/// the processor computes. It runs for 63 lines, with VSYNC in lines 29 to 31. In each line it
/// writes a nibble from the table at `$E0` to `$2D`; the low nibble of each byte comes first. After
/// the last line it loops until `$1FFF` reads 0. To end the loop, the library drives that 0, and
/// releases the bus at the next fetch, from `$AC`.
#[rustfmt::skip]
pub(super) const OVERBLANK: [u8; 49] = [
    0xa2, 0x00,             // 80     ldx #0
    0x86, 0x02,             // 82 line: stx WSYNC
    0x8a, 0x4a, 0xa8,       // 84     txa: lsr: tay
    0xb9, 0xe0, 0x00,       // 87     lda $e0,y
    0x90, 0x04,             // 8a     bcc even
    0x4a, 0x4a, 0x4a, 0x4a, // 8c     lsr: lsr: lsr: lsr
    0x85, 0x2d,             // 90 even: sta $2d
    0xa0, 0x00,             // 92     ldy #0
    0xe0, 0x1d,             // 94     cpx #29
    0x90, 0x06,             // 96     bcc sync
    0xe0, 0x20,             // 98     cpx #32
    0xb0, 0x02,             // 9a     bcs sync
    0xa0, 0x02,             // 9c     ldy #2
    0x84, 0x00,             // 9e sync: sty VSYNC
    0xe8,                   // a0     inx
    0xe0, 0x3f,             // a1     cpx #63
    0xd0, 0xdd,             // a3     bne line
    0xea, 0xea, 0xea, 0xea, // a5     nop: nop: nop: nop
    0xad, 0xff, 0x1f,       // a9 wait: lda $1fff
    0xd0, 0xfb,             // ac     bne wait
    0x4c, 0x00, 0x10,       // ae     jmp $1000
];
/// Address of the overblank routine.
pub(super) const OVERBLANK_ADDRESS: u16 = 0x0080;
/// Address of the branch that repeats the routine's final loop.
pub(super) const OVERBLANK_END: u16 = 0x00ac;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_different_addresses() {
        let mut seen = Vec::new();
        for (name, _) in FUNCTIONS {
            let address = address_of(name).expect("a function");
            assert!(is_stub(address & !1) && !seen.contains(&address), "{name}");
            seen.push(address);
        }
        assert_eq!(address_of("vcsWaitForAddress"), None);
        let bytes = bytes();
        assert_eq!((bytes[REVERSE + 0x16], bytes[COLORS + 0x1f]), (0x68, 0x2f));
        assert_eq!(bytes[COLORS + 0xe3], 0x23);
    }
}
