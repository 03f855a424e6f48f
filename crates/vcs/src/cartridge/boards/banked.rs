use super::{Access, Answer, Mapper, Ram, Scheme, Window};
use serde::{Deserialize, Serialize};

/// The boards that fill the window with one bank of 4 KiB, chosen by an access near its end: most
/// of them by any access to one of a row of addresses, a hot spot for each bank.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Banked {
    scheme: Scheme,
    banks: u16,
    bank: u16,
    /// FC: the bank that the next access to `$1FFC` brings. TVBOY: locked if not 0.
    target: u16,
    ram: Ram,
    flash: Option<Flash>,
}

/// FA2's flash memory: a copy of the RAM that outlasts the power.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Flash {
    saved: Ram,
    /// The operation in progress, and the cycle of its end.
    busy: Option<(Operation, u64)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Operation {
    Load,
    Save,
}

/// FA2: 0.5 ms to load, 101 ms to save, in cycles. Emulators agree (Stella, Gopher2600).
const LOAD_CYCLES: u64 = 597;
const SAVE_CYCLES: u64 = 120_500;

/// The cell of FA2's RAM that holds the operation wanted.
const FLASH_COMMAND: usize = 255;

impl Banked {
    pub fn new(scheme: Scheme, rom: &mut Vec<u8>) -> Banked {
        if scheme == Scheme::Fa2 && rom.len() > 28 * 1024 {
            // The first KiB is the ARM's program that emulates the board.
            rom.drain(..1024);
            rom.truncate(28 * 1024);
        }
        if scheme == Scheme::Fc {
            rom.resize(rom.len().next_power_of_two(), 0);
        }
        let banks = rom.len().div_ceil(0x1000).max(1) as u16;
        Banked {
            scheme,
            banks,
            bank: start_bank(scheme, banks),
            target: 0,
            ram: Ram::new(ram_size(scheme)),
            flash: (scheme == Scheme::Fa2).then(|| Flash {
                saved: Ram::new(256),
                busy: None,
            }),
        }
    }

    /// The bank that an access to this address of the window chooses.
    fn chosen(&mut self, address: u16, access: Access) -> Option<u16> {
        use Scheme::*;
        let row =
            |first: u16, last: u16| (first..=last).contains(&address).then(|| address - first);
        match self.scheme {
            F8 | F8Sc => row(0xff8, 0xff9),
            F6 | F6Sc => row(0xff6, 0xff9),
            F4 | F4Sc => row(0xff4, 0xffb),
            Fa => row(0xff8, 0xffa),
            Fa2 => row(0xff5, 0xffb),
            Ef | EfSc => row(0xfe0, 0xfef),
            Df | DfSc => row(0xfc0, 0xfdf),
            Bf | BfSc => row(0xf80, 0xfbf),
            Jane => row(0xff0, 0xff1).or(row(0xff8, 0xff9).map(|bank| bank + 2)),
            F0 => (address == 0xff0).then(|| (self.bank + 1) % self.banks),
            Fv => (address == 0xfd0).then_some(1),
            // Data bit 2 chooses; the data is the program's only in a write.
            Wf8 => (address == 0xff8 && access.write).then(|| u16::from(access.data >> 2 & 1)),
            TvBoy => row(0x800, 0x87f).filter(|_| self.target == 0),
            Fc => self.chosen_by_target(address, access),
            _ => None,
        }
    }

    /// FC: two writes prepare a bank, an access to the reset vector's place brings it.
    fn chosen_by_target(&mut self, address: u16, access: Access) -> Option<u16> {
        let data = u16::from(access.data);
        match (address, access.write) {
            (0xff8, true) => self.target = data & 3,
            (0xff9, true) if data * 4 < self.banks => {
                self.target = (self.target + data * 4) % self.banks;
            }
            (0xff9, true) => self.target = data % self.banks,
            (0xffc, _) => return Some(self.target),
            _ => {}
        }
        None
    }

    /// Where the RAM's ports are: bytes of each; first that to write, then that to read.
    fn ram_access(&mut self, address: usize, access: Access) -> Option<u8> {
        let size = self.ram.len();
        match address.checked_div(size)? {
            0 => Some(self.ram.write_port(address, access.data)),
            1 => Some(self.ram.read(address - size)),
            _ => None,
        }
    }

    fn flash_access(&mut self, cycle: u64, rom: u8) -> Option<u8> {
        let flash = self.flash.as_mut()?;
        match flash.busy {
            None => {
                let command = match self.ram.read(FLASH_COMMAND) {
                    1 => (Operation::Load, cycle + LOAD_CYCLES),
                    2 => (Operation::Save, cycle + SAVE_CYCLES),
                    _ => return None,
                };
                flash.busy = Some(command);
                Some(rom | 0x40)
            }
            Some((_, end)) if cycle < end => Some(rom | 0x40),
            Some((operation, _)) => {
                flash.busy = None;
                self.ram.write(FLASH_COMMAND, 0);
                match operation {
                    Operation::Load => self.ram = flash.saved.clone(),
                    Operation::Save => flash.saved = self.ram.clone(),
                }
                self.ram.write(FLASH_COMMAND, 0);
                Some(rom & !0x40)
            }
        }
    }
}

// Real boards power up in any bank; these are Stella's, tried with Stella 6.7.
fn start_bank(scheme: Scheme, banks: u16) -> u16 {
    use Scheme::*;
    match scheme {
        F8 | F8Sc | Ef | Bf | Jane => 1,
        Fa => 2,
        F0 | EfSc | Df | DfSc | BfSc => 15.min(banks - 1),
        _ => 0,
    }
}

fn ram_size(scheme: Scheme) -> usize {
    use Scheme::*;
    match scheme {
        F8Sc | F6Sc | F4Sc | EfSc | DfSc | BfSc | Rom4KSc => 128,
        Fa | Fa2 => 256,
        _ => 0,
    }
}

impl Mapper for Banked {
    fn map(&self, window: &mut Window) {
        window.map_bank(usize::from(self.bank % self.banks.max(1)));
        window.watch(0xf80, 0x80);
        if self.scheme == Scheme::TvBoy {
            window.watch(0x800, 0x80);
        }
        window.watch(0, 2 * self.ram.len());
    }

    fn access(&mut self, access: Access, rom: &[u8]) -> Answer {
        let address = access.address & 0xfff;
        if let Some(byte) = self.ram_access(usize::from(address), access) {
            return Answer::byte(byte);
        }
        if address == 0xff4 && self.flash.is_some() {
            let offset = usize::from(self.bank) * 0x1000 + 0xff4;
            let byte = self.flash_access(access.cycle, rom.get(offset).copied().unwrap_or(0));
            return Answer {
                byte,
                switched: false,
            };
        }
        let Some(bank) = self.chosen(address, access) else {
            return Answer::ROM;
        };
        self.bank = bank % self.banks;
        if self.scheme == Scheme::TvBoy {
            // The first switch to a game is the last until power-on.
            self.target = self.bank;
        }
        Answer::SWITCHED
    }

    fn peek(&self, address: u16, _rom: &[u8]) -> Option<u8> {
        let (address, size) = (usize::from(address & 0xfff), self.ram.len());
        (size..2 * size)
            .contains(&address)
            .then(|| self.ram.read(address - size))
    }

    fn ram(&mut self) -> Option<&mut Ram> {
        Some(&mut self.ram)
    }

    fn identity(&self) -> (usize, usize) {
        (self.scheme as usize, usize::from(self.banks))
    }
}
