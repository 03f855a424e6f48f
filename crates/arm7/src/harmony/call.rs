//! Calls the game's ARM code, as the cartridge's driver does.

use super::lpc::{Board, Lpc, RAM};
use crate::{Architecture, Cpu, Exception, Memory, Stop};
use serde::{Deserialize, Serialize};

/// The return address of a call: an address inside the copy of the driver in RAM, though any even
/// address would do. When the code jumps there, the call has ended.
const RETURN_ADDRESS: u32 = RAM + 0x200;
/// Maximum number of instructions to run between checks of the clock limit.
const INSTRUCTIONS_PER_CHECK: u64 = 4_096;
/// Number of clocks that a driver service takes, including call and return (Gopher2600: 13 to 31).
const SERVICE_CLOCKS: u64 = 16;

/// A call to ARM code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Call {
    /// Address of the first instruction; bit 0 selects Thumb state.
    pub entry: u32,
    /// The stack pointer.
    pub stack: u32,
    /// Address in flash of the driver's four services; 0 if it has none.
    pub services: u32,
    /// Maximum number of clocks that the call may take.
    pub limit: u64,
    /// The console access that made the call.
    pub origin: Origin,
}

/// The console access that made a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Origin {
    /// The byte written to CALLFUNCTION or CALLFN.
    pub function: u8,
    /// The 13-bit address at which the console continues: the one after the write.
    pub address: u16,
    /// The bank in which the console continues.
    pub bank: u8,
    /// The cycle, counted from power-on, in which the console reads from `address`.
    pub cycle: u64,
}

/// A function called before each instruction of a call, with the processor and the clocks since the
/// start of the call.
pub type Watch<'a> = Option<&'a mut dyn FnMut(&Cpu, u64)>;

/// The services that a driver offers to games. The driver has a four-byte stub for each service, in
/// this order.
// Source: the authors' C interface, in plusromtest_cdfj, `main/custom`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Service {
    /// Sets the frequency of a voice. R2 is the voice's number, R3 the frequency.
    SetNote,
    /// Restarts the wave of the voice whose number is in R2.
    ResetWave,
    /// Replaces the voice's number in R2 with the voice's counter.
    GetWavePointer,
    /// Sets the size of a voice's wave to 2^(32 - R3) steps. R2 is the voice's number.
    SetWaveSize,
}

const SERVICES: [Service; 4] = [
    Service::SetNote,
    Service::ResetWave,
    Service::GetWavePointer,
    Service::SetWaveSize,
];

/// The result of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// The console access that made the call.
    pub origin: Origin,
    /// Number of instructions executed.
    pub instructions: u64,
    /// Number of processor clocks.
    pub clocks: u64,
    /// How the call ended.
    pub end: End,
}

/// How a call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// The code returned.
    Returned,
    /// An instruction could not complete.
    Fault(Fault),
    /// The call reached its clock limit and was stopped here.
    TooLong(Fault),
}

/// The place where a call was stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fault {
    /// The reason why the call was stopped; `None` if it reached its clock limit.
    pub exception: Option<Exception>,
    /// The instruction's opcode.
    pub opcode: u32,
    /// R0 to R14, and the instruction's address.
    pub registers: [u32; 16],
}

/// Runs a call to its end.
///
/// `serve` performs a driver service, given R2 and R3. It returns the new R2, or `None` to leave R2
/// unchanged. A call with a `watch` function runs slowly.
pub fn call(
    lpc: &mut Lpc,
    flash: &[u8],
    call: &Call,
    serve: impl FnMut(Service, u32, u32) -> Option<u32>,
    watch: Watch<'_>,
) -> Outcome {
    let begin = lpc.clock();
    let stubs = stubs(flash, call.services);
    let mut board = Board::new(lpc, flash);
    let mut cpu = Cpu::new(Architecture::V4T, call.entry, &mut board);
    cpu.set_register(13, call.stack);
    cpu.set_register(14, RETURN_ADDRESS);
    let mut running = RunningCall {
        cpu,
        board,
        stubs,
        serve,
        watch,
        begin,
        instructions: 0,
    };
    let end = running.run(begin.saturating_add(call.limit));
    Outcome {
        origin: call.origin,
        instructions: running.instructions,
        clocks: running.board.lpc().clock().wrapping_sub(begin),
        end,
    }
}

