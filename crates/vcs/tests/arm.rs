//! Our own cartridges with an ARM processor in the console: what the board sees of dummy reads,
//! programs in ELF files, states, and damaged images.
#![cfg(feature = "arm-extra")]

#[path = "arm/litmus.rs"]
mod litmus;
#[path = "common/arm_programs/mod.rs"]
mod programs;
#[path = "common/random.rs"]
mod random;
#[path = "arm/states.rs"]
mod states;

use programs::{elf_program, writer::Program};
use random::Random;
use vcs::{
    Cartridge, Machine, PowerOn, PowerOnState,
    cartridge::{ArmDriver, ArmEnd, ArmOptions, ArmTime},
};

/// A machine switched on with a fixed seed.
fn machine(cartridge: &Cartridge) -> Machine {
    let power_on = PowerOn {
        state: PowerOnState::Random,
        seed: 2600,
    };
    Machine::new(cartridge.clone(), power_on)
}

/// The program counts frames in its own memory, shows the count, reads it back from the console,
/// and stuffs colors.
#[test]
fn a_program_draws_frames() {
    for time in ArmTime::ALL {
        let mut machine = machine(&elf_program::cartridge().with_arm_time(time));
        // The overblank routine of 63 lines, NOPs, and the first frames.
        let counts: Vec<(usize, u8, u8)> = (0..12)
            .map(|_| {
                let lines = machine.frame().scanlines();
                (lines, machine.ram()[1], machine.ram()[2])
            })
            .collect();
        let steady = &counts[4..];
        for pair in steady.windows(2) {
            assert_eq!(pair[1].1, pair[0].1.wrapping_add(1), "{counts:?}");
            assert_eq!(pair[1].2, pair[1].1, "read back: {counts:?}");
            // VSYNC, three lines, 80 cycles of NOPs, 240 lines.
            assert!((244..=246).contains(&pair[1].0), "{counts:?}");
        }
        let calls = machine.cartridge().arm_calls().expect("an ARM");
        assert_eq!(calls.faults, 0, "{calls:x?}");
        assert!(calls.made > 5_000, "{calls:?}");
        // Colors of all kinds by stuffing.
        let frame = machine.last_frame();
        let line = |line: usize| frame.line(line)[100];
        let colors: std::collections::BTreeSet<u8> = (60..200).map(line).collect();
        assert!(colors.len() > 60, "{} colors", colors.len());
    }
}

/// A processor that is too slow loses the console: what it drives comes too late.
#[test]
fn a_slow_processor_is_too_late() {
    let options = |kilohertz| ArmOptions {
        kilohertz: Some(kilohertz),
        ..ArmOptions::default()
    };
    let frames = |kilohertz| {
        let mut machine = machine(&elf_program::cartridge().with_arm(options(kilohertz)));
        (0..12).for_each(|_| {
            machine.frame();
        });
        machine.ram()[1]
    };
    assert_eq!(frames(168_000), frames(100_000));
    assert_ne!(frames(168_000), frames(3_000));
}

/// What a program does wrong stops it, and is a value.
#[test]
fn faults_are_noted() {
    for (source, words) in [
        (
            "ldr r0, =0x1234\n ldr r0, [r0, #0]",
            "no memory at 0x00001234",
        ),
        ("bx lr", "no code at this address"),
        (".half 0xde00", "undefined instruction"),
        (
            "ldr r0, =$ADDR_IDR\n ldr r0, [r0, #0]\n ldr r0, [r0, #0]",
            "no memory at 0xa0000000",
        ),
    ] {
        let program = Program {
            functions: &[("main", source)],
            ..Program::default()
        };
        let cartridge = Cartridge::from_image(&program.file()).expect("a program");
        let mut machine = machine(&cartridge);
        (0..4).for_each(|_| {
            machine.frame();
        });
        let calls = machine.cartridge().arm_calls().expect("an ARM");
        let Some(ArmEnd::Fault(fault)) = calls.first_fault.map(|call| call.end) else {
            panic!("{source}: {calls:?}");
        };
        let text = fault.exception.expect("a reason").to_string();
        assert!(text.contains(words), "{text}");
    }
}

