//! The machine: processor and console, run by cycles, instructions or frames.

use crate::{
    Cartridge, Input, Place,
    bus::{Before, Clock, Step},
    cartridge::{Access, ArmCpu, Board},
    cpu::{Cpu, Registers, flag},
    fast::{Console, Recurring, run_any_code, run_rom},
    hash::Hash,
    input::{SaveKey, SaveKeyMemory},
    place::CLOCKS_PER_CYCLE,
    random::Random,
    riot::{RAM_SIZE, Riot},
    television::{Frame, Sample, Television},
    tia::{Layers, Revision, Tia},
};
use serde::{Deserialize, Serialize};

/// What undefined cells hold when the power comes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum PowerOnState {
    /// RAM, CPU registers and timer: all bits 0. The TIA: registers and counters 0.
    Zero,
    /// RAM, CPU registers and timer: all bits 1. The TIA: registers and counters 0.
    Ones,
    /// RAM, CPU registers and timer: random. The TIA: registers and counters 0.
    #[default]
    Random,
    /// All of them random.
    RandomTia,
}

impl PowerOnState {
    /// All states.
    pub const ALL: [PowerOnState; 4] = [
        PowerOnState::Zero,
        PowerOnState::Ones,
        PowerOnState::Random,
        PowerOnState::RandomTia,
    ];

    /// The word for it in options and scripts.
    pub fn name(self) -> &'static str {
        match self {
            PowerOnState::Zero => "zero",
            PowerOnState::Ones => "ones",
            PowerOnState::Random => "random",
            PowerOnState::RandomTia => "random-tia",
        }
    }
}

/// How a machine is switched on. Same cartridge, same `PowerOn`, same input: same frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PowerOn {
    /// What undefined cells hold.
    pub state: PowerOnState,
    /// Seed of everything random, used or not.
    pub seed: u64,
}

/// One bus cycle as seen on the cartridge port.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BusCycle {
    /// 13 bits.
    pub address: u16,
    /// The byte on the data bus at the end of the cycle.
    pub data: u8,
    /// True for a write.
    pub write: bool,
    /// The RDY line: false while the TIA holds the processor after WSYNC.
    pub rdy: bool,
    /// True in an opcode fetch.
    pub sync: bool,
}

/// A console with a cartridge in it, switched on.
///
/// A machine is a value: a clone runs on exactly as the original would, and two machines that have
/// been through the same cycles are equal.
#[derive(Debug, Clone)]
pub struct Machine {
    cpu: Cpu,
    console: Console,
    power_on: PowerOn,
}

impl PartialEq for Machine {
    // How far the TIA lags behind makes no difference.
    fn eq(&self, other: &Machine) -> bool {
        self.console.cartridge == other.console.cartridge && self.parts() == other.parts()
    }
}

impl Eq for Machine {}

/// What a state saves of a machine: all but the cartridge's image and what follows from it.
pub(crate) type Parts = (
    Cpu,
    Tia,
    Riot,
    Television,
    Input,
    [SaveKey; 2],
    Clock,
    (Board, usize),
    PowerOn,
);

impl Machine {
    /// Plugs a cartridge in and switches on. The first seven cycles are the processor's reset.
    pub fn new(cartridge: Cartridge, power_on: PowerOn) -> Machine {
        let mut random = Random::new(power_on.seed);
        let mut undefined = || match power_on.state {
            PowerOnState::Zero => 0x00,
            PowerOnState::Ones => 0xff,
            PowerOnState::Random | PowerOnState::RandomTia => random.byte(),
        };
        let ram: [u8; RAM_SIZE] = std::array::from_fn(|_| undefined());
        let registers = Registers {
            a: undefined(),
            x: undefined(),
            y: undefined(),
            p: undefined() & !flag::B | flag::UNUSED,
            // The reset sequence leaves S three lower, at FD as emulators agree.
            s: 0x00,
            pc: 0x0000,
        };
        let riot = Riot::new(ram, undefined());
        let mut cartridge = cartridge;
        cartridge.power_on(&mut undefined);
        let mut tia = Tia::default();
        if power_on.state == PowerOnState::RandomTia {
            tia.randomize(undefined);
        }
        let expected = cartridge.expected_standard();
        let mut console = Console::new(cartridge, Recurring::new(tia), riot);
        console.television.expect(expected);
        Machine {
            cpu: Cpu::new(registers),
            console,
            power_on,
        }
    }

    /// A copy of what a state saves, caught up.
    pub(crate) fn parts(&self) -> Parts {
        let mut console = self.console.clone();
        console.catch_up();
        let tia = console.tia();
        (
            self.cpu.clone(),
            tia,
            console.riot,
            console.television,
            console.input,
            console.save_keys,
            console.clock,
            console.cartridge.state(),
            self.power_on,
        )
    }

