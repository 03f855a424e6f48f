//! The machine: processor and console, run by cycle, instruction or frame.

use crate::{
    Cartridge, Input, Place,
    bus::{Before, Clock, Step, Unwritten},
    cartridge::{Access, ArmCpu, Board},
    cpu::{Cpu, Pins, Registers, flag},
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

/// The contents of undefined cells at power-on. RAM here includes the cartridge's RAM.
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

    /// Returns the name, as written in options and scripts.
    pub fn name(self) -> &'static str {
        match self {
            PowerOnState::Zero => "zero",
            PowerOnState::Ones => "ones",
            PowerOnState::Random => "random",
            PowerOnState::RandomTia => "random-tia",
        }
    }
}

/// How a machine is powered on. Machines with equal cartridges, equal `PowerOn` and equal inputs
/// produce equal frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PowerOn {
    /// The contents of undefined cells.
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
    /// The RDY line: false while the TIA holds the processor after WSYNC.
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
    // Compares machines as if both TIAs had caught up: how far each one lags does not matter.
    fn eq(&self, other: &Machine) -> bool {
        self.console.cartridge == other.console.cartridge && self.parts() == other.parts()
    }
}

impl Eq for Machine {}

/// The saved state of a machine: everything except the cartridge's image and what can be derived
/// from it.
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
            // The reset sequence subtracts three from S, which gives FD; emulators agree on this.
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
    /// standard that the television has detected in them.
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

    /// Creates a machine from `parts`; `None` if no machine could have them.
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

    /// Runs one bus cycle: three color clocks.
    pub fn cycle(&mut self) -> BusCycle {
        let (pins, sync) = (self.cpu.pins(), self.cpu.sync());
        self.cpu.cycle(&mut self.console);
        self.seen(pins, sync)
    }

    /// Does the same as [`Machine::cycle`], except that a write does not reach the TIA. Together
    /// with [`Machine::write_tia`], this lets a tool move a write to another cycle.
    pub fn cycle_without_tia_write(&mut self) -> BusCycle {
        let (pins, sync) = (self.cpu.pins(), self.cpu.sync());
        self.cpu.cycle(&mut Unwritten(&mut self.console));
        self.seen(pins, sync)
    }

    /// Writes to a register of the TIA at the end of the last cycle. No time passes, and the
    /// cartridge does not notice.
    pub fn write_tia(&mut self, register: u8, data: u8) {
        self.console.write_tia(register.into(), data);
    }

    /// Returns a record of the cycle that has just run. `pins` and `sync` are the processor's
    /// signals from the start of that cycle.
    fn seen(&self, pins: Pins, sync: bool) -> BusCycle {
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
    /// A jammed processor never fetches again; in that case, runs one cycle.
    pub fn instruction(&mut self) {
        // While RDY holds up the fetch, the instruction has not begun.
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
                // First try the fast path for plain ROM, except on boards that can rest
                // (`fast/resting.rs`). Then try the fast path for other code: it runs many
                // instructions on a board that can rest, and one instruction on any other board.
                // Run everything else cycle by cycle.
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

    /// Returns the instruction that the processor is about to execute, without side effects.
    pub fn next_step(&self, place: Place) -> Step {
        self.step(self.before(place))
    }

    /// Records the state between two instructions. `place` is [`Machine::place`], which callers
    /// that follow the beam already have.
    pub fn before(&self, place: Place) -> Before {
        Before::new(place, self.console.clock.cycle, *self.cpu.registers())
    }

    /// Returns the instruction whose opcode fetch follows the recorded state `before`. The fetch
    /// may already have happened.
    pub fn step(&self, before: Before) -> Step {
        before.seen(&self.console)
    }

    /// While RDY holds up a read, skips every repetition of it except the last.
    pub fn skip_stall(&mut self) {
        self.console.skip_stall(self.cpu.pins().address);
    }

    /// Does the same as [`Machine::frame`] but computes no pixels: the picture is blank, and
    /// everything else is the same. The first lines of the next picture may be blank too: a frame
    /// ends when VSYNC has lasted a line and a half, and those lines belong to the next frame. The
    /// first 120 frames after power-on do have pixels: the television needs them to detect the
    /// standard, and the lines to show.
    pub fn skip_frame(&mut self) {
        self.skip_pixels(true);
        self.frame();
        self.skip_pixels(false);
    }

    fn skip_pixels(&mut self, skip: bool) {
        // A line has either all of its pixels or none, so let the TIA catch up before the setting
        // changes.
        self.catch_up();
        self.console.television.skip_pixels(skip);
    }

    /// For benchmarks: returns the number of scanlines that were copied from an earlier, equal
    /// scanline instead of being computed. A clone of a machine starts counting at 0.
    pub fn recalled_lines(&self) -> u64 {
        self.console.video.recalled_lines()
    }

    /// Returns the last complete frame.
    pub fn last_frame(&self) -> &Frame {
        self.console.television.frame()
    }

    /// Returns the beam's place: the current frame and scanline, and the next color clock.
    ///
    /// The frame number advances in the cycle in which [`Machine::frame`] returns.
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

    /// Chooses which objects are shown and which collide, as a debugging aid. In a machine that was
    /// loaded from a state, all objects are shown and collide.
    pub fn set_layers(&mut self, layers: Layers) {
        self.console.set_layers(layers);
    }

    /// Returns the current controllers and switches.
    pub fn input(&self) -> &Input {
        &self.console.input
    }

    /// Appends the sound samples since the last call to `out`.
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

    /// Puts the timer in its power-on state, with this count. For tests and tools.
    pub fn restart_timer(&mut self, count: u8) {
        self.console
            .riot
            .restart_timer(count, self.console.clock.cycle);
    }

    /// Writes a byte without letting time pass, as a debugger does: to RAM, to a TIA or RIOT
    /// register, or to the cartridge. The write has its usual effects, except that WSYNC does not
    /// stall the processor.
    pub fn poke(&mut self, address: u16, data: u8) {
        self.console.poke(address, data);
    }

    /// Sets the processor's registers between two instructions. In the middle of an instruction,
    /// changes nothing and returns false.
    pub fn set_registers(&mut self, registers: Registers) -> bool {
        let between = self.cpu.at_instruction();
        if between {
            self.cpu = Cpu::with_registers(registers);
        }
        between
    }

    /// Returns true if RDY will hold up the next read: the processor is waiting for the end of the
    /// line.
    pub fn stalled(&self) -> bool {
        !self.cpu.pins().write && self.console.clock.cycle < self.console.clock.stall_end
    }

    /// Returns the result of a read at `address` (13 bits), without side effects.
    pub fn peek(&self, address: u16) -> u8 {
        self.console.peek(address)
    }

    /// Returns the CPU cycles since power-on.
    pub fn cycles(&self) -> u64 {
        self.console.clock.cycle
    }

    /// Returns the color clocks since power-on.
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

    /// Returns an up-to-date copy of the TIA; the machine's own TIA may be behind. To speed up many
    /// calls, call [`Machine::catch_up`] first.
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

    /// Runs, on a copy of the cartridge, the call to ARM code that the next cycle begins. Before
    /// each ARM instruction, calls `watch` with the processor and the number of ARM clocks since
    /// the call began. Returns false if the next cycle does not begin a call, or if the image's own
    /// driver is running instead of ours.
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

    /// Returns how the machine was powered on.
    pub fn power_on(&self) -> PowerOn {
        self.power_on
    }

    /// Brings the TIA and the television up to date. This does not change the machine's behavior.
    pub fn catch_up(&mut self) {
        self.console.catch_up();
    }
}
