//! Tests cartridges with an ARM processor: dummy reads, programs in ELF files, saved states, and
//! damaged images. Only the `oracle_` tests need images by other authors.

mod litmus;
mod states;

use fastrand::Rng;
use programs::{
    arm::{self, elf},
    elf_writer::Program,
    machine,
};
use vcs::{
    Cartridge, Frame, Machine, PowerOn,
    cartridge::{ArmDriver, ArmEnd, ArmOptions, ArmTime},
};

/// The program counts frames in its memory, shows the count, and reads it back from the console. It
/// also stuffs colors, that is, drives them onto the bus while the 6507 writes.
#[test]
fn a_program_draws_frames() {
    for time in ArmTime::ALL {
        let mut machine = machine(&elf::cartridge().with_arm_time(time));
        // Do not compare the first frames. While the program starts up, the 6507 executes NOPs and
        // the "overblank" routine, which generates 63 scanlines of overscan and vertical blank.
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
            // A frame has three lines of VSYNC, 80 cycles of NOPs, and 240 more lines.
            assert!((244..=246).contains(&pair[1].0), "{counts:?}");
        }
        let calls = machine.cartridge().arm_calls().expect("an ARM");
        assert_eq!(calls.faults, 0, "{calls:x?}");
        assert!(calls.made > 5_000, "{calls:?}");
        // Stuffing makes many different colors appear.
        let frame = machine.last_frame();
        let line = |line: usize| frame.line(line)[100];
        let colors: std::collections::BTreeSet<u8> = (60..200).map(line).collect();
        assert!(colors.len() > 60, "{} colors", colors.len());
    }
}

/// If the ARM processor is too slow, it drives its bytes onto the bus too late for the console.
#[test]
fn a_slow_arm_drives_the_bus_too_late() {
    let options = |kilohertz| ArmOptions {
        kilohertz: Some(kilohertz),
        ..ArmOptions::default()
    };
    let count_at = |kilohertz| {
        let mut machine = machine(&elf::cartridge().with_arm(options(kilohertz)));
        (0..12).for_each(|_| {
            machine.frame();
        });
        machine.ram()[1]
    };
    assert_eq!(count_at(168_000), count_at(100_000));
    assert_ne!(count_at(168_000), count_at(3_000));
}

/// A fault stops the ARM program and leaves a message that can be read.
#[test]
fn a_fault_stops_the_program_and_is_reported() {
    for (source, expected) in [
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
        let cartridge = Cartridge::from_image(&program.to_elf()).expect("a program");
        let mut machine = machine(&cartridge);
        (0..4).for_each(|_| {
            machine.frame();
        });
        let calls = machine.cartridge().arm_calls().expect("an ARM");
        let Some(ArmEnd::Fault(fault)) = calls.first_fault.map(|call| call.end) else {
            panic!("{source}: {calls:?}");
        };
        let text = fault.exception.expect("a reason").to_string();
        assert!(text.contains(expected), "{text}");
    }
}

/// A peek at the next byte returns the byte that the read will get, whether plain or replaced by
/// the driver. A peek does not know in which cycle a call ends, so calls take no time in this test.
/// Nor does it know the last byte on the bus, so the first $80 addresses, which include DPC+'s
/// write registers, are not tested.
#[test]
fn a_peek_shows_what_the_next_read_gets() {
    for (name, cartridge) in arm::all() {
        let mut machine = machine(&cartridge.with_arm_time(ArmTime::Zero));
        let mut compared = 0;
        for _ in 0..60_000 {
            let pins = machine.cpu().pins();
            let is_rom = pins.address & 0x1000 != 0 && pins.address & 0xfff >= 0x80;
            let is_read = !pins.write && is_rom && !machine.stalled();
            let peeked = machine.peek(pins.address & 0x1fff);
            let cycle = machine.cycle();
            if is_read {
                assert_eq!(peeked, cycle.data, "{name}: ${:04X}", pins.address);
                compared += 1;
            }
        }
        assert!(compared > 1000, "{name}: {compared}");
    }
}

/// The drivers of the CDF family keep their tables at different addresses, and the stream pointers
/// of CDFJ+ have fewer fractional bits. The same program must show the same pictures with each
/// driver.
#[test]
fn all_cdf_drivers_draw_the_same_pictures() {
    let no_arm_time = ArmOptions {
        time: Some(ArmTime::Zero),
        ..ArmOptions::default()
    };
    let draw = |program: &str| {
        let programs = arm::all();
        let mut found = programs.into_iter().filter(|(name, _)| name == program);
        let (_, cartridge) = found.next().expect("a program of this name");
        let mut machine = machine(&cartridge.with_arm(no_arm_time));
        let frames = (0..20).map(|_| machine.frame().clone()).collect::<Vec<_>>();
        let calls = machine.cartridge().arm_calls().expect("an ARM");
        assert!(calls.made > 10 && calls.faults == 0, "{program}: {calls:?}");
        frames
    };
    let expected = draw("CDFJ that draws");
    // The picture shows the results of the calls, followed by zeros.
    let color = |frame: &Frame| {
        (0..frame.scanlines())
            .map(|line| frame.line(line)[80])
            .max()
    };
    let shown = expected.iter().map(color).collect::<Vec<_>>();
    assert_eq!(shown[..4], [Some(2), Some(6), Some(6), Some(0)]);
    for name in ["CDF0 that draws", "CDFJ+ that draws"] {
        assert!(draw(name) == expected, "{name}");
    }
}

