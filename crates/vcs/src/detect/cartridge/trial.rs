//! Makes trial runs after a reset. In a trial run, the console has a board with the image, a
//! processor, RAM and a timer, but makes no picture. On the wrong board, a program soon executes
//! bytes that are not code. On the right board, it executes code in a bank that it has switched in,
//! or reads back what it wrote to the board's RAM.

use crate::{
    address::Device,
    cartridge::{Access, Cartridge, Scheme, table::trial_candidates},
    cpu::{Bus, Cpu, Registers},
    riot::{RAM_SIZE, Riot},
};
use std::fmt;

/// Length of a trial run in cycles: a few frames.
const TRIAL_CYCLES: u64 = 120_000;
/// Number of cycles before the checks for faults start: seven for the reset sequence, and one for
/// the first opcode fetch.
const RESET_CYCLES: u64 = 8;
/// Maximum number of stray instructions before a program counts as failing. Stray instructions are
/// BRKs, and instructions outside ROM and RAM. A working program may execute some of them on
/// purpose, or because it started in the wrong bank.
const MAX_STRAYS: u32 = 8;
/// The TIA registers of the joysticks' triggers: `INPT4` for the left, `INPT5` for the right.
const INPT4: u16 = 0x0c;
const INPT5: u16 = 0x0d;
/// The opcode of BRK.
pub(super) const BRK: u8 = 0x00;
/// Minimum number of bytes of a board's RAM that a program must write and read back to count as
/// using the RAM.
// If random bytes are executed as a program, they rarely read back a byte that they wrote. A real
// program clears its RAM and uses it.
const MIN_RAM_BYTES: usize = 4;

/// If the program does not run on the board of `usual`, finds the other boards on which it runs,
/// and returns the scheme of the board that it uses most.
pub(super) fn better_scheme(usual: Scheme, image: &[u8]) -> Option<Scheme> {
    let usual_trial = Trial::run_on(image, usual).filter(|trial| !trial.runs())?;
    best_scheme(image, |trial| trial.is_better_than(&usual_trial))
}

/// Of the boards on which the program runs, returns the scheme of the board that it uses most.
/// Returns `None` if it does not use any of them.
pub(super) fn most_used_board(image: &[u8]) -> Option<Scheme> {
    best_scheme(image, Trial::uses_board)
}

/// Returns true if the program runs on the board of this scheme.
pub(super) fn runs_as(scheme: Scheme, image: &[u8]) -> bool {
    Trial::run_on(image, scheme).is_some_and(|trial| trial.runs())
}

/// Returns true if the program runs on the scheme's board. If there is a board that differs from it
/// only by having no RAM, the program must also use the RAM.
pub(super) fn runs_with_its_ram(scheme: Scheme, image: &[u8]) -> bool {
    Trial::run_on(image, scheme).is_some_and(|trial| trial.runs() && trial.uses_its_ram())
}

/// Returns true if trial runs are evidence against `scheme`. This requires that the program runs on
/// the usual board. In addition, the program must either use the banks or RAM of the usual board,
/// or not run on the board of `scheme`, or run there without using that board's banks or RAM.
pub(super) fn is_evidence_against(scheme: Scheme, usual: Scheme, image: &[u8]) -> bool {
    let uses_board = |trial: Trial| trial.runs() && trial.uses_board();
    match Trial::run_on(image, usual) {
        Some(trial) if trial.runs() => {
            trial.uses_board() || !Trial::run_on(image, scheme).is_some_and(uses_board)
        }
        _ => false,
    }
}

/// Makes a trial run for each of the [`trial_candidates`]. Considers only those on whose board the
/// program runs, whose RAM it uses (see [`Trial::uses_its_ram`]), and whose trial `fits` accepts.
/// Of these, returns the scheme whose board the program uses most, or the first if there is a tie.
fn best_scheme(image: &[u8], fits: impl Fn(&Trial) -> bool) -> Option<Scheme> {
    let trials = trial_candidates(image.len()).iter();
    trials
        .filter_map(|&scheme| Trial::run_on(image, scheme))
        .filter(|trial| trial.runs() && trial.uses_its_ram() && fits(trial))
        .reduce(|best, next| {
            if next.board_use_count() > best.board_use_count() {
                next
            } else {
                best
            }
        })
        .map(|trial| trial.scheme)
}

