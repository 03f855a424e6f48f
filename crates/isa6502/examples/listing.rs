//! Disassembles a short program: address, bytes, source text and cycles.

use isa6502::disassemble;

fn main() {
    // A delay loop: ldx #5, dex, bne, rts.
    let program = [0xa2, 0x05, 0xca, 0xd0, 0xfd, 0x60];
    let mut offset = 0;
    while offset < program.len() {
        let address = 0xf000 + offset as u16;
        let instruction = disassemble(address, &program[offset..]);
        let bytes = instruction.bytes();
        let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        let cycles = instruction.opcode().map_or(0, |opcode| opcode.cycles);
        let text = instruction.to_string();
        println!("{address:04x}  {:<9} {text:<12} ; {cycles}", hex.join(" "));
        offset += bytes.len();
    }
}
