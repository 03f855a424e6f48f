//! Compares this assembler's results with dasm's for operands of all forms, for values that are
//! defined later, and for sources in unusual encodings. The exit code and the binary must equal
//! dasm's, even if the source has errors.

use std::ops::Range;
use std::path::Path;

use asm6502::{Format, ListingMode, Options, SymbolOrder, assemble};

use crate::generator::Rng;
use crate::harness::{Folder, run_dasm};

/// Number of differences after which the comparison stops.
const MAX_FAILURES: usize = 20;

/// Compares the results for the sources that `source` generates from these seeds. `strict` turns on
/// `--strict-dasm`. Without this option, the assembler rejects some encodings.
fn compare(seeds: Range<u64>, strict: bool, source: fn(&mut Rng) -> Vec<u8>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let mut failures = Vec::new();
    let (mut compared, mut assembled) = (0, 0);
    for seed in seeds {
        let text = source(&mut Rng::new(seed));
        std::fs::write(folder.path().join("t.asm"), &text).expect("the folder can be written");
        let variant = (Format::Raw, SymbolOrder::Name);
        let Some(expected) = run_dasm(folder.path(), "t.asm", variant, scratch.path()) else {
            continue;
        };
        let (exit_code, binary) = run_asm6502(folder.path(), strict);
        compared += 1;
        assembled += u64::from(exit_code == 0);
        if (exit_code, &binary) != (expected.exit_code, &expected.binary) {
            failures.push(format!(
                "seed {seed}: status {exit_code} instead of {}, {binary:02x?} instead of {:02x?}\n{}",
                expected.exit_code,
                expected.binary,
                String::from_utf8_lossy(&text)
            ));
        }
        if failures.len() >= MAX_FAILURES {
            break;
        }
    }
    println!("{assembled} of {compared} sources assemble");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(assembled * 10 >= compared, "too few sources assemble");
}

fn run_asm6502(folder: &Path, strict: bool) -> (i32, Vec<u8>) {
    let options = Options {
        source: b"t.asm".to_vec(),
        format: Format::Raw,
        listing: ListingMode::LastPass,
        strict_dasm: strict,
        ..Options::default()
    };
    let output = assemble(&Folder(folder.to_path_buf()), &options);
    (i32::from(output.exit_code), output.binary)
}

const HEADER: &str = " processor 6502\n org $1000\n";

const OPERATIONS: [&str; 20] = [
    "lda",
    "sta",
    "jmp",
    "asl",
    "ldx",
    "stx",
    "inc",
    "bne",
    "nop",
    "lax",
    "cmp",
    "lda.w",
    "lda.b",
    "sty",
    "byte",
    "word",
    "dc.l",
    "ds 1,",
    "align 4,",
    "rorg $1000+",
];

const VALUES: [&str; 6] = ["$80", "$1234", "lab", "later", "zp", "5"];

const SHAPES: [&str; 24] = [
    "@", "#@", "(@)", "(@,x)", "(@),y", "@,x", "@,y", "[@]", "#<@", "#>@", "(@),x", "(@,y)", "@,",
    "@,,x", ",@", "#@,", "(@", "@)", "(@)+1", "@,@", "@ @", "", "@,#", "##@",
];

const PIECES: [&str; 35] = [
    "$80", "$1234", "lab", "later", "0", "5", "[5]", "(", "(", ")", "[", "]", ",", ",", ",x", ",y",
    " ,x", ", x", ",Y", " ", "  ", "#", "!=", "!", "+", "-", "<", ">", "*", ".", "\"a\"", "'a",
    "zp", "%1", "~",
];

/// Returns an operand: either a common form with up to two mistakes, or a sequence of random
/// pieces.
fn operand(random: &mut Rng) -> String {
    if random.chance(40) {
        let count = 1 + random.below(4);
        return (0..count).map(|_| random.pick(&PIECES)).collect();
    }
    let value = random.pick(&VALUES);
    let mut text = random.pick(&SHAPES).replace('@', value);
    for _ in 0..random.below(3) {
        let at = random.below(text.len() + 1);
        match random.below(4) {
            0 if at < text.len() => drop(text.remove(at)),
            1 if at < text.len() => {
                let doubled = text[at..=at].to_owned();
                text.insert_str(at, &doubled);
            }
            _ => text.insert_str(at, random.pick(&PIECES)),
        }
    }
    text
}

