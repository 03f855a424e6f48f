//! Tests the parts of a message: file, line, column, excerpt, advice, and the chain of macros and
//! includes.

mod beginners;
mod program;
mod warnings;

use std::cell::RefCell;
use std::collections::HashMap;

use asm6502::{ListingMode, MemoryProvider, Options, Output, SourceProvider, assemble};

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

fn assemble_text(text: &str) -> Output {
    build(
        &[("a.asm", &format!(" processor 6502\n org $f000\n{text}"))],
        |_| {},
    )
}

#[test]
fn an_error_names_line_column_and_excerpt() {
    let output = assemble_text("\tnop\n\tldq #5 ; typo\n");
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
    let output = assemble_text("\tldq\t#5\n");
    assert_eq!(output.diagnostics[0].column, Some(2));
}

#[test]
fn an_error_among_comments_shows_its_own_line() {
    let output = assemble_text("/*\n; a\n; b */ lda #300\n; c\n");
    let error = &output.diagnostics[0];
    assert_eq!((error.site.line, error.column), (5, Some(12)));
    assert_eq!(error.excerpt.as_deref(), Some("; b */ lda #300"));

    let output = assemble_text(" mac foo\n nop\n; first\n; second\n; third");
    let error = &output.diagnostics[0];
    assert_eq!(error.site.line, 3);
    assert_eq!(error.excerpt.as_deref(), Some(" mac foo"));
}

#[test]
fn a_long_loop_of_unlisted_blank_lines_is_aborted() {
    let blank_lines = "\n".repeat(16_000);
    let text = format!(" processor 6502\n list off\n repeat 1000\n{blank_lines} repend\n");
    let output = build(&[("a.asm", &text)], |options| {
        options.listing = ListingMode::LastPass;
    });
    assert!(output.aborted, "16 million statements are too many");
}

