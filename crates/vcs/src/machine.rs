//! The machine: the processor and the console. It can run by cycle, by instruction or by frame.

use crate::{
    Cartridge, Input, Place,
    bus::{BeforeStep, Clock, Step, WithoutTiaWrites},
    cartridge::{Access, ArmCpu, Board},
    cpu::{Cpu, Pins, Registers, flag},
    fast::{Console, Recurring, run_any_code, run_rom},
    hash::Hash,
    input::{SaveKey, SaveKeyMemory},
    place::CLOCKS_PER_CYCLE,
    random::Rng,
    riot::{RAM_SIZE, Riot},
    television::{Frame, Sample, Television},
    tia::{Layers, Revision, Tia},
};
use serde::{Deserialize, Serialize};

/// The contents of undefined memory cells and registers at power-on. RAM here includes the RAM in
/// the cartridge.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum PowerOnState {
    /// RAM, CPU registers and timer: all bits 0. TIA registers and counters: 0.
    Zero,
    /// RAM, CPU registers and timer: all bits 1. TIA registers and counters: 0.
    Ones,
    /// RAM, CPU registers and timer: random. TIA registers and counters: 0.
    #[default]
    Random,
    /// RAM, CPU registers, timer and TIA: random.
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

    /// Returns the name that options and scripts use.
    pub fn name(self) -> &'static str {
        match self {
            PowerOnState::Zero => "zero",
            PowerOnState::Ones => "ones",
            PowerOnState::Random => "random",
            PowerOnState::RandomTia => "random-tia",
        }
    }
}

/// The conditions at power-on. Machines with equal cartridges, equal `PowerOn` and equal inputs
/// produce equal frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PowerOn {
    /// The contents of undefined memory cells and registers.
    pub state: PowerOnState,
    /// Seed of all random numbers.
    pub seed: u64,
}

/// One bus cycle, as seen on the cartridge port.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BusCycle {
    /// The 13-bit address.
    pub address: u16,
    /// The byte on the data bus at the end of the cycle.
    pub data: u8,
    /// True for a write.
    pub write: bool,
    /// The level of the RDY line: false while the TIA holds the processor after WSYNC.
    pub rdy: bool,
    /// True for an opcode fetch.
    pub sync: bool,
}

/// A console with a cartridge, powered on.
///
/// A machine is a value: a clone continues exactly like the original, and two machines that have
/// run the same cycles are equal.
#[derive(Debug, Clone)]
pub struct Machine {
    cpu: Cpu,
    console: Console,
    power_on: PowerOn,
}

impl PartialEq for Machine {
    // Compares the machines as if the TIA of each had caught up.
    fn eq(&self, other: &Machine) -> bool {
        self.console.cartridge == other.console.cartridge && self.parts() == other.parts()
    }
}

impl Eq for Machine {}