/// A record of what a program did in a trial run on a scheme's board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trial {
    scheme: Scheme,
    end: End,
    /// Number of VSYNCs.
    frames: u32,
    /// Number of instructions that were executed from ROM that a bank switch has mapped into the
    /// window.
    switched_instructions: u32,
    /// Number of bytes in the board's RAM that were written and later read.
    bytes_read_back: usize,
}

/// The way a trial ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    /// The program ran until the end of the trial.
    Ran,
    /// The program failed at this address.
    Failed(u16, Fault),
}

/// The way the program failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fault {
    Jam,
    OutsideMemory,
    ManyBreaks,
}

impl Trial {
    /// Runs the image on the board of this scheme. Returns `None` if the board does not allow this
    /// image.
    pub(super) fn run_on(image: &[u8], scheme: Scheme) -> Option<Trial> {
        if !scheme.accepts(image.len()) {
            return None;
        }
        let mut cartridge = Cartridge::with_scheme(image, scheme).ok()?;
        cartridge.power_on(|| 0);
        let mut console = TrialConsole {
            initial: cartridge.clone(),
            cartridge,
            riot: Riot::new([0; RAM_SIZE], 0),
            cycle: 0,
            data: 0,
            vsync: false,
            frames: 0,
            written: vec![false; 0x1000],
            read_back: vec![false; 0x1000],
        };
        let (end, switched_instructions) = console.run();
        Some(Trial {
            scheme,
            end,
            frames: console.frames,
            switched_instructions,
            bytes_read_back: console.read_back.iter().filter(|&&read| read).count(),
        })
    }

    /// Returns true if the program did not fail and made at least one VSYNC.
    pub(super) fn runs(&self) -> bool {
        self.end == End::Ran && self.frames > 0
    }

    /// Returns true if the program executed code from a bank that it had switched in, or used the
    /// board's RAM.
    fn uses_board(&self) -> bool {
        self.switched_instructions > 0 || self.bytes_read_back >= MIN_RAM_BYTES
    }

    /// Returns true if the program used the board's RAM. Also returns true if the use of RAM is not
    /// needed to distinguish this board, because no board without RAM switches banks in the same
    /// way.
    // Without this check, a stray store to a RAM port could decide between a board with RAM and one
    // without.
    fn uses_its_ram(&self) -> bool {
        self.bytes_read_back >= MIN_RAM_BYTES || !self.scheme.adds_only_ram()
    }

    fn board_use_count(&self) -> usize {
        self.switched_instructions as usize + self.bytes_read_back
    }

    /// Returns true if this trial is stronger evidence for its scheme than `usual`, the trial on
    /// the usual board, is for the usual scheme.
    fn is_better_than(&self, usual: &Trial) -> bool {
        if self.scheme.switches_banks_like(usual.scheme) {
            self.bytes_read_back >= MIN_RAM_BYTES
        } else {
            // A failing program can also access hot spots by chance.
            self.uses_board() && self.switched_instructions / 2 >= usual.switched_instructions
        }
    }
}

impl fmt::Display for Trial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.end {
            End::Ran => write!(f, "runs for {TRIAL_CYCLES} cycles")?,
            End::Failed(address, fault) => write!(f, "{fault} at ${address:04X}")?,
        }
        let Trial {
            frames,
            switched_instructions,
            bytes_read_back,
            ..
        } = self;
        write!(
            f,
            ", VSYNCs: {frames}, instructions in switched banks: {switched_instructions}, bytes of \
             the board's RAM read back: {bytes_read_back}"
        )
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Jam => "jams",
            Fault::OutsideMemory => "executes code outside memory, last",
            Fault::ManyBreaks => "executes BRK too often, last",
        })
    }
}

/// A console with only the parts that show whether a program runs.
struct TrialConsole {
    cartridge: Cartridge,
    /// The cartridge at power-on.
    initial: Cartridge,
    riot: Riot,
    cycle: u64,
    data: u8,
    vsync: bool,
    /// Number of VSYNCs.
    frames: u32,
    /// One flag for each address in the window: true if a byte of RAM can be read there, and the
    /// program has written that byte.
    written: Vec<bool>,
    /// One flag for each address in the window: true if the program has read back a byte there that
    /// it had written.
    read_back: Vec<bool>,
}

