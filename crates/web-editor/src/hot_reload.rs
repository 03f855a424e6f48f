//! Lets a changed program continue from the state of the running one.

use crate::assembler::Project;
use debugger::Program;
use vcs::{Cartridge, Machine};

/// Converts the state of a machine that runs the program `before` into a state of a machine that
/// runs the program `now`. Each program is given as a project and the name of its main source.
///
/// # Errors
/// If the game cannot continue, returns the reason, without a full stop; see
/// [`debugger::carry_over`].
pub fn carry_over(
    state: &[u8],
    before: (&Project, &str),
    now: (&Project, &str),
) -> Result<Vec<u8>, String> {
    let (cartridge, old) = assemble(before)?;
    let machine = Machine::load(&cartridge, state).map_err(|error| error.to_string())?;
    let (cartridge, new) = assemble(now)?;
    Ok(debugger::carry_over(&machine, &old, &cartridge, &new)?.save())
}

fn assemble((project, main): (&Project, &str)) -> Result<(Cartridge, Program), String> {
    let program = project.program(main);
    let (image, program) = program.ok_or("the sources have errors")?;
    let cartridge = Cartridge::from_image(&image).map_err(|error| error.to_string())?;
    Ok((cartridge, program))
}

#[cfg(test)]
mod tests {
    use super::*;
    use vcs::PowerOn;

    const SOURCE: &str = " processor 6502\n seg.u ram\n org $80\ncount ds 1\n seg code\n \
        org $f000\nstart lda #$46\n sta count\nagain sta $09\n jmp again\n \
        org $fffc\n word start, start\n";

    fn project(text: &str) -> Project {
        let mut project = Project::default();
        project.insert("a.asm", text);
        project
    }

    #[test]
    fn variables_keep_their_values_but_a_new_variable_is_an_error() {
        let before = project(SOURCE);
        let (image, _) = before.program("a.asm").unwrap();
        let mut machine = Machine::new(Cartridge::from_image(&image).unwrap(), PowerOn::default());
        (0..1000).for_each(|_| _ = machine.cycle());
        let carry = |text: &str| {
            let now = project(text);
            let state = carry_over(&machine.save(), (&before, "a.asm"), (&now, "a.asm"))?;
            let (image, _) = now.program("a.asm").unwrap();
            Ok(Machine::load(&Cartridge::from_image(&image).unwrap(), &state).unwrap())
        };
        let changed: Result<Machine, String> = carry(&SOURCE.replace("#$46", "#$84"));
        assert_eq!(changed.unwrap().peek(0x80), 0x46);
        let moved = carry(&SOURCE.replace("org $80", "org $90")).unwrap();
        assert_eq!(moved.peek(0x90), 0x46);
        let new = carry(&SOURCE.replace("count ds 1", "count ds 1\nmore ds 1"));
        assert_eq!(new.unwrap_err(), "the variable more is new");
        assert_eq!(carry(" bogus\n").unwrap_err(), "the sources have errors");
    }
}