/// The parts of a machine in a saved state. The cartridge's image, and everything that can be
/// derived from the image, is left out.
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
    /// Plugs in a cartridge and powers on the console. The first seven cycles are the processor's
    /// reset.
    pub fn new(cartridge: Cartridge, power_on: PowerOn) -> Machine {
        let mut random = Rng::new(power_on.seed);
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
            // The reset sequence subtracts three from S, so S becomes $FD. Emulators agree on this.
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
        console.television.set_expected(expected);
        Machine {
            cpu: Cpu::new(registers),
            console,
            power_on,
        }
    }

    /// Returns a copy of the parts that a saved state contains, with the TIA caught up.
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

    /// Returns a hash of everything that determines the machine's future, apart from the
    /// cartridge's image and later input. Machines with equal hashes run equal cycles and produce
    /// equal frames and sound. The hash excludes the power-on state, complete pictures, and the
    /// color system that the television has detected in them.
    pub fn future_hash(&self) -> Hash {
        let (cpu, tia, mut riot, television, input, save_keys, clock, board, _) = self.parts();
        riot.settle(clock.cycle);
        let parts = (
            cpu,
            tia,
            riot,
            television.future_state(),
            input,
            save_keys,
            clock,
            board,
        );
        let bytes = postcard::to_allocvec(&parts).expect("plain values have an encoding");
        Hash::of(&bytes)
    }

    /// Creates a machine from `parts`. Returns `None` if the parts contain impossible values.
    pub(crate) fn from_parts(cartridge: &Cartridge, parts: Parts) -> Option<Machine> {
        let (cpu, tia, riot, mut television, input, save_keys, clock, board, power_on) = parts;
        television.set_expected(cartridge.expected_standard());
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

    /// Runs one bus cycle: three color clocks.
    pub fn cycle(&mut self) -> BusCycle {
        let (pins, sync) = (self.cpu.pins(), self.cpu.sync());
        self.cpu.cycle(&mut self.console);
        self.bus_cycle(pins, sync)
    }

    /// Runs one bus cycle like [`Machine::cycle`], except that a write does not reach the TIA. With
    /// this function and [`Machine::write_tia`], a tool can move a write to another cycle.
    pub fn cycle_without_tia_write(&mut self) -> BusCycle {
        let (pins, sync) = (self.cpu.pins(), self.cpu.sync());
        self.cpu.cycle(&mut WithoutTiaWrites(&mut self.console));
        self.bus_cycle(pins, sync)
    }

    /// Writes to a register of the TIA as if at the end of the last cycle. No time passes, and the
    /// cartridge does not see the write.
    pub fn write_tia(&mut self, register: u8, data: u8) {
        self.console.write_tia(register.into(), data);
    }

    /// Returns a record of the cycle that has just run. `pins` and `sync` are the processor's
    /// signals from the start of that cycle.
    fn bus_cycle(&self, pins: Pins, sync: bool) -> BusCycle {
        BusCycle {
            address: pins.address & 0x1fff,
            data: self.console.data(),
            write: pins.write,
            rdy: self.console.rdy(),
            sync,
        }
    }

    /// Runs cycles until the next cycle is an opcode fetch.
    ///
    /// If the processor has jammed, it never fetches an opcode again. In that case, runs one cycle.
    pub fn instruction(&mut self) {
        // An opcode fetch that RDY holds up does not begin the instruction, so keep running.
        loop {
            let fetching = self.cpu.at_instruction();
            self.cpu.cycle(&mut self.console);
            let held = fetching && self.cpu.at_instruction();
            if !held && self.cpu.at_instruction() || self.cpu.jammed() {
                return;
            }
        }
    }

    /// Runs until the television has a new frame. A frame ends at a VSYNC, or after at most 400
    /// scanlines if there is no VSYNC.
    pub fn frame(&mut self) -> &Frame {
        let frames = self.console.television.frames();
        while self.console.television.frames() == frames {
            if self.cpu.at_instruction() {
                // Boards that can rest are boards that observe every access, although few accesses
                // affect them (see `fast/resting.rs`). On other boards, first try the fast path for
                // plain ROM. On all boards, then try the fast path for other code: it runs many
                // instructions on a board that can rest, and one instruction on any other board.
                // Run everything else cycle by cycle.
                let before = self.console.clock.cycle;
                if !self.console.cartridge.can_rest() {
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

    /// Returns the instruction that the processor is about to execute, without side effects.
    pub fn next_step(&self, place: Place) -> Step {
        self.step(self.before_step(place))
    }

    /// Records the state between two instructions. `place` must be [`Machine::place`]. It is an
    /// argument because callers that follow the beam already know it.
    pub fn before_step(&self, place: Place) -> BeforeStep {
        BeforeStep::new(place, self.console.clock.cycle, *self.cpu.registers())
    }

    /// Returns the instruction that begins in the recorded state `before`. Its opcode fetch may
    /// already have run.
    pub fn step(&self, before: BeforeStep) -> Step {
        before.to_step(&self.console)
    }

    /// If RDY is holding up a read that has no side effects, skips all repetitions of the read
    /// except the last.
    pub fn skip_stall(&mut self) {
        self.console.skip_stall(self.cpu.pins().address);
    }

    /// Runs a frame like [`Machine::frame`], but computes no pixels. The picture is blank;
    /// everything else is the same.
    ///
    /// The first lines of the next picture may be blank, too. This is because a frame ends only
    /// when VSYNC has lasted a line and a half, and these lines already belong to the next frame.
    /// The first 120 frames after power-on do have pixels, because the television detects the
    /// standard and the visible lines from them.
    pub fn skip_frame(&mut self) {
        self.skip_pixels(true);
        self.frame();
        self.skip_pixels(false);
    }

    fn skip_pixels(&mut self, skip: bool) {
        // Let the TIA catch up first, so that the change does not affect pixels that are due before
        // it.
        self.catch_up();
        self.console.television.skip_pixels(skip);
    }

    /// Returns the number of scanlines that were copied from an earlier, equal scanline instead of
    /// being computed. In a clone of a machine, the count starts at 0. For benchmarks.
    pub fn recalled_lines(&self) -> u64 {
        self.console.video.recalled_lines
    }

    /// Returns the last complete frame.
    pub fn last_frame(&self) -> &Frame {
        self.console.television.frame()
    }

    /// Returns the position of the beam: the current frame and scanline, and the next color clock.
    ///
    /// The frame number advances in the cycle at which [`Machine::frame`] returns.
    pub fn place(&self) -> Place {
        self.console.place_at(self.console.clock.cycle)
    }

    /// Sets the controllers and switches. They take effect in the next cycle.
    pub fn set_input(&mut self, input: Input) {
        self.console.set_input(input);
    }

    /// Returns the SaveKey that belongs to a socket (0 left, 1 right). A SaveKey keeps its contents
    /// while another device is plugged in.
    pub fn save_key(&self, socket: usize) -> &SaveKey {
        &self.console.save_keys[socket & 1]
    }

    /// Replaces a socket's SaveKey with one that has these contents.
    pub fn set_save_key(&mut self, socket: usize, memory: SaveKeyMemory) {
        self.console
            .set_save_key(socket & 1, SaveKey::with_memory(memory));
    }

    /// Changes the TIA's revision and keeps all other state.
    pub fn set_revision(&mut self, revision: Revision) {
        self.console.set_revision(revision);
    }

    /// Chooses which objects are shown, and which objects collide. This is a debugging aid, and not
    /// part of saved states: in a machine that was loaded from a state, all objects are shown and
    /// collide.
    pub fn set_layers(&mut self, layers: Layers) {
        self.console.set_layers(layers);
    }

    /// Returns the current controllers and switches.
    pub fn input(&self) -> &Input {
        &self.console.input
    }

    /// Appends to `out` the sound samples since the last call.
    pub fn take_samples(&mut self, out: &mut Vec<Sample>) {
        self.catch_up();
        self.console.television.take_samples(out);
    }

    /// Returns the 128 bytes of RAM, $80..=$FF.
    pub fn ram(&self) -> &[u8; RAM_SIZE] {
        self.console.riot.ram()
    }

    /// Overwrites one byte of RAM; `address` is $80..=$FF. For tests and tools.
    pub fn poke_ram(&mut self, address: u8, data: u8) {
        self.console.riot.ram_mut()[usize::from(address & 0x7f)] = data;
    }

    /// Puts the timer into its power-on state, with the given count. For tests and tools.
    pub fn restart_timer(&mut self, count: u8) {
        self.console
            .riot
            .restart_timer(count, self.console.clock.cycle);
    }

    /// Writes a byte to RAM, to a TIA or RIOT register, or to the cartridge, as a debugger does: no
    /// time passes. The write has its usual effects, except that WSYNC does not stall the
    /// processor.
    pub fn poke(&mut self, address: u16, data: u8) {
        self.console.poke(address, data);
    }

    /// Sets the processor's registers between two instructions. In the middle of an instruction,
    /// changes nothing and returns false.
    pub fn set_registers(&mut self, registers: Registers) -> bool {
        let is_between_instructions = self.cpu.at_instruction();
        if is_between_instructions {
            self.cpu = Cpu::with_registers(registers);
        }
        is_between_instructions
    }

    /// Returns true if RDY will hold up the next cycle: the cycle is a read, and the processor is
    /// waiting for the end of the line.
    pub fn stalled(&self) -> bool {
        !self.cpu.pins().write && self.console.clock.cycle < self.console.clock.stall_end
    }

    /// Returns the result of a read at `address` (13 bits), without side effects.
    pub fn peek(&self, address: u16) -> u8 {
        self.console.peek(address)
    }

    /// Returns the number of CPU cycles since power-on.
    pub fn cycles(&self) -> u64 {
        self.console.clock.cycle
    }

    /// Returns the number of color clocks since power-on.
    pub fn clocks(&self) -> u64 {
        self.cycles() * u64::from(CLOCKS_PER_CYCLE)
    }

    /// Returns the processor.
    pub fn cpu(&self) -> &Cpu {
        &self.cpu
    }

    /// Returns the RIOT.
    pub fn riot(&self) -> &Riot {
        &self.console.riot
    }

    /// Returns an up-to-date copy of the TIA. The TIA in the machine itself may lag behind. If you
    /// need many copies, call [`Machine::catch_up`] first, which makes this faster.
    pub fn tia(&self) -> Tia {
        self.console.tia()
    }

    /// Returns the television. Complete frames are always up to date; the frame in progress is up
    /// to date only after [`Machine::catch_up`].
    pub fn television(&self) -> &Television {
        &self.console.television
    }

    /// Returns the cartridge.
    pub fn cartridge(&self) -> &Cartridge {
        &self.console.cartridge
    }

    /// If the next cycle begins a call to ARM code, runs that call on a copy of the cartridge, and
    /// returns true. Before each ARM instruction, calls `watch` with the ARM processor and the
    /// number of ARM clocks since the call began. Returns false if the next cycle does not begin a
    /// call, or if the cartridge runs the driver in its image instead of Crownhead's own driver.
    pub fn watch_arm_call(&self, watch: &mut dyn FnMut(&ArmCpu, u64)) -> bool {
        let access = Access {
            address: self.cpu.pins().address & 0x1fff,
            data: self.console.clock.data,
            write: self.cpu.pins().write,
            cycle: self.console.clock.cycle + 1,
        };
        self.console.cartridge.watch_arm_call(access, watch)
    }

    /// Returns the number of the bank that is visible at a cartridge address; 0 on boards without
    /// banks.
    pub fn bank(&self, address: u16) -> usize {
        self.console.cartridge.bank(address)
    }

    /// Returns the conditions at power-on.
    pub fn power_on(&self) -> PowerOn {
        self.power_on
    }

    /// Brings the TIA and the television up to date. This does not change the machine's behavior.
    pub fn catch_up(&mut self) {
        self.console.catch_up();
    }
}
