//! Records the bus accesses from the first line of the view to the end of the frame.

use crate::view::{Code, InclusiveRange, Instruction};
use vcs::{Machine, Step, address::Device, cpu::Pins, tia::registers::write::CXCLR};

/// A bus cycle, with everything that is needed to repeat its access with another TIA.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Access {
    pub address: u16,
    pub data: u8,
    pub write: bool,
    pub rdy: bool,
    /// The byte on the bus in the previous cycle.
    pub previous_data: u8,
}

impl Access {
    /// Returns the access that the processor is about to make.
    pub fn of_pins(pins: Pins) -> Access {
        Access {
            address: pins.address,
            data: pins.data,
            write: pins.write,
            rdy: true,
            previous_data: 0,
        }
    }

    /// Returns the TIA register that the access writes, and the byte; `None` if it does not write
    /// to the TIA.
    pub fn tia_write(&self) -> Option<(u8, u8)> {
        let register = (self.address & 0x3f) as u8;
        let writes_tia = self.write && Device::at(self.address) == Device::Tia;
        (writes_tia && register <= CXCLR).then_some((register, self.data))
    }

    /// Returns the TIA register that the access reads; `None` if it does not read the TIA.
    pub fn tia_read(&self) -> Option<u8> {
        let reads_tia = !self.write && self.rdy && Device::at(self.address) == Device::Tia;
        reads_tia.then_some((self.address & 0x0f) as u8)
    }

    /// Returns true for a read of INTIM or TIMINT.
    fn reads_timer(&self) -> bool {
        !self.write && self.address & 0x1284 == 0x0284
    }
}

/// The cycles of a line, as indices into [`Recording::accesses`].
#[derive(Debug, Clone)]
pub(crate) struct Span {
    pub scanline: u16,
    pub start: usize,
    /// One past the last index.
    pub end: usize,
    pub instructions: Vec<Instruction>,
}

/// The recording of a run to the end of the frame.
#[derive(Debug, Clone)]
pub(crate) struct Recording {
    pub accesses: Vec<Access>,
    /// The lines of the view.
    pub spans: Vec<Span>,
    /// One flag for each cycle of the view's lines: true if the processor is waiting.
    waiting: Vec<bool>,
    /// The last scanline of the frame.
    last_line: u16,
    /// The machine just after the cycle in which the frame ends.
    pub end: Machine,
}

impl Recording {
    /// Runs a copy of a machine to the end of its frame. Records all bus accesses, and the
    /// instructions up to line `last_viewed`.
    pub fn of(
        start: &Machine,
        last_viewed: u16,
        code: &dyn Fn(&Machine, &Step) -> Code,
    ) -> Recording {
        let mut machine = start.clone();
        let frame = machine.place().frame;
        let mut recording = Recording {
            accesses: Vec::new(),
            spans: Vec::new(),
            waiting: Vec::new(),
            last_line: machine.place().scanline,
            end: start.clone(),
        };
        let mut timer_poll = TimerPoll::default();
        // The address, bank and description of the instruction in progress.
        let mut current: Option<(u16, usize, Code)> = None;
        let mut previous_data = 0;
        while machine.place().frame == frame {
            let place = machine.place();
            let index = recording.accesses.len();
            recording.last_line = recording.last_line.max(place.scanline);
            let in_view = place.scanline <= last_viewed;
            let at_instruction = machine.cpu().at_instruction();
            let before_step = (in_view && at_instruction).then(|| machine.before_step(place));
            let pc = machine.cpu().registers().pc;
            let cycle = machine.cycle();
            recording.accesses.push(Access {
                address: cycle.address,
                data: cycle.data,
                write: cycle.write,
                rdy: cycle.rdy,
                previous_data,
            });
            previous_data = cycle.data;
            if !in_view {
                continue;
            }
            let held = !cycle.write && !cycle.rdy;
            recording.waiting.push(held);
            timer_poll.observe(&mut recording, index, pc);
            let spans = &mut recording.spans;
            let is_new = spans
                .last()
                .is_none_or(|span| span.scanline != place.scanline);
            if is_new {
                spans.push(Span {
                    scanline: place.scanline,
                    start: index,
                    end: index,
                    instructions: Vec::new(),
                });
            }
            let span = spans.last_mut().expect("one was pushed");
            span.end = index + 1;
            let cycle_in_line = (index - span.start) as u16;
            let fetched = before_step.filter(|_| !machine.cpu().at_instruction());
            if let Some(before_step) = fetched {
                let step = machine.step(before_step);
                current = Some((step.registers.pc, step.bank, code(&machine, &step)));
            }
            let (Some((address, bank, code)), false) =
                (&current, at_instruction && fetched.is_none())
            else {
                continue;
            };
            match span.instructions.last_mut() {
                Some(instruction) if fetched.is_none() => instruction.cycles.last = cycle_in_line,
                _ => span.instructions.push(Instruction {
                    cycles: InclusiveRange {
                        first: cycle_in_line,
                        last: cycle_in_line,
                    },
                    address: *address,
                    bank: *bank,
                    code: code.clone(),
                }),
            }
        }
        // `Machine::frame` also stops after this cycle, so this state can be compared with that of
        // a machine that has called `frame`.
        recording.end = machine;
        recording
    }

    /// Returns the last scanline of the frame.
    pub fn last_line(&self) -> u16 {
        self.last_line
    }

    /// Returns the cycles of a line in which the processor is waiting, as ranges.
    pub fn waits(&self, span: &Span) -> Vec<InclusiveRange> {
        let waiting = &self.waiting[span.start..span.end];
        true_ranges(waiting.iter().copied())
    }
}

/// Returns the ranges of indices whose flags are true.
pub(crate) fn true_ranges(flags: impl IntoIterator<Item = bool>) -> Vec<InclusiveRange> {
    let mut ranges: Vec<InclusiveRange> = Vec::new();
    for (index, _) in (0..).zip(flags).filter(|(_, flag)| *flag) {
        match ranges.last_mut() {
            Some(range) if range.last + 1 == index => range.last = index,
            _ => ranges.push(InclusiveRange {
                first: index,
                last: index,
            }),
        }
    }
    ranges
}

/// Maximum number of cycles in one iteration of a loop that counts as waiting for the timer.
const MAX_LOOP_CYCLES: usize = 30;

/// Finds loops that wait for the timer. In such a loop, the same instruction reads the timer again
/// and again, and the program writes nothing in between.
#[derive(Debug, Default)]
struct TimerPoll {
    /// The cycle of the last read of the timer, and the address of the instruction that reads it.
    last_read: Option<(usize, u16)>,
}

impl TimerPoll {
    /// Observes the next cycle. If it completes an iteration of such a loop, marks the iteration as
    /// waiting.
    fn observe(&mut self, recording: &mut Recording, index: usize, pc: u16) {
        let access = recording.accesses[index];
        if access.write || !access.rdy {
            self.last_read = None;
        } else if access.reads_timer()
            && let Some((last_index, last_pc)) = self.last_read.replace((index, pc))
            && last_pc == pc
            && index - last_index <= MAX_LOOP_CYCLES
        {
            recording.waiting[last_index + 1..=index].fill(true);
        }
    }
}
