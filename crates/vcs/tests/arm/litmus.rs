//! Tests how the boards treat the dummy reads of the 6507. Each case is a tiny program in a DPC+ or
//! CDFJ image that was made for these tests.
//!
//! `DATA` is the operand by which a program requests a byte from the stream, which contains $10,
//! $11, $12 and so on. A program stores its results from `$80` up. A fetch of `LDA #` *arms* a
//! board: if the operand that follows is `DATA`, the board replaces it with a byte from the stream.
//! The facts come from the drivers' code (see `docs/arm-cartridges.md`).

use crate::machine;
use vcs::{Cartridge, Machine, cartridge::Scheme};

/// A program, and its results on each board that it is meant for.
struct Litmus {
    fact: &'static str,
    /// The address of the program.
    org: &'static str,
    /// The instructions, with the label `Entry` among them. An endless loop follows the last one.
    program: &'static str,
    expected: &'static [Expected],
}

/// The results on a board: the bytes from `$80` up, and the bank selected at the end.
struct Expected(Board, &'static [u8], usize);

#[derive(Debug, Clone, Copy)]
enum Board {
    DpcPlus,
    Cdfj,
}
use Board::{Cdfj, DpcPlus};

const LITMUS: &[Litmus] = &[
    Litmus {
        fact: "NOP before LDA: the board sees NOP's dummy read and the fetch of LDA as one access",
        org: "$1100",
        program: "Entry nop
                  lda #DATA
                  sta $80
                  lda #DATA
                  sta $81",
        expected: &[
            Expected(DpcPlus, &[0x10, 0x11], 5),
            Expected(Cdfj, &[0x10, 0x11], 6),
        ],
    },
    Litmus {
        fact: "PLA before LDA: the stack's addresses disarm DPC+, but CDFJ stays armed; the fetch \
               of LDA arms both",
        org: "$1100",
        program: "Entry pha
                  pla
                  lda #DATA
                  sta $80
                  lda #DATA
                  sta $81",
        expected: &[
            Expected(DpcPlus, &[0x10, 0x11], 5),
            Expected(Cdfj, &[0x10, 0x11], 6),
        ],
    },
    Litmus {
        fact: "PLP before LDA: the stack's addresses disarm DPC+, but CDFJ stays armed",
        org: "$1100",
        program: "Entry php
                  plp
                  lda #DATA
                  sta $80
                  lda #DATA
                  sta $81",
        expected: &[
            Expected(DpcPlus, &[0x10, 0x11], 5),
            Expected(Cdfj, &[0x10, 0x11], 6),
        ],
    },
    Litmus {
        fact: "RTS before LDA, with the LDA's operand at the address that RTS pulls: on CDFJ, the \
               dummy read there takes a byte from the stream; on DPC+, the reads of the stack \
               disarm the board first",
        org: "$1100",
        program: "Entry ldx #$ff
                  txs
                  ldx #>After
                  txa
                  pha
                  ldx #<After
                  txa
                  pha
                  jmp Return
                  org $1140,0
                  Return rts
                  lda #DATA
                  After = . - 1
                  lda #DATA
                  sta $80",
        expected: &[Expected(DpcPlus, &[0x10], 5), Expected(Cdfj, &[0x11], 6)],
    },
    Litmus {
        fact: "a taken branch to the operand of the LDA that follows it: the fetch of the operand, \
               PHP, is replaced by the stream's byte, NOP",
        org: "$1100",
        program: "Entry ldx #$ff
                  txs
                  ldx #$ea
                  stx DF0WRITE
                  ldx #0
                  stx DF0LOW
                  ldx #0
                  beq Operand
                  Operand = . + 1
                  lda #DATA
                  tsx
                  stx $80",
        expected: &[Expected(DpcPlus, &[0xff], 5)],
    },
    Litmus {
        fact: "a taken branch to the operand of the LDA that follows it, on CDFJ: the fetch of the \
               operand, ORA 2, is replaced by the stream's $10, which is BPL; its distance of 2 \
               skips BRK",
        org: "$1100",
        program: "Entry ldx #0
                  beq Operand
                  Operand = . + 1
                  lda #DATA
                  .byte 2
                  .byte 0, 0
                  ldx #$42
                  stx $80",
        expected: &[Expected(Cdfj, &[0x42], 6)],
    },
    Litmus {
        fact: "a branch across a page boundary: the dummy read, at the address before the carry, \
               reads DF0DATA and advances the stream",
        org: "$10e8",
        program: "Entry ldx #0
                  beq Over
                  org $1108,0
                  Over lda #DATA
                  sta $80",
        expected: &[Expected(DpcPlus, &[0x11], 5)],
    },
    Litmus {
        fact: "a branch across a page boundary: the dummy read, at the address before the carry, \
               reads $1FF6 and switches banks",
        org: "$1ef6",
        program: "Over lda #$33
                  sta $80
                  jmp .
                  org $1f10,0
                  Entry ldx #0
                  beq Over",
        expected: &[Expected(Cdfj, &[0x33], 1)],
    },
    Litmus {
        fact: "an indexed read across a page boundary: the dummy read, at the address before the \
               carry, reads DF0DATA and advances the stream",
        org: "$1100",
        program: "Entry ldx #9
                  lda $10ff,x
                  lda #DATA
                  sta $80",
        expected: &[Expected(DpcPlus, &[0x11], 5)],
    },
    Litmus {
        fact: "an indexed read across a page boundary: the dummy read, at the address before the \
               carry, reads $1FF6 and switches banks",
        org: "$1100",
        program: "Entry ldx #$f7
                  lda $1fff,x
                  stx $80",
        expected: &[Expected(DpcPlus, &[0xf7], 0), Expected(Cdfj, &[0xf7], 1)],
    },
    Litmus {
        fact: "an indexed store reads the register, then writes it; the board sees only one access",
        org: "$1100",
        program: "Entry ldx #0
                  lda #$77
                  sta DF0WRITE,x
                  stx DF0LOW
                  lda #DATA
                  sta $80
                  lda #DATA
                  sta $81",
        expected: &[Expected(DpcPlus, &[0x77, 0x11], 5)],
    },
    Litmus {
        fact: "an indexed store to DSWRITE reads it, then writes it; the board sees only one \
               access, with the byte written",
        org: "$1100",
        program: "Entry ldx #0
                  lda #$77
                  sta DSWRITE,x
                  lda #DATA
                  lda #DATA
                  lda #DATA
                  lda #DATA
                  sta $80
                  lda #DATA
                  sta $81",
        expected: &[Expected(Cdfj, &[0x77, 0x00], 6)],
    },
    Litmus {
        fact: "INC of a register makes three accesses to one address; the board sees only one, \
               with the last byte; when the register is read, the bus still holds the operand's \
               high byte, $10",
        org: "$1100",
        program: "Entry inc DF0WRITE
                  ldx #0
                  stx DF0LOW
                  lda #DATA
                  sta $80
                  lda #DATA
                  sta $81",
        expected: &[Expected(DpcPlus, &[0x11, 0x11], 5)],
    },
    Litmus {
        fact: "two reads of one stream's address: the board sees two accesses, because instruction \
               fetches come between the reads",
        org: "$1100",
        program: "Entry lda DF0DATA
                  lda DF0DATA
                  sta $80",
        expected: &[Expected(DpcPlus, &[0x11], 5)],
    },
];

impl Board {
    /// Returns the code that prepares the board: it turns fast fetch on and fills the stream.
    fn prologue(self) -> &'static str {
        match self {
            DpcPlus => {
                "DATA = 8
                 FASTFETCH = $1058
                 DF0DATA = $1008
                 DF0LOW = $1050
                 DF0WRITE = $1078
                 org $1080,0
                 Start lda #0
                 sta FASTFETCH"
            }
            Cdfj => {
                "DATA = 5
                 DSWRITE = $1ff0
                 SETMODE = $1ff2
                 org $1080,0
                 Start ldx #$10
                 stx DSWRITE
                 inx
                 stx DSWRITE
                 inx
                 stx DSWRITE
                 ldx #0
                 stx SETMODE
                 stx $80
                 stx $81"
            }
        }
    }

    /// Creates a cartridge in which every bank is a copy of `bank`.
    fn cartridge(self, bank: &[u8]) -> Cartridge {
        let mut image = vec![0; 0x8000];
        let (banks, scheme) = match self {
            DpcPlus => {
                let display = &mut image[0x6c00..0x6c80];
                for (byte, value) in display.iter_mut().zip(0x10..) {
                    *byte = value;
                }
                (0xc00..0x6c00, Scheme::DpcPlus)
            }
            Cdfj => {
                image[0x174..0x180].copy_from_slice(b"CDFJCDFJCDFJ");
                image[0x124 + 5 * 4 + 1] = 1;
                (0x1000..0x8000, Scheme::Cdf)
            }
        };
        for copy in image[banks].chunks_exact_mut(0x1000) {
            copy.copy_from_slice(bank);
        }
        Cartridge::with_scheme(&image, scheme).expect("32 KiB")
    }
}

