//! Compares the boards of `harmony`, cycle by cycle, with the ARM drivers that they imitate. The
//! drivers are part of third-party cartridge images, which are read from the folder `ARM_IMAGES`.

// Do not change this generator: the vectors of the test `unicorn` depend on it.
#[path = "unicorn/random.rs"]
mod random;

use arm7::harmony::{Access, Cartridge, Cdf, DpcPlus, Driver, Layout, Lpc, Time, Variant};
use md5::{Digest, Md5};
use random::Rng;
use std::path::PathBuf;

/// Number of cycles in each comparison.
const CYCLES: usize = 200_000;

fn images() -> Vec<(String, Vec<u8>)> {
    let folder = std::env::var_os("ARM_IMAGES").expect("ARM_IMAGES names a folder of images");
    let files = std::fs::read_dir(PathBuf::from(folder)).expect("a folder");
    let mut images: Vec<(String, Vec<u8>)> = files
        .map(|file| file.expect("a file").path())
        .map(|path| {
            let name = path
                .file_name()
                .expect("a name")
                .to_string_lossy()
                .into_owned();
            (name, std::fs::read(path).expect("an image"))
        })
        .filter(|(_, image)| image.len() >= 0x8000)
        .collect();
    images.sort();
    images
}

fn md5(bytes: &[u8]) -> String {
    Md5::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// Fills bytes with random values. Many of them are small operands, or opcodes whose operands a
/// board may replace (such as `lda #` and `jmp`).
fn fill(random: &mut Rng, bytes: &mut [u8]) {
    for byte in bytes {
        *byte = match random.below(8) {
            0 => 0xa9,
            1 => 0x4c,
            2 => random.choose(&[0xa2, 0xa0]),
            3..=5 => random.below(0x2a) as u8,
            6 => 0,
            _ => random.word() as u8,
        };
    }
}

/// A bus that generates random addresses like those of a processor running arbitrary code:
/// sequential addresses, jumps, cartridge registers, hot spots, other chips, and repeated
/// addresses.
struct Bus {
    random: Rng,
    address: u16,
    /// The range of the cartridge's registers: the first address, and the end.
    registers: (u16, u16),
}

impl Bus {
    /// Returns the address of the next cycle, and the byte that the processor writes or that
    /// another chip returns; `None` for a read from the cartridge.
    fn next(&mut self) -> (u16, Option<u8>) {
        let random = &mut self.random;
        let (first, end) = self.registers;
        let byte = random.word() as u8;
        let write = random.one_in(2).then_some(byte);
        let (address, data) = match random.below(32) {
            0..=17 => ((self.address + 1) & 0x0fff | 0x1000, None),
            18..=19 => (self.address, None),
            20..=21 => (random.below(0x1000) as u16, Some(byte)),
            22..=23 => (0x1000 + random.below(0x1000) as u16, None),
            24..=28 => (first + random.below((end - first).into()) as u16, write),
            29 => (0x1080 + random.below(0xf00) as u16, None),
            _ => (0x1100 + random.below(0x40) as u16, None),
        };
        // Avoids the registers that make calls; a separate test covers calls.
        let address = match address {
            0x105a => 0x1040,
            0x1ff3 => 0x1ff2,
            // The music timer does not run in this test, so the registers that set notes are not
            // accessed.
            0x1075..=0x1077 => 0x1074,
            address => address,
        };
        self.address = address;
        (address, data)
    }
}

#[test]
#[ignore = "needs images with drivers, in the folder ARM_IMAGES"]
fn oracle_dpc_plus_behaves_like_the_original_drivers() {
    let mut tested_digests = Vec::new();
    for (name, image) in images() {
        let digest = md5(&image[..0xc00]);
        if tested_digests.contains(&digest) || Layout::of(&image).is_some() {
            continue;
        }
        tested_digests.push(digest.clone());
        compare_dpc_plus(&name, &image, &digest);
    }
    assert!(
        !tested_digests.is_empty(),
        "no image in ARM_IMAGES has a DPC+ driver"
    );
}

fn compare_dpc_plus(name: &str, image: &[u8], digest: &str) {
    let mut random = Rng(2600);
    let mut image = image.to_vec();
    fill(&mut random, &mut image[0xc00..0x6c00]);
    for word in image[0x6c00..].chunks_mut(4) {
        word.copy_from_slice(&random.word().to_le_bytes());
    }
    // The called function just returns: mov pc, lr.
    image[0xc00..0xc04].copy_from_slice(&0xe1a0_f00e_u32.to_le_bytes());
    let entry = if digest.starts_with("5f80") {
        0x158
    } else {
        0x164
    };
    // Reading a wave table past the end of RAM would stop the driver, so it gets more RAM.
    let mut driver = Driver::new(&image, 0x4000, 0xc00, entry);
    for (register, value) in [(5, 0x3fff_c000), (7, 0xffff_fc00), (8, 0xe000_0080)] {
        driver.cpu_mut().set_register(register, value);
    }
    driver.run(&image, 6_000).expect("a driver that starts");
    let mut board = DpcPlus::new(&image, Variant::by_md5(digest), Time::Model);
    compare(
        name,
        &image,
        &mut driver,
        (0x1000, 0x1080),
        |access, image| (board.access(access, image), board.lpc().clone()),
        0xc00..0x2000,
    );
}

#[test]
#[ignore = "needs images with drivers, in the folder ARM_IMAGES"]
fn oracle_cdf_behaves_like_the_original_drivers() {
    let mut tested_digests = Vec::new();
    for (name, image) in images() {
        let digest = md5(&image[..0x800]);
        let Some(layout) = Layout::of(&image).filter(|_| !tested_digests.contains(&digest)) else {
            continue;
        };
        tested_digests.push(digest);
        println!("{name}: {layout:x?}");
        compare_cdf(&name, &image, layout);
    }
    assert!(
        !tested_digests.is_empty(),
        "no image in ARM_IMAGES has a CDF driver"
    );
}

fn compare_cdf(name: &str, image: &[u8], layout: Layout) {
    let mut random = Rng(2600);
    let mut image = image.to_vec();
    fill(&mut random, &mut image[0x800..]);
    // The called functions just return: mov pc, lr.
    image[0x800..0x804].copy_from_slice(&0xe1a0_f00e_u32.to_le_bytes());
    image[0x17f4..0x17f8].copy_from_slice(&0x4000_3fdc_u32.to_le_bytes());
    image[0x17f8..0x17fc].copy_from_slice(&0x3000_u32.to_le_bytes());
    image[0x3000..0x3004].copy_from_slice(&0xe1a0_f00e_u32.to_le_bytes());
    // Reading a stream past the end of RAM would stop the driver, so both sides get more RAM.
    let layout = Layout {
        ram_bytes: 0x1_1000,
        ..layout
    };
    let mut driver = Driver::new(&image, layout.ram_bytes as usize, 0x800, 0x4000_01c0);
    let mut board = Cdf::new(&image, layout, Time::Model);
    // The driver and our board get the same pointers, increments and display data.
    for lpc in [driver.lpc_mut(), board.lpc_mut()] {
        let mut random = Rng(78);
        for voice in 0..3 {
            lpc.set_word(
                (layout.waves + 4 * voice).into(),
                0x4000_0900 + 64 * u32::from(voice),
            );
        }
        for stream in 0..u16::from(layout.amplitude) {
            lpc.set_word((layout.pointers + 4 * stream).into(), random.word());
            lpc.set_word(
                (layout.increments + 4 * stream).into(),
                random.word() & 0xfff,
            );
        }
        lpc.ram_mut()[0x800..0x1800]
            .iter_mut()
            .for_each(|byte| *byte = random.word() as u8);
    }
    compare(
        name,
        &image,
        &mut driver,
        (0x1ff0, 0x2000),
        |access, image| (board.access(access, image), board.lpc().clone()),
        0x800..0x1800,
    );
}

/// Runs the driver and the board side by side, and compares the bytes they drive and their display
/// RAM. The driver needs the first few cycles to start, so the bytes driven in those are ignored.
fn compare(
    name: &str,
    image: &[u8],
    driver: &mut Driver,
    registers: (u16, u16),
    mut board: impl FnMut(Access, &[u8]) -> (Option<u8>, Lpc),
    display: std::ops::Range<usize>,
) {
    let mut bus = Bus {
        random: Rng(6507),
        address: 0x1100,
        registers,
    };
    let memory = |lpc: &Lpc| lpc.ram()[display.clone()].to_vec();
    let recent = std::env::var("RECENT").map_or(12, |lines| lines.parse().expect("a number"));
    let mut bus_byte = 0;
    let mut log = Vec::new();
    for cycle in 0..CYCLES {
        let (address, data) = match cycle {
            0..=9 => (0x1ff4, None),
            10 => (0x1100, None),
            _ => bus.next(),
        };
        let theirs = match driver.cycle(image, address, data) {
            Ok(answer) => answer.driven,
            Err(exception) => {
                let last = &log[log.len().saturating_sub(recent)..];
                panic!("{name}: {exception} at {address:04x}\n{}", last.join("\n"));
            }
        };
        bus_byte = theirs.or(data).unwrap_or(bus_byte);
        let access = Access {
            address,
            data: bus_byte,
            write: data.is_some() && address & 0x1000 != 0,
            cycle: cycle as u64,
        };
        let (ours, lpc) = board(access, image);
        if memory(driver.lpc()) != memory(&lpc) {
            let (ours, theirs) = (memory(&lpc), memory(driver.lpc()));
            let differences: Vec<_> = (0..ours.len())
                .filter(|&at| theirs[at] != ours[at])
                .map(|at| (at, ours[at], theirs[at]))
                .collect();
            let last = &log[log.len().saturating_sub(recent)..];
            panic!(
                "{name}: RAM differs at {differences:x?}\n{}",
                last.join("\n")
            );
        }
        log.push(format!(
            "{cycle} {address:04x} {data:02x?} \
             ours {ours:02x?} theirs {theirs:02x?} bus_byte {bus_byte:02x}"
        ));
        if cycle > 10 {
            let last = &log[log.len().saturating_sub(recent)..];
            assert_eq!(ours, theirs, "{name}:\n{}", last.join("\n"));
        }
    }
}

/// Returns the number of cycles for which a call stalls the console. They are counted from the
/// cycle after the call to the first cycle at `return_address`, where the console continues. The
/// simulated processor executes the bytes that it is fed, even after its PC has passed the end of
/// the cartridge window.
fn stall_cycles(
    mut cycle: impl FnMut(u16, Option<u8>) -> Option<u8>,
    return_address: u16,
    register: u16,
    function: u8,
) -> usize {
    let mut cycle = |address: u16, data| cycle(address & 0x1fff, data);
    cycle(0x1202, None);
    cycle(register, Some(function));
    let mut pc = return_address;
    let mut cycles = 0;
    loop {
        let opcode = cycle(pc, None);
        cycles += 1;
        match opcode {
            Some(0xea) => {
                pc += 1;
                cycle(pc, None);
                cycles += 1;
            }
            Some(0x4c) => {
                let target = [1, 2].map(|at| cycle(pc + at, None).expect("a target"));
                assert_eq!(u16::from_le_bytes(target), return_address);
                return cycles + 2;
            }
            // Outside the cartridge window, the driver puts NOPs on the bus while ARM code is
            // running, and nothing afterward. Our model of the board also drives the jump back.
            None if pc > 0x1fff => return cycles + 2,
            _ => panic!("{opcode:x?} at {pc:x} in cycle {cycles} of a call of {function}"),
        }
        assert!(cycles < 3_000, "a call does not end");
    }
}

/// Writes ARM code that counts down from `rounds` to 0: `mov r0, #rounds`, `subs r0, r0, #1`,
/// `bne`, `mov pc, lr`.
fn write_countdown(image: &mut [u8], at: usize, rounds: u32) {
    let code = [0xe3a0_0000 | rounds, 0xe250_0001, 0x1aff_fffd, 0xe1a0_f00e];
    for (word, opcode) in image[at..].chunks_exact_mut(4).zip(code) {
        word.copy_from_slice(&u32::to_le_bytes(opcode));
    }
}

/// A call must stall the console for the same time with our board as with the driver. The times may
/// differ by one NOP.
#[test]
#[ignore = "needs images with drivers, in the folder ARM_IMAGES"]
fn oracle_calls_take_as_long_as_with_the_drivers() {
    let mut tested_digests = Vec::new();
    for (name, mut image) in images() {
        let digest = md5(&image[..0x800]);
        let Some(layout) = Layout::of(&image).filter(|_| !tested_digests.contains(&digest)) else {
            continue;
        };
        tested_digests.push(digest);
        let return_addresses = [0x1203, 0x1ffe];
        for (rounds, return_address) in [1, 10, 50, 200]
            .into_iter()
            .flat_map(|n| return_addresses.map(|at| (n, at)))
        {
            write_countdown(&mut image, 0x3000, rounds);
            write_countdown(&mut image, 0x800, rounds);
            image[0x17f4..0x17fc].copy_from_slice(&[0xdc, 0x3f, 0, 0x40, 0, 0x30, 0, 0]);
            let mut driver = Driver::new(&image, 0x4000, 0x800, 0x4000_01c0);
            let mut board = Cdf::new(&image, layout, Time::Model);
            for _ in 0..8 {
                driver
                    .cycle(&image, 0x1ff4, None)
                    .expect("a driver that runs");
            }
            let driver_cycle = |address, data| {
                driver
                    .cycle(&image, address, data)
                    .expect("a driver")
                    .driven
            };
            let theirs = stall_cycles(driver_cycle, return_address, 0x1ff3, 0xff);
            let mut cycle = 0;
            let board_cycle = |address, data: Option<u8>| {
                cycle += 1;
                board.access(
                    Access {
                        address,
                        data: data.unwrap_or(0),
                        write: data.is_some(),
                        cycle,
                    },
                    &image,
                )
            };
            let ours = stall_cycles(board_cycle, return_address, 0x1ff3, 0xff);
            println!(
                "{name}, {rounds} rounds, {return_address:x}: {ours} cycles, the driver {theirs}"
            );
            assert!(ours.abs_diff(theirs) <= 2);
        }
    }
}
