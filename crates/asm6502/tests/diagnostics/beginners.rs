//! Tests the messages about mistakes that dasm reports unclearly or not at all. Each message must
//! name the fault or say how to fix it.

use asm6502::{Define, Options, assemble_raw};

use crate::{assemble_text, build};

/// Assembles a text after PROCESSOR and ORG statements, and returns the messages.
fn messages(text: &str) -> String {
    assemble_text(text).messages()
}

#[test]
fn each_mistake_is_explained() {
    let mistakes = [
        (
            " lda #%102\n",
            "a binary number has only the digits 0 and 1",
        ),
        (" lda #$GG\n", "a $ begins a hexadecimal number"),
        (" STA $CTRLPF\n", "for a name write CTRLPF"),
        (" lda #08\n", "is octal; write 8"),
        (" hex 123\n", "the number of hexadecimal digits is odd"),
        (" include my file.inc\n", "in quotation marks"),
        (" include \"a\\\\b.inc\"\n", "use / to separate"),
        (" lda #1 sta $80\n", "put sta on the next"),
        (" lda\u{a0}#1\n", "no-break space"),
        (" lda #1\u{a0}\n", "no-break space"),
        (" SLEEP 10\n", "include \"macro.h\""),
        (" CLEAN_START\n", "include \"macro.h\""),
        (" asl a\n", "remove the a"),
        (" inc a\n", "use clc and adc #1"),
        (" lda ($80), y\n", "without a blank"),
        (" lda #(5+3\n", "add the )"),
        (" lda #5,x\n", "the index makes this an address"),
        (" lda [$80],y\n", "[ ] only group"),
        (" jmp [$1000]\n", "[ ] only group"),
        (" lda $80,1\n", "the text after the comma has no effect"),
        (" lda #010\n", "is octal"),
        (" lda $80,x,y\n", "only the last index counts"),
        (" dc.b 1,2,\n", "another element, 0"),
        (
            " mac two\n byte {1},{2}\n endm\n two 1,2,3\n",
            "two uses 2 of its 3 arguments",
        ),
        (
            " jmp ($f0ff)\n",
            "reads the high byte of this pointer from $f000",
        ),
        (" bra $f000\n", "the 6502 has no bra"),
        (" stz $80\n", "use lda #0 and sta"),
        (" phx\n", "use txa or tya, then pha"),
        (" ply\n", "use pla, then tax or tay"),
        (" tsb $80\n", "an instruction of the 65C02"),
        (" lda $80 # comment\n", "comments begin with ;"),
        (" .byte \"AB\" \"C\"\n", "a comma between the strings"),
        (" lda #%1111_0000\n", "remove the _ between the digits"),
        (" lda #$12_AB\n", "remove the _ between the digits"),
        (" pha pla\n", "put pla on the next"),
        (" jsr\n", "add the operand"),
        (" echo \"too small\"\n err\n", "ECHO: too small"),
        (
            " repeat n-1\n nop\n repend\nn = 3\n",
            "the count of this REPEAT is negative",
        ),
        (
            "n setstr \"abc\"\n",
            "SETSTR puts quotes around its text itself",
        ),
    ];
    for (text, expected) in mistakes {
        let found = messages(text);
        assert!(found.contains(expected), "{text}: {found}");
    }
    for text in [
        " lda #00\n",
        " lda #007\n",
        " lda #0\n",
        " lda [5+1]*2,x\n",
        " lda #',\n",
    ] {
        assert_eq!(messages(text), "", "{text}");
    }
    let found = messages(" lda loc_1 2\n");
    assert!(
        found.contains("error") && !found.contains("remove the _"),
        "{found}"
    );
}

#[test]
fn a_missing_origin_is_reported_without_its_consequences() {
    let text = " processor 6502\nstart lda later\n jmp start\nlater nop\n";
    let output = build(&[("a.asm", text)], |_| {});
    assert_eq!(output.exit_code, 3);
    assert_eq!(output.diagnostics.len(), 1, "{}", output.messages());
    assert!(output.messages().contains("no ORG before the first byte"));
}

#[test]
fn bytes_in_ram_and_a_vector_outside_the_cartridge_are_reported() {
    let raw = |text: &str| {
        let text = format!(" processor 6502\n{text}");
        let output = build(&[("a.asm", &text)], |options| {
            options.format = asm6502::Format::Raw
        });
        assert_eq!(output.exit_code, 0, "{}", output.messages());
        output.messages()
    };
    let end = "start nop\n org $fffc\n .word start,start\n";
    let text = raw(&format!(" org $80\nscore ds 1\n org $f000\n{end}"));
    assert!(
        text.contains("from $0080 to $ffff") && text.contains("SEG.U ram"),
        "{text}"
    );
    let text = raw(" org $f000\nstart nop\n org $fffa\n .word start,0,0\n");
    assert!(
        text.contains("the reset vector at $fffc is $0000"),
        "{text}"
    );
    let right = format!(" seg.u ram\n org $80\nscore ds 1\n seg code\n org $f000\n{end}");
    assert_eq!(raw(&right), "");
}

#[test]
fn a_branch_that_is_too_far_has_no_second_message() {
    let text = " processor 6502\n org $f000\nfar ds 200,$ea\n bne far\n";
    let output = build(&[("a.asm", text)], |options| {
        options.warnings.page_crossing = true;
    });
    assert_eq!(output.diagnostics.len(), 1, "{}", output.messages());
}