    /// A hash of everything that the future depends on, given the same cartridge and input.
    /// Machines with the same hash go through the same cycles and make the same frames and sound.
    /// It leaves out how the machine was switched on, complete pictures, and what the television
    /// has found out from them about its standard.
    pub fn future(&self) -> Hash {
        let (cpu, tia, mut riot, television, input, save_keys, clock, board, _) = self.parts();
        riot.settle(clock.cycle);
        let parts = (
            cpu,
            tia,
            riot,
            television.future(),
            input,
            save_keys,
            clock,
            board,
        );
        let bytes = postcard::to_allocvec(&parts).expect("plain values have an encoding");
        Hash::of(&bytes)
    }

    /// The machine with these parts; `None` if no machine can have them.
    pub(crate) fn from_parts(cartridge: &Cartridge, parts: Parts) -> Option<Machine> {
        let (cpu, tia, riot, mut television, input, save_keys, clock, board, power_on) = parts;
        television.expect(cartridge.expected_standard());
        if !cpu.is_plausible() || !tia.is_plausible() || !television.is_plausible() {
            return None;
        }
        if !save_keys.iter().all(|key| key.is_plausible(clock.cycle)) {
            return None;
        }
        let mut console = Console {
            cartridge: cartridge.with_state(board)?,
            video: Recurring::new(tia),
            riot,
            television,
            input,
            save_keys,
            clock,
        };
        let holds_a_write = console.clock.held && cpu.pins().write;
        if holds_a_write || !console.is_plausible() {
            return None;
        }
        Some(Machine {
            cpu,
            console,
            power_on,
        })
    }

    /// One bus cycle: three color clocks.
    pub fn cycle(&mut self) -> BusCycle {
        let (pins, sync) = (self.cpu.pins(), self.cpu.sync());
        self.cpu.cycle(&mut self.console);
        BusCycle {
            address: pins.address & 0x1fff,
            data: self.console.data(),
            write: pins.write,
            rdy: self.console.rdy(),
            sync,
        }
    }

    /// Cycles until the next opcode fetch has been reached (that fetch is the next cycle).
    ///
    /// A jammed processor never fetches again; then this is one cycle.
    pub fn instruction(&mut self) {
        // A fetch that RDY holds up is still to come: the instruction has not begun.
        loop {
            let fetching = self.cpu.at_instruction();
            self.cpu.cycle(&mut self.console);
            let held = fetching && self.cpu.at_instruction();
            if !held && self.cpu.at_instruction() || self.cpu.jammed() {
                return;
            }
        }
    }

    /// Runs until the television has a new frame: at a VSYNC, or after at most 400 scanlines
    /// without one.
    pub fn frame(&mut self) -> &Frame {
        let frames = self.console.television.frames();
        while self.console.television.frames() == frames {
            if self.cpu.at_instruction() {
                let before = self.console.clock.cycle;
                if !self.console.cartridge.may_rest() {
                    run_rom(&mut self.cpu, &mut self.console);
                }
                run_any_code(&mut self.cpu, &mut self.console);
                if self.console.clock.cycle != before {
                    continue;
                }
            }
            self.cpu.cycle(&mut self.console);
            self.console.skip_stall(self.cpu.pins().address);
        }
        self.console.television.frame()
    }

    /// The instruction that the processor is about to execute, without side effects.
    pub fn next_step(&self, place: Place) -> Step {
        self.step(self.before(place))
    }

    /// Notes the state between two instructions; `place` is [`Machine::place`], which callers that
    /// follow the beam already have.
    pub fn before(&self, place: Place) -> Before {
        Before::new(place, self.console.clock.cycle, *self.cpu.registers())
    }

    /// The instruction that has been, or is about to be, fetched in that state.
    pub fn step(&self, before: Before) -> Step {
        before.seen(&self.console)
    }

    /// Skips all but the last repetition of a read that RDY holds up.
    pub fn skip_stall(&mut self) {
        self.console.skip_stall(self.cpu.pins().address);
    }

    /// [`Machine::frame`] without pixels: the picture is blank, all else is as after
    /// [`Machine::frame`]. The first lines of the next picture may be blank too: a frame ends when
    /// VSYNC has lasted a line and a half, and those lines belong to the next frame. In the first
    /// 120 frames after power-on pixels are made nevertheless: the television's detection of the
    /// standard needs them.
    pub fn skip_frame(&mut self) {
        self.skip_pixels(true);
        self.frame();
        self.skip_pixels(false);
    }

    fn skip_pixels(&mut self, skip: bool) {
        // A line has all of its pixels, or none.
        self.catch_up();
        self.console.television.skip_pixels(skip);
    }

    /// Scanlines so far that were not run, but recalled from an equal one: for benchmarks. A copy
    /// begins with 0.
    pub fn recalled_lines(&self) -> u64 {
        self.console.video.recalled_lines()
    }

    /// The last complete frame.
    pub fn last_frame(&self) -> &Frame {
        self.console.television.frame()
    }

