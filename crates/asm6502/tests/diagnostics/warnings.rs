//! Tests warnings about sources that dasm accepts silently, and optional warnings.

use asm6502::{Options, Severity};

use crate::{assemble_text, build};

/// Assembles a text with all optional warnings enabled and returns the warnings.
fn all_warnings(text: &str) -> Vec<String> {
    let text = format!(" processor 6502\n org $10f0\n{text}");
    let output = build(&[("a.asm", &text)], |options| {
        options.warnings = asm6502::Warnings {
            page_crossing: true,
            unused: true,
            truncated: true,
            registers: true,
            ram: true,
        };
    });
    let warnings = output.diagnostics.iter();
    warnings.map(|warning| warning.message.clone()).collect()
}

#[test]
fn a_missing_include_is_a_warning_and_with_werror_an_error() {
    let text = " processor 6502\n org $f000\n include \"no.h\"\n nop\n";
    let output = build(&[("a.asm", text)], |_| {});
    assert_eq!(output.exit_code, 0);
    assert_eq!(output.diagnostics[0].severity, Severity::Warning);
    let strict = build(&[("a.asm", text)], |options| options.strict_dasm = true);
    assert!(strict.diagnostics.is_empty());
    let error = build(&[("a.asm", text)], |options| {
        options.warnings_as_errors = true
    });
    assert_eq!(error.exit_code, 5);
}

#[test]
fn silently_wrong_code_gives_a_warning() {
    for text in [
        " lda (5,y\n",
        " lda (5)+1,y\n",
        " lda ##5\n",
        " lda.w #5\n",
        " endif\n",
        " repend\n",
        " lda later\nlater nop\n seg.u ram\n org $80\n ds 1\n",
    ] {
        let output = assemble_text(text);
        assert_eq!(output.exit_code, 0, "{text}");
        assert!(!output.diagnostics.is_empty(), "no warning for {text}");
    }
}

#[test]
fn ordinary_code_gives_no_warning() {
    let output = assemble_text(
        "a = 5\n lda (a),y\n lda (a,x)\n lda #(a+1)*2\n jmp ($1234)\n\
         \x20.byte (1+2)*3\n if a\n endif\n",
    );
    assert!(output.diagnostics.is_empty(), "{}", output.messages());
}

#[test]
fn an_unclosed_block_gives_a_warning_at_its_beginning() {
    for (text, line) in [(" nop\n if 1\n nop\n", 4), (" repeat 2\n nop\n", 3)] {
        let output = assemble_text(text);
        assert_eq!(output.exit_code, 0);
        let warning = &output.diagnostics[0];
        assert_eq!(warning.site.line, line, "{warning}");
        assert!(warning.message.contains("without"), "{warning}");
    }
    let closed = assemble_text(" if 1\n repeat 2\n nop\n repend\n endif\n");
    assert!(closed.diagnostics.is_empty());
}

#[test]
fn lost_bits_give_a_warning_everywhere() {
    for text in [
        " .byte -200\n",
        " .word $12345\n",
        " lda #-200\n",
        " sta $12345\n",
        " ds 2,$123\n",
        " nop\n align 8,300\n",
        " org $2000,256\n",
        " .long $123456789\n",
    ] {
        let warnings = all_warnings(text);
        assert!(
            warnings
                .iter()
                .any(|warning| warning.contains("is truncated")),
            "{text}: {warnings:?}"
        );
    }
    for text in [
        " .byte 255,-128\n",
        " .word -1,$ffff\n",
        " lda #-1\n",
        " ds 2,255\n",
    ] {
        assert_eq!(all_warnings(text), [""; 0], "{text}");
    }
}

#[test]
fn branches_and_tables_that_cross_a_page_give_a_warning() {
    let table = " ldx t\nt .byte 1,2,3,4,5,6,7,8\n .byte 9,10,11,12,13,14\n";
    let warnings = all_warnings(table);
    assert!(warnings[0].contains("the table t crosses"), "{warnings:?}");
    let branch = "l ds 12\n bne l\n nop\n ldx l\n";
    assert_eq!(all_warnings(branch), [""; 0]);
    let warnings = all_warnings("l ds 14\n bne l\n");
    assert!(warnings[0].contains("crosses a page"), "{warnings:?}");
}

#[test]
fn unused_labels_give_a_warning() {
    assert_eq!(
        all_warnings("a nop\nb jmp b\n"),
        ["the label a is never used"]
    );
}

#[test]
fn werror_makes_an_error_of_any_warning_and_strict_dasm_is_silent() {
    let text = " processor 6502\n org 0\n nop\n endif\n";
    let with = |change: fn(&mut Options)| build(&[("a.asm", text)], change);
    assert_eq!(
        with(|options| options.warnings_as_errors = true).exit_code,
        5
    );
    let silent = with(|options| {
        options.strict_dasm = true;
        options.warnings_as_errors = true;
    });
    assert_eq!((silent.exit_code, silent.diagnostics.len()), (0, 0));
}

#[test]
fn blocks_that_mexit_leaves_open_are_not_blamed_on_an_include() {
    let main = " processor 6502\n org 0\n mac m\n if 1\n repeat 2\n mexit\n repend\n endif\n endm\n\
        \x20m\n include \"b.asm\"\n m\n nop\n";
    let output = build(
        &[("a.asm", main), ("b.asm", " nop\n nop\n nop\n nop\n")],
        |_| {},
    );
    assert_eq!(output.exit_code, 0);
    assert_eq!(output.messages(), "");
}
