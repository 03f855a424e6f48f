//! ELF: the image is a program for the cartridge's ARM processor. This program also supplies the
//! instructions that the 6507 executes.
//!
//! [`arm7::elf`] emulates the cartridge. There is no ROM in the window: the console reads the bytes
//! that the ARM program drives onto the bus, even at addresses that select other chips.

use super::{Access, Answer, Arm, Mapper, Scheme, Window};
use arm7::{
    Cpu, elf,
    harmony::{self, Options, Record},
};
use md5::{Digest, Md5};
use serde::{Deserialize, Serialize};

/// The board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Elf {
    elf: Box<elf::Elf>,
    /// The first eight digits of the file's MD5.
    version: String,
}

fn elf_access(access: Access) -> harmony::Access {
    harmony::Access {
        address: access.address,
        data: access.data,
        write: access.write,
        cycle: access.cycle,
    }
}

impl Mapper for Elf {
    fn new(_scheme: Scheme, rom: &mut Vec<u8>) -> Elf {
        let digest = Md5::digest(&*rom);
        let version = digest[..4].iter().map(|byte| format!("{byte:02x}"));
        let version = version.collect();
        let (elf, memory) = elf::Elf::load(rom).expect("a file that `Scheme::check` has passed");
        *rom = memory;
        Elf {
            elf: Box::new(elf),
            version,
        }
    }

    fn map(&self, window: &mut Window) {
        window.watch_all();
    }

    fn access(&mut self, access: Access, rom: &[u8]) -> Answer {
        let byte = self.elf.access(elf_access(access), rom);
        Answer::byte(byte.unwrap_or(access.data))
    }

    fn peek(&self, address: u16, _rom: &[u8]) -> Option<u8> {
        self.elf.peek(address)
    }

    fn arm(&self, _rom: &[u8]) -> Option<Arm> {
        let (entry, stack) = self.elf.entry();
        Some(Arm {
            driver: "ELF program for ARMv6-M".to_owned(),
            version: self.version.clone(),
            entry,
            stack,
            ram_bytes: self.elf.ram_bytes(),
            bank_0_offset: 0,
            options: self.elf.options(),
        })
    }

    fn arm_calls(&self) -> Option<&Record> {
        Some(self.elf.calls())
    }

    fn watch_arm_call(&self, access: Access, rom: &[u8], watch: &mut dyn FnMut(&Cpu, u64)) -> bool {
        self.elf.watch_call(elf_access(access), rom, watch)
    }

    fn set_arm_options(&mut self, options: Options, _rom: &[u8]) {
        self.elf.set_options(options);
    }

    fn listens_below(&self) -> bool {
        true
    }

    fn access_below(&mut self, access: Access, rom: &[u8]) -> bool {
        self.elf.access(elf_access(access), rom);
        false
    }

    fn driven_below(&self) -> Option<u8> {
        self.elf.driven()
    }

    fn undriven_lines_below(&self) -> u8 {
        self.elf.undriven_lines()
    }

    fn identity(&self) -> (usize, usize) {
        (self.elf.ram_bytes(), self.elf.entry().0 as usize)
    }
}
