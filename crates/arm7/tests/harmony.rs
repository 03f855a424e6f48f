//! Tests the cartridges of `harmony` with images made for the tests, which contain Thumb programs
//! but no driver.

use arm7::{
    Exception,
    harmony::{Access, Cartridge, Cdf, DpcPlus, End, Family, Layout, Options, Time, Variant},
    text::assemble,
};

const VARIANT: Variant = Variant {
    clears_fraction: true,
    jitters: false,
    clears_counter: true,
    flash_wait: 4,
    first_wave: 0xc00,
};

/// The two ARM instructions with which every game switches to Thumb state.
const TO_THUMB: [u8; 8] = [0x01, 0x00, 0x8f, 0xe2, 0x10, 0xff, 0x2f, 0xe1];

/// A console's bus, which counts cycles and remembers the byte on the data lines.
struct Bus<C> {
    cartridge: C,
    image: Vec<u8>,
    cycle: u64,
    data: u8,
}

impl<C: Cartridge> Bus<C> {
    fn new(cartridge: C, image: Vec<u8>) -> Bus<C> {
        Bus {
            cartridge,
            image,
            cycle: 0,
            data: 0,
        }
    }

    fn cycle(&mut self, address: u16, data: Option<u8>) -> Option<u8> {
        self.cycle += 1;
        self.data = data.unwrap_or(self.data);
        let access = Access {
            address,
            data: self.data,
            write: data.is_some(),
            cycle: self.cycle,
        };
        let driven = self.cartridge.access(access, &self.image);
        self.data = driven.unwrap_or(self.data);
        driven
    }

    fn read(&mut self, address: u16) -> u8 {
        self.cycle(address, None);
        self.data
    }

    /// Writes a byte, then fetches the next opcode.
    fn write(&mut self, address: u16, data: u8) {
        self.cycle(address, Some(data));
        self.cycle(0x1200, None);
    }
}

/// Returns an image that contains `parts`, each at its offset.
fn image(parts: &[(usize, &[u8])]) -> Vec<u8> {
    let mut image = vec![0xea; 0x8000];
    for (offset, bytes) in parts {
        image[*offset..offset + bytes.len()].copy_from_slice(bytes);
    }
    image
}

/// Assembles a Thumb program that will be at `offset` in the image, and puts the switch to Thumb
/// state before it.
fn thumb_code(program: &str, offset: usize) -> Vec<u8> {
    let program = assemble(program, offset as u32 + 8).expect("a program");
    [&TO_THUMB[..], &program].concat()
}

fn dpc_plus(parts: &[(usize, &[u8])], time: Time) -> Bus<DpcPlus> {
    let image = image(parts);
    Bus::new(DpcPlus::new(&image, VARIANT, time), image)
}

/// Returns a CDFJ cartridge on a bus. Its image has the driver's signatures, but no driver.
fn cdfj(parts: &[(usize, &[u8])], time: Time) -> Bus<Cdf> {
    let mut image = image(parts);
    image[..0x800].fill(0);
    image[0x174..0x180].copy_from_slice(b"CDFJCDFJCDFJ");
    let layout = Layout::of(&image).expect("the signatures");
    assert_eq!(layout.family, Family::Cdfj);
    Bus::new(Cdf::new(&image, layout, time), image)
}

#[test]
fn dpc_plus_fetches_display_data() {
    let display: Vec<u8> = (0..=255).collect();
    let mut bus = dpc_plus(&[(0x6c00, &display)], Time::Zero);
    bus.write(0x1050, 0x20);
    bus.write(0x1068, 0x00);
    assert_eq!(
        [0, 1, 2].map(|_| (bus.read(0x1008), bus.read(0x1200)).0),
        [0x20, 0x21, 0x22]
    );
    // Repeating the same address does not count as a new access.
    assert_eq!([bus.read(0x1008), bus.read(0x1008)], [0x23, 0x23]);
    // The window excludes the bytes at its top and at its bottom.
    bus.write(0x1040, 0x26);
    bus.write(0x1048, 0x28);
    let window: Vec<u8> = (0..6)
        .map(|_| (bus.read(0x1010), bus.read(0x1200)).0)
        .collect();
    assert_eq!(window, [0, 0, 0, 0x27, 0, 0]);
    // Fractional fetcher with an increment of one half: each byte is read twice.
    bus.write(0x1029, 0x40);
    bus.write(0x1039, 0x80);
    let fraction: Vec<u8> = (0..4)
        .map(|_| (bus.read(0x1019), bus.read(0x1200)).0)
        .collect();
    assert_eq!(fraction, [0x40, 0x40, 0x41, 0x41]);
}