fn damaged_files(count: usize) {
    let original = elf_program::program().file();
    let mut random = Random(0x7f45_4c46);
    let mut accepted = 0;
    for _ in 0..count {
        let mut file = original.clone();
        for _ in 0..=random.below(6) {
            // The header and the tables are as often damaged as all the rest.
            let at = match random.below(3) {
                0 => random.below(0x34),
                1 => file.len() - 1 - random.below(400.min(file.len() - 1)),
                _ => random.below(file.len()),
            };
            match random.below(6) {
                0 => file[at] = 0xff,
                1 => file[at] = 0,
                2 if random.below(8) == 0 => file.truncate(at.max(64)),
                3 => file[at] = random.below(256) as u8,
                _ => file[at] ^= 1 << random.below(8),
            }
        }
        if let Ok(cartridge) = Cartridge::from_image(&file) {
            accepted += 1;
            let mut machine = Machine::new(cartridge, PowerOn::default());
            for _ in 0..4_000 {
                machine.cycle();
            }
        }
    }
    assert!(accepted > count / 20, "{accepted} of {count} files ran");
}

#[test]
fn damaged_files_run_or_are_refused() {
    damaged_files(3_000);
}

#[test]
#[ignore = "a hundred thousand files: some minutes"]
fn full_damaged_files() {
    damaged_files(100_000);
}

/// Programs of others: `CROWNHEAD_ELF_IMAGES` names a folder of ELF files. They run without a fault
/// and make frames of about the usual length.
#[test]
#[ignore = "needs ELF files of others, by CROWNHEAD_ELF_IMAGES"]
fn oracle_elf_files_run() {
    let folder = std::env::var_os("CROWNHEAD_ELF_IMAGES").expect("a folder of ELF files");
    for file in std::fs::read_dir(folder).expect("a folder") {
        let path = file.expect("a file").path();
        let file = std::fs::read(&path).expect("a readable file");
        for time in ArmTime::ALL {
            let cartridge = Cartridge::from_image(&file).expect("an ELF file that runs");
            let mut machine = machine(&cartridge.with_arm_time(time));
            let lines: Vec<usize> = (0..600).map(|_| machine.frame().scanlines()).collect();
            let calls = machine.cartridge().arm_calls().expect("an ARM");
            println!(
                "{}, {}: {} calls, {} instructions, lines {:?}",
                path.display(),
                time.name(),
                calls.made,
                calls.instructions,
                &lines[lines.len() - 8..]
            );
            assert_eq!(calls.faults, 0, "{:x?}", calls.first_fault);
            assert!(lines[60..].iter().all(|lines| (250..=320).contains(lines)));
        }
    }
}

/// The image's own driver, run from its reset on, shows what ours does: `CROWNHEAD_ARM_IMAGES`
/// names a folder of public images, `docs/arm-cartridges.md` where they are from.
#[test]
#[ignore = "needs public images"]
fn oracle_games_run_with_their_own_drivers() {
    const FRAMES: usize = 300;
    let folder = std::env::var_os("CROWNHEAD_ARM_IMAGES").expect("a folder of images");
    for file in std::fs::read_dir(folder).expect("a folder") {
        let path = file.expect("a file").path();
        let image = std::fs::read(&path).expect("a readable image");
        let hashes = ArmDriver::ALL.map(|driver| {
            let options = ArmOptions {
                driver: Some(driver),
                ..ArmOptions::default()
            };
            let cartridge = Cartridge::from_image(&image).expect("an image");
            let mut machine = machine(&cartridge.with_arm(options));
            let runs = machine.cartridge().arm().expect("an ARM").options.driver;
            assert_eq!(runs, Some(driver), "{}", path.display());
            let hashes: Vec<_> = (0..FRAMES).map(|_| machine.frame().hash()).collect();
            let lines = machine.last_frame().scanlines();
            let faults = machine
                .cartridge()
                .arm_calls()
                .and_then(|calls| calls.first_fault);
            println!(
                "{}, {}: {lines} lines, {faults:x?}",
                path.display(),
                driver.name()
            );
            hashes
        });
        let [ours, run] = &hashes;
        // The driver's start takes some of the console's time: pictures are shifted.
        let same = (0..12).map(|shift| {
            let pairs = run[60..FRAMES - 12].iter().zip(&ours[60 - shift..]);
            pairs.filter(|(one, other)| one == other).count()
        });
        let same: Vec<usize> = same.collect();
        println!(
            "{}: of {} pictures the same, by shift: {same:?}",
            path.display(),
            FRAMES - 72
        );
    }
}
