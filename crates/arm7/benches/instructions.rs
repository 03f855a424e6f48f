//! Measures millions of instructions per second: `cargo bench --profile dist -p crownhead-arm`.
//!
//! Runs four endless Thumb programs in memory laid out as in a cartridge: flash at 0, RAM at
//! 0x40000000, and nothing elsewhere. Each result is the fastest of several rounds, because other
//! programs on the machine can only slow a round down.

use arm7::{Abort, Architecture, Cpu, Cycle, Memory};
use std::time::Instant;

/// Number of rounds per program. Only the fastest one counts.
const ROUNDS: u32 = 7;
/// Number of instructions to run per round.
const INSTRUCTIONS: u64 = 40_000_000;

const PROGRAMS: [(&str, &[u16]); 4] = [
    // Copies words from RAM to RAM.
    (
        "copy",
        &[
            0x2001, 0x0780, // movs r0, #1; lsls r0, r0, #30
            0x2101, 0x02c9, 0x1809, // movs r1, #1; lsls r1, r1, #11; adds r1, r1, r0
            0x2280, 0x0092, // movs r2, #128; lsls r2, r2, #2
            0x6803, 0x600b, // loop: ldr r3, [r0]; str r3, [r1]
            0x3004, 0x3104, // adds r0, #4; adds r1, #4
            0x3a01, 0xd1f9, // subs r2, #1; bne loop
            0xe7f1, // b start
        ],
    ),
    // Copies bytes from flash to RAM.
    (
        "copy bytes",
        &[
            0x2000, 0x2101, 0x0789, // movs r0, #0; movs r1, #1; lsls r1, r1, #30
            0x22ff, // movs r2, #255
            0x5c83, 0x548b, // loop: ldrb r3, [r0, r2]; strb r3, [r1, r2]
            0x3a01, 0xd1fb, // subs r2, #1; bne loop
            0xe7f6, // b start
        ],
    ),
    // A random number generator and a multiplication.
    (
        "arithmetic",
        &[
            0x0043, 0x4058, 0x0a43,
            0x4058, // lsls r3, r0, #1; eors r0, r3; lsrs r3, r0, #9; eors
            0x02c3, 0x4058, 0x3001,
            0x4341, // lsls r3, r0, #11; eors r0, r3; adds r0, #1; muls r1, r0
            0x1809, 0x414a, 0x43d4,
            0x1a65, // adds r1, r1, r0; adcs r2, r1; mvns r4, r2; subs r5, r4, r1
            0xe7f2, // b start
        ],
    ),
    // A call, and branches that depend on a random number.
    (
        "branches",
        &[
            0x0043, 0x4058, 0x0a43,
            0x4058, // lsls r3, r0, #1; eors r0, r3; lsrs r3, r0, #9; eors
            0x3001, 0x0841, 0xd201,
            0x3201, // adds r0, #1; lsrs r1, r0, #1; bcs .+6; adds r2, #1
            0xe000, 0x3a01, 0x0849, 0xd300, // b .+4; subs r2, #1; lsrs r1, r1, #1; bcc .+4
            0x3301, 0xf000, 0xf801, 0xe7ef, // adds r3, #1; bl next; b start
            0x4770, // next: bx lr
        ],
    ),
];

struct Cartridge {
    flash: Vec<u8>,
    ram: Vec<u8>,
}

impl Cartridge {
    fn new(program: &[u16]) -> Cartridge {
        let mut flash: Vec<u8> = program.iter().flat_map(|op| op.to_le_bytes()).collect();
        flash.resize(32 * 1024, 0);
        let ram = vec![0; 8 * 1024];
        Cartridge { flash, ram }
    }

    #[inline(always)]
    fn bytes<const N: usize>(&self, address: u32) -> Result<[u8; N], Abort> {
        let memory = match address >> 30 {
            0 => &self.flash,
            1 => &self.ram,
            _ => return Err(Abort),
        };
        let at = (address & 0x3fff_ffff) as usize;
        let bytes = memory.get(at..at + N).ok_or(Abort)?;
        bytes.try_into().map_err(|_| Abort)
    }
}

impl Memory for Cartridge {
    #[inline(always)]
    fn fetch<const N: usize>(&mut self, address: u32, _: Cycle) -> Result<[u8; N], Abort> {
        self.bytes(address)
    }

    #[inline(always)]
    fn load<const N: usize>(&mut self, address: u32, _: Cycle) -> Result<[u8; N], Abort> {
        self.bytes(address)
    }

    #[inline(always)]
    fn store<const N: usize>(
        &mut self,
        address: u32,
        bytes: [u8; N],
        _: Cycle,
    ) -> Result<(), Abort> {
        if address >> 30 != 1 {
            return Err(Abort);
        }
        let at = (address & 0x3fff_ffff) as usize;
        let place = self.ram.get_mut(at..at + N).ok_or(Abort)?;
        place.copy_from_slice(&bytes);
        Ok(())
    }
}

fn main() {
    println!("{:<12} {:>16}", "program", "million/s");
    for (name, program) in PROGRAMS {
        let mut cartridge = Cartridge::new(program);
        let mut cpu = Cpu::new(Architecture::V4T, 1, &mut cartridge);
        let best = (0..ROUNDS)
            .map(|_| {
                let start = Instant::now();
                let run = cpu.run(&mut cartridge, INSTRUCTIONS);
                assert_eq!(run.instructions, INSTRUCTIONS, "{name}: {:?}", run.stop);
                start.elapsed()
            })
            .min()
            .expect("several rounds");
        let rate = INSTRUCTIONS as f64 / best.as_secs_f64() / 1e6;
        println!("{name:<12} {rate:>16.0}");
    }
}
