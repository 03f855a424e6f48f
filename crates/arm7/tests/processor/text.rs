//! Tests that the assembler and the disassembler of `text` are inverses of each other.

use arm7::text::{assemble, disassemble};

/// Every opcode's disassembly assembles back to that opcode.
#[test]
fn every_opcode_round_trips() {
    let mut non_instructions = 0;
    for opcode in 0..0x1_0000 {
        let text = disassemble(opcode, 0, 0x800);
        non_instructions += u32::from(text.starts_with(".half"));
        let bytes = assemble(&text, 0x800).unwrap_or_else(|error| panic!("{opcode:#06x}: {error}"));
        assert_eq!(bytes, (opcode as u16).to_le_bytes(), "{opcode:#06x} {text}");
    }
    let expected = 64 // comparisons of two low registers by the form for high ones
        + 256 - 16 // 0x47xx except BX
        + 4096 - 256 - 511 - 511 // 0xbxxx except changes of SP, PUSH and POP
        + 16 // empty register lists
        + 256 // 0xdexx
        + 2048 + 4096; // the suffix of BLX, the halves of BL
    assert_eq!(non_instructions, expected);
}

#[test]
fn bl_round_trips() {
    for (text, expected) in [
        ("bl 0x800", [0xf7ff, 0xfffe]),
        ("bl 0x804", [0xf000, 0xf800]),
        ("bl 0x400802", [0xf3ff, 0xffff]),
    ] {
        let bytes = assemble(text, 0x800).expect(text);
        let halves = [0, 2].map(|at| u32::from(u16::from_le_bytes([bytes[at], bytes[at + 1]])));
        assert_eq!(halves, expected, "{text}");
        assert_eq!(disassemble(halves[0], halves[1], 0x800), text);
    }
}

#[test]
fn literals_are_placed_in_the_next_pool() {
    let source = "
        .equ BASE, 0x40000000
start:  ldr r0, =BASE+0x100     ; a literal
        ldr r1, =start+1        @ another
        bl  start
        .pool
        .byte 1, 2, 3
        .align 4
end:    .word end, start-end
    ";
    let expected = [
        0x01, 0x48, 0x02, 0x49, 0xff, 0xf7, 0xfc, 0xff, // instructions
        0x00, 0x01, 0x00, 0x40, 0x01, 0x80, 0x00, 0x00, // literals
        0x01, 0x02, 0x03, 0x00, // bytes
        0x14, 0x80, 0x00, 0x00, 0xec, 0xff, 0xff, 0xff, // words
    ];
    assert_eq!(assemble(source, 0x8000).expect("a program"), expected);
}

#[test]
fn errors_name_the_line() {
    for (source, expected) in [
        (
            "nop\nmoves r0, #1",
            "line 2: there is no such instruction: moves r0, #1",
        ),
        (
            "movs r0, #256",
            "line 1: these operands do not fit, or one is out of range: movs r0, #256",
        ),
        (
            "movs r8, #1",
            "line 1: these operands do not fit, or one is out of range: movs r8, #1",
        ),
        (
            "b nowhere",
            "line 1: these operands do not fit, or one is out of range: b nowhere",
        ),
        ("a:\na: nop", "line 2: this name is defined twice: a: nop"),
        (".wrd 1", "line 1: there is no such directive: .wrd 1"),
        (
            ".word b",
            "line 1: this is neither a number nor a name: .word b",
        ),
    ] {
        let error = assemble(source, 0).expect_err(source);
        assert_eq!(error.to_string(), expected);
    }
}