/// Assembles the bank for a program: zeros, prologue, program, endless loop, vectors. A source line
/// that starts with a capital letter begins with a label; every other line is indented.
fn bank(board: Board, litmus: &Litmus) -> Vec<u8> {
    let Litmus { org, program, .. } = litmus;
    let prologue = board.prologue();
    let text = format!(
        "processor 6502
         {prologue}
         jmp Entry
         org {org},0
         {program}
         jmp .
         org $1ffc,0
         .word Start, 0"
    );
    let line = |line: &str| match line.trim_start() {
        label if label.starts_with(char::is_uppercase) => format!("{label}\n"),
        instruction => format!(" {instruction}\n"),
    };
    let source: String = text.lines().map(line).collect();
    let assembly = asm6502::assemble_str(&source);
    let binary = assembly
        .unwrap_or_else(|errors| panic!("{errors:?}\n{source}"))
        .binary;
    let mut bank = vec![0; 0x1000 - binary.len()];
    bank.extend(binary);
    bank
}

/// The two ways to run a machine: cycle by cycle, and in whole frames by the fast path.
const RUN_METHODS: [fn(&mut Machine); 2] = [
    |machine| {
        (0..300).for_each(|_| {
            machine.cycle();
        });
    },
    Machine::skip_frame,
];