    /// Where the beam is: the frame in progress, its scanline, the color clock to come.
    ///
    /// The frame advances in the cycle in which [`Machine::frame`] returns.
    pub fn place(&self) -> Place {
        self.console.place_at(self.console.clock.cycle)
    }

    /// Sets the controllers and switches. They act from the next cycle on.
    pub fn set_input(&mut self, input: Input) {
        self.console.set_input(input);
    }

    /// The SaveKey of a socket (0 left, 1 right): what it holds stays while something else is
    /// plugged in.
    pub fn save_key(&self, socket: usize) -> &SaveKey {
        &self.console.save_keys[socket & 1]
    }

    /// Gives the SaveKey of a socket these contents, as if it were plugged in anew.
    pub fn set_save_key(&mut self, socket: usize, memory: SaveKeyMemory) {
        self.console
            .set_save_key(socket & 1, SaveKey::with_memory(memory));
    }

    /// Changes the TIA's revision; all other state is kept.
    pub fn set_revision(&mut self, revision: Revision) {
        self.console.set_revision(revision);
    }

    /// Sets which objects are shown and collide, a debugging aid. A machine that is loaded from a
    /// state begins with all of them.
    pub fn set_layers(&mut self, layers: Layers) {
        self.console.set_layers(layers);
    }

    /// The controllers and switches as they were set last.
    pub fn input(&self) -> &Input {
        &self.console.input
    }

    /// Takes the sound samples collected since the last call.
    pub fn take_samples(&mut self, out: &mut Vec<Sample>) {
        self.catch_up();
        self.console.television.take_samples(out);
    }

    /// The 128 bytes of RAM, $80..=$FF.
    pub fn ram(&self) -> &[u8; RAM_SIZE] {
        self.console.riot.ram()
    }

    /// Overwrites one byte of RAM; `address` is $80..=$FF. For tests and tools.
    pub fn poke_ram(&mut self, address: u8, data: u8) {
        self.console.riot.ram_mut()[usize::from(address & 0x7f)] = data;
    }

    /// Writes a byte without time passing, as a debugger does: RAM, a register of the TIA or the
    /// RIOT, or what a write to the cartridge does there.
    pub fn poke(&mut self, address: u16, data: u8) {
        self.console.poke(address, data);
    }

    /// Sets the processor's registers, between two instructions only: false within one.
    pub fn set_registers(&mut self, registers: Registers) -> bool {
        let between = self.cpu.at_instruction();
        if between {
            self.cpu = Cpu::with_registers(registers);
        }
        between
    }

    /// True if RDY will hold up the read to come: the processor waits for the line's end.
    pub fn stalled(&self) -> bool {
        !self.cpu.pins().write && self.console.clock.cycle < self.console.clock.stall_end
    }

    /// What a read at `address` (13 bits) would give, without any side effect.
    pub fn peek(&self, address: u16) -> u8 {
        self.console.peek(address)
    }

    /// CPU cycles since power-on.
    pub fn cycles(&self) -> u64 {
        self.console.clock.cycle
    }

    /// Color clocks since power-on.
    pub fn clocks(&self) -> u64 {
        self.cycles() * u64::from(CLOCKS_PER_CYCLE)
    }

    /// The processor.
    pub fn cpu(&self) -> &Cpu {
        &self.cpu
    }

    /// The RIOT.
    pub fn riot(&self) -> &Riot {
        &self.console.riot
    }

    /// The TIA as it is now. The machine keeps one that may lag behind; this is a copy, caught up.
    /// [`Machine::catch_up`] before makes many calls faster.
    pub fn tia(&self) -> Tia {
        self.console.tia()
    }

    /// The television. Complete frames are always up to date; the frame in progress is only right
    /// after [`Machine::catch_up`].
    pub fn television(&self) -> &Television {
        &self.console.television
    }

    /// The cartridge.
    pub fn cartridge(&self) -> &Cartridge {
        &self.console.cartridge
    }

    /// Runs the call of ARM code that the next cycle begins, on a copy, and shows the processor
    /// before each instruction, with the clocks since the call began. False if the next cycle
    /// begins no call.
    pub fn watch_arm_call(&self, watch: &mut dyn FnMut(&ArmCpu, u64)) -> bool {
        let access = Access {
            address: self.cpu.pins().address & 0x1fff,
            data: self.console.clock.data,
            write: self.cpu.pins().write,
            cycle: self.console.clock.cycle + 1,
        };
        self.console.cartridge.watch_arm_call(access, watch)
    }

    /// Number of the bank that an address of the cartridge shows; 0 on boards without banks.
    pub fn bank(&self, address: u16) -> usize {
        self.console.cartridge.bank(address)
    }

    /// How the machine was switched on.
    pub fn power_on(&self) -> PowerOn {
        self.power_on
    }

    /// Brings the TIA and the television up to date, which has no effect on what the machine does.
    pub fn catch_up(&mut self) {
        self.console.catch_up();
    }
}
