//! Measures the cycle counts stated in the cartridge's sources.
//!
//! A count is the first part of an instruction's comment: `; 3   @25`. The first number is the
//! instruction's duration in cycles. A branch that may or may not be taken has two numbers (`3/2`);
//! a `jsr` has either the 6 cycles of the instruction itself, or the cycles up to the return. `@n`
//! means that n cycles of the scanline have passed when the instruction ends (76 is cycle 0 of the
//! next scanline), with one value per path: `@47/@46`. On a `jsr`, `back @n` is the position after
//! the return, and `then n` is the number of cycles from the end of the `jsr` to the return.
//!
//! If a position is stated, the instruction must run, and its positions and durations must be
//! exactly as stated. If only durations are stated, they must include every measured duration; they
//! are not checked for code that does not run in this test.

use super::manual::console::joystick;
use std::collections::{BTreeMap, BTreeSet};
use support::Start;
use vcs::{Cartridge, Input, Machine, PowerOn, PowerOnState};

const LINE_CYCLES: u64 = 76;

/// The counts stated for an instruction.
#[derive(Debug)]
struct StatedCounts {
    location: String,
    cycles: BTreeSet<u64>,
    end_positions: BTreeSet<u64>,
    cycles_to_return: Option<u64>,
    return_positions: BTreeSet<u64>,
}

/// The measured counts at an address.
#[derive(Debug, Default)]
struct MeasuredCounts {
    cycles: BTreeSet<u64>,
    end_positions: BTreeSet<u64>,
    /// For a `jsr`, the cycles up to the return.
    call_cycles: BTreeSet<u64>,
    return_positions: BTreeSet<u64>,
}

/// Returns the numbers after each `@` in a word like `@47/@46`, as cycle numbers in a scanline.
fn positions(word: &str) -> BTreeSet<u64> {
    let position = |text: &str| text.strip_prefix('@')?.parse::<u64>().ok();
    let numbers = word.split('/').filter_map(position);
    numbers.map(|number| number % LINE_CYCLES).collect()
}

/// Reads a comment such as `3/2 @47/@46 then 219, back @43`; returns `None` if it states no count.
fn parse_comment(location: String, comment: &str) -> Option<StatedCounts> {
    let words: Vec<&str> = comment.split_whitespace().collect();
    let cycles = words.first()?.split('/').map(str::parse::<u64>);
    let cycles = cycles.collect::<Result<BTreeSet<u64>, _>>().ok()?;
    let word_after = |name| {
        words
            .iter()
            .position(|word| *word == name)
            .and_then(|at| words.get(at + 1))
    };
    let back = word_after("back");
    let is_count = *cycles.first()? >= 2;
    is_count.then(|| StatedCounts {
        location,
        cycles,
        cycles_to_return: word_after("then")
            .and_then(|word| word.trim_end_matches(',').parse().ok()),
        end_positions: words.get(1).map(|word| positions(word)).unwrap_or_default(),
        return_positions: back.map(|word| positions(word)).unwrap_or_default(),
    })
}

/// Returns the image and its counts by address, from the assembler's listing.
fn stated_counts() -> (Vec<u8>, BTreeMap<u16, StatedCounts>) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (image, listing) = (folder.path().join("image"), folder.path().join("listing"));
    let source = crate::repository().join("roms-src/video-checkers");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_crownhead"))
        .current_dir(source)
        .args(["asm", "main.asm", "-f3", "-I../include"])
        .arg(format!("-o{}", image.display()))
        .arg(format!("-l{}", listing.display()))
        .run();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stdout)
    );
    let listing = std::fs::read_to_string(listing).expect("the listing is text");
    let mut all = BTreeMap::new();
    let mut file = "";
    for line in listing.lines() {
        if let Some(name) = line.strip_prefix("------- FILE ") {
            file = name.split(' ').next().unwrap_or_default();
        }
        let (code, comment) = line.split_once(';').unwrap_or_default();
        let mut words = code.split_whitespace();
        let (number, address) = (words.next(), words.next());
        let address = address.and_then(|word| u16::from_str_radix(word, 16).ok());
        let code = words
            .next()
            .and_then(|word| u8::from_str_radix(word, 16).ok());
        if let (Some(number), Some(address), Some(_)) = (number, address, code) {
            let stated = parse_comment(format!("{file}:{number}: {}", comment.trim()), comment);
            all.extend(stated.map(|stated| (address, stated)));
        }
    }
    (std::fs::read(image).expect("the image is there"), all)
}

/// The instruction that is running, and its cycles so far.
struct RunningInstruction {
    address: u16,
    cycles: u64,
}

/// Watches a machine instruction by instruction.
#[derive(Default)]
struct CycleWatch {
    counts: BTreeMap<u16, MeasuredCounts>,
    running: Option<RunningInstruction>,
    /// Calls in progress: the address of the `jsr`, and the cycles since.
    calls: Vec<(u16, u64)>,
}

