//! Compares this assembler with dasm on sources with invisible or unusual bytes: various line
//! endings, a last line without a line ending, NUL, Latin-1.

use crate::harness::{VARIANTS, difference, run_asm6502, run_dasm};

/// Assembles a source with this assembler and with dasm, and checks that the results are equal.
/// Failure messages refer to the source as `what`.
fn compare(what: &str, source: &[u8]) {
    let root = tempfile::tempdir().expect("a temporary folder");
    let folder = root.path().join("sources");
    // Both assemblers run in `sources` and search for includes in `../include`.
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    std::fs::create_dir_all(root.path().join("include")).expect("the folder can be made");
    std::fs::write(folder.join("t.asm"), source).expect("the folder can be written");
    let scratch = tempfile::tempdir().expect("a temporary folder");
    for variant in VARIANTS {
        let reference =
            run_dasm(&folder, "t.asm", variant, scratch.path()).expect("dasm does not crash");
        let difference = difference(&run_asm6502(&folder, "t.asm", variant), &reference);
        let difference = difference.unwrap_or_default();
        assert!(difference.is_empty(), "{what} {variant:?}: {difference}");
    }
}

/// Calls [`compare`] for a program that consists of PROCESSOR, ORG and `lines`.
fn compare_program(lines: &[u8]) {
    let source = [b" processor 6502\n org $1000\n", lines].concat();
    compare(&String::from_utf8_lossy(lines), &source);
}

#[test]
fn the_last_line_may_lack_a_line_ending() {
    support::needs!("dasm");
    let endings: [&[u8]; 14] = [
        b" nop",
        b" nop ;",
        b" nop ; x",
        b" nop ; xy  ",
        b" nop ;\r",
        b";",
        b" nop /* c */",
        b" nop /*",
        b" mac m ;c\n nop ;d\n endm;",
        b" mac m;\n nop ;d\n endm\n m;",
        b" lda #1;\r\n;\r\n;",
        b" .byte \"abc",
        b" .byte 1,'",
        b" nop\n\x1a",
    ];
    for ending in endings {
        compare_program(ending);
    }
    let long = [b" .byte 1".as_slice(), &b",1".repeat(200)].concat();
    for ending in [&b";"[..], b" ;c", b" ;c\r", b"\r", b" ;\n", b"\n"] {
        compare_program(&[&long, ending].concat());
    }
}

#[test]
fn odd_bytes_have_the_same_meaning_as_in_dasm() {
    support::needs!("dasm");
    let lines: [&[u8]; 8] = [
        b" nop\0 hidden\nla\0b nop\n .byte 1 ; c\0d\n\0\n nop\n",
        b"\x0c\n nop\x0c\n\x0clab nop\n lda\x0b#1\n",
        b"l\xe9\tlda #1 ; \x80\n .byte \"\xe9\x80\xff\",'\xe9\n",
        b" nop\r\r\n lda #1\r ; c\n .byte 1\r/* c */\n",
        b" incdir sub\n include \"\"\n incbin \"\"\n nop\n",
        b" include \"\"\n nop\n",
        b"\tlda\t\t#1\t\t\t; tabs   and   blanks\t\n  \t nop\t;x\n;\t\tcol\n\t;\tx\ty\n",
        b" lda #'\"\n lda #'\\\n .byte \"\\n\",'\\,\"\\\\\"\n .byte \"tab\there\"\n",
    ];
    for text in lines {
        compare_program(text);
    }
}

#[test]
fn a_dot_without_a_suffix_is_listed() {
    support::needs!("dasm");
    let lines: [&[u8]; 4] = [
        b" lda. 5\n nop.\n nop.;c\n nop. /* c */\nx set. 5\n byte. 5\n",
        b" mac m\n nop.\n lda. {1}\n endm\n m. 1\n.x nop.\n",
        b" if. 1\n endif.\n if 0\n nop.\n endif\n",
        b" lda.\n .byte. 5\ny =. 5\n",
    ];
    for text in lines {
        compare_program(text);
    }
}

#[test]
fn a_loop_may_begin_among_comments() {
    support::needs!("dasm");
    compare_program(b"/*\n; a\n; b */ repeat 2\n; c\n nop\n repend\n lda #300\n foo\n");
    compare_program(b"/*\n\n\n;\n; b */ repeat 3\n; c\n\n repend\n; d\n lda #300\n");
}

#[test]
fn a_source_written_under_dos_matches_dasm() {
    support::needs!("dasm");
    let path = "tests/programs/disassembly/main.asm";
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let text = std::fs::read_to_string(path).expect("the program is there");
    assert!(
        text.contains("generated"),
        "the program does not contain the word `generated`"
    );
    let mut source = Vec::new();
    for line in text.lines() {
        let mut words = line.split("generated");
        source.extend_from_slice(words.next().unwrap_or_default().as_bytes());
        for word in words {
            source.extend_from_slice(b"gener\xf6ted");
            source.extend_from_slice(word.as_bytes());
        }
        source.extend_from_slice(b"\r\n");
    }
    source.push(0x1a);
    compare("dos", &source);
}

/// Tests rare forms of lines for which the random tests once found a difference from dasm.
#[test]
fn lines_found_at_random_match_dasm() {
    support::needs!("dasm");
    let lines: [&[u8]; 22] = [
        b" repeat un-1\n nop\n repend\nun = 3\n",
        b" repeat un-2\n nop\n repend\n nop\nun = 2\n",
        b"table = $1003\n lda table,,x\n",
        b" lda $80,\n",
        b"foo jmp foo,\n",
        b" asl $80,\n",
        b" lda $80,#\n",
        b"lab ldx lab,\n",
        b"lab bne lab,\n",
        b" rorg $f000,\n nop\n",
        b" byte ($80 ,x)\n",
        b" lda ,$80\n",
        b" nop\n align 3,fw\n nop\nfw = 7\n",
        b" dc.s $10000\n",
        b" dc.s $1234\n",
        b"n setstr \"abc\"\n .byte n\n",
        b"n setstr abc\n .byte n\n",
        b" lda foo\x80bar\n",
        b" .byte \"a\x80b\",(\n",
        b" bogus\x80 \x80x\n",
        b"y5 = 3\n lda (5),y5\n",
        b"later = 3\n lda (later),Ylater\n",
    ];
    for line in lines {
        compare_program(line);
    }
}
