//! Tests each change that `--dialect 2.20.16` makes. The oracle tests in `dasm/random.rs` compare
//! this dialect with dasm 2.20.16.

use asm6502::{Dialect, Format, MemoryProvider, Options, Output, SymbolOrder, assemble};

fn build(text: &str, dialect: Dialect, change: impl FnOnce(&mut Options)) -> Output {
    let mut sources = MemoryProvider::default();
    sources.insert("a.asm", format!(" processor 6502\n org $1000\n{text}"));
    sources.insert("data", "abcdefg");
    let mut options = Options {
        source: b"a.asm".to_vec(),
        format: Format::Raw,
        dialect,
        ..Options::default()
    };
    change(&mut options);
    assemble(&sources, &options)
}

/// Returns the exit code and the binary in each dialect, the older dialect first.
fn in_both_dialects(text: &str) -> [(u8, Vec<u8>); 2] {
    [Dialect::V2_20_14_1, Dialect::V2_20_16].map(|dialect| {
        let output = build(text, dialect, |_| {});
        (output.exit_code, output.binary)
    })
}

#[test]
fn incbin_takes_an_offset() {
    let [old, new] = in_both_dialects(" incbin \"data\",3\n");
    assert_eq!(old, (0, b"abcdefg".to_vec()));
    assert_eq!(new, (0, b"defg".to_vec()));
    assert_eq!(
        in_both_dialects(" incbin \"data\",99\n nop\n")[1],
        (0, vec![0xea])
    );
    assert_eq!(in_both_dialects(" incbin \"data\",-1\n")[1].0, 5);
    let [old, new] = in_both_dialects("name = \"data\"\n incbin name\n");
    assert_eq!(
        (old.0, old.1.len()),
        (0, 0),
        "the older version opens a file that is called name"
    );
    assert_eq!(new, (0, b"abcdefg".to_vec()));
}

#[test]
fn missing_files_are_errors() {
    let [old, new] = in_both_dialects(" incbin \"nix\"\n nop\n").map(|(exit_code, _)| exit_code);
    assert_eq!((old, new), (0, 2));
    let [old, new] = in_both_dialects(" include \"nix\"\n nop\n").map(|(exit_code, _)| exit_code);
    assert_eq!((old, new), (0, 3));
}

#[test]
fn setsym_takes_the_value_of_a_name_in_a_string() {
    let text = "here nop\nname = \"here\"\nx setsym name\n .word x\n";
    assert_eq!(in_both_dialects(text)[1], (0, vec![0xea, 0, 0x10]));
    let why = "the older version does not look up the string as a symbol, so x stays undefined";
    assert_eq!(in_both_dialects(text)[0].0, 3, "{why}");
    assert_eq!(in_both_dialects("x setsym 5\n nop\n")[1].0, 5);
}

#[test]
fn the_remainder_by_zero_is_an_error() {
    let [old, new] = in_both_dialects(" .byte 5 % 0\n");
    assert_eq!((old, new.0), ((0, vec![5]), 9));
}

#[test]
fn shifts_by_counts_out_of_range_keep_the_value() {
    let [old, new] = in_both_dialects(" .byte 1<<64,1<<65,[1<<-1]&1,3>>64,6>>-1,1<<63>>63&1\n");
    assert_eq!(old, (0, vec![1, 2, 0, 3, 0, 1]));
    assert_eq!(new, (0, vec![1, 1, 1, 3, 6, 1]));
    assert_eq!(in_both_dialects(" dc.l 1<<64\n")[1], (0, vec![1, 0, 0, 0]));
}

#[test]
fn incbin_needs_a_string_and_known_numbers() {
    let exits = |text| in_both_dialects(text).map(|(exit_code, _)| exit_code);
    assert_eq!(exits(" incbin data\n"), [0, 3]);
    assert_eq!(exits(" incbin \"data\",undefined\n"), [0, 26]);
    assert_eq!(exits(" incbin \"data\",-1\n"), [0, 5]);
}

#[test]
fn the_label_of_align_0_is_not_defined() {
    let exits = |text| in_both_dialects(text).map(|(exit_code, _)| exit_code);
    assert_eq!(exits("L0 align 0\n byte L0\n"), [5, 3]);
    assert_eq!(exits("L0 align 0\n"), [5, 5]);
}

#[test]
fn a_full_stack_of_values_is_an_error() {
    let text = format!(" byte {}\n", "1 ".repeat(64));
    let [old, new] = in_both_dialects(&text);
    assert_eq!((old, new.0), ((0, vec![0]), 7));
}

#[test]
fn large_operands_are_errors_only_with_the_strict_flag() {
    let [old, new] = in_both_dialects("x = $10005\n jmp x\n");
    assert_eq!((old.0, new), (5, (0, vec![0x4c, 5, 0])));
    let strict = build("x = $10005\n jmp x\n", Dialect::V2_20_16, |options| {
        options.strict = true
    });
    assert_eq!(strict.exit_code, 5);
}

#[test]
fn names_can_contain_braces() {
    let text = "q,\"{\",\"\" = 3\nname = \"q{\"\nx setsym name\n .byte x\n";
    assert_eq!(in_both_dialects(text)[1], (0, vec![3]));
}

#[test]
fn exceeding_the_size_limit_has_another_exit_code() {
    let [old, new] = in_both_dialects(" ds 700000\n").map(|(exit_code, _)| exit_code);
    assert_eq!((old, new), (38, 39));
}

#[test]
fn symbols_sort_by_whole_values_and_by_definition() {
    let text = "b = 2\na = -1\nc = $100000005\n";
    let order = |order| {
        let output = build(text, Dialect::V2_20_16, |options| {
            options.symbol_order = order
        });
        let names = output.symbols().into_iter().map(|symbol| symbol.name);
        names.collect::<String>()
    };
    assert_eq!(order(SymbolOrder::Value), "abc");
    assert_eq!(order(SymbolOrder::Definition), "bac");
}
