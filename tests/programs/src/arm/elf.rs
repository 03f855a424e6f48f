//! An ELF program that calls most functions in the ELF cartridge library, such as `vcsWrite5`.

use crate::elf_writer::Program;
use vcs::{Cartridge, cartridge::Scheme};

/// Returns a cartridge with an ELF program that draws lines of changing color, using most library
/// functions.
pub fn cartridge() -> Cartridge {
    let cartridge = Cartridge::from_image(&program().to_elf()).expect("an ELF file");
    assert_eq!(cartridge.scheme(), Scheme::Elf);
    cartridge
}

/// Returns the program of [`cartridge`].
pub fn program() -> Program<'static> {
    Program {
        functions: &[("elf_main", MAIN), ("prepare", PREPARE)],
        data: &[("color", &[0x40])],
        bss_size: 64,
        init_functions: &["prepare"],
        ..Program::default()
    }
}

/// The source of a function that runs before `elf_main`.
const PREPARE: &str = "
    ldr r0, =$bss
    movs r1, #7
    strb r1, [r0, #3]
    bx lr
";

/// The source of `elf_main`. In each frame it draws 240 lines with random background colors. Player
/// 0's color decreases from line to line. `color` counts frames. The program writes that count to
/// `$81` in the console, reads it back, and writes it to `$82`.
const MAIN: &str = "
frame:
    movs r0, #0xff
    bl vcsLdx2
    bl vcsTxs2
    movs r0, #0
    movs r1, #2
    bl vcsWrite5
    movs r0, #2
    bl vcsSta3
    bl vcsSta3
    bl vcsSta3
    movs r0, #0
    movs r1, #0
    bl vcsWrite5
    ldr r4, =$color
    ldrb r5, [r4, #0]
    adds r5, #1
    strb r5, [r4, #0]
    movs r0, #0x81
    mov r1, r5
    bl vcsWrite5
    movs r0, #0x81
    bl vcsRead4
    mov r1, r0
    movs r0, #0x82
    bl vcsWrite6
    bl vcsPha3
    bl vcsPla4
    bl vcsPhp3
    bl vcsPlp4
    movs r0, #40
    bl vcsNop2n
    ldr r0, =0x1400
    bl vcsJsr6
    bl vcsLdaForBusStuff2
    movs r6, #240
line:
    movs r0, #2
    bl vcsSta3
    bl randint
    lsrs r1, r0, #24
    movs r0, #9
    bl vcsWrite3
    mov r1, r5
    adds r1, r1, r6
    movs r0, #6
    bl vcsWrite5
    bl vcsLdaForBusStuff2
    subs r6, #1
    bne line
    bl vcsJmp3
    b frame
";
