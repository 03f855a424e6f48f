"""Runs programs in unicorn and prints a digest of the states after each instruction.

Needs `pip install unicorn`. Reads programs from standard input, in the format of `Program::bytes`
in `program.rs`. Prints one line for each program: the digest or, with the argument `states`, all
states in hexadecimal.

The state after an instruction consists of 32-bit little-endian words: an address, a size and a
value for each write of the instruction, then R0 to R15 and the status register.
"""

import ctypes
import hashlib
import struct
import sys

import unicorn
from unicorn import arm_const as arm

CODE, CODE_BYTES = 0x0010_0000, 0x1000
RAM, RAM_BYTES = 0x4000_0000, 0x400
STATUS_BITS = 0xF000_00FF
REGISTER_IDS = [arm.UC_ARM_REG_R0 + n for n in range(13)]
REGISTER_IDS += [arm.UC_ARM_REG_SP, arm.UC_ARM_REG_LR, arm.UC_ARM_REG_PC, arm.UC_ARM_REG_CPSR]


class Machine:
    """An emulator, reused for all programs, and a log of the current program's states."""

    def __init__(self):
        self.uc = unicorn.Uc(unicorn.UC_ARCH_ARM, unicorn.UC_MODE_ARM)
        self.uc.ctl_set_cpu_model(arm.UC_CPU_ARM_TI925T)
        self.uc.mem_map(CODE, 0x1000)
        self.uc.mem_map(RAM, 0x1000)
        self.initial_context = self.make_initial_context()
        self.uc.hook_add(unicorn.UC_HOOK_CODE, self.on_instruction)
        self.uc.hook_add(unicorn.UC_HOOK_MEM_WRITE, self.on_write)
        self.words = (ctypes.c_uint32 * len(REGISTER_IDS))()
        self.register_ids = (ctypes.c_int * len(REGISTER_IDS))(*REGISTER_IDS)
        start = ctypes.addressof(self.words)
        pointers = [start + 4 * n for n in range(len(REGISTER_IDS))]
        self.pointers = (ctypes.c_void_p * len(REGISTER_IDS))(*pointers)
        self.library = unicorn.unicorn_py3.unicorn.uclib
        self.handle = self.uc._uch
        self.log = bytearray()
        self.is_first = True
        self.remaining = 0

    def make_initial_context(self):
        """Returns a state with zero registers; each SPSR has its mode, with interrupts masked."""
        program = []
        for mode in (0xD1, 0xD2, 0xD3, 0xD7, 0xDB):
            program += [0xE321_F000 | mode, 0xE369_F000 | mode]  # msr cpsr_c; msr spsr_cf
        self.uc.mem_write(CODE, struct.pack("<%dI" % len(program), *program))
        self.uc.reg_write(arm.UC_ARM_REG_CPSR, 0xD3)
        self.uc.emu_start(CODE, CODE + 4 * len(program))
        return self.uc.context_save()

    def log_state(self):
        count = len(REGISTER_IDS)
        self.library.uc_reg_read_batch(self.handle, self.register_ids, self.pointers, count)
        self.words[16] &= STATUS_BITS
        self.log += self.words

    def on_instruction(self, uc, _address, _size, _data):
        if self.remaining >= 0:
            self.remaining -= 1
            if not self.is_first:
                self.log_state()
            self.is_first = False
        # Unicorn can execute a few more instructions after this call. They are not logged.
        if self.remaining < 0:
            uc.emu_stop()

    def on_write(self, _uc, _access, address, size, value, _data):
        if self.remaining >= 0:
            self.log += struct.pack("<III", address, size, value & ((1 << 8 * size) - 1))

    def run(self, status, registers, instructions, code, ram):
        uc = self.uc
        uc.mem_write(CODE, code)
        uc.mem_write(RAM, ram)
        uc.ctl_flush_tb()
        uc.context_restore(self.initial_context)
        uc.reg_write(arm.UC_ARM_REG_CPSR, status)
        for number in range(15):
            uc.reg_write(REGISTER_IDS[number], registers[number])
        self.log.clear()
        self.is_first = True
        self.remaining = instructions
        thumb = status >> 5 & 1
        try:
            uc.emu_start(registers[15] | thumb, 0xFFFF_FFFF)
        except unicorn.UcError as error:
            # An error after the program's last instruction does not matter.
            if self.remaining >= 0:
                message = "%s at %#x" % (error, uc.reg_read(arm.UC_ARM_REG_PC))
                print(message, file=sys.stderr)
        if sys.argv[1:] == ["states"]:
            return self.log.hex()
        return hashlib.sha256(self.log).hexdigest()[:16]


def main():
    machine = Machine()
    header = struct.Struct("<18I")
    while data := sys.stdin.buffer.read(header.size):
        instructions, status, *registers = header.unpack(data)
        code = sys.stdin.buffer.read(CODE_BYTES)
        ram = sys.stdin.buffer.read(RAM_BYTES)
        print(machine.run(status, registers, instructions, code, ram), flush=True)


main()
