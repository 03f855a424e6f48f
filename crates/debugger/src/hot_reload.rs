//! Replaces the running program with a changed one that has the same variables, and keeps the state
//! of the machine.

use crate::{calls::calls, observe::read_back_address, program::Program, view::is_in_ram};
use isa6502::disassemble;
use vcs::{Cartridge, Machine};

/// Maximum number of instructions, a few frames' worth, to run in search of a point where the new
/// program can take over.
const MAX_INSTRUCTIONS: usize = 20_000;

/// Returns a machine with the changed program and the state of a running machine.
///
/// First runs a copy of the running machine to a point where the changed program can take over. At
/// this point, both programs must have the same opcodes from the last label before the current
/// instruction up to that instruction. For each call in progress, they must also have the same
/// opcodes from the last label before the call up to the call.
///
/// Variables keep their values even if their addresses have changed. Return addresses on the stack
/// are adjusted; other pointers to code are not.
///
/// # Errors
/// The reason why the program must be restarted instead: for example, a variable or the running
/// code has changed. The text has no full stop.
pub fn carry_over(
    machine: &Machine,
    old: &Program,
    cartridge: &Cartridge,
    new: &Program,
) -> Result<Machine, String> {
    check_same_variables(old, new)?;
    let mut machine = machine.clone();
    let mut first_error = None;
    for _ in 0..MAX_INSTRUCTIONS {
        while !machine.cpu().at_instruction() {
            if machine.cpu().jammed() {
                return Err("the processor is jammed".into());
            }
            machine.cycle();
        }
        match with_new_program(&machine, old, cartridge, new) {
            Ok(machine) => return Ok(machine),
            Err(error) => first_error.get_or_insert(error),
        };
        machine.cycle();
    }
    Err(first_error.unwrap_or_default())
}

/// Checks that both programs have the same variables, with the same sizes.
fn check_same_variables(old: &Program, new: &Program) -> Result<(), String> {
    let size = |program: &Program, name: &str| {
        let mut variables = program.variables().iter();
        let found = variables.find(|variable| variable.name == name);
        found.map(|variable| variable.size)
    };
    if !old.symbols.knows_variables() {
        return Err("the names of the program's variables are not known".into());
    }
    for variable in new.variables() {
        if size(old, &variable.name).is_none() {
            return Err(format!("the variable {} is new", variable.name));
        }
    }
    for variable in old.variables() {
        match size(new, &variable.name) {
            None => return Err(format!("the variable {} is gone", variable.name)),
            Some(size) if size != variable.size => {
                return Err(format!("the variable {} has another size", variable.name));
            }
            Some(_) => {}
        }
    }
    Ok(())
}

/// Returns a machine that has the new program and is about to execute the same instruction as
/// `machine`.
fn with_new_program(
    machine: &Machine,
    old: &Program,
    cartridge: &Cartridge,
    new: &Program,
) -> Result<Machine, String> {
    let mut new_machine = machine
        .with_cartridge(cartridge)
        .ok_or("the cartridge's board or size has changed")?;
    for variable in old.variables() {
        let mut all = new.variables().iter();
        let Some(found) = all.find(|found| found.name == variable.name) else {
            continue;
        };
        for (from, to) in variable.bytes().zip(found.bytes()) {
            let data = machine.peek(read_back_address(machine, from));
            match to {
                0..0x100 => new_machine.poke_ram(to as u8, data),
                _ if is_in_ram(&new_machine, found) => {
                    new_machine.poke(read_back_address(&new_machine, to), data)
                }
                _ => {}
            }
        }
    }
    let addresses = AddressMap {
        machine,
        old,
        cartridge,
        new,
    };
    for call in calls(machine, old) {
        let [low, high] = (addresses.in_new_program(call.site)? + 2).to_le_bytes();
        new_machine.poke_ram(call.stack.wrapping_sub(1), low);
        new_machine.poke_ram(call.stack, high);
    }
    let mut registers = *machine.cpu().registers();
    registers.pc = addresses.in_new_program(registers.pc)?;
    new_machine.set_registers(registers);
    Ok(new_machine)
}

/// Converts addresses of the old program to addresses of the new one.
struct AddressMap<'a> {
    machine: &'a Machine,
    old: &'a Program,
    cartridge: &'a Cartridge,
    new: &'a Program,
}

impl AddressMap<'_> {
    /// Returns the address that an instruction has in the new program. In both programs, the
    /// instruction must be at the same distance from the last label before it, with the same
    /// opcodes in between.
    fn in_new_program(&self, address: u16) -> Result<u16, String> {
        let image = self.machine.cartridge().image();
        let offset = self.machine.cartridge().offset(address);
        let offset = offset.ok_or("the program runs in RAM")?;
        let labels = self.old.labels().iter();
        let before = labels.filter(|label| label.offset.is_some_and(|at| at <= offset));
        let label = before.max_by_key(|label| label.offset);
        let label = label.ok_or("the program runs code before its first label")?;
        let changed = || format!("the code after {} has changed", label.name);
        let begin = label.offset.ok_or_else(changed)?;
        let target = self.new.label(&label.name);
        let (target, new_begin) = target
            .and_then(|target| Some((target, target.offset?)))
            .ok_or_else(|| format!("the label {} is gone", label.name))?;
        let bank = self.cartridge.scheme().bank_size().max(1);
        let distance = offset - begin;
        let mut position = 0;
        while position <= distance {
            let bytes = |image: &[u8], begin: usize| {
                [0, 1, 2].map(|byte| image.get(begin + position + byte).copied())
            };
            let [opcode, low, high] = bytes(image, begin);
            if opcode.is_none() || bytes(self.cartridge.image(), new_begin)[0] != opcode {
                return Err(changed());
            }
            if position == distance {
                break;
            }
            let bytes = [opcode, low, high].map(Option::unwrap_or_default);
            position += disassemble(address, &bytes).bytes().len().max(1);
        }
        if position != distance || begin / bank != new_begin / bank {
            return Err(changed());
        }
        Ok(target.address.wrapping_add(distance as u16))
    }
}