/// A call in progress.
struct RunningCall<'a, 'w, F> {
    cpu: Cpu,
    board: Board<'a>,
    /// The address of each service routine, which is ARM (not Thumb) code; `None` if the image has
    /// no stub for that service.
    stubs: [Option<u32>; 4],
    serve: F,
    watch: Watch<'w>,
    /// The clock at the start of the call.
    begin: u64,
    instructions: u64,
}

impl<F: FnMut(Service, u32, u32) -> Option<u32>> RunningCall<'_, '_, F> {
    fn run(&mut self, limit: u64) -> End {
        while self.board.lpc().clock() < limit {
            let count = match (self.cpu.status().thumb, &mut self.watch) {
                (_, Some(watch)) => {
                    watch(&self.cpu, self.board.lpc().clock().wrapping_sub(self.begin));
                    1
                }
                (true, None) => INSTRUCTIONS_PER_CHECK,
                // In ARM state, any instruction that branches may return, so check after each one.
                (false, None) => 1,
            };
            let run = self.cpu.run(&mut self.board, count);
            self.instructions += run.instructions;
            if let Stop::Exception(exception) = run.stop {
                return End::Fault(self.fault(Some(exception)));
            }
            if !self.cpu.status().thumb && self.has_returned() {
                return End::Returned;
            }
        }
        End::TooLong(self.fault(None))
    }

    /// Returns true if the code has returned. If the code has reached a service instead, performs
    /// the service.
    fn has_returned(&mut self) -> bool {
        let pc = self.cpu.pc();
        if pc == RETURN_ADDRESS {
            return true;
        }
        let stub = self.stubs.iter().position(|stub| *stub == Some(pc));
        if let Some(service) = stub.map(|index| SERVICES[index]) {
            let [r2, r3, link] = [2, 3, 14].map(|number| self.cpu.register(number));
            if let Some(result) = (self.serve)(service, r2, r3) {
                self.cpu.set_register(2, result);
            }
            let clock = self.board.lpc().clock().wrapping_add(SERVICE_CLOCKS);
            self.board.lpc().set_clock(clock);
            self.cpu.jump_exchange(link | 1, &mut self.board);
        }
        false
    }

    fn fault(&self, exception: Option<Exception>) -> Fault {
        Fault {
            exception,
            opcode: self.cpu.opcode(),
            registers: std::array::from_fn(|number| self.cpu.register(number)),
        }
    }
}

/// Returns the targets of the stubs. The first stub is at `first_address`. Each stub is
/// `ldr r4, [pc, #n]` and `bx r4`.
fn stubs(flash: &[u8], first_address: u32) -> [Option<u32>; 4] {
    std::array::from_fn(|index| {
        let stub = first_address
            .checked_add(4 * index as u32)
            .filter(|_| first_address != 0)?;
        let [a, b, 0x20, 0x47] = *flash.get(stub as usize..stub as usize + 4)?.first_chunk()?
        else {
            return None;
        };
        let literal = ((stub + 4) & !3) + 4 * u32::from(a);
        let word = flash.get(literal as usize..)?.first_chunk()?;
        (b == 0x4c).then(|| u32::from_le_bytes(*word))
    })
}

/// Returns the byte that the processor would load from flash, RAM or a register; 0 if the address
/// is unmapped.
pub(super) fn peek(lpc: &mut Lpc, flash: &[u8], address: u32) -> u8 {
    let clock = lpc.clock();
    let byte = Board::new(lpc, flash).load8(address, crate::Cycle::NonSequential);
    lpc.set_clock(clock);
    byte.unwrap_or(0)
}