impl CycleWatch {
    /// Runs some frames.
    fn frames(&mut self, machine: &mut Machine, frames: u64) {
        let end = machine.place().frame + frames;
        let mut fetch = None;
        while machine.place().frame < end {
            let line_cycle = u64::from(machine.place().clock) / 3;
            let cycle = machine.cycle();
            if cycle.sync {
                // An access that RDY holds up is repeated; the last repetition counts.
                fetch = Some((cycle.address | 0xF000, line_cycle));
                continue;
            }
            if let Some((address, line_cycle)) = fetch.take() {
                self.start_instruction(address, line_cycle);
            }
            if let Some(running) = &mut self.running {
                running.cycles += 1;
            }
        }
    }

    /// Handles the start of an instruction, which ends the previous one.
    fn start_instruction(&mut self, address: u16, line_cycle: u64) {
        if let Some(before) = self
            .running
            .replace(RunningInstruction { address, cycles: 1 })
        {
            let measured = self.counts.entry(before.address).or_default();
            measured.cycles.insert(before.cycles);
            measured.end_positions.insert(line_cycle);
            self.calls
                .iter_mut()
                .for_each(|(_, cycles)| *cycles += before.cycles);
            if before.cycles == 6 && address != before.address + 3 {
                self.calls.push((before.address, 6));
                self.calls.truncate(16);
            }
        }
        while let Some(at) = self.calls.iter().rposition(|(jsr, _)| jsr + 3 == address) {
            let (jsr, cycles) = self.calls[at];
            self.calls.truncate(at);
            let measured = self.counts.entry(jsr).or_default();
            measured.call_cycles.insert(cycles);
            measured.return_positions.insert(line_cycle);
        }
    }
}

/// Measures a scene: frames without input, with a piece in hand, while the computer thinks, and
/// after its move.
fn measure(image: &[u8]) -> BTreeMap<u16, MeasuredCounts> {
    let cartridge = Cartridge::from_image(image).expect("the image is a cartridge");
    let state = PowerOnState::Random;
    let mut machine = Machine::new(cartridge, PowerOn { state, seed: 1 });
    let mut watch = CycleWatch::default();
    (0..8).for_each(|_| {
        machine.frame();
    });
    let mut play = |frames, directions| {
        let mut input = Input::default();
        input.ports[0] = joystick(directions);
        machine.set_input(input);
        watch.frames(&mut machine, frames);
    };
    play(20, "");
    for directions in ["f", "ur", "f"] {
        play(4, directions);
        play(12, "");
    }
    play(60, "");
    watch.counts
}

/// Describes the difference between a stated and a measured count; `None` if they agree.
fn mismatch(stated: &StatedCounts, measured: &MeasuredCounts) -> Option<String> {
    let is_whole_call = !measured.call_cycles.is_empty() && measured.call_cycles == stated.cycles;
    let end_positions = if is_whole_call {
        &measured.return_positions
    } else {
        &measured.end_positions
    };
    let durations_match = if stated.end_positions.is_empty() {
        measured.cycles.is_subset(&stated.cycles)
    } else {
        measured.cycles == stated.cycles
    };
    if !is_whole_call && !durations_match {
        return Some(format!("{:?} cycles", measured.cycles));
    }
    if !stated.end_positions.is_empty() && stated.end_positions != *end_positions {
        return Some(format!("ends @{end_positions:?}"));
    }
    if let Some(cycles) = stated
        .cycles_to_return
        .filter(|cycles| !measured.call_cycles.iter().eq([cycles + 6].iter()))
    {
        return Some(format!(
            "then {cycles}: {:?} cycles were measured, including the jsr's 6",
            measured.call_cycles
        ));
    }
    let differs =
        !stated.return_positions.is_empty() && stated.return_positions != measured.return_positions;
    differs.then(|| format!("returns @{:?}", measured.return_positions))
}

#[test]
fn every_stated_cycle_count_is_true() {
    let (image, stated) = stated_counts();
    let measured = measure(&image);
    let mut checked = 0;
    let mut mismatches = Vec::new();
    for (address, stated) in &stated {
        match measured.get(address) {
            Some(measured) => {
                checked += usize::from(!stated.end_positions.is_empty());
                let mismatch = mismatch(stated, measured);
                mismatches
                    .extend(mismatch.map(|mismatch| format!("{} -- {mismatch}", stated.location)));
            }
            None if stated.end_positions.is_empty() => {}
            None => mismatches.push(format!("{} -- never runs", stated.location)),
        }
    }
    assert!(mismatches.is_empty(), "{}", mismatches.join("\n"));
    assert!(
        checked > 100,
        "only {checked} stated positions in a line were checked"
    );
}