impl TrialConsole {
    /// Runs the program. Returns how the trial ended, and the number of instructions executed from
    /// ROM that a bank switch has mapped into the window.
    fn run(&mut self) -> (End, u32) {
        let mut cpu = Cpu::new(Registers::default());
        let (mut strays, mut switched_instructions) = (0, 0);
        while self.cycle < TRIAL_CYCLES {
            if cpu.sync() && self.cycle >= RESET_CYCLES {
                let address = cpu.pins().address & 0x1fff;
                if let Some(fault) = self.fault_at(address) {
                    strays += 1;
                    if strays > MAX_STRAYS {
                        return (End::Failed(address, fault), switched_instructions);
                    }
                }
                switched_instructions += u32::from(self.is_switched_in(address));
            }
            cpu.cycle(self);
            if cpu.jammed() {
                let address = cpu.pins().address & 0x1fff;
                return (End::Failed(address, Fault::Jam), switched_instructions);
            }
        }
        (End::Ran, switched_instructions)
    }

    /// Returns the kind of fault if executing an instruction at this address counts as one.
    fn fault_at(&self, address: u16) -> Option<Fault> {
        match is_memory(address) {
            false => Some(Fault::OutsideMemory),
            true if self.peek(address) == BRK => Some(Fault::ManyBreaks),
            true => None,
        }
    }

    /// Returns true if the ROM that the window shows at this address is from a different offset in
    /// the image than at power-on.
    fn is_switched_in(&self, address: u16) -> bool {
        let offset = |cartridge: &Cartridge| cartridge.window().offset(address & 0x0fff);
        address & 0x1000 != 0 && offset(&self.cartridge) != offset(&self.initial)
    }

    fn peek(&self, address: u16) -> u8 {
        match Device::at(address) {
            Device::Cartridge => self.cartridge.peek(address, self.data),
            _ => self.riot.ram()[usize::from(address & 0x7f)],
        }
    }

    fn access(&self, address: u16, write: bool) -> Access {
        Access {
            address,
            data: self.data,
            write,
            cycle: self.cycle,
        }
    }

    fn set_vsync(&mut self, on: bool) {
        self.frames += u32::from(on && !self.vsync);
        self.vsync = on;
    }

    fn record_read(&mut self, address: u16) {
        let index = usize::from(address & 0x0fff);
        self.read_back[index] |= self.written[index];
    }

    fn record_write(&mut self, address: u16) {
        if let Some(read_port) = self.cartridge.read_port(address) {
            self.written[usize::from(read_port)] = true;
        }
    }
}

/// Returns true if code can be at this address: in the cartridge, or in the RIOT's RAM.
fn is_memory(address: u16) -> bool {
    matches!(Device::at(address), Device::Cartridge | Device::Ram)
}

impl Bus for TrialConsole {
    fn read(&mut self, address: u16) -> u8 {
        let address = address & 0x1fff;
        self.cycle += 1;
        let device = Device::at(address);
        self.data = match device {
            Device::Cartridge => match self.cartridge.window().plain_byte(address) {
                Some(data) => data,
                None => {
                    self.record_read(address);
                    self.cartridge.access(self.access(address, false))
                }
            },
            // No trigger is pressed, so bit 7 of its register is 1. All other registers read as 0.
            // The TIA does not drive the low six bits, so the bus keeps their previous value.
            Device::Tia if matches!(address & 0x0f, INPT4 | INPT5) => 0x80 | self.data & 0x3f,
            Device::Tia => self.data & 0x3f,
            Device::Ram => self.peek(address),
            Device::Riot => self.riot.read(address, self.cycle),
        };
        if device != Device::Cartridge && self.cartridge.listens_below() {
            self.cartridge.access_below(self.access(address, false));
        }
        self.data
    }

    fn write(&mut self, address: u16, data: u8) {
        let address = address & 0x1fff;
        self.cycle += 1;
        self.data = data;
        match Device::at(address) {
            Device::Cartridge => {
                self.record_write(address);
                self.cartridge.access(self.access(address, true));
                return;
            }
            Device::Tia if address & 0x3f == 0 => self.set_vsync(data & 2 != 0),
            Device::Tia => {}
            Device::Ram => self.riot.ram_mut()[usize::from(address & 0x7f)] = data,
            Device::Riot => self.riot.write(address, data, self.cycle),
        }
        if self.cartridge.listens_below() {
            self.cartridge.access_below(self.access(address, true));
        }
    }
}