#[test]
fn dpc_plus_replaces_operands() {
    let bank = 0xc00 + 5 * 0x1000;
    let program = [0xa9, 0x08, 0xa9, 0x28, 0x68, 0xa9, 0x09];
    let mut bus = dpc_plus(
        &[(bank + 0x300, &program), (0x6c00, &[0x77, 0x78])],
        Time::Zero,
    );
    assert_eq!([0x1300, 0x1301].map(|at| bus.read(at)), [0xa9, 0x08]);
    bus.write(0x1058, 0x00);
    assert_eq!([0x1300, 0x1301].map(|at| bus.read(at)), [0xa9, 0x77]);
    assert_eq!([0x1302, 0x1303].map(|at| bus.read(at)), [0xa9, 0x28]);
    // PLA before LDA: PLA's dummy read fetches LDA's opcode, but the next access is to the stack.
    for at in [0x1304, 0x1305, 0x01fe, 0x01ff] {
        bus.read(at);
    }
    assert_eq!([0x1305, 0x1306].map(|at| bus.read(at)), [0xa9, 0x77]);
    // The access after LDA's opcode is not to the operand, as happens after a taken branch, so
    // nothing is replaced.
    assert_eq!([0x1300, 0x1304].map(|at| bus.read(at)), [0xa9, 0x68]);
}

#[test]
fn dpc_plus_switches_banks_by_reads_and_writes() {
    let mut parts: Vec<(usize, Vec<u8>)> = Vec::new();
    for bank in 0..6 {
        parts.push((0xc00 + bank * 0x1000 + 0xff6, vec![bank as u8; 6]));
    }
    let parts: Vec<(usize, &[u8])> = parts.iter().map(|(at, bytes)| (*at, &bytes[..])).collect();
    let mut bus = dpc_plus(&parts, Time::Zero);
    assert_eq!(bus.cartridge.bank(), 5);
    for bank in [0, 3, 1, 5, 2, 4] {
        // A read that switches banks returns the byte from the new bank.
        assert_eq!(bus.read(0x1ff6 + bank), bank as u8);
    }
    bus.cycle(0x1ff9, Some(0x99));
    assert_eq!(bus.cartridge.bank(), 3);
}

/// RANDOM0NEXT and RANDOM0PRIOR undo each other.
#[test]
fn dpc_plus_random_numbers_go_both_ways() {
    let mut bus = dpc_plus(&[], Time::Zero);
    let forward: Vec<u8> = (0..100)
        .map(|_| (bus.read(0x1000), bus.read(0x1200)).0)
        .collect();
    let backward: Vec<u8> = (0..100)
        .map(|_| (bus.read(0x1001), bus.read(0x1200)).0)
        .collect();
    assert!(forward.iter().rev().skip(1).eq(backward.iter().take(99)));
    let other_bytes = [0x1002, 0x1003, 0x1004].map(|at| bus.read(at));
    assert_eq!((backward[99], other_bytes), (b'D', *b"PC+"));
}

