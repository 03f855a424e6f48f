//! Compares the processor with bus cycles measured on the transistor-level 6502, for all opcodes,
//! documented or not. `tests/data/6502/PROVENANCE.md` describes the data.

use flate2::read::GzDecoder;
use serde::Deserialize;
use std::{
    collections::HashMap,
    fs::File,
    io::{BufRead, BufReader, Read},
    path::{Path, PathBuf},
};
use vcs::{
    cpu::{Bus, Cpu, Registers},
    fast::{Code, InstructionBus, Past, run_instructions},
};

#[derive(Deserialize)]
struct State {
    pc: u16,
    s: u8,
    a: u8,
    x: u8,
    y: u8,
    p: u8,
    #[serde(default)]
    ram: Vec<(u16, u8)>,
}

#[derive(Deserialize)]
struct Case {
    name: String,
    initial: State,
    #[serde(rename = "final")]
    end: Option<State>,
    cycles: Vec<(u16, u8, String)>,
    /// The first cycle in which RDY is low, and the number of cycles for which it stays low.
    #[serde(default, rename = "low")]
    rdy_low: (usize, usize),
    #[serde(default)]
    fetches: Vec<usize>,
    instructions: Option<u32>,
}

#[derive(Deserialize)]
struct Reset {
    name: String,
    s_at_release: u8,
    cycles: Vec<(u16, u8, String)>,
    sync: Vec<usize>,
    #[serde(rename = "final")]
    end: State,
}

impl State {
    fn registers(&self) -> Registers {
        Registers {
            pc: self.pc,
            a: self.a,
            x: self.x,
            y: self.y,
            s: self.s,
            p: self.p,
        }
    }
}

/// Memory that records its accesses.
#[derive(Default)]
struct Memory {
    bytes: HashMap<u16, u8>,
    log: Vec<(u16, u8, String)>,
    rdy_low: bool,
}

impl Bus for Memory {
    fn read(&mut self, address: u16) -> u8 {
        let data = self.bytes.get(&address).copied().unwrap_or(0);
        self.log.push((address, data, "read".into()));
        data
    }

    fn write(&mut self, address: u16, data: u8) {
        self.bytes.insert(address, data);
        self.log.push((address, data, "write".into()));
    }

    fn rdy(&self) -> bool {
        !self.rdy_low
    }
}

/// A bus that stops the processor after `remaining` more instructions.
struct Instructions<'a> {
    memory: &'a mut Memory,
    remaining: u32,
}

impl InstructionBus for Instructions<'_> {
    fn start(&mut self, pc: u16, _: u8) -> Option<Code> {
        self.remaining = self.remaining.checked_sub(1)?;
        Some(Code {
            opcode: self.memory.read(pc),
            operand: 0,
        })
    }

    fn read(&mut self, _: Past, address: u16) -> u8 {
        self.memory.read(address)
    }

    fn write(&mut self, _: Past, address: u16, data: u8) {
        self.memory.write(address, data);
    }

    fn write_last(&mut self, _: Past, address: u16, data: u8, pc: u16) -> u16 {
        self.memory.write(address, data);
        pc
    }

    fn read_code(&mut self, pc: u16, _: u8) -> u8 {
        self.memory.read(pc)
    }

    fn refuse(&mut self) {
        self.remaining = 0;
    }

    fn finish(self) {}
}

fn check(case: &Case) -> Result<(), String> {
    let mut memory = Memory {
        bytes: case.initial.ram.iter().copied().collect(),
        ..Memory::default()
    };
    let mut cpu = Cpu::with_registers(case.initial.registers());
    let mut fetches = Vec::new();
    let (first_low, count) = case.rdy_low;
    for cycle in 0..case.cycles.len() {
        memory.rdy_low = (first_low..first_low + count).contains(&cycle);
        if cpu.sync() {
            fetches.push(cycle);
        }
        cpu.cycle(&mut memory);
    }
    check_equal("cycles", &memory.log, &case.cycles)?;
    let Some(end) = &case.end else {
        return Ok(());
    };
    for &(address, data) in &end.ram {
        check_equal(
            &format!("byte at {address:04x}"),
            &memory.bytes[&address],
            &data,
        )?;
    }
    if !case.fetches.is_empty() {
        check_equal("opcode fetches", &fetches, &case.fetches)?;
    }
    let (got, mut expected) = (*cpu.registers(), end.registers());
    if cpu.jammed() {
        // When the processor has jammed, its program counter is not visible outside the chip.
        expected.pc = got.pc;
    } else {
        check_equal("end of instruction", &cpu.at_instruction(), &true)?;
    }
    check_equal("registers", &got, &expected)?;
    check_whole_instructions(case, &memory, &cpu)
}