fn try_damaged_files(count: usize) {
    let original = elf::program().to_elf();
    let mut random = Rng::with_seed(0x7f45_4c46);
    let mut accepted = 0;
    for _ in 0..count {
        let mut file = original.clone();
        for _ in 0..=random.usize(..6) {
            // One change in three hits the header, one the tables at the end, and one an arbitrary
            // byte.
            let at = match random.usize(..3) {
                0 => random.usize(..0x34),
                1 => file.len() - 1 - random.usize(..400.min(file.len() - 1)),
                _ => random.usize(..file.len()),
            };
            match random.usize(..6) {
                0 => file[at] = 0xff,
                1 => file[at] = 0,
                2 if random.usize(..8) == 0 => file.truncate(at.max(64)),
                3 => file[at] = random.usize(..256) as u8,
                _ => file[at] ^= 1 << random.usize(..8),
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
    try_damaged_files(3_000);
}

#[test]
#[ignore = "tries a hundred thousand files: takes several minutes"]
fn full_damaged_files_run_or_are_refused() {
    try_damaged_files(100_000);
}

/// Programs by other authors, whose ELF files are in the folder that `CROWNHEAD_ELF_IMAGES` names,
/// must run without a fault and produce frames of about the usual length.
#[test]
#[ignore = "needs CROWNHEAD_ELF_IMAGES, a folder of ELF files by other authors"]
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

/// CDF images that show different pictures with their own driver than with the built-in driver.
/// `docs/arm-cartridges.md` has the counts and the known reasons.
const DIFFERENT_WITH_OWN_DRIVER: [&str; 10] = [
    "CDFJBoulderDash.bin",
    "GOPHERMEHOP20210731.bin",
    "Lady Bug Arcade (Demo V1) (Champ Games).bin",
    "Mappy (NTSC).a26",
    "Super Cobra Arcade (NTSC).a26",
    "WENHOP20210811x.bin",
    "Wizard of Wor Arcade (NTSC) (8-12-19 Demo).a26",
    "ZPHHUSK20210723.bin",
    "downUnder.bin",
    "wowbugspectra.bin",
];

/// Runs a ROM image with its own ARM driver or with the built-in one. Returns hashes of its first
/// frames.
fn pictures(name: &str, image: &[u8], driver: ArmDriver, frames: usize) -> Vec<vcs::Hash> {
    let options = ArmOptions {
        driver: Some(driver),
        ..ArmOptions::default()
    };
    let cartridge = Cartridge::from_image(image).expect("an image");
    let mut machine = machine(&cartridge.with_arm(options));
    let chosen = machine.cartridge().arm().expect("an ARM").options.driver;
    assert_eq!(chosen, Some(driver), "{name}");
    (0..frames).map(|_| machine.frame().hash()).collect()
}

/// The image's own driver, run from reset, must show the same pictures as the built-in driver.
/// `CROWNHEAD_ARM_IMAGES` names a folder of public images; `docs/arm-cartridges.md` has their
/// sources.
#[test]
#[ignore = "needs CROWNHEAD_ARM_IMAGES, a folder of public images"]
fn oracle_games_run_with_their_own_drivers() {
    const FRAMES: usize = 300;
    const FIRST_COMPARED: usize = 60;
    const MAX_DELAY: usize = 12;
    let folder = std::env::var_os("CROWNHEAD_ARM_IMAGES").expect("a folder of images");
    for file in std::fs::read_dir(folder).expect("a folder") {
        let file = file.expect("a file");
        let name = file.file_name().to_string_lossy().into_owned();
        let image = std::fs::read(file.path()).expect("a readable image");
        let [built_in, own] = ArmDriver::ALL.map(|driver| pictures(&name, &image, driver, FRAMES));
        // The image's own driver needs some frames to start, so its pictures come later.
        let matches = (0..MAX_DELAY).map(|shift| {
            let pairs = own[FIRST_COMPARED..]
                .iter()
                .zip(&built_in[FIRST_COMPARED - shift..]);
            pairs.filter(|(one, other)| one == other).count()
        });
        let most = matches.max().expect("shifts");
        println!(
            "{name}: {most} of {} pictures are the same",
            FRAMES - FIRST_COMPARED
        );
        if !DIFFERENT_WITH_OWN_DRIVER.contains(&name.as_str()) {
            assert_eq!(most, FRAMES - FIRST_COMPARED, "{name}");
        }
    }
}

/// A state records which driver was chosen. An image without a driver uses the built-in one.
#[test]
#[ignore = "needs CROWNHEAD_ARM_IMAGES, a folder of public images"]
fn oracle_saved_states_keep_the_chosen_driver() {
    let folder = std::env::var_os("CROWNHEAD_ARM_IMAGES").expect("a folder of images");
    let own_driver = ArmOptions {
        driver: Some(ArmDriver::Run),
        ..ArmOptions::default()
    };
    for file in std::fs::read_dir(folder).expect("a folder") {
        let image = std::fs::read(file.expect("a file").path()).expect("a readable image");
        let cartridge = Cartridge::from_image(&image).expect("an image");
        let mut uninterrupted = machine(&cartridge.clone().with_arm(own_driver));
        let mut random = Rng::with_seed(0x2600);
        for _ in 0..10 {
            (0..random.usize(..40_000)).for_each(|_| {
                uninterrupted.cycle();
            });
            let mut loaded =
                Machine::load(&cartridge, &uninterrupted.save()).expect("a good state");
            for _ in 0..2_000 {
                assert_eq!(loaded.cycle(), uninterrupted.cycle());
            }
            assert!(loaded.save() == uninterrupted.save());
        }
    }
}

#[test]
fn an_image_without_a_driver_uses_the_built_in_driver() {
    for (name, cartridge) in arm::all() {
        let cartridge = cartridge.with_arm(ArmOptions {
            driver: Some(ArmDriver::Run),
            ..ArmOptions::default()
        });
        let arm = cartridge.arm().expect("an ARM");
        assert_eq!(arm.options.driver, Some(ArmDriver::Ours), "{name}");
    }
}