/// A program that increments a byte of the display data.
const INCREMENT: &str = "
        ldr  r0, =0x40000c00
        ldrb r1, [r0, #0]
        adds r1, #1
        strb r1, [r0, #0]
        bx   lr
";

#[test]
fn a_call_runs_arm_code() {
    let program = thumb_code(INCREMENT, 0xc00);
    let mut bus = dpc_plus(&[(0xc00, &program), (0x6c00, &[41])], Time::Zero);
    bus.write(0x105a, 0xff);
    assert_eq!(bus.read(0x1008), 42);
    let record = *bus.cartridge.calls();
    let last = record.last.expect("a call");
    assert_eq!(
        (record.made, last.end, last.instructions),
        (1, End::Returned, 7)
    );
    assert_eq!((last.origin.function, last.origin.address), (0xff, 0x1200));
    assert!(last.clocks > 7);
}

/// A trace can observe the instructions of the next call without changing the cartridge.
#[test]
fn a_call_can_be_watched_before_it_begins() {
    let program = thumb_code(INCREMENT, 0xc00);
    let mut bus = dpc_plus(&[(0xc00, &program), (0x6c00, &[41])], Time::Zero);
    let next = |bus: &Bus<DpcPlus>| Access {
        address: 0x1200,
        data: 0,
        write: false,
        cycle: bus.cycle + 1,
    };
    let watch = |bus: &Bus<DpcPlus>| {
        let mut instructions = Vec::new();
        let mut record = |cpu: &arm7::Cpu, clocks: u64| instructions.push((cpu.pc(), clocks));
        let begins = bus.cartridge.watch_call(next(bus), &bus.image, &mut record);
        begins.then_some(instructions)
    };
    bus.cycle(0x105a, Some(0x01));
    assert_eq!(watch(&bus), None, "function 1 runs no ARM code");
    bus.write(0x105a, 0xff);
    assert_eq!(watch(&bus), None, "the call has begun");
    bus.cycle(0x105a, Some(0xff));
    let before = bus.cartridge.clone();
    let instructions = watch(&bus).expect("a call");
    assert_eq!(bus.cartridge, before);
    bus.cycle(0x1200, None);
    let last = bus.cartridge.calls().last.expect("a call");
    assert_eq!(last.instructions, instructions.len() as u64);
    assert_eq!(instructions[0].0, 0xc00);
    assert!(instructions.windows(2).all(|pair| pair[0].1 < pair[1].1));
    assert!(
        instructions
            .last()
            .is_some_and(|last_seen| last_seen.1 < last.clocks)
    );
}

/// The console gets NOPs while ARM code runs, then a jump back to the address after the call.
#[test]
fn a_call_takes_time() {
    let program = thumb_code(
        "movs r0, #255\n loop: subs r0, #1\n bne loop\n bx lr",
        0xc00,
    );
    let mut bus = dpc_plus(&[(0xc00, &program)], Time::Model);
    bus.cycle(0x105a, Some(0xff));
    let mut pc = 0x1203;
    while bus.read(pc) == 0xea {
        pc += 1;
        bus.read(pc);
    }
    assert_eq!(
        [bus.read(pc), bus.read(pc + 1), bus.read(pc + 2)],
        [0x4c, 0x03, 0x12]
    );
    // Each of the 255 iterations takes at least 4 ARM clocks, the time that it would take in RAM. A
    // console cycle is 58.67 ARM clocks.
    let cycles = (pc - 0x1203) * 2;
    assert!((16..60).contains(&cycles), "{cycles}");
    assert_eq!(bus.read(0x1203), 0xea);
}

/// On a slower processor, a call takes longer, but the music clock does not change.
#[test]
fn the_processor_clock_rate_can_be_set() {
    let stall = |kilohertz: Option<u32>| {
        let program = thumb_code(
            "movs r0, #255\n loop: subs r0, #1\n bne loop\n bx lr",
            0xc00,
        );
        let mut bus = dpc_plus(&[(0xc00, &program)], Time::Model);
        bus.cartridge.set_options(Options {
            kilohertz,
            ..Options::default()
        });
        assert_eq!(bus.cartridge.options().time, Some(Time::Model));
        bus.cycle(0x105a, Some(0xff));
        (0x1203..).take_while(|pc| bus.read(*pc) == 0xea).count()
    };
    let [slow, usual, fast] = [Some(35_000), None, Some(140_000)].map(stall);
    assert_eq!(usual, stall(Some(70_000)));
    assert!(
        slow > 2 * usual - 4 && slow < 2 * usual + 4,
        "{slow} {usual}"
    );
    assert!(
        2 * fast > usual - 4 && 2 * fast < usual + 4,
        "{fast} {usual}"
    );
}

#[test]
fn a_failed_call_reports_its_exception() {
    let cases = [
        (
            "ldr r0, =0x80000000\n ldr r1, [r0, #4]",
            Some(Exception::DataAbort(0x8000_0004)),
        ),
        (".half 0xde00", Some(Exception::Undefined)),
        ("svc #7", Some(Exception::SoftwareInterrupt(7))),
        (
            "ldr r0, =0x50000001\n bx r0",
            Some(Exception::PrefetchAbort),
        ),
        ("loop: b loop", None),
    ];
    for (program, expected) in cases {
        let program_bytes = thumb_code(program, 0xc00);
        let mut bus = dpc_plus(&[(0xc00, &program_bytes)], Time::Zero);
        bus.write(0x105a, 0xfe);
        let end = bus.cartridge.calls().last.expect("a call").end;
        let fault = match (end, expected) {
            (End::Fault(fault), Some(_)) | (End::TooLong(fault), None) => fault,
            _ => panic!("{program}: {end:x?}"),
        };
        assert_eq!(fault.exception, expected, "{program}");
        // After a call that never ends, the cartridge makes no more calls.
        bus.write(0x105a, 0xfe);
        assert_eq!(
            bus.cartridge.calls().made,
            if expected.is_none() { 1 } else { 2 }
        );
    }
}

/// Writes a stream's pointer and increment into the tables in the driver's RAM.
fn set_stream(bus: &mut Bus<Cdf>, stream: usize, pointer: u32, increment: u32) {
    bus.cartridge.lpc_mut().set_word(0x98 + 4 * stream, pointer);
    bus.cartridge
        .lpc_mut()
        .set_word(0x124 + 4 * stream, increment);
}

#[test]
fn cdfj_streams_replace_operands_and_targets() {
    let bank = 0x1000 + 6 * 0x1000;
    let program = [0xa9, 0x05, 0xa9, 0x24, 0x4c, 0x01, 0x00, 0x4c, 0x02, 0x00];
    let mut bus = cdfj(&[(bank + 0x300, &program)], Time::Zero);
    bus.cartridge.lpc_mut().ram_mut()[0x800..0x900]
        .copy_from_slice(&(0..=255).collect::<Vec<u8>>());
    set_stream(&mut bus, 5, 0x10 << 20, 0x180);
    set_stream(&mut bus, 0x22, 0x40 << 20, 0);
    assert_eq!(bus.read(0x1301), 0x05, "streams are off at power-on");
    bus.write(0x1ff2, 0xf0);
    let read = |bus: &mut Bus<Cdf>| [0x1300, 0x1301].map(|at| bus.read(at))[1];
    // Each read advances by one and a half bytes.
    assert_eq!([0, 1, 2].map(|_| read(&mut bus)), [0x10, 0x11, 0x13]);
    assert_eq!([0x1302, 0x1303].map(|at| bus.read(at)), [0xa9, 0x24]);
    assert_eq!(
        [0x1304, 0x1305, 0x1306].map(|at| bus.read(at)),
        [0x4c, 0x40, 0x41]
    );
    assert_eq!(
        [0x1307, 0x1308, 0x1309].map(|at| bus.read(at)),
        [0x4c, 0x02, 0x00]
    );
    // If a PLA comes before the LDA, another chip answers PLA's read; meanwhile the driver keeps
    // waiting and drives the bus.
    bus.read(0x1300);
    assert_eq!(bus.cycle(0x01ff, Some(0x12)), Some(0xa9));
    assert_eq!(bus.read(0x1301), 0x14);
}

#[test]
fn cdfj_writes_through_the_communication_stream() {
    let mut bus = cdfj(&[], Time::Zero);
    bus.write(0x1ff1, 0x01);
    bus.write(0x1ff1, 0x23);
    bus.write(0x1ff0, 0x99);
    // INC of the register makes three accesses to the same address; the driver sees them as one.
    bus.cycle(0x1ff0, None);
    bus.cycle(0x1ff0, Some(0x44));
    bus.cycle(0x1ff0, Some(0x45));
    bus.read(0x1200);
    assert_eq!(
        bus.cartridge.lpc().ram()[0x800 + 0x123..][..3],
        [0x99, 0x45, 0]
    );
}

/// ARM code sets a note through one of the driver's services, reads the voice's counter through
/// another, and stores the counter.
#[test]
fn games_can_call_the_services_of_the_cdfj_driver() {
    let stub = [0x00, 0x4c, 0x20, 0x47];
    let program = thumb_code(
        "
        push {lr}
        movs r2, #1
        ldr  r3, =0x1000000
        ldr  r0, =0x751
        bl   go
        movs r2, #1
        ldr  r0, =0x759
        bl   go
        ldr  r0, =0x40000800
        str  r2, [r0, #0]
        pop  {r0}
        bx   r0
go:     bx   r0
        ",
        0x800,
    );
    let mut bus = cdfj(&[(0x800, &program)], Time::Zero);
    for service in 0..4 {
        let offset = 0x750 + 4 * service;
        bus.image[offset..offset + 4].copy_from_slice(&stub);
        bus.image[offset] = 3;
    }
    // The literals of the stubs are addresses in the driver's RAM.
    for (index, offset) in (0x760..0x770).step_by(4).enumerate() {
        let word = 0x4000_0400 + 0x10 * index as u32;
        bus.image[offset..offset + 4].copy_from_slice(&word.to_le_bytes());
    }
    bus.write(0x1ff3, 0xff);
    let end = bus.cartridge.calls().last.expect("a call").end;
    assert_eq!(end, End::Returned, "{end:x?}");
    // The music clock makes about forty steps, and each one advances the voice's counter.
    for _ in 0..1_200 {
        bus.read(0x1200);
        bus.read(0x1201);
    }
    bus.write(0x1ff3, 0xff);
    let counter = bus.cartridge.lpc().word(0x800);
    let steps = counter / 0x100_0000;
    assert!(
        (39..=42).contains(&steps) && counter.is_multiple_of(0x100_0000),
        "{counter:#x}"
    );
}

#[test]
fn loaded_states_continue_like_the_uninterrupted_cartridge() {
    let program = thumb_code(INCREMENT, 0xc00);
    let mut bus = dpc_plus(&[(0xc00, &program)], Time::Model);
    let mut cdf = cdfj(&[(0x800, &thumb_code("bx lr", 0x800))], Time::Model);
    let mut seed = 7u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as u32
    };
    for round in 0..1_000 {
        let state = postcard::to_stdvec(&bus.cartridge).expect("bytes");
        let mut loaded_dpc_plus: DpcPlus = postcard::from_bytes(&state).expect("a state");
        let state = postcard::to_stdvec(&cdf.cartridge).expect("bytes");
        let mut loaded_cdf: Cdf = postcard::from_bytes(&state).expect("a state");
        for _ in 0..20 {
            let address = match random() % 4 {
                0 => 0x1000 + random() % 0x80,
                1 => 0x1ff0 + random() % 16,
                _ => random() % 0x2000,
            } as u16;
            let data = (random() % 2 == 0).then_some(random() as u8);
            bus.cycle(address, data);
            cdf.cycle(address, data);
            let access = Access {
                address,
                data: bus.data,
                write: data.is_some(),
                cycle: bus.cycle,
            };
            let _ = (
                loaded_dpc_plus.access(access, &bus.image),
                loaded_cdf.access(access, &cdf.image),
            );
        }
        assert_eq!(
            loaded_dpc_plus.bank(),
            bus.cartridge.bank(),
            "round {round}"
        );
        assert_eq!(loaded_cdf.bank(), cdf.cartridge.bank(), "round {round}");
    }
}

/// With `compat`, the cartridge does what other emulators do: it distinguishes reads from writes, a
/// read that switches banks returns the byte from the old bank, and the game's code cannot read the
/// driver in flash.
#[test]
fn dpc_plus_can_behave_like_other_emulators() {
    let load = thumb_code(
        "ldr r0, =0x40000c00\n movs r1, #8\n ldrb r1, [r1, #0]\n strb r1, [r0, #0]\n bx lr",
        0xc00,
    );
    let bank5 = 0xc00 + 5 * 0x1000;
    let parts: [(usize, &[u8]); 5] = [
        (8, &[0x5a]),
        (0xc00, &load),
        (0xc00 + 0xff6, &[0x11]),
        (bank5 + 0xff6, &[0x55]),
        (0x6c00, &[0x99]),
    ];
    for compat in [false, true] {
        let mut bus = dpc_plus(&parts, Time::Zero);
        bus.cartridge.set_options(Options {
            compat: Some(compat),
            ..Options::default()
        });
        assert_eq!(bus.cartridge.options().compat, Some(compat));
        // A store to RANDOM0NEXT advances the random number, except with `compat`.
        bus.write(0x1000, 0x00);
        let random = [0x1002, 0x1003, 0x1004].map(|at| bus.read(at));
        assert_eq!(random == *b"PC+", compat);
        // With `compat`, a load from a write register does nothing; without it, the load writes
        // whatever byte is on the bus.
        bus.read(0x1078);
        bus.read(0x1200);
        bus.write(0x1050, 0);
        assert_eq!(bus.read(0x1008) == 0x99, compat);
        bus.write(0x105a, 0xff);
        bus.write(0x1050, 0);
        assert_eq!(bus.read(0x1008), if compat { 0 } else { 0x5a });
        assert_eq!(bus.read(0x1ff6), if compat { 0x55 } else { 0x11 });
        assert_eq!(bus.cartridge.bank(), 0);
    }
}

/// `sta $1078,x` reads from its target address before it writes there. The driver sees one access.
/// Other emulators see a read, which has no effect, and a write.
#[test]
fn a_store_that_reads_its_address_first_writes_once() {
    for compat in [false, true] {
        let options = Options {
            compat: Some(compat),
            ..Options::default()
        };
        let mut bus = dpc_plus(&[], Time::Zero);
        bus.cartridge.set_options(options);
        for byte in [0x31, 0x32] {
            bus.read(0x1078);
            bus.write(0x1078, byte);
        }
        bus.write(0x1050, 0);
        let bytes = [0x1008, 0x1200, 0x1008].map(|at| bus.read(at));
        assert_eq!([bytes[0], bytes[2]], [0x31, 0x32], "{compat}");

        let mut bus = cdfj(&[], Time::Zero);
        bus.cartridge.set_options(options);
        for byte in [0x00, 0x40] {
            bus.read(0x1ff1);
            bus.write(0x1ff1, byte);
        }
        bus.read(0x1ff0);
        bus.write(0x1ff0, 0x33);
        assert_eq!(bus.cartridge.lpc().ram()[0x840], 0x33, "{compat}");
    }
}

#[test]
fn cdfj_can_behave_like_other_emulators() {
    let program = thumb_code("bx lr", 0x800);
    for compat in [false, true] {
        let mut bus = cdfj(&[(0x800, &program), (0x7300, &[0xa9, 0x05])], Time::Zero);
        bus.cartridge.set_options(Options {
            compat: Some(compat),
            ..Options::default()
        });
        bus.write(0x1ff3, 0x01);
        assert_eq!(bus.cartridge.calls().made == 0, compat);
        bus.write(0x1ff3, 0xff);
        assert_eq!(bus.cartridge.calls().made, if compat { 1 } else { 2 });
        // While the driver is waiting for an operand, it keeps driving the bus even if the console
        // accesses another chip. With `compat`, it releases the bus.
        bus.write(0x1ff2, 0xf0);
        bus.read(0x1300);
        let driven = bus.cycle(0x01ff, Some(0x12));
        assert_eq!(driven, if compat { None } else { Some(0xa9) });
    }
}
