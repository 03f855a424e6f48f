//! Compares this assembler's results for random sources with dasm's.

use std::ops::Range;
use std::path::Path;

use asm6502::{Dialect, Format, SymbolOrder};
use tempfile::TempDir;

use crate::generator::Generator;
use crate::harness::{
    Run, VARIANTS, difference, run_asm6502, run_asm6502_as, run_dasm, run_reference,
};
use crate::tidy::Tidy;

/// Number of failed programs after which the comparison stops.
const MAX_FAILURES: usize = 20;

/// Creates a folder with the files that the programs include.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, content: &[u8]| {
        std::fs::write(folder.path().join(name), content).expect("the folder can be written");
    };
    write(
        "g_inc.asm",
        b" nop ; in\nincl subroutine\n.x lda #5\n if 1\n lda k1\n",
    );
    write("g_bin.bin", &[0, 1, 2, 3, 4, 5, 6]);
    folder
}

/// Returns the program for a seed. Every third seed produces a tidy program (see `tidy.rs`).
fn program(seed: u64) -> String {
    let source = match seed % 3 {
        0 => Tidy::new(seed).program(),
        _ => Generator::new(seed).program(),
    };
    match seed % 16 {
        15 => with_long_comments(&source),
        _ => source,
    }
}

/// The result of comparing one program.
struct Comparison {
    difference: Option<String>,
    /// True if dasm wrote past the end of its stack, which makes its result undefined.
    undefined: bool,
    /// Whether the reference assembler assembles the program without errors. `None` if the program
    /// is not counted, because it is allowed to fail.
    assembles: Option<bool>,
}

/// Compares this assembler with a reference assembler on the programs for these seeds. If any
/// results differ, fails and prints the seeds and sources of those programs. Also fails if fewer
/// than 70 percent of the tidy programs assemble, or if the results differ for more than 1 percent
/// of all programs because dasm's result is undefined.
fn compare(
    seeds: Range<u64>,
    mut run_both: impl FnMut(&Path, &str, (Format, SymbolOrder)) -> Option<Comparison>,
) {
    let folder = folder();
    println!("seeds {seeds:?}");
    let mut failures = Vec::new();
    let (mut programs, mut undefined) = (0, 0);
    let (mut tidy_programs, mut assembled) = (0, 0);
    for seed in seeds {
        let source = program(seed);
        std::fs::write(folder.path().join("t.asm"), &source).expect("the folder can be written");
        let variant = VARIANTS[(seed / 3 % 3) as usize];
        let Some(comparison) = run_both(folder.path(), &source, variant) else {
            continue;
        };
        programs += 1;
        if seed % 3 == 0
            && let Some(assembles) = comparison.assembles
        {
            tidy_programs += 1;
            assembled += u64::from(assembles);
        }
        match comparison.difference {
            None => {}
            Some(_) if comparison.undefined => undefined += 1,
            Some(difference) => {
                failures.push(format!("seed {seed}, {variant:?}: {difference}\n{source}"));
            }
        }
        if failures.len() >= MAX_FAILURES {
            break;
        }
    }
    println!("{programs} programs; {undefined} differ because dasm wrote beyond its stack");
    println!("{assembled} of {tidy_programs} tidy programs assemble");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(undefined * 100 <= programs, "too many undefined results");
    assert!(
        assembled * 100 >= tidy_programs * 70,
        "only {assembled} of {tidy_programs} tidy programs assemble"
    );
}

/// Compares all results with those of Debian's dasm.
fn compare_with_dasm(seeds: Range<u64>) {
    let scratch = tempfile::tempdir().expect("a temporary folder");
    compare(seeds, |folder, source, variant| {
        let mut reference = run_dasm(folder, "t.asm", variant, scratch.path())?;
        let mut run = run_asm6502(folder, "t.asm", variant);
        if source.contains("mexit") {
            drop_unpredictable_lines(&mut run.console);
            drop_unpredictable_lines(&mut reference.console);
        }
        Some(Comparison {
            difference: difference(&run, &reference),
            undefined: overflowed_the_stack(&run),
            assembles: Some(reference.exit_code == 0),
        })
    });
}

