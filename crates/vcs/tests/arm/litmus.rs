//! Dummy reads of the 6507 as the boards see them: a tiny program for each, on DPC+ and CDFJ
//! images of our own.
//!
//! The streams hold $10, $11, $12 ...; a program stores what it finds from `$80` on. The facts are
//! the drivers' own code, see `docs/arm-cartridges.md`.

use crate::machine;
use std::ops::Range;
use vcs::{Cartridge, Machine, cartridge::Scheme};

/// A program: what it shows, its parts by address, and the bytes from `$80` on at its end. It
/// begins at `$1100`, where the prologue ends.
struct Litmus {
    fact: &'static str,
    parts: &'static [(usize, &'static [u8])],
    ram: &'static [u8],
    /// The bank at its end.
    bank: usize,
}

const DPC_PLUS: &[Litmus] = &[
    Litmus {
        fact: "NOP before LDA: its dummy read and the fetch are one access",
        // nop: lda #DF0DATA: sta $80: lda #DF0DATA: sta $81: jmp *
        parts: &[(
            0x100,
            &[
                0xea, 0xa9, 0x08, 0x85, 0x80, 0xa9, 0x08, 0x85, 0x81, 0x4c, 0x09, 0x11,
            ],
        )],
        ram: &[0x10, 0x11],
        bank: 5,
    },
    Litmus {
        fact: "PLA before LDA: the stack's addresses disarm, the fetch arms again",
        parts: &[(
            0x100,
            &[
                0x48, 0x68, 0xa9, 0x08, 0x85, 0x80, 0xa9, 0x08, 0x85, 0x81, 0x4c, 0x0a, 0x11,
            ],
        )],
        ram: &[0x10, 0x11],
        bank: 5,
    },
    Litmus {
        fact: "PLP before LDA: the same",
        parts: &[(
            0x100,
            &[
                0x08, 0x28, 0xa9, 0x08, 0x85, 0x80, 0xa9, 0x08, 0x85, 0x81, 0x4c, 0x0a, 0x11,
            ],
        )],
        ram: &[0x10, 0x11],
        bank: 5,
    },
    Litmus {
        fact: "RTS before LDA's bytes, back to behind the operand: the stack's addresses have disarmed",
        // ldx #$ff: txs: ldx #$11: txa: pha: ldx #$42: txa: pha: jmp $1140, where rts: lda # is;
        // back at $1143: lda #: sta $80: jmp *
        parts: &[
            (
                0x100,
                &[
                    0xa2, 0xff, 0x9a, 0xa2, 0x11, 0x8a, 0x48, 0xa2, 0x42, 0x8a, 0x48, 0x4c, 0x40,
                    0x11,
                ],
            ),
            (
                0x140,
                &[0x60, 0xa9, 0x08, 0xa9, 0x08, 0x85, 0x80, 0x4c, 0x47, 0x11],
            ),
        ],
        ram: &[0x10],
        bank: 5,
    },
    Litmus {
        fact: "a taken branch to the operand of the LDA behind it: the fetch is replaced",
        // ldx #$ea: stx DF0WRITE: twice: ldx #0: stx DF0LOW: beq +1: lda #8 ...: the opcode at the
        // target, PHP in ROM, becomes NOP. tsx: stx $80: jmp *
        parts: &[(
            0x100,
            &[
                0xa2, 0xff, 0x9a, 0xa2, 0xea, 0x8e, 0x78, 0x10, 0xa2, 0x00, 0x8e, 0x50,
                0x10, //
                0xa2, 0x00, 0xf0, 0x01, 0xa9, 0x08, 0xba, 0x86, 0x80, 0x4c, 0x16, 0x11,
            ],
        )],
        ram: &[0xff],
        bank: 5,
    },
    Litmus {
        fact: "a branch over a page's border reads DF0DATA at the wrong page, which steps",
        // At $10e8: ldx #0: beq $1108, over $1008: lda #DF0DATA: sta $80: jmp *
        parts: &[
            (0x100, &[0x4c, 0xe8, 0x10]),
            (0x0e8, &[0xa2, 0x00, 0xf0, 0x1c]),
            (0x108, &[0xa9, 0x08, 0x85, 0x80, 0x4c, 0x0c, 0x11]),
        ],
        ram: &[0x11],
        bank: 5,
    },
    Litmus {
        fact: "an indexed read that fixes the page reads DF0DATA at the wrong one, which steps",
        // ldx #9: lda $10ff,x: sta $81: lda #DF0DATA: sta $80: jmp *
        parts: &[(
            0x100,
            &[
                0xa2, 0x09, 0xbd, 0xff, 0x10, 0xa9, 0x08, 0x85, 0x80, 0x4c, 0x09, 0x11,
            ],
        )],
        ram: &[0x11],
        bank: 5,
    },
    Litmus {
        fact: "an indexed store reads the register that it writes: one access",
        // ldx #0: lda #$77: sta DF0WRITE,x: stx DF0LOW: lda #DF0DATA: sta $80: lda #DF0DATA:
        // sta $81: jmp *
        parts: &[(
            0x100,
            &[
                0xa2, 0x00, 0xa9, 0x77, 0x9d, 0x78, 0x10, 0x8e, 0x50, 0x10, 0xa9, 0x08, 0x85, 0x80,
                0xa9, 0x08, 0x85, 0x81, 0x4c, 0x12, 0x11,
            ],
        )],
        ram: &[0x77, 0x11],
        bank: 5,
    },
    Litmus {
        fact: "INC of a register: three accesses to one address are one, with the last byte",
        // inc DF0WRITE: ldx #0: stx DF0LOW: lda #DF0DATA: sta $80: lda #DF0DATA: sta $81: jmp *
        parts: &[(
            0x100,
            &[
                0xee, 0x78, 0x10, 0xa2, 0x00, 0x8e, 0x50, 0x10, 0xa9, 0x08, 0x85, 0x80, 0xa9, 0x08,
                0x85, 0x81, 0x4c, 0x10, 0x11,
            ],
        )],
        // The bus still holds the operand's high byte, $10, when the register is read.
        ram: &[0x11, 0x11],
        bank: 5,
    },
    Litmus {
        fact: "an indexed read of a hot spot's page that fixes it switches banks",
        // ldx #$f7: lda $1fff,x: the wrong address is $1ff6; both banks: stx $80: jmp *
        parts: &[(
            0x100,
            &[0xa2, 0xf7, 0xbd, 0xff, 0x1f, 0x86, 0x80, 0x4c, 0x07, 0x11],
        )],
        ram: &[0xf7],
        bank: 0,
    },
];

