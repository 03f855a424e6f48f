//! Runs random programs in Thumb and ARM state. After every instruction, compares the registers,
//! the status register and the instruction's memory writes with those of the emulator unicorn.
//! `tests/data/arm/PROVENANCE.md` describes how the test vectors were generated.

mod choose;
mod memory;
mod program;
mod random;

use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use program::Program;
use std::{
    collections::BTreeMap,
    fs::File,
    io::{BufRead, BufReader, Read, Write},
    path::PathBuf,
    process::{ChildStdin, ChildStdout, Command, Stdio},
};
use support::Start;

/// Number of instructions in a program.
const PROGRAM_LENGTH: usize = 200;
/// Minimum number of instructions in the test vectors in `tests/data/arm`.
const VECTOR_INSTRUCTIONS: u64 = 1_000_000;
/// Minimum number of instructions in the full comparison.
const FULL_INSTRUCTIONS: u64 = 100_000_000;

fn vector_file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/arm/random.txt.gz")
}

#[test]
fn random_programs_equal_the_vectors() {
    let mut text = String::new();
    let file = File::open(vector_file()).expect("the vectors");
    GzDecoder::new(file)
        .read_to_string(&mut text)
        .expect("text");
    let mut instructions = 0;
    for line in text.lines() {
        let (seed, rest) = line.split_once(' ').expect("three columns");
        let (count, digest) = rest.split_once(' ').expect("three columns");
        let program = Program::new(seed.parse().expect("a seed"), PROGRAM_LENGTH);
        assert_eq!(program.instruction_count.to_string(), count, "seed {seed}");
        assert_eq!(
            program.digest(),
            digest,
            "seed {seed}; `oracle_random_programs_equal_unicorn` with SEED={seed} shows where"
        );
        instructions += u64::from(program.instruction_count);
    }
    assert!(instructions >= VECTOR_INSTRUCTIONS);
}

/// Tests that the generator reaches every kind of instruction.
#[test]
fn random_programs_use_all_instructions() {
    let mut thumb = BTreeMap::<u32, u32>::new();
    let mut arm = BTreeMap::<u32, u32>::new();
    for seed in 0..400 {
        for (_, opcode) in Program::new(seed, PROGRAM_LENGTH).listing {
            match opcode >> 16 {
                0 => *thumb.entry(opcode >> 11).or_default() += 1,
                _ => *arm.entry(opcode >> 25 & 7).or_default() += 1,
            }
        }
    }
    for format in (0..0x1f).filter(|format| ![0x1b, 0x1d].contains(format)) {
        assert!(
            thumb.get(&format) > Some(&10),
            "Thumb {format:#x}: {thumb:?}"
        );
    }
    for group in 0..6 {
        assert!(arm.get(&group) > Some(&10), "ARM {group}: {arm:?}");
    }
}

#[test]
#[ignore = "needs Python with unicorn"]
fn oracle_random_programs_equal_unicorn() {
    let seed = std::env::var("SEED").map(|seed| seed.parse().expect("a number"));
    match seed {
        Ok(seed) => drop(compare(&mut Oracle::new(&[]), seed)),
        Err(_) => compare_many(1 << 32, VECTOR_INSTRUCTIONS),
    }
}

#[test]
#[ignore = "needs Python with unicorn, and half an hour"]
fn full_random_programs_equal_unicorn() {
    compare_many(1 << 33, FULL_INSTRUCTIONS);
}

#[test]
#[ignore = "needs Python with unicorn; writes tests/data/arm"]
fn oracle_vectors_are_written() {
    let mut oracle = Oracle::new(&[]);
    let mut text = String::new();
    let mut instructions = 0;
    for seed in 0.. {
        let program = compare(&mut oracle, seed);
        let (count, digest) = (program.instruction_count, program.digest());
        text += &format!("{seed} {count} {digest}\n");
        instructions += u64::from(count);
        if instructions >= VECTOR_INSTRUCTIONS {
            break;
        }
    }
    let file = File::create(vector_file()).expect("a new vector file");
    let mut encoder = GzEncoder::new(file, Compression::best());
    encoder.write_all(text.as_bytes()).expect("a written file");
    encoder.finish().expect("a written file");
}

/// Compares programs with the oracle, one for each seed from `first_seed` on, until they have
/// executed at least `min_instructions` instructions in total.
fn compare_many(first_seed: u64, min_instructions: u64) {
    let mut oracle = Oracle::new(&[]);
    let mut instructions = 0;
    for seed in first_seed.. {
        instructions += u64::from(compare(&mut oracle, seed).instruction_count);
        if instructions >= min_instructions {
            println!(
                "{} programs, {instructions} instructions",
                seed - first_seed + 1
            );
            return;
        }
    }
}

/// Runs the program of a seed and compares its digest with the oracle's. If they differ, panics and
/// shows the first instruction after which the states differ.
fn compare(oracle: &mut Oracle, seed: u64) -> Program {
    let program = Program::new(seed, PROGRAM_LENGTH);
    let digest = oracle.run(&program);
    if digest != program.digest() {
        panic_with_difference(seed, &program);
    }
    program
}

/// Panics, and shows the first instruction after which the states differ.
fn panic_with_difference(seed: u64, program: &Program) -> ! {
    let states = Oracle::new(&["states"]).run(program);
    let ours: String = program
        .states
        .iter()
        .flatten()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    let mut start = 0;
    for (index, state) in program.states.iter().enumerate() {
        let end = start + 2 * state.len();
        let unicorn_state = states.get(start..end);
        if unicorn_state != Some(&ours[start..end]) {
            for (address, opcode) in &program.listing[..index] {
                println!("{address:#x} {opcode:#010x}");
            }
            let (address, opcode) = program.listing[index];
            panic!(
                "seed {seed}, instruction {index}: {opcode:#010x} at {address:#x}\n\
                 \x20 before {:?}\n    ours {}\n unicorn {}",
                index.checked_sub(1).map(|before| format_words(
                    &program.states[before]
                        .iter()
                        .map(|b| format!("{b:02x}"))
                        .collect::<String>()
                )),
                format_words(&ours[start..end]),
                unicorn_state.map_or("stopped".into(), format_words),
            );
        }
        start = end;
    }
    panic!(
        "seed {seed}: unicorn executed more instructions: {}",
        &states[start.min(states.len())..]
    );
}

/// Reverses the bytes of each word in a hexadecimal dump of little-endian words, so that the words
/// read as numbers.
fn format_words(hexadecimal: &str) -> String {
    let byte = |at: usize| &hexadecimal[at..at + 2];
    let word = |at: usize| [byte(at + 6), byte(at + 4), byte(at + 2), byte(at)].concat();
    let words: Vec<String> = (0..hexadecimal.len() / 8)
        .map(|index| word(8 * index))
        .collect();
    words.join(" ")
}

/// A Python process that runs programs in unicorn.
struct Oracle {
    _child: support::Program,
    input: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Oracle {
    fn new(arguments: &[&str]) -> Oracle {
        let script = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/unicorn/oracle.py");
        let mut child = Command::new("python3")
            .arg(script)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .start();
        Oracle {
            input: child.stdin(),
            answers: BufReader::new(child.stdout()),
            _child: child,
        }
    }

    fn run(&mut self, program: &Program) -> String {
        self.input
            .write_all(&program.bytes())
            .expect("a running script");
        self.input.flush().expect("a running script");
        let mut line = String::new();
        self.answers.read_line(&mut line).expect("an answer");
        line.trim_end().to_owned()
    }
}