/// The environment variable that holds the path of dasm 2.20.16.
const NEWER_DASM: &str = "DASM_2_20_16";

/// Compares all results with those of dasm 2.20.16, except the console text, and except the
/// listings of failed runs: this assembler omits some lines of both.
fn compare_with_newer_dasm(seeds: Range<u64>) {
    let program = std::env::var(NEWER_DASM)
        .unwrap_or_else(|_| panic!("set {NEWER_DASM} to the path of dasm 2.20.16"));
    let scratch = tempfile::tempdir().expect("a temporary folder");
    compare(seeds, |folder, source, variant| {
        let mut reference = run_reference(&program, folder, "t.asm", variant, scratch.path())
            .unwrap_or_else(|error| panic!("{NEWER_DASM}: {program}: {error}"))?;
        let mut run = run_asm6502_as(Dialect::V2_20_16, folder, "t.asm", variant);
        let success = reference.exit_code == 0;
        for run in [&mut run, &mut reference] {
            run.console.clear();
            if !success {
                run.listing.clear();
            }
        }
        Some(Comparison {
            difference: difference(&run, &reference),
            undefined: overflowed_the_stack(&run),
            assembles: (!pads_to_zero(source)).then_some(success),
        })
    });
}

/// Returns true if a tidy program calls the macro `PADTO` with a divisor of zero. dasm 2.20.16
/// reports that as an error, because the macro computes a remainder.
fn pads_to_zero(source: &str) -> bool {
    let words: Vec<&str> = source.split_whitespace().collect();
    let mut pairs = words.windows(2);
    pairs.any(|pair| pair[0].ends_with("PADTO") && pair[1].starts_with("0,"))
}

/// Inserts about 7,000 bytes of comments after each line of a program, so that the program does not
/// fit in a single read buffer.
fn with_long_comments(source: &str) -> String {
    let comments = format!("; {}\n", "far apart ".repeat(30)).repeat(24);
    let lines = source.split_inclusive('\n');
    lines.flat_map(|line| [line, comments.as_str()]).collect()
}

/// Returns true if an expression contained a binary operator for which the operator stack had no
/// room. dasm then writes past the end of its stack. Depending on what it overwrites, it reports an
/// error, crashes, or continues normally.
fn overflowed_the_stack(run: &Run) -> bool {
    run.exit_code == 39 && run.messages.contains("operators and brackets are pending")
}

/// Removes console lines that dasm does not print in every run. If a MEXIT leaves a block open,
/// dasm may mistake that block for one of a later macro call. This depends on the memory address
/// that dasm allocates for the later call, and thus even on the length of the output file's path.
fn drop_unpredictable_lines(console: &mut Vec<u8>) {
    let text = String::from_utf8_lossy(console);
    let kept = text
        .lines()
        .filter(|line| !matches!(*line, "too many endif's" | "no repeat"));
    *console = kept.collect::<Vec<_>>().join("\n").into_bytes();
}

#[test]
fn random_sources_match_dasm() {
    support::needs!("dasm");
    compare_with_dasm(1..301);
}

#[test]
#[ignore = "full: 20,000 programs take a few minutes"]
fn full_random_sources_match_dasm() {
    support::needs!("dasm");
    compare_with_dasm(10_000..30_000);
}

#[test]
#[ignore = "oracle: needs the path of dasm 2.20.16 in DASM_2_20_16"]
fn oracle_random_sources_match_newer_dasm() {
    compare_with_newer_dasm(1..2001);
}

#[test]
#[ignore = "oracle: needs the path of dasm 2.20.16 in DASM_2_20_16; compares 20,000 programs"]
fn oracle_full_random_sources_match_newer_dasm() {
    compare_with_newer_dasm(10_000..30_000);
}