const CDFJ: &[Litmus] = &[
    Litmus {
        fact: "NOP before LDA: its dummy read and the fetch are one access",
        parts: &[(
            0x100,
            &[
                0xea, 0xa9, 0x05, 0x85, 0x80, 0xa9, 0x05, 0x85, 0x81, 0x4c, 0x09, 0x11,
            ],
        )],
        ram: &[0x10, 0x11],
        bank: 6,
    },
    Litmus {
        fact: "PLA before LDA: the driver waits on through the stack, the fetch arms again",
        parts: &[(
            0x100,
            &[
                0x48, 0x68, 0xa9, 0x05, 0x85, 0x80, 0xa9, 0x05, 0x85, 0x81, 0x4c, 0x0a, 0x11,
            ],
        )],
        ram: &[0x10, 0x11],
        bank: 6,
    },
    Litmus {
        fact: "PLP before LDA: the same",
        parts: &[(
            0x100,
            &[
                0x08, 0x28, 0xa9, 0x05, 0x85, 0x80, 0xa9, 0x05, 0x85, 0x81, 0x4c, 0x0a, 0x11,
            ],
        )],
        ram: &[0x10, 0x11],
        bank: 6,
    },
    Litmus {
        fact: "RTS before LDA's bytes, back to behind the operand: its dummy read takes a byte",
        // ldx #$ff: txs: ldx #$11: txa: pha: ldx #$42: txa: pha: jmp $1140, where rts: lda # is;
        // back at $1143: lda #: sta $80: jmp *
        parts: &[
            (
                0x100,
                &[
                    0xa2, 0xff, 0x9a, 0xa2, 0x11, 0x8a, 0x48, 0xa2, 0x42, 0x8a, 0x48, 0x4c, 0x40,
                    0x11,
                ],
            ),
            (
                0x140,
                &[0x60, 0xa9, 0x05, 0xa9, 0x05, 0x85, 0x80, 0x4c, 0x47, 0x11],
            ),
        ],
        ram: &[0x11],
        bank: 6,
    },
    Litmus {
        fact: "a taken branch to the operand of the LDA behind it: the fetch is replaced",
        // ldx #0: beq +1: lda #5, whose operand runs: BPL by the stream, $10, and not ORA ($05);
        // its operand is $02: to $1109 while N is clear. There: ldx #$42: stx $80: jmp *
        parts: &[(
            0x100,
            &[
                0xa2, 0x00, 0xf0, 0x01, 0xa9, 0x05, 0x02, 0x02, 0x02, 0xa2, 0x42, 0x86, 0x80, 0x4c,
                0x0d, 0x11,
            ],
        )],
        ram: &[0x42],
        bank: 6,
    },
    Litmus {
        fact: "a branch over a page's border switches banks by its read at the wrong page",
        // At $1f10: ldx #0: beq $1ef6, over $1ff6; both banks: stx $80: jmp *
        parts: &[
            (0x100, &[0x4c, 0x10, 0x1f]),
            (0xf10, &[0xa2, 0x00, 0xf0, 0xe2]),
            (0xef6, &[0xa9, 0x33, 0x85, 0x80, 0x4c, 0xfa, 0x1e]),
        ],
        ram: &[0x33],
        bank: 1,
    },
    Litmus {
        fact: "an indexed read that fixes the page switches banks at the wrong one",
        // ldx #$f8: lda $1fff,x: the wrong address is $1ff7
        parts: &[(
            0x100,
            &[0xa2, 0xf8, 0xbd, 0xff, 0x1f, 0x86, 0x80, 0x4c, 0x07, 0x11],
        )],
        ram: &[0xf8],
        bank: 2,
    },
    Litmus {
        fact: "an indexed store to DSWRITE reads it first: one access, with the byte written",
        // ldx #0: lda #$77: sta DSWRITE,x: three times lda #5: sta $80 ... $83: jmp *
        parts: &[(
            0x100,
            &[
                0xa2, 0x00, 0xa9, 0x77, 0x9d, 0xf0, 0x1f, 0xa9, 0x05, 0xa9, 0x05, 0xa9, 0x05, 0xa9,
                0x05, 0x85, 0x80, 0xa9, 0x05, 0x85, 0x81, 0x4c, 0x15, 0x11,
            ],
        )],
        ram: &[0x77, 0x00],
        bank: 6,
    },
];

