//! Assembles a faulty source and prints its messages, then a correct one and prints its bytes.

use asm6502::assemble_str;

const FAULTY: &str = "
        processor 6502
        org $f000
Start   lda #300
        bne Strat
";

const CORRECT: &str = "
        processor 6502
        org $f000
Start   ldx #10
Loop    dex
        bne Loop
        jmp Start
";

fn main() {
    match assemble_str(FAULTY) {
        Ok(program) => println!("{} bytes", program.binary.len()),
        Err(diagnostics) => diagnostics.iter().for_each(|message| print!("{message}")),
    }
    match assemble_str(CORRECT) {
        Ok(program) => println!("{:02x?}", program.binary),
        Err(diagnostics) => diagnostics.iter().for_each(|message| print!("{message}")),
    }
}
