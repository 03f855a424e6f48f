//! The 6502 instruction set as one table, shared by processor, assembler, disassembler and traces.