/// Runs a program; every bank has it.
fn run(
    image: &mut [u8],
    banks: Range<usize>,
    prologue: &[u8],
    litmus: &Litmus,
    scheme: Scheme,
) -> Machine {
    let start = 0x1000 + 0x100 - prologue.len();
    for bank in image[banks].chunks_exact_mut(0x1000) {
        bank[start - 0x1000..0x100].copy_from_slice(prologue);
        for (at, bytes) in litmus.parts {
            bank[*at..at + bytes.len()].copy_from_slice(bytes);
        }
        bank[0xffc..0xffe].copy_from_slice(&(start as u16).to_le_bytes());
    }
    let cartridge = Cartridge::with_scheme(image, scheme).expect("32 KiB");
    let mut machine = machine(&cartridge);
    for _ in 0..300 {
        machine.cycle();
    }
    machine
}

fn check(machine: &Machine, litmus: &Litmus) {
    assert_eq!(
        (&machine.ram()[..litmus.ram.len()], machine.bank(0x1100)),
        (litmus.ram, litmus.bank),
        "{}",
        litmus.fact
    );
}

#[test]
fn dpc_plus_sees_dummy_reads() {
    for litmus in DPC_PLUS {
        let mut image = vec![0; 0x8000];
        let display = 0x6c00..0x6c80;
        for (byte, value) in image[display].iter_mut().zip(0x10..=0xff) {
            *byte = value;
        }
        // lda #0: sta FASTFETCH
        let prologue = [0xa9, 0x00, 0x8d, 0x58, 0x10];
        let machine = run(
            &mut image,
            0xc00..0x6c00,
            &prologue,
            litmus,
            Scheme::DpcPlus,
        );
        check(&machine, litmus);
    }
}

#[test]
fn cdfj_sees_dummy_reads() {
    for litmus in CDFJ {
        let mut image = vec![0; 0x8000];
        image[0x174..0x180].copy_from_slice(b"CDFJCDFJCDFJ");
        image[0x124 + 5 * 4 + 1] = 1;
        // ldx #$10: stx DSWRITE, $11, $12: ldx #0: stx SETMODE: stx $81
        let prologue = [
            0xa2, 0x10, 0x8e, 0xf0, 0x1f, 0xe8, 0x8e, 0xf0, 0x1f, 0xe8, 0x8e, 0xf0, 0x1f, //
            0xa2, 0x00, 0x8e, 0xf2, 0x1f, 0x86, 0x80, 0x86, 0x81,
        ];
        let machine = run(&mut image, 0x1000..0x8000, &prologue, litmus, Scheme::Cdf);
        check(&machine, litmus);
    }
}