/// Returns a program with one random operand. The operand never ends with `!`, because dasm would
/// then read on into what an earlier line has left in its buffer.
fn source_with_operand(random: &mut Rng) -> Vec<u8> {
    let operation = random.pick(&OPERATIONS);
    let mut operand = operand(random);
    while operand.trim_end().ends_with('!') {
        operand.push('=');
    }
    format!("{HEADER}zp = $80\nlab nop\n {operation} {operand}\nlater nop\n").into_bytes()
}

/// Returns a program whose counts, sizes and conditions use values that are defined later.
fn source_with_later_values(random: &mut Rng) -> Vec<u8> {
    let mut text = HEADER.to_owned();
    for index in 0..1 + random.below(4) {
        let name = random.pick(&["f0", "f1", "f2", "lab", "end"]);
        let offset = random.pick(&[
            "", "-1", "-2", "+1", "-5", "-$1000", "&3", "*2", ">>1", "-*",
        ]);
        let value = format!("{name}{offset}");
        let line = match random.below(14) {
            0..3 => format!(" repeat f{}{offset}\n nop\n repend\n", random.below(3)),
            3 => format!(" ds {value}&7\n"),
            4 => format!(" ds 2,{value}\n"),
            5 => format!(" align 3,{value}\n"),
            6 => format!(" align {value}&6|1,5\n"),
            7 => format!(" if {value}\n lda #1\n else\n ldx #2\n inx\n endif\n"),
            8 => format!(" ifconst {value}\n nop\n endif\n"),
            9 => format!(" lda {value}\n"),
            10 => format!(" word {value}\n"),
            11 => format!("c{index} = {value}\n"),
            12 => format!("s{index} set {value}\n byte <s{index}\n"),
            _ => format!(" rorg {value}\nr{index} lda r{index}\n rend\n"),
        };
        text.push_str(&line);
        if random.chance(40) {
            text.push_str("lab");
            text.push_str(if index == 0 { "" } else { "x" });
            text.push_str(&"y".repeat(index));
            text.push_str(" nop\n");
        }
    }
    for name in ["f0", "f1", "f2"] {
        text.push_str(&format!("{name} = {}\n", random.below(6)));
    }
    text.push_str("end nop\n");
    text.into_bytes()
}

/// Returns a small program with the line endings, stray bytes and encodings that various systems
/// and editors produce.
fn source_in_odd_encoding(random: &mut Rng) -> Vec<u8> {
    let lines = [
        " processor 6502",
        " org $1000",
        "lab lda #1 ; one",
        " byte \"a b\",2",
        "\tsta\t$80",
        "",
        "x = 5",
    ];
    let ending = random.pick(&["\n", "\r\n", "\n", "\r\n", "\r", "\n\r"]);
    let mut text = lines.join(ending).into_bytes();
    if random.chance(70) {
        text.extend_from_slice(ending.as_bytes());
    }
    let stray: [&[u8]; 9] = [
        b"\0",
        b"\x80",
        b"\xa0",
        b"\xc2\xa0",
        b"\xff",
        b"\x1a",
        b"\x0c",
        b"\r",
        b"\xe2\x80\x9c",
    ];
    for _ in 0..random.below(3) {
        let at = random.below(text.len() + 1);
        let bytes = stray[random.below(stray.len())];
        text.splice(at..at, bytes.iter().copied());
    }
    match random.below(12) {
        0 => [&b"\xef\xbb\xbf"[..], &text].concat(),
        1 => text.iter().flat_map(|&byte| [byte, 0]).collect(),
        2 => [
            &b"\xff\xfe"[..],
            &text.iter().flat_map(|&byte| [byte, 0]).collect::<Vec<_>>(),
        ]
        .concat(),
        _ => text,
    }
}

#[test]
fn operands_of_all_shapes_match_dasm() {
    compare(1..501, false, source_with_operand);
}

#[test]
fn values_defined_later_match_dasm() {
    compare(1..501, false, source_with_later_values);
}

#[test]
fn odd_encodings_match_dasm() {
    compare(1..501, true, source_in_odd_encoding);
}

#[test]
#[ignore = "full: 20,000 sources take a few minutes"]
fn full_operands_of_all_shapes_match_dasm() {
    compare(1_000..21_000, false, source_with_operand);
}

#[test]
#[ignore = "full: 20,000 sources take a few minutes"]
fn full_values_defined_later_match_dasm() {
    compare(1_000..21_000, false, source_with_later_values);
}

#[test]
#[ignore = "full: 20,000 sources take a few minutes"]
fn full_odd_encodings_match_dasm() {
    compare(1_000..21_000, true, source_in_odd_encoding);
}
