//! Random sources assemble as with dasm.

use crate::generator::Generator;
use crate::harness::{VARIANTS, dasm, difference, ours};

/// Failing programs that are shown before the comparison gives up.
const MOST_FAILURES: usize = 20;

/// Compares that many programs; each seed is printed, a failing one with its source.
fn compare(first_seed: u64, count: u64) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, content: &[u8]| {
        std::fs::write(folder.path().join(name), content).expect("the folder can be written");
    };
    write(
        "g_inc.asm",
        b" nop ; in\nincl subroutine\n.x lda #5\n if 1\n lda k1\n",
    );
    write("g_bin.bin", &[0, 1, 2, 3, 4, 5, 6]);
    println!("seeds {first_seed} to {}", first_seed + count - 1);
    let mut failures = Vec::new();
    for seed in first_seed..first_seed + count {
        let source = Generator::new(seed).program();
        write("t.asm", source.as_bytes());
        let variant = VARIANTS[(seed % 3) as usize];
        let Some(reference) = dasm(folder.path(), "t.asm", variant, scratch.path()) else {
            continue;
        };
        let run = ours(folder.path(), "t.asm", variant);
        if let Some(difference) = difference(&run, &reference) {
            failures.push(format!("seed {seed}, {variant:?}: {difference}\n{source}"));
        }
        if failures.len() >= MOST_FAILURES {
            break;
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn random_sources_equal_dasm() {
    compare(1, 150);
}

#[test]
#[ignore = "full: 20,000 programs take some minutes"]
fn full_random_sources_equal_dasm() {
    compare(10_000, 20_000);
}
