//! Tests the reports on a program's banks, segments, cycles and pages, and the warnings that go
//! with them.

use asm6502::{Format, MemoryProvider, Options, Output, assemble};

const VCS_H: &str = " seg.u registers\n org 0\nVSYNC ds 1\nWSYNC ds 1\n seg\n";

fn build(text: &str, change: impl FnOnce(&mut Options)) -> Output {
    let mut sources = MemoryProvider::default();
    sources.insert("a.asm", format!(" processor 6502\n{text}"));
    sources.insert("vcs.h", VCS_H);
    let mut options = Options {
        source: b"a.asm".to_vec(),
        format: Format::Raw,
        map: true,
        ..Options::default()
    };
    change(&mut options);
    assemble(&sources, &options)
}

fn warnings(text: &str, change: impl FnOnce(&mut Options)) -> Vec<String> {
    let output = build(text, change);
    assert_eq!(output.exit_code, 0, "{}", output.messages());
    let diagnostics = output.diagnostics.into_iter();
    diagnostics
        .map(|warning| format!("{}: {}", warning.site.line, warning.message))
        .collect()
}

const TWO_BANKS: &str = " seg.u ram\n org $80\nv ds 10\n seg code\n org $1000\n rorg $f000\n\
    \x20ds 100\n rend\n org $2000\n rorg $f000\n nop\n org $2ffc\n rorg $fffc\n word 0,0\n";

#[test]
fn usage_lists_used_and_free_bytes_of_banks_and_segments() {
    let usage = build(TWO_BANKS, |options| options.stack_reserve = 8).usage;
    let usage = usage.expect("the usage was requested");
    let banks = usage.banks.iter();
    let banks: Vec<_> = banks
        .map(|bank| (bank.bank, bank.address, bank.used, bank.free))
        .collect();
    assert_eq!(banks, [(0, 0xf000, 100, 3996), (1, 0xf000, 5, 4091)]);
    let ram = &usage.segments[0];
    assert_eq!((ram.name.as_str(), ram.uninitialized), ("ram", true));
    assert_eq!((ram.first, ram.end, ram.used), (0x80, 0x8a, 10));
    assert_eq!(ram.free, Some(0xf8 - 0x8a));
    assert_eq!(usage.segments[1].free, None);
}

#[test]
fn the_map_lists_the_usage_of_banks_and_segments() {
    let map = build(TWO_BANKS, |_| {}).map.expect("the map was requested");
    assert!(
        map.contains(r#"{"bank":1,"address":61440,"used":5,"free":4091}"#),
        "{map}"
    );
    assert!(
        map.contains(r#""name":"ram","uninitialized":true,"first":128,"end":138"#),
        "{map}"
    );
}

#[test]
fn variables_beyond_page_zero_cause_a_warning() {
    let program = |count: u32| {
        format!(" seg.u ram\n org $80\na ds 4\nb ds {count}\n seg code\n org $f000\n lda a\n")
    };
    let check = |count, reserve| {
        warnings(&program(count), |options| {
            options.warnings.ram = true;
            options.stack_reserve = reserve;
        })
    };
    assert_eq!(check(124, 0), [""; 0]);
    assert_eq!(
        check(126, 0),
        ["5: the segment ram reaches $101, 2 bytes beyond $ff"]
    );
    assert_eq!(check(118, 6), [""; 0]);
    let stack = "5: the segment ram reaches $fa; the stack needs the last 6 bytes up to $ff";
    assert_eq!(check(119, 6), [stack]);
}

#[test]
fn unused_labels_of_headers_cause_no_warning() {
    let program = " include \"vcs.h\"\n org $f000\nStart sta WSYNC\nUnused nop\n jmp Start\n";
    let found = warnings(program, |options| options.warnings.unused = true);
    assert_eq!(found, ["5: the label Unused is never used"]);
}

#[test]
fn cycles_are_summed_between_two_labels() {
    let program = " org $f0f0\nA lda #1\n sta $02\n beq B\nB lda $f0ff,x\n rts\nC nop\n";
    let output = build(program, |options| options.timings = true);
    let sum = |from, to| {
        let sum = output.cycles_between(from, to)?;
        Some((sum.min, sum.max))
    };
    assert_eq!(sum("A", "B"), Some((7, 8)));
    assert_eq!(sum("A", "C"), Some((17, 19)));
    assert_eq!(sum("C", "A"), Some((0, 0)));
    assert_eq!(sum("A", "nowhere"), None);
}

#[test]
fn marked_addresses_must_be_on_one_page() {
    let program = |start: &str| {
        format!(
            " org {start}\nloop dex\n bne loop\n samepage loop\n rts\n\
             T hex 01 02\n samepage T,*-1\n"
        )
    };
    let extensions = |options: &mut Options| options.extensions = true;
    let output = build(&program("$f000"), extensions);
    assert_eq!(output.exit_code, 0, "{}", output.messages());
    let marks = output.page_marks.iter();
    let marks: Vec<_> = marks.map(|mark| (mark.site.line, mark.addresses)).collect();
    assert_eq!(marks, [(5, (0xf000, 0xf003)), (8, (0xf004, 0xf005))]);

    let output = build(&program("$f0fe"), extensions);
    assert_eq!(output.exit_code, 5);
    let lines: Vec<u32> = output
        .diagnostics
        .iter()
        .map(|error| error.site.line)
        .collect();
    assert_eq!(lines, [5]);
    assert!(output.page_marks[0].is_violated() && !output.page_marks[1].is_violated());
}

#[test]
fn a_macro_named_samepage_replaces_the_directive() {
    let with_macro = " mac samepage\n if >{1} != >{2}\n err\n endif\n endm\n org $f000\nx nop\n \
        samepage x,*\n";
    for extensions in [false, true] {
        let output = build(with_macro, |options| options.extensions = extensions);
        assert_eq!(output.exit_code, 0, "{}", output.messages());
        assert_eq!(output.page_marks.len(), 0);
    }
}