/// Runs the case in whole instructions. The accesses and the final state of the processor must be
/// the same as in the run cycle by cycle.
fn check_whole_instructions(
    case: &Case,
    stepped_memory: &Memory,
    stepped: &Cpu,
) -> Result<(), String> {
    if stepped.jammed() {
        return Ok(());
    }
    let mut memory = Memory {
        bytes: case.initial.ram.iter().copied().collect(),
        ..Memory::default()
    };
    let mut cpu = Cpu::with_registers(case.initial.registers());
    run_instructions(
        &mut cpu,
        Instructions {
            memory: &mut memory,
            remaining: case.instructions.unwrap_or(1),
        },
    );
    check_equal(
        "cycles of whole instructions",
        &memory.log,
        &stepped_memory.log,
    )?;
    check_equal("processor after whole instructions", &cpu, stepped)
}

fn check_equal<T: PartialEq + std::fmt::Debug>(
    what: &str,
    got: &T,
    expected: &T,
) -> Result<(), String> {
    if got == expected {
        return Ok(());
    }
    Err(format!(
        "{what}\n  expected {expected:?}\n  got      {got:?}"
    ))
}

fn data_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/6502")
}

/// Returns the repository's file with this name, and all files with the same format in the folder
/// named by `CROWNHEAD_EXTRA_VECTORS`. Files of cases and sequences end in `.jsonl` or `.jsonl.gz`,
/// files of resets in `.json`.
fn files(name: &str) -> Vec<PathBuf> {
    let is_jsonl = |path: &Path| path.to_string_lossy().contains(".jsonl");
    let mut files = vec![data_folder().join(name)];
    if let Some(extra) = std::env::var_os("CROWNHEAD_EXTRA_VECTORS") {
        collect_files(&Path::new(&extra).join("6502"), &mut files);
    }
    let wants_jsonl = is_jsonl(Path::new(name));
    files.retain(|path| is_jsonl(path) == wants_jsonl);
    files
}

/// Collects all vector files below a folder, which may be missing.
fn collect_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = path.to_string_lossy();
        if path.is_dir() {
            collect_files(&path, files);
        } else if [".jsonl", ".jsonl.gz", ".json"]
            .iter()
            .any(|ending| name.ends_with(ending))
        {
            files.push(path);
        }
    }
}

fn check_cases(files: &[PathBuf]) -> usize {
    let (mut count, mut failures) = (0, Vec::new());
    for path in files {
        let file = File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let reader: Box<dyn Read> = if path.extension().is_some_and(|ending| ending == "gz") {
            Box::new(GzDecoder::new(file))
        } else {
            Box::new(file)
        };
        for line in BufReader::new(reader)
            .lines()
            .map(|line| line.expect("text"))
        {
            let case: Case = serde_json::from_str(&line).expect("a case");
            count += 1;
            if let Err(why) = check(&case) {
                failures.push(format!("{} {}: {why}", path.display(), case.name));
            }
        }
    }
    let shown = failures
        .iter()
        .take(10)
        .cloned()
        .collect::<Vec<_>>()
        .join("\n");
    assert!(
        failures.is_empty(),
        "{} of {count} failed\n{shown}",
        failures.len()
    );
    count
}

#[test]
fn every_opcode_has_the_bus_cycles_of_the_chip() {
    assert!(check_cases(&files("cases.jsonl.gz")) >= 25_600);
}

#[test]
fn programs_have_the_bus_cycles_of_the_chip() {
    assert!(check_cases(&files("sequences.jsonl.gz")) >= 50);
}

#[test]
fn bus_cycles_with_rdy_low_match_the_chip() {
    assert!(check_cases(&[data_folder().join("rdy.jsonl.gz")]) >= 4_500);
}

#[test]
fn reset_has_the_bus_cycles_of_the_chip() {
    let mut count = 0;
    for path in files("reset.json") {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        if text.trim_start().starts_with('{') {
            continue; // an index of the other files
        }
        let resets: Vec<Reset> = serde_json::from_str(&text).expect("a list of resets");
        for reset in &resets {
            check_reset(reset);
            count += 1;
        }
    }
    assert!(count >= 22);
}

/// Checks a reset, starting with its forced BRK, because the cycles before that depend on the
/// interrupted instruction.
fn check_reset(reset: &Reset) {
    let cycles = &reset.cycles[reset.sync[0]..];
    let mut memory = Memory {
        bytes: cycles
            .iter()
            .map(|&(address, data, _)| (address, data))
            .collect(),
        ..Memory::default()
    };
    let mut cpu = Cpu::new(Registers {
        pc: cycles[0].0,
        s: reset.s_at_release,
        // BRK itself sets this flag.
        p: reset.end.p & !vcs::cpu::flag::I,
        ..reset.end.registers()
    });
    assert!(cpu.sync(), "{}", reset.name);
    for _ in 0..cycles.len() {
        cpu.cycle(&mut memory);
    }
    assert_eq!(memory.log, cycles, "{}", reset.name);
    assert_eq!(*cpu.registers(), reset.end.registers(), "{}", reset.name);
    assert!(cpu.at_instruction(), "{}", reset.name);
}