#[test]
fn boards_see_dummy_reads() {
    for litmus in LITMUS {
        for Expected(board, ram, bank_at_end) in litmus.expected {
            let cartridge = board.cartridge(&bank(*board, litmus));
            for run in RUN_METHODS {
                let mut machine: Machine = machine(&cartridge);
                run(&mut machine);
                assert_eq!(
                    (&machine.ram()[..ram.len()], machine.bank(0x1100)),
                    (*ram, *bank_at_end),
                    "{board:?}: {}",
                    litmus.fact
                );
            }
        }
    }
}

/// A program that endlessly waits for the timer, first by reading INTIM, then by reading TIMINT.
/// The opcode byte after the first wait arms the board.
const TIMER_LOOPS: &str = "Entry inc $80
    ldx $80
    stx $296
    Wait lda $284
    bne Wait
    lda #DATA
    sta $81
    stx $295
    Again bit $285
    bpl Again
    jmp Entry";

/// Tests loops that wait for the timer, both within a page and across its end.
#[test]
fn skipping_a_timer_loop_gives_the_same_state_as_running_its_cycles() {
    for (board, org) in [DpcPlus, Cdfj]
        .into_iter()
        .flat_map(|board| ["$1100", "$11f6", "$11ec"].map(|org| (board, org)))
    {
        let litmus = Litmus {
            fact: "waits for the timer",
            org,
            program: TIMER_LOOPS,
            expected: &[],
        };
        let mut by_frame = machine(&board.cartridge(&bank(board, &litmus)));
        let mut by_cycle = by_frame.clone();
        for frame in 0..20 {
            by_frame.skip_frame();
            while by_cycle.cycles() < by_frame.cycles() {
                by_cycle.cycle();
            }
            by_frame.catch_up();
            by_cycle.catch_up();
            assert!(by_cycle == by_frame, "{board:?} {org} frame {frame}");
        }
        assert!(by_frame.ram()[0] > 20, "{board:?} {org} waits forever");
    }
}
