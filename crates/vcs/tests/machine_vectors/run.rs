//! Runs a program and compares it with the netlists.

use super::program::{Cycle, Line, Program};
use vcs::{
    Cartridge, Machine, PowerOn, PowerOnState,
    fast::Scanner,
    television::Television,
    tia::{Revision, Tia},
};

const LINE_CLOCKS: usize = 228;
const FIRST_PIXEL: usize = 68;
/// The first line whose pixels and objects are compared. The program's own code starts in this
/// line.
const FIRST_COMPARED_LINE: u64 = 5;
/// Index of the sample that holds the levels at the end of a cycle, counted from the cycle's first
/// sample.
const CYCLE_END_SAMPLE: usize = 7;
const SAMPLES_PER_CYCLE: usize = 6;

/// A machine, and two chips that receive the writes on its bus: the reference, which runs clock by
/// clock, and the scanner, which computes many clocks in one step.
struct Bench {
    machine: Machine,
    tia: Tia,
    television: Television,
    scanner: Scanner,
    scanner_television: Television,
}

/// The results of a cycle, as seen from outside the machine.
struct CycleResult {
    cycle: Cycle,
    levels: [u8; 2],
    objects: [u8; 3],
}

impl Bench {
    fn new(image: &[u8]) -> Bench {
        let cartridge = Cartridge::from_image(image).expect("4 KiB");
        let power_on = PowerOn {
            state: PowerOnState::Zero,
            seed: 0,
        };
        let mut machine = Machine::new(cartridge, power_on);
        machine.set_revision(Revision::NETLIST);
        Bench {
            tia: machine.tia(),
            scanner: Scanner::new(machine.tia()),
            machine,
            television: Television::default(),
            scanner_television: Television::default(),
        }
    }

    fn cycle(&mut self) -> CycleResult {
        let rdy = !self.machine.stalled();
        let cycle = self.machine.cycle();
        let objects = [0; 3].map(|_: u8| {
            let objects = self.tia.objects_on();
            self.tia.run(1, &mut self.television);
            objects
        });
        self.scanner.run(3, &mut self.scanner_television);
        if cycle.write && cycle.address & 0x1080 == 0 {
            let register = (cycle.address & 0x3f) as u8;
            self.tia.write(register, cycle.data);
            self.scanner
                .write(register, cycle.data, &mut self.scanner_television);
        }
        CycleResult {
            cycle: Cycle {
                address: cycle.address,
                data: cycle.data,
                write: cycle.write,
                rdy,
            },
            levels: self.tia.audio_levels(),
            objects,
        }
    }

    /// Runs to the first cycle after a stall.
    fn run_past_stall(&mut self) -> CycleResult {
        let mut stalled = false;
        for _ in 0..1000 {
            let seen = self.cycle();
            if stalled && seen.cycle.rdy {
                return seen;
            }
            stalled = !seen.cycle.rdy;
        }
        panic!("no stall by WSYNC within 1000 cycles");
    }
}

pub fn check(program: &Program) -> Result<(), String> {
    let mut bench = Bench::new(&program.image);
    let mut first = Some(bench.run_past_stall());
    let mut levels = Vec::new();
    for line in &program.lines {
        let mut objects = Vec::new();
        for (number, expected) in line.bus.iter().enumerate() {
            let seen = first.take().unwrap_or_else(|| bench.cycle());
            let at = format!("line {} cycle {number}", line.number);
            compare_bus(expected, &seen.cycle).map_err(|text| format!("{at}: {text}"))?;
            objects.extend(seen.objects);
            levels.push((at, seen.levels));
        }
        if line.number >= FIRST_COMPARED_LINE {
            compare_line(line, &objects, &mut bench)?;
        }
    }
    compare_sound(&program.lines, &levels)
}

fn compare_bus(expected: &Cycle, got: &Cycle) -> Result<(), String> {
    let reads_tia = !got.write && got.address & 0x1080 == 0;
    let driven_bits = if reads_tia { 0xc0 } else { 0xff };
    let got = Cycle {
        address: got.address & 0x1fff,
        data: got.data & driven_bits,
        ..*got
    };
    let expected = Cycle {
        data: expected.data & driven_bits,
        ..*expected
    };
    if got == expected {
        Ok(())
    } else {
        Err(format!("expected {expected:?}, got {got:?}"))
    }
}

/// Compares the pixels of the machine, the reference chip and the scanner with the netlist's
/// pixels, and the reference chip's objects with the netlist's objects.
fn compare_line(line: &Line, objects: &[u8], bench: &mut Bench) -> Result<(), String> {
    let Some([pixels, expected_objects]) = &line.pixels_and_objects else {
        return Ok(());
    };
    if objects.len() < LINE_CLOCKS {
        return Err(format!(
            "line {} has fewer than {LINE_CLOCKS} clocks",
            line.number
        ));
    }
    // The objects are sampled just before each clock.
    compare(line, "objects", expected_objects, &objects[FIRST_PIXEL..])?;
    compare(line, "chip", pixels, bench.television.previous_line())?;
    let (mut scanner, mut scanner_television) =
        (bench.scanner.clone(), bench.scanner_television.clone());
    scanner.settle(&mut scanner_television);
    compare(line, "scanner", pixels, scanner_television.previous_line())?;
    let mut machine = bench.machine.clone();
    machine.catch_up();
    compare(
        line,
        "machine",
        pixels,
        machine.television().previous_line(),
    )
}

fn compare(line: &Line, what: &str, expected: &[u8], got: &[u8]) -> Result<(), String> {
    match (0..expected.len()).find(|&x| expected[x] != got[x]) {
        None => Ok(()),
        Some(x) => Err(format!(
            "line {} pixel {x}: {what}: expected {:02X}, got {:02X}",
            line.number, expected[x], got[x]
        )),
    }
}

/// Compares the audio levels at the end of each cycle except the last. The recording ends before
/// the levels of the last cycle appear in it.
fn compare_sound(lines: &[Line], levels: &[(String, [u8; 2])]) -> Result<(), String> {
    let samples: Vec<_> = lines.iter().flat_map(|line| &line.sound).collect();
    if samples.len() != levels.len() * SAMPLES_PER_CYCLE {
        return Err(format!(
            "{} samples of sound for {} cycles",
            samples.len(),
            levels.len()
        ));
    }
    for (number, (at, got)) in levels.iter().enumerate() {
        let Some(&expected) = samples.get(number * SAMPLES_PER_CYCLE + CYCLE_END_SAMPLE) else {
            continue;
        };
        if expected != got {
            return Err(format!("{at}: levels expected {expected:?}, got {got:?}"));
        }
    }
    Ok(())
}