#[test]
fn a_message_has_the_path_that_was_read() {
    let files = [
        (
            "src/main.asm",
            " processor 6502\n org $f000\n include \"kernel.asm\"\n",
        ),
        ("src/kernel.asm", " lda nothing\n"),
    ];
    let output = build(&files, |options| {
        options.include_dirs = vec![b"src/".to_vec()];
    });
    let error = &output.diagnostics[0];
    assert_eq!(error.site.file, "src/kernel.asm");
    assert!(error.json().contains("\"file\":\"src/kernel.asm\""));
    let printed = String::from_utf8_lossy(&output.printed);
    assert!(
        !printed.contains("src/kernel.asm"),
        "the message in dasm's format must not contain the folder: {printed}"
    );
}

#[test]
fn a_missing_processor_is_reported_once() {
    let text = " org $f000\n lda #1\n sta $80\n rts\n";
    let output = build(&[("a.asm", text)], |_| {});
    assert_eq!(output.diagnostics.len(), 1, "{}", output.messages());
    let lines = String::from_utf8_lossy(&output.printed)
        .matches("Unknown Mnemonic")
        .count();
    assert_eq!(lines, 3, "dasm prints a line for each instruction");
}

#[test]
fn the_message_about_an_invalid_define_names_it() {
    for text in ["1.aa", "1+", "1 2", "("] {
        let define = Define {
            name: b"X".to_vec(),
            text: text.into(),
            macro_text: false,
        };
        let files = [("a.asm", " processor 6502\n org $f000\n lda #X\n")];
        let output = build(&files, |options| options.defines = vec![define]);
        assert_ne!(output.exit_code, 0, "{text}");
        let expected = format!("-DX={text}");
        assert!(
            output.messages().contains(&expected),
            "{}",
            output.messages()
        );
    }
}

#[test]
fn a_source_that_dasm_would_mostly_ignore_is_an_error() {
    let text = " processor 6502\n org $f000\n lda #1\n";
    let utf16 = |to_bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        text.encode_utf16().flat_map(to_bytes).collect()
    };
    let run = |content: &[u8], strict: bool| {
        let mut sources = asm6502::MemoryProvider::default();
        sources.insert("a.asm", content);
        let options = Options {
            source: b"a.asm".to_vec(),
            format: asm6502::Format::Raw,
            strict_dasm: strict,
            ..Options::default()
        };
        asm6502::assemble(&sources, &options)
    };
    let with_bom = [b"\xff\xfe".to_vec(), utf16(u16::to_le_bytes)].concat();
    assert_eq!(run(&with_bom, false).binary, [0xa9, 1]);
    let with_bom = [b"\xfe\xff".to_vec(), utf16(u16::to_be_bytes)].concat();
    assert_eq!(run(&with_bom, false).binary, [0xa9, 1]);
    for content in [
        utf16(u16::to_le_bytes),
        text.replace('\n', "\r").into_bytes(),
    ] {
        let output = run(&content, false);
        assert_eq!(output.exit_code, 2);
        assert!(
            output.messages().contains("save the file"),
            "{}",
            output.messages()
        );
        assert_eq!(run(&content, true).exit_code, 0, "dasm accepts this source");
    }
}

#[test]
fn the_assemblers_own_headers_are_used_if_there_are_no_others() {
    let text = " processor 6502\n include \"vcs.h\"\n include \"MACRO.H\"\n org $f000\n SLEEP 5\n \
                VERTICAL_SYNC\n CLEAN_START\n sta COLUBK\n bit CXPPMM\n lda INTIM\n";
    let output = build(&[("a.asm", text)], |options| {
        options.format = asm6502::Format::Raw
    });
    assert_eq!(output.exit_code, 0, "{}", output.messages());
    assert_eq!(
        output
            .messages()
            .matches("comes with the assembler")
            .count(),
        2
    );
    assert_eq!(
        output.binary[..3],
        [0x04, 0x00, 0xea],
        "SLEEP 5: nop 0 and nop"
    );
    assert_eq!(
        output.binary[output.binary.len() - 7..],
        [0x85, 9, 0x24, 7, 0xad, 0x84, 2]
    );
    let output = build(&[("a.asm", text)], |options| {
        options.warnings_as_errors = true
    });
    assert_eq!(output.exit_code, 0, "a note is not an error");
    let user_files = [
        (
            "a.asm",
            " processor 6502\n include \"vcs.h\"\n org 0\n byte COLUBK\n",
        ),
        ("vcs.h", "COLUBK = 3\n"),
    ];
    let output = build(&user_files, |options| options.format = asm6502::Format::Raw);
    assert_eq!(
        (output.binary.as_slice(), output.diagnostics.len()),
        (&[3][..], 0)
    );
    let strict = build(&user_files[..1], |options| options.strict_dasm = true);
    assert_eq!(strict.exit_code, 3, "--strict-dasm does not provide vcs.h");
}

#[test]
fn a_table_ends_at_align_and_org() {
    for between in [
        " align 256\n",
        " org $f100\n",
        " rorg $f100\n",
        " seg code\n org $f100\n",
    ] {
        let text =
            format!(" processor 6502\n org $f0f0\nT byte 1,2\n{between} byte 3,4\n lda T,x\n");
        let output = build(&[("a.asm", &text)], |options| {
            options.warnings.page_crossing = true;
        });
        assert_eq!(output.messages(), "", "{between}");
    }
    let mut sources = asm6502::MemoryProvider::default();
    sources.insert("a.asm", " processor 6502\n org $f0ff\nT byte 1,2\n");
    assert_eq!(assemble_raw(&sources, "a.asm").binary, [1, 2]);
}