#[test]
fn a_macro_error_names_its_own_line_and_all_calls() {
    let output = assemble_text(
        " mac inner\n nop\n bad {1}\n endm\n mac outer\n inner {1}\n endm\n outer 5\n",
    );
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
    let output = assemble_text("playerX = $80\n lda #1\n sta plaierX\n");
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
fn the_message_about_a_far_branch_has_the_distance() {
    let output = assemble_text("far nop\n ds 200\n bne far\n");
    let error = &output.diagnostics[0];
    assert!(error.message.contains("-203 bytes"), "{error}");
}

#[test]
fn extensions_need_their_option() {
    let text = " processor 6502\n org 0\n if 0\n nop\n elif 1\n inx\n else\n iny\n endif\n\
        \x20assert 1 == 1\n";
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
    let text = " processor 6502\n seg.u ram\n org $80\nv ds 1\n seg code\n org $1000\n rorg $f000\n\
        s lda v\n nop\n";
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

#[test]
fn a_name_that_is_only_tested_or_printed_is_not_reported() {
    let output = assemble_text(" ifconst nowhere\n endif\n echo nothing\n jmp nix\n");
    let messages: Vec<_> = output
        .diagnostics
        .iter()
        .map(|error| &error.message)
        .collect();
    assert_eq!(messages, ["the symbol nix is not defined"]);
}

#[test]
fn a_macro_has_precedence_over_an_extension() {
    let text = " processor 6502\n org 0\n mac assert\n .byte 7\n endm\n\
        \x20mac ifdef\n .byte {1}\n endm\n \
                mac elif\n .byte 9\n endm\n assert 0\n ifdef 8\n elif\n";
    let output = build(&[("a.asm", text)], |options| options.extensions = true);
    assert_eq!((output.exit_code, &output.binary[2..]), (0, &[7, 8, 9][..]));
}

#[test]
fn incbin_takes_offset_and_length_with_extensions() {
    let text = " processor 6502\n org 0\n incbin \"data\",2,3\n incbin \"data\",5\n";
    let files = [("a.asm", text), ("data", "abcdefg")];
    let output = build(&files, |options| options.extensions = true);
    assert_eq!(output.binary[2..], *b"cdefg");
    assert_eq!(output.dependencies, [&b"a.asm"[..], b"data"]);
}

#[test]
fn a_diagnostic_is_one_object_of_json() {
    let output = assemble_text(" bogus \"x\"\n");
    let json = output.diagnostics[0].json();
    for part in [
        r#""severity":"error","code":10,"#,
        r#""file":"a.asm","line":3,"column":2"#,
        r#""excerpt":" bogus \"x\"","#,
        r#""notes":[]}"#,
    ] {
        assert!(json.contains(part), "{part} is not in {json}");
    }
}

#[test]
fn cycles_are_before_the_label_column() {
    let text =
        " processor 6502\n org $10f0\nl lda $1234,x\n lda $1200,x\n bne l\n nop\n sta $1234,x\n";
    let output = build(&[("a.asm", text)], |options| {
        options.cycles = true;
        options.listing = ListingMode::LastPass;
    });
    let listing = String::from_utf8_lossy(&output.listing).into_owned();
    let rows: Vec<&str> = listing.lines().skip(3).collect();
    for (row, cycles) in rows.iter().zip(["4+", "4", "2/3", "2", "5"]) {
        // The first two words are the line number and the address.
        let mut words = row.split_whitespace().skip(2);
        assert!(words.any(|word| word == cycles), "{row}: {cycles}");
    }
}

#[test]
fn popping_from_an_empty_value_stack_is_an_error() {
    let output = assemble_text(&format!(" dc.b {}]d\n", ",".repeat(64)));
    assert_ne!(output.exit_code, 0);
}

#[test]
fn a_built_label_that_is_too_long_is_an_error() {
    let arguments = ",x".repeat(5100);
    let output = assemble_text(&format!("x = -2147483648\nl{arguments},\"\" nop\n"));
    assert_eq!(output.exit_code, 38, "{}", output.messages());
    assert!(output.messages().contains("32768"), "{}", output.messages());
}

#[test]
fn only_lines_with_an_instruction_have_cycles() {
    let text = " processor 6502\n org $1000\n lda later\n list off\n inc later\n list on\n\
        here = 1\nlater lda #1\n lda 1\n";
    let output = build(&[("a.asm", text)], |options| {
        options.cycles = true;
        options.listing = ListingMode::LastPass;
    });
    let listing = String::from_utf8_lossy(&output.listing).into_owned();
    let shown: Vec<Vec<&str>> = (listing.lines())
        .map(|row| row.split_whitespace().skip(2).collect())
        .collect();
    assert_eq!(shown[1], ["processor", "6502"], "{listing}");
    let row = shown.iter().find(|row| row.contains(&"here"));
    assert_eq!(
        row.expect("the listing has the line")[..],
        ["00", "01", "here", "=", "1"]
    );
}

/// A provider of files that can be read only once, like pipes.
struct Pipes(RefCell<HashMap<Vec<u8>, Vec<u8>>>);

impl SourceProvider for Pipes {
    fn read(&self, name: &[u8]) -> Option<Vec<u8>> {
        Some(self.0.borrow_mut().remove(name).unwrap_or_default())
    }
}

#[test]
fn a_run_that_ends_in_its_first_pass_reads_its_sources_once() {
    let main = " processor 6502\n org $1000\n lda later\n include \"b.asm\"\nlater nop\n";
    let files = [("a.asm", main), ("b.asm", " lda #1\n err\n")];
    let listed = |options: &mut Options| options.listing = ListingMode::LastPass;
    let expected = build(&files, listed);
    let contents = files.map(|(name, text)| (name.into(), text.into()));
    let mut options = Options {
        source: b"a.asm".to_vec(),
        ..Options::default()
    };
    listed(&mut options);
    let output = assemble(&Pipes(RefCell::new(HashMap::from(contents))), &options);
    assert_ne!(output.exit_code, 0);
    assert_eq!(output.exit_code, expected.exit_code);
    assert_eq!(output.binary, expected.binary);
    let listing = String::from_utf8_lossy(&output.listing);
    assert!(listing.contains("lda\t#1"), "{listing}");
    assert_eq!(listing, String::from_utf8_lossy(&expected.listing));
    assert_eq!(output.dependencies, [&b"a.asm"[..], b"b.asm"]);
}

#[test]
fn messages_are_the_same_with_and_without_a_listing() {
    let reversed = " org $1000\n two v\n";
    let large = " two v\n two v\n two v\n";
    for (text, excerpt) in [(reversed, " org $1000"), (large, " lda v")] {
        let text =
            format!("v = $80\n mac two\n lda {{1}}\n nop\n endm\n two v\n org $1004\n{text}");
        let text = format!(" processor 6502\n org $1000\n{text}");
        let [unlisted, listed] = [ListingMode::None, ListingMode::LastPass].map(|listing| {
            build(&[("a.asm", &text)], |options| {
                options.listing = listing;
                options.address_limit = 0x100b;
            })
        });
        assert_ne!(unlisted.exit_code, 0, "{text}");
        assert_eq!(unlisted.exit_code, listed.exit_code);
        assert_eq!(unlisted.diagnostics, listed.diagnostics);
        let shown = unlisted.diagnostics[0].excerpt.as_deref();
        assert_eq!(shown, Some(excerpt), "{}", unlisted.messages());
    }
}

#[test]
fn a_long_line_is_cut_around_the_fault() {
    let sum = "1+".repeat(5_000);
    let output = assemble_text(&format!(" dc.l {sum}nix,{sum}1\n"));
    let text = output.messages();
    assert!(text.len() < 600, "{text}");
    let error = &output.diagnostics[0];
    let (excerpt, column) = (error.excerpt.as_deref(), error.column);
    let (excerpt, column) = excerpt.zip(column).expect("the excerpt and its column");
    assert!(excerpt[column - 1..].starts_with("nix"), "{text}");
}

#[test]
fn a_line_with_a_fault_is_reported_once() {
    for (text, message) in [
        (" byte “abc”\n", "the character “ is not ASCII"),
        (" lda #0FFh\n", "syntax error in '#0FFh'"),
        (" byte \"abc\n", "the string is not closed"),
        (" sta $80 // five\n", "an operator lacks an operand"),
    ] {
        let output = assemble_text(text);
        let messages: Vec<&str> = output
            .diagnostics
            .iter()
            .map(|diagnostic| &*diagnostic.message)
            .collect();
        assert_eq!(messages, [message]);
        assert_eq!(output.diagnostics[0].site.line, 3);
    }
    let output = assemble_text(" lda #0FFh\n jmp FFh\n");
    assert_eq!(output.diagnostics.len(), 2, "{}", output.messages());
}

#[test]
fn limits_are_named_in_plain_words() {
    let brackets = format!(" byte {}1+2{}\n", "[".repeat(32), "]".repeat(32));
    let long = format!(" byte {}1\n", "1+".repeat(20_000));
    for (text, message) in [
        (
            &*brackets,
            "more than 32 operators and brackets are pending",
        ),
        (&*long, "a line of more than 32768 characters"),
        (
            " mac m\n lda {1}\n endm\n m {1}\n",
            "a macro argument that contains itself",
        ),
        (" align 0\n", "alignment value must not be zero"),
        (" byte 300\n", "the value 300 does not fit in a byte"),
        ("e eqm e+1\n byte e\n", "an EQM text uses its own name"),
    ] {
        let output = assemble_text(text);
        let last = output
            .diagnostics
            .last()
            .map(|diagnostic| &*diagnostic.message);
        assert_eq!(last, Some(message), "{}", output.messages());
    }
}
