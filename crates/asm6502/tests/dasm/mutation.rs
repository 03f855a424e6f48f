//! Tests that no source makes the assembler panic or hang.

use std::path::Path;

use asm6502::{Dialect, ListingMode, MemoryProvider, Options, Output, assemble};

use crate::generator::{Generator, Rng};
use crate::harness::without_notices;

/// Makes one to four random changes to the source. Each change overwrites a byte, removes or copies
/// some bytes, or inserts one of `PIECES`.
fn mutate(random: &mut Rng, source: &mut Vec<u8>) {
    const PIECES: [&[u8]; 16] = [
        b"\"",
        b"'",
        b"{1}",
        b"{",
        b"[",
        b")",
        b",",
        b" repeat 3\n",
        b" endif\n",
        b" mac m1\n",
        b"/*",
        b"*/",
        b"\xff\x80",
        b" m1 {0}\n",
        b" endm\n",
        b" align 0\n",
    ];
    for _ in 0..=random.below(4) {
        let at = random.below(source.len().max(1));
        match random.below(4) {
            0 if at < source.len() => source[at] = random.below(256) as u8,
            1 => {
                let end = (at + random.below(20)).min(source.len());
                source.drain(at.min(end)..end);
            }
            2 => {
                let end = (at + random.below(60)).min(source.len());
                let piece = source[at.min(end)..end].to_vec();
                let to = random.below(source.len() + 1);
                source.splice(to..to, piece);
            }
            _ => {
                let piece = PIECES[random.below(PIECES.len())];
                let at = at.min(source.len());
                source.splice(at..at, piece.iter().copied());
            }
        }
    }
}

/// Checks that the results of two runs are equal. `quick` was run without a listing, for which the
/// assembler uses faster code. `listed` was run with one.
fn assert_same_results(quick: &Output, listed: &Output, what: &str) {
    let results = [quick, listed].map(|run| (run.exit_code, &run.binary, run.symbol_file()));
    assert!(results[0] == results[1], "{what}: {}", quick.messages());
    let consoles = [quick, listed].map(|run| without_notices(&run.printed));
    assert!(consoles[0] == consoles[1], "{what}: console");
    assert_eq!(quick.diagnostics, listed.diagnostics, "{what}");
}

fn assemble_mutated(seed: u64, count: usize) {
    let program = std::fs::read(
        Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs/bank_game/main.asm"),
    )
    .expect("the program is there");
    println!("seed {seed}");
    for index in 0..count {
        let mut random = Rng::new(seed + index as u64);
        let mut source = match index % 4 {
            0 => program.clone(),
            _ => Generator::new(seed + index as u64).program().into_bytes(),
        };
        mutate(&mut random, &mut source);
        let mut sources = MemoryProvider::default();
        sources.insert("a.asm", &source);
        let options = Options {
            source: b"a.asm".to_vec(),
            listing: ListingMode::LastPass,
            extensions: index % 2 == 0,
            dialect: match index % 8 {
                0..4 => Dialect::V2_20_14_1,
                _ => Dialect::V2_20_16,
            },
            ..Options::default()
        };
        let output = assemble(&sources, &options);
        // The listing counts toward the limit of 256 MiB. If the run with a listing exceeded it, a
        // run without one may end differently.
        if !String::from_utf8_lossy(&output.printed).contains("256 MiB") {
            let quick = Options {
                listing: ListingMode::None,
                ..options
            };
            let quick = assemble(&sources, &quick);
            assert_same_results(&quick, &output, &format!("seed {seed} + {index}"));
        }
        // The assembler's own limits on the image (`-m`) and on the text are stricter than these
        // bounds.
        let (binary, console) = (output.binary.len(), output.printed.len());
        assert!(
            binary < 2_000_000,
            "seed {seed} + {index}: {binary} bytes of binary"
        );
        assert!(
            console < 300 << 20,
            "seed {seed} + {index}: {console} bytes of text"
        );
        let _ = (output.messages(), output.symbol_file());
    }
}

#[test]
fn mutated_sources_cause_no_panic() {
    assemble_mutated(77, 2000);
}

#[test]
#[ignore = "full: 100,000 sources take a few minutes"]
fn full_mutated_sources_cause_no_panic() {
    assemble_mutated(1_000_000, 100_000);
}
