//! What the program does after reset: the image on a board, with processor, RAM and timer, but without
//! picture. A program on the wrong board soon runs into bytes that are none of its own.

use super::KIB;
use crate::{
    address::Device,
    cartridge::{Access, Cartridge, Scheme},
    cpu::{Bus, Cpu, Registers},
    riot::{RAM_SIZE, Riot},
};

/// Cycles of a trial: some frames.
const CYCLES: u64 = 120_000;
/// BRKs that a program may make on purpose.
const BREAKS: u32 = 8;
/// BRK's opcode.
const BRK: u8 = 0x00;

/// The schemes to try, in this order, where nothing in an image of this size tells its scheme
/// and the usual one does not run.
fn candidates(size: usize) -> &'static [Scheme] {
    use Scheme::*;
    match size / KIB {
        2 => &[Cv],
        4 => &[Cv, Rom4KSc, Fc, Gl],
        8 => &[
            F8Sc, E0, X3f, X3e, Ua, UaSw, X0fa0, Fe, X0840, E7, Wd, Fc, X03e0, Wf8, Fv,
        ],
        12 => &[E7],
        16 => &[F6Sc, E7, Fc, X3f, X3e, Jane],
        32 => &[F4Sc, X3f, X3e, Fa2, Fc],
        64 => &[Ef, EfSc, X07, X3f, X3e, X3eplus],
        128 => &[Df, DfSc, X3f, X3e],
        256 => &[Bf, BfSc, X3f, X3e],
        512 => &[X3f, X3e, TvBoy],
        _ => &[X3f, X3e],
    }
}

/// A scheme on which the program runs, if on the usual one it does not.
pub fn better_than(usual: Scheme, image: &[u8]) -> Option<Scheme> {
    match Trial::of(image, usual) {
        Some(trial) if !trial.runs() => any_that_runs(image),
        _ => None,
    }
}

/// The first scheme on which the program runs and makes use of the board.
pub fn any_that_runs(image: &[u8]) -> Option<Scheme> {
    let runs_banked = |scheme: &Scheme| {
        let trial = Trial::of(image, *scheme);
        trial.is_some_and(|trial| trial.runs() && trial.used_board)
    };
    candidates(image.len()).iter().copied().find(runs_banked)
}

/// A console of the parts that it takes to see whether a program runs.
struct Trial {
    cartridge: Cartridge,
    riot: Riot,
    cycle: u64,
    data: u8,
    /// VSYNC has been switched on.
    synced: bool,
    /// The program has changed what the board shows, or its RAM.
    used_board: bool,
    /// The program jammed, or ran outside of ROM and RAM.
    lost: bool,
}

impl Trial {
    /// Runs the image on the board of this scheme; `None` if it cannot be on it.
    fn of(image: &[u8], scheme: Scheme) -> Option<Trial> {
        let mut cartridge = Cartridge::with_scheme(image, scheme).ok()?;
        cartridge.power_on(|| 0);
        let mut trial = Trial {
            cartridge,
            riot: Riot::new([0; RAM_SIZE], 0),
            cycle: 0,
            data: 0,
            synced: false,
            used_board: false,
            lost: false,
        };
        trial.run();
        Some(trial)
    }

    fn run(&mut self) {
        let mut cpu = Cpu::new(Registers::default());
        let start = self.cartridge.state();
        let mut breaks = 0;
        while self.cycle < CYCLES && !self.lost {
            if cpu.sync() {
                let address = cpu.pins().address & 0x1fff;
                let in_reset = self.cycle < 8;
                breaks += u32::from(!in_reset && self.peek(address) == BRK);
                self.lost = !in_reset && !is_memory(address) || breaks > BREAKS;
            }
            cpu.cycle(self);
            self.lost |= cpu.jammed();
        }
        self.used_board = self.cartridge.state() != start;
    }

    fn runs(&self) -> bool {
        !self.lost && self.synced
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
}

/// True where code can stand: in the cartridge, or in the RIOT's RAM.
fn is_memory(address: u16) -> bool {
    matches!(Device::at(address), Device::Cartridge | Device::Ram)
}

impl Bus for Trial {
    fn read(&mut self, address: u16) -> u8 {
        let address = address & 0x1fff;
        self.cycle += 1;
        let device = Device::at(address);
        self.data = match device {
            Device::Cartridge => match self.cartridge.window().plain(address) {
                Some(data) => data,
                None => self.cartridge.access(self.access(address, false)),
            },
            // Triggers are let go; nothing else is there.
            Device::Tia => 0x80,
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
                self.cartridge.access(self.access(address, true));
                return;
            }
            Device::Tia => self.synced |= address & 0x3f == 0 && data & 2 != 0,
            Device::Ram => self.riot.ram_mut()[usize::from(address & 0x7f)] = data,
            Device::Riot => self.riot.write(address, data, self.cycle),
        }
        if self.cartridge.listens_below() {
            self.cartridge.access_below(self.access(address, true));
        }
    }
}
