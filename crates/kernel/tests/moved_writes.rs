//! Tests that moving a write to either end of its slack changes nothing, and that moving it one
//! cycle further does change something.

use kernel::{Code, Kernel, Write};
use std::{fs, path::PathBuf};
use vcs::{Cartridge, Machine, Step};

/// Describes every instruction with empty text.
fn empty_code(_: &Machine, _: &Step) -> Code {
    Code::default()
}

/// Returns a machine at the start of a frame.
fn at_frame(cartridge: &Cartridge, frame: u64) -> Machine {
    let mut machine = programs::machine(cartridge);
    while machine.place().frame < frame {
        machine.frame();
    }
    machine
}

/// The observable state of a machine at the end of a frame.
#[derive(Debug, PartialEq, Eq)]
struct Outcome {
    picture: Vec<u8>,
    ram: [u8; 128],
    collisions: [u8; 8],
    cycles: u64,
    state: Vec<u8>,
    /// TIA register and byte of the write that the processor makes in the original cycle. The TIA
    /// receives only the moved write, not this one.
    withheld_write: (u16, u8),
}

/// Runs a copy of the machine to the end of the frame, with a write moved from cycle `from` to
/// cycle `to`. Both are counted from the machine's current cycle. The processor runs as usual, but
/// the TIA receives the byte earlier or later than the processor writes it. This function shares no
/// code with the search for the slack.
fn run_with_moved_write(start: &Machine, write: &Write, from: u64, to: u64) -> Outcome {
    let mut machine = start.clone();
    let frame = machine.place().frame;
    let (mut cycle, mut withheld_write) = (0, (0, 0));
    while machine.place().frame == frame {
        let pins = machine.cpu().pins();
        if cycle == from {
            withheld_write = (pins.address & 0x3f, pins.data);
        }
        let is_tia = pins.write && pins.address & 0x1080 == 0;
        // If the new cycle already has a write, the two writes keep their original order.
        let moved_goes_first = cycle == to && to > from && is_tia;
        match cycle == from || moved_goes_first {
            true => machine.cycle_without_tia_write(),
            false => machine.cycle(),
        };
        if cycle == to {
            machine.write_tia(write.register, write.data);
        }
        if moved_goes_first {
            machine.write_tia((pins.address & 0x3f) as u8, pins.data);
        }
        cycle += 1;
    }
    machine.take_samples(&mut Vec::new());
    Outcome {
        picture: machine.last_frame().pixels.clone(),
        ram: *machine.ram(),
        collisions: std::array::from_fn(|register| machine.peek(register as u16) & 0xc0),
        cycles: machine.cycles(),
        state: machine.save(),
        withheld_write,
    }
}

/// The numbers of writes that a check has covered.
#[derive(Debug, Default)]
struct Counts {
    writes: usize,
    /// Number of writes without slack.
    tight: usize,
    /// Number of times that a write's slack reaches the start or the end of its line, so that a
    /// further move cannot be tested.
    at_line_ends: usize,
}

/// Checks every write in every `step`-th line of a frame.
fn check(name: &str, cartridge: &Cartridge, frame: u64, step: usize) -> Counts {
    let mut start = at_frame(cartridge, frame);
    let mut counts = Counts::default();
    let mut scanline = start.place().scanline + 1 + (name.len() % step) as u16;
    while let Ok(kernel) = Kernel::of(&start, Some(scanline..=scanline), &empty_code) {
        let line = &kernel.lines[0];
        while start.place().scanline < scanline {
            start.cycle();
        }
        scanline += step as u16;
        for write in &line.writes {
            let from = u64::from(write.cycle);
            let unmoved = run_with_moved_write(&start, write, from, from);
            let keeps_outcome =
                |to: u16| run_with_moved_write(&start, write, from, to.into()) == unmoved;
            let context = || format!("{name}: line {}: {write:?}", line.scanline);
            assert!(
                (write.earliest..=write.latest).contains(&write.cycle),
                "{}",
                context()
            );
            for end in [write.earliest, write.latest] {
                assert!(
                    end == write.cycle || keeps_outcome(end),
                    "a move to cycle {end} changes the result: {}",
                    context()
                );
            }
            if write.earliest > 0 {
                assert!(
                    !keeps_outcome(write.earliest - 1),
                    "can be earlier: {}",
                    context()
                );
            }
            if write.latest + 1 < line.cycles {
                assert!(
                    !keeps_outcome(write.latest + 1),
                    "can be later: {}",
                    context()
                );
            }
            counts.writes += 1;
            counts.tight += usize::from(write.is_tight());
            counts.at_line_ends += usize::from(write.earliest == 0);
            counts.at_line_ends += usize::from(write.latest + 1 == line.cycles);
        }
    }
    counts
}

/// Checks programs, and returns how many writes were checked.
fn check_all(programs: Vec<(String, Cartridge)>, frame: u64, step: usize) -> usize {
    let counts = programs.iter().map(|(name, cartridge)| {
        let counts = check(name, cartridge, frame, step);
        println!("{name}: {counts:?}");
        counts.writes
    });
    counts.sum()
}

#[test]
fn writes_in_bundled_and_test_programs_can_move_exactly_by_their_slack() {
    assert!(check_all(programs::programs(), 6, 61) > 500);
}

#[test]
#[ignore = "takes minutes"]
fn full_writes_in_all_lines_can_move_exactly_by_their_slack() {
    assert!(check_all(programs::programs(), 6, 1) > 20_000);
}

/// Minimum number of images that the folder `CROWNHEAD_IMAGES` must contain. The test checks at
/// least this many of them, but fewer than twice this many.
const MIN_IMAGES: usize = 20;

#[test]
#[ignore = "needs CROWNHEAD_IMAGES"]
fn oracle_writes_in_public_images_can_move_exactly_by_their_slack() {
    let folder = std::env::var_os("CROWNHEAD_IMAGES").expect("CROWNHEAD_IMAGES names a folder");
    let mut paths = Vec::new();
    let mut folders = vec![PathBuf::from(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            match path.is_dir() {
                true => folders.push(path),
                false => paths.push(path),
            }
        }
    }
    paths.sort();
    let images = paths.iter().filter_map(|path| {
        let extension = path.extension()?;
        let is_image = extension == "bin" || extension == "a26";
        let image = fs::read(path).ok().filter(|_| is_image)?;
        let cartridge = Cartridge::from_image(&image).ok()?;
        Some((path.display().to_string(), cartridge))
    });
    // Choose images spread evenly over the whole folder.
    let all: Vec<_> = images.collect();
    assert!(all.len() >= MIN_IMAGES, "{} images", all.len());
    let step = all.len() / MIN_IMAGES;
    let images = all.into_iter().step_by(step).collect();
    assert!(check_all(images, 120, 11) > 1000);
}
