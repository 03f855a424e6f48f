//! What a reader is told: place, column, excerpt, advice, chain.

use asm6502::{MemoryProvider, Options, Output, Severity, assemble};

fn build(files: &[(&str, &str)], change: impl FnOnce(&mut Options)) -> Output {
    let mut sources = MemoryProvider::default();
    for (name, text) in files {
        sources.insert(name, text);
    }
    let mut options = Options {
        source: files[0].0.as_bytes().to_vec(),
        ..Options::default()
    };
    change(&mut options);
    assemble(&sources, &options)
}

fn source(text: &str) -> Output {
    build(
        &[("a.asm", &format!(" processor 6502\n org $f000\n{text}"))],
        |_| {},
    )
}

#[test]
fn an_error_names_line_column_and_excerpt() {
    let output = source("\tnop\n\tldq #5 ; typo\n");
    let error = &output.diagnostics[0];
    assert_eq!(
        (error.site.file.as_str(), error.site.line, error.column),
        ("a.asm", 4, Some(2))
    );
    assert_eq!(error.excerpt.as_deref(), Some("\tldq #5 ; typo"));
    assert!(
        error
            .help
            .as_deref()
            .is_some_and(|help| help.contains("lda")),
        "{error}"
    );
    assert_eq!(output.exit_code, 5);
}

#[test]
fn a_macro_error_names_its_own_line_and_all_calls() {
    let output =
        source(" mac inner\n nop\n bad {1}\n endm\n mac outer\n inner {1}\n endm\n outer 5\n");
    let error = &output.diagnostics[0];
    assert_eq!(
        (error.site.line, error.excerpt.as_deref()),
        (5, Some(" bad 5"))
    );
    let calls: Vec<u32> = error.notes.iter().map(|note| note.site.line).collect();
    assert_eq!(calls, [8, 10], "{error}");
}

#[test]
fn an_unresolved_name_shows_its_use_and_similar_names() {
    let output = source("playerX = $80\n lda #1\n sta plaierX\n");
    let error = &output.diagnostics[0];
    assert_eq!((error.site.line, error.column), (5, Some(6)), "{error}");
    assert!(
        error
            .help
            .as_deref()
            .is_some_and(|help| help.contains("playerX")),
        "{error}"
    );
    assert_eq!(output.exit_code, 3);
}

#[test]
fn a_far_branch_tells_the_distance() {
    let output = source("far nop\n ds 200\n bne far\n");
    let error = &output.diagnostics[0];
    assert!(error.message.contains("-203 bytes"), "{error}");
}

#[test]
fn a_missing_include_is_a_warning_and_an_error_if_asked() {
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
fn silent_wrong_code_is_warned_of() {
    for text in [
        " lda (5,y\n",
        " lda (5)+1,y\n",
        " lda ##5\n",
        " lda.w #5\n",
        " endif\n",
        " repend\n",
        " lda later\nlater nop\n seg.u ram\n org $80\n ds 1\n",
    ] {
        let output = source(text);
        assert_eq!(output.exit_code, 0, "{text}");
        assert!(!output.diagnostics.is_empty(), "no warning for {text}");
    }
}

#[test]
fn ordinary_code_is_not_warned_of() {
    let output = source(
        "a = 5\n lda (a),y\n lda (a,x)\n lda #(a+1)*2\n jmp ($1234)\n .byte (1+2)*3\n if a\n endif\n",
    );
    assert!(output.diagnostics.is_empty(), "{}", output.messages());
}

#[test]
fn extensions_work_only_when_asked_for() {
    let text = " processor 6502\n org 0\n if 0\n nop\n elif 1\n inx\n else\n iny\n endif\n assert 1 == 1\n";
    let output = build(&[("a.asm", text)], |options| options.extensions = true);
    assert_eq!(
        (output.exit_code, &output.binary[2..]),
        (0, &[0xe8][..]),
        "{}",
        output.messages()
    );
    let plain = build(&[("a.asm", text)], |_| {});
    assert_eq!(plain.exit_code, 5);
    let failing = " processor 6502\n org 0\n assert later == 5, \"no\"\n nop\nlater nop\n";
    let output = build(&[("a.asm", failing)], |options| options.extensions = true);
    assert_eq!(output.exit_code, 5, "{}", output.messages());
}

#[test]
fn the_map_ties_bytes_to_lines() {
    let text = " processor 6502\n seg.u ram\n org $80\nv ds 1\n seg code\n org $1000\n rorg $f000\ns lda v\n nop\n";
    let output = build(&[("a.asm", text)], |options| options.map = true);
    let map = output.map.unwrap_or_default();
    for part in [
        r#""name":"v","scope":null,"value":128,"known":true,"kind":"variable""#,
        r#""name":"s","scope":null,"value":61440,"known":true,"kind":"label","bank":0"#,
        r#""offset":2,"bank":0,"address":61442,"length":1,"file":"a.asm","line":9"#,
    ] {
        assert!(map.contains(part), "{part} is not in\n{map}");
    }
}
