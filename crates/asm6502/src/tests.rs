//! Tests that the assembler can reuse what it stored when it first assembled a line: the offsets of
//! the fields (see `sources/script.rs`) and the bytes (see `generate.rs`). The output of a line in
//! a loop that runs twice must be the same as that of two copies of the line.

use crate::sources::provider::MemoryProvider;
use crate::{Output, assemble_raw};

/// A small random number generator that chooses the parts of a line.
struct Rng(u64);

impl Rng {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        ((self.0 >> 33) as usize) % limit
    }

    fn text(&mut self, pieces: &[&str], max: usize) -> String {
        let count = 1 + self.below(max);
        (0..count)
            .map(|_| pieces[self.below(pieces.len())])
            .collect()
    }
}

fn output(lines: &str) -> Output {
    let mut sources = MemoryProvider::default();
    let head = " processor 6502\n org $1000\nknown = $1234\nzero = 0\n";
    sources.insert("a.asm", format!("{head}{lines}later nop\n"));
    assemble_raw(&sources, "a.asm")
}

#[test]
fn a_field_after_byte_255_gives_the_same_bytes() {
    for count in [1, 240, 250, 251, 252, 253, 254, 255, 256, 257, 300] {
        let blanks = " ".repeat(count);
        let lines = [
            format!("{blanks}lda later ; c\n"),
            format!("a{blanks}lda #1\n"),
            format!(" lda{blanks}a,x\n"),
            format!(" .byte 1,{blanks}2{blanks}; c\n"),
            format!(" .byte \"b\"{blanks}; c\n"),
        ];
        let short = lines.concat().replace(&blanks, " ");
        let (long, short) = (output(&lines.concat()), output(&short));
        assert_eq!((long.exit_code, long.binary), (0, short.binary), "{count}");
    }
}

#[test]
fn a_reused_line_gives_the_same_output_as_a_fresh_one() {
    #[rustfmt::skip]
    const PIECES: [&str; 46] = [
        "5", "0", "$1f", "%101", "017", "0x2A", "'a", "\"ab\"", "known", "later", "zero", "1$", ".",
        "*", "+", "-", "/", "%", "<<", ">>", "<", ">", "=", "!=", "&", "&&", "|", "||", "^", "?", "~",
        "!", "[", "]", "(", ")", "[1+2]", "(3)", ",", ",x", ",y", " ", "#", "]d", "\x0c", "300",
    ];
    const OPERATIONS: [&str; 8] = [
        ".byte", ".word", "dc.s", "lda", "sta", "jmp", "lda.w", "bne",
    ];
    let mut random = Rng(2);
    let mut assembled = 0;
    for round in 0..20_000 {
        let operand = random.text(&PIECES, 5);
        let line = format!(
            " {} {operand}\n",
            OPERATIONS[random.below(OPERATIONS.len())]
        );
        let (looped, twice) = (
            output(&format!(" repeat 2\n{line} repend\n")),
            output(&line.repeat(2)),
        );
        let result = |output: &Output| (output.exit_code, output.binary.clone(), output.passes);
        assembled += usize::from(twice.exit_code == 0);
        assert_eq!(result(&looped), result(&twice), "round {round}: {line}");
    }
    assert!(assembled > 2_000, "only {assembled} lines assembled");
}
